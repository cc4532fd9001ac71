from typing import Any

import numpy
import numpy.typing

import ninefold

boards = numpy.zeros((2, 9, 9), numpy.int64)
solved: dict[str, numpy.typing.NDArray[Any]] = ninefold.solve_many(boards, threads=1)
print(solved["solution"].shape, numpy.asarray(ninefold.Puzzle(boards[0])).sum())
