"""What edits write: text that is escaped for where it lands, or HTML as it is; refused where it would end too much."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

from saxhtml._elements import RAWTEXT, RCDATA
from saxhtml.errors import SaxHtmlError, UsageError

Content: TypeAlias = str | Iterable[str]
"""A str, or pieces of one, which are written as they come."""


class RewriteError(SaxHtmlError):
    """An edit would write what means something else where it lands; the message says what."""


class Piece(NamedTuple):
    """Some content, and whether it is HTML; else it is text."""

    content: Content
    html: bool


RAW: Final = RAWTEXT | {"script", "plaintext", "noscript"}
"""Elements in which there are no references. (``noscript`` only with scripting; else its content is markup.)"""


def check_content(content: Content) -> Content:
    """Return the content. Raises :class:`~saxhtml.UsageError` for what is none."""
    if isinstance(content, str) or (isinstance(content, Iterable) and not isinstance(content, bytes | bytearray)):
        return content
    raise UsageError(f"content is a str or an iterable of str, not {type(content).__name__}")


def render(piece: Piece, inside: str) -> Iterator[str]:
    """Yield what stands for some content in an element of raw text by the name ``inside``, or in any other.

    Raises :class:`RewriteError` for what would end that element.
    """
    parts = [piece.content] if isinstance(piece.content, str) else piece.content
    if inside in RAW or inside in RCDATA:
        whole = "".join(map(_part, parts))  # an end tag may stand across pieces
        if inside in RCDATA and not piece.html:
            whole = _escape(whole)
        if re.search(rf"</{inside}(?=[\t\n\f\r />]|\Z)", whole, re.ASCII | re.IGNORECASE):
            raise RewriteError(f"{whole!r:.60} would end the <{inside}> it is to stand in")
        if inside == "script" and "<!--" in whole and re.search("<script", whole, re.ASCII | re.IGNORECASE):
            raise RewriteError(f"{whole!r:.60} would keep the <script> it is to stand in from ending")
        yield whole
        return
    for part in parts:
        yield _part(part) if piece.html else _escape(_part(part))


def _part(part: str) -> str:
    if not isinstance(part, str):
        raise UsageError(f"content comes in pieces of str, not of {type(part).__name__}")
    return part


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
    every text the standard's bytes.
    """
    codec = _CODECS.get(encoding, "ascii")
    return lambda text: text.encode(codec, "xmlcharrefreplace")


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
