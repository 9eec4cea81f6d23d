"""The driver: takes pieces of input to the states, and delivers at the end of each piece all that is certain."""

from __future__ import annotations

from saxhtml.handler import HandlerProtocol
from saxhtml.limits import Limits
from saxhtml.position import Locator
from saxhtml.tokenizer import _comment, _doctype, _pi, _reference, _script, _tag, _text  # noqa: F401  enter their states
from saxhtml.tokenizer._machine import STATES, Machine
from saxhtml.tokenizer._states import StateName


class Tokenizer:
    """Turns decoded input, in pieces, into calls of a handler."""

    __slots__ = ("_machine", "_return_waits", "lane")

    def __init__(self, handler: HandlerProtocol, *, scripting: bool, limits: Limits, lane: bool, locator: Locator) -> None:
        self._machine = Machine(handler, scripting=scripting, limits=limits, locator=locator)
        self._return_waits = False
        self.lane = lane

    def start_in(self, state: StateName, last_start_tag: str | None = None) -> None:
        """Start in another state than "data", as after the start tag ``last_start_tag``."""
        self._machine.state = state
        self._machine.last_start_tag = last_start_tag or ""

    def feed(self, piece: str) -> None:
        """Take a piece of input."""
        if self._return_waits:
            piece = "\r" + piece
        self._return_waits = piece.endswith("\r")
        if self._return_waits:
            piece = piece[:-1]
        if piece:
            self._run(piece)

    def close(self) -> None:
        """Take the end of input."""
        if self._return_waits:
            self._run("\r")
        machine = self._machine
        machine.begin_piece("")
        while not machine.done:
            STATES[machine.state](machine, "", 0)
        machine.end_document()

    def _run(self, piece: str) -> None:
        machine = self._machine
        machine.begin_piece(piece)
        pos, end = 0, len(piece)
        while pos < end:
            pos = STATES[machine.state](machine, piece, pos)
        machine.end_piece(end)
