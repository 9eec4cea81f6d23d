"""The lane's patterns: markup that one match can take whole, and what it may pass over, by interest.

A pattern matches only what the states would read in the same way; where there is doubt it does not match. The quantifiers
are possessive, so nothing is tried twice. How matches become events is in :mod:`saxhtml.tokenizer._lane`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from saxhtml._elements import RAWTEXT, RCDATA
from saxhtml.handler import Interest

_NAME_END: Final = r"(?=[\t\n\r\f />])"
_MACHINE_ONLY: Final = frozenset({"plaintext", "svg", "math"})


class _Grammar(NamedTuple):
    """The parts of a pattern. The strict ones match nothing in which a parse error could stand."""

    name: str
    attributes: str
    text: str
    references: str
    comment: str
    raw: str
    rcdata: str


_LENIENT: Final = _Grammar(
    name=r"[a-zA-Z][^\t\n\r\f />]*+",
    attributes=r"""(?:
        [\t\n\r\f /]++
      | [^\t\n\r\f />=][^\t\n\r\f />=]*+
        (?: [\t\n\r\f ]*+ = [\t\n\r\f ]*+ (?: "[^"]*+" | '[^']*+' | [^\t\n\r\f >"'][^\t\n\r\f >]*+ ) )?+
    )*+""",
    text="[^<&]*+",
    references="[^<]*+",
    comment="(?:[^-]++|-(?!-))*+",
    raw="[^<]++",
    rcdata="[^<]++",
)

_STRICT: Final = _Grammar(
    name=r"[a-zA-Z][^\t\n\r\f />\0]*+",
    attributes=r"""(?:
        [\t\n\r\f ]++ [^\t\n\r\f />="'<\0]++
        (?: [\t\n\r\f ]*+ = [\t\n\r\f ]*+ (?: "[^"&\0]*+" | '[^'&\0]*+' | [^\t\n\r\f >"'&<=`\0]++ ) )?+
    )*+ [\t\n\r\f ]*+ /?+""",
    text=r"[^<&\0]*+",
    references="",
    comment=r"(?:[^-<\0]++|-(?!-)|<(?!!))*+",
    raw=r"[^<\0]++",
    rcdata=r"[^<&\0]++",
)


@lru_cache(maxsize=64)
def lane_pattern(interest: Interest, *, scripting: bool) -> re.Pattern[str]:
    """Return the pattern for an interest.

    Its groups are: a start tag's name and its attributes, an end tag's name, a whole raw-text element and other markup (a
    comment, or what is passed over), both without the first ``<``, and the input from where the lane ends. Where text is
    wanted, two groups come before them: the text, and the rest of it from its first reference on.
    """
    grammar = _STRICT if interest.parse_error else _LENIENT
    raw_names = RCDATA | RAWTEXT | {"script"} | ({"noscript"} if scripting else set())
    starts, ends = _names(interest.start), _names(interest.end)
    ordinary = f"(?!{_any_of(raw_names | _MACHINE_ONLY)}{_NAME_END})"
    start_tag = f"{ordinary}({_wanted(starts, grammar)})({grammar.attributes})>"
    end_tag = f"/({_wanted(ends, grammar)})>"
    comment = f"!--(?!-?>){grammar.comment}-->"

    passed = []
    if ends is not None:
        passed.append(f"/{_unwanted(ends)}{grammar.name}>")
    if starts is not None:
        passed.append(f"{_unwanted(starts | raw_names | _MACHINE_ONLY)}{grammar.name}{grammar.attributes}>")
    if not interest.comment:
        passed.append(comment)

    if interest.text:
        raw = "|".join(_raw_element(name, grammar) for name in sorted(raw_names))
        other = [comment] if interest.comment else []
        if passed:
            run = "|".join(passed)
            other.append(f"(?:{run})(?:<(?:{run}))*+")
        head = f"({grammar.text})({grammar.references})"
        end = r"(?s:(.+))"
    else:
        wanted = {name for name in raw_names if starts is None or ends is None or name in starts | ends}
        passed += [_raw_element(name, grammar) for name in sorted(raw_names - wanted)]
        raw = "|".join(_raw_element(name, grammar) for name in sorted(wanted)) or "(?!)"
        other = [comment] if interest.comment else ["(?!)"]
        text = grammar.text.removesuffix("*+") + "++"
        head = f"(?:{text}|<(?:{'|'.join(passed)}))*+" if passed else f"(?:{text})?+"
        end = r"(?s:(.))"
    return re.compile(rf"{head}(?:<(?:{start_tag}|{end_tag}|({raw})|({'|'.join(other)}))|{end}|\Z)", re.VERBOSE)


@lru_cache(maxsize=2)
def raw_element_parts(*, strict: bool) -> re.Pattern[str]:
    """Return the pattern that takes a matched raw-text element apart: name, attributes, content, name of the end tag."""
    grammar = _STRICT if strict else _LENIENT
    return re.compile(rf"({grammar.name})({grammar.attributes})>(?s:(.*))</([a-zA-Z]++)[\t\n\r\f ]*+>", re.VERBOSE)


def _raw_element(name: str, grammar: _Grammar) -> str:
    """A raw-text element from its name to the end of its end tag; of scripts only those without ``<!--``."""
    end = f"/{_any_of([name])}"
    stop = f"{end}{_NAME_END}|!--" if name == "script" else f"{end}{_NAME_END}"
    content = grammar.rcdata if name in RCDATA else grammar.raw
    return rf"{_any_of([name])}{_NAME_END}{grammar.attributes}>(?:{content}|<(?!{stop}))*+<{end}[\t\n\r\f ]*+>"


def _names(wanted: bool | AbstractSet[str]) -> AbstractSet[str] | None:
    """Return the names that are wanted, or None for all."""
    if isinstance(wanted, bool):
        return None if wanted else frozenset()
    return wanted


def _wanted(names: AbstractSet[str] | None, grammar: _Grammar) -> str:
    if names is None:
        return grammar.name
    return f"{_any_of(names)}{_NAME_END}" if names else "(?!)"


def _unwanted(names: AbstractSet[str]) -> str:
    return f"(?!{_any_of(names)}{_NAME_END})" if names else ""


def _any_of(words: Iterable[str]) -> str:
    """Return a pattern for any of some words, ASCII letters in either case, that looks at each character once."""
    words = sorted(set(words))
    branches = [
        _either_case(first) + _any_of(word[1:] for word in group)
        for first, group in groupby(filter(None, words), key=itemgetter(0))
    ]
    if not branches:
        return ""
    return f"(?:{'|'.join(branches)})" + "?" * ("" in words)


def _either_case(character: str) -> str:
    if character.isascii() and character.isalpha():
        return f"[{character}{character.upper()}]"
    return re.escape(character)
