"""Labels, every mapping, malformed bytes and the bytes of characters: what the Encoding Standard says, for each encoding."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import product
from random import Random
from typing import Final

import pytest

from saxhtml._encodings import Encoding, find, lookup
from saxhtml.errors import UsageError

SINGLE_BYTE: Final = {
    "IBM866": "2e3f89d51df1d1b9",
    "ISO-8859-2": "da4d3b2f8f06435d",
    "ISO-8859-3": "c1d9ce25d3762a52",
    "ISO-8859-4": "54140e6e75ba62ce",
    "ISO-8859-5": "5372981566958051",
    "ISO-8859-6": "2b716bc800e7bfe3",
    "ISO-8859-7": "8d94b0308cf418c9",
    "ISO-8859-8": "ade2c0790e86ddc8",
    "ISO-8859-8-I": "ade2c0790e86ddc8",
    "ISO-8859-10": "129e084c5bc4da60",
    "ISO-8859-13": "20a9bcd406361c31",
    "ISO-8859-14": "80050213abdb4257",
    "ISO-8859-15": "b9a4a2394ee58552",
    "ISO-8859-16": "c2bb18a77fe0cd90",
    "KOI8-R": "25a9da95cf2db39e",
    "KOI8-U": "79b0a6e96024f61a",
    "macintosh": "94dcdcc19412eb48",
    "windows-874": "4bb5efdc1a2832ec",
    "windows-1250": "52665a0c49e77322",
    "windows-1251": "153baf169d84e269",
    "windows-1252": "9ba654722668eee9",
    "windows-1253": "fa630499b7db169e",
    "windows-1254": "612d01246f4b5106",
    "windows-1255": "16925d6a9d5cff62",
    "windows-1256": "ae636a90722c9d75",
    "windows-1257": "abd51531663d43f8",
    "windows-1258": "ded84db6d51e3143",
    "x-mac-cyrillic": "ab39a8a69bbbd008",
    "x-user-defined": "3c73f8bf837f120d",
}
"""The first digits of the SHA-256 of what the bytes from 0x80 on are in the standard's index."""

PAIRS: Final = {
    "GBK": "ee552985d349aaa6",
    "gb18030": "ee552985d349aaa6",
    "Big5": "708b047dd842085a",
    "EUC-JP": "284328afc1c27205",
    "Shift_JIS": "dc41c920ca79b540",
    "EUC-KR": "a70cb0db6c6f738b",
}
"""The same for all pairs whose first byte is from 0x80 on, each decoded by itself, with line feeds between."""

OTHERS: Final = ("UTF-8", "UTF-16LE", "UTF-16BE", "ISO-2022-JP", "replacement")
NAMES: Final = (*SINGLE_BYTE, *PAIRS, *OTHERS)


def pieces_of(encoding: Encoding, data: bytes, cuts: Iterable[int] = ()) -> Iterator[tuple[str, int]]:
    """Yield the runs of what ``data``, cut at ``cuts``, is decoded to: their text and how many bytes it came from."""
    rest, state, start = b"", 0, 0
    for end in (*cuts, len(data)):
        rest += data[start:end]
        start = end
        text, taken, after = encoding.decode(rest, state)
        done = 0
        if text:
            for count, size in encoding.runs(rest[:taken], text, state):
                yield text[done : done + count], size
                done += count
        assert done == len(text)
        rest, state = rest[taken:], after
    if rest:
        yield from encoding.flush(rest, state)


def decoded(name: str, data: bytes, cuts: Iterable[int] = ()) -> str:
    return "".join(text for text, _ in pieces_of(lookup(name), data, cuts))


