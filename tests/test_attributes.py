"""Attributes against a slow reading of the standard's states, whichever way they are looked at; and what a mapping promises."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from typing_extensions import override

from saxhtml.attributes import NO_ATTRIBUTES, Attributes, AttributeSpan, ascii_lower, clean_name, clean_newlines
from saxhtml.charref import decode
from saxhtml.errors import UsageError
from saxhtml.handler import Handler
from saxhtml.parser import Parser

SPACE: Final = "\t\n\f\r "

Pairs = list[tuple[str, str]]


class Reading(NamedTuple):
    pairs: Pairs
    spans: list[AttributeSpan]
    self_closing: bool

    @property
    def mapping(self) -> dict[str, str]:
        return dict(reversed(self.pairs))


def slow_read(source: str) -> Reading | None:
    """Go through the standard's states from "before attribute name" on; return None if the tag does not end with ``source``."""
    text = source + ">"
    found: list[tuple[int, int, int, int, str]] = []
    at = 0
    while True:
        while text[at] in SPACE:
            at += 1
        if text[at] == ">":
            closing = False
            break
        if text[at] == "/":
            at += 1
            if text[at] == ">":
                closing = True
                break
            continue
        start = at
        at += 1
        while text[at] not in SPACE + "/>=":
            at += 1
        end = at
        while text[at] in SPACE:
            at += 1
        if text[at] != "=":
            found.append((start, end, end, end, ""))
            continue
        at += 1
        while text[at] in SPACE:
            at += 1
        if text[at] in "\"'":
            quote = text[at]
            close = text.find(quote, at + 1)
            if close < 0:
                return None
            found.append((start, end, at + 1, close, quote))
            at = close + 1
        else:
            value = at
            while text[at] not in SPACE + ">":
                at += 1
            found.append((start, end, value, at, ""))
    if at != len(source):
        return None
    spans = []
    pairs = []
    for start, end, value, value_end, quote in found:
        name = "".join(chr(ord(c) + 32) if "A" <= c <= "Z" else "\ufffd" if c == "\0" else c for c in source[start:end])
        raw = source[value:value_end].replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
        pairs.append((name, decode(raw, in_attribute=True)))
        spans.append(AttributeSpan(name, start, end, value, value_end, quote))
    return Reading(pairs, spans, closing)


BEFORE: Final[dict[str, Callable[[Attributes], object]]] = {
    "nothing": lambda attrs: None,
    "a value that is there": lambda attrs: attrs.get("class"),
    "a value that is not": lambda attrs: attrs.get("id"),
    "two values": lambda attrs: (attrs.get("class"), attrs.get("id")),
    "whether one is there": lambda attrs: "checked" in attrs,
    "all of them": list,
    "their pairs": lambda attrs: attrs.pairs(),
    "their spans": lambda attrs: attrs.spans(),
    "the source": lambda attrs: (attrs.source, attrs.self_closing),
}
"""What has been looked at before the look that counts."""

VIEWS: Final[list[Callable[[Mapping[str, str]], object]]] = [
    len,
    list,
    repr,
    lambda mapping: list(mapping.keys()),
    lambda mapping: list(mapping.values()),
    lambda mapping: list(mapping.items()),
]


def look_up(attrs: Attributes, name: str) -> str | None:
    """Return a value by way of ``in`` and ``[]``."""
    return attrs[name] if name in attrs else None  # noqa: SIM401  these are the ways to be tried


def assert_as_read(source: str) -> bool:
    """Compare every way to look with the slow reading; return whether ``source`` is that of a tag at all."""
    reading = slow_read(source)
    if reading is None:
        return False
    mapping = reading.mapping
    ordered = {name: mapping[name] for name, _ in reading.pairs}
    for name in [*mapping, "a", "b", "ab", "a-b", "A", "", "=", "\ufffd"]:
        value = mapping.get(name)
        attrs = Attributes(source)
        # The first, the second and a later look go different ways.
        assert attrs.get(name) == attrs.get(name) == attrs.get(name) == value, (source, name)
        attrs = Attributes(source)
        assert look_up(attrs, name) == look_up(attrs, name) == value, (source, name)
        assert (name in Attributes(source)) == (name in mapping), (source, name)
        assert attrs == mapping, (source, name)
    for view in VIEWS:
        assert view(Attributes(source)) == view(ordered), source
    attrs = Attributes(source)
    assert attrs.pairs() == reading.pairs, source
    assert attrs.spans() == reading.spans, source
    assert attrs.self_closing == reading.self_closing, source
    return True


