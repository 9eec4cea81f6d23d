"""Doctypes, state by state."""

from __future__ import annotations

from typing import Final

from tokenizer_cases import Case, check, doctype, each, start, text

EOF: Final = "eof-in-doctype"
NUL: Final = "unexpected-null-character"
NO_NAME: Final = "missing-doctype-name"
NO_SPACE_BEFORE_NAME: Final = "missing-whitespace-before-doctype-name"
NO_KEYWORD: Final = "invalid-character-sequence-after-doctype-name"
NO_SPACE_AFTER: Final = {keyword: f"missing-whitespace-after-doctype-{keyword}-keyword" for keyword in ("public", "system")}
NO_IDENTIFIER: Final = {keyword: f"missing-doctype-{keyword}-identifier" for keyword in ("public", "system")}
NO_QUOTE: Final = {keyword: f"missing-quote-before-doctype-{keyword}-identifier" for keyword in ("public", "system")}
ABRUPT: Final = {keyword: f"abrupt-doctype-{keyword}-identifier" for keyword in ("public", "system")}
NO_SPACE_BETWEEN: Final = "missing-whitespace-between-doctype-public-and-system-identifiers"
BEHIND: Final = "unexpected-character-after-doctype-system-identifier"

NAME: Final = {
    "small letters": Case("<!doctype html>a", [doctype("html"), text("a")]),
    "capitals": Case("<!DOCTYPE HTML>", [doctype("html")]),
    "capitals beyond ASCII stay": Case("<!DOCTYPE \u0130K>", [doctype("\u0130k")]),
    "text before it": Case("a<!DOCTYPE b>", [text("a"), doctype("b")]),
    "two": Case("<!DOCTYPE a PUBLIC 'b' 'c'><!DOCTYPE d>", [doctype("a", "b", "c"), doctype("d")]),
    "a whole one behind one cut short": Case(
        "<!DOCTYPE><!DOCTYPE d>",
        [doctype(quirks=True), doctype("d")],
        f"1:10 {NO_NAME}",
    ),
    "spaces": Case("<!DOCTYPE \t\r\n\f a \n>", [doctype("a")]),
    "no space": Case("<!DOCTYPEa>", [doctype("a")], f"1:10 {NO_SPACE_BEFORE_NAME}"),
    "anything": Case("<!DOCTYPE a'<\"&lt;/>", [doctype("a'<\"&lt;/")]),
    "NUL": Case("<!DOCTYPE \0a\0>", [doctype("\ufffda\ufffd")], f"1:11 {NUL}", f"1:13 {NUL}"),
    "NUL and no space": Case("<!DOCTYPE\0>", [doctype("\ufffd")], f"1:10 {NO_SPACE_BEFORE_NAME}", f"1:10 {NUL}"),
    "none": Case("<!DOCTYPE>", [doctype(quirks=True)], f"1:10 {NO_NAME}"),
    "none but space": Case("<!DOCTYPE \n >", [doctype(quirks=True)], f"2:2 {NO_NAME}"),
    "cut off before the space": Case("<!DOCTYPE", [doctype(quirks=True)], f"1:10 {EOF}"),
    "cut off before it": Case("<!DOCTYPE ", [doctype(quirks=True)], f"1:11 {EOF}"),
    "cut off in it": Case("<!DOCTYPE a", [doctype("a", quirks=True)], f"1:12 {EOF}"),
    "cut off at NUL": Case("<!DOCTYPE \0", [doctype("\ufffd", quirks=True)], f"1:11 {NUL}", f"1:12 {EOF}"),
    "cut off behind it": Case("<!DOCTYPE a\r", [doctype("a", quirks=True)], f"2:1 {EOF}"),
}

AFTER_NAME: Final = {
    "neither keyword": Case("<!DOCTYPE a b>c", [doctype("a", quirks=True), text("c")], f"1:13 {NO_KEYWORD}"),
    "a quote": Case("<!DOCTYPE a 'b'>", [doctype("a", quirks=True)], f"1:13 {NO_KEYWORD}"),
    "the start of public": Case("<!DOCTYPE a PUBLI 'b'>", [doctype("a", quirks=True)], f"1:13 {NO_KEYWORD}"),
    "the start of system": Case("<!DOCTYPE a  s>", [doctype("a", quirks=True)], f"1:14 {NO_KEYWORD}"),
    "the start of system at the end": Case("<!DOCTYPE a sys", [doctype("a", quirks=True)], f"1:13 {NO_KEYWORD}"),
    "Unicode case": Case("<!DOCTYPE a PUBL\u0130C>", [doctype("a", quirks=True)], f"1:13 {NO_KEYWORD}"),
    "long s": Case("<!DOCTYPE a \u017fystem 'b'>", [doctype("a", quirks=True)], f"1:13 {NO_KEYWORD}"),
    "NUL": Case("<!DOCTYPE a \0\0>", [doctype("a", quirks=True)], f"1:13 {NO_KEYWORD}", f"1:13 {NUL}", f"1:14 {NUL}"),
    "cut off behind another word": Case("<!DOCTYPE a bc", [doctype("a", quirks=True)], f"1:13 {NO_KEYWORD}"),
    "no name but a keyword is a name": Case("<!DOCTYPE PUBLIC 'b'>", [doctype("public", quirks=True)], f"1:18 {NO_KEYWORD}"),
}


