"""Random hostile pages against the streaming contract: ``python -m tests.fuzz``, with ``--help`` for how long and what.

Each number makes one input, from a piece of a real page or from a grammar of what parsers trip over, as str or as bytes, cut
at random. It is parsed character by character through the standard's states, which is the account that every other way of
parsing it must agree with; what the states make of it is :mod:`tests.test_conformance`'s matter. A failure prints the number
and a minimised input. ``python -m tests.fuzz --seed NUMBER --seconds 0`` tries that number alone.
"""

from __future__ import annotations

import argparse
import gc
import re
import sys
import time
import traceback
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial
from itertools import accumulate, count, pairwise
from pathlib import Path
from random import Random
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final, NamedTuple, TypeVar

from typing_extensions import override

from saxhtml._elements import RAWTEXT, RCDATA
from saxhtml._encodings import _NAMES, Encoding, find
from saxhtml.attributes import Attributes, clean_name, clean_newlines
from saxhtml.charref import NAMED, decode
from saxhtml.decode import PRESCAN, Decoder
from saxhtml.errors import EncodingChanged, LimitExceeded, ParseError, StopParsing, StrictParseError, UsageError
from saxhtml.handler import Doctype, Handler, Interest
from saxhtml.limits import Limits
from saxhtml.parser import Parser
from saxhtml.position import Locator

T = TypeVar("T")

PROJECT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = PROJECT / "saxhtml"
DIRECTORIES: Final = (PROJECT.parent / "shared" / "pages", PROJECT / "examples" / "pages")


class Dice:
    """Chance by number. Of Random's methods only random() promises the same numbers in later versions of Python."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed).random

    def chance(self, probability: float) -> bool:
        return self._random() < probability

    def below(self, end: int) -> int:
        return int(self._random() * end)

    def choice(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def size(self, most: int) -> int:
        """Return a number from 1 to ``most``, the small ones as likely as the large ones."""
        return int(most ** self._random())

    def part(self, text: str, most: int) -> str:
        size = min(self.size(most), len(text))
        start = self.below(len(text) - size + 1)
        return text[start : start + size]


# Inputs


NAMES: Final = (
    "a b p br i em div table td li font body option title textarea style script noscript iframe noembed xmp plaintext svg math "
    "foreignObject desc mi mtext annotation-xml g path image input meta x-y h1"
).split()

_TEXT: Final = (
    "a~B~ ~\n~\r~\r\n~\t~\f~-~--~!~>~<~</~<!~<?~=~'~\"~/~]~]]~]]>~\0~\x01~\x0b~\x7f~\x85~\x9f~\xa0~\xe9~\u0130~\u212a~"
    "\u2028~\u3042\u6f22~\ufeff~\ufffd~\ufdd0~\uffff~\ud83d~\ude00~\U0001f600~\U0001ffff~some words, and more of them~"
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
).split("~")

_REFERENCES: Final = (
    "&~&&~&;~&a~&amp~&amp;~&AMP~&amp;amp;~&ampx~&lt~&lt;~&not~&notin~&notin;~&notit;~&NotEqualTilde;~"
    "&CounterClockwiseContourIntegral;~&CounterClockwiseContourIntegra~&nosuch;~&nosuch~&copy=1~&#~&#;~&#x~&#x;~&#X~&#65~"
    "&#65;~&#x41~&#X4a;~&#0;~&#13;~&#128;~&#x80~&#xD800;~&#xfdd0;~&#x10ffff;~&#x110000;~&#99999999999999999999;~"
    "&#000000000000065;~&#x1F600;~&#\0~&\r"
).split("~")

_WHOLE: Final = (
    "</>~</ a>~</3>~<3~<>~<!>~<!->~<!-->~<!--->~<!---->~<!--a-->~<!--a--!>~<!--a--!b-->~<!--<!--a-->~<!--a<!-b-->~"
    "<!--\0\r\n-->~<!--a~<!a b>~<!-a>~<![CDATA[~<![CDATA[a]]>~<![CDATA[]]]]>~<![CDATA[a]]b]]>~<![cdata[a]]>~<!DOCTYPE>~"
    '<!doctype html>~<!DOCTYPE a PUBLIC \'b\' "c">~<!DOCTYPE a SYSTEM "b\0\r">~<!DOCTYPE\ra\0 PUBLIC\'>~<!DOCTYPE a b>~'
    "<!DOCTYPE a PUBLIC b>~<!DOCTYPE a SYSTEM'b'c>~<!DOCTYP~<!DOCTYPEa>~<?>~<??>~<?a>~<?a b?>~<?a?b>~<?xml a?>~<?a b~<?3>~"
    "<?a\0b>~<?a\r\nb\0?>~<?A ?>~<?xml-stylesheet >~<a/>~<br/ >~<a/b/=c>~<a\0b>~<a<b>~<a =>~<a b=>"
).split("~")

_SCRIPT: Final = (
    "<!--~-->~--~-~<~</~<!~<!-~<script~<script>~<script ~<SCRIPT/~</script~</script ~</script\r~</script>~</SCRIPT\n>~"
    "</script/>~</scripty>~</scrip~<!--<script>~--></script>~\0~&amp;~a"
).split("~")

_VALUE: Final = ("a~x y~<~>~<b>~/~=~`~\0~\r\n~\r~\xe9~\U0001f600~\ud800~\x01~</a>~-->").split("~")

_ATTRIBUTE_NAMES: Final = ("a~A~b~href~CLASS~data-x~\xe9~\u212a~a\0~=~=a~\"~'~<~a'b~encoding~color").split("~")

_SPACES: Final = (" ~ ~ ~\n~\t~\f~\r~\r\n~  ~/~ / ~").split("~")


class Grammar:
    """Makes markup that is nasty on purpose."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def page(self) -> str:
        dice = self._dice
        text = "".join(self._piece(3) for _ in range(dice.size(24)))
        return text[: dice.below(len(text))] if dice.chance(0.3) else text

    def piece(self) -> str:
        return self._piece(2)

    def _piece(self, depth: int) -> str:
        dice = self._dice
        way = dice.below(12)
        if way < 2:
            return "".join(dice.choice(_TEXT) for _ in range(dice.size(6)))
        if way == 2:
            return self._reference()
        if way == 3:
            return dice.choice(_WHOLE)
        if way < 6 or depth == 0:
            return self._start_tag(self._name())
        if way == 6:
            return self._end_tag(self._name())
        if way == 7:
            return self._raw()
        if way == 8:
            name = dice.choice(("svg", "math"))
            return self._start_tag(name) + self._pieces(depth) + self._end_tag(name) * dice.chance(0.8)
        if way == 9:
            fragment = self._piece(depth - 1)
            return fragment[: dice.below(len(fragment) + 1)]
        name = self._name()
        return self._start_tag(name) + self._pieces(depth) + self._end_tag(name)

    def _pieces(self, depth: int) -> str:
        return "".join(self._piece(depth - 1) for _ in range(self._dice.below(5)))

    def _name(self) -> str:
        dice = self._dice
        name = dice.choice(NAMES)
        if dice.chance(0.2):
            name = dice.choice(
                (name.upper(), name.title(), name + "\0", name + "\u212a", name + "'", name[:-1] or name, name + "x")
            )
        return name

    def _reference(self) -> str:
        return self._dice.choice(_REFERENCES)

    def _start_tag(self, name: str) -> str:
        dice = self._dice
        attributes = "".join(self._attribute() for _ in range(dice.choice((0, 0, 0, 1, 1, 2, 3, 6))))
        end = dice.choice((">", ">", ">", ">", ">", "/>", " />", " >", "\r>", "/ >", "//>", "", "=>"))
        return f"<{name}{attributes}{end}"

    def _end_tag(self, name: str) -> str:
        dice = self._dice
        attribute = self._attribute() if dice.chance(0.1) else ""
        return f"</{name}{attribute}" + dice.choice((">", ">", ">", " >", "\r>", "/>", ""))

    def _attribute(self) -> str:
        dice = self._dice
        name = dice.choice(_SPACES) + dice.choice(_ATTRIBUTE_NAMES)
        value = "".join(dice.choice(_VALUE) if dice.chance(0.7) else self._reference() for _ in range(dice.below(4)))
        quote = dice.choice(('"', '"', "'", ""))
        equals = dice.choice(("=", "=", "=", " =", "= ", "\r=\n"))
        return name if dice.chance(0.2) else f"{name}{equals}{quote}{value}{quote if dice.chance(0.95) else ''}"

    def _raw(self) -> str:
        dice = self._dice
        name = dice.choice(("script", "script", "style", "title", "textarea", "noscript", "xmp", "plaintext"))
        if name == "script" or dice.chance(0.2):
            content = _SCRIPT
        else:
            content = [*_TEXT, *_REFERENCES, f"</{name}", f"</{name[:-1]}", f"</{name} "]
        inside = "".join(dice.choice(content) for _ in range(dice.below(8)))
        return f"{self._start_tag(name)}{inside}{self._end_tag(name) * dice.chance(0.9)}"


