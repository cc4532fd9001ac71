//! A text of constraints, cut into these, and what they say about the board itself: its size, regions, givens.

use super::further::{self, Item};
use super::{killers, types};
use crate::board::{Invalid, Shape};
use crate::notation::assemble;
use crate::notation::places::{Places, shown};
use crate::notation::sketch::{Content, Rule, Sketch};
use crate::variant::{Constraint, Kind, VariantPuzzle};
use std::collections::BTreeMap;

/// Takes what is a rule: its type and its arguments.
pub(super) type Taker<'a> = dyn FnMut(&str, &[&str], &mut Sketch) + 'a;

/// What a text says that has no rules beside those of a Sudoku; of any other their names, and no more. (So engines for classic
/// puzzles need not have what reads them.)
pub(super) fn classic(text: &str) -> Result<Sketch, Invalid> {
    let mut named = |name: &str, _: &[&str], sketch: &mut Sketch| sketch.rules.push(Rule::unknown(types::title(name)));
    let items = match of_other_form(text, &mut named)? {
        Some(sketch) => return Ok(sketch),
        None => items_of(text),
    };
    let mut sketch = shaped(shape_of(&items)).map_err(assemble::syntax)?;
    let mut regions = Regions::default();
    // What these say, or what is in them, is no given.
    let further = items.iter().find(|item| types::is_composite(&item.name) || item.name == "Var");
    let mut open: usize = 0;
    for Item { number, name, parts: parts_of } in &items {
        let parts: Vec<&str> = parts_of.iter().map(String::as_str).collect();
        let wrong = |message: String| mistake(*number, name, message);
        match &**name {
            "" if further.is_some() => {}
            "" => add_givens(&parts, &mut sketch).map_err(wrong)?,
            "Shape" if shape_of(&items) != Some(parts_of.as_slice()) => return Err(wrong(OTHER_SHAPE.to_owned())),
            "Shape" | "Var" => {}
            "End" => open = usize::checked_sub(open, 1).ok_or_else(|| wrong(NOTHING_OPEN.to_owned()))?,
            name if types::is_composite(name) => open += 1,
            name if regions.take(name, &parts).map_err(wrong)? => {}
            "SearchPriority" => sketch.leave_out("search priorities"),
            name => named(name, &parts, &mut sketch),
        }
    }
    if open > 0 {
        return Err(assemble::syntax(NOT_CLOSED));
    }
    regions.draw(&mut sketch).map_err(assemble::syntax)?;
    if items.iter().any(|item| item.name == "Var") {
        sketch.rules.push(Rule::unknown("cells beside the board"));
    } else if let (Some(item), true) = (further, sketch.rules.is_empty()) {
        sketch.rules.push(Rule::unknown(&*item.name));
    }
    Ok(sketch)
}

const OTHER_SHAPE: &str = "not the same as the first shape";
const NOTHING_OPEN: &str = "there is nothing open to end";
const NOT_CLOSED: &str = "the text ends inside a constraint, expected '.End'";

/// A killer in a short form, or digits alone, if a text is one of these.
fn of_other_form(text: &str, take: &mut Taker<'_>) -> Result<Option<Sketch>, Invalid> {
    if killers::is_killer(text.trim()) {
        let mut sketch = Sketch::new(Shape::NINE.side(), Shape::NINE.side());
        if killers::add_givens(text.trim(), &mut sketch).map_err(assemble::syntax)? {
            take("Cage", &[], &mut sketch);
        }
        return Ok(Some(sketch));
    }
    // In a link, a name is one even if it is not known.
    let mut start = text.trim_start().strip_prefix('.').unwrap_or("").chars();
    let is_name =
        start.next().is_some_and(|c| c.is_ascii_uppercase()) && start.next().is_some_and(|c| c.is_ascii_lowercase());
    Ok((!is_name && !super::is_constraints(text)).then(|| Sketch::of_digits(text)))
}

/// The constraints of a text.
fn items_of(text: &str) -> Vec<Item> {
    let text: String = text.split_whitespace().collect();
    text.split('.').enumerate().map(|(number, item)| Item::of(item, number)).collect()
}

