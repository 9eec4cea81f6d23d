"""Parser and parse(): the front door."""

from __future__ import annotations

from saxhtml.errors import StopParsing
from saxhtml.handler import HandlerProtocol
from saxhtml.limits import Limits
from saxhtml.position import Locator
from saxhtml.tokenizer import Tokenizer


class Parser:
    """Feeds a handler."""

    def __init__(
        self,
        handler: HandlerProtocol,
        *,
        scripting: bool = False,
        limits: Limits = Limits(),  # noqa: B008  immutable
        lane: bool = True,
    ) -> None:
        self.locator = Locator()
        self.stopped = False
        self._tokenizer = Tokenizer(handler, scripting=scripting, limits=limits, lane=lane, locator=self.locator)
        handler.start_document(self.locator)

    def feed(self, data: str) -> None:
        if self.stopped:
            return
        try:
            self._tokenizer.feed(data)
        except StopParsing:
            self.stopped = True

    def close(self) -> None:
        if self.stopped:
            return
        try:
            self._tokenizer.close()
        except StopParsing:
            self.stopped = True
