"""A context as it is written, and what the contexts of a parse share."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, ClassVar, Final, Literal, NamedTuple, TypeAlias, TypeVar

from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.errors import UsageError
from saxhtml.filters._match import TagNames, Tags
from saxhtml.position import Locator


class Saved(NamedTuple):
    """An item that was saved, and what was saved under it, in order."""

    item: Any
    children: list[Saved]


class OpenTag:
    """A tag that was opened: its name, its attributes and its place.

    ``offset`` and ``end_offset`` are those of the start tag, in characters, end exclusive. ``implied`` tells that a ``balance``
    filter supplied it; it stands, without any width, where what implied it begins.
    """

    __slots__ = ("_children", "_is_saved", "_serial", "attrs", "end_offset", "implied", "name", "offset")

    def __init__(self, name: str, attrs: Attributes, locator: Locator, serial: int) -> None:
        self.name: Final = name
        self.attrs: Final = attrs
        self.offset: Final = locator.offset
        self.end_offset: Final = locator.end_offset
        self.implied: Final = locator.implied
        self._serial = serial
        self._is_saved = False
        self._children: list[Saved] = []

    @override
    def __repr__(self) -> str:
        return f"<OpenTag {self.name} {self.attrs}>"


_TagMethod = TypeVar("_TagMethod", bound=Callable[[Any, OpenTag], object])
_TextMethod = TypeVar("_TextMethod", bound=Callable[[Any, str], object])
_EndMethod = TypeVar("_EndMethod", bound=Callable[[Any], object])


class Context:
    """A part of a page. Subclass it, and say with decorators which methods are called for what while the parse is in it.

    Each time it is entered a new object is made, so what is kept on ``self`` is kept until it is left. It is made with what
    the context before was left with, the first one with what ``initial()`` gives: override ``__init__`` to take it. All
    methods that match are called, those of a base class first, then in the order in which they stand.

    >>> from saxhtml import parse
    >>> from saxhtml.contexts import END, Context, Contexts
    >>> class Heading(Context):
    ...     title = ""
    ...     @Context.on_text
    ...     def add(self, data):
    ...         if "h1" in [tag.name for tag in self.open_tags]:
    ...             self.title += data
    ...     @Context.on_close_tag("h1")
    ...     def done(self, tag):
    ...         self.exit(self.title)
    >>> parse("<p>Some <h1>Tea &amp; <i>cake</i></h1>", Contexts(Heading, {Heading: END})).result
    'Tea & cake'
    """

    _forms: ClassVar[Forms]
    _parse: Parse | None = None
    _exits = False
    _value: object = None

    @override
    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._forms = _forms_of(cls)

    def __init__(self, value: Any = None) -> None:
        """Begin, before any tag or text; the parse is not to be looked at or left yet."""

    @staticmethod
    def on_open_tag(tags: Tags) -> Callable[[_TagMethod], _TagMethod]:
        """Call the method with each :class:`OpenTag` of these names when it is opened.

        ``tags``: a name, several, or of ``saxhtml.filters`` ``ALL`` or ``UNKNOWN``.

        When the context is entered, the method is called for the tags that are open, from the outermost in, but not for those
        that were open while the parse was in this context before. Raises :class:`~saxhtml.UsageError` for what is no name.
        """
        return _on_tag("open", tags)

    @staticmethod
    def on_close_tag(tags: Tags) -> Callable[[_TagMethod], _TagMethod]:
        """Call the method with the :class:`OpenTag` of these names that is closed.

        ``tags``: as for :meth:`on_open_tag`.

        Every tag that is opened is closed: where the standard says if its end tag is missing, at the end of the page at the
        latest, and a void element at once. Raises :class:`~saxhtml.UsageError` for what is no name.
        """
        return _on_tag("close", tags)

    @staticmethod
    def on_text(method: _TextMethod) -> _TextMethod:
        """Call the method with each piece of text.

        How a text is cut depends on how the page arrives: who leaves the context or saves for a text puts
        :func:`~saxhtml.filters.coalesce_text` before the handler.
        """
        return _mark(method, "text", None)

    @staticmethod
    def on_eof(method: _EndMethod) -> _EndMethod:
        """Call the method at the end of the page, when all tags have been closed; once for each class of contexts."""
        return _mark(method, "eof", None)

    @property
    def locator(self) -> Locator:
        """Where the tag or text at hand stands; ``locator.implied`` tells that it is implied by what stands there."""
        return self._current().locator

    @property
    def open_tags(self) -> Sequence[OpenTag]:
        """The tags that are open, from the outermost in, the one being opened or closed included. To be read only."""
        return self._current().open_tags

    @property
    def saved(self) -> list[Saved]:
        """What has been saved in this parse, in any context, with nothing saved around it."""
        return self._current().saved

    def exit(self, value: object = None) -> None:
        """Leave this context with a value, as soon as what is going on is done.

        That is when the other methods have been called that match the same tag or text, and when tags that are implied by the
        tag or text at hand have been opened and closed. What implied them, if it is yet to come, is the next context's. Of
        several calls the first one counts.
        """
        self._current()
        if not self._exits:
            self._exits = True
            self._value = value

    def save(self, item: object) -> None:
        """Keep an item for the tag or text at hand, under the nearest tag around it for which one is kept: see :attr:`saved`.

        An item saved when its tag is opened takes in what is saved inside of the tag after that. One saved when the tag is
        closed does not: it stands behind what was saved inside. The first item saved for a tag or text is the one that counts.
        """
        self._current().save(item)

    def _current(self) -> Parse:
        if self._parse is None:
            raise UsageError(f"{type(self).__qualname__} is not the current context: use it from its decorated methods only")
        return self._parse


class Parse:
    """What the contexts of a parse share. It knows none of them, so that they go when they are left."""

    __slots__ = ("_holders", "_is_saved", "_tag", "locator", "open_tags", "opened", "saved")

    def __init__(self, locator: Locator) -> None:
        self.locator = locator
        self.open_tags: list[OpenTag] = []
        self.opened = 0
        self.saved: list[Saved] = []
        self._holders: list[OpenTag] = []  # the open tags under which items are kept, from the outermost in
        self.at(None)

    def open(self, name: str, attrs: Attributes) -> OpenTag:
        self.opened += 1
        tag = OpenTag(name, attrs, self.locator, self.opened)
        self.open_tags.append(tag)
        return tag

    def close(self) -> None:
        tag = self.open_tags.pop()
        if self._holders and self._holders[-1] is tag:
            self._holders.pop()

    def at(self, tag: OpenTag | None) -> None:
        """Note the tag at hand, or that there is none: what is saved next is its item, or a text's."""
        self._tag = tag
        self._is_saved = tag is not None and tag._is_saved

    def save(self, item: object) -> None:
        if self._is_saved:
            return
        self._is_saved = True
        tag, holders = self._tag, self._holders
        at = len(holders) if tag is None else bisect_left(holders, tag._serial, key=serial)
        saved = Saved(item, [])
        (holders[at - 1]._children if at else self.saved).append(saved)
        if tag is not None:
            tag._is_saved = True
            tag._children = saved.children
            holders.insert(at, tag)


