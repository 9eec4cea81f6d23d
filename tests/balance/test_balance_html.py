"""What the html model makes of a page: each case is a page and the events that come out, as tags.

Implied tags stand in square brackets. Repairs are listed by kind and name.
"""

# ruff: noqa: E501  a page and what comes of it stand one below the other

from __future__ import annotations

from typing import Final

import pytest
from typing_extensions import override

from saxhtml.attributes import NO_ATTRIBUTES, Attributes
from saxhtml.balance import Place, Repair, Unstreamable, balance
from saxhtml.balance._stack import Stack
from saxhtml.errors import UsageError
from saxhtml.handler import Doctype, Handler
from saxhtml.parser import parse
from saxhtml.position import Locator
from saxhtml.testing import assert_linear, every_split


class Writer(Handler):
    """Writes events as tags, implied ones in square brackets."""

    def __init__(self) -> None:
        self.written = ""
        self.implied: list[tuple[int, int, str]] = []

    def _write(self, tag: str) -> None:
        locator = self.locator
        if locator.implied:
            self.implied.append((locator.offset, locator.end_offset, locator.source))
            assert not locator.attribute_spans()
        self.written += f"[{tag}]" if locator.implied else f"<{tag}>"

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self._write(name + attrs.source)

    @override
    def end_tag(self, name: str) -> None:
        self._write("/" + name)

    @override
    def text(self, data: str) -> None:
        self.written += data

    @override
    def comment(self, data: str) -> None:
        self._write(f"!--{data}--")

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._write(f"?{target} {data}")

    @override
    def doctype(self, doctype: Doctype) -> None:
        self._write(f"!doctype {doctype.name}")


