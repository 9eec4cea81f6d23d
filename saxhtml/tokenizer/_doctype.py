"""Doctypes.

Source: WHATWG HTML, "DOCTYPE state" to "Bogus DOCTYPE state".
"""

from __future__ import annotations

import re
from typing import Final

from saxhtml.attributes import ascii_lower
from saxhtml.errors import ErrorCode
from saxhtml.tokenizer._machine import NOT_SPACE, WHITESPACE, Machine, find, state
from saxhtml.tokenizer._states import StateName

_NAME_STOP: Final = re.compile(r"[\t\n\r\f >\0]")
_DOUBLE_STOP: Final = re.compile(r"[\">\0]")
_SINGLE_STOP: Final = re.compile(r"['>\0]")
_BOGUS_STOP: Final = re.compile(r"[>\0]")


@state("DOCTYPE")
def doctype(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#doctype-state"""
    character = buffer[pos : pos + 1]
    if not character:
        return _end_of_file(machine, pos)
    if character not in WHITESPACE and character != ">":
        machine.error("missing-whitespace-before-doctype-name", pos)
    machine.state = "before DOCTYPE name"
    return pos


@state("before DOCTYPE name")
def before_doctype_name(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#before-doctype-name-state"""
    end = find(NOT_SPACE, buffer, pos)
    character = buffer[end : end + 1]
    if character == ">":
        machine.error("missing-doctype-name", end)
        machine.force_quirks = True
        return _close(machine, end + 1)
    if character:
        machine.name_start = machine.base + end
        machine.state = "DOCTYPE name"
        return end
    return end if pos < end else _end_of_file(machine, end)


@state("DOCTYPE name")
def doctype_name(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#doctype-name-state"""
    end = find(_NAME_STOP, buffer, pos)
    character = buffer[end : end + 1]
    if character == "\0":
        machine.error("unexpected-null-character", end)
        return end + 1
    machine.name_end = machine.base + end
    if character == ">":
        return _close(machine, end + 1)
    if character:
        machine.temporary = ""
        machine.state = "after DOCTYPE name"
        return end + 1
    return end if pos < end else _end_of_file(machine, end)


@state("after DOCTYPE name")
def after_doctype_name(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#after-doctype-name-state"""
    seen = len(machine.temporary)
    end = pos if seen else find(NOT_SPACE, buffer, pos)
    ahead = machine.temporary + buffer[end : end + 6 - seen]
    keyword = ascii_lower(ahead)
    if keyword == "public":
        machine.state = "after DOCTYPE public keyword"
        return end + 6 - seen
    if keyword == "system":
        machine.state = "after DOCTYPE system keyword"
        return end + 6 - seen
    if end < len(buffer) < end + 6 - seen and ("public".startswith(keyword) or "system".startswith(keyword)):
        machine.temporary = ahead
        return len(buffer)
    if ahead[:1] == ">":
        return _close(machine, end + 1)
    if not ahead:
        return end if pos < end else _end_of_file(machine, end)
    return _bogus(machine, end, "invalid-character-sequence-after-doctype-name", end - seen)


@state("after DOCTYPE public keyword")
def after_doctype_public_keyword(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#after-doctype-public-keyword-state"""
    character = buffer[pos : pos + 1]
    if character and character in "\"'":
        machine.error("missing-whitespace-after-doctype-public-keyword", pos)
    machine.state = "before DOCTYPE public identifier"
    return pos


@state("before DOCTYPE public identifier")
def before_doctype_public_identifier(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#before-doctype-public-identifier-state"""
    end = find(NOT_SPACE, buffer, pos)
    character = buffer[end : end + 1]
    if character and character in "\"'":
        return _begin_public(machine, end, character)
    if character == ">":
        machine.error("missing-doctype-public-identifier", end)
        machine.force_quirks = True
        return _close(machine, end + 1)
    if character:
        return _bogus(machine, end, "missing-quote-before-doctype-public-identifier", end)
    return end if pos < end else _end_of_file(machine, end)


def _begin_public(machine: Machine, pos: int, quote: str) -> int:
    machine.public_start = machine.base + pos + 1
    double = quote == '"'
    machine.state = "DOCTYPE public identifier (double-quoted)" if double else "DOCTYPE public identifier (single-quoted)"
    return pos + 1


@state("DOCTYPE public identifier (double-quoted)")
def doctype_public_identifier_double_quoted(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#doctype-public-identifier-(double-quoted)-state"""
    return _public(machine, buffer, pos, _DOUBLE_STOP)


@state("DOCTYPE public identifier (single-quoted)")
def doctype_public_identifier_single_quoted(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#doctype-public-identifier-(single-quoted)-state"""
    return _public(machine, buffer, pos, _SINGLE_STOP)


def _public(machine: Machine, buffer: str, pos: int, stop: re.Pattern[str]) -> int:
    end = find(stop, buffer, pos)
    machine.public_end = machine.base + end
    return _identifier_stop(machine, buffer, pos, end, "after DOCTYPE public identifier", "abrupt-doctype-public-identifier")


@state("after DOCTYPE public identifier")
def after_doctype_public_identifier(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#after-doctype-public-identifier-state"""
    character = buffer[pos : pos + 1]
    if character and character in "\"'":
        machine.error("missing-whitespace-between-doctype-public-and-system-identifiers", pos)
    machine.state = "between DOCTYPE public and system identifiers"
    return pos


@state("between DOCTYPE public and system identifiers")
def between_doctype_public_and_system_identifiers(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#between-doctype-public-and-system-identifiers-state"""
    end = find(NOT_SPACE, buffer, pos)
    character = buffer[end : end + 1]
    if character and character in "\"'":
        return _begin_system(machine, end, character)
    if character == ">":
        return _close(machine, end + 1)
    if character:
        return _bogus(machine, end, "missing-quote-before-doctype-system-identifier", end)
    return end if pos < end else _end_of_file(machine, end)


@state("after DOCTYPE system keyword")
def after_doctype_system_keyword(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#after-doctype-system-keyword-state"""
    character = buffer[pos : pos + 1]
    if character and character in "\"'":
        machine.error("missing-whitespace-after-doctype-system-keyword", pos)
    machine.state = "before DOCTYPE system identifier"
    return pos


@state("before DOCTYPE system identifier")
def before_doctype_system_identifier(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#before-doctype-system-identifier-state"""
    end = find(NOT_SPACE, buffer, pos)
    character = buffer[end : end + 1]
    if character and character in "\"'":
        return _begin_system(machine, end, character)
    if character == ">":
        machine.error("missing-doctype-system-identifier", end)
        machine.force_quirks = True
        return _close(machine, end + 1)
    if character:
        return _bogus(machine, end, "missing-quote-before-doctype-system-identifier", end)
    return end if pos < end else _end_of_file(machine, end)


def _begin_system(machine: Machine, pos: int, quote: str) -> int:
    machine.system_start = machine.base + pos + 1
    double = quote == '"'
    machine.state = "DOCTYPE system identifier (double-quoted)" if double else "DOCTYPE system identifier (single-quoted)"
    return pos + 1


@state("DOCTYPE system identifier (double-quoted)")
def doctype_system_identifier_double_quoted(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#doctype-system-identifier-(double-quoted)-state"""
    return _system(machine, buffer, pos, _DOUBLE_STOP)


@state("DOCTYPE system identifier (single-quoted)")
def doctype_system_identifier_single_quoted(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#doctype-system-identifier-(single-quoted)-state"""
    return _system(machine, buffer, pos, _SINGLE_STOP)


def _system(machine: Machine, buffer: str, pos: int, stop: re.Pattern[str]) -> int:
    end = find(stop, buffer, pos)
    machine.system_end = machine.base + end
    return _identifier_stop(machine, buffer, pos, end, "after DOCTYPE system identifier", "abrupt-doctype-system-identifier")


@state("after DOCTYPE system identifier")
def after_doctype_system_identifier(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#after-doctype-system-identifier-state"""
    end = find(NOT_SPACE, buffer, pos)
    character = buffer[end : end + 1]
    if character == ">":
        return _close(machine, end + 1)
    if character:
        machine.error("unexpected-character-after-doctype-system-identifier", end)
        machine.state = "bogus DOCTYPE"
        return end
    return end if pos < end else _end_of_file(machine, end)


@state("bogus DOCTYPE")
def bogus_doctype(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#bogus-doctype-state"""
    end = find(_BOGUS_STOP, buffer, pos)
    character = buffer[end : end + 1]
    if character == ">":
        return _close(machine, end + 1)
    if character:
        machine.error("unexpected-null-character", end)
        return end + 1
    if pos < end:
        return end
    machine.emit_doctype(end)
    return machine.emit_end_of_file(end)


def _identifier_stop(machine: Machine, buffer: str, pos: int, end: int, after: StateName, abrupt: ErrorCode) -> int:
    """Take what ends a run inside an identifier: its quote, ``>``, NUL or the end of input."""
    character = buffer[end : end + 1]
    if character == ">":
        machine.error(abrupt, end)
        machine.force_quirks = True
        return _close(machine, end + 1)
    if character == "\0":
        machine.error("unexpected-null-character", end)
        return end + 1
    if character:
        machine.state = after
        return end + 1
    return end if pos < end else _end_of_file(machine, end)


def _bogus(machine: Machine, pos: int, code: ErrorCode, at: int) -> int:
    machine.error(code, at)
    machine.force_quirks = True
    machine.state = "bogus DOCTYPE"
    return pos


def _close(machine: Machine, pos: int) -> int:
    machine.state = "data"
    machine.emit_doctype(pos)
    return pos


def _end_of_file(machine: Machine, pos: int) -> int:
    machine.error("eof-in-doctype", pos)
    machine.force_quirks = True
    machine.emit_doctype(pos)
    return machine.emit_end_of_file(pos)