serial: Final = attrgetter("_serial")
"""The number of a tag, greater than those of the tags opened before it."""

# How the methods of a context are found.

_Method: TypeAlias = Callable[..., object]
_Event: TypeAlias = Literal["open", "close", "text", "eof"]
_M = TypeVar("_M", bound=_Method)
_MARK: Final = "_saxhtml_forms"


class Forms(NamedTuple):
    """The methods of a context, by what they are called for."""

    open: tuple[tuple[TagNames, _Method], ...]
    close: tuple[tuple[TagNames, _Method], ...]
    text: tuple[_Method, ...]
    eof: tuple[_Method, ...]


def _on_tag(event: _Event, tags: Tags) -> Callable[[_TagMethod], _TagMethod]:
    names = TagNames(tags)
    if names.text:
        raise UsageError("PCDATA is no tag; methods for text are decorated with @Context.on_text")
    return lambda method: _mark(method, event, names)


def _mark(method: _M, event: _Event, names: TagNames | None) -> _M:
    setattr(method, _MARK, [*getattr(method, _MARK, ()), (event, names)])
    return method


def _forms_of(cls: type[Context]) -> Forms:
    methods: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        methods |= vars(base)  # a method that is overridden keeps its place
    found = [(event, names, method) for method in methods.values() for event, names in getattr(method, _MARK, ())]
    return Forms(
        open=tuple((names, method) for event, names, method in found if event == "open"),
        close=tuple((names, method) for event, names, method in found if event == "close"),
        text=tuple(method for event, _, method in found if event == "text"),
        eof=tuple(method for event, _, method in found if event == "eof"),
    )
