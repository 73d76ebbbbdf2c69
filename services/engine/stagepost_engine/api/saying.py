"""Texts in responses: each with its sentence in the reader's language, beside its template."""

from stagepost_texts.saying import said

__all__ = ("said",)
