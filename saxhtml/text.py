"""Text: what a page says to its reader, as ``innerText`` would have it, written as the page arrives.

:func:`get_text` returns the text of a page; :class:`TextWriter` is the handler behind it, which hands on each piece as soon as
it is certain. White space is collapsed, blocks begin new lines, cells are set apart by tabs, ``pre`` is kept as it is, and
what a browser would not show is left out.

The text of one element as it stands in the source is :mod:`saxhtml.capture`'s matter. Style sheets and ``style`` attributes
are not read; what they hide can be left out with :func:`saxhtml.filters.drop`, with this handler behind it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, NamedTuple

from typing_extensions import override

from saxhtml._elements import BLOCK
from saxhtml._nesting import OpenElement, OpenElements
from saxhtml.attributes import Attributes, ascii_lower
from saxhtml.errors import UsageError
from saxhtml.handler import Handler
from saxhtml.parser import Source, parse
from saxhtml.position import Locator

_SPACES: Final = re.compile(r"[\t\n\f\r][\t\n\f\r ]*+|  ++[\t\n\f\r ]*+| [\t\n\f\r][\t\n\f\r ]*+")
"""White space that is not one space already."""
_MAY_HIDE: Final = re.compile(r"""(?<![^\t\n\f\r "'/])(?:hidden|popover)""", re.IGNORECASE)
"""What a tag with one of these attributes has in it."""

# What holds for text at some point of a page.
_HIDDEN: Final = 1
"""It is not shown, nor is anything inside."""
_SILENT: Final = 2
"""It is not shown, but some elements inside are: options in a select, text in svg."""
_KEPT: Final = 4
"""White space is kept."""


class _Style(NamedTuple):
    """What a style sheet says of an element."""

    breaks: int = 0
    """How many line breaks it needs before and after."""
    sets: int = 0
    """What holds inside."""
    clears: int = 0
    """What does not. Elements that clear nothing make no difference where all is silent."""
    part: Literal["table", "section", "row", "cell", None] = None
    """What it is of a table."""


class _Table:
    """How far a table has come: whether it has a row, whether one is open, its tags there or not, and has a cell."""

    __slots__ = ("has_cell", "has_row", "in_row")

    def __init__(self) -> None:
        self.has_row = False
        self.in_row = False
        self.has_cell = False


class _Box(NamedTuple):
    """What an open element comes back to when it ends."""

    style: _Style
    mode: int
    table: _Table


class TextWriter(Handler):
    """A handler that calls ``write`` with the text of a page, piece by piece.

    The text is that of ``innerText`` (WHATWG HTML, "The innerText and outerText properties") for the whole page, displayed by
    the style sheet of the standard ("Rendering", section 15.3), but for this:

    * ``textarea`` shows what it holds. An image or a control counts as nothing, so that spaces around it are one.
    * What a reader can unfold is shown: ``details`` that are not open, and ``hidden=until-found``.
    * Nothing moves: text that stands in a table, outside its cells, is not put before it.

    ``noscript`` and what stands in for a ``canvas`` are shown unless scripts run.

    ``alt``: show the ``alt`` text of images, image buttons and areas. ``scripting``: what the parser was told.

    Raises :class:`~saxhtml.UsageError` for a ``write`` that cannot be called.
    """

    def __init__(self, write: Callable[[str], object], *, alt: bool = False, scripting: bool = False) -> None:
        if not callable(write):
            raise UsageError(f"write is called with each piece of text, as sys.stdout.write can be; {write!r} cannot")
        self._write = write
        self._alt = alt
        self._html = {**_HTML, "canvas": _GONE, "noscript": _GONE} if scripting else _HTML
        self._clear()

    def _clear(self) -> None:
        self._open: OpenElements[_Box] = OpenElements()
        self._mode = 0
        self._table = _Table()
        self._newline_at = -1  # where a line break does not count, right behind a <pre>
        self._written = False
        self._breaks = 0  # line breaks that are needed before the next text
        self._space = False  # whether there was a space, which counts if text follows on the same line
        self._in_line = False  # whether a space counts here

    @override
    def start_document(self, locator: Locator) -> None:
        super().start_document(locator)
        self._clear()

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        element, closed = self._open.start(name, attrs)
        if closed:
            self._end(closed)
        mode = self._mode
        if element is None or mode & _HIDDEN:
            return
        if element.namespace == "html":
            style = self._html.get(name)
            if (name == "dialog" and "open" not in attrs) or (_MAY_HIDE.search(attrs.source) and _is_hidden(name, attrs)):
                style = _GONE
            elif element.void:
                if not mode & _SILENT:
                    self._void(name, attrs)
                return
        else:
            style = (_SVG if element.namespace == "svg" else _MATH).get(name)
        if style is None or element.void or (mode & _SILENT and not style.clears):
            return
        element.data = _Box(style, mode, self._table)
        self._mode = mode & ~style.clears | style.sets
        if style.breaks:
            self._require(style.breaks)
        if style.part:
            self._begin_part(style.part)
        if name in _DROP_NEWLINE:
            self._newline_at = self.locator.end_offset

    @override
    def end_tag(self, name: str) -> None:
        closed = self._open.end(name)
        if closed:
            self._end(closed)
        if self._mode & (_HIDDEN | _SILENT):
            return
        if name == "br":
            self._put("\n")
        elif name == "p" and not any(element.name == "p" for element in closed):
            self._require(2)  # the standard makes an empty paragraph of it

    @override
    def text(self, data: str) -> None:
        if self._mode == _KEPT and data[0] == "\n" and self.locator.offset == self._newline_at:
            data = data[1:]
        if "\0" in data:
            data = data.replace("\0", "")  # which the tree builder would do
        if data:
            self._show(data)

    def _show(self, data: str) -> None:
        if self._mode == _KEPT:
            self._put(" " + data if self._space and self._in_line else data)
            self._in_line = data[-1] != "\n"
        elif not self._mode:
            self._show_prose(data)

    def _show_prose(self, data: str) -> None:
        data = _SPACES.sub(" ", data)
        words = data.strip(" ")
        if not words:
            self._space = True
            return
        if self._in_line and (self._space or data[0] == " "):
            words = " " + words
        self._put(words)
        self._in_line = True
        self._space = data[-1] == " "

    def _put(self, text: str) -> None:
        """Write what is neither empty nor collapsed, and stand at the beginning of a line."""
        if self._breaks:
            text = "\n" * self._breaks + text
            self._breaks = 0
        self._written = True
        self._space = self._in_line = False
        self._write(text)

    def _require(self, breaks: int) -> None:
        """Have at least so many line breaks before the next text, but none before the first."""
        if self._written and breaks > self._breaks:
            self._breaks = breaks
        self._space = self._in_line = False

    def _void(self, name: str, attrs: Attributes) -> None:
        if name == "br":
            self._put("\n")
        elif name == "hr":
            self._require(1)
        elif self._alt and name in _WITH_ALT and (name != "input" or ascii_lower(attrs.get("type", "")) == "image"):
            alt = attrs.get("alt", "")
            if alt:
                # Each area is a link of its own; an image may well be part of a word.
                self._show(f" {alt} " if name == "area" else alt)

    def _begin_part(self, part: Literal["table", "section", "row", "cell"]) -> None:
        """Begin a part of a table, with what sets it apart from the one before."""
        table = self._table
        if part == "table":
            self._table = _Table()
            return
        if part in _WITH_ROWS:
            table.in_row = False
        if part != "section" and not table.in_row:
            if table.has_row:
                self._put("\n")
            table.has_row = table.in_row = True
            table.has_cell = False
        if part == "cell":
            if table.has_cell:
                self._put("\t")
            table.has_cell = True
            self._space = self._in_line = False

    def _end(self, closed: Iterable[OpenElement[_Box]]) -> None:
        for element in closed:
            if element.data is not None:
                style, self._mode, self._table = element.data
                if style.breaks:
                    self._require(style.breaks)
                elif style.part in _WITH_ROWS:
                    self._table.in_row = False


def get_text(source: Source, *, alt: bool = False, scripting: bool = False, **options: Any) -> str:
    """Return what a page says to its reader.

    ``alt`` and ``scripting`` are those of :class:`TextWriter`; ``source`` and the rest those of :func:`~saxhtml.parse`.

    >>> get_text("<title>Menu</title><h1>Tea\\n  time</h1><p hidden>Sold out<p>Cake<table><tr><td>Scone<td>2.50</table>")
    'Tea time\\n\\nCake\\n\\nScone\\t2.50'

    Raises what parsing raises.
    """
    pieces: list[str] = []
    parse(source, TextWriter(pieces.append, alt=alt, scripting=scripting), scripting=scripting, **options)
    return "".join(pieces)


def _is_hidden(name: str, attrs: Attributes) -> bool:
    if "hidden" in attrs and name != "embed" and ascii_lower(attrs["hidden"]) != "until-found":
        return True
    return "popover" in attrs and not (name == "dialog" and "open" in attrs)


_GONE: Final = _Style(sets=_HIDDEN, clears=_SILENT)
_BLOCK: Final = _Style(breaks=1)
_SECTION: Final = _Style(part="section")
_OPTION: Final = _Style(breaks=1, clears=_SILENT)

_HTML: Final[dict[str, _Style]] = {
    **dict.fromkeys(BLOCK | {"caption"}, _BLOCK),
    **dict.fromkeys(
        # What is not displayed, and what is displayed as something else than its content.
        """area audio base basefont datalist embed iframe link meta noembed noframes object param rp script style template
        title video""".split(),
        _GONE,
    ),
    **dict.fromkeys("listing plaintext pre xmp".split(), _Style(breaks=1, sets=_KEPT)),
    **dict.fromkeys("tbody tfoot thead".split(), _SECTION),
    **dict.fromkeys("td th".split(), _Style(part="cell")),
    "optgroup": _Style(breaks=1, sets=_SILENT, clears=_SILENT),
    "option": _OPTION,
    "p": _Style(breaks=2),
    "select": _Style(sets=_SILENT),
    "table": _Style(breaks=1, part="table"),
    "textarea": _Style(sets=_KEPT),
    "tr": _Style(part="row"),
}
_SVG: Final[dict[str, _Style]] = {
    **dict.fromkeys(
        "clippath defs desc lineargradient marker mask metadata pattern radialgradient script style symbol title".split(),
        _GONE,
    ),
    **dict.fromkeys("foreignobject text".split(), _OPTION),
    "svg": _Style(sets=_SILENT),
}
_MATH: Final[dict[str, _Style]] = {
    **dict.fromkeys("annotation annotation-xml mphantom".split(), _GONE),
    "mtable": _Style(part="table"),
    "mtr": _Style(part="row"),
    "mtd": _Style(part="cell"),
}
_DROP_NEWLINE: Final = frozenset("listing pre textarea".split())
_WITH_ROWS: Final = ("row", "section")
_WITH_ALT: Final = frozenset("area image img input".split())
