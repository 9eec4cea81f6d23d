"""Nodes: what they answer, how they are found, compared, copied and pickled, and how deep they may be nested."""

from __future__ import annotations

import copy
import gc
import pickle
from collections.abc import Iterator
from typing import Any
from weakref import finalize

import pytest

from saxhtml.attributes import Attributes
from saxhtml.errors import UsageError
from saxhtml.selector import SelectorError
from saxhtml.tree import Comment, DoctypeNode, Document, Element, Node, ProcessingInstruction, Text, XmlElement, parse_tree

DEEP = 200_000

PAGE = """<!DOCTYPE html><title>T</title><ul class=menu><li id=one>Tea<li>Cake &amp; <b>jam</b></ul>
<p><img src=x alt=Logo><img src=y><?php echo?><!-- note --><svg viewBox="0 0 1 1"><text>In <a>svg</a></text></svg>"""


class Link(Element):
    """With attributes of its own, one in a dict."""

    __slots__ = ("__dict__", "rank")

    rank: int
    visited: bool


def page(**options: Any) -> Document:
    return parse_tree(PAGE, **options)


def element(document: Document, selector: str) -> Element:
    found = document.find(selector)
    assert found is not None
    return found


def test_nodes_know_what_they_are_in() -> None:
    document = page()
    jam = element(document, "b")
    assert [getattr(node, "name", None) for node in jam.ancestors()] == ["li", "ul", None]
    assert jam.document is document
    assert document.document is document
    assert document.parent is None
    assert list(document.ancestors()) == []
    assert all(child.parent is document for child in document.children)
    assert Text("x").document is None


def test_an_element_has_its_attributes() -> None:
    image = element(page(), "img")
    assert image.attrs == {"src": "x", "alt": "Logo"}
    assert image.get("src") == "x"
    assert image.get("title") is None
    assert image.get("title", "none") == "none"
    assert image.get("title", 7) == 7
    with pytest.raises(KeyError):
        image.attrs["title"]


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        pytest.param("li", ["li", "li"], id="name"),
        pytest.param("LI", ["li", "li"], id="name in capitals"),
        pytest.param("ul > li:nth-child(2) b", ["b"], id="structure"),
        pytest.param("li + li", ["li"], id="brother"),
        pytest.param("img:not([alt])", ["img"], id="attribute"),
        pytest.param("img, #one", ["li", "img", "img"], id="list"),
        pytest.param("svg a", ["a"], id="in svg"),
        pytest.param("p p", [], id="nothing"),
    ],
)
@pytest.mark.parametrize("around", ["", "<div>"], ids=["page", "in an element"])
def test_find_all_yields_what_a_selector_matches(selector: str, found: list[str], around: str) -> None:
    top = parse_tree(around + PAGE)
    assert [each.name for each in top.find_all(selector)] == found
    first = top.find(selector)
    assert (None if first is None else first.name) == (found[0] if found else None)


def test_a_selector_sees_nothing_around_the_node_that_is_asked() -> None:
    menu = element(page(), "ul")
    assert menu.find("ul li") is None
    assert [each.get("id") for each in menu.find_all(":nth-child(1)")] == ["one", None]


def test_a_bad_selector_is_refused_before_the_first_step() -> None:
    with pytest.raises(SelectorError):
        page().find_all("a:hover")


def test_iter_goes_by_the_order_of_the_page() -> None:
    document = page()
    starts = [node.span.offset for node in document.iter()]
    assert starts == sorted(starts)
    assert [each.name for each in document.elements()] == "title ul li li b p img img svg text a".split()
    assert [each.name for each in document.elements("b", "ul")] == ["ul", "b"]


def test_text_is_that_of_all_that_is_in_a_node() -> None:
    document = page()
    assert element(document, "ul").text() == "TeaCake & jam"
    assert document.text() == "TTeaCake & jam\nIn svg"
    assert document.text(alt=True) == "TTeaCake & jam\nLogoIn svg"
    assert element(document, "img").text(alt=True) == "Logo"
    assert parse_tree("<p alt=no>Yes").text(alt=True) == "Yes"
    silent = [node for node in document.iter() if isinstance(node, Comment | DoctypeNode | ProcessingInstruction)]
    assert [node.text() for node in silent] == ["", "", ""]


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        pytest.param("<a href=x>", "<Element a {'href': 'x'} at 1:1>", id="element"),
        pytest.param("\n x", "<Text '\\n x' at 1:1>", id="text"),
        pytest.param("x" * 41, f"<Text '{'x' * 39}…' at 1:1>", id="long text"),
        pytest.param("<!--c-->", "<Comment 'c' at 1:1>", id="comment"),
        pytest.param("<?t d?>", "<ProcessingInstruction t 'd' at 1:1>", id="processing instruction"),
        pytest.param("<!doctype HTML>", "<DoctypeNode html at 1:1>", id="doctype"),
        pytest.param("<svg/>", "<XmlElement svg {} at 1:1>", id="xml"),
    ],
)
def test_repr_is_short_and_says_where(page: str, shown: str) -> None:
    document = parse_tree(page, svg="xml")
    assert repr(document) == "<Document with 1 children>"
    assert [repr(child) for child in document.children] == [shown]


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        pytest.param("<p>x<b>y</b>", "<p >x<b>y</p>", True, id="written otherwise"),
        pytest.param("<p a=1 b=2>", "<p b='2' a=1>", True, id="order of attributes"),
        pytest.param("<p>x", "<p>y", False, id="text"),
        pytest.param("<p a>", "<p b>", False, id="attributes"),
        pytest.param("<p>", "<q>", False, id="name"),
        pytest.param("<a>", "<svg><a>", False, id="depth"),
        pytest.param("<p>x", "<p>x<!---->", False, id="more in the other"),
        pytest.param("<p>x<!---->", "<p>x", False, id="more in the one"),
        pytest.param("<b><i></i></b>", "<b></b><i></i>", False, id="nesting"),
        pytest.param("<!--x-->", "x", False, id="kind"),
        pytest.param("<!--x-->", "<!--y-->", False, id="comment"),
        pytest.param("<?a b?>", "<?a c?>", False, id="instruction"),
        pytest.param("<!doctype a>", "<!doctype b>", False, id="doctype"),
        pytest.param("<svg><a/></svg>", "<svg ><a></a></svg>", True, id="xml"),
        pytest.param("<svg><a/></svg>", "<svg><A/></svg>", False, id="xml case"),
    ],
)
def test_equals_compares_what_nodes_hold(one: str, other: str, equal: bool) -> None:
    these, those = parse_tree(one, svg="xml"), parse_tree(other, svg="xml")
    assert these.equals(those) is equal
    assert these != those
    assert len({these, those, these}) == 2


