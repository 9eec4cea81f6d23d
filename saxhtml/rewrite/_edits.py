"""What the functions of rules get: the element, text, comment or doctype at hand, with the edits as methods."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from typing_extensions import override

from saxhtml._elements import VOID
from saxhtml.attributes import Attributes
from saxhtml.errors import UsageError
from saxhtml.handler import Doctype
from saxhtml.position import Locator
from saxhtml.rewrite._content import (
    Content,
    Piece,
    attribute_value,
    check_attribute_name,
    check_content,
    check_name,
    comment_source,
)


class _Edit:
    """What can be done to anything: content around it or instead of it. Contents at one place stand in the order of calls."""

    # Most are edited in one way, so what stays as it is costs nothing: no slots, the class has it.
    _place: tuple[int, int] | None = None
    _before: Sequence[Piece] = ()
    _after: Sequence[Piece] = ()
    _gone = False
    _over = False
    _needs_end = False
    """Whether something is to be done where it ends."""

    offset: int
    """Characters of the input before it."""

    def __init__(self, locator: Locator) -> None:
        self.offset = locator.offset
        self._locator = locator

    @property
    def line(self) -> int:
        """The line on which it begins, from 1. To be asked inside the rule's function."""
        return self._line_and_column()[0]

    @property
    def column(self) -> int:
        """The column at which it begins, in characters from 1. To be asked inside the rule's function."""
        return self._line_and_column()[1]

    def _line_and_column(self) -> tuple[int, int]:
        if self._place is None:
            self._refuse_late()
            self._place = self._locator._line_and_column(self.offset)
        return self._place

    def before(self, content: Content, *, html: bool = False) -> None:
        """Write content before it: text, or with ``html`` markup as it is."""
        self._before = (*self._before, self._piece(content, html))

    def after(self, content: Content, *, html: bool = False) -> None:
        """Write content after it."""
        self._after = (*self._after, self._piece(content, html))
        self._needs_end = True

    def replace(self, content: Content, *, html: bool = False) -> None:
        """Write content instead of it."""
        self._before = (*self._before, self._piece(content, html))
        self._gone = self._needs_end = True

    def remove(self) -> None:
        """Leave it out."""
        self._refuse_late()
        self._gone = self._needs_end = True

    def _piece(self, content: Content, html: bool) -> Piece:
        self._refuse_late()
        return Piece(check_content(content), html)

    def _refuse_late(self) -> None:
        if self._over:
            raise UsageError("this has been written already; edit it, and ask for its place, inside the rule's function")


