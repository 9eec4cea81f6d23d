"""Character references, in text and in attribute values, state by state."""

from __future__ import annotations

from typing import Final

from tokenizer_cases import Case, check, each, end, start, text

MISSING_SEMICOLON: Final = "missing-semicolon-after-character-reference"
UNKNOWN: Final = "unknown-named-character-reference"


def of(source: str, data: str, *errors: str) -> Case:
    return Case(source, [text(data)], *errors)


NO_REFERENCE: Final = {
    "ampersand alone": of("&", "&"),
    "ampersand and space": of("a& b", "a& b"),
    "ampersand and line end": of("&\r\n", "&\n"),
    "ampersands": of("&&&", "&&&"),
    "ampersand and reference": of("&&lt;", "&<"),
    "ampersand and semicolon": of("&;", "&;"),
    "ampersand and letters beyond ASCII": of("&\u00e9;", "&\u00e9;"),
    "ampersand and tag": Case("&<b>", [text("&"), start("b")]),
    "ampersand and NUL": of("&\0", "&\0", "1:2 unexpected-null-character"),
}

NAMED: Final = {
    "with its semicolon": of("&lt;&gt;&amp;", "<>&"),
    "long": of("&CounterClockwiseContourIntegral;", "\u2233"),
    "two characters": of("&NotEqualTilde;&fjlig;", "\u2242\u0338fj"),
    "without its semicolon": of("&lt b", "< b", f"1:4 {MISSING_SEMICOLON}"),
    "without its semicolon before a tag": Case("&copy<b>", [text("\u00a9"), start("b")], f"1:6 {MISSING_SEMICOLON}"),
    "without its semicolon before an equals sign": of("&copy=", "\u00a9=", f"1:6 {MISSING_SEMICOLON}"),
    "without its semicolon before a letter": of("&copyx", "\u00a9x", f"1:6 {MISSING_SEMICOLON}"),
    "without its semicolon before a digit": of("&copy1;", "\u00a91;", f"1:6 {MISSING_SEMICOLON}"),
    "without its semicolon at the end": of("&amp", "&", f"1:5 {MISSING_SEMICOLON}"),
    "shorter than it looked": of("&notit;", "\u00acit;", f"1:5 {MISSING_SEMICOLON}"),
    "as long as it looked": of("&notin;", "\u2209"),
    "shorter than it looked, at the end": of("&noti", "\u00aci", f"1:5 {MISSING_SEMICOLON}"),
    "no name goes on like this": of("&ampersand;", "&ersand;", f"1:5 {MISSING_SEMICOLON}"),
    "one behind the other": of("&lt&gt", "<>", f"1:4 {MISSING_SEMICOLON}", f"1:7 {MISSING_SEMICOLON}"),
    "case counts": of("&LT;&Lt;&lT;", "<\u226a&lT;", f"1:12 {UNKNOWN}"),
    "needs its semicolon and has none": of("&notin", "\u00acin", f"1:5 {MISSING_SEMICOLON}"),
    "needs its semicolon and has none, and begins with no other": of("&bullet b", "&bullet b"),
    "unknown": of("&unknown;", "&unknown;", f"1:9 {UNKNOWN}"),
    "unknown without a semicolon": of("&unknown b", "&unknown b"),
    "unknown at the end": of("&unknown", "&unknown"),
    "unknown and no letter": of("&zz-;", "&zz-;"),
    "unknown and a reference": of("&zz&lt;", "&zz<"),
    "unknown and a tag": Case("&zz<b>", [text("&zz"), start("b")]),
    "unknown that begins as many names do": of("&Aacutx;", "&Aacutx;", f"1:8 {UNKNOWN}"),
    "a digit begins": of("&1;", "&1;", f"1:3 {UNKNOWN}"),
    "behind line ends": of("\r\n&lt", "\n<", f"2:4 {MISSING_SEMICOLON}"),
}

