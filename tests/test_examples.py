"""The examples: each is run as it would be by hand, with a server on this machine, and what it prints is compared."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Barrier, Lock, Semaphore
from typing import Final

import pytest

import saxhtml
from tests.servers import HEAD, PATIENCE_SECONDS, reset, serving

EXAMPLES: Final = Path(__file__).resolve().parents[1] / "examples"
ENVIRONMENT: Final = {
    **os.environ,
    "PYTHONPATH": str(Path(saxhtml.__file__).parents[1]),
    "PYTHONIOENCODING": "utf-8",
    "PYTHONWARNINGS": "error",
}
NO_PROXY: Final = {name: "" for name in os.environ if name.lower().endswith("_proxy")}


def command(example: str, *arguments: str) -> list[str]:
    return [sys.executable, str(EXAMPLES / example), *arguments]


def run(example: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(example, *arguments),
        env={**ENVIRONMENT, **NO_PROXY},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_SECONDS,
        check=False,
    )


@contextmanager
def started(example: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run an example of which the lines are read as they come."""
    with subprocess.Popen(
        command(example, *arguments), env={**ENVIRONMENT, **NO_PROXY}, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def site(pages: dict[str, bytes]) -> Callable[[socket.socket, str], None]:
    """Return what answers with ``pages``, by their paths; a page that begins with HTTP has a head of its own."""

    def answer(connection: socket.socket, path: str) -> None:
        page = pages.get(path, b"HTTP/1.0 404 Not Found\r\n\r\n<title>Not found</title>")
        connection.sendall(page if page.startswith(b"HTTP") else HEAD + page)

    return answer


def test_every_example_is_tested() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in EXAMPLES.parent.glob("tests/**/test_*.py"))
    assert [path.name for path in EXAMPLES.glob("*.py") if path.name not in tests] == []


# title_of


TITLES: Final[dict[str, tuple[bytes, str]]] = {
    "/plain": (b"<!DOCTYPE html><html><head><title>Tea</title><body><svg><title>Not this</title></svg>", "Tea"),
    "/late": (b"<p>text</p></title>" * 5000 + b"<TITLE\n>\n Tea  &amp;\n caf\xc3\xa9 <b> </title >", "Tea & café <b>"),
    "/koi8-r": (b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=KOI8-R\r\n\r\n<title>\xde\xc1\xca</title>", "чай"),
    "/unknown": (b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=?\r\n\r\n<meta charset=koi8-r><title>\xc4</title>", "д"),
    "/moved": (b"HTTP/1.1 302 Found\r\nLocation: /plain\r\n\r\n", "Tea"),
    "/none": (b"<p>No title", ""),
    "/open": (b"<title>Goes on", "Goes on"),
    "/empty": (b"", ""),
}
"""Pages and their titles, by their paths."""


def test_title_of_prints_the_title_of_each_page() -> None:
    with serving(site({path: page for path, (page, _) in TITLES.items()})) as host:
        urls = [f"http://{host}{path}" for path in TITLES]
        done = run("title_of.py", *urls)
    assert done.stdout.splitlines() == [f"{url}\t{title}" for url, (_, title) in zip(urls, TITLES.values(), strict=True)]
    assert (done.stderr, done.returncode) == ("", 0)


def test_title_of_goes_on_after_a_page_that_it_cannot_read() -> None:
    with serving(site({"/": b"<title>Tea</title>", "/a%20%C3%A9": b"<title>Cake</title>"})) as host:
        urls = [f"http://{host}/", f"http://{host}/lost", "no URL", f"http://{host}/a é"]
        done = run("title_of.py", *urls)
    assert done.stdout == f"{urls[0]}\tTea\n{urls[3]}\tCake\n"
    assert done.stderr == f"{urls[1]}: HTTP Error 404: Not Found\nno URL: unknown url type: 'no%20URL'\n"
    assert done.returncode == 1


def test_title_of_hangs_up_behind_the_title() -> None:
    hung_up = Semaphore(0)

    def answer(connection: socket.socket, path: str) -> None:
        connection.sendall(HEAD + b"<html><title>Tea</title>")
        # The page never ends: the client must hang up for this to go on.
        with suppress(ConnectionResetError):  # which it is if some of the page was left unread
            assert connection.recv(1) == b""
        hung_up.release()

    with serving(answer) as host:
        done = run("title_of.py", f"http://{host}/")
    assert (done.stdout, done.returncode) == ("Tea\n", 0)
    assert hung_up.acquire(timeout=PATIENCE_SECONDS)


# links_from_socket


def test_links_from_socket_prints_each_link_when_its_tag_is_there() -> None:
    pieces = [b"<a href=1>one</a><a hre", b"f='2?x&am", b"p;y'>two</a><base href=/caf\xc3", b"\xa9/><img sr", b"c=3>"]
    printed = Semaphore(0)

    def answer(connection: socket.socket, path: str) -> None:
        assert path == "/shop/page?q=%20a"
        connection.sendall(HEAD[:30])
        connection.sendall(HEAD[30:] + pieces[0])
        assert printed.acquire(timeout=PATIENCE_SECONDS)
        connection.sendall(pieces[1])
        connection.sendall(pieces[2])
        assert printed.acquire(timeout=PATIENCE_SECONDS)
        connection.sendall(pieces[3])
        assert printed.acquire(timeout=PATIENCE_SECONDS)
        connection.sendall(pieces[4])
        # The page never ends; the test has seen enough and the process goes.
        connection.recv(1)

    lines = []
    with serving(answer) as host, started("links_from_socket.py", f"http://{host}/shop/page?q= a") as process:
        assert process.stdout is not None
        for _ in range(4):
            lines.append(process.stdout.readline())
            printed.release()
    assert lines == [f"http://{host}{path}\n" for path in ["/shop/1", "/shop/2?x&y", "/café/", "/café/3"]]


@pytest.mark.parametrize(
    ("page", "link"),
    [
        pytest.param(b"<a href=\xc3\xa9>", "é", id="head in UTF-8"),
        pytest.param(
            b"HTTP/1.0 200 OK\r\nContent-Type: text/html; charset=made-up\r\n\r\n<meta charset=koi8-r><a href=\xc4>",
            "д",
            id="charset that nobody knows",
        ),
        pytest.param(b"HTTP/1.0 200 OK\r\n\r\n<a href=\xe9>", "é", id="no charset"),
    ],
)
def test_links_from_socket_reads_the_page_in_its_encoding(page: bytes, link: str) -> None:
    with serving(site({"/": page})) as host:
        done = run("links_from_socket.py", f"http://{host}")
    assert (done.stdout, done.stderr, done.returncode) == (f"http://{host}/{link}\n", "", 0)


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        pytest.param(b"HTTP/1.0 404 Not Found\r\n\r\n<a href=x>", "404 Not Found", id="no such page"),
        pytest.param(b"HTTP/1.0 301 Moved\r\nLocation: /\r\n\r\n", "301 Moved", id="redirect"),
        pytest.param(b"HTTP/1.0 200 OK\r\n", "no answer in HTTP", id="head without an end"),
        pytest.param(b"HTTP\r\n\r\n", "no answer in HTTP", id="no status"),
        pytest.param(b"HTTP/1.0 200 OK\r\n" + b"A: B\r\n" * 11_000, "no answer in HTTP", id="endless head"),
    ],
)
def test_links_from_socket_says_what_is_wrong(answer: bytes, error: str) -> None:
    with serving(site({"/": answer})) as host:
        done = run("links_from_socket.py", f"http://{host}/")
    assert (done.stdout, done.stderr, done.returncode) == ("", f"http://{host}/: {error}\n", 1)


