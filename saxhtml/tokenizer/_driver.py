"""The driver: takes pieces of input to the states, and delivers at the end of each piece all that is certain."""

from __future__ import annotations

import re
from typing import Final

from saxhtml.handler import HandlerProtocol
from saxhtml.limits import Limits
from saxhtml.position import Locator
from saxhtml.tokenizer import _comment, _doctype, _pi, _reference, _script, _tag, _text  # noqa: F401  enter their states
from saxhtml.tokenizer._lane import WINDOW, run_lane
from saxhtml.tokenizer._machine import STATES, Machine
from saxhtml.tokenizer._patterns import lane_pattern
from saxhtml.tokenizer._states import StateName

_SHORTEST: Final = 32
"""Characters for which the lane is worth its start."""


class Tokenizer:
    """Turns decoded input, in pieces, into calls of a handler."""

    __slots__ = ("_machine", "_return_waits", "_scripting", "lane")

    def __init__(self, handler: HandlerProtocol, *, scripting: bool, limits: Limits, lane: bool, locator: Locator) -> None:
        self._machine = Machine(handler, scripting=scripting, limits=limits, locator=locator)
        self._return_waits = False
        self._scripting = scripting
        self.lane = lane and limits.max_token >= WINDOW and 2 * limits.max_attributes >= WINDOW

    def start(self) -> None:
        """Tell the handler that a document begins, and ask what it wants."""
        self._machine.start()

    @property
    def characters(self) -> int:
        """Characters fed."""
        return self._machine.base + self._return_waits

    def start_in(self, state: StateName, last_start_tag: str | None = None) -> None:
        """Start in another state than "data", as after the start tag ``last_start_tag``."""
        self._machine.state = state
        self._machine.last_start_tag = last_start_tag or ""

    def feed(self, piece: str) -> None:
        """Take a piece of input."""
        if self._return_waits:
            piece = "\r" + piece
            self._return_waits = False
        if piece.endswith("\r"):
            piece = piece[:-1]
            self._return_waits = True
        if piece:
            self._run(piece)

    def close(self) -> None:
        """Take the end of input."""
        if self._return_waits:
            self._return_waits = False
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
        if end < _SHORTEST:
            while pos < end:
                pos = STATES[machine.state](machine, piece, pos)
        while pos < end:
            if machine.state == "data" and self._lane_is_open():
                pos = run_lane(machine, machine.lane or self._choose_lane(), piece, pos)
                if pos == end:
                    break
            pos = STATES[machine.state](machine, piece, pos)
            while pos < end and machine.state != "data":
                pos = STATES[machine.state](machine, piece, pos)
        machine.end_piece(end)

    def _lane_is_open(self) -> bool:
        machine = self._machine
        return self.lane and not machine.context.runs and not machine.text_waits

    def _choose_lane(self) -> re.Pattern[str]:
        machine = self._machine
        machine.lane = lane_pattern(machine.interest, scripting=self._scripting)
        return machine.lane
