//! The questions that a solver answers, and the ways to stop it.

use ninefold::solve::{self, Engine, Solver, Stopped, Verdict};
use ninefold::{Digit, Grid, Puzzle, Shape};
use std::sync::atomic::{AtomicBool, Ordering};

/// A solution with every 2 and 5 removed: four solutions.
const FOUR: &str = "1846..739.7.839461369741..87.896314.9.341.687641.87.93417.983.6.9.3768148361.497.";
/// One solution, and proving it takes many guesses.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// No solution, which is visible without a guess.
const NONE: &str = "11...............................................................................";

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn engines() -> impl Iterator<Item = Solver<'static>> {
    Engine::ALL.iter().map(|engine| Solver::new().engine(*engine))
}

#[test]
fn every_question_has_the_same_answer() {
    let four = puzzle(FOUR);
    let empty = Puzzle::empty(Shape::NINE);
    for solver in engines() {
        let all: Vec<Grid> = solver.solutions(&four).collect();
        assert_eq!(all.len(), 4);
        assert_eq!(solver.count(&four, 100), Ok(all.len() as u64));
        assert_eq!(solver.first(&four), Ok(all.first().cloned()));
        assert_eq!(solver.count(&four, 0), Ok(0));
        assert_eq!(solver.verdict(&puzzle(NONE)), Ok(Verdict::None));
        assert_eq!(solver.first(&puzzle(NONE)), Ok(None));
        let Ok(Verdict::Multiple(one, other)) = solver.verdict(&empty) else { panic!("an empty board") };
        assert_ne!(one, other);
        // The same call gives the same solutions in the same order.
        assert!(solver.solutions(&empty).take(50).eq(solver.solutions(&empty).take(50)));
        assert_eq!(solver.solutions(&empty).next(), Some(one));
    }
}

#[test]
fn a_budget_ends_the_search_and_says_so() {
    let empty = Puzzle::empty(Shape::NINE);
    for solver in engines() {
        assert_eq!(solver.nodes(0).first(&empty), Err(Stopped::OutOfNodes { found: 0 }));
        let mut solutions = solver.nodes(200).solutions(&empty);
        let found = solutions.by_ref().count() as u64;
        assert_eq!(solutions.stopped(), Some(Stopped::OutOfNodes { found }));
        assert!(found > 0);
        // The search stays stopped.
        assert_eq!(solutions.next(), None);
        assert_eq!(solver.nodes(200).count(&empty, u64::MAX), Err(Stopped::OutOfNodes { found }));
        // An answer that is decided before the budget ends is given.
        assert_eq!(solver.nodes(200).count(&empty, found), Ok(found));
        assert!(matches!(solver.nodes(200).verdict(&empty), Ok(Verdict::Multiple(..))));
        assert_eq!(solver.nodes(0).first(&puzzle(NONE)), Ok(None));
    }
    let words = |found: u64| Stopped::OutOfNodes { found }.to_string();
    assert_eq!(words(3), "node budget exhausted after 3 solutions");
    assert_eq!(words(1), "node budget exhausted after 1 solution");
}

/// If the verdict is not reached, a solution found so far is kept.
#[test]
fn a_solution_found_is_not_thrown_away() {
    for solver in engines() {
        // Some budget is enough for the solution but not for the proof that there is no other.
        let hard = puzzle(HARD);
        let undecided: Vec<_> = (0..).map_while(|nodes| solver.nodes(nodes).verdict(&hard).err()).collect();
        assert!(undecided.iter().any(|undecided| undecided.solution.is_some()));
        for undecided in undecided {
            assert_eq!(undecided.stopped.found(), u64::from(undecided.solution.is_some()));
            assert!(undecided.solution.is_none_or(|grid| grid.solves(&hard)));
        }
    }
}

#[test]
fn a_flag_cancels_the_search() {
    let empty = Puzzle::empty(Shape::NINE);
    for &engine in Engine::ALL {
        let flag = AtomicBool::new(false);
        let solver = Solver::new().engine(engine).cancel(&flag);
        let mut solutions = solver.solutions(&empty);
        assert_eq!(solutions.by_ref().take(10).count(), 10);
        flag.store(true, Ordering::Relaxed);
        // Only solutions that need no further guess may still be reported.
        let rest = solutions.by_ref().count() as u64;
        assert!(rest < 100);
        assert_eq!(solutions.stopped(), Some(Stopped::Cancelled { found: 10 + rest }));
        let undecided = solver.verdict(&empty).unwrap_err();
        assert_eq!((undecided.stopped, undecided.solution), (Stopped::Cancelled { found: 0 }, None));
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_cancelled_search_ends_while_another_thread_waits() {
    // Counting the solutions of the empty board one by one would take longer than anyone can wait.
    let flag = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let count = scope.spawn(|| Solver::new().cancel(&flag).count(&Puzzle::empty(Shape::NINE), u64::MAX));
        flag.store(true, Ordering::Relaxed);
        assert!(matches!(count.join().unwrap(), Err(Stopped::Cancelled { .. })));
    });
}

