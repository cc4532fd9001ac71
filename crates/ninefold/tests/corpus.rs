//! The corpus in `testdata/`: every engine, each selected in turn, on every puzzle; and every bad input.

use ninefold::notation::{self, Format, ReadOptions};
use ninefold::solve::{Engine, Solver, Verdict};
use ninefold::{Cell, Grid, Puzzle, Shape, minimal, spec};
use std::path::PathBuf;

/// A puzzle whose answer is known.
struct Case {
    name: String,
    puzzle: Puzzle,
    /// The number of solutions; `Err` with a number that it exceeds.
    solutions: Result<u64, u64>,
    /// The only solution.
    solution: Option<Grid>,
}

fn file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn cases(name: &str) -> Vec<Case> {
    let mut options = ReadOptions::default();
    let mut cases = Vec::new();
    for (number, line) in file(name).lines().enumerate() {
        if let Some(shape) = line.strip_prefix("#shape ") {
            options = ReadOptions::default().shape(shape.parse().unwrap());
        }
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let name = format!("testdata/{name}:{}", number + 1);
        let parts: Vec<&str> = line.split(':').collect();
        let options = if name.contains("sukaku") { options.clone().format(Format::Sukaku) } else { options.clone() };
        let read = |text: &str, options: &ReadOptions| {
            notation::read(text, options).unwrap_or_else(|error| panic!("{name}: {error}")).puzzle
        };
        let puzzle = read(parts[0], &options);
        let solution = parts.get(2).map(|text| {
            Grid::try_from(&read(text, &options.clone().format(Format::Line)))
                .unwrap_or_else(|error| panic!("{name}: {error}"))
        });
        let solutions = match parts[1].strip_suffix('+') {
            Some(more_than) => Err(more_than.parse().unwrap()),
            None => Ok(parts[1].parse().unwrap()),
        };
        assert_eq!(solution.is_some(), solutions == Ok(1), "{name}: a solution is given exactly where there is one");
        cases.push(Case { name, puzzle, solutions, solution });
    }
    assert!(!cases.is_empty());
    cases
}

fn run(name: &str) {
    for Case { name, puzzle, solutions, solution } in cases(name) {
        for engine in Engine::ALL.iter().copied().filter(|engine| engine.accepts(puzzle.shape())) {
            let solver = Solver::new().engine(engine);
            let limit = solutions.map_or_else(|more_than| more_than + 1, |exact| exact + 1);
            let count = solver.count(&puzzle, limit).unwrap();
            assert_eq!(count, solutions.unwrap_or(limit), "{name} {engine}: count");
            assert_eq!(solver.first(&puzzle).unwrap().is_some(), count > 0, "{name} {engine}: first");
            let verdict = solver.verdict(&puzzle).unwrap();
            match (&verdict, count) {
                (Verdict::None, 0) => {}
                (Verdict::Unique(grid), 1) => assert_eq!(Some(grid), solution.as_ref(), "{name} {engine}"),
                (Verdict::Multiple(one, other), 2..) => {
                    assert!(one != other && one.solves(&puzzle) && other.solves(&puzzle), "{name} {engine}");
                }
                _ => panic!("{name} {engine}: {count} solutions, but {verdict:?}"),
            }
            // All solutions, each correct and found once.
            let mut all: Vec<Grid> = solver.solutions(&puzzle).take(1000).collect();
            assert_eq!(all.len() as u64, count.min(1000), "{name} {engine}: all");
            assert!(all.iter().all(|grid| grid.solves(&puzzle)), "{name} {engine}");
            all.sort();
            all.dedup();
            assert_eq!(all.len() as u64, count.min(1000), "{name} {engine}: a solution is reported twice");
        }
    }
}

#[test]
fn nine() {
    run("nine.txt");
}

#[test]
fn known() {
    run("known.txt");
}

#[test]
fn small() {
    run("small.txt");
}

#[test]
fn large() {
    run("large.txt");
}

#[test]
fn sukaku() {
    run("sukaku.txt");
}

