"""An ``XMLReader`` that reads HTML, for programs written to ``xml.sax``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from xml.sax import SAXNotRecognizedException, SAXNotSupportedException, SAXParseException
from xml.sax.handler import (
    feature_external_ges,
    feature_external_pes,
    feature_namespace_prefixes,
    feature_namespaces,
    feature_string_interning,
    feature_validation,
    property_lexical_handler,
)
from xml.sax.xmlreader import IncrementalParser, InputSource

from typing_extensions import override

from saxhtml.balance import balance
from saxhtml.decode import transport_encoding
from saxhtml.errors import LimitExceeded
from saxhtml.parser import CHUNK_SIZE, Parser
from saxhtml.xmlsax._content import ContentEvents, LexicalHandlerProtocol

_ALWAYS_OFF: Final = frozenset(
    {feature_external_ges, feature_external_pes, feature_namespace_prefixes, feature_string_interning}
)


class HTMLReader(IncrementalParser):
    """A SAX parser of HTML: ``parse`` takes what that of ``xml.sax`` takes, ``feed`` and ``close`` any pieces.

    ``bufsize``: bytes or characters that ``parse`` reads at a time. ``options``: those of :class:`saxhtml.Parser`; the
    encoding of an ``InputSource`` goes before theirs.

    Features: ``namespaces``, off at first. ``validation``: on, the standard's parse errors go to the error handler's
    ``error``, as codes; off, which it is at first, none is looked for. Property: ``lexical-handler``. Others raise
    ``SAXNotRecognizedException`` or ``SAXNotSupportedException``.

    With ``xml.dom.pulldom`` a loop over the events ends with the input; those of what is open there come when it is looped
    over once more. Bad HTML raises nothing. A limit exceeded goes to ``fatalError`` and is raised as ``SAXParseException``.
    """

    def __init__(self, *, bufsize: int = CHUNK_SIZE, **options: Any) -> None:
        super().__init__(bufsize)
        self._options = options
        self._features = {feature_namespaces: False, feature_validation: False}
        self._lexical: LexicalHandlerProtocol | None = None
        self._source = InputSource()
        self._run: tuple[Parser, ContentEvents] | None = None

    @override
    def parse(self, source: Any) -> None:
        """Parse a page to its end: a file name, URL, path, file, or ``xml.sax.xmlreader.InputSource``, which is closed."""
        self.reset()
        try:
            super().parse(source)
        finally:
            streams = (self._source.getCharacterStream(), self._source.getByteStream())
            self._source = InputSource()
            for stream in streams:
                if stream is not None:
                    stream.close()

    @override
    def prepareParser(self, source: InputSource) -> None:
        self._source = source
        self._begin()

    @override
    def feed(self, data: Any) -> None:
        """Take the next piece of the page, str or bytes. After :meth:`close` it is the first of another."""
        parser, events = self._run or self._begin()
        with self._limits_as_sax(events):
            parser.feed(data)

    @override
    def close(self) -> None:
        """Take the end of the page. Without one, and a second time, it does nothing."""
        if self._run is not None:
            parser, events = self._run
            with self._limits_as_sax(events):
                parser.close()
            self._run = None

    @override
    def reset(self) -> None:
        """Forget the page, also what of it waits for its next piece."""
        self._run = None

    def _begin(self) -> tuple[Parser, ContentEvents]:
        options = self._options
        encoding = self._source.getEncoding() or transport_encoding(self._source.getByteStream())
        if encoding is not None:
            options = {**options, "encoding": encoding}
        content: Any = self.getContentHandler()
        events = ContentEvents(content, self._lexical, namespaces=self._features[feature_namespaces])
        events.system_id = self._source.getSystemId()
        events.public_id = self._source.getPublicId()
        if self._features[feature_validation]:
            events.errors = self.getErrorHandler()
        balanced = balance(events, scripting=bool(options.get("scripting")))
        self._run = Parser(balanced, **options), events
        return self._run

    @contextmanager
    def _limits_as_sax(self, events: ContentEvents) -> Iterator[None]:
        try:
            yield
        except LimitExceeded as error:
            fatal = SAXParseException(str(error), error, events.place(error))
            self.getErrorHandler().fatalError(fatal)
            raise fatal from error

    @override
    def setContentHandler(self, handler: Any) -> None:
        super().setContentHandler(handler)
        if self._run is not None:
            self._run[1].content = handler

    @override
    def setErrorHandler(self, handler: Any) -> None:
        super().setErrorHandler(handler)
        if self._run is not None and self._features[feature_validation]:
            self._run[1].errors = handler

    @override
    def getFeature(self, name: str) -> bool:
        if name in _ALWAYS_OFF:
            return False
        if name not in self._features:
            raise SAXNotRecognizedException(f"{name!r} is no feature of a reader of HTML")
        return self._features[name]

    @override
    def setFeature(self, name: str, state: object) -> None:
        """Switch a feature on or off; between pages, not in the middle of one."""
        if self.getFeature(name) != bool(state):
            if name in _ALWAYS_OFF:
                raise SAXNotSupportedException(f"HTML has no use for the feature {name!r}; it stays off")
            if self._run is not None:
                raise SAXNotSupportedException(f"set the feature {name!r} before the page begins, or call reset() first")
            self._features[name] = bool(state)

    @override
    def getProperty(self, name: str) -> LexicalHandlerProtocol | None:
        if name != property_lexical_handler:
            raise SAXNotRecognizedException(f"{name!r} is no property of a reader of HTML")
        return self._lexical

    @override
    def setProperty(self, name: str, value: Any) -> None:
        """Set the lexical handler, or None for none; also in the middle of a page."""
        self.getProperty(name)
        self._lexical = value
        if self._run is not None:
            parser, events = self._run
            events.lexical = value
            parser.locator.interest_changed()


def create_parser() -> HTMLReader:
    """Return a reader; by this name ``xml.sax.make_parser(["saxhtml.xmlsax"])`` asks for one."""
    return HTMLReader()
