"""The room ``contexts``: what a context is told of, which one comes next, and what is saved."""

from __future__ import annotations

import doctest
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, Final

import pytest
from typing_extensions import override

from saxhtml.contexts import END, Context, Contexts, OpenTag, Saved, always
from saxhtml.errors import StopParsing, UsageError
from saxhtml.filters import ALL, PCDATA, UNKNOWN
from saxhtml.parser import Parser, parse

Seen = list[str]


def noting(seen: Seen, *, leave: Iterable[str] = (), keep: Iterable[str] = ()) -> tuple[type[Context], type[Context]]:
    """Return two contexts, a and b, that note all they are told, and leave and save for some of it with that as the value."""

    class Noting(Context):
        def note(self, what: str) -> None:
            name = type(self).__name__
            seen.append(f"{name} {what}")
            if what in keep:
                self.save(what)
            if f"{name} {what}" in leave:
                self.exit(what)

        @Context.on_open_tag(ALL)
        def note_open(self, tag: OpenTag) -> None:
            self.note(tag.name)

        @Context.on_close_tag(ALL)
        def note_close(self, tag: OpenTag) -> None:
            self.note("/" + tag.name)

        @Context.on_text
        def note_text(self, data: str) -> None:
            self.note(repr(data))

        @Context.on_eof
        def note_end(self) -> None:
            self.note("eof")

    class A(Noting):
        pass

    class B(Noting):
        pass

    return A, B


class Waiting(Context):
    """Does nothing."""


class Reading(Context):
    """Wants text."""

    @Context.on_text
    def read(self, data: str) -> None:
        pass


def rows(seen: Seen) -> str:
    return ", ".join(seen)


# What a context is told of


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        pytest.param("", "A eof", id="nothing"),
        pytest.param("<p>1<!-- -->2</p>", "A p, A '1', A '2', A /p, A eof", id="tags and text"),
        pytest.param("<br>1<img/>", "A br, A /br, A '1', A img, A /img, A eof", id="void elements are closed at once"),
        pytest.param("<p><i>1", "A p, A i, A '1', A /i, A /p, A eof", id="at the end all is closed"),
        pytest.param("<li>1<li>2", "A li, A '1', A /li, A li, A '2', A /li, A eof", id="end tags may be left out"),
        pytest.param("<i><b></i>", "A i, A b, A /b, A /i, A eof", id="what is inside ends first"),
        pytest.param("</i>1<html>", "A '1', A html, A /html, A eof", id="an end tag that ends nothing"),
        pytest.param("<body><body>", "A body, A /body, A eof", id="a start tag that starts nothing"),
        pytest.param("<h1></h2>", "A h1, A /h1, A eof", id="a heading ends another"),
        pytest.param("<svg><a/><desc><a/>", "A svg, A a, A /a, A desc, A a, A /a, A /desc, A /svg, A eof", id="svg"),
    ],
)
def test_a_context_is_told_of_tags_text_and_the_end(page: str, expected: str) -> None:
    seen: Seen = []
    start, _ = noting(seen)
    assert parse(page, Contexts(start, {})).result is None
    assert rows(seen) == expected


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        pytest.param("B", "b", id="a name"),
        pytest.param(["b", "i"], "bi", id="several"),
        pytest.param(ALL, "bix", id="all"),
        pytest.param(UNKNOWN, "x", id="unknown"),
        pytest.param(["i", UNKNOWN], "ix", id="a name and unknown"),
    ],
)
def test_which_tags_are_meant(tags: Any, expected: str) -> None:
    opened: list[str] = []
    closed: list[str] = []

    class Both(Context):
        @Context.on_open_tag(tags)
        def open(self, tag: OpenTag) -> None:
            opened.append(tag.name)

        @Context.on_close_tag(tags)
        def close(self, tag: OpenTag) -> None:
            closed.append(tag.name)

    parse("<b></b><i></i><x></x>", Contexts(Both, {}))
    assert "".join(opened) == "".join(closed) == expected