/// The arguments of the first shape.
fn shape_of(items: &[Item]) -> Option<&[String]> {
    items.iter().find(|item| item.name == "Shape").map(|item| &*item.parts)
}

/// What is wrong with a constraint.
fn mistake(number: usize, name: &str, message: String) -> Invalid {
    let title = if name.is_empty() { "givens" } else { name };
    assemble::syntax(format!("constraint {number} ({}): {message}", shown(title)))
}

/// What a text says.
pub(super) fn decode(text: &str, take: &mut Taker<'_>) -> Result<Sketch, Invalid> {
    let items = match of_other_form(text, take)? {
        Some(sketch) => return Ok(sketch),
        None => items_of(text),
    };
    let shape = shape_of(&items).map(<[String]>::to_vec);
    let mut sketch = shaped(shape.as_deref()).map_err(assemble::syntax)?;
    let groups = further::groups(&items, &sketch).map_err(assemble::syntax)?;
    let items = further::written_out(items, &groups).map_err(assemble::syntax)?;
    groups.add_cells(&mut sketch);
    let mut regions = Regions::default();
    let mut open: Vec<Composite> = Vec::new();
    let mut is_doppelganger = false;
    for Item { number, name, parts } in &items {
        let (name, parts): (&str, Vec<&str>) = (name, parts.iter().map(String::as_str).collect());
        let wrong = |message: String| mistake(*number, name, message);
        let is_in_choice = open.iter().any(|composite| composite.is_choice);
        match name {
            "End" => {
                let last = open.pop().ok_or_else(|| wrong(NOTHING_OPEN.to_owned()))?;
                last.close(&mut sketch);
            }
            _ if types::is_composite(name) => {
                open.push(Composite::open(name, &sketch));
                // It is taken as a whole when it ends.
                continue;
            }
            "" if is_in_choice => add_choices(&parts, &mut sketch).map_err(wrong)?,
            _ if is_in_choice && types::is_of_board(name) => sketch.rules.push(Rule::unknown(format!("{name} in Or"))),
            "" => add_givens(&parts, &mut sketch).map_err(wrong)?,
            "Shape" if shape.as_ref().is_some_and(|first| !first.iter().eq(&parts)) => {
                return Err(wrong(OTHER_SHAPE.to_owned()));
            }
            "Shape" | "Var" => {}
            "Doppelganger" => is_doppelganger = true,
            "SearchPriority" => sketch.leave_out("search priorities"),
            _ if regions.take(name, &parts).map_err(wrong)? => {}
            _ => take(name, &parts, &mut sketch),
        }
        if let Some(choice) = open.last_mut().filter(|composite| composite.is_choice) {
            choice.add(name == "End", &mut sketch);
        }
    }
    if !open.is_empty() {
        return Err(assemble::syntax(NOT_CLOSED));
    }
    regions.draw(&mut sketch).map_err(assemble::syntax)?;
    if is_doppelganger {
        // What it says depends on the regions.
        match regions.layouts.is_empty() {
            true => take("Doppelganger", &[], &mut sketch),
            false => sketch.rules.push(Rule::unknown("Doppelganger with irregular regions")),
        }
    }
    Ok(sketch)
}

/// Constraints that are one together, up to `End`.
struct Composite {
    /// How many rules there were before it.
    rules: usize,
    /// One of what is in it holds, not all.
    is_choice: bool,
    /// What one of holds so far.
    alternatives: Vec<Vec<Rule>>,
}

impl Composite {
    fn open(name: &str, sketch: &Sketch) -> Composite {
        Composite { rules: sketch.rules.len(), is_choice: name == "Or", alternatives: Vec::new() }
    }

    /// Takes the latest rules, those of one constraint as written, as an alternative. Without any, only what holds constraints is
    /// one: it is always kept.
    fn add(&mut self, may_be_empty: bool, sketch: &mut Sketch) {
        let rules = sketch.rules.split_off(self.rules);
        if may_be_empty || !rules.is_empty() {
            self.alternatives.push(rules);
        }
    }

