"""Edits: what comes out for each, whatever way the page goes in."""

from __future__ import annotations

import asyncio
import doctest
from collections.abc import AsyncIterator, Callable, Iterable
from importlib import import_module
from typing import Any, Final

import pytest
from rewrite_tools import many, rewritten

from saxhtml import LimitExceeded, Limits, StopParsing, UsageError, parse
from saxhtml.rewrite import (
    CommentEdit,
    ElementEdit,
    RewriteError,
    Rewriter,
    Rule,
    TextEdit,
    arewrite,
    comment,
    doctype,
    document,
    element,
    rewrite,
    text,
)
from saxhtml.testing import EventRecorder, assert_linear, every_split

ATTRIBUTES: Final = {
    "set, in its place": ("<a x HREF = 'y' z=1>", [("set_attribute", "href", "n")], "<a x HREF='n' z=1>"),
    "its own quotes": ("<a b='1' c=2 d=\"3\">", [("set_attribute", n, "'\"&<>") for n in "bcd"],
        "<a b='&#39;\"&amp;&lt;&gt;' c=\"'&quot;&amp;&lt;&gt;\" d=\"'&quot;&amp;&lt;&gt;\">"),
    "a name with NUL": ("<a x\0=1>", [("set_attribute", "x\ufffd", "2")], '<a x\0="2">'),
    "set behind a missing value": ("<a b= >", [("set_attribute", "c", "1")], '<a b="" c="1" >'),
    "set where the value is missing": ("<a b=>", [("set_attribute", "b", "1")], '<a b="1">'),
    "set anew": ("<a b>", [("set_attribute", "C", "1")], '<a b c="1">'),
    "set on nothing": ("<a>", [("set_attribute", "b", "")], '<a b="">'),
    "set on what was bare": ("<a b c>", [("set_attribute", "b", "x")], '<a b="x" c>'),
    "set twice": ("<a>", [("set_attribute", "b", "1"), ("set_attribute", "b", "2")], '<a b="2">'),
    "set where no space follows": ("<a b='1'c=2>", [("set_attribute", "b", "x")], "<a b='x' c=2>"),
    "set before the slash": ("<a b /><a/>", [("set_attribute", "c", "1")], '<a b c="1" /><a c="1"/>'),
    "a slash of a value": ("<a b=c/>", [("set_attribute", "d", "1")], '<a b=c/ d="1">'),
    "set of repeated ones": ("<a b=1 B=2 c>", [("set_attribute", "b", "3")], '<a b="3" c>'),
    "removed": ("<a b=1 c = '2'\nd>", [("remove_attribute", "C")], "<a b=1\nd>"),
    "removed, all repetitions": ("<a b=1 c b=2 b>", [("remove_attribute", "b")], "<a c>"),
    "removed, what is not there": ("<a  b >", [("remove_attribute", "c")], "<a  b >"),
    "removed and set": ("<a b=1>", [("remove_attribute", "b"), ("set_attribute", "b", "2")], '<a b="2">'),
    "line ends": ("<a>", [("set_attribute", "b", "1\r\n2")], '<a b="1&#13;\n2">'),
}  # fmt: skip

