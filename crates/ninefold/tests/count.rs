//! Exact numbers of solutions: known ones, and the laws that every count must obey.

use ninefold::solve::{self, Engine, Natural, Solver, StoppedCount};
use ninefold::{Cell, Digit, Puzzle, Shape};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

const GRID: &str = "249571638861432975573986142725698413698143257314725869937814526152369784486257391";

fn counted(puzzle: &Puzzle) -> String {
    solve::count_all(puzzle).to_string()
}

/// Sequence A107739 of the OEIS for the square boards; Pettersen's and others' numbers for the rest.
#[test]
fn empty_boards() {
    let empty = |rows, columns| counted(&Puzzle::empty(Shape::new(rows, columns).unwrap()));
    assert_eq!(empty(2, 2), "288");
    assert_eq!(empty(2, 3), "28200960");
    assert_eq!(empty(3, 2), "28200960");
    assert_eq!(empty(2, 4), "29136487207403520");
    assert_eq!(empty(4, 2), "29136487207403520");
    assert_eq!(empty(3, 3), "6670903752021072936960");
}

#[test]
fn puzzles_with_known_numbers() {
    for (text, number) in [
        (format!("{:.<81}", "123456789456789123789123456"), "7802998272"),
        ("..9...6..6..1....8.4........1..2..675.........9.64.58...7.1......4..2....5..3....".to_owned(), "47470"),
        (".7.8...9...8.......2.6.3...........98......7.1......8...53.......3.6.....8.5.....".to_owned(), "19872188"),
        (GRID.to_owned(), "1"),
        // Every grid occurs once for each digit in the first cell, and so on.
        (format!("{:.<81}", "1"), "741211528002341437440"),
        (format!("{:.<81}", "12"), "92651441000292679680"),
        (format!("{:.<81}", "123456789"), "18383222420692992"),
    ] {
        assert_eq!(counted(&text.parse().unwrap()), number, "{text}");
    }
}

/// The numbers of proper 4x4 puzzles with 4 to 16 clues: every set of clues of every grid. Relabelling turns each grid with the
/// first row 1 2 3 4 into 24 grids.
#[test]
fn every_proper_4x4_puzzle() {
    let mut first_row = Puzzle::empty(Shape::new(2, 2).unwrap());
    (0..4).for_each(|column| first_row.give(Cell::new(column), Digit::from_index(column)));
    let mut by_clues = [0_u64; 17];
    for grid in solve::all(&first_row) {
        for clues in 0_u32..1 << 16 {
            // One digit may be missing, but not two, since those could be exchanged.
            let digits = (0..16).filter(|cell| clues >> cell & 1 == 1).map(|cell| grid.digits()[cell]);
            let present = digits.clone().fold(0, |present, digit| present | 1 << digit.index());
            if clues.count_ones() < 4 || u32::count_ones(present) < 3 {
                continue;
            }
            let mut puzzle = Puzzle::empty(grid.shape());
            (0..16).filter(|cell| clues >> cell & 1 == 1).zip(digits).for_each(|(cell, digit)| {
                puzzle.give(Cell::new(cell), digit);
            });
            by_clues[clues.count_ones() as usize] += 24 * u64::from(solve::count(&puzzle, 2) == 1);
        }
    }
    let known = [25728, 284160, 1041408, 2141184, 2961024, 2958336, 2204928, 1239552, 522624, 161280, 34560, 4608, 288];
    assert_eq!(by_clues[4..], known);
}

/// The order of rows within bands, bands, columns within stacks, stacks and digits; and whether to transpose.
#[derive(Clone, Debug)]
struct Transformation {
    rows: [Vec<usize>; 4],
    columns: [Vec<usize>; 4],
    is_transposed: bool,
    digits: Vec<usize>,
}

fn order(length: usize) -> impl Strategy<Value = Vec<usize>> {
    Just((0..length).collect::<Vec<_>>()).prop_shuffle()
}

fn transformation() -> impl Strategy<Value = Transformation> {
    let lines = || [order(3), order(3), order(3), order(3)];
    (lines(), lines(), any::<bool>(), order(9)).prop_map(|(rows, columns, is_transposed, digits)| Transformation {
        rows,
        columns,
        is_transposed,
        digits,
    })
}

impl Transformation {
    fn apply(&self, puzzle: &Puzzle) -> Puzzle {
        let shape = puzzle.shape();
        let to = |orders: &[Vec<usize>; 4], line: usize| 3 * orders[3][line / 3] + orders[line / 3][line % 3];
        let cell_to = |cell| {
            let (row, column) = (to(&self.rows, shape.row(cell)), to(&self.columns, shape.column(cell)));
            if self.is_transposed { shape.cell(column, row) } else { shape.cell(row, column) }
        };
        let digit_to = |digit: Digit| Digit::from_index(self.digits[digit.index()]);
        let mut image = Puzzle::empty(shape);
        puzzle.filled().for_each(|(cell, digit)| image.give(cell_to(cell), digit_to(digit)));
        if let Some(removed) = puzzle.removed() {
            for cell in shape.cells() {
                removed.digits_of(cell).for_each(|digit| image.remove_candidate(cell_to(cell), digit_to(digit)));
            }
        }
        image
    }
}

