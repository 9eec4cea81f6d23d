"""What selectors match, what they refuse, and that it agrees with soupsieve on random trees and on real pages."""

from __future__ import annotations

import pickle
import re
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, Final, NamedTuple

import pytest
from typing_extensions import override

from saxhtml import selector
from saxhtml._nesting import OpenElements
from saxhtml.attributes import NO_ATTRIBUTES, Attributes
from saxhtml.errors import UsageError
from saxhtml.handler import Handler
from saxhtml.parser import Parser
from saxhtml.selector import Matcher, Selector, SelectorError


class Tag(NamedTuple):
    """A start tag, or an end tag where ``attrs`` is None."""

    name: str
    attrs: Attributes | None
    offset: int


class Tags(Handler):
    def __init__(self) -> None:
        self.found: list[Tag] = []

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.found.append(Tag(name, attrs, self.locator.offset))

    @override
    def end_tag(self, name: str) -> None:
        self.found.append(Tag(name, None, self.locator.offset))


def tags_of(source: str) -> list[Tag]:
    handler = Tags()
    parser = Parser(handler)
    parser.feed(source)
    parser.close()
    return handler.found


def run(matcher: Matcher, tags: list[Tag]) -> Iterator[tuple[Tag, tuple[int, ...]]]:
    """Yield each start tag with the indexes of the selectors that match."""
    for tag in tags:
        if tag.attrs is None:
            matcher.end(tag.name)
        else:
            yield tag, tuple(matcher.start(tag.name, tag.attrs))


