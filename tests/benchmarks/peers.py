"""What the peers do: the same tasks, each in that peer's fastest way. Those that are not installed have no rows.

html.parser is always there; the others come with the extra ``bench``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from importlib import import_module, metadata
from importlib.util import find_spec
from time import perf_counter
from typing import Any, Final

from typing_extensions import override

from .entries import Entry, StopWatch
from .pages import Page

_AttributeList = list[tuple[str, str | None]]


# ---------------------------------------------------------------------------------------------------------- html.parser


class _StdlibEvents(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    @override
    def handle_starttag(self, tag: str, attrs: _AttributeList) -> None:
        self.count += 1

    @override
    def handle_startendtag(self, tag: str, attrs: _AttributeList) -> None:
        self.handle_starttag(tag, attrs)

    @override
    def handle_endtag(self, tag: str) -> None:
        self.count += 1

    @override
    def handle_data(self, data: str) -> None:
        self.count += 1

    @override
    def handle_comment(self, data: str) -> None:
        self.count += 1

    @override
    def handle_decl(self, decl: str) -> None:
        self.count += 1

    @override
    def unknown_decl(self, data: str) -> None:
        self.count += 1

    @override
    def handle_pi(self, data: str) -> None:
        self.count += 1


class _StdlibAttributes(_StdlibEvents):
    @override
    def handle_starttag(self, tag: str, attrs: _AttributeList) -> None:
        self.count += 1
        for _name, _value in attrs:
            self.count += 1


class _StdlibLinks(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str | None] = []

    @override
    def handle_starttag(self, tag: str, attrs: _AttributeList) -> None:
        if tag == "a":
            for name, value in attrs:
                if name == "href":
                    self.links.append(value)
                    break

    @override
    def unknown_decl(self, data: str) -> None:
        pass

    @property
    def count(self) -> int:
        return len(self.links)


class _StdlibText(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    @override
    def handle_data(self, data: str) -> None:
        self.count += len(data)

    @override
    def unknown_decl(self, data: str) -> None:
        pass


class _StdlibFirstEvent(StopWatch, _StdlibEvents):
    pass


def _stdlib_run(parser_type: type[_StdlibEvents | _StdlibLinks | _StdlibText]) -> Callable[[Page], int]:
    def run(page: Page) -> int:
        parser = parser_type()
        for piece in page.pieces:
            parser.feed(piece)
        parser.close()
        return parser.count

    return run


def _stdlib_latency(page: Page) -> float:
    parser = _StdlibFirstEvent()
    start = perf_counter()
    for piece in page.pieces:
        parser.feed(piece)
        if parser.at:
            break
    return parser.at - start


def _html_parser() -> Iterator[Entry]:
    yield Entry("events", "html.parser", _stdlib_run(_StdlibEvents))
    yield Entry("attributes", "html.parser", _stdlib_run(_StdlibAttributes))
    yield Entry("links", "html.parser", _stdlib_run(_StdlibLinks))
    yield Entry("text", "html.parser", _stdlib_run(_StdlibText))
    yield Entry("letters", "html.parser", _stdlib_run(_StdlibEvents))
    yield Entry("latency", "html.parser", _stdlib_latency)


# ----------------------------------------------------------------------------------------------------------------- lxml


class _LxmlTarget:
    def __init__(self) -> None:
        self.count = 0

    def close(self) -> None:
        """lxml calls it at the end and hands on what it returns."""


class _LxmlEvents(_LxmlTarget):
    def start(self, tag: str, attrib: Mapping[str, str]) -> None:
        self.count += 1

    def end(self, tag: str) -> None:
        self.count += 1

    def data(self, data: str) -> None:
        self.count += 1

    def comment(self, data: str) -> None:
        self.count += 1

    def doctype(self, name: str | None, public_id: str | None, system: str | None) -> None:
        self.count += 1

    def pi(self, target: str, data: str | None) -> None:
        self.count += 1


class _LxmlAttributes(_LxmlEvents):
    @override
    def start(self, tag: str, attrib: Mapping[str, str]) -> None:
        self.count += 1
        for _name, _value in attrib.items():
            self.count += 1


class _LxmlLinks(_LxmlTarget):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []

    def start(self, tag: str, attrib: Mapping[str, str]) -> None:
        if tag == "a":
            href = attrib.get("href")
            if href is not None:
                self.links.append(href)

    @override
    def close(self) -> None:
        self.count = len(self.links)


class _LxmlText(_LxmlTarget):
    def data(self, data: str) -> None:
        self.count += len(data)


class _LxmlFirstEvent(StopWatch, _LxmlEvents):
    pass


def _lxml() -> Iterator[Entry]:
    etree = import_module("lxml.etree")

    def run_with(target_type: type[_LxmlTarget]) -> Callable[[Page], int]:
        def run(page: Page) -> int:
            target = target_type()
            parser = etree.HTMLParser(target=target)
            for piece in page.pieces:
                parser.feed(piece)
            parser.close()
            return target.count

        return run

    def latency(page: Page) -> float:
        target = _LxmlFirstEvent()
        parser = etree.HTMLParser(target=target)
        start = perf_counter()
        for piece in page.pieces:
            parser.feed(piece)
            if target.at:
                break
        return target.at - start

    yield Entry("events", "lxml", run_with(_LxmlEvents))
    yield Entry("attributes", "lxml", run_with(_LxmlAttributes))
    yield Entry("links", "lxml", run_with(_LxmlLinks))
    yield Entry("text", "lxml", run_with(_LxmlText))
    yield Entry("letters", "lxml", run_with(_LxmlEvents))
    yield Entry("latency", "lxml", latency)


# ------------------------------------------------------------------------------------------------------------ turbohtml


class _TurboHandler:
    def __init__(self) -> None:
        self.count = 0

    def _event(self, *_event: object) -> None:
        self.count += 1

    def handle_starttag(self, tag: str, attrs: _AttributeList) -> None:
        self.count += 1

    def handle_startendtag(self, tag: str, attrs: _AttributeList) -> None:
        self.count += 1

    def handle_endtag(self, tag: str) -> None:
        self.count += 1

    def handle_data(self, data: str) -> None:
        self.count += 1

    handle_comment = handle_decl = handle_pi = unknown_decl = _event


def _turbohtml() -> Iterator[Entry]:
    module = import_module("turbohtml")
    tokenizer_type = module.Tokenizer
    rewrite = import_module("turbohtml.rewrite").rewrite
    start_tag, text = module.TokenType.START_TAG, module.TokenType.TEXT

    def tokens(page: Page, **options: bool) -> Iterator[Iterator[Any]]:
        tokenizer = tokenizer_type(**options)
        for piece in page.pieces:
            yield tokenizer.feed(piece)
        yield tokenizer.close()

    def events(page: Page) -> int:
        count = 0
        for batch in tokens(page):
            for _token in batch:
                count += 1
        return count

    def attributes(page: Page) -> int:
        count = 0
        for batch in tokens(page):
            for token in batch:
                count += 1
                pairs = token.attrs
                if pairs:
                    for _name, _value in pairs:
                        count += 1
        return count

    def links(page: Page) -> int:
        links = []
        for batch in tokens(page):
            for token in batch:
                if token.tag == "a" and token.type is start_tag:
                    href = token.attr("href")
                    if href is not None:
                        links.append(href)
        return len(links)

    def characters(page: Page) -> int:
        count = 0
        for batch in tokens(page, capture_attributes=False):
            for token in batch:
                if token.tag is None and token.type is text:
                    count += len(token.data)
        return count

    def dispatched(page: Page) -> int:
        handler, tokenizer = _TurboHandler(), tokenizer_type()
        for piece in page.pieces:
            tokenizer.feed(piece)
            tokenizer.dispatch(handler)
        tokenizer.close()
        tokenizer.dispatch(handler)
        return handler.count

    def latency(page: Page) -> float:
        tokenizer = tokenizer_type()
        start = perf_counter()
        for piece in page.pieces:
            for _token in tokenizer.feed(piece):
                return perf_counter() - start
        raise ValueError(f"{page.name} has no event before its end")

    def rewritten(page: Page) -> int:
        count = 0

        def nofollow(link: Any) -> None:
            nonlocal count
            count += 1
            link.set_attribute("rel", "nofollow")

        rewrite(page.text, elements=[("a[href]", nofollow)])
        return count

    yield Entry("events", "turbohtml", events)
    yield Entry("events", "turbohtml, dispatch", dispatched)
    yield Entry("attributes", "turbohtml", attributes)
    yield Entry("links", "turbohtml", links)
    yield Entry("text", "turbohtml", characters)
    yield Entry("rewrite", "turbohtml", rewritten, whole=True)
    yield Entry("letters", "turbohtml", events)
    yield Entry("latency", "turbohtml", latency)


# ------------------------------------------------------------------------------------------------------------- html5lib


def _html5lib() -> Iterator[Entry]:
    html5lib = import_module("html5lib")
    module = import_module("html5lib._tokenizer")
    types: dict[str, int] = import_module("html5lib.constants").tokenTypes
    error, start_tag = types["ParseError"], types["StartTag"]
    texts = {types["Characters"], types["SpaceCharacters"]}
    states = dict.fromkeys(("style", "xmp", "iframe", "noembed", "noframes"), "rawtextState")
    states |= {"script": "scriptDataState", "title": "rcdataState", "textarea": "rcdataState", "plaintext": "plaintextState"}

    def tokens(page: Page) -> Iterator[dict[str, Any]]:
        tokenizer = module.HTMLTokenizer(page.text)
        for token in tokenizer:
            if token["type"] == start_tag and token["name"] in states:
                # Its own tree builder is what tells it so; without, the tags inside a script would count.
                tokenizer.state = getattr(tokenizer, states[token["name"]])
            yield token

    def events(page: Page) -> int:
        return sum(token["type"] != error for token in tokens(page))

    def attributes(page: Page) -> int:
        count = 0
        for token in tokens(page):
            if token["type"] != error:
                count += 1
            if token["type"] == start_tag:
                for _name, _value in token["data"].items():
                    count += 1
        return count

    def links(page: Page) -> int:
        of_links = (token["data"] for token in tokens(page) if token["type"] == start_tag and token["name"] == "a")
        return len([attributes["href"] for attributes in of_links if "href" in attributes])

    def characters(page: Page) -> int:
        return sum(len(token["data"]) for token in tokens(page) if token["type"] in texts)

    def latency(page: Page) -> float:
        start = perf_counter()
        for token in tokens(page):
            if token["type"] != error:
                break
        return perf_counter() - start

    def rewritten(page: Page) -> int:
        tree = html5lib.parse(page.text)
        links = [link for link in tree.iter("{http://www.w3.org/1999/xhtml}a") if "href" in link.attrib]
        for link in links:
            link.set("rel", "nofollow")
        html5lib.serialize(tree, omit_optional_tags=False)
        return len(links)

    yield Entry("events", "html5lib", events, whole=True)
    yield Entry("attributes", "html5lib", attributes, whole=True)
    yield Entry("links", "html5lib", links, whole=True)
    yield Entry("text", "html5lib", characters, whole=True)
    yield Entry("rewrite", "html5lib", rewritten, whole=True)
    yield Entry("latency", "html5lib", latency, whole=True)


# ------------------------------------------------------------------------------------------------------------- justhtml


def _justhtml() -> Iterator[Entry]:
    stream = import_module("justhtml").stream

    def events(page: Page) -> int:
        count = 0
        for _event in stream(page.text):
            count += 1
        return count

    def attributes(page: Page) -> int:
        count = 0
        for kind, data in stream(page.text):
            count += 1
            if kind == "start":
                for _name, _value in data[1].items():
                    count += 1
        return count

    def links(page: Page) -> int:
        links = []
        for kind, data in stream(page.text):
            if kind == "start" and data[0] == "a" and "href" in data[1]:
                links.append(data[1]["href"])
        return len(links)

    def characters(page: Page) -> int:
        count = 0
        for kind, data in stream(page.text):
            if kind == "text":
                count += len(data)
        return count

    def latency(page: Page) -> float:
        start = perf_counter()
        next(stream(page.text), None)
        return perf_counter() - start

    yield Entry("events", "justhtml", events, whole=True)
    yield Entry("attributes", "justhtml", attributes, whole=True)
    yield Entry("links", "justhtml", links, whole=True)
    yield Entry("text", "justhtml", characters, whole=True)
    yield Entry("latency", "justhtml", latency, whole=True)


# ----------------------------------------------------------------------------------------------------------- selectolax


def _selectolax() -> Iterator[Entry]:
    parser_type = import_module("selectolax.lexbor").LexborHTMLParser

    def links(page: Page) -> int:
        of_links = (node.attributes for node in parser_type(page.text).css("a[href]"))
        # In svg the selector takes xlink:href as well.
        return len([attributes["href"] for attributes in of_links if "href" in attributes])

    yield Entry("links", "selectolax", links, whole=True)


_PEERS: Final[dict[str, Callable[[], Iterator[Entry]]]] = {
    "html5lib": _html5lib,
    "justhtml": _justhtml,
    "lxml": _lxml,
    "selectolax": _selectolax,
    "turbohtml": _turbohtml,
}


def entries() -> list[Entry]:
    """Return the rows of html.parser and of every other peer that is installed."""
    found = list(_html_parser())
    for name, peer in _PEERS.items():
        if find_spec(name) is not None:
            found += peer()
    return found


def versions() -> dict[str, str]:
    """Return the versions of the installed peers by name, html.parser's being Python's."""
    return {name: metadata.version(name) for name in _PEERS if find_spec(name) is not None}