CASES: Final[dict[str, tuple[str, Pairs, bool]]] = {
    "nothing": ("", [], False),
    "space": (" \t\r\n\f", [], False),
    "bare": (" a", [("a", "")], False),
    "bare ones": (" a b\tc", [("a", ""), ("b", ""), ("c", "")], False),
    "unquoted": (" a=b c=d", [("a", "b"), ("c", "d")], False),
    "quoted": (" a=\"b\" c='d'", [("a", "b"), ("c", "d")], False),
    "empty values": (" a=\"\" b='' c=", [("a", ""), ("b", ""), ("c", "")], False),
    "spaces around the sign": (" a = b c\n=\t'd'", [("a", "b"), ("c", "d")], False),
    "no space between": (" a='b'c=\"d\"e", [("a", "b"), ("c", "d"), ("e", "")], False),
    "slashes between": ("/a/b=c/d/ e", [("a", ""), ("b", "c/d/"), ("e", "")], False),
    "upper case": (" HREF=X Data-Y='Z'", [("href", "X"), ("data-y", "Z")], False),
    "other letters keep their case": (" \u00c9=\u212a \u0130", [("\u00c9", "\u212a"), ("\u0130", "")], False),
    "kelvin sign is no k": (" \u212a=1 k=2", [("\u212a", "1"), ("k", "2")], False),
    "long s is no s": (" \u017frc=1 src=2", [("\u017frc", "1"), ("src", "2")], False),
    "duplicates": (" a=1 A=2 a=3 b", [("a", "1"), ("a", "2"), ("a", "3"), ("b", "")], False),
    "bare duplicate first": (" a a=2", [("a", ""), ("a", "2")], False),
    "bare duplicate last": (' a="1" a', [("a", "1"), ("a", "")], False),
    "name within a name": (" data-a=1 a-data=2 a=3", [("data-a", "1"), ("a-data", "2"), ("a", "3")], False),
    "name within a value": (" x=' a=\"1\" ' a=2", [("x", ' a="1" '), ("a", "2")], False),
    "greater-than sign in a value": (" a='>' b=\">\"", [("a", ">"), ("b", ">")], False),
    "quotes in names": (" a'b=1 \"c\"=2 '", [("a'b", "1"), ('"c"', "2"), ("'", "")], False),
    "quotes in unquoted values": (" a=b'c\"d e=f", [("a", "b'c\"d"), ("e", "f")], False),
    "other quotes in values": (" a='\"' b=\"'\"", [("a", '"'), ("b", "'")], False),
    "less-than sign": (" a<b=<c <", [("a<b", "<c"), ("<", "")], False),
    "equals sign first": (" =a='1' =b=c ==", [("=a", "1"), ("=b", "c"), ("=", "")], False),
    "equals signs": (" a==b", [("a", "=b")], False),
    "equals sign apart": (" a = = b", [("a", "="), ("b", "")], False),
    "equals sign behind a quoted value": (" a='b'='c'", [("a", "b"), ("='c'", "")], False),
    "references": (" a=&lt;b&amp; c='&quot;&#39;' d=\"&#x41;\"", [("a", "<b&"), ("c", "\"'"), ("d", "A")], False),
    "references without semicolon": (
        " a=?b&copy=1&lt c='&lt&gt' d='&copyx'",
        [("a", "?b&copy=1<"), ("c", "<>"), ("d", "&copyx")],
        False,
    ),
    "reference cut by the quote": (" a='&am' b=p;", [("a", "&am"), ("b", "p;")], False),
    "references in names are none": (" &amp;=1 a&lt;", [("&amp;", "1"), ("a&lt;", "")], False),
    "nul": (" a\0b=c\0d \0='\0'", [("a\ufffdb", "c\ufffdd"), ("\ufffd", "\ufffd")], False),
    "nul and its replacement are one name": (" a\0=1 a\ufffd=2", [("a\ufffd", "1"), ("a\ufffd", "2")], False),
    "line ends": (" a='b\r\nc\rd\ne' f\r=\r\ng", [("a", "b\nc\nd\ne"), ("f", "g")], False),
    "written carriage return": (" a='b&#13;\r&#10;'", [("a", "b\r\n\n")], False),
    "other spaces are no spaces": (" a\x0bb=c\xa0d\u2003e", [("a\x0bb", "c\xa0d\u2003e")], False),
    "self-closing": (" /", [], True),
    "self-closing at once": ("/", [], True),
    "self-closing behind a name": (" a/", [("a", "")], True),
    "self-closing behind a quoted value": (" a='b'/", [("a", "b")], True),
    "self-closing behind the usual": (' a="b" /', [("a", "b")], True),
    "self-closing twice": (" a //", [("a", "")], True),
    "slash in an unquoted value": (" a=b/", [("a", "b/")], False),
    "slash alone as a value": (" a= /", [("a", "/")], False),
    "slash at once as a value": (" a=/", [("a", "/")], False),
    "slash behind an unquoted value": (" a=b /", [("a", "b")], True),
    "slash and space": (" a / ", [("a", "")], False),
    "slash in a quoted value": (" a='/'", [("a", "/")], False),
    "slash behind an equals sign as a name": (" =/", [("=", "")], True),
    "nearly self-closing": (' a="b /"', [("a", "b /")], False),
}


