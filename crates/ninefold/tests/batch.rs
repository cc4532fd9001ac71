//! Many puzzles at once: the same answers as one by one, with every instruction set.

use ninefold::solve::{Answers, Batch, Engine, Isa, Solver};
use ninefold::{Digit, Puzzle, Shape};
use proptest::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const UNIQUE: &str = "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....";
/// The solution of `UNIQUE`.
const SOLVED: &str = "249571638861432975573986142725698413698143257314725869937814526152369784486257391";
/// No solution, but a long search for plain backtracking.
const NONE: &str = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
/// No solution, which rounds of rules find or do not find depending on the order of the rules.
const ORDERED: &str = "..........8.7..159......483..4.3.2...3.261.94.6.59..37....72..57.2.....86...483..";

fn isas() -> impl Iterator<Item = Isa> {
    Isa::ALL.iter().copied().filter(|isa| isa.is_available())
}

fn digits(text: &str) -> [u8; 81] {
    std::array::from_fn(|cell| (text.as_bytes()[cell] as char).to_digit(10).unwrap_or(0) as u8)
}

fn puzzle(digits: &[u8; 81]) -> Puzzle {
    let givens: Vec<Option<Digit>> = digits.iter().map(|digit| Digit::new(u16::from(*digit))).collect();
    Puzzle::from_givens(Shape::NINE, &givens).unwrap()
}

fn candidates(digits: &[u8; 81]) -> [u16; 81] {
    digits.map(|digit| if digit == 0 { 0x1ff } else { 1 << (digit - 1) })
}

/// The first solutions in the order of the search, found one by one.
fn in_order(digits: &[u8; 81], limit: usize) -> Vec<[u8; 81]> {
    let solutions = Solver::new().engine(Engine::Nine).solutions(&puzzle(digits));
    let cells = |grid: ninefold::Grid| std::array::from_fn(|cell| grid.digits()[cell].number() as u8);
    solutions.take(limit).map(cells).collect()
}

fn check(isa: Isa, puzzles: &[[u8; 81]], limit: u64, keep: usize) {
    let mut batch = Batch::with_isa(isa);
    let mut answers = Answers::default();
    batch.solve(puzzles, limit, keep, &mut answers).unwrap();
    assert_eq!(answers.len(), puzzles.len());
    for (i, digits) in puzzles.iter().enumerate() {
        let expected = in_order(digits, limit as usize);
        assert_eq!(answers.count(i), expected.len() as u64, "{isa}, {i}: {digits:?}");
        assert_eq!(answers.solutions(i), &expected[..expected.len().min(keep)], "{isa}, {i}: {digits:?}");
        assert!(!answers.stopped(i));
    }
    // The same batch again, with candidates instead of digits: what the lanes still hold does not matter.
    let mut again = Answers::default();
    let cells: Vec<[u16; 81]> = puzzles.iter().map(candidates).collect();
    batch.solve_candidates(&cells, limit, keep, &mut again);
    assert_eq!(again, answers, "{isa}");
}

/// More puzzles than can bypass the sieve before it is tried again.
const EASY: usize = 4500;

/// Solves puzzles that need no guess, so many that the next long list begins with the sieve (if the instruction set has one).
fn wake_the_sieve(batch: &mut Batch<'_>) {
    let mut easy = digits(SOLVED);
    (0..81).step_by(10).for_each(|cell| easy[cell] = 0);
    let mut answers = Answers::default();
    batch.solve(&[easy; EASY], 2, 0, &mut answers).unwrap();
    assert!((0..EASY).all(|puzzle| answers.count(puzzle) == 1));
}

/// A long list that repeats the same few puzzles gets the answers that they get alone or in a short one.
fn check_long(isa: Isa, puzzles: &[[u8; 81]], limit: u64, keep: usize, nodes: u64) {
    let mut batch = Batch::with_isa(isa).nodes(nodes);
    let (mut few, mut many) = (Answers::default(), Answers::default());
    batch.solve(puzzles, limit, keep, &mut few).unwrap();
    // With a budget the sieve is not used, and WebAssembly has no sieve.
    let can_be_sieved = nodes == u64::MAX && !cfg!(target_family = "wasm");
    let ways: &[bool] = if can_be_sieved { &[true, false] } else { &[false] };
    // Around the numbers of boards that are sieved together, and of those that bypass the sieve first.
    for size in [127, 128, 129, 255, 256, 257, 511, 513, 600, 1500] {
        let list: Vec<[u8; 81]> = puzzles.iter().copied().cycle().take(size).collect();
        for sieved in ways {
            if *sieved {
                wake_the_sieve(&mut batch);
            }
            batch.solve(&list, limit, keep, &mut many).unwrap();
            assert_eq!(many.len(), size);
            for (i, puzzle) in list.iter().enumerate() {
                let alike = i % puzzles.len();
                assert_eq!(many.count(i), few.count(alike), "{isa}, {size}, {i}: {puzzle:?}");
                assert_eq!(many.solutions(i), few.solutions(alike), "{isa}, {size}, {i}: {puzzle:?}");
                assert_eq!(many.stopped(i), few.stopped(alike), "{isa}, {size}, {i}: {puzzle:?}");
            }
        }
    }
}

