//! What the members of each type mean.
//!
//! Cells are numbered row by row from 0. What lies between or beside them has numbers too, on a board of W columns:
//!
//! ```text
//!   an edge      to the left of a cell: its column + 2 W times its row; below it: W more
//!   a corner     the columns to its left + (W + 1) times the rows above it
//!   a clue       as a cell of a board with a row or column more on each side
//! ```

use super::types::{Form, has_clues, known, member, members_of_clues, title};
use crate::notation::places::{Places, name};
use crate::notation::sketch::{Rule, Sketch};
use crate::notation::value::Value;
use crate::notation::variant;
use crate::variant::{Constraint, Kind};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Adds the rules that a constraint is.
pub(super) fn add(number: usize, constraint: &Value<'_>, all: &[&Value<'_>], sketch: &mut Sketch) {
    let has_clues = has_clues(number, constraint);
    let Some((kind, form)) = known(number) else {
        sketch.rules.extend(has_clues.then(|| Rule::unknown(title(number))));
        return;
    };
    let board = Places::new(sketch.rows, sketch.columns);
    let element = Element { number, kind, form, constraint, all, board, digits: &sketch.digits };
    let unknown = element.unknown_members();
    if !has_clues {
        return sketch.rules.extend(unknown);
    }
    let rules = element.rules();
    if element.has_clue_without_number() {
        sketch.leave_out(format!("{} without a number", kind.title()));
    }
    sketch.rules.extend(unknown);
    sketch.add(rules);
}

/// Rules that may mean something else together, or on this board, than ours.
pub(super) fn conflicts(sketch: &Sketch) -> Vec<Rule> {
    let mut conflicts = variant::conflicts(sketch);
    let has = |kind| sketch.rules.iter().any(|rule| matches!(rule, Rule::Known(rule) if rule.kind == kind));
    if has(Kind::DisjointGroups) && !sketch.has_usual_boxes() {
        conflicts.push(Rule::unknown("disjoint groups without the usual boxes"));
    }
    if has(Kind::Skyscraper) && sketch.digits.contains(&0) {
        conflicts.push(Rule::unknown("skyscraper with the digit 0"));
    }
    conflicts
}

/// More constraints of a type that are about each other, and more cells of a circle, than any puzzle has.
const MOST: usize = 100;

/// A constraint of a type.
struct Element<'a> {
    number: usize,
    kind: Kind,
    form: Form,
    constraint: &'a Value<'a>,
    /// All constraints of the puzzle.
    all: &'a [&'a Value<'a>],
    board: Places,
    digits: &'a RangeInclusive<i64>,
}

