"""Tags, state by state: where they begin and end, their names, and what is wrong with their attributes."""

from __future__ import annotations

from typing import Final

from tokenizer_cases import Case, check, comment, each, end, start, text

NUL: Final = "unexpected-null-character"
NOT_A_NAME: Final = "invalid-first-character-of-tag-name"
IN_NAME: Final = "unexpected-character-in-attribute-name"
IN_BARE: Final = "unexpected-character-in-unquoted-attribute-value"
NO_SPACE: Final = "missing-whitespace-between-attributes"
SOLIDUS: Final = "unexpected-solidus-in-tag"
EOF: Final = "eof-in-tag"
BEFORE_NAME: Final = "eof-before-tag-name"

A: Final = start("a")

TAG_OPEN: Final = {
    "start tag": Case("<a>", [A]),
    "end tag": Case("</a>", [end("a")]),
    "sign at the end": Case("a<", [text("a<")], f"1:3 {BEFORE_NAME}"),
    "sign before a space": Case("< a>", [text("< a>")], f"1:2 {NOT_A_NAME}"),
    "sign before a digit": Case("a<1>", [text("a<1>")], f"1:3 {NOT_A_NAME}"),
    "sign before another": Case("<<a>", [text("<"), A], f"1:2 {NOT_A_NAME}"),
    "sign before a greater-than sign": Case("<>", [text("<>")], f"1:2 {NOT_A_NAME}"),
    "sign before a reference": Case("<&lt;", [text("<<")], f"1:2 {NOT_A_NAME}"),
    "sign before NUL": Case("<\0", [text("<\0")], f"1:2 {NOT_A_NAME}", f"1:2 {NUL}"),
    "sign before a letter beyond ASCII": Case("<\u00e9>", [text("<\u00e9>")], f"1:2 {NOT_A_NAME}"),
    "sign before a line end": Case("<\r\n<", [text("<\n<")], f"1:2 {NOT_A_NAME}", f"2:2 {BEFORE_NAME}"),
    "slash at the end": Case("a</", [text("a</")], f"1:4 {BEFORE_NAME}"),
    "slash and the end of the tag": Case("a</>b", [text("ab")], "1:4 missing-end-tag-name"),
    "only that": Case("</>", [], "1:3 missing-end-tag-name"),
    "slash and a space": Case("</ a>b", [comment(" a"), text("b")], f"1:3 {NOT_A_NAME}"),
    "slash and a digit": Case("</1>", [comment("1")], f"1:3 {NOT_A_NAME}"),
    "slash and a sign": Case("</<a>", [comment("<a")], f"1:3 {NOT_A_NAME}"),
    "slash and NUL": Case("</\0>", [comment("\ufffd")], f"1:3 {NOT_A_NAME}", f"1:3 {NUL}"),
    "slash and a digit, cut off": Case("</1", [comment("1")], f"1:3 {NOT_A_NAME}"),
}

TAG_NAME: Final = {
    "capitals": Case("<ABC></ABC>", [start("abc"), end("abc")]),
    "anything behind a letter": Case(
        "<a1-:\u00e9<\"'=`></a1-:\u00e9<\"'=`>", [start("a1-:\u00e9<\"'=`"), end("a1-:\u00e9<\"'=`")]
    ),
    "capitals beyond ASCII stay": Case("<\u004b\u212a\u0130\u00c9>", [start("k\u212a\u0130\u00c9")]),
    "NUL": Case(
        "<a\0b\0></\0a>",
        [start("a\ufffdb\ufffd"), comment("\ufffda")],
        f"1:3 {NUL}",
        f"1:5 {NUL}",
        f"1:9 {NOT_A_NAME}",
        f"1:9 {NUL}",
    ),
    "NUL in an end tag": Case("</a\0>", [end("a\ufffd")], f"1:4 {NUL}"),
    "white space behind it": Case("<a\t><a\n><a\f><a\r\n><a >", [A, A, A, A, A]),
    "cut off": Case("x<ab", [text("x")], f"1:5 {EOF}"),
    "cut off in an end tag": Case("</ab", [], f"1:5 {EOF}"),
    "cut off behind a space": Case("<a ", [], f"1:4 {EOF}"),
    "cut off at NUL": Case("<a\0", [], f"1:3 {NUL}", f"1:4 {EOF}"),
    "longer than what is kept": Case(f"<{'a' * 33}></{'a' * 33}>", [start("a" * 33), end("a" * 33)]),
}

