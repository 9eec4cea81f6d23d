"""Which elements are open: what each start and end tag of a stream opens and closes, without a tree.

:class:`OpenElements` is the standard's "stack of open elements" for those who see only tags: void elements, end tags that
may be left out, scopes, self-closing and break-out in svg and math. It knows the elements whose tags it was told of, and
no step costs more than what it closes, whatever the depth. How the text behind a tag is read is the tokenizer's matter;
``balance`` supplies the tags that are missing; this room invents none.

Where it departs from the standard, since a stream cannot go back and knows no more than its tags:

* Nothing moves. There is no foster parenting, and formatting elements are not opened again in the next block.
* What the standard takes out of the middle of its stack (``<b><p></b>``, ``<form><div></form>``) ends here together with
  the last element left open in it, so that elements end in the reverse order of their start.
* ``</body>`` and ``</html>`` end what they name, and what follows stands outside.
* Rows and cells are elements outside a table too, for the sake of fragments; so are frames, wherever they stand.

Source: WHATWG HTML, "The stack of open elements", "The rules for parsing tokens in HTML content" and "The rules for parsing
tokens in foreign content", as of 2026 (with ``select`` a scope of its own), for documents not in quirks mode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

from typing_extensions import override

from saxhtml._elements import (
    BREAKOUT,
    CLOSES_P,
    FORMATTING,
    IN_HEAD,
    IN_HEAD_NOSCRIPT,
    MATH_TEXT_POINTS,
    SPECIAL,
    SVG_HTML_POINTS,
    VOID,
)
from saxhtml.attributes import Attributes, ascii_lower

T = TypeVar("T")

Namespace = Literal["html", "svg", "math"]


class _Scopes(NamedTuple):
    """Where the standard stops looking down the stack: for each of its lists of stops, the place of the nearest one.

    Most elements are no stop and share the record of the element around them, so nothing is undone when they end.
    """

    special: int
    list_start: int  # special, without address, div and p: where the search of a new li, dd or dt for an open one stops
    default: int
    list_item: int
    button: int
    table: int


class OpenElement(Generic[T]):
    """An element, from its start tag on.

    ``data`` is the caller's, None at first. ``depth`` is the number of elements around it. ``void`` tells that it ended
    with its start tag and never was on the stack: void elements, self-closing tags in svg and math, and a ``form`` right
    inside a table.
    """

    __slots__ = ("_leaving", "_outer_namesake", "_run", "_scopes", "content", "data", "depth", "name", "namespace", "void")

    def __init__(self, name: str, depth: int, namespace: Namespace, scopes: _Scopes, *, void: bool) -> None:
        self.name = name
        self.depth = depth
        self.namespace = namespace
        self.content = namespace
        """By which rules start tags inside are read: foreign ones, or HTML's (also inside ``foreignObject`` and its like)."""
        self.void = void
        self.data: T | None = None
        self._scopes = scopes
        self._leaving = False
        self._outer_namesake = -1
        self._run = 0

    @override
    def __repr__(self) -> str:
        return f"<{self.name} at depth {self.depth}>"


