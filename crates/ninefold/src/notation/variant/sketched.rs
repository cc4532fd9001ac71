//! What another program says about a puzzle, as one with rules beside those of a Sudoku.

use super::VariantRecord;
use crate::board::{Invalid, Reason, Shape};
use crate::notation::ReadOptions;
use crate::notation::assemble::{self, invalid};
use crate::notation::sketch::{Content, Rule, Sketch, cells_of_regions, not_supported};
use crate::variant::{Constraint, Kind, VariantPuzzle};

/// What another program says about a puzzle, if that has rules beside those of a Sudoku.
pub(in crate::notation) fn of_sketch(
    sketch: Result<Sketch, Invalid>,
    options: &ReadOptions,
) -> Option<Result<VariantRecord, Invalid>> {
    match sketch {
        Ok(sketch) if sketch.is_classic() => None,
        sketch => Some(sketch.and_then(|sketch| sketch.read_variant(options))),
    }
}

/// Rules that other programs do not mean as we do, together or on this board: those whose dots do not exempt, and those
/// that are about the lowest and the highest digit.
pub(in crate::notation) fn conflicts(sketch: &Sketch) -> Vec<Rule> {
    let constraints = || {
        sketch.rules.iter().filter_map(|rule| match rule {
            Rule::Known(constraint) => Some(&**constraint),
            _ => None,
        })
    };
    let has = |kind: Kind| constraints().any(|constraint| constraint.kind == kind);
    let count = sketch.digit_count();
    let is_short = |clue: &Constraint| clue.kind == Kind::Sandwich && clue.cells.len() as i64 != count;
    let conflicts = [
        (has(Kind::NonConsecutive) && has(Kind::Difference), "non-consecutive with difference dots"),
        (constraints().any(is_short), "sandwich sum with digits other than a row's"),
    ];
    conflicts.into_iter().filter(|(is_there, _)| *is_there).map(|(_, name)| Rule::unknown(name)).collect()
}

impl Sketch {
    /// The puzzle, if every rule is known and could be kept.
    pub(in crate::notation) fn read_variant(mut self, options: &ReadOptions) -> Result<VariantRecord, Invalid> {
        self.leave_out_words();
        let names = |rule: &Rule| match rule {
            Rule::Unknown(name, count) => Some((name.clone(), *count)),
            _ => None,
        };
        let unknown: Vec<_> = self.rules.iter().filter_map(names).collect();
        if !unknown.is_empty() {
            return Err(not_supported(unknown));
        }
        let mut puzzle = self.board(options)?;
        let mut messages = self.fill(&mut puzzle);
        for rule in std::mem::take(&mut self.rules) {
            match rule {
                Rule::Known(constraint) => puzzle.constraints.push(*constraint),
                Rule::Wrong(name, message) => messages.push(format!("{name}: {message}")),
                Rule::Unknown(..) => {}
            }
        }
        messages.extend(puzzle.check().into_iter().map(|mistake| mistake.message));
        let reason = |message| Reason::Syntax { message };
        match messages.is_empty() {
            true => Ok(VariantRecord { puzzle, fields: self.fields.clone(), notes: self.notes() }),
            false => Err(Invalid {
                reasons: messages.into_iter().map(reason).collect(),
                ..invalid(Reason::Syntax { message: String::new() })
            }),
        }
    }

    /// The empty board with its regions.
    fn board(&self, options: &ReadOptions) -> Result<VariantPuzzle, Invalid> {
        let (rows, columns) = (self.rows, self.columns);
        let (digits, most) = (self.digits.clone(), VariantPuzzle::MAX_SIDE);
        let count = self.digit_count();
        let is_possible = [rows, columns].iter().all(|side| (1..=most).contains(side))
            && (1..=most as i64).contains(&count)
            && (0..1000).contains(digits.start())
            && (0..1000).contains(digits.end());
        if !is_possible {
            let (first, last) = (digits.start(), digits.end());
            let message = format!(
                "a board of {rows} rows and {columns} columns with digits from {first} to {last}, expected at most {most} \
                 of each, and digits from 0 to 999"
            );
            return Err(assemble::syntax(message));
        }
        if self.cells.len() != rows * columns + self.further.names.len() {
            let reason = Reason::Length { found: self.cells.len(), expected: rows * columns };
            return Err(invalid(reason));
        }
        let mut puzzle = VariantPuzzle::new(rows, columns, digits);
        puzzle.add_further_cells(self.further.names.len());
        puzzle.has_lines = self.has_lines;
        let boxes = || {
            let shape = options.shape.or_else(|| Shape::for_side(rows).ok()).filter(|_| rows == columns);
            shape.map(|shape| shape.cells().map(|cell| Some(shape.box_of(cell))).collect())
        };
        let regions: Vec<Option<usize>> = self.regions.clone().or_else(boxes).unwrap_or_default();
        puzzle.regions = cells_of_regions(&regions);
        puzzle.regions.sort_unstable();
        super::expect_shape(&puzzle, options)?;
        puzzle.regions.extend(self.further_regions.iter().cloned());
        Ok(puzzle)
    }

    /// Writes the givens and marks on the board; what cannot be read, in words.
    fn fill(&mut self, puzzle: &mut VariantPuzzle) -> Vec<String> {
        let mut messages = Vec::new();
        let mut placed = 0;
        for (cell, content) in self.cells.iter().enumerate() {
            let mut number = |word: &String| {
                let number = word.trim().parse().ok();
                if number.is_none() {
                    let word: String = word.chars().take(20).collect();
                    messages.push(format!("'{}' in {} is not a digit", word.escape_debug(), puzzle.name_of(cell)));
                }
                number
            };
            match content {
                Content::Blank => {}
                Content::Given(word) => puzzle.givens[cell] = number(word),
                Content::Placed(_) => placed += 1,
                Content::Marks(words) => puzzle.marks[cell] = Some(words.iter().filter_map(number).collect()),
            }
        }
        if placed > 0 {
            self.leave_out(format!("digits placed by a player ({placed})"));
        }
        messages
    }
}