impl Element<'_> {
    fn rules(&self) -> Result<Vec<Constraint>, Rule> {
        let constraint = || Constraint::new(self.kind);
        let with = |value: Option<i64>| Constraint { value, ..constraint() };
        let of_lines = |pattern: Constraint| self.of_lists("lines", &pattern);
        match self.form {
            Form::Board(number) => Ok(vec![with(number)]),
            Form::Groups => match self.groups() {
                Some(Groups::Thirds) => Ok(vec![constraint()]),
                Some(Groups::Remainders(3)) => Ok(vec![Constraint::new(Kind::GlobalMod3)]),
                _ => Err(self.unknown("with other groups of digits")),
            },
            Form::Each => {
                let cells = self.wrong(self.cells(self.list("cells")?))?;
                Ok(cells.into_iter().map(|cell| constraint().cells([cell])).collect())
            }
            Form::Peaks => self.peaks(),
            Form::Region => Ok(vec![constraint().cells(self.wrong(self.cells(self.list("cells")?))?)]),
            Form::Lines => of_lines(constraint()),
            Form::RegionSums => match self.constraint.get("singleRegionTotals").is_none_or(Value::is_void) {
                true => of_lines(constraint()),
                false => Err(self.unknown("with one sum for each region")),
            },
            Form::Whispers => match self.constraint.get("minDifference").and_then(integer) {
                Some(least) => of_lines(constraint().value(least)),
                None => Err(self.unknown("without its least difference")),
            },
            Form::Lockouts if *self.digits == (1..=9) => of_lines(constraint().value(4)),
            Form::Lockouts => Err(self.unknown("with digits other than 1 to 9")),
            Form::GroupLines => self.group_lines(),
            Form::Thermometers => {
                let is_slow = self.constraint.get("slow").is_some_and(|slow| !slow.is_void());
                self.of_lists("thermometers", &Constraint::new(if is_slow { Kind::SlowThermo } else { self.kind }))
            }
            Form::Cages => self.each("cages", |cage| {
                let sum = number(cage.get("value"))?.filter(|sum| *sum != 0);
                Ok(vec![with(sum).cells(self.cells(list_of(cage, "cells")?)?)])
            }),
            Form::Says => self.each("cages", |cage| {
                let text = cage.get("value").and_then(Value::word).unwrap_or_default().trim().to_owned();
                Ok(vec![constraint().text(text).cells(self.cells(list_of(cage, "cells")?)?)])
            }),
            Form::Edges(usual) => self.edges(usual),
            Form::Corners => self.each("clues", |clue| {
                let digits = numbers(list_of(clue, "digits")?)?;
                let cells = self.corner(member_of(clue, "corner")?)?;
                // A circle without digits says nothing.
                Ok(if digits.is_empty() { vec![] } else { vec![constraint().values(digits).cells(cells)] })
            }),
            Form::Arrows => self.arrows(),
            Form::Clones => self.clones(),
            Form::Outer => self.each("clues", |clue| {
                let cells = self.board.line_from(self.outer(member_of(clue, "outerCell")?)?)?;
                match (number(clue.get("value"))?, number(clue.get("diagonal"))?.unwrap_or(0)) {
                    (None, _) => Ok(vec![]),
                    (sum, 0) => Ok(vec![with(sum).cells(cells)]),
                    _ => Err("a clue along a diagonal".to_owned()),
                }
            }),
            Form::Diagonals => self.each("clues", |clue| {
                let cells = self.diagonal(clue)?;
                let sum = number(clue.get("value"))?;
                Ok(sum.map(|sum| constraint().value(sum).cells(cells)).into_iter().collect())
            }),
        }
    }

    fn unknown(&self, what: &str) -> Rule {
        Rule::unknown(format!("{} {what}", self.kind.title()))
    }

    fn wrong<T>(&self, found: Result<T, String>) -> Result<T, Rule> {
        found.map_err(|message| Rule::Wrong(self.kind.title().to_owned(), message))
    }

    fn list(&self, member: &str) -> Result<&[Value<'_>], Rule> {
        self.wrong(list_of(self.constraint, member))
    }

    /// The constraints that each clue of a list is.
    fn each(
        &self,
        member: &str,
        clue: impl Fn(&Value<'_>) -> Result<Vec<Constraint>, String>,
    ) -> Result<Vec<Constraint>, Rule> {
        let mut all = Vec::new();
        for value in self.list(member)? {
            all.extend(self.wrong(clue(value))?);
        }
        Ok(all)
    }

    /// The same with the cells of each list, unless it is empty.
    fn of_lists(&self, member: &str, pattern: &Constraint) -> Result<Vec<Constraint>, Rule> {
        self.each(member, |list| match self.cells(values_of(list)?)? {
            cells if cells.is_empty() => Ok(vec![]),
            cells => Ok(vec![pattern.clone().cells(cells)]),
        })
    }

    fn has_clue_without_number(&self) -> bool {
        let has_none = |clue: &Value<'_>| clue.get("value").is_none_or(Value::is_void);
        matches!(self.form, Form::Outer | Form::Diagonals)
            && self.list("clues").is_ok_and(|clues| clues.iter().any(has_none))
    }

    fn cells(&self, list: &[Value<'_>]) -> Result<Vec<usize>, String> {
        list.iter().map(|cell| self.cell(cell)).collect()
    }

    fn cell(&self, value: &Value<'_>) -> Result<usize, String> {
        let cells = self.board.rows * self.board.columns;
        match integer(value) {
            Some(cell) if (0..cells).contains(&cell) => Ok(cell as usize),
            Some(cell) => Err(format!("cell number {cell}, expected 0 to {}", cells - 1)),
            None => Err(format!("{} instead of the number of a cell", value.kind())),
        }
    }

    /// The place beside the board with a number.
    fn outer(&self, value: &Value<'_>) -> Result<(i64, i64), String> {
        let width = self.board.columns + 2;
        match integer(value) {
            Some(place) if (0..width * (self.board.rows + 2)).contains(&place) => {
                Ok((place / width - 1, place % width - 1))
            }
            _ => Err("a clue without its place beside the board".to_owned()),
        }
    }

    fn diagonal(&self, clue: &Value<'_>) -> Result<Vec<usize>, String> {
        let from = self.outer(member_of(clue, "outerCell")?)?;
        let steps = match number(clue.get("diagonal"))? {
            Some(1) => [(-1, 1), (1, -1)],
            Some(-1) => [(1, 1), (-1, -1)],
            _ => return Err("a diagonal that is neither 1 nor -1".to_owned()),
        };
        let rays = steps.into_iter().map(|step| self.board.ray(from, step));
        let is_beside = self.board.at(from).is_none();
        let ray = rays.into_iter().find(|ray| is_beside && !ray.is_empty());
        ray.ok_or_else(|| format!("no diagonal from {}", name(from)))
    }

    /// The four cells around a corner.
    fn corner(&self, value: &Value<'_>) -> Result<Vec<usize>, String> {
        let width = self.board.columns + 1;
        let corner = integer(value).filter(|corner| (0..width * (self.board.rows + 1)).contains(corner));
        let (row, column) =
            corner.map(|corner| (corner / width, corner % width)).ok_or("a corner without its number")?;
        let around = [(-1, -1), (-1, 0), (0, -1), (0, 0)];
        let cells = around.into_iter().map(|(down, right)| self.board.at((row + down, column + right)));
        cells
            .collect::<Option<_>>()
            .ok_or_else(|| format!("corner {} has no four cells around it", row * width + column))
    }

    /// The two cells at an edge.
    fn edge(&self, value: &Value<'_>) -> Result<[usize; 2], String> {
        let width = self.board.columns;
        let edge = integer(value).ok_or("an edge without its number")?;
        let (row, place) = (edge.div_euclid(2 * width), edge.rem_euclid(2 * width));
        let places = match place < width {
            true => [(row, place - 1), (row, place)],
            false => [(row, place - width), (row + 1, place - width)],
        };
        let cells = places.map(|place| self.board.at(place));
        let [Some(one), Some(other)] = cells else { return Err(format!("edge {edge} is not between two cells")) };
        Ok([one, other])
    }

    /// Dots, and what must not be where none is.
    fn edges(&self, usual: i64) -> Result<Vec<Constraint>, Rule> {
        let mut rules = self.each("clues", |clue| {
            let value = number(clue.get("value"))?.unwrap_or(usual);
            Ok(vec![Constraint::new(self.kind).value(value).cells(self.edge(member_of(clue, "edge")?)?)])
        })?;
        let negative: BTreeSet<i64> = self.wrong(numbers(self.list("negative")?))?.into_iter().collect();
        if negative.is_empty() {
            return Ok(rules);
        }
        let (kind, expected, other) = match self.kind {
            Kind::Difference => {
                (Kind::NegativeDifference, BTreeSet::from([1]), Some((201, "overrideNegativeDifferences")))
            }
            Kind::Ratio => (Kind::NegativeRatio, BTreeSet::from([2]), Some((200, "overrideNegativeRatios"))),
            _ => (Kind::NegativeXv, BTreeSet::from([5, 10]), None),
        };
        let of_type = |number: usize| {
            self.all.iter().filter(move |element| element.get("type").and_then(Value::number) == Some(number))
        };
        // Dots of the other colour exempt, unless it is said that they do not.
        let is_strict = |(number, member): (usize, &str)| {
            let is_off = |element: &&Value<'_>| matches!(element.get(member), Some(Value::Bool(false)));
            of_type(number).any(|element| element.get("clues").is_some_and(|clues| !clues.is_void()) && is_off(element))
        };
        let are_several = of_type(self.number).nth(1).is_some();
        if negative != expected || are_several || other.is_some_and(is_strict) {
            return Err(Rule::unknown(format!("{} of another kind", kind.title())));
        }
        rules.push(Constraint::new(kind));
        Ok(rules)
    }

    /// Cells, and their neighbours of the same type, which they are not compared with.
    fn peaks(&self) -> Result<Vec<Constraint>, Rule> {
        let of_type =
            || self.all.iter().filter(|element| element.get("type").and_then(Value::number) == Some(self.number));
        if of_type().nth(MOST).is_some() {
            return self.wrong(Err(format!("more than {MOST} constraints of this type")));
        }
        let group = of_type().map(|element| list_of(element, "cells"));
        let group = self.wrong(group.collect::<Result<Vec<_>, String>>())?.concat();
        let group: BTreeSet<usize> = self.wrong(group.iter().map(|cell| self.cell(cell)).collect())?;
        let cells = self.wrong(self.cells(self.list("cells")?))?;
        let peak = |cell: usize| {
            let (row, column) = self.board.of(cell);
            let around = [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter();
            let neighbours = around.filter_map(|(down, right)| self.board.at((row + down, column + right)));
            let beside: Vec<usize> = neighbours.filter(|other| group.contains(other)).collect();
            let peak = Constraint::new(self.kind).cells([cell]);
            if beside.is_empty() { peak } else { peak.other(beside) }
        };
        Ok(cells.into_iter().map(peak).collect())
    }

    /// An arrow for each line, which begins with a cell of the bulb. The bulb's first cell is the number's last digit.
    fn arrows(&self) -> Result<Vec<Constraint>, Rule> {
        let mut arrows = Vec::new();
        for bulb in self.list("bulbsWithArrows")? {
            let mut circle = self.wrong(list_of(bulb, "bulbCells").and_then(|cells| self.cells(cells)))?;
            if circle.len() > MOST {
                return self.wrong(Err(format!("{} cells in the circle, expected fewer", circle.len())));
            }
            circle.reverse();
            if !circle.is_sorted() {
                return Err(self.unknown("whose number is not read from left to right or from top to bottom"));
            }
            for line in self.wrong(list_of(bulb, "arrows"))? {
                let line = self.wrong(values_of(line).and_then(|cells| self.cells(cells)))?;
                let first = usize::from(line.first().is_some_and(|cell| circle.contains(cell)));
                arrows
                    .push(Constraint::new(self.kind).other(circle.iter().copied()).cells(line.into_iter().skip(first)));
            }
        }
        Ok(arrows)
    }

    fn clones(&self) -> Result<Vec<Constraint>, Rule> {
        let mut clones = Vec::new();
        for group in self.list("groups")? {
            match self.wrong(values_of(group).and_then(|cells| self.cells(cells)))?[..] {
                [] => {}
                [one, other] => clones.push(Constraint::new(self.kind).cells([one]).other([other])),
                _ => return Err(self.unknown("with groups not of two cells")),
            }
        }
        Ok(clones)
    }

    fn group_lines(&self) -> Result<Vec<Constraint>, Rule> {
        let (pattern, least) = match self.groups() {
            Some(Groups::Thirds) => (Constraint::new(self.kind), 3),
            Some(Groups::Remainders(count)) => (Constraint::new(Kind::Modular).value(count), count),
            None => return Err(self.unknown("with other groups of digits")),
        };
        // Of a line with fewer cells than groups the program says nothing.
        match self.list("lines")?.iter().all(|line| line.values().len() as i64 >= least) {
            true => self.of_lists("lines", &pattern),
            false => Err(self.unknown("with fewer cells than groups")),
        }
    }

    /// Groups of digits, each a number with their bits.
    fn groups(&self) -> Option<Groups> {
        let groups: Option<BTreeSet<i64>> = self.list("groups").ok()?.iter().map(integer).collect();
        let (groups, count) = (groups?, self.list("groups").ok()?.len() as i64);
        if *self.digits.end() > 30 || count == 0 {
            return None;
        }
        let by = |class: &dyn Fn(i64) -> i64| {
            let bits =
                |wanted| self.digits.clone().filter(|digit| class(*digit) == wanted).map(|digit| 1 << digit).sum();
            (0..count).map(bits).collect::<BTreeSet<i64>>()
        };
        let (low, digits) = (*self.digits.start(), self.digits.clone().count() as i64);
        match () {
            () if count == 3 && digits % 3 == 0 && groups == by(&|digit| (digit - low) * 3 / digits) => {
                Some(Groups::Thirds)
            }
            () if groups == by(&|digit| digit % count) => Some(Groups::Remainders(count)),
            () => None,
        }
    }

    /// Members that are not known and may be rules.
    fn unknown_members(&self) -> Vec<Rule> {
        let known: &[&str] = match self.form {
            Form::Groups | Form::GroupLines => &["groups"],
            Form::RegionSums => &["singleRegionTotals"],
            Form::Whispers => &["minDifference"],
            Form::Thermometers => &["slow"],
            Form::Edges(_) => &["negative", "overrideNegativeRatios", "overrideNegativeDifferences"],
            _ => &[],
        };
        let is_known = |name: &str| {
            ["type", "name", "style", "disabled"].contains(&name)
                || known.contains(&name)
                || member(self.form) == Some(name)
        };
        let of_clue = members_of_clues(self.form);
        let is_of_clue = |name: &str| of_clue.is_empty() || of_clue.contains(&name) || name == "style";
        let clues = member(self.form).and_then(|name| self.constraint.get(name)).map_or(&[][..], Value::values);
        let members = self.constraint.members().iter().filter(|(name, _)| !is_known(name));
        let members = members.chain(clues.iter().flat_map(Value::members).filter(|(name, _)| !is_of_clue(name)));
        let members = members.filter(|(_, value)| !value.is_void());
        members.map(|(name, _)| self.unknown(&format!("with '{name}'"))).collect()
    }
}

/// Classes of digits.
enum Groups {
    /// Low, middle and high ones.
    Thirds,
    /// Those with the same remainder when divided by the number.
    Remainders(i64),
}

/// The values of a list that need not be there.
fn list_of<'a>(value: &'a Value<'a>, member: &str) -> Result<&'a [Value<'a>], String> {
    match value {
        Value::Object(_) => value.get(member).map_or(Ok(&[][..]), values_of),
        other => Err(format!("{} instead of an object", other.kind())),
    }
}

fn values_of<'a>(value: &'a Value<'a>) -> Result<&'a [Value<'a>], String> {
    match value {
        Value::List(values) => Ok(values),
        value if value.is_void() => Ok(&[]),
        other => Err(format!("{} instead of a list", other.kind())),
    }
}

fn member_of<'a>(value: &'a Value<'a>, member: &str) -> Result<&'a Value<'a>, String> {
    value.get(member).ok_or_else(|| format!("a clue without '{member}'"))
}

fn integer(value: &Value<'_>) -> Option<i64> {
    value.word()?.trim().parse::<i32>().ok().map(i64::from)
}

/// A number that need not be there.
fn number(value: Option<&Value<'_>>) -> Result<Option<i64>, String> {
    match value {
        None => Ok(None),
        Some(value) if value.is_void() => Ok(None),
        Some(value) => integer(value).map(Some).ok_or_else(|| format!("{} instead of a whole number", value.kind())),
    }
}

fn numbers(values: &[Value<'_>]) -> Result<Vec<i64>, String> {
    let number =
        |value: &Value<'_>| integer(value).ok_or_else(|| format!("{} instead of a whole number", value.kind()));
    values.iter().map(number).collect()
}
