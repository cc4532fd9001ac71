//! Hints as steps: what a hint of Sudoku Explainer rests on, so that it can be checked and put into words.
//!
//! A hint contains the pattern that its rule found. Premises are derived from this and from the position before it; the
//! techniques are those that argue in the same way here. The *direct* forms are one step that places a digit: locked
//! candidates or a hidden subset, and the house that has one place left for the digit.

mod chains;
mod nets;
mod proofs;

use super::super::Technique;
use super::super::bits::Bits;
use super::super::cells::{CellSet, digits};
use super::super::nine::{candidate, house, in_cell, in_house};
use super::super::step::{Candidate, Pattern, Premise, Step};
use super::super::techniques::parts::Premises;
use super::chains::Chained;
use super::hint::{Hint, Loop, Rescue, Sight};
use super::position::{CELLS, COLUMNS, Position, ROWS};
use crate::board::{Cell, Digit};

/// The step that corresponds to a hint in this position.
pub(super) fn step(position: &Position, hint: &Hint) -> Step {
    let mut step = match &hint.sight {
        Sight::Single { house, is_last } => single(hint, *house, *is_last),
        Sight::Locked { digit, base, cover } => locked(*digit, *base, *cover, None),
        Sight::DirectLocked { digit, base, cover, house } => locked(*digit, *base, *cover, Some(*house)),
        Sight::Naked { house, places, digits } => naked(*house, *places, *digits),
        Sight::Hidden { house, places, digits } => hidden(*house, *places, *digits, None),
        Sight::DirectHidden { house, places, digits } => {
            hidden(*house, *places, *digits, hint.placed.map(|(_, digit)| digit))
        }
        Sight::Fish { digit, is_in_columns, base, cover } => fish(*digit, *is_in_columns, *base, *cover),
        Sight::Wing { pivot, pincers, digit } => wing(position, hint, *pivot, *pincers, *digit),
        Sight::Loop(found) => unique_loop(position, hint, found),
        Sight::Grave { extra, by } => grave(position, hint, extra, *by),
        Sight::Aligned { cells } => aligned(position, hint, cells),
        Sight::Chains(Chained::Static { nodes, starts_true, is_cycle }) => {
            chains::step(position, hint, nodes, *starts_true, *is_cycle)
        }
        Sight::Chains(Chained::Nets(evidence)) => nets::step(position, evidence),
    };
    match hint.placed {
        Some((cell, digit)) => step.placements.push(candidate(cell.into(), digit.into())),
        None => step.eliminations = removed(position, hint),
    }
    step
}

