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
from saxhtml.charref import LONGEST_NAME, decode
from saxhtml.position import Locator
from saxhtml.tokenizer._machine import Machine
from saxhtml.tokenizer._patterns import RAW_ELEMENT

WINDOW: Final = 1 << 14
"""Characters matched at one go. No longer token goes through the lane."""

_RAW_START_TAG, _RAW_TEXT, _RAW_END_TAG = range(1, 4)
"""The parts of a raw-text element, of which one may be the event at hand."""

_NO_ROW: Final = ("",) * 6


_UNFINISHED_REFERENCE: Final = re.compile(r"&[#a-zA-Z0-9]*+\Z")


def run_lane(machine: Machine, pattern: re.Pattern[str], buffer: str, pos: int) -> int:
    """Deliver events from ``pos`` on; return the place from which the states go on."""
    limit = machine.end_without_errors(pos) if machine.reports else len(buffer)
    step = _rows if machine.on_text else _matches
    while pos < limit:
        window = WINDOW
        if machine.window < WINDOW and machine.on_text:
            window = machine.window
            machine.window *= 2
        stop = min(pos + window, limit)
        reached = step(machine, pattern, buffer, pos, stop)
        if stop == len(buffer) == reached and not machine.on_text:
            # A reference that the next piece may finish is left to the states, lest text be wanted by then.
            unfinished = _UNFINISHED_REFERENCE.search(buffer, max(stop - LONGEST_NAME, pos))
            reached = unfinished.start() if unfinished else stop
        if reached == pos or stop == limit or machine.lane is not pattern or machine.state != "data":
            return reached
        pos = reached
    return pos


def _rows(machine: Machine, pattern: re.Pattern[str], buffer: str, pos: int, stop: int) -> int:
    rows = pattern.findall(buffer, pos, stop)
    rows.pop()  # the empty match at the end
    text, end, name, _, other, rest = rows[-1]
    if not (end or name or other):  # where the lane ends, or a raw-text element, which the states can read as well
        stop -= len(text) + len(rest)
        rows.pop()
    references = buffer.find("&", pos, stop) >= 0
    returns = buffer.find("\r", pos, stop) >= 0
    strict = machine.reports
    names = machine.names
    cache: dict[str, Attributes] = {}  # by their sources, of which the same few come again and again near each other
    cached = cache.get
    new = object.__new__
    on_start_tag, on_end_tag, on_text = machine.callbacks()
    on_comment = machine.on_comment
    locator = machine.locator
    locator._rows = rows
    locator._row = _NO_ROW
    locator._row_index = 0
    locator._row_offset = machine.base + pos
    locator._settle = _settle
    for row in rows:
        text, end, name, source, other, raw = row
        if strict and (source or raw) and source not in cache and _repeats_attribute(source or _take_apart(raw)[1]):
            locator._text_row = row
            return _leave(machine, at_end=False)
        if text:
            if references and "&" in text:
                text = decode(clean_newlines(text))
            elif returns and "\r" in text:
                text = clean_newlines(text)
            locator._text_row = row
            on_text(text)
            if locator._stale:
                return _leave(machine, at_end=True)
        locator._row = row
        if end:
            try:
                end = names[end]
            except KeyError:
                end = machine.clean_name(end)
            on_end_tag(end)
        elif name:
            try:
                name = names[name]
            except KeyError:
                name = machine.clean_name(name)
            if source:
                attrs = cached(source)
                if attrs is None:
                    # What Attributes(source) does, without the call.
                    attrs = new(Attributes)
                    attrs._source = source
                    attrs._map = None
                    cache[source] = attrs
                on_start_tag(name, attrs)
            else:
                on_start_tag(name, NO_ATTRIBUTES)
        elif raw:
            _raw_element(machine, raw)
        elif on_comment and other[1] == "!":
            on_comment(clean_newlines(other[4:-3]).replace("\0", "\ufffd"))
    if locator._stale:
        return _leave(machine, at_end=True)
    locator._settle = None
    locator._rows = []
    return stop


def _leave(machine: Machine, *, at_end: bool) -> int:
    """Leave the rows at the start of an event, or at the end of the one that made the handler change its interest."""
    locator = machine.locator
    _settle(locator)
    locator._settle = None
    locator._rows = []
    locator._raw_part = 0
    if locator._stale:
        machine.ask_interest()
    return (locator._end if at_end else locator._start) - machine.base


