//! Searches of one grid, compared with what is known and with what leaving out givens finds.

use super::*;
use crate::generate::{Generator, Recipe, fill};
use crate::solve::{self, Solver};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A puzzle with some more givens than it needs, and its solution.
fn with_more(seed: u64, more: usize) -> (Puzzle, Grid) {
    let mut puzzle = Generator::new(Recipe::new(Shape::NINE)).unwrap().seed(seed).puzzle(0).puzzle;
    let grid = solve::first(&puzzle).unwrap();
    let blanks: Vec<Cell> = Shape::NINE.cells().filter(|cell| puzzle.digit(*cell).is_none()).collect();
    for cell in blanks.iter().cycle().skip(seed as usize % 50).step_by(7).take(more) {
        puzzle.give(*cell, grid.digit(*cell));
    }
    (puzzle, grid)
}

fn lines(clues: &mut Clues<'_>) -> BTreeSet<String> {
    let all: Vec<String> = clues.map(|puzzle| puzzle.to_string()).collect();
    let set: BTreeSet<String> = all.iter().cloned().collect();
    assert_eq!((set.len(), clues.is_complete()), (all.len(), true), "each once");
    set
}

/// Adds the puzzles that have up to `more` further givens, taken from another puzzle.
fn add_larger(puzzle: &Puzzle, of: &Puzzle, from: usize, more: usize, all: &mut BTreeSet<String>) {
    all.insert(puzzle.to_string());
    for (cell, digit) in of.givens().filter(|(cell, _)| more > 0 && cell.index() >= from) {
        if puzzle.digit(cell).is_none() {
            let mut larger = puzzle.clone();
            larger.give(cell, digit);
            add_larger(&larger, of, cell.index() + 1, more - 1, all);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// The puzzles within a puzzle are those that leaving out givens finds, in rows as in columns.
    #[test]
    fn all_puzzles_within_a_puzzle_are_found(seed: u64, more in 2usize..6) {
        let (puzzle, grid) = with_more(seed, more);
        let minimal: Vec<Puzzle> =
            crate::minimal::all(&puzzle, &grid, &Solver::new()).map(Result::unwrap).collect();
        let least = minimal.iter().map(|puzzle| puzzle.givens().count()).min().unwrap();
        for most in [least - 1, least, least + 1, least + 2] {
            let few = minimal.iter().filter(|puzzle| puzzle.givens().count() <= most);
            let expected: BTreeSet<String> = few.clone().map(Puzzle::to_string).collect();
            prop_assert_eq!(&lines(&mut Clues::new(&grid, most).within(&puzzle).minimal()), &expected);
            let mut larger = BTreeSet::new();
            few.for_each(|few| add_larger(few, &puzzle, 0, most - few.givens().count(), &mut larger));
            prop_assert_eq!(&lines(&mut Clues::new(&grid, most).within(&puzzle)), &larger);
        }
    }

    /// The work is the same on every instruction set, however often it is interrupted.
    #[test]
    fn work_depends_on_the_grid_alone(seed: u64, step in 1u64..100_000) {
        let grid = fill(Shape::NINE, seed, 0);
        let mut whole = Clues::new(&grid, 14);
        prop_assert_eq!(whole.by_ref().count(), 0);
        for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
            let mut clues = Clues::new(&grid, 14).isa(isa).nodes(0);
            let mut nodes = 0;
            while !clues.is_complete() {
                prop_assert!(clues.progress() <= 1.0);
                nodes += step;
                clues.go_on_to(nodes);
                prop_assert_eq!(clues.by_ref().count(), 0);
            }
            prop_assert_eq!(clues.work(), whole.work());
        }
    }
}

fn grid(line: &str) -> Grid {
    Grid::try_from(&line.parse::<Puzzle>().unwrap()).unwrap()
}

/// Just so many have been known since 2006.
#[test]
fn all_twenty_of_a_rich_grid_are_found() {
    let rich = grid("123456789456789123789132564264918357875324691931675248392861475547293816618547932");
    let found = lines(&mut Clues::new(&rich, 17));
    assert_eq!(found.len(), 20);
    for line in found {
        let puzzle: Puzzle = line.parse().unwrap();
        assert_eq!((puzzle.givens().count(), solve::count(&puzzle, 2)), (17, 1), "{line}");
        assert!(rich.solves(&puzzle), "{line}");
    }
}

/// Isomorphs of a grid have isomorphic puzzles.
#[test]
fn isomorphs_have_as_many_puzzles() {
    let (puzzle, grid) = with_more(3, 5);
    let most = puzzle.givens().count() - 4;
    let counts = |puzzle: &Puzzle, grid: &Grid| {
        let mut counts = [0; 82];
        let found: Vec<Puzzle> = Clues::new(grid, most).within(puzzle).minimal().collect();
        found.iter().for_each(|found| counts[found.givens().count()] += 1);
        counts
    };
    let expected = counts(&puzzle, &grid);
    assert!(expected.iter().sum::<usize>() > 0);
    for index in 0..10 {
        let isomorph = crate::symmetry::Transformation::random(Shape::NINE, 36, index);
        assert_eq!(counts(&isomorph.apply(&puzzle), &isomorph.apply_to_grid(&grid)), expected);
    }
}

/// Every puzzle of a list with 17 givens is found in its grid: for lists that are not ours. `NINEFOLD_SEVENTEENS` is the path of
/// one, of which some puzzles are taken.
#[test]
#[expect(clippy::print_stderr, reason = "what is not tested is said")]
fn listed_puzzles_are_found_again() {
    let Ok(path) = std::env::var("NINEFOLD_SEVENTEENS") else {
        return eprintln!("NOT TESTED: NINEFOLD_SEVENTEENS does not name a list");
    };
    let text = std::fs::read_to_string(&path).unwrap();
    let all: Vec<&str> = text.lines().filter_map(|line| line.get(..81)).collect();
    for line in all.iter().step_by((all.len() / 8).max(1)) {
        let puzzle: Puzzle = line.parse().unwrap();
        let grid = solve::first(&puzzle).unwrap();
        assert!(Clues::new(&grid, 17).any(|found| found == puzzle), "{line}");
    }
}

#[test]
fn searches_end_on_demand() {
    let grid = fill(Shape::NINE, 1, 0);
    let flag = AtomicBool::new(true);
    let mut clues = Clues::new(&grid, 17).cancel(&flag);
    assert!(clues.next().is_none() && !clues.is_complete());
    let mut clues = Clues::new(&grid, 17).nodes(1000);
    assert!(clues.next().is_none() && !clues.is_complete());
    assert!((1000..1000 + (1 << 17)).contains(&clues.work().nodes), "{:?}", clues.work());
}

/// A puzzle without givens: if all cells are closed, nothing is found.
#[test]
fn nothing_is_within_too_little() {
    let grid = fill(Shape::NINE, 1, 0);
    assert!(lines(&mut Clues::new(&grid, 81).within(&Puzzle::empty(Shape::NINE))).is_empty());
}

/// The four grids that have puzzles with 21 givens but none with 20 (blue, "Grids containing a 21 but no 20", 2019), up to 19.
#[test]
fn four_grids_have_no_puzzles_with_few_givens() {
    for line in [
        "123456789456789123789123456214897365365214897897365214541632978632978541978541632",
        "123456789456789123789132465218967534564213978937548216391875642645321897872694351",
        "123456789457189326689327154216534897745891632938672541361245978574918263892763415",
        "123456789457189326689327154216534897745891632938672541392765418574918263861243975",
    ] {
        assert!(lines(&mut Clues::new(&grid(line), 19)).is_empty(), "{line}");
    }
}
