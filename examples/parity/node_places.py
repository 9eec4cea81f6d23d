"""Print the syntax tree of a page: every node with its place, an svg as the XML that it is.

    python examples/parity/node_places.py examples/pages/dashboard.html

So did the sample of the .NET streaming parser. A line has the place as LINE:COLUMN, the first byte of the node, its length in
bytes, and the node, indented by depth. ``examples/syntax_tree.py`` prints elements only and finds what stands at a place.

Exit status: 0; 1 if the page could not be read; 2 if the command line makes no sense.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from saxhtml import LimitExceeded
from saxhtml.tree import Comment, DoctypeNode, Document, Element, Node, ProcessingInstruction, Text, XmlElement, parse_tree


def described(node: Node) -> str:
    match node:
        case XmlElement():
            names = [element.tag.rpartition("}")[2] for element in node.root.iter()]
            return f"xml {' '.join(names)}"
        case Element():
            return f"element {node.name}" + "".join(f" {name}={value!r}" for name, value in node.attrs.items())
        case Text():
            return f"text {node.data!r}"
        case Comment():
            return f"comment {node.data!r}"
        case DoctypeNode():
            return f"doctype {node.doctype.name}"
        case ProcessingInstruction():
            return f"processing instruction {node.target} {node.data!r}"
    return repr(node)


def lines(document: Document) -> Iterator[str]:
    depths: dict[Node | None, int] = {document: -1}
    for node in document.iter():
        depth = depths[node] = depths[node.parent] + 1
        span = node.span
        place = f"{span.line}:{span.column}"
        yield f"{place:8} {span.byte_offset:6} {span.byte_length:6}  {'  ' * depth}{described(node)}"


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: node_places.py PAGE", file=sys.stderr)
        return 2
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    try:
        document = parse_tree(Path(arguments[0]), svg="xml", blank_text=False)
        for line in lines(document):
            print(line)
        for element in document.unclosed:
            print(f"line {element.span.line}, column {element.span.column}: {element.name} is not closed")
    except BrokenPipeError:  # whoever reads the output, such as head, has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, LimitExceeded) as error:
        print(f"{arguments[0]}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
