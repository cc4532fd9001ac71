"""Columns of puzzles: every row is answered, on all cores.

A column is anything with the Arrow PyCapsule interface (pyarrow, polars, DuckDB relations, pandas
from 3.0 on); an array of integers ``[n, 81]`` or ``[n, 9, 9]`` whose blanks are 0 or masked
(numpy's, or one that numpy can read: torch, jax); or any iterable of texts, bytes, lists of digits,
`Puzzle`, `Grid` or `Variant` objects, or dictionaries in the form of JSON. A single board,
``[9, 9]`` or ``[81]``, is a column of one row; an array ``[16, 16]`` holds sixteen boards of 4x4,
unless ``shape=16`` says that it is one. In a table, or a dictionary of columns, the puzzles are in
the column ``puzzle``, in the only column, or in the one that ``column=`` names. If the table has a
column ``shape``, as `generate_many` and the command-line tool write it, it gives the shapes of the
boxes unless ``shape=`` does.

The answer is a table of the same kind, row by row: a ``polars.DataFrame`` for polars, a ``pyarrow.Table`` for pyarrow, a
``pandas.DataFrame`` with the same index for pandas, a dictionary of arrays for numpy, a dictionary of lists for other
iterables, and a `Table` for everything else with Arrow's interface.

A null gives nulls. A row that is not a puzzle, or has no answer, gives nulls and the reason in the
column ``error``; the other rows are still answered. numpy has no nulls: in its arrays a missing
board is all zeros, a missing number 0 and a missing truth value ``False``, and ``error`` marks them.

Puzzles with rules beyond those of a Sudoku are recognised in any row: texts and links of f-puzzles,
SudokuPad and others, JSON. `solve_many`, `count_many`, `check_many` and `minimize_many` answer
them; the other functions report their rules in ``error``.

The interpreter's lock is released while the threads work. ``progress=True`` shows how far they have
got, ``progress=bar`` shows it on a tqdm bar; a function is called a few times a second with the
rows done and the total. Ctrl-C ends the work.
"""

from __future__ import annotations

from . import _native
from ._inputs import collected, examine, stated_shapes
from ._progress import reporter

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Importing `typing` alone takes longer than importing everything here.
    from collections.abc import Callable, Iterable
    from typing import Any, Literal

    from ._inputs import Kind
    from ._native import Puzzle, Shape, Table

    Progress = Callable[[int, int], object]

__all__ = [
    "canon_many",
    "check_many",
    "count_many",
    "fill_many",
    "generate",
    "generate_many",
    "minimize_many",
    "rate_many",
    "shuffle_many",
    "solve_many",
]


class _How:
    """The parameters that all compiled functions share."""

    def __init__(
        self,
        source: Any,
        kind: Kind,
        column: str | None,
        reading: _native.Reading,
        search: _native.Search,
        threads: int | None,
        progress: Progress | None,
    ) -> None:
        self.source = source
        self.kind = kind
        self.column = column
        self.reading = reading
        self.search = search
        self.threads = threads
        self.progress = progress


def _ask(
    question: Callable[..., tuple[Table, Any]],
    puzzles: Any,
    board: str | None,
    column: str | None,
    texts: tuple[str | None, Shape | str | int | None, str | None, str | None, str],
    search: tuple[int | None, str | None],
    work: tuple[int | None, Any],
    *rest: Any,
) -> Any:
    puzzles = collected(puzzles)
    shape, stated = stated_shapes(puzzles, column, texts[1])
    source, kind, pack = examine(puzzles, board, column, shape)
    if stated is not None:
        source, kind = stated, "list"
    threads, progress = work
    reading = _native.Reading(texts[0], shape, *texts[2:])
    how = _How(source, kind, column, reading, _native.Search(*search), threads, reporter(progress))
    return pack(*question(how, *rest))


def solve_many(
    puzzles: Any,
    column: str | None = None,
    *,
    format: str | None = None,
    shape: Shape | str | int | None = None,
    symbols: str | None = None,
    blanks: str | None = None,
    rules: str = "",
    budget: int | None = None,
    engine: str | None = None,
    threads: int | None = None,
    progress: Any = None,
) -> Any:
    """Solve each puzzle: columns ``solution`` and ``error``.

    Puzzles may have more than one solution; `check_many` says whether they do. If there are rules
    beyond those of a Sudoku and digits above 9, the digits are separated by spaces.

    :param column: the column of a table, if it is not ``puzzle``.
    :param format: the format of all texts, if it is not to be recognised: ``line``, ``grid``,
        ``sukaku``...
    :param shape: the shape of all boards: ``"2x3"``, ``16``.
    :param symbols: the symbols of all texts: ``"0-9A-F"``.
    :param blanks: the characters used for blanks.
    :param rules: rules of the whole board, for all puzzles in addition to their own:
        ``"anti-knight, diagonals"``.
    :param budget: the most nodes of the search for each puzzle.
    :param engine: the engine that searches.
    :param threads: how many threads; by default as many as the machine runs at once.
    :param progress: ``True``, a tqdm bar, or a function of the rows done and the total.

    >>> solve_many(["1.34341221434321", "11..............", None])  # doctest: +NORMALIZE_WHITESPACE
    {'solution': ['1234341221434321', None, None],
     'error': [None, '1 appears twice in row 1 (r1c1, r1c2); 1 appears twice in box 1 (r1c1, r1c2)', None]}
    >>> solve_many(["1...............", "1.....1........."], rules="anti-knight")["solution"]
    ['1234432134122143', None]
    """
    texts, search, work = (format, shape, symbols, blanks, rules), (budget, engine), (threads, progress)
    return _ask(_native.solve_many, puzzles, "solution", column, texts, search, work)


