"""Character references: ``&amp;``, ``&#233;``, ``&#xE9;``, by the rule for text and the rule for attribute values.

:func:`decode` replaces the references of a complete text. Text that is still arriving is cut at a reference that could
go on by the tokenizer, whose reference states use the tables here one character run at a time. Source: WHATWG HTML,
"Named character references" (``html.entities.html5``) and "Numeric character reference end state".
"""

from __future__ import annotations

import re
from bisect import bisect_left
from html.entities import html5
from typing import Final

NAMED: Final = html5
"""Characters for names, most with their semicolon, the legacy ones also without."""

LONGEST_NAME: Final = max(map(len, NAMED))
"""Characters in the longest name, its semicolon included."""

_SORTED_NAMES: Final = sorted(NAMED)
_LONGEST_BARE: Final = max(len(name) for name in NAMED if not name.endswith(";"))

_C1: Final = {
    0x80: "\u20ac", 0x82: "\u201a", 0x83: "\u0192", 0x84: "\u201e", 0x85: "\u2026", 0x86: "\u2020", 0x87: "\u2021",
    0x88: "\u02c6", 0x89: "\u2030", 0x8A: "\u0160", 0x8B: "\u2039", 0x8C: "\u0152", 0x8E: "\u017d", 0x91: "\u2018",
    0x92: "\u2019", 0x93: "\u201c", 0x94: "\u201d", 0x95: "\u2022", 0x96: "\u2013", 0x97: "\u2014", 0x98: "\u02dc",
    0x99: "\u2122", 0x9A: "\u0161", 0x9B: "\u203a", 0x9C: "\u0153", 0x9E: "\u017e", 0x9F: "\u0178",
}  # fmt: skip

_REFERENCE: Final = re.compile(
    r"""
    & (?:
        \# (?: [xX] ([0-9a-fA-F]++)     # 1: hexadecimal digits
             | ([0-9]++)                # 2: decimal digits
             ) ;?+
      | ([a-zA-Z] [a-zA-Z0-9]*+ ;?+)    # 3: a name, or the start of one
    )
    """,
    re.VERBOSE,
)


def decode(text: str, *, in_attribute: bool = False) -> str:
    """Return ``text`` with its character references replaced; what is no reference stays as it is.

    ``in_attribute`` applies the rule for attribute values: a name without its semicolon stays when ``=``, a letter or a
    digit follows it, so that ``?a=1&copy=2`` keeps its ``&copy``.
    """
    ampersands = text.count("&")
    if ampersands == text.count("&amp;"):
        return text.replace("&amp;", "&") if ampersands else text
    return _REFERENCE.sub(_in_attribute if in_attribute else _in_text, text)


def longest_name(run: str) -> str:
    """Return the longest name at the start of ``run`` (letters and digits, perhaps a semicolon), or ``""``."""
    if run in NAMED:
        return run
    for length in range(min(len(run), _LONGEST_BARE), 1, -1):
        if run[:length] in NAMED:
            return run[:length]
    return ""


def could_grow(run: str) -> bool:
    """Tell whether some name is longer than ``run`` and starts with it."""
    at = bisect_left(_SORTED_NAMES, run)
    if at < len(_SORTED_NAMES) and _SORTED_NAMES[at] == run:
        at += 1
    return at < len(_SORTED_NAMES) and _SORTED_NAMES[at].startswith(run)


def code_point(digits: str, base: int) -> int:
    """Return the number that ``digits`` spell in ``base`` 10 or 16, or 0x110000 for any that is beyond Unicode.

    Never makes a large integer, however many digits there are.
    """
    significant = digits.lstrip("0")
    if len(significant) > 7:
        return 0x110000
    return min(int(significant or "0", base), 0x110000)


def character(code: int) -> str:
    """Return the character for a numeric reference: U+FFFD for what cannot be, the windows-1252 one for C1 numbers."""
    if code == 0 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return _C1.get(code) or chr(code)


def _in_text(match: re.Match[str]) -> str:
    hexadecimal, decimal, run = match.groups()
    if run is None:
        return character(code_point(hexadecimal, 16) if hexadecimal else code_point(decimal, 10))
    name = longest_name(run)
    return NAMED[name] + run[len(name) :] if name else match[0]


def _in_attribute(match: re.Match[str]) -> str:
    run = match[3]
    if run is None:
        return _in_text(match)
    name = longest_name(run)
    if not name or (not name.endswith(";") and (len(name) < len(run) or match.string.startswith("=", match.end()))):
        return match[0]
    return NAMED[name] + run[len(name) :]
