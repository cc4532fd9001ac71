//! Explanations: every step of every path is accepted by the checker, which knows no techniques, and is true of the solution.

use ninefold::logic::{Candidate, Explainer, Outcome, Premise, Refusal, Technique, check};
use ninefold::notation::{self, Format, ReadOptions};
use ninefold::solve::{self, Solver, Verdict};
use ninefold::{Grid, Puzzle, coach};
use std::path::PathBuf;

/// The puzzles of a file of the corpus that have one solution.
fn proper(name: &str) -> Vec<(Puzzle, Grid)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut options = ReadOptions::default();
    let mut puzzles = Vec::new();
    for line in text.lines() {
        if let Some(shape) = line.strip_prefix("#shape ") {
            options = ReadOptions::default().shape(shape.parse().unwrap());
        }
        if name == "sukaku.txt" {
            options = options.format(Format::Sukaku);
        }
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let puzzle = notation::read(line.split(':').next().unwrap(), &options).unwrap().puzzle;
        if let Verdict::Unique(solution) = solve::verdict(&puzzle) {
            puzzles.push((puzzle, solution));
        }
    }
    assert!(!puzzles.is_empty(), "{name}");
    puzzles
}

fn is_true(candidate: &Candidate, solution: &Grid) -> bool {
    solution.digit(candidate.cell) == candidate.digit
}

#[test]
fn every_step_follows_and_is_true() {
    for name in ["nine.txt", "known.txt", "small.txt", "large.txt", "sukaku.txt"] {
        for (mut puzzle, solution) in proper(name) {
            let is_unique = coach::givens_have_unique_solution(&puzzle, &Solver::new()).unwrap();
            let explainer = Explainer::new();
            let explainer = if is_unique { explainer } else { explainer.without_uniqueness() };
            let mut path = explainer.path(&puzzle);
            while let Some(step) = path.next() {
                assert_eq!(check(&puzzle, &step, is_unique), Ok(()), "{name} {puzzle}: {step:?}");
                assert!(step.placements.iter().all(|placed| is_true(placed, &solution)), "{name} {puzzle}: {step:?}");
                assert!(!step.eliminations.iter().any(|out| is_true(out, &solution)), "{name} {puzzle}: {step:?}");
                step.apply(&mut puzzle);
                assert_eq!(&puzzle, path.puzzle());
            }
            let is_nine = puzzle.classic_nine().is_some();
            match path.outcome() {
                Outcome::Solved => assert_eq!(Grid::try_from(&puzzle), Ok(solution)),
                Outcome::Stuck => assert!(!is_nine || !EVERYTHING_IS_SOLVED, "{name}: stuck at {puzzle:?}"),
                Outcome::Contradiction => panic!("{name}: {puzzle:?}"),
            }
        }
    }
}

/// Whether every valid 9x9 puzzle can be solved by explained steps.
const EVERYTHING_IS_SOLVED: bool = true;

/// The first step of a path is one of the possible steps, and all of these are valid.
#[test]
fn all_steps_follow_too() {
    for (puzzle, solution) in proper("nine.txt").into_iter().take(20) {
        let explainer = Explainer::new();
        let mut path = explainer.path(&puzzle);
        for _ in 0..4 {
            let steps = explainer.all_steps(path.puzzle());
            for step in &steps {
                assert_eq!(check(path.puzzle(), step, true), Ok(()), "{step:?}");
                assert!(!step.eliminations.iter().any(|out| is_true(out, &solution)), "{step:?}");
            }
            let Some(next) = path.next() else { break };
            assert!(steps.iter().any(|step| step.technique == next.technique), "{next:?}");
        }
    }
}

/// The rating counts the steps of the path.
#[test]
fn ratings_add_up() {
    let explainer = Explainer::new();
    for (puzzle, _) in proper("nine.txt") {
        let rating = explainer.rate(&puzzle);
        let mut path = explainer.path(&puzzle);
        let steps: Vec<Technique> = path.by_ref().map(|step| step.technique).collect();
        assert_eq!(rating.outcome, path.outcome());
        assert_eq!(rating.score(), steps.iter().map(|technique| technique.score()).sum::<u32>());
        assert_eq!(rating.steps.iter().map(|(_, count)| *count as usize).sum::<usize>(), steps.len());
        assert!(steps.iter().all(|technique| technique.level() <= rating.level()));
    }
}

/// Changes to a step are noticed: a false conclusion, or a missing premise.
#[test]
fn tampered_steps_are_refused() {
    let explainer = Explainer::new();
    let mut tampered = 0;
    for (mut puzzle, solution) in proper("nine.txt").into_iter().take(30) {
        for step in explainer.path(&puzzle.clone()) {
            let mut wrong = step.clone();
            let true_one = puzzle.shape().cells().find(|cell| puzzle.digit(*cell).is_none());
            let true_one = true_one.map(|cell| Candidate::new(cell, solution.digit(cell))).unwrap();
            wrong.eliminations.push(true_one);
            assert!(matches!(check(&puzzle, &wrong, true), Err(Refusal::DoesNotFollow(..))), "{wrong:?}");
            let weak = |premise: &Premise| matches!(premise, Premise::Weak(_));
            let mut less = step.clone();
            less.premises.retain(weak);
            assert!(check(&puzzle, &less, true).is_err(), "{less:?}");
            let mut nothing = step.clone();
            (nothing.placements, nothing.eliminations) = (Vec::new(), Vec::new());
            assert_eq!(check(&puzzle, &nothing, true), Err(Refusal::Empty));
            if step.premises.iter().any(|premise| matches!(premise, Premise::Deadly(_))) {
                assert_eq!(check(&puzzle, &step, false), Err(Refusal::NeedsUniqueness));
            }
            step.apply(&mut puzzle);
            tampered += 1;
        }
    }
    assert!(tampered > 1000);
}

/// A puzzle without a solution ends in a contradiction or gets stuck, and never leads to a wrong solution.
#[test]
fn nothing_is_made_of_a_contradiction() {
    let mut puzzle: Puzzle = "1.34341221434321".parse().unwrap();
    puzzle.remove_candidate(ninefold::Cell::new(1), ninefold::Digit::from_index(1));
    let explainer = Explainer::new();
    let mut path = explainer.path(&puzzle);
    assert_eq!((path.next(), path.outcome()), (None, Outcome::Contradiction));
    let twice: Puzzle = "11..............".parse().unwrap();
    assert_eq!(explainer.rate(&twice).outcome, Outcome::Contradiction);
    // The second cell has one candidate left, until a digit in the third row excludes that too.
    let void: Puzzle = "3.14............".parse().unwrap();
    assert!(!explainer.all_steps(&void).is_empty());
    let void: Puzzle = "3.14.....2......".parse().unwrap();
    assert_eq!(explainer.all_steps(&void), []);
}