def test_all_methods_that_match_are_called_those_of_the_base_first() -> None:
    seen: Seen = []

    class Base(Context):
        @Context.on_open_tag(ALL)
        def first(self, tag: OpenTag) -> None:
            seen.append("base")
            self.exit(1)

        @Context.on_open_tag(ALL)
        def second(self, tag: OpenTag) -> None:
            seen.append("overridden")

        @Context.on_open_tag(ALL)
        def hidden(self, tag: OpenTag) -> None:
            seen.append("hidden")

    class Derived(Base):
        @Context.on_open_tag("b")
        def third(self, tag: OpenTag) -> None:
            seen.append("own")
            self.exit(2)

        @Context.on_open_tag(["b", "i"])
        @Context.on_close_tag("b")
        @override
        def second(self, tag: OpenTag) -> None:
            seen.append("own second")

        @override
        def hidden(self, tag: OpenTag) -> None:
            raise AssertionError("it is not decorated")

    assert parse("<b>", Contexts(Derived, {Derived: END})).result == 1
    assert seen == ["base", "own second", "own"]


PLACES: Final = [
    ("p", "p", 0, 3, "<p>", False),
    ("pb", "b", 4, 7, "<b>", False),
    ("pb", "/b", 7, 7, "", True),
    ("p", "/p", 7, 7, "", True),
    ("p", "p", 7, 10, "<p>", False),
    ("pbr", "br", 10, 14, "<br>", False),
    ("pbr", "/br", 10, 10, "", True),
    ("p", "/p", 14, 18, "</p>", False),
    ("h1", "h1", 18, 22, "<h1>", False),
    ("h1", "/h1", 22, 27, "</h2>", False),
    ("i", "i", 27, 30, "<i>", False),
    ("i", "/i", 30, 30, "", True),
]


def test_a_context_sees_what_is_open_and_where_it_is() -> None:
    class Places(Context):
        @Context.on_open_tag(ALL)
        def open(self, tag: OpenTag) -> None:
            self.note(tag, "")
            assert (tag.offset, tag.end_offset, tag.implied) == (self.locator.offset, self.locator.end_offset, False)

        @Context.on_close_tag(ALL)
        def close(self, tag: OpenTag) -> None:
            self.note(tag, "/")

        def note(self, tag: OpenTag, mark: str) -> None:
            assert self.open_tags[-1] is tag
            at = self.locator
            stack = "".join(opened.name for opened in self.open_tags)
            seen.append((stack, mark + tag.name, at.offset, at.end_offset, at.source, at.implied))

        @Context.on_eof
        def end(self) -> None:
            assert not self.open_tags
            assert not self.locator.implied

    seen: list[tuple[Any, ...]] = []
    parse("<p>1<b><p><br></p><h1></h2><i>", Contexts(Places, {}))
    assert seen == PLACES


def test_a_tag_shows_itself() -> None:
    class Links(Context):
        @Context.on_open_tag("a")
        def found(self, tag: OpenTag) -> None:
            self.exit(tag)

    contexts = Contexts(Links, {Links: END})
    tag = parse("<b><A HREF=x class=y>", contexts).result
    assert (repr(tag), tag.name, tag.attrs["href"]) == ("<OpenTag a {'href': 'x', 'class': 'y'}>", "a", "x")
    assert parse("<b>", contexts).result is None


# Going from one to another


