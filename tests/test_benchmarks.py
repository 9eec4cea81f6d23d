"""The benchmark compares like with like: every parser counts the same on a page that none has to repair, and nearly on others.

How long anything took is never asserted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

import pytest

from saxhtml.errors import LimitExceeded
from tests.benchmarks import floor, measure, memory, own, peers, report
from tests.benchmarks.__main__ import main
from tests.benchmarks.entries import BASELINES, TASKS, Entry, StopWatch
from tests.benchmarks.pages import PIECE, Page, cut, letter_by_letter, load, size

PLAIN = (
    '<!DOCTYPE html><html lang="en"><head><title>Links</title><script>if(a<b)"<a href=no>"</script></head>'
    '<body><?target data><![if x]><br/><!--<a href="no">-->'
    '<p class="x" id="y">see<a href="/one" title="<a href=no>">one</a><a name="two">two</a>'
    '<a href="/three?a=1&amp;b=2">three</a></p></body></html>'
)
"""A page with each event and hardly anything that parsers see differently: no tag missing, no spaces in its text."""

COUNTED = {"events": 29, "attributes": 29 + 7, "links": 2, "rewrite": 2, "text": len('Linksif(a<b)"<a href=no>"seeonetwothree')}

MORE_EVENTS = {"saxhtml, parse errors too": 1, "lxml": 1, "html5lib": 4}
"""What some count besides: the error of ``<![if``; the end of ``br``; the script's text in five pieces."""

EMPTY = {"floor"}
"""Rows that do the work and count nothing."""

FARTHER = {"justhtml": 0.03}
"""How far off on real pages, where that is more than 1 %: justhtml takes a CR that ends a tag's name for part of it."""

ENTRIES = own.entries() + floor.entries() + peers.entries()


def _name(entry: Entry) -> str:
    return f"{entry.task}-{entry.parser}"


def _of(*tasks: str) -> list[Entry]:
    return [entry for entry in ENTRIES if entry.task in tasks and entry.parser not in EMPTY]


# ------------------------------------------------------------------------------------------- the parsers do the same work


@pytest.mark.parametrize("entry", _of("events", "attributes", "links", "rewrite", "text"), ids=_name)
def test_every_parser_counts_the_same(entry: Entry) -> None:
    more = MORE_EVENTS.get(entry.parser, 0) if entry.task in {"events", "attributes"} else 0
    assert entry.run(cut("plain", PLAIN)) == COUNTED[entry.task] + more


@pytest.mark.parametrize("length", [1, 2, 7, 64])
@pytest.mark.parametrize("entry", _of("links", "rewrite", "text"), ids=_name)
def test_cuts_change_nothing(entry: Entry, length: int) -> None:
    assert entry.run(cut("plain", PLAIN, length)) == COUNTED[entry.task]


@pytest.mark.parametrize("entry", _of("links", "rewrite"), ids=_name)
def test_nearly_the_same_links_on_real_pages(entry: Entry, pages: list[Path]) -> None:
    loaded = _some(pages)
    ours = sum(next(_found("links", "saxhtml")).run(page) for page in loaded)
    # Some read noscript as raw text, a tree has links that it made up, and html.parser ends raw text in other places.
    assert sum(entry.run(page) for page in loaded) == pytest.approx(ours, rel=FARTHER.get(entry.parser, 0.01), abs=8)


def test_the_floor_makes_as_many_calls_as_the_parser(pages: list[Path]) -> None:
    loaded = _some(pages)
    ours, theirs = (
        sum(next(_found("events", parser)).run(page) for page in loaded) for parser in ("saxhtml", "floor, counted")
    )
    assert theirs == pytest.approx(ours, rel=0.01)


def test_the_floor_with_empty_calls_is_the_same_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[tuple[str, ...]] = []
    monkeypatch.setattr(floor.Handler, "text", lambda self, data: called.append((data,)))
    monkeypatch.setattr(floor.Handler, "markup", lambda self, name, rest: called.append((name, rest)))
    next(_found("events", "floor")).run(cut("plain", '<p a=">">x<SCRIPT>a<b</SCRIPT><!-- c --!><script>'))
    assert called == [
        ("p", ' a=">"'),
        ("x",),
        ("SCRIPT", ""),
        ("a<b",),
        ("/SCRIPT", ""),
        ("!-- c --", "!"),
        ("script", ""),
    ]


@pytest.mark.parametrize("text", ["a</script", "a < b <!> c", "<script>a"])
def test_the_floor_ends_on_what_is_unfinished(text: str) -> None:
    counter = floor.Counter()
    floor.loop(text, counter)
    assert counter.count > 0


@pytest.mark.parametrize("entry", _of("latency"), ids=_name)
@pytest.mark.parametrize("length", [PIECE, 1], ids=["in one piece", "by characters"])
def test_latency_is_the_time_to_the_first_event(entry: Entry, length: int) -> None:
    assert entry.run(cut("plain", PLAIN, length)) > 0


@pytest.mark.skipif(find_spec("turbohtml") is None, reason="turbohtml is not installed")
def test_latency_of_a_page_without_events_is_no_figure() -> None:
    with pytest.raises(ValueError, match="empty has no event before its end"):
        next(_found("latency", "turbohtml")).run(cut("empty", ""))


def test_a_stop_watch_looks_once() -> None:
    watch = StopWatch()
    watch.count = 0
    assert watch.at == 0
    watch.count += 1
    first = watch.at
    watch.count += 1
    assert watch.at == first > 0


def test_every_task_has_our_row_and_the_standard_library_s() -> None:
    rows = {(entry.task, entry.parser) for entry in ENTRIES}
    assert rows >= {(task, "saxhtml") for task in TASKS if task != "memory"}
    assert rows >= {(task, "html.parser") for task in TASKS if task not in {"memory", "rewrite"}}


def test_a_peer_that_is_not_installed_has_no_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "find_spec", lambda name: None)
    assert {entry.parser for entry in peers.entries()} == {"html.parser"}
    assert peers.versions() == {}


