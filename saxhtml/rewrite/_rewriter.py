"""The rewriter: follows the page, lets the rules edit, and has written what is settled."""

from __future__ import annotations

import re
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast

from typing_extensions import override

from saxhtml._elements import FORMATTING, RCDATA
from saxhtml._nesting import OpenElement, OpenElements
from saxhtml._rawtext import RawText
from saxhtml.attributes import Attributes
from saxhtml.capture import NothingKnownAround, is_its_end_tag
from saxhtml.errors import UsageError
from saxhtml.handler import Doctype, Handler, Interest
from saxhtml.parser import Chunk, Parser
from saxhtml.rewrite._content import RAW, RewriteError
from saxhtml.rewrite._edits import CommentEdit, DoctypeEdit, ElementEdit, TextEdit, _Edit
from saxhtml.rewrite._output import Output
from saxhtml.rewrite._rules import Rule, element
from saxhtml.selector import Matcher

Rules: TypeAlias = "Iterable[Rule] | Mapping[str, Callable[[ElementEdit], object]]"
"""Rules, or functions by the selector of the elements that they edit. Of several that match, the first comes first."""


class Rewriter:
    """Takes a page in pieces, and writes it with the edits of some rules.

    ``write``: called with what is settled, at once: str where str is fed, and bytes in the page's own encoding where bytes are.
    What no rule touches is the input as it came, undecodable bytes and the byte order mark included.
    ``on_error``: "raise" what a rule or the parser raises; or "pass" all that has not been written yet, and all that comes,
    through unchanged. The rest are :class:`~saxhtml.Parser`'s options.

    Where several rules edit one element, they get the same object, in the order of the rules; what is edited inside an element
    that is left out comes to nothing. An element ends where the standard says, with an end tag or without; one that is left out
    is written where something is put behind it: ``after`` a ``li`` stands before the next one, and in neither. Text means
    itself wherever it lands: also together with what stands before it, it makes no tag and no reference.

    Unless a selector depends on other elements, no tags are seen around an element that is edited: an end tag that ends nothing
    in it is taken for one of an element around, and ends it.

    Memory: the open elements that have something to come, and the open token.

    >>> from saxhtml.rewrite import Rewriter
    >>> def nofollow(link):
    ...     link.set_attribute("rel", "nofollow")
    >>> rewriter = Rewriter(print, {"a[href]": nofollow})
    >>> rewriter.feed("<p>See <a href=/x cla")
    <p>See
    >>> rewriter.feed("ss='y'>x</a>")
    <a href=/x class='y' rel="nofollow">x</a>
    >>> rewriter.close()

    Raises :class:`~saxhtml.UsageError` for rules that are none.
    """

    __slots__ = ("_editor", "_end", "_output", "_parser", "_pass_errors", "_passing")

    def __init__(
        self,
        write: Callable[[str], object] | Callable[[bytes], object],
        rules: Rules,
        *,
        on_error: Literal["raise", "pass"] = "raise",
        **options: Any,
    ) -> None:
        if on_error not in ("raise", "pass"):
            raise UsageError(f'Rewriter(on_error=...) takes "raise" or "pass", not {on_error!r}')
        rules = [element(selector, edit) for selector, edit in rules.items()] if isinstance(rules, Mapping) else list(rules)
        for rule in rules:
            if not isinstance(rule, Rule):
                raise UsageError(f"a rule is made by element(), text(), comment(), doctype() or document(), not {rule!r}")
        self._editor = _Editor(rules, scripting=options.get("scripting", False))
        self._parser = Parser(self._editor, **options)
        self._output = Output(write, self._parser._decoder, [piece for rule in rules for piece in rule.start])
        self._editor.output = self._output
        self._end = [piece for rule in rules for piece in rule.end]
        self._pass_errors = on_error == "pass"
        self._passing = False

    def feed(self, data: Chunk) -> None:
        """Take the next piece of the page, and write what is settled after it. Raises as :meth:`~saxhtml.Parser.feed` does."""
        if self._passing:
            self._output.feed(data)
            self._output.copy_all()
        else:
            self._editor.data = data
            self._run(lambda: self._parser.feed(data))
            if not self._passing and self._output.begin():
                self._output.copy_to(self._editor.settled(self._parser.locator))
        self._output.flush()

    def close(self) -> None:
        """Take the end of the page. Raises as :meth:`~saxhtml.Parser.close` does."""
        self._run(self._parser.close)
        self._output.begin()
        self._output.copy_all()
        self._output.put(self._end)
        self._end = []
        self._output.flush()

    def _run(self, step: Callable[[], None]) -> None:
        if self._passing:
            return
        editor = self._editor
        try:
            if editor.data is not None:
                self._output.feed(editor.data)
                editor.data = None
            step()
            self._passing = self._parser.stopped
        except Exception:
            if not self._pass_errors:
                self._output.flush()
                raise
            self._passing = True
        if self._passing:
            self._output.dropping = False
            self._output.copy_all()


