"""Data sets: one board of each class, parts without leaks, whole sets of puzzles.

Two boards belong to the same class if a symmetry turns one into the other: exchanging digits, rows
and columns, mirroring. A model that was trained on one has as good as seen the other. The classes,
and the parts they are divided into, are those of ``ninefold dedupe``, ``split`` and ``dataset``.
"""

from __future__ import annotations

from warnings import warn

from . import _native
from ._inputs import collected, is_usual, stated_shapes, take, values_of
from .columns import canon_many, generate_many

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ._native import Puzzle, Shape, Table

__all__ = ["PARTS", "class_of", "dataset", "dedupe", "part_of", "split"]

PARTS = {"train": 80, "validation": 10, "test": 10}
"""The weights of the parts, unless others are asked for."""


def dedupe(
    puzzles: Any,
    column: str | None = None,
    *,
    exact: bool = False,
    format: str | None = None,
    shape: Shape | str | int | None = None,
    symbols: str | None = None,
    blanks: str | None = None,
    threads: int | None = None,
) -> Any:
    """Keep the first board of each class up to symmetry.

    The answer has their whole rows: a table of the same kind as the input, or a list. Rows that hold
    no board are left out, with a warning that gives their number and the reason for the first. With
    ``exact``, boards are compared as they are.

    >>> dedupe(["1...............", "...............3", "12..............", "no puzzle"])
    ['1...............', '12..............']
    """
    reading = {"format": format, "shape": shape, "symbols": symbols, "blanks": blanks}
    puzzles = _repeatable(puzzles)
    rows, seen = [], set()
    for row, name in enumerate(_classes_of_rows(puzzles, column, reading, exact, threads)):
        if name is not None and name not in seen:
            seen.add(name)
            rows.append(row)
    return take(puzzles, rows)


def split(
    puzzles: Any,
    column: str | None = None,
    *,
    parts: Mapping[str, int] = PARTS,
    seed: int = 0,
    format: str | None = None,
    shape: Shape | str | int | None = None,
    symbols: str | None = None,
    blanks: str | None = None,
    threads: int | None = None,
) -> dict[str, Any]:
    """Divide boards into parts so that no class is in two of them.

    The answer has the rows of each part, in the same kind as the input. The part is a function of
    the class, the parts and the seed alone. Rows that hold no board are left out, with a warning
    that gives their number and the reason for the first.

    >>> parts = split([4 * k * "." + "1" + (15 - 4 * k) * "." for k in range(4)], parts={"train": 1, "test": 1})
    >>> sorted(len(part) for part in parts.values())
    [0, 4]
    """
    reading = {"format": format, "shape": shape, "symbols": symbols, "blanks": blanks}
    _check(parts)
    puzzles = _repeatable(puzzles)
    rows: dict[str, list[int]] = {name: [] for name in parts}
    for row, name in enumerate(_classes_of_rows(puzzles, column, reading, False, threads)):
        if name is not None:
            rows[part_of(name, parts, seed)].append(row)
    return {name: take(puzzles, of) for name, of in rows.items()}


def dataset(
    n: int,
    seed: int = 0,
    *,
    parts: Mapping[str, int] = PARTS,
    threads: int | None = None,
    progress: Any = None,
    **wishes: Any,
) -> Table:
    """Make the rows of ``ninefold dataset``: rated puzzles, one of each class, each with its part.

    Of ``n`` puzzles, those that do not meet the wishes and those in the class of an earlier one are
    left out. The columns are ``puzzle``, ``solution``, ``shape``, ``clues``, ``level``, ``score``,
    ``hardest``, ``techniques``, ``er``, ``ep``, ``ed``, ``weight``, ``form``, ``seed``, ``index``
    and ``part``. The wishes are those of `ninefold.generate_many`, but the limit is ``attempts``,
    not the time, so that the rows are the same on every machine.

    >>> data = dataset(40, seed=7, parts={"train": 3, "test": 1}, shape=4)
    >>> len(data), len(set(data["form"]))
    (21, 21)
    """
    for name, why in {"time_limit": "attempts= is the limit here", "rated": "a data set always is", "start": "it is 0"}.items():
        if name in wishes:
            raise TypeError(f"there is no {name}= here: {why}")
    _check(parts)
    wishes = {"attempts": 10**8 if wishes.get("method") == "unbiased" else 100_000, **wishes}
    made = generate_many(
        n, seed=seed, rated=True, time_limit=float("inf"), threads=threads, progress=progress, **wishes
    )
    columns = made.to_dict()
    met = [row for row, missing in enumerate(columns.pop("missing")) if missing is None]
    reading = {name: wishes.get(name) for name in ("shape", "symbols")}
    classes = _classes([columns["puzzle"][row] for row in met], reading, False, threads)
    rows: list[int] = []
    first: dict[str, None] = {}
    for row, of in zip(met, classes, strict=True):
        if of is not None and of not in first:
            first[of] = None
            rows.append(row)
    names = list(first)
    index = columns.pop("index")
    types = made.types
    kinds = [(name, types[name]) for name in columns]
    lists = [[values[row] for row in rows] for values in columns.values()]
    kinds += [("form", "Utf8"), ("seed", "UInt64"), ("index", "UInt64"), ("part", "Utf8")]
    lists += [names, [seed] * len(rows), [index[row] for row in rows], [part_of(name, parts, seed) for name in names]]
    return _native.table_of(kinds, lists)


