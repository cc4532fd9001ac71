"""The functions for data sets do what the tool's commands of the same names do."""

import csv
import warnings

import numpy
import pandas
import polars
import pyarrow
import pytest

import ninefold
from ninefold.sets import class_of, part_of


@pytest.fixture(scope="module")
def boards(plain):
    """Puzzles, disguises of some of them, and texts that are not puzzles."""
    disguised = ninefold.shuffle_many(plain[:60], seed=5)["shuffled"]
    return plain[:200] + disguised + ["1.34341221434321", "no puzzle", "1" * 49, "11" + 79 * "."]


def test_shuffling_and_filling_are_the_tools(tool, boards):
    assert ninefold.shuffle_many(boards[:260], seed=9)["shuffled"] == tool("shuffle", "--seed", "9", puzzles=boards[:260]).split()
    whole = ninefold.shuffle_many(boards[:20], seed=9)["shuffled"]
    assert ninefold.shuffle_many(boards[10:20], seed=9, start=10)["shuffled"] == whole[10:]
    assert ninefold.fill_many(30, seed=4, start=7)["grid"].to_list() == tool("fill", "-n", "30", "--seed", "4", "--start", "7").split()
    with pytest.raises(ValueError, match="would exceed"):
        ninefold.fill_many(2, start=2**64 - 1)


@pytest.mark.filterwarnings("ignore:.* rows are left out")
@pytest.mark.parametrize("exact", [False, True])
def test_deduping_is_the_tools(tool, boards, exact):
    expected = tool("dedupe", *(["--exact"] if exact else []), puzzles=boards).split()
    mine = ninefold.dedupe(boards, exact=exact)
    # With `exact`, boards that break a rule are compared too.
    assert mine == expected
    assert len(mine) < len(boards)


@pytest.mark.filterwarnings("ignore:.* rows are left out")
def test_splitting_is_the_tools(tool, boards, tmp_path):
    tool("split", "--into", str(tmp_path), "--parts", "a=5,b=3,c=2", "--seed", "7", puzzles=boards)
    parts = ninefold.split(boards, parts={"a": 5, "b": 3, "c": 2}, seed=7)
    assert {name: (tmp_path / name).read_text().split() for name in "abc"} == parts
    assert all(parts.values())


@pytest.mark.filterwarnings("ignore:.* rows are left out")
def test_tables_stay_what_they_are(boards):
    expected = [boards.index(board) for board in ninefold.dedupe(boards)]
    columns = {"puzzle": boards, "number": list(range(len(boards)))}
    for table in [columns, pandas.DataFrame(columns), polars.DataFrame(columns), pyarrow.table(columns)]:
        mine = ninefold.dedupe(table)
        assert type(mine) is type(table)
        assert list(mine["number"].to_pylist() if isinstance(mine, pyarrow.Table) else mine["number"]) == expected
        parts = ninefold.split(table)
        assert sum(len(part["number"]) for part in parts.values()) == len(boards) - 3
    assert isinstance(ninefold.dedupe(pandas.Series(boards)), pandas.Series)
    made = ninefold.generate_many(5, seed=1)
    assert ninefold.dedupe(made) == made
    assert ninefold.dedupe(iter(boards)) == ninefold.dedupe(boards)
    digits = numpy.array([[int(c) for c in board.replace(".", "0")] for board in boards[:200]])
    assert ninefold.dedupe(digits).shape == (len(ninefold.dedupe(boards[:200])), 81)


def test_rows_that_are_left_out_are_reported():
    board, other = "1...............", "12.............."
    cage = ninefold.Variant(16 * ".", rules="diagonals")
    left_out = [
        (None, "it is missing"),
        (cage, "diagonal"),
        (cage.write(), "diagonal"),
        (15 * ".", "15 cells"),
        ("11" + 14 * ".", "1 appears twice in row 1"),
        (7, "a value of type int"),
        ({"puzzle": board}, "a value of type dict"),
    ]
    for row, reason in left_out:
        with pytest.warns(UserWarning, match=f"1 of 3 rows are left out; the first is row 1, counted from 0: .*{reason}") as caught:
            assert ninefold.dedupe([board, row, other]) == [board, other]
        assert caught[0].filename == __file__
        with pytest.warns(UserWarning, match="1 of 3 rows"):
            assert sum(map(len, ninefold.split([board, row, other]).values())) == 2
    with pytest.warns(UserWarning, match="2 of 3 rows"):
        assert ninefold.dedupe([None, board, 15 * "."], exact=True) == [board]
    with warnings.catch_warnings(action="error"):
        assert ninefold.dedupe([board, other, board]) == [board, other]


def test_classes():
    assert class_of("...............3") == "...............1"
    assert class_of("1.....2.....3.....4.....5.....6.....", shape="3x2").startswith("3x2 ")
    assert class_of("11" + 79 * ".") is None and class_of(None) is None and class_of("x") is None
    assert len({part_of(str(number)) for number in range(100)}) == 3
    for wrong in [{"a": -1}, {"a": 0}, {"a": 1.5}]:
        with pytest.raises(ValueError, match="weight"):
            ninefold.split([], parts=wrong)


def test_whole_data_sets_are_the_tools(tool, tmp_path):
    folder = tmp_path / "set"
    options = ["-n", "60", "--seed", "11", "--shape", "2x2", "--parts", "train=3,test=1"]
    tool("dataset", "--into", str(folder), "--format", "csv", *options)
    expected = {}
    for part in ("train", "test"):
        for file in folder.glob(f"{part}*.csv"):
            for row in csv.DictReader(file.open()):
                expected[int(row["index"])] = (part, row["puzzle"], row["solution"], row["level"], row["form"])
    data = ninefold.dataset(60, seed=11, shape="2x2", parts={"train": 3, "test": 1}).to_dict()
    mine = zip(*(data[name] for name in ("index", "part", "puzzle", "solution", "level", "form")), strict=True)
    assert {index: tuple(rest) for index, *rest in mine} == expected
    with pytest.raises(TypeError, match="there is no time_limit= here"):
        ninefold.dataset(3, time_limit=1)
