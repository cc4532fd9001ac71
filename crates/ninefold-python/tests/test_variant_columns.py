"""Columns in which some puzzles have rules beyond those of a Sudoku."""

import json
import pathlib

import numpy
import pandas
import polars
import pyarrow
import pytest
from test_variants import MIRACLE, SMALL, TWO

import ninefold
from ninefold import Puzzle, Variant

TEXT = json.dumps(SMALL)
ISS = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3.~R4C4_2"
# Another program's object, with members that are not rules.
F_PUZZLES = json.dumps({
    "size": 4,
    "title": "two lines",
    "grid": [[{"c": "#ffffff"} for _ in range(4)] for _ in range(4)],
    "thermometer": [{"lines": [["R1C1", "R1C2", "R1C3"], ["R4C4", "R4C3"]]}],
    "colours": 7,
})
# Our own form with rare features: digits from 0, rows and columns without rules, a cell beside the board, marks, a choice.
UNUSUAL = json.dumps({
    "rows": 2,
    "cols": 3,
    "values": [0, 11],
    "grid_type": "Raw",
    "further": 1,
    "author": "me",
    "constraints": [
        {"type": "candidates", "cell": [1, 1], "values": [0, 11]},
        {"type": "or", "alternatives": [[{"type": "given", "cell": [1, 2], "value": 10}], [{"type": "thermo", "cells": [[1, 1], [1, 2]]}]]},
        {"type": "given", "cell": [2, 1], "value": 3},
    ],
})
BROKEN = [
    (TEXT[:90], "not JSON"),
    (json.dumps({**SMALL, "constraints": [{"type": "thermo", "cells": [[1, 1], [9, 9]]}]}), "constraint 1"),
    (json.dumps({**SMALL, "constraints": [{"type": "sing"}]}), "sing"),
    (".Shape~4x4.Sing~R1C1", "Sing"),
    ("https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8", ""),
]
COLUMN = [TEXT, "1.34341221434321", None, ISS, F_PUZZLES, UNUSUAL, *(text for text, _ in BROKEN), 81 * "."]


def singly(text):
    """Return what a row is on its own: a puzzle, a variant, or ``None``."""
    try:
        return Puzzle(text)
    except ninefold.Invalid:
        try:
            return Variant(text)
        except ninefold.Invalid:
            return None


def test_every_row_is_answered_as_by_itself():
    solved = ninefold.solve_many(COLUMN)
    counted = ninefold.count_many(COLUMN, limit=50)
    checked = ninefold.check_many(COLUMN)
    for row, text in enumerate(COLUMN):
        puzzle = None if text is None else singly(text)
        if puzzle is None:
            answers = [solved["solution"][row], counted["count"][row], checked["givens"][row]]
            assert answers == 3 * [None]
            assert checked["verdict"][row] == (None if text is None else "invalid")
            continue
        assert counted["count"][row] == puzzle.count(limit=50)
        assert counted["at_least"][row] == (counted["count"][row] == 50)
        assert checked["verdict"][row] == puzzle.check().verdict
        assert solved["error"][row] is counted["error"][row] is checked["error"][row] is None
        if isinstance(puzzle, Variant):
            between = " " if row == COLUMN.index(UNUSUAL) else ""
            digits = list(map(int, solved["solution"][row].split() if between else solved["solution"][row]))
            assert puzzle.is_solved_by(digits)
            assert solved["solution"][row] == between.join(map(str, puzzle.solve()))
    for row, (_, words) in enumerate(BROKEN, COLUMN.index(BROKEN[0][0])):
        assert words in solved["error"][row]
        assert solved["error"][row] == counted["error"][row] == checked["error"][row]


def test_clues_are_needed_or_not():
    needed = ninefold.minimize_many([TEXT])["minimal"][0]
    checked = ninefold.check_many([TEXT, needed, ISS])
    assert checked["minimal"] == [False, True, None]
    assert checked["givens"] == [1, 1, 1]
    assert ninefold.check_many([TEXT], minimal=False)["minimal"] == [None]
    minimal = ninefold.minimize_many([TEXT, ISS, json.dumps({**SMALL, "values": [1, 3]}), "1.34341221434321"], seed=3)
    assert Variant(minimal["minimal"][0]).redundant() == []
    assert minimal["minimal"][1:3] == [None, None]
    assert minimal["error"][1] == "several solutions"
    assert minimal["minimal"][3] == ninefold.minimize_many(["1.34341221434321"], seed=3)["minimal"][0]


def test_objects_are_rows_too():
    variant = Variant(TWO, rules=MIRACLE)
    line = "".join(map(str, variant.solve()))
    solved = ninefold.solve_many([variant, SMALL, Puzzle(TWO), {"rows": {4}}, {4: 4}, Variant(16 * ".")])
    assert solved["solution"][:2] == [line, "".join(map(str, Variant(SMALL).solve()))]
    assert len(solved["solution"][2]) == 81
    assert solved["error"][:3] == 3 * [None]
    assert "set" in solved["error"][3]
    assert "its members are 4" in solved["error"][4]
    assert ninefold.count_many(Variant(SMALL))["count"] == [1]
    assert ninefold.solve_many({"puzzle": [variant, None]})["solution"] == [line, None]
    other = ninefold.solve_many([11 * "." + "1" + 4 * ".", Variant("11" + 14 * ".")])
    assert other["error"] == [None, "no solution"]


