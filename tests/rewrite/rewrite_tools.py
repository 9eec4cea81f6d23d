"""How the tests of rewriting run a rewriter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from saxhtml.rewrite import ElementEdit, rewrite
from saxhtml.testing import every_split


def ways(page: Any) -> Iterator[list[Any]]:
    yield [page]
    yield [page[at : at + 1] for at in range(len(page))]
    yield from every_split(page)


def rewritten(page: Any, rules: Any, **options: Any) -> Any:
    """Return what comes out, which is the same whatever way the page is cut."""
    results = {type(page)().join(rewrite(chunks, rules, **options)) for chunks in ways(page)}
    assert len(results) == 1, results
    return results.pop()


def many(*edits: tuple[str, Any]) -> Callable[[ElementEdit], None]:
    """Return a function that calls methods of the element by name."""

    def edit(found: ElementEdit) -> None:
        for method, *arguments in edits:
            html = arguments[-1:] == [True]
            getattr(found, method)(*arguments[: len(arguments) - html], **({"html": True} if html else {}))

    return edit
