"""The sample programs of the four older systems: each is run as it would be by hand, and what it prints is compared."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest
from typing_extensions import override

import saxhtml
from tests.servers import PATIENCE_SECONDS

EXAMPLES: Final = Path(__file__).resolve().parents[2] / "examples" / "parity"
ENVIRONMENT: Final = {
    **os.environ,
    **{name: "" for name in os.environ if name.lower().endswith("_proxy")},
    "PYTHONPATH": str(Path(saxhtml.__file__).parents[1]),
    "PYTHONIOENCODING": "utf-8",
    "PYTHONWARNINGS": "error",
}


def run(directory: Path, example: str, *arguments: str) -> tuple[int, str, str]:
    """Run an example in that directory; return its status and what it printed, lines ends as LF."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{example}.py"), *arguments],
        cwd=directory,
        env=ENVIRONMENT,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_read_chars_pulls_characters_and_tags(tmp_path: Path) -> None:
    page = """<!DOCTYPE html><title>Tea &amp; cake</title><!-- no -->
<p CLASS="menu">One cup<br/>of thé</p>
<script>if (a < b) "</p>"</script>"""
    (tmp_path / "page.html").write_text(page, encoding="utf-8-sig")
    expected = """\
tag   <title>
text  'Tea & cake'
tag   </title>
text  '\\n'
tag   <p CLASS="menu">
text  'One cup'
tag   <br/>
text  'of thé'
tag   </p>
text  '\\n'
tag   <script>
text  'if (a < b) "</p>"'
tag   </script>
"""
    assert run(tmp_path, "read_chars", "page.html") == (0, expected, "")


@pytest.mark.parametrize(
    ("host", "status", "output"),
    [
        pytest.param("tea.example", 0, "http://Tea.example/menu\n", id="a link"),
        pytest.param("cake.example", 0, "//cake.example/\n", id="a link with its quote missing"),
        pytest.param("www.tea.example", 1, "", id="no link"),
        pytest.param("comment.example", 1, "", id="a link in a comment"),
        pytest.param("script.example", 1, "", id="a link in a script"),
    ],
)
def test_scan_for_backlink_goes_from_link_to_link(tmp_path: Path, host: str, status: int, output: str) -> None:
    page = """<!-- <a href="http://comment.example/"> --><script>"<a href='http://script.example/'>"</script>
<a name=top>Top</a> <a href="http://[">?</a> <a href="/menu">Menu</a>
<a class=new href="//cake.example/>Cake</a>
<p><A HREF='http://Tea.example/menu'>Tea</A> <a href=http://tea.example/second>Tea</a>"""
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    assert run(tmp_path, "scan_for_backlink", host, "page.html") == (status, output, "")


def test_simple_parser_prints_each_event_and_its_place(tmp_path: Path) -> None:
    page = """<!doctype HTML><?style page?>
<ul><li>Tea &amp; cake
<li><A Href=thé title='1 "2"' checked>th&eacute;</A><!-- sold out --></ul>
"""
    (tmp_path / "page.html").write_text(page, encoding="utf-8-sig")
    expected = """\
1:1 doctype html
1:16 pi style 'page'
1:30 text '\\n'
2:1 start ul
2:5 start li
2:9 text 'Tea & cake\\n'
3:1 start li
3:5 start a href='thé' title='1 "2"' checked=''
3:39 text 'thé'
3:49 end a
3:53 comment ' sold out '
3:70 end ul
3:75 text '\\n'
"""
    assert run(tmp_path, "simple_parser", "page.html") == (0, expected, "")


def test_tag_handlers_nest_for_all_pages_and_for_each(tmp_path: Path) -> None:
    one = """<p><a href=#top>Top</a> <a name=top></a> <a href=tea.html>Tea <b>and
cake</b></a><blorb>TODO: prices</blorb>"""
    two = """<img alt=Cup src=cup.png><a href=/><img src=home.png>Home</a><blorb><blink>"""
    (tmp_path / "one.html").write_text(one, encoding="utf-8")
    (tmp_path / "two.html").write_text(two, encoding="utf-8")
    expected = """\
one.html:1:42: link to tea.html: Tea and cake
one.html:2:20: something to do
two.html:1:36: no ALT: home.png
two.html:1:26: link to /: Home
unknown tag blorb: 2
"""
    status, output, errors = run(tmp_path, "tag_handlers", "one.html", "lost.html", "two.html")
    assert (status, output) == (1, expected)
    assert errors.startswith("lost.html: ")


