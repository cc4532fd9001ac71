"""Puzzles in all forms that callers pass: which are columns, which are one board, and how to answer in the same form."""

from __future__ import annotations

import math
import sys

from . import _native
from ._tables import board_array, number_array, pandas_frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Literal

    from ._native import Shape, Table

    Kind = Literal["arrow", "digits", "list"]
    Pack = Callable[[Table, Any], Any]


def library_of(value: object) -> str:
    """Return the name of the package that a value comes from: ``polars``."""
    return type(value).__module__.partition(".")[0]


def examine(
    puzzles: Any, board: str | None, column: str | None, shape: Shape | str | int | None = None
) -> tuple[Any, Kind, Pack]:
    """Return what is handed to the compiled functions, its kind, and a function that gives the answer the form of the input."""
    if isinstance(puzzles, (str, bytes, bytearray, memoryview)):
        raise TypeError("expected a column of puzzles, not a single text; ninefold.Puzzle(text) takes one puzzle")
    if isinstance(puzzles, (_native.Puzzle, _native.Grid, _native.Variant)):
        return [puzzles], "list", _as_lists
    library = library_of(puzzles)
    if library == "pandas":
        return _pandas(puzzles, column)
    puzzles = collected(puzzles)
    if library == "polars" and hasattr(puzzles, "columns"):
        # The other columns may have types that readers of Arrow data do not take.
        puzzles = puzzles.select(find(puzzles.columns, column))
    if isinstance(puzzles, dict):
        return puzzles[find(list(puzzles), column)], "list", _as_lists
    if library == "numpy" and hasattr(puzzles, "mask"):
        puzzles = _without_mask(puzzles)
    if library == "numpy" and type(puzzles).__name__ == "ndarray":
        return (puzzles, "list", _as_lists) if puzzles.dtype.kind in "OUTS" else _digits(puzzles, board, shape)
    if hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
        pack = _packs.get(library, lambda table, _: table)
        rows = _digit_rows(puzzles, library, column)
        return (puzzles, "arrow", pack) if rows is None else (rows, "list", pack)
    if hasattr(puzzles, "__dlpack__") or hasattr(puzzles, "__array_interface__") or hasattr(puzzles, "__array__"):
        # Tensors from other libraries.
        import numpy

        return _digits(numpy.asarray(puzzles), board, shape)
    if not hasattr(puzzles, "__iter__"):
        raise TypeError(f"expected Arrow data, an array of digits or an iterable of puzzles, not {type(puzzles).__name__}")
    return ([puzzles] if _is_one_board(puzzles) else puzzles), "list", _as_lists


def json_of(puzzle: dict[str, Any]) -> str:
    """Return a puzzle in the form of JSON as text; numpy's numbers and arrays become plain ones."""
    import json

    def plain(value: Any) -> Any:
        if hasattr(value, "tolist"):
            return value.tolist()
        raise TypeError(f"a dictionary with a value of type {type(value).__name__}, expected what JSON has")

    if not puzzle:
        raise _native.Error("a dictionary without members, expected a puzzle as JSON has it")
    return json.dumps(puzzle, default=plain)


def _as_lists(table: Table, _: Any) -> Any:
    return table.to_dict()


_packs: dict[str, Pack] = {
    "polars": lambda table, _: table.to_polars(),
    "pyarrow": lambda table, _: table.to_arrow(),
}


def find(names: list[Any], column: str | None) -> Any:
    """Return the name of the column with the puzzles: the one asked for, the only one, or ``puzzle``."""
    name = column if column is not None else names[0] if len(names) == 1 else "puzzle"
    if name not in names:
        hint = "" if column is not None else ", so column= must name one"
        raise KeyError(f"no column is called '{name}'{hint}; columns: {', '.join(map(str, names)) or 'none'}")
    return name


def _is_side(cells: int) -> bool:
    """Return whether a board can have this many cells."""
    side = math.isqrt(cells)
    try:
        return side >= 4 and side * side == cells and _native.Shape(side).side == side
    except ValueError:
        return False


def _is_one_board(puzzles: Any) -> bool:
    """Return whether a list is a board, not a list of boards: its digits, or its rows, if they are too short for boards."""
    if not isinstance(puzzles, (list, tuple)) or not puzzles:
        return False
    first = puzzles[0]
    if isinstance(first, int):
        return _is_side(len(puzzles)) and all(item is None or isinstance(item, int) for item in puzzles)
    return (
        isinstance(first, (list, tuple))
        and len(first) == len(puzzles)
        and _is_side(len(puzzles) ** 2)
        and not _is_side(len(first))
        and all(isinstance(row, (list, tuple)) and all(item is None or isinstance(item, int) for item in row) for row in puzzles)
    )