# In each document the elements that must match bear a star.
MATCHES: Final = {
    "type": ("p", "<p *><b></b><P *>"),
    "type in any case": ("DiV", "<div *><span>"),
    "type in svg, which is lowercase in the stream": ("foreignObject", "<svg><foreignObject *>"),
    "any": ("*", "<p *><b *><br *>"),
    "any namespace": ("*|p, *|*.k", "<p *><b class=k *><i>"),
    "id": ("#x", "<p id=x *><p id=X><p class=x>"),
    "class": (".k", "<p class='j k\tl' *><p class=K><p class=kk><p class=k-k><p id=k><p class><p class='a\xa0k'>"),
    "several classes": (".k.l", "<p class='l k' *><p class=k>"),
    "type, class and id": ("p.k#x", "<p class=k id=x *><b class=k id=x><p class=k><p id=x>"),
    "attribute present": ("[a]", "<p a *><p a='' *><p a=1 *><p b=a><p>"),
    "attribute's name in any case": ("[DATA-a]", "<p Data-A=1 *><p>"),
    "attribute of any namespace": ("[*|a][|b]", "<p a b *><p a>"),
    "attribute with a colon": (r"[xlink\:href]", "<svg><a xlink:href=x *></a><a href=x>"),
    "attribute equal": ("[a=x]", "<p a=x *><p a=X><p a=xx><p>"),
    "attribute equal to nothing": ("[a='']", "<p a *><p a='' *><p a=x><p>"),
    "word": ("[a~=x]", "<p a='w x' *><p a=x *><p a='wx'><p a=x-y><p>"),
    "no word": ("[a~=''], [a~='x y']", "<p a><p a='x y'>"),
    "prefix with a hyphen": ("[a|=en]", "<p a=en *><p a=en-GB *><p a=english><p a=x-en><p>"),
    "start": ("[a^=x]", "<p a=xy *><p a=yx><p a><p>"),
    "end": ("[a$=x]", "<p a=yx *><p a=xy><p a><p>"),
    "part": ("[a*=x]", "<p a=yxy *><p a=y><p a><p>"),
    "nothing is no part": ("[a^=''], [a$=''], [a*='']", "<p a=x><p a>"),
    "values in any case": ("[a=x i], [b^='Y'I], [c~=z i]", "<p a=X *><p b=yes *><p c='A Z' *><p a=y>"),
    "values of an attribute of html": ("[type=TEXT]", "<p type=text *><p type=Text *><svg><a type=text /><g type=TEXT *>"),
    "values of an attribute of html, exactly": ("[type=text s]", "<input type=text *><input type=Text>"),
    "a value with references": ("[a='&\"']", "<p a='&amp;&quot;' *><p a='&amp;amp;'>"),
    "descendant": ("a b", "<a><i><b *><b *></b></b></i></a><b>"),
    "descendant three deep": ("i i i", "<i><i><i *><i *>"),
    "child": ("a > b", "<a><b *><b></b></b><i><b>"),
    "next sibling": ("a + b", "<a></a>text<b *></b><b></b><a></a><!-- x --><b *></b><a></a><br><b>"),
    "later sibling": ("a ~ b", "<b></b><a><b></b></a><b *></b><i></i><b *></b>"),
    "no space around combinators": ("a>b+c~d", "<a><b></b><c></c><d *></d><d *>"),
    "descendant and child": ("a b > c", "<a><b><c *></c><b><c *></c></b><i><c>"),
    "siblings and descendants": ("a + b c", "<a></a><b><i><c *></c></i></b><b><c>"),
    "child of a void element's parent": ("p > br + i", "<p><br><i *>"),
    "nothing is in a void element": ("br i, br > i", "<p><br><i>"),
    "root": (":root", "<html *><body><html>"),
    "root with children": (":root > body", "<html><body *><p>"),
    "no root": (":root", "<p><svg><html/>"),
    "first child": (":first-child", "<p *>x<b *></b><b></b></p><p><!-- --><i *>"),
    "nth child": ("i:nth-child(2)", "<p><b></b><i *></i><i></i></p><p><i></i><b></b><i>"),
    "odd and even": ("i:nth-child(odd) u, b:nth-child( EVEN )", "<p><i><u *></u></i><b *></b><i><u *></u></i><i><u></u></i>"),
    "step": ("br:nth-child(3n+2)", "<p><br><br *><br><br><br *><br><br><br *>"),
    "step back": ("br:nth-child(-n + 2)", "<p><br *><br *><br><br>"),
    "step back from far": ("br:nth-child(-2n+5)", "<p><br *><br><br *><br><br *><br><br>"),
    "start after": ("br:nth-child(n + 3)", "<p><br><br><br *><br *>"),
    "negative offset": ("br:nth-child(2N-1)", "<p><br *><br><br *><br>"),
    "any place": ("br:nth-child(+n), br:nth-child(/**/ n /**/)", "<p><br *><br *>"),
    "no place": ("br:nth-child(0), br:nth-child(-3), br:nth-child(-n)", "<p><br><br>"),
    "first of type": (":first-of-type", "<p *><i *></i><b *></b><i></i><b></b></p><p>"),
    "nth of type": ("br:nth-of-type(2n)", "<p><br><i></i><br *><br><i></i><br *>"),
    "nth of any type": ("p > :nth-of-type(2)", "<p><br><i></i><br *><i *></i><br>"),
    "nth child of a class": (
        "br:nth-child(2 of .k)",
        "<p><br class=k><br><br class=k *><br class=k></p><p><br class=k><i class=k></i><br>",
    ),
    "nth child of a complex selector": (
        ":nth-child(odd of a + br, b > *)",
        "<p><a></a><br *><br><a></a><br><b><i *></i><i></i><i *></i></b>",
    ),
    "is": (":is(a, .k) > b", "<a><b *></b></a><i class=k><b *></b></i><i><b>"),
    "is with a type outside": ("b:is(.k, .l)", "<b class=k *><b class=l *><b><i class=k>"),
    "is with a complex selector": ("u:is(a b > *, i + u)", "<a><b><u *></u></b></a><b><u></u></b><i></i><u *></u>"),
    "where": (":where(A)", "<a *><b>"),
    "not": ("b:not(.k)", "<b *></b><b class=k></b><i>"),
    "not any of several": (":not(a, .k, [x])", "<a></a><b *></b><b class=k></b><b x>"),
    "not with a complex selector": ("b:not(a b)", "<a><i><b></b></i></a><b *>"),
    "not in not": ("b:not(:not(a *))", "<a><b *></b></a><b>"),
    "not of is": (":not(:is(a ~ *, a))", "<b *></b><a></a><b></b><i>"),
    "structure in is": (":is(a, b):is(:first-child, .k)", "<p><a *></a><b></b><b class=k *></b>"),
    "list": ("a, b.k , i", "<a *></a><b></b><b class=k *></b><i *>"),
    "comments": ("/**/a/* x */.k/**/ /**/b", "<a class=k><b *>"),
    "a comment between compounds is no space": ("a/**/.k", "<a class=k *><i class=k>"),
    "escapes": (
        r"#\31 0, .\66 oo, .a\.b, .\{, [a=\"]",
        '<p id=10 *><p class=foo *><p class=a.b *><p class="{" *><p a=\'"\' *>',
    ),
    "escapes in strings": ("[a='\\41\tB\\\n\\'']", '<p a="AB\'" *>'),
    "escapes of what cannot be": (r".a\0 \d800 \110000", "<p class='a\ufffd\ufffd\ufffd' *>"),
    "an escape at the end": (".a\\", "<p class=a\ufffd *>"),
    "letters beyond ASCII": (".żółw", "<p class=żółw *>"),
    "hyphens": (".-a, .--b, .-\\31", "<p class=-a *><p class=--b *><p class=-1 *>"),
    "implied ends": ("ul > li + li > a", "<ul><li><a></a><li><a *></a><li><a *>"),
    "implied ends of paragraphs": ("p p, p + p, p + ul", "<p>a<p *>b<ul *><li>"),
    "a tag without an element": ("body, form", "<body *><form *><body><form>"),
    "many classes": (
        ", ".join(f".c{n}" for n in range(20)) + ", #x, p > .c30",
        "<p><b class=c7 *></b><b class='x c19' *></b><b class=c20></b><b id=x *></b><b class=c30 *></b></p><b class=c30>",
    ),
    "many classes by attribute": (
        ", ".join(f"[class~=c{n}]" for n in range(10)) + ", [id=x], [class~=d i], [class~=''], [class='e f']",
        "<p class=c7 *><p class=C7><p id=x *><p class=D *><p class='e f' *><p class='f e'>",
    ),
}


