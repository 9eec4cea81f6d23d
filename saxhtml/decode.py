"""Bytes to characters: which encoding a page is in, the characters of what has arrived, and how many bytes came before each.

A :class:`Decoder` takes the bytes of one page in any pieces. It looks for a byte order mark, takes the transport's word, or
scans the first 1024 bytes for a declaration, as the standard says (WHATWG HTML, "Determining the character encoding"). What
the bytes of an encoding mean is :mod:`saxhtml._encodings`'s; what the characters mean is the tokenizer's. It never goes back:
a declaration that comes too late is recognised by :meth:`Decoder.late_meta`, and starting over is the caller's.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Generator, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Final, Literal

from saxhtml._encodings import Encoding, find, lookup
from saxhtml.errors import UsageError

PRESCAN: Final = 1024
"""Bytes searched for a declaration before the fallback is taken."""

_MOST_PIECES: Final = 32
"""Pieces of text whose places are kept apart; one that comes in many more is a token held for long."""

Source = Literal["bom", "transport", "meta", "fallback"]


class Decoder:
    """Makes the bytes of one page into characters, piece by piece. Malformed bytes become U+FFFD, never an exception.

    ``encoding`` is the label that came with the page, such as the charset of its Content-Type; only a byte order mark overrides
    it. Without it, what the page declares counts, and failing that ``fallback_encoding``. Both are labels of the WHATWG
    Encoding Standard; :class:`UsageError` is raised for others.

    Nothing comes out before the encoding is known. That takes up to three bytes with ``encoding`` (a byte order mark), and
    without it up to 1024 or the end of the declaration, whichever is first. The byte order mark is no part of the text.
    """

    __slots__ = (
        "_bytes",
        "_certain",
        "_characters",
        "_encoding",
        "_fallback",
        "_finished",
        "_head",
        "_kept",
        "_pieces",
        "_rest",
        "_scan",
        "_state",
        "_transport",
        "encoding",
        "source",
    )

    encoding: str | None
    """The name of the encoding in the Encoding Standard, such as ``"UTF-8"`` or ``"windows-1252"``; None until it is known."""
    source: Source | None
    """How it was found; ``"meta"`` is any declaration in the page, an XML declaration too. None until it is known."""

    def __init__(self, encoding: str | None = None, *, fallback_encoding: str = "windows-1252") -> None:
        self.encoding = None
        self.source = None
        self._transport: Final = None if encoding is None else lookup(encoding)
        self._fallback: Final = lookup(fallback_encoding)
        self._encoding: Encoding | None = None
        self._certain = False
        self._head: Final = bytearray()
        self._scan: Final = _prescan(self._head)
        self._rest = b""
        self._state = 0
        self._characters = self._bytes = 0
        self._pieces: Final = [_Piece(0, 0, "", (), None)]
        self._kept: int | None = None
        self._finished = False

    def decode(self, data: bytes | bytearray | memoryview) -> str:
        """Return the characters that ``data`` completes.

        Raises :class:`UsageError` after :meth:`finish`.
        """
        self._refuse_if_finished()
        if not isinstance(data, bytes):
            data = bytes(memoryview(data))
        return self._decode(data, final=False)

    def finish(self) -> str:
        """Return the characters that were waiting for bytes which do not come.

        Raises :class:`UsageError` when called again.
        """
        self._refuse_if_finished()
        self._finished = True
        text = self._decode(b"", final=True)
        if self._encoding is not None and self._rest:
            steps = self._encoding.flush(self._rest, self._state)
            flushed = "".join(part for part, _ in steps)
            self._keep(flushed, len(self._rest), ((len(part), size) for part, size in steps), None)
            text += flushed
        return text

    def byte_offset(self, offset: int) -> int:
        """Return the number of bytes before the character at ``offset``, a byte order mark among them.

        ``offset`` counts characters from 0. It may be anything from one before the latest piece of text that was returned, or
        from what :meth:`keep` said, to the end of that piece; :class:`UsageError` is raised for others. An escape sequence of
        ISO-2022-JP, which makes no character, goes with the character after it. Takes time linear in the piece when first
        asked, and next to none then.
        """
        pieces = self._pieces
        if not pieces[0].start <= offset <= self._characters:
            raise UsageError(
                f"byte_offset({offset}) is out of reach: only {pieces[0].start} to {self._characters} are, "
                "the characters of the last pieces of text; ask before the next decode()"
            )
        index = len(pieces) - 1
        while pieces[index].start > offset:
            index -= 1
        return pieces[index].byte_offset(offset)

    def keep(self, offset: int) -> None:
        """Let :meth:`byte_offset` be asked for the characters from ``offset`` on, also behind the next pieces of text."""
        self._kept = offset

    def late_meta(self, attrs: Mapping[str, str]) -> str | None:
        """Return the name of the encoding that a ``meta`` tag with ``attrs`` declares, if that is not the one in force.

        To be called for the start tags ``meta`` of the page, in order. Only the first that declares an encoding counts, and
        only while the encoding is a guess or the page's own earlier word: a byte order mark or the transport have the last one.
        (WHATWG HTML, 'A start tag whose tag name is "meta"' and "Changing the encoding while parsing".)
        """
        if self._certain:
            return None
        declared = _declared(attrs.get("charset", ""))
        if declared is None and attrs.get("http-equiv", "").lower() == "content-type":
            declared = _declared_in_content(attrs.get("content", ""))
        if declared is None:
            return None
        self._certain = True
        return None if declared.name == self.encoding else declared.name

    def _refuse_if_finished(self) -> None:
        if self._finished:
            raise UsageError("this Decoder has finished its page; make a new one for the next")

    def _decode(self, data: bytes, *, final: bool) -> str:
        encoding = self._encoding
        if encoding is None:
            data = self._sniff(data, final=final)
            encoding = self._encoding
            if encoding is None:
                return ""
        if self._rest:
            data = self._rest + data
        state = self._state
        text, taken, self._state = encoding.decode(data, state)
        self._rest = data[taken:]
        self._keep(text, taken, encoding.runs(data[:taken], text, state), encoding.codec)
        return text

    def _keep(self, text: str, taken: int, runs: Iterable[tuple[int, int]], codec: str | None) -> None:
        """Remember where the characters of ``text`` came from, and no longer where those did that nobody will ask for."""
        if text:
            pieces = self._pieces
            first = self._characters - 1 if self._kept is None else self._kept
            done = 0
            while done + 1 < len(pieces) and pieces[done + 1].start <= first:
                done += 1
            del pieces[:done]
            if len(pieces) == _MOST_PIECES:
                for piece in pieces[1:]:
                    pieces[0].absorb(piece)
                del pieces[1:]
            pieces.append(_Piece(self._characters, self._bytes, text, runs, codec))
            self._characters += len(text)
        self._bytes += taken

    def _sniff(self, data: bytes, *, final: bool) -> bytes:
        """Look for the encoding in what has come so far, and return the bytes of the page once it is known."""
        head = self._head
        room = PRESCAN - len(head)
        head += data[:room]
        for bom, label in _BOMS.items():
            if head.startswith(bom):
                self._settle(lookup(label), "bom")
                self._bytes = len(bom)
                self._pieces[0] = _Piece(0, self._bytes, "", (), None)
                return bytes(head[len(bom) :]) + data[room:]
            if bom.startswith(head) and not final:
                return b""
        if self._transport is not None:
            self._settle(self._transport, "transport")
        elif (declared := next(self._scan)) is not None:
            self._settle(declared, "meta")
        elif len(head) == PRESCAN or final:
            declared = _declared_in_xml(head)
            self._settle(declared or self._fallback, "meta" if declared else "fallback")
        else:
            return b""
        return bytes(head) + data[room:]

    def _settle(self, encoding: Encoding, source: Source) -> None:
        self._encoding = encoding
        self.encoding = encoding.name
        self.source = source
        # The standard never changes UTF-16 for another encoding: a declaration that could be read says nothing new.
        self._certain = source in ("bom", "transport") or encoding.name.startswith("UTF-16")


class _Piece:
    """Where the characters of one piece of text came from. Worked out when first asked, which for most pages is never.

    ``runs`` are those of :meth:`Encoding.runs`, lazily, and ``codec`` is :attr:`Encoding.codec`.
    """

    __slots__ = ("_asked", "_at", "_byte_at", "_byte_ends", "_codec", "_ends", "_runs", "_text", "_width", "start")

    def __init__(self, start: int, byte_start: int, text: str, runs: Iterable[tuple[int, int]], codec: str | None) -> None:
        self.start: Final = start
        self._text = text
        self._runs = runs
        self._codec = codec
        self._asked = False
        # With the codec: the character that was asked for last, and its byte. Without: the ends of the runs.
        self._at = 0
        self._byte_at = byte_start
        self._ends: Final = [0]
        self._byte_ends: Final = [byte_start]
        self._width = -1

    def byte_offset(self, offset: int) -> int:
        offset -= self.start
        if not self._asked:
            self._asked = True
            if self._codec is None or "\ufffd" in self._text:
                self._lay_out()
        if self._codec is None:
            if offset == 0:
                return self._byte_ends[0]
            ends, byte_ends = self._ends, self._byte_ends
            run = bisect_left(ends, offset)
            width = (byte_ends[run] - byte_ends[run - 1]) // (ends[run] - ends[run - 1])
            return byte_ends[run] - (ends[run] - offset) * width
        if offset >= self._at:
            self._byte_at += len(self._text[self._at : offset].encode(self._codec))
        else:
            self._byte_at -= len(self._text[offset : self._at].encode(self._codec))
        self._at = offset
        return self._byte_at

    def absorb(self, piece: _Piece) -> None:
        """Take over the characters of the piece that follows this one."""
        self._lay_out()
        piece._lay_out()
        for (start, end), (byte_start, byte_end) in zip(pairwise(piece._ends), pairwise(piece._byte_ends), strict=True):
            self._add(end - start, byte_end - byte_start)

    def _lay_out(self) -> None:
        """Note where the runs end, and let go of the rest."""
        for count, size in self._runs:
            self._add(count, size)
        self._asked = True
        self._codec = None
        self._runs = ()
        self._text = ""

    def _add(self, count: int, size: int) -> None:
        """Note where a run ends, joined with the one before where that has the same width."""
        width = size // count if count else 0
        if width == self._width:
            self._ends[-1] += count
            self._byte_ends[-1] += size
        else:
            self._ends.append(self._ends[-1] + count)
            self._byte_ends.append(self._byte_ends[-1] + size)
            self._width = width


_BOMS: Final = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16le", b"\xfe\xff": "utf-16be"}

# What the standard takes a page to mean that declares these in a meta.
_INSTEAD: Final = {"UTF-16LE": "utf-8", "UTF-16BE": "utf-8", "x-user-defined": "windows-1252"}


def _declared(label: str) -> Encoding | None:
    """Return the encoding that a ``meta`` declares by ``label``."""
    encoding = find(label)
    return encoding and find(_INSTEAD.get(encoding.name, encoding.name))


_CHARSET: Final = re.compile(r"charset[\t\n\f\r ]*+=[\t\n\f\r ]*+", re.ASCII | re.IGNORECASE)
_LABEL: Final = re.compile(r"""(["'])(?P<quoted>.*?)\1|(?P<bare>[^"'\t\n\f\r ;][^\t\n\f\r ;]*+)""", re.DOTALL)


def _declared_in_content(content: str) -> Encoding | None:
    """Do what the standard calls "extracting a character encoding from a meta element"."""
    charset = _CHARSET.search(content)
    label = charset and _LABEL.match(content, charset.end())
    return _declared(label["quoted"] or label["bare"] or "") if label else None


_XML_DECLARATION: Final = re.compile(
    rb"""
    <\?xml (?= [^>]*+> ) (?> [^>]*? encoding ) [\x00-\x20]*+ = [\x00-\x20]*+
    (["']) ([^\x00-\x20>]*?) \1
    """,
    re.VERBOSE,
)


def _declared_in_xml(head: bytearray) -> Encoding | None:
    """Do what the standard calls "get an XML encoding", which HTML takes after a search for ``meta`` in vain."""
    match = _XML_DECLARATION.match(head)
    encoding = match and find(match[2].decode("latin-1"))
    return lookup("utf-8") if encoding and encoding.name.startswith("UTF-16") else encoding


# The search for a declaration: "prescan a byte stream to determine its encoding". Each step waits, by a bare yield, for the
# bytes that it needs and goes on from there; the end of the input leaves it waiting.

_LESS_THAN: Final = re.compile(rb"<")
_GREATER_THAN: Final = re.compile(rb">")
_META: Final = re.compile(rb"<meta[\t\n\f\r /]", re.IGNORECASE)
_TAG: Final = re.compile(rb"</?[a-zA-Z]")
_NAME_END: Final = re.compile(rb"[\t\n\f\r >]")
_ATTRIBUTE_START: Final = re.compile(rb"[^\t\n\f\r /]")
_ATTRIBUTE_NAME_END: Final = re.compile(rb"[\t\n\f\r />=]")
_NO_SPACE: Final = re.compile(rb"[^\t\n\f\r ]")
_QUOTES: Final = {0x22: re.compile(rb'"'), 0x27: re.compile(rb"'")}

# What has wholly arrived and is no ``meta`` goes by in one match; the steps below do the rest, the same way.
_PASSED: Final = re.compile(
    rb"""
    (?: [^<]++
      | <!(?=--) .*? -->
      | < (?: !(?!--) | \? | /(?![a-zA-Z]) ) [^>]*+ >
      | < (?! (?i:meta) [\t\n\f\r /] ) /?+ [a-zA-Z] [^\t\n\f\r >]*+            # a tag,
        (?: [\t\n\f\r /]++
          | [^\t\n\f\r />] [^\t\n\f\r />=]*+ [\t\n\f\r ]*+                  # the name of an attribute,
            (?: = [\t\n\f\r ]*+                                             # and its value
                (?: "[^"]*+" | '[^']*+' | [^\t\n\f\r "'>] [^\t\n\f\r >]*+ | (?=>) )
              | (?!=) )
        )*+ >
      | < (?=[^a-zA-Z!?/])
    )*+
    """,
    re.VERBOSE | re.DOTALL,
)


def _prescan(head: bytearray) -> Iterator[Encoding | None]:
    """Yield the encoding that ``head``, to which bytes are added meanwhile, declares; before it None for each wait."""
    while len(head) < 6:
        yield None
    if head.startswith(b"<\0?\0x\0"):
        yield lookup("utf-16le")
    if head.startswith(b"\0<\0?\0x"):
        yield lookup("utf-16be")
    at = 0
    while True:
        passed = _PASSED.match(head, at)
        at = yield from _next(_LESS_THAN, head, passed.end() if passed else at)
        while len(head) < at + 6:
            yield None
        if head.startswith(b"<!--", at):
            at += 2
            while (end := head.find(b"-->", at)) < 0:
                at = max(at, len(head) - 2)
                yield None
            at = end + 3
        elif _META.match(head, at):
            declared, at = yield from _meta(head, at + 5)
            if declared is not None:
                yield declared
            at += 1
        elif _TAG.match(head, at):
            at = yield from _next(_NAME_END, head, at)
            while True:
                name, _, at = yield from _attribute(head, at)
                if not name:
                    break
            at += 1
        elif head[at + 1] in b"!/?":
            at = yield from _next(_GREATER_THAN, head, at)
            at += 1
        else:
            at += 1


def _meta(head: bytearray, at: int) -> Generator[None, None, tuple[Encoding | None, int]]:
    """Read the attributes of a ``meta``; return what they declare, and where its ``>`` stands."""
    seen = set()
    declared: Encoding | None = None
    need_pragma: bool | None = None
    got_pragma = False
    while True:
        name, value, at = yield from _attribute(head, at)
        if not name:
            break
        if name in seen:
            continue
        seen.add(name)
        if name == "http-equiv":
            got_pragma = value == "content-type"
        elif name == "charset":
            declared = _declared(value)
            need_pragma = False
        elif name == "content" and need_pragma is None:
            declared = _declared_in_content(value)
            need_pragma = True if declared else None
    return (None if need_pragma and not got_pragma else declared), at


def _attribute(head: bytearray, at: int) -> Generator[None, None, tuple[str, str, int]]:
    """Return the name and the value of the next attribute, in lowercase, and where it ends; the name "" at the tag's ``>``."""
    at = yield from _next(_ATTRIBUTE_START, head, at)
    if head[at] == 0x3E:
        return "", "", at
    # A "=" that comes first belongs to the name.
    end = yield from _next(_ATTRIBUTE_NAME_END, head, at + 1)
    name = _lower(head[at:end])
    at = yield from _next(_NO_SPACE, head, end)
    if head[at] != 0x3D:
        return name, "", at
    at = yield from _next(_NO_SPACE, head, at + 1)
    quote = _QUOTES.get(head[at])
    if quote is None:
        end = yield from _next(_NAME_END, head, at)
        return name, _lower(head[at:end]), end
    end = yield from _next(quote, head, at + 1)
    return name, _lower(head[at + 1 : end]), end + 1


def _next(stop: re.Pattern[bytes], head: bytearray, at: int) -> Generator[None, None, int]:
    """Return where ``stop``, a byte, is found from ``at`` on."""
    while (match := stop.search(head, at)) is None:
        at = len(head)
        yield
    return match.start()


def _lower(data: bytearray) -> str:
    return data.lower().decode("latin-1")


_PARAMETER: Final = re.compile(
    r"""
    ; [ \t\r\n]*+
    ( [^;=]*+ )                                     # 1: the name
    (?: = (?: " ( (?: [^"\\]++ | \\. )*+ ) [^;]*+   # 2, 3: the value, by whether it is quoted
            | ( [^;]*+ )
          )
    )?+
    """,
    re.VERBOSE | re.DOTALL,
)


def transport_encoding(source: object) -> str | None:
    """Return the charset of a response's Content-Type, if there is one that is known (WHATWG MIME Sniffing)."""
    get = getattr(getattr(source, "headers", None), "get", None)
    content_type = (get and get("Content-Type")) or ""
    for name, quoted, bare in _PARAMETER.findall(content_type):
        label = quoted or bare
        if label and name.lower() == "charset":
            return label if find(label) else None
    return None