def count_many(
    puzzles: Any,
    column: str | None = None,
    *,
    limit: int | None = None,
    format: str | None = None,
    shape: Shape | str | int | None = None,
    symbols: str | None = None,
    blanks: str | None = None,
    rules: str = "",
    budget: int | None = None,
    engine: str | None = None,
    threads: int | None = None,
    progress: Any = None,
) -> Any:
    """Count the solutions of each puzzle: columns ``count``, ``at_least`` and ``error``.

    Without a ``limit`` the number is exact, which may take a minute if there are few clues. ``at_least`` is true if there may
    be more, because the limit or the budget was reached. A number of 2^64 or more is null, and reported in ``error``. The
    other parameters are those of `solve_many`.

    >>> count_many(["1.34341221434321", "................"])["count"]
    [1, 288]
    >>> count_many(["................", {"rows": 1, "cols": 3, "values": [1, 3]}], limit=20)["count"]
    [20, 6]
    >>> count_many(["................"], limit=2)
    {'count': [2], 'at_least': [True], 'error': [None]}
    """
    texts, search, work = (format, shape, symbols, blanks, rules), (budget, engine), (threads, progress)
    return _ask(_native.count_many, puzzles, None, column, texts, search, work, limit)


def check_many(
    puzzles: Any,
    column: str | None = None,
    *,
    minimal: bool = True,
    format: str | None = None,
    shape: Shape | str | int | None = None,
    symbols: str | None = None,
    blanks: str | None = None,
    rules: str = "",
    budget: int | None = None,
    engine: str | None = None,
    threads: int | None = None,
    progress: Any = None,
) -> Any:
    """Check whether each puzzle has one solution: columns ``verdict``, ``givens``, ``minimal`` and ``error``.

    The verdict is ``unique``, ``multiple``, ``none``, ``invalid`` (not a Sudoku) or ``undecided``
    (the budget ran out). The column ``minimal`` says whether a proper puzzle needs all of its givens,
    and its constraints if it has any; with ``minimal=False`` this is not examined, which is faster.
    The other parameters are those of `solve_many`.

    >>> check_many(["1.34341221434321", "................", "no puzzle"])["verdict"]
    ['unique', 'multiple', 'invalid']
    """
    texts, search, work = (format, shape, symbols, blanks, rules), (budget, engine), (threads, progress)
    return _ask(_native.check_many, puzzles, None, column, texts, search, work, minimal)


def rate_many(
    puzzles: Any,
    column: str | None = None,
    *,
    order: Literal["hodoku", "se"] = "hodoku",
    uniqueness: bool = True,
    invariant: bool = False,
    only: Literal["pearls", "diamonds"] | None = None,
    time_limit: float | None = None,
    format: str | None = None,
    shape: Shape | str | int | None = None,
    symbols: str | None = None,
    blanks: str | None = None,
    threads: int | None = None,
    progress: Any = None,
) -> Any:
    """Rate how hard each puzzle is: columns ``status``, ``level``, ``score``, ``hardest``, ``steps``, ``techniques``, ``error``.

    ``status`` is ``solved``, ``stuck`` (the techniques do not solve it), ``multiple``, ``none`` or ``invalid``. Level and score are
    HoDoKu's. ``techniques`` counts the steps: ``full-house:12;x-wing:1``. The other parameters are those of `solve_many`.

    With ``order="se"``, 9x9 puzzles are rated as by Sudoku Explainer 1.2.1: columns ``status``,
    ``er``, ``ep``, ``ed``, ``hardest``, ``steps``, ``error``. Further parameters then apply:

    :param uniqueness: if false, no rule assumes that there is only one solution, and puzzles with
        several are rated up to the point where nothing more follows.
    :param invariant: rate the minlex form, so that puzzles that differ only by symmetry have the same rating.
    :param only: ``pearls`` or ``diamonds``: stop as soon as a puzzle is not one; its ``status`` is
        ``no-pearl`` or ``no-diamond``.
    :param time_limit: seconds for each puzzle; after that its ``status`` is ``stopped``, and ``er``
        is a lower bound.

    >>> rate_many(["1.34341221434321"])["level"]
    ['easy']
    >>> rate_many(["..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."], order="se")["er"]
    [1.2]
    """
    texts, search, work = (format, shape, symbols, blanks, ""), (None, None), (threads, progress)
    return _ask(_native.rate_many, puzzles, None, column, texts, search, work, order, uniqueness, invariant, only, time_limit)


