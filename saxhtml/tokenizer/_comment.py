"""Comments, bogus ones too, and what ``<!`` leads to.

Source: WHATWG HTML, "Bogus comment state" to "Comment end bang state".
"""

from __future__ import annotations

import re
from typing import Final

from saxhtml.attributes import ascii_lower
from saxhtml.tokenizer._machine import Machine, find, state

_BOGUS_END: Final = re.compile(r"[>]")
_NUL_OR_BOGUS_END: Final = re.compile(r"[>\0]")
_DASH: Final = re.compile(r"[-]")
_REPORTED: Final = re.compile(r"[-<\0]")
_NOT_DASH: Final = re.compile(r"[^-]")
_NOT_LESS_THAN: Final = re.compile(r"[^<]")

_DECLARATIONS: Final = ("doctype", "[cdata[")


@state("bogus comment")
def bogus_comment(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#bogus-comment-state"""
    end = find(_NUL_OR_BOGUS_END if machine.reports else _BOGUS_END, buffer, pos)
    character = buffer[end : end + 1]
    if character == ">":
        machine.state = "data"
        machine.emit_comment(end + 1, 1)
        return end + 1
    if character:
        machine.error("unexpected-null-character", end)
        return end + 1
    if pos < end:
        return end
    machine.emit_comment(end, 0)
    return machine.emit_end_of_file(end)


@state("markup declaration open")
def markup_declaration_open(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#markup-declaration-open-state"""
    seen = len(machine.temporary)
    ahead = machine.temporary + buffer[pos : pos + 7 - seen]
    if ahead.startswith("--"):
        pos += 2 - seen
        machine.data_start = machine.base + pos
        machine.state = "comment start"
        return pos
    if ascii_lower(ahead) == "doctype":
        machine.begin_doctype()
        machine.state = "DOCTYPE"
        return pos + 7 - seen
    if ahead == "[CDATA[":
        pos += 7 - seen
        if machine.context.foreign:
            machine.token = -1
            machine.state = "CDATA section"
            return pos
        machine.error("cdata-in-html-content", pos - 1)
    elif pos < len(buffer) < pos + 7 - seen and (ahead == "-" or _may_become_declaration(ahead)):
        machine.temporary = ahead
        return len(buffer)
    else:
        machine.error("incorrectly-opened-comment", pos - seen)
    machine.data_start = machine.token + 2
    machine.state = "bogus comment"
    return pos


def _may_become_declaration(ahead: str) -> bool:
    return "[CDATA[".startswith(ahead) or "doctype".startswith(ascii_lower(ahead))


@state("comment start")
def comment_start(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#comment-start-state"""
    if buffer.startswith("-", pos):
        machine.state = "comment start dash"
        return pos + 1
    return _abrupt(machine, buffer, pos, 1)


@state("comment start dash")
def comment_start_dash(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#comment-start-dash-state"""
    if buffer.startswith("-", pos):
        machine.state = "comment end"
        return pos + 1
    if pos == len(buffer):
        return _end_of_file(machine, pos, 1)
    return _abrupt(machine, buffer, pos, 2)


def _abrupt(machine: Machine, buffer: str, pos: int, trailing: int) -> int:
    if buffer.startswith(">", pos):
        machine.error("abrupt-closing-of-empty-comment", pos)
        return _close(machine, pos + 1, trailing)
    machine.state = "comment"
    return pos


@state("comment")
def comment(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#comment-state"""
    end = find(_REPORTED if machine.reports else _DASH, buffer, pos)
    character = buffer[end : end + 1]
    if character == "-":
        machine.state = "comment end dash"
        return end + 1
    if character == "<":
        machine.state = "comment less-than sign"
        return end + 1
    if character:
        machine.error("unexpected-null-character", end)
        return end + 1
    return end if pos < end else _end_of_file(machine, end, 0)


@state("comment less-than sign")
def comment_less_than_sign(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#comment-less-than-sign-state"""
    end = find(_NOT_LESS_THAN, buffer, pos)
    if buffer.startswith("!", end):
        machine.state = "comment less-than sign bang"
        return end + 1
    if end < len(buffer) or pos == end:
        machine.state = "comment"
    return end


@state("comment less-than sign bang")
def comment_less_than_sign_bang(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#comment-less-than-sign-bang-state"""
    if buffer.startswith("-", pos):
        machine.state = "comment less-than sign bang dash"
        return pos + 1
    machine.state = "comment"
    return pos


@state("comment less-than sign bang dash")
def comment_less_than_sign_bang_dash(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#comment-less-than-sign-bang-dash-state"""
    if buffer.startswith("-", pos):
        machine.state = "comment less-than sign bang dash dash"
        return pos + 1
    machine.state = "comment end dash"
    return pos


@state("comment less-than sign bang dash dash")
def comment_less_than_sign_bang_dash_dash(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#comment-less-than-sign-bang-dash-dash-state"""
    if pos < len(buffer) and not buffer.startswith(">", pos):
        machine.error("nested-comment", pos)
    machine.state = "comment end"
    return pos


@state("comment end dash")
def comment_end_dash(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#comment-end-dash-state"""
    if buffer.startswith("-", pos):
        machine.state = "comment end"
        return pos + 1
    if pos == len(buffer):
        return _end_of_file(machine, pos, 1)
    machine.state = "comment"
    return pos


@state("comment end")
def comment_end(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#comment-end-state"""
    end = find(_NOT_DASH, buffer, pos)
    character = buffer[end : end + 1]
    if character == ">":
        return _close(machine, end + 1, 3)
    if character == "!":
        machine.state = "comment end bang"
        return end + 1
    if character:
        machine.state = "comment"
        return end
    return end if pos < end else _end_of_file(machine, end, 2)


@state("comment end bang")
def comment_end_bang(machine: Machine, buffer: str, pos: int) -> int:
    """https://html.spec.whatwg.org/#comment-end-bang-state"""
    if buffer.startswith("-", pos):
        machine.state = "comment end dash"
        return pos + 1
    if buffer.startswith(">", pos):
        machine.error("incorrectly-closed-comment", pos)
        return _close(machine, pos + 1, 4)
    if pos == len(buffer):
        return _end_of_file(machine, pos, 3)
    machine.state = "comment"
    return pos


def _close(machine: Machine, pos: int, trailing: int) -> int:
    machine.state = "data"
    machine.emit_comment(pos, trailing)
    return pos


def _end_of_file(machine: Machine, pos: int, trailing: int) -> int:
    machine.error("eof-in-comment", pos)
    machine.emit_comment(pos, trailing)
    return machine.emit_end_of_file(pos)
