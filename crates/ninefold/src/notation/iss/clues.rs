//! What the arguments of each type mean.

use super::types::{Form, all, needs_lines};
use super::writing::marked_in_choices;
use super::{board, doppelganger, killers, machine, table};
use crate::board::Invalid;
use crate::notation::assemble;
use crate::notation::coding::unescaped;
use crate::notation::places::{Further, Places, shown};
use crate::notation::sketch::{Rule, Sketch, cells_of_regions};
use crate::notation::variant;
use crate::variant::{Constraint, Kind};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// What a text says, with its rules.
pub(super) fn decode(text: &str) -> Result<Sketch, Invalid> {
    if killers::is_killer(text.trim()) {
        return killers::decode(text.trim()).map_err(assemble::syntax);
    }
    let mut room = MOST;
    let (mut may_tie, mut are_alike) = (false, false);
    let mut sketch = board::decode(text, &mut |name, arguments, sketch| match (name, arguments) {
        // What it says if nothing is said.
        ("FullRankTies", ["only-unclued"]) => {}
        ("FullRankTies", ["any"]) => may_tie = true,
        ("RegionSameValues", []) => are_alike = true,
        _ => take(name, arguments, &mut room, sketch),
    })?;
    if may_tie {
        tie(&mut sketch);
    }
    if are_alike {
        same_values(&mut sketch);
    }
    conflicts(&mut sketch);
    Ok(sketch)
}

/// The most that tables and expressions may take in all: one in the text may be that of many constraints.
const MOST: usize = 1_000_000;

/// What an expression takes at least.
const PATTERN: usize = 100;

/// Adds the rules that a constraint is.
fn take(name: &str, arguments: &[&str], room: &mut usize, sketch: &mut Sketch) {
    let types = || all().filter(|(known, ..)| *known == name);
    let rules = match (name, types().next()) {
        ("Doppelganger", _) => doppelganger::rules(sketch),
        (_, None) => Err(Rule::unknown(name)),
        (_, Some((_, Kind::SumLine, _))) if arguments.last() == Some(&"LOOP") => {
            let arguments = &arguments[..arguments.len() - 1];
            let (board, further, digits) = (Places::new(sketch.rows, sketch.columns), &sketch.further, &sketch.digits);
            Clue { kind: Kind::SumLoop, form: Form::Loop, arguments, board, further, digits }
                .constraints(room)
                .map_err(|message| Rule::Wrong(name.to_owned(), message))
        }
        _ if arguments.last() == Some(&"LOOP") => Err(Rule::unknown(format!("{name} with LOOP"))),
        (_, Some((_, kind, form))) if needs_lines(kind, form) && !sketch.has_lines => {
            Err(Rule::unknown(format!("{name} on a raw board")))
        }
        (_, Some((_, kind, form))) => {
            let board = Places::new(sketch.rows, sketch.columns);
            let wrong = |message| Rule::Wrong(name.to_owned(), message);
            Clue { kind, form, arguments, board, further: &sketch.further, digits: &sketch.digits }
                .constraints(room)
                .map_err(wrong)
        }
    };
    sketch.add(rules);
}

/// Lines with ranks may be the same as others.
fn tie(sketch: &mut Sketch) {
    fn tied(clue: &mut Constraint) {
        if clue.kind == Kind::FullRank {
            clue.kind = Kind::TiedRank;
        }
        clue.alternatives.iter_mut().flatten().for_each(tied);
    }
    for rule in &mut sketch.rules {
        if let Rule::Known(clue) = rule {
            tied(clue);
        }
    }
}

