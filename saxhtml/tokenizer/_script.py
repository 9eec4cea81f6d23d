"""Script: its escaped and double-escaped parts, and the end tag that ends it.

Everything in a script is text; what the states keep track of is whether ``</script>`` counts. They deliver each character
as soon as it cannot be part of an end tag, and run over what does not concern them.
Source: WHATWG HTML, "Script data state" and "Script data less-than sign state" to "Script data double escape end state".
"""

from __future__ import annotations

import re
from typing import Final

from saxhtml.attributes import ascii_lower
from saxhtml.tokenizer._machine import LETTERS, WHITESPACE, Machine, find, state
from saxhtml.tokenizer._states import StateName
from saxhtml.tokenizer._text import end_tag_name, end_tag_open, find_less_than, less_than_sign, null_character, raw_text

_ESCAPED_STOP: Final = re.compile(r"[-<\0]")
_NOT_DASH: Final = re.compile(r"[^-]")
_NOT_LETTER: Final = re.compile(r"[^a-zA-Z]")


@state("script data")
def script_data(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-state"""
    return raw_text(machine, buffer, pos, find_less_than(machine, buffer, pos), "script data less-than sign")


@state("script data less-than sign")
def script_data_less_than_sign(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-less-than-sign-state"""
    if buffer.startswith("!", pos):
        machine.token_as_text(pos + 1)
        machine.state = "script data escape start"
        return pos + 1
    return less_than_sign(machine, buffer, pos, "script data end tag open", "script data")


@state("script data end tag open")
def script_data_end_tag_open(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-end-tag-open-state"""
    return end_tag_open(machine, buffer, pos, "script data end tag name", "script data")


@state("script data end tag name")
def script_data_end_tag_name(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-end-tag-name-state"""
    return end_tag_name(machine, buffer, pos, "script data")


@state("script data escape start")
def script_data_escape_start(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-escape-start-state"""
    return _dash(machine, buffer, pos, "script data escape start dash", "script data")


@state("script data escape start dash")
def script_data_escape_start_dash(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-escape-start-dash-state"""
    return _dash(machine, buffer, pos, "script data escaped dash dash", "script data")


@state("script data escaped")
def script_data_escaped(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-escaped-state"""
    end = find(_ESCAPED_STOP, buffer, pos)
    machine.text_run(buffer, pos, end)
    return _escaped_stop(machine, buffer, pos, end, "script data escaped dash")


@state("script data escaped dash")
def script_data_escaped_dash(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-escaped-dash-state"""
    machine.state = "script data escaped"
    return _escaped_stop(machine, buffer, pos, pos, "script data escaped dash dash")


@state("script data escaped dash dash")
def script_data_escaped_dash_dash(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-escaped-dash-dash-state"""
    end = find(_NOT_DASH, buffer, pos)
    machine.text_run(buffer, pos, end)
    if buffer.startswith(">", end):
        machine.text_run(buffer, end, end + 1)
        machine.state = "script data"
        return end + 1
    if pos < end == len(buffer):
        return end
    machine.state = "script data escaped"
    return _escaped_stop(machine, buffer, end, end, "script data escaped dash dash")


@state("script data escaped less-than sign")
def script_data_escaped_less_than_sign(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-escaped-less-than-sign-state"""
    if buffer[pos : pos + 1] in LETTERS:
        machine.token_as_text(pos)
        machine.temporary = ""
        machine.state = "script data double escape start"
        return pos
    return less_than_sign(machine, buffer, pos, "script data escaped end tag open", "script data escaped")


@state("script data escaped end tag open")
def script_data_escaped_end_tag_open(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-escaped-end-tag-open-state"""
    return end_tag_open(machine, buffer, pos, "script data escaped end tag name", "script data escaped")


@state("script data escaped end tag name")
def script_data_escaped_end_tag_name(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-escaped-end-tag-name-state"""
    return end_tag_name(machine, buffer, pos, "script data escaped")


@state("script data double escape start")
def script_data_double_escape_start(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-double-escape-start-state"""
    return _double_escape(machine, buffer, pos, "script data double escaped", "script data escaped")


@state("script data double escaped")
def script_data_double_escaped(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-double-escaped-state"""
    end = find(_ESCAPED_STOP, buffer, pos)
    machine.text_run(buffer, pos, end)
    return _double_escaped_stop(machine, buffer, pos, end, "script data double escaped dash")


@state("script data double escaped dash")
def script_data_double_escaped_dash(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-double-escaped-dash-state"""
    machine.state = "script data double escaped"
    return _double_escaped_stop(machine, buffer, pos, pos, "script data double escaped dash dash")


@state("script data double escaped dash dash")
def script_data_double_escaped_dash_dash(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-double-escaped-dash-dash-state"""
    end = find(_NOT_DASH, buffer, pos)
    machine.text_run(buffer, pos, end)
    if buffer.startswith(">", end):
        machine.text_run(buffer, end, end + 1)
        machine.state = "script data"
        return end + 1
    if pos < end == len(buffer):
        return end
    machine.state = "script data double escaped"
    return _double_escaped_stop(machine, buffer, end, end, "script data double escaped dash dash")


@state("script data double escaped less-than sign")
def script_data_double_escaped_less_than_sign(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-double-escaped-less-than-sign-state"""
    if buffer.startswith("/", pos):
        machine.text_run(buffer, pos, pos + 1)
        machine.temporary = ""
        machine.state = "script data double escape end"
        return pos + 1
    machine.state = "script data double escaped"
    return pos


@state("script data double escape end")
def script_data_double_escape_end(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#script-data-double-escape-end-state"""
    return _double_escape(machine, buffer, pos, "script data escaped", "script data double escaped")


def _dash(machine: Machine, buffer: str, pos: int, dash: StateName, otherwise: StateName) -> int:
    if buffer.startswith("-", pos):
        machine.text_run(buffer, pos, pos + 1)
        machine.state = dash
        return pos + 1
    machine.state = otherwise
    return pos


def _escaped_stop(machine: Machine, buffer: str, pos: int, end: int, dash: StateName) -> int:
    """Take what ends a run of escaped text, which began at ``pos``: a dash, ``<``, NUL or the end of input."""
    character = buffer[end : end + 1]
    if character == "<":
        machine.token = machine.base + end
        machine.state = "script data escaped less-than sign"
        return end + 1
    return _stop(machine, buffer, pos, end, dash)


def _double_escaped_stop(machine: Machine, buffer: str, pos: int, end: int, dash: StateName) -> int:
    """The same for double-escaped text, where ``<`` is text for certain."""
    if buffer.startswith("<", end):
        machine.text_run(buffer, end, end + 1)
        machine.state = "script data double escaped less-than sign"
        return end + 1
    return _stop(machine, buffer, pos, end, dash)


def _stop(machine: Machine, buffer: str, pos: int, end: int, dash: StateName) -> int:
    character = buffer[end : end + 1]
    if character == "-":
        machine.text_run(buffer, end, end + 1)
        machine.state = dash
        return end + 1
    if character == "\0":
        null_character(machine, end)
        return end + 1
    if character or pos < end:
        return end
    machine.error("eof-in-script-html-comment-like-text", end)
    return machine.emit_end_of_file(end)


def _double_escape(machine: Machine, buffer: str, pos: int, script: StateName, otherwise: StateName) -> int:
    """Read a name; if it is "script", go to ``script``. What ends it is text there as anywhere, and left to that state.

    Of a longer name no more is kept than shows that it is longer.
    """
    end = find(_NOT_LETTER, buffer, pos)
    machine.text_run(buffer, pos, end)
    machine.temporary = (machine.temporary + buffer[pos:end])[:7]
    if pos < end == len(buffer):
        return end
    character = buffer[end : end + 1]
    ends_name = bool(character) and (character in WHITESPACE or character in "/>")
    machine.state = script if ends_name and ascii_lower(machine.temporary) == "script" else otherwise
    return end