def of(parts: str, *identifiers: str | None, quirks: bool = False) -> Case:
    """Return the case of a doctype without errors; its parts begin in column 13."""
    return Case(f"<!DOCTYPE a {parts}>", [doctype("a", *identifiers, quirks=quirks)])


def bad(parts: str, *errors: str, ids: tuple[str | None, ...] = (), quirks: bool = True, behind: str = "") -> Case:
    """Return the case of a doctype with errors, closed or cut off; ``behind`` is text."""
    rest = [text(behind)] if behind else []
    return Case(f"<!DOCTYPE a {parts}", [doctype("a", *ids, quirks=quirks), *rest], *errors)


PUBLIC: Final = {
    "double-quoted": of('PUBLIC "b"', "b"),
    "single-quoted": of("PUBLIC 'b'", "b"),
    "small letters": of("public 'B'", "B"),
    "nothing in it": of("PUBLIC ''", ""),
    "other quotes in it": of("PUBLIC \"b'\" '\"c'", "b'", '"c'),
    "spaces": of("PUBLIC \t\r\n\f'b' \n", "b"),
    "line ends in it": of("PUBLIC '\r\nb\r'", "\nb\n"),
    "references are none": of("PUBLIC '&lt;'", "&lt;"),
    "NUL in double quotes": bad('PUBLIC "\0b">', f"1:21 {NUL}", ids=("\ufffdb",), quirks=False),
    "NUL in single quotes": bad("PUBLIC 'b\0'>", f"1:22 {NUL}", ids=("b\ufffd",), quirks=False),
    "no space before double quotes": bad('PUBLIC"b">', f"1:19 {NO_SPACE_AFTER['public']}", ids=("b",), quirks=False),
    "no space before single quotes": bad("PUBLIC'b'>", f"1:19 {NO_SPACE_AFTER['public']}", ids=("b",), quirks=False),
    "none": bad("PUBLIC>b", f"1:19 {NO_IDENTIFIER['public']}", behind="b"),
    "none but space": bad("PUBLIC >", f"1:20 {NO_IDENTIFIER['public']}"),
    "no quote": bad("PUBLIC b>", f"1:20 {NO_QUOTE['public']}"),
    "no quote and no space": bad("PUBLICb>", f"1:19 {NO_QUOTE['public']}"),
    "no quote but NUL": bad("PUBLIC \0>", f"1:20 {NO_QUOTE['public']}", f"1:20 {NUL}"),
    "ended in double quotes": bad('PUBLIC "b>c">', f"1:22 {ABRUPT['public']}", ids=("b",), behind='c">'),
    "ended in single quotes": bad("PUBLIC '>", f"1:21 {ABRUPT['public']}", ids=("",)),
    "cut off behind the keyword": bad("PUBLIC", f"1:19 {EOF}"),
    "cut off before it": bad("PUBLIC ", f"1:20 {EOF}"),
    "cut off in double quotes": bad('PUBLIC "b', f"1:22 {EOF}", ids=("b",)),
    "cut off in single quotes": bad("PUBLIC '", f"1:21 {EOF}", ids=("",)),
    "cut off at NUL": bad("PUBLIC '\0", f"1:21 {NUL}", f"1:22 {EOF}", ids=("\ufffd",)),
    "cut off behind it": bad("PUBLIC ''", f"1:22 {EOF}", ids=("",)),
    "cut off behind it and space": bad("PUBLIC '' ", f"1:23 {EOF}", ids=("",)),
}

BOTH: Final = {
    "double-quoted": of('PUBLIC "b" "c"', "b", "c"),
    "single-quoted": of("PUBLIC 'b'\n'c'", "b", "c"),
    "each way": of("PUBLIC \"b\" 'c'", "b", "c"),
    "nothing in them": of("PUBLIC '' ''", "", ""),
    "no space between double quotes": bad('PUBLIC "b""c">', f"1:23 {NO_SPACE_BETWEEN}", ids=("b", "c"), quirks=False),
    "no space between single quotes": bad("PUBLIC 'b''c'>", f"1:23 {NO_SPACE_BETWEEN}", ids=("b", "c"), quirks=False),
    "no quote": bad("PUBLIC '' b>", f"1:23 {NO_QUOTE['system']}", ids=("",)),
    "no quote and no space": bad("PUBLIC ''b>", f"1:22 {NO_QUOTE['system']}", ids=("",)),
    "a keyword between": bad("PUBLIC '' SYSTEM ''>", f"1:23 {NO_QUOTE['system']}", ids=("",)),
    "cut off in the second": bad("PUBLIC '' 'c", f"1:25 {EOF}", ids=("", "c")),
    "cut off behind the second": bad("PUBLIC '' ''", f"1:25 {EOF}", ids=("", "")),
}

