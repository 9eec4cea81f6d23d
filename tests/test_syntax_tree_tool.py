"""The example ``syntax_tree``, run as it would be by hand."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import saxhtml
from tests.servers import HEAD, PATIENCE_SECONDS, serving

TOOL: Final = Path(__file__).resolve().parents[1] / "examples" / "syntax_tree.py"
ENVIRONMENT: Final = {
    **os.environ,
    **{name: "" for name in os.environ if name.lower().endswith("_proxy")},
    "PYTHONPATH": str(Path(saxhtml.__file__).parents[1]),
    "PYTHONIOENCODING": "utf-8",
    "PYTHONWARNINGS": "error",
}

PAGE: Final = """<meta charset=utf-8><!-- é --><div><p>ü
<svg viewBox="0 0 1 1"><linearGradient xlink:href="#a"/><g><path/></g></svg>
<ul><li>one<li>two</ul>
<svg><g></svg>""".encode()

LINES: Final = """\
1:1      0-20          meta charset="utf-8"
1:31     31-157        div  (no end tag)
1:36     36-119          p
2:1      42-118            svg viewBox="0 0 1 1"
                             linearGradient href="#a"
                             g
                               path
3:1      119-142         ul
3:5      123-130           li
3:12     130-137           li
4:1      143-157         svg
4:6      148-151           g  (no end tag)""".splitlines()
BROKEN: Final = "-: svg is no XML: line 4, column 11: mismatched tag\n"


def run(*arguments: str, stdin: bytes = b"") -> tuple[int, list[str], str]:
    done = subprocess.run(
        [sys.executable, str(TOOL), *arguments],
        env=ENVIRONMENT,
        input=stdin,
        capture_output=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()


def test_elements_and_their_places_with_an_svg_as_it_is() -> None:
    assert run(stdin=PAGE) == (0, LINES, BROKEN)


def test_what_stands_around_a_byte() -> None:
    around = [line for line in LINES if line.split()[-1] in ("tag)", "ul", "li")]
    assert run("--at", "125", "-", stdin=PAGE) == (0, [around[0], *around[1:3]], BROKEN)
    assert run("--at", "1000", "-", stdin=PAGE) == (0, [], BROKEN)


def test_files_and_a_url(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"<p>")
    with serving(lambda connection, _: connection.sendall(HEAD + b"<b></b>")) as host:
        url = f"http://{host}/"
        expected = [str(path), "1:1      0-3           p", url, "1:1      0-7           b"]
        assert run(str(path), url) == (0, expected, "")


def test_a_page_that_cannot_be_read_is_reported_and_the_others_are_still_read() -> None:
    status, lines, errors = run("/nowhere", "-", stdin=b"<p>")
    assert (status, lines) == (1, ["/nowhere", "-", "1:1      0-3           p"])
    assert errors.startswith("/nowhere: ")


def test_a_command_line_that_makes_no_sense_is_status_2() -> None:
    assert run("--at", "here", "-")[0] == 2
