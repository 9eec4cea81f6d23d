"""Which elements tags open and close, against outlines written by hand and against the suite of the standard's trees."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from typing_extensions import override

from saxhtml._nesting import OpenElement, OpenElements
from saxhtml.attributes import NO_ATTRIBUTES, Attributes
from saxhtml.handler import Handler
from saxhtml.parser import Parser


class Outline(Handler):
    """Each element with what is in it; ``name.`` for one that ended with its start tag, ``name!`` for a tag without one."""

    def __init__(self) -> None:
        self.open: OpenElements[list[Any]] = OpenElements()
        self.root: list[Any] = []
        self.ended: list[OpenElement[list[Any]]] = []

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        element, ended = self.open.start(name, attrs)
        self.ended += ended
        around = list(self.open)
        if element is None:
            self.inside(around).append(name + "!")
            return
        if not element.void:
            assert around.pop() is element
        assert element.depth == len(around)
        element.data = []
        self.inside(around).append((name + "." * element.void, element.data))

    def inside(self, around: list[OpenElement[list[Any]]]) -> list[Any]:
        return self.root if not around or around[-1].data is None else around[-1].data

    @override
    def end_tag(self, name: str) -> None:
        self.ended += self.open.end(name)


def written(items: list[Any]) -> str:
    parts = [item if isinstance(item, str) else item[0] + (f"({written(item[1])})" if item[1] else "") for item in items]
    return " ".join(parts)


def outline(source: str) -> str:
    handler = Outline()
    parser = Parser(handler)
    parser.feed(source)
    parser.close()
    handler.ended += handler.open.finish()
    assert len(handler.open) == 0
    assert all(element.data is not None for element in handler.ended)
    return written(handler.root)


OUTLINES = {
    "elements hold elements": ("<div><p><b></b></p></div><i></i>", "div(p(b)) i"),
    "void elements hold nothing": ("<p><br><img>x<hr></p>", "p(br. img.) hr."),
    "image is read as img": ("<image><b></b>", "image. b"),
    "a slash closes no html element": ("<div/><b/></div>", "div(b)"),
    "a slash closes elements in svg and math": ("<svg><path/><g></g></svg><svg/><math><mi/>", "svg(path. g) svg. math(mi.)"),
    "an end tag ends what is open in its element": ("<div><span><i></div><b>", "div(span(i)) b"),
    "an end tag with nothing to end is ignored": ("<div></b></p></li></br></img><i></div>", "div(i)"),
    "an end tag of a void element is ignored": ("<p></hr></input><b>", "p(b)"),
    "an unknown end tag stops at a block": ("<x-a><div></x-a><b></div><i>", "x-a(div(b) i)"),
    "an unknown end tag passes inline elements": ("<x-a><y><i></x-a><b>", "x-a(y(i)) b"),
    "a block's end tag passes blocks": ("<section><div><p></section><b>", "section(div(p)) b"),
    "a heading's end tag ends any heading": ("<h1></h3><b></b><h2><i></h6><u>", "h1 b h2(i) u"),
    "a heading's end tag stops at a cell": ("<h1><table><td></h1><b>", "h1(table(td(b)))"),
    # p
    "p ends before a block": ("<p>a<div>b</div><p>c<ul></ul><p><table></table><p><h1>", "p div p ul p table p h1"),
    "p ends with the inline elements in it": ("<p><b><i><p>", "p(b(i)) p"),
    "p does not end before inline elements": ("<p><span><a><em>", "p(span(a(em)))"),
    "p ends before hr": ("<p><hr>", "p hr."),
    "p in a button is its own": ("<p><button><p><p></button><b>", "p(button(p p) b)"),
    "p in an object is its own": ("<p><object><div><p></object></p><b>", "p(object(div(p))) b"),
    "p's end tag stops at a button": ("<p><button></p><b>", "p(button(b))"),
    "p in a select is its own": ("<p><select><div>", "p(select(div))"),
    "a heading ends before a heading": ("<h1>a<h2>b<p>c<h3>", "h1 h2(p) h3"),
    # lists
    "li ends before li": ("<ul><li>a<li>b<li>c</ul>", "ul(li li li)"),
    "li ends with inline elements and p": ("<ul><li><p><b><li>", "ul(li(p(b)) li)"),
    "li passes address, div and p": ("<ul><li><div><address><p><li>", "ul(li(div(address(p))) li)"),
    "li stops at another block": ("<ul><li><section><li>", "ul(li(section(li)))"),
    "li in an inner list is its own": ("<ul><li><ol><li>a<li>b</ol><li>", "ul(li(ol(li li)) li)"),
    "li's end tag stops at an inner list": ("<ul><li><ol></li><b>", "ul(li(ol(b)))"),
    "li without a list": ("<li>a<li>b</li><p>", "li li p"),
    "li ends p": ("<p><li>", "p li"),
    "dt and dd end each other": ("<dl><dt>a<dd>b<dd>c<dt>d</dl>", "dl(dt dd dd dt)"),
    "dd in an inner list is its own": ("<dl><dd><dl><dt>x</dl><dt>", "dl(dd(dl(dt)) dt)"),
    "dd's end tag passes blocks": ("<dl><dd><ul></dd><b>", "dl(dd(ul) b)"),
    # select
    "option ends before option": ("<select><option>a<option>b</select>", "select(option option)"),
    "option ends before optgroup": (
        "<select><optgroup><option>a<optgroup><option>b",
        "select(optgroup(option) optgroup(option))",
    ),
    "option goes into optgroup": ("<select><option>a<optgroup><option>b<option>", "select(option optgroup(option option))"),
    "option outside a select": ("<datalist><option>a<option>b<optgroup>", "datalist(option option optgroup)"),
    "optgroup outside a select": ("<optgroup><optgroup><b>", "optgroup(optgroup(b))"),
    "option's end tag": ("<select><option></option></option><b>", "select(option b)"),
    "hr ends options": ("<select><optgroup><option>a<hr><option>", "select(optgroup(option) hr. option)"),
    "select ends select": ("<select><option><select><b>", "select(option) select! b"),
    "input ends select": ("<select><option><input><b>", "select(option) input. b"),
    # ruby
    "rt and rp end each other": ("<ruby>x<rp>(<rt>y<rp>)</ruby>", "ruby(rp rt rp)"),
    "rt stays in rtc": ("<ruby><rb>a<rtc><rt>b<rt>c<rtc>", "ruby(rb rtc(rt rt) rtc)"),
    "rt outside ruby ends nothing": ("<p><rt>a<rt>b", "p(rt(rt))"),
    # tables
    "cells and rows": ("<table><tr><td>a<th>b<tr><td>c</table><b>", "table(tr(td th) tr(td)) b"),
    "sections": (
        "<table><thead><tr><td>a<tbody><tr><td>b<tr><td>c<tfoot><tr><td>d</table>",
        "table(thead(tr(td)) tbody(tr(td) tr(td)) tfoot(tr(td)))",
    ),
    "caption and columns": (
        "<table><caption><b>a<colgroup><col><col><tr><td>",
        "table(caption(b) colgroup(col. col.) tr(td))",
    ),
    "colgroup holds only columns": ("<table><colgroup><col><div>", "table(colgroup(col.) div)"),
    "a col ends a caption": ("<table><caption>a<col>", "table(caption col.)"),
    "cells directly in a table": ("<table><td>a<td>b<tr><td>", "table(td td tr(td))"),
    "a row ends what stands between cells": ("<table><div><tr><span><td>", "table(div tr(span td))"),
    "an inner table is its own": ("<table><tr><td><table><tr><td>x</table>y<td>", "table(tr(td(table(tr(td))) td))"),
    "an end tag of a cell stops at an inner table": ("<table><td><table></td><b>", "table(td(table(b)))"),
    "an end tag passes from a cell to its section": (
        "<table><tbody><tr><td></tbody><b></table><i>",
        "table(tbody(tr(td)) b) i",
    ),
    "a table between cells ends the table": ("<table><tr><td></td><table>", "table(tr(td)) table"),
    "a table beside a select in a row ends the table": ("<table><tr><select><table>", "table(tr(select)) table"),
    "blocks end at the table": ("<div><table><tr></div><td>", "div(table(tr(td)))"),
    "rows without a table": ("<tr><td>a<td>b<tr><th>c</tr><td>d", "tr(td td) tr(th) td"),
    "ends of sections that are not there": (
        "<table><tr><td>a</tbody><tr><td>b</tr><td>c</table>",
        "table(tr(td) tr(td) td)",
    ),
    "ends of a section and a row that are not there": ("<table><td>a</tr><td>b</tbody><b></table>", "table(td td b)"),
    "ends of a body in a head": ("<table><thead><tr><td>a</tbody><b>", "table(thead(tr(td(b))))"),
    "ends of a row in a table of a cell": ("<table><td><table></tr><b>", "table(td(table(b)))"),
    "sections without a table": ("<tbody><tr><td>a<tbody><tr><td>b", "tbody(tr(td)) tbody(tr(td))"),
    "a row in a block ends no block": ("<div><tr><td>a<tr>b</div>", "div(tr(td) tr)"),
    "rows in a template": ("<table><template><tr><td><tr></template><tr>", "table(template(tr(td) tr) tr)"),
    "a form in a table holds nothing": ("<table><form><tr><td></form><b>", "table(form. tr(td(b)))"),
    "a form in a cell is a form": ("<table><td><form><p></form><i>", "table(td(form(p) i))"),
    # the document
    "html, head and body": ("<html><head><title>x</title></head><body><p></body></html>", "html(head(title) body(p))"),
    "head ends before body": ("<html><head><meta><link><body><p>", "html(head(meta. link.) body(p))"),
    "head ends before a block": ("<head><title>x</title><div>y</head>", "head(title) div"),
    "head keeps what belongs there": (
        "<head><base><style>x</style><script>x</script><template><p></template><noscript><link></noscript><meta><p>",
        "head(base. style script template(p) noscript(link.) meta.) p",
    ),
    "noscript in head holds no more than head": ("<head><noscript><img></noscript></head><b>", "head(noscript) img. b"),
    "noscript in body holds anything, and its end tag stops at a block": (
        "<body><noscript><img><p></noscript><b>",
        "body(noscript(img. p(b)))",
    ),
    "a second html, head or body is none": (
        "<html><head><head><body><div><body><html><head><b>",
        "html(head(head!) body(div(body! html! head! b)))",
    ),
    "head in a block is none": ("<div><head><b>", "div(head! b)"),
    "body after elements is one": ("<html><x-y></x-y><body><b>", "html(x-y body(b))"),
    "html, head and body in a template are none": ("<template><html><head><body><b>", "template(html! head! body! b)"),
    "what follows body stands outside": ("<html><body></body><script></script></html><i>", "html(body script) i"),
    "body's end tag stops at a table": ("<body><table></body><b>", "body(table(b))"),
    "template's end tag passes anything": (
        "<template><table><td><object></template></template><b>",
        "template(table(td(object))) b",
    ),
    # forms
    "a form in a form is none": ("<form><form><p></form><i>", "form(form! p) i"),
    "a form that is none ends no p": ("<form><p><form><b>", "form(p(form! b))"),
    "forms in templates are": (
        "<form><template><form><form></form><b></form></template></form><i>",
        "form(template(form(form b))) i",
    ),
    "a form's end tag ends what may lack an end tag": ("<form><p></form><b>", "form(p) b"),
    "a form ends with the block left open in it": ("<form><div></form><b></div><i>", "form(div(b)) i"),
    "a form ends with the inline element left open in it": ("<form><b></form><i></b><u>", "form(b(i)) u"),
    "a form left open keeps the next one out": ("<div><form></div><form></form><form>", "div(form) form! form"),
    "a form's end tag stops at a table": ("<form><table></form><td><form><b>", "form(table(td(form(b))))"),
    # formatting
    "formatting elements end with the block left open in them": ("<div><b><p><i></b><u></p><s>", "div(b(p(i(u))) s)"),
    "a taken-out element ends only once": ("<b><b><p></b></b></b></p><i>", "b(b(p)) i"),
    "an element of its name opens inside": ("<b><p></b><b></b><i></p><u>", "b(p(b i)) u"),
    "formatting elements stop at a cell": ("<b><table><td></b><i>", "b(table(td(i)))"),
    "formatting elements end inline ones": ("<b><i><span></b><u>", "b(i(span)) u"),
    "a ends before a": ("<a><b><a><i>", "a(b) a(i)"),
    "a with an open block ends with the block": ("<a><div><a></a></div><b>", "a(div(a)) b"),
    "nobr ends before nobr": ("<nobr><nobr>", "nobr nobr"),
    "button ends before button": ("<button><div><button>", "button(div) button"),
    # svg and math
    "names of html mean nothing in svg": (
        "<ul><li><svg><td></td><option><option></svg><li>",
        "ul(li(svg(td option(option))) li)",
    ),
    "void names hold something in svg": ("<svg><link><image></svg><b>", "svg(link(image)) b"),
    "svg breaks out": ("<div><svg><g><p>x</p></g></svg>", "div(svg(g) p)"),
    "svg breaks out into a p that ends": ("<p><svg><g><div>", "p(svg(g)) div"),
    "font breaks out with a color": ("<svg><font x=1><font color=red>", "svg(font) font"),
    "end tags of p and br break out": ("<p><svg><g></p><b></b><svg><g></br><i>", "p(svg(g)) b svg(g) i"),
    "html inside foreignObject": (
        "<svg><foreignObject><p><div></foreignobject></svg><b></div></foreignobject><g/>",
        "svg(foreignobject(p div(b)) g.)",
    ),
    "foreignObject ends where nothing is open in it": (
        "<svg><foreignObject></foreignObject><g/></svg>",
        "svg(foreignobject g.)",
    ),
    "a foreign end tag passes foreign elements": ("<svg><g><a><path></g><x/></svg><b>", "svg(g(a(path)) x.) b"),
    "a foreign end tag looks no deeper than html": ("<svg><desc><i><svg></desc><g/>", "svg(desc(i(svg(g.))))"),
    "an html end tag ends foreign elements": ("<div><svg><g></div><b>", "div(svg(g)) b"),
    "html in svg's title": ("<svg><title><b></title><g/>", "svg(title(b(g)))"),
    "math text holds html": ("<math><mi><b></b></mi><mn/>", "math(mi(b) mn.)"),
    "math text holds its own two": ("<math><mi><mglyph/><malignmark></malignmark><x/></mi>", "math(mi(mglyph. malignmark x))"),
    "svg in math is math's": ("<math><svg><title><b>", "math(svg(title)) b"),
    "svg in annotation-xml is svg's": ("<math><annotation-xml><svg><title><b>", "math(annotation-xml(svg(title(b))))"),
    "annotation-xml holds html where it says so": (
        "<math><annotation-xml encoding=Text/HTML><p><b></annotation-xml><i>",
        "math(annotation-xml(p(b(i))))",
    ),
    "annotation-xml holds math": ("<math><annotation-xml><mi/><p>", "math(annotation-xml(mi.)) p"),
}


@pytest.mark.parametrize(("source", "expected"), OUTLINES.values(), ids=OUTLINES.keys())
def test_elements_hold_what_the_standard_says(source: str, expected: str) -> None:
    assert outline(source) == expected


def names(elements: object) -> list[str]:
    assert isinstance(elements, (list, tuple))
    return [element.name for element in elements]


def test_elements_that_end_are_given_from_the_innermost_out() -> None:
    elements: OpenElements[str] = OpenElements()
    for name in ("ul", "li", "b", "i"):
        element, ended = elements.start(name, NO_ATTRIBUTES)
        assert element is not None
        assert element.data is None
        element.data = name.upper()
        assert names(ended) == []
    element, ended = elements.start("li", NO_ATTRIBUTES)
    assert [each.data for each in ended] == ["I", "B", "LI"]
    assert element is list(elements)[-1]
    assert names(elements.end("ul")) == ["li", "ul"]
    assert names(elements.finish()) == []


def test_elements_that_break_out_and_that_a_block_ends_are_given_together() -> None:
    elements: OpenElements[None] = OpenElements()
    for name in ("p", "svg", "g"):
        elements.start(name, NO_ATTRIBUTES)
    assert names(elements.start("div", NO_ATTRIBUTES)[1]) == ["g", "svg", "p"]
    elements.start("p", NO_ATTRIBUTES)
    elements.start("math", NO_ATTRIBUTES)
    assert names(elements.end("p")) == ["math", "p"]
    assert names(elements.finish()) == ["div"]


def test_an_element_shows_its_name_depth_and_namespace() -> None:
    elements: OpenElements[None] = OpenElements()
    elements.start("div", NO_ATTRIBUTES)
    svg, _ = elements.start("svg", NO_ATTRIBUTES)
    point, _ = elements.start("desc", NO_ATTRIBUTES)
    assert svg is not None
    assert point is not None
    assert (svg.namespace, svg.content, svg.depth) == ("svg", "svg", 1)
    assert (point.namespace, point.content, point.depth) == ("svg", "html", 2)
    assert repr(point) == "<desc at depth 2>"


def steps(run: Callable[[], object]) -> int:
    """Count the lines of this package that ``run`` executes."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    outer = sys.gettrace()
    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(outer)
    return count


