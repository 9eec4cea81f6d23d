"""Seeking: what comes before the event that is sought is passed over, at the parser's full speed where it can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from typing_extensions import override

from saxhtml.events import Event, EventQueue
from saxhtml.handler import Interest
from saxhtml.position import Locator

Stop: TypeAlias = Callable[[Event], bool]
"""Tells of each event whether it is the one that is sought."""


class Seeker(EventQueue[Any]):
    """A queue which, while something is sought, asks for no more than that takes, and drops what comes before it.

    When it is found, everything is asked for again, so that what comes behind it in the same piece of input is there for the
    next question, whatever that is.
    """

    _stop: Stop

    def __init__(self, interest: Interest, *, positions: bool) -> None:
        super().__init__(interest=interest, positions=positions)
        self._everything = interest

    def begin(self, locator: Locator) -> None:
        """Take the locator of the parser that will be fed; needed before :meth:`seek`."""
        super().start_document(locator)
        self._keep = self._put

    @override
    def start_document(self, locator: Locator) -> None:
        """Do nothing: what has been sought since :meth:`begin` is not to be forgotten when the first piece comes."""

    def seek(self, interest: Interest, stop: Stop) -> None:
        """Drop all events before the first one of ``interest`` for which ``stop`` is true."""
        self._stop = stop
        self._put = self._examine
        self._ask_for(interest)

    def rest(self) -> None:
        """Seek no more."""
        self._put = self._keep
        self._ask_for(self._everything)

    def _examine(self, event: Event) -> None:
        if self._stop(event):
            self.rest()
            self._put(event)

    def _ask_for(self, interest: Interest) -> None:
        if interest != self._interest:
            self._interest = interest
            self.locator.interest_changed()
