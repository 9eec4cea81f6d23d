"""What the rows are shown with: the events of a page, and a handler that writes a page down as a line."""

from __future__ import annotations

from typing import Any

from typing_extensions import override

from saxhtml import Attributes, Handler, parse
from saxhtml.testing import EventRecorder


def events(source: Any, **options: Any) -> list[tuple[Any, ...]]:
    """Return the events of a page, shortened: tags with attributes as a dict, and everything else as it is."""
    recorder = EventRecorder(join_text=True)
    parse(source, recorder, **options)
    return [(event[0], event[1], dict(event[2])) if event[0] == "start" else event for event in recorder.events]


class Show(Handler):
    """Writes tags and text down as a line."""

    def __init__(self) -> None:
        self.pieces: list[str] = []

    @property
    def line(self) -> str:
        return "".join(self.pieces)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.pieces.append(f"<{name}>")

    @override
    def end_tag(self, name: str) -> None:
        self.pieces.append(f"</{name}>")

    @override
    def text(self, data: str) -> None:
        self.pieces.append(data)
