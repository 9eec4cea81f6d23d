"""Comments, bogus ones too, and what ``<!`` leads to, state by state."""

from __future__ import annotations

from typing import Final

from tokenizer_cases import Case, check, comment, doctype, each, start, text

EOF: Final = "eof-in-comment"
NUL: Final = "unexpected-null-character"
OPENED: Final = "incorrectly-opened-comment"
CLOSED: Final = "incorrectly-closed-comment"
ABRUPT: Final = "abrupt-closing-of-empty-comment"


def of(source: str, data: str, *errors: str) -> Case:
    """Return the case of a comment with text behind it."""
    return Case(f"{source}z", [comment(data), text("z")], *errors)


def cut_off(source: str, data: str, *errors: str) -> Case:
    return Case(source, [comment(data)], *errors)


OPENED_AND_CLOSED: Final = {
    "text": of("<!--a-->", "a"),
    "nothing": of("<!---->", ""),
    "space": of("<!-- -->", " "),
    "markup in it": of("<!--<b>&lt;</b>-->", "<b>&lt;</b>"),
    "line ends": of("<!--\r\na\r-->", "\na\n"),
    "NUL is replaced": of("<!--\0a\0-->", "\ufffda\ufffd", f"1:5 {NUL}", f"1:7 {NUL}"),
    "NUL behind dashes": of("<!---\0--\0-->", "-\ufffd--\ufffd", f"1:6 {NUL}", f"1:9 {NUL}"),
    "dashes": of("<!--a-b--c---d-->", "a-b--c---d"),
    "dashes at its end": of("<!--a----->", "a---"),
    "dashes at its start": of("<!-----a-->", "---a"),
    "only dashes": of("<!------>", "--"),
    "a dash at its start": of("<!---a-->", "-a"),
    "greater-than sign": of("<!--a>b->c-->", "a>b->c"),
    "several": Case("a<!--b-->c<!--d-->", [text("a"), comment("b"), text("c"), comment("d")]),
    "one behind the other": Case("<!--a--><!---->", [comment("a"), comment("")]),
}

SHORT: Final = {
    "no dash left": of("<!-->", "", f"1:5 {ABRUPT}"),
    "one dash left": of("<!--->", "", f"1:6 {ABRUPT}"),
    "then closed": Case("<!-->-->", [comment(""), text("-->")], f"1:5 {ABRUPT}"),
}

ENDS: Final = {
    "bang": of("<!--a--!>", "a", f"1:9 {CLOSED}"),
    "bang and nothing before": of("<!----!>", "", f"1:8 {CLOSED}"),
    "bang and dashes": of("<!--a--!-->", "a--!"),
    "bang and one dash": of("<!--a--!-b-->", "a--!-b"),
    "bang and text": of("<!--a--!b-->", "a--!b"),
    "bang and bang": of("<!--a--!!>b-->", "a--!!>b"),
    "bang and NUL": of("<!--a--!\0-->", "a--!\ufffd", f"1:9 {NUL}"),
    "bang behind dashes": of("<!--a---!>", "a-", f"1:10 {CLOSED}"),
    "dash, bang and end": of("<!--a-!>b-->", "a-!>b"),
    "dash, bang and end behind a bang": of("<!--a--!-!>-->", "a--!-!>"),
    "bang at the second try": of("<!--a--!--!>", "a--!", f"1:12 {CLOSED}"),
    "space between": of("<!--a-- >b-->", "a-- >b"),
}

NESTED: Final = {
    "sign": of("<!--<-->", "<"),
    "sign and one dash": of("<!--<->-->", "<->"),
    "signs": of("<!--a<<b<-->", "a<<b<"),
    "sign and bang": of("<!--<!-->", "<!"),
    "signs and bang": of("<!--<<!a-->", "<<!a"),
    "sign, bang and dash": of("<!--<!-a-->", "<!-a"),
    "sign, bang, dash and end": of("<!--<!->a-->", "<!->a"),
    "sign, bang and sign": of("<!--<!<!-->", "<!<!"),
    "the start of a comment and its end": of("<!--a<!-->", "a<!"),
    "the start of a comment": of("<!--a<!--b-->", "a<!--b", "1:10 nested-comment"),
    "the starts of comments": of("<!--<!--<!--a-->", "<!--<!--a", "1:9 nested-comment", "1:13 nested-comment"),
    "the start of a comment and a dash": of("<!--<!--->", "<!-", "1:9 nested-comment"),
    "the start of a comment and a bang": of("<!--<!--!>", "<!", "1:9 nested-comment", f"1:10 {CLOSED}"),
    "a comment": Case("<!--a<!--b-->-->", [comment("a<!--b"), text("-->")], "1:10 nested-comment"),
    "NUL behind the start of one": of("<!--<!--\0-->", "<!--\ufffd", "1:9 nested-comment", f"1:9 {NUL}"),
}

