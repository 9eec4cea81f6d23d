"""What handlers want: read off their methods, said in words, joined by filters, and changed while a page goes by."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from functools import wraps
from itertools import chain, product
from typing import Any, Final

import pytest
from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.errors import ParseError, UsageError
from saxhtml.handler import Doctype, Filter, Handler, HandlerProtocol, Interest
from saxhtml.parser import Parser
from saxhtml.position import Locator
from saxhtml.testing import Event, EventRecorder, random_splits

PAGE: Final = (
    "<!doctype a><p>x</p><!--c--><?d e?><i f=g>y&amp;</i>\n<title>t</title><style>s</style><br/>u<!--v--><b>w</b>\0<q>"
)

METHODS: Final = {
    "start_tag": "start",
    "end_tag": "end",
    "text": "text",
    "comment": "comment",
    "doctype": "doctype",
    "processing_instruction": "processing_instruction",
    "parse_error": "parse_error",
}
"""Methods by name, and the fields of an interest."""

ARGUMENTS: Final[dict[str, tuple[Any, ...]]] = {
    "start_document": (Locator(),),
    "start_tag": ("a", Attributes(" b")),
    "end_tag": ("a",),
    "text": ("a",),
    "comment": ("a",),
    "doctype": (Doctype("a", None, None, False),),
    "processing_instruction": ("a", "b"),
    "parse_error": (ParseError("eof-in-tag", 0, 1, 1),),
    "end_document": (),
}


def nothing(*_: object) -> None:
    """Stand in for any method."""


def run(handler: HandlerProtocol, chunks: Iterable[str] = (PAGE,), *, lane: bool = True) -> None:
    parser = Parser(handler, lane=lane)
    for chunk in chunks:
        parser.feed(chunk)
    parser.close()


class Protocol:
    """Keeps the protocol without being a Handler; writes down each call."""

    def __init__(self, interest: Interest) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.wanted = interest

    def start_document(self, locator: Locator) -> None:
        self.calls.append(("start_document", locator))

    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.calls.append(("start_tag", name, attrs))

    def end_tag(self, name: str) -> None:
        self.calls.append(("end_tag", name))

    def text(self, data: str) -> None:
        self.calls.append(("text", data))

    def comment(self, data: str) -> None:
        self.calls.append(("comment", data))

    def doctype(self, doctype: Doctype) -> None:
        self.calls.append(("doctype", doctype))

    def processing_instruction(self, target: str, data: str) -> None:
        self.calls.append(("processing_instruction", target, data))

    def parse_error(self, error: ParseError) -> None:
        self.calls.append(("parse_error", error))

    def end_document(self) -> None:
        self.calls.append(("end_document",))

    def interest(self) -> Interest:
        return self.wanted


# A handler


def test_there_is_no_init_to_call() -> None:
    class Careless(Handler):
        def __init__(self, anything: int) -> None:
            self.anything = anything

    run(Careless(1))
    assert Handler.__init__ is object.__init__


def test_the_methods_of_the_base_do_nothing_but_keep_the_locator() -> None:
    handler = Handler()
    for method, arguments in ARGUMENTS.items():
        assert getattr(handler, method)(*arguments) is None
    assert vars(handler) == {"locator": ARGUMENTS["start_document"][0]}


def test_who_overrides_nothing_wants_nothing() -> None:
    assert Handler().interest() == Interest()


@pytest.mark.parametrize(("method", "field"), METHODS.items(), ids=METHODS)
def test_a_method_that_is_overridden_is_wanted(method: str, field: str) -> None:
    in_class = type("InClass", (Handler,), {method: nothing})()
    inherited = type("Inherited", (type(in_class),), {})()
    mixed_in = type("MixedIn", (type("Mixin", (), {method: nothing}), Handler), {})()
    static = type("Static", (Handler,), {method: staticmethod(nothing)})()
    wrapped = type("Wrapped", (Handler,), {method: wraps(getattr(Handler, method))(nothing)})()
    on_instance = Handler()
    setattr(on_instance, method, nothing)
    borrowed = Handler()
    setattr(borrowed, method, getattr(EventRecorder(), method))
    for handler in (in_class, inherited, mixed_in, static, wrapped, on_instance, borrowed):
        assert handler.interest() == Interest(**{field: True})


@pytest.mark.parametrize("method", ["start_document", "end_document", "interest"])
def test_what_is_always_called_need_not_be_wanted(method: str) -> None:
    handler = type("Own", (Handler,), {method: getattr(Handler, method)})()
    assert handler.interest() == Interest()


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("method", METHODS)
def test_a_method_on_the_instance_is_called(method: str, lane: bool) -> None:
    handler = Handler()
    calls: list[tuple[object, ...]] = []
    setattr(handler, method, lambda *given: calls.append(given))
    run(handler, lane=lane)
    expected = Protocol(Interest(**{METHODS[method]: True}))
    run(expected, lane=False)
    assert calls
    assert calls == [call[1:] for call in expected.calls if call[0] == method]


def test_a_protocol_is_enough() -> None:
    assert isinstance(Protocol(Interest()), HandlerProtocol)
    assert isinstance(Handler(), HandlerProtocol)
    assert not isinstance(object(), HandlerProtocol)
    handler = Protocol(Interest.everything())
    run(handler)
    recorder = EventRecorder()
    run(recorder)
    assert [call[0] for call in handler.calls].count("start_tag") == len([e for e in recorder.events if e[0] == "start"])
    assert [call[1] for call in handler.calls if call[0] == "text"] == [e[1] for e in recorder.events if e[0] == "text"]
    assert [call[1] for call in handler.calls if call[0] == "parse_error"] == recorder.errors
    assert [handler.calls[0][0], handler.calls[-1][0]] == ["start_document", "end_document"]


def test_a_protocol_gets_what_it_says_and_no_more() -> None:
    handler = Protocol(Interest(comment=True, end={"p"}))
    run(handler)
    assert [call[:2] for call in handler.calls[1:-1]] == [("end_tag", "p"), ("comment", "c"), ("comment", "v")]


# An interest


def test_an_interest_is_in_nothing_unless_said() -> None:
    assert dataclasses.asdict(Interest()) == dict.fromkeys(METHODS.values(), False)
    assert dataclasses.asdict(Interest.everything()) == dict.fromkeys(METHODS.values(), True)


def test_interests_are_values() -> None:
    one = Interest(start={"a"}, text=True)
    assert one == Interest(start=frozenset("a"), text=True)
    assert hash(one) == hash(Interest(start={"a"}, text=True))
    assert dataclasses.replace(one, text=False) == Interest(start={"a"})
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.text = False  # type: ignore[misc]
    with pytest.raises(TypeError):
        Interest(True)  # type: ignore[call-arg]


def test_a_set_may_change_afterwards() -> None:
    names = {"a"}
    interest = Interest(start=names)
    names.add("b")
    assert interest == Interest(start={"a"})


@pytest.mark.parametrize(
    ("one", "other", "joined"),
    [
        (False, False, False),
        (True, False, True),
        (True, {"a"}, True),
        (False, {"a"}, {"a"}),
        ({"a"}, {"b"}, {"a", "b"}),
        ({"a"}, {"A"}, {"a"}),
        (set(), False, set()),
        (set(), {"a"}, {"a"}),
    ],
)
@pytest.mark.parametrize("field", ["start", "end"])
def test_joined_interests_want_the_tags_of_both(field: str, one: Any, other: Any, joined: Any) -> None:
    expected = Interest(**{field: joined})
    for both in ((one, other), (other, one)):
        first, second = (Interest(**{field: names}) for names in both)
        found = first | second
        assert getattr(found, field) == getattr(expected, field) or not (getattr(found, field) or getattr(expected, field))


@pytest.mark.parametrize("field", METHODS.values())
def test_joined_interests_want_the_events_of_both(field: str) -> None:
    one = Interest(**{field: True})
    for found in (one | Interest(), Interest() | one, one | one):
        assert found == one
    assert one | Interest.everything() == Interest.everything() | one == Interest.everything()


@pytest.mark.parametrize("field", ["start", "end"])
def test_names_are_those_that_events_have(field: str) -> None:
    given: Any = {field: {"IMG", "Br", "\u212a", "\u0130"}}
    assert getattr(Interest(**given), field) == {"img", "br", "\u212a", "\u0130"}


@pytest.mark.parametrize("names", ["img", ["img"], ("img",), {"img": 1}, None, 1], ids=repr)
@pytest.mark.parametrize("field", ["start", "end"])
def test_names_that_are_no_set_are_refused_in_words(field: str, names: Any) -> None:
    with pytest.raises(UsageError, match=rf"Interest\({field}=\.\.\.\) takes True, False or a set of tag names, not "):
        Interest(**{field: names})


def test_the_keys_of_a_dict_are_a_set() -> None:
    assert Interest(start={"a": 1, "B": 2}.keys()) == Interest(start={"a", "b"})


# Filters


@pytest.mark.parametrize("method", ARGUMENTS)
def test_a_filter_passes_each_event_on(method: str) -> None:
    handler = Protocol(Interest())
    passing = Filter(Filter(handler))
    getattr(passing, method)(*ARGUMENTS[method])
    assert handler.calls == [(method, *ARGUMENTS[method])]


def test_a_filter_keeps_the_locator_too() -> None:
    handler = Handler()
    passing = Filter(handler)
    locator = Locator()
    passing.start_document(locator)
    assert passing.locator is handler.locator is locator


@pytest.mark.parametrize(
    "wanted", [Interest(), Interest.everything(), Interest(start={"a"}, text=True)], ids=["nothing", "everything", "something"]
)
def test_a_filter_wants_what_the_next_handler_wants(wanted: Interest) -> None:
    assert Filter(Protocol(wanted)).interest() == wanted
    assert Filter(Filter(Protocol(wanted))).interest() == wanted


@pytest.mark.parametrize(("method", "field"), METHODS.items(), ids=METHODS)
def test_a_filter_also_wants_what_it_overrides(method: str, field: str) -> None:
    wanted = Interest(start={"a"}, doctype=True)
    in_class = type("InClass", (Filter,), {method: nothing})(Protocol(wanted))
    on_instance = Filter(Protocol(wanted))
    setattr(on_instance, method, nothing)
    for passing in (in_class, on_instance, Filter(in_class)):
        assert passing.interest() == wanted | Interest(**{field: True})


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_a_filter_changes_what_it_likes_and_leaves_the_rest(lane: bool) -> None:
    class Louder(Filter):
        @override
        def text(self, data: str) -> None:
            super().text(data.upper())

        @override
        def comment(self, data: str) -> None:
            pass

        @override
        def end_tag(self, name: str) -> None:
            super().end_tag(name)
            self.next_handler.comment(f"end of {name}")

    plain, louder = EventRecorder(), EventRecorder()
    run(plain)
    run(Louder(louder), lane=lane)
    expected: list[Event] = []
    for event in plain.events:
        if event[0] == "text":
            expected.append(("text", event[1].upper()))
        elif event[0] != "comment":
            expected.append(event)
        if event[0] == "end":
            expected.append(("comment", f"end of {event[1]}"))
    assert louder.events == expected
    assert louder.errors == plain.errors


# Records


def test_a_doctype_is_a_record() -> None:
    recorder = Protocol(Interest(doctype=True))
    run(recorder, ["<!DOCTYPE A PUBLIC 'B' 'C'><!doctype><!doctype a system ''>"])
    assert [call[1] for call in recorder.calls[1:-1]] == [
        Doctype(name="a", public_id="B", system_id="C", force_quirks=False),
        Doctype(None, None, None, True),
        Doctype("a", None, "", False),
    ]
    name, *_ = recorder.calls[1][1]
    assert name == "a"


class Changing(EventRecorder):
    """Changes its interest from ``before`` to ``after`` when its method ``moment`` has been called ``count`` times."""

    def __init__(self, before: Interest, after: Interest, count: int = 0) -> None:
        super().__init__(join_text=True)
        self.wanted = before
        self.after = after
        self.count = count
        self.asked = 0

    @override
    def interest(self) -> Interest:
        self.asked += 1
        return self.wanted

    def change(self) -> None:
        self.wanted = self.after
        self.locator.interest_changed()

    @override
    def _record(self, event: Event) -> None:
        super()._record(event)
        if event[0] != "text":
            self.count -= 1
            if self.count == 0:
                self.change()


def wants(interest: Interest, event: Event) -> bool:
    wanted = getattr(interest, {"pi": "processing_instruction"}.get(event[0], event[0]))
    return wanted if isinstance(wanted, bool) else event[1] in wanted


def joined(events: Iterable[Event]) -> list[Event]:
    found: list[Event] = []
    for event in events:
        if found and event[0] == "text" == found[-1][0]:
            found[-1] = ("text", f"{found[-1][1]}{event[1]}")
        else:
            found.append(event)
    return found


# Every combination


COMBINATIONS: Final = [
    Interest(**dict(zip(METHODS.values(), chosen, strict=True))) for chosen in product([False, True], repeat=len(METHODS))
]


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("names", [True, {"p", "title"}, {"q", "i", "style"}], ids=["all", "some", "others"])
def test_whatever_is_wanted_is_what_comes(names: bool | set[str], lane: bool) -> None:
    whole = EventRecorder(join_text=True)
    run(whole)
    for interest in COMBINATIONS:
        interest = dataclasses.replace(interest, start=interest.start and names, end=interest.end and names)
        handler = Changing(interest, interest)
        run(handler, lane=lane)
        assert handler.events == joined(event for event in whole.events if wants(interest, event)), interest
        assert handler.errors == (whole.errors if interest.parse_error else []), interest


# An interest that changes


EVERYTHING: Final = Interest.everything()
KINDS: Final[dict[str, Interest]] = {
    "nothing": Interest(),
    "start tags": Interest(start=True),
    "text": Interest(text=True),
    "ends and comments": Interest(end=True, comment=True),
    "no text": dataclasses.replace(EVERYTHING, text=False),
    "no errors": dataclasses.replace(EVERYTHING, parse_error=False),
}

WHOLE: Final = EventRecorder(join_text=True)
run(WHOLE)


CUTS: Final[dict[str, Callable[[], Iterable[Iterable[str]]]]] = {
    "whole": lambda: [[PAGE]],
    "by character": lambda: [list(PAGE)],
    "anyhow": lambda: random_splits(PAGE, 21, count=5, longest=60),
}


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("cuts", CUTS.values(), ids=CUTS)
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_change_counts_from_the_next_event_on(
    kind: Interest, cuts: Callable[[], Iterable[Iterable[str]]], lane: bool
) -> None:
    for before, after in ((EVERYTHING, kind), (kind, EVERYTHING)):
        seen = [at for at, event in enumerate(WHOLE.events) if event[0] != "text" and wants(before, event)]
        for count, at in enumerate(seen, start=1):
            expected = joined(
                chain(
                    (event for event in WHOLE.events[: at + 1] if wants(before, event)),
                    (event for event in WHOLE.events[at + 1 :] if wants(after, event)),
                )
            )
            for chunks in cuts():
                handler = Changing(before, after, count)
                run(handler, chunks, lane=lane)
                assert handler.events == expected, (count, chunks)


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_a_change_at_a_text_counts_from_the_next_event_on(lane: bool) -> None:
    class AtText(Changing):
        @override
        def text(self, data: str) -> None:
            super().text(data)
            if "w" in data:
                self.change()

    handler = AtText(EVERYTHING, Interest(start=True))
    run(handler, lane=lane)
    assert handler.events[-3:] == [("start", "b", [], False), ("text", "w"), ("start", "q", [], False)]


def test_a_change_while_the_document_begins_counts_from_the_first_event() -> None:
    class AtTheStart(Changing):
        @override
        def start_document(self, locator: Locator) -> None:
            super().start_document(locator)
            self.change()

    handler = AtTheStart(EVERYTHING, Interest(comment=True))
    run(handler)
    assert handler.events == [("comment", "c"), ("comment", "v")]
    assert handler.asked == 1


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("rest", ["<i>a", "a<i>" + "b" * 100, "<!--a--><i>"], ids=["tag", "text", "comment"])
def test_a_change_between_two_feeds_counts_from_the_next_event(rest: str, lane: bool) -> None:
    handler = Changing(EVERYTHING, Interest(start=True))
    parser = Parser(handler, lane=lane)
    parser.feed("<p>x")
    handler.change()
    parser.feed(rest)
    parser.close()
    assert handler.events == [("start", "p", [], False), ("text", "x"), ("start", "i", [], False)]


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_a_change_at_an_error_counts_from_the_next_event(lane: bool) -> None:
    class AtAnError(Changing):
        @override
        def parse_error(self, error: ParseError) -> None:
            super().parse_error(error)
            self.change()

    handler = AtAnError(EVERYTHING, Interest(end=True))
    run(handler, ["<p>x</p><i a a>y</i>"], lane=lane)
    assert handler.events == [("start", "p", [], False), ("text", "x"), ("end", "p"), ("end", "i")]
    assert len(handler.errors) == 1


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_the_interest_is_asked_for_once_and_once_for_each_change(lane: bool) -> None:
    handler = Changing(EVERYTHING, EVERYTHING)
    run(handler, [PAGE, PAGE], lane=lane)
    assert handler.asked == 1
    handler = Changing(EVERYTHING, EVERYTHING, 3)
    run(handler, [PAGE, PAGE], lane=lane)
    assert handler.asked == 2
    assert handler.events[: len(WHOLE.events)] == WHOLE.events
