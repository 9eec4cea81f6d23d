"""Tags: where they begin, their names, and where their attributes and they themselves end.

What stands in the attributes is read in :mod:`saxhtml.attributes`, from the source of the tag. The states here know each
place in a tag so that it ends where it must, and report the parse errors on the way.
Source: WHATWG HTML, "Tag open state" to "Tag name state", "Before attribute name state" to "Self-closing start tag state".
"""

from __future__ import annotations

import re
from typing import Final

from saxhtml.attributes import MENDED_VALUES, clean_name
from saxhtml.tokenizer._machine import LETTERS, NOT_SPACE, Machine, find, state
from saxhtml.tokenizer._reference import begin_reference
from saxhtml.tokenizer._states import StateName

_ATTRIBUTES: Final = re.compile(
    r"""
    (?: [\t\n\r\f ]*+ [^\t\n\r\f />=]++
        [\t\n\r\f ]*+ = [\t\n\r\f ]*+
        (?: "[^"]*+" | '[^']*+' | [^\t\n\r\f >"'] [^\t\n\r\f >]*+ (?=[\t\n\r\f >]) )
    )*+
    """,
    re.VERBOSE,
)
"""As many whole attributes with values as there are."""
_NAME_END: Final = re.compile(r"[\t\n\r\f />]")
_NUL_OR_NAME_END: Final = re.compile(r"[\t\n\r\f />\0]")
_ATTRIBUTE_NAME_END: Final = re.compile(r"[\t\n\r\f />=]")
_VALUE_END: Final = re.compile(r"[\t\n\r\f >]")
_REPORTED_IN_NAME: Final = re.compile(r"[\t\n\r\f />=\0\"'<]")
_REPORTED_IN_BARE: Final = re.compile(r"[\t\n\r\f >&\0\"'<=`]")
_REPORTED_IN_DOUBLE: Final = re.compile(r"[\"&\0]")
_REPORTED_IN_SINGLE: Final = re.compile(r"['&\0]")


