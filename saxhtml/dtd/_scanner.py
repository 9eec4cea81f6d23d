"""The words of DTD text: entities expanded, comments dropped, lines counted.

What the words mean is :mod:`saxhtml.dtd._compiler`'s matter. The delimiters are those of the reference concrete syntax
(ISO 8879, figure 3), with which every HTML DTD is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NoReturn

from typing_extensions import override

from saxhtml.dtd._model import Entity
from saxhtml.errors import SaxHtmlError

Resolver = Callable[[str | None, str | None], str | None]
"""Takes the public and the system identifier of a parameter entity, gives its text, or None to leave it out."""


class DTDError(SaxHtmlError):
    """DTD text that cannot be compiled.

    ``declaration`` is how the declaration at fault begins (``<!ELEMENT ul``), or empty between declarations; ``line``, from
    1, is where the fault stands, in the text of the external parameter entity ``entity`` or, where that is None, in the
    text that was passed. ``reason`` is the sentence without them.
    """

    def __init__(self, reason: str, line: int, declaration: str = "", entity: str | None = None) -> None:
        super().__init__(reason, line, declaration, entity)
        self.reason = reason
        self.line = line
        self.declaration = declaration
        self.entity = entity

    @override
    def __str__(self) -> str:
        place = f"line {self.line}" if self.entity is None else f"line {self.line} of %{self.entity};"
        return f"{place}, {self.declaration}: {self.reason}" if self.declaration else f"{place}: {self.reason}"


_TOKEN: Final = re.compile(
    r"""
    (?: \s++ | -- (?: [^-] | -(?!-) )*+ -- )*+
    (?: (?P<name>       [\w.:] [\w.:-]*+ )                  # a name, name token or number
      | (?P<literal>    "[^"]*+" | '[^']*+' )
      | (?P<reference>  % [^\W\d] [\w.:-]*+ ;?+ )
      | (?P<reserved>   \# [A-Za-z]++ )
      | (?P<unclosed>   -- | ["'] )
      | (?P<sign>       [()|,&?*+%>\[\]-] )
      | (?P<other>      . )
      | (?P<end>        \Z )
    )
    """,
    re.VERBOSE,
)

_BETWEEN: Final = re.compile(
    r"""
    \s*+
    (?: <! (?P<keyword>     [A-Za-z]++ )
      | (?P<comment>        <!(?=--|>) )
      | (?P<section>        <!\[ )
      | (?P<section_end>    \]\]> )
      | (?P<instruction>    <\? [^>]*+ > )
      | (?P<reference>      % [^\W\d] [\w.:-]*+ ;?+ )
      | (?P<other>          . )
      | (?P<end>            \Z )
    )
    """,
    re.VERBOSE,
)

_SECTION: Final = re.compile(r"<!\[|\]\]>")
_PARAMETER: Final = re.compile(r"% ([^\W\d] [\w.:-]*+) ;?+ | &\# (\w++) ;?+", re.VERBOSE)
_GENERAL: Final = re.compile(r"& ([^\W\d] [\w.:-]*+) ;?+ | &\# (\w++) ;?+", re.VERBOSE)
_NUMBER: Final = re.compile(r"([0-9]{1,7})|[xX]([0-9A-Fa-f]{1,6})")

_FUNCTIONS: Final = {"RE": "\r", "RS": "\n", "SPACE": " ", "TAB": "\t"}
"""The named character references (ISO 8879, 9.4.5 and 13.4.6)."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter entity: its text, and whether that came from outside and so has lines of its own."""

    text: str
    external: bool = False


class _Source:
    """Text that is being read: the DTD, or a parameter entity in it."""

    __slots__ = ("at", "external", "name", "sections", "text")

    def __init__(self, name: str | None, text: str, external: bool) -> None:
        self.name = name
        self.text = text
        self.external = external
        self.at = 0
        self.sections = 0


class Scanner:
    """Reads DTD text: :meth:`next_declaration`, then :meth:`advance` from token to token up to ``>``.

    The token at hand is ``kind`` (name, literal, reserved, sign) and ``value``; of a literal, without the quotes.
    """

    __slots__ = ("_active", "_depth", "_left", "_limit", "_sources", "declaration", "kind", "parameters", "value")

    def __init__(self, text: str, parameters: Mapping[str, str], max_expansion: int) -> None:
        self.parameters: dict[str, Parameter] = {name: Parameter(value) for name, value in parameters.items()}
        self.declaration = ""
        self.kind = self.value = ""
        self._sources = [_Source(None, text, True)]
        self._active: set[str] = set()
        self._depth = 0
        self._limit = self._left = max_expansion

    def fail(self, reason: str) -> NoReturn:
        """Raise a :class:`DTDError` for the token at hand."""
        source = next(source for source in reversed(self._sources) if source.external)
        raise DTDError(reason, source.text.count("\n", 0, source.at) + 1, self.declaration, source.name)

    def charge(self, amount: int) -> None:
        """Count what a few characters of the text make many of, so that the sum stays within the limit."""
        self._left -= amount
        if self._left < 0:
            self.fail(f"entities and groups expand to more than {self._limit:,} characters; pass max_expansion= to allow more")

    def next_declaration(self) -> str | None:
        """Return the keyword of the next declaration in uppercase, past comments, sections and references; None at the end."""
        self.declaration = ""
        while True:
            source = self._sources[-1]
            match = _BETWEEN.match(source.text, source.at)
            assert match is not None
            source.at = match.end()
            match match.lastgroup:
                case "keyword":
                    self.declaration = match[0].lstrip()
                    self._depth = len(self._sources)
                    self.advance()
                    return match["keyword"].upper()
                case "comment":
                    self._comment()
                case "section":
                    self._section()
                case "section_end":
                    if not source.sections:
                        self.fail("]]> ends no marked section")
                    source.sections -= 1
                case "instruction":
                    pass
                case "reference":
                    self._open(match["reference"])
                case "other":
                    self.fail(f"{match['other']!r} begins no declaration")
                case _:
                    if source.sections:
                        self.fail("a marked section is not ended")
                    if len(self._sources) == 1:
                        return None
                    self._close()

    def advance(self) -> None:
        """Go to the next token of the declaration."""
        if self.kind == "sign" and self.value == ">" and self.declaration:
            return
        while True:
            source = self._sources[-1]
            match = _TOKEN.match(source.text, source.at)
            assert match is not None
            source.at = match.end()
            kind = match.lastgroup
            assert kind is not None
            value = match[kind]