def _found(task: str, parser: str) -> Iterator[Entry]:
    return (entry for entry in ENTRIES if (entry.task, entry.parser) == (task, parser))


def _some(paths: Sequence[Path]) -> list[Page]:
    if not paths:
        pytest.skip("no pages: neither shared ones nor examples")
    return load(paths[0].parent)[::8]


# ------------------------------------------------------------------------------------------------------------- the pages


def test_pages_are_cut_into_pieces_of_equal_length() -> None:
    assert cut("x", "abcdefg", 3) == Page("x", "abcdefg", ("abc", "def", "g"))


def test_pages_are_loaded_by_name_as_utf_8(tmp_path: Path) -> None:
    (tmp_path / "b.html").write_bytes("é".encode())
    (tmp_path / "a.html").write_bytes(b"a\xff")
    (tmp_path / "c.txt").write_bytes(b"c")
    loaded = load(tmp_path)
    assert [(page.name, page.text) for page in loaded] == [("a.html", "a\ufffd"), ("b.html", "é")]
    assert size(loaded) == 4 + 2


@pytest.mark.parametrize(("limit", "names"), [(0, "b"), (1, "b"), (3, "bc"), (5, "bc"), (6, "bca")])
def test_the_sample_for_letters_is_of_the_smallest_pages(limit: int, names: str) -> None:
    sample = letter_by_letter([cut("a", "aaa"), cut("b", "b"), cut("c", "cc")], limit)
    assert [page.name for page in sample] == list(names)
    assert [page.pieces for page in sample] == [tuple(page.text) for page in sample]


# ------------------------------------------------------------------------------------------------------------ the rounds