class OpenElements(Generic[T]):
    """The elements that are open at this point of a stream; one object per document.

    Iterating gives them from the outermost in. ``T`` is what callers keep in :attr:`OpenElement.data`.
    """

    __slots__ = ("_foreign", "_html", "_in_form", "_stack")

    def __init__(self) -> None:
        # The bottom stands for the document: with it, a place of 0 means "no stop", and there always is a top.
        self._stack: list[OpenElement[T]] = [OpenElement("", -1, "html", _Scopes(0, 0, 0, 0, 0, 0), void=False)]
        # The place of the innermost open element of each name, apart for html and for svg and math.
        self._html: dict[str, int] = {}
        self._foreign: dict[str, int] = {}
        # The standard's form element pointer: from a form's start tag to the next end tag of a form, whatever is open.
        self._in_form = False

    def __len__(self) -> int:
        return len(self._stack) - 1

    def __iter__(self) -> Iterator[OpenElement[T]]:
        return islice(self._stack, 1, None)

    def start(self, name: str, attrs: Attributes) -> tuple[OpenElement[T] | None, Sequence[OpenElement[T]]]:
        """Note a start tag. Return its element, and the elements that it ended before its own began, innermost first.

        The element is None for a tag of which the standard makes none: a second ``html``, ``head`` or ``body``, a ``form``
        in a form, a ``select`` in a select (which it ends).
        """
        stack = self._stack
        top = stack[-1]
        closed: Sequence[OpenElement[T]] = ()
        if top.content != "html":
            if name not in BREAKOUT and (name != "font" or _HTML_FONT.isdisjoint(attrs)):
                inside_xml = name == "svg" and top.name == "annotation-xml"
                return self._open_foreign(name, "svg" if inside_xml else top.content, attrs), closed
            closed = self._cut(self._html_content())
        elif top.namespace == "math" and name in _MATH_EVEN_IN_TEXT:
            return self._open_foreign(name, "math", attrs), closed
        keep = len(stack)
        while (allowed := _HOLDS_ONLY.get(stack[keep - 1].name)) and name not in allowed and self._holds_only(keep - 1):
            keep -= 1
        ignored = name in _MAY_BE_IGNORED and self._ignores(name, keep)
        if (rule := _START_RULES.get(name)) is not None and (not ignored or name == "select"):
            keep = min(keep, rule(self, name))
        if keep < len(stack):
            closed = [*closed, *self._cut(keep)] if closed else self._cut(keep)
        if ignored:
            return None, closed
        if name == "svg":
            return self._open_foreign(name, "svg", attrs), closed
        if name == "math":
            return self._open_foreign(name, "math", attrs), closed
        return self._open(name), closed

    def end(self, name: str) -> Sequence[OpenElement[T]]:
        """Note an end tag. Return the elements that it ended, innermost first; none when nothing in scope has its name."""
        stack = self._stack
        top = stack[-1]
        closed: Sequence[OpenElement[T]] = ()
        if top.name == name and name != "form":
            if stack[-2]._leaving:
                return self._cut(len(stack) - 1)
            del stack[-1]
            self._forget(top)
            return (top,)
        if top.namespace != "html":
            if self._foreign.get(name, -1) >= top._run:
                return self._cut(self._foreign[name])
            if name in ("p", "br"):
                closed = self._cut(self._html_content())
        rule = _END_RULES.get(name)
        keep = self._in_scope(name, stack[-1]._scopes.special) if rule is None else rule(self, name)
        return [*closed, *self._cut(keep)] if closed else self._cut(keep)

    def finish(self) -> Sequence[OpenElement[T]]:
        """Note the end of the document. Return the elements that it ended, innermost first: all that were open."""
        return self._cut(1)

    def _open(self, name: str) -> OpenElement[T]:
        stack = self._stack
        scopes = stack[-1]._scopes
        at = len(stack)
        if name == "form" and "template" not in self._html:
            self._in_form = True
        if name in _NEVER_OPEN or (name == "form" and self._in_table()):
            return OpenElement(name, at - 1, "html", scopes, void=True)
        if (stop := _STOPS.get(name)) is not None:
            scopes = stop(at, scopes)
        element: OpenElement[T] = OpenElement(name, at - 1, "html", scopes, void=False)
        element._outer_namesake = self._html.get(name, -1)
        self._html[name] = at
        stack.append(element)
        return element

    def _open_foreign(self, name: str, namespace: Namespace, attrs: Attributes) -> OpenElement[T]:
        stack = self._stack
        top = stack[-1]
        at = len(stack)
        void = attrs.self_closing
        element: OpenElement[T] = OpenElement(name, at - 1, namespace, top._scopes, void=void)
        if void:
            return element
        if name in (SVG_HTML_POINTS if namespace == "svg" else _MATH_POINTS):
            element._scopes = _all_but_table_stop(at, top._scopes)
            if name != "annotation-xml" or ascii_lower(attrs.get("encoding", "")) in _HTML_ENCODINGS:
                element.content = "html"
        element._run = at if top.namespace == "html" else top._run
        element._outer_namesake = self._foreign.get(name, -1)
        self._foreign[name] = at
        stack.append(element)
        return element

    def _cut(self, keep: int) -> Sequence[OpenElement[T]]:
        stack = self._stack
        if keep == len(stack):
            return ()
        while stack[keep - 1]._leaving:
            keep -= 1
        closed = stack[keep:]
        del stack[keep:]
        closed.reverse()
        for element in closed:
            if not element._leaving:
                self._forget(element)
        return closed

    def _forget(self, element: OpenElement[T]) -> None:
        places = self._html if element.namespace == "html" else self._foreign
        if element._outer_namesake < 0:
            del places[element.name]
        else:
            places[element.name] = element._outer_namesake

    def _in_table(self) -> bool:
        """Whether the innermost table has neither a cell nor a caption open (the standard's "in table" and below)."""
        table = self._stack[-1]._scopes.table
        places = self._html
        return self._stack[table].name == "table" and max(places.get(name, -1) for name in ("td", "th", "caption")) < table

    def _holds_only(self, at: int) -> bool:
        return self._stack[at].name != "noscript" or self._stack[at - 1].name == "head"

    def _ignores(self, name: str, keep: int) -> bool:
        if name == "select":
            return _default(self, name) < len(self._stack)
        if "template" in self._html:
            return name != "form"
        if name == "form":
            return self._in_form
        if name == "body":
            return name in self._html
        return self._stack[keep - 1].name not in _ONLY_IN[name] or "body" in self._html

    # Each of the following returns how much of the stack is kept.

    def _in_scope(self, name: str, stop: int) -> int:
        at = self._html.get(name, -1)
        return at if at >= stop else len(self._stack)

    def _html_content(self) -> int:
        keep = len(self._stack)
        while self._stack[keep - 1].content != "html":
            keep -= 1
        return keep

    def _implied_ends(self, *, but: str = "") -> int:
        keep = len(self._stack)
        while (name := self._stack[keep - 1].name) in _END_IMPLIED and name != but:
            keep -= 1
        return keep

    def _taken_out(self, at: int) -> int:
        """Let the element at ``at`` end with the last of those that are open in it, and no end tag find it any more."""
        element = self._stack[at]
        element._leaving = True
        self._forget(element)
        return len(self._stack)


