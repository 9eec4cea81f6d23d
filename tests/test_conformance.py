"""The html5lib tokenizer suite, and the cases of ``conformance/`` in the same format, in every way to feed them.

Each case must give the standard's tokens and, in order, its parse errors with their lines and columns. Where the suite is
older than the standard (processing instructions, June 2026), the tables below name the cases and say what holds now.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from saxhtml.attributes import clean_newlines
from saxhtml.testing import EventRecorder, Span, every_split, parser_in_state, random_splits

Error = tuple[str, int, int]

SUITE: Final = {
    "contentModelFlags.test": 24,
    "domjs.test": 59,
    "entities.test": 80,
    "escapeFlag.test": 9,
    "namedEntities.test": 4210,
    "numericEntities.test": 336,
    "pendingSpecChanges.test": 1,
    "test1.test": 69,
    "test2.test": 45,
    "test3.test": 1786,
    "test4.test": 85,
    "unicodeChars.test": 323,
    "unicodeCharsProblematic.test": 5,
}
"""The files and how many cases each holds, a case for each initial state."""

XML: Final = "xmlViolation.test"

WITHOUT_COERCION: Final[dict[str, tuple[Any, ...]]] = {
    "Non-XML character": ("text", "a\uffffb"),
    "Non-XML space": ("text", "a\fb"),
    "Double hyphen in comment": ("comment", " foo -- bar "),
    "FF between attributes": ("start", "a", {"b": "", "c": ""}, False),
}
"""The tokens of the XML file's cases. It expects an infoset coerced to XML, which is a tree builder's matter, not ours."""

STILL_A_COMMENT: Final = {
    "domjs.test": ("CR in bogus comment state", "CRLF in bogus comment state", "CRLFLF in bogus comment state"),
    "test3.test": (
        *(r"<?\u0000", r"<?\u0009", r"<?\u000A", r"<?\u000B", r"<?\u000C", "<? ", r"<? \u0000"),
        *("<?!", '<?"', "<?&", "<?'", "<?-", "<?/", "<?0", "<?1", "<?9", "<?<", "<?=", "<?>", "<??", "<?@", "<?`", "<?{"),
        r"<?\uDBC0\uDC00",
    ),
}
"""Cases of ``<?`` and no letter: the comment stays, the error is another one, and it is the next character's."""

NOTHING_AT_THE_END: Final = {
    "test3.test": ("<?", "<?A", "<?B", "<?Y", "<?Z", "<?a", "<?b", "<?y", "<?z"),
}
"""Cases that end within a processing instruction: no token, one error."""

NOW_AN_INSTRUCTION: Final = {
    "test2.test": {
        "Simili processing instruction": ("pi", "namespace", ""),
        "A bogus comment stops at >, even if preceded by two dashes": ("pi", "foo--", ""),
    },
}
"""Cases that have become a processing instruction, with its token; they have no errors left."""


class Case(NamedTuple):
    file: str
    description: str
    state: str
    last_start_tag: str | None
    input: str
    events: list[tuple[Any, ...]]
    errors: list[Error]