/// A large board whose first node is far away: the flag is checked before that, even while the search is built.
#[test]
fn building_and_propagation_are_cancelled_too() {
    let flag = AtomicBool::new(true);
    // Singles solve it, without a single node.
    let solved = nearly_full(Shape::new(5, 5).unwrap());
    assert_eq!(Solver::new().nodes(0).count(&solved, 2), Ok(1));
    assert_eq!(Solver::new().cancel(&flag).count(&solved, 2), Err(Stopped::Cancelled { found: 0 }));
    let mut solutions = Solver::new().cancel(&flag).solutions(&Puzzle::empty(Shape::new(20, 20).unwrap()));
    assert_eq!((solutions.next(), solutions.stopped()), (None, Some(Stopped::Cancelled { found: 0 })));
}

#[test]
fn an_engine_that_does_not_fit_gives_way() {
    let six = Puzzle::empty(Shape::new(2, 3).unwrap());
    assert!(!Engine::Nine.accepts(six.shape()));
    assert!(Solver::new().engine(Engine::Nine).first(&six).unwrap().is_some());
    assert_eq!(Engine::best_for(Shape::NINE), Engine::Nine);
    // Nine columns, but boxes that are not 3x3.
    let rows = Shape::new(1, 9).unwrap();
    assert_eq!(Engine::best_for(rows), Engine::Portfolio);
    assert!(solve::first(&Puzzle::empty(rows)).is_some());
}

#[test]
fn the_smallest_boards() {
    let one = Puzzle::empty(Shape::new(1, 1).unwrap());
    assert_eq!(solve::all(&one).count(), 1);
    for (rows, columns, squares) in [(1, 2, 2), (2, 1, 2), (1, 3, 12), (2, 2, 288), (1, 4, 576)] {
        let shape = Shape::new(rows, columns).unwrap();
        assert_eq!(solve::count(&Puzzle::empty(shape), 10_000), squares, "{shape}");
    }
}

/// A 100x100 board with few blanks, and a 400x400 board with one given: the first is solved by singles, the second can be
/// begun.
#[test]
fn large_boards() {
    let large = nearly_full(Shape::new(10, 10).unwrap());
    let Verdict::Unique(grid) = solve::verdict(&large) else { panic!("singles solve it") };
    assert!(grid.solves(&large));
    let mut huge = Puzzle::empty(Shape::new(20, 20).unwrap());
    huge.give(huge.shape().cell(399, 399), Digit::from_index(399));
    assert_eq!(Solver::new().nodes(2).first(&huge), Err(Stopped::OutOfNodes { found: 0 }));
}

/// A regular grid, with every third cell blank.
fn nearly_full(shape: Shape) -> Puzzle {
    let (rows, columns) = (shape.box_rows(), shape.box_columns());
    let digit = |row: usize, column: usize| (row % rows * columns + row / rows + column) % shape.side();
    let mut puzzle = Puzzle::empty(shape);
    for cell in shape.cells().filter(|cell| !cell.index().is_multiple_of(3)) {
        puzzle.give(cell, Digit::from_index(digit(shape.row(cell), shape.column(cell))));
    }
    puzzle
}

/// Several puzzles are counted as if one by one, each with a budget of its own, whatever their shapes.
#[test]
fn several_puzzles_are_counted_like_each() {
    let nines = [puzzle(FOUR), Puzzle::empty(Shape::NINE), puzzle(NONE), puzzle(FOUR), puzzle(FOUR)];
    let mixed = [puzzle(FOUR), puzzle("1.34............"), Puzzle::empty(Shape::new(2, 3).unwrap())];
    for solver in [Solver::new(), Solver::new().nodes(0), Solver::new().nodes(2), Solver::new().engine(Engine::General)]
    {
        for puzzles in [&nines[..], &nines[..1], &mixed, &[]] {
            for limit in [0, 1, 3, 50] {
                let each: Vec<_> = puzzles.iter().map(|puzzle| solver.count(puzzle, limit)).collect();
                assert_eq!(solver.count_each(puzzles, limit), each);
            }
        }
    }
    let flag = AtomicBool::new(true);
    assert_eq!(Solver::new().cancel(&flag).count_each(&nines[1..2], 5), [Err(Stopped::Cancelled { found: 0 })]);
}
