"""A PNG of eight bits RGBA as its pixels, without a library for pictures."""

import zlib

CHANNELS = 4
HEAD = 8  # bytes of the signature
CHUNK = 12  # bytes of a chunk beside its content


def pixels_of(png):
    """Return width, height and the bytes of all pixels (RFC 2083)."""
    assert png[:HEAD] == b"\x89PNG\r\n\x1a\n"

    wide, high, packed, at = 0, 0, b"", HEAD
    while at < len(png):
        size, kind = int.from_bytes(png[at : at + 4]), png[at + 4 : at + 8]
        content = png[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            wide, high = int.from_bytes(content[:4]), int.from_bytes(content[4:8])
            assert content[8:10] == bytes((8, 6)), "eight bits, RGBA"
        elif kind == b"IDAT":
            packed += content
        at += CHUNK + size
    return wide, high, unfiltered(zlib.decompress(packed), wide, high)


def unfiltered(raw, wide, high):
    """Undo the filter of each row: none, left, above, their mean, or the nearest (Paeth)."""
    row_size, before, found = wide * CHANNELS, bytes(wide * CHANNELS), bytearray()
    for number in range(high):
        start = number * (row_size + 1)
        row = bytearray(raw[start + 1 : start + 1 + row_size])
        for at in range(row_size):
            left = row[at - CHANNELS] if at >= CHANNELS else 0
            corner = before[at - CHANNELS] if at >= CHANNELS else 0
            row[at] = row[at] + guess(raw[start], left, before[at], corner) & 255
        found += row
        before = row
    return bytes(found)


def guess(kind, left, above, corner):
    if kind < 4:
        return (0, left, above, (left + above) // 2)[kind]
    near = left + above - corner
    return min((left, above, corner), key=lambda value: abs(near - value))


def mean_difference(one, other):
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)


def grey_of(pixels):
    """Return how light each pixel is, by the weights of ITU-R BT.601."""
    reds, greens, blues = (pixels[at::CHANNELS] for at in range(3))
    return [
        (299 * red + 587 * green + 114 * blue) // 1000
        for red, green, blue in zip(reds, greens, blues, strict=True)
    ]