@pytest.mark.parametrize(("source", "pairs", "self_closing"), CASES.values(), ids=CASES)
def test_what_a_tag_says(source: str, pairs: Pairs, self_closing: bool) -> None:
    attrs = Attributes(source)
    assert attrs.pairs() == pairs
    assert attrs.self_closing is self_closing
    assert attrs.source == source
    assert assert_as_read(source)


def test_every_short_source_whichever_way_it_is_looked_at() -> None:
    read = sum(assert_as_read(" " + "".join(letters)) for letters in product(" /='aB", repeat=4))
    assert read > 800


PARTS: Final = [
    *(" ", "  ", "\t", "\n", "\r\n", "\r", "\f", "/", "=", " = ", '"', "'", '""', "''", "<", "`", "\0", "\x0b"),
    *("a", "A", "b", "ab", "a-b", "AB", "x:y", "_", "-", "1", "é", "É", "\u212a", "\u0130", "😀", "\ufffd"),
    *(' a="1"', ' b="2"', ' ab="&amp;"', " a='3'", " a", " b=4", ' A="5"', ' a-b="x y"', ' b="\r\n"', ' a="\0"', ' a=""'),
    *("&", "&amp;", "&lt", "&copy=", "&#65;", "&#0", ";", '">"', "'>'", ' c="a=b"', " c=' a=\"1\"'"),
]


@pytest.mark.parametrize("seed", range(6))
def test_random_sources_whichever_way_they_are_looked_at(seed: int) -> None:
    random = Random(seed)
    sources = (" " + "".join(random.choices(PARTS, k=random.randrange(1, 9))) for _ in range(400))
    assert sum(map(assert_as_read, sources)) > 200


@pytest.mark.parametrize("seed", range(3))
def test_usual_sources_whichever_way_they_are_looked_at(seed: int) -> None:
    random = Random(seed)
    usual = [part for part in PARTS if part.startswith(" ") and len(part) > 2] + [" /"]
    for _ in range(80):
        source = "".join(random.choices(usual, k=random.randrange(1, 6)))
        assert assert_as_read(source), source


class Kept(Handler):
    def __init__(self) -> None:
        self.found: list[tuple[str, Attributes, list[AttributeSpan]]] = []

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.found.append((name, attrs, self.locator.attribute_spans()))


class KeptWithErrors(Kept):
    @override
    def parse_error(self, error: object) -> None:
        pass