@pytest.mark.parametrize(
    ("page", "leave", "expected"),
    [
        pytest.param("<i>1", ["A i"], "A i, B i, B '1', B /i, B eof", id="left at an opening, which is offered"),
        pytest.param(
            "<i><b></b>1", ["A b"], "A i, A b, B i, B b, B /b, B '1', B /i, B eof", id="the open ones from outside in"
        ),
        pytest.param("<i>1</i>2", ["A /i"], "A i, A '1', A /i, B '2', B eof", id="left at a closing, which is done"),
        pytest.param("<i>1<b>", ["A '1'"], "A i, A '1', B i, B b, B /b, B /i, B eof", id="left at a text"),
        pytest.param("<br>1", ["A br"], "A br, A /br, B '1', B eof", id="left at a void element, which is closed before"),
        pytest.param("<i>", ["A eof"], "A i, A /i, A eof, B eof", id="left at the end"),
        pytest.param("<i>", ["A eof", "B eof"], "A i, A /i, A eof, B eof", id="at the end each is told once"),
        pytest.param("<i><b></i>1", ["A /b"], "A i, A b, A /b, B i, B /i, B '1', B eof", id="left at an implied closing"),
        pytest.param(
            "<ul><li><b>1</ul>2",
            ["A /b"],
            "A ul, A li, A b, A '1', A /b, A /li, B ul, B /ul, B '2', B eof",
            id="the implied closings are done before, the tag that implied them is the next one's",
        ),
        pytest.param("<li>1<li>2", ["A /li"], "A li, A '1', A /li, B li, B '2', B /li, B eof", id="left before the opening"),
        pytest.param("<b><i>", ["A /i"], "A b, A i, A /i, A /b, B eof", id="left at a closing that the end implies"),
        pytest.param(
            "<p><i>1<b>2",
            ["A i", "B '1'", "A b"],
            "A p, A i, B p, B i, B '1', A b, B b, B '2', B /b, B /i, B /p, B eof",
            id="each tag is offered once to each class",
        ),
        pytest.param(
            "<p><i>1<b>2",
            ["A i", "B p", "B i", "A b"],
            "A p, A i, B p, A '1', A b, B i, A '2', A /b, A /i, A /p, A eof",
            id="and what has not been offered is, when it is entered again",
        ),
        pytest.param("<i><b>", ["A b", "B i"], "A i, A b, B i, A /b, A /i, A eof", id="left while being entered"),
        pytest.param("<i></i><i>", ["A i", "B /i"], "A i, B i, B /i, A i, B i, B /i, A eof", id="there and back"),
    ],
)
def test_what_is_told_to_which_context(page: str, leave: list[str], expected: str) -> None:
    seen: Seen = []
    first, second = noting(seen, leave=leave)
    parse(page, Contexts(first, {first: second, second: first}))
    assert rows(seen) == expected


@pytest.mark.parametrize(
    ("value", "leads_to"),
    [
        pytest.param("name", "B", id="a value"),
        pytest.param(0, "B", id="the first that is equal"),
        pytest.param(5, "A", id="a predicate"),
        pytest.param(-5, "END", id="what is left"),
        pytest.param(None, "END", id="nothing"),
    ],
)
def test_the_transition_is_chosen_by_the_value(value: object, leads_to: str) -> None:
    class Start(Context):
        @Context.on_open_tag(ALL)
        def leave(self, tag: OpenTag) -> None:
            self.exit(value)

    seen: Seen = []
    first, second = noting(seen)
    positive: Callable[[Any], object] = lambda given: given is not None and given >= 0  # noqa: E731
    rules: list[Any] = [("name", second), (0, second), (positive, first), (always, END)]
    contexts = parse("<i>", Contexts(Start, {Start: rules}))
    assert rows(seen[:1]) == ("" if leads_to == "END" else f"{leads_to} i")
    assert contexts.result == (value if leads_to == "END" else None)


def test_the_next_context_is_made_with_the_value_and_the_first_with_the_initial_one() -> None:
    class Counting(Context):
        @override
        def __init__(self, value: Any) -> None:
            self.path = value

        @Context.on_open_tag(ALL)
        def count(self, tag: OpenTag) -> None:
            self.path.append(tag.name)
            self.exit(self.path)

    class Other(Counting):
        pass

    def both() -> list[str]:
        return ["start"]

    contexts = Contexts(
        Counting, {Counting: Other, Other: [(lambda path: len(path) > 5, END), (always, Counting)]}, initial=both
    )
    for _ in range(2):
        assert parse("<a><b><i><u>", contexts).result == ["start", "a", "a", "b", "b", "i", "i"]