class Quiet(SimpleHTTPRequestHandler):
    @override
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def site(directory: Path) -> Iterator[str]:
    """Serve a directory; yield its URL."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(directory))) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield "http://{}:{}".format(*server.server_address)
        finally:
            server.shutdown()
            thread.join()


SITE: Final = {
    "index.html": """<link rel=stylesheet href=style.css><a href="menu/">Menu</a> <a href="#top">Top</a><img src=cup.png>
        <a href=menu/#cake>Cake</a> <a href=//127.0.0.1:1/away>Away</a> <a href=mailto:x@tea.example>Write</a> <a href="http://[">?</a>""",
    "menu/index.html": "<base href=../menu/de/><a href=tee.html>Tee</a><a href=/lost.html>Lost</a><a href=/cup.png>Cup</a>",
    "menu/de/tee.html": "<a href=/>Start</a>",
    "cup.png": "<a href=not-a-page.html>",
}

MAP: Final = """\
SITE/
    link SITE/style.css
    a    SITE/menu/
    a    SITE/
    img  SITE/cup.png
    a    http://127.0.0.1:1/away
    a    mailto:x@tea.example
    a    http://[
SITE/menu/
    a    SITE/menu/de/tee.html
    a    SITE/lost.html
    a    SITE/cup.png
SITE/menu/de/tee.html
    a    SITE/
SITE/lost.html
SITE/cup.png
"""


@pytest.mark.parametrize(
    ("pages", "lines", "errors"),
    [
        pytest.param("100", 16, "SITE/lost.html: HTTP Error 404: File not found\n", id="whole site"),
        pytest.param("2", 12, "", id="two pages"),
        pytest.param("0", 0, "", id="no page"),
    ],
)
def test_link_map_of_a_site_served_here(tmp_path: Path, pages: str, lines: int, errors: str) -> None:
    for name, page in SITE.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, encoding="utf-8")
    with site(tmp_path) as url:
        found = run(tmp_path, "link_map", f"{url}/", "--pages", pages)
    expected = "".join(MAP.splitlines(keepends=True)[:lines])
    assert found == (int(bool(errors)), expected.replace("SITE", url), errors.replace("SITE", url))


def test_node_places_is_the_syntax_tree_of_a_page_with_an_svg(tmp_path: Path) -> None:
    page = """<!DOCTYPE html><meta charset=utf-8>
<p>thé<svg viewBox="0 0 1 1"><linearGradient/><g><path/></g></svg>
<!-- é --><div><?style page?><br>x
"""
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    expected = """\
1:1           0     15  doctype html
1:16         15     20  element meta charset='utf-8'
2:1          36     79  element p
2:4          39      4    text 'thé'
2:7          43     60    xml svg linearGradient g path
3:1         104     11    comment ' é '
3:11        115     25  element div
3:16        120     14    processing instruction style 'page'
3:30        134      4    element br
3:34        138      2    text 'x\\n'
line 3, column 11: div is not closed
"""
    assert run(tmp_path, "node_places", "page.html") == (0, expected, "")


@pytest.mark.parametrize(
    ("example", "arguments", "status"),
    [
        pytest.param("read_chars", ["lost.html"], 1, id="read_chars"),
        pytest.param("scan_for_backlink", ["tea.example", "lost.html"], 2, id="scan_for_backlink"),
        pytest.param("simple_parser", ["lost.html"], 1, id="simple_parser"),
        pytest.param("node_places", ["lost.html"], 1, id="node_places"),
    ],
)
def test_a_page_that_cannot_be_read_is_reported(tmp_path: Path, example: str, arguments: list[str], status: int) -> None:
    found, output, errors = run(tmp_path, example, *arguments)
    assert (found, output) == (status, "")
    assert errors.startswith("lost.html: ")
    assert len(errors.splitlines()) == 1


@pytest.mark.parametrize("example", sorted(path.stem for path in EXAMPLES.glob("*.py")))
def test_a_command_line_that_makes_no_sense_is_explained(tmp_path: Path, example: str) -> None:
    status, output, errors = run(tmp_path, example)
    assert (status, output) == (2, "")
    assert errors.startswith(f"usage: {example}.py ")


def test_a_url_that_is_none_has_no_link_map(tmp_path: Path) -> None:
    status, output, errors = run(tmp_path, "link_map", "http://[")
    assert (status, output) == (2, "")
    assert "http://[: not an http or https URL" in errors


def test_every_example_is_tested() -> None:
    tests = Path(__file__).read_text(encoding="utf-8")
    assert [path.name for path in EXAMPLES.glob("*.py") if f'"{path.stem}"' not in tests] == []
