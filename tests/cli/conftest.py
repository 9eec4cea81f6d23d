"""A page on disk, and a server whose paths are its tempers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import pytest
from typing_extensions import override

PATIENCE_SECONDS = 60
"""How long a test waits for what must come; only a test that fails waits so long."""


@pytest.fixture
def page(tmp_path: Path) -> Callable[[str | bytes], str]:
    """Write a page and return its path."""

    def write(html: str | bytes) -> str:
        path = tmp_path / "page.html"
        path.write_bytes(html.encode() if isinstance(html, str) else html)
        return str(path)

    return write


class Site(ThreadingHTTPServer):
    """A site on 127.0.0.1. The path ``/slow`` waits in the middle until ``go_on`` is set."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.go_on = Event()
        self.url = f"http://127.0.0.1:{self.server_port}"


class _Answers(BaseHTTPRequestHandler):
    server: Site

    @override
    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "/dir/page")
            self.end_headers()
            return
        if self.path == "/missing":
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", f"text/html; charset={'koi8-r' if self.path == '/koi8' else 'utf-8'}")
        if self.path == "/short":
            self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"<a href=first>")
        if self.path == "/slow":
            self.wfile.flush()
            self.server.go_on.wait(PATIENCE_SECONDS)
        if self.path == "/koi8":
            self.wfile.write("<meta charset=utf-8><a href='да'>".encode("koi8-r"))
        elif self.path != "/short":
            self.wfile.write(f"<a href='{self.path}'>".encode())


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("no_proxy", "*")
    with Site() as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.go_on.set()
        server.shutdown()
        thread.join()
