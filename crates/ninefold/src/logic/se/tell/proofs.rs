//! Nets as chains of a step, with the premises on which they rest, including nets within nets.
//!
//! A layer is a net with the board on which it began. The outermost began on the position itself; a nested one began on
//! the board at rest of the net around it. So if something is the last of its cell or house, each of the others was
//! removed on some layer: on this one it is a row; otherwise it is known from outside, and is passed outwards until it is
//! a row there. What Sudoku Explainer itself notes is what its ratings need, which is not always everything that is used.

use super::super::super::Constraint;
use super::super::super::bits::Bits;
use super::super::super::nine::{candidate, house, in_cell, in_house};
use super::super::super::step::{Candidate, Chain, Node};
use super::super::super::techniques::parts::Premises;
use super::super::hint::Sight;
use super::super::nets::Cause;
use super::super::position::{CELLS, COLUMNS, HOUSES, Marks, Position, ROWS};
use super::nets::{Reason, Teller};
use crate::board::{Cell, Digit};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// The reason why a row follows.
#[derive(Clone, Debug)]
pub(super) enum By {
    /// It is assumed.
    Start,
    Cell,
    House(u8),
    /// By a rule on the board at rest.
    Rule(Rc<Reason>),
}

impl By {
    /// The cause of a conclusion in this cell, other than a rule.
    pub(super) fn cause(cause: Cause, cell: u8) -> By {
        match cause {
            Cause::Cell => By::Cell,
            Cause::House(kind) => By::House(HOUSES[usize::from(cell)][usize::from(kind)].0),
            Cause::Start | Cause::Rule => By::Start,
            Cause::Weak => unreachable!("nets say what is shared"),
        }
    }
}

/// A candidate that is true or false.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Cell and digit.
    pub(super) of: (u8, u8),
    pub(super) is_true: bool,
    pub(super) by: By,
    /// The rows from which it follows; for a rule, the reason states them.
    pub(super) after: Vec<u16>,
}

impl Row {
    pub(super) fn start(of: (u8, u8), is_true: bool) -> Row {
        Row { of, is_true, by: By::Start, after: Vec::new() }
    }
}

/// A net: the assumption, then what follows.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) base: Rc<Marks>,
    rows: Vec<Row>,
    /// The first row that makes a candidate false.
    gone: HashMap<(u8, u8), u16>,
}

impl Layer {
    pub(super) fn new(base: Rc<Marks>) -> Layer {
        Layer { base, rows: Vec::new(), gone: HashMap::new() }
    }

    pub(super) fn add(&mut self, row: Row) -> u16 {
        let number = self.rows.len() as u16;
        if !row.is_true {
            self.gone.entry(row.of).or_insert(number);
        }
        self.rows.push(row);
        number
    }

    pub(super) fn last(&self) -> u16 {
        self.rows.len() as u16 - 1
    }

    /// The same net, whose assumption is now false because another digit of its cell is assumed; and the new places of some
    /// of its rows.
    pub(super) fn beneath(&self, other: (u8, u8), rows: [u16; 2]) -> (Layer, [u16; 2]) {
        let mut layer = Layer::new(self.base.clone());
        layer.add(Row::start(other, true));
        let mut places: Vec<u16> = Vec::new();
        for row in &self.rows {
            let mut row = row.clone();
            row.after.iter_mut().for_each(|after| *after = places[usize::from(*after)]);
            if matches!(row.by, By::Start) {
                (row.by, row.after) = (By::Cell, vec![0]);
            }
            places.push(if row.is_true && row.of == other { 0 } else { layer.add(row) });
        }
        (layer, rows.map(|row| places[usize::from(row)]))
    }
}

/// The constraint of a cause, for a candidate.
pub(super) fn constraint(by: &By, (cell, digit): (u8, u8)) -> Option<Constraint> {
    match by {
        By::Cell => Some(in_cell(cell.into())),
        By::House(number) => Some(in_house(usize::from(*number), digit.into())),
        By::Start | By::Rule(_) => None,
    }
}

/// Candidates of which one is true: an intermediate result of a rule.
struct Group {
    of: Vec<(u8, u8)>,
    by: Constraint,
    /// The other candidates of the constraint.
    needs: Vec<(u8, u8)>,
}

/// What a rule or a row contributes.
#[derive(Default)]
struct Told {
    groups: Vec<Group>,
    /// The candidates that must have been removed besides.
    needs: Vec<(u8, u8)>,
    by: Option<Constraint>,
    set: Vec<Cell>,
    nested: Vec<Chain>,
}