def tags(*parts: tuple[str, int]) -> Iterator[str]:
    for name, count in parts:
        for _ in range(count):
            yield name


HOSTILE = {
    "stray end tags under open elements": lambda n: tags(("i", n), ("/b", 4 * n)),
    "stray end tags under open blocks": lambda n: tags(("span", 1), ("div", n), ("/span", 4 * n), ("/h1", n)),
    "paragraphs under open elements": lambda n: tags(("i", n), ("p", 1), ("b", n), ("p", n)),
    "items under open blocks": lambda n: tags(("li", 1), ("div", n), ("section", 1), ("i", n), ("li", n)),
    "cells under open tables": lambda n: tags(*[("table", 1), ("tr", 1), ("td", 1)] * n, ("/tbody", n), ("tr", n), ("td", n)),
    "options under open elements": lambda n: tags(("select", 1), ("i", n), ("option", n), ("optgroup", n)),
    "blocks left open in formatting elements": lambda n: tags(*[("b", 1), ("div", 1)] * n, ("/b", 2 * n), ("/div", n)),
    "break-out from svg": lambda n: tags(*[("svg", 1), ("g", 9), ("p", 1)] * n),
    "stray end tags in svg": lambda n: tags(("i", n), ("svg", 1), ("g", n), ("/x", n), ("/b", n), ("/i", n)),
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE.keys())
def test_work_per_tag_does_not_grow_with_the_depth(make: Callable[[int], Iterator[str]]) -> None:
    def run(n: int) -> Callable[[], object]:
        def feed() -> None:
            elements: OpenElements[None] = OpenElements()
            for tag in make(n):
                if tag.startswith("/"):
                    elements.end(tag[1:])
                else:
                    elements.start(tag, NO_ATTRIBUTES)
            elements.finish()

        return feed

    assert steps(run(400)) < 4.4 * steps(run(100))


