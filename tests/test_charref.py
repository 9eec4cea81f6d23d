"""Character references against a slow reading of the standard's states, and the tables that make them fast."""

from __future__ import annotations

from collections.abc import Callable
from html.entities import html5
from itertools import product
from random import Random
from typing import Final

import pytest

from saxhtml.charref import LONGEST_NAME, NAMED, character, code_point, could_grow, decode, longest_name

HEX: Final = "0123456789abcdefABCDEF"
LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

TEXT: Final = {
    "none": ("a b", "a b"),
    "empty": ("", ""),
    "with semicolon": ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"),
    "not decoded twice": ("&amp;lt;", "&lt;"),
    "legacy name": ("&copy &ampx &notit;", "© &x ¬it;"),
    "longer name with semicolon": ("&notin;", "∉"),
    "name that needs its semicolon": ("&hellip &hellip;", "&hellip …"),
    "case counts": ("&Auml;&auml;&AUML;", "Ää&AUML;"),
    "two legacy spellings": ("&AMP&amp&AMP;", "&&&"),
    "two characters": ("&NotEqualTilde;&fjlig;", "≂̸fj"),
    "unknown": ("&zz; &zz &", "&zz; &zz &"),
    "sign alone": ("& && &; &#; &#x; &#xg; &#X &# 65;", "& && &; &#; &#x; &#xg; &#X &# 65;"),
    "decimal": ("&#65;&#66&#x43;", "ABC"),
    "hexadecimal": ("&#x41;&#X42&#xe9;&#xE9;", "ABéé"),
    "digits end where they end": ("&#65a&#x41g&#6 5", "AaAg\x06 5"),
    "other digits are no digits": ("&#\u0661; &#x\uff11;", "&#\u0661; &#x\uff11;"),
    "other letters are no letters": ("&\u0430mp; &am\u017f;", "&\u0430mp; &am\u017f;"),
    "beyond the basic plane": ("&#x1F600;&#128512;", "😀😀"),
    "surrogates do not pair": ("&#xD83D;&#xDE00;", "\ufffd\ufffd"),
    "leading zeros": ("&#" + "0" * 5000 + "65;", "A"),
    "nine digits": ("&#999999999;&#x99999999;", "\ufffd\ufffd"),
    "thousands of digits": ("&#" + "9" * 5000 + ";", "\ufffd"),
    "signs that a number may have elsewhere": ("&#-1; &#+1; &#1_1; &#1e1;", "&#-1; &#+1; \x01_1; \x01e1;"),
    "carriage return and line feed": ("&#13;&#10;", "\r\n"),
    "noncharacters stay": ("&#xFFFF;&#xFDD0;&#x10FFFF;", "\uffff\ufdd0\U0010ffff"),
}

ATTRIBUTE: Final = {
    "query": ("?a=1&copy=2&amp=3&lt=4", "?a=1&copy=2&amp=3&lt=4"),
    "letter behind": ("&copyx &ampx", "&copyx &ampx"),
    "digit behind": ("&copy1 &lt9", "&copy1 &lt9"),
    "underscore behind": ("&copy_ &copy-", "©_ ©-"),
    "end behind": ("&copy", "©"),
    "with semicolon": ("&copy;=&copy;x", "©=©x"),
    "unknown with a legacy start": ("&notit; &noti;", "&notit; &noti;"),
    "longer name": ("&notin;=", "∉="),
    "numbers know no such rule": ("&#65=&#65a&#x41=&#x41z", "A=AaA=Az"),
    "equals sign further on": ("&copy =", "© ="),
    "ampersand behind": ("&lt&gt&", "<>&"),
    "quote behind": ("&lt\"&gt'", "<\">'"),
    "other letter behind": ("&copy\u00e9", "©\u00e9"),
}


def slow_decode(text: str, *, in_attribute: bool) -> str:
    """Do what the standard says from "Character reference state" on, a character at a time."""
    out = []
    at = 0
    while at < len(text):
        if text[at] != "&":
            out.append(text[at])
            at += 1
        elif text[at + 1 : at + 2] == "#":
            is_hex = text[at + 2 : at + 3] in ("x", "X")
            digits = HEX if is_hex else "0123456789"
            start = end = at + 2 + is_hex
            while end < len(text) and text[end] in digits:
                end += 1
            if end == start:
                out.append(text[at:end])
            else:
                out.append(slow_character(int(text[start:end], 16 if is_hex else 10)))
                end += text[end : end + 1] == ";"
            at = end
        else:
            name = max(
                (name for name in NAMES_OF.get(text[at + 1 : at + 2], ()) if text.startswith(name, at + 1)), key=len, default=""
            )
            end = at + 1 + len(name)
            behind = text[end : end + 1]
            historical = in_attribute and not name.endswith(";") and behind and behind in "=" + LETTERS + "0123456789"
            out.append(html5[name] if name and not historical else text[at:end])
            at = end
    return "".join(out)


NAMES_OF: Final = {first: [name for name in html5 if name[0] == first] for first in LETTERS}


def slow_character(code: int) -> str:
    if code == 0 or code > 0x10FFFF or 0xD800 <= code < 0xE000:
        return "\ufffd"
    if 0x80 <= code < 0xA0:
        # Five of windows-1252's places are empty, and stay what they are.
        return bytes([code]).decode("cp1252", "ignore") or chr(code)
    return chr(code)


