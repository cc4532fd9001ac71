"""Judges puzzles by `ninefold check`, `rate` and `dedupe`, and prints the table."""

import collections
import json
import os
import subprocess
import sys

TOOL = os.environ["NINEFOLD_TOOL"]
LEVELS = ["easy", "medium", "hard", "unfair", "extreme"]


def judged(command, puzzles, column):
    """What the tool says about each puzzle."""
    done = subprocess.run([TOOL, command, "--format", "json"], input="\n".join(puzzles), capture_output=True, text=True, check=False)
    return [json.loads(line)[column] for line in done.stdout.splitlines()]


def different(puzzles):
    done = subprocess.run([TOOL, "dedupe"], input="\n".join(puzzles), capture_output=True, text=True, check=True)
    return len(done.stdout.split())


def number(ms):
    return f"{ms:.2f}" if ms < 1 else f"{ms:.1f}" if ms < 10 else f"{ms:.0f}"


def main():
    packages = {}
    for line in open(sys.argv[1], encoding="utf-8"):
        made = json.loads(line)
        packages.setdefault(made["package"], []).append(made)
    print("| package | asked for | with one solution | different | level on HoDoKu's scale | ms of processor |")
    print("|---|---|---|---|---|---|")
    for package, wishes in packages.items():
        asked, proper, levels, times = [], 0, [], []
        everything = [puzzle for wish in wishes for puzzle in wish["puzzles"]]
        for wish in wishes:
            puzzles = wish["puzzles"]
            asked.append(f"{len(puzzles)} {wish['asked']}")
            verdicts = judged("check", puzzles, "verdict")
            assert len(verdicts) == len(puzzles), (package, wish["asked"])
            unique = [puzzle for puzzle, verdict in zip(puzzles, verdicts, strict=True) if verdict == "unique"]
            proper += len(unique)
            found = collections.Counter(judged("rate", unique, "level") if unique else [])
            shown = ", ".join(f"{found[level]} {level}" for level in LEVELS if found[level])
            levels.append(f"{wish['asked']}: {shown or 'none'}")
            times.append(number(wish["ms"]))
        print("|", " | ".join([package, ", ".join(asked), f"{proper} of {len(everything)}", str(different(everything)),
                               "; ".join(levels), ", ".join(times)]), "|")  # fmt: skip


if __name__ == "__main__":
    main()
