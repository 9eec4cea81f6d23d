"""The example ``backlink``, run as it would be by hand."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import saxhtml
from tests.servers import HEAD, PATIENCE_SECONDS, serving

TOOL: Final = Path(__file__).resolve().parents[1] / "examples" / "backlink.py"
ENVIRONMENT: Final = {
    **os.environ,
    **{name: "" for name in os.environ if name.lower().endswith("_proxy")},
    "PYTHONPATH": str(Path(saxhtml.__file__).parents[1]),
    "PYTHONIOENCODING": "utf-8",
    "PYTHONWARNINGS": "error",
}

PAGE: Final = b"""<p><a href="http://other.example/>Other</a>
<a rel="UGC nofollow" href=https://www.Example.org/tea>Good <img alt=tea></a>
<a href="http://example.org">caf&eacute;</a>"""
LINKS: Final = ["2:1\tugc nofollow\tGood tea", "3:1\t\tcafé"]


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


def test_links_of_standard_input_behind_a_missing_quote() -> None:
    assert run("example.org", "-", stdin=PAGE) == (0, [f"-\t{link}" for link in LINKS], "")


def test_files_and_the_first_link_of_each(tmp_path: Path) -> None:
    pages = [tmp_path / "one.html", tmp_path / "two.html"]
    for page in pages:
        page.write_bytes(PAGE)
    assert run("--first", "example.org", *map(str, pages)) == (0, [f"{page}\t{LINKS[0]}" for page in pages], "")


def test_relative_links_of_a_page_with_a_url() -> None:
    with serving(lambda connection, _: connection.sendall(HEAD + b"<a href=/tea/green>x</a><a href=/teapot>y</a>")) as host:
        assert run(f"{host}/tea", f"http://{host}/") == (0, [f"http://{host}/\t1:1\t\tx"], "")


def test_no_link_is_status_1() -> None:
    assert run("example.com", "-", stdin=PAGE) == (1, [], "")


def test_an_unreadable_page_is_status_2_and_the_others_are_still_read() -> None:
    status, lines, errors = run("example.org", "/nowhere", "-", stdin=PAGE)
    assert (status, lines) == (2, [f"-\t{link}" for link in LINKS])
    assert errors.startswith("/nowhere: ")


@pytest.mark.parametrize("target", ["mailto:me@example.org", "", "/tea"])
def test_a_bad_target_is_said_to_be_one(target: str) -> None:
    status, lines, errors = run(target, "-")
    assert (status, lines) == (2, [])
    assert "a target is a host or a URL" in errors
