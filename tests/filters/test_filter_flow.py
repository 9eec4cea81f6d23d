"""chain, tee and trace."""

from __future__ import annotations

import io
from typing import Any

import pytest
from typing_extensions import override

from saxhtml import parse
from saxhtml.attributes import NO_ATTRIBUTES, Attributes
from saxhtml.errors import StopParsing, UsageError
from saxhtml.filters import chain, drop, first, keep_tags, rename, tee, trace, with_tag_handler
from saxhtml.handler import Doctype, Filter, Handler, HandlerProtocol, Interest
from saxhtml.parser import Parser
from saxhtml.position import Locator
from saxhtml.testing import EventRecorder


class Loud(Filter):
    """A filter as anybody may write one."""

    @override
    def text(self, data: str) -> None:
        super().text(data.upper())


# chain


def test_stages_follow_each_other() -> None:
    end = EventRecorder()
    handler = chain(drop("s"), rename("b", "i"), rename("i", "u"), end)
    parse("<b>x</b><s>y</s>", handler)
    assert end.events == [("start", "u", [], False), ("text", "x"), ("end", "u")]


def test_a_stage_may_be_a_class_a_function_or_a_chain() -> None:
    end = EventRecorder()
    handler = chain(Loud, lambda then: rename("b", "i", then=then), chain(drop("s"), keep_tags("i")), end)
    parse("<p><b>x</b><s>y</s>", handler)
    assert end.events == [("start", "i", [], False), ("text", "X"), ("end", "i")]


def test_a_handler_alone_is_a_chain() -> None:
    end = EventRecorder()
    assert chain(end) is end


def test_a_chain_of_filters_needs_no_end() -> None:
    found: list[str] = []
    parse("<b>x</b>", chain(rename("b", "i"), with_tag_handler("i", lambda match: found.append(match.name))))
    assert found == ["i"]


def test_a_filter_with_a_next_handler_goes_last() -> None:
    end = EventRecorder()
    parse("<b>", chain(rename("b", "i"), rename("i", "u", then=end)))
    assert end.events == [("start", "u", [], False)]


def test_what_cannot_be_a_stage_is_refused() -> None:
    end = EventRecorder()
    taken = drop("b", then=end)
    refused: list[tuple[tuple[Any, ...], str]] = [
        ((), "at least one handler"),
        ((taken, Handler()), "is connected to .* already; only the last stage"),
        ((chain(drop("s"), taken), Handler()), "is connected to .* already"),
        ((Loud(end), Handler()), "is connected to .* already"),
        ((Handler(), Handler()), "passes nothing on; only the last stage"),
        ((drop("b"), Loud), "the last stage of a chain is a handler, not <class"),
        ((drop("b"), 5), "the last stage of a chain is a handler, not 5"),
        ((5, Handler()), "5 is neither"),
    ]
    for stages, message in refused:
        with pytest.raises(UsageError, match=message):
            chain(*stages)


# tee


class Tags(Handler):
    """Hears the start tags of one name, and has enough after some."""

    def __init__(self, name: str, enough: int = 1000) -> None:
        self.name = name
        self.enough = enough
        self.heard: list[str] = []

    @override
    def interest(self) -> Interest:
        return Interest(start={self.name})

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.heard.append(name)
        if len(self.heard) == self.enough:
            raise StopParsing

    @override
    def text(self, data: str) -> None:
        self.heard.append(data)


def test_each_handler_gets_what_it_wants_and_no_more() -> None:
    a, b, recorder = Tags("a"), Tags("b"), EventRecorder()
    page = "<!DOCTYPE html><a>1<b>2<!--3--></b></a><?pi x><a>\0"
    handler = tee(a, b, recorder)
    parse(page, handler)
    alone = parse(page, EventRecorder())
    assert (recorder.events, recorder.spans, recorder.errors) == (alone.events, alone.spans, alone.errors)
    assert (a.heard, b.heard) == (["a", "a"], ["b"])
    assert tee(a, b).interest() == Interest(start={"a", "b"})
    assert tee().interest() == Interest()


