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
from string import ascii_letters
from typing import Final, NamedTuple

from saxhtml._elements import RAWTEXT, RCDATA
from saxhtml.handler import Interest

_NAME_END: Final = r"(?=[\t\n\r\f />])"
_MACHINE_ONLY: Final = frozenset({"plaintext", "svg", "math"})
_SHAPES: Final = frozenset("circle defs ellipse g line path polygon polyline rect symbol use".split())
_LETTERS: Final = frozenset(ascii_letters)


class _Grammar(NamedTuple):
    """The parts of a pattern. The strict ones match nothing in which a parse error could stand, but for NUL.

    ``name`` is a name from its second character on.
    """

    name: str
    attributes: str
    text: str
    comment: str
    raw: str
    rcdata: str


_LENIENT: Final = _Grammar(
    name=r"[^\t\n\r\f />]*+",
    attributes=r"""(?: [ ] [^\t\n\r\f />="']++ = "[^"]*+" )*+  (?:  # as they usually are, and as they may be
        [\t\n\r\f ]++ [^\t\n\r\f />=]++
        (?: [\t\n\r\f ]*+ = [\t\n\r\f ]*+ (?: "[^"]*+" | '[^']*+' | [^\t\n\r\f >"'][^\t\n\r\f >]*+ ) )?+
    )*+ [\t\n\r\f ]*+ /?+""",
    text="[^<]*+",
    comment="[^-]*+(?:-(?!-)[^-]*+)*+",
    raw="[^<]*+",
    rcdata="[^<]*+",
)

_STRICT: Final = _Grammar(
    name=r"[^\t\n\r\f />]*+",
    attributes=r"""(?:
        [\t\n\r\f ]++ [^\t\n\r\f />="'<]++
        (?: [\t\n\r\f ]*+ = [\t\n\r\f ]*+ (?: "[^"&]*+" | '[^'&]*+' | [^\t\n\r\f >"'&<=`]++ ) )?+
    )*+ [\t\n\r\f ]*+ /?+""",
    text="[^<&]*+",
    comment="[^-<]*+(?:(?:-(?!-)|<(?!!))[^-<]*+)*+",
    raw="[^<]*+",
    rcdata="[^<&]*+",
)


MOST_SHAPES: Final = 99
"""Tags in a drawing that is passed over: fewer than the limit for open elements lets through."""

RAW_ELEMENT: Final = re.compile(
    rf"<([a-zA-Z]++)({_LENIENT.attributes})>(?s:(.*))</([a-zA-Z]++)[\t\n\r\f ]*+>",
    re.VERBOSE,
)
"""A raw-text element: name, attributes, content, name of the end tag."""


