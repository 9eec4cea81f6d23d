"""Which elements are meant: names, conditions on attributes, a selector, a test; made into what ``capture`` looks for.

Selectors are compiled in :mod:`saxhtml.selector`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import Final, TypeAlias, TypedDict

from typing_extensions import Unpack, override

from saxhtml.attributes import Attributes, ascii_lower, clean_name
from saxhtml.capture import HTML_ELEMENTS, Match, Wanted, by_selector
from saxhtml.errors import UsageError
from saxhtml.selector import Selector


class Kind(Enum):
    """What stands where the name of a tag can stand."""

    ALL = "every element"
    PCDATA = "text"
    UNKNOWN = "elements of no known version of HTML"

    @override
    def __repr__(self) -> str:
        return self.name


ALL: Final = Kind.ALL
"""Every element."""
PCDATA: Final = Kind.PCDATA
"""Text."""
UNKNOWN: Final = Kind.UNKNOWN
"""Elements of no known version of HTML, by their names; those of svg and math are among them."""

Tags: TypeAlias = "str | Kind | Iterable[str | Kind]"
"""A name, several, ``ALL``, ``PCDATA`` or ``UNKNOWN``."""

What: TypeAlias = "Tags | Selector"

ValueTest: TypeAlias = "Callable[[str], object]"

AttributeConditions: TypeAlias = "str | Iterable[str] | Mapping[str, str | re.Pattern[str] | ValueTest]"
"""Names of attributes, or what their values have to be: equal to a str, found by a pattern, true for a predicate."""

Test: TypeAlias = "Callable[[Match], object]"

_PLAIN_NAME: Final = re.compile("[a-z][a-z0-9_:-]*+")
_NO_NAME: Final = re.compile(r"[^a-zA-Z]|[^\t\n\f\r />]*[\t\n\f\r />]|\Z")
_SELECTOR: Final = re.compile(r"""[a-zA-Z][^\[\]#,()*+~"'=]*[\[\]#,()*+~"'=]|[^-.]+\.[^-]*\Z""")
"""What the standard lets be a name, but is most likely meant otherwise: ``a[href]``, ``h1,h2``, ``p.note``."""


class TagNames:
    """Names of tags, read from what a caller wrote."""

    __slots__ = ("all", "names", "text", "unknown")

    def __init__(self, tags: Tags) -> None:
        if not isinstance(tags, str | Kind | Iterable):
            raise UsageError(f"tags are named by a str, several, or ALL, PCDATA or UNKNOWN, not {tags!r}")
        several = [tags] if isinstance(tags, str | Kind) else list(tags)
        if not several:
            raise UsageError("no tags are named; name some, or ALL, PCDATA or UNKNOWN")
        self.all = ALL in several
        self.text = PCDATA in several
        self.unknown = UNKNOWN in several
        self.names = frozenset(tag_name(tag) for tag in several if not isinstance(tag, Kind))

    @property
    def starts(self) -> bool | frozenset[str]:
        """The names as an :class:`~saxhtml.Interest` has them."""
        return self.all or self.unknown or self.names or False

    def among(self, names: bool | AbstractSet[str]) -> bool | AbstractSet[str]:
        """Return those of some names, as an Interest has them, that can be among these."""
        if isinstance(self.starts, bool):
            return self.starts and names
        if isinstance(names, bool):
            return names and self.names
        return self.names & names or False

    def __contains__(self, name: str) -> bool:
        return name in self.names or self.all or (self.unknown and name not in HTML_ELEMENTS)


def tag_name(name: object) -> str:
    """Return a tag's name as events have it. Raises :class:`~saxhtml.UsageError` for what is none."""
    if not isinstance(name, str):
        raise UsageError(f"the name of a tag is a str, not {name!r}")
    if _NO_NAME.match(name) or _SELECTOR.match(name):
        raise UsageError(f"{name!r} is not the name of a tag; a selector has to be compiled by saxhtml.selector.compile()")
    return clean_name(name)


_Condition: TypeAlias = "tuple[str, ValueTest | None]"


class ByTag(Wanted):
    """Elements by their names and attributes."""

    __slots__ = ("tags", "unconditional")

    def __init__(
        self, tags: Tags, with_attributes: AttributeConditions, without_attributes: AttributeConditions, test: Test | None
    ) -> None:
        self.tags = TagNames(tags)
        required, refused = _conditions(with_attributes), _conditions(without_attributes)
        self.unconditional = not required and not refused and test is None
        """Whether nothing but the name counts."""
        super().__init__(
            _tag_test(self.tags, required, refused),
            starts=self.tags.starts,
            text=self.tags.text and not required,
            test=test,
        )


def _tag_test(
    tags: TagNames, required: tuple[_Condition, ...], refused: tuple[_Condition, ...]
) -> Callable[[str, Attributes], bool]:
    names = tags.names
    if len(required) == 1 and required[0][1] is None and not refused and tags.starts is names:
        # What is asked for most is asked in the shortest way: it shows in the time that all the links of a page take.
        # Nor is it asked of the attributes where it is plain to see: their second look, the callback's, would be a long one.
        attribute = required[0][0]
        first = f' {attribute}="' if _PLAIN_NAME.fullmatch(attribute) else "\0"
        return lambda name, attrs: name in names and (attrs.source.startswith(first) or attribute in attrs)

    def test(name: str, attrs: Attributes) -> bool:
        if name not in names and name not in tags:
            return False
        for attribute, value_test in required:
            value = attrs.get(attribute)
            if value is None or (value_test is not None and not value_test(value)):
                return False
        for attribute, value_test in refused:
            value = attrs.get(attribute)
            if value is not None and (value_test is None or value_test(value)):
                return False
        return True

    return test


def _conditions(given: AttributeConditions) -> tuple[_Condition, ...]:
    if isinstance(given, str):
        given = [given]
    if isinstance(given, Mapping):
        return tuple((_attribute_name(name), _value_test(condition)) for name, condition in given.items())
    if not isinstance(given, Iterable):
        raise UsageError(
            f"attributes are named by a str, several, or a mapping from names to what their values are, not {given!r}"
        )
    return tuple((_attribute_name(name), None) for name in given)


def _attribute_name(name: object) -> str:
    if not isinstance(name, str):
        raise UsageError(f"the name of an attribute is a str, not {name!r}")
    return ascii_lower(name)


def _value_test(condition: str | re.Pattern[str] | ValueTest) -> ValueTest:
    if isinstance(condition, str):
        return condition.__eq__
    if isinstance(condition, re.Pattern):
        return condition.search
    if callable(condition):
        return condition
    raise UsageError(f"the value of an attribute is compared with a str, a compiled pattern or a predicate, not {condition!r}")


class Conditions(TypedDict, total=False):
    """What elements have to be besides: see :func:`with_tag_handler`."""

    with_attributes: AttributeConditions
    without_attributes: AttributeConditions
    test: Test | None


def wanted(
    what: What,
    *,
    with_attributes: AttributeConditions = (),
    without_attributes: AttributeConditions = (),
    test: Test | None = None,
) -> Wanted:
    """Return what ``capture`` looks for. Raises :class:`~saxhtml.UsageError` for what makes no sense."""
    if not isinstance(what, Selector):
        return ByTag(what, with_attributes, without_attributes, test)
    if with_attributes or without_attributes:
        raise UsageError(f"conditions on attributes belong into the selector {what.text!r}")
    return by_selector(what, test=test)


def wanted_elements(what: What, **conditions: Unpack[Conditions]) -> Wanted:
    """Return the same, of elements only."""
    found = wanted(what, **conditions)
    if isinstance(found, ByTag) and found.tags.text:
        raise UsageError("PCDATA is text, and no element that could be kept or left out")
    return found
