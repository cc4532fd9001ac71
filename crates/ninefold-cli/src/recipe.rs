//! Turns options on the command line into the library's recipe, for `generate` and `dataset`.

use crate::input::{Vectors, shape};
use anyhow::Context;
use clap::Args;
use ninefold::generate::{ClueSymmetry, Generator, Method, Recipe};
use ninefold::logic::{Level, SeNumber, Technique};
use ninefold::{Cell, Shape};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Which puzzles `generate` and `dataset` are to make, and how they look for them.
#[derive(Args, Debug)]
pub(crate) struct PuzzleOptions {
    /// Shape of a box, rows x columns: 3x3, 2x3, 4x4; or the side of the board: 16
    #[arg(long, value_name = "RxC", value_parser = shape, default_value = "3x3")]
    pub(crate) shape: Shape,

    #[command(flatten)]
    pub(crate) wishes: Wishes,

    /// How to look for puzzles: dig, search or vicinity [default: dig]
    #[arg(long, value_name = "METHOD", help_heading = "Search")]
    method: Option<Method>,

    /// Sample minimal puzzles with a known bias that depends only on the clue count
    #[arg(long, value_name = "HOW", value_enum, conflicts_with = "method", help_heading = "Search")]
    pub(crate) sample: Option<Sample>,

    #[command(flatten)]
    vectors: Vectors,
}

/// What puzzles should be like.
#[derive(Args, Debug)]
pub(crate) struct Wishes {
    /// Symmetry of the cells with givens: none, half-turn, quarter-turn, horizontal, vertical, both, diagonal,
    /// anti-diagonal, both-diagonals or full
    #[arg(long, value_name = "SYMMETRY", default_value_t = ClueSymmetry::None, help_heading = "Wishes")]
    pub(crate) symmetry: ClueSymmetry,

    /// Givens in exactly the cells that this drawing shows; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "symmetry", help_heading = "Wishes")]
    pub(crate) pattern: Option<PathBuf>,

    /// Number of givens: 24, 22..26, 24.. or ..24
    #[arg(long, value_name = "A..B", value_parser = clues, help_heading = "Wishes")]
    pub(crate) clues: Option<RangeInclusive<usize>>,

    /// No given can be left out
    #[arg(long, help_heading = "Wishes")]
    pub(crate) minimal: bool,

    /// Level: easy, medium, hard, unfair or extreme
    #[arg(long, value_name = "LEVEL", help_heading = "Wishes")]
    pub(crate) level: Option<Level>,

    /// HoDoKu's score: 800..1000 or 1000..
    #[arg(long, value_name = "A..B", value_parser = score, help_heading = "Wishes")]
    pub(crate) score: Option<RangeInclusive<u32>>,

    /// A technique that must be used (may be given several times)
    #[arg(long, value_name = "TECHNIQUE", help_heading = "Wishes")]
    pub(crate) require: Vec<Technique>,

    /// A technique that must not be used (may be given several times)
    #[arg(long, value_name = "TECHNIQUE", help_heading = "Wishes")]
    pub(crate) forbid: Vec<Technique>,

    /// The hardest technique
    #[arg(long, value_name = "TECHNIQUE", help_heading = "Wishes")]
    pub(crate) hardest: Option<Technique>,

    /// ER, the rating of Sudoku Explainer 1.2.1: 7.1, 7.0..7.5, 8.0.. or ..6.0
    #[arg(long, value_name = "A..B", value_parser = tenths, help_heading = "Wishes")]
    pub(crate) er: Option<RangeInclusive<u16>>,

    /// EP: the same up to the first step that places a digit
    #[arg(long, value_name = "A..B", value_parser = tenths, help_heading = "Wishes")]
    pub(crate) ep: Option<RangeInclusive<u16>>,

    /// ED: the same for the first step
    #[arg(long, value_name = "A..B", value_parser = tenths, help_heading = "Wishes")]
    pub(crate) ed: Option<RangeInclusive<u16>>,
}

/// How puzzles are sampled.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sample {
    /// Berthier's controlled-bias generator
    Unbiased,
}

/// Parses `20..24`, both ends included. Either end may be left out; a single number is both ends.
pub(crate) fn range<T: FromStr + Copy>(text: &str, smallest: T, largest: T) -> Result<RangeInclusive<T>, String> {
    let range = range_of(text, [smallest, largest], |end| end.parse().ok());
    range.ok_or_else(|| "expected a number or a range: 24, 22..26, 24.. or ..24".to_owned())
}

/// The same for numbers that are parsed in another way.
fn range_of<T: Copy>(
    text: &str,
    [smallest, largest]: [T; 2],
    read: impl Fn(&str) -> Option<T>,
) -> Option<RangeInclusive<T>> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let end = |text: &str, open| if text.is_empty() { Some(open) } else { read(text) };
    let (from, to) = (end(from, smallest)?, end(to.trim_start_matches('='), largest)?);
    text.contains(|c: char| c.is_ascii_digit()).then_some(from..=to)
}

fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    range(text, 0, usize::MAX)
}

fn score(text: &str) -> Result<RangeInclusive<u32>, String> {
    range(text, 0, u32::MAX)
}

/// Parses ratings with one digit after the point, in tenths.
fn tenths(text: &str) -> Result<RangeInclusive<u16>, String> {
    let tenths = |text: &str| match text.split_once('.') {
        Some((whole, tenth)) if tenth.len() == 1 => format!("{whole}{tenth}").parse().ok(),
        Some(_) => None,
        None => text.parse().ok().and_then(|whole: u16| whole.checked_mul(10)),
    };
    let expected = || "expected a rating or a range: 7.1, 7.0..7.5, 8.0.. or ..6.0".to_owned();
    range_of(text, [0, u16::MAX], tenths).ok_or_else(expected)
}

/// A range as it is written on the command line.
pub(crate) fn range_text<T: PartialEq>(
    range: &RangeInclusive<T>,
    largest: T,
    written: impl Fn(&T) -> String,
) -> String {
    let end = if *range.end() == largest { String::new() } else { written(range.end()) };
    format!("{}..{end}", written(range.start()))
}

impl Wishes {
    /// The Sudoku Explainer ratings that the options ask for.
    pub(crate) fn se(&self) -> impl Iterator<Item = (SeNumber, &RangeInclusive<u16>)> {
        let wishes = [(SeNumber::Er, &self.er), (SeNumber::Ep, &self.ep), (SeNumber::Ed, &self.ed)];
        wishes.into_iter().filter_map(|(number, wish)| Some((number, wish.as_ref()?)))
    }
}

impl PuzzleOptions {
    /// How to search for puzzles.
    pub(crate) fn method(&self) -> Method {
        match self.sample {
            Some(Sample::Unbiased) => Method::Unbiased,
            None => self.method.unwrap_or_default(),
        }
    }

    /// Whether puzzles can be made by the thousand, because no option needs many attempts.
    pub(crate) fn is_quick(&self) -> bool {
        let Wishes { symmetry: _, pattern, clues, minimal, level, score, require, forbid, hardest, .. } = &self.wishes;
        let has_ratings = level.is_some() || score.is_some() || hardest.is_some() || self.wishes.se().next().is_some();
        let has_techniques = !require.is_empty() || !forbid.is_empty();
        let takes_long = has_ratings || has_techniques || pattern.is_some() || clues.is_some() || *minimal;
        self.shape.is_classic_nine() && self.method() == Method::Dig && !takes_long
    }

    /// The recipe that the options ask for, with the cells of the pattern.
    pub(crate) fn recipe(&self, pattern: Option<Vec<Cell>>) -> Recipe {
        let wishes = &self.wishes;
        let mut recipe = Recipe::new(self.shape).symmetry(wishes.symmetry).method(self.method());
        if let Some(cells) = pattern {
            recipe = recipe.pattern(cells);
        }
        if let Some(clues) = &wishes.clues {
            recipe = recipe.clues(clues.clone()).clue_search();
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
        recipe = wishes.se().fold(recipe, |recipe, (number, rating)| recipe.se(number, rating.clone()));
        recipe = wishes.require.iter().fold(recipe, |recipe, technique| recipe.require(*technique));
        wishes.forbid.iter().fold(recipe, |recipe, technique| recipe.forbid(*technique))
    }

    /// The generator for a recipe.
    ///
    /// # Errors
    /// If there can be no such puzzle.
    pub(crate) fn generator(&self, recipe: Recipe, seed: u64) -> anyhow::Result<Generator> {
        let mut generator = Generator::new(recipe)?.seed(seed);
        if let Some(isa) = self.vectors.isa {
            generator = generator.isa(isa);
        }
        Ok(generator)
    }

    /// The cells that have givens, if a drawing of them was given. `-` is standard input, so call this only once.
    ///
    /// # Errors
    /// If it cannot be read, or is not a drawing of a board of this shape.
    pub(crate) fn pattern(&self) -> anyhow::Result<Option<Vec<Cell>>> {
        let Some(path) = &self.wishes.pattern else { return Ok(None) };
        let text = match path.as_path() {
            path if path == Path::new("-") => std::io::read_to_string(std::io::stdin()),
            path => std::fs::read_to_string(path),
        };
        let text = text.with_context(|| path.display().to_string())?;
        let expected = self.shape.cell_count();
        let cells = |is_comment: fn(&str) -> bool| {
            let lines = text.lines().filter(|line| !is_comment(line));
            let cells = lines.flat_map(str::chars).filter(|c| !c.is_whitespace() && !"|+-".contains(*c));
            cells.map(|c| !".0_".contains(c)).collect::<Vec<bool>>()
        };
        // A line that begins with # is a comment only if the other lines make up all cells.
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
}