class _Clock:
    """A clock that moves only when an entry runs."""

    now = 0.0

    def __call__(self) -> float:
        return self.now

    def entry(self, parser: str, *seconds: float) -> Entry:
        """Make an entry that takes so many seconds each time it runs, beginning with the run before the rounds."""
        each = iter(seconds)

        def run(page: Page) -> int:
            self.now += next(each)
            return len(page.text)

        return Entry("events", parser, run)


def test_rounds_add_up_pages_and_leave_out_the_first_run() -> None:
    clock = _Clock()
    (times,) = measure.work([clock.entry("x", 100, 1, 2, 3, 4)], [cut("a", "a"), cut("b", "bb")], 2, clock=clock)
    assert times.rounds == [3, 7]
    assert times.counted == 3


def test_a_slow_entry_sits_out_what_is_over_its_budget() -> None:
    clock = _Clock()
    entries = [clock.entry("slow", 0, 6, 6), clock.entry("fast", 0, 1, 1, 1, 1)]
    slow, fast = measure.work(entries, [cut("a", "a")], 4, budget=10, clock=clock)
    assert slow.rounds == [6, 6]
    assert fast.rounds == [1, 1, 1, 1]


def test_nobody_runs_left_nothing_happens() -> None:
    clock = _Clock()
    (times,) = measure.work([clock.entry("x", 0, 5)], [cut("a", "a")], 3, budget=5, clock=clock)
    assert times.rounds == [5]


def test_each_round_begins_with_another_entry() -> None:
    order = ""

    def entry(parser: str) -> Entry:
        def run(page: Page) -> int:
            nonlocal order
            order += parser
            return 0

        return Entry("events", parser, run)

    measure.work([entry("a"), entry("b"), entry("c")], [cut("a", "a")], 3)
    assert order == "abc" + "abc" + "bca" + "cab"


def test_figures_are_medians() -> None:
    ours = measure.Times(Entry("events", "x", lambda page: 0), [4.0, 1.0, 2.0])
    theirs = measure.Times(Entry("events", "y", lambda page: 0), [4.0, 3.0])
    assert (ours.median, ours.best, ours.spread) == (2.0, 1.0, 0.5)
    assert ours.times_as_fast_as(theirs) == 2.0
    assert theirs.times_as_fast_as(ours) == pytest.approx((1 + 1 / 3) / 2)


def test_latency_is_the_median_over_the_pages() -> None:
    entry = Entry("latency", "x", lambda page: float(len(page.text)))
    (times,) = measure.latency([entry], [cut("a", "a"), cut("b", "b" * 5), cut("c", "c" * 100)], 2)
    assert times.rounds == [5.0, 5.0]


# ------------------------------------------------------------------------------------------------------------ the memory


@pytest.mark.parametrize("shape", memory.SHAPES)
def test_endless_pages_come_in_pieces_and_do_not_repeat(shape: str) -> None:
    pieces = list(islice(memory.pieces(shape), 20))
    assert {len(piece) for piece in pieces} == {PIECE}
    assert "".join(pieces).startswith(memory.SHAPES[shape][0])
    if shape != "text":
        assert len(set(pieces)) == 20


def test_growth_is_what_a_parser_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    fed = 0

    def keep(page: Page) -> int:
        nonlocal fed
        for piece in page.pieces:
            fed += len(piece)
        return 0

    monkeypatch.setattr(memory, "peak", lambda: fed / memory.MEGABYTE)
    grown = memory.grow(Entry("events", "x", keep), "text", 20, 60)
    assert (grown.parser, grown.shape) == ("x", "text")
    assert grown.reached == pytest.approx(20, abs=0.1)
    assert grown.growth == pytest.approx(12, abs=0.1)


def test_a_parser_that_is_too_slow_has_no_growth() -> None:
    grown = memory.grow(Entry("events", "x", lambda page: len(list(page.pieces))), "text", 20, 0)
    assert grown == memory.Growth("x", "text", None, 0)


