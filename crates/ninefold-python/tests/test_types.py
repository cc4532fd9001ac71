"""Type checkers accept half of these users' programs, and name the mistakes in the others."""

import pathlib
import re
import subprocess
import sys
import typing

import pytest

import ninefold
from ninefold import _types

PROGRAMS = sorted((pathlib.Path(__file__).parent / "types").glob("*.py"))
CHECKERS = {"mypy": ["--strict", "--no-error-summary", "--no-incremental"], "pyright": ["--pythonpath", sys.executable]}


def complaints(checker):
    done = subprocess.run([sys.executable, "-m", checker, *CHECKERS[checker], *map(str, PROGRAMS)], capture_output=True, text=True, check=False)
    found = {program.name: {} for program in PROGRAMS}
    for line in done.stdout.splitlines():
        match = re.search(r"(\w+\.py):(\d+):(?:\d+)?.*?error: (.*)", line)
        if match and match[1] in found:
            found[match[1]].setdefault(int(match[2]), "")
            found[match[1]][int(match[2])] += match[3].replace("'", '"')
    return found, done.stdout + done.stderr


@pytest.mark.parametrize("checker", CHECKERS)
def test_users_programs(checker):
    pytest.importorskip(checker)
    found, told = complaints(checker)
    if checker == "pyright" and not any(found.values()):
        pytest.skip("pyright cannot be run here")
    assert len(PROGRAMS) == 10
    for program in PROGRAMS:
        lines = program.read_text().splitlines()
        expected = {number for number, line in enumerate(lines, 1) if "# error: " in line}
        assert set(found[program.name]) == expected, (program.name, told)
        for number in expected:
            assert lines[number - 1].split("# error: ")[1] in found[program.name][number]


def test_names_are_the_librarys():
    def listed(call):
        with pytest.raises(ValueError, match="; the ") as error:
            call()
        return str(error.value).split(" are ")[1].split(", ")

    names = {
        "Level": lambda: ninefold.generate(level="x"),
        "Order": lambda: ninefold.Puzzle(16 * ".").rate(order="x"),
        "Language": lambda: ninefold.Puzzle(16 * ".").hint(language="x"),
        "Engine": lambda: ninefold.solve_many([], engine="x"),
        "Symmetry": lambda: ninefold.generate(symmetry="x"),
        "Method": lambda: ninefold.generate(method="x"),
        "Format": lambda: ninefold.Puzzle(16 * ".", format="x"),
    }
    for name, call in names.items():
        assert list(typing.get_args(getattr(_types, name))) == listed(call), name