class ElementEdit(_Edit):
    """An element at its start tag. Its edits are made when the rule's function has returned.

    ``name`` and ``attrs`` are those of the start tag, whatever the edits; :meth:`get` knows of them.
    """

    _rename = ""
    _prepend: Sequence[Piece] = ()
    _append: Sequence[Piece] = ()
    _set = False
    _unwrapped = False

    def __init__(self, name: str, attrs: Attributes, locator: Locator) -> None:
        self.offset = locator.offset
        self._locator = locator
        self.name: Final = name
        self.attrs: Final = attrs
        self._attributes: dict[str, str | None] = {}

    @override
    def __repr__(self) -> str:
        return f"<ElementEdit {self.name} {self.attrs!r}>"

    def get(self, name: str, default: str | None = None) -> str | None:
        """Return the value of an attribute as it is after the edits so far, or ``default``."""
        value = self._attributes.get(name.lower(), self.attrs.get(name.lower()))
        return default if value is None else value

    def set_attribute(self, name: str, value: str) -> None:
        """Set an attribute; one that is there keeps its place, its spelling and its quotes.

        Raises :class:`~saxhtml.UsageError` for a name that cannot be written.
        """
        self._refuse_late()
        if not isinstance(value, str):
            raise UsageError(f"the value of an attribute is a str, not {type(value).__name__}")
        self._attributes[check_attribute_name(name).lower()] = value

    def remove_attribute(self, name: str) -> None:
        """Leave out an attribute, and all repetitions of it."""
        self._refuse_late()
        self._attributes[check_attribute_name(name).lower()] = None

    def rename(self, name: str) -> None:
        """Give the start tag and the end tag another name. Raises :class:`~saxhtml.UsageError` for what cannot be one."""
        self._refuse_late()
        self._rename = check_name(name)
        self._needs_end = True

    def prepend(self, content: Content, *, html: bool = False) -> None:
        """Write content behind the start tag."""
        self._prepend = (*self._prepend, self._inner(content, html))

    def append(self, content: Content, *, html: bool = False) -> None:
        """Write content before the end tag, or where the element ends without one."""
        self._append = (*self._append, self._inner(content, html))
        self._needs_end = True

    def set_content(self, content: Content, *, html: bool = False) -> None:
        """Write content instead of all that is in the element."""
        self._prepend = (*self._prepend, self._inner(content, html))
        self._set = self._needs_end = True

    def unwrap(self) -> None:
        """Leave out the tags, and keep what is in them."""
        self._refuse_late()
        self._unwrapped = self._needs_end = True

    def _inner(self, content: Content, html: bool) -> Piece:
        if self.name in VOID:
            raise UsageError(f"<{self.name}> holds nothing: write before() or after() it")
        return self._piece(content, html)

    @property
    def _has_content(self) -> bool:
        """Whether something is written into it, or its content left out."""
        return bool(self._prepend or self._append or self._set) and not self._gone

    @property
    def _begins_with_newline(self) -> bool:
        return any(isinstance(piece.content, str) and piece.content.startswith("\n") for piece in self._prepend[:1])

    def _changes(self) -> list[tuple[int, int, str]]:
        """Return what of the start tag's source, counted from behind its name, is to be what, in order."""
        body = self.attrs.source
        edits = self._attributes
        changes: list[tuple[int, int, str]] = []
        there: set[str] = set()
        names = body.lower()
        if "\0" in body:
            names = names.replace("\0", "\ufffd")
        for name in edits:
            if name in names:  # else the tag need not be taken apart
                there = self._change(changes)
                break
        new = ""
        for name, value in edits.items():
            if value is not None and name not in there:
                new += f" {name}={attribute_value(value, _QUOTE)}"
        if new:
            tail = len(body)
            if body and body[-1] in _SPACE_OR_SLASH:
                tail = len(body.rstrip(_SPACE))
                if self.attrs.self_closing:
                    tail = len(body[: body.rfind("/", 0, tail)].rstrip(_SPACE))
            if body.endswith("=", 0, tail):
                last = self.attrs.spans()[-1]
                if last.name_end < last.value_start == last.value_end and not last.quote and last.name not in there:
                    new = '""' + new  # else the new one would be the value that is missing
            changes.append((tail, tail, new))
        return changes

    def _change(self, changes: list[tuple[int, int, str]]) -> set[str]:
        """Add what is to become of the attributes that are there, and return their names."""
        body, edits = self.attrs.source, self._attributes
        there: set[str] = set()
        behind_last = 0
        for span in self.attrs.spans():
            name = span.name
            floor, end = behind_last, span.value_end + len(span.quote)
            behind_last = end
            if name not in edits:
                continue
            value = edits[name]
            follows = body[end : end + 1]
            if value is None or name in there:
                start = span.name_start
                while start > floor and body[start - 1] in _SPACE_OR_SLASH:
                    start -= 1
                # What comes next must not become part of what comes before.
                between = " /" if _EQUALS.match(body, end) else " " if follows and follows not in _SPACE else ""
                changes.append((start, end, between))
            else:
                between = " " if follows and follows not in _SPACE_OR_SLASH else ""
                changes.append((span.name_end, end, f"={attribute_value(value, span.quote or _QUOTE)}{between}"))
            there.add(name)
        return there


_QUOTE: Final = '"'
_EQUALS: Final = re.compile(r"[ \t\n\r\f]*+=")
_SPACE: Final = " \t\n\r\f"
_SPACE_OR_SLASH: Final = frozenset(" \t\n\r\f/")


class TextEdit(_Edit):
    """A piece of text, or a whole text node where the rule asked for it: ``data``, references decoded."""

    def __init__(self, data: str, locator: Locator) -> None:
        super().__init__(locator)
        self.data = data


class CommentEdit(_Edit):
    """A comment: ``data``."""

    def __init__(self, data: str, locator: Locator) -> None:
        super().__init__(locator)
        self.data: Final = data

    def set(self, data: str) -> None:
        """Write another comment instead. Raises :class:`RewriteError` for data that would end it early."""
        self._refuse_late()
        self._before = (*self._before, Piece(comment_source(data), html=True, references=False))
        self._gone = True


class DoctypeEdit(_Edit):
    """The doctype."""

    def __init__(self, doctype: Doctype, locator: Locator) -> None:
        super().__init__(locator)
        self.doctype: Final = doctype