/// Rows, columns and regions, the largest of them, hold the same digits as each other. Since each family covers the board, that
/// is so if it is within each.
fn same_values(sketch: &mut Sketch) {
    let (rows, columns) = (sketch.rows, sketch.columns);
    let row = |row: usize| (row * columns..(row + 1) * columns).collect();
    let column = |column: usize| (0..rows).map(|row| row * columns + column).collect();
    let regions = cells_of_regions(sketch.regions.as_deref().unwrap_or_default());
    let families: [Vec<Vec<usize>>; 3] = [(0..rows).map(row).collect(), (0..columns).map(column).collect(), regions];
    let largest = families.iter().flatten().map(Vec::len).max().unwrap_or(0);
    if largest as i64 == sketch.digit_count() {
        return;
    }
    for family in families {
        let sets: Vec<Vec<usize>> = family.into_iter().filter(|set| set.len() == largest).collect();
        if sets.len() > 1 {
            let all = Constraint::new(Kind::SameValues).value(sets.len() as i64).cells(sets.concat());
            sketch.rules.push(Rule::known(all));
        }
    }
}

/// A constraint as written.
struct Clue<'a> {
    kind: Kind,
    form: Form,
    arguments: &'a [&'a str],
    board: Places,
    /// The cells beside it.
    further: &'a Further,
    digits: &'a RangeInclusive<i64>,
}