_Elements = OpenElements[Any]
_Rule = Callable[[_Elements, str], int]  # how much of the stack is kept when a tag of this name comes


def _p(elements: _Elements, _: str) -> int:
    return elements._in_scope("p", elements._stack[-1]._scopes.button)


def _heading_starts(elements: _Elements, name: str) -> int:
    keep = _p(elements, name)
    return keep - 1 if elements._stack[keep - 1].name in _HEADINGS else keep


def _item_starts(elements: _Elements, name: str) -> int:
    stop = elements._stack[-1]._scopes.list_start
    items = ("li",) if name == "li" else ("dd", "dt")
    return min(*(elements._in_scope(item, stop) for item in items), _p(elements, name))


def _option_starts(elements: _Elements, name: str) -> int:
    if _default(elements, "select") < len(elements._stack):
        return elements._implied_ends(but="optgroup" if name == "option" else "")
    return len(elements._stack) - (elements._stack[-1].name == "option")


def _hr_starts(elements: _Elements, name: str) -> int:
    in_select = _default(elements, "select") < len(elements._stack)
    return min(_p(elements, name), elements._implied_ends() if in_select else len(elements._stack))


def _ruby_part_starts(elements: _Elements, name: str) -> int:
    if _default(elements, "ruby") == len(elements._stack):
        return len(elements._stack)
    return elements._implied_ends(but="rtc" if name in ("rp", "rt") else "")


def _table_starts(elements: _Elements, name: str) -> int:
    return elements._stack[-1]._scopes.table if elements._in_table() else _p(elements, name)


def _table_part_starts(elements: _Elements, name: str) -> int:
    table = elements._stack[-1]._scopes.table
    places = elements._html
    holders = _HELD_BY[name]
    holder = max((places.get(part, -1) for part in holders), default=-1)
    if holder > table:
        return holder + 1
    if elements._stack[table].name == "table":
        return table + 1
    # A fragment with rows, say, and no table: the part begins beside the open ones that cannot hold it.
    return min((at for part, at in ((p, places.get(p, -1)) for p in _HELD_BY) if at > table), default=len(elements._stack))


def _select_ends(elements: _Elements, _: str) -> int:
    return _default(elements, "select")


def _default(elements: _Elements, name: str) -> int:
    return elements._in_scope(name, elements._stack[-1]._scopes.default)


def _li_ends(elements: _Elements, name: str) -> int:
    return elements._in_scope(name, elements._stack[-1]._scopes.list_item)


def _table_part_ends(elements: _Elements, name: str) -> int:
    table = elements._stack[-1]._scopes.table
    keep = elements._in_scope(name, table)
    if keep == len(elements._stack) and elements._stack[table].name == "table" and (parts := _STANDS_FOR.get(name)):
        places = elements._html
        if max(places.get(section, -1) for section in ("tfoot", "thead")) <= table or name == "tr":
            keep = min((at for part in parts if (at := places.get(part, -1)) > table), default=keep)
    return keep


def _template_ends(elements: _Elements, name: str) -> int:
    return elements._in_scope(name, 0)


def _heading_ends(elements: _Elements, _: str) -> int:
    at = max(elements._html.get(heading, -1) for heading in _HEADINGS)
    return at if at >= elements._stack[-1]._scopes.default else len(elements._stack)


def _formatting_ends(elements: _Elements, name: str) -> int:
    keep = _default(elements, name)
    if keep == len(elements._stack) or elements._stack[-1]._scopes.special < keep:
        return keep
    return elements._taken_out(keep)