CUT_OFF: Final = {
    "at its start": cut_off("<!--", "", f"1:5 {EOF}"),
    "at a dash": cut_off("<!---", "", f"1:6 {EOF}"),
    "at two dashes": cut_off("<!----", "", f"1:7 {EOF}"),
    "in its text": cut_off("<!--a\n", "a\n", f"2:1 {EOF}"),
    "at a dash behind text": cut_off("<!--a-", "a", f"1:7 {EOF}"),
    "at two dashes behind text": cut_off("<!--a--", "a", f"1:8 {EOF}"),
    "at three dashes behind text": cut_off("<!--a---", "a-", f"1:9 {EOF}"),
    "at a bang": cut_off("<!--a--!", "a", f"1:9 {EOF}"),
    "at a bang and a dash": cut_off("<!--a--!-", "a--!", f"1:10 {EOF}"),
    "at a bang and two dashes": cut_off("<!--a--!--", "a--!", f"1:11 {EOF}"),
    "at a sign": cut_off("<!--a<", "a<", f"1:7 {EOF}"),
    "at a sign and a bang": cut_off("<!--a<!", "a<!", f"1:8 {EOF}"),
    "at the start of one": cut_off("<!--a<!-", "a<!", f"1:9 {EOF}"),
    "at the start of one and another dash": cut_off("<!--a<!--", "a<!", f"1:10 {EOF}"),
    "at NUL": cut_off("<!--\0", "\ufffd", f"1:5 {NUL}", f"1:6 {EOF}"),
    "at a carriage return": cut_off("<!--a\r", "a\n", f"2:1 {EOF}"),
    "behind text": Case("b<!--a", [text("b"), comment("a")], f"1:7 {EOF}"),
}

DECLARATIONS: Final = {
    "a letter": of("<!a>", "a", f"1:3 {OPENED}"),
    "nothing": of("<!>", "", f"1:3 {OPENED}"),
    "one dash": of("<!-a->", "-a-", f"1:3 {OPENED}"),
    "one dash and the end": of("<!->", "-", f"1:3 {OPENED}"),
    "text and dashes": of("<!a-- b>", "a-- b", f"1:3 {OPENED}"),
    "another": of("<!ELEMENT br EMPTY>", "ELEMENT br EMPTY", f"1:3 {OPENED}"),
    "NUL is replaced": of("<!a\0>", "a\ufffd", f"1:3 {OPENED}", f"1:4 {NUL}"),
    "NUL first": of("<!\0>", "\ufffd", f"1:3 {OPENED}", f"1:3 {NUL}"),
    "line ends": of("<!a\r\nb\r>", "a\nb\n", f"1:3 {OPENED}"),
    "a quoted sign ends it too": Case("<!a '>'>", [comment("a '"), text("'>")], f"1:3 {OPENED}"),
    "cut off": cut_off("<!", "", f"1:3 {OPENED}"),
    "cut off in text": cut_off("<!ab", "ab", f"1:3 {OPENED}"),
    "cut off at a dash": cut_off("<!-", "-", f"1:3 {OPENED}"),
    "cut off at NUL": cut_off("<!\0", "\ufffd", f"1:3 {OPENED}", f"1:3 {NUL}"),
    "almost a doctype": of("<!doctyp>", "doctyp", f"1:3 {OPENED}"),
    "a doctype cut off": cut_off("<!DOCT", "DOCT", f"1:3 {OPENED}"),
    "a doctype misspelt": of("<!doktype>", "doktype", f"1:3 {OPENED}"),
    "a doctype in another case": Case("<!dOcTyPe a>", [doctype("a")]),
    "a doctype in Unicode case": of("<!doctyp\u212a>", "doctyp\u212a", f"1:3 {OPENED}"),
    "CDATA": of("<![CDATA[a]]>", "[CDATA[a]]", "1:9 cdata-in-html-content"),
    "CDATA and a sign": Case("<![CDATA[a>b]]>", [comment("[CDATA[a"), text("b]]>")], "1:9 cdata-in-html-content"),
    "CDATA cut off": cut_off("<![CDATA[", "[CDATA[", "1:9 cdata-in-html-content"),
    "almost CDATA": of("<![CDATA>", "[CDATA", f"1:3 {OPENED}"),
    "CDATA in small letters": of("<![cdata[a]]>", "[cdata[a]]", f"1:3 {OPENED}"),
    "CDATA in small letters in svg": Case("<svg><![cdata[a]]>", [start("svg"), comment("[cdata[a]]")], f"1:8 {OPENED}"),
    "almost CDATA in svg": Case("<svg><![CDATA >", [start("svg"), comment("[CDATA ")], f"1:8 {OPENED}"),
    "CDATA in svg cut off in its name": Case("<svg><![CDA", [start("svg"), comment("[CDA")], f"1:8 {OPENED}"),
}


@each(OPENED_AND_CLOSED)
def test_comments(case: Case) -> None:
    check(case)


@each(SHORT)
def test_comments_too_short_to_be_closed(case: Case) -> None:
    check(case)


@each(ENDS)
def test_what_almost_ends_a_comment(case: Case) -> None:
    check(case)


@each(NESTED)
def test_what_begins_as_a_comment_inside_one(case: Case) -> None:
    check(case)


@each(CUT_OFF)
def test_comments_that_are_cut_off(case: Case) -> None:
    check(case)


@each(DECLARATIONS)
def test_what_begins_with_an_exclamation_mark_and_is_no_comment(case: Case) -> None:
    check(case)