def mutated(page: str, dice: Dice) -> str:
    """Return a piece of a page with some of it lost, doubled, moved or replaced."""
    grammar = Grammar(dice)
    # Once in a while more than the lane takes in one go.
    text = dice.part(page, 40_000 if dice.chance(0.003) else 600)
    for _ in range(dice.size(12)):
        at = dice.below(len(text) + 1)
        some = dice.part(text, 30) if text else ""
        match dice.below(6):
            case 0:
                text = text[:at] + text[at + len(some) :]
            case 1:
                text = text[:at] + some + text[at:]
            case 2:
                text = text[:at] + grammar.piece() + text[at:]
            case 3:
                text = text[:at] + dice.choice(_TEXT) + text[at:]
            case 4:
                text = text[:at] + dice.choice(("<", ">", "'", '"', "&", "/", "\0", "\r", "=", "-", "!")) + text[at + 1 :]
            case _:
                text = text[:at] if dice.chance(0.3) else text.replace("\n", dice.choice(("\r", "\r\n")), dice.size(20))
    return text


_CODECS: Final = {
    "Big5": "big5hkscs",
    "EUC-KR": "cp949",
    "ISO-8859-8-I": "iso8859-8",
    "Shift_JIS": "cp932",
    "replacement": "latin-1",
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac-cyrillic",
    "x-user-defined": "latin-1",
}
"""Codecs of Python under another name, near enough to make bytes of which most mean something."""
ENCODINGS: Final = sorted(set(_NAMES.values()))
_BOMS: Final = {"UTF-8": b"\xef\xbb\xbf", "UTF-16LE": b"\xff\xfe", "UTF-16BE": b"\xfe\xff"}
_METAS: Final = ("<meta charset={}>", "<META Charset = '{}' />", "<meta content='a;charset={}' http-equiv=Content-Type>")
_BYTES: Final = (
    b"\x80~\xff~\xc3~\xe3\x81~\xf0\x9f\x98~\xed\xa0\x80~\xf8~\x1b~\x1b$B~\x1b(B~\x1b(J~\x1b(I~\x81~\x810~\x810\x81~\x8f~"
    b"\x8f\xa2~\x88b~\xa1~\xfe\xff~\xef\xbb\xbf~\0~\xd8\0~\x0e~\x8e\xff"
).split(b"~")


@dataclass(frozen=True)
class Options:
    """How an input is parsed. ``salt`` seeds what a handler does by chance."""

    salt: int
    scripting: bool = False
    encoding: str | None = None


class Case(NamedTuple):
    """An input and where it is cut: characters or bytes, with None for each cut."""

    units: tuple[str | int | None, ...]
    options: Options

    @property
    def pieces(self) -> list[str | bytes]:
        is_bytes = self.is_bytes
        cuts = [-1, *(at for at, unit in enumerate(self.units) if unit is None), len(self.units)]
        return [_joined(self.units[start + 1 : end], is_bytes) for start, end in pairwise(cuts)]

    @property
    def is_bytes(self) -> bool:
        return any(isinstance(unit, int) for unit in self.units)


def _joined(units: Iterable[str | int | None], is_bytes: bool) -> str | bytes:
    if is_bytes:
        return bytes(unit for unit in units if isinstance(unit, int))
    return "".join(unit for unit in units if isinstance(unit, str))


def make_case(seed: int, pages: Sequence[str]) -> Case:
    """Return the input of that number."""
    dice = Dice(seed)
    text = mutated(dice.choice(pages), dice) if pages and dice.chance(0.35) else Grammar(dice).page()
    source: str | bytes = text
    label = None
    if dice.chance(0.4):
        source, label = _as_bytes(text, dice)
    longest = dice.choice((1, 3, 16, 80, 1000))
    units: list[str | int | None] = []
    at = 0
    while at < len(source):
        end = at + 1 + dice.below(longest)
        units += [*source[at:end], None]
        at = end
        if dice.chance(0.05):
            units.append(None)
    return Case(tuple(units[:-1]), Options(dice.below(1 << 30), scripting=dice.chance(0.3), encoding=label))


