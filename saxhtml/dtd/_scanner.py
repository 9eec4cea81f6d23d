"""The words of DTD text: entities expanded, comments dropped, lines counted.

What the words mean is :mod:`saxhtml.dtd._compiler`'s matter. The delimiters are those of the reference concrete syntax of
ISO 8879, which every HTML DTD is written in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, NoReturn

from typing_extensions import override

from saxhtml.attributes import clean_newlines
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

_COMMENT: Final = re.compile(r"(?: -- (?: [^-] | -(?!-) )*+ -- \s*+ )*+ >", re.VERBOSE)

_BETWEEN: Final = re.compile(
    r"""
    \s*+
    (?: (?P<declaration>    <! [A-Za-z]++ )
      | (?P<comment>        <! (?=--|>) )
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
_NUMBER: Final = re.compile(r"([0-9]{1,7}) | [xX] ([0-9A-Fa-f]{1,6})", re.VERBOSE)

_FUNCTIONS: Final = {"RE": "\r", "RS": "\n", "SPACE": " ", "TAB": "\t"}
"""Characters that are referred to by what they do (ISO 8879, 9.5)."""


_REFERENCE_COST: Final = 16
"""What opening an entity costs beside its text, in characters; else empty ones could be referred to without end."""


class Parameter(NamedTuple):
    """A parameter entity: its text, or where that is None, the identifiers to get it by."""

    text: str | None
    public_id: str | None = None
    system_id: str | None = None


class _Source:
    """Text that is being read: the DTD, or a parameter entity in it. ``start`` and ``at`` are the ends of the latest token."""

    __slots__ = ("at", "has_lines", "name", "sections", "start", "text")

    def __init__(self, name: str | None, text: str, has_lines: bool) -> None:
        self.name = name
        self.text = text
        self.has_lines = has_lines
        self.start = self.at = 0
        self.sections = 0
        """Marked sections that have begun in this text and not ended."""


class Scanner:
    """Reads DTD text: :meth:`next_declaration`, then :meth:`advance` from token to token, then :meth:`finish`.

    The token at hand is ``kind`` ("name", "literal", "reserved" or "sign") and ``value``; of a literal, without the quotes.
    ``spaced`` says whether white space or a comment stands before it.
    """

    __slots__ = (
        "_active",
        "_depth",
        "_left",
        "_limit",
        "_resolve",
        "_sources",
        "declaration",
        "kind",
        "parameters",
        "spaced",
        "value",
    )

    def __init__(self, text: str, parameters: Mapping[str, str], resolve: Resolver | None, max_expansion: int) -> None:
        self.parameters = {name: Parameter(value) for name, value in parameters.items()}
        self.declaration = self.kind = self.value = ""
        self.spaced = False
        self._resolve = resolve
        self._sources = [_Source(None, clean_newlines(text), True)]
        self._active: set[str] = set()
        self._depth = 1
        self._limit = self._left = max_expansion

    def fail(self, reason: str) -> NoReturn:
        """Raise a :class:`DTDError` at the token at hand."""
        source = next(source for source in reversed(self._sources) if source.has_lines)
        raise DTDError(reason, source.text.count("\n", 0, source.start) + 1, self.declaration, source.name)

    def charge(self, amount: int) -> None:
        """Count what is made out of a few characters of the text, so that its sum stays within the limit."""
        self._left -= amount
        if self._left < 0:
            self.fail(f"entities and groups expand to more than {self._limit} characters; pass max_expansion= to allow more")

    def next_declaration(self) -> str | None:
        """Go to the first token of the next declaration and return its keyword in uppercase; None at the end of the text."""
        self.declaration = ""
        while True:
            kind, value = self._match(_BETWEEN)
            match kind:
                case "declaration":
                    self._begin(value)
                    return value[2:].upper()
                case "comment":
                    self._skip_comment()
                case "section":
                    self._enter_section()
                case "section_end":
                    self._leave_section()
                case "instruction":
                    pass
                case "reference":
                    self._open(value)
                case "end":
                    if self._sources[-1].sections:
                        self.fail("a marked section is not ended")
                    if len(self._sources) == 1:
                        return None
                    self._close()
                case _:
                    self.fail(f"{value!r} begins no declaration")

    def advance(self) -> None:
        """Go to the next token of the declaration."""
        while True:
            kind, value = self._match(_TOKEN)
            match kind:
                case "reference":
                    self._open(value)
                case "end":
                    if len(self._sources) == self._depth:
                        self.fail("the text ends within the declaration")
                    self._close()
                case "unclosed":
                    self.fail(f"what {value} begins is not ended")
                case "other":
                    self.fail(f"{value!r} has no meaning here")
                case "literal":
                    self.kind, self.value = kind, value[1:-1]
                    return
                case _:
                    self.kind, self.value = kind, value
                    return

    def finish(self) -> None:
        """Check that the declaration ends with the token at hand."""
        if self.value != ">" or self.kind != "sign":
            self.fail(f"expected >, found {self.value!r}")
        if len(self._sources) != self._depth:
            self.fail("the declaration does not end in the entity it begins in")

    def parameter_text(self, literal: str) -> str:
        """Return a literal of an entity declaration with its parameter entities and character references resolved."""

        def replace(match: re.Match[str]) -> str:
            if match[1] is None:
                return self._character(match[2])
            text = self._parameter(match[1]).text
            if text is None:
                self.fail(f"%{match[1]}; comes from outside and cannot stand in a literal")
            self.charge(len(text))
            return text

        return _PARAMETER.sub(replace, literal)

    def attribute_text(self, literal: str, entities: Mapping[str, Entity]) -> str:
        """Return a literal of an attribute definition with its references resolved, and lines joined by spaces."""

        def replace(match: re.Match[str]) -> str:
            if match[1] is None:
                return self._character(match[2])
            entity = entities.get(match[1])
            if entity is None or entity.text is None:
                return match[0]
            self.charge(len(entity.text))
            return entity.text

        return _GENERAL.sub(replace, literal.replace("\n", " ").replace("\t", " "))

    def _match(self, pattern: re.Pattern[str]) -> tuple[str, str]:
        source = self._sources[-1]
        match = pattern.match(source.text, source.at)
        assert match is not None, "the last alternatives match whatever there is"
        assert match.lastgroup is not None
        start, end = match.span(match.lastgroup)
        self.spaced = start > source.at
        source.start, source.at = start, end
        return match.lastgroup, source.text[start:end]

    def _begin(self, declaration: str) -> None:
        self.declaration = declaration
        self._depth = len(self._sources)
        self.advance()

    def _skip_comment(self) -> None:
        source = self._sources[-1]
        match = _COMMENT.match(source.text, source.at)
        if match is None:
            self.fail("a comment is not ended, or not by -->")
        source.at = match.end()

    def _enter_section(self) -> None:
        self._begin("<![")
        status: set[str] = set()
        while self.kind == "name":
            status.add(self.value.upper())
            self.advance()
        if self.kind != "sign" or self.value != "[" or not status <= {"INCLUDE", "IGNORE", "TEMP"}:
            self.fail("expected INCLUDE or IGNORE and [")
        if len(self._sources) != self._depth:
            self.fail("the marked section does not begin in one entity")
        source = self._sources[-1]
        if "IGNORE" in status:
            open_sections = 1
            for match in _SECTION.finditer(source.text, source.at):
                open_sections += 1 if match[0] == "<![" else -1
                if not open_sections:
                    source.at = match.end()
                    break
            else:
                self.fail("a marked section is not ended")
        else:
            source.sections += 1
        self.declaration = ""

    def _leave_section(self) -> None:
        source = self._sources[-1]
        if not source.sections:
            self.fail("]]> ends no marked section")
        source.sections -= 1

    def _parameter(self, name: str) -> Parameter:
        parameter = self.parameters.get(name)
        if parameter is None:
            self.fail(f"the parameter entity %{name}; is not declared")
        return parameter

    def _open(self, reference: str) -> None:
        name = reference[1:].removesuffix(";")
        text, public_id, system_id = self._parameter(name)
        if name in self._active:
            self.fail(f"the parameter entity %{name}; refers to itself")
        has_lines = text is None
        if text is None:
            text = clean_newlines(self._resolve(public_id, system_id) or "") if self._resolve else ""
        self.charge(len(text) + _REFERENCE_COST)
        self._active.add(name)
        self._sources.append(_Source(name, text, has_lines))

    def _close(self) -> None:
        name = self._sources.pop().name
        assert name is not None
        self._active.discard(name)

    def _character(self, name: str) -> str:
        number = _NUMBER.fullmatch(name)
        if number is None:
            character = _FUNCTIONS.get(name.upper())
            if character is None:
                self.fail(f"&#{name}; is no character")
            return character
        code = int(number[1]) if number[1] else int(number[2], 16)
        if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
            self.fail(f"&#{name}; is no character")
        return chr(code)