@pytest.mark.parametrize(("text", "source"), MATCHES.values(), ids=MATCHES.keys())
def test_a_selector_matches_the_starred_elements(text: str, source: str) -> None:
    matched = [(tag, bool(found)) for tag, found in run(Matcher([text]), tags_of(source))]
    assert [(source[tag.offset :].partition(">")[0], match) for tag, match in matched] == [
        (source[tag.offset :].partition(">")[0], "*" in tag.attrs) for tag, _ in matched if tag.attrs is not None
    ]


REFUSED: Final = {
    "nothing": ("", 0, "expected a selector, found the end"),
    "space": ("  ", 2, "expected a selector, found the end"),
    "a comma at the start": (", a", 0, "expected a selector, found ','"),
    "a comma at the end": ("a, ", 3, "expected a selector, found the end"),
    "a combinator at the start": ("> a", 0, "expected a selector, found '>'"),
    "a combinator at the end": ("a >", 3, "expected a selector, found the end"),
    "two combinators": ("a > + b", 4, "expected a selector, found '+'"),
    "a type behind a class": ("[a]b", 3, "expected a combinator, a comma or the end, found 'b'"),
    "a brace": ("a {", 2, "expected a selector, found '{'"),
    "a closing parenthesis": ("a)", 1, "expected a combinator, a comma or the end, found ')'"),
    "a class without a name": ("a. b", 2, "expected a class name, found ' '"),
    "an id that is a number": ("#1", 1, "expected an id, found '1'"),
    "a number": ("1", 0, "expected a selector, found '1'"),
    "a column": ("a || b", 2, "column combinator"),
    "a column without spaces": ("a||b", 1, "column combinator"),
    "an open comment": ("a /* b", 2, "found a comment that is not closed"),
    "a prefix": ("a svg|b", 2, "no namespace prefixes"),
    "an empty prefix": ("|b", 0, "no namespace prefixes"),
    "a prefix without a type": ("*|.k", 2, "expected a type or '*', found '.'"),
    "an attribute's prefix": ("[ xlink|href]", 2, "no namespace prefixes"),
    "no attribute": ("a[]", 2, "expected an attribute name, found ']'"),
    "an attribute that is not closed": ("a[b", 3, "expected '=', '~=', '|=', '^=', '$=', '*=' or ']', found the end"),
    "an unknown operator": ("[a!=b]", 2, "found '!'"),
    "no value": ("[a=]", 3, "expected a name or a string in quotes, found ']'"),
    "a value that is a number": ("[a=1]", 3, "expected a name or a string in quotes, found '1'"),
    "an open string": ("[a='b]", 3, "the string is not closed"),
    "a string over lines": ("[a='b\n']", 3, "the string is not closed"),
    "an unknown flag": ("[a=b x]", 5, "expected ']', or the flag 'i' or 's' and ']', found 'x'"),
    "no pseudo-class": ("a: b", 2, "expected the name of a pseudo-class, found ' '"),
    "an unknown pseudo-class": ("a :foo", 2, "':foo' is not a known pseudo-class; known are :first-child,"),
    "has": ("div > p:HAS(a)", 7, "':has' depends on what comes after the start tag"),
    "last child": ("li:last-child", 2, "':last-child' depends on what comes after"),
    "only child inside not": ("a:not(b:only-child)", 7, "':only-child' depends on what comes after"),
    "empty": (":empty", 0, "':empty' depends on what comes after"),
    "nth last child": ("li:nth-last-child(2)", 2, "':nth-last-child' depends on what comes after"),
    "hover": ("a:hover", 1, "':hover' depends on a browser's state"),
    "disabled": ("a:disabled", 1, "write [disabled]"),
    "link": ("a:any-link", 1, "write :is(a, area)[href]"),
    "a pseudo-element": ("a::Before", 1, "'::before' is a pseudo-element"),
    "an old pseudo-element": ("a:first-line", 1, "'::first-line' is a pseudo-element"),
    "no argument": (":not .k", 0, "':not' takes an argument in parentheses"),
    "an argument too many": (":root(a)", 0, "':root' takes no argument"),
    "an empty argument": (":is()", 4, "expected a selector, found ')'"),
    "an open parenthesis": (":is(a", 5, "expected ')', found the end"),
    "a relative argument": (":not(> a)", 5, "expected a selector, found '>'"),
    "no number": (":nth-child()", 11, "expected 'odd', 'even', a number or 'an+b'"),
    "a bad number": (":nth-child(2n + -1)", 14, "expected ')', found '+'"),
    "a bad step": (":nth-child(+ 2n)", 11, "expected 'odd', 'even', a number or 'an+b'"),
    "a long number": (":nth-child(1234567890)", 11, "at most nine digits"),
    "of with of-type": (":nth-of-type(2 of a)", 15, "expected ')', found 'o'"),
    "of without a selector": (":nth-child(2 of)", 13, "expected ')', found 'o'"),
    "of and no selector": (":nth-child(2 of )", 16, "expected a selector, found ')'"),
    "too deep": (":is(" * 33 + "a" + ")" * 33, 4 * 32, "nested more than 32 deep"),
}


