"""Answers as values: compared, pickled, written as JSON, shown."""

import json
import pickle
import xml.etree.ElementTree as xml

import numpy
import pandas
import polars
import pyarrow
import pytest

import ninefold
from ninefold import Puzzle, Variant

HARD = Puzzle(".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....")
CHAINS = ninefold.generate(level="extreme", seed=1)

VALUES = {
    "rating": lambda: HARD.rate(),
    "rating by se": lambda: HARD.rate(order="se"),
    "check": lambda: HARD.check(),
    "check of several": lambda: Puzzle(16 * ".").check(),
    "check of a variant": lambda: Variant(16 * ".", rules="diagonals").check(),
    "canon": lambda: HARD.canon(),
    "explanation": lambda: HARD.explain(),
    "with further techniques": lambda: HARD.explain(techniques=["template-set"]),
    "step": lambda: HARD.explain()[10],
    "step in German": lambda: HARD.explain(language="de")[10],
    "hint": lambda: HARD.hint(),
    "hint in words": lambda: HARD.hint(1),
    "hint in German": lambda: HARD.hint(1, language="de"),
    "mistake": lambda: HARD.place("r1c1", 2).hint(),
    "step of a hint": lambda: HARD.hint().step,
    "table": lambda: ninefold.generate_many(3, seed=1, rated=True),
    "table by se": lambda: ninefold.rate_many(ninefold.generate_many(2, seed=1)["puzzle"], order="se"),
}


@pytest.mark.parametrize("make", VALUES.values(), ids=VALUES)
def test_values_are_compared_and_pickled(make):
    value = make()
    again = pickle.loads(pickle.dumps(value))
    assert type(again) is type(value)
    assert again == value == make()
    assert value != HARD
    assert repr(again) == repr(value)
    assert again.to_dict() == value.to_dict() == json.loads(json.dumps(value.to_dict()))


def test_different_values_differ():
    assert HARD.rate() != CHAINS.explain().rating
    assert HARD.check() != Puzzle(16 * ".").check()
    assert Variant(16 * ".").check() != Variant(16 * ".", rules="diagonals").check()
    steps = HARD.explain()
    assert steps[0] != steps[1] and len(set(steps)) == 58
    assert HARD.hint(1) != HARD.hint(2)
    assert ninefold.fill_many(2) != ninefold.fill_many(2, seed=1)


def test_steps_are_a_sequence():
    steps = HARD.explain()
    assert [step.text for step in steps[:3]] == [step.text for step in steps][:3]
    assert steps[-2:] == [steps[56], steps[57]] and steps[::-1][0] == steps[57]
    assert steps[60:] == []
    with pytest.raises(TypeError):
        steps["first"]


def test_steps_have_everything_that_a_drawing_shows(tool):
    for puzzle in [HARD, CHAINS]:
        explanation = puzzle.explain()
        request = {"method": "explain", "board": str(puzzle)}
        answer = json.loads(tool("call", puzzles=[json.dumps(request)]))["ok"]
        assert [step.to_dict() for step in explanation] == answer["steps"]
        assert explanation.verify() == []
        links = [step.to_dict()["links"] for step in explanation]
        for step, of in zip(explanation, links, strict=True):
            drawn = xml.fromstring(step._repr_svg_())
            paths = drawn.findall("{http://www.w3.org/2000/svg}path")
            # The line of an arrow and its head.
            assert len(paths) in (0, 2 * len(of))
    assert any(links)


def test_pictures_are_for_every_page():
    for side, picture in [(9, HARD._repr_svg_()), (9, HARD.solve()._repr_svg_()), (16, Puzzle(256 * ".")._repr_svg_())]:
        drawn = xml.fromstring(picture)
        assert "max-width:100%" in drawn.get("style")
        words = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
        assert {f"r{side}", f"c{side}"} <= set(words) and f"r{side + 1}" not in words
        assert "prefers-color-scheme:dark" in picture


def test_tables_become_those_of_others():
    table = ninefold.generate_many(20, seed=2, rated=True)
    frame = table.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and frame["puzzle"].tolist() == table["puzzle"].to_list()
    assert isinstance(table.to_polars(), polars.DataFrame) and table.to_polars().height == 20
    assert isinstance(table.to_arrow(), pyarrow.Table) and table.to_arrow().num_rows == 20
    arrays = table.to_numpy()
    assert arrays["puzzle"].shape == (20, 9, 9) and arrays["puzzle"].dtype == numpy.uint8
    assert (ninefold.solve_many(arrays["puzzle"])["solution"] == arrays["solution"]).all()
    assert arrays["score"].dtype == numpy.uint32
    hexadecimal = ninefold.fill_many(2, shape=16).to_numpy()["grid"]
    assert hexadecimal.dtype == object
    assert ninefold.fill_many(0).to_numpy()["grid"].shape[0] == 0
    page = table._repr_html_()
    assert page.count("<tr>") == 11 and "20 rows" in page


def test_neighbours_and_backdoors(tool):
    near = HARD.vicinity()
    assert sorted(map(str, near)) == sorted(tool("vicinity", str(HARD)).split())
    told = json.loads(tool("backdoors", "--format", "json", str(HARD)))["backdoors"]
    assert HARD.backdoors() == told and Puzzle("1.34341221434321").backdoors() == [[]]
    assert HARD.shuffle(3).canon().form == HARD.canon().form
    with pytest.raises(ninefold.SeveralSolutions):
        Puzzle(16 * ".").backdoors()
    with pytest.raises(ninefold.Invalid):
        Puzzle("11" + 79 * ".").vicinity()
    with pytest.raises(ninefold.Invalid):
        Puzzle("11" + 79 * ".").canon()


def test_clues():
    grid = ninefold.Grid("123456789456789123789132564264918357875324691931675248392861475547293816618547932")
    found = ninefold.clues.within(grid, 17)
    assert len({str(puzzle) for puzzle in found}) == 20
    assert all(puzzle.clues == 17 and puzzle.solve() == grid for puzzle in found)
    small = ninefold.Grid("1234341221434321")
    assert len(ninefold.clues.within(small, 5, minimal=True)) < len(ninefold.clues.within(small, 5))
    first = ninefold.clues.beside_pairs(3_200_000, 3_200_000, 10)
    both = ninefold.clues.beside_pairs(3_200_000, 3_200_001, 10)
    last = ninefold.clues.beside_pairs(3_200_001, 3_200_001, 10)
    assert both.pairs == first.pairs + last.pairs > 0
    assert int(both.digest, 16) == (int(first.digest, 16) + int(last.digest, 16)) % 2**64
    for call in [lambda: ninefold.clues.beside_pairs(0, 1), lambda: ninefold.clues.within(grid, -1)]:
        with pytest.raises(ValueError, match="expected"):
            call()
    with pytest.raises(ValueError, match="digits, not 16"):
        ninefold.clues.within(ninefold.Puzzle("." * 256).solve())