@state("tag open")
def tag_open(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#tag-open-state"""
    character = buffer[pos : pos + 1]
    if character in LETTERS:
        machine.state = "tag name"
        return tag_name(machine, buffer, pos)
    if character == "/":
        machine.state = "end tag open"
        return pos + 1
    if character == "!":
        machine.temporary = ""
        machine.state = "markup declaration open"
        return pos + 1
    if character == "?":
        machine.state = "processing instruction open"
        return pos + 1
    machine.token_as_text(pos)
    machine.state = "data"
    machine.error("invalid-first-character-of-tag-name" if character else "eof-before-tag-name", pos)
    return pos


@state("end tag open")
def end_tag_open(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#end-tag-open-state"""
    character = buffer[pos : pos + 1]
    if character in LETTERS:
        machine.end_tag = True
        machine.state = "tag name"
        return tag_name(machine, buffer, pos)
    if character == ">":
        machine.token = -1
        machine.state = "data"
        machine.error("missing-end-tag-name", pos)
        return pos + 1
    if character:
        machine.error("invalid-first-character-of-tag-name", pos)
        machine.data_start = machine.base + pos
        machine.state = "bogus comment"
    else:
        machine.token_as_text(pos)
        machine.state = "data"
        machine.error("eof-before-tag-name", pos)
    return pos


@state("tag name")
def tag_name(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#tag-name-state"""
    match = (_NUL_OR_NAME_END if machine.reports else _NAME_END).search(buffer, pos)
    end = match.start() if match else len(buffer)
    character = buffer[end : end + 1]
    if character == "\0":
        machine.error("unexpected-null-character", end)
        return end + 1
    machine.name_end = machine.base + end
    if character == ">":
        machine.emit_tag(end + 1)
        return end + 1
    machine.attribute_names.clear()
    machine.names_unknown = False
    if character == "/":
        machine.state = "self-closing start tag"
        return end + 1
    if character:
        machine.state = "before attribute name"
        return end + 1
    return end if pos < end else _end_of_file(machine, end)


@state("before attribute name")
def before_attribute_name(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#before-attribute-name-state"""
    if not machine.reports and not machine.mends:
        attributes = _ATTRIBUTES.match(buffer, pos)
        if attributes and attributes.end() > pos:
            pos = attributes.end()
            if pos == len(buffer):
                return pos
    end = find(NOT_SPACE, buffer, pos)
    character = buffer[end : end + 1]
    if character == "=":
        machine.error("unexpected-equals-sign-before-attribute-name", end)
        machine.name_parts = ["="]
        machine.state = "attribute name"
        return end + 1
    if character and character not in "/>":
        machine.name_parts = []
        machine.state = "attribute name"
    elif character == ">":
        machine.emit_tag(end + 1)
        return end + 1
    elif pos == end or character:
        machine.state = "after attribute name"
    return end


@state("attribute name")
def attribute_name(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#attribute-name-state"""
    end = find(_REPORTED_IN_NAME if machine.reports else _ATTRIBUTE_NAME_END, buffer, pos)
    character = buffer[end : end + 1]
    if machine.reports:
        machine.name_parts.append(buffer[pos:end])
        if character and character in "\0\"'<":
            null = character == "\0"
            machine.error("unexpected-null-character" if null else "unexpected-character-in-attribute-name", end)
            machine.name_parts.append(character)
            return end + 1
    if character == "=":
        _leave_name(machine, end)
        machine.state = "before attribute value"
        return end + 1
    if character or pos == end:
        _leave_name(machine, end)
        machine.state = "after attribute name"
    return end


def _leave_name(machine: Machine, pos: int) -> None:
    if machine.reports and not machine.names_unknown:
        name = clean_name("".join(machine.name_parts))
        if name in machine.attribute_names:
            machine.error("duplicate-attribute", pos)
        machine.attribute_names.add(name)


@state("after attribute name")
def after_attribute_name(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#after-attribute-name-state"""
    end = find(NOT_SPACE, buffer, pos)
    character = buffer[end : end + 1]
    if character == "/":
        machine.state = "self-closing start tag"
        return end + 1
    if character == "=":
        machine.state = "before attribute value"
        return end + 1
    if character == ">":
        machine.emit_tag(end + 1)
        return end + 1
    if character:
        machine.name_parts = []
        machine.state = "attribute name"
        return end
    return end if pos < end else _end_of_file(machine, end)


@state("before attribute value")
def before_attribute_value(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#before-attribute-value-state"""
    end = find(NOT_SPACE, buffer, pos)
    character = buffer[end : end + 1]
    if machine.mends and character and character in "\"'":
        stop = _place_without_quote(machine, buffer, end, character)
        if stop >= 0:
            machine.state = "before attribute name"
            machine.error("missing-quote-after-attribute-value", stop)
            return stop
    if character == '"':
        machine.state = "attribute value (double-quoted)"
        return end + 1
    if character == "'":
        machine.state = "attribute value (single-quoted)"
        return end + 1
    if character == ">":
        machine.error("missing-attribute-value", end)
        machine.emit_tag(end + 1)
        return end + 1
    if character or pos == end:
        machine.state = "attribute value (unquoted)"
    return end


class NeedsMore(Exception):
    """Whether a quote is missing can only be told with more input than there is from ``pos`` on, where the value opens."""

    def __init__(self, pos: int, quote: str) -> None:
        super().__init__(pos, quote)
        self.pos = pos
        self.quote = quote


def _place_without_quote(machine: Machine, buffer: str, pos: int, quote: str) -> int:
    """Return where the value whose opening quote stands at ``pos`` ends without another one, or -1 if it has one."""
    close = buffer.find(quote, pos + 1)
    if close < 0 or close + 1 == len(buffer):
        if not machine.may_reach(len(buffer)):
            return -1
        if not machine.last_piece:
            raise NeedsMore(pos, quote)
    elif not machine.may_reach(close + 1):
        return -1
    value = MENDED_VALUES[quote].match(buffer, pos + 1)
    return value.end() if value and value.lastindex == 3 and value.end() < len(buffer) else -1


@state("attribute value (double-quoted)")
def attribute_value_double_quoted(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#attribute-value-(double-quoted)-state"""
    return _quoted(machine, buffer, pos, '"', _REPORTED_IN_DOUBLE, "attribute value (double-quoted)")


@state("attribute value (single-quoted)")
def attribute_value_single_quoted(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#attribute-value-(single-quoted)-state"""
    return _quoted(machine, buffer, pos, "'", _REPORTED_IN_SINGLE, "attribute value (single-quoted)")


def _quoted(machine: Machine, buffer: str, pos: int, quote: str, reported: re.Pattern[str], value: StateName) -> int:
    if machine.reports:
        end = find(reported, buffer, pos)
    else:
        end = buffer.find(quote, pos)
        if end < 0:
            end = len(buffer)
    character = buffer[end : end + 1]
    if character == quote:
        machine.state = "after attribute value (quoted)"
        return end + 1
    if character == "&":
        return begin_reference(machine, end, value)
    if character:
        machine.error("unexpected-null-character", end)
        return end + 1
    return end if pos < end else _end_of_file(machine, end)


@state("attribute value (unquoted)")
def attribute_value_unquoted(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#attribute-value-(unquoted)-state"""
    end = find(_REPORTED_IN_BARE if machine.reports else _VALUE_END, buffer, pos)
    character = buffer[end : end + 1]
    if character == ">":
        machine.emit_tag(end + 1)
        return end + 1
    if character == "&":
        return begin_reference(machine, end, "attribute value (unquoted)")
    if character == "\0":
        machine.error("unexpected-null-character", end)
        return end + 1
    if character and character in "\"'<=`":
        machine.error("unexpected-character-in-unquoted-attribute-value", end)
        return end + 1
    if character:
        machine.state = "before attribute name"
        return end + 1
    return end if pos < end else _end_of_file(machine, end)


@state("after attribute value (quoted)")
def after_attribute_value_quoted(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#after-attribute-value-(quoted)-state"""
    character = buffer[pos : pos + 1]
    if character == ">":
        machine.emit_tag(pos + 1)
        return pos + 1
    if character == "/":
        machine.state = "self-closing start tag"
        return pos + 1
    if not character:
        return _end_of_file(machine, pos)
    if NOT_SPACE.match(character):
        machine.error("missing-whitespace-between-attributes", pos)
    machine.state = "before attribute name"
    return pos


@state("self-closing start tag")
def self_closing_start_tag(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#self-closing-start-tag-state"""
    character = buffer[pos : pos + 1]
    if character == ">":
        machine.emit_tag(pos + 1)
        return pos + 1
    if not character:
        return _end_of_file(machine, pos)
    machine.error("unexpected-solidus-in-tag", pos)
    machine.state = "before attribute name"
    return pos


def _end_of_file(machine: Machine, pos: int) -> int:
    machine.error("eof-in-tag", pos)
    return machine.emit_end_of_file(pos)