class _Pending(NamedTuple):
    """What is to be done until an element ends, and there."""

    edit: ElementEdit
    texts: Sequence[Rule]


_FOREIGN: Final = frozenset({"svg", "math"})
_DROPS_NEWLINE: Final = frozenset({"listing", "pre", "textarea"})
"""Elements right behind whose start tag a line break does not count."""

_ALL: Final = Interest(start=True, end=True, text=True, comment=True, doctype=True, processing_instruction=True)
_RAW_NAMES: Final = RAW | RCDATA
"""Elements that hold no markup."""

_CUT_OFF: Final = re.compile("<[a-zA-Z/!?]")


class _Editor(Handler):
    output: Output

    def __init__(self, rules: Sequence[Rule], *, scripting: bool) -> None:
        self.data: Chunk | None = None
        self._selected = [(rule, rule.selector) for rule in rules if rule.selector is not None]
        self._texts = [rule for rule in rules if rule.text is not None and rule.selector is None]
        self._comments = [rule.comment for rule in rules if rule.comment is not None]
        self._doctypes = [rule.doctype for rule in rules if rule.doctype is not None]
        self._raw_names = _RAW_NAMES if scripting else _RAW_NAMES - {"noscript"}
        selectors = [selector for _, selector in self._selected]
        self._matcher = Matcher(selectors) if any(selector.needs_structure for selector in selectors) else None
        self._open: OpenElements[_Pending] | None = None if self._matcher is None else self._matcher.open_elements
        self._live = 0
        self._dropper: ElementEdit | None = None
        self._held: list[str] = []
        self._held_edit: TextEdit | None = None
        self._held_end = 0
        self._key: tuple[bool, int, bool] = (False, 0, False)
        subjects: set[str] | None = set()
        for selector in selectors:
            subjects = None if subjects is None or selector.subjects is None else subjects | selector.subjects
        self._subjects: bool | frozenset[str] = True if subjects is None else frozenset(subjects) or False

    @override
    def interest(self) -> Interest:
        self._key = self._state()
        texts = self._texts
        if any(rule.whole for rule in texts):
            return _ALL
        tags: bool | frozenset[str] = self._matcher is not None or self._live > 0
        starts = tags or self._subjects
        if texts and not tags:
            tags = self._raw_names
            starts = True if starts is True else (starts or frozenset()) | self._raw_names
        return Interest(
            start=starts, end=tags, text=bool(texts) or self._key[2], comment=bool(self._comments), doctype=bool(self._doctypes)
        )

    def settled(self, locator: Any) -> int:
        """Return the place up to which nothing that comes can change the input."""
        keep: int = locator._keep
        return keep if self._held_edit is None else min(keep, self._held_edit.offset)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if self._held_edit is not None:
            self._end_text()
        opened = self._open
        found: OpenElement[_Pending] | None = None
        if opened is not None:
            found, closed = opened.start(name, attrs)
            if closed:
                self._finish(closed, self.locator.offset, self.locator.offset)
        if self._matcher is None:
            matched = [rule for rule, selector in self._selected if selector.matches(name, attrs)]
        elif found is not None:
            matched = [self._selected[index][0] for index in self._matcher.match(found, attrs)]
        else:
            matched = []
        if matched and not self.output.dropping:
            self._edit(name, attrs, matched, found)
        if name in self._raw_names:
            self._begin_raw(name)
        if opened is not None or self._open is not None:
            self._ask()

    def _edit(self, name: str, attrs: Attributes, rules: Sequence[Rule], found: OpenElement[_Pending] | None) -> None:
        edit = ElementEdit(name, attrs, self.locator)
        texts = []
        for rule in rules:
            if rule.element is not None:
                rule.element(edit)
            if rule.text is not None and not any(other is rule for other in self._texts):
                texts.append(rule)
        edit._over = True
        needs_end = edit._needs_end or bool(texts) or (edit._has_content and name in self._raw_names)
        closes_itself = attrs.self_closing and (self.locator._context.foreign or name in _FOREIGN)
        if needs_end and self._open is None and not closes_itself:
            # What is kept in it is ours, whatever capture keeps there.
            self._open = cast("OpenElements[_Pending]", NothingKnownAround())
            found, _ = self._open.start(name, attrs)
        self._write_start(edit, closes_itself)
        if closes_itself or (needs_end and (found is None or found.void)):
            end = self.locator.end_offset
            self._write_end(edit, end, end, [], is_empty=True)
            if self._matcher is None and not self._live:
                self._open = None
        elif needs_end:
            assert found is not None
            found.data = _Pending(edit, texts)
            self._live += 1
            self._texts = [*self._texts, *texts]

    def _write_start(self, edit: ElementEdit, closes_itself: bool) -> None:
        output = self.output
        output.begin()
        start, end = edit.offset, self.locator._end
        if edit._before:
            output.copy_to(start)
            output.put(edit._before)
        if edit._gone or edit._unwrapped:
            output.copy_to(start)
            output.skip_to(end)
        else:
            body = end - 1 - len(edit.attrs.source)
            if edit._rename:
                output.refuse_references(edit._rename)
                output.copy_to(start + 1)
                output.skip_to(body)
                output.put_source(edit._rename)
            if edit._attributes:
                for name in edit._attributes:
                    if not name.isascii() and name not in edit.attrs:
                        output.refuse_references(name)
                for change_start, change_end, new in edit._changes():
                    output.copy_to(body + change_start)
                    if change_end > change_start:
                        output.skip_to(body + change_end)
                    output.put_source(new)
            if closes_itself and edit._has_content:
                slash = body + edit.attrs.source.rfind("/")
                output.copy_to(slash)
                output.skip_to(slash + 1)
                output.put_source("")
        if edit._has_content or edit._after:
            output.copy_to(end)
            if edit.name in self._raw_names and not edit._unwrapped:
                self._begin_raw(edit.name, wanted=True)
            if edit.name in _DROPS_NEWLINE and not edit._unwrapped and edit._begins_with_newline:
                output.put_source("\n")
            if not edit._gone:
                output.put(edit._prepend)
        if edit._gone or edit._set:
            output.copy_to(end)
            output.dropping = True
            self._dropper = edit

    def _begin_raw(self, name: str, *, wanted: bool = False) -> None:
        """Look at the text of an element that holds no markup, if anything is written into it."""
        output = self.output
        if output.raw is None and not output.dropping and not self.locator._context.foreign and (wanted or self._texts):
            output.raw = RawText(name)

    def _write_end(self, edit: ElementEdit, start: int, end: int, unclosed: list[str], *, is_empty: bool = False) -> None:
        """Write the end of an element, whose end tag stands between two places; if they are one place, it has none.

        ``unclosed``: the names of elements in it that have ended without a tag, innermost first; its own is added if it has.
        ``is_empty``: whether its start tag was all of it.
        """
        output = self.output
        output.copy_to(start)
        if self._dropper is edit:
            output.dropping = False
            self._dropper = None
            unclosed.clear()
        gone = edit._gone or edit._unwrapped
        if edit._append and not edit._gone:
            self._close(unclosed)
            output.put(edit._append)
        output.end_raw(must_end=end > start or bool(edit._after))
        if gone:
            output.skip_to(end)
        elif edit._rename and end > start:
            name_start = start + len("</")
            output.copy_to(name_start)
            output.skip_to(name_start + len(edit.name))
            output.put_source(edit._rename)
            output.copy_to(end)
        else:
            output.copy_to(end)
        if is_empty:
            if edit._has_content:
                output.put_source(f"</{edit._rename or edit.name}>")
        elif end > start:
            unclosed.clear()
        elif not gone:
            unclosed.append(edit._rename or edit.name)
        if edit._after:
            self._close(unclosed)
            output.put(edit._after)

    def _close(self, unclosed: list[str]) -> None:
        """Write the end tags of elements that have ended without one, so that what is written next stands behind them."""
        for name in unclosed:
            if name == "plaintext":
                raise RewriteError("nothing can be written after a <plaintext>, which has no end")
            if name not in FORMATTING:  # those the standard opens again behind any end
                self.output.put_source(f"</{name}>")
        unclosed.clear()

    def _finish(self, closed: Sequence[OpenElement[_Pending]], start: int, end: int, name: str | None = None) -> None:
        """Write the ends of elements that ended, innermost first, with the end tag between two places, of that name."""
        unclosed: list[str] = []
        behind_own = False
        for one in closed:
            own = name is not None and is_its_end_tag(name, one.name)
            if own:
                name = None
            pending = one.data
            at = end if behind_own else start
            if pending is not None:
                self._live -= 1
                self._write_end(pending.edit, at, end if own else at, unclosed)
                for rule in pending.texts:
                    self._texts = [other for other in self._texts if other is not rule]
            elif not own:
                unclosed.append(one.name)
            if own:
                behind_own = True
                unclosed.clear()
        if self._matcher is None and not self._live:
            self._open = None

    @override
    def end_tag(self, name: str) -> None:
        self._end_text()
        if self._open is not None:
            closed = self._open.end(name)
            if closed:
                self._finish(closed, self.locator.offset, self.locator.end_offset, name)
        self.output.end_raw(must_end=True)
        self._ask()

    @override
    def text(self, data: str) -> None:
        if self.output.dropping:
            return
        if not self._texts:
            self.output.take_raw(data)
            return
        locator = self.locator
        if self._held_edit is None and any(rule.whole for rule in self._texts):
            self._held_edit = TextEdit("", locator)
            self._held_edit._line_and_column()
            self.output.begin()
            self.output.copy_to(locator.offset)
        if self._held_edit is not None:
            self._held.append(data)
            self._held_end = locator.end_offset
            self.output.hold(self._held_end)
        else:
            self._edit_text(TextEdit(data, locator), locator.end_offset)

    def _end_text(self) -> None:
        """Edit the text that has been held."""
        edit = self._held_edit
        if edit is not None:
            edit.data = "".join(self._held)
            self._held_edit = None
            self._held.clear()
            self._edit_text(edit, self._held_end)

    def _edit_text(self, edit: TextEdit, end: int) -> None:
        for rule in self._texts:
            assert rule.text is not None
            rule.text(edit)
        self._write_around(edit, end, edit.data)

    def _write_around(self, edit: _Edit, end: int, text: str = "") -> None:
        edit._over = True
        output = self.output
        output.begin()
        output.copy_to(edit.offset)
        output.put(edit._before)
        if edit._gone:
            output.skip_to(end)
        else:
            output.take_raw(text)
            output.copy_to(end)
        output.put(edit._after)

    @override
    def comment(self, data: str) -> None:
        self._end_text()
        if self._comments and not self.output.dropping:
            edit = CommentEdit(data, self.locator)
            for function in self._comments:
                function(edit)
            self._write_around(edit, self.locator.end_offset)

    @override
    def doctype(self, doctype: Doctype) -> None:
        self._end_text()
        if self._doctypes and not self.output.dropping:
            edit = DoctypeEdit(doctype, self.locator)
            for function in self._doctypes:
                function(edit)
            self._write_around(edit, self.locator.end_offset)

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._end_text()

    @override
    def end_document(self) -> None:
        self._end_text()
        if self._open is not None:
            locator = self.locator
            end = locator.offset
            # Behind a tag or comment that is cut off, what is written would be part of it.
            rest = locator._keep
            closed = self._open.finish()
            in_text = bool(closed) and closed[0].name in self._raw_names and closed[0].namespace == "html"
            if rest < end and not in_text and _CUT_OFF.match(locator._slice(rest, end)):
                end = rest
            if any(one.data is not None for one in closed):
                self.output.begin()
            self._finish(closed, end, end)

    def _ask(self) -> None:
        if self._key != self._state():
            self.locator.interest_changed()

    def _state(self) -> tuple[bool, int, bool]:
        """Return what the interest depends on."""
        return self._live > 0, len(self._texts), self.output.raw is not None


