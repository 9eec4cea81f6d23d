"""However the input is cut, with the fast lane and without it: the same events, at the same places, covering all of it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from typing_extensions import override

from saxhtml.attributes import Attributes, clean_name, clean_newlines
from saxhtml.charref import decode
from saxhtml.errors import ParseError
from saxhtml.handler import Doctype
from saxhtml.parser import Parser
from saxhtml.testing import Event, EventRecorder, Span, every_split, random_splits

SHORT: Final = {
    "text": "ab\ncd",
    "carriage returns": "a\rb\r\nc\n\rd\r\r\n",
    "carriage return at the end": "a<b>\r",
    "control characters": "a\x01b\x7f\ufdd0\U0001ffff",
    "surrogates": "\ud800<a b=\udfff>\ud83e",
    "astral": "\U0001f98a<b>\U0001f98a</b>",
    "nul": "a\0<b\0 c\0=d\0>\0",
    "named references": "&amp;&amp&notit;&notin;",
    "unknown references": "&zz;&a &;&& &Aacut;",
    "two code points": "&NotEqualTilde;&fjlig;",
    "numeric references": "&#65;&#x41;&#;&#x;&#128",
    "reference at the end": "x&noti",
    "references in values": "<a b='&amp;c&copy=&gt'>",
    "reference in a bare value": "<a b=&lt;&amp c=&#x41>",
    "start tag": "<A Bc=d e='f' g=\"h\" i>",
    "self-closing": "<br/><br /><a b=c/><i/ >",
    "slashes": "<a/b/ c//d=/e/>",
    "equals signs": "<a =b c==d e = f g=>",
    "no space between": "<a b='c'd=\"e\"f>",
    "line ends in a tag": "<a\r\nb\rc=\n'\r\n'>d",
    "odd names": "<a<b><c'd\"=e><f`g=`>",
    "end tags": "</a></B c=d></e/></f >",
    "nothing closed": "a</>b</><i></></i>",
    "no tag": "a<1<<b>< c</ d></1>",
    "comment": "<!--a--><!-- - -- -->",
    "short comments": "<!--><!---><!----><!-->",
    "odd comment ends": "<!--a--!><!--b--!-->",
    "nested comment": "<!--a<!--b<!-->c-->",
    "bogus comments": "<!a><!><!-b-><![CDATA[c>",
    "cut off comment": "a<!--b--!",
    "cut off bogus comment": "a<!b",
    "instruction": "<?a b?><?c?d><?e ??>",
    "no instruction": "<?><?1?><?xml a?><?b$>",
    "cut off instruction": "a<?b c?",
    "doctype": "<!DOCTYPE a><!doctype>b",
    "public doctype": "<!DOCTYPE PUBLIC 'b''c'>",
    "both identifiers": "<!DOCTYPE a PUBLIC '' ''",
    "system doctype": "<!DOCTYPE a SYSTEM 'b'>c",
    "odd doctype": "<!DOCTYPE\r\na \0 b><!doc>",
    "title": "<title>a&lt;<b></title>",
    "textarea": "<textarea>\r\n</textarea>",
    "style": "<style><b>&lt;</styl",
    "style closed": "<style></a></STYLE >b",
    "near the end of style": "<style></style/></style",
    "script": "<script>a<!--b</script>",
    "script escaped": "<script><!--<script></sc",
    "plaintext": "<plaintext>a</plaintext",
    "noscript": "<noscript><b></noscript>",
    "svg style": "<svg><style><g></style>",
    "cdata": "<svg><![CDATA[a]>]]]]>b",
    "cdata alone": "<svg><![CDATA[a]]></svg>",
    "cdata with nothing": "<svg><![CDATA[]]></svg>",
    "cdata cut off": "<svg>a<![CDATA[b\r\n]]",
    "cdata opener cut off": "<svg>a<![CDAT",
    "svg self-closed": "<svg/><style><g></style",
    "svg point": "<svg><desc><style><b>",
    "svg left": "<svg><p><style><b>",
    "svg left by an end tag": "<svg></p><style><b>",
    "math point": "<math><mi><style><b>",
    "cut off tag": "a<b c",
    "cut off value": "a<b c='d>e",
    "cut off end tag": "a</b",
    "cut off at the slash": "a</",
    "cut off at the sign": "a<",
    "dotted capital i": "<i>\u0130</I><SCR\u0130PT>",
    "long s": "<script></\u017fcript>a",
}
"""Inputs of up to 24 characters, each for something that a cut may stand in the middle of."""

LONG: Final = {
    "script doubly escaped": "<script><!--<script>a</script>--></script><!--b--></script>",
    "doctype in full": '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN"\r\n"http://www.w3.org/TR/html4/strict.dtd">',
    "annotation": "<math><annotation-xml encoding='TEXT/html'><style><g></style></annotation-xml></math><style><g>",
    "foreign object": "<svg><foreignObject><![CDATA[a]]><p><![CDATA[b]]></p></foreignObject></svg>",
    "nested points": "<svg><title><svg><desc><p><title><b></title></svg><style><i></style></svg><style><i></style>",
    "font": "<svg><font x><style><g></g></style></font><font face=a><style><g></style>",
    "all at once": "<!doctype A>\r\n<P  B=c b=d\te = 'f'  >&euro;&#8364;\0</></p x=1><br/ ><?g h?><!--i--!><![CDATA[j]]></3><k",
}
"""Longer ones, for every cut in two."""


class Checker(EventRecorder):
    """Also looks whether each event's raw source is what stands there in the input."""

    def __init__(self, source: str) -> None:
        super().__init__(join_text=True)
        self.source = source
        self.wrong: list[tuple[str, int, int]] = []

    def check(self) -> None:
        start, end, raw = self.locator.offset, self.locator.end_offset, self.locator.source
        if raw != self.source[start:end] or not raw:
            self.wrong.append((raw, start, end))

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        super().start_tag(name, attrs)
        self.check()

    @override
    def end_tag(self, name: str) -> None:
        super().end_tag(name)
        self.check()

    @override
    def text(self, data: str) -> None:
        super().text(data)
        self.check()

    @override
    def comment(self, data: str) -> None:
        super().comment(data)
        self.check()

    @override
    def doctype(self, doctype: Doctype) -> None:
        super().doctype(doctype)
        self.check()

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        super().processing_instruction(target, data)
        self.check()


