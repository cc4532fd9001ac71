//! Avoidable rectangles: unique rectangles in which some cells already have their digits, but not as givens.
//!
//! ```text
//!   4   .   .  | 8         type 1: r1c1, r1c4 and r2c1 were placed on the way. If r2c4 were 4, these cells could be
//!   8   .   .  | {4 6 9}   8 4 over 4 8 as well: a second solution. So r2c4 is not 4.
//!
//!   4   .   .  | 8         type 2: r2c1 is not 8 or r2c4 is not 4: one of them is 6. No cell that sees both is 6.
//!  {6 8}.   .  | {4 6}
//! ```
//!
//! A given is the same in every solution, so none of the cells may be a given.
//!
//! Source: "avoidable rectangles", Player's Forum, 2006.
//! Here: HoDoKu requires that the open cells have two candidates, and that those of type 2 share a box. The argument needs
//! neither (in type 2 only that both cells have the same single extra candidate): if every step is wanted, such rectangles are
//! reported too, but on a path we take what HoDoKu takes.

use super::corners::for_each_rectangle;
use super::deadly::{Deadly, Kept};
use super::prelude::*;

/// Finds avoidable rectangles of one type.
pub(in super::super) fn find(nine: &Nine, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
    let placed = CellSet::ALL - nine.open - nine.givens;
    for corner in placed.iter() {
        for_each_rectangle(corner, CellSet::ALL - nine.givens, |cells| {
            let open = cells & nine.open;
            let is_new = (cells & placed).first() == Some(corner);
            let step = match technique {
                Technique::AvoidableRectangleOne if is_new && open.len() == 1 => one(nine, cells, finds.wants_all()),
                Technique::AvoidableRectangleTwo if is_new && open.len() == 2 => two(nine, cells, finds.wants_all()),
                _ => None,
            };
            finds.add_any(step)
        })?;
    }
    ControlFlow::Continue(())
}

/// The digit of a placed cell.
fn value(nine: &Nine, cell: usize) -> u16 {
    nine.values[cell].map_or(0, |digit| 1 << digit)
}

/// The corner of a rectangle across from another one.
fn opposite(cells: CellSet, corner: usize) -> usize {
    let lines = CellSet::house(corner / 9) | CellSet::house(9 + corner % 9);
    (cells - lines).first().expect("a rectangle has four corners")
}

fn one(nine: &Nine, cells: CellSet, takes_any: bool) -> Option<Step> {
    let open = (cells & nine.open).single()?;
    let digit = value(nine, opposite(cells, open));
    let mut beside = (cells - CellSet::only(open) - CellSet::only(opposite(cells, open))).iter();
    let others = [beside.next()?, beside.next()?].map(|cell| value(nine, cell));
    let is_one = others[0] == others[1] && nine.candidates[open] & digit != 0;
    if !is_one || !(takes_any || nine.count(open) == 2) {
        return None;
    }
    let deadly = Deadly::new(nine, cells, Kept::Pair(digit | others[0]));
    let out = vec![candidate(open, digit.trailing_zeros() as usize)];
    let premises = vec![Premise::Weak(in_cell(open))];
    deadly.step(nine, Technique::AvoidableRectangleOne, premises, CellSet::EMPTY, out)
}

fn two(nine: &Nine, cells: CellSet, takes_any: bool) -> Option<Step> {
    let open = cells & nine.open;
    let is_in_a_box = open.common_houses().any(|house| house >= 18);
    // The open cells lie on one side; each could have the digit across from it, or one more.
    let mut further = open.iter().map(|cell| {
        let digit = value(nine, opposite(cells, cell));
        (nine.count(cell) == 2 && nine.candidates[cell] & digit != 0).then(|| nine.candidates[cell] & !digit)
    });
    let (one, two) = (further.next()??, further.next()??);
    if one != two || open.common_houses().next().is_none() || !(takes_any || is_in_a_box) {
        return None;
    }
    let digit = one.trailing_zeros() as usize;
    let out = open.common_peers() & nine.cells[digit];
    let pair = (cells - open).iter().fold(0, |pair, cell| pair | value(nine, cell));
    let deadly = Deadly::new(nine, cells, Kept::Pair(pair));
    let premises = out.iter().flat_map(|cell| links(cell, open, digit)).map(Premise::Weak).collect();
    deadly.step(nine, Technique::AvoidableRectangleTwo, premises, CellSet::EMPTY, in_each(out, digit))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        // A given; another digit in one of the corners.
        example(
            AvoidableRectangleOne,
            "r1c1:=4; r1c4:=8; r2c1:=8",
            "r2c4<>4",
            &["r1c1:=4 given; r1c4:=8; r2c1:=8", "r1c1:=4; r1c4:=8; r2c1:=7", "r1c1:=4; r1c4:=8; r4c1:=8"],
        ),
        example(
            AvoidableRectangleTwo,
            "r1c1:=4; r2c1:=8; r12c4=468",
            "r123c56<>6 r3456789c4<>6",
            &["r1c1:=4; r2c1:=8; r1c4=78; r2c4=46", "r1c1:=4; r2c1:=8 given; r12c4=468"],
        ),
    ];

    /// Every rectangle in two boxes, its corners in every order.
    fn naive(nine: &Nine) -> [Outs; 2] {
        let [mut ones, mut twos] = [const { Outs::new() }; 2];
        let is_free = |cell: &usize| !nine.givens.contains(*cell);
        for (a, d) in (0..81).flat_map(|a| (0..81).map(move |d| (a, d))) {
            let [b, c] = [9 * (a / 9) + d % 9, 9 * (d / 9) + a % 9];
            let boxes = usize::from(a / 27 != d / 27) + usize::from(a % 9 / 3 != d % 9 / 3);
            if a / 9 == d / 9 || a % 9 == d % 9 || boxes != 1 || ![a, b, c, d].iter().all(is_free) {
                continue;
            }
            let value = |cell: usize| nine.values[cell].map(usize::from);
            let further = |cell: usize, digit: usize| {
                let others = digits(nine.candidates[cell]).filter(|other| *other != digit && nine.has(cell, digit));
                others.collect::<Vec<usize>>()
            };
            // What two cells lose that have one further digit each, the same one.
            let mut add_shared = |[a, b]: [usize; 2], [one, two]: [usize; 2]| {
                if let ([third], [other]) = (&further(a, one)[..], &further(b, two)[..])
                    && third == other
                {
                    let is_out = |cell: &usize| nine.has(*cell, *third) && sees(*cell, a) && sees(*cell, b);
                    add(&mut twos, (0..81).filter(is_out).map(|cell| (cell, *third)).collect());
                }
            };
            match [a, b, c, d].map(value) {
                // With the digit of a in d, the two digits could be exchanged.
                [Some(one), Some(two), Some(other), None] if two == other && nine.has(d, one) => {
                    ones.insert(vec![(d, one)]);
                }
                // The same, if neither b nor d has its third digit.
                [Some(one), None, Some(two), None] => add_shared([b, d], [two, one]),
                [Some(one), Some(two), None, None] => add_shared([c, d], [two, one]),
                _ => {}
            }
        }
        [ones, twos]
    }

    /// On boards with half of the cells placed, some of them givens.
    #[test]
    fn what_is_found_is_what_the_definitions_say() {
        let boards = (0..500).map(|seed| Board::midway(seed, 16 + seed as usize % 24));
        let all = agreed(boards, [AvoidableRectangleOne, AvoidableRectangleTwo], naive);
        assert!(all[0] > 100 && all[1] > 20, "{all:?}");
    }
}
