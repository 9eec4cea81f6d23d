"""Facts about elements: how they hang together, and that the parser does what they say."""

from __future__ import annotations

from typing import Final

import pytest

from saxhtml import _elements
from saxhtml._elements import (
    BLOCK,
    BREAKOUT,
    CLOSES_P,
    FORMATTING,
    LINK_ATTRIBUTES,
    LINK_LISTS,
    MATH_TEXT_POINTS,
    RAWTEXT,
    RCDATA,
    SPECIAL,
    SVG_HTML_POINTS,
    VOID,
)
from saxhtml.parser import Parser
from saxhtml.testing import EventRecorder

SETS: Final = {name: value for name, value in vars(_elements).items() if isinstance(value, frozenset)}

IN_FOREIGN: Final = ["a", "g", "path", "script", "style", "title", "textarea", "select", "form", "td", "label", "section"]
"""Some that svg and math keep, for all that HTML has an element of that name."""


def kinds(source: str) -> list[str]:
    """Return what the events of ``source`` are, in short."""
    recorder = EventRecorder(join_text=True)
    parser = Parser(recorder)
    parser.feed(source)
    parser.close()
    return [event[0] for event in recorder.events]


@pytest.mark.parametrize("names", SETS.values(), ids=SETS)
def test_names_are_as_events_have_them(names: frozenset[str]) -> None:
    assert names
    assert all(name == name.lower() and name.isalnum() and name.isascii() for name in names)


def test_what_is_read_as_text_has_content_and_is_read_one_way() -> None:
    assert RCDATA.isdisjoint(RAWTEXT)
    assert VOID.isdisjoint(RCDATA | RAWTEXT)
    assert RCDATA | RAWTEXT <= SPECIAL


def test_the_categories_of_the_standard_do_not_overlap() -> None:
    assert SPECIAL.isdisjoint(FORMATTING)
    assert SPECIAL | {"dialog"} >= CLOSES_P
    assert CLOSES_P.isdisjoint(VOID - {"hr"})


def test_blocks_end_a_paragraph_but_for_those_that_stand_around_it() -> None:
    assert {"body", "html", "legend"} == BLOCK - CLOSES_P
    assert {"table"} == CLOSES_P - BLOCK  # which is displayed as one
    assert BLOCK.isdisjoint(FORMATTING)


def test_places_where_html_goes_on_in_svg_and_math_are_not_left_by_their_own_names() -> None:
    assert BREAKOUT.isdisjoint(SVG_HTML_POINTS | MATH_TEXT_POINTS)


@pytest.mark.parametrize("root", ["svg", "math"])
@pytest.mark.parametrize("name", sorted(BREAKOUT))
def test_these_tags_leave_svg_and_math(name: str, root: str) -> None:
    assert kinds(f"<{root}><{name}><![CDATA[a]]>") == ["start", "start", "comment"]


@pytest.mark.parametrize("root", ["svg", "math"])
@pytest.mark.parametrize("name", IN_FOREIGN)
def test_other_tags_stay_there(name: str, root: str) -> None:
    assert name not in BREAKOUT
    assert kinds(f"<{root}><{name}><![CDATA[a]]>") == ["start", "start", "text"]


@pytest.mark.parametrize("name", sorted(SVG_HTML_POINTS))
def test_these_hold_html_in_svg(name: str) -> None:
    assert kinds(f"<svg><{name}><p><![CDATA[a]]>") == ["start", "start", "start", "comment"]
    assert kinds(f"<svg><{name}><p></p></{name}><![CDATA[a]]>")[-1] == "text"
    assert kinds(f"<math><{name}><i></i><![CDATA[a]]>")[-1] == "comment"


@pytest.mark.parametrize("name", sorted(MATH_TEXT_POINTS))
def test_these_hold_html_in_math(name: str) -> None:
    assert kinds(f"<math><{name}><p><![CDATA[a]]>") == ["start", "start", "start", "comment"]
    assert kinds(f"<math><{name}><p></p></{name}><![CDATA[a]]>")[-1] == "text"


@pytest.mark.parametrize("name", sorted(RCDATA | RAWTEXT))
def test_the_content_is_text_up_to_the_end_tag(name: str) -> None:
    recorder = EventRecorder(join_text=True)
    parser = Parser(recorder)
    parser.feed(f"<{name}><b>&lt;</b><!--</{name}>--><b>")
    assert recorder.events == [
        ("start", name, [], False),
        ("text", "<b><</b><!--" if name in RCDATA else "<b>&lt;</b><!--"),
        ("end", name),
        ("text", "-->"),
        ("start", "b", [], False),
    ]


@pytest.mark.parametrize("name", sorted((SPECIAL | FORMATTING | VOID) - RCDATA - RAWTEXT - {"script", "plaintext"}))
def test_the_content_of_all_others_is_markup(name: str) -> None:
    assert kinds(f"<{name}><b>a<!--c--></b></{name}>") == ["start", "start", "text", "comment", "end", "end"]


def test_links_are_named_as_events_have_them() -> None:
    for element, attributes in LINK_ATTRIBUTES.items():
        assert element == element.lower()
        assert attributes
        assert len(set(attributes)) == len(attributes)
        assert all(name == name.lower() for name in attributes)


def test_every_list_of_links_is_somewhere_an_attribute() -> None:
    assert {name for attributes in LINK_ATTRIBUTES.values() for name in attributes} >= LINK_LISTS
