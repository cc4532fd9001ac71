"""Functions for DuckDB's SQL.

>>> import duckdb, ninefold.duckdb
>>> con = duckdb.connect()
>>> ninefold.duckdb.register(con)
>>> con.sql("select solve(puzzle) from (values ('1.34341221434321'), (null), ('x')) as t(puzzle)").fetchall()
[('1234341221434321',), (None,), (None,)]
>>> con.sql("select count_solutions('................'), check_puzzle('x').error").fetchall()
[(288, "'x' is not a puzzle: expected 81 cells (9x9)")]

===================  =====================================================================================
``solve(p)``         a solution, or null if there is none
``why_not(p)``       why a puzzle cannot be solved, or null if it can
``count_solutions``  the number of solutions
``check_puzzle(p)``  a struct of ``verdict``, ``givens``, ``minimal`` and ``error``
``rate(p)``          a struct of ``status``, ``level``, ``score``, ``hardest``, ``steps``, ``techniques``, ``error``
``rate_se(p)``       a struct of ``status``, ``er``, ``ep``, ``ed``, ``hardest``, ``steps``, ``error``
``canon(p)``         the minlex form
``minimize(p)``      a minimal puzzle
===================  =====================================================================================

DuckDB passes its vectors as Arrow data, which needs pyarrow, and calls the functions in its own threads, as many as its
setting ``threads`` says.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from .columns import canon_many, check_many, count_many, minimize_many, rate_many, solve_many

if TYPE_CHECKING:
    import duckdb

__all__ = ["register"]

_CHECK = "struct(verdict varchar, givens uinteger, minimal boolean, error varchar)"
_RATE = "struct(status varchar, level varchar, score uinteger, hardest varchar, steps uinteger, techniques varchar, error varchar)"
_RATE_SE = "struct(status varchar, er double, ep double, ed double, hardest varchar, steps uinteger, error varchar)"

_FUNCTIONS: tuple[tuple[str, Callable[..., Any], str, str | None], ...] = (
    ("solve", solve_many, "varchar", "solution"),
    ("why_not", solve_many, "varchar", "error"),
    ("count_solutions", count_many, "ubigint", "count"),
    ("check_puzzle", check_many, _CHECK, None),
    ("rate", rate_many, _RATE, None),
    ("rate_se", partial(rate_many, order="se"), _RATE_SE, None),
    ("canon", canon_many, "varchar", "form"),
    ("minimize", minimize_many, "varchar", "minimal"),
)


def register(con: duckdb.DuckDBPyConnection, prefix: str = "") -> None:
    """Add the functions to a connection; ``prefix`` goes before their names."""
    # Its type hints allow only classes, not the names of types that every version takes.
    create: Any = con.create_function
    for name, question, kind, member in _FUNCTIONS:
        create(
            prefix + name,
            _vectorized(question, member),
            ["varchar"],
            kind,
            type="arrow",
            null_handling="special",
        )


def _vectorized(question: Callable[..., Any], member: str | None) -> Callable[[Any], Any]:
    def answer(puzzles: Any) -> Any:
        # One thread: DuckDB has its own threads.
        table = question(puzzles, threads=1)
        column = table.to_struct_array() if member is None else table[member]
        return column.combine_chunks()

    return answer