    /// Adds the choice; if any rule in it is not known, these instead.
    fn close(mut self, sketch: &mut Sketch) {
        if !self.is_choice {
            return;
        }
        let is_unknown = |rule: &Rule| !matches!(rule, Rule::Known(_));
        let (unknown, known): (Vec<Rule>, Vec<Rule>) = match self.alternatives.len() {
            0 => (vec![Rule::Wrong("Or".to_owned(), "empty, expected at least one constraint".to_owned())], vec![]),
            1 => (vec![], self.alternatives.remove(0)),
            _ => {
                let mut choice = Constraint::new(Kind::Or);
                for together in &self.alternatives {
                    let constraint =
                        |rule: &Rule| if let Rule::Known(one) = rule { Some((**one).clone()) } else { None };
                    choice = choice.alternative(together.iter().filter_map(constraint));
                }
                let unknown: Vec<Rule> = self.alternatives.into_iter().flatten().filter(is_unknown).collect();
                (unknown, vec![Rule::known(choice)])
            }
        };
        sketch.rules.extend(if unknown.is_empty() { known } else { unknown });
    }
}

/// A board of this shape: rows and columns, digits, and whether these are rules.
fn shaped(arguments: Option<&[String]>) -> Result<Sketch, String> {
    let Some(arguments) = arguments else { return Ok(Sketch::new(Shape::NINE.side(), Shape::NINE.side())) };
    let part = |place: usize| arguments.get(place).map(String::as_str).filter(|part| !part.is_empty());
    let most = VariantPuzzle::MAX_SIDE;
    let side = |text: &str| text.parse().ok().filter(|side| (1..=most).contains(side));
    let sides = part(0).and_then(|part| part.split_once('x'));
    let Some((rows, columns)) = sides.and_then(|(rows, columns)| Some((side(rows)?, side(columns)?))) else {
        return Err(format!("the shape {}, expected one like 9x9, up to {most}x{most}", shown(part(0).unwrap_or(""))));
    };
    let mut sketch = Sketch::new(rows, columns);
    if let Some(range) = part(1) {
        let number = |text: &str| text.parse().ok().filter(|number| (0..1000).contains(number));
        let ends = match range.split_once('-') {
            Some((low, high)) => number(low).zip(number(high)),
            None => number(range).map(|count| (1, count)),
        };
        let (low, high) = ends
            .filter(|(low, high)| low <= high)
            .ok_or_else(|| format!("the digits {} of a shape, expected a count, or a range like 0-8", shown(range)))?;
        sketch.digits = low..=high;
    }
    sketch.has_lines = match part(2) {
        None | Some("Sudoku") => true,
        Some("Raw") => false,
        Some(other) => return Err(format!("the type of board {}, expected 'Sudoku' or 'Raw'", shown(other))),
    };
    match arguments.len() {
        ..=3 => Ok(sketch),
        more => Err(format!("a shape with {more} arguments, expected at most 3")),
    }
}

fn is_no_given(part: &str) -> String {
    format!("{} is not a given like R1C1_5", shown(part))
}

/// The name of a cell, and the digits behind it as they are written.
fn given(part: &str) -> Result<(&str, &str), String> {
    part.split_once('_').ok_or_else(|| is_no_given(part))
}

/// The digits of a given.
fn digits_of(part: &str, digits: &str) -> Result<Vec<i64>, String> {
    digits.split('_').map(|digit| digit.parse().map_err(|_| is_no_given(part))).collect()
}

/// Adds rules that a cell has one of some digits, each like `R1C1_5_6`.
fn add_choices(arguments: &[&str], sketch: &mut Sketch) -> Result<(), String> {
    let places = Places::new(sketch.rows, sketch.columns);
    for part in arguments.iter().filter(|part| !part.is_empty()) {
        let (name, digits) = given(part)?;
        let (cell, digits) = (sketch.further.cell(name, places)?, digits_of(part, digits)?);
        sketch.rules.push(Rule::known(Constraint::new(Kind::OneOf).cells([cell]).values(digits)));
    }
    Ok(())
}

