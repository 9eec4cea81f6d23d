"""What is measured: an entry is one task done by one parser, its row in the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from .pages import Page

TASKS: Final = {
    "events": "All events, counted",
    "attributes": "All events, every attribute read",
    "links": "The href of every <a>",
    "text": "Text only, its characters counted",
    "rewrite": "Every <a href> given rel=nofollow, and the page written",
    "letters": "All events, fed one character at a time",
    "latency": "From the feed of the first piece to the first event",
    "memory": "Growth of peak memory over an endless page",
}

BASELINES: Final = ("html.parser", "lxml", "turbohtml")
"""The rows that the others are divided by."""


class StopWatch:
    """In front of a class that counts events: looks at the clock when the first is counted."""

    at = 0.0

    @property
    def count(self) -> int:
        """Always 0, so that any event raises it."""
        return 0

    @count.setter
    def count(self, value: int) -> None:
        if value and not self.at:
            self.at = perf_counter()


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a task.

    ``run`` does the task over one page. It returns what it counted: events, attributes, links or characters; only for the
    latency, it returns seconds. ``whole`` marks a parser that takes no pieces and is given the page in one.
    """

    task: str
    parser: str
    run: Callable[[Page], float]
    whole: bool = False
