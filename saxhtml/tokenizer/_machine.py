"""The machine that the states work on: the token being read, the text waiting, and what is told to the handler.

A state is a function that takes the machine, the piece of input at hand and a place in it, consumes as much as it can,
and returns the place it got to. It is called with the place behind the last character only at the end of input. Tokens
are kept as places in the source, not as copies of it: what a state appends to a token, in the words of the standard, is
what it moves past. The states stand in their chapters; which of them runs is the driver's matter (:mod:`._driver`).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import Final

from saxhtml.attributes import NO_ATTRIBUTES, Attributes, MendedAttributes, clean_name, clean_newlines
from saxhtml.errors import ErrorCode, LimitExceeded
from saxhtml.handler import Doctype, HandlerProtocol, Interest
from saxhtml.limits import Limits
from saxhtml.position import Locator
from saxhtml.tokenizer._context import Context
from saxhtml.tokenizer._states import MAY_BE_TEXT, StateName

WHITESPACE: Final = frozenset("\t\n\r\f ")
LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
NOT_SPACE: Final = re.compile(r"[^\t\n\r\f ]")

State = Callable[["Machine", str, int], int]
STATES: Final[dict[StateName, State]] = {}


def state(name: StateName) -> Callable[[State], State]:
    """Enter a function as the state ``name``."""

    def enter(function: State) -> State:
        STATES[name] = function
        return function

    return enter


def find(stop: re.Pattern[str], buffer: str, pos: int) -> int:
    """Return the first place from ``pos`` on at which ``stop`` matches, or the end of the buffer."""
    match = stop.search(buffer, pos)
    return match.start() if match else len(buffer)


class Machine:
    """What the states share. Places that outlive a piece of input are offsets in the whole; -1 is none."""

    __slots__ = (
        "_end_names",
        "_input_errors",
        "_max_attributes",
        "_max_token",
        "_null",
        "_piece_is_checked",
        "_start_names",
        "_text",
        "_text_end",
        "_text_start",
        "attribute_names",
        "base",
        "buffer",
        "code",
        "context",
        "data_start",
        "done",
        "end_tag",
        "force_quirks",
        "handler",
        "in_text",
        "interest",
        "lane",
        "last_piece",
        "last_start_tag",
        "limits",
        "locator",
        "mends",
        "name_end",
        "name_parts",
        "name_start",
        "names",
        "names_unknown",
        "on_comment",
        "on_doctype",
        "on_end_tag",
        "on_error",
        "on_processing_instruction",
        "on_start_tag",
        "on_text",
        "public_end",
        "public_start",
        "reports",
        "return_state",
        "state",
        "system_end",
        "system_start",
        "temporary",
        "token",
        "window",
    )

    def __init__(self, handler: HandlerProtocol, *, scripting: bool, mends: bool, limits: Limits, locator: Locator) -> None:
        self.handler = handler
        self.limits = limits
        self._max_token = limits.max_token
        self.mends = mends
        """Whether a quoted value whose quote is missing ends at a line break."""
        self.last_piece = False
        """Whether no more input comes behind the piece at hand."""
        self._max_attributes = 2 * limits.max_attributes
        self.locator = locator
        locator._attributes = MendedAttributes if mends else Attributes
        self.context = locator._context = Context(scripting=scripting)
        self.base = 0
        self.buffer = ""
        self.state: StateName = "data"
        self.return_state: StateName = "data"
        self.done = False
        self.code = 0
        self.in_text = True
        self.token = -1
        self.temporary = self.last_start_tag = ""
        self.attribute_names: set[str] = set()
        self.names_unknown = False
        """Whether errors came to be wanted only within the open tag, of which some names have passed unseen."""
        self.name_parts: list[str] = []
        self.names: dict[str, str] = {}
        self.window = _FIRST_WINDOW
        self.lane: re.Pattern[str] | None = None
        self._text: list[str] = []
        self._text_start = self._text_end = 0
        self._input_errors: deque[tuple[int, ErrorCode]] = deque()
        self._piece_is_checked = False
        self._null = -1
        self.end_tag = self.force_quirks = False
        self.data_start = self.name_start = self.name_end = -1
        self.public_start = self.public_end = self.system_start = self.system_end = -1
        self.reports = False
        self.take_interest(Interest())

    def start(self) -> None:
        """Tell the handler that a document begins, and ask what it wants."""
        self.handler.start_document(self.locator)
        self.locator._stale = False
        self.take_interest(self.handler.interest())

    def take_interest(self, interest: Interest) -> None:
        """Deliver from now on what ``interest`` names."""
        handler = self.handler
        self.interest = interest
        self.on_start_tag = handler.start_tag if interest.start else None
        self.on_end_tag = handler.end_tag if interest.end else None
        self._start_names = None if isinstance(interest.start, bool) else interest.start
        self._end_names = None if isinstance(interest.end, bool) else interest.end
        self.on_text = handler.text if interest.text else None
        self.on_comment = handler.comment if interest.comment else None
        self.on_doctype = handler.doctype if interest.doctype else None
        self.on_processing_instruction = handler.processing_instruction if interest.processing_instruction else None
        self.on_error = handler.parse_error if interest.parse_error else None
        if interest.parse_error and not self.reports:
            at = max(self.locator.end_offset, self.base)
            if not self._piece_is_checked:
                self._input_errors = deque(_input_errors(self.buffer[at - self.base :], at))
                self._piece_is_checked = True
            while self._input_errors and self._input_errors[0][0] < at:
                self._input_errors.popleft()
            self.names_unknown = self.token >= 0
        self.reports = interest.parse_error
        self.lane = None
        self.window = _FIRST_WINDOW

    def ask_interest(self) -> None:
        """Take the handler's interest anew, as it asked for."""
        self.locator._stale = False
        interest = self.handler.interest()
        if interest != self.interest:
            self.take_interest(interest)

    def callbacks(self) -> tuple[Callable[[str, Attributes], None], Callable[[str], None], Callable[[str], None]]:
        """Return what the lane calls for start tags, end tags and text; nothing happens for those that are not wanted."""
        on_start_tag = self.on_start_tag or _ignore
        if self.reports and self._start_names is not None:
            on_start_tag = self._start_tag_if_wanted
        return on_start_tag, self.on_end_tag or _ignore, self.on_text or _ignore

    def _start_tag_if_wanted(self, name: str, attrs: Attributes) -> None:
        if self.on_start_tag is not None and self.wants_start_tag(name):
            self.on_start_tag(name, attrs)

    # Positions and errors

    def error(self, code: ErrorCode, pos: int, *, behind: bool = False) -> None:
        """Report a parse error at the place ``pos`` of the piece at hand, or ``behind`` what ends before that place."""
        if self.reports:
            offset = self.base + pos
            self.report_input_errors(offset - behind)
            self._report(code, offset)

    def report_input_errors(self, until: int) -> None:
        """Report the bad characters up to the offset ``until``, included."""
        if self.token >= 0:  # beyond its greatest length the limit is what counts
            until = min(until, self.token + self._max_token - 1)
        found = self._input_errors
        while found and found[0][0] <= until:
            offset, code = found.popleft()
            self._report(code, offset)

    def end_without_errors(self, pos: int) -> int:
        """Return the place of the first bad character or NUL from ``pos`` on in the piece at hand, or its end."""
        null = self.find_null(pos)
        return min(null, max(self._input_errors[0][0] - self.base, 0)) if self._input_errors else null

    def find_null(self, pos: int) -> int:
        """Return the place of the first NUL from ``pos`` on in the piece at hand, or its end; looked for only once."""
        if self._null < pos:
            null = self.buffer.find("\0", pos)
            self._null = len(self.buffer) if null < 0 else null
        return self._null

    def _report(self, code: ErrorCode, offset: int) -> None:
        too_far = self.token >= 0 and offset > self.token + self._max_token  # where the limit is what counts
        if self.on_error is not None and not too_far:
            self._begin_event(offset, offset)
            self.on_error(self.locator._parse_error(code, offset))
            self._end_event()

    def source(self, start: int, end: int) -> str:
        """Return the input between two offsets, the first within the open token."""
        return self.locator._slice(start, end)

    def begin_doctype(self) -> None:
        """Forget the parts of the doctype before."""
        self.name_start = self.public_start = self.system_start = -1
        self.force_quirks = False

    # Text

    def text(self, start: int, end: int, data: str) -> None:
        """Add text that stands between two offsets."""
        if self.on_text is not None:
            if not self._text:
                self._text_start = start
            self._text_end = end
            self._text.append(data)

    def text_run(self, buffer: str, pos: int, end: int) -> None:
        """Add text as it stands between two places of the piece at hand."""
        if self.on_text is not None and pos < end:
            if not self._text:
                self._text_start = self.base + pos
            self._text_end = self.base + end
            run = buffer[pos:end]
            self._text.append(clean_newlines(run) if "\r" in run else run)

    def token_as_text(self, pos: int) -> None:
        """Give up the open token: what has been read of it, up to the place ``pos``, is text."""
        end = self.base + pos
        if self.on_text is not None and end > self.token:
            self.text(self.token, end, clean_newlines(self.source(self.token, end)))
        self.token = -1
        self.end_tag = False

    def flush_text(self) -> None:
        """Deliver the text that waits."""
        if self._text:
            data = self._text[0] if len(self._text) == 1 else "".join(self._text)
            self._text.clear()
            if self._input_errors:
                self.report_input_errors(self._text_end - 1)
            self._begin_event(self._text_start, self._text_end)
            if self.on_text is not None:
                self.on_text(data)
            self._end_event()

    @property
    def text_waits(self) -> bool:
        """Whether some text has not been delivered yet."""
        return bool(self._text)

    # Tokens

    def emit_tag(self, pos: int) -> None:
        """Deliver the tag that ends before the place ``pos``, and go on in the state that it leads to."""
        start, base = self.token, self.base
        end = base + pos
        if self._text:
            self.flush_text()
        if self._input_errors:
            self.report_input_errors(end - 1)
        if end - start > self._max_token:
            raise self._limit_exceeded("max_token", start)
        source = self.buffer[start - base : pos] if start >= base else self.source(start, end)
        name_end = self.name_end - start
        self.token = -1
        if self.end_tag:
            self.end_tag = False
            self.state = "data"
            name = self.clean_name(source[2:name_end])
            if self.context.runs:
                self.context.end_tag(name)
            if self.reports and name_end + 1 < len(source):
                self._report_end_tag(self.locator._attributes(source[name_end:-1]), pos - 1)
            if self.on_end_tag is not None and (self._end_names is None or name in self._end_names):
                self._begin_event(start, end)
                self.on_end_tag(name)
                self._end_event()
        else:
            name = self.last_start_tag = self.clean_name(source[1:name_end])
            attrs = self.locator._attributes(source[name_end:-1]) if name_end + 1 < len(source) else NO_ATTRIBUTES
            if len(source) > self._max_attributes and len(attrs.spans()) > self.limits.max_attributes:
                raise self._limit_exceeded("max_attributes", start)
            context = self.context
            if context.runs or name in context.notable:
                self.state = context.start_tag(name, attrs)
                if context.depth > self.limits.max_depth:
                    raise self._limit_exceeded("max_depth", start)
            else:
                self.state = "data"
            if self.on_start_tag is not None and (self._start_names is None or name in self._start_names):
                self._begin_event(start, end)
                self.locator._in_start_tag = True
                self.on_start_tag(name, attrs)
                self._end_event()

    def wants_start_tag(self, name: str) -> bool:
        """Whether start tags of that name are wanted, if any are."""
        return self._start_names is None or name in self._start_names

    def wants_end_tag(self, name: str) -> bool:
        """Whether end tags of that name are wanted, if any are."""
        return self._end_names is None or name in self._end_names

    def _report_end_tag(self, attrs: Attributes, pos: int) -> None:
        if attrs:
            self.error("end-tag-with-attributes", pos)
        if attrs.self_closing:
            self.error("end-tag-with-trailing-solidus", pos)

    def clean_name(self, raw: str) -> str:
        """Return the name of a tag as the standard has it, from a cache of those met before."""
        name = self.names.get(raw)
        if name is None:
            name = clean_name(raw)
            if len(raw) <= 32:
                if len(self.names) >= 1000:
                    self.names.clear()
                self.names[raw] = name
        return name

    def emit_comment(self, pos: int, trailing: int) -> None:
        """Deliver the comment that ends before the place ``pos``; its data end ``trailing`` characters earlier."""
        end = self._end_token(pos)
        if self.on_comment is not None:
            data = self._part(self.data_start, end - trailing) or ""
            self._begin_event(self.token, end)
            self.on_comment(data)
            self._end_event()
        self.token = -1

    def emit_doctype(self, pos: int) -> None:
        """Deliver the doctype that ends before the place ``pos``."""
        end = self._end_token(pos)
        if self.on_doctype is not None:
            name = self._part(self.name_start, self.name_end)
            doctype = Doctype(
                None if name is None else clean_name(name),
                self._part(self.public_start, self.public_end),
                self._part(self.system_start, self.system_end),
                self.force_quirks,
            )
            self._begin_event(self.token, end)
            self.on_doctype(doctype)
            self._end_event()
        self.token = -1

    def emit_processing_instruction(self, pos: int, trailing: int) -> None:
        """Deliver the processing instruction that ends before ``pos``; its data end ``trailing`` characters earlier."""
        end = self._end_token(pos)
        if self.on_processing_instruction is not None:
            target = self.source(self.token, self.name_end)[2:]
            data = self._part(self.data_start, end - trailing) or ""
            self._begin_event(self.token, end)
            self.on_processing_instruction(target, data)
            self._end_event()
        self.token = -1

    def _end_token(self, pos: int) -> int:
        """Deliver what comes before the token that ends before the place ``pos``; return its end."""
        end = self.base + pos
        self.flush_text()
        if self._input_errors:
            self.report_input_errors(end - 1)
        self.check_limit(end)
        return end

    def emit_end_of_file(self, pos: int) -> int:
        """Deliver what waits and end the document."""
        self.flush_text()
        self.token = -1
        self.done = True
        return pos

    def begin_piece(self, piece: str) -> None:
        """Take the next piece of input; find in it what no input should have ("Preprocessing the input stream")."""
        self.buffer = piece
        base = self.base
        self.locator._begin(piece, base)
        self._null = -1
        self._piece_is_checked = False
        if not self.reports:
            self._input_errors.clear()
        if self.locator._stale:
            self.ask_interest()
        if self.reports and not self._piece_is_checked:
            self._input_errors += _input_errors(piece, base)
            self._piece_is_checked = True

    def end_piece(self, length: int) -> None:
        """Deliver what is certain at the end of a piece of input of that length, and keep the open token."""
        end = self.base + length
        if self._text:
            self.flush_text()
        if self._input_errors:
            self.report_input_errors(end)
        if self.token >= 0:
            in_value = not self.in_text and "reference" in self.state
            if in_value or self.state not in MAY_BE_TEXT:
                self.check_limit(end)
            self.locator._hold(self.token)
        else:
            self.locator._hold(end)
        self.base = end

    def shorten_piece(self, end: int) -> None:
        """Let the piece at hand end at a place in it; what stands behind it comes with the next one."""
        self.buffer = self.locator._buffer = self.buffer[:end]
        while self._input_errors and self._input_errors[-1][0] >= self.base + end:
            self._input_errors.pop()

    def may_reach(self, pos: int) -> bool:
        """Whether the open token may, by its limit, reach to the place ``pos`` of the piece at hand."""
        return self.base + pos - self.token <= self._max_token

    def end_document(self) -> None:
        """Deliver the last event."""
        self._begin_event(self.base, self.base)
        self.handler.end_document()

    def _part(self, start: int, end: int) -> str | None:
        if start < 0:
            return None
        source = self.source(self.token, end)[start - self.token :]
        return clean_newlines(source).replace("\0", "\ufffd")

    def _begin_event(self, start: int, end: int) -> None:
        locator = self.locator
        locator._start = start
        locator._end = end
        locator._in_start_tag = False

    def _end_event(self) -> None:
        if self.locator._stale:
            self.ask_interest()

    # Limits

    def check_limit(self, end: int) -> None:
        """Refuse an open token that reaches to the offset ``end`` if that is too long."""
        if end - self.token > self._max_token:
            self.flush_text()
            raise self._limit_exceeded("max_token", self.token)

    def _limit_exceeded(self, limit: str, offset: int) -> LimitExceeded:
        line, column = self.locator._line_and_column(offset)
        return LimitExceeded(limit, getattr(self.limits, limit), offset, line, column)


