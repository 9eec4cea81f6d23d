"""Script, state by state: what is escaped in it, and which end tag ends it."""

from __future__ import annotations

from typing import Final

from tokenizer_cases import Case, check, each, end, start, text

SCRIPT: Final = start("script")
EOF: Final = "eof-in-script-html-comment-like-text"
NUL: Final = "unexpected-null-character"


def open_script(content: str, *errors: str) -> Case:
    """Return the case of a script that ``content``, which is all text, does not end."""
    return Case(f"<script>{content}", [SCRIPT, text(content)], *errors)


def whole_script(content: str, *errors: str, behind: str = "") -> Case:
    """Return the case of a script with the text ``content``, ended by the first end tag behind it."""
    rest = [text(behind)] if behind else []
    return Case(f"<script>{content}</script>{behind}", [SCRIPT, text(content), end("script"), *rest], *errors)


PLAIN: Final = {
    "text, tags and references": whole_script("a&lt;<b></b>&#65;"),
    "text behind it": whole_script("a", behind="b"),
    "nothing": Case("<script></script>", [SCRIPT, end("script")]),
    "nothing and cut off": Case("<script>", [SCRIPT]),
    "cut off": open_script("a"),
    "NUL is replaced": Case("<script>\0a", [SCRIPT, text("\ufffda")], f"1:9 {NUL}"),
    "line ends": Case("<script>\r\n\r</script>", [SCRIPT, text("\n\n"), end("script")]),
    "less-than sign at the end": open_script("a<"),
    "less-than signs": whole_script("a<b<<c"),
    "slash at the end": open_script("</"),
    "slash and no letter": whole_script("</1></></ script>"),
    "another end tag": whole_script("</b></style>"),
    "name begun": open_script("</scr"),
    "name at the end": open_script("</script"),
    "name that goes on": whole_script("</scripts></script-1>"),
    "no Unicode case": open_script("</\u017fcript></SCR\u0130PT>"),
    "ended in capitals": Case("<SCRIPT>a</ScRiPt>b", [SCRIPT, text("a"), end("script"), text("b")]),
    "ended with space": Case("<script>a</script >b", [SCRIPT, text("a"), end("script"), text("b")]),
    "ended with attributes": Case("<script></script a>", [SCRIPT, end("script")], "1:19 end-tag-with-attributes"),
    "ended with slash": Case("<script></script/>", [SCRIPT, end("script")], "1:18 end-tag-with-trailing-solidus"),
    "cut off in the end tag": Case("<script></script ", [SCRIPT], "1:18 eof-in-tag"),
    "beginning there": Case(
        "<!--</script>a", [text("<!--"), end("script"), text("a")], state="Script data state", last="script"
    ),
    "beginning there without a start tag": Case("</script>", [text("</script>")], state="Script data state"),
}

ESCAPE_START: Final = {
    "exclamation mark at the end": open_script("<!"),
    "exclamation mark and no dash": whole_script("<!a<!</b"),
    "one dash at the end": open_script("<!-"),
    "one dash": whole_script("<!-a-->"),
    "one dash and a less-than sign": whole_script("<!-<"),
    "both dashes at the end": open_script("<!--", f"1:13 {EOF}"),
    "closed at once": whole_script("<!--><script></b>"),
    "closed at once with a dash": whole_script("<!---><script>"),
}

ESCAPED: Final = {
    "text and its end": whole_script("<!--a-->"),
    "the end tag counts": whole_script("<!--a", behind="-->"),
    "the end tag counts behind a dash": whole_script("<!--a-"),
    "the end tag counts behind two dashes": whole_script("<!--a--"),
    "NUL is replaced": Case(
        "<script><!--\0-\0--\0",
        [SCRIPT, text("<!--\ufffd-\ufffd--\ufffd")],
        f"1:13 {NUL}",
        f"1:15 {NUL}",
        f"1:18 {NUL}",
        f"1:19 {EOF}",
    ),
    "line ends": Case("<script><!--\r-\r--\r\n", [SCRIPT, text("<!--\n-\n--\n")], f"4:1 {EOF}"),
    "cut off": open_script("<!--a", f"1:14 {EOF}"),
    "cut off at a dash": open_script("<!--a-", f"1:15 {EOF}"),
    "cut off at two dashes": open_script("<!--a--", f"1:16 {EOF}"),
    "cut off at three dashes": open_script("<!--a---", f"1:17 {EOF}"),
    "dashes": whole_script("<!--a-b--c---d-->"),
    "many dashes before its end": whole_script("<!--a----->"),
    "behind its end": whole_script("<!--a--><script>"),
    "less-than sign at the end": open_script("<!--<", f"1:14 {EOF}"),
    "less-than sign behind a dash": whole_script("<!--a-<<a--<"),
    "less-than sign and no letter": whole_script("<!--<1<<-<!-->"),
    "slash at the end": open_script("<!--</", f"1:15 {EOF}"),
    "slash and no letter": whole_script("<!--</1></>-->"),
    "another end tag": whole_script("<!--</b></scrip></scripts>-->"),
    "name begun": open_script("<!--</scr", f"1:18 {EOF}"),
    "name at the end": open_script("<!--</script", f"1:21 {EOF}"),
    "ended in capitals": Case("<script><!--</SCRIPT>a", [SCRIPT, text("<!--"), end("script"), text("a")]),
    "ended with space": Case("<script><!--</script\t>a", [SCRIPT, text("<!--"), end("script"), text("a")]),
    "ended with slash": Case(
        "<script><!--</script/>a", [SCRIPT, text("<!--"), end("script"), text("a")], "1:22 end-tag-with-trailing-solidus"
    ),
    "another tag": whole_script("<!--<b><style>"),
    "the start of a tag at the end": open_script("<!--<a", f"1:15 {EOF}"),
}