impl Clue<'_> {
    fn constraints(&self, room: &mut usize) -> Result<Vec<Constraint>, String> {
        let constraint = || Constraint::new(self.kind);
        let first = self.arguments.first().copied().unwrap_or("");
        let rest = self.arguments.get(1..).unwrap_or(&[]);
        let with_number = |number: Option<i64>, cells: &[&str]| {
            Ok(vec![Constraint { value: number, ..constraint() }.cells(self.cells(cells)?)])
        };
        match self.form {
            Form::Board => self.expect_no(self.arguments).map(|()| vec![constraint()]),
            Form::Diagonal => match first {
                "1" => Ok(vec![constraint().value(1)]),
                "-1" => Ok(vec![constraint().value(-1)]),
                other => Err(format!("the direction {}, expected 1 or -1", shown(other))),
            },
            Form::Cells => with_number(None, self.arguments),
            Form::Ties if self.arguments == ["none"] => Ok(vec![constraint()]),
            Form::Ties => Err(format!("ties {}, expected none, only-unclued or any", shown(first))),
            // The ends of a lockout line are never equal there.
            Form::Number if self.kind == Kind::Lockout && first == "0" => with_number(Some(1), rest),
            Form::Number | Form::Loop => with_number(Some(number(first)?), rest),
            Form::NumberOr(usual) if first.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                with_number(Some(usual), self.arguments)
            }
            Form::NumberOr(_) => with_number(Some(number(first)?), rest),
            Form::Cage if first.is_empty() => self.cage(None, rest),
            Form::Cage => self.cage(Some(number(first)?).filter(|sum| *sum != 0), rest),
            Form::Connected => self.connected(first, rest),
            Form::Sum => self.sum(first, rest),
            Form::Text => Ok(vec![constraint().text(first).cells(self.cells(rest)?)]),
            Form::Digits => Ok(vec![constraint().values(numbers(first.split('_'))?).cells(self.cells(rest)?)]),
            Form::Pairs(value) => self.pairs(value),
            Form::Arrow => Ok(vec![constraint().other(self.cells(&[first])?).cells(self.cells(rest)?)]),
            Form::Pill => self.pill(first, rest),
            Form::LittleKiller => {
                self.expect_no(rest.get(1..).unwrap_or(&[]))?;
                let cells = self.diagonal(rest.first().copied().unwrap_or(""))?;
                Ok(vec![constraint().value(number(first)?).cells(cells)])
            }
            Form::Outside => self.outside(first, rest),
            Form::Sandwich => {
                self.expect_no(rest.get(1..).unwrap_or(&[]))?;
                let cells = self.line(rest.first().copied().unwrap_or(""))?;
                Ok(vec![constraint().value(number(first)?).cells(cells)])
            }
            Form::Quad => self.quad(first, rest),
            Form::Segments => {
                let segments = self.arguments.split(|part| *part == "-").map(|part| self.cells(part));
                Ok(vec![Constraint { others: segments.collect::<Result<_, _>>()?, ..constraint() }])
            }
            Form::Pattern => self.patterns(first, rest, room),
            Form::Machine => self.machines(first, rest, room),
            Form::Table => self.tables(first, rest, false, room),
            Form::OldTable => self.tables(first, rest, true, room),
            Form::Indexing => match first {
                "C" => Ok(vec![Constraint::new(Kind::ColumnIndexing).cells(self.cells(rest)?)]),
                "R" => Ok(vec![Constraint::new(Kind::RowIndexing).cells(self.cells(rest)?)]),
                other => Err(format!("the indexing {}, expected C or R", shown(other))),
            },
            Form::Control => Ok(vec![constraint().other(self.cells(&[first])?).cells(self.cells(rest)?)]),
        }
    }

    fn expect_no(&self, arguments: &[&str]) -> Result<(), String> {
        match arguments.iter().find(|part| !part.is_empty()) {
            Some(part) => Err(format!("the extra argument {}, expected none", shown(part))),
            None => Ok(()),
        }
    }

    fn cells(&self, names: &[&str]) -> Result<Vec<usize>, String> {
        names.iter().map(|name| self.further.cell(name, self.board)).collect()
    }

    /// A sum like `10`, or `0_=_1_-2` with a factor for each cell.
    fn sum(&self, sum: &str, cells: &[&str]) -> Result<Vec<Constraint>, String> {
        let (sum, factors) = match sum.split_once("_=_") {
            Some((sum, factors)) => (sum, numbers(factors.split('_'))?),
            None => (sum, vec![]),
        };
        let (sum, cells) = (number(sum)?, self.cells(cells)?);
        let is_once = cells.iter().collect::<BTreeSet<_>>().len() == cells.len();
        if is_once || !factors.is_empty() && factors.len() != cells.len() {
            return Ok(vec![Constraint::new(self.kind).value(sum).values(factors).cells(cells)]);
        }
        // A cell that is there several times counts so often.
        Ok(vec![merged(&cells, &factors, sum)])
    }

    /// A cage; cells that are there several times count so often in its sum.
    fn cage(&self, sum: Option<i64>, cells: &[&str]) -> Result<Vec<Constraint>, String> {
        let cells = self.cells(cells)?;
        let once: BTreeSet<usize> = cells.iter().copied().collect();
        match sum {
            Some(sum) if once.len() < cells.len() => {
                Ok(vec![Constraint::new(Kind::AllDifferent).cells(once), merged(&cells, &[], sum)])
            }
            _ => Ok(vec![Constraint { value: sum, ..Constraint::new(self.kind) }.cells(cells)]),
        }
    }

    /// Digits whose cells are connected, of the board or of a group beside it.
    fn connected(&self, prefix: &str, rest: &[&str]) -> Result<Vec<Constraint>, String> {
        let part = |place: usize| rest.get(place).copied().unwrap_or("");
        self.expect_no(rest.get(2..).unwrap_or(&[]))?;
        let columns = self.board.columns as usize;
        let cells = match self.further.groups.iter().find(|(known, ..)| known == prefix) {
            None if prefix.is_empty() => 0..columns * self.board.rows as usize,
            Some((_, cells, own)) if *own == columns => cells.clone(),
            Some((_, _, own)) => return Err(format!("further cells in rows of {own}, expected {columns}")),
            None => return Err(format!("no further cells are named {}", shown(prefix))),
        };
        let cells: Vec<usize> = cells.collect();
        let size = if part(1).is_empty() { None } else { Some(number(part(1))?) };
        let constraint = Constraint::new(self.kind).values(numbers(part(0).split('_'))?);
        let rows = cells.chunks(columns).map(<[usize]>::to_vec).collect();
        Ok(vec![Constraint { value: size, others: rows, ..constraint }])
    }

    /// A clue for every two of the cells that share an edge, the one that is named first before the other.
    fn pairs(&self, value: Option<i64>) -> Result<Vec<Constraint>, String> {
        let cells = self.cells(self.arguments)?;
        let mut left: BTreeSet<usize> = cells.iter().copied().collect();
        let mut clues = Vec::new();
        for cell in cells {
            left.remove(&cell);
            for step in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
                let neighbour = self.further.at(cell, step, self.board).filter(|other| left.contains(other));
                let clue = |other| Constraint { value, ..Constraint::new(self.kind) }.cells([cell, other]);
                clues.extend(neighbour.map(clue));
            }
        }
        if clues.is_empty() { Err("no two cells that share an edge".to_owned()) } else { Ok(clues) }
    }

    /// An arrow whose circle has several cells, side by side in reading order.
    fn pill(&self, size: &str, cells: &[&str]) -> Result<Vec<Constraint>, String> {
        let cells = self.cells(cells)?;
        let size = match size {
            "2" => 2,
            "3" => 3,
            other => return Err(format!("a pill of {} cells, expected 2 or 3", shown(other))),
        };
        let (Some(pill), Some(shaft)) = (cells.get(..size), cells.get(size..)) else {
            return Err(format!("{} cells, expected more than the {size} of the pill", cells.len()));
        };
        match is_pill(pill, self.board) {
            true => {
                let mut pill = pill.to_vec();
                pill.sort_unstable();
                Ok(vec![Constraint::new(self.kind).other(pill).cells(shaft.iter().copied())])
            }
            false => Err("a pill whose cells are not side by side".to_owned()),
        }
    }

    fn diagonal(&self, start: &str) -> Result<Vec<usize>, String> {
        let cell = self.board.cell(start)?;
        diagonal(cell, self.board).ok_or_else(|| format!("no diagonal begins at {}", shown(start)))
    }

    /// The cells of a row like `R1` or a column like `C1`.
    fn line(&self, name: &str) -> Result<Vec<usize>, String> {
        let place = |number: &str| number.parse::<i64>().ok().map(|number| number - 1);
        let places = match name.split_at_checked(1) {
            Some(("R" | "r", row)) => place(row).map(|row| ((row, 0), (0, 1))),
            Some(("C" | "c", column)) => place(column).map(|column| ((0, column), (1, 0))),
            _ => None,
        };
        let cells = places
            .map(|(start, step)| if self.board.at(start).is_some() { self.board.ray(start, step) } else { vec![] });
        cells.filter(|cells| !cells.is_empty()).ok_or_else(|| {
            let (rows, columns) = (self.board.rows, self.board.columns);
            format!("{} is not a row or column, expected R1 to R{rows} or C1 to C{columns}", shown(name))
        })
    }

    /// Clues at both ends of a line.
    fn outside(&self, line: &str, clues: &[&str]) -> Result<Vec<Constraint>, String> {
        self.expect_no(clues.get(2..).unwrap_or(&[]))?;
        let cells = self.line(line)?;
        let back: Vec<usize> = cells.iter().rev().copied().collect();
        let clues = clues.iter().zip([cells, back]).filter(|(clue, _)| !clue.is_empty());
        clues.map(|(clue, cells)| Ok(Constraint::new(self.kind).value(number(clue)?).cells(cells))).collect()
    }

    /// Four cells, of which the upper left one is named.
    fn quad(&self, name: &str, digits: &[&str]) -> Result<Vec<Constraint>, String> {
        let cell = self.further.cell(name, self.board)?;
        let cells = square(cell, self.further, self.board)
            .ok_or_else(|| format!("no square of four cells begins at {}", shown(name)))?;
        Ok(vec![Constraint::new(self.kind).values(numbers(digits.iter().copied())?).cells(cells)])
    }

    fn patterns(&self, code: &str, names: &[&str], room: &mut usize) -> Result<Vec<Constraint>, String> {
        // Older texts have the expression itself, with percent signs.
        let text = if code.contains('%') { unescaped(code).into_owned() } else { table::text(code)? };
        let text: String = text.split_whitespace().collect();
        let lists = names.split(|name| name.is_empty()).filter(|names| !names.is_empty());
        let constraint = |names: &[&str]| {
            take_room(room, text.len().max(PATTERN))?;
            Ok(Constraint::new(self.kind).text(text.clone()).cells(self.cells(names)?))
        };
        lists.map(constraint).collect()
    }

    /// Lists of cells by the same table. A part that begins with `_` names those that follow.
    fn tables(&self, code: &str, parts: &[&str], is_old: bool, room: &mut usize) -> Result<Vec<Constraint>, String> {
        let pairs = table::pairs(code, self.digits, is_old)?;
        if self.kind == Kind::PairTableAll && !table::is_symmetric(&pairs) {
            return Err("a table for pairs in any order that depends on the order".to_owned());
        }
        let mut all = Vec::new();
        // One cell has no neighbour, whatever the table.
        for (name, names) in named(parts).into_iter().filter(|(_, names)| names.len() > 1) {
            take_room(room, pairs.len() + name.len())?;
            all.push(Constraint::new(self.kind).values(pairs.iter().copied()).text(name).cells(self.cells(&names)?));
        }
        Ok(all)
    }

    /// Lists of cells read by the same automaton, `-` where one automaton goes on with a further list.
    fn machines(&self, code: &str, parts: &[&str], room: &mut usize) -> Result<Vec<Constraint>, String> {
        let mut all = Vec::new();
        for (name, names) in named(parts) {
            let text = machine::read(code, name.trim(), self.digits)?.to_string();
            take_room(room, text.len())?;
            let mut lists = names.split(|name| *name == "-").map(|names| self.cells(names));
            let first = lists.next().expect("a split has a first part")?;
            let constraint = Constraint::new(self.kind).text(text).cells(first);
            all.push(Constraint { others: lists.collect::<Result<_, _>>()?, ..constraint });
        }
        Ok(all)
    }
}

