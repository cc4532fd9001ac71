"""How much of the library's own rate is left in Python: columns of a million puzzles, beside `batch`, in one run.

    python bench/python/measure.py BATCH [LIST]

BATCH is the program (cargo build --release -p batch, in bench). Without a list, a million minimal puzzles are made; a short
list is repeated until it is as long. Rounds alternate; the best of seven counts, on the clock and in time of the processors.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

import numpy
import pandas
import polars
import pyarrow

import ninefold

COUNT = 1_000_000
ROUNDS = 7


def main(program, *lists):
    if lists:
        lines = [line[:81] for name in lists for line in pathlib.Path(name).read_text().splitlines()]
        lines = (lines * (COUNT // len(lines) + 1))[:COUNT]
    else:
        lines = ninefold.generate_many(COUNT, seed=17)["puzzle"].to_list()
    text = "".join(lines).replace(".", "0").encode()
    digits = (numpy.frombuffer(text, numpy.uint8) - ord("0")).reshape(-1, 81)
    columns = {
        "numpy": digits,
        "pyarrow": pyarrow.array(lines),
        "polars": polars.Series(lines),
        "pandas": pandas.Series(lines),
        "list": lines,
    }
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "list"
        path.write_text("\n".join(lines) + "\n")
        batch = subprocess.Popen([program, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        assert int(batch.stdout.readline()) == COUNT
        print("| column | threads | rows/s | of the library's rate | by processor time |")
        print("|---|---|---|---|---|")
        for threads in [1, 2]:
            best = {}

            def note(name, clock, processors):
                before = best.get(name, (clock, processors))
                best[name] = (min(before[0], clock), min(before[1], processors))

            for _ in range(ROUNDS):
                print(threads, file=batch.stdin, flush=True)
                clock, processors, solved = batch.stdout.readline().split()
                assert int(solved) == COUNT
                note("library", float(clock), float(processors))
                for name, column in columns.items():
                    clock, processors = time.perf_counter(), time.process_time()
                    answer = ninefold.solve_many(column, threads=threads)
                    note(name, time.perf_counter() - clock, time.process_time() - processors)
                    del answer
            for name, (clock, processors) in best.items():
                shares = [best["library"][0] / clock, best["library"][1] / processors]
                print(f"| {name} | {threads} | {COUNT / clock:,.0f} | {shares[0]:.0%} | {shares[1]:.0%} |", flush=True)
        batch.stdin.close()
        batch.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