@pytest.mark.parametrize(("text", "offset", "reason"), REFUSED.values(), ids=REFUSED.keys())
def test_a_selector_is_refused_with_the_place_and_the_reason(text: str, offset: int, reason: str) -> None:
    with pytest.raises(SelectorError) as caught:
        selector.compile(text)
    error = caught.value
    assert (error.selector, error.offset) == (text, offset)
    assert reason in error.reason
    assert str(error) == f"selector {text!r}, offset {offset}: {error.reason}"


def test_a_selector_error_survives_pickling() -> None:
    error = SelectorError("a:b", 1, "why")
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, UsageError)
    assert str(again) == str(error)


FACTS: Final = {
    "type": ("a", {"a"}, False),
    "any": ("*", None, False),
    "class": (".k", None, False),
    "list": ("a.k, B[x]", {"a", "b"}, False),
    "list with any": ("a, .k", None, False),
    "the last compound counts": ("a > b c", {"c"}, True),
    "siblings": ("a + b", {"b"}, True),
    "root": (":root", {"html"}, False),
    "is": (":is(a, b).k", {"a", "b"}, False),
    "is with any": (":is(a, .k)", None, False),
    "is within a type": ("a:is(a, b)", {"a"}, False),
    "is in conflict": ("a:is(b, i)", set(), False),
    "is with a complex selector": (":is(a b, c > i)", {"b", "i"}, True),
    "not": ("a:not(.k, b)", {"a"}, False),
    "not with a complex selector": ("a:not(b a)", {"a"}, True),
    "first child": ("a:first-child", {"a"}, True),
    "first child in is": ("a:is(:first-child)", {"a"}, True),
    "of type": (":nth-of-type(2)", None, True),
    "nth child of": (":nth-child(2 of a, b)", {"a", "b"}, True),
}


@pytest.mark.parametrize(("text", "subjects", "needs_structure"), FACTS.values(), ids=FACTS.keys())
def test_a_selector_knows_what_it_needs_to_see(text: str, subjects: set[str] | None, needs_structure: bool) -> None:
    compiled = selector.compile(text)
    assert compiled.subjects == subjects
    assert compiled.needs_structure is needs_structure


