"""Expressions for polars: every function takes a column of puzzles, by name or as an expression.

>>> import polars as pl
>>> import ninefold.polars as nf
>>> frame = pl.DataFrame({"puzzle": ["1.34341221434321", None, "x"]})
>>> frame.with_columns(solution=nf.solve("puzzle"))["solution"].to_list()
['1234341221434321', None, None]
>>> frame.select(nf.check("puzzle").struct.field("verdict"))["verdict"].to_list()
['unique', None, 'invalid']

They work in lazy and streaming queries. ``parameters`` are those of the `ninefold` function of the same name with ``_many``
at its end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import polars as pl

from .columns import canon_many, check_many, count_many, minimize_many, rate_many, solve_many

__all__ = ["canon", "check", "count", "minimize", "rate", "solve", "why_not"]


def _expression(
    question: Callable[..., Any],
    puzzle: str | pl.Expr,
    kind: pl.DataType | type[pl.DataType],
    parameters: dict[str, Any],
    member: str | None,
) -> pl.Expr:
    def answer(puzzles: pl.Series) -> pl.Series:
        frame: pl.DataFrame = question(puzzles, **parameters)
        return (frame.to_struct() if member is None else frame[member]).alias(puzzles.name)

    column = pl.col(puzzle) if isinstance(puzzle, str) else puzzle
    return column.map_batches(answer, return_dtype=kind, is_elementwise=True)


def solve(puzzle: str | pl.Expr, **parameters: Any) -> pl.Expr:
    """Return a solution, or null if there is none; `why_not` says why."""
    return _expression(solve_many, puzzle, pl.String, parameters, "solution")


def why_not(puzzle: str | pl.Expr, **parameters: Any) -> pl.Expr:
    """Return why a puzzle cannot be solved, or null if it can."""
    return _expression(solve_many, puzzle, pl.String, parameters, "error")


def count(puzzle: str | pl.Expr, limit: int | None = None, **parameters: Any) -> pl.Expr:
    """Return the number of solutions, at most ``limit`` if there is one."""
    return _expression(count_many, puzzle, pl.UInt64, {"limit": limit, **parameters}, "count")


def canon(puzzle: str | pl.Expr, **parameters: Any) -> pl.Expr:
    """Return the minlex form; group by it, or drop rows with the same one."""
    return _expression(canon_many, puzzle, pl.String, parameters, "form")


def minimize(puzzle: str | pl.Expr, seed: int = 0, **parameters: Any) -> pl.Expr:
    """Return a minimal puzzle within each proper one."""
    return _expression(minimize_many, puzzle, pl.String, {"seed": seed, **parameters}, "minimal")


def check(puzzle: str | pl.Expr, **parameters: Any) -> pl.Expr:
    """Return a struct of ``verdict``, ``givens``, ``minimal`` and ``error``."""
    fields = {"verdict": pl.String, "givens": pl.UInt32, "minimal": pl.Boolean, "error": pl.String}
    return _expression(check_many, puzzle, pl.Struct(fields), parameters, None)


def rate(puzzle: str | pl.Expr, order: str = "hodoku", **parameters: Any) -> pl.Expr:
    """Return a struct of the columns of `ninefold.rate_many`, which differ with ``order="se"``."""
    by_hodoku = {"level": pl.String, "score": pl.UInt32, "hardest": pl.String, "steps": pl.UInt32, "techniques": pl.String}
    by_se = {"er": pl.Float64, "ep": pl.Float64, "ed": pl.Float64, "hardest": pl.String, "steps": pl.UInt32}
    fields: dict[str, Any] = {"status": pl.String, **(by_se if order == "se" else by_hodoku), "error": pl.String}
    return _expression(rate_many, puzzle, pl.Struct(fields), {"order": order, **parameters}, None)
