"""What receives events: Handler, its protocol, Filter, and the records that come with events.

A handler says by overriding methods what it wants to hear; :class:`Interest` is that in words the tokenizer understands.
Where an event stands is in :mod:`saxhtml.position`; what stands in a tag in :mod:`saxhtml.attributes`.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields
from typing import NamedTuple, Protocol, Self, runtime_checkable

from typing_extensions import override

from saxhtml.attributes import Attributes, ascii_lower
from saxhtml.errors import ParseError, UsageError
from saxhtml.position import Locator


class Doctype(NamedTuple):
    """A doctype. Parts that are missing are None; ``name`` is ASCII-lowercased (WHATWG HTML, "DOCTYPE state" on)."""

    name: str | None
    public_id: str | None
    system_id: str | None
    force_quirks: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Interest:
    """Which events a handler wants; joined with ``|``, changed with ``dataclasses.replace``.

    ``start`` and ``end`` are True for every tag, False for none, or a set of tag names. What is left out is not delivered,
    and the tokenizer passes over it faster than over what it delivers. Raises :class:`~saxhtml.UsageError` for names that
    are not a set.
    """

    start: bool | AbstractSet[str] = False
    end: bool | AbstractSet[str] = False
    text: bool = False
    comment: bool = False
    doctype: bool = False
    processing_instruction: bool = False
    parse_error: bool = False

    def __post_init__(self) -> None:
        for field in ("start", "end"):
            object.__setattr__(self, field, _tag_names(field, getattr(self, field)))

    @classmethod
    def everything(cls) -> Self:
        """Every event, parse errors too."""
        return cls(**{field.name: True for field in fields(cls)})

    def __or__(self, other: Interest) -> Interest:
        return Interest(
            start=_union(self.start, other.start),
            end=_union(self.end, other.end),
            text=self.text or other.text,
            comment=self.comment or other.comment,
            doctype=self.doctype or other.doctype,
            processing_instruction=self.processing_instruction or other.processing_instruction,
            parse_error=self.parse_error or other.parse_error,
        )


def _tag_names(field: str, names: bool | AbstractSet[str]) -> bool | frozenset[str]:
    if isinstance(names, bool):
        return names
    if not isinstance(names, AbstractSet):
        raise UsageError(f"Interest({field}=...) takes True, False or a set of tag names, not {names!r}")
    return frozenset(map(ascii_lower, names))


def _union(one: bool | AbstractSet[str], other: bool | AbstractSet[str]) -> bool | AbstractSet[str]:
    if isinstance(one, bool):
        return one or other
    if isinstance(other, bool):
        return other or one
    return one | other


@runtime_checkable
class HandlerProtocol(Protocol):
    """What a parser calls, for those who do not subclass :class:`Handler`; each method is described there."""

    def start_document(self, locator: Locator) -> None: ...
    def start_tag(self, name: str, attrs: Attributes) -> None: ...
    def end_tag(self, name: str) -> None: ...
    def text(self, data: str) -> None: ...
    def comment(self, data: str) -> None: ...
    def doctype(self, doctype: Doctype) -> None: ...
    def processing_instruction(self, target: str, data: str) -> None: ...
    def parse_error(self, error: ParseError) -> None: ...
    def end_document(self) -> None: ...
    def interest(self) -> Interest: ...


class Handler:
    """Receives the events of a document. Every method does nothing: override what you want.

    There is no ``__init__`` to call. ``self.locator`` says where the event being handled stands.
    """

    locator: Locator

    def start_document(self, locator: Locator) -> None:
        """Called before any other event; keeps ``locator``, so an override calls this one too."""
        self.locator = locator

    def start_tag(self, name: str, attrs: Attributes) -> None:
        """A start tag: its ASCII-lowercased name and its attributes, which also know whether it was self-closing."""

    def end_tag(self, name: str) -> None:
        """An end tag, by its ASCII-lowercased name; whether it closes anything is not this event's matter."""

    def text(self, data: str) -> None:
        """A piece of text, references decoded and line ends as LF; never empty.

        Text is one call between two markup events of the same ``feed``; a text that is cut by the end of a chunk comes in
        several.
        """

    def comment(self, data: str) -> None:
        """A comment, or what the standard turns into one, by its data."""

    def doctype(self, doctype: Doctype) -> None:
        """A doctype."""

    def processing_instruction(self, target: str, data: str) -> None:
        """A processing instruction ``<?target data>`` (WHATWG HTML as of June 2026)."""

    def parse_error(self, error: ParseError) -> None:
        """A parse error of the standard, called when noticed: before the event of the token it stands in."""

    def end_document(self) -> None:
        """Called once, after every other event."""

    def interest(self) -> Interest:
        """Return which events are wanted; this one reads it off the methods that are overridden.

        The parser asks before the first event, and again when ``locator.interest_changed()`` has been called.
        """
        return Interest(**{field.name: _overrides(self, field.name, Handler) for field in fields(Interest)})


def _overrides(handler: Handler, event: str, base: type[Handler]) -> bool:
    method = {"start": "start_tag", "end": "end_tag"}.get(event, event)
    return getattr(getattr(handler, method), "__func__", None) is not getattr(base, method)


class Filter(Handler):
    """A handler that passes each event on to ``next_handler``; override the events to change, drop or add.

    It wants what the next handler wants, and the events whose methods it overrides.
    """

    def __init__(self, next_handler: HandlerProtocol) -> None:
        self.next_handler = next_handler

    @override
    def start_document(self, locator: Locator) -> None:
        self.locator = locator
        self.next_handler.start_document(locator)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.next_handler.start_tag(name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        self.next_handler.end_tag(name)

    @override
    def text(self, data: str) -> None:
        self.next_handler.text(data)

    @override
    def comment(self, data: str) -> None:
        self.next_handler.comment(data)

    @override
    def doctype(self, doctype: Doctype) -> None:
        self.next_handler.doctype(doctype)

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self.next_handler.processing_instruction(target, data)

    @override
    def parse_error(self, error: ParseError) -> None:
        self.next_handler.parse_error(error)

    @override
    def end_document(self) -> None:
        self.next_handler.end_document()

    @override
    def interest(self) -> Interest:
        """Return what this filter's own methods need, joined with what the next handler wants."""
        own = Interest(**{field.name: _overrides(self, field.name, Filter) for field in fields(Interest)})
        return own | self.next_handler.interest()