def _without_mask(puzzles: Any) -> Any:
    """Return values without numpy's mask: masked cells become blanks, masked texts missing values."""
    return puzzles.tolist() if puzzles.dtype.kind in "OUTS" else puzzles.filled(0)


def _digits(puzzles: Any, board: str | None, shape: Shape | str | int | None) -> tuple[Any, Kind, Pack]:
    """Handle an array of digits: one board, or many along its first axis."""
    numpy = sys.modules["numpy"]
    if puzzles.dtype.kind not in "iu" or puzzles.ndim not in (1, 2, 3):
        found = f"{puzzles.dtype}[{', '.join(map(str, puzzles.shape))}]"
        raise TypeError(f"expected digits as integers[n, 81] or [n, 9, 9], 0 for blanks, or one board of them, not {found}")
    cells = 0 if shape is None else _native.Shape(shape).cell_count
    if puzzles.ndim == 1 and (puzzles.size or cells):
        puzzles = puzzles[None]
    elif puzzles.ndim == 2 and puzzles.shape[0] == puzzles.shape[1]:
        # Either one board per row, or the rows of a single board.
        is_row = puzzles.shape[1] == cells if cells else _is_side(puzzles.shape[1])
        if not is_row and (puzzles.size == cells if cells else _is_side(puzzles.size)):
            puzzles = puzzles[None]
    shaped = puzzles.shape
    # Not a copy, unless the parts of the array do not lie side by side or its numbers have another type.
    flat = puzzles.reshape(shaped[0], -1 if puzzles.size else math.prod(shaped[1:]))
    wrong = {}
    if puzzles.dtype != numpy.uint8:
        is_bad = (flat < 0) | (flat > 255)
        for row in numpy.flatnonzero(is_bad.any(axis=1)).tolist():
            place, side = int(is_bad[row].argmax()), math.isqrt(flat.shape[1])
            name = f"r{place // side + 1}c{place % side + 1}"
            wrong[row] = f"{flat[row, place]} in {name}, expected a digit from 1 to {side}, or 0 for a blank"
        flat = numpy.where(is_bad, 255, flat).astype(numpy.uint8) if wrong else flat.astype(numpy.uint8)

    def pack(table: Table, boards: Any) -> Any:
        answer = {} if board is None else {board: boards.reshape(shaped)}
        answer |= {name: number_array(numpy, table.types[name], table[name]) for name in table.column_names}
        for row, reason in wrong.items():
            answer["error"][row] = reason
        return answer

    return numpy.ascontiguousarray(flat), "digits", pack


def _digit_rows(puzzles: Any, library: str, column: str | None) -> list[Any] | None:
    """Return the rows of a column of Arrow's lists, or of nulls only; ``None`` if it holds texts."""
    if library == "polars":
        polars = sys.modules["polars"]
        puzzles = puzzles.to_series() if hasattr(puzzles, "columns") else puzzles
        # polars exports nulls without a type in another way than Arrow's own type of nulls.
        has_rows = puzzles.dtype.base_type() in (polars.List, polars.Array, polars.Null)
        return list(puzzles.to_list()) if has_rows else None
    if library == "pyarrow":
        pyarrow = sys.modules["pyarrow"]
        if isinstance(puzzles, (pyarrow.Table, pyarrow.RecordBatch)):
            names = puzzles.schema.names
            if column not in names and (column is not None or (len(names) != 1 and "puzzle" not in names)):
                return None
            puzzles = puzzles.column(find(names, column))
        kind = getattr(puzzles, "type", None)
        is_list = kind is not None and pyarrow.types.is_nested(kind) and not pyarrow.types.is_struct(kind)
        return list(puzzles.to_pylist()) if is_list else None
    return None


def _pandas(puzzles: Any, column: str | None) -> tuple[Any, Kind, Pack]:
    from ._tables import has_pyarrow

    pandas = sys.modules["pandas"]
    values = puzzles
    if isinstance(puzzles, pandas.DataFrame):
        values = puzzles[find(list(puzzles.columns), column)]

    def pack(table: Table, _: Any) -> Any:
        return pandas_frame(table, puzzles.index)

    # pandas needs pyarrow to export its data to Arrow, and may itself store texts in Arrow's form.
    if has_pyarrow() and hasattr(values, "__arrow_c_stream__") and not pandas.api.types.is_object_dtype(values.dtype):
        return values, "arrow", pack
    return values, "list", pack


def collected(puzzles: Any) -> Any:
    """Return a lazy polars frame as a collected one, and anything else as it is."""
    is_lazy = library_of(puzzles) == "polars" and type(puzzles).__name__ == "LazyFrame"
    return puzzles.collect() if is_lazy else puzzles