def byte_ends(name: str, data: bytes, cuts: Iterable[int] = ()) -> list[tuple[str, int]]:
    """Return each character of ``data`` with how many bytes have passed when it is complete."""
    ends = []
    at = 0
    for text, size in pieces_of(lookup(name), data, cuts):
        ends += [(character, at + size * (index + 1) // len(text)) for index, character in enumerate(text)]
        at += size
    return ends


def digest(texts: Iterable[str], between: str = "") -> str:
    return hashlib.sha256(between.join(texts).encode()).hexdigest()[:16]


# Labels


def test_the_labels_are_those_of_the_standard() -> None:
    from saxhtml._encodings import _NAMES  # noqa: PLC0415

    assert len(_NAMES) == 228
    assert digest(sorted(f"{label} {name.lower()}" for label, name in _NAMES.items()), "\n") == "d9153e22e1ff5385"
    assert set(_NAMES.values()) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_a_label(name: str) -> None:
    assert lookup(name) is lookup(name.lower()) is lookup(f"\t\n\f\r {name.upper()} ") is find(name)
    assert lookup(name).name == name


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("latin1", "windows-1252"),
        ("ISO-8859-1", "windows-1252"),
        ("us-ascii", "windows-1252"),
        ("iso-8859-9", "windows-1254"),
        ("tis-620", "windows-874"),
        ("utf8", "UTF-8"),
        ("utf-16", "UTF-16LE"),
        ("unicodeFFFE", "UTF-16BE"),
        ("gb2312", "GBK"),
        ("ks_c_5601-1987", "EUC-KR"),
        ("windows-31j", "Shift_JIS"),
        ("big5-hkscs", "Big5"),
        ("visual", "ISO-8859-8"),
        ("logical", "ISO-8859-8-I"),
        ("iso-2022-kr", "replacement"),
    ],
)
def test_a_label_stands_for(label: str, name: str) -> None:
    assert lookup(label).name == name


@pytest.mark.parametrize(
    "label",
    [
        pytest.param("utf-7", id="what can hide markup"),
        pytest.param("utf-32", id="what browsers gave up"),
        pytest.param("cp437", id="what only Python knows"),
        pytest.param("", id="nothing"),
        pytest.param("utf 8", id="a space inside"),
        pytest.param("\vutf-8", id="whitespace that is not the standard's"),
        pytest.param("\N{KELVIN SIGN}oi8-r", id="a letter whose lowercase is ASCII"),
    ],
)
def test_what_is_no_label_is_refused(label: str) -> None:
    assert find(label) is None
    with pytest.raises(UsageError, match="is no label of the WHATWG Encoding Standard: pass one that is"):
        lookup(label)


# Mappings


@pytest.mark.parametrize(("name", "expected"), SINGLE_BYTE.items())
def test_each_byte_is_what_the_standard_says(name: str, expected: str) -> None:
    assert digest(decoded(name, bytes((byte,))) for byte in range(0x80, 0x100)) == expected
    every = bytes(range(0x100))
    assert decoded(name, every) == "".join(decoded(name, bytes((byte,))) for byte in every)


@pytest.mark.parametrize(("name", "expected"), PAIRS.items())
def test_each_pair_is_what_the_standard_says(name: str, expected: str) -> None:
    pairs = [bytes(pair) for pair in product(range(0x80, 0x100), range(0x100))]
    assert digest((decoded(name, pair) for pair in pairs), "\n") == expected
    lines = b"".join(pair + b"\n" for pair in pairs)
    assert decoded(name, lines) == "".join(decoded(name, pair + b"\n") for pair in pairs)


