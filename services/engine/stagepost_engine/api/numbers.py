"""JSON knows numbers of any size and nests without end; what is kept of a request does not."""

from __future__ import annotations

from typing import Any, Final

INTEGER_MOST: Final = 2**63 - 1
NESTING_MOST: Final = 32


def fits(found: Any, nesting: int = NESTING_MOST) -> bool:
    """Whether every whole number in the data can be kept, and it is not nested too deeply."""
    match found:
        case int():
            return -INTEGER_MOST <= found <= INTEGER_MOST
        case dict():
            return nesting > 0 and all(fits(value, nesting - 1) for value in found.values())
        case list() | tuple():
            return nesting > 0 and all(fits(value, nesting - 1) for value in found)
        case _:
            return True
