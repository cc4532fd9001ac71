//! Each method, used on its own, against enumeration.

use super::*;
use crate::board::{Digit, Shape};
use proptest::prelude::*;

const GRID: &str = "249571638861432975573986142725698413698143257314725869937814526152369784486257391";

/// The result of the method for the puzzle's shape, without checking first how many solutions there are.
fn summed(puzzle: &Puzzle) -> u128 {
    let isas = Isa::ALL.iter().copied().filter(|isa| isa.is_available());
    let sums: Vec<u128> = isas
        .map(|isa| {
            let sum = Method::of(puzzle).expect("a shape with a method").sum(isa, &mut endless(), &mut |_| {});
            assert!(sum.is_complete);
            sum.found
        })
        .collect();
    assert!(sums.iter().all(|sum| *sum == sums[0]), "{sums:?}");
    sums[0]
}

fn endless() -> Budget<'static> {
    Budget::new(None, None)
}

/// A puzzle with these cells of the grid, and with these candidates removed unless they are the grid's.
fn puzzle(grid: &Puzzle, kept: impl IntoIterator<Item = usize>, removed: &[(usize, usize)]) -> Puzzle {
    let shape = grid.shape();
    let mut puzzle = Puzzle::empty(shape);
    for cell in kept {
        let cell = Cell::new(cell % shape.cell_count());
        puzzle.give(cell, grid.digit(cell).unwrap());
    }
    for (cell, digit) in removed {
        let (cell, digit) = (Cell::new(cell % shape.cell_count()), Digit::from_index(digit % shape.side()));
        if grid.digit(cell) != Some(digit) {
            puzzle.remove_candidate(cell, digit);
        }
    }
    puzzle
}

fn agrees(puzzle: &Puzzle, limit: u64) -> Result<(), TestCaseError> {
    let found = Solver::new().count(puzzle, limit).unwrap();
    let sum = summed(puzzle);
    if found < limit {
        prop_assert_eq!(sum, u128::from(found), "{:?}", puzzle);
    } else {
        prop_assert!(sum >= u128::from(limit), "{:?}", puzzle);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn chutes_agree_with_enumeration(kept in prop::collection::btree_set(0usize..81, 19..40)) {
        agrees(&puzzle(&GRID.parse().unwrap(), kept, &[]), 3_000_000)?;
    }

    #[test]
    fn chutes_agree_where_candidates_are_removed(
        kept in prop::collection::btree_set(0usize..81, 8..18),
        removed in prop::collection::vec((0usize..81, 0usize..9), 250..700),
    ) {
        agrees(&puzzle(&GRID.parse().unwrap(), kept, &removed), 3_000_000)?;
    }

    #[test]
    fn halves_agree_with_enumeration(
        wide: bool,
        n in 2usize..5,
        kept in prop::collection::btree_set(0usize..64, 0..40),
        removed in prop::collection::vec((0usize..64, 0usize..8), 0..100),
    ) {
        let shape = if wide { Shape::new(2, n) } else { Shape::new(n, 2) }.unwrap();
        let grid = Solver::new().first(&Puzzle::empty(shape)).unwrap().unwrap();
        let grid = Puzzle::from(&grid);
        // Enough to leave few solutions, so that they can be found one by one.
        let kept = kept.into_iter().take(if n == 4 { 64 } else { 20 }).chain((0..if n == 4 { 18 } else { 0 }).map(|i| 3 * i));
        agrees(&puzzle(&grid, kept, &removed), 20_000)?;
    }
}

/// Boards of 10x10 with columns that are alike, and with columns that are not.
#[test]
fn halves_of_ten_digits() {
    for shape in [Shape::new(2, 5).unwrap(), Shape::new(5, 2).unwrap()] {
        let grid = Puzzle::from(&Solver::new().first(&Puzzle::empty(shape)).unwrap().unwrap());
        // Givens in the lower bands, or in the right columns, or nearly everywhere.
        for kept in [
            (0..100).filter(|cell| cell / 10 > 2).collect::<Vec<_>>(),
            (0..100).filter(|cell| cell % 10 > 2).collect(),
            (0..100).filter(|cell| cell / 10 % 7 != 0 && cell % 7 != 0).collect(),
        ] {
            agrees(&puzzle(&grid, kept, &[]), 200_000).unwrap();
        }
    }
}

/// A box, a row, one digit everywhere, the lower two bands, columns that hide the stacks' symmetry.
#[test]
fn givens_in_heaps() {
    let grid: Puzzle = GRID.parse().unwrap();
    let digit_of = |cell: usize| grid.digit(Cell::new(cell)).unwrap().index();
    let heaps: [Vec<usize>; 4] = [
        (0..81).filter(|cell| cell / 9 < 3 && cell % 9 < 3 || cell / 9 > 5).collect(),
        (0..81).filter(|cell| digit_of(*cell) < 4).collect(),
        (0..81).filter(|cell| cell / 9 > 2).collect(),
        (0..81).filter(|cell| cell % 4 == 0 || cell % 7 == 0).collect(),
    ];
    for kept in heaps {
        agrees(&puzzle(&grid, kept, &[]), 20_000_000).unwrap();
    }
}

/// A row needs its last digit where the column already has it.
#[test]
fn nothing_is_counted_where_there_is_nothing() {
    let text = format!("12345678.........9{:.<36}{}", "", &GRID[54..]);
    assert_eq!(summed(&text.parse().unwrap()), 0);
}

/// No band can be filled in more ways than the innermost sum has room for.
#[test]
fn an_empty_band_has_the_greatest_number_of_ways() {
    let mut band = band::Band::new(&[[0x1ff; 9]; 9], 0);
    assert!(band.prepare(0, &mut endless()));
    assert_eq!(band.view(0).1.values.iter().max(), Some(&dot_products::MOST));
}

/// Tables that would take too much memory, so that the board is summed in parts, with a budget.
#[test]
fn a_budget_ends_a_sum_of_parts() {
    let mut puzzle: Puzzle = Puzzle::empty(Shape::NINE);
    for cell in 0..81 {
        puzzle.remove_candidate(Cell::new(cell), Digit::from_index(cell * 5 % 9));
    }
    let method = Method::of(&puzzle).unwrap();
    let mut reported = Vec::new();
    let sum = method.sum(Isa::best(), &mut Budget::new(Some(30_000), None), &mut |done| reported.push(done));
    assert!(!sum.is_complete);
    assert!(reported.is_sorted() && reported.iter().all(|done| (0.0..=1.0).contains(done)));
}