CASES: Final = {
    "an empty page": (
        "",
        "[html][head][/head][body][/body][/html]",
        [],
    ),
    "only text": (
        "x",
        "[html][head][/head][body]x[/body][/html]",
        [],
    ),
    "space before the root is dropped": (
        " <!--c--> <html> <head> <title> x </title>",
        "<!--c--><html><head> <title> x </title>[/head][body][/body][/html]",
        [],
    ),
    "a doctype, and a second": (
        "<!doctype html><!doctype html><p>",
        "<!doctype html>[html][head][/head][body]<p>[/p][/body][/html]",
        ["dropped-doctype #doctype"],
    ),
    "end tags before everything": (
        "</p><!doctype html></b><html></i><head></i></head></i>",
        "<html><head></head>[body][/body][/html]",
        [
            "stray-end-tag p",
            "dropped-doctype #doctype",
            "stray-end-tag b",
            "stray-end-tag i",
            "stray-end-tag i",
            "stray-end-tag i",
        ],
    ),
    "end tags that begin the body": (
        "</br>",
        "[html][head][/head][body]<br>[/body][/html]",
        [],
    ),
    "an end tag of head before head": (
        "</head>x",
        "[html][head]</head>[body]x[/body][/html]",
        [],
    ),
    "head twice, html twice": (
        "<html a=1><head><head></head><html a=2 b=3><html a=4><body><html c><body d><body d>",
        "<html a=1><head></head><body>[/body][/html]",
        [
            "dropped-start-tag head",
            "dropped-start-tag html",
            "unstreamable attributes on an element that has begun",
            "dropped-start-tag html",
            "dropped-start-tag html",
            "unstreamable attributes on an element that has begun",
            "dropped-start-tag body",
            "unstreamable attributes on an element that has begun",
            "dropped-start-tag body",
        ],
    ),
    "elements of the head": (
        "<base><link><meta><style><b></style><noframes>x</noframes><script>1</script>x",
        "[html][head]<base><link><meta><style><b></style><noframes>x</noframes><script>1</script>[/head][body]x[/body][/html]",
        [],
    ),
    "noscript in the head": (
        "<noscript><link><noscript></b><style>a</style> <html></noscript><noscript>x</noscript><noscript></br>",
        "[html][head]<noscript><link><style>a</style> </noscript><noscript>[/noscript][/head][body]x<noscript><br>[/noscript][/body][/html]",
        [
            "dropped-start-tag noscript",
            "stray-end-tag b",
            "dropped-start-tag html",
            "unclosed noscript",
            "stray-end-tag noscript",
            "unclosed noscript",
        ],
    ),
    "noscript left open in the head": (
        "<noscript><head>",
        "[html][head]<noscript>[/noscript][/head][body][/body][/html]",
        ["dropped-start-tag head", "unclosed noscript"],
    ),
    "a head that goes on": (
        "<head></head> <title>x</title><head></template></b> </body>",
        "[html]<head></head> <title>x</title> [body][/body][/html]",
        [
            "unstreamable a head that goes on after its end",
            "dropped-start-tag head",
            "stray-end-tag template",
            "stray-end-tag b",
        ],
    ),
    "a template after the head": (
        "<head></head></template><template>x</template><p>",
        "[html]<head></head><template>x</template>[body]<p>[/p][/body][/html]",
        ["stray-end-tag template", "unstreamable a head that goes on after its end"],
    ),
    "a body element": (
        "<body x></body> <!--c--> </html> <!--d--> <p>e</p></body></html></html>",
        "[html][head][/head]<body x> <!--c-->  <!--d--> <p>e</p>[/body][/html]",
        [
            "unstreamable an end of the body before that of the document",
            "unstreamable an end of the body before that of the document",
        ],
    ),
    "text after the body": (
        "<p></body>a</html>b</html><html>",
        "[html][head][/head][body]<p>ab[/p][/body][/html]",
        ["dropped-start-tag html"],
    ),
    "an html start tag after the body": (
        "<body></body><html lang=x>",
        "[html][head][/head]<body>[/body][/html]",
        ["dropped-start-tag html", "unstreamable attributes on an element that has begun"],
    ),
    "a frameset": (
        "<frameset> a <frame><frameset><frame></frameset><b><html><noframes>x</noframes></frameset> b</b><noframes>y</noframes><b><html></html> <!--c-->z<noframes>z</noframes></html></frameset>",
        "[html][head][/head]<frameset>  <frame><frameset><frame></frameset><noframes>x</noframes></frameset> <noframes>y</noframes> <!--c--><noframes>z</noframes>[/html]",
        [
            "dropped-text #text",
            "dropped-start-tag b",
            "dropped-start-tag html",
            "dropped-text #text",
            "stray-end-tag b",
            "dropped-start-tag b",
            "dropped-start-tag html",
            "unstreamable an end of the body before that of the document",
            "dropped-text #text",
            "stray-end-tag html",
            "stray-end-tag frameset",
        ],
    ),
    "a frameset end too many": (
        "<frameset></frameset></frameset>",
        "[html][head][/head]<frameset></frameset>[/html]",
        ["stray-end-tag frameset"],
    ),
    "a frameset end inside": (
        "<frameset><noframes></noframes></b>",
        "[html][head][/head]<frameset><noframes></noframes>[/frameset][/html]",
        ["stray-end-tag b", "unclosed frameset"],
    ),
    "a frameset after a body of no import": (
        "<p><frameset><frame>",
        "[html][head][/head][body]<p>[/p][/body]<frameset><frame>[/frameset][/html]",
        ["unstreamable a frameset in place of the body so far", "unclosed frameset"],
    ),
    "a frameset after text": (
        "x<frameset>",
        "[html][head][/head][body]x[/body][/html]",
        ["dropped-start-tag frameset"],
    ),
    "a text element left open": (
        "<title>x",
        "[html][head]<title>x[/title][/head][body][/body][/html]",
        ["unclosed title"],
    ),
    "paragraphs": (
        "<p>a<p>b<div>c</p>d</div></div>",
        "[html][head][/head][body]<p>a[/p]<p>b[/p]<div>c[p]</p>d</div>[/body][/html]",
        ["stray-end-tag div"],
    ),
    "headings": (
        "<h1>a<h2>b</h3>c</h1></h1><h1>d</h1>",
        "[html][head][/head][body]<h1>a[/h1]<h2>b[/h2]c<h1>d</h1>[/body][/html]",
        ["unclosed h1", "stray-end-tag h3", "unclosed h2", "stray-end-tag h1", "stray-end-tag h1"],
    ),
    "lists": (
        "<ul><li>a<li>b<ul><li>c</ul></li></li><div></li></div></ul><dl><dt>a<dd>b</dl>",
        "[html][head][/head][body]<ul><li>a[/li]<li>b<ul><li>c[/li]</ul></li><div></div></ul><dl><dt>a[/dt]<dd>b[/dd]</dl>[/body][/html]",
        ["stray-end-tag li", "stray-end-tag li"],
    ),
    "pre drops one line feed": (
        "<pre>\n\na</pre><pre>\n</pre><listing>a</listing><textarea>\nx\n</textarea><pre><!---->\n</pre>",
        "[html][head][/head][body]<pre>\na</pre><pre></pre><listing>a</listing><textarea>x\n</textarea><pre><!---->\n</pre>[/body][/html]",
        [],
    ),
    "forms": (
        "<form><form><div></form></form>a</div>b<form></form></form>",
        "[html][head][/head][body]<form><div>a</div>[/form]b<form></form>[/body][/html]",
        ["dropped-start-tag form", "stray-end-tag form", "stray-end-tag form"],
    ),
    "a form and a p": (
        "<p><form>a<p>b</form>",
        "[html][head][/head][body]<p>[/p]<form>a<p>b[/p]</form>[/body][/html]",
        [],
    ),
    "a form that has ended otherwise": (
        "<div><form></div></form>",
        "[html][head][/head][body]<div><form>[/form]</div>[/body][/html]",
        ["unclosed form", "stray-end-tag form"],
    ),
    "buttons": (
        "<button>a<button>b</button></button>",
        "[html][head][/head][body]<button>a[/button]<button>b</button>[/body][/html]",
        ["unclosed button", "stray-end-tag button"],
    ),
    "formatting is opened again": (
        "<p><b id=x><i>a</p>b</b>c",
        "[html][head][/head][body]<p><b id=x><i>a[/i][/b]</p>[b id=x][i]b[/i]</b>[i]c[/i][/body][/html]",
        ["unclosed i", "unclosed b", "unclosed i", "unclosed i"],
    ),
    "formatting that ends in order": (
        "<b>a<i>b</b>c</i></i>",
        "[html][head][/head][body]<b>a<i>b[/i]</b>[i]c</i>[/body][/html]",
        ["unclosed i", "stray-end-tag i"],
    ),
    "formatting with a block inside": (
        "<b>a<p>b</b>c</p>d",
        "[html][head][/head][body]<b>a<p>bc</p>[/b]d[/body][/html]",
        ["unstreamable the adoption agency algorithm"],
    ),
    "formatting out of scope": (
        "<b><object></b>x</object></b></object>",
        "[html][head][/head][body]<b><object>x</object></b>[/body][/html]",
        ["stray-end-tag b", "stray-end-tag object"],
    ),
    "formatting that is gone": (
        "<div><b></div></b></b>",
        "[html][head][/head][body]<div><b>[/b]</div>[/body][/html]",
        ["unclosed b", "stray-end-tag b", "stray-end-tag b"],
    ),
    "links in links": (
        "<a>a<a>b<div><a>c</a></div>d<table><td><a>e</table>",
        "[html][head][/head][body]<a>a[/a]<a>b<div><a>c</a></div>[/a]d<table>[tbody][tr]<td><a>e[/a][/td][/tr][/tbody]</table>[/body][/html]",
        ["unclosed a", "unstreamable the adoption agency algorithm", "unclosed a"],
    ),
    "a link out of scope": (
        "<a><svg><title><a>",
        "[html][head][/head][body]<a><svg><title><a>[/a][/title][/svg][/a][/body][/html]",
        ["stray-end-tag a", "unstreamable the adoption agency algorithm", "unclosed a", "unclosed title", "unclosed svg"],
    ),
    "nobr": (
        "<nobr>a<nobr>b</nobr>",
        "[html][head][/head][body]<nobr>a[/nobr]<nobr>b</nobr>[/body][/html]",
        ["unclosed nobr"],
    ),
    "three equal ones": (
        "<p><b><b><b><b></p>x",
        "[html][head][/head][body]<p><b><b><b><b>[/b][/b][/b][/b]</p>[b][b][b]x[/b][/b][/b][/body][/html]",
        ["unclosed b", "unclosed b", "unclosed b", "unclosed b", "unclosed b", "unclosed b", "unclosed b"],
    ),
    "the inner of two bold ones is gone": (
        "<b id=a><p><b id=b></p></b>TEST",
        "[html][head][/head][body]<b id=a><p><b id=b>[/b]</p>TEST[/b][/body][/html]",
        ["unclosed b", "stray-end-tag b", "unclosed b"],
    ),
    "void elements": (
        "<p><br><image><hr><input type=hidden><input><param></br></param>",
        "[html][head][/head][body]<p><br><img>[/p]<hr><input type=hidden><input><param><br>[/body][/html]",
        ["stray-end-tag param"],
    ),
    "elements with text": (
        "<p><xmp>a</xmp><iframe>b</iframe><noembed>c</noembed><noscript>d</noscript>",
        "[html][head][/head][body]<p>[/p]<xmp>a</xmp><iframe>b</iframe><noembed>c</noembed><noscript>d</noscript>[/body][/html]",
        [],
    ),
    "select": (
        "<select><option>a<optgroup><option>b<hr><select>c<select><input><option>d<option>e",
        "[html][head][/head][body]<select><option>a[/option]<optgroup><option>b[/option][/optgroup]<hr>[/select]c<select>[/select]<input><option>d[/option]<option>e[/option][/body][/html]",
        ["dropped-start-tag select", "unclosed select", "unclosed select"],
    ),
    "the selected option": (
        "<select><button><selectedcontent></button></select><selectedcontent>",
        "[html][head][/head][body]<select><button><selectedcontent>[/selectedcontent]</button></select><selectedcontent>[/selectedcontent][/body][/html]",
        ["unstreamable a copy of the selected option", "unclosed selectedcontent", "unclosed selectedcontent"],
    ),
    "ruby": (
        "<ruby>a<rb>b<rtc>c<rt>d<rp>e</ruby><rt>",
        "[html][head][/head][body]<ruby>a<rb>b[/rb]<rtc>c<rt>d[/rt]<rp>e[/rp][/rtc]</ruby><rt>[/rt][/body][/html]",
        [],
    ),
    "svg": (
        "<svg><path/><b>a</b><svg><g><foreignObject><p>a</foreignObject><title>x</g>a\x00</svg><svg></p>",
        "[html][head][/head][body]<svg><path/>[/svg]<b>a</b><svg><g><foreignobject><p>a<title>x</g>a�</svg><svg></p>[/title][/p][/foreignobject][/g][/svg][/body][/html]",
        [
            "unclosed svg",
            "stray-end-tag foreignobject",
            "unclosed title",
            "unclosed foreignobject",
            "unclosed g",
            "unclosed svg",
        ],
    ),
    "svg by way of font": (
        "<svg><font><font color=red>a",
        "[html][head][/head][body]<svg><font>[/font][/svg]<font color=red>a[/font][/body][/html]",
        ["unclosed font", "unclosed svg", "unclosed font"],
    ),
    "br ends svg": (
        "<svg><g></br>",
        "[html][head][/head][body]<svg><g>[/g][/svg]<br>[/body][/html]",
        ["unclosed g", "unclosed svg"],
    ),
    "an end tag through svg": (
        "<div><svg><g></div>",
        "[html][head][/head][body]<div><svg><g>[/g][/svg]</div>[/body][/html]",
        ["unclosed g", "unclosed svg"],
    ),
    "math": (
        "<math><mi>a<mglyph></mglyph><b>b</b></mi><annotation-xml><svg></svg></annotation-xml><annotation-xml encoding=text/html><p>",
        "[html][head][/head][body]<math><mi>a<mglyph></mglyph><b>b</b></mi><annotation-xml><svg></svg></annotation-xml><annotation-xml encoding=text/html><p>[/p][/annotation-xml][/math][/body][/html]",
        ["unclosed annotation-xml", "unclosed math"],
    ),
    "math left by a block": (
        "<math><mi><mglyph><p>",
        "[html][head][/head][body]<math><mi><mglyph>[/mglyph]<p>[/p][/mi][/math][/body][/html]",
        ["unclosed mglyph", "unclosed mi", "unclosed math"],
    ),
    "nul": (
        "a\x00b<p>\x00<table>\x00",
        "[html][head][/head][body]ab<p><table>[/table][/p][/body][/html]",
        ["unclosed table"],
    ),
    "text in the body of svg that is blank": (
        "<svg> \x00",
        "[html][head][/head][body]<svg> �[/svg][/body][/html]",
        ["unclosed svg"],
    ),
    "stray parts of tables": (
        "<td>a<frame><caption>b",
        "[html][head][/head][body]ab[/body][/html]",
        ["dropped-start-tag td", "dropped-start-tag frame", "dropped-start-tag caption"],
    ),
    "a table": (
        "<table> <tr><td>a<td>b<tr><th>c<tbody><tr></tbody><caption>x</caption><colgroup><col></colgroup><col><tfoot></table>",
        "[html][head][/head][body]<table> [tbody]<tr><td>a[/td]<td>b[/td][/tr]<tr><th>c[/th][/tr][/tbody]<tbody><tr>[/tr]</tbody><caption>x</caption><colgroup><col></colgroup>[colgroup]<col>[/colgroup]<tfoot>[/tfoot]</table>[/body][/html]",
        [],
    ),
    "a table in a table": (
        "<table><table><tr><td><table></td>x</table></td></table>",
        "[html][head][/head][body]<table>[/table]<table>[tbody]<tr><td><table>x</table></td>[/tr][/tbody]</table>[/body][/html]",
        ["unclosed table", "stray-end-tag td", "unstreamable foster parenting"],
    ),
    "a table and a p": (
        "<!doctype html><p><table>",
        "<!doctype html>[html][head][/head][body]<p>[/p]<table>[/table][/body][/html]",
        ["unclosed table"],
    ),
    "a table and a p in quirks mode": (
        "<p><table>",
        "[html][head][/head][body]<p><table>[/table][/p][/body][/html]",
        ["unclosed table"],
    ),
    "text in a table": (
        "<table>a<tr>b<td>c</tr>d</table>",
        "[html][head][/head][body]<table>a[tbody]<tr>b<td>c[/td]</tr>d[/tbody]</table>[/body][/html]",
        ["unstreamable foster parenting", "unstreamable foster parenting", "unstreamable foster parenting"],
    ),
    "elements in a table": (
        "<table><b>a<tr><td>b</table><table><svg><g></table>",
        "[html][head][/head][body]<table><b>a[/b][tbody]<tr><td>b[/td][/tr][/tbody]</table><table>[b]<svg><g>[/g][/svg][/b]</table>[/body][/html]",
        [
            "unstreamable foster parenting",
            "unclosed b",
            "unstreamable foster parenting",
            "unclosed g",
            "unclosed svg",
            "unclosed b",
        ],
    ),
    "scripts and hidden inputs in a table": (
        "<table><script>1</script><style>a</style><input type=hidden><input><form><form>",
        "[html][head][/head][body]<table><script>1</script><style>a</style><input type=hidden><input><form>[/form][/table][/body][/html]",
        ["unstreamable foster parenting", "unclosed form", "dropped-start-tag form", "unclosed table"],
    ),
    "a form of its own in a table": (
        "<form><table><form></table>",
        "[html][head][/head][body]<form><table></table>[/form][/body][/html]",
        ["dropped-start-tag form", "unclosed form"],
    ),
    "ends in a table": (
        "<table></td></template></b></table></table>",
        "[html][head][/head][body]<table></table>[/body][/html]",
        ["stray-end-tag td", "stray-end-tag template", "stray-end-tag b", "stray-end-tag table"],
    ),
    "captions": (
        "<table><caption>a<tr><td></caption></table><table><caption></td><p></table><table><caption></p></caption>",
        "[html][head][/head][body]<table><caption>a[/caption][tbody]<tr><td>[/td][/tr][/tbody]</table><table><caption><p>[/p][/caption]</table><table><caption>[p]</p></caption>[/table][/body][/html]",
        ["stray-end-tag caption", "stray-end-tag td", "unclosed table"],
    ),
    "captions and ends": (
        "<table><caption>a<select></table></select>",
        "[html][head][/head][body]<table><caption>a<select>[/select][/caption]</table>[/body][/html]",
        ["unclosed select", "stray-end-tag select"],
    ),
    "column groups": (
        "<table><colgroup> <html><col></col><template></template></template></colgroup><colgroup>a<colgroup></table>",
        "[html][head][/head][body]<table><colgroup> <col><template></template></colgroup><colgroup>[/colgroup]a<colgroup>[/colgroup]</table>[/body][/html]",
        ["dropped-start-tag html", "stray-end-tag col", "stray-end-tag template", "unstreamable foster parenting"],
    ),
    "columns outside": (
        "<template><col>a<b></b></col></colgroup></template>",
        "[html][head]<template><col></template>[/head][body][/body][/html]",
        ["dropped-text #text", "dropped-start-tag b", "stray-end-tag b", "stray-end-tag col", "stray-end-tag colgroup"],
    ),
    "table bodies": (
        "<table><tbody></tfoot></td><tr></tfoot></tbody></td></b><tbody></table>",
        "[html][head][/head][body]<table><tbody><tr>[/tr]</tbody><tbody>[/tbody]</table>[/body][/html]",
        ["stray-end-tag tfoot", "stray-end-tag td", "stray-end-tag tfoot", "stray-end-tag td", "stray-end-tag b"],
    ),
    "table bodies and cells": (
        "<table><tbody><td></table>",
        "[html][head][/head][body]<table><tbody>[tr]<td>[/td][/tr][/tbody]</table>[/body][/html]",
        [],
    ),
    "rows": (
        "<table><tr></td></tbody><tr></tfoot><b></b> <tr></table>",
        "[html][head][/head][body]<table>[tbody]<tr>[/tr]</tbody>[tbody]<tr><b></b> [/tr]<tr>[/tr][/tbody]</table>[/body][/html]",
        ["stray-end-tag td", "stray-end-tag tfoot", "unstreamable foster parenting"],
    ),
    "cells": (
        "<table><td></th></tr><td></tfoot></body></b></tbody><th>",
        "[html][head][/head][body]<table>[tbody][tr]<td>[/td]</tr>[tr]<td>[/td][/tr]</tbody>[tbody][tr]<th>[/th][/tr][/tbody][/table][/body][/html]",
        ["stray-end-tag th", "stray-end-tag tfoot", "stray-end-tag body", "stray-end-tag b", "unclosed table"],
    ),
    "cell parts in a template": (
        "<template><td></tr><tr><caption></table></td></template>",
        "[html][head]<template><td>[/td]</template>[/head][body][/body][/html]",
        ["stray-end-tag tr", "dropped-start-tag tr", "dropped-start-tag caption", "stray-end-tag table", "stray-end-tag td"],
    ),
    "table parts in templates": (
        "<template><tr></tfoot><td>a</td></table><tbody></template><template><tbody></tbody></tbody><tr></tr></tr></template>",
        "[html][head]<template><tr><td>a</td>[/tr]</template><template><tbody></tbody>[tbody]<tr></tr>[/tbody]</template>[/head][body][/body][/html]",
        ["stray-end-tag tfoot", "stray-end-tag table", "dropped-start-tag tbody", "stray-end-tag tbody", "stray-end-tag tr"],
    ),
    "parts that a template cannot close": (
        "<template><tbody><caption></table></template><template><tr><caption></table><tbody></tr></tbody></template>",
        "[html][head]<template><tbody>[/tbody]<caption>[/caption]</template><template><tr>[/tr]</template>[/head][body][/body][/html]",
        [
            "stray-end-tag table",
            "dropped-start-tag caption",
            "stray-end-tag table",
            "dropped-start-tag tbody",
            "stray-end-tag tr",
            "stray-end-tag tbody",
        ],
    ),
    "a caption in a template": (
        "<template><caption>a</caption></caption></table><table></template>",
        "[html][head]<template><caption>a</caption></template>[/head][body][/body][/html]",
        ["stray-end-tag caption", "stray-end-tag table", "dropped-start-tag table"],
    ),
    "a table start in a template table": (
        "<template><caption></caption><table>a",
        "[html][head]<template><caption></caption>a[/template][/head][body][/body][/html]",
        ["dropped-start-tag table", "unclosed template"],
    ),
    "templates": (
        "<template><b><div>a</template>b</template><template><html><body><frameset><form><form></form></form></body><meta></template>",
        "[html][head]<template><b><div>a[/div][/b]</template>[/head][body]b<template><form><form></form></form><meta></template>[/body][/html]",
        [
            "unclosed div",
            "unclosed b",
            "stray-end-tag template",
            "dropped-start-tag html",
            "dropped-start-tag body",
            "dropped-start-tag frameset",
            "stray-end-tag body",
        ],
    ),
    "text in a template": (
        "<template>a</b><template>",
        "[html][head]<template>a<template>[/template][/template][/head][body][/body][/html]",
        ["stray-end-tag b", "unclosed template", "unclosed template"],
    ),
    "ends in a template": (
        "<template></b>",
        "[html][head]<template>[/template][/head][body][/body][/html]",
        ["stray-end-tag b", "unclosed template"],
    ),
    "a head template left open": (
        "<head><template><td>a",
        "[html]<head><template><td>a[/td][/template][/head][body][/body][/html]",
        ["unclosed template"],
    ),
    "space after the doctype": (
        "<!doctype html> <p>",
        "<!doctype html>[html][head][/head][body]<p>[/p][/body][/html]",
        [],
    ),
    "html again before the head, and in it": (
        "<html><html><head><html>x",
        "<html><head>[/head][body]x[/body][/html]",
        ["dropped-start-tag html", "dropped-start-tag html"],
    ),
    "br in a head noscript": (
        "<head><noscript></br>",
        "[html]<head><noscript>[/noscript][/head][body]<br>[/body][/html]",
        ["unclosed noscript"],
    ),
    "text in a head noscript": (
        "<head><noscript>x</noscript>",
        "[html]<head><noscript>[/noscript][/head][body]x[/body][/html]",
        ["unclosed noscript", "stray-end-tag noscript"],
    ),
    "space in a frameset": (
        "<frameset> ",
        "[html][head][/head]<frameset> [/frameset][/html]",
        ["unclosed frameset"],
    ),
    "a section end and a table end in a template": (
        "<template><tbody></tbody></table></tfoot>",
        "[html][head]<template><tbody></tbody>[/template][/head][body][/body][/html]",
        ["stray-end-tag table", "stray-end-tag tfoot", "unclosed template"],
    ),
    "the table ends in its body": (
        "<table><tbody></table>x",
        "[html][head][/head][body]<table><tbody>[/tbody]</table>x[/body][/html]",
        [],
    ),
    "a body part in a body": (
        "<table><tbody><tfoot><caption></table>",
        "[html][head][/head][body]<table><tbody>[/tbody]<tfoot>[/tfoot]<caption>[/caption]</table>[/body][/html]",
        [],
    ),
    "a row with ends": (
        "<table><tbody><tr></thead></body></tr></body></html></tbody></table>",
        "[html][head][/head][body]<table><tbody><tr></tr></tbody></table>[/body][/html]",
        ["stray-end-tag thead", "stray-end-tag body", "stray-end-tag body", "stray-end-tag html"],
    ),
    "columns and a table end": (
        "<table><col></table><table><col>a",
        "[html][head][/head][body]<table>[colgroup]<col>[/colgroup]</table><table>[colgroup]<col>[/colgroup]a[/table][/body][/html]",
        ["unstreamable foster parenting", "unclosed table"],
    ),
    "an element in a table body": (
        "<table><tbody><b>x</table>",
        "[html][head][/head][body]<table><tbody><b>x[/b][/tbody]</table>[/body][/html]",
        ["unstreamable foster parenting", "unclosed b"],
    ),
    "a row end without a row": (
        "<template><td>x</td></tr></template>",
        "[html][head]<template><td>x</td></template>[/head][body][/body][/html]",
        ["stray-end-tag tr"],
    ),
    "a head and a body in a head noscript": (
        "<head><noscript><p>",
        "[html]<head><noscript>[/noscript][/head][body]<p>[/p][/body][/html]",
        ["unclosed noscript"],
    ),
    "br ends in a head noscript": (
        "<head><noscript></br></noscript>",
        "[html]<head><noscript>[/noscript][/head][body]<br>[/body][/html]",
        ["unclosed noscript", "stray-end-tag noscript"],
    ),
    "more equal ones than are remembered": (
        "<b><b><b><b></b></b></b></b>x",
        "[html][head][/head][body]<b><b><b><b></b></b></b></b>x[/body][/html]",
        [],
    ),
    "text in svg": (
        "<svg><text>a</text></svg>",
        "[html][head][/head][body]<svg><text>a</text></svg>[/body][/html]",
        [],
    ),
}


