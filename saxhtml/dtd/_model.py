"""What a DTD says, as data, and the questions it answers: may this stand there, and what is implied between.

The model is made by :mod:`saxhtml.dtd._compiler` and never changes. Content models are kept as expressions, order and
repetition included, but the questions about containment look at names only: a stream that asks whether a tag may stand
somewhere has not seen what comes after. Closing and opening tags accordingly is the work of ``balance``, not of this room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import Final, Literal, NamedTuple, Self, TypeVar

from typing_extensions import override

from saxhtml.attributes import ascii_lower

TEXT: Final = "#pcdata"
"""The name under which text stands in content models and may be asked for, in any case as the others."""

Connector = Literal[",", "|", "&"]
"""In this order, one of these, or all of these in any order."""

Occurrence = Literal["", "?", "*", "+"]
"""Once, at most once, any number of times, at least once."""

DeclaredContent = Literal["EMPTY", "CDATA", "RCDATA", "ANY"]
"""Nothing, raw text, text with references, or anything."""

AttributeKind = Literal[
    "CDATA",
    "ENTITY",
    "ENTITIES",
    "ID",
    "IDREF",
    "IDREFS",
    "NAME",
    "NAMES",
    "NMTOKEN",
    "NMTOKENS",
    "NUMBER",
    "NUMBERS",
    "NUTOKEN",
    "NUTOKENS",
    "NOTATION",
    "ENUMERATION",
]
"""The declared value of an attribute (ISO 8879, 11.3.3); ENUMERATION is a group of name tokens."""

AttributeUse = Literal["DEFAULT", "FIXED", "REQUIRED", "CURRENT", "CONREF", "IMPLIED"]
"""What holds when the attribute is left out (ISO 8879, 11.3.4); DEFAULT is a value without ``#FIXED``."""

EntityKind = Literal["TEXT", "CDATA", "SDATA", "PI", "STARTTAG", "ENDTAG", "MS", "MD", "NDATA", "SUBDOC"]
"""What an entity holds (ISO 8879, 10.5); TEXT is the kind without a keyword."""

_V = TypeVar("_V")

_MOST_CHAINS: Final = 16384
"""Answers of ``implied`` that a model remembers: enough for every page but one written to ask for all there are."""


class Table(Mapping[str, _V]):
    """An immutable mapping in the order of declaration, which can be hashed and pickled."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, _V] | Iterable[tuple[str, _V]] = ()) -> None:
        self._items: dict[str, _V] = dict(items)

    @override
    def __getitem__(self, name: str) -> _V:
        return self._items[name]

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    @override
    def __len__(self) -> int:
        return len(self._items)

    @override
    def __hash__(self) -> int:
        return hash(frozenset(self._items))

    @override
    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._items!r})"

    @override
    def __reduce__(self) -> tuple[type[Self], tuple[dict[str, _V]]]:
        return type(self), (self._items,)


class NameTable(Table[_V]):
    """A table by the names of tags or attributes, which may be asked for in any case. The names in it are lowercase."""

    __slots__ = ()

    @override
    def __getitem__(self, name: str) -> _V:
        return self._items[ascii_lower(name)]


@dataclass(frozen=True, slots=True)
class Particle:
    """A name in a content model, or :data:`TEXT`, and how often it may occur there."""

    name: str
    occurs: Occurrence = ""

    @override
    def __str__(self) -> str:
        return self.name + self.occurs


@dataclass(frozen=True, slots=True)
class Group:
    """A group in a content model (ISO 8879, 11.2.4). ``str`` gives it in the DTD's notation, spaces normalized."""

    connector: Connector
    """What stands between the items; of a single item ``,``."""
    items: tuple[Particle | Group, ...]
    occurs: Occurrence = ""

    @override
    def __str__(self) -> str:
        separator = ", " if self.connector == "," else f" {self.connector} "
        return f"({separator.join(map(str, self.items))}){self.occurs}"

    def _walk(self, repeated: bool) -> Iterator[tuple[str, bool]]:
        repeated = repeated or self.occurs in ("*", "+")
        for item in self.items:
            if isinstance(item, Group):
                yield from item._walk(repeated)
            else:
                yield item.name, repeated or item.occurs in ("*", "+")


