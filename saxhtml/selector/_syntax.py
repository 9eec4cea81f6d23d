"""Selector text to records: the grammar of Selectors 4 with the tokens of CSS Syntax 3.

A parser of our own, and not cssselect's: that one knows no flags ``i`` and ``s`` and no ``of``, its records would have to be
translated one by one into those below (no shorter than reading the text), its errors do not say where the refused part
stands, and it would make selectors an extra. Departures from CSS, all for the sake of clear errors: what is not closed at the
end of the text is an error, and so is a bad selector inside ``:is()``.
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple, TypeAlias

from typing_extensions import override

from saxhtml.attributes import ascii_lower
from saxhtml.errors import UsageError

Combinator = Literal[" ", ">", "+", "~"]


class SelectorError(UsageError):
    """A selector is malformed, or asks for what a stream cannot tell.

    ``selector`` is its text, ``offset`` the place of the error in characters from 0, ``reason`` the message without either.
    """

    def __init__(self, selector: str, offset: int, reason: str) -> None:
        super().__init__(selector, offset, reason)
        self.selector = selector
        self.offset = offset
        self.reason = reason

    @override
    def __str__(self) -> str:
        return f"selector {self.selector!r}, offset {self.offset}: {self.reason}"


class Attribute(NamedTuple):
    """``[name]``, ``[name="value" i]``, ``.value`` and ``#value``; ``operator`` is empty where only presence is asked for."""

    name: str
    operator: str = ""
    value: str = ""
    flag: Literal["", "i", "s"] = ""


class Root(NamedTuple):
    """``:root``."""


class Nth(NamedTuple):
    """``:nth-child(an+b of S)``; ``by_type`` for ``:nth-of-type``."""

    a: int
    b: int
    by_type: bool = False
    of: tuple[Complex, ...] = ()


class Matches(NamedTuple):
    """``:is(...)`` and ``:where(...)``, or with ``negated`` ``:not(...)``."""

    choices: tuple[Complex, ...]
    negated: bool = False


Condition: TypeAlias = Attribute | Root | Nth | Matches


class Compound(NamedTuple):
    """What one element has to be: its type, lowercase, or None for any, and further conditions."""

    name: str | None
    conditions: tuple[Condition, ...]


class Complex(NamedTuple):
    """Compounds from left to right; each comes with the combinator before it, a space for the first."""

    parts: tuple[tuple[Combinator, Compound], ...]


_ESCAPE: Final = r"\\(?:[0-9a-fA-F]{1,6}(?:\r\n|[ \t\r\n\f])?|[^0-9a-fA-F\r\n\f]|\Z)"
_IDENT: Final = rf"(?:--|-?(?:[a-zA-Z_\0]|[^\0-\x7f]|{_ESCAPE}))(?:[a-zA-Z0-9_\-\0]|[^\0-\x7f]|{_ESCAPE})*+"
_IN_STRING: Final = rf"\\(?:\r\n|[\r\n\f])|{_ESCAPE}"
_STRING: Final = rf"""(?:"(?:[^"\\\r\n\f]|{_IN_STRING})*+"|'(?:[^'\\\r\n\f]|{_IN_STRING})*+')"""
_COMMENT: Final = r"/\*(?s:.*?)\*/"

