"""Which encoding a page is in, what is held back until that is known, and where in the bytes its characters stand."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

import pytest

from saxhtml._encodings import lookup
from saxhtml.decode import PRESCAN, Decoder
from saxhtml.errors import UsageError


def feed(decoder: Decoder, data: bytes, size: int | None = None) -> str:
    """Decode ``data`` in pieces of ``size`` bytes, to the end."""
    size = size or len(data) or 1
    return "".join(decoder.decode(data[at : at + size]) for at in range(0, len(data), size)) + decoder.finish()


def found(data: bytes, size: int | None = None) -> tuple[str | None, str | None]:
    decoder = Decoder()
    feed(decoder, data, size)
    return decoder.encoding, decoder.source


# The order of the evidence


@pytest.mark.parametrize(
    ("data", "transport", "encoding", "source", "text"),
    [
        pytest.param(b"\xef\xbb\xbf<meta charset=gbk>", "shift_jis", "UTF-8", "bom", "<meta charset=gbk>", id="UTF-8's mark"),
        pytest.param(b"\xff\xfea\0", "utf-16be", "UTF-16LE", "bom", "a", id="UTF-16LE's mark"),
        pytest.param(b"\xfe\xff\0a", None, "UTF-16BE", "bom", "a", id="UTF-16BE's mark"),
        pytest.param(
            b"<meta charset=gbk>\xe9", "latin1", "windows-1252", "transport", "<meta charset=gbk>\xe9", id="transport"
        ),
        pytest.param(b"\xef\xbbx", "utf-8", "UTF-8", "transport", "\ufffdx", id="not quite a mark"),
        pytest.param(b"\xef\xbb", "utf-8", "UTF-8", "transport", "\ufffd", id="the start of a mark at the end"),
        pytest.param(b"<meta charset=koi8-r>\xc1", None, "KOI8-R", "meta", "<meta charset=koi8-r>\u0430", id="declared"),
        pytest.param(b"\xc1", None, "KOI8-U", "fallback", "\u0430", id="neither"),
        pytest.param(b"", None, "KOI8-U", "fallback", "", id="nothing at all"),
        pytest.param(b"\xef\xbb\xbf\xef\xbb\xbfa", None, "UTF-8", "bom", "\ufeffa", id="only the first mark goes"),
        pytest.param(b"a\xef\xbb\xbfb", "utf-8", "UTF-8", "transport", "a\ufeffb", id="a mark elsewhere stays"),
        pytest.param(b"<p>", "iso-2022-cn", "replacement", "transport", "\ufffd", id="replacement"),
    ],
)
@pytest.mark.parametrize("size", [None, 1, 2])
def test_the_evidence_counts_in_the_order_of_the_standard(
    data: bytes, transport: str | None, encoding: str, source: str, text: str, size: int | None
) -> None:
    decoder = Decoder(transport, fallback_encoding="koi8-u")
    assert (decoder.encoding, decoder.source) == (None, None)
    assert feed(decoder, data, size) == text
    assert (decoder.encoding, decoder.source) == (encoding, source)


def test_the_mark_may_come_in_pieces_and_after_nothing() -> None:
    decoder = Decoder()
    pieces = [b"", b"\xef", b"", b"\xbb", b"\xbfa", b"\xef\xbb\xbfb"]
    assert [decoder.decode(piece) for piece in pieces] == ["", "", "", "", "a", "\ufeffb"]


@pytest.mark.parametrize("label", ["utf-7", "klingon", ""])
def test_labels_that_are_none_are_refused(label: str) -> None:
    with pytest.raises(UsageError, match=re.escape(repr(label))):
        Decoder(label)
    with pytest.raises(UsageError, match=re.escape(repr(label))):
        Decoder(fallback_encoding=label)


# What the page declares

DECLARED: Final = {
    "charset": (b"<meta charset=koi8-r>", "KOI8-R"),
    "quoted": (b"<meta charset='koi8-r'>", "KOI8-R"),
    "in capitals": (b'<META CHARSET="KOI8-R">', "KOI8-R"),
    "spaces around everything": (b"<meta \n charset \t=\f ' koi8-r\r' >", "KOI8-R"),
    "slashes for spaces": (b"<meta/charset=koi8-r/ >", None),
    "a slash before": (b"<meta/charset='koi8-r'/>", "KOI8-R"),
    "an attribute glued on": (b"<meta x='y'charset='koi8-r'>", "KOI8-R"),
    "attributes before": (b"<meta a b=c d='>' =e charset=koi8-r>", "KOI8-R"),
    "an attribute without value before": (b"<meta a = b a/ charset=koi8-r>", "KOI8-R"),
    "no value": (b"<meta charset=>", None),
    "no value, then another meta": (b"<meta charset><meta charset=koi8-r>", "KOI8-R"),
    "an unknown label, then another meta": (b"<meta charset=klingon><meta charset=koi8-r>", "KOI8-R"),
    "utf-7": (b"<meta charset=utf-7>", None),
    "UTF-16 that cannot be": (b"<meta charset=utf-16be>", "UTF-8"),
    "x-user-defined": (b"<meta charset=x-user-defined>", "windows-1252"),
    "a label with a meaning of its own": (b"<meta charset=iso-8859-1>", "windows-1252"),
    "replacement": (b"<meta charset=hz-gb-2312>", "replacement"),
    "the first of two metas": (b"<meta charset=gbk><meta charset=koi8-r>", "GBK"),
    "the first of two attributes": (b"<meta charset=gbk charset=koi8-r>", "GBK"),
    "http-equiv": (b"<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>", "KOI8-R"),
    "http-equiv last": (b"<meta content='text/html;charset=koi8-r;x' http-equiv=CONTENT-TYPE>", "KOI8-R"),
    "http-equiv elsewhere": (b"<meta content='charset=gbk'><meta http-equiv=content-type>", None),
    "another http-equiv": (b"<meta http-equiv=refresh content='text/html; charset=koi8-r'>", None),
    "only the first http-equiv": (b"<meta http-equiv=x http-equiv=content-type content='charset=koi8-r'>", None),
    "content and no http-equiv": (b"<meta name=description content='charset=koi8-r'>", None),
    "content that says nothing": (b"<meta http-equiv=content-type content=text/html>", None),
    "content that says nothing, and charset": (b"<meta content=text/html charset=koi8-r>", "KOI8-R"),
    "charset over content": (b"<meta http-equiv=content-type content='charset=gbk' charset=koi8-r>", "KOI8-R"),
    "charset over content that follows": (b"<meta charset=koi8-r http-equiv=content-type content='charset=gbk'>", "KOI8-R"),
    "an unknown charset over content": (b"<meta charset=x http-equiv=content-type content='charset=gbk'>", None),
    "charset in another attribute": (b"<meta data-charset=koi8-r>", None),
    "charset in quotes in content": (b"<meta http-equiv=content-type content='charset=\"koi8-r\"x'>", "KOI8-R"),
    "charset in apostrophes in content": (b"<meta http-equiv=content-type content=\"charset = ' koi8-r ' \">", "KOI8-R"),
    "an open quote in content": (b"<meta http-equiv=content-type content='charset=\"koi8-r'>", None),
    "charset twice in content": (b"<meta http-equiv=content-type content='charset charset=koi8-r'>", "KOI8-R"),
    "charset glued in content": (b"<meta http-equiv=content-type content='charsetcharset=koi8-r'>", "KOI8-R"),
    "charset and nothing in content": (b"<meta http-equiv=content-type content='charset='>", None),
    "a semicolon at once in content": (b"<meta http-equiv=content-type content='charset=;koi8-r'>", None),
    "a long s in content": ("<meta http-equiv=content-type content='char\u017fet=koi8-r'>".encode(), None),
    "in a comment": (b"<!-- <meta charset=gbk> --><meta charset=koi8-r>", "KOI8-R"),
    "after the shortest comment": (b"<!--><meta charset=koi8-r>", "KOI8-R"),
    "after the next comment": (b"<!---><meta charset=koi8-r>", "KOI8-R"),
    "in a comment that does not end": (b"<!-- -> -- > <meta charset=koi8-r>", None),
    "in a declaration": (b"<!x <meta charset=koi8-r><meta charset=gbk>", "GBK"),
    "in a processing instruction": (b"<?x <meta charset=koi8-r><meta charset=gbk>", "GBK"),
    "in a broken end tag": (b"</ <meta charset=koi8-r><meta charset=gbk>", "GBK"),
    "in an end tag": (b"</meta charset=koi8-r><meta charset=gbk>", "GBK"),
    "in the name of a tag": (b"</x<meta charset=koi8-r><meta charset=gbk>", "GBK"),
    "in the name of a meta": (b"<metax charset=koi8-r><meta charset=gbk>", "GBK"),
    "in an attribute": (b"<p title='<meta charset=koi8-r>' x=\"<meta charset=koi8-r>\"><meta charset=gbk>", "GBK"),
    "in an attribute without quotes": (b"<p title=<meta charset=koi8-r><meta charset=gbk>", "GBK"),
    "in an attribute that does not end": (b"<p title='<meta charset=koi8-r>", None),
    "after attributes of every kind": (b"<p a =  b c= 'd' e=\"f\" g h= ='i/j' k=><meta charset=gbk>", "GBK"),
    "after a lone less-than": (b"< <3 <<meta charset=koi8-r>", "KOI8-R"),
    "in a script": (b"<script>'<meta charset=koi8-r>'</script>", "KOI8-R"),
    "cut off in the name": (b"<meta charset=koi8-r", None),
    "cut off after the value": (b"<meta charset='koi8-r'", None),
    "cut off before the value": (b"<meta charset=", None),
    "a meta of nothing": (b"<meta >", None),
    "nothing but the start": (b"<meta", None),
    "UTF-16LE by its XML declaration": (b"<\0?\0x\0m\0l\0", "UTF-16LE"),
    "UTF-16BE by its XML declaration": (b"\0<\0?\0x\0m\0l", "UTF-16BE"),
    "XML": (b'<?xml version="1.0" encoding="koi8-r"?><p>', "KOI8-R"),
    "XML with spaces": (b"<?xml\nencoding\0 =\t'koi8-r'>", "KOI8-R"),
    "XML that declares UTF-16": (b"<?xml encoding='utf-16'?>", "UTF-8"),
    "XML and x-user-defined": (b"<?xml encoding='x-user-defined'?>", "x-user-defined"),
    "XML and a meta": (b"<?xml encoding='gbk'?><meta charset=koi8-r>", "KOI8-R"),
    "XML and an unknown label": (b"<?xml encoding='klingon'?>", None),
    "XML, not at the start": (b" <?xml encoding='koi8-r'?>", None),
    "XML in capitals": (b"<?XML encoding='koi8-r'?>", None),
    "XML without quotes": (b"<?xml encoding=koi8-r?>", None),
    "XML with a space in the label": (b"<?xml encoding=' koi8-r'?>", None),
    "XML that does not end": (b"<?xml encoding='koi8-r'?", None),
    "XML whose first encoding is none": (b"<?xml encodings encoding='koi8-r'?>", None),
    "XML and an encoding elsewhere": (b"<?xml?><p encoding='koi8-r'>", None),
}


@pytest.mark.parametrize(("data", "encoding"), DECLARED.values(), ids=DECLARED)
@pytest.mark.parametrize("size", [None, 1, 3])
def test_what_a_page_declares_is_read_as_the_standard_says(data: bytes, encoding: str | None, size: int | None) -> None:
    expected = ("windows-1252", "fallback") if encoding is None else (encoding, "meta")
    assert found(data, size) == expected
    assert found(data + b"   ", size) == expected


@pytest.mark.parametrize(("data", "encoding"), DECLARED.values(), ids=DECLARED)
def test_what_a_page_declares_is_read_however_it_is_cut(data: bytes, encoding: str | None) -> None:
    for cut in range(len(data)):
        decoder = Decoder()
        text = decoder.decode(data[:cut]) + decoder.decode(data[cut:]) + decoder.finish()
        assert decoder.encoding == (encoding or "windows-1252")
        assert text == feed(Decoder(decoder.encoding), data)


@pytest.mark.parametrize("size", [None, 1, 100, PRESCAN - 1, PRESCAN + 1])
@pytest.mark.parametrize(
    ("beyond", "source"),
    [pytest.param(0, "meta", id="ends at the last byte"), pytest.param(1, "fallback", id="ends after it")],
)
def test_only_the_first_1024_bytes_are_searched(beyond: int, source: str, size: int | None) -> None:
    meta = b"<meta charset=koi8-r>"
    data = b"x" * (PRESCAN - len(meta) + beyond) + meta + b"<p>" * 1000
    assert found(data, size)[1] == source


# Promptness


def test_text_comes_as_soon_as_the_declaration_ends() -> None:
    decoder = Decoder()
    data = b"<!doctype html><title>x</title><meta charset=utf-8>"
    assert [decoder.decode(data[at : at + 1]) for at in range(len(data))] == [""] * (len(data) - 1) + [data.decode()]
    assert decoder.decode(b"a") == "a"


def test_text_waits_for_1024_bytes_where_nothing_is_declared() -> None:
    decoder = Decoder()
    data = b"<p>\xe9</p>" * 200
    assert not any(decoder.decode(data[at : at + 1]) for at in range(PRESCAN - 1))
    assert decoder.decode(data[PRESCAN - 1 : PRESCAN]) == data[:PRESCAN].decode("latin-1")
    assert decoder.decode(b"a") == "a"


def test_text_does_not_wait_where_the_transport_has_told() -> None:
    decoder = Decoder("utf-8")
    assert decoder.decode(b"a") == "a"
    decoder = Decoder("windows-1252")
    assert [decoder.decode(bytes((byte,))) for byte in b"\xef\xbba"] == ["", "", "\xef\xbba"]
    decoder = Decoder("windows-1252")
    assert [decoder.decode(bytes((byte,))) for byte in b"\xff\xff"] == ["", "\xff\xff"]


# Input and the end of it


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_of_any_kind_are_taken(kind: type[bytes] | type[bytearray] | type[memoryview]) -> None:
    assert Decoder("utf-8").decode(kind("é".encode())) == "é"


def test_bytes_that_change_later_are_not_looked_at_again() -> None:
    data = bytearray("é€".encode())
    decoder = Decoder("utf-8")
    decoder.decode(data)
    data[:] = b"?????"
    assert decoder.byte_offset(1) == 2


def test_str_is_refused() -> None:
    with pytest.raises(TypeError):
        Decoder("utf-8").decode("é")  # type: ignore[arg-type]


def test_nothing_is_taken_after_the_end() -> None:
    decoder = Decoder()
    decoder.finish()
    with pytest.raises(UsageError, match="make a new one"):
        decoder.decode(b"a")
    with pytest.raises(UsageError, match="make a new one"):
        decoder.finish()


@pytest.mark.parametrize(
    ("label", "data", "text"),
    [
        ("utf-8", b"a\xe2\x82", "\ufffd"),
        ("utf-16le", b"a\0\x00\xd8\x00", "\ufffd"),
        ("shift_jis", b"a\x81", "\ufffd"),
        ("iso-2022-jp", b"a\x1b$B\x1b$", "\ufffd\ufffd"),
        ("iso-2022-jp", b"a\x1b$B", ""),
        ("windows-1252", b"a", ""),
    ],
)
def test_the_end_gives_out_what_was_cut_off(label: str, data: bytes, text: str) -> None:
    decoder = Decoder(label)
    assert decoder.decode(data) == "a"
    assert decoder.finish() == text


# Declarations that come late


@pytest.mark.parametrize(
    ("attrs", "name"),
    [
        pytest.param({"charset": "utf-8"}, "UTF-8", id="charset"),
        pytest.param({"charset": "utf-16"}, "UTF-8", id="UTF-16 that cannot be"),
        pytest.param({"charset": "latin1"}, None, id="the same"),
        pytest.param({"charset": "x-user-defined"}, None, id="the same by another name"),
        pytest.param({"charset": "klingon"}, None, id="unknown"),
        pytest.param({"name": "viewport", "content": "charset=utf-8"}, None, id="no declaration"),
        pytest.param({"http-equiv": "Content-TYPE", "content": "text/html; charset=utf-8"}, "UTF-8", id="http-equiv"),
        pytest.param({"http-equiv": "content-type"}, None, id="http-equiv and nothing"),
        pytest.param({"http-equiv": "refresh", "content": "charset=utf-8"}, None, id="another http-equiv"),
        pytest.param(
            {"charset": "klingon", "http-equiv": "content-type", "content": "charset='UTF-8'"}, "UTF-8", id="http-equiv instead"
        ),
    ],
)
def test_a_late_declaration_counts_against_a_guess(attrs: dict[str, str], name: str | None) -> None:
    decoder = Decoder()
    feed(decoder, b"<p>")
    assert decoder.late_meta(attrs) == name
    assert decoder.encoding == "windows-1252"


@pytest.mark.parametrize(
    ("decoder", "data", "name"),
    [
        pytest.param(Decoder("windows-1252"), b"a", None, id="the transport's word"),
        pytest.param(Decoder(), b"\xef\xbb\xbfa", None, id="a mark"),
        pytest.param(Decoder(), b"<meta charset=gbk>", "KOI8-R", id="the page's own earlier word"),
        pytest.param(Decoder(), b"<meta charset=koi8-r>", None, id="the page's own same word"),
        pytest.param(Decoder(fallback_encoding="gbk"), b"a", "KOI8-R", id="the fallback"),
        pytest.param(Decoder(), b"<\0?\0x\0", None, id="UTF-16"),
        pytest.param(Decoder(fallback_encoding="utf-16be"), b"a", None, id="UTF-16 as the fallback"),
    ],
)
def test_a_late_declaration_does_not_count_against(decoder: Decoder, data: bytes, name: str | None) -> None:
    feed(decoder, data)
    assert decoder.late_meta({"charset": "koi8-r"}) == name


def test_only_the_first_declaration_counts() -> None:
    decoder = Decoder()
    feed(decoder, b"<p>")
    assert decoder.late_meta({"charset": "klingon"}) is None
    assert decoder.late_meta({"charset": "iso-8859-1"}) is None
    assert decoder.late_meta({"charset": "utf-8"}) is None


# Bytes before a character


@pytest.mark.parametrize(
    ("label", "data", "offsets"),
    [
        pytest.param("utf-8", b"\xef\xbb\xbf<p>", [3, 4, 5, 6], id="a mark"),
        pytest.param("utf-8", b"\xef\xbb\xbf", [3], id="nothing but a mark"),
        pytest.param("utf-8", b"", [0], id="nothing"),
        pytest.param("utf-8", "aé€😀b".encode(), [0, 1, 3, 6, 10, 11], id="UTF-8"),
        pytest.param("utf-8", b"\xe2\x82a\xff\xef\xbf\xbd\xf0\x9f\x98", [0, 2, 3, 4, 7, 10], id="malformed UTF-8"),
        pytest.param("windows-1252", b"a\x81\xff", [0, 1, 2, 3], id="one byte each"),
        pytest.param("utf-16le", "a😀b".encode("utf-16le") + b"\0\xd8a\0\0", [0, 2, 6, 8, 10, 12, 13], id="UTF-16"),
        pytest.param("shift_jis", b"a\x88\xa0\x81<\x81\x41", [0, 1, 3, 4, 5, 7], id="an ASCII byte put back"),
        pytest.param("gb18030", b"\x81\x30\x81\x30\x81\x30<\xb0\xa1", [0, 4, 5, 6, 7, 9], id="one to four bytes"),
        pytest.param("euc-jp", b"\x8f\xb0\xa1\x8e\xb1\xa1\xa1~", [0, 3, 5, 7, 8], id="one to three bytes"),
        pytest.param("big5", b"\x88\x62\xa4\xa4", [0, 1, 2, 4], id="a pair that is two characters"),
        pytest.param("iso-2022-jp", b"a\x1b$B<!<!\x1b(Bb\x1b(B", [0, 1, 6, 8, 12], id="escape sequences"),
        pytest.param("iso-2022-jp", b"\x1b(J\\\x1b(B\x1b(B", [0, 4, 10], id="escape sequences at both ends"),
        pytest.param("replacement", b"abc", [0, 1], id="replacement"),
    ],
)
@pytest.mark.parametrize("size", [None, 1, 2, 3])
def test_the_bytes_before_each_character_are_counted(label: str, data: bytes, offsets: list[int], size: int | None) -> None:
    decoder = Decoder(label)
    size = size or len(data) or 1
    known: dict[int, int] = {}
    done = 0
    for piece in [*(data[at : at + size] for at in range(0, len(data), size)), None]:
        before = done
        done += len(decoder.finish() if piece is None else decoder.decode(piece))
        if decoder.encoding:
            known |= {offset: decoder.byte_offset(offset) for offset in range(max(before - 1, 0), done + 1)}
    assert [known[offset] for offset in range(done + 1)] == offsets


@pytest.mark.parametrize(
    "label", ["utf-8", "utf-16le", "utf-16be", "koi8-r", "gb18030", "big5", "euc-jp", "shift_jis", "euc-kr", "iso-2022-jp"]
)
def test_bytes_are_counted_in_any_order_and_for_any_cuts(label: str, seed: int) -> None:
    random = Random(f"{seed} {label}")
    letters = ["a", "<", "~", "é", "€", "я", "次", "中", "한", "😀", "\ufffd"]
    for _ in range(40):
        data = "".join(random.choices(letters, k=20)).encode(label.replace("big5", "big5hkscs"), "ignore")
        if random.random() < 0.5:
            data = b"".join(data[at : at + 1] for at in range(len(data)) if random.random() < 0.8)
        decoder = Decoder(label)
        text = feed(decoder, data)
        whole = [decoder.byte_offset(offset) for offset in range(len(text) + 1)]
        if decoder.source == "bom":
            continue
        assert whole == sorted(whole)
        decoder = Decoder(label)
        done = 0
        cuts = sorted(random.choices(range(len(data) + 1), k=3))
        for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
            before = done
            done += len(decoder.decode(data[start:end]))
            asked = list(range(max(before - 1, 0), done + 1)) * 2
            random.shuffle(asked)
            assert [decoder.byte_offset(offset) for offset in asked] == [whole[offset] for offset in asked], (data, cuts)


def test_bytes_are_counted_only_near_the_latest_piece() -> None:
    decoder = Decoder("utf-8")
    for piece in (b"ab", b"cd", b"ef"):
        decoder.decode(piece)
    assert [decoder.byte_offset(offset) for offset in (3, 6)] == [3, 6]
    for offset in (1, 7):
        with pytest.raises(UsageError, match=rf"byte_offset\({offset}\) is out of reach: only 2 to 6 are"):
            decoder.byte_offset(offset)


@pytest.mark.parametrize("label", ["utf-8", "koi8-r", "gb18030", "iso-2022-jp"])
@pytest.mark.parametrize("first", [0, 3, 38])
def test_bytes_are_counted_from_where_it_was_told_to_keep(label: str, first: int) -> None:
    text = "aбв<яあ>" * 12 if label != "koi8-r" else "aбв<я~>" * 12
    text += "б"
    data = text.encode(label) if label != "gb18030" else text.encode(label)[:-1] + b"\xff"
    decoder = Decoder(label)
    whole = feed(decoder, data)
    expected = [decoder.byte_offset(offset) for offset in range(len(whole) + 1)]
    decoder = Decoder(label)
    done = 0
    for at in range(len(data)):
        decoder.keep(min(first, done))
        done += len(decoder.decode(data[at : at + 1]))
        if at % 7 == 0 or at == len(data) - 1:
            offsets = range(min(first, done), done + 1)
            assert [decoder.byte_offset(offset) for offset in offsets] == expected[offsets.start : done + 1]


# The public suite

BEYOND_THE_PRESCAN: Final = {f"tests1.dat:{number}" for number in range(48, 55)}
"""Cases whose meta stands after the first 1024 bytes. A browser gets there by starting over, which is up to our caller."""


def test_the_suite_of_encodings_holds(shared: Path, ran: Counter[str]) -> None:
    late = set()
    for path in sorted((shared / "html5lib-tests/encoding").glob("*.dat")):
        for number, case in enumerate(path.read_bytes().split(b"#data\n")[1:], 1):
            data, _, label = case.rpartition(b"#encoding\n")
            expected = lookup(label.decode().strip()).name
            name = f"{path.name}:{number}"
            ran["encodings"] += 1
            for size in (None, 1, 500):
                decoder = Decoder()
                feed(decoder, data, size)
                if decoder.encoding == expected:
                    continue
                late.add(name)
                assert data.find(b"<meta charset=") > PRESCAN - 30, name
                assert decoder.late_meta({"charset": "iso8859-2"}) == expected, name
    assert late == BEYOND_THE_PRESCAN
