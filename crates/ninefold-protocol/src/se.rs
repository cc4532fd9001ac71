//! Ratings on the published scale, by the rules of Sudoku Explainer 1.2.1.
//!
//! The crate's own [`call`](crate::call) checks how many solutions a puzzle has; the [`call`] here does not. A program that
//! uses only this one is linked with the rater alone, such as the page's module for this rating, which is loaded when
//! somebody asks for it.

use crate::board::Board;
use crate::failure::Failure;
use crate::{Host, named, replied};
use ninefold::Puzzle;
use ninefold::coach;
use ninefold::logic::{SeRater, SeRating};
use serde_json::{Value, json};

/// Answers `rate_se` for boards that list their cells. It does not check whether a puzzle has one solution: the rating of
/// a puzzle with several means nothing.
///
/// ```
/// use ninefold_protocol::{Host, se};
/// let cells = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let cells: Vec<String> = cells.chars().map(|digit| match digit {
///     '.' => "{}".to_owned(),
///     digit => format!(r#"{{ "given": {digit} }}"#),
/// }).collect();
/// let request = format!(r#"{{ "method": "rate_se", "board": {{ "shape": "3x3", "cells": [{}] }} }}"#, cells.join(","));
/// let reply = se::call(request, &mut Host::silent());
/// assert!(reply.contains(r#""er":1.2"#) && reply.contains("solved"), "{reply}");
/// ```
pub fn call(request: impl AsRef<[u8]>, host: &mut Host<'_>) -> String {
    replied(request.as_ref(), host, |request, host| {
        let (_, method) = named(&[("rate_se", rate_alone as crate::Method, "board")], request)?;
        method(request, host)
    })
}

fn rate_alone(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let puzzle = Board::of_cells(&request["board"])?.puzzle;
    let rating = SeRater::new().rate_while(&puzzle, reported(host));
    rating.as_ref().map(answer).ok_or_else(|| Failure::new("Sudoku Explainer rates only boards of shape 3x3"))
}

/// The rating of a puzzle that has one solution.
pub(crate) fn rate(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let Board { puzzle, symbols } = Board::of(request)?;
    let solver = host.solver();
    let rating = coach::rate_by_se(&SeRater::new(), &only_digits(&puzzle), &symbols, &solver, reported(host));
    rating.as_ref().map(answer).map_err(|why| Failure::new(why.to_string()))
}

/// The part of a puzzle that the rater uses: its digits, all as givens.
fn only_digits(puzzle: &Puzzle) -> Puzzle {
    let mut bare = Puzzle::empty(puzzle.shape());
    puzzle.filled().for_each(|(cell, digit)| bare.give(cell, digit));
    bare
}

/// Reports a lower bound of the rating whenever it has risen.
fn reported<'a>(host: &'a mut Host<'_>) -> impl FnMut(&SeRating) -> bool + 'a {
    let mut known = 0;
    move |so_far| {
        if so_far.er > known {
            known = so_far.er;
            (host.report)(json!({ "er": tenths(known) }));
        }
        !host.is_cancelled()
    }
}

fn tenths(rating: u16) -> f64 {
    f64::from(rating) / 10.0
}

fn answer(rating: &SeRating) -> Value {
    json!({
        "er": tenths(rating.er),
        "ep": tenths(rating.ep),
        "ed": tenths(rating.ed),
        "hardest": rating.hardest,
        "hints": rating.hints,
        "end": rating.end.name(),
    })
}