def balanced(page: str, *, scripting: bool = False) -> tuple[str, list[str]]:
    repairs: list[Repair] = []
    writer = Writer()
    parse(page, balance(writer, scripting=scripting, on_repair=repairs.append), scripting=scripting)
    return writer.written, [f"{repair.kind} {repair.what or repair.name}" for repair in repairs]


@pytest.mark.parametrize("name", CASES)
def test_a_page_comes_out_balanced(name: str) -> None:
    page, expected, repairs = CASES[name]
    assert balanced(page) == (expected, repairs)


@pytest.mark.parametrize("name", CASES)
def test_cut_anywhere_it_comes_out_the_same(name: str) -> None:
    page = CASES[name][0]
    for chunks in every_split(page):
        writer = Writer()
        parse(chunks, balance(writer))
        assert writer.written == CASES[name][1]


def test_noscript_holds_text_with_scripting() -> None:
    page = "<noscript><p></noscript><body><noscript><p></noscript>"
    written, _ = balanced(page, scripting=True)
    assert written == "[html][head]<noscript><p></noscript>[/head]<body><noscript><p></noscript>[/body][/html]"


def test_implied_events_have_no_width_and_stand_where_they_were_implied() -> None:
    writer = Writer()
    parse("<p>a<p>b", balance(writer))
    assert writer.implied == [(0, 0, "")] * 4 + [(4, 4, "")] + [(8, 8, "")] * 3


