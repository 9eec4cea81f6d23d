"""Connect handlers: one after another, side by side, or with a record of what passes between them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol, TypeAlias

from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.capture import ExactFilter, Nothing, is_wanted, join
from saxhtml.errors import ParseError, StopParsing, UsageError
from saxhtml.handler import Doctype, Filter, Handler, HandlerProtocol, Interest
from saxhtml.position import Locator

Stage: TypeAlias = "HandlerProtocol | Callable[[HandlerProtocol], HandlerProtocol]"


def chain(*stages: Stage) -> HandlerProtocol:
    """Connect filters, in the order in which events pass through them, with a handler at the end; return the first.

    A filter is given without its ``then``; or as something to be called with the next handler, such as the class of a filter.
    The last stage may be any handler, or a filter that is connected to nothing.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import chain, drop, rename, trace
    >>> _ = parse("<b>a</b><s>b</s>", chain(drop("s"), rename("b", "strong"), trace()))
    1:1 start_tag('strong', {})
    1:4 text('a')
    1:5 end_tag('strong')

    Raises :class:`~saxhtml.UsageError` for a filter that has a next handler already, and for what is no filter.
    """
    if not stages:
        raise UsageError("chain() connects at least one handler")
    *filters, handler = stages
    if isinstance(handler, type) or not isinstance(handler, HandlerProtocol):
        raise UsageError(f"the last stage of a chain is a handler, not {handler!r}")
    for stage in reversed(filters):
        if isinstance(stage, type) or not isinstance(stage, HandlerProtocol):
            if not callable(stage):
                raise UsageError(f"a stage of a chain is a filter, or is called with the next handler; {stage!r} is neither")
            handler = stage(handler)
        else:
            _last_filter(stage).next_handler = handler
            handler = stage
    return handler


def _last_filter(stage: HandlerProtocol) -> Filter:
    """Return the filter that has no next handler yet, ``stage`` itself or the last of those connected to it."""
    handler = stage
    while isinstance(handler, Filter):
        if isinstance(handler.next_handler, Nothing):
            return handler
        handler = handler.next_handler
    reason = "passes nothing on" if handler is stage else f"is connected to {handler!r} already"
    raise UsageError(f"{stage!r} {reason}; only the last stage of a chain may be so")


def tee(*handlers: HandlerProtocol) -> Handler:
    """Return a handler that passes each event on to several, in their order, to each what it wants.

    A handler that raises :class:`~saxhtml.StopParsing` gets no more events; when all have, the parser is stopped.

    >>> from saxhtml import Handler, parse
    >>> from saxhtml.filters import tee, with_tag_handler
    >>> _ = parse("<i><b>", tee(
    ...     with_tag_handler("b", lambda match: print("bold at", match.column)),
    ...     with_tag_handler("i", lambda match: print("italic at", match.column)),
    ... ))
    italic at 1
    bold at 4
    """
    return _Tee(handlers)


class _Tee(Handler):
    def __init__(self, handlers: tuple[HandlerProtocol, ...]) -> None:
        self._handlers = tuple(map(ExactFilter, handlers))
        self._going = self._handlers

    def _tell(self, event: Callable[..., None], *what: Any) -> None:
        for handler in self._going:
            try:
                event(handler, *what)
            except StopParsing:
                self._going = tuple(other for other in self._going if other is not handler)
                if not self._going:
                    raise
                self.locator.interest_changed()

    @override
    def interest(self) -> Interest:
        interest = Interest()
        for handler in self._going:
            interest = join(interest, handler.interest())
        return interest

    @override
    def start_document(self, locator: Locator) -> None:
        self.locator = locator
        self._going = self._handlers
        self._tell(ExactFilter.start_document, locator)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self._tell(ExactFilter.start_tag, name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        self._tell(ExactFilter.end_tag, name)

    @override
    def text(self, data: str) -> None:
        self._tell(ExactFilter.text, data)

    @override
    def comment(self, data: str) -> None:
        self._tell(ExactFilter.comment, data)

    @override
    def doctype(self, doctype: Doctype) -> None:
        self._tell(ExactFilter.doctype, doctype)

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._tell(ExactFilter.processing_instruction, target, data)

    @override
    def parse_error(self, error: ParseError) -> None:
        self._tell(ExactFilter.parse_error, error)

    @override
    def end_document(self) -> None:
        self._tell(ExactFilter.end_document)


class Everything(Nothing):
    """The end of a chain that is there for what passes through it."""

    @override
    def interest(self) -> Interest:
        return replace(Interest.everything(), parse_error=False)


class Writable(Protocol):
    """A text file, or what can be written to like one."""

    def write(self, text: str, /) -> object: ...


def trace(file: Writable | None = None, *, then: HandlerProtocol | None = None) -> Filter:
    """Return a filter that writes a line for each event: where it stands, and what it is.

    ``file`` is any text file, ``sys.stdout`` if not given. Written is what the next handler wants; with none, everything but
    parse errors.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import trace
    >>> _ = parse("<!DOCTYPE html>\\n<p class=k>one<!-- two -->", trace())
    1:1 doctype('html', None, None, False)
    1:16 text('\\n')
    2:1 start_tag('p', {'class': 'k'})
    2:12 text('one')
    2:15 comment(' two ')
    """
    return _Trace(sys.stdout if file is None else file, then)


class _Trace(ExactFilter):
    def __init__(self, file: Writable, then: HandlerProtocol | None) -> None:
        super().__init__(Everything() if then is None else then)
        self._file = file

    def _write(self, event: str, *what: object) -> None:
        locator = self.locator
        implied = " (implied)" if locator.implied else ""
        self._file.write(f"{locator.line}:{locator.column} {event}({', '.join(map(repr, what))}){implied}\n")

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if is_wanted(name, self.wants.start):
            self._write("start_tag", name, attrs)
        super().start_tag(name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        if is_wanted(name, self.wants.end):
            self._write("end_tag", name)
        super().end_tag(name)

    @override
    def text(self, data: str) -> None:
        if self.wants.text:
            self._write("text", data)
        super().text(data)

    @override
    def comment(self, data: str) -> None:
        if self.wants.comment:
            self._write("comment", data)
        super().comment(data)

    @override
    def doctype(self, doctype: Doctype) -> None:
        if self.wants.doctype:
            self._write("doctype", *doctype)
        super().doctype(doctype)

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        if self.wants.processing_instruction:
            self._write("processing_instruction", target, data)
        super().processing_instruction(target, data)

    @override
    def parse_error(self, error: ParseError) -> None:
        if self.wants.parse_error:
            self._file.write(f"{error.line}:{error.column} parse_error({error.code!r})\n")
        super().parse_error(error)
