"""Sudoku for programs that learn by playing.

It judges moves, verifies answers, and provides puzzles of a level in parts that share no class.

A board judges every move: whether the rules allow it, whether the digit is the solution's, and whether it was forced:

>>> from ninefold.env import Sudoku, Tasks, verify
>>> board = Sudoku("1.3434.221434321")
>>> board.play("r1c2", 2)
Move(cell='r1c2', digit=2, is_legal=True, is_correct=True, is_forced=True)
>>> board.play("r2c3", 4)
Move(cell='r2c3', digit=4, is_legal=False, is_correct=False, is_forced=False)
>>> board.play("r2c3", 1).is_correct, board.is_solved
(True, True)

An answer is verified whatever text surrounds its board; the reward needs no stored solution:

>>> verify("1.3434.221434321", "I think it is\\n12 34\\n34 12\\n21 43\\n43 21").reward
1.0
>>> verify("1.3434.221434321", "12343412").reason
'no board of 4x4 in the answer'

Tasks are questions in words with answers, made as they are needed. The part that a puzzle belongs
to depends on its class up to symmetry: no puzzle in one part is a disguise of one in another:

>>> tasks = Tasks(100, level="easy", part="train", seed=1)
>>> task = tasks[7]
>>> tasks.score_answer(task["answer"], task), tasks.score_answer("no idea", task)
(1.0, 0.0)

`ninefold.gymnasium` offers the same as an environment of Gymnasium; `register_reasoning_gym` adds the tasks to reasoning-gym.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._native import Grid, Invalid, Puzzle
from .columns import generate_many
from .sets import PARTS, class_of, part_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ._native import Hint, Shape
    from ._types import Level

__all__ = ["Judgement", "Move", "Sudoku", "Tasks", "puzzles", "question", "register_reasoning_gym", "verify"]


@dataclass(frozen=True)
class Move:
    """A digit in a cell, and the judgement of it."""

    cell: str
    digit: int
    is_legal: bool
    """The cell was blank, and none of its houses had the digit already."""
    is_correct: bool
    """The move is legal and the digit is the solution's, whether or not that could be deduced."""
    is_forced: bool
    """The move was a single: the cell had no other candidate, or the digit had no other cell in some house."""