def test_a_parser_that_refuses_to_go_on_is_said_to() -> None:
    def refuse(page: Page) -> int:
        raise LimitExceeded("max_depth", 1, 0, 1, 1)

    grown = memory.grow(Entry("events", "x", refuse), "text", 20, 60)
    assert grown == memory.Growth("x", "text", None, 0, limited=True)


@pytest.mark.parametrize("status", [True, False], ids=["from the kernel", "from getrusage"])
def test_peak_memory_rises_with_what_is_held(status: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not status:
        monkeypatch.setattr(memory, "STATUS", Path("/nowhere"))
    held = b"x" * int((memory.peak() + 20) * memory.MEGABYTE)
    assert memory.peak() > len(held) / memory.MEGABYTE


def test_a_case_runs_in_its_own_process() -> None:
    grown = memory.grow_apart("html.parser", "text", 17, 60)
    assert grown.reached == pytest.approx(17, abs=0.1)
    assert grown.growth is not None
    assert grown.growth < 8


def test_a_case_prints_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    memory.main(["saxhtml", "text", "1", "60"])
    assert json.loads(capsys.readouterr().out) == {
        "parser": "saxhtml",
        "shape": "text",
        "growth": None,
        "reached": pytest.approx(1, abs=0.1),
        "limited": False,
    }


# ------------------------------------------------------------------------------------------------------------ the report


def _times(parser: str, *rounds: float, counted: int = 0, whole: bool = False) -> measure.Times:
    return measure.Times(Entry("events", parser, lambda page: 0, whole), list(rounds), counted)


def test_a_table_has_the_fastest_first_and_a_ratio_for_each_baseline() -> None:
    rows = report.rows([_times("html.parser", 4.0, 4.0, counted=1234), _times("x", 1.0, 2.0, whole=True)], 60_000_000)
    assert report.table(rows).splitlines() == [
        "|             | MB/s | best | spread | counted | x html.parser | x lxml | x turbohtml |",
        "| ----------- | ---: | ---: | -----: | ------: | ------------: | -----: | ----------: |",
        "| x (whole)   | 40.0 | 60.0 |    33% |         |          3.00 |        |             |",
        "| html.parser | 15.0 | 15.0 |     0% |   1,234 |          1.00 |        |             |",
    ]


def test_latency_is_told_in_microseconds() -> None:
    (row,) = report.rows([_times("x", 0.000125)], None)
    assert row.unit == "µs"
    assert row.median == pytest.approx(125)
    assert "|  125 |" in report.table([row])


def test_figures_have_three_digits() -> None:
    table = report.table(report.rows([_times("x", 1.0)], 1_234_567))
    assert "| 1.23 |" in table


def test_memory_is_a_table_of_parsers_and_shapes() -> None:
    growths = [
        memory.Growth("a", "text", 0.04, 128.0),
        memory.Growth("a", "tags", 12.3, 64.4),
        memory.Growth("b", "text", None, 3.0),
        memory.Growth("b", "tags", 0, 64.0, limited=True),
    ]
    assert report.section("memory", report.memory_table(growths)).splitlines() == [
        "## Growth of peak memory over an endless page, from 8 MB of input on, in MB (to so many MB of input) (memory)",
        "",
        "|   |         text |              tags |",
        "| - | -----------: | ----------------: |",
        "| a | 0.0 (to 128) |      12.3 (to 64) |",
        "| b |     ? (to 3) | 0.0 (limit at 64) |",
    ]


@pytest.mark.parametrize(
    ("cpuinfo", "name"),
    [("processor\t: 0\nmodel name\t: Good Chip 5\n", "Good Chip 5"), ("processor\t: 0\n", "chip"), (None, "chip")],
    ids=["named", "unnamed", "no file"],
)
def test_the_machine_is_named(cpuinfo: str | None, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cpuinfo"
    if cpuinfo is not None:
        path.write_text(cpuinfo)
    monkeypatch.setattr(report, "CPUINFO", path)
    monkeypatch.setattr("platform.processor", lambda: "")
    monkeypatch.setattr("platform.machine", lambda: "chip")
    assert report.machine() == name


# ----------------------------------------------------------------------------------------------------------- the command


@pytest.fixture
def some_pages(tmp_path: Path) -> Path:
    for name in "abcdefg":
        (tmp_path / f"{name}.html").write_text(PLAIN)
    return tmp_path


def test_the_command_prints_tables_and_writes_the_same_as_json(some_pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = some_pages / "out.json"
    only = ["--only", "links", "latency", "--only", "letters"]
    main([str(some_pages), *only, "--quick", "--rounds", "2", "--json", str(target)])
    printed = capsys.readouterr().out
    written = json.loads(target.read_text(encoding="utf-8"))
    tasks = ["links", "letters", "latency"]
    assert [line.split("(")[-1] for line in printed.splitlines() if line.startswith("## ")] == [f"{task})" for task in tasks]
    assert list(dict.fromkeys(row["task"] for row in written["results"])) == tasks
    assert f"2 pages of {some_pages}: {2 * len(PLAIN):,} bytes" in printed
    assert printed.rstrip().endswith(report.NOTES.rstrip())
    assert written["setting"]["rounds"] == 2
    assert written["setting"]["pages"] == 2
    assert written["memory"] == []
    links = {row["parser"]: row for row in written["results"] if row["task"] == "links"}
    assert {row["counted"] for row in links.values()} == {2 * 2}
    assert links["saxhtml"]["ratios"].keys() == {name for name in BASELINES if name in links}
    assert all(f"| {report.Row(**row).label} " in printed for row in written["results"])


def test_the_command_measures_memory_of_those_installed(
    some_pages: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, float]] = []

    def grow_apart(parser: str, shape: str, megabytes: float, seconds: float) -> memory.Growth:
        asked.append((parser, megabytes))
        return memory.Growth(parser, shape, 1.0, megabytes)

    monkeypatch.setattr(memory, "grow_apart", grow_apart)
    monkeypatch.setattr(peers, "versions", lambda: {"lxml": "6"})
    main([str(some_pages), "--only", "memory"])
    assert asked == [(parser, 128) for parser in ("saxhtml", "html.parser", "lxml") for _ in memory.SHAPES]
    assert "| saxhtml     | 1.0 (to 128) |" in capsys.readouterr().out


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")
def test_the_chart_is_a_png(some_pages: Path) -> None:
    target = some_pages / "chart.png"
    main([str(some_pages), "--quick", "--only", "events", "latency", "--plot", str(target)])
    assert target.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--rounds", "0"], "--rounds takes a number from 1 on"),
        (["--only", "everything"], "invalid choice: 'everything'"),
        (["--only", "memory", "--plot", "x.png"], "--plot draws speeds, and --only leaves none to draw"),
        (["nowhere"], "no .html files in nowhere: name a directory that has some"),
    ],
    ids=["no rounds", "unknown task", "nothing to draw", "no pages"],
)
def test_the_command_says_what_is_wrong(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.benchmarks.__main__.find_spec", lambda name: "there")
    with pytest.raises(SystemExit):
        main(arguments)
    assert says in capsys.readouterr().err


def test_the_chart_says_what_it_needs(
    some_pages: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.benchmarks.__main__.find_spec", lambda name: None)
    with pytest.raises(SystemExit):
        main([str(some_pages), "--plot", "x.png"])
    assert "--plot needs matplotlib: pip install 'saxhtml[bench]'" in capsys.readouterr().err


def test_without_a_directory_the_shared_pages_are_read_or_the_examples(
    some_pages: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.benchmarks.__main__.DIRECTORIES", (some_pages / "none", some_pages))
    main(["--only", "links", "--quick"])
    assert f"pages of {some_pages}" in capsys.readouterr().out
