"""Columns of every type, and everything that can be wrong with them."""

import random
import subprocess
import sys

import numpy
import pandas
import polars
import pyarrow
import pytest

import ninefold

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SOLUTION = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"

TEXT_TYPES = [
    pyarrow.string(),
    pyarrow.large_string(),
    pyarrow.string_view(),
    pyarrow.binary(),
    pyarrow.dictionary(pyarrow.int8(), pyarrow.string()),
    pyarrow.dictionary(pyarrow.int32(), pyarrow.large_string()),
    pyarrow.dictionary(pyarrow.uint16(), pyarrow.string()),
]

MANY = [
    ninefold.solve_many,
    ninefold.count_many,
    ninefold.check_many,
    ninefold.rate_many,
    ninefold.canon_many,
    ninefold.minimize_many,
]


@pytest.mark.parametrize("kind", TEXT_TYPES, ids=str)
def test_types_of_texts(kind):
    column = pyarrow.array([PUZZLE, None, PUZZLE], pyarrow.string())
    column = column.dictionary_encode().cast(kind) if pyarrow.types.is_dictionary(kind) else column.cast(kind)
    chunks = pyarrow.chunked_array([column, column[:0], column[1:], column.slice(2, 1)], type=kind)
    assert ninefold.solve_many(chunks)["solution"].to_pylist() == [SOLUTION, None, SOLUTION, None, SOLUTION, SOLUTION]
    assert ninefold.solve_many(column)["error"].to_pylist() == [None, None, None]


def test_nulls_of_the_table_around():
    table = pyarrow.StructArray.from_arrays(
        [pyarrow.array([PUZZLE, PUZZLE])], ["puzzle"], mask=pyarrow.array([False, True])
    )
    assert ninefold.solve_many(table)["solution"].to_pylist() == [SOLUTION, None]


@pytest.mark.parametrize("question", MANY)
def test_null_in_null_out(question):
    answer = question([None, float("nan"), pandas.NA])
    assert set(map(tuple, answer.values())) == {(None, None, None)}
    empty = question(pyarrow.array([None, None], pyarrow.null()))
    assert all(column.null_count == 2 for column in empty.columns)


@pytest.mark.parametrize("question", MANY)
def test_no_rows(question):
    names = list(question([]))
    assert names[-1] == "error"
    tables = [
        pyarrow.table({"puzzle": pyarrow.array([], pyarrow.string())}),
        pyarrow.chunked_array([], pyarrow.string()),
        polars.Series([], dtype=polars.String),
        pandas.Series([], dtype="str"),
    ]
    for table in tables:
        answer = question(table)
        assert list(answer.columns if not isinstance(answer, pyarrow.Table) else answer.column_names) == names
        assert len(answer) == 0
    for shape in [(0, 81), (0, 9, 9)]:
        answer = question(numpy.zeros(shape, numpy.uint8))
        assert list(answer) == names
        assert all(len(column) == 0 for column in answer.values())


@pytest.mark.parametrize("question", MANY)
def test_one_bad_row_loses_no_other(question):
    good = question([PUZZLE])
    column = [PUZZLE, "bad", 7, ["nested"], "\ud800", "11" + "." * 79, b"bytes", PUZZLE]
    answer = question(column)
    for name, values in answer.items():
        assert values[0] == values[-1] == good[name][0]
    assert [error is None for error in answer["error"]] == [True] + 6 * [False] + [True]
    assert "type int" in answer["error"][2]
    assert "list" in answer["error"][3]


def test_lists_are_answered_row_by_row():
    rows = [PUZZLE, None, "11", 7, "\ud800", "", "2" * 81]
    lists = ninefold.solve_many(rows)
    assert lists["solution"] == [SOLUTION] + 6 * [None]
    assert lists["error"][:2] == [None, None] and all(lists["error"][2:])
    assert "int" in lists["error"][3] and "UTF-8" in lists["error"][4]
    for same in [tuple(rows), iter(rows), (row for row in rows), dict(enumerate(rows)).values()]:
        assert ninefold.solve_many(same) == lists
    # Several blocks: with nulls in some only, and one with nothing but nulls.
    many = 5000 * [PUZZLE] + 9000 * [None] + [PUZZLE, "11"]
    answer = ninefold.solve_many(many, threads=2)
    assert answer["solution"] == 5000 * [SOLUTION] + 9000 * [None] + [SOLUTION, None]
    assert answer["error"][:-1] == 14001 * [None]
    assert answer["error"][-1] == lists["error"][2]


def test_a_list_may_change_while_it_is_answered():
    rows = ninefold.generate_many(3000, seed=9)["puzzle"].to_list()
    expected = ninefold.rate_many(rows)
    told = []

    def forget(done, total):
        told.append(total)
        rows.clear()
        # New texts occupy the memory of those that are gone.
        told.append(["x" * 81 + str(number) for number in range(1000)])

    assert ninefold.rate_many(rows, progress=forget) == expected
    assert rows == [] and told[0] == 3000