@pytest.mark.parametrize("kind", [Kept, KeptWithErrors])
@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_the_parser_hands_out_the_same(lane: bool, kind: type[Kept]) -> None:
    random = Random(7)
    sources = [source for source, _, _ in CASES.values() if source[:1] in ("", "/", *SPACE)]
    sources += [" " + "".join(random.choices(PARTS, k=random.randrange(1, 9))) for _ in range(500)]
    page = ""
    expected = []
    for source in sources:
        reading = slow_read(source)
        if reading is not None:
            page += "text<p"
            base = len(page)
            page += source + ">"
            expected.append((source, reading.pairs, reading.self_closing, [span.shifted(base) for span in reading.spans]))
    handler = kind()
    parser = Parser(handler, lane=lane)
    parser.feed(page)
    parser.close()
    assert len(handler.found) == len(expected) > 250
    for (name, attrs, spans), (source, pairs, self_closing, expected_spans) in zip(handler.found, expected, strict=True):
        assert (name, attrs.pairs(), attrs.self_closing) == ("p", pairs, self_closing), source
        assert spans == expected_spans, source


# A mapping


SOURCE: Final = " href='/x?a=1&amp;b=2' CLASS=y checked class=z /"
ITEMS: Final = {"href": "/x?a=1&b=2", "class": "y", "checked": ""}


@pytest.fixture(params=BEFORE)
def attrs(request: pytest.FixtureRequest) -> Attributes:
    made = Attributes(SOURCE)
    BEFORE[request.param](made)
    return made


def test_it_is_a_mapping_like_a_dict(attrs: Attributes) -> None:
    assert isinstance(attrs, Mapping)
    assert attrs == ITEMS
    items = dict(ITEMS)
    assert items == attrs
    assert attrs == Attributes(" checked class='y' href=\"/x?a=1&amp;b=2\"")
    assert attrs != {**ITEMS, "class": "z"}
    assert attrs != {"href": "/x?a=1&b=2"}
    assert attrs != object()
    assert dict(attrs) == ITEMS
    assert {**attrs} == ITEMS
    assert list(attrs) == list(attrs.keys()) == list(ITEMS)
    assert list(attrs.values()) == list(ITEMS.values())
    assert list(attrs.items()) == list(ITEMS.items())
    assert attrs.keys() & {"class", "id"} == {"class"}
    assert ("class", "y") in attrs.items()
    assert len(attrs) == 3
    assert repr(attrs) == repr(ITEMS)
    match attrs:
        case {"href": href, "checked": ""}:
            assert href == "/x?a=1&b=2"
        case _:
            pytest.fail("no match")


def test_a_value_that_is_there(attrs: Attributes) -> None:
    assert attrs["class"] == attrs.get("class") == attrs.get("class", "w") == "y"
    assert "class" in attrs


def test_a_bare_attribute_is_there_and_empty(attrs: Attributes) -> None:
    assert attrs["checked"] == attrs.get("checked", "no") == ""
    assert "checked" in attrs


@pytest.mark.parametrize("name", ["id", "CLASS", "hre", "href ", "", " ", "=", "a", "x", "/", "clas\u017f", "é"])
def test_a_value_that_is_not_there(attrs: Attributes, name: str) -> None:
    default = object()
    assert attrs.get(name) is None
    assert attrs.get(name, default) is default
    assert attrs.get(name, "w") == "w"
    assert name not in attrs
    with pytest.raises(KeyError) as caught:
        attrs[name]
    assert caught.value.args == (name,)


@pytest.mark.parametrize("key", [1, None, b"href", ("href",)], ids=repr)
def test_what_is_no_name_is_not_there(attrs: Attributes, key: Any) -> None:
    assert key not in attrs
    assert attrs.get(key) is None
    with pytest.raises(KeyError):
        attrs[key]