def canon_many(
    puzzles: Any,
    column: str | None = None,
    *,
    format: str | None = None,
    shape: Shape | str | int | None = None,
    symbols: str | None = None,
    blanks: str | None = None,
    threads: int | None = None,
    progress: Any = None,
) -> Any:
    """Find the minlex form of each board: columns ``form``, ``automorphisms`` and ``error``.

    Boards have the same form if and only if symmetries turn them into each other. The parameters
    are those of `solve_many`.

    >>> canon_many(["1...............", "...............3"])["form"]
    ['...............1', '...............1']
    """
    texts, search, work = (format, shape, symbols, blanks, ""), (None, None), (threads, progress)
    return _ask(_native.canon_many, puzzles, "form", column, texts, search, work)


def minimize_many(
    puzzles: Any,
    column: str | None = None,
    *,
    seed: int = 0,
    format: str | None = None,
    shape: Shape | str | int | None = None,
    symbols: str | None = None,
    blanks: str | None = None,
    rules: str = "",
    budget: int | None = None,
    engine: str | None = None,
    threads: int | None = None,
    progress: Any = None,
) -> Any:
    """Find a minimal puzzle within each proper one: columns ``minimal`` and ``error``.

    A different seed may lead to a different one. In a puzzle with further rules, constraints can be
    left out as well as givens, and the answer is JSON. The other parameters are those of
    `solve_many`.

    >>> [minimal] = minimize_many(["1.34341221434321"])["minimal"]
    >>> check_many([minimal])["minimal"]
    [True]
    """
    texts, search, work = (format, shape, symbols, blanks, rules), (budget, engine), (threads, progress)
    return _ask(_native.minimize_many, puzzles, "minimal", column, texts, search, work, seed)


def shuffle_many(
    puzzles: Any,
    column: str | None = None,
    *,
    seed: int = 0,
    start: int = 0,
    format: str | None = None,
    shape: Shape | str | int | None = None,
    symbols: str | None = None,
    blanks: str | None = None,
    threads: int | None = None,
    progress: Any = None,
) -> Any:
    """Transform each board by a random symmetry: columns ``shuffled``, ``transformation`` and ``error``.

    Digits, rows and columns are exchanged, and the board may be transposed; it stays as difficult
    and has as many solutions, so it is another example for free. The symmetry is a function of the
    seed and of ``start`` plus the number of the row, and is the one that ``ninefold shuffle`` applies.
    The other parameters are those of `solve_many`.

    >>> shuffle_many(["1.34341221434321"], seed=3)["shuffled"]
    ['41.3234114323214']
    """
    texts, search, work = (format, shape, symbols, blanks, ""), (None, None), (threads, progress)
    return _ask(_native.shuffle_many, puzzles, "shuffled", column, texts, search, work, seed, start)


def fill_many(
    count: int,
    *,
    seed: int = 0,
    start: int = 0,
    shape: Shape | str | int | None = None,
    symbols: str | None = None,
    threads: int | None = None,
    progress: Any = None,
) -> Table:
    """Make random complete grids: a `Table` with the columns ``grid``, ``shape`` and ``index``.

    A grid is a function of the seed and its index, which counts from ``start``, and is the one that
    ``ninefold fill`` makes.

    >>> fill_many(2, shape=4).to_dict()
    {'grid': ['1432234131244213', '2341413214233214'], 'shape': ['2x2', '2x2'], 'index': [0, 1]}
    """
    return _native.fill_many(count, seed, start, shape, symbols, threads, reporter(progress))


