//! What the members of an object of f-puzzles mean.
//!
//! Most are lists of objects, one for each clue. Several lines in one of them are several clues.

use super::super::places::{Places, name, shown};
use super::super::sketch::{Rule, Sketch};
use super::super::value::Value;
use crate::variant::{Constraint, Kind};

/// How a rule is written.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// `true`: a rule for the whole board, perhaps with a number.
    Board(Option<i64>),
    /// `lines`, each of them a clue.
    Lines,
    /// The same with a number, by default half of the digits, rounded up.
    Whispers,
    /// The same with a number, by default this, if the board has nine digits.
    LinesBy(i64),
    /// The same with the number 3: f-puzzles has no other.
    LinesByThree,
    /// `cells`.
    Cells,
    /// The same with a number, perhaps.
    Cage,
    /// Two `cells`, with a number, by default this.
    Dot(i64),
    Xv,
    /// `cell`.
    Cell,
    /// The same of a cell that is compared with its neighbours, unless they are such cells too.
    Peak,
    /// `cell`, beside the board, and a number.
    Outside,
    LittleKiller,
    Arrow,
    Clone,
    Quadruple,
}

/// The rules by their members.
pub(super) const RULES: [(&str, Kind, Form); 38] = [
    ("diagonal+", Kind::Diagonal, Form::Board(Some(1))),
    ("diagonal-", Kind::Diagonal, Form::Board(Some(-1))),
    ("antiknight", Kind::AntiKnight, Form::Board(None)),
    ("antiking", Kind::AntiKing, Form::Board(None)),
    ("disjointgroups", Kind::DisjointGroups, Form::Board(None)),
    ("nonconsecutive", Kind::NonConsecutive, Form::Board(None)),
    ("killercage", Kind::Cage, Form::Cage),
    ("arrow", Kind::Arrow, Form::Arrow),
    ("littlekillersum", Kind::LittleKiller, Form::LittleKiller),
    ("odd", Kind::Odd, Form::Cell),
    ("even", Kind::Even, Form::Cell),
    ("minimum", Kind::Minimum, Form::Peak),
    ("maximum", Kind::Maximum, Form::Peak),
    ("rowindexer", Kind::RowIndexing, Form::Cells),
    ("columnindexer", Kind::ColumnIndexing, Form::Cells),
    ("boxindexer", Kind::BoxIndexing, Form::Cells),
    ("extraregion", Kind::ExtraRegion, Form::Cells),
    ("thermometer", Kind::Thermo, Form::Lines),
    ("slowthermometer", Kind::SlowThermo, Form::Lines),
    ("palindrome", Kind::Palindrome, Form::Lines),
    ("renban", Kind::Renban, Form::Lines),
    ("whispers", Kind::Whisper, Form::Whispers),
    ("regionsumline", Kind::RegionSumLine, Form::Lines),
    ("entropicline", Kind::Entropic, Form::Lines),
    ("modularline", Kind::Modular, Form::LinesByThree),
    ("nabner", Kind::Nabner, Form::Lines),
    ("doublearrow", Kind::DoubleArrow, Form::Lines),
    ("zipperline", Kind::Zipper, Form::Lines),
    ("betweenline", Kind::Between, Form::Lines),
    ("lockout", Kind::Lockout, Form::LinesBy(4)),
    ("difference", Kind::Difference, Form::Dot(1)),
    ("ratio", Kind::Ratio, Form::Dot(2)),
    ("xv", Kind::PairSum, Form::Xv),
    ("clone", Kind::Clone, Form::Clone),
    ("quadruple", Kind::Quadruple, Form::Quadruple),
    ("sandwichsum", Kind::Sandwich, Form::Outside),
    ("xsum", Kind::XSum, Form::Outside),
    ("skyscraper", Kind::Skyscraper, Form::Outside),
];

/// The negative rules by what `negative` lists: the rule, its member, and the only numbers of dots that it is clear for.
pub(super) const NEGATIVE: [(&str, Kind, &str, [&str; 3]); 3] = [
    ("difference", Kind::NegativeDifference, "difference", ["", "1", "1"]),
    ("ratio", Kind::NegativeRatio, "ratio", ["", "2", "2"]),
    ("xv", Kind::NegativeXv, "xv", ["X", "V", "V"]),
];

