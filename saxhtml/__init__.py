"""A streaming HTML parser: feed it any piece of a page, and it calls your handler with the WHATWG standard's events.

    from saxhtml import Handler, Parser

    class Titles(Handler):
        def start_tag(self, name, attrs):
            if "title" in attrs:
                print(self.locator.line, attrs["title"])

    parser = Parser(Titles())
    parser.feed("<p><a title='Some")
    parser.feed("thing'>and")
    parser.close()

Rooms, each importing only from those above it:

errors        exceptions, and the codes of parse errors
limits        how much of a hostile page is held
_elements     facts about elements: void, text mode, link attributes, block level
_encodings    WHATWG labels and what bytes mean
charref       character references
attributes    the attributes of a start tag, parsed when looked into
position      Locator: offsets, lines, columns, raw source
handler       Handler, HandlerProtocol, Filter, Doctype, Interest
tokenizer     characters to events, a chapter of the standard per file
decode        bytes to characters
parser        Parser and parse(): the front door
events        the events as values, for those who pull
aio           asyncio: the same, without waiting in between
_nesting      which elements are open in a stream of events
_rawtext      what text may not stand in script and its like
selector      CSS selectors that a stream can decide
tree          nodes with their place in the source, and how to edit there
capture       one call per matched element, with its text, source or tree
filters       with_tag_handler, keep, drop, rename, text, tee, trace, lint
contexts      a parse as contexts, and the transitions between them
dtd           content models as data, and a compiler of SGML DTDs
balance       tag soup to well-formed events: implied start and end tags
rewrite       edits on matched elements, the rest passes through untouched
links         extractor: every link of a page, and who links to a site
text          extractor: what a page says to its reader, as innerText
head          extractor: title, metas, links and JSON-LD, no further than the body
reader        pull: the same events, asked for
xmlsax        adapter: xml.sax handlers and readers
serialize     events to HTML
etree         adapter: ElementTree and lxml targets
htmlparser    adapter: html.parser's interface
testing       what tests of handlers and parsers need
cli           the command line
"""

from saxhtml.attributes import Attributes, AttributeSpan
from saxhtml.errors import (
    EncodingChanged,
    LimitExceeded,
    ParseError,
    SaxHtmlError,
    StopParsing,
    StrictParseError,
    UsageError,
)
from saxhtml.handler import Doctype, Filter, Handler, HandlerProtocol, Interest
from saxhtml.limits import Limits
from saxhtml.parser import Parser, parse
from saxhtml.position import Locator

__all__ = [
    "AttributeSpan",
    "Attributes",
    "Doctype",
    "EncodingChanged",
    "Filter",
    "Handler",
    "HandlerProtocol",
    "Interest",
    "LimitExceeded",
    "Limits",
    "Locator",
    "ParseError",
    "Parser",
    "SaxHtmlError",
    "StopParsing",
    "StrictParseError",
    "UsageError",
    "parse",
]
