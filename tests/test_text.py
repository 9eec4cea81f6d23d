"""The room ``text``: what is shown, where lines begin, and what becomes of white space."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from saxhtml._elements import BLOCK, VOID
from saxhtml.errors import UsageError
from saxhtml.filters import drop
from saxhtml.handler import Interest
from saxhtml.parser import Parser, parse
from saxhtml.selector import compile as compile_selector
from saxhtml.testing import assert_linear, every_split, random_splits
from saxhtml.text import TextWriter, get_text

_SMALL_PAGE: Final = 100_000


def text_of(pieces: list[Any], **options: Any) -> str:
    written: list[str] = []
    parse(pieces, TextWriter(written.append, **options), encoding="utf-8")
    return "".join(written)


WHITE_SPACE: Final = {
    "around": ("<div> a ", "a"),
    "runs": ("a\t\n\f\r  b", "a b"),
    "as references": ("a&#32;&#13;&#9; b", "a b"),
    "no-break spaces are none": ("a&nbsp; &nbsp;b&#x2003;c", "a\xa0 \xa0b\u2003c"),
    "soft hyphens stay": ("a&shy;b", "a\xadb"),
    "around a line break": ("a <br> b", "a\nb"),
    "around a block": ("a <div> b </div> c", "a\nb\nc"),
    "across elements": ("<span>a </span><b> </b><i> b</i>", "a b"),
    "within a word": ("a<b>b</b>c", "abc"),
    "within a word, comments": ("a<!-- x -->b", "ab"),
    "within a word, a script": ("a<script>x</script>b<wbr>c", "abc"),
    "around what shows nothing": ("a <script>x</script> <img alt=x> <input value=x> b", "a b"),
    "in and around buttons": ("a<button> b </button>c", "a b c"),
    "NUL": ("a\0b<svg><text>\0", "ab"),
}

KEPT: Final = {
    "spaces": ("<pre> a  b \t</pre>", " a  b \t"),
    "line breaks": ("<pre>a\r\nb\rc\n", "a\nb\nc\n"),
    "first line break dropped": ("<pre>\na", "a"),
    "only the first": ("<pre>\n\na", "\na"),
    "nothing but it": ("a<pre>\n</pre>b", "a\nb"),
    "written as CRLF": ("<pre>\r\na", "a"),
    "written as a reference": ("<pre>&#10;a", "a"),
    "not behind a tag": ("<pre><b>\na", "\na"),
    "not behind a comment": ("<pre><!---->\na", "\na"),
    "not in an image": ("<pre><img alt='\na'>", "\na"),
    "in a line": ("a <textarea> b </textarea> c", "a  b  c"),
    "textarea, first line break dropped": ("<textarea>\n a", " a"),
    "listing": ("<listing>\n a</listing> b", " a\nb"),
    "xmp, none dropped": ("<p>c<xmp>\n <b></xmp>b", "c\n\n\n <b>\nb"),
    "plaintext": ("a<plaintext> b</plaintext>", "a\n b</plaintext>"),
    "inside elements": ("<pre>a <b> b</b><div> c</div>", "a  b\n c"),
    "spaces behind a line of it": ("<pre>a\n</pre> b<textarea>c\n</textarea> d", "a\n\nbc\nd"),
    "NUL alone": ("<pre>\0</pre>a", "a"),
}

LINES: Final = {
    "nothing": ("", ""),
    "nothing to be seen": (" <p> <div></div> <hr>", ""),
    "blocks": ("a<div>b</div>c", "a\nb\nc"),
    "empty blocks": ("a<div></div><div></div>b", "a\nb"),
    "nested blocks": ("<div>a<div><div>b</div></div>c</div>", "a\nb\nc"),
    "none before the first or after the last": ("<div><p>a</p></div> ", "a"),
    "paragraphs": ("<p>a<p>b</p> <p>c", "a\n\nb\n\nc"),
    "a paragraph between": ("a<p>b</p>c", "a\n\nb\n\nc"),
    "a paragraph in a block": ("a<div><p>b</p></div>c", "a\n\nb\n\nc"),
    "a block between paragraphs": ("<p>a</p><div>b</div><p>c", "a\n\nb\n\nc"),
    "empty paragraphs": ("<p>a<p><p></p><p>b", "a\n\nb"),
    "an end tag makes a paragraph": ("a</p>b", "a\n\nb"),
    "an end tag makes a paragraph, and one only": ("<p>a<b></p>b", "a\n\nb"),
    "br": ("a<br>b", "a\nb"),
    "br at both ends": ("<br>a<br>", "\na\n"),
    "br in a row": ("a<br><br/>b", "a\n\nb"),
    "br by its end tag": ("a</br>b", "a\nb"),
    "br beside a paragraph": ("<p>a</p><br>b", "a\n\n\nb"),
    "hr": ("a<hr><hr>b", "a\nb"),
    "headings": ("a<h1>b</h1><h6>c</h6>d", "a\nb\nc\nd"),
    "lists": ("<ul><li>a<li>b<ol><li>c</ol></ul>d", "a\nb\nc\nd"),
    "definitions": ("<dl><dt>a<dd>b</dl>", "a\nb"),
    "fieldset": ("a<fieldset><legend>b</legend>c</fieldset>d", "a\nb\nc\nd"),
    "inline elements make none": ("a<span>b</span><q>c</q><sub>d</sub><label>e</label>", "abcde"),
    "block in inline": ("a<span>b<div>c</div>d</span>e", "ab\nc\nde"),
    "block in a formatting element": ("a<b>b<p>c</b>d</p>e", "ab\n\ncd\n\ne"),
    "ruby": ("<ruby>a<rp>(<rt>b<rp>)</ruby>c", "abc"),
}

TABLES: Final = {
    "cells": ("<table><tr><td>a<th>b</table>", "a\tb"),
    "empty cells": ("<table><tr><td><td>a<td><td>b<td></table>", "\ta\t\tb\t"),
    "rows": ("<table><tr><td>a<tr><td>b</table>", "a\nb"),
    "empty rows": ("<table><tr><tr><td>a<tr></table>", "\na\n"),
    "around": ("a<table><td>b</table>c", "a\nb\nc"),
    "white space between parts": ("<table> <tbody> <tr> <td> a </td> <td> b </td> </tr> <tr> <td>c", "a\tb\nc"),
    "blocks in cells": ("<table><tr><td><p>a</p><td>b", "a\n\n\tb"),
    "sections": ("<table><tfoot><tr><td>a<thead><tr><td>b<tbody><tr><td>c", "a\nb\nc"),
    "caption": ("<table><caption>a</caption><tr><td>b", "a\nb"),
    "no rows": ("<table><td>a<td>b", "a\tb"),
    "no row behind one": ("<table><tr><td>a</tr><td>b<td>c", "a\nb\tc"),
    "no row before one": ("<table><td>a<tr><td>b", "a\nb"),
    "no rows in sections": ("<table><tbody><td>a<tbody><td>b</tbody><td>c", "a\nb\nc"),
    "a form has no place there": ("<table><form><tr><form><td>a<td>b", "a\tb"),
    "nested": ("<table><tr><td>a<table><tr><td>b<td>c<tr><td>d</table><td>e<tr><td>f", "a\nb\tc\nd\n\te\nf"),
    "a fragment": ("<tr><td>a<td>b<tr><td>c", "a\tb\nc"),
    "text beside cells stays where it is": ("<table>a<tr>b<td>c", "abc"),
    "hidden cells": ("<table><tr><td>a<td hidden>b<td>c<tr hidden><td>d<tr><td>e", "a\tc\ne"),
    "in a line of math": (
        "<table><td>a<math><mtable><mtr><mtd>1<mtd>2<mtr><mtd>3</mtable></math><td>b",
        "a1\t2\n3\tb",
    ),
}

FORMS: Final = {
    "select": ("a<select>b<option>c<option>d</select>e", "a\nc\nd\ne"),
    "select, empty": ("a<select></select>b", "ab"),
    "optgroup": ("a<select><optgroup label=x>b<option>c<optgroup></select>d", "a\nc\nd"),
    "option elsewhere": ("a<option>b</option>c<optgroup>d</optgroup>e", "a\nb\nc\ne"),
    "all else in a select": ("a<select><div>b<br><hr><p>c</p>d<option><b>e</b></div></select>f", "a\ne\nf"),
    "a datalist is none": ("a<datalist><option>b</datalist>c", "ac"),
    "button": ("<button>a</button><output>b</output>", "ab"),
    "gauges": ("<meter>a</meter><progress>b</progress>", "ab"),
}

HIDDEN: Final = {
    "head": ("<head><title>a</title><style>b</style><script>c</script><meta name=d></head>e", "e"),
    "text ends a head": ("<head><title>a</title> b<p>c", "b\n\nc"),
    **{
        f"<{name}>": (f"a<{name}>b</{name}>c", "ac")
        for name in "audio iframe noembed noframes object rp script style template title video".split()
    },
    "hidden": ("a<b HIDDEN>b<i>c</i></b>d", "ad"),
    "hidden=until-found": ("a<b hidden=Until-Found>b</b>", "ab"),
    "hidden behind a value": ("<b class='x'hidden>a</b><b/hidden>b</b>", ""),
    "hidden is no part of another name": ("<b aria-hidden=true class=hidden>a</b><b data-hidden hidden-x>b</b>", "ab"),
    "hidden block": ("a<div hidden>b</div>c", "ac"),
    "hidden void elements": ("a<br hidden><hr hidden>b", "ab"),
    "nothing in it comes back": ("a<div hidden>b<select><option>c</select><svg><text>d</svg><br></p></br></div>e", "ae"),
    "popover": ("a<div popover>b</div>c", "ac"),
    "dialog": ("a<dialog>b</dialog>c", "ac"),
    "open dialog": ("a<dialog open popover>b</dialog>c", "a\nb\nc"),
    "hidden open dialog": ("a<dialog open hidden>b</dialog>c", "ac"),
    "details": ("<details><summary>a</summary>b</details>c", "a\nb\nc"),
    "ended by the next paragraph": ("<p hidden>a<p>b", "b"),
    "ended by the next item": ("<ul><li>a<li hidden>b<ul><li>c</ul><li>d</ul>", "a\nd"),
    "ended by the next option": ("<select><option hidden>a<option>b", "b"),
    "ended by its parent": ("<div><p hidden>a</div>b", "b"),
    "ended by its table": ("<table><tr><td hidden>a<tr><td>b</table>", "\nb"),
    "not ended by other ends": ("<div hidden>a</p></span></table>b</div>c", "c"),
    "noscript": ("a<noscript>b</noscript><canvas>c</canvas>", "abc"),
}

FOREIGN: Final = {
    "text of svg": ("a<svg><text>b</text><g><text>c<tspan>d</tspan></text></g></svg>e", "a\nb\ncd\ne"),
    "svg shows no other": ("a <svg> <title>b</title><desc>c</desc>d<stop>e</stop> </svg> f", "a f"),
    "svg to be drawn elsewhere": ("a<svg><defs><text>b</text></defs><symbol><text>c</text></symbol></svg>d", "ad"),
    "script and style of svg": ("a<svg><script>b</script><style>c</style><text/></svg>d", "ad"),
    "html in svg": ("<svg><foreignObject><p>a<p hidden>b<p>c</foreignObject></svg>", "a\n\nc"),
    "svg ended by html": ("<svg><text>a<p>b", "a\n\nb"),
    "hidden is of html alone": ("<svg><text hidden>a", "a"),
    "math": ("a <math><mi>x</mi><mo>=</mo><mn>1</mn></math> b", "a x=1 b"),
    "annotations": ("<math><semantics><mi>x</mi><annotation>b</annotation><annotation-xml><mi>c", "x"),
}

ALL: Final = {
    f"{table}, {name}": case
    for table, cases in {
        "white space": WHITE_SPACE,
        "kept": KEPT,
        "lines": LINES,
        "tables": TABLES,
        "forms": FORMS,
        "hidden": HIDDEN,
        "foreign": FOREIGN,
    }.items()
    for name, case in cases.items()
}


@pytest.mark.parametrize(("html", "expected"), ALL.values(), ids=ALL)
def test_text(html: str, expected: str) -> None:
    alt = "<pre><img" in html
    assert get_text(html, alt=alt) == expected
    for pieces in every_split(html):
        assert text_of(pieces, alt=alt) == expected
    assert text_of([bytes([byte]) for byte in html.encode()], alt=alt) == expected


@pytest.mark.parametrize("name", sorted(BLOCK - VOID - {"dialog", "p", "plaintext", "body", "html"}))
def test_blocks_have_lines_of_their_own(name: str) -> None:
    assert get_text(f"a<{name}>b</{name}>c") == "a\nb\nc"


@pytest.mark.parametrize(
    ("html", "with_alt", "without"),
    [
        pytest.param("a <img alt='b\n c'> d", "a b c d", "a d", id="img"),
        pytest.param("a<img alt=b>c", "abc", "ac", id="part of a word"),
        pytest.param("a<image alt=b>c", "abc", "ac", id="image"),
        pytest.param("a <img> <img alt> <img alt=''> b", "a b", "a b", id="no alt"),
        pytest.param("<input type=Image alt=a><input alt=b><input type=text alt=c>", "a", "", id="input"),
        pytest.param("<map>a<area alt=b><area alt=c></map>", "a b c", "a", id="area"),
        pytest.param("<area alt=b>", "b", "", id="area alone"),
        pytest.param("<img hidden alt=a><div hidden><img alt=b></div>", "", "", id="hidden"),
        pytest.param("<select><img alt=a><option><img alt=b>", "b", "", id="where it is not shown"),
        pytest.param("<p alt=a><b alt=b>c", "c", "c", id="of other elements"),
        pytest.param("<textarea>a</textarea><svg><image alt=b></svg>", "a", "a", id="of svg"),
    ],
)
def test_alt(html: str, with_alt: str, without: str) -> None:
    assert get_text(html, alt=True) == with_alt
    assert get_text(html) == without


def test_where_scripts_run_what_stands_in_for_them_is_not_shown() -> None:
    html = "a<noscript>b<p>c</p></noscript><canvas>d</canvas>e"
    assert get_text(html) == "ab\n\nc\n\nde"
    assert get_text(html, scripting=True) == "ae"
    assert text_of([html], scripting=True) == "ae"


def test_text_is_written_as_soon_as_it_is_certain() -> None:
    written: list[str] = []
    parser = Parser(TextWriter(written.append))
    for piece, now in [
        ("<p>a ", ["a"]),
        ("b", [" b"]),
        (" &am", []),
        ("p;</p>", [" &"]),
        ("<p> ", []),
        ("c<br>", ["\n\nc", "\n"]),
        ("<table><tr><td>d<td>", ["\n\nd", "\t"]),
        ("</table>", []),
    ]:
        parser.feed(piece)
        assert written == now
        written.clear()
    parser.close()
    assert written == []


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("<p>a<p>\xe9", id="str"),
        pytest.param("<p>a<p>\xe9".encode("koi8-r", "replace").replace(b"?", b"&eacute;"), id="bytes"),
        pytest.param(io.StringIO("<p>a<p>\xe9"), id="text file"),
        pytest.param(io.BytesIO(b"<p>a<p>\xe9"), id="binary file"),
        pytest.param(iter(["<p", ">a<p>", "\xe9"]), id="pieces"),
    ],
)
def test_a_page_comes_from_anywhere(source: Any) -> None:
    assert get_text(source) == "a\n\n\xe9"


def test_a_page_comes_from_a_path_and_options_are_the_parsers(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes("<p>да".encode("koi8-r"))
    assert get_text(path, encoding="koi8-r") == "да"


def test_filters_leave_out_what_style_sheets_hide() -> None:
    written: list[str] = []
    parse(
        "a<p style='display: none'>b<p>c", drop(compile_selector("[style*='display: none']"), then=TextWriter(written.append))
    )
    assert "".join(written) == "a\n\nc"


def test_each_document_begins_anew() -> None:
    written: list[str] = []
    parser = Parser(TextWriter(written.append))
    parser.feed("a<table><tr><td>b <td><pre hidden>")
    parser.reset()
    written.clear()
    parser.feed(" <tr><td><p>c  d")
    parser.close()
    assert written == ["c d"]


def test_it_wants_tags_and_text() -> None:
    assert TextWriter(print).interest() == Interest(start=True, end=True, text=True)


@pytest.mark.parametrize("write", [None, io.StringIO(), "out.txt"])
def test_what_cannot_be_called_cannot_write(write: Any) -> None:
    with pytest.raises(UsageError, match="write is called with each piece of text"):
        TextWriter(write)


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda n: "<div>" * n + "a" + "</div>" * n, id="nested blocks"),
        pytest.param(lambda n: "<table><tr><td>" * n + "a", id="nested tables"),
        pytest.param(lambda n: "<p>" * n + "</p>" * n, id="paragraphs"),
        pytest.param(lambda n: "<b hidden>" * n + "</b>" * n, id="nested hidden elements"),
        pytest.param(lambda n: "<p><b>" * n + "</p>" * n, id="formatting"),
        pytest.param(lambda n: "a" + " " * n + "b", id="spaces"),
        pytest.param(lambda n: "a \n" * n, id="words"),
        pytest.param(lambda n: "<pre>" + "\n" * n, id="lines kept"),
        pytest.param(lambda n: "<select>" + "<option>a" * n, id="options"),
    ],
)
def test_it_takes_linear_time(make: Callable[[int], str]) -> None:
    assert_linear(make, partial(get_text, lane=False), rounds=1)
    assert_linear(lambda n: list(make(n)), get_text, rounds=1)


def test_a_space_that_waits_is_not_kept() -> None:
    writer = TextWriter(print)
    parser = Parser(writer)
    for _ in range(100):
        parser.feed(" " * 100_000)
    assert all(len(value) < 100 for value in vars(writer).values() if isinstance(value, str | list))


def test_pages_are_the_same_however_they_are_cut(pages: list[Path], seed: int) -> None:
    for path in pages:
        data = path.read_bytes()
        if len(data) < _SMALL_PAGE:
            whole = text_of([data])
            assert len(whole.split()) > 20
            for pieces in random_splits(data, seed, longest=2000):
                assert text_of(pieces) == whole


# A second opinion: innerText over a tree, in the standard's own terms.

_GONE: Final = """area audio base basefont datalist embed iframe link meta noembed noframes object param rp script style
template title video""".split()
_BLOCKS: Final = BLOCK - {"p"} | {"caption", "optgroup", "option", "table"}
_WITHOUT_TEXT: Final = ("optgroup", "select", "table", "tbody", "tfoot", "thead", "tr")
_SPACE: Final = "\t\n\f\r "
_XHTML: Final = "{http://www.w3.org/1999/xhtml}"


def items(element: Any, *, kept: bool = False, last: tuple[Any, ...] = ()) -> Iterator[str | int | tuple[str, bool]]:
    """Yield line breaks that are required (int), text (with whether it is kept), and what is written as it is (str)."""
    name = element.tag.removeprefix(_XHTML) if isinstance(element.tag, str) else "{comment}"
    attributes = element.attrib
    gone = name in _GONE or "hidden" in attributes or "popover" in attributes or (name == "dialog" and "open" not in attributes)
    if gone or name.startswith("{"):
        return
    breaks = 2 if name == "p" else 1 if name in _BLOCKS else 0
    kept = kept or name in ("listing", "plaintext", "pre", "textarea", "xmp")
    has_text = name not in _WITHOUT_TEXT
    cells = [child for child in element if child.tag in (_XHTML + "td", _XHTML + "th")] if name == "tr" else []
    rows = list(element.iterfind(f"./*/{_XHTML}tr")) if name == "table" else []
    last = (*last, *cells[-1:], *rows[-1:])
    if breaks:
        yield breaks
    if element.text and has_text:
        yield element.text, kept
    for child in element:
        yield from items(child, kept=kept, last=last)
        if child.tail and has_text:
            yield child.tail, kept
    if name == "br" or (name == "tr" and element not in last):
        yield "\n"
    elif name in ("td", "th") and element not in last:
        yield "\t"
    if breaks:
        yield breaks


def inner_text(root: Any) -> str:
    text = ""
    breaks = 0
    spaced = in_line = False
    for item in items(root):
        if isinstance(item, int):
            breaks = max(breaks, item)
            spaced = in_line = False
            continue
        if isinstance(item, str):
            data, spaced, in_line = item, False, False
        else:
            data, kept = item
            spaced = in_line and (spaced or (not kept and data[0] in _SPACE))
            words = data if kept else " ".join(re.findall(f"[^{_SPACE}]+", data))
            if not words:
                spaced = True
                continue
            data, spaced, in_line = (
                " " * spaced + words,
                not kept and data[-1] in _SPACE,
                not (kept and data[-1] == "\n"),
            )
        text += "\n" * breaks * bool(text) + data
        breaks = 0
    return text


def test_a_tree_gives_the_same_text(shared: Path) -> None:
    html5lib = pytest.importorskip("html5lib")
    for path in sorted(shared.glob("pages/*.html")):
        html = path.read_bytes().decode(errors="replace")
        if len(html) < _SMALL_PAGE:
            assert get_text(html) == inner_text(html5lib.parse(html)), path.name


# The rows of PARITY.md that are about the text of a page.


def test_a10_all_the_text_of_a_page_without_tags() -> None:
    assert get_text("<title>no</title><p>One<br>two &amp; <b>three</b><script>no</script>") == "One\ntwo & three"


def test_c15_text_taking_alt_where_a_tag_has_one() -> None:
    assert get_text("<p>Tea <img src=tea.png alt='(hot)'><p>Cake", alt=True) == "Tea (hot)\n\nCake"
