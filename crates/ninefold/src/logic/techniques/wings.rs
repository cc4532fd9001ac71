//! Wings: a few cells with few candidates, arranged so that one of them must have a certain digit.
//!
//! ```text
//!   XY-wing                   XYZ-wing                   W-wing
//!   {1 2} x x | {2 3}         {123} x x | {2 3}          {1 2} . . |   x   . .    x  cannot be 3 (W-wing: 2)
//!     .   . . |   .             .   . . |   .              .   . . |   .   . .
//!   {1 3} . . |   x           {1 3} . . |   .              .   . . |   .   . .
//!                                                        ----------+----------
//!                                                          x   . . | {1 2} . .
//!                                                          1-------|---1   . .    a row with two places for 1
//! ```
//!
//! - XY-wing: a pivot {1 2} sees two pincers {1 3} and {2 3}. Whatever the pivot is, one pincer is 3: a cell that sees both
//!   is not 3.
//! - XYZ-wing: the pivot is {1 2 3}, so it can be 3 itself; a cell that sees all three is not 3.
//! - WXYZ-wing: four cells with four digits. Three of the digits are restricted: all cells with such a digit see each other,
//!   so it appears in them at most once. Three digits cannot fill four cells, so one of the cells has the fourth digit. A cell
//!   that sees all places for it in the four cells does not have it.
//! - W-wing: two cells with the same candidates {1 2}, and a house with only two places for 1, each of which sees one of them.
//!   One of the two cells is not 1, so it is 2: a cell that sees both is not 2.
//!
//! Source: XY- and XYZ-wings have been known since 2005 (sudoku.com forum; some authors say "Y-wing"); the W-wing is George
//! Woods's, the WXYZ-wing in this general form is Andrew Stuart's (SudokuWiki, "WXYZ-Wing", extended version). Here: of several,
//! the first is reported, in HoDoKu's order: by the positions of the cells, for XY-wings of all three in reading order.

use super::super::nine;
use super::prelude::*;

/// Finds the wings of one kind.
pub(in super::super) fn find(nine: &Nine, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
    match technique {
        Technique::XYWing => xy_wings(nine, finds),
        Technique::XYZWing => xyz_wings(nine, finds),
        Technique::WWing => w_wings(nine, finds),
        _ => (0..81).try_for_each(|cell| {
            let bent = Bent { cells: [cell, 0, 0, 0], count: 1, digits: nine.candidates[cell], loose: 0 };
            if (2..=4).contains(&nine.count(cell)) { wxyz_wings(nine, bent, finds) } else { ControlFlow::Continue(()) }
        }),
    }
}

/// The cells with exactly the two digits of a mask that come after another cell.
fn equal_after(nine: &Nine, mask: u16, cell: usize) -> CellSet {
    let both = digits(mask).fold(nine.bivalue, |cells, digit| cells & nine.cells[digit]);
    both & CellSet::after(cell)
}

