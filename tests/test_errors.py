"""Exceptions say what happened and survive a trip between processes; each code of a parse error has an input that earns it."""

from __future__ import annotations

import pickle
import re
from typing import Final

import pytest
from typing_extensions import override

from saxhtml.errors import (
    ERROR_CODES,
    EncodingChanged,
    LimitExceeded,
    ParseError,
    SaxHtmlError,
    StopParsing,
    StrictParseError,
    UsageError,
)
from saxhtml.handler import Handler
from saxhtml.parser import Parser

ERROR: Final = ParseError("eof-in-tag", 12, 3, 4)

EXCEPTIONS: Final = {
    "usage": (UsageError("do it otherwise"), ["do it otherwise"]),
    "limit": (LimitExceeded("max_token", 7, 12, 3, 4), ["line 3, column 4", "max_token of 7", "Limits(max_token=...)"]),
    "strict": (StrictParseError(ERROR), ["line 3, column 4: eof-in-tag"]),
    "encoding": (EncodingChanged("UTF-8"), ["UTF-8", "Parser(encoding='UTF-8')"]),
}

FIRST_ERROR: Final[dict[str, tuple[str, int]]] = {
    "abrupt-closing-of-empty-comment": ("<!-->", 4),
    "abrupt-doctype-public-identifier": ("<!DOCTYPE a PUBLIC 'b>", 21),
    "abrupt-doctype-system-identifier": ("<!DOCTYPE a SYSTEM 'b>", 21),
    "absence-of-digits-in-numeric-character-reference": ("&#q", 2),
    "cdata-in-html-content": ("<![CDATA[a]]>", 8),
    "character-reference-outside-unicode-range": ("&#x110000;", 10),
    "control-character-in-input-stream": ("ab\x02", 2),
    "control-character-reference": ("&#7;", 4),
    "disallowed-processing-instruction-target": ("<?xml a?>", 5),
    "duplicate-attribute": ("<a b=1 B=2>", 8),
    "end-tag-with-attributes": ("</a b>", 5),
    "end-tag-with-trailing-solidus": ("</a/>", 4),
    "eof-before-tag-name": ("a<", 2),
    "eof-in-cdata": ("<svg><![CDATA[a", 15),
    "eof-in-comment": ("<!--a", 5),
    "eof-in-doctype": ("<!DOCTYPE a", 11),
    "eof-in-processing-instruction": ("<?a b", 5),
    "eof-in-script-html-comment-like-text": ("<script><!--a", 13),
    "eof-in-tag": ("<a b", 4),
    "incorrectly-closed-comment": ("<!--a--!>", 8),
    "incorrectly-opened-comment": ("<!a>", 2),
    "invalid-character-sequence-after-doctype-name": ("<!DOCTYPE a b>", 12),
    "invalid-first-character-of-processing-instruction-target": ("<?1>", 2),
    "invalid-first-character-of-tag-name": ("<1>", 1),
    "invalid-processing-instruction-target": ("<?a$>", 3),
    "missing-attribute-value": ("<a b=>", 5),
    "missing-doctype-name": ("<!DOCTYPE >", 10),
    "missing-doctype-public-identifier": ("<!DOCTYPE a PUBLIC>", 18),
    "missing-doctype-system-identifier": ("<!DOCTYPE a SYSTEM>", 18),
    "missing-end-tag-name": ("</>", 2),
    "missing-quote-before-doctype-public-identifier": ("<!DOCTYPE a PUBLIC b>", 19),
    "missing-quote-before-doctype-system-identifier": ("<!DOCTYPE a SYSTEM b>", 19),
    "missing-semicolon-after-character-reference": ("&lt-", 3),
    "missing-whitespace-after-doctype-public-keyword": ("<!DOCTYPE a PUBLIC'b'>", 18),
    "missing-whitespace-after-doctype-system-keyword": ("<!DOCTYPE a SYSTEM'b'>", 18),
    "missing-whitespace-before-doctype-name": ("<!DOCTYPEa>", 9),
    "missing-whitespace-between-attributes": ("<a b='c'd>", 8),
    "missing-whitespace-between-doctype-public-and-system-identifiers": ("<!DOCTYPE a PUBLIC 'b''c'>", 22),
    "nested-comment": ("<!--<!--a-->", 8),
    "noncharacter-character-reference": ("&#xFFFF;", 8),
    "noncharacter-in-input-stream": ("ab\ufdd0", 2),
    "null-character-reference": ("&#0;", 4),
    "surrogate-character-reference": ("&#xD800;", 8),
    "surrogate-in-input-stream": ("ab\ud800", 2),
    "unexpected-character-after-doctype-system-identifier": ("<!DOCTYPE a SYSTEM 'b'c>", 22),
    "unexpected-character-in-attribute-name": ("<a b'>", 4),
    "unexpected-character-in-unquoted-attribute-value": ("<a b=c'>", 6),
    "unexpected-equals-sign-before-attribute-name": ("<a =>", 3),
    "unexpected-null-character": ("ab\0", 2),
    "unexpected-solidus-in-tag": ("<a/b>", 3),
    "unknown-named-character-reference": ("&zz;", 3),
}
"""For each code an input whose first error it is, and the offset of the character at which the standard notices it."""


