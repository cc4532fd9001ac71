"""The types of `ninefold.columns`: every answer has the same kind as the column asked about."""

from collections.abc import Callable, Iterable
from typing import Any, Literal, Protocol, TypeAlias, TypedDict, Unpack, overload

import numpy
import numpy.typing
import pandas
import polars
import pyarrow

from ._native import Grid, Puzzle, Shape, Table, Variant
from ._types import Engine, Format, Level, Method, Order, Symmetry

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

class Bar(Protocol):
    """A bar like tqdm's."""

    n: Any
    total: Any
    def refresh(self) -> object: ...

Progress: TypeAlias = bool | Bar | Callable[[int, int], object] | Callable[..., bool | None]
Board: TypeAlias = str | bytes | Puzzle | Grid | Variant | dict[str, Any] | Iterable[int | None] | Iterable[Iterable[int | None]] | None
Columns: TypeAlias = dict[str, list[Any]]
Arrays: TypeAlias = dict[str, numpy.typing.NDArray[Any]]

class Arrow(Protocol):
    """Anything with the Arrow PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class Pandas(Protocol):
    """A pandas series or frame. Recognised by a member, because pandas has no types unless its stubs are installed."""

    @property
    def iloc(self) -> Any: ...

class PyArrow(Protocol):
    """A pyarrow array or table, likewise."""

    def to_pylist(self) -> list[Any]: ...

class Reading(TypedDict, total=False):
    """How texts are read, and how the work is done."""

    format: Format | None
    shape: Shape | str | int | None
    symbols: str | None
    blanks: str | None
    threads: int | None
    progress: Progress | None

class Searching(Reading, total=False):
    """The same, with how solutions are searched for, and rules that all puzzles have in addition to
    their own."""

    rules: str
    budget: int | None
    engine: Engine | None

@overload
def solve_many(puzzles: dict[str, list[Any]] | list[Board] | tuple[Board, ...] | Puzzle | Grid | Variant | list[str] | list[Puzzle] | list[Grid] | list[Variant] | list[str | None], column: str | None = None, **how: Unpack[Searching]) -> Columns: ...
@overload
def solve_many(puzzles: numpy.typing.NDArray[numpy.integer[Any]], column: str | None = None, **how: Unpack[Searching]) -> Arrays: ...
@overload
def solve_many(puzzles: polars.Series | polars.DataFrame | polars.LazyFrame, column: str | None = None, **how: Unpack[Searching]) -> polars.DataFrame: ...  # type: ignore[overload-overlap]
@overload
def solve_many(puzzles: Pandas, column: str | None = None, **how: Unpack[Searching]) -> pandas.DataFrame: ...
@overload
def solve_many(puzzles: PyArrow, column: str | None = None, **how: Unpack[Searching]) -> pyarrow.Table: ...
@overload
def solve_many(puzzles: Arrow, column: str | None = None, **how: Unpack[Searching]) -> Table: ...
@overload
def solve_many(puzzles: Iterable[Board], column: str | None = None, **how: Unpack[Searching]) -> Any: ...

@overload
def count_many(puzzles: dict[str, list[Any]] | list[Board] | tuple[Board, ...] | Puzzle | Grid | Variant | list[str] | list[Puzzle] | list[Grid] | list[Variant] | list[str | None], column: str | None = None, *, limit: int | None = None, **how: Unpack[Searching]) -> Columns: ...
@overload
def count_many(puzzles: numpy.typing.NDArray[numpy.integer[Any]], column: str | None = None, *, limit: int | None = None, **how: Unpack[Searching]) -> Arrays: ...
@overload
def count_many(puzzles: polars.Series | polars.DataFrame | polars.LazyFrame, column: str | None = None, *, limit: int | None = None, **how: Unpack[Searching]) -> polars.DataFrame: ...  # type: ignore[overload-overlap]
@overload
def count_many(puzzles: Pandas, column: str | None = None, *, limit: int | None = None, **how: Unpack[Searching]) -> pandas.DataFrame: ...
@overload
def count_many(puzzles: PyArrow, column: str | None = None, *, limit: int | None = None, **how: Unpack[Searching]) -> pyarrow.Table: ...
@overload
def count_many(puzzles: Arrow, column: str | None = None, *, limit: int | None = None, **how: Unpack[Searching]) -> Table: ...
@overload
def count_many(puzzles: Iterable[Board], column: str | None = None, *, limit: int | None = None, **how: Unpack[Searching]) -> Any: ...

@overload
def check_many(puzzles: dict[str, list[Any]] | list[Board] | tuple[Board, ...] | Puzzle | Grid | Variant | list[str] | list[Puzzle] | list[Grid] | list[Variant] | list[str | None], column: str | None = None, *, minimal: bool = True, **how: Unpack[Searching]) -> Columns: ...
@overload
def check_many(puzzles: numpy.typing.NDArray[numpy.integer[Any]], column: str | None = None, *, minimal: bool = True, **how: Unpack[Searching]) -> Arrays: ...
@overload
def check_many(puzzles: polars.Series | polars.DataFrame | polars.LazyFrame, column: str | None = None, *, minimal: bool = True, **how: Unpack[Searching]) -> polars.DataFrame: ...  # type: ignore[overload-overlap]
@overload
def check_many(puzzles: Pandas, column: str | None = None, *, minimal: bool = True, **how: Unpack[Searching]) -> pandas.DataFrame: ...
@overload
def check_many(puzzles: PyArrow, column: str | None = None, *, minimal: bool = True, **how: Unpack[Searching]) -> pyarrow.Table: ...
@overload
def check_many(puzzles: Arrow, column: str | None = None, *, minimal: bool = True, **how: Unpack[Searching]) -> Table: ...
@overload
def check_many(puzzles: Iterable[Board], column: str | None = None, *, minimal: bool = True, **how: Unpack[Searching]) -> Any: ...

@overload
def rate_many(puzzles: dict[str, list[Any]] | list[Board] | tuple[Board, ...] | Puzzle | Grid | Variant | list[str] | list[Puzzle] | list[Grid] | list[Variant] | list[str | None], column: str | None = None, *, order: Order = "hodoku", uniqueness: bool = True, invariant: bool = False, only: Literal["pearls", "diamonds"] | None = None, time_limit: float | None = None, **how: Unpack[Reading]) -> Columns: ...
@overload
def rate_many(puzzles: numpy.typing.NDArray[numpy.integer[Any]], column: str | None = None, *, order: Order = "hodoku", uniqueness: bool = True, invariant: bool = False, only: Literal["pearls", "diamonds"] | None = None, time_limit: float | None = None, **how: Unpack[Reading]) -> Arrays: ...
@overload
def rate_many(puzzles: polars.Series | polars.DataFrame | polars.LazyFrame, column: str | None = None, *, order: Order = "hodoku", uniqueness: bool = True, invariant: bool = False, only: Literal["pearls", "diamonds"] | None = None, time_limit: float | None = None, **how: Unpack[Reading]) -> polars.DataFrame: ...  # type: ignore[overload-overlap]
@overload
def rate_many(puzzles: Pandas, column: str | None = None, *, order: Order = "hodoku", uniqueness: bool = True, invariant: bool = False, only: Literal["pearls", "diamonds"] | None = None, time_limit: float | None = None, **how: Unpack[Reading]) -> pandas.DataFrame: ...
@overload
def rate_many(puzzles: PyArrow, column: str | None = None, *, order: Order = "hodoku", uniqueness: bool = True, invariant: bool = False, only: Literal["pearls", "diamonds"] | None = None, time_limit: float | None = None, **how: Unpack[Reading]) -> pyarrow.Table: ...
@overload
def rate_many(puzzles: Arrow, column: str | None = None, *, order: Order = "hodoku", uniqueness: bool = True, invariant: bool = False, only: Literal["pearls", "diamonds"] | None = None, time_limit: float | None = None, **how: Unpack[Reading]) -> Table: ...
@overload
def rate_many(puzzles: Iterable[Board], column: str | None = None, *, order: Order = "hodoku", uniqueness: bool = True, invariant: bool = False, only: Literal["pearls", "diamonds"] | None = None, time_limit: float | None = None, **how: Unpack[Reading]) -> Any: ...

@overload
def canon_many(puzzles: dict[str, list[Any]] | list[Board] | tuple[Board, ...] | Puzzle | Grid | Variant | list[str] | list[Puzzle] | list[Grid] | list[Variant] | list[str | None], column: str | None = None, **how: Unpack[Reading]) -> Columns: ...
@overload
def canon_many(puzzles: numpy.typing.NDArray[numpy.integer[Any]], column: str | None = None, **how: Unpack[Reading]) -> Arrays: ...
@overload
def canon_many(puzzles: polars.Series | polars.DataFrame | polars.LazyFrame, column: str | None = None, **how: Unpack[Reading]) -> polars.DataFrame: ...  # type: ignore[overload-overlap]
@overload
def canon_many(puzzles: Pandas, column: str | None = None, **how: Unpack[Reading]) -> pandas.DataFrame: ...
@overload
def canon_many(puzzles: PyArrow, column: str | None = None, **how: Unpack[Reading]) -> pyarrow.Table: ...
@overload
def canon_many(puzzles: Arrow, column: str | None = None, **how: Unpack[Reading]) -> Table: ...
@overload
def canon_many(puzzles: Iterable[Board], column: str | None = None, **how: Unpack[Reading]) -> Any: ...

@overload
def minimize_many(puzzles: dict[str, list[Any]] | list[Board] | tuple[Board, ...] | Puzzle | Grid | Variant | list[str] | list[Puzzle] | list[Grid] | list[Variant] | list[str | None], column: str | None = None, *, seed: int = 0, **how: Unpack[Searching]) -> Columns: ...
@overload
def minimize_many(puzzles: numpy.typing.NDArray[numpy.integer[Any]], column: str | None = None, *, seed: int = 0, **how: Unpack[Searching]) -> Arrays: ...
@overload
def minimize_many(puzzles: polars.Series | polars.DataFrame | polars.LazyFrame, column: str | None = None, *, seed: int = 0, **how: Unpack[Searching]) -> polars.DataFrame: ...  # type: ignore[overload-overlap]
@overload
def minimize_many(puzzles: Pandas, column: str | None = None, *, seed: int = 0, **how: Unpack[Searching]) -> pandas.DataFrame: ...
@overload
def minimize_many(puzzles: PyArrow, column: str | None = None, *, seed: int = 0, **how: Unpack[Searching]) -> pyarrow.Table: ...
@overload
def minimize_many(puzzles: Arrow, column: str | None = None, *, seed: int = 0, **how: Unpack[Searching]) -> Table: ...
@overload
def minimize_many(puzzles: Iterable[Board], column: str | None = None, *, seed: int = 0, **how: Unpack[Searching]) -> Any: ...

@overload
def shuffle_many(puzzles: dict[str, list[Any]] | list[Board] | tuple[Board, ...] | Puzzle | Grid | Variant | list[str] | list[Puzzle] | list[Grid] | list[Variant] | list[str | None], column: str | None = None, *, seed: int = 0, start: int = 0, **how: Unpack[Reading]) -> Columns: ...
@overload
def shuffle_many(puzzles: numpy.typing.NDArray[numpy.integer[Any]], column: str | None = None, *, seed: int = 0, start: int = 0, **how: Unpack[Reading]) -> Arrays: ...
@overload
def shuffle_many(puzzles: polars.Series | polars.DataFrame | polars.LazyFrame, column: str | None = None, *, seed: int = 0, start: int = 0, **how: Unpack[Reading]) -> polars.DataFrame: ...  # type: ignore[overload-overlap]
@overload
def shuffle_many(puzzles: Pandas, column: str | None = None, *, seed: int = 0, start: int = 0, **how: Unpack[Reading]) -> pandas.DataFrame: ...
@overload
def shuffle_many(puzzles: PyArrow, column: str | None = None, *, seed: int = 0, start: int = 0, **how: Unpack[Reading]) -> pyarrow.Table: ...
@overload
def shuffle_many(puzzles: Arrow, column: str | None = None, *, seed: int = 0, start: int = 0, **how: Unpack[Reading]) -> Table: ...
@overload
def shuffle_many(puzzles: Iterable[Board], column: str | None = None, *, seed: int = 0, start: int = 0, **how: Unpack[Reading]) -> Any: ...

def fill_many(
    count: int,
    *,
    seed: int = 0,
    start: int = 0,
    shape: Shape | str | int | None = None,
    symbols: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table: ...
def generate_many(
    count: int,
    *,
    seed: int = 0,
    start: int = 0,
    shape: Shape | str | int | None = None,
    symbols: str | None = None,
    symmetry: Symmetry | None = None,
    pattern: str | None = None,
    clues: int | tuple[int, int] | None = None,
    minimal: bool = False,
    level: Level | None = None,
    score: int | tuple[int, int] | None = None,
    require: Iterable[str] = (),
    forbid: Iterable[str] = (),
    hardest: str | None = None,
    er: float | tuple[float, float] | None = None,
    ep: float | tuple[float, float] | None = None,
    ed: float | tuple[float, float] | None = None,
    method: Method | None = None,
    rated: bool = False,
    attempts: int | None = None,
    time_limit: float = 10.0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table: ...
def generate(
    *,
    seed: int = 0,
    index: int = 0,
    shape: Shape | str | int | None = None,
    symbols: str | None = None,
    symmetry: Symmetry | None = None,
    pattern: str | None = None,
    clues: int | tuple[int, int] | None = None,
    minimal: bool = False,
    level: Level | None = None,
    score: int | tuple[int, int] | None = None,
    require: Iterable[str] = (),
    forbid: Iterable[str] = (),
    hardest: str | None = None,
    er: float | tuple[float, float] | None = None,
    ep: float | tuple[float, float] | None = None,
    ed: float | tuple[float, float] | None = None,
    method: Method | None = None,
    attempts: int | None = None,
    time_limit: float = 10.0,
) -> Puzzle: ...
