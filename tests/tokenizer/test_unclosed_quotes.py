"""Quoted values whose closing quote is missing: ``Parser(unclosed_quotes="newline")``, which departs from the standard."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Final

import pytest
from tokenizer_cases import Case, comment, end, start, text
from typing_extensions import override

from saxhtml import Attributes, AttributeSpan, Handler, LimitExceeded, Limits, Parser, UsageError, parse
from saxhtml.testing import EventRecorder, assert_linear, every_split, random_splits

HERE: Final = "missing-quote-after-attribute-value"

MENDED: Final = {
    "the quote opens the next value": Case(
        '<a href="b\nclass="c">d</a>', [start("a", ("href", "b"), ("class", "c")), text("d"), end("a")], f"1:11 {HERE}"
    ),
    "the end of the tag before the line break": Case(
        '<a href="b>c</a>\n<a href="d">e',
        [start("a", ("href", "b")), text("c"), end("a"), text("\n"), start("a", ("href", "d")), text("e")],
        f"1:11 {HERE}",
    ),
    "single quotes": Case(
        "<a href='b\r\n>c</a><a href='d'>",
        [start("a", ("href", "b")), text("c"), end("a"), start("a", ("href", "d"))],
        f"1:11 {HERE}",
    ),
    "spaces behind the equals sign": Case('<a b="c\rd = "e">f', [start("a", ("b", "c"), ("d", "e")), text("f")], f"1:8 {HERE}"),
    "markup, and a quote in text": Case(
        "<a b='c\n>d</a> it's", [start("a", ("b", "c")), text("d"), end("a"), text(" it's")], f"1:8 {HERE}"
    ),
    "no quote to the end of input": Case(
        '<a b="c>d\n<e>f', [start("a", ("b", "c")), text("d\n"), start("e"), text("f")], f"1:8 {HERE}"
    ),
    "no quote and no line break": Case('<a b="c>d', [start("a", ("b", "c")), text("d")], f"1:8 {HERE}"),
    "a quote at the end of input": Case("<a b='c\n>d='", [start("a", ("b", "c")), text("d='")], f"1:8 {HERE}"),
    "a carriage return at the end of input": Case("<a b='c\r", [], f"1:8 {HERE}", "2:1 eof-in-tag"),
    "one after the other": Case(
        '<a b="c\n d="e\n f="g">', [start("a", ("b", "c"), ("d", "e"), ("f", "g"))], f"1:8 {HERE}", f"2:6 {HERE}"
    ),
    "written as closed": Case(
        '<a b="c\n/><d e="f">', [start("a", ("b", "c"), closed=True), start("d", ("e", "f"))], f"1:8 {HERE}"
    ),
    "a repeated attribute": Case('<a b="c\nb="d">', [start("a", ("b", "c"))], f"1:8 {HERE}", "2:2 duplicate-attribute"),
    "an end tag": Case('</a b="c\n>d="', [end("a"), text('d="')], f"1:9 {HERE}", "2:1 end-tag-with-attributes"),
    "raw text": Case(
        '<title a="b\n>c</title><d e="">',
        [start("title", ("a", "b")), text("c"), end("title"), start("d", ("e", ""))],
        f"1:12 {HERE}",
    ),
    "a control character behind it": Case(
        "<a b='c\n\x01>d</a> \x02",
        [start("a", ("b", "c"), ("\x01", "")), text("d"), end("a"), text(" \x02")],
        f"1:8 {HERE}",
        "2:1 control-character-in-input-stream",
        "2:9 control-character-in-input-stream",
    ),
    "references": Case('<a b="&amp;c\nd="">', [start("a", ("b", "&c"), ("d", ""))], f"1:13 {HERE}"),
}

WHOLE: Final = {
    "on several lines": Case("<a b='c\nd' e>f", [start("a", ("b", "c\nd"), ("e", "")), text("f")]),
    "script on several lines": Case("<a b=\"if (c > d)\n e='f'\">g", [start("a", ("b", "if (c > d)\n e='f'")), text("g")]),
    "markup in a value": Case(
        "<a b='<c>\n</c>' d=e><f g='<\n'/>", [start("a", ("b", "<c>\n</c>"), ("d", "e")), start("f", ("g", "<\n"), closed=True)]
    ),
    "no space behind it": Case(
        "<a b='c\nd'e=f>", [start("a", ("b", "c\nd"), ("e", "f"))], "2:3 missing-whitespace-between-attributes"
    ),
    "an open value of nothing": Case("<a b='c", [], "1:8 eof-in-tag"),
    "not in comments": Case("<!-- a='b\n --><c>", [comment(" a='b\n "), start("c")]),
    "references and NUL": Case("<a b='&lt;\n\0'>", [start("a", ("b", "<\n\ufffd"))], "2:1 unexpected-null-character"),
}


def record(chunks: Iterable[str], *, lane: bool = True, errors: bool = True, limits: Limits | None = None) -> EventRecorder:
    recorder = EventRecorder(join_text=True, errors=errors)
    parser = Parser(recorder, unclosed_quotes="newline", lane=lane, limits=limits)
    for chunk in chunks:
        parser.feed(chunk)
    parser.close()
    return recorder


@pytest.mark.parametrize("case", [*MENDED.values(), *WHOLE.values()], ids=[*MENDED, *WHOLE])
def test_a_value_ends_where_its_quote_is_missing_and_nowhere_else(case: Case) -> None:
    spans = record([case.source]).spans
    ways = [[case.source], list(case.source), *every_split(case.source)]
    for chunks, lane, errors in product(ways, (True, False), (True, False)):
        recorder = record(chunks, lane=lane, errors=errors)
        assert recorder.events == case.events, chunks
        assert [f"{error.line}:{error.column} {error.code}" for error in recorder.errors] == ([*case.errors] if errors else [])
        assert recorder.spans == spans


@pytest.mark.parametrize("case", MENDED.values(), ids=MENDED.keys())
def test_by_default_the_standard_rules(case: Case) -> None:
    recorder = EventRecorder()
    parse(case.source, recorder)
    assert HERE not in {error.code for error in recorder.errors}


PARTS: Final = "<a ~<b c=~ d=~\"~'~\n~\r\n~\r~>~</a>~x~=~ ~/~&amp;~<title>~</title>~e='f'~g=\"h\n i\"".split("~")


def test_random_markup_gives_the_same_however_it_is_cut(seed: int) -> None:
    random = Random(seed)
    for _ in range(300):
        source = "".join(random.choices(PARTS, k=random.randrange(1, 25)))
        whole = record([source])
        for chunks, lane in product([list(source), *random_splits(source, random.randrange(1000), count=4)], (True, False)):
            recorder = record(chunks, lane=lane)
            assert (recorder.events, recorder.errors, recorder.spans) == (whole.events, whole.errors, whole.spans), chunks
            assert record(chunks, lane=lane, errors=False).events == whole.events, chunks


def test_without_a_line_break_in_a_value_it_is_the_standard(seed: int) -> None:
    random = Random(seed)
    for _ in range(300):
        source = "".join(random.choices([part for part in PARTS if "\n" not in part and "\r" not in part], k=12)) + "'\"'\""
        standard = EventRecorder(join_text=True)
        parse(source + "'>\"", standard)
        mended = record([source + "'>\""])
        if HERE not in {error.code for error in mended.errors}:
            assert (mended.events, mended.errors) == (standard.events, standard.errors)


@pytest.mark.parametrize("size", [1, 7, None])
@pytest.mark.parametrize(
    ("source", "met"),
    [
        pytest.param("<a b='cdefghij\n d='", True, id="no evidence within the limit"),
        pytest.param("<a b='c\ndefghijklmnopq' r>", True, id="a closing quote beyond it"),
        pytest.param("<a b='c\n d='e'>", False, id="evidence within it"),
        pytest.param("<a b='cdefghijklmnopq\n", True, id="the end of input beyond it"),
        pytest.param("<a b='c\n", False, id="the end of input within it"),
    ],
)
def test_a_quote_is_looked_for_within_the_limit(source: str, met: bool, size: int | None) -> None:
    chunks = [source] if size is None else [source[at : at + size] for at in range(0, len(source), size)]
    if met:
        with pytest.raises(LimitExceeded) as caught:
            record(chunks, limits=Limits(max_token=16))
        assert caught.value.offset == 0
    else:
        record(chunks, limits=Limits(max_token=16))


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda n: "<a b='\n" * n, id="a quote on every line"),
        pytest.param(lambda n: "<a b='" + "\n" * n, id="line breaks"),
        pytest.param(lambda n: "<a b='" + "x=\n" * n, id="equals signs"),
        pytest.param(lambda n: "<a " + "b='\n" * n + '"' + "\n" * n, id="both quotes"),
    ],
)
@pytest.mark.parametrize("size", [3, None])
def test_time_grows_with_the_input(make: object, size: int | None) -> None:
    def chunks(n: int) -> list[str]:
        source = make(n)  # type: ignore[operator]
        return [source] if size is None else [source[at : at + size] for at in range(0, len(source), size)]

    assert_linear(chunks, lambda pieces: record(pieces, limits=Limits(max_attributes=10**9)), n=500, rounds=1)


def test_attributes_are_read_as_the_tag_was() -> None:
    class Reader(Handler):
        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            found.append((attrs, attrs.get("e"), attrs.pairs(), self.locator.attribute_spans()))

    found: list[tuple[Attributes, str | None, list[tuple[str, str]], list[AttributeSpan]]] = []
    parse("<a b='c\n d=\"1\" e='x\ny' f=g b h='i>", Reader(), unclosed_quotes="newline")
    [(attrs, value, pairs, spans)] = found
    assert value == "x\ny"
    assert pairs == [("b", "c"), ("d", "1"), ("e", "x\ny"), ("f", "g"), ("b", ""), ("h", "i")]
    assert spans == [
        AttributeSpan("b", 3, 4, 6, 7, "'"),
        AttributeSpan("d", 9, 10, 12, 13, '"'),
        AttributeSpan("e", 15, 16, 18, 21, "'"),
        AttributeSpan("f", 23, 24, 25, 26, ""),
        AttributeSpan("b", 27, 28, 28, 28, ""),
        AttributeSpan("h", 29, 30, 32, 33, "'"),
    ]
    assert attrs == {"b": "c", "d": "1", "e": "x\ny", "f": "g", "h": "i"}
    assert pickle.loads(pickle.dumps(attrs)) == attrs


@pytest.mark.parametrize("value", ["standard", "", True])
def test_another_way_to_end_quotes_is_refused(value: object) -> None:
    with pytest.raises(UsageError, match=r'unclosed_quotes=\.\.\.\) takes "newline" or None'):
        Parser(Handler(), unclosed_quotes=value)  # type: ignore[arg-type]


def test_what_has_been_fed_counts_also_while_a_quote_is_looked_for() -> None:
    parser = Parser(Handler(), unclosed_quotes="newline")
    parser.feed("<a b='c\nd")
    parser.feed("e\r")
    assert parser.consumed.characters == 11