_comments: Final = re.compile(rf"(?:{_COMMENT})*+")
_gap: Final = re.compile(rf"(?:([ \t\r\n\f])|{_COMMENT})*+")
_ident: Final = re.compile(_IDENT)
_type: Final = re.compile(rf"(?:({_IDENT}|\*)?(\|)(?![|=]))?({_IDENT}|\*)?")
_attribute_name: Final = re.compile(rf"(?:({_IDENT}|\*)?\|(?!=))?({_IDENT})")
_operator: Final = re.compile(r"[~|^$*]?=")
_value: Final = re.compile(rf"{_IDENT}|({_STRING})")
_a_n_plus_b: Final = re.compile(
    r"""
    (?: (even|odd)
      | ([+-]?[0-9]{0,9}) n (?:[ \t\r\n\f]*+ ([+-]) [ \t\r\n\f]*+ ([0-9]{1,9}) )?+
      | ([+-]?[0-9]{1,9})
    )
    (?=[ \t\r\n\f)/]|\Z)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_of: Final = re.compile(r"of(?=[ \t\r\n\f/*.#:\[])", re.IGNORECASE)
_escape: Final = re.compile(r"\\(?:([0-9a-fA-F]{1,6})(?:\r\n|[ \t\r\n\f])?|(\r\n|[\r\n\f])|(.?))", re.DOTALL)

_FUTURE: Final = frozenset(
    """-soup-contains -soup-contains-own blank contains empty has last-child last-of-type nth-last-child nth-last-of-type
    only-child only-of-type""".split()
)
_BROWSER: Final = frozenset(
    """active autofill buffering current default defined dir focus focus-visible focus-within fullscreen future
    host host-context hover in-range indeterminate invalid local-link modal muted out-of-range past paused
    picture-in-picture placeholder-shown playing popover-open read-only read-write seeking stalled state target
    target-current target-within user-invalid user-valid valid visited volume-locked""".split()
)
_ELEMENTS: Final = frozenset("after before first-letter first-line".split())
_WRITE_INSTEAD: Final = {
    "any": ":is(...)",
    "any-link": ":is(a, area)[href]",
    "checked": ":is([checked], [selected])",
    "disabled": "[disabled]",
    "enabled": ":not([disabled])",
    "lang": "[lang|=...]",
    "link": ":is(a, area)[href]",
    "matches": ":is(...)",
    "open": "[open]",
    "optional": ":not([required])",
    "required": "[required]",
    "scope": ":root",
}

_DEEPEST: Final = 32


def parse(text: str) -> tuple[Complex, ...]:
    """Return the complex selectors of a list. Raises :class:`SelectorError`."""
    reader = _Reader(text)
    selectors = reader.selector_list()
    if reader.at < len(text):
        raise reader.unexpected("a combinator, a comma or the end")
    return selectors


def _unescape(text: str) -> str:
    return _escape.sub(_unescaped, text).replace("\0", "\ufffd") if "\\" in text or "\0" in text else text


def _unescaped(match: re.Match[str]) -> str:
    digits, newline, character = match.groups()
    if digits:
        code = int(digits, 16)
        return "\ufffd" if code == 0 or 0xD800 <= code <= 0xDFFF or code > 0x10FFFF else chr(code)
    return "" if newline else character or "\ufffd"


class _Reader:
    """Where we are in a selector's text; each method reads what its name says."""

    __slots__ = ("at", "depth", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def error(self, reason: str, at: int | None = None) -> SelectorError:
        return SelectorError(self.text, self.at if at is None else at, reason)

    def unexpected(self, wanted: str) -> SelectorError:
        found = repr(self.text[self.at]) if self.at < len(self.text) else "the end"
        if self.text.startswith("/*", self.at):
            found = "a comment that is not closed"
        elif self.text.startswith("||", self.at):
            found = "the column combinator '||', which only browsers know"
        return self.error(f"expected {wanted}, found {found}")

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def take(self, character: str) -> bool:
        found = self.text.startswith(character, self.at)
        self.at += found
        return found

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self.text, self.at)
        if match:
            self.at = match.end()
        return match

    def gap(self) -> bool:
        """Pass over spaces and comments, and tell whether there was a space."""
        match = self.match(_gap)
        return match is not None and match[1] is not None

    def name(self, what: str) -> str:
        match = self.match(_ident)
        if match is None:
            raise self.unexpected(what)
        return _unescape(match[0])

    def selector_list(self) -> tuple[Complex, ...]:
        selectors = [self.complex()]
        while self.take(","):
            selectors.append(self.complex())
        return tuple(selectors)

    def complex(self) -> Complex:
        self.gap()
        parts: list[tuple[Combinator, Compound]] = [(" ", self.compound())]
        while True:
            combinator: Combinator = " "
            spaced = self.gap()
            if self.take(">"):
                combinator = ">"
            elif self.take("+"):
                combinator = "+"
            elif self.take("~"):
                combinator = "~"
            elif not spaced or self.peek() in ("", ",", ")"):
                return Complex(tuple(parts))
            self.gap()
            parts.append((combinator, self.compound()))

    def compound(self) -> Compound:
        start = self.at
        name = self.type()
        conditions: list[Condition] = []
        while True:
            self.match(_comments)
            if self.take("#"):
                conditions.append(Attribute("id", "=", self.name("an id"), "s"))
            elif self.take("."):
                conditions.append(Attribute("class", "~=", self.name("a class name"), "s"))
            elif self.take("["):
                conditions.append(self.attribute())
            elif self.peek() == ":":
                conditions.append(self.pseudo_class())
            elif self.at == start:
                raise self.unexpected("a selector")
            else:
                return Compound(name, tuple(conditions))

    def type(self) -> str | None:
        start = self.at
        match = self.match(_type)
        prefix, bar, name = match.groups() if match else (None, None, None)
        if bar and prefix != "*":
            raise self.error("a stream has no namespace prefixes; leave it out, or write '*|'", start)
        if bar and name is None:
            raise self.unexpected("a type or '*'")
        return None if name is None or name == "*" else ascii_lower(_unescape(name))

    def attribute(self) -> Attribute:
        self.gap()
        start = self.at
        match = self.match(_attribute_name)
        if match is None:
            raise self.unexpected("an attribute name")
        if match[1] not in (None, "*"):
            raise self.error("a stream has no namespace prefixes; write the attribute's whole name, '\\:' for a colon", start)
        name = ascii_lower(_unescape(match[2]))
        self.gap()
        if self.take("]"):
            return Attribute(name)
        operator = self.match(_operator)
        if operator is None:
            raise self.unexpected("'=', '~=', '|=', '^=', '$=', '*=' or ']'")
        self.gap()
        if self.peek() in ("'", '"') and not _value.match(self.text, self.at):
            raise self.error("the string is not closed")
        value = self.match(_value)
        if value is None:
            raise self.unexpected("a name or a string in quotes")
        self.gap()
        flag: Literal["", "i", "s"] = (
            "i" if self.take("i") or self.take("I") else "s" if self.take("s") or self.take("S") else ""
        )
        self.gap()
        if not self.take("]"):
            raise self.unexpected("']', or the flag 'i' or 's' and ']'")
        return Attribute(name, operator[0], _unescape(value[0][1:-1] if value[1] else value[0]), flag)

    def pseudo_class(self) -> Condition:
        start = self.at
        self.at += 1
        is_element = self.take(":")
        name = ascii_lower(self.name("the name of a pseudo-class"))
        if is_element or name in _ELEMENTS:
            raise self.error(f"'::{name}' is a pseudo-element, not an element of the source", start)
        if name in _WITH_ARGUMENT:
            if not self.take("("):
                raise self.error(f"':{name}' takes an argument in parentheses", start)
            return self.in_parentheses(name, start)
        if name in _PLAIN:
            if self.peek() == "(":
                raise self.error(f"':{name}' takes no argument", start)
            return _PLAIN[name]
        raise self.error(_why_not(name), start)

    def in_parentheses(self, name: str, start: int) -> Condition:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error(f"parentheses are nested more than {_DEEPEST} deep", start)
        condition: Condition
        if name in ("nth-child", "nth-of-type"):
            condition = self.nth(by_type=name == "nth-of-type")
        else:
            condition = Matches(self.selector_list(), negated=name == "not")
        if not self.take(")"):
            raise self.unexpected("')'")
        self.depth -= 1
        return condition

    def nth(self, *, by_type: bool) -> Nth:
        self.gap()
        match = self.match(_a_n_plus_b)
        if match is None:
            raise self.unexpected("'odd', 'even', a number or 'an+b', with at most nine digits each")
        word, step, sign, offset, number = match.groups()
        if word:
            a, b = 2, int(word.lower() == "odd")
        elif number:
            a, b = 0, int(number)
        else:
            a = int(step) if step.strip("+-") else int(step + "1")
            b = int(sign + offset) if sign else 0
        of: tuple[Complex, ...] = ()
        self.gap()
        if not by_type and self.match(_of):
            of = self.selector_list()
        return Nth(a, b, by_type, of)


def _why_not(name: str) -> str:
    if name in _FUTURE:
        return f"':{name}' depends on what comes after the start tag, which a stream has not seen yet"
    if name in _BROWSER:
        return f"':{name}' depends on a browser's state, which a stream has not"
    if name in _WRITE_INSTEAD:
        return f"':{name}' is not known here; write {_WRITE_INSTEAD[name]}"
    known = ", ".join(f":{each}" for each in sorted({*_WITH_ARGUMENT, *_PLAIN}))
    return f"':{name}' is not a known pseudo-class; known are {known}"


_WITH_ARGUMENT: Final = frozenset("is not nth-child nth-of-type where".split())
_PLAIN: Final[dict[str, Condition]] = {
    "first-child": Nth(0, 1),
    "first-of-type": Nth(0, 1, by_type=True),
    "root": Root(),
}