def part_of(name: str, parts: Mapping[str, int] = PARTS, seed: int = 0) -> str:
    """Return the part of a class.

    The first eight bytes of the SHA-256 of ``SEED:CLASS`` are a number; divided by 2^64, it is the
    place of the class among all parts laid end to end."""
    from hashlib import sha256

    total, end = sum(parts.values()), 0
    place = int.from_bytes(sha256(f"{seed}:{name}".encode()).digest()[:8])
    for part, weight in parts.items():
        end += weight
        if place * total < end << 64:
            return part
    raise ValueError("no part has a weight")


def class_of(board: Any, **reading: Any) -> str | None:
    """Return a name that the boards of one class, and no others, share; ``None`` if it is not a board.

    The name is the minlex form, preceded by the shape if that is not the usual one for its side. A
    board without a form is named by its text.

    >>> class_of("...............3")
    '...............1'
    """
    puzzle = _board(board, reading)
    if puzzle is None:
        return None
    try:
        return _named(puzzle.shape, str(puzzle.canon().form))
    except _native.Invalid:
        return None
    except _native.Error:
        return _written(puzzle)


def _check(parts: Mapping[str, int]) -> None:
    for name, weight in parts.items():
        if not isinstance(weight, int) or weight < 0:
            raise ValueError(f"part '{name}' has the weight {weight!r}, expected a whole number from 0")
    if sum(parts.values()) == 0:
        raise ValueError("no part has a weight")


def _repeatable(puzzles: Any) -> Any:
    """Return something that can be iterated over more than once: a list if the input cannot, a frame in place of a lazy one."""
    puzzles = collected(puzzles)
    return puzzles if hasattr(puzzles, "__len__") or hasattr(puzzles, "__arrow_c_stream__") else list(puzzles)


def _classes_of_rows(
    puzzles: Any, column: str | None, reading: dict[str, Any], exact: bool, threads: int | None
) -> list[str | None]:
    """Return the class of each row, with a warning if some have none."""
    shape, stated = stated_shapes(puzzles, column, reading["shape"])
    reading = {**reading, "shape": shape}
    values = values_of(puzzles, column) if stated is None else stated
    names = _classes(values, reading, exact, threads)
    if left_out := names.count(None):
        first = names.index(None)
        reason = _why_no_class(values[first], reading)
        warn(f"{left_out} of {len(names)} rows are left out; the first is row {first}, counted from 0: {reason}", stacklevel=3)
    return names


def _classes(values: list[Any], reading: dict[str, Any], exact: bool, threads: int | None) -> list[str | None]:
    if exact:
        boards = (_board(value, reading) for value in values)
        return [None if board is None else _written(board) for board in boards]
    forms = canon_many(values, threads=threads, **reading)["form"]
    shape = reading.get("shape")
    named_usual = shape is None or is_usual(_native.Shape(shape))
    # A line of the form's length is a board of the usual shape, unless another was named.
    is_plain = (named_usual and form is not None and isinstance(value, str) and len(value) == len(form)
                for value, form in zip(values, forms, strict=True))  # fmt: skip
    return [
        form if plain else class_of(value, **reading)
        for value, form, plain in zip(values, forms, is_plain, strict=True)
    ]


def _why_no_class(value: Any, reading: dict[str, Any]) -> str:
    if value is None or isinstance(value, float):
        return "it is missing"
    [error] = canon_many([value], **reading)["error"]
    return error or f"a value of type {type(value).__name__}"


def _board(value: Any, reading: dict[str, Any]) -> Puzzle | None:
    if value is None or isinstance(value, float):
        return None
    try:
        return _native.Puzzle(value, **reading)
    except (_native.Invalid, TypeError):
        return None


def _written(puzzle: Puzzle) -> str:
    """Return a board as text, in the usual symbols: its digits, and the candidates removed from blank cells."""
    digits = puzzle.digits
    about = puzzle.to_dict()
    gone = [(cell, digit) for cell, digit in about["removed"] if puzzle[cell] is None]
    names = [f" {cell}<>{digit}" for cell, digit in gone]
    return _named(puzzle.shape, str(_native.Puzzle.from_digits(digits, puzzle.shape))) + "".join(names)


def _named(shape: Shape, line: str) -> str:
    return line if is_usual(shape) else f"{shape} {line}"