/// A net written as chains: its own, those of the nets within it, and what it needs from around it.
pub(super) struct Written {
    pub(super) chains: Vec<Chain>,
    pub(super) needs: Vec<(u8, u8)>,
}

fn node(of: &[(u8, u8)], is_true: bool, by: Option<Constraint>, after: Vec<usize>) -> Node {
    let candidates: Vec<Candidate> =
        of.iter().map(|(cell, digit)| candidate((*cell).into(), (*digit).into())).collect();
    Node { candidates, is_true, by, set: Vec::new(), after }
}

impl Teller<'_> {
    /// Writes a net up to its end; with two ends, up to their contradiction, with the true end first.
    pub(super) fn write(&mut self, layer: &Layer, ends: &[u16]) -> Written {
        let mut is_needed = vec![false; layer.rows.len()];
        ends.iter().for_each(|end| is_needed[usize::from(*end)] = true);
        let mut told: BTreeMap<usize, Told> = BTreeMap::new();
        let mut known: Vec<(u8, u8)> = Vec::new();
        for at in (0..layer.rows.len()).rev() {
            if !is_needed[at] {
                continue;
            }
            let row = &layer.rows[at];
            let here = self.row(layer, row);
            row.after.iter().for_each(|after| is_needed[usize::from(*after)] = true);
            for need in here.groups.iter().flat_map(|group| &group.needs).chain(&here.needs) {
                match layer.row_of(*need) {
                    Some(row) => is_needed[usize::from(row)] = true,
                    None => known.push(*need),
                }
            }
            told.insert(at, here);
        }
        known.sort_unstable();
        known.dedup();
        let mut nodes = vec![node(&[layer.rows[0].of], layer.rows[0].is_true, None, Vec::new())];
        let mut places = vec![0; layer.rows.len()];
        nodes.extend(known.iter().map(|of| node(&[*of], false, None, Vec::new())));
        let place_of = |need: &(u8, u8), places: &[usize]| match layer.row_of(*need) {
            Some(row) => places[usize::from(row)],
            None => 1 + known.binary_search(need).expect("it is known"),
        };
        let mut nested = Vec::new();
        let mut groups = HashMap::new();
        for (at, told) in told.into_iter().filter(|(at, _)| *at > 0) {
            let row = &layer.rows[at];
            let mut after: Vec<usize> = row.after.iter().map(|after| places[usize::from(*after)]).collect();
            after.extend(told.needs.iter().map(|need| place_of(need, &places)));
            for group in told.groups {
                let place = *groups.entry((group.of.clone(), group.by)).or_insert(nodes.len());
                after.push(place);
                if place == nodes.len() {
                    let after = group.needs.iter().map(|need| place_of(need, &places)).collect();
                    nodes.push(node(&group.of, true, Some(group.by), after));
                }
            }
            after.sort_unstable();
            after.dedup();
            places[at] = nodes.len();
            nodes.push(Node { set: told.set, ..node(&[row.of], row.is_true, told.by, after) });
            nested.extend(told.nested);
        }
        if let [one, other] = ends {
            let after = vec![places[usize::from(*one)], places[usize::from(*other)]];
            nodes.push(node(&[], true, None, after));
        }
        let mut chains = vec![Chain { nodes, is_loop: false }];
        chains.extend(nested);
        Written { chains, needs: known }
    }

    /// What a row rests on besides the rows that it lists.
    fn row(&mut self, layer: &Layer, row: &Row) -> Told {
        let of = row.of;
        if let By::Rule(reason) = &row.by {
            return match &**reason {
                Reason::Pattern(sight) => pattern(self.position, sight, of, &mut self.premises),
                Reason::Chain(found, now) => {
                    let (layer, ends) = super::chains::layer(now.clone(), found, of);
                    let written = self.write(&layer, &ends);
                    self.is_nested = true;
                    Told { needs: written.needs, nested: written.chains, ..Told::default() }
                }
                Reason::Nets(mode, removed, now) => {
                    let written = self.nested(*mode, removed, now, of);
                    self.is_nested = true;
                    Told { needs: written.needs, nested: written.chains, ..Told::default() }
                }
            };
        }
        let Some(by) = constraint(&row.by, of) else { return Told::default() };
        if !row.is_true {
            self.premises.weak(by);
            return Told { by: Some(by), ..Told::default() };
        }
        self.premises.strong(by);
        let others = members(&self.position.marks, &row.by, of).into_iter();
        let needs = others.filter(|other| *other != of && !layer.has(*other)).collect();
        Told { needs, by: Some(by), ..Told::default() }
    }
}