class Sudoku:
    """A game: a puzzle with one solution, and the digits played so far.

    A legal digit stays on the board, even if it is wrong; an illegal one changes nothing.

    :raises NoSolution, SeveralSolutions: if there is not exactly one solution.
    """

    def __init__(self, puzzle: Any) -> None:
        self.puzzle = puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)
        # Rating raises an error unless there is exactly one solution.
        self.puzzle.rate()
        self.solution: Grid = self.puzzle.solve()
        self._boards = [self.puzzle]

    @property
    def board(self) -> Puzzle:
        """The board as it is now."""
        return self._boards[-1]

    @property
    def moves(self) -> int:
        """The number of digits that have been placed."""
        return len(self._boards) - 1

    @property
    def is_solved(self) -> bool:
        """Whether every cell has the solution's digit."""
        return self.board.digits == self.solution.digits

    @property
    def is_lost(self) -> bool:
        """Whether some digit is wrong, so that only `undo` helps."""
        return any(digit not in (0, right) for digit, right in zip(self.board, self.solution, strict=True))

    def judge(self, cell: str | tuple[int, int], digit: int) -> Move:
        """Return what `play` would return, without changing the board."""
        row, column = self._place(cell)
        name = f"r{row + 1}c{column + 1}"
        if not 1 <= digit <= self.puzzle.shape.side:
            raise ValueError(f"{digit} is not a digit of this board: expected 1 to {self.puzzle.shape.side}")
        is_legal = self.board[row, column] is None and all(self.board[r, c] != digit for r, c in self._peers(row, column))
        is_forced = is_legal and self._is_single(row, column, digit)
        return Move(name, digit, is_legal, is_legal and self.solution[row, column] == digit, is_forced)

    def play(self, cell: str | tuple[int, int], digit: int) -> Move:
        """Place a digit, if that is legal, in a cell: ``"r1c2"``, or row and column from 0."""
        move = self.judge(cell, digit)
        if move.is_legal:
            self._boards.append(self.board.place(move.cell, digit))
        return move

    def undo(self) -> None:
        """Take the last digit back."""
        if self.moves == 0:
            raise ValueError("there is no move to take back")
        self._boards.pop()

    def legal_moves(self) -> list[tuple[str, int]]:
        """Return all moves that the rules allow, cell by cell."""
        return [(name, digit) for name in self._blanks() for digit in self.board.candidates(name)]

    def forced_moves(self) -> list[tuple[str, int]]:
        """Return all singles, cell by cell."""
        return [(name, digit) for name, digit in self.legal_moves() if self._is_single(*self._place(name), digit)]

    def hint(self, level: int = 3) -> Hint:
        """Return a hint at what a person could do next, with the reason."""
        return self.board.hint(level)

    def _blanks(self) -> Iterator[str]:
        side = self.puzzle.shape.side
        for cell, digit in enumerate(self.board):
            if digit == 0:
                yield f"r{cell // side + 1}c{cell % side + 1}"

    def _place(self, cell: str | tuple[int, int]) -> tuple[int, int]:
        if isinstance(cell, str):
            # This raises the board's own error if the name is wrong.
            self.board.candidates(cell)
            row, _, column = cell.lower().removeprefix("r").partition("c")
            if row.isdigit() and column.isdigit():
                return int(row) - 1, int(column) - 1
            raise IndexError(f"'{cell}' is not a cell as programs name it: 'r1c2', or row and column from 0")
        _ = self.board[cell]
        side = self.puzzle.shape.side
        return cell[0] % side, cell[1] % side

    def _houses(self, row: int, column: int) -> tuple[list[tuple[int, int]], ...]:
        shape = self.puzzle.shape
        top, left = row - row % shape.box_rows, column - column % shape.box_columns
        return (
            [(row, c) for c in range(shape.side)],
            [(r, column) for r in range(shape.side)],
            [(top + r, left + c) for r in range(shape.box_rows) for c in range(shape.box_columns)],
        )

    def _peers(self, row: int, column: int) -> Iterator[tuple[int, int]]:
        return (place for house in self._houses(row, column) for place in house if place != (row, column))

    def _is_single(self, row: int, column: int, digit: int) -> bool:
        board = self.board

        def may_have(place: tuple[int, int]) -> bool:
            r, c = place
            return board[r, c] is None and digit in board.candidates(f"r{r + 1}c{c + 1}")

        if board.candidates(f"r{row + 1}c{column + 1}") == [digit]:
            return True
        return any(
            not any(may_have(place) for place in house if place != (row, column)) for house in self._houses(row, column)
        )


@dataclass(frozen=True)
class Judgement:
    """The judgement of an answer to a puzzle."""

    is_solution: bool
    """The answer keeps to the rules and to the givens."""
    correct: float
    """The share of the blank cells that have the solution's digit, if the puzzle has one solution."""
    reason: str | None
    """What is wrong with the answer, if anything."""

    @property
    def reward(self) -> float:
        """1 for a solution, otherwise 0."""
        return float(self.is_solution)


def verify(puzzle: Any, answer: str | None) -> Judgement:
    """Judge the last board in a text.

    Its rows are on lines of their own, or all cells are on one line, with or without separators."""
    puzzle = puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)
    side = puzzle.shape.side
    digits = _last_board(answer or "", side)
    if digits is None:
        return Judgement(False, 0.0, f"no board of {side}x{side} in the answer")
    blanks = [cell for cell, digit in enumerate(puzzle) if digit == 0]
    try:
        right = puzzle.solve().digits
    except ValueError as error:
        return Judgement(False, 0.0, f"the puzzle has no solution: {error}")
    correct = sum(digits[cell] == right[cell] for cell in blanks) / max(len(blanks), 1)
    changed = [cell for cell, digit in enumerate(puzzle) if digit not in (0, digits[cell])]
    if changed:
        name = f"r{changed[0] // side + 1}c{changed[0] % side + 1}"
        return Judgement(False, correct, f"{name} has {digits[changed[0]]}, but {puzzle.digits[changed[0]]} is given there")
    try:
        Grid(Puzzle.from_digits(digits, puzzle.shape))
    except Invalid as error:
        return Judgement(False, correct, str(error))
    return Judgement(True, 1.0, None)


def _last_board(text: str, side: int) -> list[int] | None:
    import re

    found: list[int] | None = None
    rows: list[list[int]] = []
    for line in text.splitlines():
        numbers = [int(number) for number in re.findall("[0-9]" if side <= 9 else "[0-9]+", line)]
        if any(number > side for number in numbers):
            rows.clear()
        elif len(numbers) == side * side:
            found = numbers
            rows.clear()
        elif len(numbers) == side:
            rows.append(numbers)
            if len(rows) == side:
                found = [number for row in rows for number in row]
                rows.clear()
        elif numbers:
            rows.clear()
    return found