def _as_bytes(text: str, dice: Dice) -> tuple[bytes, str | None]:
    encoding = dice.choice(ENCODINGS) if dice.chance(0.8) else "UTF-8"
    codec = _CODECS.get(encoding, encoding)
    told = dice.choice(("mark", "transport", "meta", "nothing"))
    if told == "meta":
        text = text[: dice.below(40)] + dice.choice(_METAS).format(encoding) + text
    if encoding.startswith("UTF"):
        data = text.encode(codec, "surrogatepass")
    else:
        data = text.encode(codec, dice.choice(("ignore", "xmlcharrefreplace", "replace")))
    for _ in range(dice.below(5)):
        at = dice.below(len(data) + 1)
        data = data[:at] + dice.choice(_BYTES) + data[at + dice.below(2) :]
    if told == "mark":
        data = _BOMS.get(encoding, b"\xef\xbb\xbf"[: dice.below(4)]) + data
    return data, encoding if told == "transport" else None


# What a handler sees


class Seen(NamedTuple):
    """An event or a parse error, its place, and how many characters had been fed when it came (-1 after the last)."""

    kind: str
    data: tuple[Any, ...]
    offset: int
    end: int
    line: int
    column: int
    fed: int = -1

    @property
    def told(self) -> tuple[Any, ...]:
        return self[:6]


class Failure(Exception):
    """A promise that was not kept: which, in words that stay the same while the input shrinks, and the details."""

    def __init__(self, what: str, detail: str = "") -> None:
        super().__init__(what, detail)
        self.what = what
        self.detail = detail


def check(holds: object, what: str, *details: object) -> None:
    """Raise Failure unless ``holds`` is true."""
    if not holds:
        raise Failure(what, "; ".join(map(_short, details)))


def _short(thing: object) -> str:
    text = thing if isinstance(thing, str) else ascii(thing)
    return text if len(text) <= 300 else f"{text[:300]}..."


EVERYTHING: Final = Interest.everything()
NO_ERRORS: Final = replace(EVERYTHING, parse_error=False)


Hook = Callable[["Witness", Seen], None]


class Witness(Handler):
    """Writes down what it is told, and looks whether each place is where it says.

    ``glances`` is the share of events whose place is looked at; the others have the place -1. ``hook`` is called after each
    event. ``as_text`` says that the characters of the page are fed, though it came as bytes.
    """

    def __init__(
        self, page: Page, interest: Interest, *, hook: Hook | None = None, glances: float = 1, as_text: bool = False
    ) -> None:
        self.page = page
        self.wants = interest
        self.fed = 0
        self.seen: list[Seen] = []
        self.last_end = 0
        self._hook = hook
        self._glances = glances
        self._as_bytes = page.data is not None and not as_text
        self._dice = Dice(page.options.salt)

    @override
    def interest(self) -> Interest:
        return self.wants

    @override
    def start_document(self, locator: Locator) -> None:
        super().start_document(locator)
        self._note("start_document", ())

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if self._glances == 1 and attrs:
            _check_attributes(attrs, self.locator, self.page.text)
        self._note("start", (name, tuple(attrs.pairs()), attrs.self_closing))

    @override
    def end_tag(self, name: str) -> None:
        self._note("end", (name,))

    @override
    def text(self, data: str) -> None:
        check(data, "a text is empty")
        self._note("text", (data,))

    @override
    def comment(self, data: str) -> None:
        self._note("comment", (data,))

    @override
    def doctype(self, doctype: Doctype) -> None:
        self._note("doctype", tuple(doctype))

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._note("processing_instruction", (target, data))

    @override
    def parse_error(self, error: ParseError) -> None:
        line, column = self.page.line_and_column(error.offset)
        check((error.line, error.column) == (line, column), "the line or column of an error is wrong", error, (line, column))
        place = error.offset, error.offset, line, column
        if self._glances == 1:
            locator = self.locator
            found = locator.offset, locator.end_offset, locator.line, locator.column
            check(found == place, "the locator is elsewhere than the error", error, found)
            if self._as_bytes:
                _check_byte_span(self.page, place, (locator.byte_offset, locator.byte_end_offset))
        self._tell(Seen("error", (error.code,), *place, self.fed))

    @override
    def end_document(self) -> None:
        self._note("end_document", ())

    def _note(self, kind: str, data: tuple[Any, ...]) -> None:
        locator = self.locator
        if self._glances < 1 and not self._dice.chance(self._glances):
            self._tell(Seen(kind, data, -1, -1, -1, -1, self.fed))
            return
        place = locator.offset, locator.end_offset, locator.line, locator.column
        start, end, *line_and_column = place
        page = self.page
        check(self.last_end <= start <= end <= len(page.text), "spans overlap or are out of order", self.last_end, kind, place)
        check(locator.source == page.text[start:end], "source is not the slice of the input", kind, place, locator.source)
        right = page.line_and_column(start)
        check(tuple(line_and_column) == right, "the line or column of an event is wrong", kind, place, right)
        if kind not in {"start_document", "end_document"}:
            check(start < end, "an event stands nowhere", kind, place)
        if self._as_bytes and kind != "start_document":
            _check_byte_span(page, place, (locator.byte_offset, locator.byte_end_offset))
        self.last_end = end
        self._tell(Seen(kind, data, *place, self.fed))

    def _tell(self, seen: Seen) -> None:
        self.seen.append(seen)
        if self._hook is not None:
            self._hook(self, seen)


def _check_attributes(attrs: Attributes, locator: Locator, text: str) -> None:
    pairs = attrs.pairs()
    first = dict(reversed(pairs))
    check(dict(Attributes(attrs.source)) == first and len(attrs) == len(first), "attributes are not their pairs", attrs.source)
    for name, value in first.items():
        check(Attributes(attrs.source).get(name) == value, "one attribute looked up is another", attrs.source, name)
    check(Attributes(attrs.source).get("nosuch") is None, "an attribute is made up", attrs.source)
    spans = locator.attribute_spans()
    check(len(spans) == len(pairs), "attributes and their spans differ in number", attrs.source)
    for (name, value), span in zip(pairs, spans, strict=True):
        written = clean_newlines(text[span.value_start : span.value_end]).replace("\0", "\ufffd")
        there = clean_name(text[span.name_start : span.name_end]), decode(written, in_attribute=True)
        check((name, value) == there, "the span of an attribute is wrong", attrs.source, span, there)