def test_an_unclosed_element_is_reported_with_where_it_began() -> None:
    repairs: list[Repair] = []
    parse("<p>\n <i>a</p>", balance(on_repair=repairs.append))
    assert repairs[0] == Repair(kind="unclosed", name="i", place=Place(9, 2, 6), began=Place(5, 2, 2))
    assert str(repairs[0]) == "line 2, column 6: unclosed i, begun at line 2, column 2"


def test_what_a_stream_cannot_do_is_raised_on_request() -> None:
    with pytest.raises(Unstreamable) as caught:
        parse("<table>\n<b>", balance(on_unstreamable="raise"))
    assert (caught.value.what, caught.value.name, caught.value.place) == ("foster parenting", "b", Place(8, 2, 1))
    assert str(caught.value) == "line 2, column 1: b needs foster parenting, which a stream cannot do"


def test_what_a_stream_cannot_do_is_reported_otherwise() -> None:
    repairs: list[Repair] = []
    parse("<b><p></b>", balance(on_repair=repairs.append))
    assert str(repairs[0]) == "line 1, column 7: unstreamable b (the adoption agency algorithm)"
    parse("<b><p></b>", balance())


@pytest.mark.parametrize("options", [{"model": "sgml"}, {"on_unstreamable": "ignore"}], ids=repr)
def test_other_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="takes"):
        balance(**options)  # type: ignore[arg-type]