def test_it_cannot_be_changed(attrs: Attributes) -> None:
    changed: Any = attrs
    for change in (
        lambda: changed.__setitem__("class", "z"),
        lambda: changed.__delitem__("class"),
        lambda: changed.update({}),
        lambda: setattr(changed, "source", ""),
        lambda: setattr(changed, "self_closing", False),
        lambda: setattr(changed, "anything", 1),
        lambda: changed.keys().mapping.update({}),
    ):
        with pytest.raises((AttributeError, TypeError)):
            change()
    attrs.pairs().clear()
    attrs.spans().clear()
    dict(attrs).clear()
    assert attrs == ITEMS
    assert len(attrs.pairs()) == len(attrs.spans()) == 4


def test_it_is_not_hashable(attrs: Attributes) -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(attrs)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_it_can_be_pickled(attrs: Attributes, protocol: int) -> None:
    back = pickle.loads(pickle.dumps(attrs, protocol))
    assert type(back) is Attributes
    assert back == attrs == ITEMS
    assert back.pairs() == attrs.pairs()
    assert back.source == SOURCE
    assert back.self_closing


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
def test_it_can_be_copied(attrs: Attributes, duplicate: Callable[[Attributes], Attributes]) -> None:
    assert duplicate(attrs) == ITEMS
    assert duplicate(attrs).source == SOURCE


class MyAttributes(Attributes):
    """A user's own kind."""

    __slots__ = ()


def test_a_subclass_stays_one() -> None:
    attrs = pickle.loads(pickle.dumps(MyAttributes.from_pairs({"a": "b"})))
    assert type(attrs) is MyAttributes
    assert attrs == {"a": "b"}


def test_nothing_is_parsed_before_the_first_look(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Attributes) -> dict[str, str]:
        raise AssertionError("parsed")

    monkeypatch.setattr(Attributes, "_parsed", fail)
    attrs = Attributes(SOURCE)
    assert attrs.source == SOURCE
    assert attrs.self_closing
    assert pickle.loads(pickle.dumps(attrs)).source == SOURCE
    with pytest.raises(AssertionError, match="parsed"):
        len(attrs)


def test_what_has_been_parsed_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    attrs = Attributes(SOURCE)
    assert len(attrs) == 3
    monkeypatch.setattr(Attributes, "_parsed", None)
    assert attrs == ITEMS
    assert attrs["class"] == "y"
    assert "id" not in attrs


def test_without_attributes_there_is_nothing() -> None:
    assert NO_ATTRIBUTES == Attributes() == {}
    assert not NO_ATTRIBUTES
    assert "a" not in NO_ATTRIBUTES
    assert "a" not in NO_ATTRIBUTES
    assert NO_ATTRIBUTES.pairs() == []
    assert NO_ATTRIBUTES.spans() == []
    assert NO_ATTRIBUTES.source == ""
    assert not NO_ATTRIBUTES.self_closing


def test_any_number_of_names_may_be_looked_up() -> None:
    # More than the caches hold, and some of them again.
    names = [f"{first}{number}" for number in range(130) for first in "ab"]
    source = "".join(f' {name.upper()}="{name}"' for name in names[::2])
    for name in names + names[:2]:
        assert Attributes(source).get(name) == (name if name in names[::2] else None)
    assert list(Attributes(source)) == names[::2]
    for number in range(1100):
        assert Attributes(f" A{number}=1").pairs() == [(f"a{number}", "1")]
    long = "x" * 10_000
    assert Attributes(f" {long}=1")[long] == "1"
    assert Attributes(f" {long.upper()}=1").pairs() == [(long, "1")]


# Made by hand


def round_trips() -> Iterator[tuple[str, Pairs]]:
    yield "nothing", []
    yield "plain", [("a", "b"), ("c", "")]
    yield "bare then valued", [("a", ""), ("b", "c"), ("d", "")]
    yield "both quotes", [("a", '"\'"'), ("b", "'"), ("c", '"')]
    yield "ampersands", [("a", "&"), ("b", "&amp;"), ("c", "&amp;amp;"), ("d", "x&lt"), ("e", "&#65;")]
    yield "line ends", [("a", "\r"), ("b", "\r\n"), ("c", "\n\r\n"), ("d", "\n")]
    yield "signs", [("a", "<>"), ("b", "="), ("c", "/"), ("d", "`"), ("e", " "), ("f", "\t")]
    yield "other letters", [("é", "é😀"), ("\u212a", "\u0130"), ("😀", "")]
    yield "odd names", [('a"b', "1"), ("'c", "2"), ("<d", ""), ("&e;", "3"), ("@click", "4"), ("[f]", ""), (":g", "5")]
    yield "duplicates", [("a", "1"), ("a", "2"), ("b", ""), ("a", "")]


