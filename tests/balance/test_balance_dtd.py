"""What the model of a DTD makes of a page, and that it costs no more than the page is long."""

from __future__ import annotations

import pytest

from saxhtml.balance import Repair, balance
from saxhtml.dtd import DTD, compile_dtd, load
from saxhtml.filters import lint
from saxhtml.handler import Handler
from saxhtml.parser import parse
from saxhtml.testing import assert_linear
from tests.balance.test_balance_html import Writer

OWN = compile_dtd("<!ELEMENT doc - - (spot | p)*><!ELEMENT spot - O EMPTY><!ELEMENT p - O (#PCDATA)>", name="own")


@pytest.mark.parametrize(
    ("page", "expected", "repairs"),
    [
        pytest.param("", "", [], id="an empty page"),
        pytest.param(" <html> ", "<html> [/html]", [], id="white space before the root"),
        pytest.param(
            "<html><body><li>a<li>b", "<html><body>[ul]<li>a[/li]<li>b[/li][/ul][/body][/html]", ["unclosed ul"], id="a lone li"
        ),
        pytest.param("<html><p>a<p>b</i>", "<html>[body]<p>a[/p]<p>b[/p][/body][/html]", ["stray-end-tag i"], id="paragraphs"),
        pytest.param("<html><body>a<body>b", "<html><body>a[/body]<body>b[/body][/html]", [], id="two bodies are kept"),
        pytest.param(
            "<html><body><blink><td><x/>a</blink>",
            "<html><body><blink><td><x/>[/x]a[/td]</blink>[/body][/html]",
            [],
            id="unknown tags hold anything",
        ),
        pytest.param("<html><body><b>a<b>b</b>c</b>", "<html><body><b>a<b>b</b>c</b>[/body][/html]", [], id="namesakes"),
        pytest.param(
            "<html><body><svg><foreignObject><br>a<p/>b</foreignObject><g/></svg><math><mi><br>",
            "<html><body><svg><foreignobject><br>a<p/>b[/p]</foreignobject><g/></svg><math><mi><br>[/mi][/math][/body][/html]",
            ["unclosed mi", "unclosed math"],
            id="html in svg and math",
        ),
        pytest.param("<html><body><svg><path/></svg>", "<html><body><svg><path/></svg>[/body][/html]", [], id="svg"),
        pytest.param(
            "<html><body><a><h1>x</h1</a>y",
            "<html><body><a>[/a]<h1>x</h1>y[/body][/html]",
            ["unclosed a"],
            id="a heading in a link, and an end tag that is cut",
        ),
    ],
)
def test_html_3_2(page: str, expected: str, repairs: list[str]) -> None:
    assert balanced(page, load("HTML 3.2")) == (expected, repairs)


def balanced(page: str, dtd: DTD) -> tuple[str, list[str]]:
    told: list[Repair] = []
    writer = Writer()
    parse(page, balance(writer, model=dtd, on_repair=told.append))
    return writer.written, [f"{repair.kind} {repair.name}" for repair in told]


def test_an_empty_element_of_the_dtd_gets_an_end_tag_where_html_has_none() -> None:
    assert balanced("<doc><spot><p>x</doc>", OWN) == ("<doc><spot>[/spot]<p>x[/p]</doc>", [])


def test_what_no_tag_helps_stays_where_it_is() -> None:
    dtd = compile_dtd("<!ELEMENT doc - - (p | q)* -(q)><!ELEMENT (p | q) - - (#PCDATA)>", name="own")
    assert balanced("<doc><q>", dtd)[0] == "<doc><q>[/q][/doc]"


@pytest.mark.parametrize("piece", ["<b>", "<ul><li>", "<table><td>", "<x><li>", "<p></b>"])
def test_no_nest_costs_more_than_its_length(piece: str) -> None:
    assert_linear(lambda n: piece * n, lambda page: parse(page, balance(lint(balanced=True), model=load())))


def test_a_filter_can_be_used_again() -> None:
    handler = balance(Handler(), model=load())
    parse("<b>", handler)
    assert parse("<b>", handler) is handler