SOUP = """a b button caption dd div font foreignobject form g h1 h2 head html i input li math mi ol object option p ruby rt
section select span svg table tbody td template title tr ul""".split()
HTML_STOPS = set("caption html object select table td template".split())


def test_what_is_remembered_is_what_a_walk_down_the_stack_finds(seed: int) -> None:
    pick = Random(seed)
    elements: OpenElements[None] = OpenElements()
    for _ in range(1000):
        name = pick.choice(SOUP)
        if pick.random() < 0.6:
            elements.start(name, NO_ATTRIBUTES)
        else:
            elements.end(name)
        opened = [(place, each) for place, each in enumerate(elements, start=1) if not each._leaving]
        assert elements._html == {each.name: place for place, each in opened if each.namespace == "html"}
        assert elements._foreign == {each.name: place for place, each in opened if each.namespace != "html"}
        stops = [0]
        for place, each in enumerate(elements, start=1):
            assert each.depth == place - 1
            if each.name in HTML_STOPS if each.namespace == "html" else each.content == "html":
                stops.append(place)
        assert elements._stack[-1]._scopes.default == stops[-1]
    elements.finish()
    assert not elements._html
    assert not elements._foreign


def test_nothing_is_kept_of_elements_that_ended() -> None:
    elements: OpenElements[None] = OpenElements()
    for number in range(1000):
        elements.start(f"x-{number}", NO_ATTRIBUTES)
        elements.end(f"x-{number}")
    assert not elements._html
    assert len(elements) == 0


