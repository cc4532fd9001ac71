"""Puzzles, grids, steps, hints."""

import pickle
import warnings
import xml.etree.ElementTree as xml
from itertools import islice

import numpy
import pytest

import ninefold
from ninefold import Grid, Puzzle, Shape, Variant

HARD = ".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5...."


def test_a_puzzle_tells_what_it_is():
    puzzle = Puzzle(HARD)
    assert (str(puzzle), puzzle.clues, puzzle.shape, puzzle.symbols) == (HARD, 27, Shape(3, 3), "1-9")
    assert puzzle.digits == [int(c) for c in HARD.replace(".", "0")]
    assert (puzzle["r1c6"], puzzle["A6"], puzzle["r1c1"]) == (6, 6, None)
    assert puzzle.candidates("r2c7") == [8]
    assert puzzle == Puzzle(HARD.replace(".", "0"))
    assert hash(puzzle) == hash(Puzzle(puzzle.write("box")))
    assert puzzle != puzzle.place("r2c7", 8)
    assert puzzle != HARD
    assert Puzzle.from_digits(puzzle.digits) == puzzle
    assert Puzzle.from_digits(numpy.array(puzzle.digits, numpy.uint8).reshape(9, 9)) == puzzle
    assert puzzle.place("r2c7", 8)["r2c7"] == 8
    assert puzzle.remove("r1c1", 1).candidates("r1c1") == [2, 4, 5, 8]
    assert puzzle.candidates("r1c1") == [1, 2, 4, 5, 8]


def test_solving_counting_checking():
    puzzle = Puzzle(HARD)
    grid = puzzle.solve()
    assert list(puzzle.solutions()) == [grid]
    assert puzzle.count() == puzzle.count(limit=5) == 1
    check = puzzle.check()
    assert (check.verdict, check.is_proper, check.givens, check.solutions) == ("unique", True, 27, [grid])
    minimal = puzzle.minimize()
    assert minimal.check().is_minimal
    assert puzzle.check().is_minimal == (puzzle.check().redundant == [])
    assert Grid(str(grid)) == grid
    assert hash(Grid(grid.write("box"))) == hash(grid)
    assert grid["r1c6"] == 6
    assert grid.to_puzzle().check().redundant
    assert grid.canon().form == grid.to_puzzle().canon().form


def test_solutions_come_one_by_one():
    empty = Puzzle(81 * ".")
    first = [str(grid) for grid in islice(empty.solutions(), 100)]
    assert len(set(first)) == 100
    assert [str(grid) for grid in islice(empty.solutions(), 100)] == first
    assert empty.count() == 6670903752021072936960
    small = Puzzle(16 * ".")
    assert small.count() == len(list(small.solutions())) == 288
    several = small.check()
    assert several.verdict == "multiple"
    assert len(set(several.solutions)) == 2


def test_other_shapes():
    puzzle = Puzzle("1.....2.....3.....4.....5.....6.....", shape="3x2")
    assert (puzzle.shape, puzzle.solve().shape.side) == (Shape("3x2"), 6)
    hexadecimal = Puzzle(".123456789ABCDEF" + 239 * "." + "0")
    assert (hexadecimal.symbols, str(hexadecimal.solve())[0]) == ("0-9A-F", "0")
    assert Shape(16) == Shape("4x4") == Shape(4, 4)
    assert (Shape(12).box_rows, Shape(12).box_columns, Shape(12).side, Shape(12).cell_count) == (3, 4, 12, 144)


def test_explaining():
    explanation = Puzzle(HARD).explain()
    assert (len(explanation), explanation.is_solved, explanation.is_unique) == (58, True, True)
    assert str(explanation.end) == str(Puzzle(HARD).solve())
    rating = explanation.rating
    assert repr(rating) == repr(Puzzle(HARD).rate())
    assert (rating.level, rating.score, rating.hardest, rating.steps) == ("hard", 546, "skyscraper", 58)
    assert sum(rating.techniques.values()) == len(list(explanation)) == 58
    board = Puzzle(HARD)
    for step in explanation:
        assert step.before == board
        board = step.after
        for cell, digit in step.placements:
            assert board[cell] == digit
        for cell, digit in step.eliminations:
            assert digit not in board.candidates(cell)
    assert board == explanation.end
    assert explanation[-1].after == explanation.end
    with pytest.raises(IndexError, match="there is no step 58"):
        explanation[58]
    by_se = Puzzle(HARD).rate(order="se")
    assert (by_se.er, by_se.ep, by_se.ed, by_se.level, by_se.score) == (6.6, 1.2, 1.2, None, None)
    assert repr(by_se).startswith("<Rating ED=6.6/1.2/1.2, hardest ")
    assert Puzzle(HARD).rate(order="se", only="pearls").status == "no-pearl"
    several = Puzzle(81 * ".").explain()
    assert (several.is_unique, several.is_solved, len(several)) == (False, False, 0)


def test_hints():
    puzzle = Puzzle(HARD)
    levels = [puzzle.hint(level) for level in (1, 2, 3)]
    assert [hint.kind for hint in levels] == 3 * ["step"]
    assert levels[0].text == "Look for a single around box 3."
    assert [hint.step is None for hint in levels] == [True, True, False]
    assert levels[2].step.placements == [("r2c7", 8)]
    german = puzzle.hint(3, language="de")
    assert puzzle.hint(1, language="de").text == "Suche nach einem Einer rund um Block 3."
    assert (german.step.name, german.step.technique) == ("nackter Einer", levels[2].step.technique)
    assert german.text == german.step.text == str(puzzle.explain(language="de")[0])
    assert german.step.to_dict()["name"] == german.step.name
    mistake = puzzle.place("r1c1", 2).hint()
    wrong = puzzle.solve()["r1c1"] != 2
    assert (mistake.kind == "mistake") == wrong
    assert not wrong or mistake.cells == ["r1c1"]
    assert puzzle.solve().to_puzzle().hint().kind == "solved"
    assert Puzzle("11" + 79 * ".").hint().kind == "invalid"
    assert Puzzle(81 * ".").hint().kind == "stuck"