ELEMENTS: Final = {
    "before and after": ("x<a>y</a>z", [("before", "<"), ("after", "&")], "x&lt;<a>y</a>&amp;z"),
    "html as it is": ("x<a>y</a>z", [("before", "<b>", True), ("after", "</b>", True)], "x<b><a>y</a></b>z"),
    "inside": ("<a>y</a>", [("prepend", "1"), ("append", "3"), ("prepend", "2"), ("append", "4")], "<a>12y34</a>"),
    "content": ("<a>y<b>z</b></a>w", [("set_content", "<")], "<a>&lt;</a>w"),
    "replaced": ("v<a>y<b>z</b></a>w", [("replace", "<i>", True)], "v<i>w"),
    "removed": ("v<a>y<b>z</b></a>w", [("remove",), ("prepend", "1"), ("append", "2"), ("after", "3")], "v3w"),
    "unwrapped": ("v<a>y<b>z</b></a >w", [("unwrap",), ("prepend", "1"), ("append", "2")], "v1y<b>z</b>2w"),
    "renamed": ("<A b>y</A ><a/>", [("rename", "x-y")], "<x-y b>y</x-y ><x-y/>"),
    "no end tag": ("<a>y", [("append", "1"), ("after", "2")], "<a>y12"),
    "ended from outside": ("<p><a>y</p>z", [("append", "1"), ("after", "2")], "<p><a>y12</p>z"),
    "cut off at the end": ("<a>y<b c='", [("after", "2")], "<a>y2<b c='"),
    "a reference cut off at the end": ("<a>y&am", [("after", "2")], "<a>y&am&#50;"),
    "one in another, which ends": ("<a>1<i><a>2</a></i></a>", [("after", "!")], "<a>1<i>!<a>2</a>!</i></a>"),
    "in what is removed": ("<div class=a><a>1</a></div>x<a>2</a>", [("after", "!")], "<div class=a><a>1</a>!</div>x<a>2</a>!"),
    "pieces": ("<a>", [("prepend", ["x<", "y"])], "<a>x&lt;y"),
    "nothing": ("<a>1</a>", [], "<a>1</a>"),
    "a stray end tag": ("<a>1</img>2</a>", [("after", "!")], "<a>1</img>2</a>!"),
    "second body": ("<a><a>", [("before", "1")], "1<a>1<a>"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("page", "edits", "expected"), [*ATTRIBUTES.values(), *ELEMENTS.values()], ids=[*ATTRIBUTES, *ELEMENTS]
)
def test_an_element_is_edited(page: str, edits: list[Any], expected: str) -> None:
    assert rewritten(page, {"a": many(*edits)}) == expected
    assert rewritten(page, [element("body a, a", many(*edits))]) == expected
    assert rewritten(page.encode(), {"a": many(*edits)}) == expected.encode()


OTHERS: Final = {
    "list items end where the standard says": (
        "<ul><li>a<li>b</ul>c", {"li": many(("append", "+"), ("after", "!"))}, "<ul><li>a+</li>!<li>b+</li>!</ul>c",
    ),
    "void elements": ("<p><br>x", {"br": many(("before", "1"), ("after", "2"))}, "<p>1<br>2x"),
    "void elements removed": ("<p><br>x<br/>", {"br": many(("remove",))}, "<p>x"),
    "a body that makes no element": ("<body a><body b>x", {"body": many(("after", "1"))}, "<body a><body b>1x</body>1"),
    "misnested": ("<b>1<i>2</b>3</i>", {"i": many(("after", "!"))}, "<b>1<i>2!</b>3</i>"),
    "an end tag that ends more": ("<div><b><i>1</div>2", {"b, i": many(("after", "!"))}, "<div><b><i>1!!</div>2"),
    "a heading ended by another": ("<h1>a</h2>b", {"h1": many(("rename", "h3"))}, "<h3>a</h3>b"),
    "several rules, in order": (
        "<a>x</a>",
        [element("a", many(("before", "1"))), element("[b], a", many(("before", "2")))], "12<a>x</a>"),
    "nothing inside what is removed": ("<div>1<a>2</a></div>3", {"div": many(("remove",)), "a": many(("before", "x"))}, "3"),
    "structure": ("<p><a>1</a></p><a>2</a>", {"p > a": many(("after", "!"))}, "<p><a>1</a>!</p><a>2</a>"),
    "a tag that makes no element": ("<p><head><i>", {"p > *": many(("set_attribute", "a", "1"))}, '<p><head><i a="1">'),
    "script": (
        "<script>a</script>b",
        {"script": many(("set_content", "x<y && z"), ("after", "!"))}, "<script>x<y && z</script>!b"),
    "an open script": ("<script>a", {"script": many(("after", "!"))}, "<script>a</script>!"),
    "an open title, renamed": ("<title>a<", {"title": many(("after", "!"))}, "<title>a<</title>!"),
    "title": ("<title>a</title>", {"title": many(("append", "<&"))}, "<title>a&lt;&amp;</title>"),
    "svg": ("<svg><style>a</style></svg>", {"style, svg style": many(("append", "<"))}, "<svg><style>a&lt;</style></svg>"),
    "text": ("a<b>&lt;</b>", [text(lambda t: t.replace(t.data + "!"), whole=True)], "a!<b>&lt;!</b>"),
    "text around": ("<b>x</b>", [text(lambda t: (t.before("1"), t.after("2")), whole=True)], "<b>1x2</b>"),
    "text removed": ("a<b>c</b><!--d--><?e f>", [text(TextEdit.remove)], "<b></b><!--d--><?e f>"),
    "text in an element": (
        "a<p>b<i>c</i></p>d",
        [text(lambda t: t.replace(t.data.upper()), inside="p", whole=True)], "a<p>B<i>C</i></p>d"),
    "text in a void element": ("<br>a", [text(TextEdit.remove, inside="br")], "<br>a"),
    "text of script": (
        "<script>a<b</script>c",
        [text(lambda t: t.replace(t.data + "&"), whole=True)], "<script>a<b&</script>c&amp;"),
    "text of title": ("<title>a&lt;</title>", [text(lambda t: t.replace(t.data), whole=True)], "<title>a&lt;</title>"),
    "text in an element that is removed": (
        "<p>a<i>b</i></p>c", [element("p", ElementEdit.remove), text(lambda t: t.replace("x"), whole=True)], "x",
    ),
    "comments": ("a<!-- b --><!c>", [comment(lambda c: c.set(c.data.upper()))], "a<!-- B --><!--C-->"),
    "comments removed": ("a<!-- b -->", [comment(CommentEdit.remove)], "a"),
    "doctype": (
        "<!doctype x>a",
        [doctype(lambda d: d.replace(f"<!DOCTYPE {d.doctype.name.upper()}>", html=True))], "<!DOCTYPE X>a"),
    "whole text among all the rest": (
        "<!doctype a>b<!--c-->d<?e f>g",
        [text(lambda t: t.replace(t.data.upper()), whole=True)], "<!doctype a>B<!--c-->D<?e f>G",
    ),
    "doctype and comment in what is removed": (
        "<p><!--a--><!doctype b></p>",
        [element("p", ElementEdit.remove), comment(lambda c: c.set("x")), doctype(lambda d: d.before("y"))], "",
    ),
    "document": ("a<b>", [document(start="<", end="&"), document(start="<i>", end="</i>", html=True)], "&lt;<i>a<b>&amp;</i>"),
    "no rules": ("a<b c='d'>\r\n&amp;<e", [], "a<b c='d'>\r\n&amp;<e"),
    "an empty page": ("", [document(start="a", end="b")], "ab"),
}  # fmt: skip


@pytest.mark.parametrize(("page", "rules", "expected"), OTHERS.values(), ids=OTHERS)
def test_rules_edit_a_page(page: str, rules: Any, expected: str) -> None:
    assert rewritten(page, rules) == expected


BYTES: Final = {
    "utf-8 with its mark": (b"\xef\xbb\xbf<p>\xff\xc3\xa9", b"\xef\xbb\xbf\xe2\x82\xac<p>\xe2\x82\xac\xff\xc3\xa9", {}),
    "koi8-r, as the page says": (b"<meta charset=koi8-r><p>\xc1", b"&#8364;<meta charset=koi8-r><p>&#8364;\xc1", {}),
    "windows-1252": (b"<p>\x80\x81", b"\x80<p>\x80\x80\x81", {}),
    "shift_jis": (b"<p>\x82\xa0", b"&#8364;<p>&#8364;\x82\xa0", {"encoding": "shift_jis"}),
    "utf-16": ("\ufeff<p>\xe9".encode("utf-16-le"), "\ufeff\u20ac<p>\u20ac\xe9".encode("utf-16-le"), {}),
}


@pytest.mark.parametrize(("page", "expected", "options"), BYTES.values(), ids=BYTES)
def test_bytes_stay_in_their_encoding(page: bytes, expected: bytes, options: dict[str, Any]) -> None:
    rules = [document(start="\u20ac"), element("p", lambda p: p.prepend("\u20ac"))]
    assert rewritten(page, rules, **options) == expected
    assert b"".join(rewrite([bytearray(page)], rules, **options)) == expected


def test_what_is_not_edited_of_a_tag_stays_to_the_byte() -> None:
    page = b"<a title='\xff\xc3\xa9' HREF=x\xe9 >y"
    rules = {"a": many(("set_attribute", "rel", "\u20ac"), ("set_attribute", "href", "/"))}
    expected = b'<a title=\'\xff\xc3\xa9\' HREF="/" rel="\xe2\x82\xac" >y'
    assert rewritten(page, rules, encoding="utf-8") == expected


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252", "shift_jis", "utf-16le", "iso-2022-jp"])
def test_whole_text_is_edited_in_every_encoding(encoding: str) -> None:
    """Of text between two pieces, more may have come than the pieces at hand when it is edited."""
    letters = {"windows-1252": "\xe9"}.get(encoding, "\u3042\u3044")
    page = f"a{letters}</>{letters}</></><p>{letters}&amp;</>b</p></>{letters}</"
    expected = f"[a{letters}</>{letters}]</></><p>[{letters}&amp;</>b]</p></>[{letters}</]"
    rules = [text(lambda t: (t.before("["), t.after("]")), whole=True)]
    assert rewritten(page, rules) == expected
    assert rewritten(page.encode(encoding), rules, encoding=encoding).decode(encoding) == expected


ISO_2022_JP: Final = {
    "replaced": ([text(lambda t: t.replace("x"), whole=True)], "x<b>x</b>x"),
    "around": ([text(lambda t: (t.before("["), t.after("]")), whole=True)], "[\u3042]<b>[\u3042\u3044]</b>[a\u3042]"),
    "appended": ({"b": many(("prepend", "["), ("append", "]"))}, "\u3042<b>[\u3042\u3044]</b>a\u3042"),
    "removed": ({"b": many(("remove",))}, "\u3042a\u3042"),
    "content": ({"b": many(("set_content", "\u3042"))}, "\u3042<b>\u3042</b>a\u3042"),
    "the end": ([document(end="]")], "\u3042<b>\u3042\u3044</b>a\u3042]"),
}


@pytest.mark.parametrize(("rules", "expected"), ISO_2022_JP.values(), ids=ISO_2022_JP)
def test_new_markup_stands_outside_the_escapes_of_iso_2022_jp(rules: Any, expected: str) -> None:
    page = "\u3042<b>\u3042\u3044</b>a\u3042".encode("iso-2022-jp")
    for source in (page, page.removesuffix(b"\x1b(B")):
        made = rewritten(source, rules, encoding="iso-2022-jp")
        recorder = parse(made, EventRecorder(join_text=True), encoding="iso-2022-jp")
        assert recorder.events == parse(expected, EventRecorder(join_text=True)).events, made


def test_text_that_is_edited_in_pieces_keeps_its_escapes() -> None:
    page = "\u3042\u3044\u3046<b>".encode("iso-2022-jp")
    for chunks in every_split(page):
        seen = []

        def every_other(piece: TextEdit, seen: list[str] = seen) -> None:
            seen.append(piece.data)
            if len(seen) % 2:
                piece.replace("")

        made = b"".join(rewrite(chunks, [text(every_other)], encoding="iso-2022-jp"))
        recorder = parse(made, EventRecorder(join_text=True), encoding="iso-2022-jp")
        left = "".join(seen[1::2])
        assert recorder.events == parse(f"{left}<b>", EventRecorder(join_text=True)).events, chunks


def test_a_character_that_raw_text_cannot_have_is_refused() -> None:
    def edit(script: ElementEdit) -> None:
        script.set_content("'\u20ac' + '&#1;'")

    with pytest.raises(RewriteError, match="the encoding of the page lacks"):
        b"".join(rewrite(b"<script></script>", {"script": edit}, encoding="koi8-r"))
    assert b"".join(rewrite(b"<script></script>", {"script": edit}, encoding="utf-8")).startswith(b"<script>'\xe2")
    cyrillic = {"script": lambda script: script.set_content("'\u0430&#1;'")}
    assert b"".join(rewrite(b"<script></script>", cyrillic, encoding="koi8-r")) == b"<script>'\xc1&#1;'</script>"
    ascii_only = {"script": lambda script: script.set_content("'&#1;'")}
    assert b"".join(rewrite(b"<script></script>", ascii_only, encoding="koi8-r")) == b"<script>'&#1;'</script>"


REFUSED: Final[dict[str, tuple[str, Callable[[Any], object], type[Exception], str]]] = {
    "an end in script": ("<script>", lambda e: e.append("</Script >"), RewriteError, "would end the <script>"),
    "an end across pieces": ("<style>", lambda e: e.append(["</sty", "le>"]), RewriteError, "would end the <style>"),
    "an end in title": ("<title>", lambda e: e.append("</title>", html=True), RewriteError, "would end the <title>"),
    "a script in a comment in script": ("<script></script>", lambda e: e.append("<!--<script "), RewriteError, "from ending"),
    "after plaintext": ("<plaintext>", lambda e: e.after("x"), RewriteError, "which has no end"),
    "inside a void element": ("<br>", lambda e: e.append("x"), UsageError, "<br> holds nothing"),
    "a bad attribute": ("<a>", lambda e: e.set_attribute("a b", "x"), UsageError, "cannot be the name of an attribute"),
    "a bad value": ("<a>", lambda e: e.set_attribute("a", None), UsageError, "is a str, not NoneType"),
    "no attribute": ("<a>", lambda e: e.remove_attribute(""), UsageError, "cannot be the name of an attribute"),
    "a bad name": ("<a>", lambda e: e.rename("1"), UsageError, "cannot be the name of an element"),
    "bytes as content": ("<a>", lambda e: e.before(b"x"), UsageError, "content is a str or an iterable"),
    "no content": ("<a>", lambda e: e.before(None), UsageError, "content is a str or an iterable"),
    "pieces of no str": ("<a>", lambda e: e.before([1]), UsageError, "pieces of str, not of int"),
}


@pytest.mark.parametrize(("page", "edit", "error", "said"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_written_is_refused(page: str, edit: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        "".join(rewrite(page, {"*": edit}))
    assert "".join(rewrite(page, {"*": edit}, on_error="pass")) == page


@pytest.mark.parametrize("data", ["a-->b", "a--!>", ">", "->a", "a-", "a<!-", "<!--", "\0"])
def test_a_comment_that_would_end_early_is_refused(data: str) -> None:
    with pytest.raises(RewriteError, match="cannot be all of a comment"):
        "".join(rewrite("<!--a-->", [comment(lambda c: c.set(data))]))


@pytest.mark.parametrize(
    ("make", "said"),
    [
        pytest.param(lambda: Rewriter(print, ["a"]), "a rule is made by", id="no rule"),
        pytest.param(lambda: Rewriter(print, [], on_error="x"), "on_error", id="another on_error"),
        pytest.param(lambda: element("a", None), "a rule takes a function", id="no function"),
        pytest.param(lambda: document(start=1), "content is a str", id="no content"),
    ],
)
def test_misuse_is_explained(make: Callable[[], object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        make()


def test_an_edit_is_made_inside_the_function_or_not_at_all() -> None:
    kept: list[ElementEdit] = []
    "".join(rewrite("<a>", {"a": kept.append}))
    with pytest.raises(UsageError, match="inside the rule's function"):
        kept[0].before("x")
    with pytest.raises(UsageError, match="inside the rule's function"):
        kept[0].remove()
    with pytest.raises(UsageError, match="inside the rule's function"):
        _ = kept[0].line


def test_an_edit_knows_its_place_and_its_element() -> None:
    seen: list[object] = []

    def edit(found: ElementEdit) -> None:
        found.set_attribute("c", "2")
        found.remove_attribute("b")
        seen.append((found.name, found.offset, found.line, found.column, found.get("B"), found.get("c"), found.get("d", "3")))
        seen.append((repr(found), dict(found.attrs)))

    "".join(rewrite("x\n <a b=1>", {"a": edit}))
    assert seen == [("a", 3, 2, 2, None, "2", "3"), ("<ElementEdit a {'b': '1'}>", {"b": "1"})]

    texts: list[object] = []
    rules = [text(lambda t: texts.append((t.data, t.offset, t.line, t.column)), whole=True)]
    assert "".join(rewrite(["\nab", "c", "<b>", "d"], rules)) == "\nabc<b>d"
    assert texts == [("\nabc", 0, 1, 1), ("d", 7, 2, 7)]


def test_what_is_settled_is_written_at_once() -> None:
    made: list[str] = []
    rewriter = Rewriter(made.append, {"a": many(("after", "!"))})
    steps = []
    for piece in ("x<b>y", "<a", " c", ">z", "w</", "a>"):
        rewriter.feed(piece)
        steps.append("".join(made))
        made.clear()
    assert steps == ["x<b>y", "", "", "<a c>z", "w", "</a>!"]


def test_a_rule_may_stop_it_and_the_rest_passes() -> None:
    def stop(_: object) -> None:
        raise StopParsing

    assert "".join(rewrite(["<a>", "<b>x", "<a>"], {"b": stop, "a": many(("before", "1"))})) == "1<a><b>x<a>"


def test_what_a_rule_raises_comes_out_or_the_rest_passes() -> None:
    def fail(_: object) -> None:
        raise ValueError("no")

    page = ["<p>1<i>2", "</i><b>3</b><p>4</p>", "<p>5"]
    rules: dict[str, Any] = {"p": many(("prepend", "!")), "b": fail, "i": many(("remove",))}
    with pytest.raises(ValueError, match="no"):
        "".join(rewrite(page, rules))
    assert "".join(rewrite(page, rules, on_error="pass")) == "<p>!1<b>3</b><p>4</p><p>5"
    limits = {"limits": Limits(max_token=5)}
    with pytest.raises(LimitExceeded):
        "".join(rewrite("<p>a<p class>b", rules, **limits))
    assert "".join(rewrite("<p>a<p class>b", rules, on_error="pass", **limits)) == "<p>!a<p class>b"


def test_it_runs_asynchronously() -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for chunk in (b"<a", b">x", b"</a>"):
            yield chunk

    async def run() -> list[bytes]:
        rules = [element("a", many(("after", "!"))), document(end="?")]
        return [piece async for piece in arewrite(chunks(), rules, encoding="utf-8")]

    assert asyncio.run(run()) == [b"<a>x", b"</a>!", b"?"]


def test_the_examples_in_the_docstrings_run() -> None:
    result = doctest.testmod(import_module("saxhtml.rewrite._rewriter"), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda n: "<a>" * n, id="open elements"),
        pytest.param(lambda n: "<b><a>" * n + "</a></b>" * n, id="nests"),
        pytest.param(lambda n: "<a " + "b=1 " * n + ">", id="attributes"),
        pytest.param(lambda n: "x" * n, id="text"),
        pytest.param(lambda n: "<li>" * n, id="list items"),
    ],
)
@pytest.mark.parametrize("size", [5, None])
def test_time_grows_with_the_page(make: Callable[[int], str], size: int | None) -> None:
    rules = [element("a, li", many(("set_attribute", "b", "2"), ("after", "!"))), text(lambda t: None, inside="b", whole=True)]

    def chunks(n: int) -> list[str]:
        page = make(n)
        return [page] if size is None else [page[at : at + size] for at in range(0, len(page), size)]

    def run(pieces: Iterable[str]) -> None:
        for _ in rewrite(pieces, rules, limits=Limits(max_attributes=10**9)):
            pass

    assert_linear(chunks, run, n=300, rounds=1)


def test_a_rule_is_a_value() -> None:
    assert Rule() == Rule()
