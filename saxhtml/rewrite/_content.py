"""What edits write: text that is escaped for where it lands, or HTML as it is; refused where it would end too much."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

from saxhtml._elements import RAWTEXT
from saxhtml.errors import SaxHtmlError, UsageError

Content: TypeAlias = str | Iterable[str]
"""A str, or pieces of one, which are written as they come."""


class RewriteError(SaxHtmlError):
    """An edit would write what means something else where it lands; the message says what."""


class Piece(NamedTuple):
    """Some content, and whether it is HTML; else it is text. ``references`` tells whether there are any where it lands."""

    content: Content
    html: bool
    references: bool = True


RAW: Final = RAWTEXT | {"script", "plaintext", "noscript"}
"""Elements in which there are no references. (``noscript`` only with scripting; else its content is markup.)"""


def check_content(content: Content) -> Content:
    """Return the content. Raises :class:`~saxhtml.UsageError` for what is none."""
    if isinstance(content, str) or (isinstance(content, Iterable) and not isinstance(content, bytes | bytearray)):
        return content
    raise UsageError(f"content is a str or an iterable of str, not {type(content).__name__}")


def render(piece: Piece, *, escaped: bool) -> Iterator[str]:
    """Yield the source of some content; ``escaped`` is text if it lands where there are references."""
    for part in (piece.content,) if isinstance(piece.content, str) else piece.content:
        if not isinstance(part, str):
            raise UsageError(f"content comes in pieces of str, not of {type(part).__name__}")
        if part:
            yield _escape(part) if escaped and not piece.html else part


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")


def attribute_value(value: str, quote: str) -> str:
    """Return the source of a value between quotes (WHATWG HTML, "Escaping a string")."""
    escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")
    reference = "&quot;" if quote == '"' else "&#39;"
    return quote + escaped.replace(quote, reference) + quote


def comment_source(data: str) -> str:
    """Return the source of a comment. Raises :class:`RewriteError` for data that would end it early."""
    if data.startswith((">", "->")) or re.search("<!--|-->|--!>", data) or data.endswith(("<!-", "-")) or "\0" in data:
        raise RewriteError(f"{data!r:.60} cannot be all of a comment")
    return f"<!--{data}-->"


_NAME: Final = re.compile(r"[a-zA-Z][^\t\n\f\r />\0]*+")
_ATTRIBUTE_NAME: Final = re.compile(r"[^\t\n\f\r \"'<>/=\0]++")


def check_name(name: str) -> str:
    """Return the name of an element. Raises :class:`~saxhtml.UsageError` for what cannot be one."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise UsageError(f"{name!r} cannot be the name of an element: a letter, then no space, '/', '>' or NUL")
    return name


def check_attribute_name(name: str) -> str:
    """Return the name of an attribute. Raises :class:`~saxhtml.UsageError` for what cannot be written as one."""
    if not isinstance(name, str) or not _ATTRIBUTE_NAME.fullmatch(name):
        raise UsageError(f"{name!r} cannot be the name of an attribute: no space, quote, '<', '>', '/', '=' or NUL")
    return name


def encoder(encoding: str) -> Callable[[str], bytes]:
    """Return what makes bytes of new markup in a page of that encoding (WHATWG name).

    Characters that the encoding lacks become references, and so do all beyond ASCII where Python has no codec that makes of
    every text the standard's bytes. What is made raises :class:`RewriteError` for characters that no reference stands for.
    """
    codec = _CODECS.get(encoding, "ascii")

    def encode(text: str) -> bytes:
        made = text.encode(codec, "xmlcharrefreplace")
        if b"&#1" in made and (control := _UNREFERABLE.search(text)) and b"&#" in control[0].encode(codec, "xmlcharrefreplace"):
            raise RewriteError(f"{control[0]!r} is neither in {encoding} nor can a reference stand for it")
        return made

    return encode


_UNREFERABLE: Final = re.compile("[\x80\x82-\x8c\x8e\x91-\x9c\x9e\x9f]")
"""Characters whose references stand for others (WHATWG HTML, "Numeric character reference end state")."""


_CODECS: Final = {
    "UTF-8": "utf-8",
    "UTF-16LE": "utf-16-le",
    "UTF-16BE": "utf-16-be",
    "windows-874": "cp874",
    **{f"windows-125{digit}": f"cp125{digit}" for digit in range(9)},
    **{f"ISO-8859-{number}": f"iso8859-{number}" for number in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
    "ISO-8859-8-I": "iso8859-8",
    "IBM866": "cp866",
    "KOI8-R": "koi8-r",
    "macintosh": "mac-roman",
}