/// What is drawn on the board: its meaning is said in words only, if anywhere.
const DRAWN: [(&str, &str); 5] = [
    ("line", "drawn line"),
    ("cage", "drawn cage"),
    ("rectangle", "drawn rectangle"),
    ("circle", "drawn circle"),
    ("text", "text on the board"),
];

/// More cells than any circle has.
const MOST_OF_CIRCLE: usize = 100;

/// Members of a clue that only say what it looks like.
const LOOKS: [&str; 10] =
    ["outlineC", "fontC", "baseC", "color", "width", "height", "size", "angle", "isNewConstraint", "fromConstraint"];

/// Adds the rules that a member is; `false` if no rule is known by that name.
pub(super) fn add(name: &str, content: &Value<'_>, object: &Value<'_>, sketch: &mut Sketch) -> bool {
    let rule = RULES.iter().find(|(known, ..)| *known == name);
    match rule {
        Some((_, kind, Form::Board(number))) => match content {
            Value::Bool(true) => {
                let kind = beside_dots(*kind, object);
                sketch.add(Ok(vec![Constraint { value: *number, ..Constraint::new(kind) }]));
            }
            _ => {
                let written = content.word().map_or_else(|| content.kind().to_owned(), shown);
                sketch.add_rule(format!("{} with {written}", kind.title()), content);
            }
        },
        Some((_, kind, form)) => add_clues(*kind, *form, content, sketch),
        None if name == "negative" => match content {
            Value::List(names) => names.iter().for_each(|name| sketch.add(negative(name, object))),
            _ => sketch.add_rule("'negative'", content),
        },
        None => return false,
    }
    true
}

/// What a rule of the whole board is where there are ratio dots: solvers of these links exempt them from non-consecutive as well,
/// for 1 and 2 may have either.
fn beside_dots(kind: Kind, object: &Value<'_>) -> Kind {
    match kind {
        Kind::NonConsecutive if object.get("ratio").is_some_and(|dots| !dots.is_void()) => Kind::NegativeDifference,
        kind => kind,
    }
}

/// Adds the clues of a list.
fn add_clues(kind: Kind, form: Form, content: &Value<'_>, sketch: &mut Sketch) {
    let (group, board) = (content.values(), Places::new(sketch.rows, sketch.columns));
    let digits = sketch.digits.clone().count();
    if group.is_empty() {
        sketch.add_rule(kind.title(), content);
    }
    for clue in group.iter().filter(|clue| !clue.is_void()) {
        let clue = Clue { kind, form, clue, group, board, digits };
        let rules = clue.rules();
        if rules.as_ref().is_ok_and(Vec::is_empty) {
            sketch.leave_out(format!("{} without a clue", kind.title()));
        }
        sketch.rules.extend(clue.unknown_members());
        sketch.add(rules);
    }
}

/// A negative rule: there is a dot wherever there could be one.
fn negative(name: &Value<'_>, object: &Value<'_>) -> Result<Vec<Constraint>, Rule> {
    let name = name.word().unwrap_or_default();
    let Some((_, kind, member, clear)) = NEGATIVE.iter().find(|(known, ..)| *known == name) else {
        return Err(Rule::unknown(format!("negative rule {}", shown(name))));
    };
    let dots = object.get(member).map_or(&[][..], Value::values);
    let value = |dot: &Value<'_>| dot.get("value").and_then(Value::word).unwrap_or_default().to_owned();
    match dots.iter().map(value).find(|value| !clear.contains(&value.trim())) {
        Some(value) => Err(Rule::unknown(format!("{} with {}", kind.title(), shown(&value)))),
        None => Ok(vec![Constraint::new(*kind)]),
    }
}

/// One object of a list.
struct Clue<'a> {
    kind: Kind,
    form: Form,
    clue: &'a Value<'a>,
    /// All objects of the list.
    group: &'a [Value<'a>],
    board: Places,
    digits: usize,
}

