"""keep, drop, inside, outside, unwrap, rename, keep_tags, first and until: what comes out, and what the parser is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from typing_extensions import override

from saxhtml import parse, selector
from saxhtml.attributes import NO_ATTRIBUTES, Attributes
from saxhtml.errors import UsageError
from saxhtml.filters import ALL, UNKNOWN, drop, first, inside, keep, keep_tags, outside, rename, until, unwrap
from saxhtml.handler import Doctype, Filter, Handler, HandlerProtocol, Interest
from saxhtml.parser import Parser
from saxhtml.position import Locator
from saxhtml.testing import EventRecorder, assert_linear, every_split

EVERYTHING: Final = Interest.everything()


class Source(Handler):
    """Writes events as HTML, more or less."""

    def __init__(self, interest: Interest = EVERYTHING) -> None:
        self.parts: list[str] = []
        self.wants = interest

    @override
    def interest(self) -> Interest:
        return self.wants

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.parts.append(f"<{name}{attrs.source}>")

    @override
    def end_tag(self, name: str) -> None:
        self.parts.append(f"</{name}>")

    @override
    def text(self, data: str) -> None:
        self.parts.append(data)

    @override
    def comment(self, data: str) -> None:
        self.parts.append(f"<!--{data}-->")

    @override
    def doctype(self, doctype: Doctype) -> None:
        self.parts.append(f"<!{doctype.name}>")

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self.parts.append(f"<?{target}>")

    @override
    def end_document(self) -> None:
        self.parts.append("|")


Make = Callable[[HandlerProtocol], Filter]


def out(make: Make, source: str | list[str], interest: Interest = EVERYTHING) -> str:
    end = Source(interest)
    parse(source, make(end))
    return "".join(end.parts)


def with_then(function: Callable[..., Filter], *arguments: Any, **conditions: Any) -> Make:
    return lambda then: function(*arguments, then=then, **conditions)


OF_B: Final[dict[str, Callable[..., Filter]]] = {
    "keep": keep,
    "drop": drop,
    "inside": inside,
    "outside": outside,
    "unwrap": unwrap,
}

REGIONS: Final = {
    # source, keep, drop, inside, outside, unwrap
    "an element": ("1<b>2</b>3", "<b>2</b>", "13", "2", "1<b></b>3", "123"),
    "with others in it": (
        "1<b>2<i>3</i><!--4--></b><i>5</i>",
        "<b>2<i>3</i><!--4--></b>",
        "1<i>5</i>",
        "2<i>3</i><!--4-->",
        "1<b></b><i>5</i>",
        "12<i>3</i><!--4--><i>5</i>",
    ),
    "in itself": ("<b>1<b>2</b>3</b>4", "<b>1<b>2</b>3</b>", "4", "1<b>2</b>3", "<b></b>4", "1234"),
    "left open": ("<b>1<i>2", "<b>1<i>2", "", "1<i>2", "<b>", "1<i>2"),
    "ended by its parent": ("<p><b>1</p>2", "<b>1", "<p></p>2", "1", "<p><b></p>2", "<p>1</p>2"),
    "ended by a cell": ("<td><b>1<td>2", "<b>1", "<td><td>2", "1", "<td><b><td>2", "<td>1<td>2"),
    "ended with what is open in it": (
        "<b><p>1</b>2</p>3",
        "<b><p>1</b>2</p>",
        "3",
        "<p>1</b>2</p>",
        "<b>3",
        "<p>12</p>3",
    ),
    "not there": ("1</b>2<i>3</i>", "", "1</b>2<i>3</i>", "", "1</b>2<i>3</i>", "12<i>3</i>"),
    "all kinds of events": (
        "<!DOCTYPE x>1<?y z><b>2<?y z><!--3--></b>\0",
        "<b>2<?y><!--3--></b>",
        "<!x>1<?y>\0",
        "2<?y><!--3-->",
        "<!x>1<?y><b></b>\0",
        "<!x>1<?y>2<?y><!--3-->\0",
    ),
}


@pytest.mark.parametrize("cut", ["whole", "in characters"])
@pytest.mark.parametrize("place", range(5), ids=list(OF_B))
@pytest.mark.parametrize("case", REGIONS.values(), ids=REGIONS)
def test_of_an_element_comes_out(case: tuple[str, ...], place: int, cut: str) -> None:
    source, *expected = case
    filtered = list(OF_B.values())[place]
    pieces = [source] if cut == "whole" else list(source)
    wanted = expected[place] + "|"
    # An unwrapped misnested element is seen by its names alone, or else by where it ends.
    assert out(with_then(filtered, "b"), pieces) == wanted
    if not (filtered is unwrap and case[0] in ("1</b>2<i>3</i>", "<b><p>1</b>2</p>3")):
        assert out(with_then(filtered, "b", test=bool), pieces) == wanted
        assert out(with_then(filtered, selector.compile("b:is(b, * > b)")), pieces) == wanted


VOID: Final = {"keep": "<br>", "drop": "12", "inside": "", "outside": "1<br>2", "unwrap": "12"}


@pytest.mark.parametrize("name", VOID)
def test_of_a_void_element_comes_out(name: str) -> None:
    assert out(with_then(OF_B[name], "br"), "1<br>2") == VOID[name] + "|"
    assert out(with_then(OF_B[name], "br", test=bool), "1<br>2") == VOID[name] + "|"


RAW: Final = {
    "keep": "<title>2&</title><script>3<b></script>",
    "drop": "14",
    "inside": "2&3<b>",
    "outside": "1<title></title><script></script>4",
    "unwrap": "12&3<b>4",
}


@pytest.mark.parametrize("name", RAW)
def test_of_an_element_with_raw_text_comes_out(name: str) -> None:
    source = "1<title>2&amp;</title><script>3<b></script>4"
    for pieces in every_split(source):
        assert out(with_then(OF_B[name], ["title", "script"]), pieces) == RAW[name] + "|"


def test_conditions_choose_among_elements_of_one_name() -> None:
    source = "<b class=k>1<b>2</b></b><b>3</b>"
    assert out(with_then(unwrap, "b", with_attributes="class"), source) == "1<b>2</b><b>3</b>|"
    assert out(with_then(unwrap, "b", without_attributes="class"), source) == "<b class=k>12</b>3|"
    assert out(with_then(drop, "b", with_attributes={"class": "k"}), source) == "<b>3</b>|"
    assert out(with_then(keep, selector.compile(".k > b")), source) == "<b>2</b>|"
    assert out(with_then(inside, selector.compile("b:first-child")), source) == "1<b>2</b>|"
    assert out(with_then(drop, ALL, test=lambda match: match.line == 2), "<i>1</i>\n<i>2</i>") == "<i>1</i>\n|"
    assert out(with_then(unwrap, UNKNOWN), "<foo>1<b>2</b></foo>") == "1<b>2</b>|"
    assert out(with_then(unwrap, ALL), "<foo>1<b>2</b></foo>3") == "123|"


def test_end_tags_inside_an_unwrapped_element_stay() -> None:
    assert out(with_then(unwrap, "div", test=bool), "<div>1</i>2<div>3</div>4</div></div>5") == "1</i>234</div>5|"
    assert out(with_then(unwrap, "li", test=bool), "<ul><li>1<li>2</li></ul></li>") == "<ul>12</ul></li>|"


RENAMED: Final = {
    "by name": (("b", "strong"), {}, "<b>1<b a>2</b></b></b>", "<strong>1<strong a>2</strong></strong></strong>"),
    "several": ((["b", "i"], "em"), {}, "<b>1</b><i>2</i><u>", "<em>1</em><em>2</em><u>"),
    "to a name in capitals": (("b", "EM"), {}, "<B>1</B>", "<em>1</em>"),
    "by attribute": (("b", "em"), {"with_attributes": "a"}, "<b>1<b a>2</b></b></b>", "<b>1<em a>2</em></b></b>"),
    "by selector": ((selector.compile("p > b"), "em"), {}, "<p><b>1<b>2</b></b></p>", "<p><em>1<b>2</b></em></p>"),
    "left open": (("b", "em"), {"test": bool}, "<p><b>1</p>2", "<p><em>1</p>2"),
    "void": (("br", "hr"), {"test": bool}, "1<br>2", "1<hr>2"),
    "unknown": ((UNKNOWN, "span"), {}, "<foo>1</foo><b>", "<span>1</span><b>"),
}


@pytest.mark.parametrize(("arguments", "conditions", "source", "expected"), RENAMED.values(), ids=RENAMED)
def test_renamed_elements_are(arguments: Any, conditions: Any, source: str, expected: str) -> None:
    assert out(with_then(rename, *arguments, **conditions), source) == expected + "|"


def test_keep_tags_keeps_some_tags_and_all_the_rest() -> None:
    source = "<!DOCTYPE x><p>1<b>2</b></p><!--3--></b><foo>4"
    assert out(with_then(keep_tags, "b"), source) == "<!x>1<b>2</b><!--3--></b>4|"
    assert out(with_then(keep_tags, ["P", UNKNOWN]), source) == "<!x><p>12</p><!--3--><foo>4|"
    assert out(with_then(keep_tags, ALL), source) == source.replace("DOCTYPE ", "") + "|"


FIRST: Final[dict[str, tuple[int, Any, str, str]]] = {
    "with its end tag": (1, "b", "1<b>2</b>3<b>4</b>", "1<b>2</b>|"),
    "two": (2, "b", "1<b>2</b>3<b>4</b>5", "1<b>2</b>3<b>4</b>|"),
    "with those in it": (1, "b", "<b>1<b>2</b>3</b>4", "<b>1<b>2</b>3</b>|"),
    "two, one in the other": (2, "b", "<b>1<b>2</b>3</b>4<b>", "<b>1<b>2</b>3</b>|"),
    "before the next": (2, "li", "<ul><li>1<li>2<li>3</ul>4", "<ul><li>1<li>2|"),
    "before its parent's end": (2, "li", "<ul><li>1<li>2</ul>4", "<ul><li>1<li>2|"),
    "left open": (2, "b", "<b>1</b><b>2", "<b>1</b><b>2|"),
    "fewer": (3, "b", "<b>1</b><b>2</b>3", "<b>1</b><b>2</b>3|"),
    "void": (2, "br", "1<br>2<br>3<br>", "1<br>2<br>|"),
    "before one that is not wanted": (1, "td", "<td>1<tr>2", "<td>1|"),
    "with what is open in it": (1, "b", "<b><p>1</b>2</p>3", "<b><p>1</b>2</p>|"),
    "raw text": (1, "title", "<title>1</title><b>2", "<title>1</title>|"),
    "one in a later one": (1, selector.compile("i, b > i"), "<b>1<i>2</i>3</b>", "<b>1<i>2</i>|"),
    "with structure": (2, selector.compile("b > i"), "<i>1</i><b><i>2</i>3<i>4</i>5", "<i>1</i><b><i>2</i>3<i>4</i>|"),
}


@pytest.mark.parametrize(("n", "what", "source", "expected"), FIRST.values(), ids=FIRST)
def test_the_document_ends_with_the_first(n: int, what: Any, source: str, expected: str) -> None:
    assert out(with_then(first, n, what), source) == expected
    assert out(with_then(first, n, what), list(source)) == expected


@pytest.mark.parametrize("n", [0, -1, "1", None])
def test_a_number_of_elements_that_is_none_is_refused(n: Any) -> None:
    with pytest.raises(UsageError, match="positive number of elements"):
        first(n, "b")


UNTIL: Final[dict[str, tuple[Any, str, str]]] = {
    "a name": ("b", "1<i>2</i><b>3</b>", "1<i>2</i>|"),
    "the first tag": ("b", "<b>3</b>", "|"),
    "never": ("b", "1<i>2", "1<i>2|"),
    "with structure": (selector.compile("i > b"), "<b>1</b><i>2<b>3", "<b>1</b><i>2|"),
    "void": ("br", "1<br>2", "1|"),
}


@pytest.mark.parametrize(("what", "source", "expected"), UNTIL.values(), ids=UNTIL)
def test_the_document_ends_before(what: Any, source: str, expected: str) -> None:
    assert out(with_then(until, what), source) == expected


def test_the_parser_is_stopped_where_the_document_ends() -> None:
    for handler in (first(1, "title"), until("body")):
        parser = Parser(handler)
        parser.feed("<title>1</title><body>2")
        assert parser.stopped


# Interest

B_TAGS: Final = Interest(start={"b"})
ALL_TAGS: Final = Interest(start=True, end=True)
TEXT: Final = Interest(text=True)
I_AND_TEXT: Final = Interest(start={"i"}, end={"i"}, text=True)

B_AND_I: Final = Interest(start={"b", "i"}, end={"b", "i"})
ERRORS: Final = Interest(parse_error=True)

INTERESTS: Final[dict[str, tuple[Make, Interest, Interest, Interest]]] = {
    "keep": (with_then(keep, "b"), TEXT, B_TAGS, ALL_TAGS | TEXT),
    "drop": (with_then(drop, "b"), TEXT, B_TAGS | TEXT, ALL_TAGS),
    "inside": (with_then(inside, "b"), TEXT, B_TAGS, ALL_TAGS | TEXT),
    "outside": (with_then(outside, "b"), TEXT, B_TAGS | TEXT, ALL_TAGS),
    "unwrap": (with_then(unwrap, "b"), I_AND_TEXT, I_AND_TEXT, I_AND_TEXT),
    "unwrap what is wanted": (with_then(unwrap, "i"), I_AND_TEXT, TEXT, TEXT),
    "unwrap all": (with_then(unwrap, ALL), I_AND_TEXT, I_AND_TEXT, I_AND_TEXT),
    "unwrap some": (with_then(unwrap, "b", test=bool), TEXT, B_TAGS | TEXT, ALL_TAGS | TEXT),
    "rename": (with_then(rename, "b", "i"), I_AND_TEXT, B_AND_I | TEXT, B_AND_I | TEXT),
    "rename to what is not wanted": (with_then(rename, "b", "u"), I_AND_TEXT, I_AND_TEXT, I_AND_TEXT),
    "rename what is wanted": (with_then(rename, "i", "u"), I_AND_TEXT, TEXT, TEXT),
    "rename unknown": (with_then(rename, UNKNOWN, "i"), I_AND_TEXT, ALL_TAGS | TEXT, ALL_TAGS | TEXT),
    "rename, nothing wanted": (with_then(rename, "b", "i"), TEXT, TEXT, TEXT),
    "keep_tags": (with_then(keep_tags, ["i", "b"]), ALL_TAGS, B_AND_I, B_AND_I),
    "keep_tags that are wanted": (with_then(keep_tags, "b"), I_AND_TEXT, TEXT, TEXT),
    "first": (with_then(first, 1, "b"), TEXT, B_TAGS | TEXT, ALL_TAGS | TEXT),
    "until": (with_then(until, "u"), TEXT, Interest(start={"u"}, text=True), Interest(start={"u"}, text=True)),
    "structure": (with_then(drop, selector.compile("* > b")), TEXT, ALL_TAGS | TEXT, ALL_TAGS),
    "parse errors": (with_then(keep, "b"), ERRORS, B_TAGS | ERRORS, ALL_TAGS | ERRORS),
}


@pytest.mark.parametrize(("make", "wanted", "outside_b", "inside_b"), INTERESTS.values(), ids=INTERESTS)
def test_the_parser_is_asked_for_no_more_than(make: Make, wanted: Interest, outside_b: Interest, inside_b: Interest) -> None:
    handler = make(Source(wanted))
    parser = Parser(handler)
    parser.feed("<p>")
    assert handler.interest() == outside_b
    parser.feed("<b>1")
    assert handler.interest() == inside_b


def test_text_that_is_left_out_is_worth_no_other_interest() -> None:
    handler = drop(["script", "b"], then=Source(TEXT))
    parser = Parser(handler)
    parser.feed("<script>")
    assert handler.interest() == Interest(start={"script", "b"}, end={"script"}, text=True)
    parser.feed("</script><b>")
    assert handler.interest() == ALL_TAGS


@pytest.mark.parametrize("name", [*OF_B, "rename", "keep_tags", "first", "until"])
def test_the_next_handler_gets_what_it_wants_as_if_it_wanted_all(name: str) -> None:
    makes: dict[str, Make] = {each: with_then(function, "b", test=bool) for each, function in OF_B.items()}
    makes |= {
        "rename": with_then(rename, "b", "i", test=bool),
        "keep_tags": with_then(keep_tags, ["b", "i"]),
        "first": with_then(first, 2, "b"),
        "until": with_then(until, "u"),
    }
    source = "<p>1<b>2<i>3</i><!--4--><b>5</b></b></p><i>6<b>7</b></i><u>8"
    full = Source()
    parse(source, makes[name](full))
    for wanted, keeps in (
        (Interest(start={"i"}), lambda part: part == "<i>"),
        (Interest(end={"i"}), lambda part: part == "</i>"),
        (TEXT, lambda part: part.isdigit()),
        (Interest(comment=True), lambda part: part.startswith("<!")),
    ):
        assert out(makes[name], source, wanted) == "".join(filter(keeps, full.parts)) + "|"


# Robustness


@pytest.mark.parametrize("name", [*OF_B, "rename", "first", "until"])
def test_a_filter_can_be_used_again(name: str) -> None:
    makes: dict[str, Callable[..., Filter]] = {
        **OF_B,
        "rename": lambda what, **more: rename(what, "i", **more),
        "first": lambda what, **more: first(1, what, **more),
        "until": until,
    }
    end = EventRecorder()
    handler = makes[name]("b", with_attributes="a", then=end)
    parsed = []
    for _ in range(2):
        parse("<p>1<b a>2", handler)
        parsed.append(list(end.events))
    assert parsed[1] == parsed[0] * 2


def test_events_from_nowhere_do_no_harm() -> None:
    end = EventRecorder()
    handler = drop("b", then=end)
    handler.start_document(Locator())
    handler.end_tag("b")
    for name in ("i", "b", "i"):
        handler.start_tag(name, NO_ATTRIBUTES)
    handler.text("x")
    handler.comment("x")
    handler.doctype(Doctype(None, None, None, True))
    handler.processing_instruction("x", "")
    handler.end_tag("b")
    handler.end_document()
    assert end.events == [("end", "b"), ("start", "i", [], False)]


WORK: Final[dict[str, Make]] = {
    "drop": with_then(drop, "b"),
    "drop by structure": with_then(drop, selector.compile("b > b")),
    "unwrap": with_then(unwrap, "b", test=bool),
    "first": with_then(first, 1_000_000, "b"),
}


@pytest.mark.parametrize("make", WORK.values(), ids=WORK)
@pytest.mark.parametrize("pattern", ["<b>{}</b>", "<b><i>{}</b>", "<b></i>{}"])
def test_work_is_linear(make: Make, pattern: str) -> None:
    before, after = pattern.split("{}")
    assert_linear(lambda n: before * n + after * n, lambda source: parse(source, make(Source()), lane=False), rounds=1)


def test_twenty_thousand_nested_elements_are_dropped() -> None:
    assert out(with_then(drop, "b"), "1" + "<b>" * 20_000 + "2" + "</b>" * 20_000 + "3") == "13|"
