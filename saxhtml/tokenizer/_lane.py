"""The lane: whole tokens at the speed of the regular expression engine, for input that is as it should be.

In the data state and outside svg and math, one match takes a text with the markup behind it, and the handler is called
at once. What the pattern (:mod:`saxhtml.tokenizer._patterns`) does not take is left to the states, from that very
character on. Where text is wanted, a window of the input is matched at one go and its rows are gone through, which the
interpreter does faster than match by match; where an event stands is then worked out only if somebody asks. Where text
is not wanted, a match passes over all that is not, and is looked for when the one before has been delivered.
"""

from __future__ import annotations

import re
from typing import Final

from saxhtml._elements import RCDATA
from saxhtml.attributes import NO_ATTRIBUTES, Attributes, clean_newlines
from saxhtml.charref import decode
from saxhtml.position import Locator
from saxhtml.tokenizer._machine import Machine
from saxhtml.tokenizer._patterns import raw_element_parts

WINDOW: Final = 1 << 14
"""Characters matched at one go. No longer token goes through the lane."""

_MOST_CACHED: Final = 1000
_LONGEST_CACHED: Final = 200

_TEXT, _MARKUP = range(2)


def run_lane(machine: Machine, pattern: re.Pattern[str], buffer: str, pos: int) -> int:
    """Deliver events from ``pos`` on; return the place from which the states go on."""
    limit = machine.place_of_input_error(len(buffer))
    step = _rows if machine.on_text else _matches
    while pos < limit:
        stop = min(pos + WINDOW, limit)
        reached = step(machine, pattern, buffer, pos, stop)
        if reached == pos or stop == limit or machine.lane is not pattern or machine.state != "data":
            return reached
        pos = reached
    return pos


def _rows(machine: Machine, pattern: re.Pattern[str], buffer: str, pos: int, stop: int) -> int:
    rows = pattern.findall(buffer, pos, stop)
    rows.pop()  # the empty match at the end
    if rows:
        text, references, name, _, end, raw, other, rest = rows[-1]
        if rest or not (name or end or raw or other):
            stop -= len(text) + len(references) + len(rest)
            rows.pop()
    returns = buffer.find("\r", pos, stop) >= 0
    names = machine.names
    cached = machine.attributes
    on_start_tag, on_end_tag, on_text = machine.callbacks()
    on_comment = machine.on_comment
    locator = machine.locator
    locator._rows = rows
    locator._row_index = 0
    locator._row_offset = machine.base + pos
    locator._settle = _settle
    for row in rows:
        text, references, name, source, end, raw, other, _ = row
        if source:
            try:
                attrs = cached[source]
            except KeyError:
                fresh = _attributes(machine, source)
                if fresh is None:
                    return _leave(machine, row, _TEXT, at_end=False)
                attrs = fresh
        else:
            attrs = NO_ATTRIBUTES
        if references:
            text = decode(clean_newlines(text + references))
        elif returns and "\r" in text:
            text = clean_newlines(text)
        if text:
            locator._row = row
            locator._part = _TEXT
            on_text(text)
            if locator._stale:
                return _leave(machine, row, _TEXT, at_end=True)
        locator._row = row
        locator._part = _MARKUP
        if name:
            try:
                name = names[name]
            except KeyError:
                name = machine.clean_name(name)
            on_start_tag(name, attrs)
        elif end:
            try:
                end = names[end]
            except KeyError:
                end = machine.clean_name(end)
            on_end_tag(end)
        elif raw:
            _settle(locator)
            locator._settle = None
            if _raw_element(machine, raw, locator._start):
                return locator._end - machine.base
            locator._settle = _settle
        elif on_comment and other[0] == "!":
            on_comment(clean_newlines(other[3:-3]).replace("\0", "\ufffd"))
    if locator._stale:
        return _leave(machine, locator._row, locator._part, at_end=True)
    locator._settle = None
    locator._rows = []
    return stop