def test_a_handler_that_has_enough_is_left_out() -> None:
    a, b = Tags("a", enough=2), Tags("b", enough=1)
    handler = tee(a, b)
    parser = Parser(handler)
    parser.feed("<b><a>")
    assert handler.interest() == Interest(start={"a"})
    assert not parser.stopped
    parser.feed("<b><a>")
    assert parser.stopped
    assert (a.heard, b.heard) == (["a", "a"], ["b"])


def test_all_handlers_are_back_with_the_next_document() -> None:
    a, b = Tags("a", enough=1), Tags("b")
    handler = tee(a, b)
    parse("<a><b>", handler)
    a.enough = 2
    parse("<b><a>", handler)
    assert (a.heard, b.heard) == (["a", "a"], ["b", "b"])


def test_a_handler_may_have_enough_at_the_start() -> None:
    class Never(Tags):
        @override
        def start_document(self, locator: Locator) -> None:
            raise StopParsing

    b = Tags("b")
    parse("<b>", tee(Never("b"), b))
    assert b.heard == ["b"]


def test_a_document_that_ends_early_for_one_goes_on_for_the_others() -> None:
    whole, beginning = EventRecorder(), EventRecorder()
    parse("<b>1</b><i>2", tee(first(1, "b", then=beginning), whole))
    assert len(whole.events) == 5
    assert beginning.events == whole.events[:3]


# trace


def traced(source: str, then: HandlerProtocol | None = None) -> str:
    out = io.StringIO()
    parse(source, trace(out, then=then))
    return out.getvalue()


def test_each_event_is_a_line() -> None:
    assert traced("<!DOCTYPE html><p a=b>x\n<!--y--></p><?z w>") == (
        "1:1 doctype('html', None, None, False)\n"
        "1:16 start_tag('p', {'a': 'b'})\n"
        "1:23 text('x\\n')\n"
        "2:1 comment('y')\n"
        "2:9 end_tag('p')\n"
        "2:13 processing_instruction('z', 'w')\n"
    )


def test_without_a_next_handler_parse_errors_are_not_looked_for() -> None:
    assert traced("\0</>") == "1:1 text('\\x00')\n"
    recorder = EventRecorder()
    assert traced("</>x", recorder) == "1:3 parse_error('missing-end-tag-name')\n1:4 text('x')\n"
    assert len(recorder.errors) == 1


def test_what_the_next_handler_does_not_want_is_not_written() -> None:
    wanted = Tags("b")
    handler = tee(trace(out := io.StringIO(), then=wanted), EventRecorder())
    parse("<!DOCTYPE x><a>1</a><b></b><!--2--><?pi x>\0", handler)
    assert out.getvalue() == "1:21 start_tag('b', {})\n"
    assert wanted.heard == ["b"]
    bare = trace(out, then=wanted)
    bare.start_document(Locator())
    bare.interest()
    bare.start_tag("i", NO_ATTRIBUTES)
    bare.end_tag("b")
    bare.text("x")
    bare.comment("x")
    bare.doctype(Doctype(None, None, None, True))
    bare.processing_instruction("x", "")
    bare.parse_error(Locator()._parse_error("eof-in-tag", 0))
    assert out.getvalue() == "1:21 start_tag('b', {})\n"


def test_implied_events_are_marked() -> None:
    out = io.StringIO()
    handler = trace(out)
    locator = Locator()
    handler.start_document(locator)
    locator.implied = True
    handler.end_tag("p")
    assert out.getvalue() == "1:1 end_tag('p') (implied)\n"


def test_the_default_is_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    parse("<b>", trace())
    assert capsys.readouterr().out == "1:1 start_tag('b', {})\n"


def test_a_trace_in_the_middle_of_a_chain_writes_what_passes() -> None:
    out = io.StringIO()
    end = EventRecorder()
    parse("<b>x</b>", chain(rename("b", "i"), trace(out), drop("i"), end))
    assert out.getvalue().splitlines()[0] == "1:1 start_tag('i', {})"
    assert end.events == []
