"""Print the links of a page as they arrive, with nothing between the parser and the socket.

    python examples/links_from_socket.py http://example.org/

Each link is printed when the packet that completes its tag is there, however slowly the rest of the page comes.

Exit status: 0; 1 if the page could not be read to its end.
"""

from __future__ import annotations

import socket
import ssl
import sys
from email.parser import BytesHeaderParser
from string import punctuation
from typing import Final
from urllib.parse import quote, urlsplit

from saxhtml import LimitExceeded, Parser, UsageError
from saxhtml.links import Link, LinkFinder

TIMEOUT_SECONDS: Final = 30
LONGEST_HEAD: Final = 1 << 16


def connect(url: str) -> socket.socket:
    """Return a connection to the host of ``url``, on which the page has been asked for."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("not an http or https URL")
    secure = parts.scheme == "https"
    connection = socket.create_connection((parts.hostname, parts.port or (443 if secure else 80)), TIMEOUT_SECONDS)
    try:
        if secure:
            connection = ssl.create_default_context().wrap_socket(connection, server_hostname=parts.hostname)
        target = quote((parts.path or "/") + ("?" + parts.query if parts.query else ""), safe=punctuation)
        host = parts.netloc.rpartition("@")[2].encode("idna")
        # HTTP/1.0, which a server answers with nothing but the page up to the end of the connection.
        connection.sendall(b"GET %b HTTP/1.0\r\nHost: %b\r\n\r\n" % (target.encode("ascii"), host))
    except BaseException:
        connection.close()
        raise
    return connection


def read_head(connection: socket.socket) -> tuple[str | None, bytes]:
    """Read the head of the response; return the charset that it names, and what has arrived of the page behind it."""
    received = bytearray()
    while (end := received.find(b"\r\n\r\n")) < 0:
        piece = connection.recv(LONGEST_HEAD)
        received += piece
        if not piece or len(received) > LONGEST_HEAD:
            raise ValueError("no answer in HTTP")
    status_line, _, headers = received[: end + 4].partition(b"\r\n")
    status = status_line.decode("latin-1").partition(" ")[2]
    if not status.startswith("2"):
        raise ValueError(status or "no answer in HTTP")
    return BytesHeaderParser().parsebytes(headers).get_content_charset(), bytes(received[end + 4 :])


def make_parser(handler: LinkFinder, charset: str | None) -> Parser:
    try:
        return Parser(handler, encoding=charset)
    except UsageError:  # servers send labels that are no encoding's; the page itself may know better
        return Parser(handler)


def print_link(link: Link) -> None:
    print(link.url, flush=True)


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: links_from_socket.py URL", file=sys.stderr)
        return 2
    [url] = arguments
    try:
        with connect(url) as connection:
            charset, beginning = read_head(connection)
            parser = make_parser(LinkFinder(print_link, base_url=url), charset)
            parser.feed(beginning)
            parser.feed_from(connection)
            parser.close()
    except (OSError, ValueError, LimitExceeded) as error:
        print(f"{url}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