/// The candidates that are removed, in order.
fn removed(position: &Position, hint: &Hint) -> Vec<Candidate> {
    let of =
        |cell: u8, mask: u16| digits(mask & position.marks.cells[usize::from(cell)]).map(move |digit| (cell, digit));
    let all = hint.removed.iter().flat_map(|(cell, mask)| of(*cell, *mask));
    let mut all: Vec<Candidate> = all.map(|(cell, digit)| candidate(cell.into(), digit)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn all_digits(mask: u16) -> Vec<Digit> {
    digits(mask).map(Digit::from_index).collect()
}

fn all_cells(cells: impl IntoIterator<Item = u8>) -> Vec<Cell> {
    cells.into_iter().map(|cell| Cell::new(cell.into())).collect()
}

/// The cells at these places of a house.
fn cells_at(house: u8, places: u16) -> impl Iterator<Item = usize> {
    places.iter().map(move |place| usize::from(CELLS[usize::from(house)][place]))
}

fn single(hint: &Hint, by: Option<u8>, is_last: bool) -> Step {
    let (cell, digit) = hint.placed.expect("a single places a digit");
    let (technique, constraint) = match by {
        None => (Technique::NakedSingle, in_cell(cell.into())),
        Some(number) if is_last => (Technique::FullHouse, in_house(number.into(), digit.into())),
        Some(number) => (Technique::HiddenSingle, in_house(number.into(), digit.into())),
    };
    let pattern = Pattern::Single { house: by.map(|number| house(number.into())) };
    Step::new(technique, pattern, vec![Premise::Strong(constraint)])
}

/// Locked candidates; `last`: the house that keeps one place for the digit.
fn locked(digit: u8, base: u8, cover: u8, last: Option<u8>) -> Step {
    let technique = if base >= 18 { Technique::Pointing } else { Technique::Claiming };
    let mut premises = Premises::default();
    premises.strong_house(base.into(), digit.into());
    premises.weak_house(cover.into(), digit.into());
    if let Some(last) = last {
        premises.strong_house(last.into(), digit.into());
    }
    let [base, cover] = [base, cover].map(|number| house(number.into()));
    let pattern = Pattern::Locked { digit: Digit::from_index(digit.into()), base, cover };
    Step::new(technique, pattern, premises.list())
}

fn subset(number: u8, places: u16, digits: u16) -> Pattern {
    let cells = cells_at(number, places).map(Cell::new).collect();
    Pattern::Subset { cells, digits: all_digits(digits), houses: vec![house(number.into())] }
}

fn naked(house: u8, places: u16, mask: u16) -> Step {
    let technique = [Technique::NakedPair, Technique::NakedTriple, Technique::NakedQuad];
    let mut premises = Premises::default();
    cells_at(house, places).for_each(|cell| premises.strong_cell(cell));
    digits(mask).for_each(|digit| premises.weak_house(house.into(), digit));
    Step::new(technique[places.count_ones() as usize - 2], subset(house, places, mask), premises.list())
}

/// A hidden subset; `last`: the digit that keeps one place in the house.
fn hidden(house: u8, places: u16, mask: u16, last: Option<u8>) -> Step {
    let technique = [Technique::HiddenPair, Technique::HiddenTriple, Technique::HiddenQuad];
    let mut premises = Premises::default();
    digits(mask).for_each(|digit| premises.strong_house(house.into(), digit));
    cells_at(house, places).for_each(|cell| premises.weak_cell(cell));
    if let Some(last) = last {
        premises.strong_house(house.into(), last.into());
    }
    Step::new(technique[mask.count_ones() as usize - 2], subset(house, places, mask), premises.list())
}

fn fish(digit: u8, is_in_columns: bool, base: u16, cover: u16) -> Step {
    let technique = [Technique::XWing, Technique::Swordfish, Technique::Jellyfish];
    let [bases, covers] = if is_in_columns { [COLUMNS, ROWS] } else { [ROWS, COLUMNS] };
    let lines = |first: usize, mask: u16| mask.iter().map(move |line| first + line);
    let mut premises = Premises::default();
    lines(bases, base).for_each(|line| premises.strong_house(line, digit.into()));
    lines(covers, cover).for_each(|line| premises.weak_house(line, digit.into()));
    let pattern = Pattern::Fish {
        digit: Digit::from_index(digit.into()),
        base: lines(bases, base).map(house).collect(),
        cover: lines(covers, cover).map(house).collect(),
        fins: Vec::new(),
        chains: Vec::new(),
    };
    Step::new(technique[base.count_ones() as usize - 2], pattern, premises.list())
}

fn wing(position: &Position, hint: &Hint, pivot: u8, mut pincers: [u8; 2], digit: u8) -> Step {
    pincers.sort_unstable();
    let cells = &position.marks.cells;
    let is_xyz = position.marks.has(pivot.into(), digit.into());
    let mut premises = Premises::default();
    let mut shared = Vec::new();
    [pivot, pincers[0], pincers[1]].into_iter().for_each(|cell| premises.strong_cell(cell.into()));
    for pincer in pincers {
        for shared_digit in digits(cells[usize::from(pivot)] & cells[usize::from(pincer)] & !(1 << digit)) {
            premises.sight(pivot.into(), pincer.into(), shared_digit);
            shared.push(Digit::from_index(shared_digit));
        }
    }
    let out: CellSet = hint.removed.iter().map(|(cell, _)| usize::from(*cell)).collect();
    let deciding = pincers.into_iter().chain(is_xyz.then_some(pivot));
    deciding.for_each(|cell| premises.sights(cell.into(), out, digit.into()));
    let pattern = Pattern::Wing {
        pivot: all_cells([pivot]),
        pincers: all_cells(pincers),
        digit: Digit::from_index(digit.into()),
        shared,
        link: None,
    };
    Step::new(if is_xyz { Technique::XYZWing } else { Technique::XYWing }, pattern, premises.list())
}

/// A deadly pattern: the digits of each of its cells that are part of it.
struct Deadly {
    kept: Vec<(usize, u16)>,
    /// The cells with further digits.
    roof: CellSet,
}

impl Deadly {
    /// The digits in excess of the pattern, by cell.
    fn further<'a>(&'a self, position: &'a Position) -> impl Iterator<Item = (usize, u16)> + 'a {
        let further = |(cell, kept): &(usize, u16)| (*cell, position.marks.cells[*cell] & !kept);
        self.kept.iter().map(further).filter(|(_, digits)| *digits != 0)
    }

    fn step(&self, technique: Technique, position: &Position, hint: &Hint, by: Rescue) -> Step {
        let of = |(cell, mask): (usize, u16)| digits(mask).map(move |digit| candidate(cell, digit));
        let deadly: Vec<Candidate> = self.kept.iter().copied().flat_map(of).collect();
        let rescue: Vec<Candidate> = self.further(position).flat_map(of).collect();
        let mut premises = Premises::default();
        premises.add(Premise::Deadly(deadly.clone()));
        let (mut subset, mut link) = (Vec::new(), None);
        match by {
            Rescue::OneCell => self.roof.iter().for_each(|cell| premises.weak_cell(cell)),
            Rescue::OneDigit => {
                for out in removed(position, hint) {
                    premises.sights(out.cell.index(), self.roof, out.digit.index());
                }
            }
            Rescue::Naked { house, places, digits: mask } => {
                cells_at(house, places).for_each(|cell| premises.strong_cell(cell));
                digits(mask).for_each(|digit| premises.weak_house(house.into(), digit));
                subset = cells_at(house, places).map(Cell::new).collect();
            }
            Rescue::Hidden { house: number, places, digits: mask } => {
                let strong = digits(mask).map(|digit| in_house(number.into(), digit));
                strong.for_each(|constraint| premises.strong(constraint));
                let cells = cells_at(number, places).chain(self.roof.iter());
                cells.for_each(|cell| premises.weak_cell(cell));
                subset = cells_at(number, places).map(Cell::new).collect();
            }
            Rescue::Locked { house: number, digit } => {
                premises.strong_house(number.into(), digit.into());
                self.roof.iter().for_each(|cell| premises.weak_cell(cell));
                link = Some((Digit::from_index(digit.into()), vec![house(number.into())]));
            }
        }
        Step::new(technique, Pattern::Deadly { deadly, rescue, subset, link }, premises.list())
    }
}

fn unique_loop(position: &Position, hint: &Hint, Loop { cells, digits: pair, extra, by }: &Loop) -> Step {
    let roof: CellSet = extra.iter().map(|cell| usize::from(*cell)).collect();
    let technique = match by {
        _ if cells.len() > 4 => Technique::UniqueLoop,
        Rescue::OneCell => Technique::UniqueRectangleOne,
        Rescue::OneDigit if roof.len() == 2 && roof.common_houses().next().is_some() => Technique::UniqueRectangleTwo,
        Rescue::OneDigit => Technique::UniqueRectangleFive,
        Rescue::Naked { .. } | Rescue::Hidden { .. } => Technique::UniqueRectangleThree,
        Rescue::Locked { .. } => Technique::UniqueRectangleFour,
    };
    let mut cells: Vec<usize> = cells.iter().map(|cell| usize::from(*cell)).collect();
    cells.sort_unstable();
    let kept = cells.into_iter().map(|cell| (cell, 1 << pair[0] | 1 << pair[1])).collect();
    Deadly { kept, roof }.step(technique, position, hint, *by)
}

fn grave(position: &Position, hint: &Hint, extra: &[(u8, u16)], by: Rescue) -> Step {
    let beyond = |cell: usize| extra.iter().find(|(of, _)| usize::from(*of) == cell).map_or(0, |(_, digits)| *digits);
    let open = (0..81).filter(|cell| position.is_open(*cell));
    let kept = open.map(|cell| (cell, position.marks.cells[cell] & !beyond(cell))).collect();
    let roof = extra.iter().map(|(cell, _)| usize::from(*cell)).collect();
    let is_one = matches!(extra, [(_, digits)] if digits.is_power_of_two());
    let technique = if is_one { Technique::BugPlusOne } else { Technique::BugPlusMany };
    Deadly { kept, roof }.step(technique, position, hint, by)
}

/// The excluding cells are seen by all aligned cells and have at most as many digits as there are aligned cells. They are the
/// witnesses that a combination with a removed digit would leave one of them without candidates.
fn aligned(position: &Position, hint: &Hint, cells: &[u8]) -> Step {
    let marks = &position.marks;
    let aligned: CellSet = cells.iter().map(|cell| usize::from(*cell)).collect();
    let cells: Vec<usize> = aligned.iter().collect();
    let is_few = |cell: &usize| (2..=cells.len() as u32).contains(&marks.cells[*cell].count_ones());
    let excluders: CellSet = aligned.common_peers().iter().filter(is_few).collect();
    let mut premises = Premises::default();
    cells.iter().for_each(|cell| premises.strong_cell(*cell));
    for (i, one) in cells.iter().enumerate() {
        for other in cells[..i].iter().filter(|other| CellSet::peers(*one).contains(**other)) {
            digits(marks.cells[*one] & marks.cells[*other]).for_each(|digit| premises.sight(*one, *other, digit));
        }
    }
    let mut combinations: Vec<Vec<usize>> = vec![Vec::new()];
    for cell in &cells {
        let with = |combination: Vec<usize>| {
            digits(marks.cells[*cell]).map(move |digit| [&combination[..], &[digit]].concat())
        };
        combinations = combinations.into_iter().flat_map(with).collect();
    }
    let mut witnesses = CellSet::EMPTY;
    for combination in combinations {
        let is_out = |(cell, digit): (&usize, &usize)| {
            hint.removed.iter().any(|(of, mask)| usize::from(*of) == *cell && mask >> digit & 1 == 1)
        };
        let sees_itself =
            |i: usize| (0..i).any(|j| combination[i] == combination[j] && CellSet::peers(cells[i]).contains(cells[j]));
        if !cells.iter().zip(&combination).any(is_out) || (0..cells.len()).any(sees_itself) {
            continue;
        }
        let taken = combination.iter().fold(0, |taken, digit| taken | 1 << digit);
        let is_empty = |cell: &usize| marks.cells[*cell] & !taken == 0;
        if let Some(witness) = witnesses.iter().find(is_empty).or_else(|| excluders.iter().find(is_empty)) {
            witnesses.insert(witness);
        }
    }
    for witness in witnesses.iter() {
        premises.strong_cell(witness);
        for digit in digits(marks.cells[witness]) {
            premises.sights(witness, cells.iter().copied().filter(|cell| marks.has(*cell, digit)).collect(), digit);
        }
    }
    let technique = if cells.len() == 2 { Technique::AlignedPairExclusion } else { Technique::AlignedTripleExclusion };
    Step::new(technique, Pattern::Exclusion { cells: aligned.cells(), witnesses: witnesses.cells() }, premises.list())
}

#[cfg(test)]
mod tests;
