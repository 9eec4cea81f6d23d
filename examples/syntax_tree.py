"""Print the syntax tree of pages: every element with the place of its tags, an svg as the XML that it is.

    python examples/syntax_tree.py examples/pages/news.html
    python examples/syntax_tree.py --at 1250 page.html
    curl -s https://example.org/ | python examples/syntax_tree.py

A line has the place as LINE:COLUMN, the bytes from the first one to behind the last one, and the element, indented by depth.
Elements that need an end tag and have none are marked. ``--at BYTE`` prints only what stands around that byte, from the outside
in, as an editor would. An svg is handed to an XML parser, which keeps its names as written; where it is no XML, the error is
told on the standard error, and the svg is printed as HTML.

Exit status: 0; 1 if a page could not be read, in which case the others still are; 2 if the command line makes no sense.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import closing
from http.client import HTTPException, HTTPResponse
from string import punctuation
from typing import BinaryIO, Final
from urllib.parse import quote
from urllib.request import Request, urlopen
from xml.etree.ElementTree import Element as XmlNode

from saxhtml import LimitExceeded
from saxhtml.tree import Document, Element, Node, XmlElement, parse_tree

TIMEOUT_SECONDS: Final = 30


def opened(source: str) -> BinaryIO | HTTPResponse:
    """Return what a page is read from: a URL, a file, or standard input for ``-``."""
    if source == "-":
        return sys.stdin.buffer
    if source.startswith(("http://", "https://")):
        request = Request(quote(source, safe=punctuation), headers={"User-Agent": "syntax_tree"})
        response: HTTPResponse = urlopen(request, timeout=TIMEOUT_SECONDS)
        return response
    return open(source, "rb")


def lines(document: Document, *, at: int | None = None) -> Iterator[str]:
    """Yield a line for each element, or for those around a byte."""
    unclosed = set(document.unclosed)
    todo: list[tuple[int, Node]] = [(0, node) for node in reversed(document.children)]
    while todo:
        depth, node = todo.pop()
        span = node.span
        if not isinstance(node, Element) or (at is not None and not is_around(node, at)):
            continue
        attributes = written(node.root.attrib if isinstance(node, XmlElement) else node.attrs)
        mark = "  (no end tag)" if node in unclosed else ""
        place = f"{span.line}:{span.column}"
        extent = f"{span.byte_offset}-{span.byte_end_offset}"
        yield f"{place:8} {extent:13} {'  ' * depth}{node.name}{attributes}{mark}"
        if isinstance(node, XmlElement):
            yield from xml_lines(node.root, depth + 1)
        todo += [(depth + 1, child) for child in reversed(node.children)]


def written(attributes: Mapping[str, str]) -> str:
    return "".join(f' {local(name)}="{value}"' for name, value in attributes.items())


def local(name: str) -> str:
    """Return a name of XML without its namespace."""
    return name.rpartition("}")[2]


def is_around(element: Element, at: int) -> bool:
    start, end = element.span.byte_offset, element.span.byte_end_offset
    return start is not None and end is not None and start <= at < end


def xml_lines(root: XmlNode, depth: int) -> Iterator[str]:
    """Yield a line for each element in an XML element; the XML parser says no places."""
    todo = [(depth, child) for child in reversed(root)]
    while todo:
        depth, element = todo.pop()
        yield f"{'':22} {'  ' * depth}{local(element.tag)}{written(element.attrib)}"
        todo += [(depth + 1, child) for child in reversed(element)]


def main() -> int:
    arguments = ArgumentParser(description="Print the elements of pages, indented by depth, with their places.")
    arguments.add_argument("pages", nargs="*", default=["-"], metavar="PAGE", help="a file or URL; standard input if not given")
    arguments.add_argument("--at", type=int, metavar="BYTE", help="print only the elements around this byte, counted from 0")
    given = arguments.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    status = 0
    for source in given.pages:
        try:
            if len(given.pages) > 1:
                print(source)
            with closing(opened(source)) as page:
                document = parse_tree(page, svg="xml", text=False, comments=False)
            for line in lines(document, at=given.at):
                print(line)
            sys.stdout.flush()
            for broken in document.xml_errors:
                print(f"{source}: svg is no XML: {broken.xml_error}", file=sys.stderr)
        except BrokenPipeError:  # whoever reads the output, such as head, has had enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return status
        except (OSError, HTTPException, ValueError, LimitExceeded) as error:
            print(f"{source}: {error}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
