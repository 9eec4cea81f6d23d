"""Processing instructions, which the standard has had since 25 June 2026; before, ``<?`` began a bogus comment.

Source: WHATWG HTML, "Processing instruction open state" to "Processing instruction questionable state".
"""

from __future__ import annotations

import re
from typing import Final

from saxhtml.attributes import ascii_lower
from saxhtml.errors import ErrorCode
from saxhtml.tokenizer._machine import LETTERS, NOT_SPACE, Machine, find, state

_NOT_IN_TARGET: Final = re.compile(r"[^a-zA-Z0-9_-]")
_ENDS_TARGET: Final = frozenset("\t\n\r\f ?>")
_DATA_STOP: Final = re.compile(r"[?>]")
_NOT_QUESTION_MARK: Final = re.compile(r"[^?]")


@state("processing instruction open")
def processing_instruction_open(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#processing-instruction-open-state"""
    character = buffer[pos : pos + 1]
    if character in LETTERS or character == "_":
        machine.state = "processing instruction target"
        return pos
    if not character:
        return _end_of_file(machine, pos)
    return _as_comment(machine, pos, "invalid-first-character-of-processing-instruction-target")


@state("processing instruction target")
def processing_instruction_target(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#processing-instruction-target-state"""
    end = find(_NOT_IN_TARGET, buffer, pos)
    character = buffer[end : end + 1]
    if not character:
        return end if pos < end else _end_of_file(machine, end)
    if character not in _ENDS_TARGET:
        return _as_comment(machine, end, "invalid-processing-instruction-target")
    machine.name_end = machine.base + end
    if ascii_lower(machine.source(machine.token, machine.name_end)[2:]) in {"xml", "xml-stylesheet"}:
        return _as_comment(machine, end, "disallowed-processing-instruction-target")
    machine.state = "after processing instruction target"
    return end


@state("after processing instruction target")
def after_processing_instruction_target(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#after-processing-instruction-target-state"""
    end = find(NOT_SPACE, buffer, pos)
    if end < len(buffer) or pos == end:
        machine.data_start = machine.base + end
        machine.state = "processing instruction data"
    return end


@state("processing instruction data")
def processing_instruction_data(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#processing-instruction-data-state"""
    end = find(_DATA_STOP, buffer, pos)
    character = buffer[end : end + 1]
    if character == ">":
        return _close(machine, end + 1, 1)
    if character:
        machine.state = "processing instruction questionable"
        return end + 1
    return end if pos < end else _end_of_file(machine, end)


@state("processing instruction questionable")
def processing_instruction_questionable(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#processing-instruction-questionable-state"""
    end = find(_NOT_QUESTION_MARK, buffer, pos)
    character = buffer[end : end + 1]
    if character == ">":
        return _close(machine, end + 1, 2)
    if character:
        machine.state = "processing instruction data"
        return end
    return end if pos < end else _end_of_file(machine, end)


def _as_comment(machine: Machine, pos: int, code: ErrorCode) -> int:
    machine.error(code, pos)
    machine.data_start = machine.token + 1
    machine.state = "bogus comment"
    return pos


def _close(machine: Machine, pos: int, trailing: int) -> int:
    machine.state = "data"
    machine.emit_processing_instruction(pos, trailing)
    return pos


def _end_of_file(machine: Machine, pos: int) -> int:
    machine.error("eof-in-processing-instruction", pos)
    return machine.emit_end_of_file(pos)
