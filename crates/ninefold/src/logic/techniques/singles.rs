//! Singles: a digit that has only one place left in a house, or a cell that has only one digit left.
//!
//! ```text
//!   full house      1 2 3 4 . 6 7 8 9      the fifth cell is 5: nothing else is missing in the house
//!   naked single    every digit but 5 is in the row, the column or the box of the cell
//!   hidden single   5 can go to one cell of the house, whatever else that cell could be
//! ```
//!
//! Singles that are open at the same time are taken in the order in which they arose, as in HoDoKu: which of them comes first
//! decides what the others are called, and so the score.

use super::prelude::*;

/// A single: cell and digit by number, and the house for which it is full house or hidden single.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Single {
    pub(in super::super) technique: Technique,
    pub(in super::super) cell: usize,
    pub(in super::super) digit: usize,
    house: Option<usize>,
}

impl Single {
    pub(in super::super) fn step<B: Bits>(self, state: &State<B>) -> Step {
        let (cell, digit) = (Cell::new(self.cell), Digit::from_index(self.digit));
        let house = self.house.map(|house| state.house(house));
        let constraint = match (self.technique, house) {
            (Technique::HiddenSingle, Some(house)) => Constraint::Place(house, digit),
            _ => Constraint::Cell(cell),
        };
        let step = Step::new(self.technique, Pattern::Single { house }, vec![Premise::Strong(constraint)]);
        Step { placements: vec![Candidate::new(cell, digit)], ..step }
    }
}

/// The first single of this kind.
pub(in super::super) fn first<B: Bits>(state: &State<B>, technique: Technique) -> Option<Single> {
    match technique {
        Technique::FullHouse => full_houses(state).next(),
        Technique::NakedSingle => naked_singles(state).next(),
        _ => hidden_singles(state).next(),
    }
}

/// Finds every single of this kind, one for each cell.
pub(in super::super) fn find<B: Bits>(
    state: &State<B>,
    _nine: Option<&View>,
    technique: Technique,
    finds: &mut Finds,
) -> ControlFlow<()> {
    let mut singles: Vec<Single> = match technique {
        Technique::FullHouse => full_houses(state).collect(),
        Technique::NakedSingle => naked_singles(state).collect(),
        _ => hidden_singles(state).collect(),
    };
    singles.sort_by_key(|single| single.cell);
    singles.dedup_by_key(|single| single.cell);
    singles.into_iter().try_for_each(|single| finds.add(single.step(state)))
}

fn full_houses<B: Bits>(state: &State<B>) -> impl Iterator<Item = Single> {
    state.naked_singles().filter_map(|(cell, digit)| {
        let house = state.houses_of(cell).find(|house| state.is_last_open(*house))?;
        Some(Single { technique: Technique::FullHouse, cell, digit, house: Some(house) })
    })
}

fn naked_singles<B: Bits>(state: &State<B>) -> impl Iterator<Item = Single> {
    let single = |(cell, digit)| Single { technique: Technique::NakedSingle, cell, digit, house: None };
    state.naked_singles().map(single)
}

fn hidden_singles<B: Bits>(state: &State<B>) -> impl Iterator<Item = Single> {
    state.hidden_singles().map(|(cell, digit, house)| Single {
        technique: Technique::HiddenSingle,
        cell,
        digit,
        house: Some(house),
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;

    /// What the steps place, as cell and digit; the checker accepts each.
    fn placed(puzzle: &Puzzle, technique: Technique) -> BTreeSet<(usize, usize)> {
        let steps = accepted(puzzle, technique);
        assert!(steps.iter().all(|step| (step.placements.len(), step.eliminations.len()) == (1, 0)), "{steps:?}");
        let reported: BTreeSet<_> = steps.iter().map(|step| step.placements[0]).collect();
        assert_eq!(reported.len(), steps.len(), "no cell is reported twice");
        reported.into_iter().map(|placed| (placed.cell.index(), placed.digit.index() + 1)).collect()
    }

    pub(in super::super) const EXAMPLES: &[Example] = &[
        example(
            FullHouse,
            "r1c1:=1; r1c2:=2; r1c3:=3; r1c4:=4; r1c6:=6; r1c7:=7; r1c8:=8; r1c9:=9",
            "r1c5=5",
            &["r1c1:=1; r1c2:=2; r1c3:=3; r1c4:=4; r1c6:=6; r1c7:=7; r1c8:=8", "r5c5=7", "4 in c3: r6c3"],
        ),
        example(NakedSingle, "r5c5=7", "r5c5=7", &["r5c5=78", "4 in c3: r6c3"]),
        example(HiddenSingle, "4 in c3: r6c3", "r6c3=4", &["4 in c3: r69c3", "r5c5=78"]),
    ];

    #[test]
    fn boards_of_every_size_have_singles() {
        for (rows, columns) in [(1, 1), (2, 2), (3, 5), (5, 5), (1, 70)] {
            let shape = Shape::new(rows, columns).unwrap();
            let mut puzzle = Puzzle::empty(shape);
            let last = shape.side() - 1;
            (0..last).for_each(|column| puzzle.give(shape.cell(0, column), Digit::from_index(column)));
            let expected = [(last, shape.side())].into();
            assert_eq!(placed(&puzzle, FullHouse), expected);
            assert!(placed(&puzzle, NakedSingle).is_superset(&expected));
            assert!(placed(&puzzle, HiddenSingle).is_superset(&expected));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Every cell with one candidate, every digit with one place in a house, and nothing else.
        #[test]
        fn what_is_found_is_what_the_definitions_say(seed in any::<u64>(), sixteenths in 0u64..5) {
            let board = Board::random(seed, sixteenths);
            let nine = board.nine();
            let all = (0..81).map(|cell| (cell, solution(cell)));
            let is_only_place = |cell: usize, digit: usize| {
                let houses = (0..27).filter(|house| houses_of(cell).contains(house));
                houses.into_iter().any(|house| nine.places(house, digit).len() == 1)
            };
            let naked = all.clone().filter(|(cell, _)| nine.count(*cell) == 1);
            let hidden = all.filter(|(cell, digit)| is_only_place(*cell, *digit));
            let from_1 = |(cell, digit): (usize, usize)| (cell, digit + 1);
            prop_assert_eq!(placed(board.puzzle(), NakedSingle), naked.map(from_1).collect());
            prop_assert_eq!(placed(board.puzzle(), HiddenSingle), hidden.map(from_1).collect());
        }

        /// Every cell that is the only open one of a house.
        #[test]
        fn full_houses_are_those_with_one_open_cell(is_open in prop::collection::vec(prop::bool::weighted(0.15), 81)) {
            let mut puzzle = Puzzle::empty(Shape::NINE);
            for cell in (0..81).filter(|cell| !is_open[*cell]) {
                puzzle.give(Cell::new(cell), Digit::from_index(solution(cell)));
            }
            let is_alone = |cell: &usize| {
                let houses = houses_of(*cell);
                let open_in = |house: usize| {
                    let of = |other: &usize| houses_of(*other).contains(&house);
                    (0..81).filter(|other| is_open[*other] && of(other)).count()
                };
                is_open[*cell] && houses.into_iter().any(|house| open_in(house) == 1)
            };
            let expected = (0..81).filter(is_alone).map(|cell| (cell, solution(cell) + 1));
            prop_assert_eq!(placed(&puzzle, FullHouse), expected.collect());
        }
    }
}