# Cases whose tree a stream cannot tell, and why; all others must agree.
TREE_ONLY = {
    "quirks01.dat:1": "quirks mode",
    "quirks01.dat:2": "quirks mode",
    "quirks01.dat:3": "quirks mode",
    "tests3.dat:23": "quirks mode",
    "template.dat:44": "foster parenting",
    "template.dat:90": "foster parenting",
    "template.dat:102": "after body",
    "template.dat:103": "after head",
    "template.dat:104": "after head",
    "tests1.dat:85": "after head",
    "tests1.dat:92": "html's end tag in head",
    "tests10.dat:18": "after body",
    "tests10.dat:19": "after body",
    "tests16.dat:88": "noscript in a head without its tag",
    "tests16.dat:185": "noscript in a head without its tag",
    "tests18.dat:4": "noscript in a head without its tag",
    "tests18.dat:16": "after body",
    "tests18.dat:19": "after body",
    "tests3.dat:0": "after head",
    "tests3.dat:1": "after head",
    "tests3.dat:2": "after head",
    "tests7.dat:2": "after head",
    "tests9.dat:19": "after body",
    "tests9.dat:20": "after body",
    "webkit01.dat:30": "after html",
    "webkit01.dat:35": "after head",
}
IMPLIED = {"html", "head", "body", "tbody", "tr", "colgroup"}


