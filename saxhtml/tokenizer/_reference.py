"""Character references, in text and, where parse errors are wanted, in attribute values.

In text they give text. The values of attributes are decoded when they are looked into; there these states only report.
Source: WHATWG HTML, "Character reference state" to "Numeric character reference end state".
"""

from __future__ import annotations

import re
from typing import Final

from saxhtml.charref import NAMED, character, code_point, could_grow, longest_name
from saxhtml.tokenizer._machine import Machine, find, state
from saxhtml.tokenizer._states import StateName

_NOT_ALPHANUMERIC: Final = re.compile(r"[^a-zA-Z0-9]")
_NOT_DIGIT: Final = re.compile(r"[^0-9]")
_NOT_HEX: Final = re.compile(r"[^0-9a-fA-F]")


def begin_reference(machine: Machine, pos: int, return_state: StateName) -> int:
    """Read the reference whose ampersand stands at ``pos``, and go on in ``return_state``."""
    machine.in_text = return_state in {"data", "RCDATA"}
    if machine.in_text:
        machine.token = machine.base + pos
    machine.return_state = return_state
    machine.state = "character reference"
    return pos + 1


def _end_reference(machine: Machine, pos: int, data: str | None, next_state: StateName) -> int:
    """Go on behind a reference that ends before ``pos``; in text it gives ``data``, or itself where that is None."""
    if machine.in_text:
        if data is None:
            machine.token_as_text(pos)
        else:
            machine.text(machine.token, machine.base + pos, data)
            machine.token = -1
    machine.state = next_state
    return pos


@state("character reference")
def character_reference(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#character-reference-state"""
    machine.temporary = ""
    if buffer.startswith("#", pos):
        machine.state = "numeric character reference"
        return pos + 1
    if _NOT_ALPHANUMERIC.match(buffer, pos) or pos == len(buffer):
        return _end_reference(machine, pos, None, machine.return_state)
    machine.state = "named character reference"
    return pos


@state("named character reference")
def named_character_reference(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#named-character-reference-state"""
    end = find(_NOT_ALPHANUMERIC, buffer, pos)
    run = machine.temporary + buffer[pos:end]
    if pos < end == len(buffer) and could_grow(run):
        machine.temporary = run
        return end
    if buffer.startswith(";", end) and run + ";" in NAMED:
        return _end_reference(machine, end + 1, NAMED[run + ";"], machine.return_state)
    name = longest_name(run)
    if not name:
        return _end_reference(machine, end, None, "ambiguous ampersand")
    rest = run[len(name) :]
    if not machine.in_text and (rest or buffer.startswith("=", end)):
        return _end_reference(machine, end, None, machine.return_state)
    _end_reference(machine, end, NAMED[name] + rest, machine.return_state)
    machine.error("missing-semicolon-after-character-reference", end - len(rest))
    return end


@state("ambiguous ampersand")
def ambiguous_ampersand(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#ambiguous-ampersand-state"""
    end = find(_NOT_ALPHANUMERIC, buffer, pos)
    if machine.in_text:
        machine.text_run(buffer, pos, end)
    if end == len(buffer) and pos < end:
        return end
    if buffer.startswith(";", end):
        machine.error("unknown-named-character-reference", end)
    machine.state = machine.return_state
    return end


@state("numeric character reference")
def numeric_character_reference(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#numeric-character-reference-state"""
    if buffer[pos : pos + 1] in {"x", "X"}:
        machine.state = "hexadecimal character reference start"
        return pos + 1
    machine.state = "decimal character reference start"
    return pos


@state("hexadecimal character reference start")
def hexadecimal_character_reference_start(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#hexadecimal-character-reference-start-state"""
    return _number_start(machine, buffer, pos, _NOT_HEX, "hexadecimal character reference")


@state("decimal character reference start")
def decimal_character_reference_start(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#decimal-character-reference-start-state"""
    return _number_start(machine, buffer, pos, _NOT_DIGIT, "decimal character reference")


def _number_start(machine: Machine, buffer: str, pos: int, not_digit: re.Pattern[str], digits: StateName) -> int:
    if pos < len(buffer) and not not_digit.match(buffer, pos):
        machine.state = digits
        return pos
    _end_reference(machine, pos, None, machine.return_state)
    machine.error("absence-of-digits-in-numeric-character-reference", pos)
    return pos


@state("hexadecimal character reference")
def hexadecimal_character_reference(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#hexadecimal-character-reference-state"""
    return _number(machine, buffer, pos, _NOT_HEX, 16)


@state("decimal character reference")
def decimal_character_reference(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#decimal-character-reference-state"""
    return _number(machine, buffer, pos, _NOT_DIGIT, 10)


def _number(machine: Machine, buffer: str, pos: int, not_digit: re.Pattern[str], base: int) -> int:
    """Read digits; of a number that is beyond Unicode anyway only the first eight are kept."""
    end = find(not_digit, buffer, pos)
    if len(machine.temporary) < 8:
        machine.temporary = (machine.temporary + buffer[pos:end]).lstrip("0")[:8]
    if pos < end == len(buffer):
        return end
    machine.code = code_point(machine.temporary, base)
    if buffer.startswith(";", end):
        end += 1
    else:
        machine.error("missing-semicolon-after-character-reference", end)
    return numeric_character_reference_end(machine, buffer, end)


@state("numeric character reference end")
def numeric_character_reference_end(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#numeric-character-reference-end-state"""
    code = machine.code
    if machine.in_text:
        machine.check_limit(machine.base + pos)
    if code == 0:
        machine.error("null-character-reference", pos, behind=True)
    elif code > 0x10FFFF:
        machine.error("character-reference-outside-unicode-range", pos, behind=True)
    elif 0xD800 <= code <= 0xDFFF:
        machine.error("surrogate-character-reference", pos, behind=True)
    elif 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE:
        machine.error("noncharacter-character-reference", pos, behind=True)
    elif code == 0x0D or (code < 0x20 and code not in {0x09, 0x0A, 0x0C}) or 0x7F <= code <= 0x9F:
        machine.error("control-character-reference", pos, behind=True)
    return _end_reference(machine, pos, character(code), machine.return_state)