def test_links_from_socket_prints_the_links_before_the_connection_breaks() -> None:
    printed = Semaphore(0)

    def answer(connection: socket.socket, path: str) -> None:
        connection.sendall(HEAD + b"<a href=1>")
        assert printed.acquire(timeout=PATIENCE_SECONDS)
        reset(connection)

    with serving(answer) as host, started("links_from_socket.py", f"http://{host}/") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"http://{host}/1\n"
        printed.release()
        assert process.stdout.read() == ""
        assert process.wait(PATIENCE_SECONDS) == 1


# crawl_asyncio


SITE: Final = {
    "/": b"<title>Home</title><a href=a>a</a><a href=b#x>b</a><a href=/b>b</a><link rel=icon href=/icon>",
    "/a": b"<title> A &amp;\n B </title><title>Not this</title><a href=/>home</a><img src=x.png>",
    "/b": b"<p>No title</p><a href='//elsewhere.invalid/'>away</a><a href=c>c</a><a href=http://[>?</a>",
    "/c": b"<svg><title>In a picture</title></svg><a href=moved></a><a href=picture></a><a href=lost></a><a href=broken></a>",
    "/moved": b"HTTP/1.0 301 Moved\r\nLocation: /d\r\n\r\n",
    "/d": b"HTTP/1.0 200 OK\r\nContent-Type: text/html;charset=koi8-r\r\n\r\n<title>\xde\xc1\xca</title><iframe src=caf\xc4>",
    "/caf%D0%B4": b"HTTP/1.0 200 OK\r\n\r\n",
    "/picture": b"HTTP/1.0 200 OK\r\nContent-Type: image/png\r\n\r\n<title>PNG</title>",
    "/broken": b"HTTP/1.0 200 OK\r\n",
}