/// Adds givens like `R1C1_5`; a cell that is there twice has the digits that are in both.
fn add_givens(arguments: &[&str], sketch: &mut Sketch) -> Result<(), String> {
    let places = Places::new(sketch.rows, sketch.columns);
    for part in arguments.iter().filter(|part| !part.is_empty()) {
        let (name, digits) = given(part)?;
        let cell = sketch.further.cell(name, places)?;
        let mut digits: Vec<String> = digits_of(part, digits)?.iter().map(i64::to_string).collect();
        match &sketch.cells[cell] {
            Content::Given(known) => digits.retain(|digit| digit == known),
            Content::Marks(known) => digits.retain(|digit| known.contains(digit)),
            Content::Blank | Content::Placed(_) => {}
        }
        sketch.cells[cell] = match &digits[..] {
            [digit] => Content::Given(digit.clone()),
            _ => Content::Marks(digits),
        };
    }
    Ok(())
}

/// What is said about regions.
#[derive(Default)]
struct Regions {
    has_no_boxes: bool,
    size: Option<usize>,
    layouts: Vec<String>,
}

impl Regions {
    /// Takes what is said about regions; whether it is that.
    fn take(&mut self, name: &str, parts: &[&str]) -> Result<bool, String> {
        match name {
            "NoBoxes" => self.has_no_boxes = true,
            "RegionSize" => {
                let size = parts.first().and_then(|size| size.parse().ok()).filter(|size| *size > 0);
                self.size = Some(size.ok_or("no size, expected one like 9")?);
            }
            "Jigsaw" => self.layouts.push(parts.last().map_or(String::new(), ToString::to_string)),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Puts boxes and irregular regions on the board.
    fn draw(&self, sketch: &mut Sketch) -> Result<(), String> {
        let (rows, columns) = (sketch.rows, sketch.columns);
        let size = self.size.unwrap_or(rows.max(columns));
        let has_boxes = sketch.has_lines && !self.has_no_boxes;
        let mut all = if has_boxes { boxes(rows, columns, size) } else { Vec::new() };
        for layout in &self.layouts {
            all.extend(irregular(layout, rows * columns, size, *sketch.digits.end() - *sketch.digits.start() + 1)?);
        }
        let mut regions = vec![None; rows * columns];
        for (number, region) in all.into_iter().enumerate() {
            match region.iter().all(|cell| regions[*cell].is_none()) {
                true => region.iter().for_each(|cell| regions[*cell] = Some(number)),
                false => sketch.further_regions.push(region),
            }
        }
        sketch.regions = Some(regions);
        Ok(())
    }
}

/// The boxes of so many cells, as near to squares as the board has room for; none if it has no room.
pub(super) fn boxes(rows: usize, columns: usize, size: usize) -> Vec<Vec<usize>> {
    let fits = |(height, width): &(usize, usize)| rows.is_multiple_of(*height) && columns.is_multiple_of(*width);
    let sizes = (2..=size.isqrt()).rev().filter(|low| size.is_multiple_of(*low));
    let found = sizes.flat_map(|low| [(low, size / low), (size / low, low)]).find(fits);
    let Some((height, width)) = found else { return Vec::new() };
    let first = |i: usize| i / (columns / width) * height * columns + i % (columns / width) * width;
    let cell = |i: usize, j: usize| first(i) + j / width * columns + j % width;
    (0..rows * columns / size).map(|i| (0..size).map(|j| cell(i, j)).collect()).collect()
}

/// The regions of a layout, which has a character for each cell. One of another size is no region: the rest of the board.
fn irregular(layout: &str, cells: usize, size: usize, digits: i64) -> Result<Vec<Vec<usize>>, String> {
    let count = layout.chars().count();
    if count != cells {
        return Err(format!("regions of {count} cells, expected {cells}"));
    }
    let mut regions: BTreeMap<char, Vec<usize>> = BTreeMap::new();
    layout.chars().enumerate().for_each(|(cell, region)| regions.entry(region).or_default().push(cell));
    if regions.len() == 1 {
        return Ok(Vec::new());
    }
    let (regions, others): (Vec<_>, Vec<_>) = regions.into_values().partition(|region| region.len() == size);
    match &others[..] {
        [] => Ok(regions),
        [rest] if rest.len() < size || rest.len() as i64 > digits => Ok(regions),
        [rest, ..] => Err(format!("a region of {} cells, expected {size}", rest.len())),
    }
}
