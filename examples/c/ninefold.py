"""Solves a puzzle with nothing but ctypes, by bytes and by the protocol: python ninefold.py LIBRARY
(For Python there is a package, which does much more.)"""

import ctypes
import json
import sys

library = ctypes.CDLL(sys.argv[1])
library.ninefold_version.restype = ctypes.c_char_p
library.ninefold_call.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_void_p)]
library.ninefold_free.argtypes = [ctypes.c_void_p]
library.ninefold_solve9.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_char_p]


def call(**request):
    text, answer = json.dumps(request).encode(), ctypes.c_void_p()
    if library.ninefold_call(text, len(text), ctypes.byref(answer)) != 0:
        raise RuntimeError("ninefold is broken")
    try:
        return json.loads(ctypes.string_at(answer.value))
    finally:
        library.ninefold_free(answer)


puzzle = b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
solutions, counts = ctypes.create_string_buffer(2 * 81), ctypes.create_string_buffer(2)
assert library.ninefold_solve9(puzzle * 2, 2, solutions, counts) == 0
print(solutions.raw[:81].decode(), list(counts.raw))
print(call(method="rate", board=puzzle.decode())["ok"]["level"])
