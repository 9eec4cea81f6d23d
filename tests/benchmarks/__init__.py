"""How fast the parser is beside others, in one run over the same pages: ``python -m tests.benchmarks [PAGES_DIR]``.

pages         which pages, and how they are cut
entries       what is measured: a task done by a parser
floor         the loop that any parser in CPython has to run
own           saxhtml's entries
peers         the other parsers' entries
measure       interleaved rounds, medians, spread
memory        growth over an endless page, each in its own process
report        the table, the JSON, the chart

Nothing here asserts a time; that the parsers do the same work is tests/test_benchmarks.py's matter.
"""