def _distinct(puzzles: Any, name: str) -> list[str | None]:
    """Return the distinct texts in a table's column, with ``None`` for other values; an empty list if there is no such column."""
    library = library_of(puzzles)
    if isinstance(puzzles, dict):
        names = list(puzzles)
    elif isinstance(puzzles, _native.Table) or library == "pyarrow":
        names = list(getattr(puzzles, "column_names", None) or getattr(getattr(puzzles, "schema", None), "names", []))
    else:
        names = list(puzzles.columns) if library in ("pandas", "polars") and hasattr(puzzles, "columns") else []
    if name not in names:
        return []
    column = puzzles[name]
    values = column.unique() if hasattr(column, "unique") else column
    values = next((getattr(values, way)() for way in ("to_pylist", "to_list", "tolist") if hasattr(values, way)), values)
    return list(dict.fromkeys(value if isinstance(value, str) else None for value in values))


def is_usual(shape: Shape) -> bool:
    """Return whether boards of this side have this shape unless another is named."""
    try:
        return _native.Shape(shape.side) == shape
    except ValueError:
        return False


def _unusual_shape(value: str | None) -> Shape | None:
    """Return the shape that a value in a table names, unless boards of that size have it anyway."""
    try:
        shape = _native.Shape((value or "").strip())
    except ValueError:
        return None
    return None if is_usual(shape) else shape


def stated_shapes(
    puzzles: Any, column: str | None, asked: Shape | str | int | None
) -> tuple[Shape | str | int | None, list[Any] | None]:
    """Return the shape of all boards, if it is asked for or a table's column ``shape`` names one that the boards do not show; and
    rows that state their own shapes, if these differ."""
    values = _distinct(puzzles, "shape") if asked is None and column != "shape" else []
    shapes = {value: shape for value in values if (shape := _unusual_shape(value)) is not None}
    if not shapes:
        return asked, None
    if len(values) == 1:
        return next(iter(shapes.values())), None
    rows = zip(values_of(puzzles, column), values_of(puzzles, "shape"), strict=True)

    def stating(puzzle: Any, shape: Any) -> Any:
        is_plain = isinstance(puzzle, (str, list, tuple)) or hasattr(puzzle, "tolist")
        return json_of({"puzzle": puzzle, "shape": str(shapes[shape])}) if is_plain and shape in shapes else puzzle

    return None, [stating(puzzle, shape) for puzzle, shape in rows]


def values_of(puzzles: Any, column: str | None) -> list[Any]:
    """Return the rows of a column of puzzles as a list."""
    library = library_of(puzzles)
    if isinstance(puzzles, _native.Table):
        return puzzles[find(puzzles.column_names, column)].to_list()
    if isinstance(puzzles, dict):
        return list(puzzles[find(list(puzzles), column)])
    if library == "pandas":
        is_frame = hasattr(puzzles, "columns")
        return list((puzzles[find(list(puzzles.columns), column)] if is_frame else puzzles).tolist())
    if library == "polars":
        frame = collected(puzzles)
        return list((frame[find(frame.columns, column)] if hasattr(frame, "columns") else frame).to_list())
    if library == "pyarrow":
        is_table = hasattr(puzzles, "column_names")
        return list((puzzles.column(find(puzzles.column_names, column)) if is_table else puzzles).to_pylist())
    source, kind, _ = examine(puzzles, None, column)
    if kind == "arrow":
        import pyarrow

        return values_of(pyarrow.table(source), column)
    return list(source)


def take(puzzles: Any, rows: list[int]) -> Any:
    """Return some rows of a column or table, in the same form."""
    library = library_of(puzzles)
    if isinstance(puzzles, _native.Table):
        parts = list(puzzles.types.items())
        ordered = [(name, dict(parts)[name]) for name in puzzles.column_names]
        lists = [puzzles[name].to_list() for name in puzzles.column_names]
        return _native.table_of(ordered, [[values[row] for row in rows] for values in lists])
    if isinstance(puzzles, dict):
        return {name: [values[row] for row in rows] for name, values in puzzles.items()}
    if library == "pandas":
        return puzzles.iloc[rows]
    if library == "polars":
        return collected(puzzles)[rows]
    if library == "pyarrow":
        return puzzles.take(rows)
    if hasattr(puzzles, "__arrow_c_stream__"):
        import pyarrow

        return pyarrow.table(puzzles).take(rows)
    if hasattr(puzzles, "ndim"):
        return puzzles[rows]
    return [puzzles[row] for row in rows]


__all__ = ["board_array", "collected", "examine", "find", "is_usual", "json_of", "library_of", "stated_shapes", "take", "values_of"]