def test_a_selector_without_structure_is_decided_by_the_start_tag_alone() -> None:
    compiled = selector.compile("a[href]:not(.k), img")
    assert compiled.matches("a", Attributes(" href=x"))
    assert not compiled.matches("a", Attributes(" href=x class=k"))
    assert compiled.matches("img", NO_ATTRIBUTES)
    with pytest.raises(UsageError, match="'a b' depends on more than one start tag"):
        selector.compile("a b").matches("b", NO_ATTRIBUTES)


def test_compiled_selectors_are_kept_equal_by_text_and_picklable() -> None:
    compiled = selector.compile("a > b")
    assert selector.compile("a > b") is compiled
    assert selector.compile(compiled) is compiled
    assert {compiled} == {Selector("a > b")}
    again = pickle.loads(pickle.dumps(compiled))
    assert again == compiled
    assert again.subjects == {"b"}
    assert repr(compiled) == "Selector(text='a > b')"


def test_what_is_no_selector_is_refused() -> None:
    with pytest.raises(UsageError, match="a selector is a str, not 5"):
        selector.compile(5)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"write Matcher\(\['a'\]\)"):
        Matcher("a")


def test_a_matcher_names_each_selector_once_in_order() -> None:
    matcher = Matcher(["b, .k, *", "a", "a .k", selector.compile("b:first-child, .k + *")])
    found = [matched for _, matched in run(matcher, tags_of("<a><b class=k></b><i class=k></i>"))]
    assert found == [(0, 1), (0, 2, 3), (0, 2, 3)]
    assert len(matcher.open_elements) == 1
    assert [list(matched) for _, matched in run(Matcher([]), tags_of("<a><b>"))] == [[], []]


def test_matchers_share_the_open_elements_of_their_caller() -> None:
    elements: OpenElements[None] = OpenElements()
    matchers = Matcher(["p + p"]), Matcher(["div > p"])
    found = []
    for name in ("div", "p", "b", "p"):
        element, _ = elements.start(name, NO_ATTRIBUTES)
        assert element is not None
        found.append([bool(matcher.match(element, NO_ATTRIBUTES)) for matcher in matchers])
    assert found == [[False, False], [False, True], [False, False], [True, True]]


def test_selectors_serve_several_threads() -> None:
    tags = tags_of("<div>" * 30 + "<p><b></b><b></b>" * 30)
    compiled = [selector.compile(text) for text in ("div div p", "p + p > b:first-child", "b:nth-of-type(2)")]

    def matched(_: int) -> list[tuple[int, ...]]:
        return [found for _, found in run(Matcher(compiled), tags)]

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(matched, range(16)))
    assert len({tuple(result) for result in results}) == 1
    assert sum(map(len, results[0])) == 30 + 29 + 30