/// The oracle itself, on puzzles that it can solve in reasonable time.
#[test]
fn the_specification_agrees() {
    for case in ["small.txt", "sukaku.txt"].into_iter().flat_map(cases).filter(|case| case.puzzle.shape().side() <= 6) {
        let limit = case.solutions.unwrap_or(100) as usize + 1;
        let found: Vec<Grid> = spec::solutions(&case.puzzle).take(limit).collect();
        assert_eq!(Ok(found.len() as u64), case.solutions.or(Ok::<u64, u64>(limit as u64)), "{}", case.name);
        assert!(case.solution.is_none_or(|solution| found == [solution]), "{}", case.name);
    }
    for case in cases("nine.txt").into_iter().filter(|case| case.puzzle.filled().count() > 24) {
        let found: Vec<Grid> = spec::solutions(&case.puzzle).take(30).collect();
        let expected = case.solutions.unwrap_or(30).min(30);
        assert_eq!(found.len() as u64, expected, "{}", case.name);
    }
}

#[test]
fn bad_input_is_reported_exactly() {
    for line in file("bad.txt").lines().filter(|line| !line.starts_with('#')) {
        let (text, expected) = line.split_once(" => ").expect("text => message");
        match notation::read(text, &ReadOptions::default()) {
            Err(invalid) => assert_eq!(invalid.to_string(), expected.trim(), "{text}"),
            Ok(record) => panic!("{text}: read as {:?}, expected: {expected}", record.puzzle),
        }
    }
}

#[test]
fn the_corpus_covers_what_matters() {
    let all: Vec<Case> =
        ["nine.txt", "known.txt", "small.txt", "large.txt", "sukaku.txt"].into_iter().flat_map(cases).collect();
    let shapes: std::collections::BTreeSet<Shape> = all.iter().map(|case| case.puzzle.shape()).collect();
    for shape in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2), (2, 5), (3, 4), (4, 3), (4, 4), (4, 5), (5, 5)] {
        assert!(shapes.contains(&Shape::new(shape.0, shape.1).unwrap()), "{shape:?}");
    }
    for count in [0, 1, 2] {
        assert!(all.iter().filter(|case| case.solutions.is_ok_and(|n| n.min(2) == count)).count() > 20, "{count}");
    }
    assert!(all.iter().any(|case| case.solutions.is_err()));
    assert!(all.iter().any(|case| case.puzzle.removed().is_some()));
}

/// A given is redundant if the puzzle without it is proper too: compares the definition with the fast method.
#[test]
fn redundant_givens_are_those_that_can_be_left_out() {
    let mut minimal = 0;
    for name in ["small.txt", "nine.txt", "known.txt"] {
        for Case { name, puzzle, solution, .. } in cases(name) {
            let Some(solution) = solution else { continue };
            // A digit placed by the player is not a given, and a removed candidate may make a given redundant.
            let mut state = puzzle.clone();
            let empty = state.shape().cells().filter(|cell| state.digit(*cell).is_none()).step_by(5);
            empty.collect::<Vec<_>>().into_iter().for_each(|cell| state.place(cell, solution.digit(cell)));
            let mut narrowed = puzzle.clone();
            let cell = narrowed.shape().cells().find(|cell| narrowed.digit(*cell).is_none());
            if let Some(cell) = cell {
                let others = narrowed.shape().digits().filter(|digit| *digit != solution.digit(cell));
                others.collect::<Vec<_>>().into_iter().for_each(|digit| narrowed.remove_candidate(cell, digit));
            }
            for puzzle in [puzzle, state, narrowed] {
                let is_redundant = |cell: &Cell| {
                    let mut without = puzzle.clone();
                    without.clear(*cell);
                    Solver::new().count(&without, 2) == Ok(1)
                };
                let expected: Vec<Cell> = puzzle.givens().map(|(cell, _)| cell).filter(is_redundant).collect();
                let solver = Solver::new();
                let found = minimal::redundant_givens(&puzzle, &solution, &solver);
                let mut found = found.collect::<Result<Vec<Cell>, _>>().unwrap();
                found.sort_unstable();
                assert_eq!(found, expected, "{name}: {puzzle:?}");
                minimal += usize::from(found.is_empty());
            }
        }
    }
    assert!(minimal > 50, "{minimal} minimal puzzles are no test");
}