fn some_puzzle(clues: std::ops::Range<usize>) -> impl Strategy<Value = Puzzle> {
    let removed = prop_oneof![Just(Vec::new()), prop::collection::vec((0usize..81, 0usize..9), 0..40)];
    (prop::collection::btree_set(0usize..81, clues), removed).prop_map(|(kept, removed)| {
        let grid: Puzzle = GRID.parse().unwrap();
        let mut puzzle = Puzzle::empty(Shape::NINE);
        kept.into_iter().for_each(|cell| puzzle.give(Cell::new(cell), grid.digit(Cell::new(cell)).unwrap()));
        for (cell, digit) in removed {
            let (cell, digit) = (Cell::new(cell), Digit::from_index(digit));
            if grid.digit(cell) != Some(digit) {
                puzzle.remove_candidate(cell, digit);
            }
        }
        puzzle
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn transformations_change_no_number(puzzle in some_puzzle(15..24), transformation in transformation()) {
        let image = transformation.apply(&puzzle);
        prop_assert_eq!(solve::count_all(&puzzle), solve::count_all(&image), "{:?} {:?}", puzzle, image);
    }

    #[test]
    fn the_values_of_a_cell_make_up_the_whole(puzzle in some_puzzle(15..24), cell in 0usize..81) {
        let cell = Cell::new(cell);
        let parts = (0..9).map(|digit| {
            let mut part = puzzle.clone();
            part.give(cell, Digit::from_index(digit));
            // Another digit is there, or this one was removed.
            let is_part = puzzle.digit(cell).is_none_or(|given| given.index() == digit);
            if is_part { solve::count_all(&part) } else { Natural::ZERO }
        });
        prop_assert_eq!(parts.sum::<Natural>(), solve::count_all(&puzzle), "{:?} {:?}", puzzle, cell);
    }

    #[test]
    fn small_boards_keep_the_laws(
        upright: bool,
        givens in prop::collection::vec((0usize..36, 0usize..6), 0..6),
        cell in 0usize..36,
    ) {
        let shape = if upright { Shape::new(2, 3) } else { Shape::new(3, 2) }.unwrap();
        let mut puzzle = Puzzle::empty(shape);
        for (cell, digit) in givens {
            puzzle.give(Cell::new(cell), Digit::from_index(digit));
            if puzzle.validate().is_err() {
                puzzle.clear(Cell::new(cell));
            }
        }
        let parts = (0..6).map(|digit| {
            let mut part = puzzle.clone();
            if puzzle.digit(Cell::new(cell)).is_some_and(|given| given.index() != digit) {
                return Natural::ZERO;
            }
            part.give(Cell::new(cell), Digit::from_index(digit));
            solve::count_all(&part)
        });
        prop_assert_eq!(parts.sum::<Natural>(), solve::count_all(&puzzle), "{:?}", puzzle);
    }
}

/// The counts for the nine digits of a cell add up to the count of the puzzle, even if it has few givens.
#[test]
fn the_values_of_a_cell_make_up_the_whole_of_almost_nothing() {
    let puzzle: Puzzle = format!("{:.<81}", "12.3.....4..5......6.7......2.....8......1").parse().unwrap();
    let cell = Cell::new(80);
    let parts = (0..9).map(|digit| {
        let mut part = puzzle.clone();
        part.give(cell, Digit::from_index(digit));
        solve::count_all(&part)
    });
    assert_eq!(parts.sum::<Natural>(), solve::count_all(&puzzle));
}

#[test]
fn a_forced_engine_searches_every_solution() {
    let puzzle: Puzzle =
        "..9...6..6..1....8.4........1..2..675.........9.64.58...7.1......4..2....5..3....".parse().unwrap();
    assert_eq!(Solver::new().engine(Engine::Nine).count_all(&puzzle), Ok(Natural::from(47470_u32)));
    let six = Puzzle::empty(Shape::new(2, 2).unwrap());
    assert_eq!(Solver::new().engine(Engine::General).count_all(&six), Ok(Natural::from(288_u32)));
}

#[test]
fn what_ends_a_count_leaves_a_lower_bound() {
    let empty = Puzzle::empty(Shape::NINE);
    let all = solve::count_all(&empty);
    let mut most = Natural::ZERO;
    for nodes in [0, 1, 1000, 100_000, 110_000, 1_000_000] {
        match Solver::new().nodes(nodes).count_all(&empty) {
            Err(stopped @ StoppedCount::OutOfNodes { .. }) => {
                assert!(*stopped.found() >= most && *stopped.found() < all, "{nodes} {stopped}");
                assert!(stopped.to_string().starts_with("node budget exhausted "));
                most = stopped.into_found();
            }
            other => assert_eq!((other, nodes), (Ok(all.clone()), 1_000_000)),
        }
    }
    assert!(most > Natural::from(100_000_u32));
    let flag = AtomicBool::new(true);
    let cancelled = Solver::new().cancel(&flag).count_all(&empty).unwrap_err();
    assert!(matches!(cancelled, StoppedCount::Cancelled { .. }), "{cancelled}");
}
