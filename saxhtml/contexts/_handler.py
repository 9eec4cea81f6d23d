"""The handler that goes through a page from context to context."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from reprlib import repr as short_repr
from typing import Any, Final, TypeAlias

from typing_extensions import override

from saxhtml._nesting import OpenElement, OpenElements
from saxhtml.attributes import Attributes
from saxhtml.capture import is_its_end_tag
from saxhtml.contexts._context import Context, OpenTag, Parse, Saved, serial
from saxhtml.errors import StopParsing, UsageError
from saxhtml.handler import Handler, Interest
from saxhtml.position import Locator


class _End(Enum):
    END = "END"

    @override
    def __repr__(self) -> str:
        return self.value


END: Final = _End.END
"""Where the last context leads: the parse is over, and the value is its result."""


def always(_: object) -> bool:
    """Be true for every value: the test of a transition that takes what those before it have not."""
    return True


_Target: TypeAlias = "type[Context] | _End"
_Rule: TypeAlias = "tuple[Callable[[Any], object] | object, _Target]"
Transitions: TypeAlias = "Mapping[type[Context], _Target | Sequence[_Rule]]"
"""Where each context leads: to one other or to ``END`` always, or to the first in a list whose test holds for the value.

A test is something to be called with the value, such as :func:`always`, or what the value must be equal to.
"""


class Contexts(Handler):
    """The handler that goes through a page from context to context.

    ``start``: the context entered first.
    ``transitions``: which one comes next (:data:`Transitions`).
    ``initial``: called at the beginning of each page for the value that the first context is given.
    ``balanced``: all tags are there, as behind a ``balance`` filter, and none are implied here.

    Where ``END`` is reached, the parser is stopped. At the end of the page the parse ends by itself, in whatever context it is.

    >>> from saxhtml import parse
    >>> from saxhtml.contexts import END, Context, Contexts
    >>> class Menu(Context):
    ...     @Context.on_open_tag(["h2", "a"])
    ...     def found(self, tag):
    ...         self.exit(tag.name)
    >>> class Prices(Context):
    ...     @Context.on_text
    ...     def show(self, data):
    ...         print(data)
    ...     @Context.on_close_tag("h2")
    ...     def done(self, tag):
    ...         self.exit()
    >>> table = {Menu: [("a", END), (lambda name: name.startswith("h"), Prices)], Prices: Menu}
    >>> parse("Menu <h2>Tea 2.50</h2> <h2>Cake 3.00</h2> <a href=order>Order</a> now", Contexts(Menu, table)).result
    Tea 2.50
    Cake 3.00
    'a'

    Raises :class:`~saxhtml.UsageError` for a table that makes no sense, and while parsing when a context is left for which the
    table has no transition with that value.
    """

    result: Any = None
    """What the context was left with that led to ``END``; None before that, and if the page ended without."""

    def __init__(
        self,
        start: type[Context],
        transitions: Transitions,
        *,
        initial: Callable[[], object] | None = None,
        balanced: bool = False,
    ) -> None:
        self._start = _checked(start, "the start")
        self._transitions = {_checked(kind, "what leads on"): _rules(kind, to) for kind, to in transitions.items()}
        self._initial = initial
        self._balanced = balanced
        self._context: Context | None = None
        self.saved: list[Saved] = []
        """What has been saved, in any context, with nothing saved around it."""

    @override
    def interest(self) -> Interest:
        """Return all tags, and text if the current context has a method for it."""
        kind = self._start if self._context is None else type(self._context)
        # A balance filter sees all text anyway, and passes on what implied the tags of which one has led to a new context
        # before anybody has asked what that wants.
        return _TAGS_AND_TEXT if kind._forms.text or self._balanced else _TAGS

    @override
    def start_document(self, locator: Locator) -> None:
        super().start_document(locator)
        self.result = None
        self._parse = Parse(locator)
        self.saved = self._parse.saved
        self._elements: OpenElements[None] = _Balanced() if self._balanced else OpenElements()
        # A tag is offered once to each class of contexts. Those that have been are the outermost of the open ones, so that
        # it takes no more to know them than the number of the last one.
        self._offered: dict[type[Context], int] = {}
        self._enter(self._start, None if self._initial is None else self._initial())

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        element, ended = self._elements.start(name, attrs)
        self._close(len(ended))
        context = self._go_on()
        if element is None:
            return
        self._offer(context, self._parse.open(name, attrs))
        if element.void:
            self._close(1)
        self._go_on()

    @override
    def end_tag(self, name: str) -> None:
        self._close(len(self._elements.end(name)), name)
        self._go_on()

    @override
    def text(self, data: str) -> None:
        context = self._go_on()
        self._parse.at(None)
        for method in context._forms.text:
            method(context, data)
        self._go_on()

    @override
    def end_document(self) -> None:
        with suppress(StopParsing):
            self._close(len(self._parse.open_tags))
            context = self._go_on()
            told: set[type[Context]] = set()
            while type(context) not in told:
                told.add(type(context))
                self._parse.at(None)
                for method in context._forms.eof:
                    method(context)
                context = self._go_on()
            context._parse = None
        self._context = None

    def _go_on(self) -> Context:
        """Go to the next context if it is time; return the current one, or raise StopParsing if there is none."""
        while (context := self._context) is not None:
            if not context._exits or self.locator.implied:
                return context
            self._leave(context)
        raise StopParsing

    def _leave(self, context: Context) -> None:
        kind, value = type(context), context._value
        context._parse = self._context = None
        target = self._target(kind, value)
        if isinstance(target, _End):
            self.result = value
            return
        self._enter(target, value)
        if bool(kind._forms.text) != bool(target._forms.text):
            self.locator.interest_changed()

    def _target(self, kind: type[Context], value: object) -> _Target:
        for test, target in self._transitions.get(kind, ()):
            if test(value) if callable(test) else test == value:
                return target
        raise UsageError(
            f"line {self.locator.line}, column {self.locator.column}: {kind.__qualname__} is left with {short_repr(value)}, "
            "for which there is no transition; add one to the table"
        )

    def _enter(self, kind: type[Context], value: object) -> None:
        context = self._context = kind(value)
        context._parse = self._parse
        tags = self._parse.open_tags
        for at in range(bisect_right(tags, self._offered.get(kind, 0), key=serial), len(tags)):
            self._offer(context, tags[at])
            if context._exits:
                break

    def _offer(self, context: Context, tag: OpenTag) -> None:
        self._parse.at(tag)
        self._offered[type(context)] = tag._serial
        for names, method in context._forms.open:
            if tag.name in names:
                method(context, tag)

    def _close(self, count: int, end_tag: str = "") -> None:
        """Close as many of the innermost tags; all that are not closed by the end tag at hand are closed by implication."""
        # A handler that raises leaves the flag as it is: what the locator says is then still about the tag it raised in.
        parse, locator = self._parse, self.locator
        implied = locator.implied
        for _ in range(count):
            tag = parse.open_tags[-1]
            is_its = is_its_end_tag(end_tag, tag.name)
            locator.implied = implied or not is_its
            context = self._go_on()
            parse.at(tag)
            for names, method in context._forms.close:
                if tag.name in names:
                    method(context, tag)
            parse.close()
        locator.implied = implied


_TAGS: Final = Interest(start=True, end=True)
_TAGS_AND_TEXT: Final = Interest(start=True, end=True, text=True)


class _Balanced(OpenElements[None]):
    """The elements that are open in a stream in which each has its end tag, by whatever rules they were supplied."""

    __slots__ = ()

    @override
    def start(self, name: str, attrs: Attributes) -> tuple[OpenElement[None], Sequence[OpenElement[None]]]:
        content = self._stack[-1].content
        if content == "html":
            content = "svg" if name == "svg" else "math" if name == "math" else content
        return self._open(name) if content == "html" else self._open_foreign(name, content, attrs), ()

    @override
    def end(self, name: str) -> Sequence[OpenElement[None]]:
        """Note an end tag. Return the innermost element, unless it has another name."""
        top = self._stack[-1]
        return self._cut(len(self)) if top.name == name else ()


def _checked(kind: type[Context], what: str) -> type[Context]:
    if isinstance(kind, type) and issubclass(kind, Context) and kind is not Context:
        return kind
    raise UsageError(f"{what} is a subclass of Context, not {kind!r}")


def _rules(kind: type[Context], to: _Target | Sequence[_Rule]) -> Sequence[_Rule]:
    rules: Sequence[Any] = [(always, to)] if isinstance(to, type | _End) else to
    if not isinstance(rules, list | tuple) or not all(isinstance(rule, tuple) and len(rule) == 2 for rule in rules):
        raise UsageError(
            f"{kind.__qualname__} leads to a context, END, or a list of pairs of a test and one of these, not {to!r}"
        )
    for _, target in rules:
        if not isinstance(target, _End):
            _checked(target, f"where {kind.__qualname__} leads, if not to END,")
    return rules
