"""The example ``products``, run as it would be by hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

import saxhtml
from tests.servers import HEAD, PATIENCE_SECONDS, serving

TOOL: Final = Path(__file__).resolve().parents[1] / "examples" / "products.py"
ENVIRONMENT: Final = {
    **os.environ,
    **{name: "" for name in os.environ if name.lower().endswith("_proxy")},
    "PYTHONPATH": str(Path(saxhtml.__file__).parents[1]),
    "PYTHONIOENCODING": "utf-8",
    "PYTHONWARNINGS": "error",
}

PAGE: Final = """<!DOCTYPE html><meta charset=utf-8><title>Thés</title>
<table width=100%><tr><td><img alt="A shop"><td>
<h1>Our teas</h1>
<table border=1>
  <tr><th colspan=3>Spring 2026
  <tr><th>Kind<th>Product<th>Price
  <tr><td rowspan=2>Green<td><a href=/s>Sencha</a><br>100&nbsp;g<td>€ 4.50
  <tr><td>Gunpowder<td><table><tr><th>from<td>3.20</table>
  <tr><th colspan=3>Black
  <tr><td>Black<td colspan=2>Assam: <img src=no.png alt="sold out">
</table>
<td>right
</table>
<table><thead><tr><th>Product</th><th>Size</th><th>Size</th><th></th></tr></thead>
<tbody><tr><th>Pot</th><td>1 l</td><td>2 l</td><td>new</td><td>and more</td></tr></tbody></table>
""".encode()

TEAS: Final = [
    {"Kind": "Green", "Product": "Sencha 100 g", "Price": "€ 4.50"},
    {"Kind": "Green", "Product": "Gunpowder", "Price": "from 3.20"},
    {"Kind": "Black", "Product": "Assam: sold out", "Price": "Assam: sold out"},
]
POT: Final = {"Product": "Pot", "Size": "1 l", "Size 3": "2 l", "column": "new"}


def run(*arguments: str, stdin: bytes = b"") -> tuple[int, list[dict[str, Any]], str]:
    done = subprocess.run(
        [sys.executable, str(TOOL), *arguments],
        env=ENVIRONMENT,
        input=stdin,
        capture_output=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()


def test_tables_of_standard_input() -> None:
    assert run(stdin=PAGE) == (0, [*TEAS, POT], "")


def test_tables_with_some_columns() -> None:
    assert run("--columns", "Price, Product", "-", stdin=PAGE) == (
        0,
        [{"Price": tea["Price"], "Product": tea["Product"]} for tea in TEAS],
        "",
    )
    assert run("--columns", "Size", "-", stdin=PAGE) == (0, [{"Size": "1 l"}], "")


def test_files_a_url_and_the_first_table_of_each(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE)
    with serving(lambda connection, _: connection.sendall(HEAD + b"<tr><th>A<th>B<tr><td>1<td>2")) as host:
        assert run("--first", str(path), f"http://{host}/") == (0, [*TEAS, {"A": "1", "B": "2"}], "")


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        pytest.param("<table><tr><th>A<th>B<tr><td>1", [{"A": "1", "B": ""}], id="too few cells"),
        pytest.param("<table><tr><th>A<th>B<tr></tr><tr><th>C</table>", [], id="no cells but headers"),
        pytest.param("<table><tr><th>A<th>B</table><table><tr><td>1<td>2</table>", [], id="another table"),
        pytest.param("<table><tr><th>A<td>1<tr><th>B<td>2</table>", [], id="headers beside the cells"),
        pytest.param("<table><tr><th>A<td>1</table>", [], id="a single row"),
        pytest.param(
            "<table><tr><th>A<th>B<tr><td rowspan=3>1<td>2<tr><td>3<tr><td>4<tr><td>5<td>6",
            [{"A": "1", "B": "2"}, {"A": "1", "B": "3"}, {"A": "1", "B": "4"}, {"A": "5", "B": "6"}],
            id="spanned rows",
        ),
        pytest.param(
            "<table><tr><th>A<th>B<tr><td rowspan=0 colspan=x>1<td>2", [{"A": "1", "B": "2"}], id="spans that are none"
        ),
        pytest.param(
            "<table><tr><th>A<th>B<tr><td><table><tr><th>C<th>D<tr><td>1<td>2</table><td>3</table>",
            [{"A": "C D 1 2", "B": "3"}],
            id="a table in a cell",
        ),
    ],
)
def test_odd_tables(page: str, expected: list[dict[str, str]]) -> None:
    assert run(stdin=page.encode()) == (0 if expected else 1, expected, "")


def test_columns_have_a_limit() -> None:
    status, [record], errors = run(stdin=b"<table><tr><th colspan=999>A<th colspan=999>B<tr><td>1")
    assert (status, len(record), errors) == (0, 1000, "")


def test_a_record_is_printed_when_its_row_has_ended() -> None:
    with subprocess.Popen(
        [sys.executable, str(TOOL)], env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(PAGE.partition(b"Gunpowder")[0])
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == TEAS[0]
        process.stdin.close()
        assert process.wait(PATIENCE_SECONDS) == 0


def test_a_page_that_cannot_be_read_is_reported_and_the_others_are_still_read() -> None:
    status, found, errors = run("/nowhere", "-", stdin=PAGE)
    assert (status, found) == (2, [*TEAS, POT])
    assert errors.startswith("/nowhere: ")


def test_a_command_line_that_makes_no_sense_is_status_2() -> None:
    assert run("--nonsense")[0] == 2
