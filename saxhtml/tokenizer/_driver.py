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
from saxhtml.tokenizer._patterns import MOST_SHAPES, lane_pattern
from saxhtml.tokenizer._states import StateName
from saxhtml.tokenizer._tag import NeedsMore

_SHORTEST: Final = 32
"""Characters for which the lane is worth its start."""


class Tokenizer:
    """Turns decoded input, in pieces, into calls of a handler."""

    __slots__ = ("_machine", "_max_token", "_quote", "_return_waits", "_scripting", "_waiting", "_waiting_size", "lane")

    def __init__(
        self, handler: HandlerProtocol, *, scripting: bool, mends: bool, limits: Limits, lane: bool, locator: Locator
    ) -> None:
        self._machine = Machine(handler, scripting=scripting, mends=mends, limits=limits, locator=locator)
        self._return_waits = False
        self._max_token = limits.max_token
        self._waiting: list[str] = []
        self._waiting_size = 0
        self._quote = ""
        self._scripting = scripting
        self.lane = (
            lane and limits.max_token >= WINDOW and 2 * limits.max_attributes >= WINDOW and limits.max_depth > MOST_SHAPES
        )

    def start(self) -> None:
        """Tell the handler that a document begins, and ask what it wants."""
        self._machine.start()

    @property
    def characters(self) -> int:
        """Characters fed."""
        return self._machine.base + self._waiting_size + self._return_waits

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
        if piece and self._waiting:
            piece = self._still_waits(piece)
        if piece:
            self._run(piece)

    def _still_waits(self, piece: str) -> str:
        """Return all that waits for a closing quote and the character behind it, once that is there; until then nothing."""
        waiting = self._waiting
        seen = (self._waiting_size > 1 and waiting[-1].endswith(self._quote)) or piece.find(self._quote, 0, -1) >= 0
        waiting.append(piece)
        self._waiting_size += len(piece)
        machine = self._machine
        if not seen and machine.base + self._waiting_size - machine.token <= self._max_token:
            return ""
        return self._take_waiting()

    def _take_waiting(self) -> str:
        piece = "".join(self._waiting)
        self._waiting.clear()
        self._waiting_size = 0
        return piece

    def close(self) -> None:
        """Take the end of input."""
        machine = self._machine
        machine.last_piece = True
        if self._return_waits:
            self._return_waits = False
            self._waiting.append("\r")
        if self._waiting:
            self._run(self._take_waiting())
        machine.begin_piece("")
        while not machine.done:
            STATES[machine.state](machine, "", 0)
        machine.end_document()

    def _run(self, piece: str) -> None:
        machine = self._machine
        machine.begin_piece(piece)
        try:
            self._run_states(machine, piece)
        except NeedsMore as more:
            self._waiting.append(piece[more.pos :])
            self._waiting_size = len(piece) - more.pos
            self._quote = more.quote
            machine.shorten_piece(more.pos)
            machine.end_piece(more.pos)
        else:
            machine.end_piece(len(piece))

    def _run_states(self, machine: Machine, piece: str) -> None:
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

    def _lane_is_open(self) -> bool:
        machine = self._machine
        return self.lane and not machine.context.runs and not machine.text_waits

    def _choose_lane(self) -> re.Pattern[str]:
        machine = self._machine
        machine.lane = lane_pattern(machine.interest, scripting=self._scripting, mends=machine.mends)
        return machine.lane