def test_formatting_left_open_is_opened_again_up_to_a_limit() -> None:
    page = "<p>" + "".join(f"<b id={number}>" for number in range(20)) + "</p>x"
    written, repairs = balanced(page)
    assert written.count("[b id=") == 16
    assert repairs.count("unstreamable more than 16 formatting elements") == 4


def test_cells_left_with_open_objects_keep_no_more_than_two_markers() -> None:
    balancer = balance()
    parse("<table><tr>" + "<td><object></td>" * 50, balancer)
    assert len(balancer.formatting.entries) <= 3  # type: ignore[attr-defined]


def test_processing_instructions_pass() -> None:
    assert balanced("<?a b>x<?a b>")[0] == "<?a b>[html][head][/head][body]x<?a b>[/body][/html]"


def test_the_head_ends_with_an_end_tag_of_the_body() -> None:
    assert balanced("<head></template></body>")[0] == "[html]<head>[/head][body][/body][/html]"


def test_a_start_tag_that_another_tokenizer_gives_in_raw_text_ends_it() -> None:
    writer = Writer()
    balancer = balance(writer)
    balancer.start_document(Locator())
    balancer.start_tag("title", NO_ATTRIBUTES)
    balancer.start_tag("p", NO_ATTRIBUTES)
    balancer.start_tag("script", NO_ATTRIBUTES)
    balancer.end_tag("p")
    assert writer.written == "[html][head]<title>[/title][/head][body]<p><script>[/script]</p>"


