"""The methods of ``html.parser.HTMLParser`` over this package's parser, so that a subclass runs when its import is changed.

    from saxhtml.htmlparser import HTMLParser      # was: from html.parser import HTMLParser

What the subclass is called with is the standard's: raw text, comments, references and broken tags come as browsers read
them. New code does better with :class:`saxhtml.Handler`, which says more and is faster. What differs from ``html.parser``:

* ``<![CDATA[x]]>`` in svg and math is text. Elsewhere it is a comment that ends at the first ``>``; like ``<?xml ...?>``,
  which the standard calls a comment too, it still comes by the method that it used to come by.
* With ``convert_charrefs=False``, ``handle_entityref`` gets names of the standard only, by its rule of the longest one:
  ``&notit;`` is ``not`` and the text ``it;``, and ``&b`` in ``?a=1&b=2`` is text.
* A tag that the end of the page cuts off is dropped; it never becomes text.
* A lone CR and CRLF end a line for ``getpos`` too, and are LF in text. Of a reference ``getpos`` says where its text begins.
* ``feed`` also takes bytes, and finds the encoding.
* Which elements hold raw text is the standard's matter: changing ``CDATA_CONTENT_ELEMENTS`` has no effect.
* There is no ``rawdata``: what waits for the next piece is the parser's own.
* An exception from a method ends the parse; ``reset`` begins another. ``StopParsing`` ends it quietly.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias
from weakref import proxy

from typing_extensions import override

from saxhtml._elements import RAWTEXT, RCDATA
from saxhtml.attributes import Attributes, clean_newlines
from saxhtml.charref import decode, longest_name
from saxhtml.handler import Doctype, Handler, Interest
from saxhtml.limits import Limits
from saxhtml.parser import Chunk, Parser

_NO_LIMITS: Final = Limits(max_token=sys.maxsize, max_attributes=sys.maxsize, max_depth=sys.maxsize)
"""No subclass reckons with an exception from a limit. Parsing takes linear time without them too."""

_Attrs: TypeAlias = list[tuple[str, str | None]]


class HTMLParser:
    """Calls its own ``handle_...`` methods, which do nothing until they are overridden, for what it is fed.

    ``convert_charrefs``: whether character references in text come decoded, in ``handle_data``; without it
    ``handle_charref`` and ``handle_entityref`` are called for them. Those in attributes are always decoded.
    ``scripting``: whether ``noscript`` holds raw text. Both are attributes too, the second read when a page begins.

    A subclass may leave out ``super().__init__()`` if it calls :meth:`reset`, or not even that.
    """

    CDATA_CONTENT_ELEMENTS = ("script", *sorted(RAWTEXT))
    RCDATA_CONTENT_ELEMENTS = tuple(sorted(RCDATA))

    convert_charrefs: bool = True
    scripting: bool = False
    lasttag: str = "???"
    """The name of the latest start tag."""

    _parser: Parser | None = None
    _closed: bool = False
    _starttag_text: str | None = None

    def __init__(self, *, convert_charrefs: bool = True, scripting: bool = False) -> None:
        self.convert_charrefs = convert_charrefs
        self.scripting = scripting
        self.reset()

    def reset(self) -> None:
        """Forget the page, also what of it waits for its next piece."""
        self._parser = None
        self._closed = False
        self._starttag_text = None
        self.lasttag = "???"

    def feed(self, data: Chunk) -> None:
        """Take the next piece of the page, str or bytes; after :meth:`close`, the first one of another page.

        Raises what :meth:`saxhtml.Parser.feed` raises.
        """
        if self._parser is None or self._closed:
            self._closed = False
            self._parser = Parser(_Events(self), scripting=self.scripting, limits=_NO_LIMITS)
        self._parser.feed(data)

    def close(self) -> None:
        """Take the end of the page: call the methods for what waited. Raises what :meth:`saxhtml.Parser.close` raises."""
        if self._parser is not None:
            self._parser.close()
            self._closed = True

    def getpos(self) -> tuple[int, int]:
        """Return the line, from 1, and the offset in it, from 0, at which what is being handled begins."""
        if self._parser is None:
            return 1, 0
        locator = self._parser.locator
        return locator.line, locator.column - 1

    def get_starttag_text(self) -> str | None:
        """Return the source of the latest start tag, or None before the first."""
        return self._starttag_text

    # Arguments are passed by position; a subclass may name them as it likes.

    def handle_starttag(self, tag: str, attrs: _Attrs, /) -> None:
        """A start tag: its lowercased name, and all its attributes in order; the value of a bare one is None."""

    def handle_startendtag(self, tag: str, attrs: _Attrs, /) -> None:
        """A start tag written ``<x/>``; this one calls :meth:`handle_starttag` and :meth:`handle_endtag`."""
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str, /) -> None:
        """An end tag, by its lowercased name."""

    def handle_data(self, data: str, /) -> None:
        """Text, as far as it has arrived."""

    def handle_charref(self, name: str, /) -> None:
        """With ``convert_charrefs=False``: a numeric reference in text, without ``&#`` and ``;``, such as ``xE9``."""

    def handle_entityref(self, name: str, /) -> None:
        """With ``convert_charrefs=False``: a named reference in text, without ``&`` and ``;``."""

    def handle_comment(self, data: str, /) -> None:
        """A comment, or what the standard turns into one."""

    def handle_decl(self, decl: str, /) -> None:
        """A doctype, as it is written between ``<!`` and ``>``."""

    def handle_pi(self, data: str, /) -> None:
        """What is written between ``<?`` and ``>``."""

    def unknown_decl(self, data: str, /) -> None:
        """A ``<![CDATA[...]]>`` outside svg and math, as it is written between ``<![`` and ``]]>``."""


