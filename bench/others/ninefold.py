"""The same of this tool."""

import json
import os
import resource
import subprocess
import sys

TOOL, COUNT = os.environ["NINEFOLD_TOOL"], sys.argv[1]


def spent():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


for level in ("easy", "medium", "hard", "unfair", "extreme"):
    before = spent()
    made = subprocess.run([TOOL, "generate", "-n", COUNT, "--level", level, "--seed", "1"], check=True, capture_output=True, text=True)
    ms = 1000 * (spent() - before) / int(COUNT)
    print(json.dumps({"package": "**ninefold**", "asked": level, "puzzles": made.stdout.split(), "ms": ms}))