_CONTROLS: Final = re.compile("[\x01-\x08\x0b\x0e-\x1f\x7f-\x9f]")
_GOOD_ASCII: Final = b"\0\t\n\f\r" + bytes(range(0x20, 0x7F))
_SURROGATES_AND_BEYOND: Final = re.compile("[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U00010000-\U0010ffff]")


def _input_errors(piece: str, base: int) -> list[tuple[int, ErrorCode]]:
    """Return the characters that no input should have ("Preprocessing the input stream"), by their offsets."""
    if piece.isascii() and not piece.encode().translate(None, _GOOD_ASCII):
        return []
    errors: list[tuple[int, ErrorCode]] = [
        (base + match.start(), "control-character-in-input-stream") for match in _CONTROLS.finditer(piece)
    ]
    if not piece.isascii():
        for match in _SURROGATES_AND_BEYOND.finditer(piece):
            code = ord(match[0])
            if code <= 0xDFFF:
                errors.append((base + match.start(), "surrogate-in-input-stream"))
            elif code <= 0xFFFF or code & 0xFFFE == 0xFFFE:
                errors.append((base + match.start(), "noncharacter-in-input-stream"))
        errors.sort()
    return errors


_FIRST_WINDOW: Final = 256
"""Characters that the lane matches at one go after a change of interest: often the next change is near."""


def _ignore(*_: object) -> None:
    """Take an event that nobody wants."""