/// The sum of cells of which some are there several times.
fn merged(cells: &[usize], factors: &[i64], sum: i64) -> Constraint {
    let mut counted: BTreeMap<usize, i64> = BTreeMap::new();
    let factors = factors.iter().copied().chain(std::iter::repeat(1));
    cells.iter().zip(factors).for_each(|(cell, factor)| *counted.entry(*cell).or_insert(0) += factor);
    counted.retain(|_, factor| *factor != 0);
    Constraint::new(Kind::Sum).value(sum).values(counted.values().copied()).cells(counted.into_keys())
}

/// Lists of names of cells with nothing between them. A part that begins with `_` names those that follow.
fn named<'a>(parts: &[&'a str]) -> Vec<(String, Vec<&'a str>)> {
    let (mut name, mut all, mut names) = (String::new(), Vec::new(), Vec::new());
    for part in parts.iter().copied().chain([""]) {
        match part.strip_prefix('_') {
            None if !part.is_empty() => names.push(part),
            next => {
                if !names.is_empty() {
                    all.push((name.clone(), std::mem::take(&mut names)));
                }
                name = next.map_or(name, |next| unescaped(next).into_owned());
            }
        }
    }
    all
}

/// Takes some of the room that is left.
fn take_room(room: &mut usize, count: usize) -> Result<(), String> {
    *room = room.checked_sub(count).ok_or_else(|| format!("tables or expressions of more than {MOST} characters"))?;
    Ok(())
}