def rewrite(chunks: Chunk | Iterable[Chunk], rules: Rules, **options: Any) -> Iterator[Any]:
    """Yield a page with the edits of some rules, as it arrives: str for str, bytes for bytes.

    ``chunks`` are pieces of the page, or all of it as one str or bytes. The rest is :class:`Rewriter`'s.

    >>> from saxhtml.rewrite import rewrite
    >>> "".join(rewrite("<ul><li>a<li>b</ul>", {"li": lambda li: li.after("!")}))
    '<ul><li>a</li>!<li>b</li>!</ul>'
    """
    made: list[Any] = []
    rewriter = Rewriter(made.append, rules, **options)
    for chunk in [chunks] if isinstance(chunks, str | bytes | bytearray | memoryview) else chunks:
        rewriter.feed(chunk)
        yield from made
        made.clear()
    rewriter.close()
    yield from made


async def arewrite(chunks: AsyncIterable[Chunk], rules: Rules, **options: Any) -> AsyncIterator[Any]:
    """Yield as :func:`rewrite` does, from pieces that come asynchronously."""
    made: list[Any] = []
    rewriter = Rewriter(made.append, rules, **options)
    async for chunk in chunks:
        rewriter.feed(chunk)
        for piece in made:
            yield piece
        made.clear()
    rewriter.close()
    for piece in made:
        yield piece
