//! Deadly patterns, and the ways out of them that rectangles, loops and the grave have in common.
//!
//! A deadly pattern is a set of cells without givens, with two digits each, such that every house has each digit twice or not
//! at all. If the solution had only these digits in the cells, each cell could take the other of its two digits, and there
//! would be a second solution. So one of the extra candidates, the way out, must be true:
//!
//! ```text
//!   type 1   only one cell has extra candidates: neither of its two digits is true
//!   type 2   the extra candidate is the same everywhere: cells that see all of its places lose it
//!   type 3   the cells with extra candidates lie in a house, where these act like one cell of a naked subset
//!   type 4   two cells with extra candidates lie in a house, and one of their digits has no other place in it:
//!            one of the two has it, so neither has the other digit
//! ```
//!
//! Source: unique rectangles by several people in the Player's Forum, 2005; the numbers of the types are those of
//! Sudoku Explainer and HoDoKu.

use super::prelude::*;

/// The digit that the premises bind to the pattern in some houses.
fn link(premises: &[Premise]) -> Option<(Digit, Vec<House>)> {
    let bound = |premise: &Premise| match premise {
        Premise::Strong(Constraint::Place(house, digit)) => Some((*digit, *house)),
        _ => None,
    };
    let (digit, _) = premises.iter().find_map(bound)?;
    Some((digit, premises.iter().filter_map(bound).map(|(_, house)| house).collect()))
}

/// The two digits of the cells of a pattern.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kept<'a> {
    /// The same two digits everywhere.
    Pair(u16),
    /// Two digits for each cell of the board.
    Each(&'a [u16; 81]),
}

/// Cells that must not be left with two digits each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadly<'a> {
    pub(super) cells: CellSet,
    pub(super) kept: Kept<'a>,
    /// The cells that have extra candidates.
    pub(super) roof: CellSet,
}

