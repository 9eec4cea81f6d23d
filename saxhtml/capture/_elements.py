"""The wanted elements of a stream: where they begin, and where they end with as little of the rest seen as possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from typing_extensions import override

from saxhtml._elements import FORMATTING, RAWTEXT, RCDATA, SPECIAL, VOID
from saxhtml._nesting import OpenElement, OpenElements
from saxhtml.attributes import Attributes
from saxhtml.capture._filter import is_wanted
from saxhtml.capture._match import Captured, Wanted
from saxhtml.handler import Interest
from saxhtml.position import Locator
from saxhtml.selector import Matcher
from saxhtml.tree._around import OpenElementsWithin, is_its_end_tag

HTML_ELEMENTS: Final = (
    SPECIAL
    | FORMATTING
    | VOID
    | frozenset(
        """abbr acronym audio bdi bdo blink canvas cite command comment data datalist del dfn dialog fencedframe ilayer image
        ins isindex kbd label layer legend map mark math menuitem meter multicol nextid nolayer optgroup option output
        picture progress q rb rbc rp rt rtc ruby samp selectedcontent selectedoption server slot spacer span sub sup svg
        time var video""".split()
    )
)
"""Elements of some version of HTML, or of what browsers took for it. (A matter for ``_elements``.)"""


class Elements:
    """The wanted elements of one document, as they begin and end.

    All tags are looked at only while a wanted element is open, unless a selector needs them; so of the elements around it
    nothing is known. An end tag that ends nothing inside, and that nothing inside holds back, is taken for that of an
    element around, and ends all that is open; and so does a cell or row with no table around it inside.
    """

    __slots__ = ("_idle", "_in_raw_text", "_matcher", "_open", "_wanted", "closed", "live", "opened")

    live: int
    """How many wanted elements are open."""
    opened: OpenElement[Captured] | None
    """The element of the latest start tag, wanted or not; None where it has none."""
    closed: Sequence[OpenElement[Captured]]
    """The elements that the latest tag ended, wanted or not, innermost first. Both are noted in wanted elements only."""

    def __init__(self, wanted: Wanted) -> None:
        self.live = 0
        self.opened = None
        self.closed = ()
        self._wanted = wanted
        self._in_raw_text = False
        structural = wanted.selector is not None
        raw = wanted.starts & _RAW_TEXT if not isinstance(wanted.starts, bool) else frozenset[str]()
        self._idle = Interest(start=structural or wanted.starts, end=structural or raw or False)
        self._matcher = Matcher([wanted.selector]) if wanted.selector is not None else None
        self._open: OpenElements[Captured] = NothingKnownAround() if self._matcher is None else self._matcher.open_elements

    @property
    def follows(self) -> bool:
        """Whether a wanted element is open in which all tags count. It holds no tags if its content is text."""
        return self.live > 0 and not self._in_raw_text

    def interest(self) -> Interest:
        """Return the tags that have to be told of now; it changes with :attr:`follows`."""
        return ALL_TAGS if self.follows else self._idle

    def start(self, name: str, attrs: Attributes, locator: Locator) -> tuple[Captured | None, Sequence[Captured]]:
        """Note a start tag. Return its element, if it is wanted, and the wanted elements that ended before it began.

        Ended elements come innermost first. An element that is not open any more was void.
        """
        matcher = self._matcher
        if matcher is None:
            began = self._wanted.match(name, attrs, locator)
            if began is None and not self.live:
                return None, ()
            element, closed = self._open.start(name, attrs)
        else:
            element, closed = self._open.start(name, attrs)
            began = None
            if element is not None and matcher.match(element, attrs):
                began = self._wanted.match(name, attrs, locator)
        self.opened, self.closed = element, closed
        ended = self._end_all(closed, locator.offset, "none") if closed and self.live else ()
        if began is not None:
            began._settle()
            if element is not None and not element.void:
                began.is_open = True
                element.data = began
                self.live += 1
                self._in_raw_text = self.live == 1 and name in _RAW_TEXT and is_wanted(name, self._idle.end)
        if not self.live:
            self._rest()
        return began, ended

    def end(self, name: str, locator: Locator) -> Sequence[Captured]:
        """Note an end tag. Return the wanted elements that it ended, innermost first."""
        if not self.live:
            if self._matcher is not None:
                self._open.end(name)
            return ()
        closed = self.closed = self._open.end(name)
        if not closed:
            return ()
        inside = 0
        while inside < len(closed) and not is_its_end_tag(name, closed[inside].name):
            inside += 1
        ended = self._end_all(closed[:inside], locator.offset, "none") if inside else []
        if inside < len(closed):
            ended += self._end_all(closed[inside : inside + 1], locator.end_offset, "all")
            if inside + 1 < len(closed):
                ended += self._end_all(closed[inside + 1 :], locator.end_offset, "part")
        if not self.live:
            self._rest()
        return ended

    def finish(self, locator: Locator) -> Sequence[Captured]:
        """Note the end of the document. Return the wanted elements that it ended, innermost first."""
        self.closed = self._open.finish()
        return self._end_all(self.closed, locator.offset, "none")

    def release(self, match: Captured) -> None:
        """Forget an open element: it will not be told of when it ends."""
        match.is_open = False
        self.live -= 1
        if not self.live:
            self._rest()

    def _end_all(
        self, closed: Sequence[OpenElement[Captured]], offset: int, owns_tag: Literal["all", "part", "none"]
    ) -> list[Captured]:
        ended = [element.data for element in closed if element.data is not None and element.data.is_open]
        for match in ended:
            match.end_at(offset)
            match.owns_tag = owns_tag
        self.live -= len(ended)
        return ended

    def _rest(self) -> None:
        """Forget what else is open: before the next wanted element, not all tags will be seen."""
        if self._matcher is None and len(self._open):
            self._open = NothingKnownAround()


class NothingKnownAround(OpenElementsWithin[Captured]):
    """Open elements from one in the middle of a document on, perhaps in svg or MathML."""

    __slots__ = ()

    @override
    def start(self, name: str, attrs: Attributes) -> tuple[OpenElement[Captured] | None, Sequence[OpenElement[Captured]]]:
        if name not in HTML_ELEMENTS and self._stack[-1].content == "html" and "-" not in name and attrs.self_closing:
            return self._open_foreign(name, "svg", attrs), ()  # most likely: the start of the svg has not been seen
        return super().start(name, attrs)


ALL_TAGS: Final = Interest(start=True, end=True)
_RAW_TEXT: Final = RAWTEXT | RCDATA | {"script"}
