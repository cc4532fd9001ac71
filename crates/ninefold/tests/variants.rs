//! Puzzles with rules beyond those of a Sudoku, as programs use them: limits, and puzzles with mistakes.

use ninefold::notation::{self, Format, VariantRecord};
use ninefold::render::variant as render;
use ninefold::variant::{Constraint, Kind, Solver, VariantPuzzle};
use std::sync::atomic::AtomicBool;

/// A search in which solutions follow one another without a wrong decision ends at its limits too.
#[test]
fn counting_ends_at_a_limit() {
    let (empty, flag) = (VariantPuzzle::new(4, 4, 1..=9), AtomicBool::new(true));
    assert!(Solver::new().cancel(&flag).count(&empty, u64::MAX).unwrap().is_err());
    let stopped = Solver::new().nodes(10).count(&empty, u64::MAX).unwrap().unwrap_err();
    assert!(stopped.found <= 11, "{}", stopped.found);
    assert!(Solver::new().cancel(&flag).count_all(&empty).unwrap().is_err());
    assert!(Solver::new().nodes(10).solutions(&empty).unwrap().count() <= 11);
    // Counting solutions together takes few steps, however many there are.
    let sudoku = VariantPuzzle::sudoku(2, 3);
    let together = Solver::new().nodes(1_000_000).count_all(&sudoku).unwrap();
    assert_eq!(together.map(|number| number.to_string()).ok().as_deref(), Some("28200960"));
    assert!(Solver::new().nodes(5).count_all(&sudoku).unwrap().unwrap_err().found < 10u64.into());
}

#[test]
fn a_puzzle_with_mistakes_is_described_and_drawn() {
    let empty = || VariantPuzzle::sudoku(2, 2);
    let with = |change: &dyn Fn(&mut VariantPuzzle)| {
        let mut puzzle = empty();
        change(&mut puzzle);
        puzzle
    };
    let mut puzzles = vec![
        with(&|puzzle| puzzle.give(0, 0)),
        with(&|puzzle| puzzle.give(0, i64::MAX)),
        with(&|puzzle| puzzle.mark(3, Some(vec![-5, 99]))),
        with(&|puzzle| puzzle.regions.push(vec![0, 99])),
        with(&|puzzle| puzzle.regions.push(vec![usize::MAX, u32::MAX as usize])),
        with(&|puzzle| puzzle.constraints.push(Constraint::new(Kind::Thermo).cells([0, usize::MAX]))),
    ];
    for kind in Kind::ALL {
        puzzles.push(with(&|puzzle| puzzle.constraints.push(Constraint::new(*kind))));
        puzzles.push(with(&|puzzle| puzzle.constraints.push(Constraint::new(*kind).cells([0]))));
        puzzles.push(with(&|puzzle| puzzle.constraints.push(Constraint::new(*kind).cells(0..16))));
    }
    for (number, puzzle) in puzzles.iter().enumerate() {
        let mistakes = puzzle.check();
        assert!(number >= 6 || !mistakes.is_empty(), "{number}");
        assert!(Solver::new().verdict(puzzle).is_err() || mistakes.is_empty(), "{number}");
        assert!(!render::svg(puzzle, "").is_empty() && !render::text(puzzle).is_empty());
        for format in Format::ALL {
            let written = notation::write_variant(&VariantRecord::new(puzzle.clone()), *format);
            assert!(mistakes.is_empty() || written.is_ok() == (*format == Format::Json), "{number} {format}");
        }
    }
    // No number is too large to be judged.
    for puzzle in puzzles.iter().filter(|puzzle| puzzle.check().is_empty()) {
        for digit in [i64::MAX, i64::MIN] {
            assert!(!puzzle.broken(&[digit; 16]).is_empty() && !puzzle.is_solved_by(&[digit; 16]));
        }
    }
}

#[test]
fn givens_and_marks_are_changed_and_taken_back() {
    let mut puzzle = VariantPuzzle::sudoku(2, 2);
    puzzle.give(0, 1);
    puzzle.mark(1, Some(vec![2, 3]));
    assert_eq!((puzzle.givens()[0], puzzle.marks()[1].as_deref()), (Some(1), Some(&[2, 3][..])));
    puzzle.clear(0);
    puzzle.mark(1, None);
    assert_eq!(puzzle, VariantPuzzle::sudoku(2, 2));
}

/// A search may be moved to another thread, as for a classic puzzle.
#[test]
fn searches_are_handed_to_threads() {
    let puzzle = VariantPuzzle::sudoku(2, 2);
    let solutions = Solver::new().solutions(&puzzle).unwrap();
    assert_eq!(std::thread::spawn(move || solutions.count()).join().unwrap(), 288);
    let trace = ninefold::variant::trace::Trace::new(&puzzle).unwrap();
    assert!(std::thread::spawn(move || trace.count()).join().unwrap() > 1);
}