def generate_many(
    count: int,
    *,
    seed: int = 0,
    start: int = 0,
    shape: Shape | str | int | None = None,
    symbols: str | None = None,
    symmetry: str | None = None,
    pattern: str | None = None,
    clues: int | tuple[int, int] | None = None,
    minimal: bool = False,
    level: str | None = None,
    score: int | tuple[int, int] | None = None,
    require: Iterable[str] = (),
    forbid: Iterable[str] = (),
    hardest: str | None = None,
    er: float | tuple[float, float] | None = None,
    ep: float | tuple[float, float] | None = None,
    ed: float | tuple[float, float] | None = None,
    method: str | None = None,
    rated: bool = False,
    attempts: int | None = None,
    time_limit: float = 10.0,
    threads: int | None = None,
    progress: Any = None,
) -> Table:
    """Make puzzles with one solution each, in a `Table`.

    Its columns are ``puzzle``, ``solution``, ``shape``, ``clues``, ``level``, ``score``, ``hardest``, ``techniques``, ``er``,
    ``ep``, ``ed``, ``weight``, ``index`` and ``missing``. A puzzle is a function of the wishes, the
    seed and its index, whatever the threads. If the time or the attempts ran out, ``missing`` says
    what was asked for and the puzzle lacks.

    :param start: the index of the first puzzle.
    :param symmetry: the symmetry of the cells with givens: ``half-turn``, ``diagonal``...
    :param pattern: a drawing of the cells with givens: ``.`` for cells without, anything else for cells with.
    :param clues: the number of givens, or the fewest and the most.
    :param minimal: no given can be left out.
    :param level: ``easy``, ``medium``, ``hard``, ``unfair`` or ``extreme``.
    :param score: HoDoKu's score, or the lowest and the highest.
    :param require: techniques that must be used: ``x-wing``...
    :param forbid: techniques that must not be used.
    :param hardest: the hardest technique that is used.
    :param er: the ER of Sudoku Explainer 1.2.1, or the lowest and the highest: ``(7.0, 7.5)``. Likewise
        ``ep`` and ``ed``; the columns of these names are null unless one of them is asked for.
    :param method: ``dig``, ``search``, ``vicinity`` or ``unbiased``.
    :param rated: rate every puzzle, which takes longer than making it; otherwise the columns
        ``level``, ``score``, ``hardest`` and ``techniques`` are null unless a wish needs them.
    :param attempts: how many attempts are made at each puzzle before the best found is taken. By
        default only the time limit counts.
    :param time_limit: seconds for each puzzle, on average; then the best found is taken. With
        ``attempts`` and ``math.inf``, no puzzle depends on the speed of the machine.

    >>> table = generate_many(3, seed=7)
    >>> len(table), table["missing"].to_list()
    (3, [None, None, None])
    """
    wishes = _wishes(seed, shape, symbols, symmetry, pattern, clues, minimal, level, score, require, forbid, hardest, er, ep,
                     ed, method, rated, attempts, time_limit)  # fmt: skip
    return _native.generate_many(wishes, count, start, threads, reporter(progress))


def generate(
    *,
    seed: int = 0,
    index: int = 0,
    shape: Shape | str | int | None = None,
    symbols: str | None = None,
    symmetry: str | None = None,
    pattern: str | None = None,
    clues: int | tuple[int, int] | None = None,
    minimal: bool = False,
    level: str | None = None,
    score: int | tuple[int, int] | None = None,
    require: Iterable[str] = (),
    forbid: Iterable[str] = (),
    hardest: str | None = None,
    er: float | tuple[float, float] | None = None,
    ep: float | tuple[float, float] | None = None,
    ed: float | tuple[float, float] | None = None,
    method: str | None = None,
    attempts: int | None = None,
    time_limit: float = 10.0,
) -> Puzzle:
    """Make the puzzle with this index, as `generate_many` does; raise `NotMade` if none was found in time.

    >>> generate(seed=7, level="hard").rate().level
    'hard'
    """
    wishes = _wishes(seed, shape, symbols, symmetry, pattern, clues, minimal, level, score, require, forbid, hardest, er, ep,
                     ed, method, False, attempts, time_limit)  # fmt: skip
    return _native.generate(wishes, index)


def _wishes(
    seed: int,
    shape: Shape | str | int | None,
    symbols: str | None,
    symmetry: str | None,
    pattern: str | None,
    clues: int | tuple[int, int] | None,
    minimal: bool,
    level: str | None,
    score: int | tuple[int, int] | None,
    require: Iterable[str],
    forbid: Iterable[str],
    hardest: str | None,
    er: float | tuple[float, float] | None,
    ep: float | tuple[float, float] | None,
    ed: float | tuple[float, float] | None,
    method: str | None,
    rated: bool,
    attempts: int | None,
    time_limit: float,
) -> _native.Wishes:
    """Return the wishes in the form that the compiled functions take, for one puzzle or for many."""

    def both(numbers: Any) -> Any:
        return (numbers, numbers) if isinstance(numbers, (int, float)) else numbers

    def all_of(names: Iterable[str]) -> list[str]:
        return [names] if isinstance(names, str) else list(names)

    return _native.Wishes(
        seed=seed,
        shape=shape,
        symbols=symbols,
        symmetry=symmetry,
        pattern=pattern,
        clues=both(clues),
        minimal=minimal,
        level=level,
        score=both(score),
        require=all_of(require),
        forbid=all_of(forbid),
        hardest=hardest,
        er=both(er),
        ep=both(ep),
        ed=both(ed),
        method=method,
        rated=rated,
        attempts=attempts,
        time_limit=time_limit,
    )