def steps(work: Callable[[], object]) -> int:
    """Count the lines of Python that ``work`` executes."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    outer = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(outer)
    return count


HOSTILE: Final = {
    "descendants at any depth": ("div div", "<div>", ""),
    "descendants of descendants": ("a b, a b c > d ~ e, :not(a b c) e", "<a><b><c><d></d><e>", ""),
    "siblings in any number": ("i ~ i ~ b, i + i, b:nth-child(7n+1), i:nth-of-type(3)", "<i></i><b></b>", ""),
    "ends in any number": ("div > p, div + div", "<div><p>", "</p></div>"),
    "counted in lists": ("li:nth-child(2n of ul li), ul:first-child li", "<ul><li>", ""),
    "stray end tags": ("i b", "<i>", "</b></b>"),
}


@pytest.mark.parametrize(("text", "opening", "closing"), HOSTILE.values(), ids=HOSTILE.keys())
def test_work_per_event_does_not_grow_with_the_document(text: str, opening: str, closing: str) -> None:
    matchers = Matcher([text]), Matcher([text])
    small, large = (tags_of(opening * n + closing * n) for n in (100, 400))
    few, many = (steps(lambda m=m, t=t: list(run(m, t))) for m, t in zip(matchers, (small, large), strict=True))  # type: ignore[misc]
    assert many < 4.2 * few


def test_work_per_selector_does_not_grow_with_their_number() -> None:
    tags = tags_of("<div class='a b'><p id=x>" * 50)

    def work(count: int) -> int:
        matcher = Matcher([f"div .k{n} > p[a{n}]" for n in range(count)])
        return steps(lambda: list(run(matcher, tags)))

    assert work(400) < 4.2 * work(100)


def test_a_matcher_keeps_no_more_than_the_depth() -> None:
    matcher = Matcher(["a b:first-child", "i:nth-of-type(2)"])
    for _ in range(500):
        matcher.start("a", NO_ATTRIBUTES)
        matcher.start("b", NO_ATTRIBUTES)
        matcher.end("a")
    assert len(matcher._families) <= 3
    assert len(matcher._families[0].types) == 0


# Against soupsieve: random trees and selectors, then real pages.

NAMES: Final = ("div", "span", "x-a", "section")
CLASSES: Final = ("k", "l", "m")


class Dice:
    """Documents whose tags all match, and selectors to try on them."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.count = 0

    def element(self, depth: int) -> str:
        pick = self.random
        self.count += 1
        name = pick.choice(NAMES)
        attributes = f' n="{self.count}"'
        if pick.random() < 0.5:
            attributes += f' class="{" ".join(pick.sample(CLASSES, pick.randint(0, 2)))}"'
        if pick.random() < 0.4:
            attributes += f' t="{pick.choice(("ab", "b", "a-b", "A", ""))}"'
        inside = "".join(self.element(depth - 1) for _ in range(pick.randint(0, 3) if depth else 0))
        return f"<{name}{attributes}>{inside}</{name}>"

    def simple(self, depth: int) -> str:
        pick = self.random
        kind = pick.choice(("class", "attribute", "first", "nth", "nth", *["is", "not", "of"] * (depth > 0)))
        place = pick.choice(("odd", "even", "2", "n+2", "-n+2", "3n-1", "-2n+3"))
        if kind == "class":
            return "." + pick.choice(CLASSES)
        if kind == "attribute":
            return pick.choice(("[t]", "[t=ab]", "[t^=a]", "[t$=b]", "[t*='-']", "[t|=a]", "[t=a i]", "[class~=k]"))
        if kind == "first":
            return pick.choice((":first-child", ":first-of-type"))
        if kind == "nth":
            return f":{pick.choice(('nth-child', 'nth-of-type'))}({place})"
        if kind == "of":
            return f":nth-child({place} of {self.selector(depth - 1)})"
        return f":{kind}({self.selector(depth - 1)})"

    def compound(self, depth: int) -> str:
        pick = self.random
        name = pick.choice((*NAMES, "*", "*")) if pick.random() < 0.6 else ""
        return name + "".join(self.simple(depth) for _ in range(pick.randint(0 if name else 1, 2)))

    def selector(self, depth: int) -> str:
        pick = self.random
        choices = []
        for _ in range(pick.choice((1, 1, 2))):
            choice = self.compound(depth)
            for _ in range(pick.choice((0, 0, 1, 1, 2))):
                choice += pick.choice((" ", " > ", " + ", " ~ ")) + self.compound(depth)
            choices.append(choice)
        return ", ".join(choices)


@pytest.mark.parametrize("seed", range(20))
def test_random_selectors_agree_with_soupsieve(seed: int) -> None:
    bs4 = pytest.importorskip("bs4")
    dice = Dice(seed)
    source = f"<main>{dice.element(4)}{dice.element(4)}{dice.element(4)}</main>"
    selectors = list({dice.selector(2): None for _ in range(12)})
    soup = bs4.BeautifulSoup(source, "html.parser")
    expected = {text: [element["n"] for element in soup.select(text) if element.has_attr("n")] for text in selectors}
    found: dict[str, list[str]] = {text: [] for text in selectors}
    for tag, matched in run(Matcher(selectors), tags_of(source)):
        assert tag.attrs is not None
        for index in matched:
            if "n" in tag.attrs:
                found[selectors[index]].append(tag.attrs["n"])
    assert found == expected


