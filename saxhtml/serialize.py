"""Events to HTML, so that to parse, filter and write is one line.

:class:`Serializer` is a handler that writes each event as soon as it comes, behind whatever filters; :func:`serialize` returns
a str. Text and values are escaped, and raw text (``script``, ``style``...) is not; whether a ``style`` holds raw text or
markup, as it does in svg, is decided by the same rules by which a parser reads it. With ``xhtml=True`` what comes out is XML.
Edits that leave the rest of a page as it was written are ``rewrite``'s matter; missing tags are supplied by ``balance``.

What is written gives the same events when it is parsed again with the same ``scripting``, up to this:

* The slash of ``<br/>`` and ``<div/>``, which HTML ignores, is left out; in svg and math, where it counts, it stays.
* Of duplicate attributes only the first is written, and case in names counts no more than it does in HTML.
* End tags right behind the start tag of a void element are not written: ``<br></br>`` would be two line breaks.
* CR in comments and raw text is read as LF, NUL outside of text as U+FFFD, and white space in front of an instruction's data
  is dropped; parsers give none of these.
* ``plaintext`` goes on to the end of the page, and so does a script with ``<!--<script>`` in it that was never closed: end tags
  there, as ``balance`` supplies them, are left out.

What HTML has no way to write raises :class:`~saxhtml.UsageError`, since leaving it in would let text become markup: a script
with ``</script>`` in its text, a comment with ``-->`` in it, a tag or comment inside raw text, a name with a space. No parser
gives such events; filters that rename elements or make events may.

Source: WHATWG HTML, "Serializing HTML fragments" (13.3), with ``<`` and ``>`` escaped in attribute values as of 2025.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, Final, Literal

from typing_extensions import override

from saxhtml._elements import VOID
from saxhtml._rawtext import RawText
from saxhtml.attributes import Attributes, ascii_lower
from saxhtml.errors import ParseError, StopParsing, UsageError
from saxhtml.events import Comment, EndTag, Event, ProcessingInstruction, StartTag, Text
from saxhtml.handler import Doctype, Filter, Handler, HandlerProtocol
from saxhtml.parser import Source, parse
from saxhtml.position import Locator
from saxhtml.tokenizer._context import Context
from saxhtml.xmlsax import _infoset

Write = Callable[[str], object]


class Serializer(Filter):
    """Writes events as HTML, or as XML with ``xhtml``.

    ``write``: is called with each piece, such as a text file's ``write`` or a list's ``append``.
    ``xhtml``: write what any XML parser reads: every element closed, void ones as ``<br />``, namespaces declared, names and
    characters that XML has not replaced as :mod:`saxhtml.xmlsax` does it. End tags that close nothing are left out, and what
    is open at the end is closed; for elements in their places and one root put ``balance`` before.
    ``scripting``: whether ``noscript`` holds raw text, as the parser was told.
    ``quote``: what values stand in: ``'"'``, ``"'"``, or "fewest" for the one that fewer of the value's own are escaped for.
    ``unquoted``: leave quotes out where HTML does without.
    ``minimize``: write an attribute with an empty value, or a boolean one whose value is its own name, as the bare name.
    ``sort_attributes``: write attributes in the order of their names rather than as they come.
    ``void_slash``: write void elements as ``<br />`` in HTML too.
    ``double_newline``: write a line break at the start of ``pre``, ``textarea`` and ``listing`` twice, since HTML drops one.
    It is for events that come from a tree or through ``balance``, which have that one no more; a parser's still have it.

    Raises :class:`~saxhtml.UsageError` for an unknown ``quote``, for ``unquoted`` or ``minimize`` with ``xhtml``, and in the
    middle of a document for what HTML has no way to write: see the module.
    """

    def __init__(
        self,
        write: Write,
        *,
        xhtml: bool = False,
        scripting: bool = False,
        quote: Literal['"', "'", "fewest"] = '"',
        unquoted: bool = False,
        minimize: bool = False,
        sort_attributes: bool = False,
        void_slash: bool = False,
        double_newline: bool = False,
    ) -> None:
        if quote not in ('"', "'", "fewest"):
            raise UsageError(f"""Serializer(quote=...) takes '"', "'" or "fewest", not {quote!r}""")
        if xhtml and (unquoted or minimize):
            raise UsageError("XML has a value in quotes for every attribute: leave out unquoted and minimize, or xhtml")
        escapes = _XML_VALUE if xhtml else _HTML_VALUE
        tags = _AttributeWriter(escapes, quote, unquoted=unquoted, minimize=minimize, sort=sort_attributes)
        if xhtml:
            super().__init__(_XmlWriter(write, tags))
        else:
            super().__init__(_HtmlWriter(write, tags, scripting, _VOID_SLASH[void_slash], _DOUBLED[double_newline]))


def serialize(
    source: Source | Iterable[Event],
    through: Callable[[Serializer], HandlerProtocol] | None = None,
    *,
    encoding: str | None = None,
    scripting: bool = False,
    **options: Any,
) -> str:
    """Return a page, or events, as HTML.

    ``source``: what :func:`~saxhtml.parse` takes, or an iterable of :data:`saxhtml.events.Event`. ``through``: makes the
    filters that stand before the serializer, which it is given: ``lambda out: drop("script", then=out)``. ``encoding`` and
    ``scripting`` are the parser's, the rest is :class:`Serializer`'s. Raises what the two raise.
    """
    pieces: list[str] = []
    serializer = Serializer(pieces.append, scripting=scripting, **options)
    handler = serializer if through is None else through(serializer)
    page: Any = source
    if isinstance(source, Iterable) and not isinstance(source, _CHUNKS) and not hasattr(source, "read"):
        items: Any = iter(source)
        first = next(items, "")
        page = chain((first,), items)
        if isinstance(first, _EVENTS):
            _replay(page, handler)
            return "".join(pieces)
    parse(page, handler, encoding=encoding, scripting=scripting)
    return "".join(pieces)


_CHUNKS: Final = (str, bytes, bytearray, memoryview)
_EVENTS: Final = (StartTag, EndTag, Text, Comment, Doctype, ProcessingInstruction, ParseError)


def _replay(events: Iterable[Event], handler: HandlerProtocol) -> None:
    try:
        handler.start_document(Locator())
        for event in events:
            match event:
                case StartTag(name, attrs):
                    handler.start_tag(name, attrs)
                case EndTag(name):
                    handler.end_tag(name)
                case Text(data):
                    handler.text(data)
                case Comment(data):
                    handler.comment(data)
                case Doctype():
                    handler.doctype(event)
                case ProcessingInstruction(target, data):
                    handler.processing_instruction(target, data)
                case ParseError():
                    pass
                case _:
                    raise UsageError(f"serialize() takes a page or events of saxhtml.events, not {event!r} among events")
        handler.end_document()
    except StopParsing:
        pass


class _AttributeWriter:
    """Makes the source of a tag behind its name out of names and values."""

    __slots__ = ("_escapes", "_minimize", "_quote", "_sort", "_unquoted", "plain")

    def __init__(self, escapes: dict[int, str], quote: str, *, unquoted: bool, minimize: bool, sort: bool) -> None:
        self._escapes = {mark: {**escapes, ord(mark): reference} for mark, reference in _QUOTES.items()}
        self._quote = quote
        self._unquoted = unquoted
        self._minimize = minimize
        self._sort = sort
        self.plain: Final = quote == '"' and not (unquoted or minimize or sort)
        """Whether attributes are written as most pages have them already."""

    def __call__(self, pairs: Iterable[tuple[str, str]]) -> str:
        if self._sort:
            pairs = sorted(pairs)
        if self._minimize:
            pairs = list(pairs)
            # A name that begins with "=", behind a bare one, would be read as its value.
            if not any(name.startswith("=") for name, _ in pairs):
                return "".join([f" {name}" if _is_bare(name, value) else self._one(name, value) for name, value in pairs])
        return "".join([self._one(name, value) for name, value in pairs])

    def _one(self, name: str, value: str) -> str:
        if not _SPECIAL.search(value):
            mark = '"' if self._quote == "fewest" else self._quote
            return f" {name}={value}" if self._unquoted and value else f" {name}={mark}{value}{mark}"
        mark = self._quote
        if mark == "fewest":
            mark = "'" if value.count('"') > value.count("'") else '"'
        escaped = value.translate(self._escapes[mark])
        return f" {name}={escaped}" if self._unquoted and not _WANTS_QUOTES.search(value) else f" {name}={mark}{escaped}{mark}"


_QUOTES: Final = {'"': "&quot;", "'": "&#39;"}
_SPECIAL: Final = re.compile("[\t\n\f\r \"'=`&<>\xa0]")
_WANTS_QUOTES: Final = re.compile("[\t\n\f\r \"'=`>]")  # WHATWG HTML, "Unquoted attribute value syntax"; "<" is escaped anyway


def _is_written_so(source: str) -> bool:
    """Whether attributes are written as they would be here, each name once. It need not find all that are."""
    if not _PLAIN.fullmatch(source):
        return False
    names = _PLAIN_NAMES.findall(source)
    return len(names) == 1 or len(set(names)) == len(names)


_PLAIN: Final = re.compile(r'(?: [a-z][a-z0-9_:-]*+="[^"&<>\xa0\r\n\0]*+")++')
_PLAIN_NAMES: Final = re.compile(r' ([a-z][a-z0-9_:-]*+)="')


def _is_bare(name: str, value: str) -> bool:
    return not value or (name in _BOOLEAN and ascii_lower(value) == name)


_BOOLEAN: Final = frozenset(
    """allowfullscreen async autofocus autoplay checked compact controls declare default defer disabled formnovalidate inert
    ismap itemscope loop multiple muted nohref nomodule noresize noshade novalidate nowrap open playsinline readonly required
    reversed selected""".split()
)
"""Attributes of which only the presence counts (WHATWG HTML, "Attributes", and HTML 4)."""

_HTML_TEXT: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\xa0": "&nbsp;", "\r": "&#13;"})
_HTML_VALUE: Final = _HTML_TEXT
_XML_TEXT: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_XML_VALUE: Final = {**_XML_TEXT, ord("\t"): "&#9;", ord("\n"): "&#10;"}
_HTML_SPECIAL: Final = re.compile("[&<>\xa0\r]")
_XML_SPECIAL: Final = re.compile("[&<>\r]")

_VOID_SLASH: Final = {False: frozenset[str](), True: VOID}
_DOUBLED: Final = {False: frozenset[str](), True: frozenset({"listing", "pre", "textarea"})}


class _HtmlWriter(Handler):
    """Writes HTML, keeping account of how a parser would read what comes next."""

    def __init__(
        self, write: Write, tags: _AttributeWriter, scripting: bool, slashed: frozenset[str], doubled: frozenset[str]
    ) -> None:
        self._write = write
        self._tags = tags
        self._scripting = scripting
        self._slashed = slashed
        self._doubled = doubled
        self._verbatim = tags.plain
        self._begin()

    def _begin(self) -> None:
        self._context = Context(scripting=self._scripting)
        self._inside = ""
        """The open element that holds nothing but text."""
        self._raw: RawText | None = None
        self._escapes = True
        self._behind = ""
        """The HTML element whose start tag was written last, with nothing behind it."""

    @override
    def start_document(self, locator: Locator) -> None:
        super().start_document(locator)
        self._begin()

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        lower = _TAG_NAMES[name]
        if self._inside:
            if self._raw is not None and self._raw.endless and self.locator.implied:
                return  # as the end tag of the script was: the page has ended in it
            raise self._misplaced(f"a start tag {name!r}")
        context = self._context
        end = " />" if lower in self._slashed else ">"
        self._behind = lower
        if context.runs or lower in context.notable:
            depth = context.depth
            if attrs.self_closing and (depth or lower in ("svg", "math")):
                end = " />"
                self._behind = ""
            state = context.start_tag(lower, attrs)
            if context.foreign and context.depth > depth:
                self._behind = ""
            if state != "data":
                self._inside = lower
                self._escapes = state == "RCDATA"
                if state in ("RAWTEXT", "script data"):
                    self._raw = RawText(lower)
        source = attrs.source
        if source and not (self._verbatim and _is_written_so(source)):
            source = self._tags(attrs.items())
        self._write(f"<{name}{source}{end}")

    @override
    def end_tag(self, name: str) -> None:
        lower = _TAG_NAMES[name]
        if self._inside:
            if self._inside == "plaintext" or (self._raw is not None and self._raw.endless):
                return
            if self._inside != lower:
                raise self._misplaced(f"an end tag {name!r}")
            self._inside = ""
            self._raw = None
            self._escapes = True
        elif lower == self._behind and lower in VOID:
            return
        self._behind = ""
        if self._context.runs:
            self._context.end_tag(lower)
        self._write(f"</{name}>")

    @override
    def text(self, data: str) -> None:
        if self._behind in self._doubled and data.startswith("\n"):
            data = "\n" + data
        self._behind = ""
        if self._escapes:
            if _HTML_SPECIAL.search(data):
                data = data.translate(_HTML_TEXT)
        elif self._raw is not None and (mark := self._raw.take(data)):
            raise UsageError(
                f"text inside {self._inside!r} holds {mark!r}, which would end it; in a script write '<\\/', "
                "or drop the element in a filter before the serializer"
            )
        self._write(data)

    @override
    def comment(self, data: str) -> None:
        self._markup("a comment")
        if _ENDS_COMMENT.search(data):
            raise UsageError(
                f"HTML has no comment {_shown(data)}: it may neither hold '-->' or '--!>' nor begin with '>' or '->'; "
                "change or drop it in a filter before the serializer"
            )
        self._write(f"<!--{data}-->")

    @override
    def doctype(self, doctype: Doctype) -> None:
        self._markup("a doctype")
        self._write(_html_doctype(doctype))

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._markup("a processing instruction")
        if not _TARGET.fullmatch(target) or ascii_lower(target) in ("xml", "xml-stylesheet") or ">" in data:
            raise UsageError(
                f"HTML has no processing instruction {_shown(f'{target} {data}')}: its target is of letters, digits, '_', '-', "
                "not 'xml' nor 'xml-stylesheet', and its data without '>'; change or drop it in a filter before the serializer"
            )
        self._write(f"<?{target} {data}?>" if data else f"<?{target}?>")

    def _markup(self, what: str) -> None:
        if self._inside:
            raise self._misplaced(what)
        self._behind = ""

    def _misplaced(self, what: str) -> UsageError:
        return UsageError(
            f"{what} inside {self._inside!r} would be read as text; end that element first, or drop it, "
            "in a filter before the serializer"
        )


_ENDS_COMMENT: Final = re.compile(r"\A-?>|--!?>")
_TARGET: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]*+")


def _shown(data: str) -> str:
    return repr(data if len(data) <= 40 else f"{data[:39]}\N{HORIZONTAL ELLIPSIS}")


class _TagNames(dict[str, str]):
    """The names of tags in ASCII lowercase, for those met most; names that no tag has are refused."""

    def __missing__(self, name: str) -> str:
        if not _TAG_NAME.fullmatch(name):
            raise UsageError(
                f"HTML has no tag {_shown(name)}: a name begins with a letter of ASCII, and has no space, '/', '>', NUL"
            )
        lower = ascii_lower(name)
        if len(name) <= 32:
            if len(self) >= 1000:
                self.clear()
            self[name] = lower
        return lower


_TAG_NAME: Final = re.compile(r"[a-zA-Z][^\t\n\f\r />\0]*+")
_TAG_NAMES: Final = _TagNames()


def _html_doctype(doctype: Doctype) -> str:
    name, public_id, system_id, force_quirks = doctype
    words = ["<!DOCTYPE", name] if name else ["<!DOCTYPE"]
    if public_id is not None:
        words += ["PUBLIC", _identifier(public_id)]
    elif system_id is not None:
        words.append("SYSTEM")
    elif name and force_quirks:
        words.append("PUBLIC")
    if system_id is not None:
        words.append(_identifier(system_id))
    if (not name and len(words) > 1) or (name and _NOT_IN_NAME.search(name)):
        raise UsageError(f"HTML has no {doctype}: a doctype has a name, without '>' and spaces, before its identifiers")
    written = " ".join(words)
    if force_quirks and len(words) > 2 and words[-1] != "PUBLIC":
        written = written[:-1]  # a quote that is missing brings the quirks back
    return written + ">"


def _identifier(identifier: str) -> str:
    quote = "'" if '"' in identifier else '"'
    if quote in identifier or ">" in identifier:
        raise UsageError(f"a doctype has no room for the identifier {_shown(identifier)}: neither '>' nor both kinds of quotes")
    return f"{quote}{identifier}{quote}"


_NOT_IN_NAME: Final = re.compile(r"[\t\n\f\r >\0]")


class _XmlWriter(Handler):
    """Writes XML: the same document as ``xmlsax`` tells of."""

    def __init__(self, write: Write, tags: _AttributeWriter) -> None:
        self._write = write
        self._tags = tags
        self._begin()

    def _begin(self) -> None:
        self._infoset = _infoset.Infoset()
        self._in_prolog = True

    @override
    def start_document(self, locator: Locator) -> None:
        super().start_document(locator)
        self._begin()

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self._in_prolog = False
        element = self._infoset.start(name, attrs)
        pairs = [(f"xmlns:{prefix}" if prefix else "xmlns", uri) for prefix, uri in element.declared]
        pairs += [(qname.qualified, value) for qname, value in _infoset.attributes(element, attrs)]
        self._write(f"<{element.name}{self._tags(pairs)}{' />' if element.void else '>'}")

    @override
    def end_tag(self, name: str) -> None:
        element = self._infoset.end(name)
        if element is not None:
            self._write(f"</{element.name}>")

    @override
    def text(self, data: str) -> None:
        data = _infoset.text(data)
        self._write(data.translate(_XML_TEXT) if _XML_SPECIAL.search(data) else data)

    @override
    def comment(self, data: str) -> None:
        self._write(f"<!--{_infoset.comment(data)}-->")

    @override
    def doctype(self, doctype: Doctype) -> None:
        declared = _infoset.doctype(doctype)
        if declared is None or not self._in_prolog:
            return
        self._in_prolog = False
        name, public_id, system_id = declared
        if public_id is not None:
            # An XML parser wants a system identifier behind it, be it an empty one.
            self._write(f'<!DOCTYPE {name} PUBLIC "{public_id}" {_xml_identifier(system_id or "")}>')
        elif system_id is not None:
            self._write(f"<!DOCTYPE {name} SYSTEM {_xml_identifier(system_id)}>")
        else:
            self._write(f"<!DOCTYPE {name}>")

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        target, data = _infoset.instruction(target, data)
        self._write(f"<?{target} {data}?>" if data else f"<?{target}?>")

    @override
    def end_document(self) -> None:
        for element in self._infoset.finish():
            self._write(f"</{element.name}>")


def _xml_identifier(identifier: str) -> str:
    if "'" not in identifier:
        return f"'{identifier}'" if '"' in identifier else f'"{identifier}"'
    return '"{}"'.format(identifier.replace('"', "%22"))
