"""Selectors at work: each compound is one bit, and each open element knows the bits that it and those around it have.

A complex selector ``a b > c`` is three bits in a row. A bit is set for an element that the selector matches up to that
compound. Whether an element may have a bit is read off four numbers that its parent keeps (its own bits, those of all
elements around, of the last child, of all children so far), shifted by one; so an element costs the same at any depth.
Selectors inside ``:is()``, ``:not()`` and ``of`` that need more than the element itself get bits of their own, before
those of the selector they stand in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from typing_extensions import override

from saxhtml._nesting import OpenElement, OpenElements
from saxhtml.attributes import NO_ATTRIBUTES, Attributes, ascii_lower
from saxhtml.errors import UsageError
from saxhtml.selector._syntax import Attribute, Complex, Compound, Condition, Matches, Nth, Root, parse

CASELESS_VALUES: Final = frozenset(
    """accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir
    direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref noresize
    noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink""".split()
)
"""Attributes of HTML elements whose values match in any ASCII case (WHATWG HTML, "Case-sensitivity of selectors")."""


class _Family:
    """What an open element tells its children, and learns from them. All sets of bits."""

    __slots__ = ("around", "before", "counts", "index", "last", "own", "types")

    def __init__(self, own: int, around: int, counts: int) -> None:
        self.own = own
        self.around = around  # those of the elements it is in, and its own
        self.last = 0
        self.before = 0
        self.index = 0
        self.types: dict[str, int] = {}
        self.counts = [0] * counts  # for each "of S", the children so far that match S


class _Subject:
    """The element in question."""

    __slots__ = ("attrs", "bits", "family", "foreign", "name")

    def __init__(self, name: str, attrs: Attributes, family: _Family, *, foreign: bool) -> None:
        self.name = name
        self.attrs = attrs
        self.family = family
        self.foreign = foreign
        self.bits = 0


_NO_FAMILY: Final = _Family(0, 0, 0)

_Test = Callable[[_Subject], bool]


@dataclass(frozen=True, slots=True)
class Selector:
    """A compiled selector list; immutable, hashable by its text, and free to be shared between threads."""

    text: str
    _choices: tuple[Complex, ...] = field(init=False, repr=False, compare=False)
    subjects: frozenset[str] | None = field(init=False, repr=False, compare=False)
    """Names of the elements that can match, or None for any: what an :class:`~saxhtml.Interest` needs to let start."""
    needs_structure: bool = field(init=False, repr=False, compare=False)
    """Whether the elements around or before one decide, so that every tag has to be seen."""
    _alone: _Program | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        choices = parse(self.text)
        object.__setattr__(self, "_choices", choices)
        object.__setattr__(self, "subjects", _subjects(choices))
        object.__setattr__(self, "needs_structure", _any_structural(choices))

    def matches(self, name: str, attrs: Attributes) -> bool:
        """Tell by the start tag alone whether its element matches; the tag is taken for one of HTML, not of svg or math.

        Raises :class:`~saxhtml.UsageError` for a selector that needs to see the other tags too.
        """
        program = self._alone
        if program is None:
            if self.needs_structure:
                raise UsageError(f"{self.text!r} depends on more than one start tag: tell a Matcher of every tag instead")
            program = _Program((self,))
            object.__setattr__(self, "_alone", program)
        return program.bits(_Subject(name, attrs, _NO_FAMILY, foreign=False), program.start) & program.final != 0

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        return compile, (self.text,)


_compiled: Final = lru_cache(maxsize=256)(Selector)


def compile(selector: str | Selector) -> Selector:  # noqa: A001 - as in re.compile, always called by the room's name
    """Return ``selector`` compiled; the latest ones are kept. Raises :class:`SelectorError` for what cannot be."""
    if isinstance(selector, Selector):
        return selector
    if not isinstance(selector, str):
        raise UsageError(f"a selector is a str, not {selector!r}")
    return _compiled(selector)


class Matcher:
    """Finds what matches some selectors in the stream of one document.

    Either tell it of every tag with :meth:`start` and :meth:`end`, or, where the open elements are known already, of every
    element with :meth:`match`. Memory grows with the depth of the document only; ``:nth-of-type`` adds a number for each
    name among the children of an open element.
    """

    __slots__ = ("_families", "_program", "_subject", "open_elements")

    def __init__(self, selectors: Iterable[Selector | str]) -> None:
        if isinstance(selectors, (str, Selector)):
            raise UsageError(f"Matcher takes several selectors: write Matcher([{selectors!r}])")
        self._program = _program(tuple(map(compile, selectors)))
        self._families = [_Family(0, 0, len(self._program.of))]
        self._subject = _Subject("", NO_ATTRIBUTES, self._families[0], foreign=False)
        self.open_elements: OpenElements[Any] = OpenElements()
        """What is open, as :meth:`start` and :meth:`end` keep it."""

    def start(self, name: str, attrs: Attributes) -> Sequence[int]:
        """Note a start tag. Return the indexes of the selectors that its element matches, ascending."""
        element, _ = self.open_elements.start(name, attrs)
        return () if element is None else self.match(element, attrs)

    def end(self, name: str) -> None:
        """Note an end tag."""
        self.open_elements.end(name)

    def match(self, element: OpenElement[Any], attrs: Attributes) -> Sequence[int]:
        """Note an element of some :class:`OpenElements`, each of them once. Return as :meth:`start` does."""
        program = self._program
        families = self._families
        subject = self._subject
        subject.name = element.name
        subject.attrs = attrs
        subject.foreign = element.namespace != "html"
        if not program.structural:
            bits = program.bits(subject, program.start)
            return program.selectors(bits) if bits else ()
        del families[element.depth + 1 :]
        family = subject.family = families[-1]
        follow = family.own & program.then_child | family.around & program.then_inside
        follow |= family.last & program.then_next | family.before & program.then_later
        bits = program.bits(subject, program.start | follow << 1)
        family.last = bits
        family.before |= bits
        family.index += 1
        if program.all_typed or element.name in program.typed:
            family.types[element.name] = family.types.get(element.name, 0) + 1
        for place, matched in enumerate(program.of):
            family.counts[place] += bits & matched != 0
        if not element.void:
            families.append(_Family(bits, family.around | bits, len(program.of)))
        return program.selectors(bits) if bits & program.final else ()


class _Program:
    """Some selectors, compiled. Never changes once made, so matchers share it."""

    def __init__(self, selectors: Sequence[Selector]) -> None:
        self.tests: list[tuple[_Test, ...]] = []  # by bit
        self.start = 0  # bits that need nothing before them
        self.then_inside = self.then_child = self.then_next = self.then_later = 0  # bits before each combinator
        self.of: list[int] = []  # for each "of S", the bits of S
        self.typed: set[str] = set()  # names whose elements are counted among their siblings
        self.all_typed = False
        self.by_name: dict[str, int] = {}  # bits that elements of this name may have; any_name for all others
        self.any_name = 0
        self.by_key: dict[str, int] = {}  # bits of compounds with a class or an id, by one of them
        self.keyed = 0
        self.owners: dict[int, int] = {}  # the selector that matches, by its last bit
        for index, selector in enumerate(selectors):
            for choice in selector._choices:
                self.owners[self._add(choice)] = index
        for name in self.by_name:
            self.by_name[name] |= self.any_name
        self.final = sum(self.owners)
        self.untested = sum(1 << at for at, tests in enumerate(self.tests) if not tests)
        if self.keyed.bit_count() < _WORTH_A_LOOK_UP:
            self.keyed = 0
        self.structural = any(selector.needs_structure for selector in selectors)

    def _add(self, selector: Complex) -> int:
        """Give each compound its bit, and return the last."""
        tests = [self._tests(compound) for _, compound in selector.parts]
        bit = 0
        for (combinator, compound), its_tests in zip(selector.parts, tests, strict=True):
            if not bit:
                self.start |= 1 << len(self.tests)
            elif combinator == " ":
                self.then_inside |= bit
            elif combinator == ">":
                self.then_child |= bit
            elif combinator == "+":
                self.then_next |= bit
            else:
                self.then_later |= bit
            bit = 1 << len(self.tests)
            self.tests.append(its_tests)
            if key := _key(compound):
                self.keyed |= bit
                self.by_key[key] = self.by_key.get(key, 0) | bit
            if (names := _compound_subjects(compound)) is None:
                self.any_name |= bit
            else:
                for name in names:
                    self.by_name[name] = self.by_name.get(name, 0) | bit
        return bit

    def _add_all(self, selectors: Iterable[Complex]) -> int:
        bits = 0
        for selector in selectors:
            bits |= self._add(selector)
        return bits

    def _tests(self, compound: Compound) -> tuple[_Test, ...]:
        """Return what is to be tested once an element's name is known to fit."""
        return tuple(self._test(condition, compound) for condition in compound.conditions)

    def _test(self, condition: Condition, compound: Compound) -> _Test:
        if isinstance(condition, Attribute):
            return _attribute_test(condition)
        if isinstance(condition, Root):
            return lambda subject: subject.name == "html" and not subject.foreign
        if isinstance(condition, Nth):
            return self._nth_test(condition, compound)
        negated = condition.negated
        if _any_structural(condition.choices):
            bits = self._add_all(condition.choices)
            return lambda subject: (subject.bits & bits == 0) is negated
        choices = [self._tests_with_type(selector.parts[0][1]) for selector in condition.choices]
        return lambda subject: any(all(test(subject) for test in tests) for tests in choices) is not negated

    def _tests_with_type(self, compound: Compound) -> tuple[_Test, ...]:
        name = compound.name
        tests = self._tests(compound)
        return tests if name is None else (lambda subject: subject.name == name, *tests)

    def _nth_test(self, condition: Nth, compound: Compound) -> _Test:
        a, b = condition.a, condition.b
        fits: Callable[[int], bool] = (
            (lambda nth: nth == b) if a == 0 else (lambda nth: (nth - b) % a == 0 and (nth - b) // a >= 0)
        )
        if condition.of:
            bits, place = self._add_all(condition.of), len(self.of)
            self.of.append(bits)
            return lambda subject: subject.bits & bits != 0 and fits(subject.family.counts[place] + 1)
        if not condition.by_type:
            return lambda subject: fits(subject.family.index + 1)
        names = _compound_subjects(compound)
        if names is None:
            self.all_typed = True
        else:
            self.typed |= names
        return lambda subject: fits(subject.family.types.get(subject.name, 0) + 1)

    def bits(self, subject: _Subject, may_have: int) -> int:
        """Return which of the bits that the elements around and before allow the subject does have."""
        may_have &= self.by_name.get(subject.name, self.any_name)
        if not may_have:
            return 0
        if keyed := may_have & self.keyed:
            may_have ^= keyed & ~self._with_keys_of(subject.attrs)
        subject.bits = may_have & self.untested
        to_test = may_have ^ subject.bits
        while to_test:
            bit = to_test & -to_test
            to_test ^= bit
            for test in self.tests[bit.bit_length() - 1]:
                if not test(subject):
                    break
            else:
                subject.bits |= bit
        return subject.bits

    def _with_keys_of(self, attrs: Attributes) -> int:
        bits = self.by_key.get("#" + attrs.get("id", ""), 0)
        for word in _WORD.findall(attrs.get("class", "")):
            bits |= self.by_key.get("." + word, 0)
        return bits

    def selectors(self, bits: int) -> Sequence[int]:
        """Return the indexes of the selectors that match an element with these bits, ascending."""
        bits &= self.final
        found: dict[int, None] = {}
        while bits:
            bit = bits & -bits
            bits ^= bit
            found[self.owners[bit]] = None
        return tuple(found)


_program: Final = lru_cache(maxsize=64)(_Program)


_WORD: Final = re.compile(r"[^ \t\n\f\r]+")
_WORTH_A_LOOK_UP: Final = 8  # as many tests for a class cost what it costs to look up an element's classes


def _key(compound: Compound) -> str:
    """Return a class or an id that an element must have, as ``.class`` or ``#id``, or an empty string."""
    for condition in compound.conditions:
        if isinstance(condition, Attribute) and condition.flag != "i":
            if condition.name == "id" and condition.operator == "=":
                return "#" + condition.value
            if condition.name == "class" and condition.operator == "~=":
                return "." + condition.value
    return ""


def _never(_: str) -> bool:
    return False


def _value_test(operator: str, value: str) -> Callable[[str], bool]:
    if operator == "=":
        return lambda text: text == value
    if operator == "|=":
        return lambda text: text == value or text.startswith(value + "-")
    if not value:
        return _never
    if operator == "^=":
        return lambda text: text.startswith(value)
    if operator == "$=":
        return lambda text: text.endswith(value)
    if operator == "*=":
        return lambda text: value in text
    if re.search(r"[ \t\n\f\r]", value):
        return _never
    word = re.compile(rf"(?<![^ \t\n\f\r]){re.escape(value)}(?![^ \t\n\f\r])").search
    return lambda text: text == value or (value in text and word(text) is not None)


def _attribute_test(condition: Attribute) -> _Test:
    name, operator, value, flag = condition
    if not operator:
        return lambda subject: name in subject.attrs
    exact = _value_test(operator, value)
    if flag == "s" or (flag == "" and name not in CASELESS_VALUES):
        return lambda subject: (text := subject.attrs.get(name)) is not None and exact(text)
    caseless = _value_test(operator, ascii_lower(value))
    if flag == "i":
        return lambda subject: (text := subject.attrs.get(name)) is not None and caseless(ascii_lower(text))

    def test(subject: _Subject) -> bool:
        text = subject.attrs.get(name)
        return text is not None and (exact(text) if subject.foreign else caseless(ascii_lower(text)))

    return test


def _subjects(choices: Iterable[Complex]) -> frozenset[str] | None:
    names: frozenset[str] = frozenset()
    for choice in choices:
        its_names = _compound_subjects(choice.parts[-1][1])
        if its_names is None:
            return None
        names |= its_names
    return names


def _compound_subjects(compound: Compound) -> frozenset[str] | None:
    names = None if compound.name is None else frozenset({compound.name})
    for condition in compound.conditions:
        narrower: frozenset[str] | None = None
        if isinstance(condition, Root):
            narrower = frozenset({"html"})
        elif isinstance(condition, Matches) and not condition.negated:
            narrower = _subjects(condition.choices)
        elif isinstance(condition, Nth) and condition.of:
            narrower = _subjects(condition.of)
        if narrower is not None:
            names = narrower if names is None else names & narrower
    return names


def _any_structural(choices: Iterable[Complex]) -> bool:
    return any(len(choice.parts) > 1 or any(map(_structural, choice.parts[0][1].conditions)) for choice in choices)


def _structural(condition: Condition) -> bool:
    return isinstance(condition, Nth) or (isinstance(condition, Matches) and _any_structural(condition.choices))