@dataclass(frozen=True, slots=True)
class Content:
    """What an element may hold: the expression, and the sets that follow from it."""

    expression: Group | DeclaredContent
    names: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """The names in the expression, :data:`TEXT` among them, each once and in the order of the expression."""
    children: frozenset[str] = field(init=False, compare=False, repr=False)
    """The same as a set. For CDATA and RCDATA it is text; for ANY, which is every name, it is empty."""
    repeatable: frozenset[str] = field(init=False, compare=False, repr=False)
    """Those of the names that the expression lets occur more than once."""

    def __post_init__(self) -> None:
        names: dict[str, bool] = {}
        if isinstance(self.expression, Group):
            for name, repeated in self.expression._walk(False):
                # A name that stands in two places can occur twice.
                names[name] = repeated or name in names
        elif self.expression in ("CDATA", "RCDATA"):
            names[TEXT] = True
        object.__setattr__(self, "names", tuple(names))
        object.__setattr__(self, "children", frozenset(names))
        object.__setattr__(self, "repeatable", frozenset(name for name, repeated in names.items() if repeated))

    @property
    def holds_markup(self) -> bool:
        """Whether tags are read in it at all, as they are not in EMPTY, CDATA and RCDATA."""
        return isinstance(self.expression, Group) or self.expression == "ANY"

    @property
    def holds_text(self) -> bool:
        """Whether text may stand directly in it."""
        return TEXT in self.children or self.expression == "ANY"

    @override
    def __str__(self) -> str:
        return str(self.expression)


@dataclass(frozen=True, slots=True)
class AttributeType:
    """The definition of an attribute (ISO 8879, 11.3)."""

    name: str
    kind: AttributeKind
    values: tuple[str, ...] = ()
    """The tokens of an ENUMERATION, or the notations of a NOTATION, in lowercase and in order."""
    use: AttributeUse = "IMPLIED"
    default: str | None = None
    """The value with ``use`` DEFAULT or FIXED. Lowercase unless the kind is CDATA, as SGML has it."""


@dataclass(frozen=True, slots=True)
class ElementType:
    """The definition of an element (ISO 8879, 11.2) and of its attributes."""

    name: str
    content: Content
    start_optional: bool = False
    """Whether its start tag may be left out."""
    end_optional: bool = False
    """Whether its end tag may be left out; of an EMPTY element it must be."""
    inclusions: frozenset[str] = frozenset()
    """What may stand anywhere within it, at any depth."""
    exclusions: frozenset[str] = frozenset()
    """What may stand nowhere within it, at any depth; stronger than any inclusion."""
    attributes: NameTable[AttributeType] = field(default_factory=NameTable)

    @property
    def empty(self) -> bool:
        """Whether it is declared EMPTY, so that it has no end tag."""
        return self.content.expression == "EMPTY"


@dataclass(frozen=True, slots=True)
class Entity:
    """A general entity (ISO 8879, 10.5): with its text, or with the identifiers of something outside."""

    name: str
    kind: EntityKind
    text: str | None
    """Character references in it are resolved, references to entities are not. None for an external entity."""
    public_id: str | None = None
    system_id: str | None = None
    notation: str | None = None


class Context(NamedTuple):
    """A place in a document: the element one is in, and what the open elements include and exclude, itself among them.

    Made by :meth:`DTD.context` and :meth:`DTD.enter`. The ``name`` of the place before the root element is empty.
    """

    name: str
    included: frozenset[str] = frozenset()
    excluded: frozenset[str] = frozenset()


_DOCUMENT: Final = Context("")