NUMERIC: Final = {
    "decimal": of("&#65;&#228;", "A\u00e4"),
    "hexadecimal": of("&#x41;&#X4a;&#x4A;", "AJJ"),
    "beyond the first plane": of("&#129418;&#x1f98A;", "\U0001f98a\U0001f98a"),
    "leading zeros": of("&#0000000000065;&#x0000000000041;", "AA"),
    "last": of("&#x10FFFD;", "\U0010fffd"),
    "decimal without a semicolon": of("&#65a", "Aa", f"1:5 {MISSING_SEMICOLON}"),
    "decimal at the end": of("&#65", "A", f"1:5 {MISSING_SEMICOLON}"),
    "hexadecimal without a semicolon": of("&#x41g", "Ag", f"1:6 {MISSING_SEMICOLON}"),
    "hexadecimal at the end": of("&#x41", "A", f"1:6 {MISSING_SEMICOLON}"),
    "before a tag": Case("&#65<b>", [text("A"), start("b")], f"1:5 {MISSING_SEMICOLON}"),
    "no digits": of("&#;", "&#;", "1:3 absence-of-digits-in-numeric-character-reference"),
    "no digits at the end": of("&#", "&#", "1:3 absence-of-digits-in-numeric-character-reference"),
    "a letter for digits": of("&#a", "&#a", "1:3 absence-of-digits-in-numeric-character-reference"),
    "no hexadecimal digits": of("&#x;", "&#x;", "1:4 absence-of-digits-in-numeric-character-reference"),
    "no hexadecimal digits at the end": of("&#X", "&#X", "1:4 absence-of-digits-in-numeric-character-reference"),
    "another letter for digits": of("&#xg;", "&#xg;", "1:4 absence-of-digits-in-numeric-character-reference"),
    "no digits before a reference": of(
        "&#&lt;&#x&lt;",
        "&#<&#x<",
        "1:3 absence-of-digits-in-numeric-character-reference",
        "1:10 absence-of-digits-in-numeric-character-reference",
    ),
    "digits beyond ASCII": of("&#\u0663;", "&#\u0663;", "1:3 absence-of-digits-in-numeric-character-reference"),
    "digits beyond ASCII behind others": of("&#65\u0663;", "A\u0663;", f"1:5 {MISSING_SEMICOLON}"),
}

ODD_NUMBERS: Final = {
    "zero": of("&#0;", "\ufffd", "1:5 null-character-reference"),
    "zeros": of("&#x0000;", "\ufffd", "1:9 null-character-reference"),
    "zero without a semicolon": of("&#0", "\ufffd", f"1:4 {MISSING_SEMICOLON}", "1:4 null-character-reference"),
    "one too many": of("&#x110000;", "\ufffd", "1:11 character-reference-outside-unicode-range"),
    "one too many, decimal": of("&#1114112;", "\ufffd", "1:11 character-reference-outside-unicode-range"),
    "far too many": of("&#99999999999999;", "\ufffd", "1:18 character-reference-outside-unicode-range"),
    "far too many, hexadecimal": of("&#xffffffffffff;", "\ufffd", "1:17 character-reference-outside-unicode-range"),
    "eight digits that wrap around": of("&#x100000041;", "\ufffd", "1:14 character-reference-outside-unicode-range"),
    "first surrogate": of("&#xD800;", "\ufffd", "1:9 surrogate-character-reference"),
    "last surrogate": of("&#xDFFF;", "\ufffd", "1:9 surrogate-character-reference"),
    "around the surrogates": of("&#xD7FF;&#xE000;", "\ud7ff\ue000"),
    "noncharacter": of(
        "&#xFDD0;&#xFDEF;", "\ufdd0\ufdef", "1:9 noncharacter-character-reference", "1:17 noncharacter-character-reference"
    ),
    "around the noncharacters": of("&#xFDCF;&#xFDF0;", "\ufdcf\ufdf0"),
    "last of the first plane": of("&#xFFFE;", "\ufffe", "1:9 noncharacter-character-reference"),
    "last of all": of("&#x10FFFF;", "\U0010ffff", "1:11 noncharacter-character-reference"),
    "control character": of("&#1;", "\x01", "1:5 control-character-reference"),
    "carriage return stays one": of(
        "&#13;&#xD;a", "\r\ra", "1:6 control-character-reference", "1:11 control-character-reference"
    ),
    "white space": of("&#9;&#10;&#12;&#32;", "\t\n\f "),
    "vertical tab": of("&#11;", "\v", "1:6 control-character-reference"),
    "last below the space": of("&#31;", "\x1f", "1:6 control-character-reference"),
    "delete": of("&#127;", "\x7f", "1:7 control-character-reference"),
    "around delete": of("&#126;&#160;", "~\u00a0"),
    "of windows-1252": of(
        "&#x80;&#159;", "\u20ac\u0178", "1:7 control-character-reference", "1:13 control-character-reference"
    ),
    "not even of windows-1252": of("&#x81;", "\x81", "1:7 control-character-reference"),
}


