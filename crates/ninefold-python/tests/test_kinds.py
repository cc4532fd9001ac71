"""Every kind of value that can stand for a puzzle is taken wherever puzzles are."""

import array

import numpy
import pandas
import polars
import pyarrow
import pytest

import ninefold
from ninefold import Grid, Puzzle, Variant

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SOLUTION = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
FLAT = [int(c) for c in PUZZLE.replace(".", "0")]
ROWS = [FLAT[9 * row : 9 * row + 9] for row in range(9)]
BOARD = numpy.array(ROWS, numpy.uint8)
ONE = {
    "text": PUZZLE,
    "text in bytes": PUZZLE.encode(),
    "text in a bytearray": bytearray(PUZZLE.encode()),
    "text in a view": memoryview(PUZZLE.encode()),
    "digits in bytes": bytes(FLAT),
    "digits in a bytearray": bytearray(FLAT),
    "digits in a view": memoryview(BOARD),
    "numbers in a view": memoryview(array.array("l", FLAT)),
    "list": FLAT,
    "rows": ROWS,
    "rows with None": [[digit or None for digit in row] for row in ROWS],
    "tuples": tuple(map(tuple, ROWS)),
    "array": BOARD,
    "flat array": BOARD.ravel(),
    "array of numbers": array.array("l", FLAT),
    "Puzzle": Puzzle(PUZZLE),
}
INTEGERS = ["uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64"]


class Tensor:
    """The interface that torch's tensors and the like have in common."""

    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        return numpy.asarray(self.values, dtype)


@pytest.mark.parametrize("board", ONE.values(), ids=ONE)
def test_one_board(board):
    assert Puzzle(board) == Puzzle(PUZZLE)
    assert Variant(board, rules="diagonals") == Variant(PUZZLE, rules="diagonals")
    assert ninefold.solve_many([board, None, PUZZLE])["solution"] == [SOLUTION, None, SOLUTION]
    assert ninefold.solve_many(pandas.Series([board, PUZZLE]))["solution"].tolist() == [SOLUTION, SOLUTION]


@pytest.mark.parametrize("board", [ROWS, FLAT, tuple(FLAT), Puzzle(PUZZLE), Grid(SOLUTION)], ids=str)
def test_a_single_board_is_a_column_of_one(board):
    assert ninefold.solve_many(board)["solution"] == [SOLUTION]


@pytest.mark.parametrize("dtype", INTEGERS)
def test_arrays_of_every_integer_type(dtype):
    boards = numpy.stack([BOARD, BOARD]).astype(dtype)
    expected = ninefold.solve_many(numpy.stack([BOARD, BOARD]))["solution"]
    assert expected.shape == (2, 9, 9)
    for shape in [(2, 9, 9), (2, 81)]:
        solved = ninefold.solve_many(boards.reshape(shape))["solution"]
        assert solved.dtype == numpy.uint8 and (solved == expected.reshape(shape)).all()
    for one in [boards[0], boards[0].ravel(), boards[:1], Tensor(boards[0])]:
        assert (ninefold.solve_many(one)["solution"].ravel() == expected[0].ravel()).all()
    assert (ninefold.solve_many(boards[:, ::-1][:, ::-1])["solution"] == expected).all()


def test_numbers_that_do_not_fit_cost_their_row_only():
    boards = numpy.stack([BOARD] * 4).astype(numpy.int64)
    boards[1, 0, 1], boards[2, 8, 8] = -1, 10**12
    solved = ninefold.solve_many(boards)
    assert solved["error"][0] is None and solved["error"][3] is None
    assert solved["error"][1] == "-1 in r1c2, expected a digit from 1 to 9, or 0 for a blank"
    assert solved["error"][2].startswith("1000000000000 in r9c9, ")
    assert not solved["solution"][1:3].any()
    assert ninefold.check_many(boards)["verdict"].tolist() == ["unique", "invalid", "invalid", "unique"]
    assert boards[1, 0, 1] == -1
    lists = ninefold.solve_many(boards.tolist())
    assert [error is None for error in lists["error"]] == [True, False, False, True]


def test_sixteen_by_sixteen_is_many_boards_unless_it_is_said():
    many = numpy.zeros((16, 16), numpy.int32)
    assert ninefold.solve_many(many)["solution"].shape == (16, 16)
    assert ninefold.solve_many(many, shape=16)["solution"].shape == (1, 16, 16)
    assert ninefold.solve_many(numpy.zeros((6, 6), int))["solution"].shape == (1, 6, 6)
    assert ninefold.solve_many(numpy.zeros((6, 6), int), shape="3x2")["error"].tolist() == [None]


