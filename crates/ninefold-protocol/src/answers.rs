//! Short questions about a board: its state, its solutions, its form.

use crate::board::{Board, of_blanks, places};
use crate::failure::Failure;
use crate::{Host, flag, number};
use ninefold::solve::{Natural, Solver, Verdict};
use ninefold::{Digit, Grid, Invalid, Puzzle, Reason, minimal as minimality, notation, symmetry};
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(crate) fn state(request: &Value, _: &mut Host<'_>) -> Result<Value, Failure> {
    let board = Board::of(request)?;
    let puzzle = board.without_marks();
    let invalid = puzzle.validate_with(&board.symbols).err();
    let (mut conflicts, mut void) = (BTreeSet::new(), Vec::new());
    for reason in invalid.as_ref().map_or(&[][..], Invalid::reasons) {
        match reason {
            Reason::Duplicate { cells, .. } => conflicts.extend(cells),
            Reason::NoCandidate { cell } => void.push(*cell),
            _ => {}
        }
    }
    let is_full = puzzle.is_full();
    Ok(json!({
        "conflicts": places(&conflicts),
        "void": places(&void),
        "message": invalid.as_ref().map_or_else(String::new, Invalid::to_string),
        "automatic": of_blanks(&puzzle, &puzzle.candidates()),
        "full": is_full,
        "solved": is_full && invalid.is_none(),
    }))
}

/// A search shorter than this is repeated until it can be measured: browsers round their clocks to a tenth of a
/// millisecond.
const MEASURABLE: f64 = 2.0;
/// The most repetitions, for clocks that do not move (tests).
const MOST_RUNS: u32 = 100;

pub(crate) fn solve(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let Board { puzzle, symbols } = Board::of(request)?;
    let begin = (host.now)();
    let solver = solver(request, host)?;
    let verdict = judged(&solver, &puzzle)?;
    let again = || _ = std::hint::black_box(solver.verdict(std::hint::black_box(&puzzle)));
    let micros = flag(request, "timed")?.then(|| micros(host, begin, again));
    let digits = |grid: &Grid| crate::board::numbers(grid.digits().iter().copied());
    let (name, grids) = match &verdict {
        Verdict::Unique(grid) => ("unique", vec![grid]),
        Verdict::Multiple(one, other) => ("multiple", vec![one, other]),
        Verdict::None => ("none", Vec::new()),
    };
    let solutions: Vec<Value> = grids.iter().map(|grid| digits(grid)).collect();
    let lines: Vec<String> = grids.iter().map(|grid| notation::grid_line(grid, &symbols)).collect();
    let mut answer = json!({ "verdict": name, "solutions": solutions, "lines": lines });
    if let Some(micros) = micros {
        answer["micros"] = json!(micros);
    }
    if let (Verdict::None, Err(invalid)) = (&verdict, puzzle.validate_with(&symbols)) {
        answer["reason"] = json!(invalid.to_string());
    }
    Ok(answer)
}

/// A solver with the budget of a request.
pub(crate) fn solver<'a>(request: &Value, host: &Host<'a>) -> Result<Solver<'a>, Failure> {
    let solver = host.solver();
    Ok(number(request, "budget")?.map_or(solver, |nodes| solver.nodes(nodes)))
}

pub(crate) fn judged(solver: &Solver<'_>, puzzle: &Puzzle) -> Result<Verdict, Failure> {
    solver.verdict(puzzle).map_err(|undecided| Failure::new(undecided.to_string()))
}

/// The microseconds taken by a search that began at this time; the mean of several searches if one is too short to measure.
pub(crate) fn micros(host: &mut Host<'_>, begin: f64, again: impl Fn()) -> f64 {
    let (mut runs, mut elapsed) = (1, (host.now)() - begin);
    while elapsed < MEASURABLE && runs < MOST_RUNS {
        again();
        runs += 1;
        elapsed = (host.now)() - begin;
    }
    (elapsed * 1000.0 / f64::from(runs)).round()
}

pub(crate) fn count(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let Board { puzzle, symbols } = Board::of(request)?;
    let solver = solver(request, host)?;
    let (count, is_exact) = match number(request, "limit")? {
        Some(limit) => match solver.count(&puzzle, limit) {
            Ok(count) => (Natural::from(count), count < limit),
            Err(stopped) => (Natural::from(stopped.found()), false),
        },
        None => {
            let mut reported = -1.0;
            let report = |done: f64| {
                // A thousand messages are enough.
                if done - reported >= 0.001 {
                    reported = done;
                    (host.report)(json!({ "done": done }));
                }
            };
            match solver.count_all_with_progress(&puzzle, report) {
                Ok(count) => (count, true),
                Err(stopped) => (stopped.found().clone(), false),
            }
        }
    };
    let mut answer = json!({ "count": count.to_string(), "exact": is_exact });
    if count.is_zero()
        && let Err(invalid) = puzzle.validate_with(&symbols)
    {
        answer["reason"] = json!(invalid.to_string());
    }
    Ok(answer)
}

pub(crate) fn minimal(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let puzzle = Board::of(request)?.puzzle;
    let solver = solver(request, host)?;
    let Verdict::Unique(solution) = judged(&solver, &puzzle)? else {
        return Err(Failure::new("only a puzzle with one solution is minimal or not"));
    };
    let redundant = minimality::redundant_givens(&puzzle, &solution, &solver).collect::<Result<Vec<_>, _>>();
    let mut redundant = redundant.map_err(|stopped| Failure::new(stopped.to_string()))?;
    redundant.sort_unstable();
    Ok(json!({ "minimal": redundant.is_empty(), "redundant": places(&redundant) }))
}

pub(crate) fn canon(request: &Value, _: &mut Host<'_>) -> Result<Value, Failure> {
    let Board { puzzle, symbols } = Board::of(request)?;
    let canonical = symmetry::canonical(&puzzle).map_err(|error| Failure::new(error.to_string()))?;
    let symbol = |digit: Option<Digit>| digit.map_or_else(|| ".".to_owned(), |digit| symbols.symbol(digit).to_string());
    Ok(json!({
        "form": canonical.board.digits().map(symbol).collect::<String>(),
        // A text, since there may be as many as all symmetries (1.2 million million for 9x9), and JavaScript rounds above 2^53.
        "automorphisms": canonical.automorphisms.to_string(),
        "transformation": canonical.transformation.to_string(),
    }))
}