class Errors(Handler):
    def __init__(self) -> None:
        self.errors: list[ParseError] = []

    @override
    def parse_error(self, error: ParseError) -> None:
        self.errors.append(error)


@pytest.mark.parametrize(("error", "said"), EXCEPTIONS.values(), ids=EXCEPTIONS)
def test_an_exception_says_what_happened_and_what_to_do(error: SaxHtmlError, said: list[str]) -> None:
    for words in said:
        assert words in str(error)


@pytest.mark.parametrize("error", [error for error, _ in EXCEPTIONS.values()], ids=EXCEPTIONS)
def test_one_base_catches_every_exception(error: Exception) -> None:
    assert isinstance(error, SaxHtmlError)


@pytest.mark.parametrize("error", [error for error, _ in EXCEPTIONS.values()], ids=EXCEPTIONS)
def test_an_exception_can_be_pickled(error: SaxHtmlError) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert str(back) == str(error)
    assert vars(back) == vars(error)


def test_exceptions_have_their_facts_as_attributes() -> None:
    limit = LimitExceeded("max_token", 7, 12, 3, 4)
    assert (limit.limit, limit.value, limit.offset, limit.line, limit.column) == ("max_token", 7, 12, 3, 4)
    assert StrictParseError(ERROR).error is ERROR
    assert EncodingChanged("UTF-8").encoding == "UTF-8"


def test_stopping_is_no_error_of_the_package() -> None:
    # So that a handler's own "except SaxHtmlError" does not swallow it.
    assert not issubclass(StopParsing, SaxHtmlError)
    assert issubclass(StopParsing, Exception)


def test_a_parse_error_is_a_record_and_no_exception() -> None:
    assert not isinstance(ERROR, Exception)
    assert ERROR == ("eof-in-tag", 12, 3, 4)
    assert (ERROR.code, ERROR.offset, ERROR.line, ERROR.column) == ERROR
    assert str(ERROR) == "line 3, column 4: eof-in-tag"


def test_codes_are_written_as_the_standard_writes_them() -> None:
    assert all(re.fullmatch("[a-z]+(-[a-z]+)+", code) for code in ERROR_CODES)


def test_every_code_of_the_standard_is_shown_here() -> None:
    assert set(FIRST_ERROR) == ERROR_CODES - {"missing-quote-after-attribute-value"}


@pytest.mark.parametrize("cut", [False, True], ids=["whole", "by character"])
@pytest.mark.parametrize(("code", "source", "offset"), [(code, *rest) for code, rest in FIRST_ERROR.items()], ids=FIRST_ERROR)
def test_the_code_is_reported_where_the_standard_notices_it(code: str, source: str, offset: int, cut: bool) -> None:
    lead = "\r\n<i>\n\r"
    handler = Errors()
    parser = Parser(handler)
    for piece in list(lead + source) if cut else [lead + source]:
        parser.feed(piece)
    parser.close()
    assert handler.errors[0] == (code, len(lead) + offset, 4, offset + 1)
