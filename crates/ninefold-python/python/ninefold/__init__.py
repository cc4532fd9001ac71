"""Sudoku of any size, one puzzle or columns of millions: solve, count, check, explain, rate, canon, make.

>>> import ninefold
>>> puzzle = ninefold.Puzzle("6......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
>>> puzzle.solve()
Grid('693784512487512936125963874932651487568247391741398625319475268856129743274836159')
>>> puzzle.check()
<Check unique, 18 givens, 1 redundant>
>>> puzzle.count()
1

Solutions are found one after the other, each when it is asked for:

>>> small = ninefold.Puzzle("1...............")
>>> next(small.solutions())
Grid('1234341221434321')
>>> small.count()
72

Errors say where the mistake is:

>>> ninefold.Puzzle("11...........2.2").solve()
Traceback (most recent call last):
...
ninefold.Invalid: 1 appears twice in row 1 (r1c1, r1c2); 2 appears twice in row 4 (r4c2, r4c4); 1 appears twice in box 1 (r1c1, r1c2)

How a person solves it, as HoDoKu rates it; in a notebook, steps and hints are drawn on the board:

>>> hard = ninefold.Puzzle(".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....")
>>> hard.rate()
<Rating hard, HoDoKu score 546, hardest skyscraper, 58 steps, solved>
>>> print(hard.hint())
Naked single: r2c7 can only be 8.
>>> [step.eliminations for step in hard.explain() if step.technique == "skyscraper"]
[[('r5c3', 1), ('r8c1', 1)]]

Rules beyond those of a Sudoku; this is the Miracle Sudoku (Mitchell Lee, 2020):

>>> text = "......................................1............2............................."
>>> miracle = ninefold.Variant(text, rules="anti-knight, anti-king, non-consecutive")
>>> miracle.check()
<VariantCheck unique, 2 givens>
>>> miracle.solve()[:9]
[4, 8, 3, 7, 2, 6, 1, 5, 9]

The functions whose names end in ``_many`` answer whole columns (see `ninefold.columns`);
`dedupe`, `split` and `dataset` make data sets (see `ninefold.sets`). `ninefold.clues` finds the
puzzles with few givens within a grid, and repeats the search that shows that no puzzle has 16
givens. `ninefold.env` is for programs that learn by playing.
"""

from ._native import (
    Canon,
    Check,
    Column,
    Error,
    Explanation,
    Grid,
    Hint,
    Invalid,
    NoSolution,
    NotMade,
    Puzzle,
    Rating,
    SeveralSolutions,
    Shape,
    Solutions,
    Step,
    Stopped,
    Table,
    TrueCandidates,
    Variant,
    VariantCheck,
    __version__,
)
from . import clues
from .columns import (
    canon_many,
    check_many,
    count_many,
    fill_many,
    generate,
    generate_many,
    minimize_many,
    rate_many,
    shuffle_many,
    solve_many,
)
from .sets import dataset, dedupe, split

__all__ = [
    "Canon",
    "Check",
    "Column",
    "Error",
    "Explanation",
    "Grid",
    "Hint",
    "Invalid",
    "NoSolution",
    "NotMade",
    "Puzzle",
    "Rating",
    "SeveralSolutions",
    "Shape",
    "Solutions",
    "Step",
    "Stopped",
    "Table",
    "TrueCandidates",
    "Variant",
    "VariantCheck",
    "__version__",
    "canon_many",
    "check_many",
    "clues",
    "count_many",
    "dataset",
    "dedupe",
    "fill_many",
    "generate",
    "generate_many",
    "minimize_many",
    "rate_many",
    "shuffle_many",
    "solve_many",
    "split",
]
