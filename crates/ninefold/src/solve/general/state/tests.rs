use super::*;
use crate::board::Shape;
use proptest::prelude::*;

fn endless() -> Budget<'static> {
    Budget::new(None, None)
}

impl State {
    /// Recounts everything from the candidates and compares.
    fn assert_counters_agree(&self) {
        let mut recounted = self.clone();
        recounted.left.fill(0);
        recounted.places.fill(0);
        recounted.by_digit.fill(0);
        recounted.count(&mut endless()).unwrap();
        if self.has_segments() {
            recounted.count_segments();
        }
        assert_eq!(self.by_digit, recounted.by_digit, "by_digit");
        assert_eq!(self.left, recounted.left, "left");
        assert_eq!(self.places, recounted.places, "places");
        assert_eq!(self.segment, recounted.segment, "segment");
        assert_eq!(self.line_parts, recounted.line_parts, "line_parts");
        assert_eq!(self.box_parts, recounted.box_parts, "box_parts");
    }
}

proptest! {
    /// Whatever is assigned, excluded and undone, the counters stay true, and undoing restores
    /// the candidates exactly.
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
