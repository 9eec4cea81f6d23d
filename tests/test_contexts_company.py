"""The room ``contexts``, in company: what it asks for, other handlers, pages however cut, and what it costs."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from weakref import ref

import pytest
from typing_extensions import override

from saxhtml._nesting import OpenElements
from saxhtml.attributes import Attributes
from saxhtml.balance import balance
from saxhtml.contexts import END, Context, Contexts, OpenTag, Transitions, always
from saxhtml.dtd import load
from saxhtml.errors import StopParsing
from saxhtml.filters import ALL, chain, coalesce_text, tee
from saxhtml.handler import Handler, Interest
from saxhtml.parser import Parser, parse
from saxhtml.position import Locator
from saxhtml.testing import assert_linear, every_split, random_splits
from tests.test_contexts import Seen, Waiting, noting, rows


class Reading(Context):
    """Wants text."""

    @Context.on_text
    def read(self, data: str) -> None:
        pass


def test_the_interest_is_that_of_the_current_context() -> None:
    class Telling(Reading):
        @Context.on_text
        def told(self, data: str) -> None:
            assert contexts.interest().text
            seen.append(data)

        @Context.on_close_tag("i")
        def leave(self, tag: OpenTag) -> None:
            self.exit()

    class Silent(Context):
        @Context.on_open_tag("i")
        def leave(self, tag: OpenTag) -> None:
            assert not contexts.interest().text
            self.exit()

    seen: Seen = []
    contexts = Contexts(Silent, {Silent: Telling, Telling: Silent})
    for _ in range(2):
        assert contexts.interest() == Interest(start=True, end=True)
        parse("1<b>2<i>3<b>4</b></i>5</b>6<i>7</i>", contexts)
    assert seen == ["3", "4", "7"] * 2
    assert Contexts(Reading, {}).interest() == Interest(start=True, end=True, text=True)
    over = Contexts(Silent, {Silent: Reading})
    assert parse("<i>", over).interest() == Interest(start=True, end=True)


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("size", [1, 3, 100])
def test_text_is_told_from_the_change_of_interest_on(size: int, lane: bool) -> None:
    class Before(Context):
        @Context.on_open_tag("b")
        def leave(self, tag: OpenTag) -> None:
            self.exit()

    class After(Context):
        @Context.on_text
        def read(self, data: str) -> None:
            seen.append(data)

        @Context.on_close_tag("b")
        def leave(self, tag: OpenTag) -> None:
            self.exit()

    seen: Seen = []
    page = "1<i>2</i>3<b>4<i>5</i>6</b>7<b>8</b>9"
    parse(page, Contexts(Before, {Before: After, After: Before}), chunk_size=size, lane=lane)
    assert seen == ["4", "5", "6", "8"]


@pytest.mark.parametrize(
    ("page", "leave", "expected"),
    [
        pytest.param("1", ["A body"], "B '1'", id="the text that implied tags"),
        pytest.param("<p>1<p>2", ["A /p"], "A p, A '1', A /p, B p, B '2', B /p", id="the tag that implied another's end"),
        pytest.param("<b><p>1</b>2", ["A b"], "A b, B b, B p, B '1', B '2', B /p, B /b", id="an element that goes on"),
        pytest.param(
            "<p><b>1<p>2", ["A /b"], "A p, A b, A '1', A /b, A /p, B p, B b, B '2', B /b, B /p", id="an element opened again"
        ),
        pytest.param("<form>1", [], "A form, A '1', A /form", id="a form"),
        pytest.param("<table><form></table>1", [], "A table, A form, A /form, A /table, A '1'", id="a form that ends at once"),
        pytest.param("<svg><g/><desc><br>1", [], "A svg, A g, A /g, A desc, A br, A /br, A '1', A /desc, A /svg", id="svg"),
        pytest.param("<math><mi>1", [], "A math, A mi, A '1', A /mi, A /math", id="math"),
        pytest.param("<math><mi/>1", [], "A math, A mi, A /mi, A '1', A /math", id="self-closing in math"),
    ],
)
def test_behind_balance(page: str, leave: list[str], expected: str) -> None:
    seen: Seen = []
    first, second = noting(seen, leave=leave)
    parse(page, balance(Contexts(first, {first: second}, balanced=True)))
    outer = ("html", "head", "body", "eof")
    assert rows([what for what in seen if not what.endswith(outer)]) == expected


def test_behind_balance_the_text_that_implied_tags_is_told_to_whom_these_led_to() -> None:
    class Head(Context):
        @Context.on_close_tag("head")
        def leave(self, tag: OpenTag) -> None:
            self.exit()

    class Body(Context):
        @Context.on_text
        def read(self, data: str) -> None:
            self.exit(data)

    contexts = Contexts(Head, {Head: Body, Body: END}, balanced=True)
    parse("Tea", balance(contexts))
    assert contexts.result == "Tea"


@pytest.mark.parametrize("model", ["html", load()], ids=["html", "DTD"])
def test_behind_balance_the_tags_are_its_tags(model: Any, pages: list[Path]) -> None:
    class Tags(Context):
        @Context.on_open_tag(ALL)
        def open(self, tag: OpenTag) -> None:
            assert tag.implied == self.locator.implied
            seen.append(tag.name)

        @Context.on_close_tag(ALL)
        def close(self, tag: OpenTag) -> None:
            assert self.open_tags[-1] is tag
            seen.append("/" + tag.name)

    class Recorder(Handler):
        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            expected.append(name)

        @override
        def end_tag(self, name: str) -> None:
            expected.append("/" + name)

    for page in pages:
        seen: Seen = []
        expected: Seen = []
        parse(page, balance(tee(Contexts(Tags, {}, balanced=True), Recorder()), model=model))
        # What is void, or written as if, has no end tag there.
        without = [tag for before, tag in pairwise(["", *seen]) if tag != "/" + before]
        assert without == [tag for before, tag in pairwise(["", *expected]) if tag != "/" + before], page.name


def test_where_all_tags_are_there_an_end_tag_without_a_start_tag_is_none() -> None:
    seen: Seen = []
    start, _ = noting(seen)
    parse("<p><i></p></i></b><p></p>", Contexts(start, {}, balanced=True))
    assert rows(seen) == "A p, A i, A /i, A p, A /p, A /p, A eof"


def test_beside_another_handler_the_page_goes_on() -> None:
    seen: Seen = []
    leaving, _ = noting([], leave=["A i"])
    staying, _ = noting(seen)
    contexts = Contexts(leaving, {leaving: END})
    parse("<i>1</i>", tee(contexts, Contexts(staying, {})))
    assert (contexts.result, rows(seen)) == ("i", "A i, A '1', A /i, A eof")


def test_a_handler_that_is_over_stops_again() -> None:
    start, _ = noting([], leave=["A i"])
    contexts = Contexts(start, {start: END})
    contexts.start_document(Locator())
    for _ in range(2):
        with pytest.raises(StopParsing):
            contexts.start_tag("i", Attributes(""))
    contexts.end_document()
    assert contexts.result == "i"


# However the page comes

PAGES: Final = [
    "<ul><li>a&amp;<b>b<li><i>c</ul>d<br>e",
    "<table><tr><td>1<td><p>2<tr><td>3</table><svg><a/><desc>x</svg>",
    "<h1>a\r\nb</h2><p><b>c</p>d</b><dl><dt>e<dd>f</dl>",
]
LEAVES: Final = [["A b", "B /b"], ["A /li", "B i", "A 'd'"], ["A /td", "B '3'"], ["A h1", "B 'a\nb'", "A p"], ["A eof"]]


def told(pieces: Sequence[str], leave: list[str], *, balanced: bool) -> Seen:
    seen: Seen = []
    first, second = noting(seen, leave=leave, keep=["b", "'d'", "/li"])
    contexts = Contexts(first, {first: second, second: first}, balanced=balanced)
    parser = Parser(chain(coalesce_text(), *([balance()] if balanced else []), contexts))
    for piece in pieces:
        parser.feed(piece)
    parser.close()
    return [*seen, repr(contexts.saved)]


@pytest.mark.parametrize("balanced", [False, True], ids=["as written", "balanced"])
@pytest.mark.parametrize("leave", LEAVES, ids=rows)
@pytest.mark.parametrize("page", PAGES)
def test_it_is_the_same_however_the_page_is_cut(page: str, leave: list[str], balanced: bool) -> None:
    whole = told([page], leave, balanced=balanced)
    for pieces in [*every_split(page), *every_split(page, len(page))]:
        assert told(pieces, leave, balanced=balanced) == whole


@pytest.mark.parametrize("balanced", [False, True], ids=["as written", "balanced"])
def test_pages_are_told_whole_and_the_same_however_cut(pages: list[Path], seed: int, balanced: bool) -> None:
    class Checking(Context):
        """Leaves at every twentieth tag, and checks what is open."""

        @override
        def __init__(self, value: Any) -> None:
            self.count = value

        @Context.on_open_tag(ALL)
        def open(self, tag: OpenTag) -> None:
            seen.append((type(self).__name__, tag.offset, [opened.name for opened in self.open_tags[-3:]]))
            self.count += 1
            if self.count % 20 == 0:
                self.exit(self.count)

        @Context.on_close_tag(ALL)
        def close(self, tag: OpenTag) -> None:
            seen.append((type(self).__name__, tag.offset, self.locator.offset))

    class Other(Checking):
        pass

    for page in pages[::4]:
        text = page.read_bytes().decode("utf-8", "replace")[:60_000]
        accounts = []
        for pieces in [[text], *random_splits(text, seed, longest=5000)]:
            seen: list[tuple[Any, ...]] = []
            contexts = Contexts(Checking, {Checking: Other, Other: Checking}, initial=lambda: 0, balanced=balanced)
            parse(pieces, balance(contexts) if balanced else contexts)
            accounts.append(seen)
        assert accounts[0] == accounts[1], page.name


def test_what_is_open_is_what_nesting_says(pages: list[Path]) -> None:
    class Stacks(Context):
        @Context.on_open_tag(ALL)
        def open(self, tag: OpenTag) -> None:
            seen.append([opened.name for opened in self.open_tags][-9:])

    class Nesting(Handler):
        @override
        def start_document(self, locator: Locator) -> None:
            self.elements: OpenElements[None] = OpenElements()

        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            element, _ = self.elements.start(name, attrs)
            if element is not None:
                expected.append([*(around.name for around in self.elements), *([name] if element.void else [])][-9:])

        @override
        def end_tag(self, name: str) -> None:
            self.elements.end(name)

    for page in pages:
        seen: list[list[str]] = []
        expected: list[list[str]] = []
        parse(page, tee(Contexts(Stacks, {}), Nesting()))
        assert seen == expected, page.name


# What it costs


def deep(n: int) -> str:
    return "<div>" * n + "<b>x</b>" * n


class Saving(Context):
    @Context.on_open_tag(["div", "b"])
    def keep(self, tag: OpenTag) -> None:
        self.save(tag.name)
        if tag.name == "b":
            self.exit()


class SavingToo(Saving):
    @Context.on_close_tag("b")
    def leave(self, tag: OpenTag) -> None:
        self.exit()


class InnerFirst(Context):
    @Context.on_open_tag("b")
    def keep(self, tag: OpenTag) -> None:
        self.save(1)

    @Context.on_text
    def leave(self, data: str) -> None:
        self.exit()


@pytest.mark.parametrize("balanced", [False, True], ids=["as written", "balanced"])
@pytest.mark.parametrize(
    ("page", "start", "table"),
    [
        pytest.param(deep, Saving, {Saving: SavingToo, SavingToo: Saving}, id="in and out, saving, deep down"),
        pytest.param(
            lambda n: "<div><b>" * n + "x", InnerFirst, {InnerFirst: SavingToo, SavingToo: Waiting}, id="around saved"
        ),
        pytest.param(lambda n: "<p>x" * n, Reading, {}, id="side by side"),
        pytest.param(lambda n: "<div><p>" * n + "</div>" * n, Saving, {}, id="ended by what is around"),
    ],
)
def test_it_is_linear(page: Callable[[int], str], start: type[Context], table: Transitions, balanced: bool) -> None:
    def run(source: str) -> None:
        contexts = Contexts(start, table, balanced=balanced)
        parse(source, balance(contexts) if balanced else contexts)

    assert_linear(page, run)


def test_what_has_been_closed_or_left_is_let_go() -> None:
    class First(Context):
        @Context.on_open_tag("p")
        def leave(self, tag: OpenTag) -> None:
            left.append(ref(self))
            self.exit()

        @Context.on_eof
        def end(self) -> None:
            tags = sum(isinstance(thing, OpenTag) for thing in gc.get_objects())
            contexts = sum(here() is not None for here in left)
            self.exit((tags, contexts))

    class Second(First):
        pass

    left: list[ref[Context]] = []
    gc.collect()
    gc.disable()
    try:
        contexts = Contexts(First, {First: [(None, Second), (always, END)], Second: [(None, First), (always, END)]})
        result = parse("<p>" * 1000, contexts).result
        handler = ref(contexts)
        del contexts
        assert handler() is None
    finally:
        gc.enable()
    assert len(left) == 2000  # each p leads there and, being offered there too, back
    assert result == (0, 0)
