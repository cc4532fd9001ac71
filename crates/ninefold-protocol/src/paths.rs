//! Explaining: paths, single steps, hints for players.

use crate::Host;
use crate::answers::{judged, solver};
use crate::board::{Board, places};
use crate::failure::Failure;
use crate::making::{named, techniques};
use crate::steps;
use ninefold::coach::{self, Advice, Grade};
use ninefold::logic::{Explainer, Language, Priority, Rating, Technique, Wording};
use ninefold::solve::{Solver, Verdict};
use ninefold::{Cell, Invalid, Puzzle, Reason};
use serde_json::{Map, Value, json};

/// The techniques that a request allows: those that it lists, or all of the defaults.
fn wanted(request: &Value) -> Result<Explainer, Failure> {
    let all = Explainer::new();
    if request["techniques"].is_null() {
        return Ok(all);
    }
    let listed: Vec<Technique> = techniques(request, "techniques")?;
    let others = listed.iter().fold(all, |explainer, one| explainer.including(*one, Priority::AfterSubsets));
    Ok(others.only(|technique| listed.contains(&technique)))
}

/// The techniques that a request allows and that are valid for a puzzle: those that rely on uniqueness only if the givens
/// have one solution.
fn explainer(request: &Value, puzzle: &Puzzle, solver: &Solver<'_>) -> Result<Explainer, Failure> {
    let is_unique = coach::givens_have_unique_solution(puzzle, solver).map_err(|e| Failure::new(e.to_string()))?;
    let explainer = wanted(request)?;
    Ok(if is_unique { explainer } else { explainer.without_uniqueness() })
}

/// The same for a puzzle with solutions whose verdict is known: mostly no further search is needed.
fn explainer_after(
    verdict: &Verdict,
    request: &Value,
    puzzle: &Puzzle,
    solver: &Solver<'_>,
) -> Result<Explainer, Failure> {
    let is_unique = matches!(verdict, Verdict::Unique(_));
    let explainer = coach::restrict_to_sound(wanted(request)?, puzzle, is_unique, solver);
    explainer.map_err(|e| Failure::new(e.to_string()))
}

/// The wording of steps, in the language that a request names.
fn wording(request: &Value, board: &Board) -> Result<Wording, Failure> {
    let language = named(request, "language")?.unwrap_or_default();
    Ok(Wording::new(board.puzzle.shape(), &board.symbols).in_language(language))
}

/// The answer for a puzzle that no path can solve, since it has no solution or more than one.
fn no_path(board: &Board) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("outcome".to_owned(), json!("none"));
    object.insert("level".to_owned(), Value::Null);
    object.insert("score".to_owned(), json!(0));
    object.insert("steps".to_owned(), json!([]));
    object.insert("unique".to_owned(), json!(false));
    if let Err(invalid) = board.puzzle.validate_with(&board.symbols) {
        object.insert("reason".to_owned(), json!(invalid.to_string()));
    }
    object
}

pub(crate) fn explain(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let board = Board::of(request)?;
    let solver = host.solver();
    let verdict = judged(&solver, &board.puzzle)?;
    if verdict == Verdict::None {
        return Ok(Value::Object(no_path(&board)));
    }
    let wording = wording(request, &board)?;
    let open = |puzzle: &Puzzle| puzzle.candidates().total().saturating_sub(puzzle.shape().cell_count());
    let all = open(&board.puzzle).max(1);
    let mut path = explainer_after(&verdict, request, &board.puzzle, &solver)?.path(&board.puzzle);
    let mut rating = Rating::default();
    let mut steps_json = Vec::new();
    loop {
        let before = path.puzzle().clone();
        let Some(step) = path.next() else { break };
        rating.add(step.technique);
        let step = steps::step(&step, &before, &wording);
        let done = 1.0 - open(path.puzzle()) as f64 / all as f64;
        (host.report)(json!({ "done": done, "step": step }));
        steps_json.push(step);
        host.go_on()?;
    }
    rating.outcome = path.outcome();
    let mut object = steps::summary(&rating);
    object.insert("steps".to_owned(), json!(steps_json));
    let is_unique = matches!(verdict, Verdict::Unique(_));
    object.insert("unique".to_owned(), json!(is_unique));
    if !is_unique {
        object.insert("level".to_owned(), Value::Null);
    }
    Ok(Value::Object(object))
}

