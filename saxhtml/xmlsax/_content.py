"""Events to the methods of a ``ContentHandler`` and a ``LexicalHandler``."""

from __future__ import annotations

from typing import Any, Protocol
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, AttributesNSImpl
from xml.sax.xmlreader import Locator as SaxLocator

from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.balance import balance
from saxhtml.errors import LimitExceeded, ParseError
from saxhtml.handler import Doctype, Handler, Interest
from saxhtml.position import Locator
from saxhtml.xmlsax import _infoset
from saxhtml.xmlsax._infoset import URIS, Element, Infoset


class LexicalHandlerProtocol(Protocol):
    """What of ``xml.sax.handler.LexicalHandler`` is called."""

    def comment(self, content: str, /) -> object: ...
    def startDTD(self, name: str, public_id: str | None, system_id: str | None, /) -> object: ...  # noqa: N802
    def endDTD(self) -> object: ...  # noqa: N802


def to_content_handler(
    content: ContentHandler,
    lexical: LexicalHandlerProtocol | None = None,
    *,
    namespaces: bool = False,
    scripting: bool = False,
) -> Handler:
    """Return a handler that calls ``content`` as an XML parser would for the same page written as XHTML.

    ``lexical``: is told of comments and the doctype. ``namespaces``: call ``startElementNS`` and ``endElementNS``, and
    ``startPrefixMapping``, rather than ``startElement`` and ``endElement`` with ``xmlns`` attributes. ``scripting``: what the
    parser was told. One handler is for one document at a time. It raises nothing of its own.
    """
    return balance(ContentEvents(content, lexical, namespaces=namespaces), scripting=scripting)


class DocumentLocator(SaxLocator):
    """A place: lines count from 1, columns from 0 in characters, as those of expat do."""

    def __init__(self, locator: Locator | ParseError | LimitExceeded, system_id: str | None, public_id: str | None) -> None:
        self._locator = locator
        self._system_id = system_id
        self._public_id = public_id

    @override
    def getLineNumber(self) -> int:
        return self._locator.line

    @override
    def getColumnNumber(self) -> int:
        return self._locator.column - 1

    @override
    def getSystemId(self) -> str | None:
        return self._system_id

    @override
    def getPublicId(self) -> str | None:
        return self._public_id


class ContentEvents(Handler):
    """Calls SAX handlers for balanced events. They may be changed in the middle of a document."""

    def __init__(self, content: ContentHandler, lexical: LexicalHandlerProtocol | None, *, namespaces: bool) -> None:
        self.content = content
        self.lexical = lexical
        self.errors: Any = None
        self.system_id: str | None = None
        self.public_id: str | None = None
        self._namespaces = namespaces
        self._infoset = Infoset()

    @override
    def interest(self) -> Interest:
        lexical = self.lexical is not None
        return Interest(
            start=True,
            end=True,
            text=True,
            comment=lexical,
            doctype=lexical,
            processing_instruction=True,
            parse_error=self.errors is not None,
        )

    @override
    def start_document(self, locator: Locator) -> None:
        super().start_document(locator)
        self._infoset = Infoset()
        self.content.setDocumentLocator(self.place(locator))
        self.content.startDocument()

    def place(self, locator: Locator | ParseError | LimitExceeded) -> DocumentLocator:
        """Return a place in this document as SAX has it."""
        return DocumentLocator(locator, self.system_id, self.public_id)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        element = self._infoset.start(name, attrs)
        if self._namespaces:
            self._start_with_namespaces(element, attrs)
        else:
            plain = {f"xmlns:{prefix}" if prefix else "xmlns": uri for prefix, uri in element.declared}
            plain |= {qname.qualified: value for qname, value in _infoset.attributes(element, attrs)}
            self.content.startElement(element.name, AttributesImpl(plain))
        if element.void:
            self._end(element)

    def _start_with_namespaces(self, element: Element, attrs: Attributes) -> None:
        for prefix, uri in element.declared:
            self.content.startPrefixMapping(prefix or None, uri)
        values: dict[Any, str] = {}
        names: dict[Any, str] = {}
        for qname, value in _infoset.attributes(element, attrs):
            values[qname.uri, qname.local] = value
            names[qname.uri, qname.local] = qname.qualified
        self.content.startElementNS((URIS[element.namespace], element.name), element.name, AttributesNSImpl(values, names))

    @override
    def end_tag(self, name: str) -> None:
        element = self._infoset.end(name)
        if element is not None:
            self._end(element)

    def _end(self, element: Element) -> None:
        if self._namespaces:
            self.content.endElementNS((URIS[element.namespace], element.name), element.name)
            for prefix, _ in reversed(element.declared):
                self.content.endPrefixMapping(prefix or None)
        else:
            self.content.endElement(element.name)

    @override
    def text(self, data: str) -> None:
        if self._infoset:
            self.content.characters(_infoset.text(data))

    @override
    def comment(self, data: str) -> None:
        if self.lexical is not None:
            self.lexical.comment(_infoset.comment(data))

    @override
    def doctype(self, doctype: Doctype) -> None:
        declared = _infoset.doctype(doctype)
        if self.lexical is not None and declared is not None:
            self.lexical.startDTD(*declared)
            self.lexical.endDTD()

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self.content.processingInstruction(*_infoset.instruction(target, data))

    @override
    def parse_error(self, error: ParseError) -> None:
        if self.errors is not None:
            self.errors.error(SAXParseException(error.code, None, self.place(error)))

    @override
    def end_document(self) -> None:
        for element in self._infoset.finish():
            self._end(element)
        self.content.endDocument()