def test_a_wrong_column_lists_those_that_there_are():
    table = pyarrow.table({"id": [1], "board": [PUZZLE]})
    with pytest.raises(KeyError, match="no column is called 'puzzle', so column= must name one; columns: id, board"):
        ninefold.solve_many(table)
    with pytest.raises(KeyError, match="no column is called 'boards'; columns: id, board"):
        ninefold.solve_many(table, "boards")
    with pytest.raises(KeyError, match="columns: id, board"):
        ninefold.solve_many(table.to_pandas())
    with pytest.raises(TypeError, match="column 'id' has the type Int64, expected texts"):
        ninefold.solve_many(table, "id")
    assert ninefold.solve_many(table, "board")["solution"].to_pylist() == [SOLUTION]
    assert list(ninefold.solve_many(table.to_pandas(), "board")["solution"]) == [SOLUTION]


def test_wrong_types():
    for wrong in [PUZZLE, PUZZLE.encode(), 7, None]:
        with pytest.raises(TypeError, match="expected"):
            ninefold.solve_many(wrong)
    for wrong in [numpy.zeros((2, 81)), numpy.zeros((2, 81), bool), numpy.zeros((1, 1, 9, 9), numpy.uint8)]:
        with pytest.raises(TypeError, match=r"expected digits as integers\[n, 81\]"):
            ninefold.solve_many(wrong)
    with pytest.raises(ValueError, match="rows of 80 cells"):
        ninefold.solve_many(numpy.zeros((2, 80), numpy.uint8))
    with pytest.raises(ValueError, match="threads is 0"):
        ninefold.solve_many([PUZZLE], threads=0)
    with pytest.raises(ValueError, match="the engines are"):
        ninefold.solve_many([PUZZLE], engine="none")
    with pytest.raises(ValueError, match="the orders are hodoku, se"):
        ninefold.rate_many([PUZZLE], order="none")
    with pytest.raises(ValueError, match="are for order='se'"):
        ninefold.rate_many([PUZZLE], only="pearls")
    with pytest.raises(ValueError, match="expected 'pearls' or 'diamonds'"):
        ninefold.rate_many([PUZZLE], order="se", only="gems")
    with pytest.raises(ValueError, match="is not a shape"):
        ninefold.solve_many([PUZZLE], shape="round")
    with pytest.raises(ValueError, match="16 symbols"):
        ninefold.solve_many([PUZZLE], shape="3x3", symbols="0-9A-F")


def test_digits():
    row = numpy.array([int(c) for c in PUZZLE.replace(".", "0")], numpy.uint8)
    digits = numpy.stack([row, row, row])
    digits[1, 3] = 12
    digits.flags.writeable = False
    before = digits.copy()
    solved = ninefold.solve_many(digits)
    assert (digits == before).all()
    assert "".join(map(str, solved["solution"][2])) == SOLUTION
    assert not solved["solution"][1].any()
    assert solved["error"].tolist()[::2] == [None, None]
    assert "'12' at position 4 (r1c4)" in solved["error"][1]
    boards = digits.reshape(3, 9, 9)
    assert (ninefold.solve_many(boards)["solution"].reshape(3, 81) == solved["solution"]).all()
    wide = numpy.zeros((3, 162), numpy.uint8)
    wide[:, ::2] = digits
    assert (ninefold.solve_many(wide[:, ::2])["solution"] == solved["solution"]).all()
    assert ninefold.count_many(digits)["count"].tolist() == [1, 0, 1]
    assert ninefold.check_many(digits)["minimal"].dtype == bool
    assert ninefold.rate_many(digits, order="se")["er"].dtype == float
    small = numpy.zeros((1, 36), numpy.uint8)
    small[0, 0] = 1
    assert ninefold.solve_many(small, shape="3x2")["solution"][0].max() == 6
    assert ninefold.canon_many(small)["form"].tolist() == [35 * [0] + [1]]
    texts = numpy.array([PUZZLE, PUZZLE])
    assert ninefold.solve_many(texts)["solution"] == [SOLUTION, SOLUTION]


def test_tables_are_arrow_data():
    table = ninefold.generate_many(600, seed=2, rated=True)
    arrow = pyarrow.table(table)
    assert arrow.column_names == table.column_names
    assert arrow.num_rows == len(table) == 600
    assert arrow.schema.field("count" if "count" in table.column_names else "score").type == pyarrow.uint32()
    assert arrow.to_pydict() == table.to_dict()
    assert polars.DataFrame(table)["puzzle"].to_list() == list(table["puzzle"])
    assert pyarrow.chunked_array(table["index"]).to_pylist() == list(range(600))
    assert pyarrow.schema(table) == arrow.schema
    assert ninefold.check_many(table["puzzle"])["verdict"].to_list() == 600 * ["unique"]
    with pytest.raises(KeyError, match="columns: puzzle, solution"):
        table["nothing"]