def _check_byte_span(page: Page, place: tuple[int, int, int, int], found: tuple[int | None, int | None]) -> None:
    """In each encoding but ISO-2022-JP a place between characters is enough to go on decoding from."""
    for offset, byte in zip(place, found, strict=False):
        check(byte is not None, "there is no byte offset", place)
        assert byte is not None
        assert page.data is not None
        assert page.encoding is not None
        fewest, most = page.characters_at(byte)
        check(fewest <= offset <= most, "a byte offset is wrong", place, found, (fewest, most))
        if page.encoding.name not in {"ISO-2022-JP", "replacement"}:
            follows = page.encoding.decode(page.data[byte : byte + 16], 0)[0]
            fits = page.text.startswith(follows, offset)
            check(fits, "decoding from a byte offset gives something else", place, found, follows)


class Page:
    """An input and all that is known of it before any parser is tried: its text, its lines, and its account."""

    def __init__(self, case: Case) -> None:
        self.pieces = case.pieces
        self.options = case.options
        self.data = b"".join(piece for piece in self.pieces if isinstance(piece, bytes)) if case.is_bytes else None

    @cached_property
    def _decoded(self) -> tuple[str, str | None]:
        if self.data is None:
            return "".join(piece for piece in self.pieces if isinstance(piece, str)), None
        decoder = Decoder(self.options.encoding)
        text = decoder.decode(self.data) + decoder.finish()
        if decoder.encoding == "UTF-8":
            right = self.data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
            check(text == right, "UTF-8 is decoded wrongly", text, right)
        return text, decoder.encoding

    @property
    def text(self) -> str:
        return self._decoded[0]

    @cached_property
    def encoding(self) -> Encoding | None:
        """The encoding of the bytes; None for str."""
        return find(self._decoded[1] or "")

    @cached_property
    def _lines(self) -> list[int]:
        """Where each line starts."""
        return [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", self.text))]

    def line_and_column(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    @cached_property
    def _counts(self) -> list[int]:
        """How many characters are known after each byte."""
        assert self.data is not None
        decoder = Decoder(self.encoding.name if self.encoding else None)
        return [0, *accumulate(len(decoder.decode(self.data[at : at + 1])) for at in range(len(self.data)))]

    def characters_at(self, byte: int) -> tuple[int, int]:
        """Return the fewest and the most characters that may stand before a byte; a malformed one takes some to be known."""
        counts = self._counts
        check(0 <= byte < len(counts), "a byte offset is out of the input", byte, len(counts))
        return counts[byte], counts[byte + 4] if byte + 4 < len(counts) else len(self.text)

    @cached_property
    def account(self) -> list[Seen]:
        """What the states tell of it when it comes character by character, text in pieces, errors where they were told."""
        witness = Witness(self, EVERYTHING, as_text=True)
        parser = Parser(witness, scripting=self.options.scripting, lane=False)
        for fed, character in enumerate(self.text, 1):
            witness.fed = fed
            parser.feed(character)
        witness.fed = -1
        parser.close()
        return witness.seen

    @cached_property
    def whole(self) -> list[tuple[Any, ...]]:
        """The events of the account, texts joined."""
        return joined(self.account)


Pieces = Sequence[str | bytes]


def run(page: Page, witness: Witness, pieces: Pieces, *, parser: Parser | None = None, **options: Any) -> None:
    """Parse a page in pieces to its end, with ``parser`` or with a new one."""
    parser = parser or new_parser(page, witness, **options)
    for piece in pieces:
        witness.fed += len(piece)
        before = len(witness.seen)
        parser.feed(piece)
        if witness.wants is EVERYTHING:
            kinds = [seen.kind for seen in witness.seen[before:] if seen.kind != "error"]
            check(("text", "text") not in pairwise(kinds), "text between two events of a feed is told in two")
    witness.fed = -1
    parser.close()


def new_parser(page: Page, witness: Handler, **options: Any) -> Parser:
    """Return a parser with the options of the page, and others."""
    encoding = page.options.encoding if page.data is not None else None
    return Parser(witness, encoding=encoding, scripting=page.options.scripting, **options)


def joined(seen: Iterable[Seen], *, errors: bool = False) -> list[tuple[Any, ...]]:
    """Return the events with adjacent text joined, or the errors."""
    events: list[tuple[Any, ...]] = []
    texts: list[Seen] = []
    for one in seen:
        if errors or one.kind == "error":
            if errors and one.kind == "error":
                events.append(one.told)
        elif one.kind == "text":
            texts.append(one)
        else:
            if texts:
                events.append(_join(texts))
                texts = []
            events.append(one.told)
    if texts:
        events.append(_join(texts))
    return events


def _join(texts: list[Seen]) -> tuple[Any, ...]:
    first, last = texts[0], texts[-1]
    return "text", ("".join(text.data[0] for text in texts),), first.offset, last.end, first.line, first.column


def check_same(found: Sequence[tuple[Any, ...]], right: Sequence[tuple[Any, ...]], what: str, *details: object) -> None:
    """Raise Failure, with the first difference, unless two accounts are equal."""
    if found != right:
        if found and found[0][0] == "error" and sorted(found) == sorted(right):
            what += " in their order"
        pairs = zip(found, right, strict=False)
        at = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(found), len(right)))
        check(False, what, *details, f"[{at}] found {_short(found[at : at + 1])}", f"right {_short(right[at : at + 1])}")


def wanted(interest: Interest, seen: Seen) -> bool:
    """Whether a handler with that interest is told."""
    match seen.kind:
        case "start" | "end":
            names = getattr(interest, seen.kind)
            return names is True or (names is not False and seen.data[0] in names)
        case "start_document" | "end_document":
            return True
        case "error":
            return interest.parse_error
    return bool(getattr(interest, seen.kind))


def some_interest(dice: Dice) -> Interest:
    """Return an interest by chance, in few tags more often than in all, and rarely in errors."""
    start, end = (_some_names(dice) for _ in range(2))
    text, comment, doctype, instruction, errors = (dice.chance(odds) for odds in (0.4, 0.5, 0.5, 0.5, 0.2))
    return Interest(
        start=start,
        end=end,
        text=text,
        comment=comment,
        doctype=doctype,
        processing_instruction=instruction,
        parse_error=errors,
    )


def _some_names(dice: Dice) -> bool | frozenset[str]:
    if dice.chance(0.4):
        return dice.chance(0.5)
    return frozenset(clean_name(dice.choice(NAMES)) for _ in range(dice.size(6)))


