//! Basic fish: lines in one direction (the base) whose places for a digit all lie in as many lines of the other (the cover).
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
//!
//! Here: lines with two to `size` places are combined as long as their places lie in at most `size` lines.

use super::prelude::*;

/// Finds basic fish, digit by digit: rows as base first, then columns.
pub(in super::super) fn find<B: Bits>(
    state: &State<B>,
    nine: Option<&View>,
    technique: Technique,
    finds: &mut Finds,
) -> ControlFlow<()> {
    let size = match technique {
        Technique::XWing => 2,
        Technique::Swordfish => 3,
        _ => 4,
    };
    let n = state.side();
    let mut lines: Vec<(usize, B)> = Vec::with_capacity(n);
    for digit in (0..n).filter(|digit| nine.is_none_or(|nine| !nine.outside_all_templates(*digit).is_empty())) {
        for first in [0, n] {
            lines.clear();
            lines.extend((first..first + n).map(|line| (line, state.places(line, digit))));
            // Only lines that do not have the digit yet can lose it.
            let open = lines.iter().filter(|(_, places)| !places.is_empty()).count();
            lines.retain(|(_, places)| (2..=size).contains(&places.len()));
            if open > size && lines.len() >= size {
                let mut search = FishSearch { state, technique, size, digit, chosen: [0; 4], finds: &mut *finds };
                search.join(&lines, 0, B::EMPTY)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The search for fish of one size and digit, with the lines of one direction as base.
struct FishSearch<'a, B> {
    state: &'a State<B>,
    technique: Technique,
    size: usize,
    digit: usize,
    /// The lines chosen so far.
    chosen: [usize; 4],
    finds: &'a mut Finds,
}

impl<B: Bits> FishSearch<'_, B> {
    /// Adds lines to the `count` chosen ones, whose places are `union`.
    fn join(&mut self, lines: &[(usize, B)], count: usize, union: B) -> ControlFlow<()> {
        if count == self.size {
            return if union.len() == self.size { self.report(union) } else { ControlFlow::Continue(()) };
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

    /// Reports the fish in the chosen lines, if it catches anything.
    fn report(&mut self, places: B) -> ControlFlow<()> {
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
        let out = cover.iter().flat_map(|line| state.cells_at(*line, rest(*line)));
        let eliminations: Vec<Candidate> = out.map(|cell| Candidate::new(Cell::new(cell), digit)).collect();
        let base: Vec<_> = base.iter().map(|line| state.house(*line)).collect();
        let cover: Vec<_> = cover.iter().map(|line| state.house(*line)).collect();
        let strong = base.iter().map(|line| Premise::Strong(Constraint::Place(*line, digit)));
        let weak = cover.iter().map(|line| Premise::Weak(Constraint::Place(*line, digit)));
        let premises = strong.chain(weak).collect();
        let pattern = Pattern::Fish { digit, base, cover, fins: Vec::new(), chains: Vec::new() };
        self.finds.add(Step::removing(self.technique, pattern, premises, eliminations))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::nine_fish::testing::{around_a_placement, board_with, hits, naive};
    use super::super::nine_fish::{COLUMNS, ROWS, numbers};
    use super::super::testing::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        example(XWing, "4 in r2: r2c26; 4 in r5: r5c26", "r1346789c26<>4", &["4 in r2: r2c26; 4 in r5: r5c268"]),
        example(
            Swordfish,
            "4 in r2: r2c159; 4 in r5: r5c159; 4 in r8: r8c159",
            "r134679c159<>4",
            &["4 in r2: r2c159; 4 in r5: r5c159; 4 in r8: r8c158", "4 in r2: r2c26; 4 in r5: r5c26"],
        ),
        example(
            Jellyfish,
            "4 in r2: r2c1357; 4 in r4: r4c1357; 4 in r6: r6c1357; 4 in r8: r8c1357",
            "r13579c1357<>4",
            &["4 in r2: r2c1357; 4 in r4: r4c1357; 4 in r6: r6c1357; 4 in r8: r8c1358"],
        ),
    ];

    #[test]
    fn an_x_wing_on_a_board_of_sixteen() {
        let shape = Shape::new(4, 4).unwrap();
        let mut puzzle = Puzzle::empty(shape);
        let digit = Digit::from_index(15);
        for (row, column) in [2, 9].into_iter().flat_map(|row| (0..16).map(move |column| (row, column))) {
            if column != 3 && column != 14 {
                puzzle.remove_candidate(shape.cell(row, column), digit);
            }
        }
        let steps = accepted(&puzzle, XWing);
        let rows = (0..16).filter(|row| *row != 2 && *row != 9);
        let out: Vec<_> =
            rows.flat_map(|row| [3, 14].map(|column| Candidate::new(shape.cell(row, column), digit))).collect();
        assert_eq!(steps.iter().map(|step| step.eliminations.clone()).collect::<Vec<_>>(), [out]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn agrees_with_the_definition(a in prop::array::uniform9(0u16..512), b in prop::array::uniform9(0u16..512)) {
            let cells = around_a_placement(a, b);
            for (size, technique) in [(2, XWing), (3, Swordfish), (4, Jellyfish)] {
                let mut fish = naive(cells, size, ROWS, COLUMNS);
                fish.extend(naive(cells, size, COLUMNS, ROWS));
                // A line with one place would be a single.
                let is_whole = |line: usize| (cells & CellSet::house(line)).len() > 1;
                fish.retain(|fish| fish.fins.is_empty() && numbers(fish.bases).all(is_whole));
                let wanted = fish.into_iter().map(|fish| fish.eliminations).collect();
                prop_assert_eq!(hits(&accepted(&board_with(cells), technique)), wanted);
            }
        }
    }
}