def test_masked_cells_are_blanks():
    solution = numpy.array([[int(c) for c in SOLUTION]], numpy.int64).reshape(1, 9, 9)
    boards = numpy.ma.masked_array(solution, mask=BOARD == 0)
    assert ninefold.check_many(boards)["givens"].tolist() == [Puzzle(PUZZLE).clues]
    assert ninefold.solve_many(boards.reshape(1, 81))["solution"].ravel().tolist() == solution.ravel().tolist()
    for board in [boards[0], boards[0].ravel(), list(boards[0]), boards[0].astype(object)]:
        assert Puzzle(board) == Puzzle.from_digits(board) == Puzzle(PUZZLE)
        assert ninefold.check_many([board])["givens"] == [Puzzle(PUZZLE).clues]
    assert len(ninefold.dedupe(numpy.ma.concatenate([boards, solution]))) == 2
    assert ninefold.check_many(numpy.ma.masked_array(solution))["givens"].tolist() == [81]
    texts = numpy.ma.masked_array([PUZZLE, SOLUTION], mask=[False, True])
    assert ninefold.check_many(texts)["verdict"] == ninefold.check_many(list(texts))["verdict"] == ["unique", None]


@pytest.mark.parametrize("kind", [Puzzle, Variant])
def test_objects_of_another_shape_are_no_answer(kind):
    six = Puzzle("1" + 35 * ".")
    tall = Puzzle(six.digits, shape="3x2")
    reason = "a board of shape 2x3, expected 3x2"
    with pytest.raises(ninefold.Invalid, match=reason):
        kind(kind(six), shape="3x2")
    for board in [six, six.solve()]:
        with pytest.raises(ninefold.Invalid, match=reason):
            Puzzle(board, shape="3x2")
    assert kind(six, shape=6) == kind(six) and kind(tall, shape="3x2") == kind(tall) != kind(six)
    answer = ninefold.count_many([kind(six), kind(tall), "1" + 35 * "."], shape="3x2", limit=5)
    assert (answer["count"], answer["error"]) == ([None, 5, 5], [reason, None, None])
    nine = kind(Puzzle(PUZZLE))
    assert "expected" in ninefold.solve_many([nine], shape=16)["error"][0]
    assert ninefold.solve_many([nine], shape=9)["error"] == [None]


def test_columns_of_nulls_only():
    frame = polars.DataFrame({"puzzle": [None, None], "number": [1, 2]})
    for nulls in [frame, frame.lazy(), frame["puzzle"], frame["puzzle"].to_list()]:
        assert list(ninefold.solve_many(nulls)["error"]) == [None, None]
    assert ninefold.solve_many(polars.Series([])).shape == (0, 2)
    with pytest.raises(TypeError, match="column 'number' has the type Int64"):
        ninefold.solve_many(frame, "number")
    beside = polars.DataFrame({"puzzle": [PUZZLE], "remark": [None]})
    assert ninefold.solve_many(beside)["solution"].to_list() == [SOLUTION]


def test_columns_of_lists_and_dictionaries():
    table = {"id": [1, 2], "puzzle": [FLAT, FLAT]}
    assert ninefold.solve_many(table)["solution"] == [SOLUTION, SOLUTION]
    assert ninefold.solve_many(pyarrow.table(table))["solution"].to_pylist() == [SOLUTION, SOLUTION]
    assert ninefold.solve_many(pyarrow.array([FLAT, None]))["solution"].to_pylist() == [SOLUTION, None]
    frame = polars.DataFrame(table)
    assert ninefold.solve_many(frame)["solution"].to_list() == [SOLUTION, SOLUTION]
    assert ninefold.solve_many(frame.lazy())["solution"].to_list() == [SOLUTION, SOLUTION]
    assert ninefold.solve_many(frame["puzzle"].cast(polars.Array(polars.UInt8, 81)))["solution"].to_list() == [SOLUTION] * 2
    with pytest.raises(KeyError, match="no column is called 'puzzles'; columns: id, puzzle"):
        ninefold.solve_many(table, "puzzles")


def test_puzzles_keep_what_a_player_did():
    wrong = Puzzle(PUZZLE).remove("r1c2", 1)
    solved = ninefold.solve_many([wrong, Puzzle(PUZZLE).place("r1c2", 1), Puzzle(PUZZLE).place("r1c2", 2)])
    assert solved["solution"] == [None, SOLUTION, None]
    letters = Puzzle("TONYBLAIR" + 72 * ".", symbols="TONYBLAIR")
    assert set(ninefold.solve_many([letters])["solution"][0]) == set("TONYBLAIR")


