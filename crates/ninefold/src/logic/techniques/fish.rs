//! Basic fish: as many lines of one direction as lines of the other that have all their places of a digit.
//!
//! ```text
//!   X-wing                       row 2 has its 4s in columns 2 and 6 only, row 5 too. Whichever way they go, columns
//!   . * . | . . * | . . .        2 and 6 get their 4s in these rows: no other cell (*) of the columns is 4.
//!   . 4 . | . . 4 | . . .  base
//!   . * . | . . * | . . .        Three rows and three columns: a swordfish; four and four: a jellyfish. A row need not
//!   ------+-------+------        have a place in each of the columns.
//!   . * . | . . * | . . .
//!   . 4 . | . . 4 | . . .  base
//!     ^ cover   ^
//! ```
//!
//! Source: the names go back to players' forums around 2005 (sudoku.com's Player's Forum, "Ultimate Fish Guide").
//! Here: the lines with two to `size` places are joined as long as their places lie in at most `size` lines.

use super::super::Technique;
use super::super::bits::Bits;
use super::super::finds::Finds;
use super::super::state::State;
use super::super::step::{Candidate, Constraint, Pattern, Premise, Step};
use crate::board::{Cell, Digit};
use std::ops::ControlFlow;

/// Finds basic fish, digit by digit: rows as base first, then columns.
pub(in super::super) fn find<B: Bits>(state: &State<B>, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
    let size = match technique {
        Technique::XWing => 2,
        Technique::Swordfish => 3,
        _ => 4,
    };
    let n = state.side();
    let mut lines: Vec<(usize, B)> = Vec::with_capacity(n);
    for digit in 0..n {
        for first in [0, n] {
            lines.clear();
            lines.extend((first..first + n).map(|line| (line, state.places(line, digit))));
            // Only lines that have not got the digit can lose it.
            let open = lines.iter().filter(|(_, places)| !places.is_empty()).count();
            lines.retain(|(_, places)| (2..=size).contains(&places.len()));
            if open > size && lines.len() >= size {
                let mut shoal = Shoal { state, technique, size, digit, chosen: [0; 4], finds: &mut *finds };
                shoal.join(&lines, 0, B::EMPTY)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The search for fish of one size and digit, with the lines of one direction as base.
struct Shoal<'a, B> {
    state: &'a State<B>,
    technique: Technique,
    size: usize,
    digit: usize,
    /// The lines chosen so far.
    chosen: [usize; 4],
    finds: &'a mut Finds,
}

impl<B: Bits> Shoal<'_, B> {
    /// Adds lines to the `count` chosen ones, whose places are `union`.
    fn join(&mut self, lines: &[(usize, B)], count: usize, union: B) -> ControlFlow<()> {
        if count == self.size {
            return if union.len() == self.size { self.tell(union) } else { ControlFlow::Continue(()) };
        }
        for (i, (line, places)) in lines.iter().enumerate() {
            let wider = union.union(*places);
            if wider.len() <= self.size {
                self.chosen[count] = *line;
                self.join(&lines[i + 1..], count + 1, wider)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tells of the fish in the chosen lines, if it catches anything.
    fn tell(&mut self, places: B) -> ControlFlow<()> {
        let (state, n) = (self.state, self.state.side());
        let base = &self.chosen[..self.size];
        let other = if base[0] < n { n } else { 0 };
        let cover: Vec<usize> = places.iter().map(|place| other + place).collect();
        let of_base = base.iter().fold(B::EMPTY, |mut lines, line| {
            lines.insert(line % n);
            lines
        });
        let rest = |line: usize| state.places(line, self.digit).difference(of_base);
        if cover.iter().all(|line| rest(*line).is_empty()) {
            return ControlFlow::Continue(());
        }
        let digit = Digit::from_index(self.digit);
        let out = cover.iter().flat_map(|line| state.houses.cells_at(*line, rest(*line)));
        let mut eliminations: Vec<Candidate> = out.map(|cell| Candidate::new(Cell::new(cell), digit)).collect();
        eliminations.sort_unstable();
        let base: Vec<_> = base.iter().map(|line| state.houses.house(*line)).collect();
        let cover: Vec<_> = cover.iter().map(|line| state.houses.house(*line)).collect();
        let strong = base.iter().map(|line| Premise::Strong(Constraint::Place(*line, digit)));
        let weak = cover.iter().map(|line| Premise::Weak(Constraint::Place(*line, digit)));
        self.finds.add(Step {
            technique: self.technique,
            premises: strong.chain(weak).collect(),
            pattern: Pattern::Fish { digit, base, cover, fins: Vec::new(), chains: Vec::new() },
            placements: Vec::new(),
            eliminations,
        })
    }
}