impl Layer {
    /// Whether the board has the candidate when the net begins.
    pub(super) fn has(&self, (cell, digit): (u8, u8)) -> bool {
        self.base.has(cell.into(), digit.into())
    }

    /// The row that makes a candidate false; `None` if it was removed before.
    fn row_of(&self, need: (u8, u8)) -> Option<u16> {
        self.has(need).then(|| self.gone.get(&need).copied()).flatten()
    }
}

/// The candidates of a cause.
pub(super) fn members(marks: &Marks, by: &By, (cell, digit): (u8, u8)) -> Vec<(u8, u8)> {
    match by {
        By::Cell => marks.cells[usize::from(cell)].iter().map(|digit| (cell, digit as u8)).collect(),
        By::House(number) => places(marks, (*number).into(), digit.into()).map(|(cell, _)| (cell, digit)).collect(),
        By::Start | By::Rule(_) => Vec::new(),
    }
}

/// The cells of a house that have a digit, each with its place.
fn places(marks: &Marks, house: usize, digit: usize) -> impl Iterator<Item = (u8, usize)> {
    marks.places[house][digit].iter().map(move |place| (CELLS[house][place], place))
}

/// The candidates of a digit in a house, in two parts: those in some cells, one of which is true, and those that must be removed.
fn group(
    marks: &Marks,
    (number, digit): (usize, u8),
    is_within: impl Fn(u8, usize) -> bool,
    premises: &mut Premises,
) -> Group {
    let by = in_house(number, digit.into());
    premises.strong(by);
    let all = places(marks, number, digit.into());
    let (of, needs): (Vec<_>, Vec<_>) = all.partition(|(cell, place)| is_within(*cell, *place));
    let candidates = |list: Vec<(u8, usize)>| list.into_iter().map(|(cell, _)| (cell, digit)).collect();
    Group { of: candidates(of), by, needs: candidates(needs) }
}

/// A simple pattern on a board at rest.
fn pattern(position: &Position, sight: &Sight, of: (u8, u8), premises: &mut Premises) -> Told {
    let marks = &position.marks;
    match *sight {
        Sight::Locked { digit, base, cover } => {
            let is_within = |cell: u8, _| HOUSES[usize::from(cell)].iter().any(|(house, _)| *house == cover);
            let groups = vec![group(marks, (base.into(), digit), is_within, premises)];
            let by = in_house(cover.into(), digit.into());
            premises.weak(by);
            Told { groups, by: Some(by), ..Told::default() }
        }
        Sight::Hidden { house, places, digits } => {
            let is_within = |_, place: usize| places >> place & 1 == 1;
            let all = digits.iter().map(|digit| group(marks, (house.into(), digit as u8), is_within, premises));
            let groups = all.collect();
            let set: Vec<Cell> = super::cells_at(house, places).map(Cell::new).collect();
            set.iter().for_each(|cell| premises.weak_cell(cell.index()));
            Told { groups, set, ..Told::default() }
        }
        Sight::Naked { house, places, digits } => {
            let set: Vec<Cell> = super::cells_at(house, places).map(Cell::new).collect();
            set.iter().for_each(|cell| premises.strong_cell(cell.index()));
            digits.iter().for_each(|digit| premises.weak_house(house.into(), digit));
            let further =
                |cell: usize| (marks.cells[cell] & !digits).iter().map(move |digit| (cell as u8, digit as u8));
            let needs = super::cells_at(house, places).flat_map(further).collect();
            Told { needs, set, ..Told::default() }
        }
        Sight::Fish { digit, is_in_columns, base, cover } => {
            let [bases, covers] = if is_in_columns { [COLUMNS, ROWS] } else { [ROWS, COLUMNS] };
            let is_within = |_, place: usize| cover >> place & 1 == 1;
            let lines = base.iter();
            let groups = lines.map(|line| group(marks, (bases + line, digit), is_within, premises)).collect();
            cover.iter().for_each(|line| premises.weak_house(covers + line, digit.into()));
            let (_, line) = HOUSES[usize::from(of.0)][if is_in_columns { 2 } else { 1 }];
            let by = Constraint::Place(house(covers + usize::from(line)), Digit::from_index(digit.into()));
            Told { groups, by: Some(by), ..Told::default() }
        }
        _ => unreachable!("nets ask no other simple rule"),
    }
}
