"""Sudoku for programs that learn by playing."""

import random
from itertools import islice

import pytest

import ninefold
from ninefold import Puzzle
from ninefold.env import Sudoku, Tasks, puzzles, question, register_reasoning_gym, verify
from ninefold.sets import class_of

HARD = ".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5...."


def test_moves_are_judged_by_the_rules_and_the_solution():
    dice = random.Random(3)
    board = Sudoku(HARD)
    solution = board.solution
    for _ in range(60):
        row, column, digit = dice.randrange(9), dice.randrange(9), dice.randint(1, 9)
        move = board.judge((row, column), digit)
        # The oracle: a check of the board after the move.
        blank = board.board[row, column] is None
        after = board.board.place(f"r{row + 1}c{column + 1}", digit) if blank else board.board
        breaks = Puzzle(str(after)).check().verdict == "invalid"
        assert move.is_legal == (blank and not breaks)
        assert move.is_correct == (move.is_legal and solution[row, column] == digit)
        # The singles that the explainer finds.
        singles = {step.placements[0] for step in board.board.explain() if step.before == board.board}
        assert not (singles & {(move.cell, digit)}) or move.is_forced
        if move.is_correct:
            board.play((row, column), digit)
    assert set(board.forced_moves()) <= set(board.legal_moves())
    assert all(board.judge(*move).is_correct for move in board.forced_moves())
    assert (board.moves, board.is_lost, board.is_solved) == (len(board._boards) - 1, False, False)


def test_a_game_to_its_end():
    board = Sudoku("1.3434.221434321")
    assert [board.play(*move).is_forced for move in [("r1c2", 2), ("r2c3", 1)]] == [True, True]
    assert board.is_solved and not board.is_lost and board.moves == 2
    board.undo()
    assert not board.is_solved and board.board["r2c3"] is None
    hard = Sudoku(HARD)
    cell, digit = next((cell, digit) for cell, digit in hard.legal_moves() if hard.solution[cell] != digit)
    assert hard.play(cell, digit).is_correct is False and hard.is_lost
    before = hard.board
    assert not hard.play(cell, digit).is_legal and hard.board == before
    hard.undo()
    with pytest.raises(ValueError, match="no move"):
        hard.undo()
    for cell, digit, error in [("r1c1", 10, ValueError), ("r10c1", 1, IndexError), ((9, 0), 1, IndexError), ("x", 1, IndexError)]:
        with pytest.raises(error):
            hard.play(cell, digit)
    with pytest.raises(ninefold.SeveralSolutions):
        Sudoku(81 * ".")
    with pytest.raises(ninefold.NoSolution):
        Sudoku("12345678.........9" + 63 * ".")


def test_answers_are_verified_in_any_dress():
    solution = Puzzle(HARD).solve()
    rows = [" ".join(map(str, row)) for row in solution.rows]
    wrong = solution.rows
    wrong[0][0], wrong[0][1] = wrong[0][1], wrong[0][0]
    for text in [str(solution), "\n".join(rows), f"{solution:box}", "Rows:\n" + "\n".join(rows) + "\nDone in 58 steps.",
                 HARD.replace(".", "0") + "\n\n" + "\n".join(rows), "| " + " |\n| ".join(rows) + " |"]:  # fmt: skip
        judged = verify(HARD, text)
        assert (judged.is_solution, judged.reward, judged.reason) == (True, 1.0, None), text
    for text, reason in [
        ("", "no board"), (None, "no board"), ("7", "no board"), (HARD, "no board"), ("\n".join(rows[:8]), "no board"),
        ("1" * 81, "is given there"), ("\n".join(" ".join(map(str, row)) for row in wrong), "appears twice"),
    ]:  # fmt: skip
        judged = verify(HARD, text)
        assert (judged.reward, reason in judged.reason) == (0.0, True), text
    assert 0.9 < verify(HARD, "\n".join(" ".join(map(str, row)) for row in wrong)).correct < 1
    # If there are several solutions, each of them is accepted.
    assert all(verify(16 * ".", str(grid)).reward == 1 for grid in Puzzle(16 * ".").solutions())
    sixteen = Puzzle(256 * ".").solve()
    assert verify(Puzzle(256 * "."), "\n".join(" ".join(map(str, row)) for row in sixteen.rows)).reward == 1


def test_parts_share_no_class():
    made = {part: list(islice(puzzles(part, seed=2), 25)) for part in ("train", "validation", "test")}
    classes = {part: {class_of(puzzle) for puzzle in of} for part, of in made.items()}
    assert all(len(of) == 25 for of in classes.values())
    assert len(set.union(*classes.values())) == 75
    assert made["test"] == list(islice(puzzles("test", seed=2), 25))
    levels = {puzzle.rate().level for puzzle in islice(puzzles("train", level="easy"), 5)}
    assert levels == {"easy"}
    # Small boards run out of classes.
    assert len({class_of(puzzle) for puzzle in puzzles(seed=1, shape=4)}) < 100
    with pytest.raises(ValueError, match="the parts are train, validation, test"):
        next(puzzles("exam"))


def test_tasks_are_scored():
    tasks = Tasks(6, level="medium", part="test", seed=5)
    assert tasks[4] == Tasks(6, level="medium", part="test", seed=5)[4]
    for number, task in enumerate(tasks):
        assert task["metadata"]["source_index"] == number
        assert task["metadata"]["difficulty"]["level"] == "medium"
        assert tasks.score_answer(task["answer"], task) == 1
        assert tasks.score_answer(task["question"], task) == 0
        assert question(Puzzle(task["metadata"]["puzzle"])) == task["question"]
    with pytest.raises(IndexError):
        tasks[6]


def test_gymnasium():
    gymnasium = pytest.importorskip("gymnasium")
    import ninefold.gymnasium
    from gymnasium.utils.env_checker import check_env

    assert ninefold.gymnasium.SudokuEnv
    env = gymnasium.make("ninefold/Sudoku-v0", level="easy", part="train")
    check_env(env.unwrapped, skip_render_check=True)
    board, info = env.reset(seed=1)
    assert (env.reset(seed=1)[0] == board).all()
    assert not (env.reset()[0] == board).all()
    earned, ends = 0.0, False
    _, info = env.reset(options={"puzzle": HARD})
    solution = Puzzle(HARD).solve().digits
    for cell, digit in enumerate(Puzzle(HARD).digits):
        if digit == 0:
            action = 9 * cell + solution[cell] - 1
            assert info["action_mask"][action]
            _, reward, ends, late, info = env.step(action)
            earned += reward
    assert (round(earned, 9), ends, late, info["is_solved"]) == (1, True, False, True)
    _, info = env.reset(options={"puzzle": HARD})
    cell = Puzzle(HARD).digits.index(0)
    wrong = next(action for action in range(9 * cell, 9 * cell + 9) if info["action_mask"][action] and action % 9 + 1 != solution[cell])
    _, reward, ends, _, _ = env.step(wrong)
    assert reward < 0 and ends


def test_reasoning_gym():
    reasoning_gym = pytest.importorskip("reasoning_gym")
    register_reasoning_gym()
    register_reasoning_gym()
    data = reasoning_gym.create_dataset("ninefold", size=3, seed=8, level="easy", part="test")
    assert [data.score_answer(entry["answer"], entry) for entry in data] == [1, 1, 1]
    assert data.score_answer(None, data[0]) == 0
    with pytest.raises(ValueError, match="the levels are"):
        reasoning_gym.create_dataset("ninefold", size=3, level="expert")[0]
