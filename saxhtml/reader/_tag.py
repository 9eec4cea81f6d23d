"""Tags: one that was read, and the names of those that are sought."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias, TypeVar, overload

from typing_extensions import override

from saxhtml.attributes import NO_ATTRIBUTES, Attributes, ascii_lower
from saxhtml.errors import UsageError
from saxhtml.events import EndTag, Event, StartTag
from saxhtml.handler import Interest

_T = TypeVar("_T")

_Names: TypeAlias = bool | AbstractSet[str]


@dataclass(slots=True)
class Tag:
    """A start tag or an end tag; printed, it is a tag.

    ``name`` is ASCII-lowercased; ``is_end`` tells whether it is an end tag, which has no attributes. Attributes are looked up
    whatever the case of their names; ``attrs`` has them all.

    >>> tag = Tag("img", Attributes(" Src='tea.png' /"))
    >>> print(tag, tag["SRC"], tag.get("alt", "-"), tag.self_closing)
    <img Src='tea.png' /> tea.png - True
    """

    name: Final[str]
    attrs: Final[Attributes] = field(default_factory=lambda: NO_ATTRIBUTES)
    is_end: Final[bool] = False

    @property
    def self_closing(self) -> bool:
        """Whether the tag was written ``<x ... />``."""
        return self.attrs.self_closing

    def __getitem__(self, name: str) -> str:
        """Return the value of an attribute, ``""`` for a bare one. Raises KeyError if the tag does not have it."""
        return self.attrs[ascii_lower(name)]

    def __contains__(self, name: str) -> bool:
        return ascii_lower(name) in self.attrs

    @overload
    def get(self, name: str) -> str | None: ...
    @overload
    def get(self, name: str, default: _T) -> str | _T: ...
    def get(self, name: str, default: object = None) -> object:
        """Return the value of an attribute, or ``default``."""
        return self.attrs.get(ascii_lower(name), default)

    @override
    def __str__(self) -> str:
        return f"</{self.name}>" if self.is_end else f"<{self.name}{self.attrs.source}>"

    @classmethod
    def of(cls, event: StartTag | EndTag) -> Tag:
        """Return the tag that an event is."""
        return cls(event.name, event.attrs) if isinstance(event, StartTag) else cls(event.name, is_end=True)

    def event(self) -> StartTag | EndTag:
        """Return the tag as an event."""
        return EndTag(self.name) if self.is_end else StartTag(self.name, self.attrs)


class Tags(NamedTuple):
    """The tags that are sought: their names, or True for any."""

    starts: _Names
    ends: _Names

    def has(self, event: Event) -> bool:
        """Whether an event is one of the tags."""
        if isinstance(event, StartTag):
            names = self.starts
        elif isinstance(event, EndTag):
            names = self.ends
        else:
            return False
        return names is True or (names is not False and event.name in names)

    def interest(self, within: Interest) -> Interest:
        """Return the interest in these tags, within that of a reader: any tag is any that is wanted there.

        Raises :class:`~saxhtml.UsageError` for tags that are not.
        """
        return Interest(start=_narrowed(self.starts, within.start, ""), end=_narrowed(self.ends, within.end, "/"))


ANY: Final = Tags(starts=True, ends=True)


def tags_named(names: tuple[str, ...]) -> Tags:
    """Return the tags of these names. Raises :class:`~saxhtml.UsageError` for what is no name."""
    starts: set[str] = set()
    ends: set[str] = set()
    for name in names:
        if not isinstance(name, str) or not name.removeprefix("/"):
            raise UsageError(f'start tags are named as "a", end tags as "/a", all of them "*" and "/*"; not {name!r}')
        if name[0] == "/":
            ends.add(ascii_lower(name[1:]))
        else:
            starts.add(ascii_lower(name))
    return Tags("*" in starts or starts, "*" in ends or ends)


def _narrowed(sought: _Names, known: _Names, slash: str) -> _Names:
    if known is True or not sought:
        return sought
    if sought is True and known:
        return known
    left_out = {"*"} if sought is True else sought - (known or frozenset())
    if left_out:
        names = ", ".join(repr(slash + name) for name in sorted(left_out))
        raise UsageError(f"Reader(interest=...) leaves out what is asked for: {names}")
    return sought
