"""The room ``capture``, with trees: those of matched elements are the ones that a tree of the whole page has there."""

from __future__ import annotations

import gc
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from weakref import ref

import pytest

from saxhtml.capture import Match, Wanted, by_selector, capture_handler, select
from saxhtml.parser import Parser, parse
from saxhtml.testing import EventRecorder, every_split, random_splits
from saxhtml.tree import Comment, DoctypeNode, Element, Node, ProcessingInstruction, Text, parse_tree


def tags(*names: str, text: bool = False) -> Wanted:
    return Wanted(lambda name, _: name in names, starts=frozenset(names), text=text)


def captured(page: str | list[str] | list[bytes], wanted: Wanted, limit: int = 1000, **options: Any) -> list[Match]:
    found: list[Match] = []
    parse(page, capture_handler(wanted, found.append, capture="tree", limit=limit), **options)
    return found


def tree_of(match: Match) -> Element:
    assert match.tree is not None
    return match.tree


def shape(node: Node) -> Any:
    """Return a node as nested tuples."""
    match node:
        case Element():
            return (node.name, *map(shape, node.children))
        case Text() | Comment():
            return node.data
        case ProcessingInstruction():
            return node.target
        case DoctypeNode():
            return node.doctype.name


def places(element: Element) -> list[object]:
    """Return where a tree and all that is in it stands."""
    nodes: list[Node] = [element, *element.iter()]
    return [(node.span, *([node.start_tag, node.end_tag] if isinstance(node, Element) else [])) for node in nodes]


TREES: Final = {
    "all kinds": ("x<p>1<!--2--><?t d?><!doctype h><br>3</p>4", "p", [("p", "1", "2", "t", "h", ("br",), "3")]),
    "nested": ("<b>1<b>2</b>3</b>4", "b", [("b", "2"), ("b", "1", ("b", "2"), "3")]),
    "side by side": ("<b>1</b>2<b>3</b>", "b", [("b", "1"), ("b", "3")]),
    "void": ("<p>1<br>2", "br", [("br",)]),
    "void, inside": ("<p>1<br>2", "p br", [("br",), ("p", "1", ("br",), "2")]),
    "ended by what begins": ("<ul><li>1<i>2<li>3</ul>", "li", [("li", "1", ("i", "2")), ("li", "3")]),
    "ended by the one around": ("<div><b>1<i>2</div>3", "b", [("b", "1", ("i", "2"))]),
    "ended by one around that matches": ("<div>1<b>2</div>3", "b div", [("b", "2"), ("div", "1", ("b", "2"))]),
    "misnested": ("<b>1<p>2</b>3</p>4", "b", [("b", "1", ("p", "23"))]),
    "cut off": ("<p>1<i>2", "p", [("p", "1", ("i", "2"))]),
    "raw text": ("<script>1<b></script>", "script", [("script", "1<b>")]),
    "ignored": ("<body>1<body>2", "body", [("body",), ("body", "12")]),
    "ignored, inside": ("<form>1<form>2</form>", "form", [("form",), ("form", "12")]),
    "svg": ("<svg><g><path/></g><a>1</a></svg>", "svg", [("svg", ("g", ("path",)), ("a", "1"))]),
    "in svg": ("<svg><g>1<path/>2<g/></g></svg>", "g", [("g",), ("g", "1", ("path",), "2", ("g",))]),
    "void in svg": ("<svg><path/><g/></svg>", "path", [("path",)]),
}


@pytest.mark.parametrize(("page", "names", "expected"), TREES.values(), ids=TREES)
def test_the_tree_of_an_element_is(page: str, names: str, expected: list[Any]) -> None:
    for pieces in [[page], *every_split(page), list(page)]:
        found = captured(pieces, tags(*names.split()))
        assert [shape(tree_of(match)) for match in found] == expected
        for match in found:
            tree = tree_of(match)
            assert (tree.span.offset, tree.span.end_offset) == (match.offset, match.end_offset)
            assert tree.attrs == match.attrs
            assert (match.text, match.source, match.truncated) == (None, None, False)


def test_what_is_outside_is_passed_on_and_stands_in_no_tree() -> None:
    recorder = EventRecorder()
    found: list[Match] = []
    parse("<!--1--><!doctype h>2<?t?><p>3</p>", capture_handler(tags("p"), found.append, capture="tree", then=recorder))
    assert [event[0] for event in recorder.events] == [
        "comment",
        "doctype",
        "text",
        "pi",
        "start",
        "text",
        "end",
    ]
    assert [shape(tree_of(match)) for match in found] == [("p", "3")]


def test_text_that_matches_is_text_and_has_no_tree() -> None:
    found = captured("1<b>2</b>3", tags("b", text=True))
    assert [(match.text, match.tree and match.tree.text()) for match in found] == [
        ("1", None),
        ("2", None),
        (None, "2"),
        ("3", None),
    ]


def test_a_match_in_a_match_has_a_part_of_its_tree() -> None:
    inner, outer = captured("<div><p>1<b>2</b></p></div>", tags("div", "b"))
    assert tree_of(outer).parent is None
    assert [*tree_of(outer).elements("b")] == [inner.tree]
    first, second = captured("<b>1</b><b>2</b>", tags("b"))
    assert tree_of(first).parent is tree_of(second).parent is None


def test_bytes_are_counted() -> None:
    (match,) = captured(["<p>é</p><b>".encode(), "ä</b>".encode()], tags("b"), encoding="utf-8")
    assert (tree_of(match).span.byte_offset, tree_of(match).span.byte_end_offset) == (9, 18)


