"""format=flowed: lines are unstuffed, and joined only where the writer's client had to wrap."""

from __future__ import annotations

# A line this short was ended by its writer, whatever space it trails: orders are such lines.
WRAPPED_COLUMNS_LEAST = 56
FLOWED_LINES_MOST = 8000


def unflowed(text: str, *, delete_space: bool) -> str:
    """The text with its soft line breaks taken away."""
    lines: list[str] = []
    parts: list[str] = []
    last_depth = -1
    for raw in text.replace("\r\n", "\n").split("\n", FLOWED_LINES_MOST)[:FLOWED_LINES_MOST]:
        depth, line = _unstuffed(raw)
        if parts and depth == last_depth and _soft(parts[-1]):
            parts[-1] = parts[-1][:-1] if delete_space else parts[-1]
            parts.append(line)
            continue
        lines.extend(_finished(parts, last_depth))
        parts, last_depth = [line], depth
    lines.extend(_finished(parts, last_depth))
    return "\n".join(lines)


def _unstuffed(raw: str) -> tuple[int, str]:
    line = raw.lstrip(">")
    depth = len(raw) - len(line)
    return depth, line.removeprefix(" ")


def _soft(line: str) -> bool:
    return line.endswith(" ") and line != "-- " and len(line) >= WRAPPED_COLUMNS_LEAST


def _finished(parts: list[str], depth: int) -> list[str]:
    if not parts:
        return []
    quote = ">" * depth + " " if depth else ""
    return [quote + "".join(parts)]