def ways_to_cut(page: Page, dice: Dice) -> Iterator[tuple[str, Pieces]]:
    """Yield the cuts of the input, and others."""
    source: str | bytes = page.text if page.data is None else page.data
    yield "whole", [source]
    yield "cut", page.pieces
    at = dice.below(len(source) + 1)
    yield f"in two at {at}", [source[:at], source[at:]]


# The promises


def cuts(page: Page, dice: Dice) -> None:
    """The same events, places and errors however cut, with the lane and without; text whole within a feed."""
    right_errors = joined(page.account, errors=True)
    for name, pieces in ways_to_cut(page, dice):
        for lane in (True, False):
            for interest in (EVERYTHING, NO_ERRORS) if lane else (EVERYTHING,):
                witness = Witness(page, interest)
                run(page, witness, pieces, lane=lane)
                way = f"{name}, lane {lane}, errors {interest.parse_error}"
                check_same(joined(witness.seen), page.whole, "events differ", way)
                if interest.parse_error:
                    check_same(joined(witness.seen, errors=True), right_errors, "errors differ", way)


def glances(page: Page, dice: Dice) -> None:
    """Places looked at only now and then are as right as those looked at always."""
    interest = replace(EVERYTHING, parse_error=dice.chance(0.5), text=dice.chance(0.7))
    right = [told for told in page.whole if told[0] != "text"]
    for name, pieces in ways_to_cut(page, dice):
        witness = Witness(page, interest, glances=0.3)
        run(page, witness, pieces)
        found = [seen for seen in witness.seen if seen.kind not in {"text", "error"}]
        check_same([seen.told[:2] for seen in found], [told[:2] for told in right], "events differ", name)
        for seen, told in zip(found, right, strict=True):
            there = seen.offset == -1 or seen.told == told
            check(there, "an event looked at now and then is elsewhere", name, seen, told)


_BETWEEN: Final = re.compile(r"(?:</>|<!\[CDATA\[|\]\]>)*+")
_CUT_OFF: Final = re.compile(_BETWEEN.pattern + r"(?:</?[A-Za-z].*|<\?(?:[A-Za-z_].*)?)?", re.DOTALL)


def spans(page: Page, dice: Dice) -> None:
    """Spans and what makes no event are the whole input."""
    end = 0
    for _, data, start, next_end, *_ in page.whole[1:-1]:
        check(_BETWEEN.fullmatch(page.text, end, start), "a gap between events is none", end, page.text[end:start], data)
        end = next_end
    check(_CUT_OFF.fullmatch(page.text, end), "the end of the input made no event", end, page.text[end:])