class AttributeChecker(Checker):
    """Also looks whether the name and the value of each attribute are what stands in their spans."""

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        super().start_tag(name, attrs)
        for pair, span in zip(attrs.pairs(), self.locator.attribute_spans(), strict=True):
            written = clean_newlines(self.source[span.value_start : span.value_end]).replace("\0", "\ufffd")
            if pair != (clean_name(self.source[span.name_start : span.name_end]), decode(written, in_attribute=True)):
                self.wrong.append((pair[0], span.name_start, span.value_end))


class Account(NamedTuple):
    events: list[Event]
    spans: list[Span]
    errors: list[ParseError]


def account(source: str, chunks: Iterable[str], *, lane: bool = True, kind: type[Checker] = AttributeChecker) -> Account:
    checker = kind(source)
    parser = Parser(checker, lane=lane)
    for chunk in chunks:
        parser.feed(chunk)
    parser.close()
    assert not checker.wrong, checker.wrong[:3]
    return Account(checker.events, checker.spans, checker.errors)


def difference(found: Account, whole: Account) -> str | None:
    """Return where two accounts begin to differ, in words short enough for a page of 500 KB."""
    if found == whole:
        return None
    for what in Account._fields:
        ours, theirs = getattr(found, what), getattr(whole, what)
        if ours != theirs:
            at = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), min(len(ours), len(theirs)))
            return f"{what}[{at}]: {str(ours[at : at + 1])[:200]} where the whole gave {str(theirs[at : at + 1])[:200]}"
    raise AssertionError("accounts differ in nothing")


_BETWEEN: Final = re.compile(r"(?:</>|<!\[CDATA\[|\]\]>)*+")
_AT_THE_END: Final = re.compile(_BETWEEN.pattern + r"(?:</?[A-Za-z].*|<\?(?:[A-Za-z_].*)?)?", re.DOTALL)


def assert_places(source: str, whole: Account) -> None:
    """Lines and columns are those of the offsets; spans are in order, and between them stands only what makes no event."""
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", source))]
    for offset, line, column in chain(
        ((span.offset, span.line, span.column) for span in whole.spans),
        ((error.offset, error.line, error.column) for error in whole.errors),
    ):
        assert line == bisect_right(starts, offset)
        assert column == offset - starts[line - 1] + 1
    end = 0
    for span in whole.spans:
        assert end <= span.offset < span.end_offset, (end, span)
        gap = source[end : span.offset]
        assert _BETWEEN.fullmatch(gap), (end, gap[:200])
        end = span.end_offset
    assert _AT_THE_END.fullmatch(source[end:]), (end, source[end : end + 200])


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("source", SHORT.values(), ids=SHORT.keys())
def test_short_inputs_give_the_same_for_every_cut_in_two_and_three(source: str, lane: bool) -> None:
    assert len(source) <= 24
    whole = account(source, [source])
    assert_places(source, whole)
    for chunks in chain([[source], list(source)], every_split(source, 2), every_split(source, 3)):
        assert difference(account(source, chunks, lane=lane), whole) is None, chunks


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("source", LONG.values(), ids=LONG.keys())
def test_longer_inputs_give_the_same_for_every_cut_in_two_and_random_ones(source: str, lane: bool, seed: int) -> None:
    whole = account(source, [source])
    assert_places(source, whole)
    for chunks in chain([[source], list(source)], every_split(source, 2), random_splits(source, seed, count=50, longest=7)):
        assert difference(account(source, chunks, lane=lane), whole) is None, (seed, chunks)


@pytest.mark.parametrize("source", [*SHORT.values(), *LONG.values()], ids=[*SHORT, *LONG])
def test_empty_chunks_change_nothing(source: str) -> None:
    chunks = chain.from_iterable(("", character) for character in source)
    assert difference(account(source, [*chunks, ""]), account(source, [source])) is None


Cuts = Callable[[str, int], Iterable[str]]


def in_16_kib(source: str, _: int) -> Iterator[str]:
    return (source[at : at + 16384] for at in range(0, len(source), 16384))


PAGE_WAYS: Final[dict[str, tuple[Cuts, bool]]] = {
    "whole, without the lane": (lambda source, _: [source], False),
    "in 16 KiB": (in_16_kib, True),
    "in small random chunks": (lambda source, seed: next(random_splits(source, seed, longest=60)), True),
}


def test_pages_give_the_same_events_and_places_however_cut(pages: list[Path], seed: int) -> None:
    assert pages
    failures = []
    for page in pages:
        source = page.read_bytes().decode("utf-8", "replace")
        whole = account(source, [source])
        assert_places(source, whole)
        assert len(whole.events) > 10
        for way, (cuts, lane) in PAGE_WAYS.items():
            if differs := difference(account(source, cuts(source, seed), lane=lane, kind=Checker), whole):
                failures.append(f"{page.name} {way}, seed {seed}: {differs}")
    assert not failures, "\n".join(failures)