def _leave(machine: Machine, row: tuple[str, ...], part: int, *, at_end: bool) -> int:
    """Leave the rows at the start of a row, or behind a part of it that made the handler change its interest."""
    locator = machine.locator
    locator._row = row
    locator._part = part
    _settle(locator)
    locator._settle = None
    locator._rows = []
    if locator._stale:
        machine.ask_interest()
    return (locator._end if at_end else locator._start) - machine.base


def _settle(locator: Locator) -> None:
    """Work out where the current event of the rows stands; each row is walked over once."""
    rows, index, offset, row = locator._rows, locator._row_index, locator._row_offset, locator._row
    while rows[index] is not row:
        offset += _length(rows[index])
        index += 1
    locator._row_index = index
    locator._row_offset = offset
    text_end = offset + len(row[0]) + len(row[1])
    if locator._part == _TEXT:
        locator._start = offset
        locator._end = text_end
    else:
        locator._start = text_end
        locator._end = offset + _length(row)


def _length(row: tuple[str, ...]) -> int:
    """Characters of a row: its parts, and the ``<``, ``/`` and ``>`` that its groups leave out."""
    text, references, name, source, end, raw, other, _ = row
    left_out = 2 if name else 3 if end else 1
    return left_out + len(text) + len(references) + len(name) + len(source) + len(end) + len(raw) + len(other)


def _matches(machine: Machine, pattern: re.Pattern[str], buffer: str, pos: int, stop: int) -> int:
    base = machine.base
    cached = machine.attributes
    on_start_tag, on_end_tag, _ = machine.callbacks()
    on_comment = machine.on_comment
    locator = machine.locator
    for match in pattern.finditer(buffer, pos, stop):
        name, source, end, raw, other, rest = match.groups()
        if rest:
            return match.start(6)
        locator._end = base + match.end()
        if name:
            attrs: Attributes | None = NO_ATTRIBUTES
            if source:
                attrs = cached.get(source) or _attributes(machine, source)
            if attrs is None:
                return match.start(1) - 1
            locator._start = base + match.start(1) - 1
            on_start_tag(machine.clean_name(name), attrs)
        elif end:
            locator._start = base + match.start(3) - 2
            on_end_tag(machine.clean_name(end))
        elif raw:
            if _raw_element(machine, raw, base + match.start(4) - 1):
                return locator._end - base
        elif other and on_comment:
            locator._start = base + match.start(5) - 1
            on_comment(clean_newlines(other[3:-3]).replace("\0", "\ufffd"))
        if locator._stale:
            machine.ask_interest()
            return match.end()
    return stop


def _raw_element(machine: Machine, raw: str, start: int) -> bool:
    """Deliver a raw-text element that begins at the offset ``start``.

    Return whether the handler changed its interest meanwhile; then the states go on from the end of that event.
    """
    name, source, content, _ = raw_element_parts(strict=machine.reports).findall(raw)[0]
    text_start = start + len(name) + len(source) + 2
    text_end = text_start + len(content)
    name = machine.clean_name(name)
    attrs = Attributes(source) if source else NO_ATTRIBUTES
    interrupted = machine.deliver_start_tag(start, text_start, name, attrs)
    if content and machine.on_text and not interrupted:
        text = clean_newlines(content).replace("\0", "\ufffd")
        interrupted = machine.deliver_text(text_start, text_end, decode(text) if name in RCDATA else text)
    if interrupted:
        machine.last_start_tag = name
        machine.state = machine.context.start_tag(name, attrs)
        return True
    return machine.deliver_end_tag(text_end, start + 1 + len(raw), name)


def _attributes(machine: Machine, source: str) -> Attributes | None:
    """Return the attributes for a source that is not cached, or None where they hold a parse error to report."""
    attrs = Attributes(source)
    if machine.reports:
        names = [name for name, _ in attrs.pairs()]
        if len(set(names)) < len(names):
            return None
    if len(source) <= _LONGEST_CACHED:
        cached = machine.attributes
        if len(cached) >= _MOST_CACHED:
            cached.clear()
        cached[source] = attrs
    return attrs
