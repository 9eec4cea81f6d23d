"""Which elements conditions on names and attributes, selectors and tests let through."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, cast

import pytest

from saxhtml import parse, selector
from saxhtml.errors import UsageError
from saxhtml.filters import ALL, PCDATA, UNKNOWN, drop, keep_tags, on, parse_html, rename, with_tag_handler
from saxhtml.handler import Interest
from saxhtml.selector import SelectorError
from saxhtml.testing import EventRecorder

PAGE: Final = (
    '<p id=1><a id=2 href=x rel="nofollow me">t</a><A id=3 HREF=Y><x-y id=4 Class=k></x-y><blink id=5>u</blink><foo id=6 href>'
)


def found(tags: Any, **conditions: Any) -> str:
    """Return the ids of the elements found in PAGE, and the texts, in a row."""
    ids: list[str] = []
    parse(PAGE, with_tag_handler(tags, lambda match: ids.append(match.text or match.attrs["id"]), **conditions))
    return "".join(ids)


NAMES: Final[dict[str, tuple[Any, str]]] = {
    "a name": ("a", "23"),
    "a name in capitals": ("A", "23"),
    "several": (["a", "p"], "123"),
    "several in a set": ({"a", "FOO"}, "236"),
    "an iterator": (iter(["p", "foo"]), "16"),
    "all": (ALL, "123456"),
    "unknown": (UNKNOWN, "46"),
    "text": (PCDATA, "tu"),
    "text and a name": ([PCDATA, "blink"], "t5u"),
    "text and unknown": ([UNKNOWN, PCDATA], "t4u6"),
    "unknown and a name": ([UNKNOWN, "p"], "146"),
    "all and text": ((ALL, PCDATA), "12t345u6"),
    "a selector": (selector.compile("a[rel~=me], x-y"), "24"),
    "a selector with structure": (selector.compile("p > a + a"), "3"),
}


@pytest.mark.parametrize(("tags", "ids"), NAMES.values(), ids=NAMES)
def test_tags_are(tags: Any, ids: str) -> None:
    assert found(tags) == ids


CONDITIONS: Final[dict[str, tuple[Mapping[str, Any], str]]] = {
    "with a name": ({"with_attributes": "href"}, "236"),
    "with a name in capitals": ({"with_attributes": "HREF"}, "236"),
    "with several": ({"with_attributes": ["href", "rel"]}, "2"),
    "with a value": ({"with_attributes": {"href": "x"}}, "2"),
    "with a value in another case": ({"with_attributes": {"href": "y"}}, ""),
    "with an empty value": ({"with_attributes": {"href": ""}}, "6"),
    "with a pattern": ({"with_attributes": {"rel": re.compile("foll")}}, "2"),
    "with a predicate": ({"with_attributes": {"Href": str.isupper}}, "3"),
    "with a value and a pattern": ({"with_attributes": {"href": "x", "rel": re.compile("^me")}}, ""),
    "without a name": ({"without_attributes": "href"}, "145"),
    "without several": ({"without_attributes": ("href", "class")}, "15"),
    "without a value": ({"without_attributes": {"href": "x"}}, "13456"),
    "without a pattern": ({"without_attributes": {"id": re.compile("[1-4]")}}, "56"),
    "without a predicate": ({"without_attributes": {"href": bool}}, "1456"),
    "with and without": ({"with_attributes": ["href"], "without_attributes": ["rel"]}, "36"),
    "a test": ({"test": lambda match: match.name in ("p", "foo")}, "16"),
    "a test of the place": ({"test": lambda match: match.offset == 0}, "1"),
    "all of them": (
        {"with_attributes": "href", "without_attributes": {"href": ""}, "test": lambda match: match.attrs["id"] > "2"},
        "3",
    ),
    "none": ({}, "123456"),
}


@pytest.mark.parametrize(("conditions", "ids"), CONDITIONS.values(), ids=CONDITIONS)
def test_conditions_are(conditions: Mapping[str, Any], ids: str) -> None:
    assert found(ALL, **conditions) == ids


def test_text_has_no_attributes() -> None:
    assert found([PCDATA, "a"], with_attributes="href") == "23"
    assert found([PCDATA, "a"], without_attributes="rel") == "t3u"
    assert found([PCDATA, "a"], test=lambda match: match.text == "u") == "u"


def test_a_selector_may_have_a_test() -> None:
    assert found(selector.compile("a"), test=lambda match: match.attrs["href"] == "x") == "2"
    assert found(selector.compile("p a"), test=lambda match: match.attrs["href"] == "x") == "2"


INTERESTS: Final[dict[str, tuple[Any, Interest]]] = {
    "a name": ("A", Interest(start={"a"})),
    "several": (["a", "p"], Interest(start={"a", "p"})),
    "text": (PCDATA, Interest(text=True)),
    "unknown": (UNKNOWN, Interest(start=True)),
    "all and text": ([ALL, PCDATA], Interest(start=True, text=True)),
    "a selector": (selector.compile("a.k, p#x"), Interest(start={"a", "p"})),
    "a selector with structure": (selector.compile("a b"), Interest(start=True, end=True)),
}


@pytest.mark.parametrize(("tags", "interest"), INTERESTS.values(), ids=INTERESTS)
def test_the_parser_is_asked_for_no_more_than(tags: Any, interest: Interest) -> None:
    assert with_tag_handler(tags, print).interest() == interest


def test_conditions_ask_the_parser_for_nothing() -> None:
    handler = with_tag_handler("a", print, with_attributes=["href"], without_attributes={"rel": "x"}, test=bool)
    assert handler.interest() == Interest(start=frozenset({"a"}))


REFUSED: Final[dict[str, tuple[Any, str]]] = {
    "no tags": ((), "no tags are named"),
    "an empty name": ("", "'' is not the name of a tag"),
    "a selector as text": ("#main", "'#main' is not the name of a tag; a selector has to be compiled"),
    "a selector with a combinator": ("ul > li", "a selector has to be compiled"),
    "a selector with an attribute": ("a[href]", "a selector has to be compiled"),
    "a selector with a class": ("p.note", "a selector has to be compiled"),
    "several in one": ("h1,h2", "a selector has to be compiled"),
    "neither": (5, "tags are named by a str, several, or ALL, PCDATA or UNKNOWN, not 5"),
    "a star": (["a", "*"], "'[*]' is not the name of a tag"),
    "something else": ([1], "the name of a tag is a str, not 1"),
}


@pytest.mark.parametrize(("tags", "message"), REFUSED.values(), ids=REFUSED)
def test_tags_are_refused_that_are(tags: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        with_tag_handler(tags, print)
    with pytest.raises(UsageError, match=message):
        drop(tags)
    with pytest.raises(UsageError, match=message):
        parse_html("", tags)


@pytest.mark.parametrize("name", ["x-a.b", "o:p", "x_1", "xé"])
def test_unusual_names_are_names(name: str) -> None:
    heard: list[str] = []
    parse(f"<{name}>", with_tag_handler(name, lambda match: heard.append(match.name)))
    assert heard == [name]


@pytest.mark.parametrize("name", ["href", "data-x:y", "a=b", '"', "é", "href/", "x y"])
def test_the_name_of_an_attribute_is_met_exactly(name: str) -> None:
    heard: list[bool] = []
    handler = with_tag_handler("a", lambda match: heard.append(name in match.attrs), with_attributes=name)
    pages = (f'<a {name}="1">', f"<a {name}>", f"<a x='1' {name.upper()}=2>", f'<a {name}y="1">', f"<a x=' {name}=\"'>", "<a>")
    for page in pages:
        heard.clear()
        record = parse(page, EventRecorder())
        parse(page, handler)
        (_, _, attributes, _) = cast("tuple[str, str, list[tuple[str, str]], bool]", record.events[0])
        assert heard == [True] * (name in dict(attributes))


def test_conditions_are_refused_that_make_no_sense() -> None:
    with pytest.raises(UsageError, match=r"attributes are named by a str, several, or a mapping .*, not 5"):
        with_tag_handler("a", print, with_attributes=5)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="the name of an attribute is a str, not 5"):
        with_tag_handler("a", print, without_attributes=[5])  # type: ignore[list-item]
    with pytest.raises(UsageError, match="compared with a str, a compiled pattern or a predicate, not 5"):
        with_tag_handler("a", print, with_attributes={"href": 5})
    with pytest.raises(UsageError, match="belong into the selector 'a'"):
        with_tag_handler(selector.compile("a"), print, with_attributes="href")
    with pytest.raises(UsageError, match="belong into the selector 'a'"):
        drop(selector.compile("a"), without_attributes="href")
    with pytest.raises(UsageError, match="PCDATA is text, and no element"):
        drop(["a", PCDATA])
    with pytest.raises(UsageError, match="PCDATA is no tag"):
        keep_tags(PCDATA)
    with pytest.raises(UsageError, match="'a b' is not the name of a tag"):
        rename("a", "a b")
    with pytest.raises(SelectorError, match="has not seen yet"):
        on("p:last-child", print)


def test_kinds_print_as_they_are_written() -> None:
    assert repr([ALL, PCDATA, UNKNOWN]) == "[ALL, PCDATA, UNKNOWN]"