SYSTEM: Final = {
    "double-quoted": of('SYSTEM "b"', None, "b"),
    "single-quoted": of("SYSTEM 'b'", None, "b"),
    "small letters": of("sYsTeM 'B'", None, "B"),
    "nothing in it": of("SYSTEM ''", None, ""),
    "spaces": of("SYSTEM \f 'b'\r\n", None, "b"),
    "line ends in it": of("SYSTEM '\rb\r\n'", None, "\nb\n"),
    "NUL in double quotes": bad('SYSTEM "\0b">', f"1:21 {NUL}", ids=(None, "\ufffdb"), quirks=False),
    "NUL in single quotes": bad("SYSTEM 'b\0'>", f"1:22 {NUL}", ids=(None, "b\ufffd"), quirks=False),
    "no space before double quotes": bad('SYSTEM"b">', f"1:19 {NO_SPACE_AFTER['system']}", ids=(None, "b"), quirks=False),
    "no space before single quotes": bad("SYSTEM'b'>", f"1:19 {NO_SPACE_AFTER['system']}", ids=(None, "b"), quirks=False),
    "none": bad("SYSTEM>b", f"1:19 {NO_IDENTIFIER['system']}", behind="b"),
    "none but space": bad("SYSTEM\n>", f"2:1 {NO_IDENTIFIER['system']}"),
    "no quote": bad("SYSTEM b>", f"1:20 {NO_QUOTE['system']}"),
    "no quote and no space": bad("SYSTEMb>", f"1:19 {NO_QUOTE['system']}"),
    "ended in double quotes": bad('SYSTEM "b>c">', f"1:22 {ABRUPT['system']}", ids=(None, "b"), behind='c">'),
    "ended in single quotes": bad("SYSTEM '>", f"1:21 {ABRUPT['system']}", ids=(None, "")),
    "cut off behind the keyword": bad("SYSTEM", f"1:19 {EOF}"),
    "cut off before it": bad("SYSTEM ", f"1:20 {EOF}"),
    "cut off in double quotes": bad('SYSTEM "', f"1:21 {EOF}", ids=(None, "")),
    "cut off in single quotes": bad("SYSTEM 'b\r", f"2:1 {EOF}", ids=(None, "b\n")),
    "cut off behind it": bad("SYSTEM ''", f"1:22 {EOF}", ids=(None, "")),
    "cut off behind it and space": bad("SYSTEM '' ", f"1:23 {EOF}", ids=(None, "")),
    "more behind it": bad("SYSTEM '' b>c", f"1:23 {BEHIND}", ids=(None, ""), quirks=False, behind="c"),
    "more behind it and no space": bad("SYSTEM '''b'>", f"1:22 {BEHIND}", ids=(None, ""), quirks=False),
    "another identifier": bad("SYSTEM 'b' 'c'>", f"1:24 {BEHIND}", ids=(None, "b"), quirks=False),
    "NUL behind it": bad("SYSTEM ''\0>", f"1:22 {BEHIND}", f"1:22 {NUL}", ids=(None, ""), quirks=False),
    "cut off behind more": bad("SYSTEM '' b", f"1:23 {BEHIND}", ids=(None, ""), quirks=False),
}

BOGUS: Final = {
    "quotes hold nothing back": bad("b '>'", f"1:13 {NO_KEYWORD}", behind="'"),
    "NUL": bad("b\0c\0>", f"1:13 {NO_KEYWORD}", f"1:14 {NUL}", f"1:16 {NUL}"),
    "a tag in it": Case("<!DOCTYPE a [<b>", [doctype("a", quirks=True)], f"1:13 {NO_KEYWORD}"),
    "a tag behind it": Case("<!DOCTYPE a [><b>", [doctype("a", quirks=True), start("b")], f"1:13 {NO_KEYWORD}"),
    "cut off": bad("b\n", f"1:13 {NO_KEYWORD}"),
    "cut off at NUL": bad("b\0", f"1:13 {NO_KEYWORD}", f"1:14 {NUL}"),
}


@each(NAME)
def test_doctype_names(case: Case) -> None:
    check(case)


@each(AFTER_NAME)
def test_what_is_no_keyword_behind_the_name(case: Case) -> None:
    check(case)


@each(PUBLIC)
def test_public_identifiers(case: Case) -> None:
    check(case)


@each(BOTH)
def test_public_and_system_identifiers(case: Case) -> None:
    check(case)


@each(SYSTEM)
def test_system_identifiers(case: Case) -> None:
    check(case)


@each(BOGUS)
def test_bogus_doctypes(case: Case) -> None:
    check(case)