def unescaped(value: Any) -> Any:
    """Return the value with each ``\\uHHHH`` in its strings resolved once more; surrogates that make a pair are one."""
    if isinstance(value, str):
        units = re.sub(r"\\u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)), value)
        return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    if isinstance(value, list):
        return [unescaped(item) for item in value]
    if isinstance(value, dict):
        return {unescaped(key): unescaped(item) for key, item in value.items()}
    return value


def expected_event(token: list[Any]) -> tuple[Any, ...]:
    match token:
        case ["DOCTYPE", name, public_id, system_id, correct]:
            return ("doctype", name, public_id, system_id, not correct)
        case ["StartTag", name, attributes, *self_closing]:
            return ("start", name, attributes, bool(self_closing))
        case ["EndTag", name]:
            return ("end", name)
        case ["Comment", data]:
            return ("comment", data)
        case ["Character", data]:
            return ("text", data)
        case ["ProcessingInstruction", target, data]:
            return ("pi", target, data)
        case _:
            raise ValueError(token)


def in_characters(text: str, line: int, column: int) -> int:
    """Return the column, which the suite counts in UTF-16 units, in characters."""
    units = (clean_newlines(text).split("\n")[line - 1] + "\n").encode("utf-16-le", "surrogatepass")
    return len(units[: 2 * (column - 1)].decode("utf-16-le", "surrogatepass")) + 1


def case_of(file: str, test: dict[str, Any], state: str) -> Case:
    text, output = test["input"], test["output"]
    if test.get("doubleEscaped"):
        text, output = unescaped(text), unescaped(output)
    events = [expected_event(token) for token in output]
    errors = [
        (error["code"], error["line"], in_characters(text, error["line"], error["col"])) for error in test.get("errors", ())
    ]
    case = Case(file, test["description"], state, test.get("lastStartTag"), text, events, errors)
    return case if file not in SUITE else as_of_2026(case)


def as_of_2026(case: Case) -> Case:
    """Return the case with what the standard says since it has processing instructions."""
    line_3 = (1, 3)
    if case.description in STILL_A_COMMENT.get(case.file, ()):
        (_, *rest) = case.errors
        here = [error for error in rest if error[0].endswith("-in-input-stream") and error[1:] == line_3]
        first: Error = ("invalid-first-character-of-processing-instruction-target", *line_3)
        return case._replace(errors=[*here, first, *(error for error in rest if error not in here)])
    if case.description in NOTHING_AT_THE_END.get(case.file, ()):
        return case._replace(events=[], errors=[("eof-in-processing-instruction", 1, len(case.input) + 1)])
    if instruction := NOW_AN_INSTRUCTION.get(case.file, {}).get(case.description):
        return case._replace(events=[instruction], errors=[])
    return case


@cache
def cases_of(path: Path, key: str = "tests") -> list[Case]:
    document = json.loads(path.read_text(encoding="utf-8"))
    return [case_of(path.name, test, state) for test in document[key] for state in test.get("initialStates", ["Data state"])]


def suite_file(shared: Path, name: str) -> Path:
    return shared / "html5lib-tests" / "tokenizer" / name


class Outcome(NamedTuple):
    events: list[tuple[Any, ...]]
    errors: list[Error]
    spans: list[Span]


def outcome(case: Case, chunks: Iterable[str], *, lane: bool, errors: bool) -> Outcome:
    recorder = EventRecorder(join_text=True, errors=errors)
    parser = parser_in_state(recorder, case.state, case.last_start_tag, lane=lane)
    for chunk in chunks:
        parser.feed(chunk)
    parser.close()
    # The suite has a tag's attributes without their order.
    events = [("start", e[1], dict(e[2]), e[3]) if e[0] == "start" else e for e in recorder.events]
    return Outcome(events, [(error.code, error.line, error.column) for error in recorder.errors], recorder.spans)


Cuts = Callable[[str, str], Iterator[list[str]]]

WAYS: Final[dict[str, Cuts]] = {
    "whole": lambda text, seed: iter([[text]]),
    "per character": lambda text, seed: iter([list(text)]),
    "random cuts": lambda text, seed: random_splits(text, seed, longest=5),
}


def in_two_and_three(text: str, seed: str) -> Iterator[list[str]]:
    yield from every_split(text, 2)
    yield from every_split(text, 3)


FULL: Final = {"lane": True, "errors": True}
SETTINGS: Final = (FULL, {"lane": False, "errors": True}, {"lane": True, "errors": False}, {"lane": False, "errors": False})


def failures_of(case: Case, cuts: Cuts, seed: str, settings: Iterable[dict[str, bool]]) -> Iterator[str]:
    """Yield what is wrong, in words; a crash is a failure like any other, so that it does not hide the next case."""
    for setting in settings:
        expected = case.events, case.errors if setting["errors"] else []
        spans = None
        for chunks in cuts(case.input, seed):
            try:
                events, errors, found = outcome(case, chunks, **setting)
                if spans is None:
                    spans = outcome(case, [case.input], **setting).spans
            except Exception as error:
                yield f"{case.file}: {case.description!r} in {case.state}, {setting}, fed {chunks}: raised {error!r}"
                break
            if (events, errors) == expected and found == spans:
                continue
            yield "\n    ".join(
                [
                    f"{case.file}: {case.description!r} in {case.state}, {setting}, seed {seed!r}",
                    f"fed      {chunks}",
                    f"expected {expected[0]} {expected[1]}",
                    f"got      {events} {errors}",
                    f"spans    {found}, whole {spans}",
                ]
            )
            break


def assert_none(failures: list[str]) -> None:
    shown = "\n".join(failures[:20])
    assert not failures, f"{len(failures)} failures, of which the first ones are:\n{shown}"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("file", SUITE)
def test_every_case_of_the_suite_gives_the_standards_tokens_and_errors(
    file: str, way: str, shared: Path, seed: int, ran: Counter[str]
) -> None:
    done = 0
    failures: list[str] = []
    for done, case in enumerate(cases_of(suite_file(shared, file)), 1):
        failures += failures_of(case, WAYS[way], f"{seed}/{done}", SETTINGS)
    ran[f"html5lib cases {way}"] += done
    assert_none(failures)
    assert done == SUITE[file]


@pytest.mark.parametrize("way", WAYS)
def test_every_case_of_conformance_gives_the_standards_tokens_and_errors(
    way: str, shared: Path, seed: int, ran: Counter[str]
) -> None:
    paths = sorted((shared / "conformance").glob("*.test"))
    cases = [case for path in paths for case in cases_of(path)]
    assert cases
    failures: list[str] = []
    for index, case in enumerate(cases, 1):
        failures += failures_of(case, WAYS[way], f"{seed}/{index}", SETTINGS)
        ran[f"cases of conformance/ {way}"] += 1
    assert_none(failures)


def test_the_table_of_files_is_the_suite(shared: Path) -> None:
    assert {path.name for path in suite_file(shared, "").glob("*.test")} == {*SUITE, XML}
    assert sum(SUITE.values()) == 7032


def test_the_cases_that_expect_an_xml_infoset_give_the_tokens_before_coercion(shared: Path) -> None:
    cases = cases_of(suite_file(shared, XML), "xmlViolationTests")
    assert [case.description for case in cases] == list(WITHOUT_COERCION)
    for case in cases:
        assert outcome(case, [case.input], lane=True, errors=False).events == [WITHOUT_COERCION[case.description]]


@pytest.mark.parametrize("file", SUITE)
def test_the_tables_name_exactly_the_cases_with_the_start_of_a_processing_instruction(file: str, shared: Path) -> None:
    named = [
        *STILL_A_COMMENT.get(file, ()),
        *NOTHING_AT_THE_END.get(file, ()),
        *NOW_AN_INSTRUCTION.get(file, {}),
    ]
    assert Counter(named) == Counter(case.description for case in cases_of(suite_file(shared, file)) if "<?" in case.input)


@pytest.mark.parametrize("file", [name for name in SUITE if name != "namedEntities.test"])
def test_short_cases_give_the_same_for_every_cut_in_two_and_three(file: str, shared: Path) -> None:
    """All 2,231 names of references hold nothing for a cut that a few of them do not: those are in the other files."""
    failures: list[str] = []
    for case in cases_of(suite_file(shared, file)):
        if len(case.input) <= 24:
            failures += failures_of(case, in_two_and_three, "", [FULL])
    assert_none(failures)


@pytest.mark.parametrize(
    ("text", "line", "units", "characters"),
    [
        pytest.param("abc", 1, 3, 3, id="plain"),
        pytest.param("a\U0001f98ac", 1, 4, 3, id="behind a pair"),
        pytest.param("a\U0001f98ac", 1, 2, 2, id="at a pair"),
        pytest.param("\ud800a", 1, 2, 2, id="behind a lone surrogate"),
        pytest.param("\U0001f98a\r\n\U0001f98a", 2, 3, 2, id="at the end of the second line"),
        pytest.param("a\n", 1, 2, 2, id="at the line end"),
        pytest.param("a\n", 2, 1, 1, id="behind the line end"),
    ],
)
def test_columns_in_units_become_columns_in_characters(text: str, line: int, units: int, characters: int) -> None:
    assert in_characters(text, line, units) == characters


def test_double_escapes_are_resolved_in_strings_lists_and_dicts() -> None:
    assert unescaped([r"\u0041", {r"\u0042": r"\uD83E\uDD8A"}, r"\uDFFFx", True, None]) == [
        "A",
        {"B": "\U0001f98a"},
        "\udfffx",
        True,
        None,
    ]
