"""Puzzles with rules beyond those of a Sudoku."""

import json
import pickle

import pytest

import ninefold
from ninefold import Puzzle, TrueCandidates, Variant

MIRACLE = "anti-knight, anti-king, non-consecutive"
TWO = 38 * "." + "1............2............................."
SMALL = {
    "rows": 4,
    "cols": 4,
    "values": [1, 4],
    "boxes": [
        [[1, 1], [1, 2], [2, 1], [2, 2]],
        [[1, 3], [1, 4], [2, 3], [2, 4]],
        [[3, 1], [3, 2], [4, 1], [4, 2]],
        [[3, 3], [3, 4], [4, 3], [4, 4]],
    ],
    "constraints": [
        {"type": "thermo", "cells": [[1, 1], [1, 2], [1, 3], [1, 4]]},
        {"type": "cage", "cells": [[4, 2], [4, 3]], "sum": 5},
        {"type": "cage", "cells": [[4, 3], [4, 4]], "sum": 3},
        {"type": "given", "cell": [4, 1], "value": 4},
    ],
}


def test_a_variant_tells_what_it_is():
    small = Variant({**SMALL, "author": "me", "colours": 7})
    assert (small.rows, small.columns, small.rules) == (4, 4, ["killer cage", "thermometer"])
    assert small.digits == 12 * [None] + [4] + 3 * [None]
    assert (small.fields, small.notes) == ({"author": "me"}, small.notes)
    assert "colours" in small.notes[0]
    assert repr(small) == "<Variant 4x4, 1 givens: killer cage, thermometer>"
    assert str(small) == "....\n....\n....\n4...\nkiller cage, thermometer"
    assert small == Variant(json.dumps(SMALL)) == Variant(small.to_dict()) == Variant(small.write())
    assert hash(small) == hash(Variant(SMALL))
    assert small != Variant(SMALL, rules="anti-king")
    again = pickle.loads(pickle.dumps(small))
    assert (again, again.fields) == (small, small.fields)


def test_solving_counting_checking():
    small = Variant(SMALL)
    solution = small.solve()
    check = small.check()
    assert (check.verdict, check.is_proper, check.givens, check.solutions) == ("unique", True, 1, [solution])
    assert small.is_solved_by(solution)
    assert not small.is_solved_by(16 * [1])
    assert not small.is_solved_by(solution[1:])
    assert small.count() == small.count(limit=5) == 1
    assert small.candidates() == [[digit] for digit in solution]
    assert small.redundant() == ["killer cage at r4c3"]
    several = Variant(16 * ".", rules="diagonals")
    assert (several.check().verdict, len(several.check().solutions)) == ("multiple", 2)
    assert several.count() == 48
    assert several.count(limit=5) == 5
    found = list(several.solutions())
    assert len({tuple(digits) for digits in found}) == len(found) == 48
    assert all(several.is_solved_by(digits) for digits in found)
    assert next(small.solutions()) == solution
    assert several.candidates() == 16 * [[1, 2, 3, 4]]


def test_rules_are_added():
    line = "483726159726159483159483726837261594261594837594837261372615948615948372948372615"
    for puzzle in [TWO, Puzzle(TWO), Variant(TWO), Variant(Puzzle(TWO))]:
        assert Variant(puzzle, rules=MIRACLE).solve() == [int(digit) for digit in line]
    assert Variant(81 * ".", rules=MIRACLE).count() == 72
    assert Variant(TWO).rules == []
    assert Variant(Puzzle(16 * ".")).count() == 288


def test_true_candidates_of_a_puzzle_that_changes():
    known = TrueCandidates()
    empty = Variant(16 * ".", rules="diagonals")
    given = Variant("1" + 15 * ".", rules="diagonals")
    for puzzle in [empty, given, empty, Variant(16 * "."), Variant(SMALL), Variant("11" + 14 * "."), Variant(36 * ".")]:
        assert known.of(puzzle) == puzzle.candidates()
    assert known.of(Variant(36 * "."), budget=0) == 36 * [[1, 2, 3, 4, 5, 6]]
    assert known.searched == 0
    with pytest.raises(ninefold.Stopped):
        known.of(Variant(81 * ".", rules=MIRACLE), budget=1)
    assert known.of(Variant(TWO, rules=MIRACLE)) == [[digit] for digit in Variant(TWO, rules=MIRACLE).solve()]
    with pytest.raises(TypeError):
        known.of(TWO)


def test_the_tool_says_the_same(tool):
    text = json.dumps(SMALL)
    assert tool("solve", text).strip() == "".join(map(str, Variant(SMALL).solve()))
    assert tool("count", "--rules", "anti-king", 36 * ".").strip() == str(Variant(36 * ".", rules="anti-king").count())
    assert tool("convert", "--to", "json", text).strip() == Variant(SMALL).write()


def test_errors_say_what_and_where():
    with pytest.raises(ninefold.Invalid, match="rules that are not supported: thermometer, killer cage"):
        Puzzle(json.dumps(SMALL))
    long = {**SMALL, "constraints": [{"type": "thermo", "cells": [[1, 1], [1, 2], [1, 3], [1, 4], [2, 4]]}]}
    with pytest.raises(ninefold.Invalid, match="constraint 1: thermometer at r1c1: 5 cells"):
        Variant(long)
    with pytest.raises(ValueError, match="no rule for the whole board is called 'killer'"):
        Variant(TWO, rules="killer")
    with pytest.raises(ninefold.NoSolution):
        Variant("11" + 14 * ".").solve()
    with pytest.raises(ninefold.NoSolution):
        Variant("11" + 14 * ".").redundant()
    assert Variant("11" + 14 * ".").check().verdict == "none"
    with pytest.raises(ninefold.SeveralSolutions):
        Variant(16 * ".").redundant()
    with pytest.raises(ninefold.Stopped) as caught:
        Variant(81 * ".", rules=MIRACLE).count(budget=1)
    assert caught.value.found >= 0
    with pytest.raises(ninefold.Stopped):
        list(Variant(81 * ".", rules=MIRACLE).solutions(budget=1))
    with pytest.raises(ValueError, match="killer cage"):
        Variant(SMALL).write("line")
    with pytest.raises(TypeError):
        Variant(3)


def test_a_limit_of_time_ends_a_search():
    """With no time, no search begins; a search that would take too long is ended; one that ends in time is not affected."""
    empty = Variant(81 * ".", rules="anti-king")
    for question in [empty.solve, empty.check, empty.count, empty.candidates, empty.redundant]:
        with pytest.raises(ninefold.Stopped):
            question(time_limit=0)
    with pytest.raises(ninefold.Stopped):
        ninefold.TrueCandidates().of(empty, time_limit=0)
    with pytest.raises(ninefold.Stopped) as caught:
        empty.count(time_limit=0.2)
    assert caught.value.found > 0
    assert Variant(16 * ".", rules="diagonals").count(time_limit=float("inf")) == 48
    for seconds, name in [(-1, "-1"), (float("nan"), "NaN")]:
        with pytest.raises(ValueError, match=f"^time_limit is {name}, expected at least 0 seconds"):
            empty.count(time_limit=seconds)
    with pytest.raises(TypeError):
        empty.count(time_limit="1")
