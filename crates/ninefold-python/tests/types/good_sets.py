import ninefold
from ninefold.env import Sudoku

parts = ninefold.split(["1...............", "12.............."], parts={"train": 9, "test": 1})
table: ninefold.Table = ninefold.dataset(10, seed=1, shape=4)
board = Sudoku(table["puzzle"].to_list()[0])
move = board.play("r1c1", 1)
print(sorted(parts), move.is_legal, ninefold.shuffle_many(["1..............."], seed=2))