SIXTY: Final = r"""
*                           a                           div p                       ul > li
h2 + p                      h2 ~ p                      li:first-child              li:nth-child(2n+1)
li:nth-child(even)          p:first-of-type             p:nth-of-type(2)            [href]
a[href^="http"]             a[href$=".html"]            a[href*="wiki"]             [class~="nav"]
[lang|="en"]                [rel="nofollow" i]          [type="text"]               [name="q" s]
.nav                        .clearfix                   #content                    #main
div.clearfix                div > p > a                 div div                     div div div
body *                      body > *                    html > body > div           :root
:root > body                :not(div)                   a:not([href])               :is(h1, h2, h3)
:where(.nav, .menu) a       :not(:is(a, div, span))     li:not(:first-child)        p:not(div p)
a:is(li a, td a)            :is(ul, ol) > li a          tr:nth-child(odd) td        td:first-child
td:nth-child(2)             option:nth-child(3)         img[alt=""]                 img:not([alt])
input[type="hidden" i]      meta[name="description"]    head > *                    script[src]
script + script             li:nth-child(2 of li)       a:nth-child(-n+2)           div:nth-of-type(3n+1)
dl > dt + dd                h1, h2, h3, h4              span span, b, strong > a    form input:not([type=hidden])
li ~ li > a[title]          *:first-of-type > img
"""


class Context(NamedTuple):
    """Which element an element is in, and which one stands before it there; None for none."""

    parent: int | None
    previous: int | None


class Contexts(Handler):
    """Numbers the elements as they come, by their attribute ``data-n``, and notes where each stands."""

    def __init__(self) -> None:
        self.open: OpenElements[int] = OpenElements()
        self.found: dict[int, Context] = {}
        self.last: dict[int | None, int] = {}

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        element, _ = self.open.start(name, attrs)
        if element is not None:
            element.data = int(attrs["data-n"])
            around = list(self.open)[: element.depth]
            parent = around[-1].data if around else None
            self.found[element.data] = Context(parent, self.last.get(parent))
            self.last[parent] = element.data

    @override
    def end_tag(self, name: str) -> None:
        self.open.end(name)


def numbered(source: str) -> str:
    """Give each start tag its number as an attribute."""
    parts = []
    end = 0
    starts = [tag for tag in tags_of(source) if tag.attrs is not None]
    for number, tag in enumerate(starts):
        behind_name = tag.offset + 1 + len(tag.name)
        parts.append(f'{source[end:behind_name]} data-n="{number}"')
        end = behind_name
    return "".join(parts) + source[end:]


def moved_in_tree(stream: dict[int, Context], tree: dict[int, Context]) -> set[int]:
    """Return the elements for which the tree has others around or before them, directly or in turn.

    They are what a stream cannot know: elements implied or moved by a tree builder, and all that depends on them.
    """
    moved: set[int | None] = set()
    for number, context in stream.items():
        if tree.get(number) != context or not moved.isdisjoint(context):
            moved.add(number)
    return {number for number in moved if number is not None}


def test_sixty_selectors_agree_with_soupsieve_on_the_pages(shared: Path) -> None:
    bs4 = pytest.importorskip("bs4")
    pytest.importorskip("html5lib")
    selectors = [text for line in SIXTY.strip().splitlines() for text in re.split(r" {3,}", line)]
    assert len(selectors) >= 60
    elements = agreed = settled = 0
    for page in sorted((shared / "pages").glob("*.html")):
        text = page.read_text("utf-8", "replace")
        if len(text) > 70_000:
            continue
        source = numbered(text)
        tags = tags_of(source)
        handler = Contexts()
        parser = Parser(handler)
        parser.feed(source)
        parser.close()
        soup = bs4.BeautifulSoup(source, "html5lib")
        tree: dict[int, Context] = {}
        for element in soup.select("[data-n]"):
            before = element.find_previous_sibling(True)
            places = [None if near is None else int(near.get("data-n", -1)) for near in (element.parent, before)]
            tree[int(element["data-n"])] = Context(*places if element.parent.name != "[document]" else (None, places[1]))
        moved = moved_in_tree(handler.found, tree)
        found: list[set[int]] = [set() for _ in selectors]
        for tag, matched in run(Matcher(selectors), tags):
            assert tag.attrs is not None
            for index in matched:
                found[index].add(int(tag.attrs["data-n"]))
        for selector_text, ours in zip(selectors, found, strict=True):
            theirs = {int(element["data-n"]) for element in soup.select(selector_text) if element.has_attr("data-n")}
            differing = (ours ^ theirs) & tree.keys()
            assert differing <= moved, f"{page.name}: {selector_text}"
            elements += len((ours | theirs) & tree.keys())
            agreed += len(ours & theirs)
        settled += len(tree.keys() - moved)
    assert settled > 1000
    assert agreed > 0.998 * elements > 30_000