@pytest.mark.parametrize(
    ("name", "ranges", "expected"),
    [
        pytest.param("EUC-JP", ([0x8F], range(0xA1, 0xFF), range(0x80, 0x100)), "aeefb3c604ff4659", id="JIS X 0212 in EUC-JP"),
        pytest.param(
            "gb18030",
            ((0x81, 0x82, 0x83, 0x84, 0x90, 0xE3), range(0x30, 0x3A), range(0x81, 0xFF), range(0x30, 0x3A)),
            "60dd30e5663a9dd3",
            id="four bytes in gb18030",
        ),
    ],
)
def test_each_longer_sequence_is_what_the_standard_says(name: str, ranges: tuple[Iterable[int], ...], expected: str) -> None:
    assert digest((decoded(name, bytes(sequence)) for sequence in product(*ranges)), "\n") == expected


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("windows-1252", b"\x80\x81\x8d\x8f\x90\x9d\xff", "\u20ac\x81\x8d\x8f\x90\x9d\xff"),
        ("windows-1253", b"\x81\xaa\xd2", "\x81\ufffd\ufffd"),
        ("windows-1255", b"\xca\xd9", "\u05ba\ufffd"),
        ("KOI8-U", b"\xae\xbe", "\u045e\u040e"),
        ("x-user-defined", b"a\x80\xff", "a\uf780\uf7ff"),
        ("GBK", b"\x80\xa2\xe3\xa8\xbc\x81\x35\xf4\x37", "\u20ac\u20ac\u1e3f\ue7c7"),
        ("GBK", b"\x90\x30\x81\x30", "\U00010000"),
        ("Big5", b"\xa1\xfe\xa2\x41\xa2\x40\xa2\x42\xa2\x43", "\uff0f\u2215\uff3c\ufe68\uff04"),
        ("Big5", b"\x88\x62\x88\xa3\x88\x63", "\xca\u0304\xea\u0304\u1ebe"),
        ("EUC-JP", b"~\x8f\xa2\xb7~\xa1\xc1\x8e\xb1", "~\uff5e~\uff5e\uff71"),
        ("EUC-JP", b"\xad\xa1\xfc\xfe\xa1\xdd", "\u2460\uff02\uff0d"),
        ("Shift_JIS", b"\\~\x80\xb1\xa0\xfd\xf0\x40", "\\~\x80\uff71\ufffd\ufffd\ue000"),
        ("EUC-KR", b"\x81\x41\xfd\xfe", "\uac02\u8a70"),
        ("UTF-16LE", b"<\0\x3d\xd8\x00\xde", "<\U0001f600"),
        ("UTF-16BE", b"\0<\xd8\x3d\xde\x00", "<\U0001f600"),
        ("ISO-2022-JP", b"\x1b$B<!\x1b(B<\x1b(J\\~\x1b(I1\x1b$@<!", "\u6b21<\xa5\u203e\uff71\u6b21"),
    ],
)
def test_bytes_that_other_decoders_read_otherwise(name: str, data: bytes, expected: str) -> None:
    assert decoded(name, data) == expected


# Malformed bytes

MALFORMED: Final = [
    ("UTF-8", b"\xe2\x82A", "\ufffdA"),
    ("UTF-8", b"\xf0\x9f\x98\xf0\x9f\x98\x80", "\ufffd\U0001f600"),
    ("UTF-8", b"\xed\xa0\x80", "\ufffd\ufffd\ufffd"),
    ("UTF-8", b"\xed\xa0", "\ufffd\ufffd"),
    ("UTF-8", b"\xed", "\ufffd"),
    ("UTF-8", b"\xc0\x80\xf5\xf4\x90\xe0\x80", "\ufffd" * 7),
    ("UTF-16LE", b"\x00\xd8a\x00\x00\xdc", "\ufffda\ufffd"),
    ("UTF-16LE", b"\x00\xd8\x00", "\ufffd"),
    ("UTF-16BE", b"\xd8\x00\xd8\x00\xdc\x00", "\ufffd\U00010000"),
    ("UTF-16BE", b"\x00a\x00", "a\ufffd"),
    ("Shift_JIS", b"\x81<", "\ufffd<"),
    ("Shift_JIS", b"\x85\x40", "\ufffd@"),
    ("Shift_JIS", b"\x85\x9fa", "\ufffda"),
    ("Shift_JIS", b"\x81", "\ufffd"),
    ("EUC-KR", b"\xc9\xa1\xff\x80<", "\ufffd\ufffd\ufffd<"),
    ("EUC-KR", b"\xff", "\ufffd"),
    ("Big5", b"\x80\x81\x81\x81 ", "\ufffd\ufffd\ufffd "),
    ("EUC-JP", b"\xa1<\x8e<\x8f<\x8f\xa1<", "\ufffd<\ufffd<\ufffd<\ufffd<"),
    ("EUC-JP", b"\x8f\x80\x8f\xa1\x80a", "\ufffd\ufffda"),
    ("EUC-JP", b"\x8f\xb0", "\ufffd"),
    ("EUC-JP", b"\x8f\x80", "\ufffd"),
    ("gb18030", b"\x81\x30\x81<", "\ufffd0\ufffd<"),
    ("gb18030", b"\x81\x30<", "\ufffd0<"),
    ("gb18030", b"\x81\x30\x81\x81", "\ufffd0\u4e96"),
    ("gb18030", b"\x81\x30\x81", "\ufffd"),
    ("gb18030", b"\xff\x39\x81", "\ufffd9\ufffd"),
    ("gb18030", b"\x84\x31\xa5\x30a", "\ufffda"),
    ("gb18030", b"\x81\xff\x81\x7f", "\ufffd\ufffd\x7f"),
    ("ISO-2022-JP", b"\x1b(Z\x1b", "\ufffd(Z\ufffd"),
    ("ISO-2022-JP", b"\x1b$", "\ufffd$"),
    ("ISO-2022-JP", b"\x1b$B\x1b$", "\ufffd\ufffd"),
    ("ISO-2022-JP", b"\x1b(I\x1b(", "\ufffd\uff68"),
    ("ISO-2022-JP", b"\x1b(B\x1b(Ja", "\ufffda"),
    ("ISO-2022-JP", b"\x1b(Ba\x1b(Jb\x1b(B", "ab"),
    ("ISO-2022-JP", b"\x1b$B<\x1b(Ba", "\ufffda"),
    ("ISO-2022-JP", b"\x1b$B<\n<!<", "\ufffd\u6b21\ufffd"),
    ("ISO-2022-JP", b"\x1b$B\n\x22\x2f", "\ufffd\ufffd"),
    ("ISO-2022-JP", b"\x0e\x80\x1b(I`", "\ufffd\ufffd\ufffd"),
    ("replacement", b"<p>", "\ufffd"),
    ("replacement", b"", ""),
]