def value(source: str, decoded: str, *errors: str) -> Case:
    """Return the case of a double-quoted value, which begins in column 7."""
    return Case(f'<a b="{source}">', [start("a", ("b", decoded))], *errors)


VALUES: Final = {
    "ampersand alone": value("&", "&"),
    "ampersands": value("&& &;", "&& &;"),
    "named": value("&lt;&notin;", "<\u2209"),
    "without its semicolon": value("&lt", "<", f"1:10 {MISSING_SEMICOLON}"),
    "without its semicolon before a space": value("&lt b", "< b", f"1:10 {MISSING_SEMICOLON}"),
    "without its semicolon before an equals sign": value("&lt=", "&lt="),
    "without its semicolon before a letter": value("&ltx", "&ltx"),
    "without its semicolon before a digit": value("&lt1;", "&lt1;"),
    "shorter than it looked": value("&notit;", "&notit;"),
    "as in an address": value("?a=1&copy=2&lt=3", "?a=1&copy=2&lt=3"),
    "unknown": value("&zz;", "&zz;", f"1:10 {UNKNOWN}"),
    "unknown without a semicolon": value("&zz&zz", "&zz&zz"),
    "needs its semicolon and has none": value("&bullet", "&bullet"),
    "numeric": value("&#65;&#x41;", "AA"),
    "numeric without a semicolon": value("&#65a", "Aa", f"1:11 {MISSING_SEMICOLON}"),
    "numeric without digits": value(
        "&#&#x",
        "&#&#x",
        "1:9 absence-of-digits-in-numeric-character-reference",
        "1:12 absence-of-digits-in-numeric-character-reference",
    ),
    "odd numbers": value("&#0;&#x80;", "\ufffd\u20ac", "1:11 null-character-reference", "1:17 control-character-reference"),
    "carriage return": value("&#13;", "\r", "1:12 control-character-reference"),
    "single-quoted": Case("<a b='&lt;&lt'>", [start("a", ("b", "<<"))], f"1:14 {MISSING_SEMICOLON}"),
    "bare": Case("<a b=&lt;&lt>", [start("a", ("b", "<<"))], f"1:13 {MISSING_SEMICOLON}"),
    "bare, unknown": Case("<a b=&zz;c&>", [start("a", ("b", "&zz;c&"))], f"1:9 {UNKNOWN}"),
    "bare before a space": Case("<a b=&lt c>", [start("a", ("b", "<"), ("c", ""))], f"1:9 {MISSING_SEMICOLON}"),
    "bare before an equals sign": Case(
        "<a b=&lt=c>", [start("a", ("b", "&lt=c"))], "1:9 unexpected-character-in-unquoted-attribute-value"
    ),
    "in an end tag": Case("</a b='&lt'>", [end("a")], f"1:11 {MISSING_SEMICOLON}", "1:12 end-tag-with-attributes"),
    "cut off": Case("<a b='&lt", [], f"1:10 {MISSING_SEMICOLON}", "1:10 eof-in-tag"),
    "cut off and unknown": Case("<a b='&zz", [], "1:10 eof-in-tag"),
    "cut off at the ampersand": Case("<a b=&", [], "1:7 eof-in-tag"),
    "names are not decoded": Case("<a &lt;=1>", [start("a", ("&lt;", "1"))]),
}

RCDATA: Final = {
    "named": Case("<title>&lt;&zz;", [start("title"), text("<&zz;")], f"1:15 {UNKNOWN}"),
    "numeric": Case("<title>&#65;&#x41</title>", [start("title"), text("AA"), end("title")], f"1:18 {MISSING_SEMICOLON}"),
    "legacy before a letter": Case("<title>&ltx", [start("title"), text("<x")], f"1:11 {MISSING_SEMICOLON}"),
}


@each(NO_REFERENCE)
def test_ampersands_that_begin_no_reference_are_text(case: Case) -> None:
    check(case)


@each(NAMED)
def test_named_references(case: Case) -> None:
    check(case)


@each(NUMERIC)
def test_numeric_references(case: Case) -> None:
    check(case)


@each(ODD_NUMBERS)
def test_numbers_that_no_reference_should_have(case: Case) -> None:
    check(case)


@each(VALUES)
def test_references_in_values(case: Case) -> None:
    check(case)


@each(RCDATA)
def test_references_in_rcdata(case: Case) -> None:
    check(case)
