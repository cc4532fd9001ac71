import numpy

import ninefold

rows: list[str] = ninefold.solve_many(numpy.zeros((1, 81), numpy.uint8))  # error: "list[str]"
