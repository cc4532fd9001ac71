"""Columns of puzzles in Apache Spark: the same questions, answered by the tasks of a cluster.

>>> import ninefold.spark as nf
>>> frame = spark.createDataFrame([(1, "1.34341221434321"), (2, None), (3, "x")], "number int, puzzle string")
>>> for row in nf.solve(frame).orderBy("number").collect():
...     print(*row)
1 1.34341221434321 1234341221434321 None
2 None None None
3 x None 'x' is not a puzzle: expected 81 cells (9x9)

`solve`, `count`, `check`, `rate`, `canon` and `minimize` add columns to those of a frame, which
stay as they are. The puzzles are in the column ``puzzle``, in the only column, or in the one that
``column=`` names. ``prefix=`` goes before the names of the added columns, for frames that already
have columns of these names:

>>> nf.rate(nf.solve(frame), prefix="rating_").columns[2:6]
['solution', 'error', 'rating_status', 'rating_level']

`clues` repeats the search that shows that no puzzle has 16 givens, or a part of it. `generate`
makes puzzles, `dedupe` keeps one of each class up to symmetry, `split` divides classes into parts,
and `dataset` does all of this at once, as ``ninefold dataset`` does on one machine.

Rows are answered as by ``ninefold.solve_many`` and the others: nulls give nulls, bad rows give
nulls and the reason in ``error``. Numbers are ``bigint``; a larger one is null, and reported in
``error``. The other parameters are the same, too. They are checked before anything runs, so that a
wrong one is reported at once and not only when a task fails.

Frames go through ``mapInArrow``, so that rows never become Python objects, and each task works with
one thread: Spark runs as many tasks as it has cores. The answer for a row depends on that row
alone, and a puzzle that is made depends on the wishes, seed and index alone: the rows are the same
however a frame is cut into partitions, and however often a task is tried again. Work that needs
other rows, such as that of `dedupe`, is left to Spark's own SQL. A folder that Spark has written
is complete if it has ``_SUCCESS`` in it.

Every executor needs this package and pyarrow; nothing is shared among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow
import pyarrow.compute
from pyspark.sql import Column, DataFrame, SparkSession, Window, functions
from pyspark.sql.types import (
    ArrayType,
    BinaryType,
    BooleanType,
    CharType,
    DataType,
    DateType,
    DoubleType,
    LongType,
    NullType,
    NumericType,
    StringType,
    StructField,
    StructType,
    TimestampNTZType,
    TimestampType,
    VarcharType,
)

from ._inputs import is_usual, stated_shapes
from ._native import Shape
from .clues import BEGINNINGS, beside_pairs
from .columns import canon_many, check_many, count_many, generate_many, minimize_many, rate_many, solve_many
from .sets import PARTS, class_of

__all__ = ["canon", "check", "clues", "count", "dataset", "dedupe", "generate", "minimize", "rate", "solve", "split"]

_Fields = tuple[tuple[str, DataType], ...]
_TEXT, _NUMBER = StringType(), LongType()
_LARGEST = 2**63 - 1

# Maps, variants and the like cannot be sorted.
_ORDERABLE = (NumericType, StringType, BinaryType, BooleanType, DateType, TimestampType, TimestampNTZType, NullType)

_REAL = DoubleType()
_RATINGS: dict[str, _Fields] = {
    "hodoku": (("level", _TEXT), ("score", _NUMBER), ("hardest", _TEXT), ("steps", _NUMBER), ("techniques", _TEXT)),
    "se": (("er", _REAL), ("ep", _REAL), ("ed", _REAL), ("hardest", _TEXT), ("steps", _NUMBER)),
}
_MADE: _Fields = (
    ("puzzle", _TEXT),
    ("solution", _TEXT),
    ("shape", _TEXT),
    ("clues", _NUMBER),
    ("level", _TEXT),
    ("score", _NUMBER),
    ("hardest", _TEXT),
    ("techniques", _TEXT),
    ("er", _REAL),
    ("ep", _REAL),
    ("ed", _REAL),
    ("weight", _REAL),
    ("index", _NUMBER),
    ("missing", _TEXT),
)

_FOUND = StructType(
    [StructField(name, _NUMBER) for name in ("first", "last", "grids", "pairs")]
    + [StructField("puzzles", ArrayType(_TEXT))]
    + [StructField(name, _NUMBER) for name in ("nodes", "sets", "learnt", "solved")]
    + [StructField("digest", _TEXT)]
)
_FOUND_TYPES = pyarrow.schema(
    [(name, pyarrow.int64()) for name in ("first", "last", "grids", "pairs")]
    + [("puzzles", pyarrow.list_(pyarrow.string()))]
    + [(name, pyarrow.int64()) for name in ("nodes", "sets", "learnt", "solved")]
    + [("digest", pyarrow.string())]
)


def solve(df: DataFrame, column: str | None = None, *, prefix: str = "", **parameters: Any) -> DataFrame:
    """Add ``solution`` and ``error``; see `ninefold.solve_many`."""
    return _ask(df, column, prefix, solve_many, (("solution", _TEXT), ("error", _TEXT)), parameters)


def count(
    df: DataFrame, column: str | None = None, *, limit: int | None = None, prefix: str = "", **parameters: Any
) -> DataFrame:
    """Add ``count``, ``at_least`` and ``error``; see `ninefold.count_many`.

    >>> nf.count(spark.createDataFrame([("................",)], ["puzzle"])).first()["count"]
    288
    """
    fields: _Fields = (("count", _NUMBER), ("at_least", BooleanType()), ("error", _TEXT))
    return _ask(df, column, prefix, count_many, fields, {"limit": limit, **parameters})


def check(
    df: DataFrame, column: str | None = None, *, minimal: bool = True, prefix: str = "", **parameters: Any
) -> DataFrame:
    """Add ``verdict``, ``givens``, ``minimal`` and ``error``; see `ninefold.check_many`."""
    fields: _Fields = (("verdict", _TEXT), ("givens", _NUMBER), ("minimal", BooleanType()), ("error", _TEXT))
    return _ask(df, column, prefix, check_many, fields, {"minimal": minimal, **parameters})


def rate(
    df: DataFrame, column: str | None = None, *, order: str = "hodoku", prefix: str = "", **parameters: Any
) -> DataFrame:
    """Add the columns of `ninefold.rate_many`, which differ with ``order="se"``."""
    fields: _Fields = (("status", _TEXT), *_RATINGS.get(order, ()), ("error", _TEXT))
    return _ask(df, column, prefix, rate_many, fields, {"order": order, **parameters})


def canon(df: DataFrame, column: str | None = None, *, prefix: str = "", **parameters: Any) -> DataFrame:
    """Add ``form``, ``automorphisms`` and ``error``; see `ninefold.canon_many`."""
    fields: _Fields = (("form", _TEXT), ("automorphisms", _NUMBER), ("error", _TEXT))
    return _ask(df, column, prefix, canon_many, fields, parameters)


def minimize(
    df: DataFrame, column: str | None = None, *, seed: int = 0, prefix: str = "", **parameters: Any
) -> DataFrame:
    """Add ``minimal``, a minimal puzzle within each proper one, and ``error``; see `ninefold.minimize_many`."""
    fields: _Fields = (("minimal", _TEXT), ("error", _TEXT))
    return _ask(df, column, prefix, minimize_many, fields, {"seed": seed, **parameters})


def clues(
    spark: SparkSession,
    first: int = 1,
    last: int = BEGINNINGS,
    *,
    most: int = 16,
    minimal: bool = False,
    unit: int = 4,
    partitions: int | None = None,
) -> DataFrame:
    """Find the puzzles with at most ``most`` givens in all grids that have pairs of bands with these
    beginnings: none up to 16.

    There is a row for each unit of beginnings: ``first``, ``last``, and what
    `ninefold.clues.beside_pairs` returns for them. Everything is a function of the numbers, ``most``
    and ``minimal``, and is what ``ninefold clues --pairs`` writes; digests add up, modulo 2^64. To
    continue after a break, ask for the numbers that no file has yet.

    :param unit: beginnings per row; four take about a minute up to 16 givens.
    :param partitions: the number of tasks; by default 64, or enough that none has more than ten
        units. The work of a task that dies is done again.

    >>> rows = nf.clues(spark, 3_200_001, 3_200_004, most=9, unit=2).orderBy("first").collect()
    >>> [(row.first, row.last, row.puzzles) for row in rows]
    [(3200001, 3200002, []), (3200003, 3200004, [])]
    """
    if not 1 <= first <= last <= BEGINNINGS:
        raise ValueError(f"first is {first} and last {last}, expected numbers from 1 to {BEGINNINGS} in their order")
    if unit < 1 or not 0 <= most <= 81:
        raise ValueError(f"unit is {unit} and most {most}, expected at least 1, and from 0 to 81")
    units = -(-(last - first + 1) // unit)
    if partitions is None:
        partitions = max(-(-units // 10), min(units, 64))

    def search(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            for start in batch.column(0).to_pylist():
                end = min(start + unit - 1, last)
                found = beside_pairs(start, end, most, minimal=minimal)
                row = [start, end, *found]
                columns = [pyarrow.array([value], field.type) for value, field in zip(row, _FOUND_TYPES, strict=True)]
                yield pyarrow.RecordBatch.from_arrays(columns, schema=_FOUND_TYPES)

    return spark.range(first, last + 1, unit, partitions).mapInArrow(search, _FOUND)


def generate(
    spark: SparkSession, n: int, seed: int = 0, *, start: int = 0, partitions: int | None = None, **wishes: Any
) -> DataFrame:
    """Make ``n`` puzzles, with the columns and wishes of `ninefold.generate_many`.

    A puzzle is a function of the wishes, the seed and its ``index``, which counts from ``start``.
    The limit is ``attempts`` and not the time, so that puzzles do not depend on the machine: by
    default 100,000 for each puzzle, or 10^8 with ``method="unbiased"``. Wishes that are not met by
    then are reported in ``missing``.

    :param partitions: the number of tasks; by default 64, or enough that none makes more than 10,000
        puzzles. Use more if a puzzle takes long: the work of a task that dies is done again.

    >>> nf.generate(spark, 3, seed=7).select("index", "clues", "missing").orderBy("index").collect()
    [Row(index=0, clues=25, missing=None), Row(index=1, clues=25, missing=None), Row(index=2, clues=24, missing=None)]
    """
    if n < 0 or start < 0 or start + n > _LARGEST:
        raise ValueError(f"n is {n} and start {start}, expected both to be at least 0, and less than 2^63 together")
    _refuse(wishes, "threads", "progress", "time_limit")
    for name in ("require", "forbid"):
        if name in wishes and not isinstance(wishes[name], str):
            wishes[name] = list(wishes[name])
    wishes = {"attempts": 10**8 if wishes.get("method") == "unbiased" else 100_000, **wishes}
    wishes |= {"seed": seed, "threads": 1, "time_limit": float("inf")}
    generate_many(0, **wishes)
    if partitions is None:
        partitions = max(-(-n // 10_000), min(n, 64), 1)

    def make(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            indices = batch.column(0)
            for first, number in _runs(indices):
                yield from _rows(generate_many(number, start=first, **wishes), _MADE, [], _names(_MADE))

    return spark.range(start, start + n, 1, partitions).mapInArrow(make, _schema(_MADE))


def dedupe(
    df: DataFrame,
    column: str | None = None,
    *,
    order: str | Column | Sequence[str | Column] = (),
    **parameters: Any,
) -> DataFrame:
    """Keep one row of each class of boards up to symmetry, with all its columns.

    Frames have no order of their own. ``order`` says which row of a class comes first and is kept;
    rows that it does not distinguish are ordered by the text of the puzzle and then by all other
    columns that can be ordered, so that the same rows are kept in every run. Boards without a minlex
    form are compared as they are written. Rows without a board are left out: nulls, texts that are
    not boards, and boards that break a rule.

    >>> frame = spark.createDataFrame([(2, "1..............."), (1, "...............3"), (3, "x")], ["day", "puzzle"])
    >>> nf.dedupe(frame, order="day").collect()
    [Row(day=1, puzzle='...............3')]
    """
    at = _find(df, column)
    names = df.columns
    given = [order] if isinstance(order, (str, Column)) else list(order)
    before = [functions.col(_quoted(_find_name(names, each))) if isinstance(each, str) else each for each in given]
    rest = [functions.col(_quoted(names[at]))]
    rest += [
        functions.col(_quoted(field.name))
        for place, field in enumerate(df.schema.fields)
        if place != at and _is_orderable(field.dataType)
    ]
    class_name, rank_name = _new_name(names, "class"), _new_name(names, "rank")
    window = Window.partitionBy(_quoted(class_name)).orderBy(*before, *rest)
    classes = _with_class(df, at, class_name, parameters).where(functions.col(_quoted(class_name)).isNotNull())
    ranked = classes.withColumn(rank_name, functions.row_number().over(window))
    first = ranked.where(functions.col(_quoted(rank_name)) == 1)
    return first.drop(class_name, rank_name)


def split(
    df: DataFrame,
    column: str | None = None,
    *,
    parts: Mapping[str, int] = PARTS,
    seed: int = 0,
    name: str = "part",
    **parameters: Any,
) -> DataFrame:
    """Add a column ``part``: boards that differ only by symmetry are always in the same part.

    The part is a function of the class, the parts and the seed alone, as with ``ninefold split``.
    Rows without a board have no part.

    :param parts: the names of the parts, and the share of each.
    :param name: the name of the added column.
    """
    at = _find(df, column)
    _refuse_names(df.columns, [name])
    class_name = _new_name(df.columns, "class")
    classes = _with_class(df, at, class_name, parameters)
    part = _part(functions.col(_quoted(class_name)), parts, seed)
    return classes.withColumn(name, part).drop(class_name)


def dataset(
    spark: SparkSession,
    n: int,
    seed: int = 0,
    *,
    parts: Mapping[str, int] = PARTS,
    partitions: int | None = None,
    **wishes: Any,
) -> DataFrame:
    """Make the rows of ``ninefold dataset``: rated puzzles, one of each class, each with its part.

    Of ``n`` puzzles, those that do not meet the wishes and those in the class of an earlier one are
    left out. The columns are ``puzzle``, ``solution``, ``shape``, ``clues``, ``level``, ``score``,
    ``hardest``, ``techniques``, ``er``, ``ep``, ``ed``, ``weight``, ``form``, ``seed``, ``index``
    and ``part``. The wishes are those of `generate`.

    >>> data = nf.dataset(spark, 40, seed=7, parts={"train": 3, "test": 1}, shape=4)
    >>> data.count(), data.select("form").distinct().count()
    (21, 21)
    """
    if seed > _LARGEST:
        raise ValueError(f"seed is {seed}, expected less than 2^63: it is a column of the data set")
    _refuse(wishes, "rated", "start")
    reading = {name: wishes[name] for name in ("shape", "symbols") if wishes.get(name) is not None}
    made = generate(spark, n, seed, partitions=partitions, rated=True, **wishes)
    part = _part(functions.col("form"), parts, seed)
    met = made.where("missing is null").drop("missing")
    window = Window.partitionBy("form").orderBy("index")
    ranked = _with_class(met, 0, "form", reading).withColumn("rank", functions.row_number().over(window))
    columns = [name for name, _ in _MADE if name not in ("index", "missing")]
    return ranked.where("rank = 1").select(*columns, "form", functions.lit(seed).cast("bigint").alias("seed"), "index",
                                           part.alias("part"))  # fmt: skip


def _ask(
    df: DataFrame,
    column: str | None,
    prefix: str,
    question: Callable[..., Any],
    fields: _Fields,
    parameters: dict[str, Any],
) -> DataFrame:
    _refuse(parameters, "threads", "progress")
    at = _find(df, column)
    # Only checks the parameters: there are no rows to answer.
    question([], threads=1, **parameters)

    def answer(puzzles: Any) -> Any:
        return question(puzzles, threads=1, **parameters)

    return _add(df, at, answer, tuple((prefix + name, kind) for name, kind in fields))


def _add(df: DataFrame, at: int, answer: Callable[[Any], Any], added: _Fields) -> DataFrame:
    """Add the columns that a function answers a column with; it gets an Arrow array, or a table if a column states shapes."""
    names = df.columns
    kinds = [field.dataType for field in df.schema.fields]
    shapes = [place for place, name in enumerate(names) if name == "shape" and kinds[place] == _TEXT and place != at]
    _refuse_names(names, [name for name, _ in added])
    schema = StructType([*df.schema.fields, *_schema(added).fields])

    def ask(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            puzzles = batch.column(at)
            if shapes:
                puzzles = pyarrow.table([puzzles, batch.column(shapes[0])], ["puzzle", "shape"])
            yield from _rows(answer(puzzles), added, batch.columns, schema.names)

    # Spark resolves the names of columns again, and fails if they have dots.
    return df.toDF(*(f"column{place}" for place in range(len(names)))).mapInArrow(ask, schema)


def _rows(table: Any, fields: _Fields, before: list[Any], names: list[str]) -> Iterator[Any]:
    """Yield an answer as a record batch for Spark, after other columns; nothing if it has no rows."""
    table = pyarrow.table(table)
    if table.num_rows == 0:
        return
    columns = [column.combine_chunks() for column in table.columns]
    for place, (name, kind) in enumerate(fields):
        if isinstance(kind, LongType):
            columns[place], large = _signed(columns[place])
            if large is not None:
                reasons = [f"{name} is {number}, more than the column can hold" for number in large.to_pylist()]
                columns[-1] = pyarrow.compute.if_else(large.is_valid(), pyarrow.array(reasons, "string"), columns[-1])
    yield pyarrow.RecordBatch.from_arrays([*before, *columns], names)


def _signed(numbers: Any) -> tuple[Any, Any]:
    """Return unsigned numbers as the signed ones that Spark has; and those that are too large for that, if there are any."""
    largest = pyarrow.compute.max(numbers).as_py()
    if largest is None or largest <= _LARGEST:
        return numbers.cast("int64"), None
    is_large = pyarrow.compute.greater(numbers, pyarrow.scalar(_LARGEST, numbers.type))
    none = pyarrow.scalar(None, numbers.type)
    return (
        pyarrow.compute.if_else(is_large, none, numbers).cast("int64"),
        pyarrow.compute.if_else(is_large, numbers, none),
    )


def _runs(indices: Any) -> Iterator[tuple[int, int]]:
    """Group numbers into runs of consecutive ones: the first number of each run, and its length."""
    first = last = None
    for index in indices.to_pylist():
        if first is None or last is None or index != last + 1:
            if first is not None and last is not None:
                yield first, last + 1 - first
            first = index
        last = index
    if first is not None and last is not None:
        yield first, last + 1 - first


def _with_class(df: DataFrame, at: int, name: str, reading: dict[str, Any]) -> DataFrame:
    """Add a column with the name of the class of each board."""
    _refuse(reading, "threads", "progress")
    canon_many([], threads=1, **reading)

    def answer(puzzles: Any) -> Any:
        how = reading
        if isinstance(puzzles, pyarrow.Table):
            shape, stated = stated_shapes(puzzles, None, reading.get("shape"))
            how = {**reading, "shape": shape}
            puzzles = puzzles.column("puzzle").combine_chunks() if stated is None else pyarrow.array(stated, "string")
        return pyarrow.table([_classes(puzzles, how)], [name])

    return _add(df, at, answer, ((name, _TEXT),))


def _classes(puzzles: Any, reading: dict[str, Any]) -> Any:
    """Return the classes of boards as the command-line tool names them: the form, after the shape if that is not the usual one
    for its side. Boards without a form have their text instead."""
    if pyarrow.types.is_null(puzzles.type):
        return puzzles.cast("string")
    forms = canon_many(puzzles, threads=1, **reading)["form"].combine_chunks()
    # A line of the form's length is a board of the usual shape, unless another was named.
    length = pyarrow.compute.binary_length
    is_plain = pyarrow.compute.equal(length(puzzles), length(forms)).fill_null(False)
    shape = reading.get("shape")
    if shape is not None and not is_usual(Shape(shape)):
        is_plain = pyarrow.array([False] * len(puzzles))
    if pyarrow.compute.all(is_plain).as_py():
        return forms
    classes = forms.to_pylist()
    for row, (plain, text) in enumerate(zip(is_plain.to_pylist(), puzzles.to_pylist(), strict=True)):
        if not plain:
            classes[row] = class_of(text, **reading)
    return pyarrow.array(classes, "string")


def _part(classes: Column, parts: Mapping[str, int], seed: int) -> Column:
    """Return the part of each class. The first eight bytes of the SHA-256 of ``SEED:CLASS`` are a number; divided by 2^64, it is
    the place of the class among all parts laid end to end."""
    for name, weight in parts.items():
        if not isinstance(weight, int) or weight < 0:
            raise ValueError(f"part '{name}' has the weight {weight!r}, expected a whole number from 0")
    total = sum(parts.values())
    if total == 0:
        raise ValueError("no part has a weight")
    digest = functions.sha2(functions.concat(functions.lit(f"{seed}:"), classes), 256)
    place = functions.substring(digest, 1, 16)
    # Hexadecimal texts of equal length have the order of their numbers. The loop goes from the last part to the first.
    end, found = total, functions.lit(None).cast("string")
    for name, weight in reversed(list(parts.items())):
        limit = -(-(end << 64) // total)
        if weight > 0:
            is_before = functions.lit(True) if end == total else place < functions.lit(f"{limit:016x}")
            found = functions.when(is_before, functions.lit(name)).otherwise(found)
        end -= weight
    return functions.when(classes.isNotNull(), found)


def _find(df: DataFrame, column: str | None) -> int:
    """Return the number of the column with the puzzles."""
    names = df.columns
    name = column if column is not None else names[0] if len(names) == 1 else "puzzle"
    at: int = names.index(_find_name(names, name, "" if column is not None else ", so column= must name one"))
    kind = df.schema.fields[at].dataType
    if not isinstance(kind, (StringType, VarcharType, CharType, BinaryType, NullType)):
        raise TypeError(f"column '{name}' is of type {kind.simpleString()}, expected string")
    return at


def _find_name(names: list[str], name: str, hint: str = "") -> str:
    if name not in names:
        raise KeyError(f"no column is called '{name}'{hint}; columns: {', '.join(names) or 'none'}")
    return name


def _refuse(parameters: dict[str, Any], *names: str) -> None:
    reasons = {
        "threads": "every task works with one thread",
        "progress": "Spark reports it",
        "time_limit": "what is made would depend on the machine; attempts= is the limit here",
        "rated": "a data set always is",
        "start": "a data set starts with 0",
    }
    for name in names:
        if name in parameters:
            raise TypeError(f"there is no {name}= here: {reasons[name]}")


def _refuse_names(names: list[str], added: list[str]) -> None:
    """Refuse names that the frame has already: Spark ignores case, and cannot resolve a name that occurs twice."""
    there = {name.lower() for name in names}
    twice = [name for name in added if name.lower() in there]
    if twice:
        raise ValueError(f"the frame has a column '{twice[0]}' already: prefix= or name= gives another name to the new one")


def _new_name(names: list[str], name: str) -> str:
    there = {name.lower() for name in names}
    while name in there:
        name = f"{name}_"
    return name


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _is_orderable(kind: DataType) -> bool:
    if isinstance(kind, ArrayType):
        return _is_orderable(kind.elementType)
    if isinstance(kind, StructType):
        return all(_is_orderable(field.dataType) for field in kind.fields)
    return isinstance(kind, _ORDERABLE)


def _schema(fields: _Fields) -> StructType:
    return StructType([StructField(name, kind) for name, kind in fields])


def _names(fields: _Fields) -> list[str]:
    return [name for name, _ in fields]
