"""Processing instructions, state by state."""

from __future__ import annotations

from typing import Final

from tokenizer_cases import Case, check, comment, each, end, pi, start, text

EOF: Final = "eof-in-processing-instruction"
FIRST: Final = "invalid-first-character-of-processing-instruction-target"
TARGET: Final = "invalid-processing-instruction-target"
XML: Final = "disallowed-processing-instruction-target"
NUL: Final = "unexpected-null-character"

TARGETS: Final = {
    "letters": Case("<?ab>c", [pi("ab"), text("c")]),
    "text before it": Case("a<?b>", [text("a"), pi("b")]),
    "capitals stay": Case("<?aBC d>", [pi("aBC", "d")]),
    "digits, dashes and underscores": Case("<?a1-_b>", [pi("a1-_b")]),
    "an underscore first": Case("<?_>", [pi("_")]),
    "question mark": Case("<?a?>", [pi("a")]),
    "question mark and more": Case("<?a?b>", [pi("a", "?b")]),
    "space": Case("<?a >", [pi("a")]),
    "white space": Case("<?a \t\r\n\f b>", [pi("a", "b")]),
    "white space alone": Case("<?a\n\n?>", [pi("a")]),
    "xml and more": Case("<?xml-style a?>", [pi("xml-style", "a")]),
    "not quite xml": Case("<?xm l>", [pi("xm", "l")]),
    "in svg": Case("<svg><?a b?></svg>", [start("svg"), pi("a", "b"), end("svg")]),
    "in a title it is text": Case("<title><?a?></title>", [start("title"), text("<?a?>"), end("title")]),
}

DATA: Final = {
    "text": Case("<?a b c>", [pi("a", "b c")]),
    "text and question mark": Case("<?a b?>", [pi("a", "b")]),
    "question marks": Case("<?a ???>", [pi("a", "??")]),
    "question mark in it": Case("<?a b?c?>", [pi("a", "b?c")]),
    "question marks in it": Case("<?a b??c d?>", [pi("a", "b??c d")]),
    "question mark before a space": Case("<?a b? >", [pi("a", "b? ")]),
    "space before the question mark": Case("<?a b ?>", [pi("a", "b ")]),
    "quotes hold nothing back": Case("<?a b='>'?>", [pi("a", "b='"), text("'?>")]),
    "references are none": Case("<?a &lt;?>", [pi("a", "&lt;")]),
    "line ends": Case("<?a b\r\nc\r?>", [pi("a", "b\nc\n")]),
    "markup": Case("<?a <b c='d'>", [pi("a", "<b c='d'")]),
    "data beyond ASCII": Case("<?a \u00e9\U0001f98a?>", [pi("a", "\u00e9\U0001f98a")]),
    "two": Case("<?a b?><?c d?>", [pi("a", "b"), pi("c", "d")]),
}

COMMENTS: Final = {
    "nothing": Case("<?>a", [comment("?"), text("a")], f"1:3 {FIRST}"),
    "question mark": Case("<??>", [comment("??")], f"1:3 {FIRST}"),
    "space first": Case("<? a>", [comment("? a")], f"1:3 {FIRST}"),
    "digit first": Case("<?1>", [comment("?1")], f"1:3 {FIRST}"),
    "dash first": Case("<?-a>", [comment("?-a")], f"1:3 {FIRST}"),
    "NUL first": Case("<?\0>", [comment("?\ufffd")], f"1:3 {FIRST}", f"1:3 {NUL}"),
    "a letter beyond ASCII first": Case("<?\u00e9>", [comment("?\u00e9")], f"1:3 {FIRST}"),
    "digit first, cut off": Case("<?1", [comment("?1")], f"1:3 {FIRST}"),
    "dollar sign": Case("<?a$b>", [comment("?a$b")], f"1:4 {TARGET}"),
    "colon": Case("<?ab:c d?>", [comment("?ab:c d?")], f"1:5 {TARGET}"),
    "slash": Case("<?a/>", [comment("?a/")], f"1:4 {TARGET}"),
    "NUL": Case("<?a\0>", [comment("?a\ufffd")], f"1:4 {TARGET}", f"1:4 {NUL}"),
    "a letter beyond ASCII": Case("<?a\u00e9>", [comment("?a\u00e9")], f"1:4 {TARGET}"),
    "vertical tab": Case("<?a\v>", [comment("?a\v")], "1:4 control-character-in-input-stream", f"1:4 {TARGET}"),
    "dollar sign, cut off": Case("<?a$\r", [comment("?a$\n")], f"1:4 {TARGET}"),
    "xml": Case("<?xml version='1.0'?>a", [comment("?xml version='1.0'?"), text("a")], f"1:6 {XML}"),
    "xml in another case": Case("<?xMl?>", [comment("?xMl?")], f"1:6 {XML}"),
    "xml alone": Case("<?XML>", [comment("?XML")], f"1:6 {XML}"),
    "xml-stylesheet": Case("<?xml-StyleSheet\na>", [comment("?xml-StyleSheet\na")], f"1:17 {XML}"),
    "xml and a colon": Case("<?xml:a>", [comment("?xml:a")], f"1:6 {TARGET}"),
    "xml, cut off": Case("<?xml ", [comment("?xml ")], f"1:6 {XML}"),
}

CUT_OFF: Final = {
    "at its start": Case("a<?", [text("a")], f"1:4 {EOF}"),
    "in its target": Case("<?ab", [], f"1:5 {EOF}"),
    "at xml": Case("<?xml", [], f"1:6 {EOF}"),
    "behind its target": Case("<?a\r\n", [], f"2:1 {EOF}"),
    "in its data": Case("<?a b", [], f"1:6 {EOF}"),
    "at a question mark behind the target": Case("<?a?", [], f"1:5 {EOF}"),
    "at a question mark": Case("<?a b?", [], f"1:7 {EOF}"),
    "at question marks": Case("<?a ??", [], f"1:7 {EOF}"),
}


@each(TARGETS)
def test_targets(case: Case) -> None:
    check(case)


@each(DATA)
def test_data(case: Case) -> None:
    check(case)


@each(COMMENTS)
def test_what_becomes_a_comment(case: Case) -> None:
    check(case)


@each(CUT_OFF)
def test_what_is_cut_off_is_nothing(case: Case) -> None:
    check(case)