def test_pictures():
    puzzle = Puzzle(HARD)
    step = next(step for step in puzzle.explain() if step.technique == "skyscraper")
    pictures = [puzzle, puzzle.solve(), step, *(puzzle.hint(level) for level in (1, 2, 3)), Puzzle("1.34341221434321")]
    for picture in pictures:
        root = xml.fromstring(picture._repr_svg_())
        assert root.tag.endswith("svg")
        assert root[0].text
    assert "<circle" in step._repr_svg_()
    assert "<circle" not in puzzle.hint(1)._repr_svg_()
    assert step.text in "".join(xml.fromstring(step._repr_html_()).itertext())
    listed = xml.fromstring(puzzle.explain()._repr_html_())
    assert len(listed) == 58


def test_errors_say_what_and_where():
    with pytest.raises(ninefold.Invalid, match=r"'%' at position 2 \(r1c2\) is neither one") as caught:
        Puzzle("1%" + 79 * ".")
    assert caught.value.cells == ["r1c2"]
    twice = Puzzle("11" + 79 * ".")
    for question in [twice.solve, twice.rate, twice.minimize, twice.explain, twice.count]:
        with pytest.raises(ninefold.Invalid, match=r"1 appears twice in row 1 \(r1c1, r1c2\)") as caught:
            question()
        assert caught.value.cells == ["r1c1", "r1c2"]
    assert twice.check().verdict == "invalid"
    none = Puzzle("12345678.........9" + 63 * ".")
    for question in [none.solve, none.rate, none.minimize, none.explain]:
        with pytest.raises(ninefold.NoSolution, match="no solution: r1c9 has no candidate left"):
            question()
    assert (none.count(), none.check().verdict, none.check().reason) == (0, "none", "r1c9 has no candidate left")
    for question in [Puzzle(81 * ".").rate, Puzzle(81 * ".").minimize]:
        with pytest.raises(ninefold.SeveralSolutions):
            question()
    with pytest.raises(ninefold.Stopped) as caught:
        Puzzle(625 * ".").solve(budget=1)
    assert caught.value.found == 0
    with pytest.raises(ninefold.Stopped) as caught:
        Puzzle(81 * ".").count(budget=1000)
    assert caught.value.found > 0
    for question in ["solve", "check", "minimize"]:
        with pytest.raises(ninefold.Stopped):
            getattr(Puzzle(625 * "."), question)(time_limit=0)
    with pytest.raises(ninefold.Stopped):
        Puzzle(81 * ".").count(10**15, time_limit=0.1)
    assert Puzzle(16 * ".").count(time_limit=60) == 288
    with pytest.raises(ninefold.NotMade, match="clues instead of 17"):
        ninefold.generate(clues=17, time_limit=0)
    with pytest.raises(ninefold.Error, match="81 cells are blank"):
        Grid(81 * ".")
    for name in ["Invalid", "NoSolution", "SeveralSolutions", "Stopped", "NotMade"]:
        assert issubclass(getattr(ninefold, name), ninefold.Error)
        assert issubclass(ninefold.Error, ValueError)
    with pytest.raises(IndexError, match="'r10c1' names no cell"):
        Puzzle(HARD)["r10c1"]
    with pytest.raises(ValueError, match="10 is not a digit of this board: expected 1 to 9"):
        Puzzle(HARD).place("r1c1", 10)
    with pytest.raises(ValueError, match="the formats are line"):
        Puzzle(HARD).write("nothing")
    with pytest.raises(TypeError):
        Puzzle(3)


@pytest.mark.parametrize("kind", [Puzzle, Variant, Grid])
def test_other_puzzles_of_a_text_are_not_dropped_in_silence(kind):
    solution = str(Puzzle(HARD).solve())
    grid = Puzzle(solution).write("grid")
    for text in [f"{solution}\n{HARD}\n", f"{solution}\n\n7\n\n{HARD}".encode(), grid + "\n\n" + grid]:
        with pytest.warns(UserWarning, match="only the first of several puzzles in the text is read") as caught:
            assert kind(text) == kind(solution)
        assert caught[0].filename == __file__
    with warnings.catch_warnings(action="error"):
        for text in [solution, f"\n{solution}  \n\n", grid + "\n\nA title\n", f"{solution} by me, 2024"]:
            assert kind(text) == kind(solution)
        with pytest.raises(UserWarning):
            kind(f"{solution}\n{HARD}")


def test_pickling():
    played = Puzzle(HARD).place("r2c7", 8).remove("r1c1", 1)
    hexadecimal = Puzzle(".123456789ABCDEF" + 239 * "." + "0")
    tall = Puzzle("1.....2.....3.....4.....5.....6.....", shape="3x2")
    for value in [Puzzle(HARD), played, hexadecimal, hexadecimal.solve(), tall, tall.solve(), Shape("2x3")]:
        again = pickle.loads(pickle.dumps(value))
        assert again == value
        assert str(again) == str(value)