def test_progress_is_told_and_may_end_the_work():
    seen = []
    ninefold.generate_many(3000, seed=1, rated=True, progress=lambda done, count: seen.append((done, count)))
    assert seen == sorted(seen)
    assert seen[-1] == (3000, 3000)

    def stop(_done, _count):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ninefold.solve_many(100 * [PUZZLE], progress=stop)


LONG = {
    "generate_many": "ninefold.generate_many(10**9)",
    "rate_many": "ninefold.rate_many(10**6 * ['98.7.....6.....97...7.....5.4...3.2...8....4...6.4..1...' + '4..8....7......5....2.1...'[:24]])",
    "count_many": "ninefold.count_many(64 * ['1' + 624 * '.'])",
    "solve": "ninefold.Puzzle('1' + 1023 * 1024 * '.' + 1023 * '.', shape='32x32').solve()",
    "count": "ninefold.Puzzle('1' + 624 * '.').count()",
    "solutions": "[None for _ in ninefold.Puzzle(81 * '.').solutions()]",
}


@pytest.mark.parametrize("code", LONG.values(), ids=LONG.keys())
@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
def test_interrupts_end_the_work(code):
    # A second thread interrupts the first while it works; if the work did not notice, this would never end.
    program = f"""
import _thread, signal, threading, ninefold
threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
try:
    {code}
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "interrupted\n", done.stderr


def test_texts_of_any_kind_are_answered():
    dice = random.Random(7)
    letters = "0123456789.ABab \n\t|-+,;[]{}#*x\u00e9\u4e00\U0001f600\0\""
    texts = ["".join(dice.choices(letters, k=dice.randrange(300))) for _ in range(3000)]
    for question in MANY:
        answer = question(texts)
        assert all(len(values) == len(texts) for values in answer.values())
        for values in zip(*answer.values(), strict=True):
            assert values[-1] is not None or values[0] is not None


def test_bytes_that_are_no_text_are_answered():
    column = pyarrow.array([b"\xff\xfe" * 40 + b"\xff", PUZZLE.encode()], pyarrow.binary())
    answer = ninefold.solve_many(column)
    assert answer["solution"].to_pylist() == [None, SOLUTION]
    assert answer["error"][0].as_py() is not None


def test_importing_loads_nothing_else():
    program = "import sys, ninefold; print([name for name in ('numpy', 'pandas', 'polars', 'pyarrow', 'duckdb') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# A puzzle with boxes of 3x2, and one with the usual boxes of 2x3.
TALL, WIDE = ".....1...3..43.......1.53.6....45...", "1.....4.6...2..5......6..3...1.4...."


def frames(columns):
    """Return the same table in the form of every library."""
    return [
        columns,
        pandas.DataFrame(columns),
        polars.DataFrame(columns),
        polars.DataFrame(columns).lazy(),
        pyarrow.table(columns),
        pyarrow.record_batch(columns),
    ]


def to_lists(answer):
    if isinstance(answer, pandas.DataFrame):
        return {name: answer[name].tolist() for name in answer}
    for way in ("to_pydict", "to_dict"):
        if hasattr(answer, way):
            return getattr(answer, way)(**({"as_series": False} if isinstance(answer, polars.DataFrame) else {}))
    return answer


@pytest.mark.parametrize("shapes", [["3x2", "3x2"], ["3x2", None], ["3x2", "round"]])
def test_tables_state_the_shape_of_boxes(shapes):
    are_all_tall = shapes == ["3x2", "3x2"]
    puzzles = [TALL, TALL if are_all_tall else WIDE]
    expected = ["unique", "unique" if are_all_tall else ninefold.Puzzle(WIDE).check().verdict]
    for frame in frames({"puzzle": puzzles, "shape": shapes}):
        assert list(to_lists(ninefold.check_many(frame))["verdict"]) == expected
        # A shape that is asked for takes precedence.
        assert to_lists(ninefold.check_many(frame, shape="2x3"))["verdict"][0] == "none"
        assert len(to_lists(ninefold.dedupe(frame))["puzzle"]) == (1 if are_all_tall else 2)
    others = {"puzzle": [TALL], "shape": [[3, 2]]}
    assert ninefold.check_many(others)["verdict"] == ["none"]


def test_what_is_made_states_its_shape():
    made = ninefold.generate_many(3, seed=1, shape="3x2")
    assert made["shape"].to_list() == ["3x2"] * 3
    for table in [made, made.to_pandas(), made.to_polars(), made.to_arrow(), made.to_numpy(), made.to_dict()]:
        assert list(to_lists(ninefold.check_many(table))["verdict"]) == ["unique"] * 3
    filled = ninefold.fill_many(3, shape="3x2")
    assert list(to_lists(ninefold.check_many(filled, "grid"))["verdict"]) == ["unique"] * 3
