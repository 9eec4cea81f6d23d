"""with_tag_handler, on and parse_html: what is called back, alone, in chains and in force."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from saxhtml import parse
from saxhtml.capture import Match
from saxhtml.errors import LimitExceeded, StopParsing, UsageError
from saxhtml.filters import ALL, PCDATA, UNKNOWN, on, parse_html, tee, with_tag_handler
from saxhtml.handler import Filter
from saxhtml.limits import Limits
from saxhtml.testing import EventRecorder, assert_linear


def noting(heard: list[str], prefix: str = "") -> Callable[[Match], None]:
    def note(match: Match) -> None:
        heard.append(prefix + (match.text or match.source or match.name))

    return note


# As handlers


def test_it_is_a_filter() -> None:
    recorder = EventRecorder()
    heard: list[str] = []
    handler = with_tag_handler("b", noting(heard), capture="text", then=recorder)
    assert isinstance(handler, Filter)
    assert parse("<b>x</b>y", handler) is handler
    assert heard == ["x"]
    assert recorder.events == [("start", "b", [], False), ("text", "x"), ("end", "b"), ("text", "y")]


def test_several_see_the_same_events_the_outer_first() -> None:
    heard: list[str] = []
    inner = with_tag_handler("b", noting(heard, "inner "))
    parse("<b><i><b>", with_tag_handler(["b", "i"], noting(heard, "outer "), then=inner))
    assert heard == ["outer b", "inner b", "outer i", "outer b", "inner b"]


@pytest.mark.parametrize("capture", ["start", "text", "source"])
def test_each_capture_gives_its_content(capture: Any) -> None:
    heard: list[str] = []
    parse("<p>1<b>2</b></p>3", with_tag_handler("p", noting(heard), capture=capture))
    assert heard == [{"start": "p", "text": "12", "source": "<p>1<b>2</b></p>"}[capture]]


def test_the_limit_is_kept_and_told() -> None:
    found: list[Match] = []
    parse("<p>12345</p>", with_tag_handler("p", found.append, capture="text", limit=3))
    assert [(match.text, match.truncated) for match in found] == [("123", True)]


def test_a_tree_is_captured_too() -> None:
    found: list[Match] = []
    parse("<p>1<b>2</b></p>3<p>4", with_tag_handler("p", found.append, capture="tree"))
    assert [match.tree and [each.name for each in match.tree.elements()] for match in found] == [["b"], []]


def test_other_captures_are_refused_with_a_reason() -> None:
    with pytest.raises(UsageError, match="capture='all' is not known here; there is 'start', 'text', 'source', 'tree'"):
        with_tag_handler("p", print, capture="all")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="'start', 'text', 'source', 'tree'"):
        on("p", print, capture="all")  # type: ignore[arg-type]


def test_what_cannot_be_called_or_passed_on_to_is_refused() -> None:
    with pytest.raises(UsageError, match="the callback is called with each match, which None cannot be"):
        with_tag_handler("p", None)  # type: ignore[arg-type]
    for nothing in ("p", EventRecorder):
        with pytest.raises(UsageError, match="then is the handler that events are passed on to"):
            with_tag_handler("p", print, then=nothing)  # type: ignore[arg-type]


def test_on_takes_a_selector_as_text_or_compiled() -> None:
    heard: list[str] = []
    parse("<ul><li>1<li>2</ul><li>3", on("ul > li:nth-child(2)", noting(heard), capture="text"))
    assert heard == ["2"]


# Work


def test_work_is_linear_in_elements_where_there_are_a_hundred_selectors() -> None:
    selectors = [f"div > .c{number}, [id] ~ p .c{number}" for number in range(100)]

    def run(source: str) -> int:
        heard: list[str] = []
        parse(source, tee(*(on(each, lambda match: heard.append(match.name)) for each in selectors)))
        return len(heard)

    assert run("<div><p class='c1 c2'></p><b class=c3></b></div><p id=x></p><p><b class=c4>") == 4
    assert_linear(lambda n: "<div><p class=c7>" * n, run, n=16, rounds=1)


def test_twenty_thousand_nested_elements_are_called_back() -> None:
    heard: list[str] = []
    parse("<div>" * 20_000, on("div div", noting(heard)))
    assert len(heard) == 19_999


# In force


def test_without_handlers_nothing_comes_of_it() -> None:
    parse_html("<b>x")
    parse_html(iter(["<b>", "x"]))


def test_handlers_in_force_get_what_they_want() -> None:
    heard: list[str] = []
    with with_tag_handler("b", noting(heard, "outer "), capture="text"), with_tag_handler("i", noting(heard, "inner ")):
        parse_html("<b>1<i>2</i>3</b>")
    assert heard == ["inner i", "outer 123"]


def test_the_outer_handler_comes_first() -> None:
    heard: list[str] = []
    with with_tag_handler("b", noting(heard, "1 ")):
        with with_tag_handler("b", noting(heard, "2 ")):
            parse_html("<b>")
            heard.append("-")
        with with_tag_handler("b", noting(heard, "3 ")):
            parse_html("<b>")
            heard.append("-")
        parse_html("<b>")
    parse_html("<b>")
    assert heard == ["1 b", "2 b", "-", "1 b", "3 b", "-", "1 b"]


def test_a_handler_is_in_force_no_more_after_an_exception() -> None:
    heard: list[str] = []
    with pytest.raises(ZeroDivisionError), with_tag_handler("b", noting(heard)):
        raise ZeroDivisionError
    parse_html("<b>")
    assert heard == []


def test_with_gives_the_handler() -> None:
    handler = with_tag_handler("b", print)
    with handler as given:
        assert given is handler


def test_a_handler_in_force_passes_events_on() -> None:
    recorder = EventRecorder()
    with with_tag_handler("b", lambda match: None, then=recorder):
        parse_html("<b>x")
    assert recorder.events == [("start", "b", [], False), ("text", "x")]


def test_one_handler_that_has_enough_does_not_stop_the_others() -> None:
    heard: list[str] = []

    def stop(match: Match) -> None:
        heard.append("stop")
        raise StopParsing

    with with_tag_handler("b", stop), with_tag_handler("b", noting(heard)):
        parse_html("<b><b>")
    assert heard == ["stop", "b", "b"]


def test_a_page_parsed_inside_a_callback_does_not_mix_with_the_one_around() -> None:
    heard: list[str] = []

    def parse_more(match: Match) -> None:
        heard.append(match.text or "")
        if match.text == "outer":
            parse_html("<b>inner</b>")

    with with_tag_handler("b", parse_more, capture="text"):
        parse_html("<b>outer</b> <b>last")
    assert heard == ["outer", "inner", "last"]


def test_threads_do_not_mix() -> None:
    heard: dict[str, list[str]] = {"one": [], "two": []}
    together = threading.Barrier(2)

    def work(name: str) -> None:
        with with_tag_handler("b", noting(heard[name]), capture="text"):
            together.wait(10)

            def chunks() -> Any:
                for _ in range(50):
                    yield f"<b>{name}"
                    yield "</b>"

            parse_html(chunks())
            together.wait(10)

    with with_tag_handler("b", noting([])):
        threads = [threading.Thread(target=work, args=(name,)) for name in heard]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert heard == {"one": ["one"] * 50, "two": ["two"] * 50}


def test_tasks_do_not_mix() -> None:
    heard: dict[str, list[str]] = {"one": [], "two": [], "around": []}

    async def work(name: str) -> None:
        with with_tag_handler("b", noting(heard[name]), capture="text"):
            await asyncio.sleep(0)
            await asyncio.to_thread(parse_html, ["<b>", name, "</b>"])
            await asyncio.sleep(0)
            parse_html(f"<b>{name}</b>")

    async def main() -> None:
        with with_tag_handler("b", noting(heard["around"]), capture="text"):
            await asyncio.gather(work("one"), work("two"))
        parse_html("<b>nobody")

    asyncio.run(main())
    assert heard["one"] == ["one"] * 2
    assert heard["two"] == ["two"] * 2
    assert sorted(heard["around"]) == ["one"] * 2 + ["two"] * 2


def test_parse_html_reads_what_parse_reads(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes("<b>ä".encode("iso-8859-1"))
    heard: list[str] = []
    with with_tag_handler("b", noting(heard), capture="text"):
        parse_html(page, encoding="iso-8859-1")
        with page.open("rb") as file:
            parse_html(file, chunk_size=1)
        with pytest.raises(LimitExceeded):
            parse_html("<b" + "x" * 100, limits=Limits(max_token=10))
    assert heard == ["ä", "ä"]


# Some tags only

PAGE = "<!DOCTYPE html><p>1<b a>2<!--3--><foo>4</foo></b><?x y></p>\0"


def only(tags: Any) -> list[str]:
    recorder = EventRecorder()
    with with_tag_handler(ALL, lambda match: None, then=recorder):
        parse_html(PAGE, tags)
    assert not recorder.errors
    parts = {"start": "<{}>", "end": "</{}>", "text": "{}"}
    return [parts[event[0]].format(event[1]) for event in recorder.events]


def test_of_some_tags_only_these_are_delivered() -> None:
    assert only("b") == ["<b>", "</b>"]
    assert only({"b", "p"}) == ["<p>", "<b>", "</b>", "</p>"]
    assert only(["b", PCDATA]) == ["1", "<b>", "2", "4", "</b>", "\0"]
    assert only(UNKNOWN) == ["<foo>", "</foo>"]
    assert only(PCDATA) == ["1", "2", "4", "\0"]
    assert only([ALL]) == ["<p>", "<b>", "<foo>", "</foo>", "</b>", "</p>"]


def test_no_tags_given_means_everything() -> None:
    recorder = EventRecorder()
    with with_tag_handler("x", lambda match: None, then=recorder):
        parse_html(PAGE)
    alone = parse(PAGE, EventRecorder())
    assert (recorder.events, recorder.errors) == (alone.events, alone.errors)


def test_the_handlers_want_no_more_than_they_do_without_tags() -> None:
    heard: list[str] = []
    with with_tag_handler("b", noting(heard), capture="text"):
        parse_html(PAGE, ["p", PCDATA])
        assert heard == []
        parse_html(PAGE, ["b"])
        parse_html(PAGE, ["b", PCDATA])
    assert heard == ["b", "24"]
