"""What the functions of rules get: the element, text, comment or doctype at hand, with the edits as methods."""

from __future__ import annotations

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

    __slots__ = ("_after", "_before", "_gone", "_locator", "_over", "_place", "offset")

    offset: int
    """Characters of the input before it."""

    def __init__(self, locator: Locator) -> None:
        self.offset = locator.offset
        self._locator = locator
        self._place: tuple[int, int] | None = None
        self._before: Sequence[Piece] = ()
        self._after: Sequence[Piece] = ()
        self._gone = False
        self._over = False

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

    def replace(self, content: Content, *, html: bool = False) -> None:
        """Write content instead of it."""
        self._before = (*self._before, self._piece(content, html))
        self._gone = True

    def remove(self) -> None:
        """Leave it out."""
        self._refuse_late()
        self._gone = True

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

    __slots__ = ("_append", "_attributes", "_prepend", "_rename", "_set", "_unwrapped", "attrs", "is_open", "name")

    def __init__(self, name: str, attrs: Attributes, locator: Locator) -> None:
        super().__init__(locator)
        self.name: Final = name
        self.attrs: Final = attrs
        self.is_open = True
        self._attributes: dict[str, str | None] = {}
        self._rename = ""
        self._prepend: Sequence[Piece] = ()
        self._append: Sequence[Piece] = ()
        self._set = False
        self._unwrapped = False

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

    def prepend(self, content: Content, *, html: bool = False) -> None:
        """Write content behind the start tag."""
        self._prepend = (*self._prepend, self._inner(content, html))

    def append(self, content: Content, *, html: bool = False) -> None:
        """Write content before the end tag, or where the element ends without one."""
        self._append = (*self._append, self._inner(content, html))

    def set_content(self, content: Content, *, html: bool = False) -> None:
        """Write content instead of all that is in the element."""
        self._prepend = (*self._prepend, self._inner(content, html))
        self._set = True

    def unwrap(self) -> None:
        """Leave out the tags, and keep what is in them."""
        self._refuse_late()
        self._unwrapped = True

    def _inner(self, content: Content, html: bool) -> Piece:
        if self.name in VOID:
            raise UsageError(f"<{self.name}> holds nothing: write before() or after() it")
        return self._piece(content, html)

    @property
    def _needs_end(self) -> bool:
        return bool(self._gone or self._set or self._unwrapped or self._rename or self._append or self._after)

    def _start_tag(self, source: str) -> str:
        """Return the start tag with its edits. Untouched attributes keep quotes, case, spacing and order."""
        attrs = self.attrs
        body = attrs.source
        parts = ["<", self._rename or source[1 : len(source) - len(body) - 1]]
        done = 0
        waiting = self._attributes.copy()
        seen: set[str] = set()
        for span in attrs.spans() if any(map(attrs.__contains__, waiting)) else ():
            if span.name not in self._attributes:
                continue
            value = self._attributes[span.name]
            first = span.name not in seen
            seen.add(span.name)
            end = span.value_end + len(span.quote)
            if value is None or not first:
                start = span.name_start
                while start > done and body[start - 1] in " \t\n\r\f/":
                    start -= 1
                parts.append(body[done:start])
            else:
                quote = span.quote or '"'
                parts.append(body[done : span.name_end] + "=" + attribute_value(value, quote))
                if end < len(body) and body[end] not in " \t\n\r\f/":
                    parts.append(" ")
                waiting.pop(span.name)
            done = end
        rest = body[done:]
        added = [(name, attribute_value(value, '"')) for name, value in waiting.items() if value is not None]
        new = "".join(f" {name}={value}" for name, value in added)
        if new:
            tail = len(rest.rstrip(" \t\n\r\f"))
            if self.attrs.self_closing:
                tail = len(rest[: rest.rstrip(" \t\n\r\f").rfind("/")].rstrip(" \t\n\r\f"))
            rest = rest[:tail] + new + rest[tail:]
        parts += [rest, ">"]
        return "".join(parts)


class TextEdit(_Edit):
    """A piece of text, or a whole text node where the rule asked for it: ``data``, references decoded."""

    __slots__ = ("data",)

    def __init__(self, data: str, locator: Locator) -> None:
        super().__init__(locator)
        self.data = data


class CommentEdit(_Edit):
    """A comment: ``data``."""

    __slots__ = ("data",)

    def __init__(self, data: str, locator: Locator) -> None:
        super().__init__(locator)
        self.data: Final = data

    def set(self, data: str) -> None:
        """Write another comment instead. Raises :class:`RewriteError` for data that would end it early."""
        self.replace(comment_source(data), html=True)


class DoctypeEdit(_Edit):
    """The doctype."""

    __slots__ = ("doctype",)

    def __init__(self, doctype: Doctype, locator: Locator) -> None:
        super().__init__(locator)
        self.doctype: Final = doctype
