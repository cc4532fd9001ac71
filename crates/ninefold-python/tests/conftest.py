"""What all tests share: the command-line tool as the judge, and puzzles of all kinds."""

import json
import os
import pathlib
import subprocess

import pytest

TOOL = os.environ.get("NINEFOLD_TOOL", "")

SEVERAL = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
"""Without its last given it has several solutions. Others in `ODD` have none, break a rule or cannot be read."""
ODD = [
    SEVERAL[:80] + ".",
    "." * 80 + "1",
    "12345678.........9" + "." * 63,
    "11" + "." * 79,
    "%" + "." * 80,
    "no puzzle",
    "",
    "1" * 49,
    "." * 80,
    # Other shapes, symbols and formats.
    "1.34341221434321",
    "1.....2.....3.....4.....5.....6.....",
    ".123456789ABCDEF" + "." * 239 + "0",
    "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,2]]",
    "0" * 81,
    "4_____8_5_3__________7______2_____6_____8_4______1_______6_3_7_5__2_____1_4______",
]


@pytest.fixture(scope="session")
def tool():
    """Run the command-line tool on lines and return its output."""
    assert pathlib.Path(TOOL).is_file(), "NINEFOLD_TOOL names the command-line tool (crates/ninefold-python/test does)"

    def run(*arguments, puzzles=None):
        lines = None if puzzles is None else "\n".join(puzzles) + "\n"
        done = subprocess.run([TOOL, *arguments], input=lines, capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def answers(tool):
    """The tool's answers about puzzles, one JSON object for each."""

    def run(command, *options, puzzles):
        # The tool skips empty lines.
        told = tool(command, "--format", "json", *options, puzzles=[puzzle or "?" for puzzle in puzzles])
        objects = [json.loads(line) for line in told.splitlines()]
        assert len(objects) == len(puzzles)
        return objects

    return run


@pytest.fixture(scope="session")
def plain(tool):
    """Plain 9x9 puzzles: generated ones, copies of some with a cell emptied, copies of others with a digit put into a cell."""
    puzzles = tool("generate", "-n", "1500", "--seed", "11").splitlines()
    looser = [puzzle[:40] + "." + puzzle[41:] for puzzle in puzzles[:300]]
    wrong = [puzzle[:7] + "123456789"[number % 9] + puzzle[8:] for number, puzzle in enumerate(puzzles[300:600])]
    return puzzles + looser + wrong


@pytest.fixture(scope="session")
def puzzles(plain):
    """The plain puzzles, with the odd ones inserted among them."""
    mixed = list(plain)
    for number, odd in enumerate(ODD):
        mixed.insert(97 * (number + 1), odd)
    return mixed
