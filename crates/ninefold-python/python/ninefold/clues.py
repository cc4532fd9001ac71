"""Puzzles with few givens: those within a grid, and the search that shows that no puzzle has 16.

>>> from ninefold import Grid, clues
>>> grid = Grid("652879314791543862834612579587931426269784135413256798128497653346125987975368241")
>>> clues.within(grid, 16)
[]
>>> sorted(str(puzzle) for puzzle in clues.within(Grid("1234341221434321"), 4))[:2]
['.....41.2..3....', '....3..2.14.....']

No grid has a puzzle with 16 givens (McGuire, Tugemann and Civario 2012, "There is no 16-clue
Sudoku"). The search for one is cut into the 3,342,160 beginnings of pairs of bands, as in
``ninefold clues --pairs``; `ninefold.spark.clues` distributes them over a cluster:

>>> found = clues.beside_pairs(3_200_001, 3_200_002, 9)
>>> found.puzzles, found.nodes > 0, len(found.digest)
([], True, 16)
"""

from __future__ import annotations

from typing import NamedTuple

from ._native import Grid, Puzzle, beginnings, clues_beside_pairs, clues_within

__all__ = ["BEGINNINGS", "Found", "beside_pairs", "within"]

BEGINNINGS: int = beginnings()
"""The number of beginnings of pairs of bands. A beginning is a band and the row after it; they are numbered from 1."""


class Found(NamedTuple):
    """What a search found, and the evidence for it; both are the same on every machine."""

    grids: int
    """The number of grids that were searched."""
    pairs: int
    """The number of pairs of bands that they have."""
    puzzles: list[str]
    nodes: int
    """The number of choices of givens that were examined."""
    sets: int
    """The number of unavoidable sets known at the start, over all pairs and their third bands."""
    learnt: int
    """The number of unavoidable sets learnt from other solutions."""
    solved: int
    """The number of puzzles that were searched for another solution."""
    digest: str
    """The sum, modulo 2^64, of a digest of each pair, its work and its puzzles: sixteen hexadecimal digits."""


def within(grid: Grid, most: int = 17, *, minimal: bool = False) -> list[Puzzle]:
    """Return all puzzles within a grid that have one solution and at most ``most`` givens, in no
    particular order.

    In a 9x9 grid this takes some hundredths of a second up to 16 givens; each further given takes
    about ten times as long. It can be interrupted.

    :param minimal: only puzzles that need all of their givens.
    """
    if not 0 <= most <= 121:
        raise ValueError(f"most is {most}, expected 0 to 121")
    return clues_within(grid, most, minimal)


def beside_pairs(first: int, last: int, most: int = 16, *, minimal: bool = False) -> Found:
    """Search all grids that have a pair of bands with one of these beginnings, from 1 to `BEGINNINGS`.

    A puzzle is found in the grid, or its mirror image, in which the third band has at least as many givens as each band of the
    pair: if all beginnings are searched, all puzzles are found. Four beginnings take about a minute up to 16 givens. The search
    can be interrupted.
    """
    if not 1 <= first <= last <= BEGINNINGS:
        raise ValueError(f"first is {first} and last {last}, expected numbers from 1 to {BEGINNINGS} in their order")
    if not 0 <= most <= 81:
        raise ValueError(f"most is {most}, expected 0 to 81")
    return Found(*clues_beside_pairs(first, last, most, minimal))
