"""DTD text to a model: the declarations of ISO 8879, one method each.

How the text falls into tokens is :mod:`saxhtml.dtd._scanner`'s matter, what the outcome is good for
:mod:`saxhtml.dtd._model`'s. Declarations that say nothing about elements, attributes and entities (NOTATION, SHORTREF,
USEMAP) are read and left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeVar, get_args

from saxhtml.attributes import ascii_lower
from saxhtml.dtd._model import (
    DTD,
    TEXT,
    AttributeKind,
    AttributeType,
    AttributeUse,
    Connector,
    Content,
    DeclaredContent,
    ElementType,
    Entity,
    EntityKind,
    Group,
    NameTable,
    Occurrence,
    Particle,
    Table,
)
from saxhtml.dtd._scanner import Parameter, Resolver, Scanner
from saxhtml.errors import UsageError

_T = TypeVar("_T")

_DEEPEST_GROUP: Final = 64
"""Groups within groups. The SGML declarations of HTML allow 16."""

_CONNECTORS: Final[dict[str, Connector]] = {",": ",", "|": "|", "&": "&"}
_OCCURRENCES: Final[dict[str, Occurrence]] = {"?": "?", "*": "*", "+": "+"}
_DECLARED_CONTENT: Final[dict[str, DeclaredContent]] = {word: word for word in get_args(DeclaredContent)}
_ATTRIBUTE_KINDS: Final[dict[str, AttributeKind]] = {word: word for word in get_args(AttributeKind) if word != "ENUMERATION"}
_ATTRIBUTE_USES: Final[dict[str, AttributeUse]] = {
    f"#{word}": word for word in get_args(AttributeUse) if word not in ("DEFAULT", "FIXED")
}
_ENTITY_KINDS: Final[dict[str, EntityKind]] = {word: word for word in get_args(EntityKind) if word != "TEXT"}


def compile_dtd(
    text: str,
    *,
    name: str = "",
    root: str | None = None,
    parameters: Mapping[str, str] | None = None,
    resolve: Resolver | None = None,
    prefer: Sequence[str] = ("p", "ul", "td"),
    max_expansion: int = 2_000_000,
) -> DTD:
    """Compile SGML DTD text (ISO 8879, clause 11; also that of XML) to a model.

    ``name`` is what the model is called. ``root`` is the root element, needed only where the text leaves it open: it is the
    one element that may stand in no other. ``parameters`` are parameter entities declared ahead of the text, which come
    before its own declarations of the same names, such as ``{"HTML.Recommended": "INCLUDE"}``. ``resolve`` takes the public
    and the system identifier (str or None) of an external parameter entity that is referred to and returns its text; without
    it, or where it returns None, such references are left out. ``prefer`` names elements that come first where the DTD
    leaves several equally likely: a cell is rather ``td`` than ``th``, which no DTD says. ``max_expansion``, in characters,
    limits what entities and groups expand to, with something added for each reference; HTML 4.01 comes to some 150,000.

    Raises :class:`DTDError`, which names line and declaration, for text that is no DTD, that refers to itself, or that expands
    too far; :class:`~saxhtml.UsageError` for a ``root`` that is not declared.
    """
    if not isinstance(text, str):
        raise UsageError(f"compile_dtd() takes the text of a DTD as str, not {type(text).__name__}: decode it first")
    return _Compiler(Scanner(text, parameters or {}, resolve, max_expansion)).compile(name, root, prefer)


class _Compiler:
    __slots__ = ("attributes", "elements", "entities", "scanner")

    def __init__(self, scanner: Scanner) -> None:
        self.scanner = scanner
        self.elements: dict[str, ElementType] = {}
        self.attributes: dict[str, dict[str, AttributeType]] = {}
        self.entities: dict[str, Entity] = {}

    def compile(self, name: str, root: str | None, prefer: Sequence[str]) -> DTD:
        scanner = self.scanner
        while (keyword := scanner.next_declaration()) is not None:
            match keyword:
                case "ELEMENT":
                    self._element()
                case "ATTLIST":
                    self._attributes()
                case "ENTITY":
                    self._entity()
                case "NOTATION" | "SHORTREF" | "USEMAP":
                    self._skip()
                case _:
                    scanner.fail(f"<!{keyword} is no declaration of a DTD")
            scanner.finish()
        self._charge_for_questions()
        elements = NameTable(
            (name, replace(element, attributes=NameTable(self.attributes[name])) if name in self.attributes else element)
            for name, element in self.elements.items()
        )
        return DTD(name, self._root(root), elements, Table(self.entities), tuple(map(ascii_lower, prefer)))

    def _charge_for_questions(self) -> None:
        """Keep within the limit what the model does with elements times elements."""
        elements = self.elements.values()
        excepted = set().union(*(element.inclusions | element.exclusions for element in elements))
        unlimited = sum(element.content.expression == "ANY" for element in elements)
        self.scanner.charge(len(elements) * (len(excepted) + unlimited))

    def _root(self, root: str | None) -> str:
        if root is not None:
            if ascii_lower(root) not in self.elements:
                raise UsageError(f"root={root!r} names an element that the DTD does not declare")
            return ascii_lower(root)
        # What may hold anything does not count: that would be the root too.
        contained: set[str] = set()
        for name, element in self.elements.items():
            contained.update(element.inclusions, element.content.children - {name})
        roots = [name for name in self.elements if name not in contained]
        if len(roots) > 1:
            # A leaf that nothing mentions is a leftover, as NEXTID is in strict HTML 2.0.
            contents = {name: self.elements[name].content for name in roots}
            roots = [name for name, content in contents.items() if content.holds_markup and content.children != {TEXT}] or roots
        if len(roots) != 1:
            which = f"several elements stand in no other ({', '.join(roots[:5])})" if roots else "no element stands in no other"
            self.scanner.fail(f"{which}: pass root= to say which one a document begins with")
        return roots[0]

    def _element(self) -> None:
        names = self._declared_names()
        start_optional = end_optional = False
        if self._at("-") or (self.scanner.kind == "name" and self.scanner.value.upper() == "O"):
            start_optional, end_optional = self._omission(), self._omission()
        content = Content(self._group(1) if self._at("(") else self._keyword(_DECLARED_CONTENT, "a content model"))
        inclusions: frozenset[str] = frozenset()
        exclusions: frozenset[str] = frozenset()
        while self._at("+") or self._at("-"):
            if self._take() == "+":
                inclusions = inclusions.union(map(ascii_lower, self._names()))
            else:
                exclusions = exclusions.union(map(ascii_lower, self._names()))
        self.scanner.charge(len(names) * (len(content.names) + len(inclusions) + len(exclusions)))
        for name in names:
            if name in self.elements:
                self.scanner.fail(f"the element {name} is declared twice")
            self.elements[name] = ElementType(name, content, start_optional, end_optional, inclusions, exclusions)

    def _omission(self) -> bool:
        if self._at("-"):
            self._take()
            return False
        if self._name("- or O").upper() != "O":
            self.scanner.fail("expected - or O for the end tag")
        return True

    def _group(self, depth: int) -> Group:
        if depth > _DEEPEST_GROUP:
            self.scanner.fail(f"more than {_DEEPEST_GROUP} groups stand in each other")
        self._take()
        items: list[Particle | Group] = []
        connector: Connector | None = None
        while True:
            items.append(self._group(depth + 1) if self._at("(") else self._particle())
            if self._at(")"):
                break
            sign = self._keyword(_CONNECTORS, "a connector or )")
            if sign != (connector or sign):
                self.scanner.fail(f"{connector} and {sign} stand in one group")
            connector = sign
        self._take()
        return Group(connector or ",", tuple(items), self._occurrence())

    def _particle(self) -> Particle:
        if self.scanner.kind == "reserved":
            name = ascii_lower(self._take())
            if name != TEXT:
                self.scanner.fail(f"{name} stands in a content model")
        else:
            name = ascii_lower(self._name("the name of an element"))
        return Particle(name, self._occurrence())

    def _occurrence(self) -> Occurrence:
        # Behind a space, + begins inclusions.
        if self.scanner.kind != "sign" or self.scanner.value not in _OCCURRENCES or self.scanner.spaced:
            return ""
        return _OCCURRENCES[self._take()]

    def _attributes(self) -> None:
        scanner = self.scanner
        if scanner.kind == "reserved":  # attributes of notations
            self._skip()
            return
        names = self._declared_names()
        definitions: list[AttributeType] = []
        while not self._at(">"):
            definitions.append(self._attribute())
        scanner.charge(len(names) * len(definitions))
        for name in names:
            attributes = self.attributes.setdefault(name, {})
            for definition in definitions:
                attributes.setdefault(definition.name, definition)

    def _attribute(self) -> AttributeType:
        scanner = self.scanner
        name = ascii_lower(self._name("the name of an attribute"))
        kind: AttributeKind = "ENUMERATION"
        if not self._at("("):
            kind = self._keyword(_ATTRIBUTE_KINDS, f"the type of the attribute {name}")
        values: tuple[str, ...] = ()
        if kind in ("ENUMERATION", "NOTATION"):
            values = tuple(map(ascii_lower, self._names()))
        if scanner.kind == "reserved" and scanner.value.upper() != "#FIXED":
            return AttributeType(name, kind, values, self._keyword(_ATTRIBUTE_USES, f"the default of the attribute {name}"))
        use: AttributeUse = "DEFAULT"
        if scanner.kind == "reserved":
            self._take()
            use = "FIXED"
        if scanner.kind not in ("literal", "name"):
            scanner.fail(f"expected the default of the attribute {name}, found {scanner.value!r}")
        default = scanner.attribute_text(scanner.value, self.entities) if scanner.kind == "literal" else scanner.value
        scanner.advance()
        if kind != "CDATA":
            default = ascii_lower(" ".join(default.split()))
        return AttributeType(name, kind, values, use, default)

    def _entity(self) -> None:
        scanner = self.scanner
        is_parameter = self._at("%")
        if is_parameter:
            self._take()
        name = self._take() if scanner.kind == "reserved" else self._name("the name of an entity")
        scanner.declaration += f" %{name}" if is_parameter else f" {name}"
        kind: EntityKind = "TEXT"
        text = public_id = system_id = notation = None
        if scanner.kind == "name" and scanner.value.upper() in ("PUBLIC", "SYSTEM"):
            public_id, system_id = self._external_id()
            if scanner.kind == "name":
                kind = self._keyword(_ENTITY_KINDS, "the type of the entity")
                notation = self._name("the name of a notation") if kind != "SUBDOC" else None
        else:
            if scanner.kind == "name":
                kind = self._keyword(_ENTITY_KINDS, "the type or the text of the entity")
            text = scanner.parameter_text(self._literal("the text of the entity"))
        # Of several declarations the first counts (ISO 8879, 10.5).
        if is_parameter:
            scanner.parameters.setdefault(name, Parameter(text, public_id, system_id))
        else:
            self.entities.setdefault(name, Entity(name, kind, text, public_id, system_id, notation))

    def _external_id(self) -> tuple[str | None, str | None]:
        public_id = None
        if self._take().upper() == "PUBLIC":
            public_id = " ".join(self._literal("a public identifier").split())
        return public_id, self._literal("") if self.scanner.kind == "literal" else None

    def _declared_names(self) -> list[str]:
        names = list(map(ascii_lower, self._names()))
        self.scanner.declaration += f" {names[0]}" if len(names) == 1 else f" ({names[0]}|...)"
        return names

    def _names(self) -> list[str]:
        """Read a name, or a group of names with any connector between them."""
        if not self._at("("):
            return [self._name("a name or a group of names")]
        self._take()
        names = [self._name("a name")]
        while not self._at(")"):
            self._keyword(_CONNECTORS, "a connector or )")
            names.append(self._name("a name"))
        self._take()
        return names

    def _skip(self) -> None:
        while not self._at(">"):
            self.scanner.advance()

    def _at(self, sign: str) -> bool:
        return self.scanner.value == sign and self.scanner.kind == "sign"

    def _take(self) -> str:
        value = self.scanner.value
        self.scanner.advance()
        return value

    def _name(self, what: str) -> str:
        if self.scanner.kind != "name":
            self.scanner.fail(f"expected {what}, found {self.scanner.value!r}")
        return self._take()

    def _literal(self, what: str) -> str:
        if self.scanner.kind != "literal":
            self.scanner.fail(f"expected {what} in quotes, found {self.scanner.value!r}")
        return self._take()

    def _keyword(self, words: Mapping[str, _T], what: str) -> _T:
        word = words.get(self.scanner.value.upper()) if self.scanner.kind != "literal" else None
        if word is None:
            self.scanner.fail(f"expected {what}, found {self.scanner.value!r}")
        self.scanner.advance()
        return word
