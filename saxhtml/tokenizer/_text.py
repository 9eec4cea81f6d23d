"""Text: data, RCDATA, RAWTEXT, PLAINTEXT and CDATA sections, and the end tags that end RCDATA and RAWTEXT.

Source: WHATWG HTML, "Data state" to "PLAINTEXT state", "RCDATA less-than sign state" to "RAWTEXT end tag name state",
"CDATA section state" to "CDATA section end state". Script has a chapter of its own, and so have character references.
"""

from __future__ import annotations

import re
from typing import Final

from saxhtml.attributes import ascii_lower
from saxhtml.tokenizer._machine import LETTERS, WHITESPACE, Machine, find, state
from saxhtml.tokenizer._reference import begin_reference
from saxhtml.tokenizer._states import StateName

_DATA_STOP: Final = re.compile(r"[<&\0]")
_BRACKET: Final = re.compile(r"\]")
_NOT_BRACKET: Final = re.compile(r"[^\]]")
_NOT_LETTER: Final = re.compile(r"[^a-zA-Z]")


@state("data")
def data(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#data-state"""
    match = _DATA_STOP.search(buffer, pos)
    end = match.start() if match else len(buffer)
    if pos < end:
        machine.text_run(buffer, pos, end)
    character = buffer[end : end + 1]
    if character == "<":
        machine.token = machine.base + end
        machine.state = "tag open"
        return end + 1
    if character == "&":
        return begin_reference(machine, end, "data")
    if character:
        machine.error("unexpected-null-character", end)
        machine.text_run(buffer, end, end + 1)
        return end + 1
    return end if pos < end else machine.emit_end_of_file(end)


@state("RCDATA")
def rcdata(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#rcdata-state"""
    end = find(_DATA_STOP, buffer, pos)
    if buffer.startswith("&", end):
        machine.text_run(buffer, pos, end)
        return begin_reference(machine, end, "RCDATA")
    return raw_text(machine, buffer, pos, end, "RCDATA less-than sign")


@state("RAWTEXT")
def rawtext(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#rawtext-state"""
    return raw_text(machine, buffer, pos, find_less_than(machine, buffer, pos), "RAWTEXT less-than sign")


@state("PLAINTEXT")
def plaintext(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#plaintext-state"""
    return raw_text(machine, buffer, pos, machine.find_null(pos), "PLAINTEXT")


def find_less_than(machine: Machine, buffer: str, pos: int) -> int:
    """Return the first place from ``pos`` on of ``<`` or NUL, or the end of the piece: ten times as fast as a pattern is."""
    null = machine.find_null(pos)
    end = buffer.find("<", pos, null)
    return null if end < 0 else end


def raw_text(machine: Machine, buffer: str, pos: int, end: int, less_than: StateName) -> int:
    """Take the text up to ``end`` and what stops it there: ``<``, NUL or the end of input."""
    machine.text_run(buffer, pos, end)
    character = buffer[end : end + 1]
    if character == "<":
        machine.token = machine.base + end
        machine.state = less_than
        return end + 1
    if character:
        null_character(machine, end)
        return end + 1
    return end if pos < end else machine.emit_end_of_file(end)


def null_character(machine: Machine, pos: int) -> None:
    """Take a NUL where text has U+FFFD in its place."""
    machine.error("unexpected-null-character", pos)
    machine.text(machine.base + pos, machine.base + pos + 1, "\ufffd")


@state("RCDATA less-than sign")
def rcdata_less_than_sign(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#rcdata-less-than-sign-state"""
    return less_than_sign(machine, buffer, pos, "RCDATA end tag open", "RCDATA")


@state("RCDATA end tag open")
def rcdata_end_tag_open(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#rcdata-end-tag-open-state"""
    return end_tag_open(machine, buffer, pos, "RCDATA end tag name", "RCDATA")


@state("RCDATA end tag name")
def rcdata_end_tag_name(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#rcdata-end-tag-name-state"""
    return end_tag_name(machine, buffer, pos, "RCDATA")


@state("RAWTEXT less-than sign")
def rawtext_less_than_sign(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#rawtext-less-than-sign-state"""
    return less_than_sign(machine, buffer, pos, "RAWTEXT end tag open", "RAWTEXT")


@state("RAWTEXT end tag open")
def rawtext_end_tag_open(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#rawtext-end-tag-open-state"""
    return end_tag_open(machine, buffer, pos, "RAWTEXT end tag name", "RAWTEXT")


@state("RAWTEXT end tag name")
def rawtext_end_tag_name(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#rawtext-end-tag-name-state"""
    return end_tag_name(machine, buffer, pos, "RAWTEXT")


def less_than_sign(machine: Machine, buffer: str, pos: int, solidus: StateName, otherwise: StateName) -> int:
    """Go to ``solidus`` at a slash; else what was read is text, and ``otherwise`` goes on."""
    if buffer.startswith("/", pos):
        machine.state = solidus
        return pos + 1
    machine.token_as_text(pos)
    machine.state = otherwise
    return pos


def end_tag_open(machine: Machine, buffer: str, pos: int, letter: StateName, otherwise: StateName) -> int:
    """Go to ``letter`` at a letter; else what was read is text, and ``otherwise`` goes on."""
    if buffer[pos : pos + 1] in LETTERS:
        machine.end_tag = True
        machine.temporary = ""
        machine.state = letter
        return pos
    machine.token_as_text(pos)
    machine.state = otherwise
    return pos


def end_tag_name(machine: Machine, buffer: str, pos: int, otherwise: StateName) -> int:
    """Read the name of an end tag that counts only if it is that of the last start tag.

    It is given up as text at the first letter that differs, sooner than the standard says it must be and with the same
    result, so that no more of it is held than could still become an end tag.
    """
    expected = machine.last_start_tag
    end = min(find(_NOT_LETTER, buffer, pos), pos + len(expected) - len(machine.temporary))
    machine.temporary += ascii_lower(buffer[pos:end])
    if expected.startswith(machine.temporary):
        character = buffer[end : end + 1]
        if character and machine.temporary == expected:
            machine.name_end = machine.base + end
            machine.attribute_names.clear()
            machine.names_unknown = False
            if character in WHITESPACE:
                machine.state = "before attribute name"
                return end + 1
            if character == "/":
                machine.state = "self-closing start tag"
                return end + 1
            if character == ">":
                machine.emit_tag(end + 1)
                return end + 1
        elif pos < end == len(buffer):
            return end
    machine.token_as_text(end)
    machine.state = otherwise
    return end


@state("CDATA section")
def cdata_section(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#cdata-section-state"""
    end = find(_BRACKET, buffer, pos)
    machine.text_run(buffer, pos, end)
    if end < len(buffer):
        machine.token = machine.base + end
        machine.state = "CDATA section bracket"
        return end + 1
    if pos < end:
        return end
    machine.error("eof-in-cdata", end)
    return machine.emit_end_of_file(end)


@state("CDATA section bracket")
def cdata_section_bracket(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#cdata-section-bracket-state"""
    if buffer.startswith("]", pos):
        machine.state = "CDATA section end"
        return pos + 1
    machine.token_as_text(pos)
    machine.state = "CDATA section"
    return pos


@state("CDATA section end")
def cdata_section_end(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#cdata-section-end-state"""
    end = find(_NOT_BRACKET, buffer, pos)
    if end > pos:
        start = machine.token
        machine.token = machine.base + end - 2
        machine.text(start, machine.token, "]" * (end - pos))
        return end
    if buffer.startswith(">", pos):
        machine.token = -1
        machine.state = "data"
        return pos + 1
    machine.token_as_text(pos)
    machine.state = "CDATA section"
    return pos
