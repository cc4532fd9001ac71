"""Sudoku as an environment of Gymnasium.

>>> import gymnasium, ninefold.gymnasium
>>> env = gymnasium.make("ninefold/Sudoku-v0", level="easy", part="train")
>>> board, info = env.reset(seed=1)
>>> board.shape, int(info["action_mask"].sum()) > 0
((9, 9), True)
>>> action = info["forced"][0]
>>> board, reward, terminated, truncated, info = env.step(action)
>>> reward > 0, terminated, truncated
(True, False, False)

An observation is the board, ``uint8``, 0 for blanks. An action is ``cell * side + digit - 1``,
cells row by row from 0. A correct digit earns one divided by the number of blanks, so that a solved
puzzle earns 1; a wrong one costs as much and, if it stays on the board, ends the episode. ``info``
has ``action_mask`` (the legal actions), ``forced`` (the actions that are singles) and ``move`` (the
last move). The puzzles are those of `ninefold.env.puzzles`: of one level and one part, without end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy
from gymnasium import spaces

from ._native import Puzzle, Shape
from .env import Sudoku, puzzles

__all__ = ["SudokuEnv"]


class SudokuEnv(gymnasium.Env):  # type: ignore[misc,unused-ignore]
    """An environment with puzzles of a level, one for each episode.

    :param part: ``train``, ``validation`` or ``test``: parts share no class of puzzles.
    :param puzzle: the puzzle of every episode.
    :param ends_when_wrong: whether a wrong digit that the rules allow ends the episode; if not, the
        episode continues until the moves are used up.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        *,
        level: str | None = None,
        part: str | None = "train",
        shape: Shape | str | int = "3x3",
        puzzle: Any = None,
        ends_when_wrong: bool = True,
        render_mode: str | None = None,
        **wishes: Any,
    ) -> None:
        self._fixed = None if puzzle is None else puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)
        self._shape = Shape(shape) if self._fixed is None else self._fixed.shape
        self._wishes = {"level": level, "part": part, "shape": self._shape, **wishes}
        self._ends_when_wrong = ends_when_wrong
        self.render_mode = render_mode
        side = self._shape.side
        dtype = numpy.uint8 if side < 256 else numpy.uint16
        self.observation_space = spaces.Box(0, side, (side, side), dtype)
        self.action_space = spaces.Discrete(side**3)
        self._source: Iterator[Puzzle] | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start the next puzzle; with a seed, the first of that seed. ``options={"puzzle": ...}`` gives one."""
        super().reset(seed=seed)
        if seed is not None or self._source is None:
            self._source = puzzles(seed=0 if seed is None else seed, **self._wishes)
        named = (options or {}).get("puzzle", self._fixed)
        self.game = Sudoku(next(self._source) if named is None else named)
        self._blanks = sum(1 for digit in self.game.puzzle if digit == 0)
        self._steps = 0
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play a digit."""
        side = self._shape.side
        cell, digit = divmod(int(action), side)
        move = self.game.play(divmod(cell, side), digit + 1)
        self._steps += 1
        reward = (1.0 if move.is_correct else -1.0) / max(self._blanks, 1)
        is_over = self.game.is_solved or (self._ends_when_wrong and self.game.is_lost)
        is_late = not is_over and self._steps >= 4 * side * side
        return self._observation(), reward, is_over, is_late, {**self._info(), "move": move}

    def render(self) -> str | None:
        """Return the board as text."""
        return format(self.game.board, "box") if self.render_mode == "ansi" else None

    def _observation(self) -> Any:
        return numpy.asarray(self.game.board).astype(self.observation_space.dtype)

    def _info(self) -> dict[str, Any]:
        mask = numpy.zeros(self._shape.side**3, numpy.int8)
        mask[[self._action(*move) for move in self.game.legal_moves()]] = 1
        forced = [self._action(*move) for move in self.game.forced_moves()]
        return {"action_mask": mask, "forced": forced, "is_solved": self.game.is_solved}

    def _action(self, name: str, digit: int) -> int:
        row, _, column = name.removeprefix("r").partition("c")
        return ((int(row) - 1) * self._shape.side + int(column) - 1) * self._shape.side + digit - 1


gymnasium.register("ninefold/Sudoku-v0", SudokuEnv)
