"""A streaming HTML parser: feed it any piece of a page, and it calls your handler with the WHATWG standard's events.

Rooms, each importing only from those above it:

errors        exceptions, and the codes of parse errors
_elements     facts about elements: void, text mode, link attributes, block level
_encodings    WHATWG labels and their Python codecs
charref       character references
attributes    the attributes of a start tag, parsed when looked into
position      Locator: offsets, lines, columns, raw source
handler       Handler, HandlerProtocol, Filter, Doctype, Interest
tokenizer     characters to events, a chapter of the standard per file
decode        bytes to characters
parser        Parser and parse(): the front door
testing       what tests of handlers and parsers need
"""
