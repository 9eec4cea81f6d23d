"""What is written means what it says where it lands, and nothing else comes to mean something new."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest
from rewrite_tools import many, rewritten

from saxhtml import parse
from saxhtml.rewrite import (
    CommentEdit,
    ElementEdit,
    RewriteError,
    comment,
    element,
    rewrite,
    text,
)
from saxhtml.testing import EventRecorder


def events(page: str | bytes, **options: Any) -> list[tuple[Any, ...]]:
    return parse(page, EventRecorder(join_text=True), **options).events


def text_of(page: str | bytes, **options: Any) -> str:
    return "".join(event[1] for event in events(page, **options) if event[0] == "text")


REMOVED: Final = {
    "a slash of the value before": ("<a x=/foo/ b=1>", "<a x=/foo/>"),
    "a value that is a slash": ("<a x=/ b=1>", "<a x=/>"),
    "no space around": ('<a x="1"b=2 y="2">', '<a x="1" y="2">'),
    "no space behind": ('<a x="1" b="1"y="2">', '<a x="1" y="2">'),
    "a slash of its value": ("<a x=y b=1/>", "<a x=y>"),
    "a slash behind": ("<a x=y b='1'/>", "<a x=y />"),
    "an equals sign behind": ("<a q b=1 =x>", "<a q / =x>"),
    "at the end": ("<a x / b>", "<a x>"),
    "twice": ("<a b=1 x b=2>", "<a x>"),
}


@pytest.mark.parametrize(("page", "expected"), REMOVED.values(), ids=REMOVED)
def test_an_attribute_is_removed_and_all_others_stay(page: str, expected: str) -> None:
    made = rewritten(page, {"a": many(("remove_attribute", "b"))})
    assert made == expected
    assert events(made) == [("start", "a", [pair for pair in events(page)[0][2] if pair[0] != "b"], events(page)[0][3])]


def test_random_attributes_are_edited_and_all_others_stay(seed: int) -> None:
    random = Random(seed)
    for _ in range(2000):
        page = "<a " + "".join(random.choices(["b", "c", "d", "=", "/", " ", "'x'", '"y"', "z", "/z/", "\n"], k=9)) + ">"
        (before,) = [event for event in events(page) if event[0] == "start"] or [None]
        if before is None:
            continue
        attributes: dict[str, str] = {}
        for name, value in before[2]:
            attributes.setdefault(name, value)
        edits = [random.choice([("remove_attribute", name), ("set_attribute", name, "n")]) for name in ("b", "c")]
        for edit in edits:
            if edit[0] == "set_attribute":
                attributes["".join(edit[1])] = "n"
            else:
                attributes.pop("".join(edit[1]), None)
        made = "".join(rewrite(page, {"a": many(*edits)}))
        assert dict(events(made)[0][2]) == attributes, (page, edits, made)


JOINED: Final = {
    "a tag": ("<p>1<</p>", {"p": many(("append", "b x=>"))}, "<p>1<&#98; x=&gt;</p>"),
    "a comment": ("<p>1<</p>", {"p": many(("append", "!"))}, "<p>1<&#33;</p>"),
    "a reference": ("<p>&</p>", {"p": many(("append", "lt;b>"))}, "<p>&&#108;t;b&gt;</p>"),
    "a number": ("<p>&#6</p>", {"p": many(("append", "5"))}, "<p>&#6&#53;</p>"),
    "a long number": (f"<p>&#{'0' * 90}6</p>", {"p": many(("append", "5"))}, f"<p>&#{'0' * 90}6&#53;</p>"),
    "an end of textarea": (
        "<textarea></textar</textarea>", {"textarea": many(("append", "ea>"))}, "<textarea></textar&#101;a&gt;</textarea>"
    ),
    "an end of title": ("<title></title</title>", {"title": many(("append", " x"))}, "<title></title&#32;x</title>"),
    "by leaving out an element": ("<p>1<<b>x</b>script>y", {"b": many(("remove",))}, "<p>1<&#115;cript>y"),
    "by leaving out tags": ("<p>1&am<b>p;</b>", {"b": many(("unwrap",))}, "<p>1&am&#112;;"),
    "by leaving out a comment": ("1<<!-- -->b>", [comment(CommentEdit.remove)], "1<&#98;>"),
    "by leaving out text": ("&<b>x</b>", [text(lambda t: t.replace("amp;")), element("b", ElementEdit.unwrap)], "amp;amp;"),
    "nothing, with a space": ("<p>1<</p>", {"p": many(("append", " b"))}, "<p>1< b</p>"),
    "nothing, behind a tag": ("<p>1</p>2", {"p": many(("remove",))}, "2"),
    "nothing, in the middle of a word": ("a<b>b</b>c", {"b": many(("unwrap",))}, "abc"),
}  # fmt: skip


@pytest.mark.parametrize(("page", "rules", "expected"), JOINED.values(), ids=JOINED)
def test_what_comes_to_stand_side_by_side_makes_nothing_new(page: str, rules: Any, expected: str) -> None:
    assert rewritten(page, rules) == expected
    for encoding in ("utf-8", "utf-16le", "shift_jis", "iso-2022-jp"):
        assert rewritten(page.encode(encoding), rules, encoding=encoding).decode(encoding) == expected


PIECES: Final = """< & &# &#6 &am </ </tex </titl - ! > a b; <p> </p> <b> </b> <i> </i> <textarea> </textarea>
    <title> </title> <!--x-->""".split()


def test_text_is_written_as_text_wherever_it_lands(seed: int) -> None:
    random = Random(seed)
    for _ in range(1500):
        page = "".join(random.choices(PIECES, k=random.randrange(1, 12)))
        written = "\u2603" + "".join(random.choices(["lt;", "5", "b x>", "!--", "ea>", "/b>", " ", "#6;", "<i>"], k=2))
        method = random.choice(["before", "after", "prepend", "append"])
        done = []

        def edit(found: ElementEdit, written: str = written, method: str = method, done: list[str] = done) -> None:
            getattr(found, method)(written[1:])
            getattr(found, method)(written[0])
            done.append(written)

        rules = {random.choice(["p", "b", "textarea", "title"]): edit}
        made = "".join(rewrite(page, rules))
        expected = text_of(page)
        assert len(text_of(made)) == len(expected) + sum(map(len, done)), (page, written, method, made)
        assert text_of(made).replace(written[1:] + written[0], "") == expected, (page, written, method, made)


RAW: Final = {
    "in pieces": ("<script></script>", {"script": many(("append", "</scr"), ("append", "ipt>"))}),
    "before what is there": ("<script>ipt></script>", {"script": many(("prepend", "</scr"))}),
    "behind what is there": ("<script></scr</script>", {"script": many(("append", "ipt>"))}),
    "a piece of text": ("<style></sty</style>", [text(lambda t: t.after("le>"))]),
    "instead of text": ("<style>a</style>", [text(lambda t: t.replace("</STYLE "))]),
    "html in title": ("<title></tit</title>", {"title": lambda e: e.append("le>", html=True)}),
    "a script begun here, and there": ("<script><script </script>", {"script": many(("prepend", "<!--"))}),
    "a script begun there, and here": ("<script><!--</script>", {"script": many(("append", "<script "))}),
}


@pytest.mark.parametrize(("page", "rules"), RAW.values(), ids=RAW)
def test_raw_text_that_would_end_too_early_or_too_late_is_refused(page: str, rules: Any) -> None:
    with pytest.raises(RewriteError, match=r"would end the|from ending"):
        "".join(rewrite(page, rules))
    for chunks in ([page], list(page)):
        assert "".join(rewrite(chunks, rules, on_error="pass")).startswith(page[:7])


def test_raw_text_that_goes_on_is_not_looked_at_where_nothing_is_written() -> None:
    assert rewritten(
        "<script></scr</script><p>", {"script": many(("set_attribute", "a", "1")), "p": many(("append", "ipt>"))}
    ) == ('<script a="1"></scr</script><p>ipt&gt;')


FOREIGN: Final = {
    "style": ("<svg><style>a</style></svg>", {"style": many(("append", "<b>&"))}, "<svg><style>a&lt;b&gt;&amp;</style></svg>"),
    "text of script": (
        "<svg><script>a</script></svg><script>a</script>", [text(lambda t: t.after("<b"))],
        "<svg><script>a&lt;b</script></svg><script>a<b</script>",
    ),
    "style of html in it": (
        "<svg><desc><style>a</style>", {"style": many(("append", "&"))}, "<svg><desc><style>a&</style>"),
    "closed by itself": (
        "<svg><path d='' />x</svg>",
        {"path": many(("prepend", "1"), ("append", "2"), ("after", "3"), ("set_attribute", "a", "4"))},
        "<svg><path d='' a=\"4\" >12</path>3x</svg>",
    ),
    "closed by itself, renamed": ("<svg/>x", {"svg": many(("set_content", "1"), ("rename", "math"))}, "<math>1</math>x"),
    "closed by itself, and nothing in it": ("<svg/>x", {"svg": many(("after", "1"))}, "<svg/>1x"),
    "closed by itself, removed": ("<svg><g/>x", {"g": many(("remove",), ("append", "1"))}, "<svg>x"),
}  # fmt: skip


@pytest.mark.parametrize(("page", "rules", "expected"), FOREIGN.values(), ids=FOREIGN)
def test_svg_is_no_html(page: str, rules: Any, expected: str) -> None:
    assert rewritten(page, rules) == expected


ENDS: Final = {
    "an item": ("<ul><li>a<li>b</ul>", {"li": many(("after", "!"))}, "<ul><li>a</li>!<li>b</li>!</ul>"),
    "a list with an end tag": ("<ul><li>a<p>b</ul>", {"ul": many(("after", "!"))}, "<ul><li>a<p>b</ul>!"),
    "a list": ("<ul><li>a</ul>", {"ul": many(("append", "!"))}, "<ul><li>a</li>!</ul>"),
    "a block": ("<div><p>a<p>b</div>", {"div": many(("append", "!"))}, "<div><p>a<p>b</p>!</div>"),
    "an item and its list": (
        "<ul><li>a</ul>", {"ul": many(("append", "!")), "li": many(("append", "1"), ("after", "2"))}, "<ul><li>a1</li>2!</ul>"),
    "a group of options": (
        "<select><optgroup a><option>1<optgroup b><option>2</select>", {"[a]": many(("remove",))},
        "<select><optgroup b><option>2</select>"),
    "a cell of a body without tags": (
        "<table><tr><td>x</tbody><tr><td>y</table>", {"table td": many(("append", "!"))},
        "<table><tr><td>x!</tbody><tr><td>y!</table>"),
    "formatting goes on": ("<div><b>a</div>b", {"div": many(("append", "!"))}, "<div><b>a!</div>b"),
    "an item that is renamed": ("<li>a<li>b", {"li": many(("rename", "dd"), ("after", "!"))}, "<dd>a</dd>!<dd>b</dd>!"),
    "an item that is unwrapped": ("<ul><li>a<li>b</ul>", {"li": many(("unwrap",), ("after", "!"))}, "<ul>a!b!</ul>"),
    "in what is left out": (
        "<div><p>a</div>b", {"div": many(("set_content", "x"), ("append", "y"))}, "<div>xy</div>b"),
    "in what is left out, with nothing behind": ("<p><div><p>a</div>b", {"div": many(("remove",), ("after", "y"))}, "<p>yb"),
    "a script at the end": ("<script>a", {"script": many(("after", "!"))}, "<script>a</script>!"),
    "text of one in another": (
        "<div>a<div>b</div>c</div>d", [text(lambda t: t.after("!"), inside="div")], "<div>a!<div>b!</div>c!</div>d"),
    "a line break first": ("<pre>a</pre><p>", {"pre, p": many(("prepend", "\nb"))}, "<pre>\n\nba</pre><p>\nb"),
    "a line break in textarea": (
        "<textarea></textarea>", {"textarea": many(("set_content", "\nb"))}, "<textarea>\n\nb</textarea>"),
    "something else first": ("<pre>a", {"pre": many(("prepend", "b"))}, "<pre>ba"),
}  # fmt: skip


@pytest.mark.parametrize(("page", "rules", "expected"), ENDS.values(), ids=ENDS)
def test_what_has_no_end_tag_ends_all_the_same(page: str, rules: Any, expected: str) -> None:
    assert rewritten(page, rules) == expected


LACKING: Final = {
    "a comment": ([comment(lambda c: c.set("\u65e5"))], "references are none"),
    "the name of an attribute": ({"a": many(("set_attribute", "\u65e5", "x"))}, "references are none"),
    "the name of an element": ({"a": many(("rename", "p\u65e5"))}, "references are none"),
    "a control character": ({"a": many(("append", "\x80"))}, "nor can a reference stand for it"),
    "raw text": ({"script": many(("append", "\u65e5"))}, "references are none"),
}


@pytest.mark.parametrize(("rules", "said"), LACKING.values(), ids=LACKING)
def test_what_the_encoding_lacks_is_refused_where_no_reference_can_stand_for_it(rules: Any, said: str) -> None:
    page = b"<!--x--><a><script></script>"
    with pytest.raises(RewriteError, match=said):
        b"".join(rewrite(page, rules, encoding="windows-1252"))
    assert b"".join(rewrite(page, rules, encoding="utf-8"))


def test_what_the_encoding_lacks_is_a_reference_elsewhere() -> None:
    rules = {"title": many(("append", "\u65e5\x81")), "a": many(("set_attribute", "b", "\u65e5"))}
    made = rewritten(b"<title></title><a>", rules, encoding="windows-1252")
    assert made == b'<title>&#26085;&#129;</title><a b="&#26085;">'
    assert rewritten(b"<a>", {"a": many(("append", "\x80"))}, encoding="iso-8859-2") == b"<a>\x80"


def test_text_rules_inside_many_nested_elements_are_called_once() -> None:
    seen: list[str] = []
    rules = [text(lambda t: seen.append(t.data), inside="div, p")]
    assert "".join(rewrite("<div>a<p>b<div>c", rules)) == "<div>a<p>b<div>c"
    assert seen == ["a", "b", "c"]