DOUBLE_ESCAPED: Final = {
    "the end tag is text": open_script("<!--<script></script>", f"1:30 {EOF}"),
    "the second end tag counts": whole_script("<!--<script></script>", behind="-->"),
    "the end tag counts behind its end": whole_script("<!--<script>-->"),
    "begun by a space": open_script("<!--<script </script", f"1:29 {EOF}"),
    "begun by a line end": whole_script("<!--<script\n></script>"),
    "begun by a carriage return": Case(
        "<script><!--<script\r</script>", [SCRIPT, text("<!--<script\n</script>")], f"2:10 {EOF}"
    ),
    "begun by a slash": whole_script("<!--<script/></script>"),
    "begun in capitals": whole_script("<!--<SCRIPT></script>"),
    "not begun by a longer name": whole_script("<!--<scripts>"),
    "not begun by a shorter name": whole_script("<!--<scrip>"),
    "not begun by a much longer name": whole_script("<!--<scriptscript>"),
    "not begun by a name and a digit": whole_script("<!--<script1>"),
    "not begun by a name and a dash": whole_script("<!--<script-->"),
    "not begun by a name and a sign": whole_script("<!--<script<"),
    "not begun by Unicode case": whole_script("<!--<\u017fcript><SCR\u0130PT>"),
    "not begun by a name and NUL": Case(
        "<script><!--<script\0</script>", [SCRIPT, text("<!--<script\ufffd"), end("script")], f"1:20 {NUL}"
    ),
    "name at the end": open_script("<!--<script", f"1:20 {EOF}"),
    "begun again": whole_script("<!--<script><script></script>"),
    "NUL is replaced": Case(
        "<script><!--<script>\0-\0--\0",
        [SCRIPT, text("<!--<script>\ufffd-\ufffd--\ufffd")],
        f"1:21 {NUL}",
        f"1:23 {NUL}",
        f"1:26 {NUL}",
        f"1:27 {EOF}",
    ),
    "line ends": Case("<script><!--<script>\r-\r--\r", [SCRIPT, text("<!--<script>\n-\n--\n")], f"4:1 {EOF}"),
    "cut off": open_script("<!--<script>a", f"1:22 {EOF}"),
    "cut off at once": open_script("<!--<script>", f"1:21 {EOF}"),
    "cut off at a dash": open_script("<!--<script>-", f"1:22 {EOF}"),
    "cut off at two dashes": open_script("<!--<script>--", f"1:23 {EOF}"),
    "cut off at three dashes": open_script("<!--<script>---", f"1:24 {EOF}"),
    "dashes": whole_script("<!--<script>-a--b---c--->"),
    "closed with the end tag behind": whole_script("<!--<script>--->", behind="a"),
    "less-than sign at the end": open_script("<!--<script><", f"1:22 {EOF}"),
    "less-than signs": whole_script("<!--<script><<a-<--<b></script>"),
    "slash at the end": open_script("<!--<script></", f"1:23 {EOF}"),
    "slash and no letter": whole_script("<!--<script></1></></-></script>"),
    "ended by a space": whole_script("<!--<script></script "),
    "ended by a slash": whole_script("<!--<script></script/"),
    "ended in capitals": whole_script("<!--<script></SCRIPT>"),
    "not ended by a longer name": open_script("<!--<script></scripts></script", f"1:39 {EOF}"),
    "not ended by a shorter name": open_script("<!--<script></scrip></b>", f"1:33 {EOF}"),
    "not ended by a name and a dash": open_script("<!--<script></script-</script", f"1:38 {EOF}"),
    "not ended by Unicode case": open_script("<!--<script></\u017fcript>", f"1:30 {EOF}"),
    "name at the end of it": open_script("<!--<script></script", f"1:29 {EOF}"),
    "escaped again behind it": whole_script("<!--<script></script><script></script>"),
}


@each(PLAIN)
def test_script_data(case: Case) -> None:
    check(case)


@each(ESCAPE_START)
def test_script_data_escape_start(case: Case) -> None:
    check(case)


@each(ESCAPED)
def test_script_data_escaped(case: Case) -> None:
    check(case)


@each(DOUBLE_ESCAPED)
def test_script_data_double_escaped(case: Case) -> None:
    check(case)