/// Every step that is possible now, technique by technique. On a hard puzzle there are thousands, and the last ones take a
/// long time.
pub(crate) fn all_steps(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let board = Board::of(request)?;
    let (wording, puzzle) = (wording(request, &board)?, board.puzzle);
    let techniques: Vec<Technique> = explainer(request, &puzzle, &host.solver())?.techniques().collect();
    let mut steps_json = Vec::new();
    for (i, technique) in techniques.iter().enumerate() {
        let before = i as f64 / techniques.len() as f64;
        for step in Explainer::with(&[*technique]).all_steps(&puzzle) {
            let step = steps::step(&step, &puzzle, &wording);
            (host.report)(json!({ "done": before, "step": step }));
            steps_json.push(step);
        }
        host.go_on()?;
        (host.report)(json!({ "done": (i + 1) as f64 / techniques.len() as f64 }));
    }
    Ok(json!({ "steps": steps_json }))
}

pub(crate) fn rate(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let board = Board::of(request)?;
    let language: Language = named(request, "language")?.unwrap_or_default();
    let solver = host.solver();
    let verdict = judged(&solver, &board.puzzle)?;
    let (mut object, hardest) = match verdict {
        Verdict::None => (no_path(&board), None),
        Verdict::Multiple(..) => {
            let mut object = no_path(&board);
            object.insert("outcome".to_owned(), json!("stuck"));
            (object, None)
        }
        Verdict::Unique(_) => {
            let explainer = explainer_after(&verdict, request, &board.puzzle, &solver)?;
            let rating = host.rated(&explainer, &board.puzzle);
            host.go_on()?;
            let mut object = steps::summary(&rating);
            let count = |(technique, count): &(Technique, u32)| json!({ "technique": technique.slug(), "name": language.technique(*technique), "count": count });
            object.insert("steps".to_owned(), rating.steps.iter().map(count).collect());
            object.insert("unique".to_owned(), json!(true));
            (object, rating.hardest())
        }
    };
    object.insert("hardest".to_owned(), json!(hardest.map(|technique| language.technique(technique))));
    Ok(Value::Object(object))
}

pub(crate) fn hint(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    advise(request, host, &wanted(request)?)
}

/// The same without a next step: only checks whether something is wrong.
pub(crate) fn check(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    advise(request, host, &Explainer::with(&[]))
}

fn advise(request: &Value, host: &Host<'_>, explainer: &Explainer) -> Result<Value, Failure> {
    let board = Board::of(request)?;
    let (wording, puzzle) = (wording(request, &board)?, board.puzzle);
    let advice = coach::advise(&puzzle, explainer, &solver(request, host)?).map_err(|e| Failure::new(e.to_string()))?;
    let text = |grade| advice.text(&wording, grade);
    let kind = advice.status();
    let message = |cells: &[Cell]| json!({ "kind": kind, "message": text(Grade::Whole), "cells": places(cells) });
    Ok(match &advice {
        Advice::Mistakes(mistakes) => {
            let cells: Vec<Cell> = mistakes.iter().map(|mistake| mistake.cell()).collect();
            json!({ "kind": kind, "cells": places(&cells), "levels": [text(Grade::Place), text(Grade::Whole)] })
        }
        Advice::Step { step, has_one_solution } => json!({
            "kind": kind,
            "levels": Grade::ALL.iter().map(|grade| text(*grade)).collect::<Vec<_>>(),
            "step": steps::step(step, &puzzle, &wording),
            "has_one_solution": has_one_solution,
        }),
        Advice::Invalid(invalid) => message(&cells(invalid)),
        _ => message(&[]),
    })
}

/// The cells that reasons name.
fn cells(invalid: &Invalid) -> Vec<Cell> {
    let mut all: Vec<Cell> = Vec::new();
    for reason in invalid.reasons() {
        match reason {
            Reason::Duplicate { cells, .. } => all.extend(cells),
            Reason::NoCandidate { cell } => all.push(*cell),
            _ => {}
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}