_HEARD_BY: Final[dict[str, tuple[str, ...]]] = {
    "end": ("handle_endtag",),
    "text": ("handle_data", "handle_charref", "handle_entityref"),
    "comment": ("handle_comment", "handle_pi", "unknown_decl"),
    "doctype": ("handle_decl",),
    "processing_instruction": ("handle_pi",),
}


class _Events(Handler):
    """Calls the methods of an HTMLParser, which owns the parser that owns this; hence the weak reference."""

    def __init__(self, parser: HTMLParser) -> None:
        self._to: HTMLParser = proxy(parser)

    @override
    def interest(self) -> Interest:
        overridden = {event: any(map(self._overridden, methods)) for event, methods in _HEARD_BY.items()}
        return Interest(start=True, **overridden)  # start tags always, for lasttag and get_starttag_text

    def _overridden(self, method: str) -> bool:
        return getattr(getattr(self._to, method), "__func__", None) is not getattr(HTMLParser, method)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        to = self._to
        to.lasttag = name
        to._starttag_text = self.locator.source
        handle = to.handle_startendtag if attrs.self_closing else to.handle_starttag
        handle(name, _with_bare(attrs))

    @override
    def end_tag(self, name: str) -> None:
        self._to.handle_endtag(name)

    @override
    def text(self, data: str) -> None:
        to = self._to
        if to.convert_charrefs or "&" not in (source := self.locator.source):
            to.handle_data(data)
            return
        for kind, piece in _split(source, data):
            if kind == "data":
                to.handle_data(piece)
            elif kind == "charref":
                to.handle_charref(piece)
            else:
                to.handle_entityref(piece)

    @override
    def comment(self, data: str) -> None:
        source = self.locator.source
        if source.startswith("<?"):
            self._to.handle_pi(source[2:].removesuffix(">"))
        elif source.startswith("<![CDATA["):
            self._to.unknown_decl(data[1:-2] if source.endswith("]]>") else data[1:])
        else:
            self._to.handle_comment(data)

    @override
    def doctype(self, doctype: Doctype) -> None:
        self._to.handle_decl(self.locator.source[2:].removesuffix(">"))

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._to.handle_pi(self.locator.source[2:-1])


def _with_bare(attrs: Attributes) -> _Attrs:
    pairs: _Attrs = [*attrs.pairs()]
    if any(value == "" for _, value in pairs):
        for at, span in enumerate(attrs.spans()):
            if span.value_start == span.name_end:
                pairs[at] = span.name, None
    return pairs


_Kind: TypeAlias = Literal["data", "charref", "entityref"]

_MARK: Final = re.compile(
    r"""
    & (?: \# ( [xX] [0-9a-fA-F]++ | [0-9]++ ) ;?+       # 1: a numeric reference, without its signs
        | ( [a-zA-Z] [a-zA-Z0-9]*+ ;?+ )                # 2: a name, or the start of one
      )
    | <!\[CDATA\[ | \]\]>
    """,
    re.VERBOSE,
)


def _split(source: str, data: str) -> Iterable[tuple[_Kind, str]]:
    """Split the source of a text, which came to be ``data``, at its references.

    The two say how the source was read: as raw text, as text, or as text with CDATA sections, perhaps from inside one.
    """
    source = clean_newlines(source)
    if "\0" not in data:
        source = source.replace("\0", "\ufffd")
    if source == data:
        return [("data", data)]
    readings = (_pieces(source, *how) for how in ((False, False), (True, False), (True, True)))
    fitting = (pieces for pieces in readings if data == "".join(decoded for _, _, decoded in pieces))
    whole: list[tuple[_Kind, str, str]] = [("data", data, data)]
    return [(kind, piece) for kind, piece, _ in next(fitting, whole) if piece]


def _pieces(source: str, sections: bool, inside: bool) -> list[tuple[_Kind, str, str]]:
    """Return each piece with its kind and what it stands for."""
    pieces: list[tuple[_Kind, str, str]] = []

    def add_data(end: int) -> None:
        pieces.append(("data", source[start:end], source[start:end]))

    start = 0
    for mark in _MARK.finditer(source):
        number, run = mark.groups()
        at, end = mark.span()
        if number is None and run is None:
            if not sections or inside != (mark[0] == "]]>"):
                continue
            inside = not inside
            add_data(at)
        elif inside:
            continue
        elif number is not None:
            add_data(at)
            pieces.append(("charref", number, decode(mark[0])))
        elif name := longest_name(run):
            end = at + 1 + len(name)
            add_data(at)
            pieces.append(("entityref", name.removesuffix(";"), decode(source[at:end])))
        else:
            continue
        start = end
    add_data(len(source))
    return pieces