impl Clue<'_> {
    fn rules(&self) -> Result<Vec<Constraint>, Rule> {
        if !matches!(self.clue, Value::Object(_)) {
            return self.wrong(Err(format!("{} in its list, expected objects", self.clue.kind())));
        }
        let constraint = || Constraint::new(self.kind);
        let with = |value: Option<i64>| Constraint { value, ..constraint() };
        let lines = |value: Option<i64>| {
            let lines = self.lines()?.into_iter();
            Ok(lines.map(|cells| with(value).cells(cells)).collect())
        };
        match self.form {
            Form::Board(_) => Err(Rule::unknown(self.kind.title())),
            Form::Lines => lines(None),
            Form::Whispers => lines(Some(self.number()?.unwrap_or(self.digits.div_ceil(2) as i64))),
            Form::LinesByThree => lines(Some(self.number()?.unwrap_or(3))),
            Form::LinesBy(usual) => match (self.number()?, self.digits) {
                (None, digits) if digits != 9 => Err(self.unknown("without a number")),
                (number, _) => lines(number.or(Some(usual))),
            },
            Form::Cells => self.with_cells("cells", constraint()),
            // A missing sum is written as nothing or as zero, which is the sum of no cells.
            Form::Cage => self.with_cells("cells", with(self.number()?.filter(|sum| *sum != 0))),
            Form::Dot(usual) => self.with_cells("cells", with(self.number()?.or(Some(usual)))),
            Form::Xv => match self.word()? {
                "" => Ok(vec![]),
                "X" | "x" => self.with_cells("cells", with(Some(10))),
                "V" | "v" => self.with_cells("cells", with(Some(5))),
                _ => self.with_cells("cells", with(self.number()?)),
            },
            Form::Cell => Ok(vec![constraint().cells([self.cell("cell")?])]),
            Form::Peak => self.peak(),
            Form::Outside => match self.number()? {
                None => Ok(vec![]),
                sum => Ok(vec![with(sum).cells(self.wrong(self.board.line(self.name("cell")))?)]),
            },
            Form::LittleKiller => match self.number()? {
                None => Ok(vec![]),
                sum => Ok(vec![with(sum).cells(self.diagonal()?)]),
            },
            Form::Arrow => self.arrow(),
            Form::Clone => {
                let clone = self.cells("cloneCells", self.clue.get("cloneCells"))?;
                self.with_cells("cells", constraint().other(clone))
            }
            Form::Quadruple => {
                let digits = self.list("values", self.clue.get("values"))?.iter();
                let digits: Option<Vec<i64>> = digits.map(|digit| digit.word()?.trim().parse().ok()).collect();
                match digits.ok_or_else(|| self.unknown("with values other than digits"))? {
                    digits if digits.is_empty() => Ok(vec![]),
                    digits => self.with_cells("cells", constraint().values(digits)),
                }
            }
        }
    }

    fn unknown(&self, what: &str) -> Rule {
        Rule::unknown(format!("{} {what}", self.kind.title()))
    }

    fn wrong<T>(&self, found: Result<T, String>) -> Result<T, Rule> {
        found.map_err(|message| Rule::Wrong(self.kind.title().to_owned(), message))
    }

    /// The value as written; nothing if there is none.
    fn word(&self) -> Result<&str, Rule> {
        match self.clue.get("value").filter(|value| !value.is_void()) {
            None => Ok(""),
            Some(value) => {
                value.word().map(str::trim).ok_or_else(|| self.unknown(&format!("with {} as its value", value.kind())))
            }
        }
    }

    fn number(&self) -> Result<Option<i64>, Rule> {
        match self.word()? {
            "" => Ok(None),
            word => word.parse().map(Some).map_err(|_| self.unknown(&format!("with {}", shown(word)))),
        }
    }

    fn name(&self, member: &str) -> &str {
        self.clue.get(member).and_then(Value::word).unwrap_or_default()
    }

    fn cell(&self, member: &str) -> Result<usize, Rule> {
        self.wrong(self.board.cell(self.name(member)))
    }

    /// What a list holds, which need not be there.
    fn list<'a>(&self, member: &str, list: Option<&'a Value<'a>>) -> Result<&'a [Value<'a>], Rule> {
        match list.filter(|list| !list.is_void()) {
            None => Ok(&[]),
            Some(Value::List(values)) => Ok(values),
            Some(other) => self.wrong(Err(format!("'{member}' is {}, expected an array", other.kind()))),
        }
    }

    fn cells(&self, member: &str, list: Option<&Value<'_>>) -> Result<Vec<usize>, Rule> {
        let cells = self.list(member, list)?.iter();
        self.wrong(cells.map(|cell| self.board.cell(cell.word().unwrap_or_default())).collect())
    }

    /// A constraint for a list of cells; none if there are no cells.
    fn with_cells(&self, member: &str, constraint: Constraint) -> Result<Vec<Constraint>, Rule> {
        let cells = self.cells(member, self.clue.get(member))?;
        Ok(if cells.is_empty() { vec![] } else { vec![constraint.cells(cells)] })
    }

    fn lines(&self) -> Result<Vec<Vec<usize>>, Rule> {
        let lines = self.list("lines", self.clue.get("lines"))?.iter();
        let lines = lines.filter(|line| !line.is_void()).map(|line| self.cells("lines", Some(line)));
        lines.map(|cells| cells.map(|cells| self.opened(cells))).collect()
    }

    /// A loop is drawn as a line that ends where it began. Where the order of the cells means nothing, that cell is one.
    fn opened(&self, mut cells: Vec<usize>) -> Vec<usize> {
        if matches!(self.kind, Kind::Renban | Kind::Nabner) && cells.len() > 2 && cells.first() == cells.last() {
            cells.pop();
        }
        cells
    }

    /// An arrow for each line, which begins with a cell of the circle. Two cells of a circle are a number's digits.
    fn arrow(&self) -> Result<Vec<Constraint>, Rule> {
        let mut circle = self.cells("cells", self.clue.get("cells"))?;
        if circle.len() > MOST_OF_CIRCLE {
            return self.wrong(Err(format!("{} cells in the circle, expected fewer", circle.len())));
        }
        circle.sort_unstable();
        let arrow = |line: Vec<usize>| match line.split_first() {
            Some((first, line)) if circle.contains(first) => {
                Ok(Constraint::new(self.kind).cells(line.iter().copied()).other(circle.clone()))
            }
            // Solvers of these links leave out the first cell, wherever it is.
            Some((first, _)) => {
                let first = name(self.board.of(*first));
                self.wrong(Err(format!("a line from {first}, expected one from a cell of its circle")))
            }
            None => self.wrong(Err("a line without cells, expected one from a cell of its circle".to_owned())),
        };
        self.lines()?.into_iter().map(arrow).collect()
    }

    /// A cell, and the others of its kind, which it is not compared with.
    fn peak(&self) -> Result<Vec<Constraint>, Rule> {
        let cell = self.cell("cell")?;
        let (clues, cells) = (self.group.len(), self.board.rows * self.board.columns);
        if clues as i64 > cells {
            return self.wrong(Err(format!("{clues} of them, expected at most one for each of {cells} cells")));
        }
        let names = self.group.iter().filter_map(|clue| clue.get("cell")?.word());
        let group: Vec<usize> = self.wrong(names.map(|name| self.board.cell(name)).collect())?;
        let columns = self.board.columns as usize;
        let is_beside = |other: &usize| {
            let (row, column) = (cell / columns, cell % columns);
            (other / columns).abs_diff(row) + (other % columns).abs_diff(column) == 1
        };
        let beside: Vec<usize> = group.into_iter().filter(is_beside).collect();
        let constraint = Constraint::new(self.kind).cells([cell]);
        Ok(vec![if beside.is_empty() { constraint } else { constraint.other(beside) }])
    }

    /// The cells that a diagonal arrow from beside the board points along.
    fn diagonal(&self) -> Result<Vec<usize>, Rule> {
        let listed = self.cells("cells", self.clue.get("cells"))?;
        if !listed.is_empty() && self.name("direction").is_empty() {
            return Ok(listed);
        }
        let step = match self.name("direction") {
            "UR" => (-1, 1),
            "UL" => (-1, -1),
            "DR" => (1, 1),
            "DL" => (1, -1),
            other => return self.wrong(Err(format!("{} is not a direction, expected UL, UR, DL or DR", shown(other)))),
        };
        let name = self.name("cell");
        let from = self.wrong(super::super::places::place(name))?;
        let is_same = |cells: &Vec<usize>| {
            listed.is_empty() || listed.len() == cells.len() && cells.iter().all(|cell| listed.contains(cell))
        };
        match self.board.ray(from, step) {
            _ if self.board.at(from).is_some() => self.wrong(Err(format!("{} is not beside the board", shown(name)))),
            cells if cells.is_empty() => self.wrong(Err(format!("no cell lies that way from {}", shown(name)))),
            cells if !is_same(&cells) => {
                self.wrong(Err(format!("its cells are not those along the arrow from {}", shown(name))))
            }
            cells => Ok(cells),
        }
    }

    /// Members that are not known and may be rules.
    fn unknown_members(&self) -> Vec<Rule> {
        let known: &[&str] = match self.form {
            Form::Board(_) => &[],
            Form::Lines => &["lines"],
            Form::Whispers | Form::LinesBy(_) | Form::LinesByThree => &["lines", "value"],
            Form::Cells => &["cells"],
            Form::Cage | Form::Dot(_) | Form::Xv => &["cells", "value"],
            Form::Cell | Form::Peak => &["cell"],
            Form::Outside => &["cell", "value"],
            Form::LittleKiller => &["cell", "cells", "direction", "value"],
            Form::Arrow => &["cells", "lines"],
            Form::Clone => &["cells", "cloneCells"],
            Form::Quadruple => &["cells", "values"],
        };
        let is_unknown = |name: &str| !known.contains(&name) && !LOOKS.contains(&name);
        let members = self.clue.members().iter().filter(|(name, value)| is_unknown(name) && !value.is_void());
        members.map(|(name, _)| self.unknown(&format!("with {}", shown(name)))).collect()
    }
}

