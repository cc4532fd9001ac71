//! Locked candidates: a digit that a box, or a line, can have only in the cells where the two meet.
//!
//! ```text
//!   4 . 4 | . . x        pointing: the 4 of the box is in its first row, so the rest of that row has none
//!   . . . | . . .        claiming: the 4 of the row is in this box, so the rest of the box has none
//!   . . . | . . .
//! ```

use super::prelude::*;

/// Finds pointing or claiming, house by house and digit by digit.
pub(in super::super) fn find<B: Bits>(
    state: &State<B>,
    _nine: Option<&View>,
    technique: Technique,
    finds: &mut Finds,
) -> ControlFlow<()> {
    // A box points along a row or a column; a line claims in a box.
    let (bases, covers) = match technique {
        Technique::Pointing => (state.regions(), state.lines()),
        _ => (state.lines(), state.regions()),
    };
    for base in bases.filter(|base| state.is_full(*base)) {
        for digit in 0..state.side() {
            let places = state.places(base, digit);
            if !(2..=state.most_shared()).contains(&places.len()) {
                continue;
            }
            let mut cells = state.cells_at(base, places);
            let first = cells.next().expect("there are two");
            let second = cells.next().expect("there are two");
            for cover in state.houses_of(first).filter(|cover| covers.contains(cover) && state.is_in(second, *cover)) {
                // All places of the base lie in the cover, which has more.
                if state.places(cover, digit).len() > places.len()
                    && state.cells_at(base, places).all(|cell| state.is_in(cell, cover))
                {
                    let out = others(state, base, cover, digit);
                    finds.add(step(state, technique, base, cover, digit, out))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The cells of the cover house that have the digit as a candidate and lie outside the base house.
fn others<B: Bits>(state: &State<B>, base: usize, cover: usize, digit: usize) -> Vec<usize> {
    state.cells_at(cover, state.places(cover, digit)).filter(|cell| !state.is_in(*cell, base)).collect()
}

fn step<B: Bits>(
    state: &State<B>,
    technique: Technique,
    base: usize,
    cover: usize,
    digit: usize,
    out: Vec<usize>,
) -> Step {
    let digit = Digit::from_index(digit);
    let [base, cover] = [base, cover].map(|house| state.house(house));
    let pattern = Pattern::Locked { digit, base, cover };
    Step::removing(
        technique,
        pattern,
        vec![Premise::Strong(Constraint::Place(base, digit)), Premise::Weak(Constraint::Place(cover, digit))],
        out.into_iter().map(|cell| Candidate::new(Cell::new(cell), digit)).collect(),
    )
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        example(Pointing, "4 in b1: r1c123", "r1c456789<>4", &["4 in b1: r1c1 r2c3", "4 in b1: r1c13; 4 in r1: r1c13"]),
        example(Claiming, "4 in c5: r456c5", "r456c46<>4", &["4 in c5: r457c5", "4 in b1: r1c123"]),
    ];

    #[test]
    fn boxes_need_not_be_square() {
        // Boxes of two rows and five columns: 10 in the first row of the second box.
        let shape = Shape::new(2, 5).unwrap();
        let mut puzzle = Puzzle::empty(shape);
        (5..10).for_each(|column| puzzle.remove_candidate(shape.cell(1, column), Digit::from_index(9)));
        for (technique, count) in [(Pointing, 1), (Claiming, 1)] {
            let steps = accepted(&puzzle, technique);
            assert_eq!(steps.len(), count, "{steps:?}");
            assert_eq!(steps[0].eliminations.len(), 5);
        }
    }

    /// All pairs of a box and a line.
    fn naive(nine: &Nine, base: std::ops::Range<usize>, cover: std::ops::Range<usize>) -> BTreeSet<Out> {
        let mut outs = BTreeSet::new();
        for (base, cover) in base.flat_map(|base| cover.clone().map(move |cover| (base, cover))) {
            for digit in 0..9 {
                let is_in = |cell: usize, house: usize| houses_of(cell).contains(&house);
                let places: Vec<usize> = (0..81).filter(|c| is_in(*c, base) && nine.has(*c, digit)).collect();
                if places.len() > 1 && places.iter().all(|cell| is_in(*cell, cover)) {
                    outs.extend(out_of(nine, digit, |cell| is_in(cell, cover) && !is_in(cell, base)));
                }
            }
        }
        outs
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn what_is_found_is_what_the_definitions_say(seed in any::<u64>(), sixteenths in 2u64..8) {
            let board = Board::random(seed, sixteenths);
            prop_assert_eq!(board.outs(Pointing), naive(&board.nine(), 18..27, 0..18));
            prop_assert_eq!(board.outs(Claiming), naive(&board.nine(), 0..18, 18..27));
        }
    }
}