def _form_ends(elements: _Elements, name: str) -> int:
    at = _default(elements, name)
    if "template" in elements._html:
        return at
    in_form, elements._in_form = elements._in_form, False
    if not in_form or at == len(elements._stack):
        return len(elements._stack)
    keep = elements._implied_ends()
    if keep == at + 1:
        return at
    elements._taken_out(at)
    return keep


def _plain_stop(at: int, outer: _Scopes) -> _Scopes:
    return _Scopes(at, *outer[1:])


def _special_stop(at: int, outer: _Scopes) -> _Scopes:
    return _Scopes(at, at, *outer[2:])


def _list_stop(at: int, outer: _Scopes) -> _Scopes:
    return _Scopes(at, at, outer.default, at, outer.button, outer.table)


def _button_stop(at: int, outer: _Scopes) -> _Scopes:
    return _Scopes(at, at, outer.default, outer.list_item, at, outer.table)


def _all_but_table_stop(at: int, outer: _Scopes) -> _Scopes:
    return _Scopes(at, at, at, at, at, outer.table)


def _all_stop(at: int, _: _Scopes) -> _Scopes:
    return _Scopes(at, at, at, at, at, at)


_STOPS: Final[dict[str, Callable[[int, _Scopes], _Scopes]]] = {
    **dict.fromkeys(SPECIAL, _special_stop),
    **dict.fromkeys("address div p".split(), _plain_stop),
    **dict.fromkeys("ol ul".split(), _list_stop),
    **dict.fromkeys("applet caption marquee object select td th".split(), _all_but_table_stop),
    **dict.fromkeys("html table template".split(), _all_stop),
    "button": _button_stop,
}

_HEADINGS: Final = frozenset("h1 h2 h3 h4 h5 h6".split())
_END_IMPLIED: Final = frozenset("dd dt li optgroup option p rb rp rt rtc".split())
_NEVER_OPEN: Final = VOID | {"image"}  # a start tag "image" is read as "img"
_MATH_POINTS: Final = MATH_TEXT_POINTS | {"annotation-xml"}
_MATH_EVEN_IN_TEXT: Final = frozenset({"mglyph", "malignmark"})
_HTML_ENCODINGS: Final = frozenset({"text/html", "application/xhtml+xml"})
_HTML_FONT: Final = frozenset({"color", "face", "size"})  # with one of these, a font in svg or math is HTML's

_HOLDS_ONLY: Final = {
    "colgroup": frozenset("col html template".split()),
    "head": IN_HEAD | {"head", "html"},
    "noscript": IN_HEAD_NOSCRIPT | {"head", "html", "noscript"},  # the one in head
}
"""Elements that any other start tag ends."""

_MAY_BE_IGNORED: Final = frozenset("body form head html select".split())
_ONLY_IN: Final = {"head": ("", "html"), "html": ("",)}

_SECTIONS: Final = ("tbody", "tfoot", "thead")
_HELD_BY: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("caption", "colgroup", *_SECTIONS), ()),
    "col": ("colgroup",),
    "tr": _SECTIONS,
    "td": ("tr", *_SECTIONS),
    "th": ("tr", *_SECTIONS),
}
"""The parts of a table, and what holds them within it."""
_STANDS_FOR: Final = {"tbody": ("tr", "td", "th"), "tr": ("td", "th")}
"""The parts of a table around which the standard puts another, whose end tag then ends them."""

_START_RULES: Final[dict[str, _Rule]] = {
    **dict.fromkeys(CLOSES_P, _p),
    **dict.fromkeys(_HEADINGS, _heading_starts),
    **dict.fromkeys(("li", "dd", "dt"), _item_starts),
    **dict.fromkeys(("option", "optgroup"), _option_starts),
    **dict.fromkeys(("rb", "rp", "rt", "rtc"), _ruby_part_starts),
    **dict.fromkeys(("input", "select"), _select_ends),
    **dict.fromkeys(("a", "nobr"), _formatting_ends),
    **dict.fromkeys(_HELD_BY, _table_part_starts),
    "button": _default,
    "hr": _hr_starts,
    "table": _table_starts,
}

_END_RULES: Final[dict[str, _Rule]] = {
    **dict.fromkeys(
        """address applet article aside blockquote body button center dd details dialog dir div dl dt fieldset figcaption
        figure footer head header hgroup html listing main marquee menu nav object ol pre search section select summary
        ul""".split(),
        _default,
    ),
    **dict.fromkeys(_HEADINGS, _heading_ends),
    **dict.fromkeys(FORMATTING, _formatting_ends),
    **dict.fromkeys(("table", *_HELD_BY), _table_part_ends),
    "form": _form_ends,
    "li": _li_ends,
    "p": _p,
    "template": _template_ends,
}