/// Whether a member is what is drawn on the board.
pub(super) fn is_drawn(name: &str) -> bool {
    DRAWN.iter().any(|(known, _)| *known == name)
}

/// Adds what a member draws on the board, once the rules are there. What is drawn for a rule, or where a rule's cells are,
/// shows that rule.
pub(super) fn add_drawn(name: &str, content: &Value<'_>, object: &Value<'_>, sketch: &mut Sketch) {
    let Some((_, title)) = DRAWN.iter().find(|(known, _)| *known == name) else { return };
    let board = Places::new(sketch.rows, sketch.columns);
    for item in content.values().iter().filter(|item| !item.is_void()) {
        if is_for_rule(item, object) {
            continue;
        }
        let cells = |list: &Value<'_>| -> Option<Vec<usize>> {
            list.values().iter().map(|cell| board.cell(cell.word()?).ok()).collect()
        };
        let shows = |list: &Value<'_>, is_in_order: bool| {
            let rules =
                sketch.rules.iter().filter_map(|rule| if let Rule::Known(rule) = rule { Some(rule) } else { None });
            cells(list)
                .is_some_and(|cells| !cells.is_empty() && rules.clone().any(|rule| are_of(&cells, rule, is_in_order)))
        };
        let is_shown = match name {
            "line" => item.get("lines").is_some_and(|lines| lines.values().iter().all(|line| shows(line, true))),
            "cage" => {
                item.get("value").is_none_or(Value::is_void)
                    && item.get("cells").is_some_and(|cells| shows(cells, false))
            }
            _ => false,
        };
        match is_shown {
            true => sketch.leave_out(format!("{title} on the cells of a rule")),
            false => sketch.rules.push(Rule::unknown(*title)),
        }
    }
}

/// Whether a drawing names the rule that it is drawn for, and that rule is there.
fn is_for_rule(item: &Value<'_>, object: &Value<'_>) -> bool {
    let rule = item.get("fromConstraint").and_then(Value::word).unwrap_or_default();
    let rule: String = rule.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase();
    let is_known = RULES.iter().any(|(known, ..)| *known == rule);
    is_known && object.get(&rule).is_some_and(|content| !content.is_void())
}

/// Whether cells are those of a constraint; in its order, or from its end.
fn are_of(cells: &[usize], rule: &Constraint, is_in_order: bool) -> bool {
    let mut of: Vec<usize> = match rule.kind {
        Kind::Arrow => return false,
        _ => rule.cells.clone(),
    };
    let mut cells = cells.to_vec();
    if is_in_order {
        return cells == of || cells.iter().rev().eq(&of);
    }
    cells.sort_unstable();
    of.sort_unstable();
    cells == of
}