@lru_cache(maxsize=64)
def lane_pattern(interest: Interest, *, scripting: bool, mends: bool) -> re.Pattern[str]:
    """Return the pattern for an interest; where missing quotes are supplied, a quoted value has no line break in it.

    Where text is wanted its groups are: the text, an end tag's name, a start tag's name and its attributes, a comment or what
    is passed over, and a whole raw-text element or all the rest from where the lane ends. Without text its groups are: an end
    tag's name, a start tag's name and its attributes, a comment, a whole raw-text element, and the character at which the
    lane ends.
    """
    grammar = _STRICT if interest.parse_error else _LENIENT
    if mends:
        attributes = grammar.attributes.replace('[^"', r'[^\n\r"').replace("[^'", r"[^\n\r'")
        grammar = grammar._replace(attributes=attributes)
    raw_names = RCDATA | RAWTEXT | {"script"} | ({"noscript"} if scripting else set())
    # Where errors are wanted, no start tag is passed over: attributes that repeat cannot be told by a pattern.
    starts, ends = None if interest.parse_error else _names(interest.start), _names(interest.end)
    special = raw_names | _MACHINE_ONLY
    start_tag = f"({_wanted(starts, special, grammar)})({grammar.attributes})>"
    end_tag = f"/({_wanted(ends, frozenset(), grammar)})>"
    comment = f"!--(?!-?>){grammar.comment}-->"

    passed = []
    if ends is not None:
        passed.append(f"/{_other_than(ends, grammar)}>")
    if starts is not None:
        passed.append(f"{_other_than(starts | special, grammar)}{grammar.attributes}>")
    if not interest.comment:
        passed.append(comment)

    if interest.text:
        raw = "|".join(_raw_element(name, grammar) for name in sorted(raw_names))
        other = [f"<{comment}"] if interest.comment else []
        if passed:
            run = "|".join(passed)
            other.append(f"(?:<(?:{run}))++")
        return re.compile(
            rf"""
            ({grammar.text})
            (?:<(?:{end_tag}|{start_tag})|({"|".join(other)})|(<(?:{raw})|(?s:.+))|\Z)
            """,
            re.VERBOSE,
        )
    wanted = {name for name in raw_names if starts is None or ends is None or name in starts | ends}
    passed += [_raw_element(name, grammar) for name in sorted(raw_names - wanted)]
    if starts is not None and ends is not None and (starts | ends).isdisjoint(_SHAPES | {"svg"}):
        passed.append(_drawing(grammar))
    raw = "|".join(_raw_element(name, grammar) for name in sorted(wanted)) or "(?!)"
    text = grammar.text
    return re.compile(
        rf"""
        {text}(?:<(?:{"|".join(passed) or "(?!)"}){text})*+
        (?:<(?:{end_tag}|{start_tag})|({f"<{comment}" if interest.comment else "(?!)"})|(<(?:{raw}))|(?s:(.))|\Z)
        """,
        re.VERBOSE,
    )


def _raw_element(name: str, grammar: _Grammar) -> str:
    """A raw-text element from its name to the end of its end tag; of scripts those with no script inside a comment."""
    tag = f"{_any_of([name])}{_NAME_END}"
    text = grammar.rcdata if name in RCDATA else grammar.raw
    if name == "script":
        content = f"{text}(?:<(?!/{tag}|!--){text})*+ (?:<!--(?!-?>){text}(?:<(?!/?{tag}){text})*+)?+"
    else:
        content = f"{text}(?:<(?!/{tag}){text})*+"
    return rf"{tag}{grammar.attributes}>{content}</{_any_of([name])}[\t\n\r\f ]*+>"


def _drawing(grammar: _Grammar) -> str:
    """An svg that holds nothing but shapes, whose tags neither open HTML in it nor break out of it, to its own end tag."""
    shape = f"</?+{_any_of(_SHAPES)}{_NAME_END}{grammar.attributes}>"
    return rf"""
        [sS][vV][gG]{_NAME_END}{grammar.attributes}(?<!/)>{grammar.text}
        (?:{shape}{grammar.text}){{0,{MOST_SHAPES}}}+ </[sS][vV][gG][\t\n\r\f ]*+>
    """


def _names(wanted: bool | AbstractSet[str]) -> AbstractSet[str] | None:
    """Return the names that are wanted, or None for all."""
    if isinstance(wanted, bool):
        return None if wanted else frozenset()
    return wanted


def _wanted(names: AbstractSet[str] | None, special: AbstractSet[str], grammar: _Grammar) -> str:
    """Return a pattern for the names that are wanted, without the special ones."""
    if names is None:
        return _other_than(special, grammar)
    names -= special
    return f"{_any_of(names)}{_NAME_END}" if names else "(?!)"


def _other_than(names: AbstractSet[str], grammar: _Grammar) -> str:
    """Return a pattern for any name but some; at most first letters it need not look further."""
    doubtful = {letter for letter in ascii_letters if any(name.startswith(letter.lower()) for name in names)}
    if not doubtful:
        return f"[a-zA-Z]{grammar.name}"
    other = "".join(sorted(_LETTERS - doubtful))
    doubt = "".join(sorted(doubtful))
    return f"(?:[{other}]|(?!{_any_of(names)}{_NAME_END})[{doubt}]){grammar.name}"


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
