//! Cells beside the board, and constraints that are there many times: these are written out before the rest is read.
//!
//! ```text
//! .Var~A~Name~3                        cells VA1, VA2 and VA3; one alone is VA. Rows are of as many as the board has,
//! .Var~B~Name~2x4                      or as many as the size says
//! .Replicate~5~R1C1.Thermo~R1C1~R1C2.End
//!                                      the thermometer once for each bit that is set: so many cells behind R1C1,
//!                                      in reading order, and all of its cells moved by the same rows and columns
//! ```

use super::types::{self, Form};
use crate::notation::coding::{Minus, sextet};
use crate::notation::places::{self, Places, shown};
use crate::notation::sketch::{Content, Sketch};
use crate::variant::VariantPuzzle;

/// A constraint as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Item {
    /// Its number in the text.
    pub(super) number: usize,
    pub(super) name: String,
    pub(super) parts: Vec<String>,
}

impl Item {
    pub(super) fn of(text: &str, number: usize) -> Item {
        let (name, rest) = text.split_once('~').unwrap_or((text, ""));
        let parts = if rest.is_empty() { Vec::new() } else { rest.split('~').map(str::to_owned).collect() };
        Item { number, name: name.to_owned(), parts }
    }
}

/// Cells that lie in rows: those of the board, which have no prefix, or some beside it.
struct Group {
    prefix: String,
    count: usize,
    columns: usize,
}

/// A place in a group.
type Place = (usize, i64, i64);

/// The board, and what is beside it.
pub(super) struct Groups {
    all: Vec<Group>,
    board: Places,
}

/// The groups that a text has.
pub(super) fn groups(items: &[Item], sketch: &Sketch) -> Result<Groups, String> {
    let board = Places::new(sketch.rows, sketch.columns);
    let group = |prefix: String, count, columns| Group { prefix, count, columns };
    let mut all = vec![group(String::new(), sketch.rows * sketch.columns, sketch.columns)];
    for item in items {
        match &item.name[..] {
            "Var" => {
                let (prefix, count, columns) = variables(&item.parts)?;
                all.push(group(prefix, count, columns.unwrap_or(sketch.columns)));
            }
            "Doppelganger" if !all.iter().any(|group| group.prefix == "DGZ") => {
                for (prefix, count) in [("DGZ", 1), ("DGR", sketch.columns), ("DGC", sketch.rows), ("DGB", sketch.rows)]
                {
                    all.push(group(prefix.to_owned(), count, sketch.columns));
                }
            }
            _ => {}
        }
    }
    let mut prefixes: Vec<&str> = all.iter().map(|group| &group.prefix[..]).collect();
    prefixes.sort_unstable();
    if let Some(twice) = prefixes.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("two groups of further cells named {}", shown(twice[0])));
    }
    let (count, most) = (all[1..].iter().map(|group| group.count).sum::<usize>(), VariantPuzzle::MAX_FURTHER);
    if count > most {
        return Err(format!("{count} further cells, expected at most {most}"));
    }
    Ok(Groups { all, board })
}

/// The prefix of further cells, their number, and how many are in a row if that is said.
fn variables(parts: &[String]) -> Result<(String, usize, Option<usize>), String> {
    let part = |place: usize| parts.get(place).map_or("", String::as_str);
    let (prefix, size) = (part(0), part(2));
    if prefix.is_empty() || !prefix.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Err(format!("further cells named {}, expected capital letters", shown(prefix)));
    }
    let number = |text: &str| text.parse().ok().filter(|number| (1..=VariantPuzzle::MAX_FURTHER).contains(number));
    let sizes = match size.split_once('x') {
        Some((rows, columns)) => {
            number(rows).zip(number(columns)).map(|(rows, columns)| (rows * columns, Some(columns)))
        }
        None if size.is_empty() => Some((1, None)),
        None => number(size).map(|count| (count, None)),
    };
    let (count, columns) =
        sizes.ok_or_else(|| format!("further cells of size {}, expected one like 5 or 9x9", shown(size)))?;
    Ok((format!("V{prefix}"), count, columns))
}

impl Groups {
    /// Adds the cells beside the board.
    pub(super) fn add_cells(&self, sketch: &mut Sketch) {
        for (number, group) in self.all.iter().enumerate().skip(1) {
            let first = sketch.cells.len();
            sketch.further.groups.push((group.prefix.clone(), first..first + group.count, group.columns));
            for place in 0..group.count {
                sketch.further.names.insert(self.name((number, place)), sketch.cells.len());
                sketch.cells.push(Content::Blank);
            }
        }
    }

    /// The name of the cell with this number in a group.
    fn name(&self, (number, place): (usize, usize)) -> String {
        let group = &self.all[number];
        match (number, group.count) {
            (0, _) => {
                let figure = |place: usize| char::from_digit(place as u32 + 1, 36).filter(|_| place < 35);
                let figure = |place: usize| figure(place).map_or_else(|| (place + 1).to_string(), String::from);
                format!("R{}C{}", figure(place / group.columns), figure(place % group.columns))
            }
            (_, 1) => group.prefix.clone(),
            _ => format!("{}{}", group.prefix, place + 1),
        }
    }

