"""``saxhtml tree``: the nodes of a page, each below what it stands in, and where they stand."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import Any, Final

from typing_extensions import override

from saxhtml.cli._output import Output
from saxhtml.cli._sources import Page
from saxhtml.tree import Comment, DoctypeNode, Document, Element, Node, ParentNode, ProcessingInstruction, Text, TreeBuilder

_MOST_SHOWN: Final = 60
"""Characters of text that the outline shows."""


def command(arguments: Namespace) -> Callable[[Page, Output], int]:
    keep = None if arguments.keep is None else frozenset(arguments.keep.replace(",", " ").split())
    options = {"keep": keep, "blank_text": arguments.blank, "keep_source": arguments.source}

    def run(page: Page, out: Output) -> int:
        def print_lines(document: Document) -> None:
            prefix = f"{page.name}:" if page.several else ""
            for depth, node in _nodes(document):
                span = node.span
                place = out.style(f"{prefix}{span.line}:{span.column}".ljust(len(prefix) + 8), "place")
                what = _shown(node.source) if arguments.source else _outlined(node)
                out.line(f"{place} {f'{span.offset}-{span.end_offset}':13} {'  ' * depth}{what}")

        def print_records(document: Document) -> None:
            about_page = {"page": page.name} if page.several else {}
            for depth, node in _nodes(document):
                source = {"source": node.source} if arguments.source else {}
                out.json({**about_page, "depth": depth, **_record(node), **source})

        page.parse(_Printer(print_records if arguments.format == "jsonl" else print_lines, options), out.flush)
        return 0

    return run


class _Printer(TreeBuilder[Document]):
    """Has the tree printed when the page ends, be it too early."""

    def __init__(self, print_tree: Callable[[Document], None], options: dict[str, Any]) -> None:
        super().__init__(**options)
        self._print_tree: Final = print_tree

    @override
    def end_document(self) -> None:
        super().end_document()
        self._print_tree(self.document)


def _nodes(document: Document) -> Iterator[tuple[int, Node]]:
    """Yield the nodes in a document, each with its depth from 0."""
    todo = [(0, node) for node in reversed(document.children)]
    while todo:
        depth, node = todo.pop()
        yield depth, node
        if isinstance(node, ParentNode):
            todo += [(depth + 1, child) for child in reversed(node.children)]


def _outlined(node: Node) -> str:
    match node:
        case Element():
            attributes = [f" {name}={_shown(value)}" if value else f" {name}" for name, value in node.attrs.items()]
            return node.name + "".join(attributes)
        case Text():
            return _shown(node.data)
        case Comment():
            return f"<!--{_shown(node.data)[1:-1]}-->"
        case ProcessingInstruction():
            return f"<?{node.target} {_shown(node.data)[1:-1]}>"
        case _:
            assert isinstance(node, DoctypeNode)
            return f"<!DOCTYPE {node.doctype.name or ''}>"


def _shown(text: str) -> str:
    """Return text on one line, in quotes, and only so much of it."""
    shown = text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 1]}…"
    return '"' + shown.translate(_ESCAPES) + '"'


_ESCAPES: Final = {
    **{code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160))},
    **{ord(sign): f"\\{letter}" for sign, letter in zip('\t\n\r"\\', 'tnr"\\', strict=True)},
}


def _record(node: Node) -> dict[str, object]:
    what: dict[str, object]
    match node:
        case Element():
            tags = {"start_tag": node.start_tag[:2], "end_tag": node.end_tag and node.end_tag[:2]}
            what = {"node": "element", "name": node.name, "namespace": node.namespace, "attrs": dict(node.attrs), **tags}
        case Text():
            what = {"node": "text", "data": node.data}
        case Comment():
            what = {"node": "comment", "data": node.data}
        case ProcessingInstruction():
            what = {"node": "processing_instruction", "target": node.target, "data": node.data}
        case _:
            assert isinstance(node, DoctypeNode)
            what = {"node": "doctype", **node.doctype._asdict()}
    return {**what, **node.span._asdict()}
