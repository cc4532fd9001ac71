//! A puzzle as another program describes it, before it is validated: cells, regions, rules and the rest.
//!
//! Decoders put in everything they understand, and name what they do not. A rule is a [`Constraint`] if its meaning is
//! known; otherwise it is a name, perhaps with what is wrong with it. Two functions decide what can be read:
//!
//! ```text
//!   Sketch::read           a classic puzzle: a board whose regions are boxes, without further rules
//!   Sketch::read_variant   any other, if every rule is known (in `variant`)
//! ```
//!
//! An unknown rule would make it a different puzzle, so the whole puzzle is rejected and the rule named.

use super::assemble::{self, UnknownSymbols};
use super::candidates::remove_unlisted;
use super::places::{Further, Places, name};
use super::value::Value;
use super::{Field, Note, ReadOptions, Record, line, row};
use crate::board::{Candidates, Cell, Digit, Invalid, Puzzle, Shape, Symbols};
use crate::variant::{Constraint, Kind};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// What another program says about a puzzle.
#[derive(Debug)]
pub(super) struct Sketch {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The digits that the program says the board has.
    pub(super) digits: RangeInclusive<i64>,
    /// The content of each cell, row by row; then that of the cells beside the board.
    pub(super) cells: Vec<Content>,
    /// The cells beside the board.
    pub(super) further: Further,
    /// The region of each cell, if regions are given; a cell may be in none.
    pub(super) regions: Option<Vec<Option<usize>>>,
    /// Regions that overlap those above.
    pub(super) further_regions: Vec<Vec<usize>>,
    /// Whether no digit may appear twice in a row or column.
    pub(super) has_lines: bool,
    /// The rules in addition to those of a Sudoku.
    pub(super) rules: Vec<Rule>,
    pub(super) fields: BTreeMap<Field, String>,
    /// What was ignored although it is there.
    pub(super) left_out: Vec<String>,
    /// What had to be decided.
    pub(super) notes: Vec<Note>,
}

/// A rule in addition to those of a Sudoku.
#[derive(Clone, Debug)]
pub(super) enum Rule {
    Known(Box<Constraint>),
    /// The rule's name in the text, and how often it occurs.
    Unknown(String, usize),
    /// The rule's name, and what is wrong with it.
    Wrong(String, String),
}

impl Rule {
    pub(super) fn known(constraint: Constraint) -> Rule {
        Rule::Known(Box::new(constraint))
    }

    /// A rule whose meaning is unknown.
    pub(super) fn unknown(name: impl Into<String>) -> Rule {
        Rule::Unknown(name.into(), 1)
    }

    fn name(&self) -> (String, usize) {
        match self {
            Rule::Known(constraint) => (constraint.kind.title().to_owned(), 1),
            Rule::Unknown(name, count) => (name.clone(), *count),
            Rule::Wrong(name, _) => (name.clone(), 1),
        }
    }
}

/// Words for rules that apply to the whole board, so that nothing has to be drawn for them.
const BOARD_WIDE: [(&str, Kind); 7] = [
    ("knight", Kind::AntiKnight),
    ("king's move", Kind::AntiKing),
    ("anti-king", Kind::AntiKing),
    ("antiking", Kind::AntiKing),
    ("non-consecutive", Kind::NonConsecutive),
    ("nonconsecutive", Kind::NonConsecutive),
    ("disjoint", Kind::DisjointGroups),
];

/// Words for rules about things that are drawn.
const DRAWN: &str = "cage thermo arrow kropki renban whisper palindrome diagonal sandwich skyscraper killer";

/// What a cell holds, as written.
#[derive(Clone, Debug, Default)]
pub(super) enum Content {
    #[default]
    Blank,
    Given(String),
    Placed(String),
    /// The only digits that the cell may have.
    Marks(Vec<String>),
}

impl Content {
    /// A digit as written, which may be a blank.
    pub(super) fn of(word: &str, is_given: bool) -> Content {
        match word.trim() {
            "" | "0" => Content::Blank,
            word if is_given => Content::Given(word.to_owned()),
            word => Content::Placed(word.to_owned()),
        }
    }
}

/// The most names that a message or note lists, and the most characters of each.
const LISTED: usize = 12;
const LONGEST: usize = 80;