@pytest.mark.parametrize("at", ["i", "/i", "'1'", "eof"])
def test_what_the_last_context_is_left_with_is_the_result(at: str) -> None:
    seen: Seen = []
    start, _ = noting(seen, leave=[f"A {at}"])
    parser = Parser(contexts := Contexts(start, {start: END}))
    parser.feed("<i>1</i>")
    assert parser.stopped is (at != "eof")
    parser.feed("<b>")
    parser.close()
    assert (contexts.result, "A b" in seen) == (at, at == "eof")


@pytest.mark.parametrize(
    ("leave", "to", "message"),
    [
        pytest.param(
            "A i", {}, "line 1, column 2: .*A is left with 'i', for which there is no transition", id="not in the table"
        ),
        pytest.param("A '1'", "other", "column 5: .*A is left with \"'1'\"", id="no test holds"),
        pytest.param("A eof", "other", "column 10: .*A is left with 'eof'", id="at the end"),
    ],
)
def test_an_exit_that_is_not_accounted_for_is_an_error(leave: str, to: Any, message: str) -> None:
    start, other = noting([], leave=[leave])
    table: dict[type[Context], Any] = {start: [("x", other)]} if to else {}
    contexts = Contexts(start, table)
    with pytest.raises(UsageError, match=message):
        parse("\n<i>1</i>".replace("\n", " "), contexts)
    assert contexts.result is None


def test_a_long_value_is_cut_short_in_the_error() -> None:
    class Start(Context):
        @Context.on_eof
        def end(self) -> None:
            self.exit("x" * 1000)

    with pytest.raises(UsageError) as error:
        parse("", Contexts(Start, {}))
    assert len(str(error.value)) < 250


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(lambda: Contexts(Context, {}), "the start is a subclass of Context", id="start: Context itself"),
        pytest.param(lambda: Contexts(Waiting(), {}), "the start is a subclass", id="start: an object"),  # type: ignore[arg-type]
        pytest.param(lambda: Contexts(Waiting, {str: END}), "what leads on is a subclass", id="key"),  # type: ignore[dict-item]
        pytest.param(lambda: Contexts(Waiting, {Waiting: str}), "where Waiting leads", id="target"),  # type: ignore[dict-item]
        pytest.param(lambda: Contexts(Waiting, {Waiting: [(1, None)]}), "where Waiting leads", id="in a list"),  # type: ignore[dict-item]
        pytest.param(lambda: Contexts(Waiting, {Waiting: "END"}), "a list of pairs", id="a str"),  # type: ignore[dict-item]
        pytest.param(lambda: Contexts(Waiting, {Waiting: [END]}), "a list of pairs", id="no pairs"),  # type: ignore[list-item]
        pytest.param(lambda: Contexts(Waiting, {Waiting: [(1, END, 2)]}), "a list of pairs", id="three"),  # type: ignore[list-item]
        pytest.param(lambda: Context.on_open_tag([]), "no tags are named", id="no names"),
        pytest.param(lambda: Context.on_close_tag("a b"), "is not the name of a tag", id="no name"),
        pytest.param(lambda: Context.on_open_tag(["a", PCDATA]), "PCDATA is no tag", id="PCDATA"),
    ],
)
def test_what_makes_no_sense_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make()


def test_a_context_is_used_only_while_the_parse_is_in_it() -> None:
    class First(Context):
        @override
        def __init__(self, value: Any = None) -> None:
            used.append(self)
            with pytest.raises(UsageError, match="is not the current context"):
                self.exit()

        @Context.on_text
        def leave(self, data: str) -> None:
            self.exit()

    class Last(First):
        @Context.on_text
        @override
        def leave(self, data: str) -> None:
            for use in uses:
                with pytest.raises(UsageError, match="First is not the current context"):
                    use(used[0])

    uses: list[Callable[[Context], object]] = [
        lambda context: context.exit(),
        lambda context: context.save(1),
        lambda context: context.saved,
        lambda context: context.open_tags,
        lambda context: context.locator,
    ]
    used: list[Context] = []
    parse("1<i>2", Contexts(First, {First: Last}))
    assert [type(context) for context in used] == [First, Last]
    with pytest.raises(UsageError):
        used[1].exit()