def test_an_element_can_leave_from_beneath_its_namesake() -> None:
    stack = Stack()
    nowhere = Place(0, 1, 1)
    outer, _, inner = [stack.push("b", "html", nowhere) for _ in range(3)]
    stack.leave(outer)
    assert (stack.in_scope("b"), repr(inner)) == (inner.at, "<b>")
    stack.pop()
    stack.pop()
    assert stack.in_scope("b") == 0


HOSTILE: Final = {
    "divs": "<div>",
    "bold paragraphs": "<p><b>",
    "links around blocks": "<a><div>",
    "fonts across paragraphs": "<font><p></font>",
    "lists and stray ends": "<ul><li></p></x>",
    "cells": "<table><td>",
    "svg": "<svg><foreignObject>",
    "forms": "<form><div></form>",
    "templates": "<template>",
    "selects": "<select><option>",
}


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
def test_no_nest_costs_more_than_its_length(piece: str) -> None:
    assert_linear(lambda n: piece * n, lambda page: parse(page, balance(Handler(), on_repair=lambda _: None)))


def test_a_very_deep_nest_ends_in_order() -> None:
    writer = Depth()
    parse("<div>" * 200_000, balance(writer))
    assert (writer.deepest, writer.depth) == (200_002, 0)


class Depth(Handler):
    def __init__(self) -> None:
        self.depth = self.deepest = 0

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.depth += name != "head"
        self.deepest = max(self.deepest, self.depth)

    @override
    def end_tag(self, name: str) -> None:
        self.depth -= name != "head"
