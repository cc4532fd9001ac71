"""Conversion of a `ninefold.Table` to the tables of other libraries."""

from __future__ import annotations

import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._native import Column, Table

_BOARDS = ("puzzle", "solution", "grid", "form", "shuffled", "minimal")
"""Columns that hold boards if they hold texts."""

_SHOWN = 10
"""How many rows a notebook shows."""


def has_pyarrow() -> bool:
    from importlib.util import find_spec

    return find_spec("pyarrow") is not None


def pandas_frame(table: Table, index: Any = None) -> Any:
    import pandas

    texts = pandas.Series(["text"]).dtype
    keeps_arrow = has_pyarrow() and isinstance(texts, pandas.StringDtype)
    dtypes = {"UInt32": "UInt32", "UInt64": "UInt64", "Boolean": "boolean", "Float64": "float64"}

    def series(name: str) -> Any:
        dtype = dtypes.get(table.types[name], texts)
        if dtype is texts and keeps_arrow:
            import pyarrow

            return pandas.Series(pandas.array(pyarrow.chunked_array(table[name]), texts), index)
        return pandas.Series(table[name].to_list(), index, dtype)

    return pandas.DataFrame({name: series(name) for name in table.column_names}, index=index)


def _to_pandas(table: Table) -> Any:
    return pandas_frame(table)


def _to_polars(table: Table) -> Any:
    import polars

    return polars.DataFrame(table)


def _to_arrow(table: Table) -> Any:
    import pyarrow

    return pyarrow.table(table)


def _to_numpy(table: Table) -> Any:
    import numpy

    answer = {}
    for name in table.column_names:
        column, kind = table[name], table.types[name]
        boards = board_array(numpy, column.to_list()) if kind == "Utf8" and name in _BOARDS else None
        answer[name] = number_array(numpy, kind, column) if boards is None else boards
    return answer


def board_array(numpy: Any, texts: list[str | None]) -> Any:
    """Return boards in the usual digits as ``uint8[n, 9, 9]``, nulls as zeros; ``None`` if the texts are anything else."""
    length = max((len(text) for text in texts if text is not None), default=0)
    side = math.isqrt(length)
    blank = "." * length
    if side * side != length or not 4 <= side <= 9 or any(text is not None and len(text) != length for text in texts):
        return None
    joined = "".join(blank if text is None else text for text in texts)
    if not joined.isascii():
        return None
    codes = numpy.frombuffer(joined.encode(), numpy.uint8)
    digits = numpy.where(codes == ord("."), 0, codes - numpy.uint8(ord("0"))).astype(numpy.uint8)
    return None if digits.max(initial=0) > side else digits.reshape(len(texts), side, side)


def number_array(numpy: Any, kind: str, values: Column) -> Any:
    """Return a column as a numpy array. It has no nulls: they become ``None``, ``False``, not-a-number or 0."""
    if values.null_count == len(values):
        return numpy.full(len(values), None, object)
    dtype = {"Utf8": object, "Boolean": bool, "Float64": float}.get(kind) or kind.lower()
    missing = {"Utf8": None, "Boolean": False, "Float64": float("nan")}.get(kind, 0)
    return numpy.array([missing if value is None else value for value in values], dtype)


def _to_html(table: Table) -> str:
    import html

    names = table.column_names
    columns = [table[name].to_list()[:_SHOWN] for name in names]

    def row(tag: str, cells: Any) -> str:
        shown = ("" if cell is None else html.escape(str(cell)) for cell in cells)
        return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in shown) + "</tr>"

    rows = "".join(row("td", cells) for cells in zip(*columns, strict=True))
    return f"<table><thead>{row('th', names)}</thead><tbody>{rows}</tbody></table><p>{len(table)} rows</p>"
