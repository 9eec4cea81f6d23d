"""What the tests of ``reader`` share: a source that counts, and events written in other ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, cast

from typing_extensions import override

from saxhtml import Attributes, Doctype
from saxhtml.events import Comment, EndTag, Event, ProcessingInstruction, StartTag, Text

PAGE: Final = "<!DOCTYPE html>\n<p class=x>a&amp;b</p\n><!--c--><?php d?>e"

EVENTS: Final[list[Event]] = [
    Doctype("html", None, None, force_quirks=False),
    Text("\n"),
    StartTag("p", Attributes(" class=x")),
    Text("a&b"),
    EndTag("p"),
    Comment("c"),
    ProcessingInstruction("php", "d"),
    Text("e"),
]


class Pieces(Iterator[Any]):
    """A source that counts the pieces it has given, and fails at its end if it is told to."""

    def __init__(self, pieces: Iterable[Any], error: Exception | type[Exception] = StopIteration) -> None:
        self.given = 0
        self._pieces = iter(pieces)
        self._error = error

    @override
    def __next__(self) -> Any:
        for piece in self._pieces:
            self.given += 1
            return piece
        raise self._error


def joined(found: Iterable[Event]) -> list[Event]:
    """Return events with adjacent text as one."""
    result: list[Event] = []
    for event in found:
        if isinstance(event, Text) and result and isinstance(result[-1], Text):
            event = Text(cast(Text, result.pop()).data + event.data)
        result.append(event)
    return result


def written(event: Event) -> tuple[Any, ...]:
    """Return an event as the recorder of the testing room writes it down."""
    match event:
        case StartTag(name, attrs):
            return ("start", name, list(attrs.items()), attrs.self_closing)
        case EndTag(name):
            return ("end", name)
        case Text(data):
            return ("text", data)
        case Comment(data):
            return ("comment", data)
        case Doctype():
            return ("doctype", *event)
        case ProcessingInstruction(target, data):
            return ("pi", target, data)
        case _:
            raise AssertionError(event)


def line(found: Iterable[Event]) -> str:
    """Return tags as ``<a>``, text as it is, and nothing for the rest."""
    pieces = []
    for event in found:
        match event:
            case StartTag(name):
                pieces.append(f"<{name}>")
            case EndTag(name):
                pieces.append(f"</{name}>")
            case Text(data):
                pieces.append(data)
    return "".join(pieces)