    /// The group of a cell, and its number in it.
    fn find(&self, name: &str) -> Option<(usize, usize)> {
        if let Some(place) = places::place(name).ok().and_then(|place| self.board.at(place)) {
            return Some((0, place));
        }
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = self.all.iter().skip(1).position(|group| group.prefix == letters)? + 1;
        let place = match &name[letters.len()..] {
            "" if self.all[number].count == 1 => 0,
            place => place.parse::<usize>().ok()?.checked_sub(1)?,
        };
        (place < self.all[number].count).then_some((number, place))
    }

    fn place(&self, (number, place): (usize, usize)) -> Place {
        let columns = self.all[number].columns;
        (number, (place / columns) as i64, (place % columns) as i64)
    }

    /// The cell in this place, if there is one.
    fn at(&self, (number, row, column): Place) -> Option<(usize, usize)> {
        let Group { count, columns, .. } = self.all[number];
        let is_inside = row >= 0 && (0..columns as i64).contains(&column);
        let place = is_inside.then(|| row as usize * columns + column as usize)?;
        (place < count).then_some((number, place))
    }

    /// A name moved as far as one place is from another; what is no name stays.
    fn moved(&self, part: &str, from: Place, to: Place) -> Result<String, String> {
        let Some(cell) = self.find(part) else { return Ok(part.to_owned()) };
        let (number, row, column) = self.place(cell);
        let place = (number, row + to.1 - from.1, column + to.2 - from.2);
        let moved = if number == from.0 { self.at(place) } else { None };
        moved
            .map(|cell| self.name(cell))
            .ok_or_else(|| format!("Replicate moves {} to where there is no cell", shown(part)))
    }
}

/// The most that constraints may be when written out.
const MOST: usize = 500_000;

/// The constraints with those that are replicated once for each time, within `And`.
pub(super) fn written_out(items: Vec<Item>, groups: &Groups) -> Result<Vec<Item>, String> {
    if items.iter().all(|item| item.name != "Replicate") {
        return Ok(items);
    }
    // The items so far of each composite that is open, which is the first of them.
    let mut open: Vec<Vec<Item>> = vec![Vec::new()];
    let mut room = MOST;
    for item in items {
        if types::is_composite(&item.name) {
            open.push(vec![item]);
            continue;
        }
        let is_end = item.name == "End" && open.len() > 1;
        let last = open.last_mut().expect("the text itself is open");
        last.push(item);
        if is_end {
            let closed = open.pop().expect("a composite is open");
            let closed = if closed[0].name == "Replicate" { replicated(closed, groups, &mut room)? } else { closed };
            open.last_mut().expect("the text itself is open").extend(closed);
        }
    }
    // What is not closed is found where the rest is read.
    Ok(open.concat())
}

fn replicated(mut items: Vec<Item>, groups: &Groups, room: &mut usize) -> Result<Vec<Item>, String> {
    let part = |place: usize| items[0].parts.get(place).map_or("", String::as_str);
    let origin = if part(1).is_empty() { "R1C1" } else { part(1) };
    let origin =
        groups.find(origin).ok_or_else(|| format!("Replicate begins at {}, which is not a cell", shown(origin)))?;
    let sextets: Option<Vec<u8>> = part(0).bytes().map(|byte| sextet(byte, Minus::LastButOne)).collect();
    let sextets = sextets.ok_or_else(|| "Replicate has cells that are not base64".to_owned())?;
    let is_set = |place: &usize| sextets[place / 6] >> (place % 6) & 1 == 1;
    let targets = (0..6 * sextets.len()).filter(is_set).map(|place| (origin.0, origin.1 + place));
    let targets: Vec<(usize, usize)> = targets.collect();
    let end = items.pop().expect("a composite ends");
    let children = items.split_off(1);
    let first = Item { name: "And".to_owned(), parts: Vec::new(), ..items.remove(0) };
    let size: usize = children.iter().map(|item| 1 + item.parts.len()).sum();
    let needed = size.saturating_mul(targets.len());
    *room = room.checked_sub(needed).ok_or_else(|| format!("constraints replicated to more than {MOST} parts"))?;
    if let Some(child) = children.iter().find(|child| !can_move(&child.name)) {
        return Err(format!("{} in Replicate, expected constraints on cells", shown(&child.name)));
    }
    let mut all = vec![first];
    for target in targets {
        if target.1 >= groups.all[target.0].count {
            return Err("Replicate moves to where there is no cell".to_owned());
        }
        let (from, to) = (groups.place(origin), groups.place(target));
        for child in &children {
            let parts = child.parts.iter().enumerate();
            let part = |(place, part): (usize, &String)| match (&child.name[..], part.split_once('_')) {
                ("", Some((name, digits))) => Ok(format!("{}_{digits}", groups.moved(name, from, to)?)),
                (name, _) if place == 0 && types::is_long(name) => Ok(part.clone()),
                _ => groups.moved(part, from, to),
            };
            let parts = parts.map(part).collect::<Result<Vec<String>, String>>()?;
            all.push(Item { number: child.number, name: child.name.clone(), parts });
        }
    }
    all.push(end);
    Ok(all)
}

/// Whether a type is about cells that it names, so that it can be about others as well.
fn can_move(name: &str) -> bool {
    let is_fixed = |form: Form| {
        matches!(
            form,
            Form::Connected
                | Form::Board
                | Form::Diagonal
                | Form::Ties
                | Form::Outside
                | Form::Sandwich
                | Form::LittleKiller
        )
    };
    let is_known = types::all().any(|(known, _, form)| known == name && !is_fixed(form));
    is_known || name.is_empty() || matches!(name, "And" | "Or" | "End")
}