@dataclass(frozen=True, slots=True)
class DTD:
    """A compiled DTD. Immutable, comparable by its declarations, picklable, and fit for use from several threads.

    Names of elements are in lowercase and may be asked for in any case; names of entities are case-sensitive. Where a
    method takes a place, that is the name of an element, whose own exceptions then count and no other's, or a
    :class:`Context`, which knows of those of the elements around it. Names that are not declared may stand everywhere that
    tags are read, unless excluded by name, and hold everything, since nothing is said of them.
    """

    name: str = field(compare=False)
    root: str
    """The element that every document begins with."""
    elements: NameTable[ElementType]
    entities: Table[Entity] = field(default_factory=Table)
    prefer: tuple[str, ...] = ()
    """Elements that come first among those that could be implied equally well."""
    empty_elements: frozenset[str] = field(init=False, compare=False, repr=False)
    """The names of the elements without content and end tag."""
    optional_start_tags: frozenset[str] = field(init=False, compare=False, repr=False)
    """The names of the elements whose start tag may be left out."""
    optional_end_tags: frozenset[str] = field(init=False, compare=False, repr=False)
    """The names of the elements whose end tag may be left out."""
    _known: dict[str, ElementType] = field(init=False, compare=False, repr=False)
    _containers: dict[str, str] = field(init=False, compare=False, repr=False)
    _chains: dict[tuple[Context, str, bool], tuple[str, ...] | None] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        elements = self.elements.values()
        put = object.__setattr__
        put(self, "_known", dict(self.elements))
        put(self, "empty_elements", frozenset(element.name for element in elements if element.empty))
        put(self, "optional_start_tags", frozenset(element.name for element in elements if element.start_optional))
        put(self, "optional_end_tags", frozenset(element.name for element in elements if element.end_optional))
        put(self, "_containers", self._likely_containers())
        put(self, "_chains", {})

    @override
    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (self.name, self.root, self.elements, self.entities, self.prefer)

    @property
    def characters(self) -> Table[str]:
        """The characters that have a name: of each entity that stands for a single one, that character."""
        return Table((name, entity.text) for name, entity in self.entities.items() if entity.text and len(entity.text) == 1)

    def context(self, names: Iterable[str] = ()) -> Context:
        """Return the place within the open elements ``names``, from the root inwards; without any, before the root."""
        context = _DOCUMENT
        for name in names:
            context = self.enter(context, name)
        return context

    def enter(self, context: Context, name: str) -> Context:
        """Return the place within an element ``name`` that is opened at ``context``, whether it may stand there or not."""
        name = ascii_lower(name)
        _, included, excluded = context
        element = self._known.get(name)
        if element is None:
            return Context(name, included, excluded)
        if not element.content.holds_markup:
            included = frozenset()
        elif element.inclusions:
            included |= element.inclusions
        if element.exclusions:
            excluded |= element.exclusions
        return Context(name, included, excluded)

    def allows(self, place: str | Context, name: str) -> bool:
        """Return whether the element ``name``, or :data:`TEXT`, may stand directly in ``place``.

        Order and number are not looked at. Exclusions come before inclusions (ISO 8879, 11.2.5).
        """
        return self._allows(self._place(place), ascii_lower(name))

    def allows_text(self, place: str | Context) -> bool:
        """Return whether text may stand directly in ``place``. White space between tags is no text in this sense."""
        return self._allows(self._place(place), TEXT)

    def implied(self, place: str | Context, name: str, *, likely: bool = True) -> tuple[str, ...] | None:
        """Return the start tags to open, outermost first, so that ``name`` or :data:`TEXT` may stand in ``place``.

        Empty where it may stand there as it is; None where no tags would help. Implied are elements whose start tag may be
        left out; repeatable ones in a place that takes no text and so wants its content wrapped (``li`` in ``ul``); and with
        ``likely`` the likely container of ``name``, its container in turn, and so on (``ul`` for ``li`` in ``body``).
        Fewest guesses come first, then the shortest chain, then the names in :attr:`prefer`, then the order of the DTD.

        A balancer asks without ``likely`` from the innermost open element outwards, and with it when none had an answer:
        else a second ``li`` would begin a list within the first.
        """
        context = self._place(place)
        name = ascii_lower(name)
        if self._allows(context, name):
            return ()
        key = (context, name, likely)
        try:
            return self._chains[key]
        except KeyError:
            if len(self._chains) >= _MOST_CHAINS:
                self._chains.clear()
            chain = self._chains[key] = self._chain(context, name, likely)
            return chain

    def likely_container(self, name: str) -> str | None:
        """Return the element that ``name``, or :data:`TEXT`, is most likely to stand in: its place in the simplest document.

        None for the root, and for a name that is not declared or stands in nothing. This is how the tag that a lone ``li``
        needs is found, and for that one in turn, up to one that is open.
        """
        return self._containers.get(ascii_lower(name))

    def _place(self, place: str | Context) -> Context:
        return place if isinstance(place, Context) else self.enter(_DOCUMENT, place)

    def _allows(self, context: Context, name: str) -> bool:
        if name in context.excluded:
            return False
        if not context.name:
            return name == self.root
        element = self._known.get(context.name)
        if (
            element is None
            or element.content.expression == "ANY"
            or name in element.content.children
            or name in context.included
        ):
            return True
        return element.content.holds_markup and name != TEXT and name not in self._known

    def _steps(self, context: Context) -> Iterator[tuple[str, int]]:
        """Yield what may be opened in a place, and how much of a guess it is to open it unasked."""
        if not context.name:
            yield self.root, 0
            return
        element = self._known.get(context.name)
        if element is None:
            return
        names: Iterable[str] = self._known if element.content.expression == "ANY" else element.content.names
        for name in names:
            if name not in context.excluded:
                yield name, self._guess(element, name)
        for name in sorted(element.inclusions - element.content.children - context.excluded):
            yield name, self._guess(element, name)

    def _guess(self, container: ElementType, name: str) -> int:
        element = self._known.get(name)
        if element is not None and element.start_optional:
            return 0
        # What may occur once, as a title or caption, is far from being what a stray tag wants to stand in.
        return 3 if name in container.content.children and name not in container.content.repeatable else 1

    def _rank(self, name: str) -> int:
        return self.prefer.index(name) if name in self.prefer else len(self.prefer)

    def _spread(self, start: Context, opens: Callable[[Context, str], bool]) -> Iterator[tuple[str, Context]]:
        """Yield the places that are reached from ``start`` by opening elements, cheapest first, with what each stands in."""
        serial = count()
        best = {start.name: (0, 0, 0)}
        heap = [((0, 0, 0), next(serial), _DOCUMENT, start.name)]
        while heap:
            cost, _, container, name = heappop(heap)
            if best[name] != cost:
                continue
            best[name] = (-1, 0, 0)  # reached, so that nothing is better
            context = self.enter(container, name) if name != start.name else start
            yield container.name, context
            guesses, length, _ = cost
            for name, guess in self._steps(context):
                cost = (guesses + guess, length + 1, self._rank(name))
                if (name not in best or cost < best[name]) and opens(context, name):
                    best[name] = cost
                    heappush(heap, (cost, next(serial), context, name))

    def _likely_containers(self) -> dict[str, str]:
        containers = {context.name: container for container, context in self._spread(_DOCUMENT, lambda _context, _name: True)}
        # What the root does not lead to stands at least in the first that mentions it.
        for element in self._known.values():
            for name in (*element.content.names, *sorted(element.inclusions)):
                if name in self._known and name != element.name:
                    containers.setdefault(name, element.name)
        return {name: container for name, container in containers.items() if container}

    def _chain(self, context: Context, wanted: str, likely: bool) -> tuple[str, ...] | None:
        if wanted in context.excluded:
            return None
        guessed: set[str] = set()
        container = self._containers.get(wanted) if likely else None
        while container is not None and container not in guessed:
            guessed.add(container)
            container = self._containers.get(container)

        def opens(place: Context, name: str) -> bool:
            element = self._known.get(name)
            if element is None or wanted in element.exclusions:
                return False
            if element.start_optional or name in guessed or not place.name:
                return True
            content = self._known[place.name].content
            return not content.holds_text and name in content.repeatable

        outer: dict[str, str] = {}
        for container, place in self._spread(context, opens):
            outer[place.name] = container
            if self._allows(place, wanted):
                chain = [place.name]
                while (container := outer[chain[-1]]) != context.name:
                    chain.append(container)
                return tuple(reversed(chain))
        return None
