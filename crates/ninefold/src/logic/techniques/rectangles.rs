//! Unique rectangles: four cells in two rows, two columns and two boxes, which must not be left with only two digits.
//!
//! ```text
//!   {4 8}   .   .  | {4 8}      type 1: if r2c4 were 4 or 8, the two digits could be exchanged in all four cells;
//!   {4 8}   .   .  | {4 8 9}    there would be two solutions. So r2c4 is 9.
//! ```
//!
//! The cells with extra candidates are the roof; one of these candidates is true. In types 1 to 4, one cell or two cells of one
//! side are the roof. Type 2: the extra candidate is the same in both. Type 3: the extra candidates act as one cell of a naked
//! subset. Type 4: one of the two digits has no other place in a house of the roof, so neither cell has the other digit.
//!
//! In type 5, the extra candidate is the same in three cells, or in two that lie diagonally. In type 6, the roof lies
//! diagonally, and one of the digits has no other places in both rows and both columns: if one roof cell had it, both would,
//! with the other digit in the other two cells.
//!
//! ```text
//!   {4 8}   .   .  | {4 8 1}    hidden rectangle: row 2 and column 4 have 4 in the rectangle only. If r2c4 were 8,
//!   {4 8 2} .   .  | {4 8 3}    r2c1 and r1c4 would be 4, and r1c1 8. So r2c4 is not 8.
//! ```
//!
//! None of the cells may be a given. A cell may have lost one of the two digits, unless a cell with that digit sees it.
//!
//! Types 1 to 4 are those of every deadly pattern ([`super::deadly`]). Rectangles are tried in HoDoKu's order: cells with two
//! candidates in reading order; for each, the second cell in its box, then the other side.
//!
//! Source: as for all deadly patterns; hidden rectangles by Frank Leong ("Sudoku's hidden unique rectangles").

use super::deadly::{Deadly, Kept};
use super::prelude::*;

/// Finds unique rectangles of one type, or hidden ones.
pub(in super::super) fn find(nine: &View, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
    for (cells, pair) in nine.rectangles().iter().copied() {
        let deadly = Deadly::new(nine, cells, Kept::Pair(pair));
        let [one, two] = [pair.trailing_zeros() as usize, 15 - pair.leading_zeros() as usize];
        look(nine, technique, &deadly, [one, two], finds)?;
    }
    ControlFlow::Continue(())
}

fn look(
    nine: &Nine,
    technique: Technique,
    deadly: &Deadly<'_>,
    pair: [usize; 2],
    finds: &mut Finds,
) -> ControlFlow<()> {
    use Technique::*;
    let is_diagonal = deadly.roof.common_houses().next().is_none();
    let step = match technique {
        UniqueRectangleOne => deadly.type_one(nine, technique),
        UniqueRectangleTwo if !is_diagonal => deadly.type_two(nine, technique),
        UniqueRectangleFive if is_diagonal && deadly.roof.len() < 4 => deadly.type_two(nine, technique),
        UniqueRectangleThree if deadly.roof.len() == 2 && !is_diagonal => {
            return deadly.type_three(nine, technique, finds);
        }
        UniqueRectangleFour if !is_diagonal => deadly.type_four(nine, technique),
        UniqueRectangleSix if deadly.roof.len() == 2 && is_diagonal => type_six(nine, deadly, pair),
        HiddenRectangle if is_diagonal && deadly.roof.len() < 4 => return hidden(nine, deadly, pair, finds),
        _ => None,
    };
    finds.add_any(step)
}

/// The rows and columns of a rectangle, as numbers of houses.
fn lines(cells: CellSet) -> impl Iterator<Item = usize> + Clone {
    (0..18).filter(move |house| !CellSet::house(*house).is_disjoint(cells))
}