_RAW_NAMES: Final = {*RCDATA, *RAWTEXT, "script", "noscript"}
_MAY_BE_END: Final = "|".join(sorted({name[:size] for name in _RAW_NAMES for size in range(len(name) + 1)}, reverse=True))
_MAY_BE_MORE: Final = re.compile(
    rf"""
      | <                                                                # a tag
      | </(?:{_MAY_BE_END})                                              # the end tag of raw text
      | \]\]?                                                            # the end of a CDATA section
      | & (?: \# (?: [0-9]* | [xX][0-9a-fA-F]* ) | [a-zA-Z0-9]* )        # a reference
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""What may wait for more characters, and turns out to be text without them."""


def promptness(page: Page, dice: Dice) -> None:
    """What a feed completes is told in it, whole or in bits; what is not told is one unfinished token."""
    account = [seen for seen in page.account if seen.kind != "error"]
    for name, pieces in ways_to_cut(page, dice):
        witness = Witness(page, replace(EVERYTHING, parse_error=dice.chance(0.5)))
        parser = new_parser(page, witness)
        for piece in pieces:
            parser.feed(piece)
            fed = parser.consumed.characters
            told = 0
            for seen in account:
                if not 0 < seen.fed <= fed:
                    break
                told = seen.end
            check(witness.last_end == told, "an event comes late", name, fed, told, witness.seen[-1:])
        parser.close()
    _check_held(page, account)


def _check_held(page: Page, account: list[Seen]) -> None:
    """Look at each character what is not told after it."""
    told = 0
    waiting = iter(account[1:])
    coming = next(waiting)
    for fed in range(1, len(page.text) + 1):
        while coming.fed == fed:
            told = coming.end
            coming = next(waiting)
        held = page.text[told:fed]
        if not held or (coming.kind not in {"text", "end_document"} and coming.offset < fed):
            continue
        rest = _BETWEEN.match(held)
        held = held[rest.end() if rest else 0 :].removesuffix("\r")
        if coming.kind == "end_document" and _CUT_OFF.fullmatch(held):
            continue
        name = held[1:]
        check(_MAY_BE_MORE.fullmatch(held) or "<![CDATA[".startswith(held), "text is held back", told, fed, held, coming)
        if held[:1] == "&" and held[1:2] != "#" and name:
            check(any(known.startswith(name) for known in NAMED), "no reference is held back", fed, held)


def interests(page: Page, dice: Dice) -> None:
    """A handler that wants less is told what it would have picked from everything."""
    interest = some_interest(dice)
    right = [seen for seen in page.account if wanted(interest, seen)]
    for name, pieces in ways_to_cut(page, dice):
        for lane in (True, False):
            witness = Witness(page, interest)
            run(page, witness, pieces, lane=lane)
            way = f"{name}, lane {lane}, {_told_of(interest)}"
            check_same(joined(witness.seen), joined(right), "what is picked differs", way)
            check_same(joined(witness.seen, errors=True), joined(right, errors=True), "picked errors differ", way)


def _told_of(interest: Interest) -> str:
    values = {field.name: getattr(interest, field.name) for field in fields(Interest)}
    return "Interest({})".format(
        ", ".join(
            f"{name}={sorted(value) if isinstance(value, frozenset) else value}" for name, value in values.items() if value
        )
    )


class Change(NamedTuple):
    """A change of interest in the middle: at an event that was told, or when so many characters had been fed."""

    at: Seen | int
    interest: Interest


def _chance_at(seen: Seen, page: Page) -> Dice:
    """The same chance at the same event, whatever stands before it and however a text is cut."""
    return Dice(f"{page.options.salt} {seen.kind} {seen.data if seen.kind != 'text' else ''}")


def changes(page: Page, dice: Dice) -> None:
    """A handler that changes its interest in an event is told from the next one on what it wants by then."""
    errors = dice.chance(0.3)
    first = replace(some_interest(dice), parse_error=errors)
    rate = dice.choice((0.1, 0.5, 1.0))
    for name, pieces in ways_to_cut(page, dice):
        for lane in (True, False):
            log: list[Change] = []

            def change(witness: Witness, seen: Seen, log: list[Change] = log) -> None:
                chance = _chance_at(seen, page)
                if seen.kind not in {"error", "start_document", "end_document"} and chance.chance(rate):
                    witness.wants = replace(some_interest(chance), parse_error=errors)
                    log.append(Change(seen, witness.wants))
                    witness.locator.interest_changed()

            witness = Witness(page, first, hook=change)
            run(page, witness, pieces, lane=lane)
            _check_changes(page, witness, first, log, f"{name}, lane {lane}")


def changes_with_errors(page: Page, dice: Dice) -> None:
    """The same for parse errors, which may be wanted from some event that is not text on."""
    first = replace(some_interest(dice), parse_error=dice.chance(0.5), text=dice.chance(0.5))
    for name, pieces in ways_to_cut(page, dice):
        log: list[Change] = []

        def change(witness: Witness, seen: Seen, log: list[Change] = log) -> None:
            chance = _chance_at(seen, page)
            if seen.kind not in {"error", "text", "start_document", "end_document"} and chance.chance(0.5):
                witness.wants = replace(some_interest(chance), parse_error=chance.chance(0.5))
                log.append(Change(seen, witness.wants))
                witness.locator.interest_changed()

        witness = Witness(page, first, hook=change)
        run(page, witness, pieces)
        _check_changes(page, witness, first, log, name)


def changes_at_errors(page: Page, dice: Dice) -> None:
    """A change in parse_error counts before the next event too. Text is left out: when it is told depends on the cuts."""
    first = replace(some_interest(dice), parse_error=True, text=False)
    for name, pieces in ways_to_cut(page, dice):
        log: list[Change] = []

        def change(witness: Witness, seen: Seen, log: list[Change] = log) -> None:
            chance = _chance_at(seen, page)
            if seen.kind == "error" and chance.chance(0.5):
                witness.wants = replace(some_interest(chance), parse_error=True, text=False)
                log.append(Change(seen, witness.wants))
                witness.locator.interest_changed()

        witness = Witness(page, first, hook=change)
        run(page, witness, pieces)
        _check_changes(page, witness, first, log, name)


def changes_between(page: Page, dice: Dice) -> None:
    """A change between two feeds counts from the second on."""
    first = replace(some_interest(dice), parse_error=False)
    for lane in (True, False):
        witness = Witness(page, first)
        parser = new_parser(page, witness, lane=lane)
        log: list[Change] = []
        chance = Dice(page.options.salt)
        for piece in page.pieces:
            parser.feed(piece)
            fed = parser.consumed.characters
            # Nothing is told about a page whose encoding is not known; the CR that waits is not fed yet.
            if witness.seen and chance.chance(0.4) and not page.text[:fed].endswith("\r"):
                witness.wants = replace(some_interest(chance), parse_error=False)
                log.append(Change(fed, witness.wants))
                parser.locator.interest_changed()
        parser.close()
        _check_changes(page, witness, first, log, f"lane {lane}")


def _check_changes(page: Page, witness: Witness, first: Interest, log: list[Change], way: str) -> None:
    interest = first
    right = []
    coming = iter([*log, None])
    change = next(coming)
    for seen in page.account:
        while change and isinstance(change.at, int) and (seen.fed > change.at or seen.fed < 0):
            interest = change.interest
            change = next(coming)
        if wanted(interest, seen):
            right.append(seen)
            if change and isinstance(change.at, Seen) and (seen.kind, seen.end) == (change.at.kind, change.at.end):
                if seen.kind == "error" and seen.data != change.at.data:
                    continue
                interest = change.interest
                change = next(coming)
    told = [
        f"at {change.at if isinstance(change.at, int) else change.at[:4]} {_told_of(change.interest)}" for change in log[:6]
    ]
    way = f"{way}, {'; '.join([_told_of(first), *told])}"
    check_same(joined(witness.seen), joined(right), "a change of interest is not followed", way)
    errors = joined(witness.seen, errors=True)
    check_same(errors, joined(right, errors=True), "a change of interest is not followed for errors", way)


def raising(page: Page, dice: Dice) -> None:
    """An exception comes out as it is, the parser refuses to go on, and is as new after reset()."""
    interest = EVERYTHING if dice.chance(0.5) else some_interest(dice)
    share = dice.below(1000) / 1000
    for name, pieces in ways_to_cut(page, dice):
        for lane in (True, False):
            calm = Witness(page, interest)
            run(page, calm, pieces, lane=lane)
            nth = int(share * len(calm.seen))
            way = f"{name}, lane {lane}, {_told_of(interest)}, at {_short(calm.seen[nth][:4])}"
            error = dice.choice((ValueError("of the handler"), KeyboardInterrupt(), StopParsing(), StopParsing()))
            _check_raising(page, calm, nth, error, pieces, lane, f"{way}, {type(error).__name__}")


def _check_raising(page: Page, calm: Witness, nth: int, error: BaseException, pieces: Pieces, lane: bool, way: str) -> None:
    def raise_it(witness: Witness, _: Seen) -> None:
        if len(witness.seen) == nth + 1:
            raise error

    witness = Witness(page, calm.wants, hook=raise_it)
    parser = new_parser(page, witness, lane=lane)
    raised: BaseException | None = None
    try:
        run(page, witness, pieces, parser=parser)
    except BaseException as caught:
        if caught is not error:
            raise
        raised = caught
    check(witness.seen == calm.seen[: nth + 1], "something else is told before or after the exception", way)
    if isinstance(error, StopParsing):
        check(raised is None and parser.stopped, "StopParsing is not quiet", way)
        _check_consumed(page, witness, parser, way)
        parser.close()
        check(len(witness.seen) == nth + 1, "something is told after StopParsing", way)
    else:
        check(raised is error, "an exception of the handler is lost", way)
        for method in (partial(parser.feed, pieces[0]), parser.close):
            check(_refuses(method), "the parser goes on after an exception", way)
        check(len(witness.seen) == nth + 1, "something is told after the exception", way)
    fresh = Witness(page, calm.wants)
    parser.reset(fresh)
    run(page, fresh, pieces, parser=parser)
    check_same(fresh.seen, calm.seen, "reset() does not make the parser new", way)


def _check_consumed(page: Page, witness: Witness, parser: Parser, way: str) -> None:
    characters, size = parser.consumed
    last = witness.seen[-1]
    check(characters == last.end, "consumed is not the end of the event", way, parser.consumed, last)
    check((size is None) == (page.data is None), "consumed has bytes for str, or none for bytes", way, parser.consumed)
    if size is not None and last.kind != "start_document":
        fewest, most = page.characters_at(size)
        check(fewest <= characters <= most, "the bytes consumed are not the characters", way, parser.consumed, (fewest, most))


def _refuses(method: Callable[[], None]) -> bool:
    try:
        method()
    except UsageError:
        return True
    return False


def calls_from_inside(page: Page, dice: Dice) -> None:
    """feed(), close() and reset() refuse to be called by a handler, and nothing changes."""

    def call(_: Witness, __: Seen) -> None:
        for method in (partial(parser.feed, "x"), partial(parser.feed, b"x"), parser.close, parser.reset):
            check(_refuses(method), "a call from inside a handler is taken")

    witness = Witness(page, EVERYTHING, hook=call)
    parser = new_parser(page, witness)
    run(page, witness, page.pieces, parser=parser)
    check_same(joined(witness.seen), page.whole, "a call from inside changes events")


def strictness(page: Page, dice: Dice) -> None:
    """In strict mode the first error comes out, and only that."""
    first = next(((seen.data[0], seen.offset) for seen in page.account if seen.kind == "error"), (None, None))
    for name, pieces in ways_to_cut(page, dice):
        for lane in (True, False):
            interest = replace(some_interest(dice), parse_error=dice.chance(0.5))
            witness = Witness(page, interest)
            found = None
            try:
                run(page, witness, pieces, lane=lane, strict=True)
            except StrictParseError as raised:
                found = raised.error
            way = f"{name}, lane {lane}, {_told_of(interest)}"
            check(
                (found and found.code, found and found.offset) == first, "strict mode raises another error", way, found, first
            )
            _check_beginning(page, witness, way)


def limits(page: Page, dice: Dice) -> None:
    """The limit that is met, and where, does not depend on the cuts; what comes before is told."""
    small = Limits(max_token=dice.size(60), max_attributes=dice.size(8), max_depth=dice.size(6))
    outcomes = []
    for name, pieces in ways_to_cut(page, dice):
        witness = Witness(page, replace(EVERYTHING, parse_error=dice.chance(0.5)))
        met = None
        try:
            run(page, witness, pieces, limits=small)
        except LimitExceeded as raised:
            met = raised.args
            right = page.line_and_column(raised.offset)
            check((raised.line, raised.column) == right, "the place of a limit is wrong", name, met, right)
        _check_beginning(page, witness, name)
        outcomes.append((name, met, joined(witness.seen)))
    for (name, met, events), (other_name, other_met, other_events) in pairwise(outcomes):
        check(met == other_met, "limits depend on the cuts", small, name, met, other_name, other_met)
        check_same(events, other_events, "events before a limit depend on the cuts", small, name, other_name, met)


def late_meta(page: Page, dice: Dice) -> None:
    """With late_meta="raise" nothing but EncodingChanged comes out, and it does not depend on the cuts."""
    outcomes = []
    interest = some_interest(dice)
    for name, pieces in ways_to_cut(page, dice):
        for lane in (True, False):
            witness = Witness(page, interest)
            found = None
            try:
                run(page, witness, pieces, lane=lane, late_meta="raise")
            except EncodingChanged as raised:
                found = raised.encoding
            _check_beginning(page, witness, name)
            outcomes.append((f"{name}, lane {lane}", found, joined(witness.seen)))
    for (name, found, events), (other_name, other_found, other_events) in pairwise(outcomes):
        check(found == other_found, "a late meta depends on the cuts", name, found, other_name, other_found)
        check_same(events, other_events, "events before a late meta depend on the cuts", name, other_name, found)


def _check_beginning(page: Page, witness: Witness, way: str) -> None:
    """Look whether what was told is how the account begins; a text at the end may be told in part."""
    found = joined(witness.seen)
    right = joined(seen for seen in page.account if wanted(witness.wants, seen))
    if found and found[-1][0] == "text" and len(found) <= len(right):
        last, whole = found[-1], right[len(found) - 1]
        check(whole[0] == "text" and whole[1][0].startswith(last[1][0]), "the last text is another", way, last, whole)
        found.pop()
    check_same(found, right[: len(found)], "what is told before the end is another", way)


def decoding(page: Page, dice: Dice) -> None:
    """Bytes are decoded the same however cut, and as soon as they can be."""
    if page.data is None:
        return
    for name, pieces in ways_to_cut(page, dice):
        decoder = Decoder(page.options.encoding)
        fed = told = 0
        text = []
        for piece in pieces:
            assert isinstance(piece, bytes)
            fed += len(piece)
            text.append(decoder.decode(dice.choice((bytes, bytearray, memoryview))(piece)))
            told += len(text[-1])
            if decoder.encoding is None:
                check(fed < (3 if page.options.encoding else PRESCAN), "the encoding is held back", name, fed)
            elif decoder.encoding != "replacement":
                held = fed - decoder.byte_offset(told)
                most = 6 if decoder.encoding == "ISO-2022-JP" else 3
                check(0 <= held <= most, "bytes are held back", name, fed, told, held)
        text.append(decoder.finish())
        check("".join(text) == page.text, "decoding depends on the cuts", name)
        if decoder.encoding not in {"ISO-2022-JP", "replacement"}:
            check(decoder.byte_offset(len(page.text)) == len(page.data), "bytes are lost at the end", name)


class Tail(Handler):
    """Knows no more than how far it has been told."""

    def __init__(self, interest: Interest) -> None:
        self.wants = interest
        self.end = 0

    @override
    def interest(self) -> Interest:
        return self.wants

    def _tell(self, *_: object) -> None:
        self.end = self.locator.end_offset

    start_tag = end_tag = text = comment = doctype = processing_instruction = _tell  # type: ignore[assignment]


_MORE: Final = ("a", "b c", "\r\n", "\n", "]", "-", "&amp;", "&", "x" * 30, "\0", ";")


def memory(page: Page, dice: Dice) -> None:
    """What a parser holds does not grow with text, and with an open token only as the token does."""
    if page.options.salt % 20:  # it takes long
        return
    # The second knows how much of the input waits, which a handler that does not want text cannot tell.
    tails = Tail(some_interest(dice)), Tail(NO_ERRORS)
    parsers = [new_parser(page, tail) for tail in tails]
    more = "".join(dice.choice(_MORE) for _ in range(dice.size(4)))
    more = f"{more * (1000 // len(more))} "
    more += "a" * (len(more) % 2)
    pieces = [*page.pieces, *[more if page.data is None else more.encode()] * 120]
    sizes: list[int] = []
    for at, piece in enumerate(pieces, 1):
        for parser in parsers:
            parser.feed(piece)
            # Lines are counted when somebody asks; until then some text is kept for it.
            check(parser.locator.line, "there is no line")
        if at in {len(pieces) - 80, len(pieces)}:
            sizes.append(reachable(parsers[0], tails[0]))
    held = parsers[1].consumed.characters - tails[1].end
    allowed = 8 * len(more) + (4 * held if held > 100 else 0)
    check(sizes[1] - sizes[0] <= allowed, "memory grows", sizes, held, more[:100], _told_of(tails[0].wants))


_NOT_OURS: Final = (type, ModuleType, FunctionType, BuiltinFunctionType, re.Pattern)


def reachable(parser: Parser, handler: Handler) -> int:
    """Return the bytes that a parser keeps, without its handler."""
    met = {id(handler)}
    total = 0
    waiting: list[object] = [parser]
    while waiting:
        one = waiting.pop()
        if id(one) in met or isinstance(one, _NOT_OURS):
            continue
        met.add(id(one))
        total += sys.getsizeof(one)
        waiting.extend(gc.get_referents(one))
    return total


Way = Callable[[Page, Dice], None]

WAYS: Final[dict[str, Way]] = {
    way.__name__: way
    for way in (
        cuts,
        glances,
        spans,
        promptness,
        interests,
        changes,
        changes_with_errors,
        changes_at_errors,
        changes_between,
        raising,
        calls_from_inside,
        strictness,
        limits,
        late_meta,
        decoding,
        memory,
    )
}


# Failures


def failure(page: Page, way: str) -> Failure | None:
    """Return how the page fails in a way, or None; an exception that no promise allows is a failure by its name and place."""
    try:
        WAYS[way](page, Dice(page.options.salt))
    except Failure as found:
        return found
    except Exception as found:
        frames = [frame for frame in traceback.extract_tb(found.__traceback__) if PACKAGE in Path(frame.filename).parents]
        at = f"{Path(frames[-1].filename).name}, {frames[-1].name}" if frames else "the fuzzer"
        return Failure(f"{type(found).__name__} in {at}", "".join(traceback.format_exception(found)[-6:]))
    return None


def minimise(case: Case, way: str, what: str, *, seconds: float = 20) -> Case:
    """Return a case that fails in the same way with as few characters as delta debugging finds, then as few cuts."""
    deadline = time.monotonic() + seconds

    def fails(units: list[str | int | None]) -> bool:
        found = failure(Page(Case(tuple(units), case.options)), way)
        return found is not None and found.what == what

    units = list(case.units)
    for are_cuts in (False, True):
        size = max(len(units) // 2, 1)
        while time.monotonic() < deadline:
            places = [at for at, unit in enumerate(units) if (unit is None) == are_cuts]
            shrunk = False
            for start in range(len(places) - 1, -1, -size):
                gone = set(places[max(start - size + 1, 0) : start + 1])
                fewer = [unit for at, unit in enumerate(units) if at not in gone]
                if time.monotonic() < deadline and fails(fewer):
                    units, shrunk = fewer, True
            if size > 1:
                size //= 2
            elif not shrunk:
                break
    return Case(tuple(units), case.options)


def report(seed: int, case: Case, way: str, pages: str = "") -> str:
    """Return what a case that fails is to be known by, as small as can be. ``pages`` is the option that names other pages."""
    first = failure(Page(case), way)
    assert first is not None
    small = minimise(case, way, first.what)
    found = failure(Page(small), way) or first
    pieces = "[" + ", ".join(ascii(piece) for piece in small.pieces) + "]"
    return "\n".join(
        (
            f"{way}: {found.what}",
            f"    again: python -m tests.fuzz --seed {seed} --seconds 0 --only {way}{pages}",
            f"    input: {pieces}",
            f"    options: {small.options}",
            f"    detail: {found.detail}",
        )
    )


def fuzz(seeds: Iterable[int], pages: Sequence[str], ways: Iterable[str]) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """Try the inputs of those numbers in those ways; yield each number, with the way and the kind of each failure."""
    ways = list(ways)
    for seed in seeds:
        page = Page(make_case(seed, pages))
        yield seed, [(way, found.what) for way in ways if (found := failure(page, way)) is not None]


def read_pages(directory: Path) -> list[str]:
    return [page.read_bytes().decode("utf-8", "replace") for page in sorted(directory.glob("*.html"))]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Try the contract on random hostile pages.")
    parser.add_argument("--seconds", type=float, default=60, metavar="N", help="how long; 0 tries one input (default 60)")
    parser.add_argument("--seed", type=int, metavar="S", help="number of the first input (default: by chance)")
    parser.add_argument("--pages", type=Path, metavar="DIR", help="directory with .html files to mutate")
    parser.add_argument("--only", nargs="+", choices=WAYS, default=list(WAYS), metavar="WAY", help=f"of {', '.join(WAYS)}")
    options = parser.parse_args(arguments)
    directory = options.pages or next((directory for directory in DIRECTORIES if any(directory.glob("*.html"))), None)
    if directory is None or not (pages := read_pages(directory)):
        parser.error(f"no .html files in {directory or ' or '.join(map(str, DIRECTORIES))}: name a directory that has some")
    first = Random().randrange(1_000_000_000) if options.seed is None else options.seed
    print(f"from --seed {first}, with {len(pages)} pages of {directory}", flush=True)
    deadline = time.monotonic() + options.seconds
    met: Counter[tuple[str, str]] = Counter()
    for seed, failures in fuzz(count(first), pages, options.only):
        for way, what in failures:
            met[way, what] += 1
            if met[way, what] == 1:
                print(
                    report(seed, make_case(seed, pages), way, f" --pages {options.pages}" if options.pages else ""), flush=True
                )
        if time.monotonic() >= deadline:
            break
    print(f"{seed - first + 1:,} inputs, {len(met)} kinds of failure")
    for (way, what), times in met.most_common():
        print(f"{times:8,}  {way}: {what}")
    return 1 if met else 0


if __name__ == "__main__":
    sys.exit(main())
