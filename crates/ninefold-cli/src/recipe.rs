//! From wishes on the command line to the library's recipe, for `generate` and `dataset`.

use crate::args::{Sample, Wishes};
use anyhow::Context;
use ninefold::generate::{Method, Recipe};
use ninefold::{Cell, Shape};
use std::path::Path;

impl Wishes {
    /// Whether there are such that many attempts may be needed.
    pub(crate) fn take_long(&self) -> bool {
        let Wishes { symmetry: _, pattern, clues, minimal, level, score, require, forbid, hardest } = self;
        let ratings = level.is_some() || score.is_some() || hardest.is_some();
        ratings || pattern.is_some() || clues.is_some() || *minimal || !require.is_empty() || !forbid.is_empty()
    }
}

/// How puzzles are looked for.
pub(crate) fn method(method: Option<Method>, sample: Option<Sample>) -> Method {
    match sample {
        Some(Sample::Unbiased) => Method::Unbiased,
        None => method.unwrap_or_default(),
    }
}

/// What the options ask for, with the cells of the pattern.
pub(crate) fn recipe(shape: Shape, wishes: &Wishes, method: Method, pattern: Option<Vec<Cell>>) -> Recipe {
    let mut recipe = Recipe::new(shape).symmetry(wishes.symmetry).method(method);
    if let Some(cells) = pattern {
        recipe = recipe.pattern(cells);
    }
    if let Some(clues) = &wishes.clues {
        recipe = recipe.clues(clues.clone());
    }
    if wishes.minimal {
        recipe = recipe.minimal();
    }
    if let Some(level) = wishes.level {
        recipe = recipe.level(level);
    }
    if let Some(score) = &wishes.score {
        recipe = recipe.score(score.clone());
    }
    if let Some(hardest) = wishes.hardest {
        recipe = recipe.hardest(hardest);
    }
    recipe = wishes.require.iter().fold(recipe, |recipe, technique| recipe.require(*technique));
    wishes.forbid.iter().fold(recipe, |recipe, technique| recipe.forbid(*technique))
}

/// The cells that have givens, if there is a drawing of them. `-` is standard input, so this is asked once.
///
/// # Errors
/// If it cannot be read, or is not a drawing of such a board.
pub(crate) fn pattern(wishes: &Wishes, shape: Shape) -> anyhow::Result<Option<Vec<Cell>>> {
    let Some(path) = &wishes.pattern else { return Ok(None) };
    let text = match path.as_path() {
        path if path == Path::new("-") => std::io::read_to_string(std::io::stdin()),
        path => std::fs::read_to_string(path),
    };
    let text = text.with_context(|| path.display().to_string())?;
    let expected = shape.cell_count();
    let cells = |is_comment: fn(&str) -> bool| {
        let lines = text.lines().filter(|line| !is_comment(line));
        let cells = lines.flat_map(str::chars).filter(|c| !c.is_whitespace() && !"|+-".contains(*c));
        cells.map(|c| !".0_".contains(c)).collect::<Vec<bool>>()
    };
    // A line that begins with # is a comment only if the others are all cells.
    let all = cells(|_| false);
    let uncommented = cells(|line| line.starts_with('#'));
    let drawn = if uncommented.len() == expected { uncommented } else { all };
    anyhow::ensure!(
        drawn.len() == expected,
        "{}: a pattern of {} cells, expected {expected}: '.' for blanks, anything else for givens",
        path.display(),
        drawn.len()
    );
    Ok(Some(drawn.iter().enumerate().filter(|(_, is_given)| **is_given).map(|(cell, _)| Cell::new(cell)).collect()))
}
