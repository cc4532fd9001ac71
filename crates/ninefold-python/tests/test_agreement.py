"""Python's answers are the command-line tool's, row by row, whatever the threads and the kind of the column."""

import csv
import io

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pytest

import ninefold
import ninefold.duckdb
import ninefold.polars

THREADS = pytest.mark.parametrize("threads", [1, None])


def told(answer):
    """The reason, as in the column ``error``."""
    return answer["reason"]


def rows(table):
    names = list(table)
    return [dict(zip(names, values, strict=True)) for values in zip(*table.values(), strict=True)]


def compare(puzzles, answers, table, members):
    """Compare the tool's objects with columns: functions in `members` compute the values of a column from an object."""
    for puzzle, answer, row in zip(puzzles, answers, rows(table), strict=True):
        if puzzle == "":
            assert row["error"] is not None
            continue
        for column, member in members.items():
            assert row[column] == member(answer), (puzzle, column, answer)


@THREADS
def test_solve(puzzles, answers, threads):
    table = ninefold.solve_many(puzzles, threads=threads)
    expected = answers("solve", puzzles=puzzles)
    statuses = {answer["status"] for answer in expected}
    assert statuses == {"solved", "none", "invalid"}

    def error(answer):
        if answer["status"] == "none":
            return answer["reason"] or "no solution"
        return answer["reason"]

    compare(
        puzzles,
        expected,
        table,
        {"solution": lambda answer: next(iter(answer["solutions"]), None), "error": error},
    )


@THREADS
@pytest.mark.parametrize("limit", [None, 1, 2, 50])
def test_count(puzzles, answers, threads, limit):
    # Exact counts of puzzles with few clues take long, so puzzles with fewer than two are left out.
    few = [puzzle for puzzle in puzzles if limit is not None or puzzle.count(".") + puzzle.count("0") < 80]
    options = [] if limit is None else ["--limit", str(limit)]
    expected = answers("count", *options, puzzles=few)
    table = ninefold.count_many(few, limit=limit, threads=threads)
    for puzzle, answer, row in zip(few, expected, rows(table), strict=True):
        if puzzle and isinstance(answer["count"], str):
            # Too large for a number of JSON. In the column, a number of more than 64 bits is reported in words.
            number = int(answer["count"])
            assert row["count"] == (number if number < 2**64 else None), puzzle
            assert (row["error"] is None) == (number < 2**64)
            assert number < 2**64 or row["error"].startswith(f"{number} solutions")
        elif puzzle:
            expected_row = (answer["count"], answer["at_least"], answer["reason"])
            assert (row["count"], row["at_least"], row["error"]) == expected_row, puzzle


@THREADS
def test_check(puzzles, answers, threads):
    table = ninefold.check_many(puzzles, threads=threads)
    members = ["verdict", "givens", "minimal"]
    same = {member: lambda answer, member=member: answer[member] for member in members}
    compare(puzzles, answers("check", puzzles=puzzles), table, {**same, "error": told})
    quick = ninefold.check_many(puzzles, threads=threads, minimal=False)
    assert quick["verdict"] == table["verdict"]
    assert quick["error"] == table["error"]
    assert quick["minimal"] == [None] * len(puzzles)


@THREADS
def test_rate(puzzles, answers, threads):
    some = puzzles[::3] + puzzles[90:1500:97]
    table = ninefold.rate_many(some, threads=threads)

    def steps(answer):
        return None if answer["steps"] is None else sum(answer["steps"].values())

    def techniques(answer):
        counts = answer["steps"]
        return None if counts is None else ";".join(f"{name}:{count}" for name, count in counts.items())

    members = {
        "status": lambda answer: answer["status"],
        "level": lambda answer: answer["level"],
        "score": lambda answer: answer["score"] and answer["score"]["value"],
        "hardest": lambda answer: answer["hardest"],
        "steps": steps,
        "techniques": techniques,
    }
    expected = answers("rate", puzzles=some)
    compare(some, expected, table, members)
    for answer, error in zip(expected, table["error"], strict=True):
        assert (answer["reason"] is None) == (error is None)


@THREADS
@pytest.mark.parametrize(
    ("options", "parameters"),
    [
        ([], {}),
        (["--no-uniqueness"], {"uniqueness": False}),
        (["--invariant"], {"invariant": True}),
        (["--pearl"], {"only": "pearls"}),
        (["--diamond", "--invariant"], {"only": "diamonds", "invariant": True}),
    ],
)
def test_rate_by_se(puzzles, answers, threads, options, parameters):
    some = puzzles[::9] + puzzles[90:1500:97]
    if not parameters.get("uniqueness", True):
        # Boards with very many solutions take very long.
        some = [puzzle for puzzle, count in zip(some, ninefold.count_many(some, limit=50)["count"], strict=True) if count != 50]
    table = ninefold.rate_many(some, order="se", threads=threads, **parameters)
    names = ["status", "er", "ep", "ed", "hardest", "steps"]
    members = {name: lambda answer, name=name: answer[name] for name in names}
    expected = answers("rate", "--order", "se", *options, puzzles=some)
    compare(some, expected, table, members)
    for answer, error in zip(expected, table["error"], strict=True):
        assert (answer["reason"] is None) == (error is None)
    assert {"solved", "invalid"} <= set(table["status"])


