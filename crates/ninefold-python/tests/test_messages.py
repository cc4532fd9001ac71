"""Error messages call parameters by the names that callers use."""

import json

import numpy
import pytest

import ninefold
from ninefold import Puzzle, Variant

SMALL = Puzzle("1...............")
DIAGONAL = Variant(16 * ".", rules="diagonals")
NUMBERS = [
    ("threads", -1, lambda number: ninefold.solve_many([], threads=number)),
    ("threads", -1, lambda number: ninefold.fill_many(1, threads=number)),
    ("limit", -1, lambda number: ninefold.count_many([], limit=number)),
    ("limit", -2, SMALL.count),
    ("limit", -2, DIAGONAL.count),
    ("budget", -1, lambda number: ninefold.solve_many([], budget=number)),
    ("budget", -1, lambda number: SMALL.solve(budget=number)),
    ("budget", 2**64, lambda number: DIAGONAL.check(budget=number)),
    ("seed", -1, SMALL.shuffle),
    ("seed", -1, lambda number: ninefold.generate(seed=number)),
    ("seed", -1, lambda number: ninefold.minimize_many([], seed=number)),
    ("start", -1, lambda number: ninefold.fill_many(1, start=number)),
    ("count", -1, ninefold.fill_many),
    ("count", -1, ninefold.generate_many),
    ("index", -1, lambda number: ninefold.generate(index=number)),
    ("attempts", -1, lambda number: ninefold.generate(attempts=number)),
]


@pytest.mark.parametrize(("name", "number", "ask"), NUMBERS)
def test_numbers_are_refused_by_name(name, number, ask):
    with pytest.raises(ValueError, match=f"^{name} is {number}, expected 0 to 18446744073709551615"):
        ask(number)


def test_one_technique_needs_no_list():
    puzzle = Puzzle("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
    assert puzzle.explain(techniques="template-set") == puzzle.explain(techniques=["template-set"])
    with pytest.raises(ValueError, match="no-such"):
        puzzle.explain(techniques="no-such")
    with pytest.raises(TypeError):
        puzzle.explain(techniques=7)


def test_tables_have_columns_and_columns_rows():
    table = ninefold.fill_many(600, shape=4)
    for wrong in [lambda: table[0], lambda: list(table)]:
        with pytest.raises(TypeError, match="0 is not the name of a column; columns: grid, shape, index"):
            wrong()
    column = table["index"]
    assert (column[0], column[-1], column[599], column[300]) == (0, 599, 599, 300)
    assert (column[:3], column[::-200]) == ([0, 1, 2], [599, 399, 199])
    for wrong in [600, -601]:
        with pytest.raises(IndexError, match=f"there is no row {wrong}; there are 600"):
            column[wrong]
    with pytest.raises(TypeError):
        column["index"]


def test_dictionaries_may_hold_what_numpy_has():
    thermo = {"type": "thermo", "cells": numpy.array([[1, 1], [1, 2]])}
    puzzle = {"rows": numpy.int64(4), "cols": 4, "values": [1, 4], "constraints": [thermo]}
    plain = json.loads(json.dumps(puzzle, default=lambda value: value.tolist()))
    assert Variant(puzzle) == Variant(plain)
    assert ninefold.count_many([puzzle])["count"] == ninefold.count_many([plain])["count"] != [None]
    with pytest.raises(TypeError, match="a dictionary with a value of type set"):
        Variant({**plain, "rows": {4}})
    with pytest.raises(ninefold.Error, match="a dictionary without members"):
        Variant({})


def test_a_variant_is_known_as_one():
    for text in [DIAGONAL.write(), DIAGONAL.write("iss")]:
        with pytest.raises(ninefold.Invalid, match=r"rules that are not supported: .*; ninefold\.Variant reads it"):
            Puzzle(text)
    with pytest.raises(ninefold.Invalid) as caught:
        Puzzle(15 * ".")
    assert "Variant" not in str(caught.value)
