"""The room ``etree``: HTML to target objects, and trees of ``xml.etree`` and lxml."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from saxhtml import LimitExceeded, Limits, UsageError, parse
from saxhtml.etree import HTMLParser, _TargetEvents, fromstring, to_target
from saxhtml.etree import parse as parse_tree
from saxhtml.testing import every_split

SVG: Final = "{http://www.w3.org/2000/svg}"
XHTML: Final = "{http://www.w3.org/1999/xhtml}"
XLINK: Final = "{http://www.w3.org/1999/xlink}"

PAGE: Final = """<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN"><html lang=en><head><title>T</title></head>
<body><p class=x>a<br>b&amp;<!--c--><p "<b">\x01<?d e?><svg viewbox=0><use xlink:href=#u /></svg></body></html>"""


class Target:
    """A target that writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def start(self, tag: str, attrib: dict[str, str]) -> None:
        self.told.append(("start", tag, attrib))

    def end(self, tag: str) -> None:
        self.told.append(("end", tag))

    def data(self, data: str) -> None:
        self.told.append(("data", data))

    def comment(self, data: str) -> None:
        self.told.append(("comment", data))

    def pi(self, target: str, data: str) -> None:
        self.told.append(("pi", target, data))

    def doctype(self, name: str, public_id: str | None, system_id: str | None) -> None:
        self.told.append(("doctype", name, public_id, system_id))

    def close(self) -> str:
        return f"told {len(self.told)}"


def test_a_target_is_told_of_a_page() -> None:
    target = Target()
    parse(PAGE, to_target(target))
    assert target.told == [
        ("doctype", "html", "-//W3C//DTD HTML 4.01//EN", None),
        ("start", "html", {"lang": "en"}),
        ("start", "head", {}),
        ("start", "title", {}),
        ("data", "T"),
        ("end", "title"),
        ("end", "head"),
        ("data", "\n"),
        ("start", "body", {}),
        ("start", "p", {"class": "x"}),
        ("data", "a"),
        ("start", "br", {}),
        ("end", "br"),
        ("data", "b&"),
        ("comment", "c"),
        ("end", "p"),
        ("start", "p", {"U000022U00003CbU000022": ""}),
        ("data", "\ufffd"),
        ("pi", "d", "e"),
        ("start", f"{SVG}svg", {"viewBox": "0"}),
        ("start", f"{SVG}use", {f"{XLINK}href": "#u"}),
        ("end", f"{SVG}use"),
        ("end", f"{SVG}svg"),
        ("end", "p"),
        ("end", "body"),
        ("end", "html"),
    ]


@pytest.mark.parametrize("method", ["start", "end", "data", "comment", "pi", "doctype"])
def test_a_method_that_a_target_lacks_is_left_out(method: str) -> None:
    whole = Target()
    part = type("Part", (), {method: getattr(Target, method)})()
    part.told = []
    parse(PAGE, to_target(whole))
    parse(PAGE, to_target(part))
    assert part.told == [told for told in whole.told if told[0] == method]
    assert part.told


def test_a_doctype_without_a_name_is_dropped() -> None:
    target = Target()
    parse("<!DOCTYPE><p>", to_target(target))
    assert "doctype" not in {told[0] for told in target.told}


def as_xml(root: ElementTree.Element) -> str:
    return ElementTree.tostring(root, encoding="unicode")


def test_a_page_becomes_a_tree() -> None:
    root = fromstring("<html><head></head><body><p>a<b>b</b>c<p>d</body></html>")
    assert as_xml(root) == "<html><head /><body><p>a<b>b</b>c</p><p>d</p></body></html>"


def test_what_follows_the_body_is_in_it() -> None:
    root = fromstring("<html><head></head><body>a</body></html><!--b--><p>c")
    assert as_xml(root) == "<html><head /><body>a<p>c</p></body></html>"


def test_html_elements_are_in_a_namespace_where_wanted() -> None:
    root = fromstring("<html><body><svg><title><b>", xhtml=True)
    assert root.tag == f"{XHTML}html"
    assert root.find(f".//{SVG}title/{XHTML}b") is not None
    assert fromstring("<html><body><svg><title><b>").find(f".//{SVG}title/b") is not None


@pytest.mark.parametrize(
    "page", ["", " ", "a", "<!--c-->", "</p>", "<p>", "<html>", "<frameset>", "<svg>", "</html>a<b>", "<head>a"]
)
def test_there_always_is_one_root(page: str) -> None:
    root = fromstring(page)
    assert root.tag == "html"
    assert "".join(root.itertext()).strip() == ("a" if "a" in page.replace("frameset", "").replace("head", "") else "")


def test_a_tree_is_parsed_from_a_path_a_file_and_chunks(tmp_path: Path) -> None:
    page = "<html><body><p>é".encode()
    path = tmp_path / "page.html"
    path.write_bytes(page)
    for source in (path, io.BytesIO(page), [page[:-1], page[-1:]]):
        assert parse_tree(source, encoding="utf-8").findtext(".//p") == "é"
    assert parse_tree("<p>e", xhtml=True).findtext(f".//{XHTML}p") == "e"


def test_options_are_the_parser_s() -> None:
    with pytest.raises(LimitExceeded):
        fromstring("<p title=too-long>", limits=Limits(max_token=10))
    with pytest.raises(UsageError, match="encoding"):
        HTMLParser(encoding="none")


def test_a_tree_is_the_same_however_the_page_is_cut() -> None:
    whole = as_xml(fromstring(PAGE))
    for pieces in every_split(PAGE):
        parser = HTMLParser()
        for piece in pieces:
            parser.feed(piece)
        assert as_xml(parser.close()) == whole, pieces


def test_elementtree_parses_a_file_with_the_parser(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<p>a<br>b")
    assert ElementTree.parse(path, HTMLParser()).findtext(".//p") == "a"
    assert ElementTree.fromstring("<p>a", HTMLParser()).findtext(".//p") == "a"


def test_close_returns_what_the_target_s_close_returns() -> None:
    parser = HTMLParser(target=Target())
    parser.feed("<html><head></head><body></body></html>")
    assert parser.close() == "told 6"
    assert HTMLParser(target=object()).close() is None


def test_comments_are_in_the_tree_where_the_builder_wants_them() -> None:
    builder = ElementTree.TreeBuilder(insert_comments=True, insert_pis=True)
    parse("<!--z--><html><head></head><body>a<!--b-->c<?d e?>f</body></html><!--z-->", to_target(builder))
    assert "<body>a<!--b-->c<?d e?>f" in as_xml(builder.close())


def test_lxml_builds_its_trees_too() -> None:
    lxml = pytest.importorskip("lxml.etree")
    parser = HTMLParser(target=lxml.TreeBuilder())
    parser.feed(PAGE)
    root = parser.close()
    assert root.find(".//p").get("class") == "x"
    assert root.find(f".//{SVG}use").get(f"{XLINK}href") == "#u"
    assert lxml.fromstring(lxml.tostring(root)).find("body/p/br").tail == "b&"


def test_lxml_agrees_on_the_links_of_pages(shared: Path) -> None:
    pytest.importorskip("lxml.etree")
    html = pytest.importorskip("lxml.html")
    for page in sorted(shared.glob("pages/*.html"))[::21]:
        source = page.read_bytes().decode("utf-8", "replace").replace("\0", "").replace("\r\n", "\n")
        ours, theirs = fromstring(source), html.document_fromstring(source.encode(), parser=html.HTMLParser(encoding="utf-8"))
        for tag, attribute in (("a", "href"), ("img", "src"), ("form", "action")):
            found, expected = ([element.get(attribute) for element in root.iter(tag)] for root in (ours, theirs))
            assert found == expected, (page.name, tag)


def test_trees_of_pages_are_written_as_xml_that_can_be_read(pages: list[Path]) -> None:
    for page in pages[:: max(len(pages) // 4, 1)]:
        root = fromstring(page.read_bytes())
        again = ElementTree.fromstring(ElementTree.tostring(root))
        assert [element.tag for element in again.iter()] == [element.tag for element in root.iter()], page.name


GARBAGE: Final = (
    *"<>/=\"'!-?&;: \n\0\x01\x0c\ud800\ufffeaé😀",
    *"<p> </p> <svg> </svg> <math> <mi> <title> </title> <table> <td> <br> <a </ <!-- --> <!DOCTYPE xlink:href=x".split(),
    *"xmlns=x xmlns:xlink=y <foreignObject> <html <body> <head> <frameset> <template> &#1; <![CDATA[ ]]> <?a ?>".split(),
)


def test_garbage_becomes_a_tree_that_is_xml(seed: int) -> None:
    random = Random(seed)
    for _ in range(200):
        page = "".join(random.choices(GARBAGE, k=30))
        root = fromstring(page)
        again = ElementTree.fromstring(ElementTree.tostring(root))
        assert [element.tag for element in again.iter()] == [element.tag for element in root.iter()], (seed, page)


def test_the_nest_may_be_deep() -> None:
    class Depth:
        deepest = depth = 0

        def start(self, tag: str, attrib: dict[str, str]) -> None:
            self.depth += 1
            self.deepest = max(self.depth, self.deepest)

        def end(self, tag: str) -> None:
            self.depth -= 1

    depth = Depth()
    parse("<div>" * 20_000, to_target(depth))
    assert depth.depth == 0
    assert depth.deepest > 20_000


def test_what_nobody_balanced_is_closed_too() -> None:
    target = Target()
    parse("a<p>b</i><q>c", _TargetEvents(target, xhtml=False))
    assert target.told == [
        ("start", "p", {}),
        ("data", "b"),
        ("start", "q", {}),
        ("data", "c"),
        ("end", "q"),
        ("end", "p"),
    ]
