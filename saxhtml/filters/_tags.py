"""Call back for elements and text; and handlers in force around a piece of code, for which :func:`parse_html` parses."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from copy import copy
from types import TracebackType
from typing import Any, Final, Self

from typing_extensions import override

from saxhtml import selector as selectors
from saxhtml.attributes import Attributes
from saxhtml.capture import (
    LIMIT,
    CaptureClass,
    CaptureKind,
    ExactFilter,
    Match,
    Sources,
    Starts,
    Texts,
    Trees,
    capture_class,
)
from saxhtml.errors import UsageError
from saxhtml.filters._flow import tee
from saxhtml.filters._match import AttributeConditions, TagNames, Tags, Test, What, wanted
from saxhtml.handler import HandlerProtocol, Interest
from saxhtml.parser import Source, parse
from saxhtml.selector import Selector


def with_tag_handler(
    tags: What,
    callback: Callable[[Match], object],
    *,
    with_attributes: AttributeConditions = (),
    without_attributes: AttributeConditions = (),
    test: Test | None = None,
    then: HandlerProtocol | None = None,
    capture: CaptureKind = "start",
    limit: int = LIMIT,
) -> TagHandler:
    """Return a filter that calls ``callback`` with a :class:`~saxhtml.capture.Match` of each element that fits.

    ``tags``: a name, several, ``ALL``, ``PCDATA`` (text, piece by piece; its match is named ``#text`` and has the ``text``),
    ``UNKNOWN`` (elements of no known version of HTML), or a compiled selector. All other conditions have to hold too:

    ``with_attributes``: names of attributes that the element has; or a mapping from names to what their values are: equal to
    a str, found by a compiled pattern (``search``), true for a predicate.
    ``without_attributes``: likewise, what is not there; the element fits if it lacks the attribute.
    ``test``: what is true of the match, seen at the start tag.

    ``capture`` and ``limit`` are those of :func:`saxhtml.capture.capture_handler`: the callback comes at once ("start"), or
    when the element has ended, with its "text", "source" or "tree", of which ``limit`` characters are kept at the most. With
    "start", nothing but the start tags named is needed; otherwise the rest is, while a matching element is open.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import with_tag_handler
    >>> def show(match):
    ...     print(match.attrs["href"], match.text)
    >>> page = "<a href=1>one</a> <a name=x>two</a> <A HREF=3>th<b>re</b>e</A>"
    >>> _ = parse(page, with_tag_handler("a", show, with_attributes="href", capture="text"))
    1 one
    3 three

    Every event is passed on to ``then``. As a context manager it is in force for :func:`parse_html`.
    Raises :class:`~saxhtml.UsageError` for conditions that cannot be.
    """
    if not callable(callback):
        raise UsageError(f"the callback is called with each match, which {callback!r} cannot be")
    what = wanted(tags, with_attributes=with_attributes, without_attributes=without_attributes, test=test)
    return _HANDLERS[capture_class(capture)](what, callback, limit=limit, then=then)


def on(
    selector: str | Selector,
    callback: Callable[[Match], object],
    *,
    test: Test | None = None,
    then: HandlerProtocol | None = None,
    capture: CaptureKind = "start",
    limit: int = LIMIT,
) -> TagHandler:
    """Return a filter that calls ``callback`` for each element that a CSS selector matches.

    The rest is as with :func:`with_tag_handler`. A selector that depends on other elements makes the parser look at all tags.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import on
    >>> _ = parse("<ul><li>a<li class=k>b</ul><li class=k>c", on("ul > .k", lambda match: print(match.text), capture="text"))
    b

    Raises :class:`~saxhtml.selector.SelectorError` for a selector that a stream cannot decide.
    """
    return with_tag_handler(selectors.compile(selector), callback, test=test, then=then, capture=capture, limit=limit)


_IN_FORCE: Final[ContextVar[tuple[TagHandler, ...]]] = ContextVar("saxhtml.filters in force", default=())


class TagHandler(ExactFilter):
    """A filter that calls back; inside ``with``, in force for :func:`parse_html`."""

    def __enter__(self) -> Self:
        _IN_FORCE.set((*_IN_FORCE.get(), self))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        _IN_FORCE.set(_IN_FORCE.get()[:-1])


class _Starts(Starts, TagHandler):
    pass


class _Texts(Texts, TagHandler):
    pass


class _Sources(Sources, TagHandler):
    pass


class _Trees(Trees, TagHandler):
    pass


_HANDLERS: Final[dict[CaptureClass, type[_Starts | _Texts | _Sources | _Trees]]] = {
    Starts: _Starts,
    Texts: _Texts,
    Sources: _Sources,
    Trees: _Trees,
}


def parse_html(source: Source, tags: Tags | None = None, **options: Any) -> None:
    """Parse a page through the handlers that are in force, the outer before the inner.

    A handler is in force inside its ``with``, in this thread and task alone. Where there is none, nothing comes of it.

    ``tags``: only events of these tags are delivered, of text only with ``PCDATA`` among them, and nothing else; None for
    everything. ``source`` and ``options`` are those of :func:`~saxhtml.parse`. Raises what parsing raises, and
    :class:`~saxhtml.UsageError` for names that are none.

    >>> from saxhtml.filters import parse_html, with_tag_handler
    >>> with with_tag_handler("img", lambda match: print("image", match.attrs["src"])):
    ...     with with_tag_handler("b", lambda match: print("bold", match.text), capture="text"):
    ...         parse_html("<b><img src=x>bold</b> <img src=y>")
    image x
    bold bold
    image y

    """
    # Copies, for what a handler has noted of one page must not meet another one that is parsed meanwhile.
    handler: HandlerProtocol = tee(*map(copy, _IN_FORCE.get()))
    parse(source, handler if tags is None else _Only(TagNames(tags), handler), **options)


class _Only(ExactFilter):
    """Passes on some tags, text perhaps, and nothing else."""

    def __init__(self, tags: TagNames, then: HandlerProtocol) -> None:
        self._tags = tags
        super().__init__(then)

    @override
    def passes(self, wants: Interest) -> Interest:
        tags = self._tags
        return Interest(start=tags.among(wants.start), end=tags.among(wants.end), text=wants.text and tags.text)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if name in self._tags:
            super().start_tag(name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        if name in self._tags:
            super().end_tag(name)