class Parents(Handler):
    """For each element its name and the place of its parent, or -1."""

    def __init__(self) -> None:
        self.open: OpenElements[int] = OpenElements()
        self.found: list[tuple[str, int]] = []

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        element, _ = self.open.start(name, attrs)
        if element is not None:
            around = list(self.open)[: element.depth]
            element.data = len(self.found)
            self.found.append((name, -1 if not around or around[-1].data is None else around[-1].data))

    @override
    def end_tag(self, name: str) -> None:
        self.open.end(name)


def trees(shared: Path) -> Iterator[tuple[str, str, str]]:
    for path in sorted((shared / "html5lib-tests" / "tree-construction").glob("*.dat")):
        for number, case in enumerate(re.split(r"(?:\A|\n)#data\n", path.read_text("utf-8"))[1:]):
            source, _, rest = case.partition("\n#errors\n")
            tree = rest.partition("#document\n")[2]
            if tree and "#document-fragment" not in rest and "#script-on" not in rest:
                yield f"{path.name}:{number}", source, tree


def parents_in(tree: str, found: list[tuple[str, int]]) -> list[tuple[str, int]] | None:
    """Read a tree as :class:`Parents` has it, without implied elements; None if others than those were added or moved."""
    parents: list[tuple[str, int]] = []
    around: list[tuple[int, int]] = []
    for indent, name in re.findall(r"^\| ( *)<(?:svg |math )?([^ >!?]+)>$", tree, re.MULTILINE):
        while around and around[-1][0] >= len(indent):
            around.pop()
        parent = around[-1][1] if around else -1
        name = name.lower()
        if len(parents) < len(found) and found[len(parents)][0] == name:
            around.append((len(indent), len(parents)))
            parents.append((name, parent))
        elif name in IMPLIED:
            around.append((len(indent), parent))
        else:
            return None
    return parents if len(parents) == len(found) else None


def test_elements_have_the_parents_they_have_in_the_standard_s_trees(shared: Path) -> None:
    compared = 0
    differing = set()
    for name, source, tree in trees(shared):
        handler = Parents()
        parser = Parser(handler)
        parser.feed(source)
        parser.close()
        expected = parents_in(tree, handler.found)
        if expected is not None:
            compared += 1
            if expected != handler.found:
                differing.add(name)
    assert differing == set(TREE_ONLY)
    assert compared > 1100
