//! 3D medusa: colouring that spreads from digit to digit.
//!
//! As with simple colours, one candidate of a conjugate pair (the only two places for a digit in a house) is blue and the other
//! green. So are the two candidates of a cell that has no others. In this way a group spreads over several digits.
//!
//! ```text
//!   blue is false, all of it, if            x is false if
//!   1  a cell has two blue candidates       3  its cell has a blue and a green candidate
//!   2  a house has a digit blue twice       4  it sees its digit in blue and in green
//!   6  every candidate of some cell         5  it sees its digit in blue, and its cell has a green candidate
//!      sees its digit in blue
//! ```
//!
//! Source: the rules and their numbers are Andrew Stuart's (SudokuWiki, "3D Medusa"); the idea is older.
//! Here: for each group, the wraps (1, 2, 6) are one step and the traps (3, 4, 5) another.

use super::prelude::*;

/// Finds wraps and traps, group by group.
pub(in super::super) fn find(nine: &Nine, finds: &mut Finds) -> ControlFlow<()> {
    let mut seen = [CellSet::EMPTY; 9];
    for cell in nine.open.iter() {
        for digit in digits(nine.candidates[cell]) {
            if seen[digit].contains(cell) {
                continue;
            }
            let group = Coloring::of(nine, cell, digit);
            for (digit, seen) in seen.iter_mut().enumerate() {
                *seen |= group.colors[0][digit] | group.colors[1][digit];
            }
            if !group.links.is_empty() {
                group.wraps(nine, finds)?;
                group.traps(nine, finds)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A strong link of the group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Link {
    Cell(usize),
    House(usize, usize),
}

/// Candidates of two colours.
#[derive(Debug)]
struct Coloring {
    /// Per colour and digit: the cells.
    colors: [[CellSet; 9]; 2],
    links: Vec<Link>,
}

impl Coloring {
    /// The group of a candidate.
    fn of(nine: &Nine, cell: usize, digit: usize) -> Coloring {
        let mut group = Coloring { colors: [[CellSet::EMPTY; 9]; 2], links: Vec::new() };
        group.colors[0][digit].insert(cell);
        let mut new = vec![(cell, digit, 0)];
        while let Some((cell, digit, color)) = new.pop() {
            let mut links: Vec<(Link, usize, usize)> = Vec::new();
            if nine.bivalue.contains(cell) {
                let partner = (nine.candidates[cell] & !(1 << digit)).trailing_zeros() as usize;
                links.push((Link::Cell(cell), cell, partner));
            }
            for house in houses_of(cell) {
                if let Some(pair) = nine.places(house, digit).pair() {
                    let partner = if pair[0] == cell { pair[1] } else { pair[0] };
                    links.push((Link::House(house, digit), partner, digit));
                }
            }
            for (link, cell, digit) in links {
                if !group.links.contains(&link) {
                    group.links.push(link);
                }
                if !group.has(0, cell, digit) && !group.has(1, cell, digit) {
                    group.colors[1 - color][digit].insert(cell);
                    new.push((cell, digit, 1 - color));
                }
            }
        }
        group
    }

    fn has(&self, color: usize, cell: usize, digit: usize) -> bool {
        self.colors[color][digit].contains(cell)
    }

    /// A cell of the colour that has the digit and sees the cell.
    fn witness(&self, color: usize, cell: usize, digit: usize) -> Option<usize> {
        (self.colors[color][digit] & CellSet::peers(cell)).first()
    }

    /// A digit of the colour in the cell.
    fn mark(&self, color: usize, cell: usize) -> Option<usize> {
        (0..9).find(|digit| self.has(color, cell, *digit))
    }

    fn premises(&self) -> Premises {
        let mut premises = Premises::default();
        for link in &self.links {
            match *link {
                Link::Cell(cell) => {
                    premises.strong_cell(cell);
                    premises.weak_cell(cell);
                }
                Link::House(house, digit) => {
                    premises.strong_house(house, digit);
                    premises.weak_house(house, digit);
                }
            }
        }
        premises
    }

    fn candidates(&self, color: usize) -> Vec<Candidate> {
        let all = (0..81).flat_map(|cell| (0..9).map(move |digit| (cell, digit)));
        let ours = all.filter(|(cell, digit)| self.has(color, *cell, *digit));
        ours.map(|(cell, digit)| candidate(cell, digit)).collect()
    }

    /// Why the colour is false, as one or more further premises; `None` if it may be true.
    fn refutation(&self, nine: &Nine, color: usize) -> Option<Premises> {
        for cell in nine.open.iter() {
            if (0..9).filter(|digit| self.has(color, cell, *digit)).count() > 1 {
                let mut premises = self.premises();
                premises.weak_cell(cell);
                return Some(premises);
            }
        }
        for digit in 0..9 {
            for cell in self.colors[color][digit].iter() {
                if let Some(other) = self.witness(color, cell, digit) {
                    let mut premises = self.premises();
                    premises.sight(cell, other, digit);
                    return Some(premises);
                }
            }
        }
        for cell in nine.open.iter() {
            let mut of_cell = digits(nine.candidates[cell]);
            if of_cell.clone().all(|digit| self.witness(color, cell, digit).is_some()) {
                let mut premises = self.premises();
                premises.strong_cell(cell);
                of_cell.try_for_each(|digit| {
                    premises.sight(cell, self.witness(color, cell, digit)?, digit);
                    Some(())
                })?;
                return Some(premises);
            }
        }
        None
    }

    fn wraps(&self, nine: &Nine, finds: &mut Finds) -> ControlFlow<()> {
        for color in [0, 1] {
            if let Some(premises) = self.refutation(nine, color) {
                finds.add(self.step(Some((0, color)), premises, self.candidates(color)))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn traps(&self, nine: &Nine, finds: &mut Finds) -> ControlFlow<()> {
        let mut premises = None;
        let mut out = Vec::new();
        for cell in nine.open.iter() {
            for digit in digits(nine.candidates[cell]) {
                if self.has(0, cell, digit) || self.has(1, cell, digit) {
                    continue;
                }
                // Each colour rules it out, from a peer or from its own cell.
                let reasons = [0, 1].map(|color| (self.mark(color, cell), self.witness(color, cell, digit)));
                if reasons.iter().any(|(mark, witness)| mark.is_none() && witness.is_none()) {
                    continue;
                }
                out.push(candidate(cell, digit));
                let premises = premises.get_or_insert_with(|| self.premises());
                for (mark, witness) in reasons {
                    match (mark, witness) {
                        (Some(_), _) => premises.weak_cell(cell),
                        (_, Some(witness)) => premises.sight(cell, witness, digit),
                        _ => {}
                    }
                }
            }
        }
        match premises {
            Some(premises) => finds.add(self.step(None, premises, out)),
            None => ControlFlow::Continue(()),
        }
    }

    fn step(&self, wrong: Option<(usize, usize)>, premises: Premises, eliminations: Vec<Candidate>) -> Step {
        let pattern = Pattern::Colors { groups: vec![[self.candidates(0), self.candidates(1)]], wrong, touching: None };
        Step::removing(Technique::Medusa, pattern, premises.list(), eliminations)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;
    use super::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        // Blue 1 in r1c1, green in r1c7, blue in r5c7; green 2 in r1c1, blue in r1c4, green in r5c4.
        example(
            Medusa,
            "r1c1=12; 1 in r1: r1c17; 2 in r1: r1c14; 1 in c7: r15c7; 2 in c4: r15c4",
            "r5c4<>1 r5c7<>2",
            &["r1c1=12; 1 in r1: r1c17; 2 in r1: r1c14; 1 in c7: r15c7", "r1c1=12; 2 in r1: r1c19; r1c9=23"],
        ),
    ];

    /// Candidates with a colour.
    type Group = Vec<(usize, usize, bool)>;

    fn naive_groups(nine: &Nine) -> Vec<Group> {
        let is_link = |(a, x): (usize, usize), (b, y): (usize, usize)| {
            (a == b && x != y && nine.count(a) == 2) || (x == y && are_conjugate(nine, a, b, x))
        };
        let mut left = candidates_of(nine);
        let mut groups = Vec::new();
        while let Some((cell, digit)) = left.first().copied() {
            let mut group: Group = vec![(cell, digit, true)];
            let mut done = 0;
            while done < group.len() {
                let (cell, digit, color) = group[done];
                done += 1;
                for (other, its) in left.iter().copied().filter(|other| is_link((cell, digit), *other)) {
                    if !group.iter().any(|(known, digit, _)| (*known, *digit) == (other, its)) {
                        group.push((other, its, !color));
                    }
                }
            }
            left.retain(|(cell, digit)| !group.iter().any(|(known, its, _)| (known, its) == (cell, digit)));
            if group.len() > 1 {
                groups.push(group);
            }
        }
        groups
    }

    fn naive(nine: &Nine) -> Outs {
        let mut outs = Outs::new();
        for group in naive_groups(nine) {
            let of = |color: bool| {
                group.iter().filter(move |(_, _, its)| *its == color).map(|(cell, digit, _)| (*cell, *digit))
            };
            let seen = |color: bool, (cell, digit): (usize, usize)| of(color).any(|(a, x)| x == digit && sees(a, cell));
            let in_cell = |color: bool, cell: usize| of(color).any(|(other, _)| other == cell);
            for color in [true, false] {
                let twice_in_cell = of(color).any(|(a, x)| of(color).any(|(b, y)| a == b && x != y));
                let twice_in_house = of(color).any(|candidate| seen(color, candidate));
                let is_emptied = |cell: usize| digits(nine.candidates[cell]).all(|digit| seen(color, (cell, digit)));
                if twice_in_cell || twice_in_house || (0..81).any(is_emptied) {
                    add(&mut outs, of(color).collect());
                }
            }
            let is_colored = |candidate| of(true).chain(of(false)).any(|known| known == candidate);
            let is_trapped = |candidate: &(usize, usize)| {
                let by = |color: bool| in_cell(color, candidate.0) || seen(color, *candidate);
                !is_colored(*candidate) && by(true) && by(false)
            };
            add(&mut outs, candidates_of(nine).into_iter().filter(is_trapped).collect());
        }
        outs
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn what_is_found_is_what_the_rules_say(seed in any::<u64>(), sixteenths in 2u64..7) {
            let board = Board::random(seed, sixteenths);
            let found = board.all_outs(Medusa);
            prop_assert!(found.iter().flatten().all(|(cell, digit)| solution(*cell) != *digit));
            prop_assert_eq!(found, naive(&board.nine()));
        }
    }
}