def twins(node: Node) -> Iterator[Node]:
    yield pickle.loads(pickle.dumps(node))
    yield pickle.loads(pickle.dumps(node, 0))
    yield copy.deepcopy(node)
    yield copy.copy(node)


@pytest.mark.parametrize("keep_source", [True, False], ids=["with source", "without"])
@pytest.mark.parametrize("svg", ["xml", "html"])
@pytest.mark.parametrize("selector", ["", "ul", "svg", "img"])
def test_a_pickle_and_a_copy_hold_the_same_and_stand_alone(selector: str, svg: str, keep_source: bool) -> None:
    document = page(svg=svg, keep_source=keep_source)
    node: Document | Element = element(document, selector) if selector else document
    for twin in twins(node):
        assert isinstance(twin, Document | Element)
        assert twin is not node
        assert twin.equals(node)
        assert twin.parent is None
        assert twin.span == node.span
        for one, other in zip(twin.iter(), node.iter(), strict=True):
            assert one.span == other.span
            assert one.parent is not other.parent
            assert not keep_source or one.source == other.source
        assert not keep_source or twin.source == node.source


def test_a_pickle_holds_what_subclasses_add() -> None:
    link = element(parse_tree("<a href=x>y</a>", classes={"a": Link}), "a")
    assert isinstance(link, Link)
    link.visited = True
    link.rank = 3
    twin = pickle.loads(pickle.dumps(link))
    assert (type(twin), twin.visited, twin.rank, twin.get("href"), twin.text()) == (Link, True, 3, "x", "y")


def test_a_pickle_of_a_part_holds_no_more_of_the_source() -> None:
    document = parse_tree("x" * 10_000 + "<b>y</b>", keep_source=True)
    assert len(pickle.dumps(element(document, "b"))) < 2_000


def test_an_xml_tree_is_pickled_with_all_that_is_in_it() -> None:
    svg = element(parse_tree("<svg>a<g x='1'>b<a/>c</g>d</svg>", svg="xml"), "svg")
    assert isinstance(svg, XmlElement)
    twin = pickle.loads(pickle.dumps(svg)).root
    assert [(each.tag.partition("}")[2], each.attrib, each.text, each.tail) for each in twin.iter()] == [
        ("svg", {}, "a", None),
        ("g", {"x": "1"}, "b", "d"),
        ("a", {}, None, "c"),
    ]


def test_the_source_has_to_be_asked_for() -> None:
    with pytest.raises(UsageError, match="keep_source=True"):
        element(page(), "ul").source  # noqa: B018


def test_nodes_can_be_made_by_hand() -> None:
    menu = Element("ul", Attributes(" class=x"))
    menu.append(Text("Tea"))
    assert menu.text() == "Tea"
    assert menu.children[0].parent is menu
    assert menu.equals(element(parse_tree("<ul class=x>Tea"), "ul"))


def nest(depth: int) -> tuple[Document, Element]:
    """Return a document with so many elements in each other, and the innermost."""
    document = Document()
    parent: Document | Element = document
    for _ in range(depth):
        child = Element("i")
        parent.append(child)
        parent = child
    assert isinstance(parent, Element)
    return document, parent


def test_depth_takes_no_recursion() -> None:
    document = parse_tree("<div>" * DEEP + "x")
    *elements, text = document.iter()
    assert len(elements) == DEEP
    assert text.text() == document.text() == "x"
    assert len(document.unclosed) == DEEP
    assert len(list(text.ancestors())) == DEEP + 1
    assert text.document is document
    assert repr(elements[0]) == "<Element div {} at 1:1>"
    assert document.find("div > div div:nth-child(1)") is elements[2]


def test_a_deep_tree_is_pickled_and_compared_without_recursion() -> None:
    document, innermost = nest(DEEP // 10)
    twin = pickle.loads(pickle.dumps(document))
    assert twin.equals(document)
    innermost.append(Text("y"))
    assert not twin.equals(document)


def test_a_deep_xml_tree_is_pickled_and_compared_without_recursion() -> None:
    document = parse_tree(f"<svg>{'<g>' * 5_000}x{'</g>' * 5_000}</svg>", svg="xml")
    twin = pickle.loads(pickle.dumps(document))
    assert twin.equals(document)
    assert twin.text() == "x"


@pytest.mark.parametrize("linked", [True, False], ids=["by the collector", "by reference counts"])
def test_a_deep_tree_goes_away_quietly(linked: bool) -> None:
    document, innermost = nest(DEEP)
    if not linked:
        for node in document.iter():
            node.parent = None
        del node
    gone: list[bool] = []
    finalize(innermost, gone.append, True)
    del document, innermost
    if linked:
        gc.collect()
    assert gone == [True]