fn xy_wings(nine: &Nine, finds: &mut Finds) -> ControlFlow<()> {
    for i in nine.bivalue.iter() {
        for j in (nine.bivalue & CellSet::after(i)).iter() {
            let (a, b) = (nine.candidates[i], nine.candidates[j]);
            if (a ^ b).count_ones() != 2 || (a & b) == 0 {
                continue;
            }
            for k in equal_after(nine, a ^ b, j).iter() {
                for [pivot, one, other] in [[i, j, k], [j, i, k], [k, j, i]] {
                    let digit = (nine.candidates[one] & nine.candidates[other]).trailing_zeros() as usize;
                    if CellSet::peers(pivot).contains(one) && CellSet::peers(pivot).contains(other) {
                        let out = seen_by_both(nine, one, other, digit);
                        if !out.is_empty() {
                            finds.add(pivoted(nine, Technique::XYWing, [pivot, one, other], digit, out))?;
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn xyz_wings(nine: &Nine, finds: &mut Finds) -> ControlFlow<()> {
    for pivot in nine.open.iter().filter(|cell| nine.count(*cell) == 3) {
        let mask = nine.candidates[pivot];
        let pincers = nine.bivalue & CellSet::peers(pivot);
        for one in pincers.iter().filter(|cell| nine.candidates[*cell] & !mask == 0) {
            for other in (pincers & CellSet::after(one)).iter() {
                let shared = nine.candidates[one] & nine.candidates[other];
                if shared.count_ones() != 1 || nine.candidates[other] & !mask != 0 {
                    continue;
                }
                let digit = shared.trailing_zeros() as usize;
                let out = seen_by_both(nine, one, other, digit) & CellSet::peers(pivot);
                if !out.is_empty() {
                    finds.add(pivoted(nine, Technique::XYZWing, [pivot, one, other], digit, out))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// An XY-wing or XYZ-wing.
fn pivoted(nine: &Nine, technique: Technique, cells: [usize; 3], digit: usize, out: CellSet) -> Step {
    let [pivot, one, other] = cells;
    let mut premises = Premises::default();
    cells.iter().for_each(|cell| premises.strong_cell(*cell));
    for pincer in [one, other] {
        let shared = nine.candidates[pivot] & nine.candidates[pincer] & !(1 << digit);
        digits(shared).for_each(|digit| premises.sight(pivot, pincer, digit));
    }
    let pincers: CellSet = [one, other].into_iter().collect();
    let shared =
        pincers.iter().flat_map(|pincer| digits(nine.candidates[pivot] & nine.candidates[pincer] & !(1 << digit)));
    let parts = Parts {
        pivot: CellSet::only(pivot),
        pincers,
        digit,
        shared: shared.map(Digit::from_index).collect(),
        link: None,
    };
    wing(nine, technique, parts, out, premises)
}

/// The parts of a wing.
struct Parts {
    pivot: CellSet,
    pincers: CellSet,
    digit: usize,
    shared: Vec<Digit>,
    link: Option<(Digit, House)>,
}

/// The wing as a step; the premises so far show that one of the cells has the digit.
fn wing(nine: &Nine, technique: Technique, parts: Parts, out: CellSet, mut premises: Premises) -> Step {
    let Parts { pivot, pincers, digit, shared, link } = parts;
    let decided = if technique == Technique::WWing { pincers } else { (pivot | pincers) & nine.cells[digit] };
    decided.iter().for_each(|cell| premises.sights(cell, out, digit));
    let pattern =
        Pattern::Wing { pivot: pivot.cells(), pincers: pincers.cells(), digit: Digit::from_index(digit), shared, link };
    Step::removing(technique, pattern, premises.list(), in_each(out, digit))
}

fn w_wings(nine: &Nine, finds: &mut Finds) -> ControlFlow<()> {
    for one in nine.bivalue.iter() {
        let mask = nine.candidates[one];
        for other in equal_after(nine, mask, one).iter() {
            for digit in digits(mask) {
                let out = seen_by_both(nine, one, other, digit);
                if out.is_empty() {
                    continue;
                }
                let linked = (mask & !(1 << digit)).trailing_zeros() as usize;
                for house in (0..27).filter(|house| nine.places[*house][linked].count_ones() == 2) {
                    let Some([a, b]) = nine.places(house, linked).pair() else { continue };
                    let sees = |from: usize, to: usize| CellSet::peers(from).contains(to);
                    let ends = match (sees(a, one) && sees(b, other), sees(a, other) && sees(b, one)) {
                        (true, _) => [a, b],
                        (_, true) => [b, a],
                        _ => continue,
                    };
                    if ends.contains(&one) || ends.contains(&other) {
                        continue;
                    }
                    let mut premises = Premises::default();
                    premises.strong_house(house, linked);
                    for (pincer, end) in [one, other].into_iter().zip(ends) {
                        premises.strong_cell(pincer);
                        premises.sight(pincer, end, linked);
                    }
                    let parts = Parts {
                        pivot: ends.into_iter().collect(),
                        pincers: [one, other].into_iter().collect(),
                        digit,
                        shared: Vec::new(),
                        link: Some((Digit::from_index(linked), nine::house(house))),
                    };
                    finds.add(wing(nine, Technique::WWing, parts, out, premises))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Cells on the way to a WXYZ-wing.
#[derive(Clone, Copy)]
struct Bent {
    cells: [usize; 4],
    count: usize,
    digits: u16,
    /// Digits that are not restricted: shared by cells that do not see each other.
    loose: u16,
}

impl Bent {
    /// With one more cell, unless there would be too many digits or too few restricted ones.
    fn with(mut self, nine: &Nine, cell: usize) -> Option<Bent> {
        for other in &self.cells[..self.count] {
            if !CellSet::peers(*other).contains(cell) {
                self.loose |= nine.candidates[*other] & nine.candidates[cell];
            }
        }
        self.digits |= nine.candidates[cell];
        self.cells[self.count] = cell;
        self.count += 1;
        (self.digits.count_ones() <= 4 && self.loose.count_ones() <= 1).then_some(self)
    }
}

fn wxyz_wings(nine: &Nine, bent: Bent, finds: &mut Finds) -> ControlFlow<()> {
    if bent.count < 4 {
        let last = bent.cells[bent.count - 1];
        for cell in (nine.open & CellSet::after(last)).iter().filter(|cell| (2..=4).contains(&nine.count(*cell))) {
            if let Some(wider) = bent.with(nine, cell) {
                wxyz_wings(nine, wider, finds)?;
            }
        }
        return ControlFlow::Continue(());
    }
    let cells: CellSet = bent.cells.into_iter().collect();
    // A digit that only one cell has would be superfluous, as would the cell: a smaller wing.
    let is_shared = |digit: usize| (cells & nine.cells[digit]).len() > 1;
    if bent.digits.count_ones() != 4 || bent.loose == 0 || !digits(bent.digits).all(is_shared) {
        return ControlFlow::Continue(());
    }
    let digit = bent.loose.trailing_zeros() as usize;
    let out = (cells & nine.cells[digit]).common_peers() & nine.cells[digit];
    if out.is_empty() {
        return ControlFlow::Continue(());
    }
    let mut premises = Premises::default();
    cells.iter().for_each(|cell| premises.strong_cell(cell));
    for restricted in digits(bent.digits & !bent.loose) {
        let mut with_it = cells & nine.cells[restricted];
        // Cells that all see each other share a house.
        match with_it.common_houses().next() {
            Some(house) => premises.weak_house(house, restricted),
            None => {
                while let Some(cell) = with_it.first() {
                    with_it.remove(cell);
                    premises.sights(cell, with_it, restricted);
                }
            }
        }
    }
    let hinge: CellSet =
        cells.iter().filter(|cell| (cells - CellSet::only(*cell)).is_subset(CellSet::peers(*cell))).collect();
    let parts = Parts { pivot: hinge, pincers: cells - hinge, digit, shared: Vec::new(), link: None };
    finds.add(wing(nine, Technique::WXYZWing, parts, out, premises))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        // A pincer out of sight; pincers that do not share a digit.
        example(
            XYWing,
            "r1c1=12; r1c5=23; r3c2=13",
            "r1c23<>3 r3c456<>3",
            &["r1c1=12; r2c5=23; r3c2=13", "r1c1=12; r1c5=24; r3c2=13"],
        ),
        example(
            XYZWing,
            "r1c1=123; r1c5=23; r3c2=13",
            "r1c23<>3",
            &["r1c1=123; r1c5=23; r5c1=13", "r1c1=12; r1c5=23; r3c2=13"],
        ),
        // A third place, one to the side, and cells with different candidates.
        example(
            WWing,
            "r1c1=12; r5c5=12; 1 in r8: r8c15",
            "r1c5<>2 r5c1<>2",
            &[
                "r1c1=12; r5c5=12; 1 in r8: r8c159",
                "r1c1=12; r5c5=12; 1 in r8: r8c16",
                "r1c1=12; r5c5=13; 1 in r8: r8c15",
            ],
        ),
        // A second digit that is not restricted; a fifth digit.
        example(
            WXYZWing,
            "r1c1=1234; r1c5=124; r1c6=124; r3c2=34",
            "r1c23<>4",
            &["r1c1=1234; r1c5=14; r1c6=234; r3c2=34", "r1c1=12345; r1c5=14; r1c6=24; r3c2=34"],
        ),
    ];

    fn pairs(cells: &[usize]) -> impl Iterator<Item = (usize, usize)> {
        cells.iter().flat_map(move |a| cells.iter().map(move |b| (*a, *b)))
    }

    fn naive_pivoted(nine: &Nine, in_pivot: usize) -> BTreeSet<Out> {
        let of_size = |count: usize| (0..81).filter(move |cell| nine.count(*cell) == count).collect::<Vec<usize>>();
        let mut outs = BTreeSet::new();
        for pivot in of_size(in_pivot) {
            for (one, other) in pairs(&of_size(2)).filter(|(one, other)| sees(pivot, *one) && sees(pivot, *other)) {
                let [p, a, b] = [pivot, one, other].map(|cell| nine.candidates[cell]);
                // With the three digits x, y, z: pincers xz and yz, the pivot xy or xyz.
                let is_wing = a != b && (a & b) != 0 && if in_pivot == 2 { p == a ^ b } else { p == a | b };
                if is_wing {
                    let digit = (a & b).trailing_zeros() as usize;
                    let sees_pivot = |cell: usize| in_pivot == 2 || sees(cell, pivot);
                    outs.extend(out_of(nine, digit, |cell| sees(cell, one) && sees(cell, other) && sees_pivot(cell)));
                }
            }
        }
        outs
    }

    fn naive_w(nine: &Nine) -> BTreeSet<Out> {
        let bivalue: Vec<usize> = (0..81).filter(|cell| nine.count(*cell) == 2).collect();
        let all: Vec<usize> = (0..81).collect();
        let mut outs = BTreeSet::new();
        for (one, other) in pairs(&bivalue).filter(|(a, b)| a != b && nine.candidates[*a] == nine.candidates[*b]) {
            for linked in digits(nine.candidates[one]) {
                let digit = (nine.candidates[one] & !(1 << linked)).trailing_zeros() as usize;
                let fits = |(a, b): &(usize, usize)| {
                    let ends = sees(*a, one) && sees(*b, other) && *a != other && *b != one;
                    ends && are_conjugate(nine, *a, *b, linked)
                };
                if pairs(&all).any(|pair| fits(&pair)) {
                    outs.extend(out_of(nine, digit, |cell| sees(cell, one) && sees(cell, other)));
                }
            }
        }
        outs
    }

    fn naive_wxyz(nine: &Nine) -> BTreeSet<Out> {
        let few: Vec<usize> = (0..81).filter(|cell| (2..=4).contains(&nine.count(*cell))).collect();
        let mut outs = BTreeSet::new();
        let union = |cells: &[usize]| cells.iter().fold(0, |all, cell| all | nine.candidates[*cell]);
        for (i, a) in few.iter().enumerate() {
            for (j, b) in few.iter().enumerate().skip(i + 1).filter(|(_, b)| union(&[*a, **b]).count_ones() <= 4) {
                for (k, c) in few.iter().enumerate().skip(j + 1) {
                    for d in few[k + 1..].iter().filter(|d| union(&[*a, *b, *c, **d]).count_ones() == 4) {
                        let with = |digit: usize| -> Vec<usize> {
                            [*a, *b, *c, *d].into_iter().filter(|cell| nine.has(*cell, digit)).collect()
                        };
                        let is_loose =
                            |digit: &usize| pairs(&with(*digit)).any(|(one, other)| one != other && !sees(one, other));
                        let all = digits(union(&[*a, *b, *c, *d]));
                        let loose: Vec<usize> = all.clone().filter(is_loose).collect();
                        if let ([digit], true) = (&loose[..], all.clone().all(|digit| with(digit).len() > 1)) {
                            let cells = with(*digit);
                            outs.extend(out_of(nine, *digit, |out| cells.iter().all(|cell| sees(out, *cell))));
                        }
                    }
                }
            }
        }
        outs
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn what_is_found_is_what_the_definitions_say(seed in any::<u64>(), sixteenths in 1u64..6) {
            let board = Board::random(seed, sixteenths);
            let nine = &board.nine();
            prop_assert_eq!(board.outs(XYWing), naive_pivoted(nine, 2));
            prop_assert_eq!(board.outs(XYZWing), naive_pivoted(nine, 3));
            prop_assert_eq!(board.outs(WWing), naive_w(nine));
        }

        #[test]
        fn all_wxyz_wings_are_found(seed in any::<u64>(), sixteenths in 3u64..6) {
            let board = Board::random(seed, sixteenths);
            prop_assert_eq!(board.outs(WXYZWing), naive_wxyz(&board.nine()));
        }
    }
}