ATTRIBUTE_NAME: Final = {
    "bare": Case("<a b>", [start("a", ("b", ""))]),
    "bare ones": Case("<a b c\nd>", [start("a", ("b", ""), ("c", ""), ("d", ""))]),
    "capitals": Case("<a BCd=E>", [start("a", ("bcd", "E"))]),
    "capitals beyond ASCII stay": Case("<a \u0130\u00c9=1>", [start("a", ("\u0130\u00c9", "1"))]),
    "spaces": Case("<a \t\r\n\fb  =\n\f'c'  >", [start("a", ("b", "c"))]),
    "odd": Case("<a @b:c.d[e]-1=f>", [start("a", ("@b:c.d[e]-1", "f"))]),
    "equals sign first": Case("<a =>", [start("a", ("=", ""))], "1:4 unexpected-equals-sign-before-attribute-name"),
    "equals signs": Case("<a ==b>", [start("a", ("=", "b"))], "1:4 unexpected-equals-sign-before-attribute-name"),
    "equals signs and a value": Case(
        "<a b='c'=d>",
        [start("a", ("b", "c"), ("=d", ""))],
        f"1:9 {NO_SPACE}",
        "1:9 unexpected-equals-sign-before-attribute-name",
    ),
    "quotes and signs": Case(
        "<a b\"c'd<e>", [start("a", ("b\"c'd<e", ""))], f"1:5 {IN_NAME}", f"1:7 {IN_NAME}", f"1:9 {IN_NAME}"
    ),
    "only a quote": Case("<a '>", [start("a", ("'", ""))], f"1:4 {IN_NAME}"),
    "a tag that was not closed": Case("<a <b>", [start("a", ("<b", ""))], f"1:4 {IN_NAME}"),
    "NUL": Case("<a \0b=c>", [start("a", ("\ufffdb", "c"))], f"1:4 {NUL}"),
    "NUL alone": Case("<a \0>", [start("a", ("\ufffd", ""))], f"1:4 {NUL}"),
    "twice": Case("<a b=c b=d>", [start("a", ("b", "c"))], "1:9 duplicate-attribute"),
    "twice in other case": Case("<a b B\n=d>", [start("a", ("b", ""))], "1:7 duplicate-attribute"),
    "twice at the end": Case("<a b b>", [start("a", ("b", ""))], "1:7 duplicate-attribute"),
    "three times": Case(
        "<a b b c b/>", [start("a", ("b", ""), ("c", ""), closed=True)], "1:7 duplicate-attribute", "1:11 duplicate-attribute"
    ),
    "twice by NUL": Case("<a \0 \ufffd>", [start("a", ("\ufffd", ""))], f"1:4 {NUL}", "1:7 duplicate-attribute"),
    "twice with signs": Case(
        "<a b< b<>", [start("a", ("b<", ""))], f"1:5 {IN_NAME}", f"1:8 {IN_NAME}", "1:9 duplicate-attribute"
    ),
    "in two tags is not twice": Case("<a b></a><a b>", [start("a", ("b", "")), end("a"), start("a", ("b", ""))]),
    "twice in an end tag": Case("</a b b>", [end("a")], "1:8 duplicate-attribute", "1:8 end-tag-with-attributes"),
    "cut off": Case("<a b", [], f"1:5 {EOF}"),
    "cut off, twice": Case("<a b b", [], "1:7 duplicate-attribute", f"1:7 {EOF}"),
    "cut off behind it": Case("<a b ", [], f"1:6 {EOF}"),
    "cut off at an equals sign": Case("<a =", [], "1:4 unexpected-equals-sign-before-attribute-name", f"1:5 {EOF}"),
}