def puzzles(
    part: str | None = None, *, seed: int = 0, parts: Mapping[str, int] = PARTS, **wishes: Any
) -> Iterator[Puzzle]:
    """Make puzzles, one of each class; if a part is named, only those of this part.

    They end when none of some thousand was new, as happens with small boards. They are a function of
    the seed, the parts and the wishes, which are those of `ninefold.generate_many`.

    >>> from itertools import islice
    >>> train, test = (set(map(class_of, islice(puzzles(part, seed=3, shape=6), 9))) for part in ("train", "test"))
    >>> len(train), len(test), train & test
    (9, 9, set())
    """
    if part is not None and part not in parts:
        raise ValueError(f"no part is called '{part}'; the parts are {', '.join(parts)}")
    wishes = {"attempts": 100_000, "time_limit": float("inf"), **wishes}
    seen: set[str] = set()
    start, size, last = 0, 16, 0
    while start - last < 4096:
        made = generate_many(size, seed=seed, start=start, **wishes)
        start, size = start + size, min(2 * size, 1024)
        for line, missing in zip(made["puzzle"], made["missing"], strict=True):
            name = None if missing is not None else class_of(line)
            if name is None or name in seen:
                continue
            seen.add(name)
            last = start
            if part is None or part_of(name, parts, seed) == part:
                yield Puzzle(line)


def question(puzzle: Puzzle) -> str:
    """Return a puzzle as a question in words."""
    side = puzzle.shape.side
    boxes = f"{puzzle.shape.box_rows}x{puzzle.shape.box_columns}"
    rows = "\n".join(" ".join(str(digit or "_") for digit in row) for row in puzzle.rows)
    return (
        f"Solve this Sudoku: every row, every column and every box of {boxes} cells has each digit from 1 to {side} once.\n"
        f"{rows}\n"
        f"Answer with the {side} rows of the solution, the digits separated by spaces."
    )


class Tasks:
    """Questions with answers, in the form of reasoning-gym: ``question``, ``answer``, ``metadata``.

    :param size: the number of tasks.
    :param part: the part that all classes belong to: ``train``, ``validation`` or ``test``.
    :param level: HoDoKu's level; further wishes are those of `ninefold.generate_many`.
    """

    def __init__(
        self,
        size: int = 500,
        *,
        level: Level | None = None,
        part: str | None = "train",
        seed: int = 0,
        shape: Shape | str | int | None = None,
        parts: Mapping[str, int] = PARTS,
        **wishes: Any,
    ) -> None:
        self.size = size
        self.level = level
        self._source = puzzles(part, seed=seed, parts=parts, level=level, shape=shape, **wishes)
        self._made: list[Puzzle] = []

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[index] for index in range(self.size))

    def __getitem__(self, index: int) -> dict[str, Any]:
        if not 0 <= index < self.size:
            raise IndexError(f"there is no task {index}: they count from 0 to {self.size - 1}")
        while len(self._made) <= index:
            puzzle = next(self._source, None)
            if puzzle is None:
                raise IndexError(f"there are only {len(self._made)} such puzzles that are no disguises of each other")
            self._made.append(puzzle)
        made = self._made[index]
        rating = made.rate()
        solution = made.solve()
        return {
            "question": question(made),
            "answer": "\n".join(" ".join(map(str, row)) for row in solution.rows),
            "metadata": {
                "source_dataset": "ninefold",
                "source_index": index,
                "puzzle": str(made),
                "solution": str(solution),
                "shape": str(made.shape),
                "difficulty": {"level": rating.level, "score": rating.score, "hardest": rating.hardest},
            },
        }

    def score_answer(self, answer: str | None, entry: Mapping[str, Any]) -> float:
        """Return 1 for a solution, otherwise 0: if part of one earned anything, so would copying the question."""
        metadata = entry["metadata"]
        return verify(Puzzle(metadata["puzzle"], shape=metadata["shape"]), answer).reward


def register_reasoning_gym(name: str = "ninefold") -> None:
    """Add the tasks to reasoning-gym: ``reasoning_gym.create_dataset("ninefold", size=100, seed=1, level="hard")``."""
    from ._reasoning_gym import register

    register(name)
