"""The trees of html5lib's tree construction suite, built from balanced events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from typing_extensions import override

from saxhtml._elements import MATH_TEXT_POINTS, SVG_HTML_POINTS, VOID
from saxhtml.attributes import Attributes, ascii_lower
from saxhtml.balance import Repair, balance
from saxhtml.handler import Doctype, Handler
from saxhtml.parser import parse

MOVES: Final = frozenset({"foster parenting", "the adoption agency algorithm"})
PREFIXES: Final = ("xlink ", "xml ", "xmlns ")


class Case(NamedTuple):
    name: str
    data: str
    scripting: bool
    document: str


class _Node:
    def __init__(self, name: str, namespace: str, *, html_inside: bool) -> None:
        self.name = name
        self.namespace = namespace
        self.html_inside = html_inside


class TreeWriter(Handler):
    """Writes the tree that well-formed events make in the notation of the suite, names in lowercase."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._open: list[_Node] = []
        self._depth = 0
        self._text = ""

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self._end_text()
        top = self._open[-1] if self._open else _Node("", "", html_inside=True)
        namespace = top.namespace
        if not namespace and name in ("svg", "math"):
            namespace = name
        elif top.html_inside and not (top.name in MATH_TEXT_POINTS and namespace and name in ("mglyph", "malignmark")):
            namespace = name if name in ("svg", "math") else ""
        elif top.name == "annotation-xml" and name == "svg":
            namespace = name
        self._line(f"<{namespace}{' ' * bool(namespace)}{name}>")
        self._depth += 1
        for attribute, value in sorted(attrs.items()):
            self._line(f'{attribute}="{value}"')
        self._depth -= 1
        if attrs.self_closing if namespace else name in VOID:
            return
        points = {"svg": SVG_HTML_POINTS, "math": MATH_TEXT_POINTS}.get(namespace, frozenset())
        encoding = ascii_lower(attrs.get("encoding", "")) if name == "annotation-xml" and namespace == "math" else ""
        inside = name in points or encoding in ("text/html", "application/xhtml+xml") or not namespace
        self._open.append(_Node(name, namespace, html_inside=inside))
        self._depth += 1
        if name == "template" and not namespace:
            self._line("content")
            self._depth += 1

    @override
    def end_tag(self, name: str) -> None:
        self._end_text()
        node = self._open.pop()
        assert node.name == name, f"</{name}> while <{node.name}> is open"
        self._depth -= 1 + (name == "template" and not node.namespace)

    @override
    def text(self, data: str) -> None:
        self._text += data

    @override
    def comment(self, data: str) -> None:
        self._end_text()
        self._line(f"<!-- {data} -->")

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._end_text()
        self._line(f"<?{target} {data}>")

    @override
    def doctype(self, doctype: Doctype) -> None:
        name, public_id, system_id, _ = doctype
        ids = f' "{public_id or ""}" "{system_id or ""}"' if public_id is not None or system_id is not None else ""
        self._line(f"<!DOCTYPE {name or ''}{ids}>")

    @override
    def end_document(self) -> None:
        self._end_text()
        assert not self._open

    def _line(self, text: str) -> None:
        self.lines.append("| " + "  " * self._depth + text)

    def _end_text(self) -> None:
        if self._text:
            self._line(f'"{self._text}"')
            self._text = ""


def read_cases(path: Path) -> Iterator[Case]:
    """Yield the documents of a file of the suite, each once for every setting of the scripting flag it is for."""
    for number, block in enumerate(("\n" + path.read_bytes().decode()).split("\n#data\n")[1:], start=1):
        data, _, rest = block.partition("#errors\n")
        head, _, document = rest.partition("#document\n")
        if "#document-fragment" in head:
            continue
        settings = [False] if "#script-off" in head else [True] if "#script-on" in head else [False, True]
        for scripting in settings:
            yield Case(f"{path.stem}:{number}", data.removesuffix("\n"), scripting, folded(document.rstrip("\n")))


def folded(document: str) -> str:
    """Write names of the svg and math namespaces as the parser gives them: in lowercase, prefixes with a colon."""
    lines: list[str] = []
    attributes: list[str] = []
    for line in document.split("\n"):
        bare = line[2:].lstrip(" ")
        indent = line[: len(line) - len(bare)]
        if line.startswith("| ") and bare[:1] not in ('"', "<") and "=" in bare:
            name, equals, value = bare.partition("=")
            name = name.lower()
            attributes.append(indent + (name.replace(" ", ":") if name.startswith(PREFIXES) else name) + equals + value)
            continue
        lines += sorted(attributes)
        attributes.clear()
        lines.append(indent + (bare.lower() if bare.startswith(("<svg ", "<math ")) else bare))
    return "\n".join([*lines, *sorted(attributes)])


OLDER_THAN_PROCESSING_INSTRUCTIONS: Final = frozenset({"html5test-com:12", "tests1:40", "tests1:44", "tests1:47"})
"""Cases that expect the comment that ``<?`` began before June 2026."""


def test_of_the_documents_in_which_nothing_moves_95_percent_come_out_identical(shared: Path, ran: Counter[str]) -> None:
    ran_through = identical = moved = 0
    differing: Counter[str] = Counter()
    untold = []
    for path in sorted((shared / "html5lib-tests" / "tree-construction").glob("*.dat")):
        for case in read_cases(path):
            if case.name in OLDER_THAN_PROCESSING_INSTRUCTIONS:
                continue
            repairs: list[Repair] = []
            writer = TreeWriter()
            parse(case.data, balance(writer, scripting=case.scripting, on_repair=repairs.append), scripting=case.scripting)
            told = {repair.what for repair in repairs if repair.kind == "unstreamable"}
            same = "\n".join(writer.lines) == case.document
            if told & MOVES:
                moved += 1
                # So that no case is left out that could have come out right.
                assert not same, case
                continue
            ran_through += 1
            identical += same
            if not same:
                differing.update(told)
                untold += [case.name] * (not told)
    ran["trees of balanced events"] += ran_through
    assert not untold
    assert ran_through > 2_800
    assert moved < ran_through / 9
    assert identical / ran_through >= 0.95, differing
