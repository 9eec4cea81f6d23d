"""``saxhtml head``: what a page says of itself before its body begins."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import Any

from saxhtml.cli._output import Output
from saxhtml.cli._sources import Page
from saxhtml.head import Head, HeadReader, JsonLd


def command(arguments: Namespace) -> Callable[[Page, Output], int]:
    def run(page: Page, out: Output) -> int:
        url = page.url if arguments.base is None else arguments.base
        reader = HeadReader(base_url=url)
        try:
            page.parse(reader, out.flush)
        finally:  # what has arrived counts, whatever was to come
            head = reader.head
            if arguments.format == "jsonl":
                out.json({"page": page.name, **_record(head)})
            else:
                prefix = f"{page.name}: " if page.several else ""
                for name, value in _lines(head, url):
                    if value.strip():
                        out.line(prefix + " ".join(f"{name}: {value}".split()))
        return 0

    return run


def _record(head: Head) -> dict[str, Any]:
    return {
        "title": head.title,
        "description": head.description,
        "lang": head.lang,
        "charset": head.charset,
        "base_url": head.base_url,
        "canonical": head.canonical,
        "metas": [{**meta._asdict(), "attrs": dict(meta.attrs)} for meta in head.metas],
        "links": [{**link._asdict(), "attrs": dict(link.attrs)} for link in head.links],
        "json_ld": [_json_ld(block) for block in head.json_ld],
    }


def _json_ld(block: JsonLd) -> dict[str, Any]:
    left_out = ("text", "error") if block.error is None else ("value",)
    return {name: value for name, value in block._asdict().items() if name not in left_out}


def _lines(head: Head, url: str) -> Iterator[tuple[str, str]]:
    """Yield what there is, by the names that the page gives it."""
    yield "title", head.title or ""
    yield "lang", head.lang or ""
    yield "charset", head.charset or ""
    if head.base_url != url:
        yield "base", head.base_url
    for meta in head.metas:
        name = meta.name or meta.property or meta.http_equiv
        if name:
            yield name, meta.content
    for link in head.links:
        if link.rel:
            yield " ".join(link.rel), link.url
    for block in head.json_ld:
        yield "json-ld", json.dumps(block.value, ensure_ascii=False) if block.error is None else f"broken: {block.error}"