@THREADS
def test_canon(puzzles, answers, threads):
    table = ninefold.canon_many(puzzles, threads=threads)
    members = ["form", "automorphisms"]
    same = {member: lambda answer, member=member: answer[member] for member in members}
    compare(puzzles, answers("canon", puzzles=puzzles), table, {**same, "error": told})


@THREADS
def test_minimize(puzzles, answers, threads):
    some = puzzles[1500:]
    table = ninefold.minimize_many(some, seed=3, threads=threads)
    expected = answers("minimize", "--seed", "3", puzzles=some)
    compare(some, expected, table, {"minimal": lambda answer: (answer["minimal"] or [None])[0]})


@pytest.mark.parametrize(
    ("options", "wishes"),
    [
        ([], {}),
        (["--symmetry", "half-turn", "--level", "medium"], {"symmetry": "half-turn", "level": "medium"}),
        (["--clues", "26..28", "--start", "5"], {"clues": (26, 28), "start": 5}),
        (["--shape", "2x3", "--minimal"], {"shape": "2x3", "minimal": True}),
    ],
)
@THREADS
def test_generate(tool, options, wishes, threads):
    text = tool("generate", "-n", "200", "--seed", "5", "--format", "csv", *options)
    expected = list(csv.DictReader(io.StringIO(text)))
    table = ninefold.generate_many(200, seed=5, rated=True, threads=threads, **wishes).to_dict()
    assert len(expected) == 200
    for answer, row in zip(expected, rows(table), strict=True):
        for name, value in row.items():
            assert answer[name] == ("" if value is None else str(value))
    first = ninefold.generate(seed=5, index=wishes.get("start", 0), **{k: v for k, v in wishes.items() if k != "start"})
    assert str(first) == table["puzzle"][0]


def test_every_kind_of_column_has_the_same_answers(plain):
    expected = ninefold.solve_many(plain, threads=1)
    solutions = expected["solution"]
    assert pyarrow.table(ninefold.solve_many(pyarrow.array(plain))).to_pydict() == expected
    assert ninefold.solve_many(polars.Series("p", plain)).to_dict(as_series=False) == expected
    assert ninefold.solve_many(polars.DataFrame({"n": range(len(plain)), "puzzle": plain}))["solution"].to_list() == solutions
    frame = pandas.DataFrame({"puzzle": plain}, index=range(5, 5 + len(plain)))
    solved = ninefold.solve_many(frame)
    assert list(solved.index) == list(frame.index)
    assert [None if pandas.isna(text) else text for text in solved["solution"]] == solutions
    digits = numpy.array([[int(c) for c in puzzle.replace(".", "0")] for puzzle in plain], numpy.uint8)
    solved = ninefold.solve_many(digits)
    assert solved["solution"].shape == digits.shape
    lines = ["".join(map(str, row)) if row.any() else None for row in solved["solution"]]
    assert lines == solutions
    assert [error is None for error in solved["error"]] == [error is None for error in expected["error"]]
    relation = duckdb.sql("select * from frame")
    assert pyarrow.table(ninefold.solve_many(relation)).to_pydict() == expected
    with_expressions = polars.DataFrame({"puzzle": plain}).lazy().with_columns(s=ninefold.polars.solve("puzzle"))
    assert with_expressions.collect(engine="streaming")["s"].to_list() == solutions
    con = duckdb.connect()
    ninefold.duckdb.register(con)
    table = pyarrow.table({"n": range(len(plain)), "puzzle": plain})
    con.register("given", table)
    found = con.sql("select solve(puzzle) from given order by n").fetchall()
    assert [solution for (solution,) in found] == solutions


def test_adapters_give_every_answer(plain):
    some = plain[1400:1900]
    frame = polars.DataFrame({"puzzle": [*some, None]})
    con = duckdb.connect()
    ninefold.duckdb.register(con, "nf_")
    con.register("given", pyarrow.table({"n": range(len(some) + 1), "puzzle": [*some, None]}))

    def sql(expression):
        return [value for (value,) in con.sql(f"select {expression} from given order by n").fetchall()]

    simple = [
        ("solve", ninefold.polars.solve, "solve", ninefold.solve_many, "solution"),
        ("why_not", ninefold.polars.why_not, "why_not", ninefold.solve_many, "error"),
        ("count", ninefold.polars.count, "count_solutions", ninefold.count_many, "count"),
        ("canon", ninefold.polars.canon, "canon", ninefold.canon_many, "form"),
        ("minimize", ninefold.polars.minimize, "minimize", ninefold.minimize_many, "minimal"),
    ]
    for name, expression, function, question, column in simple:
        expected = question([*some, None])[column]
        assert frame.select(x=expression("puzzle"))["x"].to_list() == expected, name
        assert sql(f"nf_{function}(puzzle)") == expected, name
    for expression, function, question in [
        (ninefold.polars.check, "check_puzzle", ninefold.check_many),
        (ninefold.polars.rate, "rate", ninefold.rate_many),
    ]:
        expected = rows(question([*some, None]))
        assert frame.select(x=expression("puzzle"))["x"].to_list() == expected
        assert sql(f"nf_{function}(puzzle)") == expected
    by_se = frame.select(x=ninefold.polars.rate(polars.col("puzzle"), "se"))["x"].to_list()
    assert by_se == rows(ninefold.rate_many([*some, None], order="se"))
