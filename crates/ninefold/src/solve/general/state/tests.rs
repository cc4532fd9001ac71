use super::*;
use crate::board::Shape;
use proptest::prelude::*;

fn endless() -> Budget<'static> {
    Budget::new(None, None)
}

impl<L: Layout> State<L> {
    /// Recounts everything from the candidates and compares.
    fn assert_counters_agree(&self) {
        let mut recounted = self.clone();
        recounted.count(&mut endless()).unwrap();
        if self.has_segments() {
            recounted.count_segments();
        }
        assert_eq!(self.by_digit, recounted.by_digit, "by_digit");
        assert_eq!(self.left, recounted.left, "left");
        assert_eq!(self.places, recounted.places, "places");
        assert_eq!(self.segments, recounted.segments, "segments");
        assert_eq!(self.parts, recounted.parts, "parts");
    }
}

proptest! {
    /// Whatever is assigned, excluded and undone, the counters stay correct, and undoing restores the candidates exactly.
    #[test]
    fn counters_stay_true(
        shape in prop::sample::select(vec![(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (1, 5)]),
        moves in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4), 0..40),
    ) {
        let shape = Shape::new(shape.0, shape.1).unwrap();
        let mut state = State::new(&Puzzle::empty(shape), &mut endless()).unwrap();
        let mut marks = Vec::new();
        for (cell, digit, action) in moves {
            let (cell, digit) = (cell.index(shape.cell_count()), digit.index(shape.side()));
            let mark = state.mark();
            let before = state.candidates.clone();
            let result = match action {
                0 => state.exclude(cell, digit),
                3 => {
                    if let Some((mark, before)) = marks.pop() {
                        state.undo(mark);
                        prop_assert_eq!(&state.candidates, &before);
                    }
                    Ok(())
                }
                _ => state.assign(cell, digit),
            };
            if action != 3 {
                match result.map_err(Halt::from).and_then(|()| state.propagate(&mut endless())) {
                    Ok(()) => marks.push((mark, before)),
                    Err(_) => {
                        state.assert_counters_agree();
                        state.undo(mark);
                        prop_assert_eq!(&state.candidates, &before);
                    }
                }
            }
            state.assert_counters_agree();
        }
        state.undo(0);
        state.assert_counters_agree();
        prop_assert!(state.left.iter().all(|left| usize::from(*left) == shape.side()));
    }
}

/// Shapes of all kinds: one box for each line, boxes of several widths, sets of more than a word.
const SHAPES: [(usize, usize); 9] = [(1, 1), (1, 5), (5, 1), (2, 3), (3, 2), (3, 3), (4, 3), (7, 10), (13, 5)];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// The singles of digits alone leave exactly the candidates that the rules leave.
    #[test]
    fn digits_alone_lead_to_the_same_state(
        shape in prop::sample::select(&SHAPES[..]),
        seed in any::<u64>(),
        percent in 0..100usize,
        likely_wrong in prop::option::of((any::<prop::sample::Index>(), any::<prop::sample::Index>())),
    ) {
        let shape = Shape::new(shape.0, shape.1).unwrap();
        let grid = crate::generate::fill(shape, seed, 0);
        let mut random = crate::random::Random::new(seed, 1);
        let mut puzzle = Puzzle::empty(shape);
        for cell in shape.cells() {
            if random.below(100) < percent {
                puzzle.give(cell, grid.digit(cell));
            }
        }
        if let Some((cell, digit)) = likely_wrong {
            let cell = Cell::new(cell.index(shape.cell_count()));
            let candidates: Vec<Digit> = puzzle.candidates().digits_of(cell).collect();
            puzzle.give(cell, candidates[digit.index(candidates.len())]);
        }
        let narrowed = |state: Result<State, Halt>| {
            let mut state = state?;
            state.propagate(&mut endless())?;
            state.assert_counters_agree();
            Ok::<State, Halt>(state)
        };
        let from_digits = State::of_digits(&puzzle, &mut endless());
        if let Ok(state) = &from_digits {
            state.assert_counters_agree();
        }
        let one_by_one = narrowed(State::of_candidates(&puzzle, &mut endless()));
        match (narrowed(from_digits), one_by_one) {
            (Ok(one), Ok(other)) => prop_assert_eq!(one.candidates, other.candidates),
            (Err(one), Err(other)) => prop_assert_eq!(one, other),
            (one, other) => prop_assert!(false, "{:?} and {:?}", one.err(), other.err()),
        }
    }
}

#[test]
fn singles_can_be_cancelled() {
    let flag = std::sync::atomic::AtomicBool::new(true);
    let puzzle = Puzzle::empty(Shape::NINE);
    let cancelled = State::of_digits(&puzzle, &mut Budget::new(None, Some(&flag)));
    assert_eq!(cancelled.map(|_| ()), Err(Halt::Cancelled));
}
