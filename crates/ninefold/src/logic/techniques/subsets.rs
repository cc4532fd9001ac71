//! Subsets: two, three or four cells of a house that must contain exactly as many digits.
//!
//! ```text
//!   naked pair    {1 4} {1 4} .  .     two cells have only 1 and 4: no other cell of the house has them
//!   hidden pair   {1 4 6 7} {1 4 8}    1 and 4 have only these two places: they hold nothing else
//! ```
//!
//! A naked pair or triple in the cells that a box shares with a line is locked if it removes candidates from the rest of both.

use super::prelude::*;

/// Finds subsets of one kind: boxes first, then rows, then columns.
pub(in super::super) fn find<B: Bits>(
    state: &State<B>,
    nine: Option<&View>,
    technique: Technique,
    finds: &mut Finds,
) -> ControlFlow<()> {
    use Technique::*;
    let size = match technique {
        LockedPair | NakedPair | HiddenPair => 2,
        LockedTriple | NakedTriple | HiddenTriple => 3,
        _ => 4,
    };
    let is_locked = matches!(technique, LockedPair | LockedTriple);
    let is_hidden = matches!(technique, HiddenPair | HiddenTriple | HiddenQuad);
    let lines = if is_locked { 0..0 } else { state.lines() };
    for house in state.regions().chain(lines).filter(|house| !is_hidden || state.is_full(*house)) {
        if nine.is_some_and(|nine| !may_have(nine, house, size, is_hidden)) {
            continue;
        }
        match is_hidden {
            true => hidden(state, technique, house, size, finds)?,
            false => naked(state, technique, house, size, finds)?,
        }
    }
    ControlFlow::Continue(())
}

/// Whether the house has a subset that rules anything out, as far as a quick look shows.
fn may_have(nine: &View, house: usize, size: usize, is_hidden: bool) -> bool {
    let open = (CellSet::house(house) & nine.open).len();
    let tight = if is_hidden { open.saturating_sub(size) } else { size };
    nine.tight(house) >> tight & 1 == 1
}

/// Visits every combination of `size` of the sets whose union has `size` members.
fn for_each_tight<B: Bits>(
    sets: &[(usize, B)],
    size: usize,
    chosen: &mut Vec<usize>,
    union: B,
    visit: &mut impl FnMut(&[usize], B) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if chosen.len() == size {
        return if union.len() == size { visit(chosen, union) } else { ControlFlow::Continue(()) };
    }
    for (i, (number, set)) in sets.iter().enumerate() {
        let wider = union.union(*set);
        if wider.len() <= size {
            chosen.push(*number);
            for_each_tight(&sets[i + 1..], size, chosen, wider, visit)?;
            chosen.pop();
        }
    }
    ControlFlow::Continue(())
}

fn naked<B: Bits>(
    state: &State<B>,
    technique: Technique,
    house: usize,
    size: usize,
    finds: &mut Finds,
) -> ControlFlow<()> {
    let sets: Vec<(usize, B)> = state.cells(house).map(|cell| (cell, state.digits(cell))).collect();
    let sets: Vec<(usize, B)> =
        sets.into_iter().filter(|(_, digits)| !digits.is_empty() && digits.len() <= size).collect();
    if sets.len() < size {
        return ControlFlow::Continue(());
    }
    for_each_tight(&sets, size, &mut Vec::new(), B::EMPTY, &mut |cells, digits| {
        let shared = shared_houses(state, cells);
        // The same cells are also a subset of their row or column, and perhaps of another region.
        let regions = shared.iter().filter(|shared| state.regions().contains(shared));
        if regions.min().is_some_and(|first| *first != house) {
            return ControlFlow::Continue(());
        }
        let mut eliminations: Vec<Candidate> = Vec::new();
        let (mut in_box, mut outside) = (false, false);
        for shared in &shared {
            for cell in state.cells(*shared) {
                if !cells.contains(&cell) {
                    let out = state.candidates(cell).filter(|candidate| digits.contains(candidate.digit.index()));
                    let before = eliminations.len();
                    eliminations.extend(out);
                    let is_in_box = state.is_in(cell, house);
                    in_box |= is_in_box && eliminations.len() > before;
                    outside |= !is_in_box && eliminations.len() > before;
                }
            }
        }
        let is_locked = size < 4 && shared.len() > 1 && in_box && outside;
        let wants_locked = matches!(technique, Technique::LockedPair | Technique::LockedTriple);
        if eliminations.is_empty() || is_locked != wants_locked {
            return ControlFlow::Continue(());
        }
        let houses: Vec<_> = shared.iter().map(|house| state.house(*house)).collect();
        let digits: Vec<Digit> = digits.iter().map(Digit::from_index).collect();
        let strong = cells.iter().map(|cell| Premise::Strong(Constraint::Cell(Cell::new(*cell))));
        let weak = houses.iter().flat_map(|house| digits.iter().map(|digit| Constraint::Place(*house, *digit)));
        let premises = strong.chain(weak.map(Premise::Weak)).collect();
        let pattern = Pattern::Subset { cells: cells.iter().copied().map(Cell::new).collect(), digits, houses };
        finds.add(Step::removing(technique, pattern, premises, eliminations))
    })
}