def test_crawl_prints_each_page_of_the_host_once() -> None:
    with serving(site(SITE)) as host:
        done = run("crawl_asyncio.py", f"http://{host}")
    assert sorted(done.stdout.splitlines()) == sorted(
        f"http://{host}{row}"
        for row in [
            "/\tHome\t4",
            "/a\tA & B\t2",
            "/b\t\t3",
            "/c\tIn a picture\t4",
            "/d\tчай\t1",
            "/cafд\t\t0",
        ]
    )
    assert sorted(done.stderr.splitlines()) == sorted(
        f"http://{host}{row}"
        for row in [
            "/moved: 301 Moved: /d",
            "/picture: image/png is not HTML",
            "/lost: 404 Not Found",
            "/broken: no answer in HTTP",
        ]
    )
    assert done.returncode == 0


@pytest.mark.parametrize("at_once", [1, 3, 7])
def test_crawl_reads_as_many_pages_at_once_as_it_may_and_no_more(at_once: int) -> None:
    """Every page but the first is answered only when ``at_once`` of them have been asked for and not answered."""
    pages = 2 * at_once
    barrier = Barrier(at_once, timeout=PATIENCE_SECONDS)
    lock = Lock()
    open_now = 0
    most = 0

    def answer(connection: socket.socket, path: str) -> None:
        nonlocal open_now, most
        if path == "/":
            connection.sendall(HEAD + b"".join(b"<a href=%d>" % number for number in range(pages)))
            return
        with lock:
            open_now += 1
            most = max(most, open_now)
        connection.sendall(HEAD)
        barrier.wait()
        with lock:
            open_now -= 1
        connection.sendall(b"<title>Page</title>")

    with serving(answer) as host:
        done = run("crawl_asyncio.py", f"http://{host}/", "--at-once", str(at_once))
    assert sorted(done.stdout.splitlines()) == sorted(
        [f"http://{host}/\t\t{pages}", *(f"http://{host}/{number}\tPage\t0" for number in range(pages))]
    )
    assert most == at_once


def test_crawl_follows_links_of_a_page_that_is_still_arriving() -> None:
    asked_for = Semaphore(0)

    def answer(connection: socket.socket, path: str) -> None:
        if path == "/":
            connection.sendall(HEAD + b"<a href=next>")
            assert asked_for.acquire(timeout=PATIENCE_SECONDS)
        else:
            asked_for.release()
            connection.sendall(HEAD)

    with serving(answer) as host:
        done = run("crawl_asyncio.py", f"http://{host}/")
    assert sorted(done.stdout.splitlines()) == [f"http://{host}/\t\t1", f"http://{host}/next\t\t0"]


def test_crawl_asks_for_no_more_pages_than_it_may() -> None:
    endless = {f"/{number}": b"<a href=%d>" % (number + 1) for number in range(10)}
    with serving(site(endless)) as host:
        done = run("crawl_asyncio.py", f"http://{host}/0", "--pages", "3")
    assert done.stdout.splitlines() == [f"http://{host}/{number}\t\t1" for number in range(3)]


def test_crawl_fails_where_there_is_no_page() -> None:
    with serving(site({})) as host:
        done = run("crawl_asyncio.py", f"http://{host}/")
    assert (done.stdout, done.stderr, done.returncode) == ("", f"http://{host}/: 404 Not Found\n", 1)


# The command lines


@pytest.mark.parametrize(
    ("example", "arguments", "message"),
    [
        pytest.param("title_of.py", [], "usage: title_of.py URL...", id="title_of"),
        pytest.param("links_from_socket.py", [], "usage: links_from_socket.py URL", id="links_from_socket"),
        pytest.param("crawl_asyncio.py", [], "usage: crawl_asyncio.py", id="crawl_asyncio"),
        pytest.param("crawl_asyncio.py", ["http://x/", "--at-once=0"], "--at-once begin at 1", id="crawl none at once"),
        pytest.param("crawl_asyncio.py", ["http://x/", "--pages=0"], "--pages and --at-once", id="crawl no pages"),
        pytest.param("crawl_asyncio.py", ["ftp://x/"], "ftp://x/: not an http or https URL", id="crawl by ftp"),
    ],
)
def test_a_command_line_that_makes_no_sense_is_explained(example: str, arguments: list[str], message: str) -> None:
    done = run(example, *arguments)
    assert message in done.stderr
    assert (done.stdout, done.returncode) == ("", 2)


@pytest.mark.parametrize("example", ["title_of.py", "links_from_socket.py", "crawl_asyncio.py"])
def test_a_server_that_is_not_there_is_reported(example: str) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # so that nobody else is there either
        url = "http://{}:{}/".format(*nobody.getsockname())
        done = run(example, url)
    assert done.stderr.startswith(f"{url}: ")
    assert len(done.stderr.splitlines()) == 1
    assert (done.stdout, done.returncode) == ("", 1)