ROUND_TRIPS: Final = dict(round_trips())


@pytest.mark.parametrize("self_closing", [False, True])
@pytest.mark.parametrize("pairs", ROUND_TRIPS.values(), ids=ROUND_TRIPS)
def test_what_is_made_from_pairs_has_those_pairs(pairs: Pairs, self_closing: bool) -> None:
    attrs = Attributes.from_pairs(pairs, self_closing=self_closing)
    assert attrs.pairs() == pairs
    assert attrs.self_closing is self_closing
    assert attrs == dict(reversed(pairs))
    assert Attributes.from_pairs(dict(pairs)) == dict(pairs)
    assert Attributes.from_pairs(iter(pairs)).pairs() == pairs
    assert assert_as_read(attrs.source)
    handler = Kept()
    Parser(handler).feed(f"<p{attrs.source}>")
    assert handler.found[0][1].pairs() == pairs


@pytest.mark.parametrize("source", [source for source, _, _ in CASES.values()], ids=CASES)
def test_the_pairs_of_any_tag_can_be_made_again(source: str) -> None:
    attrs = Attributes(source)
    made = Attributes.from_pairs(attrs.pairs(), self_closing=attrs.self_closing)
    assert made.pairs() == attrs.pairs()
    assert made.self_closing == attrs.self_closing
    assert Attributes.from_pairs(attrs) == attrs


def test_names_are_lowercased_as_in_a_tag() -> None:
    attrs = Attributes.from_pairs({"HREF": "X"})
    assert attrs == {"href": "X"}


@pytest.mark.parametrize("name", ["", " ", "a b", "a\tb", "a\nb", "a\rb", "a\fb", "a/", "a>", "a=b", "a=", "a\0"], ids=repr)
def test_a_name_that_no_tag_can_hold_is_refused_in_words(name: str) -> None:
    with pytest.raises(UsageError, match="cannot be the name of an attribute"):
        Attributes.from_pairs({name: "x"})
    with pytest.raises(UsageError, match="cannot be the name of an attribute"):
        Attributes.from_pairs([("a", "b"), (name, "")])


@pytest.mark.parametrize("pairs", [{"a": None}, {"a": 1}, {1: "a"}, [(b"a", "b")]], ids=repr)
def test_attributes_are_made_of_str(pairs: Any) -> None:
    with pytest.raises(UsageError, match="attributes are made of str, not "):
        Attributes.from_pairs(pairs)


# Names and line ends


@pytest.mark.parametrize(
    ("name", "lower"),
    [("", ""), ("aBZ", "abz"), ("ÉA", "Éa"), ("\u212aK", "\u212ak"), ("\u0130I", "\u0130i"), ("A\0", "a\0"), ("[@`{", "[@`{")],
)
def test_only_ascii_letters_are_lowercased(name: str, lower: str) -> None:
    assert ascii_lower(name) == lower
    assert clean_name(name) == lower.replace("\0", "\ufffd")


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("", ""),
        ("a\n\n", "a\n\n"),
        ("\r", "\n"),
        ("\r\n", "\n"),
        ("\n\r", "\n\n"),
        ("\r\r\n\r", "\n\n\n"),
        ("\x85\u2028", "\x85\u2028"),
    ],
    ids=repr,
)
def test_line_ends_become_line_feeds(text: str, clean: str) -> None:
    assert clean_newlines(text) == clean


def test_a_span_can_be_shifted() -> None:
    assert AttributeSpan("a", 1, 2, 4, 6, "'").shifted(10) == AttributeSpan("a", 11, 12, 14, 16, "'")
    assert AttributeSpan("a", 1, 2, 4, 6, "'").shifted(0) == AttributeSpan("a", 1, 2, 4, 6, "'")