def _settle(locator: Locator) -> None:
    """Work out where the current event of the rows stands; each row is walked over once.

    The event is the later one of the text of ``_text_row`` and the markup of ``_row``. While it is a text, ``_row`` is the
    row before.
    """
    rows, index, offset = locator._rows, locator._row_index, locator._row_offset
    row, text_row = locator._row, locator._text_row
    while rows[index] is not row and not (rows[index] is text_row and row is (rows[index - 1] if index else _NO_ROW)):
        offset += _length(rows[index])
        index += 1
    in_text = rows[index] is not row
    if not in_text and index + 1 < len(rows) and rows[index + 1] is text_row:
        offset += _length(row)
        index += 1
        in_text = True
    locator._row_index = index
    locator._row_offset = offset
    row = rows[index]
    locator._in_start_tag = not in_text and (bool(row[2]) or locator._raw_part == _RAW_START_TAG)
    text_end = offset + len(row[0])
    row_end = offset + _length(row)
    if in_text:
        locator._start, locator._end = offset, text_end
    elif not locator._raw_part:
        locator._start, locator._end = text_end, row_end
    else:
        name, source, content, _ = _take_apart(row[5])
        content_start = text_end + len(name) + len(source) + 2
        content_end = content_start + len(content)
        places = (text_end, content_start, content_end, row_end)
        locator._start, locator._end = places[locator._raw_part - 1 : locator._raw_part + 1]


def _length(row: tuple[str, ...]) -> int:
    """Characters of a row: its parts, and the ``<``, ``/`` and ``>`` that its groups leave out."""
    text, end, name, source, other, raw = row
    left_out = 3 if end else 2 if name else 0
    return left_out + len(text) + len(end) + len(name) + len(source) + len(raw) + len(other)


def _matches(machine: Machine, pattern: re.Pattern[str], buffer: str, pos: int, stop: int) -> int:
    base = machine.base
    strict = machine.reports
    names = machine.names
    new = object.__new__
    on_start_tag, on_end_tag, _ = machine.callbacks()
    on_comment = machine.on_comment
    locator = machine.locator
    for match in pattern.finditer(buffer, pos, stop):
        end, name, source, other, raw, rest = match.groups()
        if name:
            if strict and _repeats_attribute(source):
                stop = match.start(2) - 1
                break
            try:
                name = names[name]
            except KeyError:
                name = machine.clean_name(name)
            if source:
                attrs = new(Attributes)
                attrs._source = source
                attrs._map = None
            else:
                attrs = NO_ATTRIBUTES
            locator._match = match
            locator._settle = _settle_match
            on_start_tag(name, attrs)
        elif end:
            locator._match = match
            locator._settle = _settle_match
            on_end_tag(machine.clean_name(end))
        elif raw:
            start = match.start(5)
            if strict and _repeats_attribute(_take_apart(raw)[1]):
                stop = start
                break
            row = ("", "", "", "", "", raw)
            locator._rows = [row]
            locator._row = locator._text_row = row
            locator._row_index = 0
            locator._row_offset = base + start
            locator._settle = _settle
            _raw_element(machine, raw)
            if locator._stale:
                return _leave(machine, at_end=True)
        elif other and on_comment:
            locator._match = match
            locator._settle = _settle_match
            on_comment(clean_newlines(other[4:-3]).replace("\0", "\ufffd"))
        elif rest:
            stop = match.start(6)
            break
        if locator._stale:
            machine.ask_interest()
            stop = match.end()
            break
    locator._settle = None
    return stop


def _settle_match(locator: Locator) -> None:
    """Work out where the event of a match stands."""
    match = locator._match
    last = match.lastindex
    start = match.start(1) - 2 if last == 1 else match.start(4) if last == 4 else match.start(2) - 1
    locator._start = locator._base + start
    locator._end = locator._base + match.end()
    locator._in_start_tag = last == 3


def _raw_element(machine: Machine, raw: str) -> None:
    """Deliver a raw-text element.

    If the handler changes its interest before the end tag, the states go on inside the element.
    """
    name, source, content, _ = _take_apart(raw)
    name = machine.clean_name(name)
    attrs = Attributes(source) if source else NO_ATTRIBUTES
    locator = machine.locator
    if machine.on_start_tag and machine.wants_start_tag(name):
        locator._raw_part = _RAW_START_TAG
        machine.on_start_tag(name, attrs)
    if content and machine.on_text and not locator._stale:
        text = clean_newlines(content).replace("\0", "\ufffd")
        locator._raw_part = _RAW_TEXT
        machine.on_text(decode(text) if name in RCDATA else text)
    if locator._stale:
        machine.last_start_tag = name
        machine.state = machine.context.start_tag(name, attrs)
        return
    if machine.on_end_tag and machine.wants_end_tag(name):
        locator._raw_part = _RAW_END_TAG
        machine.on_end_tag(name)
    if not locator._stale:
        locator._raw_part = 0


def _take_apart(raw: str) -> tuple[str, str, str, str]:
    """Return the name, attributes, content and end tag's name of a raw-text element."""
    parts: tuple[str, str, str, str] = RAW_ELEMENT.findall(raw)[0]
    return parts


def _repeats_attribute(source: str) -> bool:
    if source.count("=") < 2 and len(source.split(None, 2)) < 2:
        return False
    names = [name for name, _ in Attributes(source).pairs()]
    return len(set(names)) < len(names)