/// A list of names from an untrusted text, each with its number of occurrences if that is more than one.
pub(super) fn listed(names: impl IntoIterator<Item = (String, usize)>) -> String {
    let mut all: Vec<(String, usize)> = Vec::new();
    for (name, count) in names {
        match all.iter().position(|(known, _)| *known == name) {
            Some(place) => all[place].1 += count,
            None if all.len() <= LISTED => all.push((name, count)),
            None => {}
        }
    }
    let shown = |(name, count): &(String, usize)| {
        let name: String = name.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
        if *count > 1 { format!("{name} ({count})") } else { name }
    };
    let mut list: Vec<String> = all.iter().take(LISTED).map(shown).collect();
    list.extend((all.len() > LISTED).then(|| "others".to_owned()));
    list.join(", ")
}

/// The digit in the value of a cell.
pub(super) fn digit_of<'v>(value: &'v Value<'_>) -> Result<&'v str, String> {
    value.word().ok_or_else(|| format!("has {} as its value, expected a digit", value.kind()))
}

impl Sketch {
    /// A blank board.
    pub(super) fn new(rows: usize, columns: usize) -> Sketch {
        let cells = vec![Content::Blank; rows.min(Shape::MAX_SIDE) * columns.min(Shape::MAX_SIDE)];
        Sketch::of_cells(rows, columns, cells)
    }

