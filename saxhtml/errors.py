"""What can go wrong: the exceptions, and the codes of parse errors.

Bad HTML is never an exception. It is a :class:`ParseError`, a plain record that a handler is told about when it overrides
``parse_error``. The exceptions are for limits, for misuse of the API, and for stopping early. Where an error stands in the
source is worked out in :mod:`saxhtml.position`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from typing_extensions import override

ErrorCode = Literal[
    "abrupt-closing-of-empty-comment",
    "abrupt-doctype-public-identifier",
    "abrupt-doctype-system-identifier",
    "absence-of-digits-in-numeric-character-reference",
    "cdata-in-html-content",
    "character-reference-outside-unicode-range",
    "control-character-in-input-stream",
    "control-character-reference",
    "disallowed-processing-instruction-target",
    "duplicate-attribute",
    "end-tag-with-attributes",
    "end-tag-with-trailing-solidus",
    "eof-before-tag-name",
    "eof-in-cdata",
    "eof-in-comment",
    "eof-in-doctype",
    "eof-in-processing-instruction",
    "eof-in-script-html-comment-like-text",
    "eof-in-tag",
    "incorrectly-closed-comment",
    "incorrectly-opened-comment",
    "invalid-character-sequence-after-doctype-name",
    "invalid-first-character-of-processing-instruction-target",
    "invalid-first-character-of-tag-name",
    "invalid-processing-instruction-target",
    "missing-attribute-value",
    "missing-doctype-name",
    "missing-doctype-public-identifier",
    "missing-doctype-system-identifier",
    "missing-end-tag-name",
    "missing-quote-after-attribute-value",
    "missing-quote-before-doctype-public-identifier",
    "missing-quote-before-doctype-system-identifier",
    "missing-semicolon-after-character-reference",
    "missing-whitespace-after-doctype-public-keyword",
    "missing-whitespace-after-doctype-system-keyword",
    "missing-whitespace-before-doctype-name",
    "missing-whitespace-between-attributes",
    "missing-whitespace-between-doctype-public-and-system-identifiers",
    "nested-comment",
    "noncharacter-character-reference",
    "noncharacter-in-input-stream",
    "null-character-reference",
    "surrogate-character-reference",
    "surrogate-in-input-stream",
    "unexpected-character-after-doctype-system-identifier",
    "unexpected-character-in-attribute-name",
    "unexpected-character-in-unquoted-attribute-value",
    "unexpected-equals-sign-before-attribute-name",
    "unexpected-null-character",
    "unexpected-solidus-in-tag",
    "unknown-named-character-reference",
]
"""The codes of the standard's tokenization section (WHATWG HTML, "Parse errors", as of 2026), and one that is not in it:
"missing-quote-after-attribute-value", of which only ``Parser(unclosed_quotes="newline")`` tells."""

ERROR_CODES: frozenset[str] = frozenset(get_args(ErrorCode))


class ParseError(NamedTuple):
    """One parse error of the standard.

    ``offset`` counts characters of the decoded input from 0; ``line`` and ``column`` count from 1, the column in characters.
    The position is that of the character at which the standard notices the error; at the end of input, one past the last.
    """

    code: ErrorCode
    offset: int
    line: int
    column: int

    @override
    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.code}"


class SaxHtmlError(Exception):
    """The base of every exception that this package raises of its own."""


class UsageError(SaxHtmlError):
    """The API was used in a way it does not allow; the message says what to do instead."""


class LimitExceeded(SaxHtmlError):
    """The input met one of the parser's ``Limits``. Events before it have been delivered.

    ``limit`` is the field of ``Limits``, ``value`` what it is set to; ``offset``, ``line`` and ``column`` say where the
    token that is too large begins (characters; line and column from 1).
    """

    def __init__(self, limit: str, value: int, offset: int, line: int, column: int) -> None:
        super().__init__(limit, value, offset, line, column)
        self.limit = limit
        self.value = value
        self.offset = offset
        self.line = line
        self.column = column

    @override
    def __str__(self) -> str:
        return (
            f"line {self.line}, column {self.column}: {self.limit} of {self.value} exceeded; "
            f"pass Parser(limits=Limits({self.limit}=...)) to allow more"
        )


class StrictParseError(SaxHtmlError):
    """The first parse error, raised by a parser in ``strict`` mode; ``error`` is the record."""

    def __init__(self, error: ParseError) -> None:
        super().__init__(error)
        self.error = error

    @override
    def __str__(self) -> str:
        return str(self.error)


class EncodingChanged(SaxHtmlError):
    """A ``meta`` in the page names another encoding than the one it was read in; ``encoding`` is its name.

    Parse the page again from its first byte with ``Parser(encoding=...)``.
    """

    def __init__(self, encoding: str) -> None:
        super().__init__(encoding)
        self.encoding = encoding

    @override
    def __str__(self) -> str:
        return f"the page declares its encoding as {self.encoding}; parse it again with Parser(encoding={self.encoding!r})"


class StopParsing(Exception):
    """Raise it in a handler to end the parse quietly: ``feed`` returns and ``parser.stopped`` is true."""