/// Whether cells, in reading order, are each to the right of the one before, below it, or both.
pub(super) fn is_pill(cells: &[usize], board: Places) -> bool {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    let is_on_board = cells.iter().all(|cell| board.at(board.of(*cell)).is_some());
    is_on_board
        && cells.windows(2).all(|pair| {
            let ((row, column), (next, beside)) = (board.of(pair[0]), board.of(pair[1]));
            matches!((next - row, beside - column), (0, 1) | (1, 0 | 1))
        })
}

/// The square of four cells that begins with a cell.
pub(super) fn square(cell: usize, further: &Further, board: Places) -> Option<Vec<usize>> {
    [(0, 0), (0, 1), (1, 0), (1, 1)].iter().map(|step| further.at(cell, *step, board)).collect()
}

/// The diagonal that begins with a cell: each has one end by which it goes, of the left edge, the upper, the right, the lower.
pub(super) fn diagonal(cell: usize, board: Places) -> Option<Vec<usize>> {
    let (row, column) = board.of(cell);
    let (last_row, last_column) = (board.rows - 1, board.columns - 1);
    let step = match () {
        () if column == 0 && row < last_row => (1, 1),
        () if row == 0 => (1, -1),
        () if column == last_column && row < last_row => (-1, -1),
        () if row == last_row && column < last_column => (-1, 1),
        () => return None,
    };
    let cells = board.ray((row, column), step);
    // A diagonal between two ends that have names has only the first of them.
    let (end_row, end_column) = board.of(*cells.last()?);
    let has_other_name = match step {
        (-1, -1) => end_column == 0,
        (-1, 1) => end_row == 0,
        _ => false,
    };
    Some(cells).filter(|cells| cells.len() > 1 && !has_other_name)
}

