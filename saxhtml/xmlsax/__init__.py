"""HTML for programs written to ``xml.sax``: a page's events as those of the same page in well-formed XHTML.

:func:`to_content_handler` makes a handler of any ``ContentHandler``. :class:`HTMLReader` is an ``XMLReader``, so that
``xml.dom.pulldom``, ``xml.sax.saxutils`` and what else takes a parser of ``xml.sax`` read HTML.

What is told is what an XML parser would tell of the page written as XHTML: one root, every element closed in its place,
void ones at once; HTML, svg and math in their namespaces, with svg's capitals; ``xlink:`` and ``xml:`` attributes there. In
namespaces mode names are pairs and prefixes are mapped; otherwise elements carry ``xmlns`` attributes. Names and characters
that XML does not allow are changed as the standard proposes (WHATWG HTML, "Coercing an HTML DOM into an infoset"):
the attribute ``<b`` becomes ``U00003Cb``, the element ``o:p`` becomes ``oU00003Ap``, a control character becomes U+FFFD.

The elements that are implied come from ``balance``, and with them what a stream cannot do. The body goes on to the end of
the page, with all that follows ``</body>``, comments too. Trees of ``xml.etree`` are made by ``etree``.
"""

from saxhtml.xmlsax._content import DocumentLocator, LexicalHandlerProtocol, to_content_handler
from saxhtml.xmlsax._reader import HTMLReader, create_parser

__all__ = ["DocumentLocator", "HTMLReader", "LexicalHandlerProtocol", "create_parser", "to_content_handler"]
