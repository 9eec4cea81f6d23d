"""Servers for tests, and the loop for their clients: on 127.0.0.1, at a port of their own, and nobody waits for ever."""

from __future__ import annotations

import asyncio
import struct
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from socket import SO_LINGER, SOL_SOCKET, socket
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any, Final, TypeVar

from typing_extensions import override

PATIENCE_SECONDS: Final = 30
"""How long a test waits for what must come; only a test that fails waits so long."""

HEAD: Final = b"HTTP/1.0 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"

Answer = Callable[[socket, str], None]
"""Answers a request, for a path, over its connection, which is closed afterwards."""


_T = TypeVar("_T")


class _Server(ThreadingTCPServer):
    request_queue_size = 100

    def __init__(self, answer: Answer) -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self.answer = answer
        self.failures: list[BaseException] = []

    @override
    def handle_error(self, request: Any, client_address: Any) -> None:
        failure = sys.exception()
        assert failure is not None
        self.failures.append(failure)


class _Connection(StreamRequestHandler):
    timeout = PATIENCE_SECONDS
    server: _Server

    @override
    def handle(self) -> None:
        path = self.rfile.readline().decode("ascii").split()[1]
        while self.rfile.readline().strip():
            pass
        self.server.answer(self.connection, path)


@contextmanager
def serving(answer: Answer) -> Iterator[str]:
    """Call ``answer`` for each request, in a thread of its own; yield ``127.0.0.1:PORT``. Raise in the end what it raised."""
    with _Server(answer) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield "{}:{}".format(*server.server_address)
        finally:
            server.shutdown()
            thread.join()
    if server.failures:
        raise server.failures[0]


def reset(connection: socket) -> None:
    """Make the connection end in an error for the other side, as when a machine is switched off."""
    connection.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def run(coroutine: Coroutine[Any, Any, _T]) -> _T:
    """Run a coroutine to its end in a loop of its own."""

    async def with_patience() -> _T:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await coroutine

    return asyncio.run(with_patience())