@pytest.mark.parametrize("selector", ["a", "li", "table", "body a", "ul li, h2"])
def test_trees_are_those_of_the_whole_page(selector: str, pages: list[Path], seed: int) -> None:
    """With a selector that needs all tags, to the letter; else but where what is around would have to be known."""
    count = differences = 0
    for path in pages if len(pages) < 10 else pages[::6]:
        page = path.read_bytes()
        whole = {element.start_tag.offset: element for element in parse_tree(page).find_all(selector)}
        found = captured(next(random_splits(page, seed, longest=4_000)), by_selector(selector), limit=10**9)
        assert {match.offset for match in found} == whole.keys()
        for match in found:
            count += 1
            tree, other = tree_of(match), whole[match.offset]
            differences += not (tree.equals(other) and places(tree) == places(other))
    assert count
    assert differences <= (0 if " " in selector else 2 + count / 500)


LIMITED: Final = {
    "as much as allowed": ("<b>1<i>2</i></b>", 16, [("b", "1", ("i", "2"))], "-"),
    "its end tag does not fit": ("<b>1<i>2</i></b>", 15, [("b", "1", ("i", "2"))], "+"),
    "the end tag of one in it does not fit": ("<b>1<i>2</i></b>", 11, [("b", "1", ("i", "2"))], "+"),
    "the text of one in it does not fit": ("<b>1<i>23</i></b>", 8, [("b", "1", ("i",))], "+"),
    "the start tag of one in it does not fit": ("<b>1<i>2</i></b>", 6, [("b", "1")], "+"),
    "a void element does not fit": ("<b>1<br>2</b>", 7, [("b", "1")], "+"),
    "a comment does not fit": ("<b>1<!--2-->3</b>", 11, [("b", "1")], "+"),
    "text does not fit": ("<b>12&amp;45</b>", 11, [("b",)], "+"),
    "text fits, and an end tag of nothing does not": ("<b>12</br>3</b>", 5, [("b", "12")], "+"),
    "text fits, and an instruction does not": ("<b>12<?x?>3</b>", 5, [("b", "12")], "+"),
    "text fits, and a doctype does not": ("<b>12<!doctype x>3</b>", 5, [("b", "12")], "+"),
    "its start tag does not fit": ("<b x=yyyyyy>1</b>", 5, [("b",)], "+"),
    "a start tag of nothing does not fit": ("<b><form>1<form>2</form></b>", 11, [("b", ("form", "1"))], "+"),
    "a void element does not": ("<img alt=long>", 5, [("img",)], "+"),
    "the next one goes on": ("<b>1<i>2<b>34</b>5</i>6</b>", 12, [("b", "1", ("i", "2")), ("b", "34")], "+-"),
    "the next one goes on and does not fit": ("<b>1<b>23456</b>", 7, [("b", "1"), ("b",)], "++"),
    "the next one does not fit": ("<b>1<i>2<b>3</b>", 10, [("b", "1", ("i", "2")), ("b", "3")], "+-"),
    "several": ("<b><b><b>1</b><b>2</b>", 9, [("b",), ("b", "1"), ("b", ("b", "1")), ("b", "2")], "+-+-"),
    "one after one that was too large": ("<b>1234567</b><b>8</b>", 8, [("b",), ("b", "8")], "+-"),
    "in one that ended in the middle": ("<b>1<p>2</b>34567</p>", 13, [("b", "1", ("p",))], "+"),
}


@pytest.mark.parametrize(("page", "limit", "expected", "truncated"), LIMITED.values(), ids=LIMITED)
def test_no_more_is_held_than(page: str, limit: int, expected: list[Any], truncated: str) -> None:
    wanted = tags("b", "img")
    whole = captured(page, wanted, limit)
    assert [shape(tree_of(match)) for match in whole] == expected
    assert "".join("+" if match.truncated else "-" for match in whole) == truncated
    for match in whole:
        tree = tree_of(match)
        ends = [tree.span.end_offset, *[node.span.end_offset for node in tree.iter()]]
        assert max(ends) == ends[0]
        assert tree.start_tag.of(page).startswith(f"<{match.name}")
    for pieces in [*every_split(page), list(page)]:
        found = captured(pieces, wanted, limit)
        assert [shape(tree_of(match)) for match in found] == expected
        assert [places(tree_of(match)) for match in found] == [places(tree_of(match)) for match in whole]


def test_an_element_that_is_too_large_is_delivered_at_once() -> None:
    found: list[Match] = []
    parser = Parser(capture_handler(tags("b"), found.append, capture="tree", limit=8))
    parser.feed("<b>1<i><b>2")
    assert [shape(tree_of(match)) for match in found] == [("b", "1", ("i",))]
    parser.feed("</b>")
    assert tree_of(found[1]).parent is None


def test_trees_that_nobody_keeps_are_gone_though_nothing_is_closed() -> None:
    alive: list[ref[Element]] = []

    def note(match: Match) -> None:
        alive.append(ref(tree_of(match)))

    parser = Parser(capture_handler(tags("div"), note, capture="tree", limit=100))
    for _ in range(100):
        parser.feed("<div><p>1</p>")
    assert len(alive) > 90
    gc.collect()
    assert [element() for element in alive] == [None] * len(alive)


def test_twenty_thousand_nested_elements_share_their_trees() -> None:
    found = captured("<div>" * 20_000 + "x" + "</div>" * 20_000, tags("div"), limit=1_000_000)
    assert len(found) == 20_000
    assert all(tree_of(inner).parent is outer.tree for inner, outer in pairwise(found))


def test_select_yields_trees() -> None:
    page = "<ul><li>Tea <b>hot</b><li>Cake</ul>"
    assert [tree_of(match).text() for match in select("ul > li", page, capture="tree")] == ["Tea hot", "Cake"]