    fn of_cells(rows: usize, columns: usize, cells: Vec<Content>) -> Sketch {
        let digits = 1..=rows.max(columns) as i64;
        Sketch {
            rows,
            columns,
            digits,
            cells,
            further: Further::default(),
            regions: None,
            further_regions: Vec::new(),
            has_lines: true,
            rules: Vec::new(),
            fields: BTreeMap::new(),
            left_out: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// How many digits the board has; the bounds come from an untrusted text.
    pub(super) fn digit_count(&self) -> i64 {
        self.digits.end().saturating_sub(*self.digits.start()).saturating_add(1)
    }

    /// A board with these digits, all of them givens, and blanks.
    pub(super) fn of_digits(text: &str) -> Sketch {
        let content = |cell: &str| match cell.chars().all(row::is_blank) {
            true => Content::Blank,
            false => Content::Given(cell.to_owned()),
        };
        let cells: Vec<Content> = line::characters(text).map(content).collect();
        let side = cells.len().isqrt();
        Sketch::of_cells(side, side, cells)
    }

    /// Fills the cells with what another program says about each. A cell that is neither an object nor absent, or that
    /// `content_of` rejects, is an error that names the cell: without its content the puzzle would be a different one.
    pub(super) fn read_cells<'v, 'a: 'v>(
        &mut self,
        cells: impl IntoIterator<Item = &'v Value<'a>>,
        content_of: impl Fn(&Value<'a>) -> Result<Content, String>,
    ) -> Result<(), String> {
        let board = Places::new(self.rows, self.columns);
        for (place, (content, cell)) in self.cells.iter_mut().zip(cells).enumerate() {
            let found = match cell {
                Value::Object(_) => content_of(cell),
                cell if cell.is_void() => Ok(Content::Blank),
                other => Err(format!("is {}, expected an object", other.kind())),
            };
            *content = found.map_err(|message| format!("{} {message}", name(board.of(place))))?;
        }
        Ok(())
    }

    /// Adds a rule of which only the name is known, unless its content is empty.
    pub(super) fn add_rule(&mut self, name: impl Into<String>, content: &Value<'_>) {
        if !content.is_void() {
            let is_many = |value: &&Value<'_>| matches!(value, Value::Object(_) | Value::List(_));
            let count = content.values().iter().filter(is_many).count().max(1);
            self.rules.push(Rule::Unknown(name.into(), count));
        }
    }

    /// Adds the constraints of a rule, or the fact that it is unknown or wrong.
    pub(super) fn add(&mut self, rules: Result<Vec<Constraint>, Rule>) {
        match rules {
            Ok(constraints) => self.rules.extend(constraints.into_iter().map(Rule::known)),
            Err(rule) => self.rules.push(rule),
        }
    }

    /// Adds something that is ignored, but only once.
    pub(super) fn leave_out(&mut self, what: impl Into<String>) {
        let what = what.into();
        if self.left_out.len() <= LISTED && !self.left_out.contains(&what) {
            self.left_out.push(what);
        }
    }

    /// Adds what is said about the puzzle as a field.
    pub(super) fn add_field(&mut self, field: Field, value: Option<&Value<'_>>) {
        if let Some(text) = value.and_then(Value::word).map(str::trim).filter(|text| !text.is_empty()) {
            self.fields.insert(field, text.to_owned());
        }
    }

    /// Adds an unknown member: as a rule if it may be one, otherwise to what is ignored.
    pub(super) fn add_unknown(&mut self, name: &str, content: &Value<'_>) {
        match content {
            content if content.is_void() => {}
            Value::Number(_) | Value::Text(_) => self.leave_out(format!("the member '{name}'")),
            content => self.add_rule(format!("'{name}'"), content),
        }
    }

    /// Adds rules that are only stated in words to what is ignored, if some word names one.
    pub(super) fn leave_out_words(&mut self) {
        let Some(words) = self.fields.get(&Field::Comment).map(|text| text.to_ascii_lowercase()) else { return };
        let has = |kind: Kind| {
            self.rules.iter().any(|rule| matches!(rule, Rule::Known(constraint) if constraint.kind == kind))
        };
        let unsaid = BOARD_WIDE.iter().find(|(word, kind)| words.contains(word) && !has(*kind));
        let found = match unsaid {
            Some((word, _)) => Some(*word),
            // If nothing is drawn, a rule that needs a drawing is missing.
            None if self.rules.is_empty() => DRAWN.split(' ').find(|word| words.contains(word)),
            None => None,
        };
        if let Some(word) = found {
            self.leave_out(format!("rules in words, which mention '{word}'"));
        }
    }

    /// The puzzle, if it can be read.
    pub(super) fn read(mut self, options: &ReadOptions) -> Result<Record, Invalid> {
        self.leave_out_words();
        let shape = self.shape(options);
        if !self.rules.is_empty() {
            return Err(not_supported(self.rules.iter().map(Rule::name)));
        }
        let (shape, note) = shape?;
        let symbols = options.symbols.clone().unwrap_or_else(|| Symbols::for_side(shape.side()));
        let symbols = assemble::with_blanks(symbols, options)?;
        let (mut puzzle, mut unknown) = (Puzzle::empty(shape), UnknownSymbols::default());
        let mut marks = Vec::new();
        for (cell, content) in shape.cells().zip(&self.cells) {
            let mut digit = |word: &str| {
                let digit = digit(word, shape.side());
                if digit.is_none() {
                    unknown.add(word, cell.index() + 1, Some(cell));
                }
                digit
            };
            match content {
                Content::Blank => {}
                Content::Given(word) => digit(word).into_iter().for_each(|digit| puzzle.give(cell, digit)),
                Content::Placed(word) => digit(word).into_iter().for_each(|digit| puzzle.place(cell, digit)),
                Content::Marks(words) => marks.push((cell, words.iter().filter_map(|word| digit(word)).collect())),
            }
        }
        keep_only(&mut puzzle, &marks);
        let notes = note.into_iter().chain(self.notes());
        let mut record = assemble::record(puzzle, symbols, unknown.into_reasons(), notes)?;
        record.fields = self.fields;
        Ok(record)
    }

    /// The shape of the board, and a note if there was a choice; whatever no classic board has is added to the rules.
    fn shape(&mut self, options: &ReadOptions) -> Result<(Shape, Option<Note>), Invalid> {
        let usual = assemble::shape_of(self.cells.len(), options);
        self.rules.extend(self.oddities().into_iter().map(Rule::unknown));
        let Some(regions) = &self.regions else { return usual };
        let mut shapes = Shape::all_for_side(self.rows).filter(|shape| are_boxes(regions, *shape));
        match (shapes.next(), options.shape) {
            (None, _) => usual,
            (Some(shape), None) if options.may_have_side(self.rows) => Ok((shape, None)),
            (Some(shape), Some(asked)) if shape == asked => Ok((shape, None)),
            (Some(shape), Some(asked)) if shape.side() == asked.side() => {
                Err(assemble::syntax(format!("a board of shape {shape}, expected {asked}")))
            }
            _ => usual,
        }
    }

    /// What distinguishes the board from a classic one.
    fn oddities(&self) -> Vec<String> {
        let (rows, columns, digits) = (self.rows, self.columns, &self.digits);
        let mut oddities = Vec::new();
        if rows != columns {
            oddities.push(format!("a board of {rows} rows and {columns} columns"));
        }
        if *digits != (1..=rows.max(columns) as i64) {
            oddities.push(format!("digits from {} to {}", digits.start(), digits.end()));
        }
        if !self.has_lines {
            oddities.push("rows and columns with repeated digits".to_owned());
        }
        let has_boxes = |regions: &Vec<_>| Shape::all_for_side(rows).any(|shape| are_boxes(regions, shape));
        if !self.further.names.is_empty() {
            oddities.push("cells beside the board".to_owned());
        }
        if self.regions.as_ref().is_some_and(|regions| !has_boxes(regions)) || !self.further_regions.is_empty() {
            oddities.push("irregular regions".to_owned());
        }
        oddities
    }

    /// Whether the regions are the boxes that boards of this side usually have.
    pub(super) fn has_usual_boxes(&self) -> bool {
        let shape = Shape::for_side(self.rows).ok().filter(|_| self.rows == self.columns);
        let are_usual = |regions: &Vec<_>| shape.is_some_and(|shape| are_boxes(regions, shape));
        self.further_regions.is_empty() && self.regions.as_ref().is_none_or(are_usual)
    }

    /// Whether there are no rules except those of a Sudoku.
    pub(super) fn is_classic(&self) -> bool {
        self.rules.is_empty() && self.oddities().is_empty()
    }

    /// What had to be decided, and what was ignored.
    pub(super) fn notes(&mut self) -> Vec<Note> {
        self.notes.extend(left_out(std::mem::take(&mut self.left_out)));
        std::mem::take(&mut self.notes)
    }
}

/// A note about what was ignored, if anything was.
pub(super) fn left_out(names: impl IntoIterator<Item = String>) -> Option<Note> {
    let what = listed(names.into_iter().map(|name| (name, 1)));
    (!what.is_empty()).then_some(Note::LeftOut { what })
}

/// The error for unknown rules.
pub(super) fn not_supported(rules: impl IntoIterator<Item = (String, usize)>) -> Invalid {
    assemble::syntax(format!("rules that are not supported: {}", listed(rules)))
}

/// The digit for a number or, on boards with more than nine digits, a letter.
fn digit(word: &str, side: usize) -> Option<Digit> {
    match word.parse::<u16>() {
        Ok(number) => Digit::new(number).filter(|digit| digit.index() < side),
        Err(_) => Symbols::for_side(side).digit_from_word(word),
    }
}

/// The cells of each region, ordered by the numbers of the regions.
pub(super) fn cells_of_regions(regions: &[Option<usize>]) -> Vec<Vec<usize>> {
    let mut cells_of: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (cell, region) in regions.iter().enumerate() {
        region.iter().for_each(|region| cells_of.entry(*region).or_default().push(cell));
    }
    cells_of.into_values().collect()
}

/// Whether the regions are the boxes of a shape, whatever their numbers.
pub(super) fn are_boxes(regions: &[Option<usize>], shape: Shape) -> bool {
    let mut numbers = vec![None; shape.side()];
    let is_like = |(cell, region): (Cell, &Option<usize>)| {
        let known = &mut numbers[shape.box_of(cell)];
        region.is_some() && *known.get_or_insert(*region) == *region
    };
    regions.len() == shape.cell_count() && shape.cells().zip(regions).all(is_like) && {
        numbers.sort_unstable();
        numbers.windows(2).all(|pair| pair[0] != pair[1])
    }
}

/// Removes candidates that are not among the marks, from those cells that have marks.
fn keep_only(puzzle: &mut Puzzle, marks: &[(Cell, Vec<Digit>)]) {
    if marks.is_empty() {
        return;
    }
    let mut listed = Candidates::all(puzzle.shape());
    for (cell, digits) in marks {
        let others = puzzle.shape().digits().filter(|digit| !digits.contains(digit));
        others.for_each(|digit| _ = listed.remove(*cell, digit));
    }
    remove_unlisted(puzzle, &listed);
}
