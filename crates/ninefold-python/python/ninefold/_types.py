"""The names that parameters take, for type checkers. Nothing imports this module at run time."""

from typing import Literal

Level = Literal["easy", "medium", "hard", "unfair", "extreme"]
Order = Literal["hodoku", "se"]
Language = Literal["en", "de"]
Engine = Literal["nine", "general", "portfolio", "learning"]
Symmetry = Literal[
    "none", "half-turn", "quarter-turn", "horizontal", "vertical", "both", "diagonal", "anti-diagonal", "both-diagonals", "full"
]
Method = Literal["dig", "search", "vicinity", "unbiased"]
Format = Literal[
    "line", "grid", "box", "table", "candidates", "pencilmarks", "sukaku", "sdk", "sdm", "sdx", "ss", "csv", "csv-kaggle-1m",
    "csv-kaggle-3m", "csv-extreme", "csv-rrn", "json", "hodoku", "susser", "opensudoku", "f-puzzles", "fpuz", "scf", "scl",
    "sudokuwiki", "iss", "sudokumaker", "penpa", "samurai", "jigsaw", "page",
]  # fmt: skip
Verdict = Literal["unique", "multiple", "none", "invalid"]