/// The houses that all of the cells lie in.
fn shared_houses<B: Bits>(state: &State<B>, cells: &[usize]) -> Vec<usize> {
    state.houses_of(cells[0]).filter(|house| cells.iter().all(|cell| state.is_in(*cell, *house))).collect()
}

fn hidden<B: Bits>(
    state: &State<B>,
    technique: Technique,
    house: usize,
    size: usize,
    finds: &mut Finds,
) -> ControlFlow<()> {
    let places = (0..state.side()).map(|digit| (digit, state.places(house, digit)));
    let sets: Vec<(usize, B)> = places.filter(|(_, places)| !places.is_empty() && places.len() <= size).collect();
    if sets.len() < size {
        return ControlFlow::Continue(());
    }
    for_each_tight(&sets, size, &mut Vec::new(), B::EMPTY, &mut |digits, places| {
        let cells: Vec<usize> = state.cells_at(house, places).collect();
        let of_cells = cells.iter().flat_map(|cell| state.candidates(*cell));
        let eliminations: Vec<Candidate> =
            of_cells.filter(|candidate| !digits.contains(&candidate.digit.index())).collect();
        if eliminations.is_empty() {
            return ControlFlow::Continue(());
        }
        let in_house = state.house(house);
        let digits: Vec<Digit> = digits.iter().copied().map(Digit::from_index).collect();
        let cells: Vec<Cell> = cells.into_iter().map(Cell::new).collect();
        let strong = digits.iter().map(|digit| Premise::Strong(Constraint::Place(in_house, *digit)));
        let weak = cells.iter().map(|cell| Premise::Weak(Constraint::Cell(*cell)));
        let premises = strong.chain(weak).collect();
        let pattern = Pattern::Subset { cells: cells.clone(), digits, houses: vec![in_house] };
        finds.add(Step::removing(technique, pattern, premises, eliminations))
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        example(NakedPair, "r1c15=14", "r1c2346789<>14", &["r1c1=14; r1c5=15", "r1c1=14; r2c5=14", "r1c12=14"]),
        example(NakedTriple, "r259c3=147", "r134678c3<>147", &["r25c3=147; r9c3=148", "r25c3=14", "r123c3=147"]),
        example(NakedQuad, "r2459c3=1479", "r13678c3<>1479", &["r245c3=1479; r9c3=1478"]),
        // In two boxes it is a naked pair; also if the box has nothing to lose.
        example(
            LockedPair,
            "r1c12=14",
            "r1c3456789<>14 r23c123<>14",
            &["r1c14=14", "r1c12=14; r1c3 r23c123<>1; r1c3 r23c123<>4"],
        ),
        example(LockedTriple, "r1c123=147", "r1c456789<>147 r23c123<>147", &["r1c12=147; r1c3=148", "r1c124=147"]),
        example(HiddenPair, "1 in r1: r1c15; 4 in r1: r1c15", "r1c15<>2356789", &["1 in r1: r1c15; 4 in r1: r1c16"]),
        example(
            HiddenTriple,
            "1 in b5: r4c4 r5c5 r6c6; 4 in b5: r4c4 r5c5 r6c6; 7 in b5: r4c4 r5c5 r6c6",
            "r4c4<>235689 r5c5<>235689 r6c6<>235689",
            &["1 in b5: r4c4 r5c5 r6c6; 4 in b5: r4c4 r5c5 r6c6; 7 in b5: r4c4 r5c5 r6c5"],
        ),
        example(
            HiddenQuad,
            "1 in c2: r1259c2; 4 in c2: r1259c2; 7 in c2: r1259c2; 9 in c2: r1259c2",
            "r1259c2<>23568",
            &["1 in c2: r1259c2; 4 in c2: r1259c2; 7 in c2: r1259c2; 9 in c2: r1258c2"],
        ),
    ];

    #[test]
    fn a_pair_on_a_board_of_twenty_five() {
        let shape = Shape::new(5, 5).unwrap();
        let steps = |second: [usize; 2]| {
            let mut puzzle = Puzzle::empty(shape);
            for (column, pair) in [(3, [6, 24]), (20, second)] {
                for digit in (0..25).filter(|digit| !pair.contains(digit)) {
                    puzzle.remove_candidate(shape.cell(7, column), Digit::from_index(digit));
                }
            }
            accepted(&puzzle, NakedPair).iter().map(|step| step.eliminations.len()).collect::<Vec<_>>()
        };
        assert_eq!(steps([6, 24]), [46]);
        assert!(steps([6, 23]).is_empty());
    }

    /// Every combination of cells of a house with as many digits, or of digits with as many places.
    fn naive(nine: &Nine, technique: Technique) -> Outs {
        let size = match technique {
            LockedPair | NakedPair | HiddenPair => 2,
            LockedTriple | NakedTriple | HiddenTriple => 3,
            _ => 4,
        };
        let mut outs = Outs::new();
        for house in 0..27 {
            let cells: Vec<usize> = (0..81).filter(|cell| houses_of(*cell).contains(&house)).collect();
            for chosen in (0u32..512).filter(|chosen| chosen.count_ones() == size) {
                let is_chosen = |i: usize| chosen >> i & 1 == 1;
                let out: Vec<(usize, usize)> = if matches!(technique, HiddenPair | HiddenTriple | HiddenQuad) {
                    let places: BTreeSet<usize> = (0..9)
                        .filter(|digit| is_chosen(*digit))
                        .flat_map(|digit| cells.iter().copied().filter(move |cell| nine.has(*cell, digit)))
                        .collect();
                    if places.len() != size as usize {
                        continue;
                    }
                    let of = |cell: usize| digits(nine.candidates[cell]).map(move |digit| (cell, digit));
                    places.into_iter().flat_map(of).filter(|(_, digit)| !is_chosen(*digit)).collect()
                } else {
                    let set: CellSet = (0..9).filter(|i| is_chosen(*i)).map(|i| cells[i]).collect();
                    let union = set.iter().fold(0, |union, cell| union | nine.candidates[cell]);
                    if union.count_ones() != size {
                        continue;
                    }
                    let shared: Vec<usize> = set.common_houses().collect();
                    let seen =
                        |cell: &usize| !set.contains(*cell) && shared.iter().any(|h| houses_of(*cell).contains(h));
                    let of = |cell: usize| digits(nine.candidates[cell] & union).map(move |digit| (cell, digit));
                    let out: Vec<(usize, usize)> = (0..81).filter(seen).flat_map(of).collect();
                    let block = houses_of(set.first().unwrap())[2];
                    let in_box = out.iter().filter(|(cell, _)| houses_of(*cell)[2] == block).count();
                    let is_locked = size < 4 && shared.len() == 2 && in_box > 0 && in_box < out.len();
                    if is_locked != matches!(technique, LockedPair | LockedTriple) {
                        continue;
                    }
                    out
                };
                add(&mut outs, out);
            }
        }
        outs
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn what_is_found_is_what_the_definitions_say(seed in any::<u64>(), sixteenths in 1u64..7) {
            let board = Board::random(seed, sixteenths);
            let nine = board.nine();
            for technique in [
                LockedPair, LockedTriple, NakedPair, NakedTriple, NakedQuad, HiddenPair, HiddenTriple, HiddenQuad,
            ] {
                prop_assert_eq!(board.all_outs(technique), naive(&nine, technique), "{}", technique);
            }
        }
    }
}
