"""Asks PyPI's generators for puzzles: a line of JSON for each package and wish, with the puzzles and the processor's time."""

import importlib.metadata
import json
import sys
import time

COUNT = int(sys.argv[1])


def line(rows):
    return "".join(str(cell) if cell else "." for row in rows for cell in row)


def py_sudoku():
    from sudoku import Sudoku

    for share in (0.5, 0.7):
        yield f"{share} empty", lambda seed, share=share: line(Sudoku(3, seed=seed).difficulty(share).board)


def reasoning_gym():
    from reasoning_gym import create_dataset

    for least, most in ((30, 50), (55, 60)):
        data = create_dataset("sudoku", size=COUNT, seed=1, min_empty=least, max_empty=most)
        yield f"{least} to {most} empty", lambda seed, data=data: line(data[seed]["metadata"]["puzzle"])


def rustoku():
    import rustoku

    def make(level):
        # It gives up now and then, which costs the time of another try.
        while True:
            try:
                return rustoku.generate(level)
            except ValueError:
                pass

    for level in ("easy", "medium", "hard", "expert"):
        yield level, lambda _seed, level=level: make(level)


for name, wishes in (("py-sudoku", py_sudoku), ("reasoning-gym", reasoning_gym), ("rustoku", rustoku)):
    try:
        version = importlib.metadata.version(name)
        for asked, make in wishes():
            start = time.process_time()
            puzzles = []
            while len(puzzles) < COUNT and time.process_time() - start < 60:
                puzzles.append(make(len(puzzles)).replace("0", "."))
            ms = 1000 * (time.process_time() - start) / len(puzzles)
            print(json.dumps({"package": f"pip `{name}` {version}", "asked": asked, "puzzles": puzzles, "ms": ms}))
    except Exception as error:
        print(f"left out: pip {name}: {error!r}", file=sys.stderr)