fn type_six(nine: &Nine, deadly: &Deadly<'_>, pair: [usize; 2]) -> Option<Step> {
    let is_bound = |digit: &usize| lines(deadly.cells).all(|house| nine.places(house, *digit).is_subset(deadly.cells));
    let digit = pair.into_iter().find(is_bound)?;
    let out = in_each(deadly.roof & nine.cells[digit], digit);
    let strong = lines(deadly.cells).map(|house| Premise::Strong(in_house(house, digit)));
    let weak = lines(deadly.cells).map(|house| Premise::Weak(in_house(house, digit)));
    let cells = deadly.roof.iter().map(|cell| Premise::Weak(in_cell(cell)));
    let premises = strong.chain(weak).chain(cells).collect();
    deadly.step(nine, Technique::UniqueRectangleSix, premises, CellSet::EMPTY, out)
}

/// Hidden rectangles, from each corner without extra candidates.
fn hidden(nine: &Nine, deadly: &Deadly<'_>, pair: [usize; 2], finds: &mut Finds) -> ControlFlow<()> {
    for corner in (deadly.cells - deadly.roof).iter() {
        let (row, column) = (CellSet::house(corner / 9), CellSet::house(9 + corner % 9));
        let opposite = (deadly.cells - row - column).first().expect("a rectangle has four corners");
        let beside = deadly.cells - CellSet::only(corner) - CellSet::only(opposite);
        let houses = [opposite / 9, 9 + opposite % 9];
        for [bound, out] in [pair, [pair[1], pair[0]]] {
            let is_bound = |house: &usize| nine.places(*house, bound).is_subset(deadly.cells);
            if nine.has(opposite, out) && beside.is_subset(nine.cells[bound]) && houses.iter().all(is_bound) {
                let strong = houses.iter().map(|house| Premise::Strong(in_house(*house, bound)));
                let weak = (beside | CellSet::only(opposite)).iter().map(|cell| Premise::Weak(in_cell(cell)));
                let out = vec![candidate(opposite, out)];
                let premises = strong.chain(weak).collect();
                finds.add_any(deadly.step(nine, Technique::HiddenRectangle, premises, CellSet::EMPTY, out))?;
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        // Four boxes, whose digits an exchange would change; a cell without one of the digits; a given.
        example(
            UniqueRectangleOne,
            "r12c1=48; r1c4=48",
            "r2c4<>48",
            &["r14c1=48; r1c4=48", "r1c1=48; r2c1=47; r1c4=48", "r12c1=48; r1c4=48; r2c4:=9 given"],
        ),
        example(UniqueRectangleTwo, "r1c14=48; r2c14=489", "r2c2356789<>9", &["r1c14=48; r2c1=489; r2c4=478"]),
        example(
            UniqueRectangleThree,
            "r1c14=48; r2c14=1248; r2c9=12",
            "r2c235678<>12",
            &["r1c14=48; r2c14=1248; r2c9=123", "r1c14=48; r2c14=1248; r1c9=12"],
        ),
        example(UniqueRectangleFour, "r1c14=48; 4 in r2: r2c14", "r2c14<>8", &["r1c14=48; 4 in r2: r2c149"]),
        // Diagonal: cells that see both lie where their lines and boxes meet.
        example(
            UniqueRectangleFive,
            "r1c1=48; r2c4=48; r1c4=489; r2c1=489",
            "r1c23<>9 r2c56<>9",
            &["r1c1=48; r2c4=48; r1c4=489; r2c1=478", "r1c14=48; r2c14=489"],
        ),
        example(
            UniqueRectangleSix,
            "r1c1=48; r2c4=48; 4 in r1: r1c14; 4 in r2: r2c14; 4 in c1: r12c1; 4 in c4: r12c4",
            "r1c4<>4 r2c1<>4",
            &["r1c1=48; r2c4=48; 4 in r1: r1c14; 4 in r2: r2c14; 4 in c1: r12c1; 4 in c4: r128c4"],
        ),
        example(
            HiddenRectangle,
            "r1c1=48; 4 in r2: r2c14; 4 in c4: r12c4",
            "r2c4<>8",
            &["r1c1=48; 4 in r2: r2c14; 4 in c4: r129c4", "r1c1=489; 4 in r2: r2c14; 4 in c4: r12c4"],
        ),
    ];

    /// Type 3: cells beside the roof that, with its extra candidates, have as many digits as cells, if it is one.
    pub(in super::super) fn subsets(nine: &Nine, roof: &[usize], further: u16, pair: u16) -> Vec<Vec<(usize, usize)>> {
        let in_house = |cell: usize, house: usize| houses_of(cell).contains(&house);
        let mut outs = Vec::new();
        for house in (0..27).filter(|house| roof.iter().all(|cell| in_house(*cell, *house))) {
            let is_free =
                |cell: &usize| nine.open.contains(*cell) && nine.candidates[*cell] & pair == 0 && !roof.contains(cell);
            let others: Vec<usize> = (0..81).filter(|cell| in_house(*cell, house)).filter(is_free).collect();
            for set in choices(&others) {
                let union = set.iter().fold(further, |union, cell| union | nine.candidates[*cell]);
                if union.count_ones() as usize == set.len() + 1 {
                    let all = || roof.iter().chain(&set);
                    let shared = |cell: &usize| {
                        (0..27).any(|house| in_house(*cell, house) && all().all(|member| in_house(*member, house)))
                    };
                    let cells = (0..81).filter(|cell| shared(cell) && !all().any(|member| member == cell));
                    outs.push(cells.flat_map(|cell| digits(union).map(move |digit| (cell, digit))).collect());
                }
            }
        }
        outs
    }

    /// What each type rules out, straight from its definition, for every rectangle of the board and every two digits.
    fn naive(nine: &Nine, technique: Technique) -> Outs {
        let mut outs = Outs::new();
        let all = (0..9).flat_map(|a| (a + 1..9).map(move |b| (a, b)));
        for ((top, below), (left, right)) in
            all.clone().flat_map(|rows| all.clone().map(move |columns| (rows, columns)))
        {
            let boxes = usize::from(top / 3 != below / 3) + usize::from(left / 3 != right / 3);
            let cells = [9 * top + left, 9 * top + right, 9 * below + left, 9 * below + right];
            for (a, b) in all.clone().filter(|_| boxes == 1) {
                let pair: u16 = 1 << a | 1 << b;
                // Some cell must see the two digits.
                if cells.iter().all(|cell| nine.candidates[*cell] != pair)
                    || cells.iter().any(|cell| !nine.open.contains(*cell))
                {
                    continue;
                }
                let roof: Vec<usize> =
                    cells.iter().copied().filter(|cell| nine.candidates[*cell] & !pair != 0).collect();
                let further = roof.iter().fold(0, |all, cell| all | nine.candidates[*cell] & !pair);
                let share =
                    |cells: &[usize]| (0..27).any(|house| cells.iter().all(|cell| houses_of(*cell).contains(&house)));
                let is_bound = |house: usize, digit: usize| {
                    (0..81).all(|cell| {
                        !houses_of(cell).contains(&house) || !nine.has(cell, digit) || cells.contains(&cell)
                    })
                };
                let of_roof = |digit: usize| roof.iter().map(move |cell| (*cell, digit));
                let each = [(a, b), (b, a)].into_iter();
                let out: Vec<Vec<(usize, usize)>> = match technique {
                    UniqueRectangleOne if roof.len() == 1 => vec![of_roof(a).chain(of_roof(b)).collect()],
                    UniqueRectangleTwo | UniqueRectangleFive
                        if roof.len() > 1
                            && further.count_ones() == 1
                            && share(&roof) == (technique == UniqueRectangleTwo)
                            && roof.len() < 4 =>
                    {
                        let digit = further.trailing_zeros() as usize;
                        let sees_all = |cell: &usize| roof.iter().all(|of| sees(*cell, *of));
                        vec![(0..81).filter(sees_all).map(|cell| (cell, digit)).collect()]
                    }
                    UniqueRectangleFour if roof.len() == 2 && share(&roof) => {
                        let in_roof = |house: &usize| roof.iter().all(|cell| houses_of(*cell).contains(house));
                        let is_bound = |digit: usize| (0..27).filter(in_roof).any(|house| is_bound(house, digit));
                        let outs = each.filter(|(bound, _)| is_bound(*bound)).map(|(_, out)| of_roof(out).collect());
                        let has_any =
                            |out: &Vec<(usize, usize)>| out.iter().any(|(cell, digit)| nine.has(*cell, *digit));
                        outs.filter(has_any).take(1).collect()
                    }
                    UniqueRectangleThree if roof.len() == 2 && share(&roof) => subsets(nine, &roof, further, pair),
                    HiddenRectangle if !share(&roof) => {
                        let opposite = |corner: usize| {
                            let is_across = |cell: &usize| cell / 9 != corner / 9 && cell % 9 != corner % 9;
                            cells.into_iter().find(is_across).expect("a rectangle has four corners")
                        };
                        let bare = cells.iter().copied().filter(|cell| !roof.contains(cell));
                        let from = bare.flat_map(|corner| each.clone().map(move |digits| (corner, digits)));
                        let is_found = |(corner, (bound, _)): &(usize, (usize, usize))| {
                            let across = opposite(*corner);
                            let beside = cells.iter().filter(|cell| ![*corner, across].contains(cell));
                            let lines = [across / 9, 9 + across % 9];
                            beside.into_iter().all(|cell| nine.has(*cell, *bound))
                                && lines.iter().all(|line| is_bound(*line, *bound))
                        };
                        from.filter(is_found).map(|(corner, (_, out))| vec![(opposite(corner), out)]).collect()
                    }
                    UniqueRectangleSix if roof.len() == 2 && !share(&roof) => {
                        let lines = [top, below, 9 + left, 9 + right];
                        let bound = each.filter(|(bound, _)| lines.iter().all(|line| is_bound(*line, *bound)));
                        bound.take(1).map(|(bound, _)| of_roof(bound).collect()).collect()
                    }
                    _ => Vec::new(),
                };
                for mut out in out {
                    out.retain(|(cell, digit)| nine.has(*cell, *digit));
                    add(&mut outs, out);
                }
            }
        }
        outs
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        /// A rectangle of 1 and 2 with some 3s and 4s in it, some cells in its rows and columns with few candidates, and some
        /// candidates around it missing.
        #[test]
        fn what_is_found_is_what_the_definitions_say(
            further in prop::array::uniform4(prop::sample::select(vec![0u16, 0, 0, 4, 4, 8, 12])),
            lines in (0..3usize, 3..9usize, 0..9usize, 1..3usize),
            few in prop::collection::vec((0..4usize, 0..9usize, prop::sample::select(vec![12u16, 20, 24, 28, 36])), 0..6),
            gone in prop::collection::vec((0..81usize, 0..4usize), 0..120),
        ) {
            let (left, right, top, down) = lines;
            let below = top / 3 * 3 + (top + down) % 3;
            let cells = [9 * top + left, 9 * top + right, 9 * below + left, 9 * below + right];
            let mut board = Board::open();
            for (cell, further) in cells.into_iter().zip(further) {
                (2..9).filter(|digit| further >> digit & 1 == 0).for_each(|digit| board.remove(cell, digit));
            }
            for (line, along, digits) in few {
                let cell = [9 * top + along, 9 * below + along, 9 * along + left, 9 * along + right][line];
                if !cells.contains(&cell) {
                    (0..9).filter(|digit| digits >> digit & 1 == 0).for_each(|digit| board.remove(cell, digit));
                }
            }
            for (cell, digit) in gone.into_iter().filter(|(cell, _)| !cells.contains(cell)) {
                board.remove(cell, digit);
            }
            let nine = board.nine();
            // Where a cell has no candidate or a digit no place, nothing is reported at all.
            let is_stranded = |house: usize| (0..9).any(|digit| nine.places(house, digit).is_empty());
            prop_assume!(!nine.candidates.contains(&0) && !(0..27).any(is_stranded));
            for technique in [
                UniqueRectangleOne, UniqueRectangleTwo, UniqueRectangleThree, UniqueRectangleFour, UniqueRectangleFive,
                UniqueRectangleSix, HiddenRectangle,
            ] {
                prop_assert_eq!(board.all_outs(technique), naive(&nine, technique), "{}", technique);
            }
        }
    }
}
