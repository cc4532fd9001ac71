"""The examples in all documentation are correct."""

import doctest
import importlib
import pathlib
import re

import pytest

HERE = pathlib.Path(__file__).parent
MODULES = [
    "ninefold",
    "ninefold.clues",
    "ninefold.columns",
    "ninefold.sets",
    "ninefold.env",
    "ninefold.gymnasium",
    "ninefold.polars",
    "ninefold.duckdb",
]


@pytest.mark.parametrize("name", MODULES)
def test_modules(name):
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_readme():
    text = (HERE.parent / "README.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", "README.md", 0)
    assert example.examples
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example).failed == 0
