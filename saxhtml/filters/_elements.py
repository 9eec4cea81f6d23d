"""Keep, drop, unwrap and rename elements; let only a part of the document through, or the document up to a place."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from typing_extensions import Unpack, override

from saxhtml.attributes import Attributes
from saxhtml.capture import Elements, ExactFilter, Match, Wanted, join
from saxhtml.errors import StopParsing, UsageError
from saxhtml.filters._match import ByTag, Conditions, TagNames, Tags, What, tag_name, wanted_elements
from saxhtml.handler import Doctype, Filter, HandlerProtocol, Interest
from saxhtml.position import Locator


def keep(what: What, *, then: HandlerProtocol | None = None, **conditions: Unpack[Conditions]) -> Filter:
    """Return a filter that lets elements through with all they hold, and nothing else.

    ``what`` and the conditions are those of :func:`with_tag_handler`, as with the other filters of elements. An element that
    has no end tag ends where the standard says, with the element around it or with the document at the latest.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import keep, trace
    >>> _ = parse("<p>a <b class=k>b<i>c</i></b> <b>d</b>", keep("b", with_attributes={"class": "k"}, then=trace()))
    1:6 start_tag('b', {'class': 'k'})
    1:17 text('b')
    1:18 start_tag('i', {})
    1:21 text('c')
    1:22 end_tag('i')
    1:26 end_tag('b')

    Raises :class:`~saxhtml.UsageError` for conditions that cannot be.
    """
    return _Parts(wanted_elements(what, **conditions), then, tags=True, content=True, rest=False)


def drop(what: What, *, then: HandlerProtocol | None = None, **conditions: Unpack[Conditions]) -> Filter:
    """Return a filter that leaves out elements with all they hold.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import drop, trace
    >>> _ = parse("a<script>b</script>c", drop(["script", "style"], then=trace()))
    1:1 text('a')
    1:20 text('c')
    """
    return _Parts(wanted_elements(what, **conditions), then, tags=False, content=False, rest=True)


def inside(what: What, *, then: HandlerProtocol | None = None, **conditions: Unpack[Conditions]) -> Filter:
    """Return a filter that lets through what elements hold, without their own tags, and nothing else.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import inside, trace
    >>> _ = parse("a<ul><li>b</ul>c", inside("ul", then=trace()))
    1:6 start_tag('li', {})
    1:10 text('b')
    """
    return _Parts(wanted_elements(what, **conditions), then, tags=False, content=True, rest=False)


def outside(what: What, *, then: HandlerProtocol | None = None, **conditions: Unpack[Conditions]) -> Filter:
    """Return a filter that leaves out what elements hold, but not their own tags.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import outside, trace
    >>> _ = parse("a<ul><li>b</ul>c", outside("ul", then=trace()))
    1:1 text('a')
    1:2 start_tag('ul', {})
    1:11 end_tag('ul')
    1:16 text('c')
    """
    return _Parts(wanted_elements(what, **conditions), then, tags=True, content=False, rest=True)


class _OfElements(ExactFilter):
    """Follows the elements found."""

    def __init__(self, found: Wanted, then: HandlerProtocol | None) -> None:
        super().__init__(then)
        self._wanted = found
        self._forget()

    def _forget(self) -> None:
        self._elements = Elements(self._wanted)
        self._follows = False

    @override
    def needs(self) -> Interest:
        return self._elements.interest()

    @override
    def start_document(self, locator: Locator) -> None:
        self._forget()
        super().start_document(locator)

    def _is_following(self) -> bool:
        """Whether other events are needed now than outside of all that was found."""
        return self._elements.follows

    def _turn(self) -> None:
        """Ask for other events, if others are needed since some element began or ended."""
        follows = self._is_following()
        if follows != self._follows:
            self._follows = follows
            self.locator.interest_changed()


class _Parts(_OfElements):
    """Lets through or leaves out, by the outermost element found: its tags, its content, the rest."""

    def __init__(self, found: Wanted, then: HandlerProtocol | None, *, tags: bool, content: bool, rest: bool) -> None:
        super().__init__(found, then)
        self._lets_tags, self._lets_content, self._lets_rest = tags, content, rest

    @override
    def interest(self) -> Interest:
        wants = self.wants = self.next_handler.interest()
        if not (self._lets_content if self._is_following() else self._lets_rest):
            wants = Interest(parse_error=wants.parse_error)
        return join(self.needs(), wants)

    @override
    def _is_following(self) -> bool:
        # For a text that is only left out, it is not worth the while to ask for other events.
        return self._elements.follows if self._lets_rest else self._elements.live > 0

    def _lets_through(self) -> bool:
        return self._lets_content if self._elements.live else self._lets_rest

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        elements = self._elements
        was_inside = elements.live
        began, ended = elements.start(name, attrs, self.locator)
        if began is None and not ended:
            lets = self._lets_content if was_inside else self._lets_rest
        else:
            self._turn()
            lets = self._lets_rest if began is None else self._lets_tags
            if was_inside > len(ended):
                lets = self._lets_content
        if lets:
            super().start_tag(name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        elements = self._elements
        ended = elements.end(name, self.locator)
        lets = self._lets_content if elements.live else self._lets_rest
        if ended:
            self._turn()
            if not elements.live and ended[-1].owns_tag != "none":
                lets = self._lets_tags if ended[-1].owns_tag == "all" else self._lets_content
        if lets:
            super().end_tag(name)

    @override
    def text(self, data: str) -> None:
        if self._lets_through():
            super().text(data)

    @override
    def comment(self, data: str) -> None:
        if self._lets_through():
            super().comment(data)

    @override
    def doctype(self, doctype: Doctype) -> None:
        if self._lets_through():
            super().doctype(doctype)

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        if self._lets_through():
            super().processing_instruction(target, data)


def keep_tags(tags: Tags, *, then: HandlerProtocol | None = None) -> Filter:
    """Return a filter that leaves out all tags but some, and nothing of what stands between them.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import keep_tags, trace
    >>> _ = parse("<p>a <b>b</b></p>", keep_tags(["b", "i"], then=trace()))
    1:4 text('a ')
    1:6 start_tag('b', {})
    1:9 text('b')
    1:10 end_tag('b')

    Raises :class:`~saxhtml.UsageError` for names that are none.
    """
    names = TagNames(tags)
    if names.text:
        raise UsageError("keep_tags() keeps all text; PCDATA is no tag")
    return _KeepTags(names, then)


class _KeepTags(ExactFilter):
    def __init__(self, tags: TagNames, then: HandlerProtocol | None) -> None:
        self._tags = tags
        super().__init__(then)

    @override
    def passes(self, wants: Interest) -> Interest:
        return replace(wants, start=self._tags.among(wants.start), end=self._tags.among(wants.end))

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if name in self._tags:
            super().start_tag(name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        if name in self._tags:
            super().end_tag(name)


def unwrap(what: What, *, then: HandlerProtocol | None = None, **conditions: Unpack[Conditions]) -> Filter:
    """Return a filter that leaves out the tags of elements, and nothing of what they hold.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import trace, unwrap
    >>> _ = parse("<font>a<b>b</b></font>", unwrap("font", then=trace()))
    1:7 text('a')
    1:8 start_tag('b', {})
    1:11 text('b')
    1:12 end_tag('b')
    """
    return _renamed(wanted_elements(what, **conditions), None, then)


def rename(what: What, to: str, *, then: HandlerProtocol | None = None, **conditions: Unpack[Conditions]) -> Filter:
    """Return a filter that gives elements another name, ``to``.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import rename, trace
    >>> _ = parse("<b>a</b> <b class=k>b</b>", rename("b", "strong", without_attributes="class", then=trace()))
    1:1 start_tag('strong', {})
    1:4 text('a')
    1:5 end_tag('strong')
    1:9 text(' ')
    1:10 start_tag('b', {'class': 'k'})
    1:21 text('b')
    1:22 end_tag('b')
    """
    return _renamed(wanted_elements(what, **conditions), tag_name(to), then)


def _renamed(found: Wanted, to: str | None, then: HandlerProtocol | None) -> Filter:
    if isinstance(found, ByTag) and found.unconditional:
        return _RenameTags(found.tags, to, then)
    return _Rename(found, to, then)


class _RenameTags(ExactFilter):
    """Changes names, or leaves out tags, by the name alone: no element needs to be followed."""

    def __init__(self, tags: TagNames, to: str | None, then: HandlerProtocol | None) -> None:
        self._tags = tags
        self._to = to
        super().__init__(then)

    @override
    def interest(self) -> Interest:
        wants = self.wants = self.next_handler.interest()
        return replace(wants, start=self._before(wants.start), end=self._before(wants.end))

    def _before(self, names: bool | AbstractSet[str]) -> bool | AbstractSet[str]:
        """Return what the tags are called before that come out under some names."""
        starts = self._tags.starts
        if isinstance(names, bool):
            return names
        if self._to in names:
            return starts if isinstance(starts, bool) else names | starts
        return names if isinstance(starts, bool) else names - starts or False

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        to = self._to if name in self._tags else name
        if to is not None:
            super().start_tag(to, attrs)

    @override
    def end_tag(self, name: str) -> None:
        to = self._to if name in self._tags else name
        if to is not None:
            super().end_tag(to)


class _Rename(_OfElements):
    """Does the same by element: of the end tags, only those that end one that was found."""

    def __init__(self, found: Wanted, to: str | None, then: HandlerProtocol | None) -> None:
        super().__init__(found, then)
        self._to = to

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        began, ended = self._elements.start(name, attrs, self.locator)
        if began is not None or ended:
            self._turn()
        to = name if began is None else self._to
        if to is not None:
            super().start_tag(to, attrs)

    @override
    def end_tag(self, name: str) -> None:
        ended = self._elements.end(name, self.locator)
        if ended:
            self._turn()
        to = self._to if any(match.owns_tag == "all" for match in ended) else name
        if to is not None:
            super().end_tag(to)


def first(n: int, what: What, *, then: HandlerProtocol | None = None, **conditions: Unpack[Conditions]) -> Filter:
    """Return a filter that ends the document when the first ``n`` elements that fit have ended.

    The next handler gets what comes before, and ``end_document``; then the parser is stopped.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import first, trace
    >>> _ = parse("<h1>a</h1>b<h1>c</h1>", first(1, "h1", then=trace()))
    1:1 start_tag('h1', {})
    1:5 text('a')
    1:6 end_tag('h1')

    Raises :class:`~saxhtml.UsageError` for an ``n`` that is not a positive int.
    """
    if not isinstance(n, int) or n < 1:
        raise UsageError(f"first() takes a positive number of elements, not {n!r}")
    return _First(n, wanted_elements(what, **conditions), then)


def until(what: What, *, then: HandlerProtocol | None = None, **conditions: Unpack[Conditions]) -> Filter:
    """Return a filter that ends the document before the first element that fits.

    The next handler gets what comes before, and ``end_document``; then the parser is stopped.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import trace, until
    >>> _ = parse("<head><title>a</title><body>b", until("body", then=trace()))
    1:1 start_tag('head', {})
    1:7 start_tag('title', {})
    1:14 text('a')
    1:15 end_tag('title')
    """
    return _First(0, wanted_elements(what, **conditions), then)


class _First(_OfElements):
    """Ends the document when some elements have ended, or before one begins that is more than these."""

    def __init__(self, n: int, found: Wanted, then: HandlerProtocol | None) -> None:
        super().__init__(found, then)
        self._n = n

    @override
    def _forget(self) -> None:
        super()._forget()
        self._count = 0
        self._open: set[Match] = set()

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        began, ended = self._elements.start(name, attrs, self.locator)
        if began is None and not ended:
            super().start_tag(name, attrs)
            return
        self._open.difference_update(ended)
        if self._is_done() and (self._n or began is not None):
            self._end()
        if began is not None and self._count < self._n:
            self._count += 1
            if began.is_open:
                self._open.add(began)
        self._turn()
        super().start_tag(name, attrs)
        if self._is_done():  # with an element that ended with its start tag
            self._end()

    @override
    def end_tag(self, name: str) -> None:
        ended = self._elements.end(name, self.locator)
        last = next((match for match in reversed(ended) if match in self._open), None)
        self._open.difference_update(ended)
        is_done = last is not None and self._is_done()
        if last is not None and is_done and last.owns_tag == "none":
            self._end()
        if ended:
            self._turn()
        super().end_tag(name)
        if is_done:
            self._end()

    def _is_done(self) -> bool:
        return self._count == self._n and not self._open

    def _end(self) -> None:
        self.next_handler.end_document()
        raise StopParsing