VALUE: Final = {
    "double-quoted": Case('<a b="c\'>d">', [start("a", ("b", "c'>d"))]),
    "single-quoted": Case("<a b='c\">d'>", [start("a", ("b", 'c">d'))]),
    "bare": Case("<a b=c/d>", [start("a", ("b", "c/d"))]),
    "bare ones": Case("<a b=c d=e>", [start("a", ("b", "c"), ("d", "e"))]),
    "each way": Case("<a b=c d='e' f=\"g\" h>", [start("a", ("b", "c"), ("d", "e"), ("f", "g"), ("h", ""))]),
    "nothing in quotes": Case("<a b=\"\" c=''>", [start("a", ("b", ""), ("c", ""))]),
    "missing": Case("<a b=>", [start("a", ("b", ""))], "1:6 missing-attribute-value"),
    "missing behind spaces": Case("<a b= \r\n>", [start("a", ("b", ""))], "2:1 missing-attribute-value"),
    "line ends": Case("<a b='\r\n\r' c=d\re=\rf>", [start("a", ("b", "\n\n"), ("c", "d"), ("e", "f"))]),
    "NUL": Case(
        "<a b=\"\0\" c='\0' d=\0>",
        [start("a", ("b", "\ufffd"), ("c", "\ufffd"), ("d", "\ufffd"))],
        f"1:7 {NUL}",
        f"1:13 {NUL}",
        f"1:18 {NUL}",
    ),
    "signs in a bare one": Case(
        "<a b=c\"'<=`>", [start("a", ("b", "c\"'<=`"))], *(f"1:{column} {IN_BARE}" for column in range(7, 12))
    ),
    "sign first in a bare one": Case("<a b==>", [start("a", ("b", "="))], f"1:6 {IN_BARE}"),
    "slash first in a bare one": Case("<a b=/>", [start("a", ("b", "/"))]),
    "slash last in a bare one": Case("<a b=c/>", [start("a", ("b", "c/"))]),
    "no space behind double quotes": Case('<a b="c"d>', [start("a", ("b", "c"), ("d", ""))], f"1:9 {NO_SPACE}"),
    "no space behind single quotes": Case("<a b='c'd='e'>", [start("a", ("b", "c"), ("d", "e"))], f"1:9 {NO_SPACE}"),
    "a quote behind quotes": Case("<a b=''>''>", [start("a", ("b", "")), text("''>")]),
    "a quote too many": Case("<a b='c''>", [start("a", ("b", "c"), ("'", ""))], f"1:9 {NO_SPACE}", f"1:9 {IN_NAME}"),
    "NUL behind quotes": Case("<a b=''\0>", [start("a", ("b", ""), ("\ufffd", ""))], f"1:8 {NO_SPACE}", f"1:8 {NUL}"),
    "markup in quotes": Case("<a b='<c d=\"e\">'>", [start("a", ("b", '<c d="e">'))]),
    "cut off before it": Case("<a b=", [], f"1:6 {EOF}"),
    "cut off before it, behind a space": Case("<a b= ", [], f"1:7 {EOF}"),
    "cut off in double quotes": Case('<a b="c', [], f"1:8 {EOF}"),
    "cut off at a double quote": Case('<a b="', [], f"1:7 {EOF}"),
    "cut off in single quotes": Case("<a b='c>", [], f"1:9 {EOF}"),
    "cut off in a bare one": Case("<a b=c", [], f"1:7 {EOF}"),
    "cut off at NUL in a bare one": Case("<a b=\0", [], f"1:6 {NUL}", f"1:7 {EOF}"),
    "cut off behind a bare one": Case("<a b=c ", [], f"1:8 {EOF}"),
    "cut off behind double quotes": Case('<a b="c"', [], f"1:9 {EOF}"),
    "cut off behind single quotes": Case("<a b='c'\n", [], f"2:1 {EOF}"),
    "cut off in an end tag": Case("</a b='", [], f"1:8 {EOF}"),
}

SELF_CLOSING: Final = {
    "alone": Case("<a/>", [start("a", closed=True)]),
    "behind a space": Case("<a />", [start("a", closed=True)]),
    "behind a name": Case("<a b/>", [start("a", ("b", ""), closed=True)]),
    "behind a name and a space": Case("<a b />", [start("a", ("b", ""), closed=True)]),
    "behind quotes": Case("<a b='c'/>", [start("a", ("b", "c"), closed=True)]),
    "behind a bare value and a space": Case("<a b=c />", [start("a", ("b", "c"), closed=True)]),
    "slash and space": Case("<a/ >", [A], f"1:4 {SOLIDUS}"),
    "slash and name": Case("<a/b>", [start("a", ("b", ""))], f"1:4 {SOLIDUS}"),
    "slash and name behind a space": Case("<a b /c=d>", [start("a", ("b", ""), ("c", "d"))], f"1:7 {SOLIDUS}"),
    "slash and name behind quotes": Case("<a b='c'/d>", [start("a", ("b", "c"), ("d", ""))], f"1:10 {SOLIDUS}"),
    "slashes": Case(
        "<a//b///>",
        [start("a", ("b", ""), closed=True)],
        f"1:4 {SOLIDUS}",
        f"1:5 {SOLIDUS}",
        f"1:7 {SOLIDUS}",
        f"1:8 {SOLIDUS}",
    ),
    "slash and equals sign": Case(
        "<a/=>", [start("a", ("=", ""))], f"1:4 {SOLIDUS}", "1:4 unexpected-equals-sign-before-attribute-name"
    ),
    "slash and NUL": Case("<a/\0>", [start("a", ("\ufffd", ""))], f"1:4 {SOLIDUS}", f"1:4 {NUL}"),
    "cut off": Case("<a/", [], f"1:4 {EOF}"),
    "cut off behind quotes": Case("<a b=''/", [], f"1:9 {EOF}"),
    "end tag": Case("</a/>", [end("a")], "1:5 end-tag-with-trailing-solidus"),
    "end tag with slash and attributes": Case(
        "</a b='c'/>", [end("a")], "1:11 end-tag-with-attributes", "1:11 end-tag-with-trailing-solidus"
    ),
    "end tag with attributes": Case("</a b>", [end("a")], "1:6 end-tag-with-attributes"),
    "end tag with space": Case("</a >", [end("a")]),
    "end tag with slash and space": Case("</a/ >", [end("a")], f"1:5 {SOLIDUS}"),
}


@each(TAG_OPEN)
def test_where_a_tag_begins(case: Case) -> None:
    check(case)


@each(TAG_NAME)
def test_tag_names(case: Case) -> None:
    check(case)


@each(ATTRIBUTE_NAME)
def test_attribute_names(case: Case) -> None:
    check(case)


@each(VALUE)
def test_attribute_values(case: Case) -> None:
    check(case)


@each(SELF_CLOSING)
def test_self_closing_tags(case: Case) -> None:
    check(case)