impl<'a> Deadly<'a> {
    pub(super) fn new(nine: &Nine, cells: CellSet, kept: Kept<'a>) -> Deadly<'a> {
        let mut deadly = Deadly { cells, kept, roof: CellSet::EMPTY };
        deadly.roof = cells.iter().filter(|cell| deadly.further(nine, *cell) != 0).collect();
        deadly
    }

    /// The two digits of a cell of the pattern.
    #[inline]
    pub(super) fn kept(&self, cell: usize) -> u16 {
        match self.kept {
            Kept::Pair(pair) => pair,
            Kept::Each(each) => each[cell],
        }
    }

    /// The candidates of a cell beyond its two digits.
    #[inline]
    pub(super) fn further(&self, nine: &Nine, cell: usize) -> u16 {
        nine.candidates[cell] & !self.kept(cell)
    }

    /// All extra candidates.
    fn all_further(&self, nine: &Nine) -> u16 {
        self.roof.iter().fold(0, |all, cell| all | self.further(nine, cell))
    }

    /// A step that rests on this pattern and some other premises, if it rules anything out.
    pub(super) fn step(
        &self,
        nine: &Nine,
        technique: Technique,
        premises: Vec<Premise>,
        subset: CellSet,
        eliminations: Vec<Candidate>,
    ) -> Option<Step> {
        if eliminations.is_empty() {
            return None;
        }
        let of = |cell: usize, mask: u16| digits(mask).map(move |digit| candidate(cell, digit));
        let deadly: Vec<Candidate> = self.cells.iter().flat_map(|cell| of(cell, self.kept(cell))).collect();
        let rescue = self.roof.iter().flat_map(|cell| of(cell, self.further(nine, cell))).collect();
        let link = link(&premises);
        let mut all = Premises::default();
        all.add(Premise::Deadly(deadly.clone()));
        premises.into_iter().for_each(|premise| all.add(premise));
        let pattern = Pattern::Deadly { deadly, rescue, subset: subset.cells(), link };
        Some(Step::removing(technique, pattern, all.list(), eliminations))
    }

    /// One cell has extra candidates.
    pub(super) fn type_one(&self, nine: &Nine, technique: Technique) -> Option<Step> {
        let roof = self.roof.single()?;
        let out = digits(nine.candidates[roof] & self.kept(roof)).map(|digit| candidate(roof, digit)).collect();
        self.step(nine, technique, vec![Premise::Weak(in_cell(roof))], CellSet::EMPTY, out)
    }

    /// All cells have the same extra candidate.
    pub(super) fn type_two(&self, nine: &Nine, technique: Technique) -> Option<Step> {
        let further = self.all_further(nine);
        if further.count_ones() != 1 || self.roof.len() < 2 {
            return None;
        }
        let digit = further.trailing_zeros() as usize;
        let out = self.roof.common_peers() & nine.cells[digit];
        let links = out.iter().flat_map(|cell| links(cell, self.roof, digit)).map(Premise::Weak).collect();
        self.step(nine, technique, links, CellSet::EMPTY, in_each(out, digit))
    }

    /// The extra candidates and other cells of a house form a naked subset. Rows and columns come first; a subset
    /// that lies in a line is not looked for again in its box. For rectangles and loops the cells of the subset have
    /// none of the two digits, as in HoDoKu; the argument does not need that.
    pub(super) fn type_three(&self, nine: &Nine, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
        if self.roof.len() < 2 {
            return ControlFlow::Continue(());
        }
        let barred = match self.kept {
            Kept::Pair(pair) => pair,
            Kept::Each(_) => 0,
        };
        let further = self.all_further(nine);
        for number in self.roof.common_houses() {
            let others = (CellSet::house(number) & nine.open) - self.roof;
            let others: Vec<usize> = others.iter().filter(|cell| nine.candidates[*cell] & barred == 0).collect();
            if (further.count_ones() as usize) <= others.len() + 1 {
                self.subsets(nine, technique, number, &others, CellSet::EMPTY, further, finds)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tries every set of other cells. The digits must be as many as the cells, the roof counting as one.
    #[expect(clippy::too_many_arguments, reason = "the state of a recursion")]
    fn subsets(
        &self,
        nine: &Nine,
        technique: Technique,
        number: usize,
        others: &[usize],
        subset: CellSet,
        union: u16,
        finds: &mut Finds,
    ) -> ControlFlow<()> {
        for (i, cell) in others.iter().enumerate() {
            let (subset, union) = (subset | CellSet::only(*cell), union | nine.candidates[*cell]);
            let rest = &others[i + 1..];
            let size = union.count_ones() as usize;
            if size > subset.len() + 1 + rest.len() {
                continue;
            }
            if size == subset.len() + 1
                && let Some(step) = self.subset_step(nine, technique, number, subset, union)
            {
                finds.add(step)?;
            }
            self.subsets(nine, technique, number, rest, subset, union, finds)?;
        }
        ControlFlow::Continue(())
    }

    fn subset_step(
        &self,
        nine: &Nine,
        technique: Technique,
        number: usize,
        subset: CellSet,
        union: u16,
    ) -> Option<Step> {
        let all = subset | self.roof;
        let houses: Vec<usize> = all.common_houses().collect();
        if number >= 18 && houses.len() > 1 {
            return None;
        }
        let mut out = Vec::new();
        for number in &houses {
            for cell in ((CellSet::house(*number) & nine.open) - all).iter() {
                out.extend(digits(nine.candidates[cell] & union).map(|digit| candidate(cell, digit)));
            }
        }
        let strong = subset.iter().map(|cell| Premise::Strong(in_cell(cell)));
        let weak = houses.iter().flat_map(|house| digits(union).map(|digit| Premise::Weak(in_house(*house, digit))));
        self.step(nine, technique, strong.chain(weak).collect(), subset, out)
    }

    /// Two cells with extra candidates, and a digit that one of the two must have: the other digit goes.
    pub(super) fn type_four(&self, nine: &Nine, technique: Technique) -> Option<Step> {
        let mut cells = self.roof.iter();
        let (one, two) = (cells.next()?, cells.next()?);
        if self.roof.len() != 2 {
            return None;
        }
        for digit in digits(self.kept(one) & self.kept(two)) {
            let is_bound = |number: &usize| nine.places(*number, digit).is_subset(self.roof);
            let Some(number) = self.roof.common_houses().find(is_bound) else { continue };
            let mut out = Vec::new();
            for cell in [one, two] {
                let other = nine.candidates[cell] & self.kept(cell) & !(1 << digit);
                out.extend(digits(other).map(|digit| candidate(cell, digit)));
            }
            let [one, two] = [one, two].map(|cell| Premise::Weak(in_cell(cell)));
            let premises = vec![Premise::Strong(in_house(number, digit)), one, two];
            let step = self.step(nine, technique, premises, CellSet::EMPTY, out);
            if step.is_some() {
                return step;
            }
        }
        None
    }
}
