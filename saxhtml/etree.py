"""Trees of ``xml.etree`` and lxml from HTML: events to any target object, and ``fromstring`` and ``parse`` on top.

A target is what ``xml.etree.ElementTree.XMLParser`` and lxml's parsers take: an object with some of the methods ``start``,
``end``, ``data``, ``comment``, ``pi``, ``doctype`` and ``close``. It is called as for well-formed XML: one root, every
element closed in its place; where names and characters are not XML's they are changed as in :mod:`saxhtml.xmlsax`.

HTML elements have plain names, ``p``, so that ``root.find(".//p")`` finds them; with ``xhtml=True`` they are in the
namespace of XHTML. Elements of svg and math always are in theirs, ``{http://www.w3.org/2000/svg}path``.

Trees with the places of nodes in the source are made by ``tree``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from xml.etree.ElementTree import Element, ElementTree, TreeBuilder

from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.balance import balance
from saxhtml.handler import Doctype, Handler, Interest
from saxhtml.parser import Chunk, Parser, Source
from saxhtml.parser import parse as parse_events
from saxhtml.xmlsax import _infoset
from saxhtml.xmlsax._infoset import URIS, Infoset, QName


def to_target(target: object, *, xhtml: bool = False, scripting: bool = False) -> Handler:
    """Return a handler that calls the methods of ``target`` for the elements of one document.

    Methods that ``target`` lacks are left out. ``close`` is not called, since what it returns is wanted by who made it;
    :class:`HTMLParser` does. ``xhtml``: whether HTML elements are in a namespace. ``scripting``: what the parser was
    told.
    """
    return balance(_TargetEvents(target, xhtml=xhtml), scripting=scripting)


def fromstring(source: Source, *, xhtml: bool = False, **options: Any) -> Element:
    """Parse a page and return its root, an ``html`` element of ``xml.etree.ElementTree``.

    ``source``, and ``options`` beside ``xhtml``, are those of :func:`saxhtml.parse`: a str is the page itself. There always
    is a root, with a ``head`` and a ``body``, whatever the page. Raises what :func:`saxhtml.parse` raises.
    """
    builder = TreeBuilder()
    parse_events(source, to_target(builder, xhtml=xhtml, scripting=bool(options.get("scripting"))), **options)
    return builder.close()


def parse(source: Source, *, xhtml: bool = False, **options: Any) -> ElementTree:
    """Parse a page and return it as an ``xml.etree.ElementTree.ElementTree``; takes what :func:`fromstring` takes.

    A str is the page itself; a file's name is given as ``pathlib.Path``.
    """
    return ElementTree(fromstring(source, xhtml=xhtml, **options))


class HTMLParser:
    """Takes a page in any pieces and gives it to a target; stands in for ``xml.etree.ElementTree.XMLParser``.

    ``ElementTree.parse("page.html", HTMLParser())`` works too. ``target``: any target object, by default an
    ``xml.etree.ElementTree.TreeBuilder``. ``xhtml``: see :func:`to_target`. ``options`` are :class:`saxhtml.Parser`'s.
    """

    def __init__(self, *, target: Any = None, xhtml: bool = False, **options: Any) -> None:
        self.target: Any = TreeBuilder() if target is None else target
        handler = to_target(self.target, xhtml=xhtml, scripting=bool(options.get("scripting")))
        self._parser = Parser(handler, **options)

    def feed(self, data: Chunk) -> None:
        """Take the next piece of the page, str or bytes. Raises what :meth:`saxhtml.Parser.feed` raises."""
        self._parser.feed(data)

    def close(self) -> Any:
        """Take the end of the page; return what the target's ``close`` returns, the root element by default."""
        self._parser.close()
        close = getattr(self.target, "close", None)
        return None if close is None else close()


def _ignore(*_: object) -> None:
    """Stand in for a method that a target does not have."""


class _TargetEvents(Handler):
    """Calls a target for balanced events."""

    def __init__(self, target: object, *, xhtml: bool) -> None:
        def method(name: str) -> Callable[..., object]:
            found: Callable[..., object] = getattr(target, name, _ignore)
            return found

        self._start = method("start")
        self._end = method("end")
        self._data = method("data")
        self._comment = method("comment")
        self._pi = method("pi")
        self._doctype = method("doctype")
        self._prefixes = _PREFIXES if xhtml else _PREFIXES | {"html": ""}
        self._infoset = Infoset()

    @override
    def interest(self) -> Interest:
        return Interest(
            start=True,
            end=True,
            text=self._data is not _ignore,
            comment=self._comment is not _ignore,
            doctype=self._doctype is not _ignore,
            processing_instruction=self._pi is not _ignore,
        )

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        element = self._infoset.start(name, attrs)
        tag = self._prefixes[element.namespace] + element.name
        self._start(tag, {_clark(qname): value for qname, value in _infoset.attributes(element, attrs)})
        if element.void:
            self._end(tag)

    @override
    def end_tag(self, name: str) -> None:
        element = self._infoset.end(name)
        if element is not None:
            self._end(self._prefixes[element.namespace] + element.name)

    @override
    def text(self, data: str) -> None:
        if self._infoset:
            self._data(_infoset.text(data))

    @override
    def comment(self, data: str) -> None:
        self._comment(_infoset.comment(data))

    @override
    def doctype(self, doctype: Doctype) -> None:
        declared = _infoset.doctype(doctype)
        if declared is not None:
            self._doctype(*declared)

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._pi(*_infoset.instruction(target, data))

    @override
    def end_document(self) -> None:
        for element in self._infoset.finish():
            self._end(self._prefixes[element.namespace] + element.name)


_PREFIXES: Final = {namespace: f"{{{uri}}}" for namespace, uri in URIS.items()}


def _clark(qname: QName) -> str:
    return qname.local if qname.uri is None else f"{{{qname.uri}}}{qname.local}"