@pytest.mark.parametrize(("source", "text"), TEXT.values(), ids=TEXT)
def test_in_text(source: str, text: str) -> None:
    assert decode(source) == text
    if len(source) < 4000:  # int() refuses more digits
        assert slow_decode(source, in_attribute=False) == text


@pytest.mark.parametrize(("source", "text"), ATTRIBUTE.values(), ids=ATTRIBUTE)
def test_in_the_value_of_an_attribute(source: str, text: str) -> None:
    assert decode(source, in_attribute=True) == text
    assert slow_decode(source, in_attribute=True) == text


@pytest.mark.parametrize("in_attribute", [False, True], ids=["text", "attribute"])
@pytest.mark.parametrize("behind", ["", ";", "=", "x", "0", " ", "&", "é"])
def test_every_name_with_every_kind_of_neighbour(behind: str, in_attribute: bool) -> None:
    for name in NAMED:
        source = f"a&{name}{behind}"
        assert decode(source, in_attribute=in_attribute) == slow_decode(source, in_attribute=in_attribute), source


@pytest.mark.parametrize("in_attribute", [False, True], ids=["text", "attribute"])
@pytest.mark.parametrize("seed", range(4))
def test_random_sources_as_the_standard_reads_them(seed: int, in_attribute: bool) -> None:
    random = Random(seed)
    names = sorted(NAMED)
    parts: list[Callable[[], str]] = [
        lambda: "&",
        lambda: random.choice(";=#xX0 1aA"),
        lambda: random.choice(names),
        lambda: random.choice(names)[: random.randrange(1, 8)],
        lambda: str(random.randrange(0x120000)),
        lambda: f"x{random.randrange(0x120000):x}",
        lambda: random.choice("not amp copy lt noti ampe".split()),
    ]
    for _ in range(1500):
        source = "".join(random.choice(parts)() if random.random() < 0.6 else "&" for _ in range(random.randrange(1, 9)))
        assert decode(source, in_attribute=in_attribute) == slow_decode(source, in_attribute=in_attribute), source


@pytest.mark.parametrize("in_attribute", [False, True], ids=["text", "attribute"])
def test_all_short_sources_as_the_standard_reads_them(in_attribute: bool) -> None:
    for letters in product("&#x1lt;=", repeat=4):
        source = "".join(letters)
        assert decode(source, in_attribute=in_attribute) == slow_decode(source, in_attribute=in_attribute), source


def test_the_table_has_the_names_of_the_standard() -> None:
    assert len(NAMED) == 2231
    assert max(NAMED, key=len) == "CounterClockwiseContourIntegral;"
    assert len("CounterClockwiseContourIntegral;") == LONGEST_NAME


@pytest.mark.parametrize(
    ("run", "name"),
    [
        ("", ""), ("a", ""), ("amp", "amp"), ("amp;", "amp;"), ("ampx", "amp"), ("ampx;", "amp"), ("notin;", "notin;"),
        ("notin", "not"), ("l", ""), ("lt", "lt"), ("zz;", ""), ("hellip", ""), ("hellip;", "hellip;"), ("thorna", "thorn"),
        ("a" * 1000, ""), ("lt" * 1000, "lt"), (";", ""),
    ],
)  # fmt: skip
def test_the_longest_name_at_the_start(run: str, name: str) -> None:
    assert longest_name(run) == name


def test_the_longest_name_of_every_start_of_a_name() -> None:
    for run in {name[:end] for name in NAMED for end in range(1, len(name) + 1)}:
        assert longest_name(run) == max((run[:end] for end in range(len(run) + 1) if run[:end] in html5), key=len, default="")


def test_what_could_grow_is_the_proper_start_of_a_name() -> None:
    starts = {name[:end] for name in NAMED for end in range(len(name))}
    assert all(map(could_grow, starts))
    others = {start + letter for start in starts for letter in "aZ0;"} - starts
    assert len(others) > 1000
    assert not any(map(could_grow, others))
    assert not could_grow("zzzz")
    assert not could_grow("\U0010ffff")


@pytest.mark.parametrize(
    ("digits", "base", "code"),
    [
        ("0", 10, 0), ("0000000000", 16, 0), ("65", 10, 65), ("1F600", 16, 0x1F600), ("1f600", 16, 0x1F600),
        ("1114111", 10, 0x10FFFF), ("1114112", 10, 0x110000), ("10ffff", 16, 0x10FFFF), ("110000", 16, 0x110000),
        ("9999999", 10, 0x110000), ("fffffff", 16, 0x110000), ("10000000", 10, 0x110000), ("00000000065", 10, 65),
        ("9" * 10_000, 10, 0x110000), ("f" * 10_000, 16, 0x110000), ("0" * 10_000 + "a", 16, 10),
    ],
    ids=lambda value: str(value)[:12],
)  # fmt: skip
def test_the_number_of_digits(digits: str, base: int, code: int) -> None:
    assert code_point(digits, base) == code


def test_the_character_of_every_number_that_is_special_and_of_their_neighbours() -> None:
    for code in [*range(0x180), *range(0xD7FE, 0xE002), 0xFDCF, 0xFDD0, 0xFFFE, 0xFFFF, 0x10000, 0x10FFFF, 0x110000, 1 << 40]:
        assert character(code) == slow_character(code), hex(code)