@pytest.mark.parametrize(("name", "data", "expected"), MALFORMED)
def test_malformed_bytes_are_counted_as_the_standard_does(name: str, data: bytes, expected: str) -> None:
    assert decoded(name, data) == expected


@pytest.mark.parametrize(("name", "data"), [(name, data) for name, data, _ in MALFORMED])
def test_only_what_more_bytes_could_save_is_waited_for(name: str, data: bytes) -> None:
    text, taken, state = lookup(name).decode(data, 0)
    rest = data[taken:]
    without = "".join(part for part, _ in lookup(name).flush(rest, state)) if rest else ""
    if without:
        more = (b"a", b"A", b"0", b"\x80", b"\xa1", b"\xb0\xa1", b"\xdc\xdc", b"\xdc", b"!", b"(Ba", b"Ba", b"B<!")
        assert any(not lookup(name).decode(rest + completion, state)[0].startswith(without) for completion in more)
    for completion in (b"a", b"\xa1\xa1", b"\x1b(Ba", b"\0\0"):
        assert lookup(name).decode(data + completion, 0)[0].startswith(text)


# Pieces


def nasty_bytes(name: str, random: Random, length: int) -> bytes:
    """Return bytes that are often sequences of the encoding ``name``, and often nearly."""
    if name == "ISO-2022-JP":
        choices = [
            b"\x1b(B",
            b"\x1b(J",
            b"\x1b(I",
            b"\x1b$@",
            b"\x1b$B",
            b"\x1b",
            b"\x1b$",
            b"\x1b(",
            b"<",
            b"\\~",
            b"<!",
            b"\x80",
        ]
        return b"".join(random.choices(choices, k=length // 2))
    if name.startswith("UTF-16"):
        return b"".join(
            random.choices([b"\xd8\0", b"\0\xd8", b"\xdc\0", b"\0\xdc", b"a\0", b"\0a", b"\xd8", b"\0"], k=length // 2)
        )
    if name == "UTF-8":
        lone = [0x41, 0x7F, 0x80, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4, 0xF5]
        return b"".join(random.choices([*map(bytes, zip(lone)), "é".encode(), "€".encode(), "😀".encode()], k=length // 2))
    favourites = [0x30, 0x39, 0x41, 0x62, 0x7E, 0x80, 0x81, 0x88, 0x8E, 0x8F, 0xA1, 0xA2, 0xA3, 0xB7, 0xFE, 0xFF]
    return bytes(random.choice(favourites) if random.random() < 0.7 else random.randrange(0x100) for _ in range(length))


@pytest.mark.parametrize("name", NAMES)
def test_characters_and_their_bytes_are_the_same_however_the_bytes_are_cut(name: str, seed: int) -> None:
    random = Random(f"{seed} {name}")
    for _ in range(40):
        data = nasty_bytes(name, random, random.randrange(2, 24))
        whole = byte_ends(name, data)
        assert byte_ends(name, data, range(1, len(data))) == whole, data
        for cut in range(len(data)):
            assert byte_ends(name, data, [cut]) == whole, (data, cut)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in {"ISO-2022-JP", "replacement"}])
def test_what_stands_after_a_character_is_decoded_by_itself(name: str, seed: int) -> None:
    random = Random(f"{seed} {name}")
    for _ in range(60):
        data = nasty_bytes(name, random, random.randrange(2, 40))
        ends = byte_ends(name, data)
        for index, (_, end) in enumerate(ends, 1):
            after = "".join(character for character, _ in ends[index:])
            if not after.startswith(("\u0304", "\u030c")):  # the second character of a pair of Big5
                assert decoded(name, data[end:]) == after, (data, index)


ESCAPES: Final = {b"(B": "ascii", b"(J": "roman", b"(I": "katakana", b"$@": "lead", b"$B": "lead"}


def iso_2022_jp(data: bytes) -> list[tuple[str, int]]:
    """Decode as the standard writes its decoder down, a state and a byte at a time; with where each character ends."""
    made: list[tuple[str, int]] = []
    queue = [(byte, at + 1) for at, byte in enumerate(data)] + [(-1, len(data))]
    state = output_state = "ascii"
    lead, output = 0, False
    while queue:
        byte, end = queue.pop(0)
        error = False
        if state == "escape start":
            if byte in (0x24, 0x28):
                lead, state = byte, "escape"
                continue
            queue.insert(0, (byte, end))
            output, state, error, end = False, output_state, True, end - 1 if byte >= 0 else end
        elif state == "escape":
            chosen = ESCAPES.get(bytes((lead, byte))) if byte >= 0 else None
            if chosen is None:
                back = end - 1 if byte >= 0 else end
                queue[:0] = [(lead, back), (byte, end)]
                output, state, error, end = False, output_state, True, back - 1
            else:
                state = output_state = chosen
                error, output = output, True
        elif state == "trail":
            if byte == 0x1B:
                state, error, end = "escape start", True, end - 1
            elif byte < 0:
                queue.insert(0, (byte, end))
                state, error = "lead", True
            else:
                state = "lead"
                pair = bytes((lead | 0x80, byte | 0x80))
                character = decoded("EUC-JP", pair) if 0x21 <= byte <= 0x7E else "\ufffd"
                made.append((character, end))
        elif byte == 0x1B:
            state = "escape start"
        elif byte >= 0:
            output = False
            if state == "lead" and 0x21 <= byte <= 0x7E:
                lead, state = byte, "trail"
            elif state == "katakana" and 0x21 <= byte <= 0x5F:
                made.append((chr(0xFF61 + byte - 0x21), end))
            elif state in {"ascii", "roman"} and byte < 0x80 and byte not in {0x0E, 0x0F}:
                character = {0x5C: "\xa5", 0x7E: "\u203e"}.get(byte, chr(byte)) if state == "roman" else chr(byte)
                made.append((character, end))
            else:
                error = True
        if error:
            made.append(("\ufffd", end))
    return made


def test_iso_2022_jp_follows_the_steps_of_the_standard(seed: int) -> None:
    random = Random(seed)
    for _ in range(1500):
        data = nasty_bytes("ISO-2022-JP", random, random.randrange(2, 30))
        assert byte_ends("ISO-2022-JP", data) == iso_2022_jp(data), data
