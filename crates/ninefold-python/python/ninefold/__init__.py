"""Sudoku of any size, and columns of millions: solve, count, check, rate, canon, make.

>>> import ninefold
>>> ninefold.solve_many(["1.34341221434321"])["solution"]
['1234341221434321']
"""

from ._native import Column, Shape, Table, __version__
from .columns import (
    canon_many,
    check_many,
    count_many,
    generate_many,
    minimize_many,
    rate_many,
    solve_many,
)

__all__ = [
    "Column",
    "Shape",
    "Table",
    "__version__",
    "canon_many",
    "check_many",
    "count_many",
    "generate_many",
    "minimize_many",
    "rate_many",
    "solve_many",
]