fn number(text: &str) -> Result<i64, String> {
    text.parse::<i32>().map(i64::from).map_err(|_| format!("{} is not a number", shown(text)))
}

fn numbers<'a>(texts: impl Iterator<Item = &'a str>) -> Result<Vec<i64>, String> {
    texts.map(number).collect()
}

/// Names rules that mean something else together, or on this board, than ours.
fn conflicts(sketch: &mut Sketch) {
    let has_boxes = |size: usize| {
        sketch.further_regions.is_empty() && regions_are(sketch, &board::boxes(sketch.rows, sketch.columns, size))
    };
    let side = sketch.rows.max(sketch.columns);
    let has_usual_boxes = has_boxes(side);
    let size = sketch.regions.iter().flatten().filter(|region| **region == Some(0)).count();
    let has_any_boxes = has_usual_boxes || size > 0 && has_boxes(size);
    let is_square = sketch.rows.isqrt().pow(2) == sketch.rows;
    let has_windows = sketch.digit_count() == sketch.rows as i64 && (has_usual_boxes || is_square);
    let mut rules = variant::conflicts(sketch);
    let mut add = |name: &str| rules.push(Rule::unknown(name));
    let known =
        || sketch.rules.iter().filter_map(|rule| if let Rule::Known(clue) = rule { Some(&**clue) } else { None });
    marked_in_choices(known()).iter().for_each(|name| add(name));
    let mut places = BTreeSet::new();
    for rule in &sketch.rules {
        let Rule::Known(clue) = rule else { continue };
        match clue.kind {
            Kind::DisjointGroups if !has_any_boxes => add("disjoint groups without boxes"),
            Kind::Windoku if !has_windows => add("windoku on an unusual board"),
            // Of two clues in one place the program takes the last.
            Kind::Quadruple
            | Kind::LittleKiller
            | Kind::XSum
            | Kind::Sandwich
            | Kind::Skyscraper
            | Kind::HiddenSkyscraper
            | Kind::NumberedRoom
            | Kind::FullRank
            | Kind::TiedRank
                if !places.insert((clue.kind, &clue.cells)) =>
            {
                add(&format!("two {} clues in one place", clue.kind.title()));
            }
            _ => {}
        }
    }
    let has = |kind: Kind| known().any(|clue| clue.kind == kind);
    if has(Kind::TiedRank) && has(Kind::DistinctLines) {
        add("two rules about ties");
    }
    sketch.rules.extend(rules);
}

/// Whether the regions of a board are these.
fn regions_are(sketch: &Sketch, regions: &[Vec<usize>]) -> bool {
    let Some(found) = &sketch.regions else { return false };
    let mut numbers = vec![None; found.len()];
    regions.iter().enumerate().for_each(|(number, cells)| cells.iter().for_each(|cell| numbers[*cell] = Some(number)));
    *found == numbers
}