#[test]
fn the_corpus_has_the_same_answers_on_every_instruction_set() {
    let corpus: Vec<[u8; 81]> = include_str!("../testdata/nine.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && line.len() >= 81)
        .map(digits)
        .collect();
    assert!(corpus.len() > 50);
    for isa in isas() {
        for (limit, keep) in [(1, 1), (2, 0), (2, 2), (1000, 3)] {
            check(isa, &corpus, limit, keep);
            check_long(isa, &corpus, limit, keep, u64::MAX);
        }
    }
}

/// A batch gives the same answers as its parts, whatever its size.
#[test]
fn batches_of_all_sizes() {
    let (empty, twice) = (".".repeat(81), format!("11{}", ".".repeat(79)));
    let lines: [&str; 6] = [UNIQUE, HARD, &empty, NONE, &twice, UNIQUE];
    for isa in isas() {
        for size in (0..=40).chain([47, 48, 49, 64, 1000]) {
            let puzzles: Vec<[u8; 81]> = (0..size).map(|i| digits(lines[i % lines.len()])).collect();
            check(isa, &puzzles, 2, 2);
        }
        check_long(isa, &lines.map(digits), 2, 2, u64::MAX);
    }
}

/// Lanes that help others find the same solutions, in the same order.
#[test]
fn lanes_that_share_a_puzzle_keep_the_order() {
    // Most of a hard puzzle's clues, which leave many solutions that differ greatly.
    let loose: Vec<[u8; 81]> = [(0, 7), (2, 9), (8, 9), (12, 20), (30, 50)]
        .into_iter()
        .map(|(from, to)| {
            let mut digits = digits(HARD);
            let givens: Vec<usize> = (0..81).filter(|cell| digits[*cell] != 0).collect();
            givens.iter().skip(from).take(to - from).for_each(|cell| digits[*cell] = 0);
            digits
        })
        .collect();
    for isa in isas() {
        for puzzle in &loose {
            for (limit, keep) in [(1, 1), (2, 1), (7, 7), (100, 100), (1000, 20), (5000, 0)] {
                check(isa, &[*puzzle], limit, keep);
                check(isa, &[*puzzle, digits(UNIQUE), *puzzle, digits(UNIQUE), *puzzle], limit, keep);
            }
        }
    }
}

#[test]
fn numbers_that_are_no_digits_are_refused() {
    let mut puzzles = vec![digits(UNIQUE); 20];
    puzzles[17][80] = 10;
    let mut answers = Answers::default();
    let error = Batch::new().solve(&puzzles, 1, 1, &mut answers).unwrap_err();
    assert_eq!(error.to_string(), "puzzle 17 has 10 in r9c9, expected a digit from 1 to 9 or 0");
    assert_eq!((error.puzzle, error.cell.index(), error.number), (17, 80, 10));
}

#[test]
fn limits_of_zero_and_more_than_can_be_kept() {
    let mut answers = Answers::default();
    Batch::new().solve(&[digits(UNIQUE); 5], 0, 7, &mut answers).unwrap();
    assert_eq!((answers.count(4), answers.solutions(4).len()), (0, 0));
    Batch::new().solve(&[digits(UNIQUE); 5], u64::MAX, 7, &mut answers).unwrap();
    assert_eq!((answers.count(4), answers.solutions(4).len()), (1, 1));
    Batch::new().solve(&[], 1, 1, &mut answers).unwrap();
    assert!(answers.is_empty());
}

/// Each puzzle has a budget of its own, the same however many are solved together.
fn check_budget(isa: Isa, puzzles: &[[u8; 81]], nodes: u64) {
    let mut answers = Answers::default();
    let mut batch = Batch::with_isa(isa).nodes(nodes);
    batch.solve(puzzles, 1000, 1000, &mut answers).unwrap();
    for (i, digits) in puzzles.iter().enumerate() {
        let solver = Solver::new().engine(Engine::Nine).nodes(nodes);
        let mut solutions = solver.solutions(&puzzle(digits));
        let expected = solutions.by_ref().take(1000).count() as u64;
        assert_eq!(answers.count(i), expected, "{isa}, {nodes} nodes, {digits:?}");
        assert_eq!(answers.stopped(i), solutions.stopped().is_some(), "{isa}, {nodes} nodes, {digits:?}");
        let mut alone = Answers::default();
        batch.solve(&[*digits], 1000, 1000, &mut alone).unwrap();
        assert_eq!(alone.solutions(0), answers.solutions(i));
        assert_eq!(alone.stopped(0), answers.stopped(i));
    }
    check_long(isa, puzzles, 20, 2, nodes);
}

#[test]
fn a_budget_of_nodes_for_each_puzzle() {
    let puzzles = [digits(HARD), digits(UNIQUE), [0; 81], digits(NONE), digits(ORDERED), digits(HARD)];
    for isa in isas() {
        for nodes in [0, 1, 3, 10, 30, 100] {
            check_budget(isa, &puzzles, nodes);
        }
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_flag_ends_the_batch() {
    let flag = AtomicBool::new(true);
    for isa in isas() {
        let mut batch = Batch::with_isa(isa).cancel(&flag);
        let mut answers = Answers::default();
        for size in [1, 100, 1000] {
            for sieved in [true, false] {
                if sieved {
                    flag.store(false, Ordering::Relaxed);
                    wake_the_sieve(&mut batch);
                    flag.store(true, Ordering::Relaxed);
                }
                batch.solve(&vec![[0; 81]; size], u64::MAX, 0, &mut answers).unwrap();
                assert!((0..size).all(|puzzle| answers.stopped(puzzle)));
            }
        }
    }
    // Cancelled during the run.
    let flag = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let mut answers = Answers::default();
            Batch::new().cancel(&flag).solve(&[[0; 81]], u64::MAX, 0, &mut answers).unwrap();
            answers.stopped(0)
        });
        flag.store(true, Ordering::Relaxed);
        assert!(search.join().unwrap());
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Puzzles of all kinds, mixed: with one clue changed, removed or added, they have no solution, one or many, or are
    /// contradictory.
    #[test]
    fn random_batches(
        changes in prop::collection::vec(prop::collection::vec((0usize..81, 0u8..10), 0..6), 1..40),
        limit in 1u64..6,
        keep in 0usize..4,
    ) {
        let puzzles: Vec<[u8; 81]> = changes
            .iter()
            .enumerate()
            .map(|(i, changes)| {
                let mut digits = digits(if i % 2 == 0 { UNIQUE } else { HARD });
                changes.iter().for_each(|(cell, digit)| digits[*cell] = *digit);
                digits
            })
            .collect();
        isas().for_each(|isa| check(isa, &puzzles, limit, keep));
        isas().for_each(|isa| check_long(isa, &puzzles, limit, keep, u64::MAX));
    }

    /// If there is no solution, what rounds of rules find may depend on their order: it is the same everywhere.
    #[test]
    fn random_budgets(
        boards in prop::collection::vec((prop::bits::u128::between(0, 81), 0usize..81, 1u8..10, 1usize..5), 1..8),
        nodes in 0u64..4,
    ) {
        let puzzles: Vec<[u8; 81]> = boards
            .into_iter()
            .map(|(given, wrong, digit, shift)| {
                let right = |cell: usize| ((3 * (cell / 9) + cell / 27 + cell % 9) * shift % 9 + 1) as u8;
                let mut board = std::array::from_fn(|cell| if given >> cell & 1 == 1 { right(cell) } else { 0 });
                board[wrong] = digit;
                board
            })
            .collect();
        isas().for_each(|isa| check_budget(isa, &puzzles, nodes));
    }

    /// Sukaku: boards on which candidates are removed.
    #[test]
    fn candidates_agree_with_the_general_engine(
        removed in prop::collection::vec(prop::collection::vec((0usize..81, 0usize..9), 0..250), 1..20),
    ) {
        let base = digits(UNIQUE);
        let mut cells: Vec<[u16; 81]> = Vec::new();
        let mut expected = Vec::new();
        for removed in removed {
            let mut puzzle = puzzle(&base);
            // Half of the clues are removed.
            (0..81).step_by(2).for_each(|cell| puzzle.clear(ninefold::Cell::new(cell)));
            let mut candidates = [0x1ff; 81];
            for (cell, digit) in puzzle.filled() {
                candidates[cell.index()] = 1 << digit.index();
            }
            for (cell, digit) in removed {
                puzzle.remove_candidate(ninefold::Cell::new(cell), Digit::from_index(digit));
                candidates[cell] &= !(1 << digit);
            }
            cells.push(candidates);
            expected.push(Solver::new().engine(Engine::General).count(&puzzle, 20).unwrap());
        }
        for isa in isas() {
            let mut answers = Answers::default();
            Batch::with_isa(isa).solve_candidates(&cells, 20, 0, &mut answers);
            let counts: Vec<u64> = (0..cells.len()).map(|i| answers.count(i)).collect();
            prop_assert_eq!(&counts, &expected);
        }
    }
}