def test_columns_of_every_kind_agree():
    expected = ninefold.solve_many(COLUMN)
    for column in [pyarrow.array(COLUMN), polars.Series(COLUMN)]:
        answer = ninefold.solve_many(column)
        answer = answer.to_pydict() if isinstance(column, pyarrow.Array) else answer.to_dict(as_series=False)
        assert answer == expected
    frame = ninefold.solve_many(pandas.DataFrame({"puzzle": COLUMN}))
    assert [None if pandas.isna(text) else text for text in frame["solution"]] == expected["solution"]
    texts = ninefold.solve_many(numpy.array([TEXT, ISS, 16 * "."]))
    assert [len(text) for text in texts["solution"]] == [16, 16, 16]
    many = 40 * COLUMN
    for threads in [1, 2, 5]:
        assert ninefold.count_many(many, limit=20, threads=threads) == {
            name: 40 * values for name, values in ninefold.count_many(COLUMN, limit=20).items()
        }


@pytest.mark.parametrize("question", [ninefold.rate_many, ninefold.canon_many, ninefold.shuffle_many])
def test_other_questions_name_the_rules(question):
    answer = question([TEXT, "1.34341221434321", Variant(SMALL), SMALL])
    reason = "rules that are not supported: thermometer, killer cage (2)"
    assert answer["error"] == [reason, None, reason, reason]


def test_a_budget_ends_a_row_only():
    empty = Variant(81 * ".", rules=MIRACLE)
    counted = ninefold.count_many([empty, TEXT], budget=1)
    assert counted["at_least"] == [True, False]
    assert "stopped" in counted["error"][0]
    assert counted["count"][1] == 1
    checked = ninefold.check_many([Variant(TWO, rules=MIRACLE), empty, TEXT], budget=0)
    assert set(checked["verdict"]) <= {"unique", "multiple", "undecided"}
    assert ("undecided" in checked["verdict"]) == any(checked["error"])


def test_bad_classics_are_refused_in_the_same_words():
    bad = pathlib.Path(__file__).parents[2] / "ninefold" / "testdata" / "bad.txt"
    lines = [line.split(" => ")[0] for line in bad.read_text().splitlines() if " => " in line]
    lines += ["", "no puzzle", 80 * ".", "1...", "{", "{}", "[1]", "11" + 79 * "."]
    errors = ninefold.solve_many(lines)["error"]
    refused = 0
    for line, error in zip(lines, errors, strict=True):
        try:
            Puzzle(line).solve()
        except ninefold.Error as invalid:
            # Variants have another answer; everything else is refused in the same words as by `Puzzle`.
            if "rules that are not supported" not in str(invalid):
                assert str(invalid) == error
                refused += 1
    assert refused > 30


def test_rules_that_all_rows_have():
    lines = ["1...............", "1.....1.........", None, "1.34341221434321", ISS, {**SMALL, "constraints": []}, Variant(TEXT)]
    rules = "anti-knight"
    columns = {
        "solution": ninefold.solve_many(lines, rules=rules)["solution"],
        "count": ninefold.count_many(lines, limit=90, rules=rules)["count"],
        "verdict": ninefold.check_many(lines, rules=rules)["verdict"],
        "minimal": ninefold.minimize_many(lines, rules=rules)["minimal"],
    }
    for row, line in enumerate(lines):
        if line is None:
            assert [column[row] for column in columns.values()] == 4 * [None]
            continue
        puzzle = Variant(line, rules=rules)
        assert puzzle.rules[-1] == rules
        assert columns["count"][row] == puzzle.count(limit=90), line
        first = puzzle.solve() if columns["count"][row] else None
        assert columns["solution"][row] == (None if first is None else "".join(map(str, first)))
        expected = "none" if first is None else "unique" if columns["count"][row] == 1 else "multiple"
        assert columns["verdict"][row] == expected
        minimal = columns["minimal"][row]
        assert (minimal is not None) == (expected == "unique")
        if minimal is not None:
            assert ninefold.check_many([minimal])["minimal"] == [True]
    # Without the rules, the first row has more solutions.
    assert ninefold.count_many(lines[:1], limit=90)["count"] == [72]
    assert columns["count"][0] < 72


def test_rules_beside_arrays_of_digits():
    boards = numpy.zeros((3, 4, 4), numpy.uint8)
    boards[0, 0, 0] = boards[1, 0, 0] = boards[1, 1, 2] = 1
    solved = ninefold.solve_many(boards, rules="anti-knight")
    assert solved["solution"].shape == (3, 4, 4)
    assert not solved["solution"][1].any()
    assert solved["error"][1] == "no solution"
    puzzle = Variant("1...............", rules="anti-knight")
    assert puzzle.count(limit=9) > 0
    assert solved["solution"][0].flatten().tolist() == puzzle.solve()
    with pytest.raises(ValueError, match="ask with texts"):
        ninefold.minimize_many(boards, rules="anti-knight")


def test_rules_that_there_are_not():
    with pytest.raises(ValueError, match="knights"):
        ninefold.solve_many(["1..............."], rules="knights")
    answered = ninefold.solve_many(["W...............", "1..............."], rules="anti-knight", symbols="WORD")
    assert answered["solution"][0] is None
    assert answered["error"][0] == "the symbols WORD, expected numbers from 0 or 1, as rules use numbers"
