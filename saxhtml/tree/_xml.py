"""An svg element on its way through an XML parser."""

from __future__ import annotations

from typing import Final
from xml.etree.ElementTree import Element, ParseError, XMLParser

from saxhtml.tree._nodes import XmlError
from saxhtml.tree._span import Span

_AROUND: Final = '<_ xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
"""What an svg element stands in, so that it needs to declare nothing (as in HTML), and cannot have a DTD with entities."""


class XmlReader:
    """Hands the source of an svg element to expat, piece by piece; the first error is kept, and ends it."""

    __slots__ = ("_begin", "_parser", "error")

    error: XmlError | None

    def __init__(self, begin: Span) -> None:
        self._begin = begin
        self._parser = XMLParser()
        self._parser.feed(_AROUND)
        self.error = None

    def feed(self, source: str) -> None:
        """Take the next piece."""
        if self.error is None:
            try:
                self._parser.feed(source)
            except (ParseError, ValueError) as error:
                self.error = self._explained(error)

    def finish(self) -> Element | XmlError:
        """Return the root of the element, which has ended, or what was wrong with it."""
        if self.error is None:
            try:
                self._parser.feed("</_>")
                around: Element = self._parser.close()
                return around[0]
            except ParseError as error:
                self.error = self._explained(error)
        return self.error

    def _explained(self, error: ParseError | ValueError) -> XmlError:
        begin = self._begin
        if not isinstance(error, ParseError):
            return XmlError("lone surrogate", begin.line, begin.column)
        line, column = error.position
        before = begin.column - len(_AROUND) if line == 1 else 1
        return XmlError(error.msg.partition(":")[0], begin.line + line - 1, before + column)