BAD = [
    ([1, 2, 3], "3 digits, expected as many as a board has"),
    ([], "0 digits, expected as many as a board has"),
    (80 * [0], "80 digits, expected as many as a board has"),
    (49 * [0], "a 7x7 board cannot be divided into boxes"),
    ([*FLAT[:80], 10], "10 in r9c9, expected a digit from 1 to 9"),
    ([*FLAT[:80], 10**30], "an int that is too large"),
    ("\ud800" + PUZZLE[1:], "text that is not UTF-8"),
]
OTHER = [
    ([*FLAT[:80], "x"], "a value of type str"),
    ([*FLAT[:80], 1.5], "a value of type float"),
    ([[[1]]], "a value of type list"),
    (7, "a value of type int"),
    ({}, "a value of type dict"),
    (object(), "a value of type object"),
]


@pytest.mark.parametrize(("board", "reason"), BAD + OTHER, ids=ascii)
def test_what_is_no_board_says_why(board, reason):
    kind = ninefold.Invalid if (board, reason) in BAD else TypeError
    with pytest.raises(kind, match=reason) as caught:
        Puzzle(board)
    assert getattr(caught.value, "cells", []) == (["r9c9"] if "r9c9" in reason else [])
    answer = ninefold.solve_many([PUZZLE, board])
    assert answer["solution"] == [SOLUTION, None]
    assert reason in answer["error"][1]


def test_boards_are_arrays():
    puzzle, grid = Puzzle(PUZZLE), Grid(SOLUTION)
    assert numpy.array(puzzle).dtype == numpy.uint8 and (numpy.array(puzzle) == BOARD).all()
    assert numpy.asarray(grid, dtype="float32").sum() == 405
    assert numpy.array([puzzle, puzzle]).shape == (2, 9, 9)
    assert numpy.asarray(Puzzle(256 * ".")).shape == (16, 16)
    with pytest.raises(ValueError, match="without a copy"):
        numpy.array(puzzle, copy=False)
    assert (list(puzzle), len(puzzle), puzzle.rows) == (FLAT, 81, ROWS)
    assert (puzzle[0, 0], puzzle[-1, 0], puzzle[0, 1], puzzle["r1c1"]) == (4, 1, None, 4)
    assert (grid[8, 8], list(grid)[:3], grid.rows[0][:3]) == (3, [4, 1, 7], [4, 1, 7])
    for wrong in [(9, 0), (0, -10)]:
        with pytest.raises(IndexError, match="they count from 0 to 8"):
            puzzle[wrong]
    for wrong in [3, slice(2), (1, 2, 3)]:
        with pytest.raises(TypeError, match="numpy.asarray"):
            puzzle[wrong]
    assert f"{puzzle:box}" == puzzle.write("box") and f"{grid}" == SOLUTION
    with pytest.raises(ValueError, match="the formats are"):
        format(puzzle, "round")


class Bar:
    n = 0
    total = None
    shown = 0

    def refresh(self):
        self.shown += 1

    def update(self, by):
        self.n += by


def test_progress_of_every_kind(capsys):
    for way in ["bar", "update"]:
        bar = Bar()
        ninefold.check_many([PUZZLE] * 50, progress=bar if way == "bar" else bar.update)
        assert (bar.n, bar.total, bar.shown > 0) == (50, 50, True)
    ninefold.check_many([PUZZLE], progress=True)
    assert "1" in capsys.readouterr().err
    ninefold.check_many([PUZZLE], progress=False)
    assert capsys.readouterr().err == ""
    with pytest.raises(TypeError, match="progress is True, a bar"):
        ninefold.check_many([PUZZLE], progress=7)


def test_rows_may_be_texts():
    line = "1.....3..2.....4"
    rows = [line[i : i + 4] for i in range(0, 16, 4)]
    expected = Puzzle(line)
    for board in [
        rows,
        tuple(rows),
        [list(row) for row in rows],
        [[cell.replace(".", "") for cell in row] for row in rows],
        list(line),
        numpy.array([list(row) for row in rows]),
    ]:
        assert Puzzle(board) == expected, board
    assert ninefold.solve_many([rows, line])["solution"] == 2 * [str(expected.solve())]
    assert str(Puzzle([list("1" + 35 * ".")[i : i + 6] for i in range(0, 36, 6)], shape="3x2").shape) == "3x2"
    for wrong in [9 * [line], rows + rows, [*rows, "x"], list("abcd")]:
        with pytest.raises(ninefold.Invalid):
            Puzzle(wrong)
    for wrong in [[line, line], rows[:3], [[]]]:
        with pytest.raises((ninefold.Error, TypeError)):
            Puzzle(wrong)