def test_an_exception_comes_out_unchanged_and_the_handler_can_be_used_again() -> None:
    class Failing(Context):
        @Context.on_close_tag("b")
        def fail(self, tag: OpenTag) -> None:
            assert self.locator.implied
            raise KeyError(tag.name)

        @Context.on_eof
        def end(self) -> None:
            self.exit("well")

    contexts = Contexts(Failing, {Failing: END})
    with pytest.raises(KeyError, match="b"):
        parse("<p><b>1</p>", contexts)
    assert contexts.result is None
    assert parse("<p>1</p>", contexts).result == "well"


@pytest.mark.parametrize("page", ["<i>1", "1"], ids=["while parsing", "at the end"])
def test_a_method_may_stop_the_parse(page: str) -> None:
    class Stopping(Context):
        @Context.on_open_tag("i")
        def stop(self, tag: OpenTag) -> None:
            raise StopParsing

        @Context.on_eof
        def end(self) -> None:
            raise StopParsing

    assert parse(page, Contexts(Stopping, {})).result is None


# Saving


@pytest.mark.parametrize(
    ("page", "keep", "expected"),
    [
        pytest.param("<p>1", ["'1'"], [("'1'", [])], id="text"),
        pytest.param("<p><i>", ["p", "i"], [("p", [("i", [])])], id="saved at the opening: what is inside is under it"),
        pytest.param("<p><b><i>", ["p", "i"], [("p", [("i", [])])], id="under the nearest that is saved"),
        pytest.param("<p><i>", ["/p", "i"], [("i", []), ("/p", [])], id="saved at the closing: behind what is inside"),
        pytest.param("<p><i>", ["p", "/i"], [("p", [("/i", [])])], id="saved at the closing: under the one around"),
        pytest.param("<p><i>", ["p", "/p", "i"], [("p", [("i", [])])], id="the first call for a tag counts"),
        pytest.param(
            "<p>1</p>2<p>1", ["p", "'1'", "'2'"], [("p", [("'1'", [])]), ("'2'", []), ("p", [("'1'", [])])], id="behind"
        ),
        pytest.param("<p><br>1", ["br", "'1'"], [("br", []), ("'1'", [])], id="a void element takes in nothing"),
        pytest.param("<p>", ["p", "eof"], [("p", []), ("eof", [])], id="at the end"),
    ],
)
def test_where_an_item_is_saved(page: str, keep: list[str], expected: list[Any]) -> None:
    start, _ = noting([], keep=keep)
    assert parse(page, Contexts(start, {})).saved == expected


def test_the_first_item_saved_for_a_tag_or_text_counts() -> None:
    class Twice(Context):
        @Context.on_open_tag(ALL)
        @Context.on_text
        def both(self, what: object) -> None:
            self.save(1)
            self.save(2)

        @Context.on_eof
        def end(self) -> None:
            self.exit(self.saved)

    assert parse("<p>x", Contexts(Twice, {Twice: END})).result == [Saved(1, [Saved(1, [])])]


def test_a_tag_around_those_saved_can_be_saved_by_a_later_context() -> None:
    class Inner(Context):
        @Context.on_open_tag(["b", "i"])
        def keep(self, tag: OpenTag) -> None:
            self.save(tag.name)

        @Context.on_text
        def leave(self, data: str) -> None:
            self.exit()

    class Outer(Context):
        @Context.on_open_tag(ALL)
        def keep(self, tag: OpenTag) -> None:
            self.save(tag.name)

    contexts = parse("<b><u><i>1<s>2</s></i><a></a></u><q>", Contexts(Inner, {Inner: Outer}))
    assert contexts.saved == [("b", [("i", [("s", [])]), ("u", [("a", [])]), ("q", [])])]
    assert parse("", contexts).saved == []


@pytest.mark.parametrize("module", ["_context", "_handler"])
def test_the_examples_in_the_documentation_work(module: str) -> None:
    result = doctest.testmod(import_module(f"saxhtml.contexts.{module}"))
    assert (result.failed, result.attempted > 2) == (0, True)
