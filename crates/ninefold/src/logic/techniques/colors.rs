//! Colours: a digit's conjugate pairs, coloured alternately.
//!
//! Two places are a conjugate pair if a house has no others for the digit: one is true and the other false. Colour them blue
//! and green, then continue with every pair that includes a coloured place. In the resulting group, either all blue places
//! are true, or all green ones.
//!
//! ```text
//!   b---------g         simple colours, trap: x sees a blue and a green place, so it is false
//!   |         |         simple colours, wrap: two blue places see each other, so blue is false
//!   g    x    b         multi colours 1: blue of one group sees blue of another, so one of the two greens is true:
//!        |                 what sees both greens is false
//!        g---------b    multi colours 2: blue sees blue and green of another group, so it is false
//! ```
//!
//! Source: described in the sudoku.com forum in 2005; "supercolouring" and the like are chains and reported as such.
//! Here: the order is HoDoKu's: digit by digit, groups by their first cell, the wrap of each group first, multi colours 2 of
//! each two groups first. A step has everything that its two groups conclude.

use super::prelude::*;

/// The places of a group: those of one colour, then those of the other.
type ColorPair = [CellSet; 2];

/// Finds simple or multi colours, whichever are wanted.
pub(in super::super) fn find(nine: &View, wanted: &[Technique], finds: &mut Finds) -> ControlFlow<()> {
    match wanted {
        [Technique::MultiColorsOne | Technique::MultiColorsTwo, ..] => find_multi(nine, wanted, finds),
        _ => find_simple(nine, wanted, finds),
    }
}

/// Finds traps and wraps.
fn find_simple(nine: &View, wanted: &[Technique], finds: &mut Finds) -> ControlFlow<()> {
    let wants = |technique| wanted.contains(&technique);
    for digit in nine.digits_outside_templates() {
        for group in groups(nine, digit) {
            let wrong: [bool; 2] = group.map(sees_itself);
            if wants(Technique::SimpleColorsWrap) && wrong.contains(&true) {
                let mut premises = of_groups(nine, digit, &[group]);
                let mut out = CellSet::EMPTY;
                for (color, is_wrong) in group.into_iter().zip(wrong) {
                    if is_wrong {
                        out |= color;
                        add_sight(&mut premises, color, color, digit);
                    }
                }
                let wrong = usize::from(!wrong[0]);
                finds.add(step(Technique::SimpleColorsWrap, digit, &[group], Some((0, wrong)), premises, out))?;
            }
            let out = seen_by_two(nine, group[0], group[1], digit);
            if wants(Technique::SimpleColorsTrap) && !out.is_empty() {
                let mut premises = of_groups(nine, digit, &[group]);
                add_sights(&mut premises, out, group, digit);
                finds.add(step(Technique::SimpleColorsTrap, digit, &[group], None, premises, out))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Finds multi colours.
fn find_multi(nine: &View, wanted: &[Technique], finds: &mut Finds) -> ControlFlow<()> {
    let wants = |technique| wanted.contains(&technique);
    for digit in nine.digits_outside_templates() {
        let groups = groups(nine, digit);
        for (i, one) in groups.iter().enumerate() {
            for (j, other) in groups.iter().enumerate().filter(|(j, _)| *j != i) {
                let sees = |color: CellSet, seen: CellSet| !(peers_of(color) & seen).is_empty();
                let wrong = one.map(|color| sees(color, other[0]) && sees(color, other[1]));
                if wants(Technique::MultiColorsTwo) && wrong.contains(&true) {
                    let mut premises = of_groups(nine, digit, &[*one, *other]);
                    let mut out = CellSet::EMPTY;
                    for (color, _) in one.iter().zip(wrong).filter(|(_, is_wrong)| *is_wrong) {
                        out |= *color;
                        other.iter().for_each(|seen| add_sight(&mut premises, *color, *seen, digit));
                    }
                    let wrong = Some((0, usize::from(!wrong[0])));
                    finds.add(step(Technique::MultiColorsTwo, digit, &[*one, *other], wrong, premises, out))?;
                }
                // The same two groups in the other order give the same step.
                if !wants(Technique::MultiColorsOne) || (finds.wants_all() && i > j) {
                    continue;
                }
                let mut premises = None;
                let mut all = CellSet::EMPTY;
                let mut pairs = Vec::new();
                for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let rest = [one[1 - a], other[1 - b]];
                    let out = seen_by_two(nine, rest[0], rest[1], digit);
                    if !out.is_empty() && sees(one[a], other[b]) {
                        all |= out;
                        pairs.push((one[a], other[b], out));
                        let premises = premises.get_or_insert_with(|| of_groups(nine, digit, &[*one, *other]));
                        add_sight(premises, one[a], other[b], digit);
                        add_sights(premises, out, rest, digit);
                    }
                }
                if let Some(premises) = premises {
                    let mut step = step(Technique::MultiColorsOne, digit, &[*one, *other], None, premises, all);
                    if let (Some((a, b, _)), Pattern::Colors { touching, .. }) =
                        (pairs.iter().find(|(.., out)| *out == all), &mut step.pattern)
                    {
                        let (a, b) = touch(*a, *b);
                        *touching = Some([candidate(a, digit), candidate(b, digit)]);
                    }
                    finds.add(step)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The groups of a digit, by their first cells; the first colour is that of the first cell.
fn groups(nine: &Nine, digit: usize) -> Vec<ColorPair> {
    let is_pair = |house: &usize| nine.places[*house][digit].count_ones() == 2;
    let paired = (0..27).filter(is_pair).fold(CellSet::EMPTY, |cells, house| cells | nine.places(house, digit));
    let mut groups = Vec::new();
    let mut rest = paired;
    while let Some(first) = rest.first() {
        let mut group: ColorPair = [CellSet::EMPTY; 2];
        // Cells whose pairs have not been followed, with their colour.
        let mut new = [CellSet::only(first), CellSet::EMPTY];
        rest.remove(first);
        while let Some((color, cell)) = [0, 1].into_iter().find_map(|color| Some((color, new[color].first()?))) {
            new[color].remove(cell);
            group[color].insert(cell);
            for house in houses_of(cell).into_iter().filter(is_pair) {
                let partner = nine.places(house, digit) & rest;
                new[1 - color] |= partner;
                rest -= partner;
            }
        }
        groups.push(group);
    }
    groups
}

fn peers_of(cells: CellSet) -> CellSet {
    cells.iter().fold(CellSet::EMPTY, |seen, cell| seen | CellSet::peers(cell))
}

fn sees_itself(color: CellSet) -> bool {
    !(peers_of(color) & color).is_empty()
}

/// The places that see a cell of either set.
fn seen_by_two(nine: &Nine, one: CellSet, other: CellSet, digit: usize) -> CellSet {
    peers_of(one) & peers_of(other) & nine.cells[digit]
}

/// The premises that each group has two colours, one of which is true.
fn of_groups(nine: &Nine, digit: usize, groups: &[ColorPair]) -> Premises {
    let mut premises = Premises::default();
    let all = groups.iter().flatten().fold(CellSet::EMPTY, |all, color| all | *color);
    for house in (0..27).filter(|house| nine.places[*house][digit].count_ones() == 2) {
        if nine.places(house, digit).is_subset(all) {
            premises.strong_house(house, digit);
            premises.weak_house(house, digit);
        }
    }
    premises
}

/// A cell of one set and a cell of the other that see each other.
fn touch(one: CellSet, other: CellSet) -> (usize, usize) {
    let touching = one.iter().find_map(|cell| Some((cell, (CellSet::peers(cell) & other).first()?)));
    touching.expect("the sets see each other")
}

/// Adds the premise that a cell of one set and a cell of the other see each other.
fn add_sight(premises: &mut Premises, one: CellSet, other: CellSet, digit: usize) {
    let (cell, seen) = touch(one, other);
    premises.sight(cell, seen, digit);
}

/// Adds the premises that each of the cells sees both colours.
fn add_sights(premises: &mut Premises, out: CellSet, colors: ColorPair, digit: usize) {
    for cell in out.iter() {
        colors.iter().for_each(|color| add_sight(premises, CellSet::only(cell), *color, digit));
    }
}

fn step(
    technique: Technique,
    digit: usize,
    groups: &[ColorPair],
    wrong: Option<(usize, usize)>,
    premises: Premises,
    out: CellSet,
) -> Step {
    let named = |group: &ColorPair| -> [Vec<Candidate>; 2] { group.map(|color| in_each(color, digit)) };
    let pattern = Pattern::Colors { groups: groups.iter().map(named).collect(), wrong, touching: None };
    Step::removing(technique, pattern, premises.list(), in_each(out, digit))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;
    use super::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        example(
            SimpleColorsTrap,
            "4 in r1: r1c15; 4 in c5: r16c5; 4 in b5: r6c5 r5c4",
            "r5c1<>4",
            &["4 in r1: r1c15; 4 in c5: r16c5; 4 in b5: r6c5 r45c4"],
        ),
        example(
            SimpleColorsWrap,
            "4 in r1: r1c15; 4 in c5: r16c5; 4 in r6: r6c25; 4 in c2: r36c2",
            "r1c1<>4 r3c2<>4 r6c5<>4",
            &["4 in r1: r1c15; 4 in c5: r16c5; 4 in r6: r6c25; 4 in c2: r68c2"],
        ),
        example(
            MultiColorsOne,
            "4 in r1: r1c17; 4 in r5: r5c18",
            "r23c8<>4 r46c7<>4",
            &["4 in r1: r1c17; 4 in r5: r5c28"],
        ),
        // r1c1 sees both ends of the other group.
        example(
            MultiColorsTwo,
            "4 in r1: r1c17; 4 in r5: r5c18; 4 in c8: r59c8; 4 in r9: r9c18",
            "r1c1<>4",
            &["4 in r1: r1c17; 4 in r5: r5c18"],
        ),
    ];

    /// The groups by going through all pairs until nothing changes.
    fn naive_groups(nine: &Nine, digit: usize) -> Vec<Vec<(usize, bool)>> {
        let mut left: Vec<usize> = (0..81).filter(|a| (0..81).any(|b| are_conjugate(nine, *a, b, digit))).collect();
        let mut groups = Vec::new();
        while let Some(first) = left.first() {
            let mut group = vec![(*first, true)];
            loop {
                let is_new = |cell: &usize| group.iter().all(|(known, _)| known != cell);
                let next = left.iter().copied().filter(is_new).find_map(|cell| {
                    let (_, color) = group.iter().find(|(known, _)| are_conjugate(nine, *known, cell, digit))?;
                    Some((cell, !color))
                });
                let Some(next) = next else { break };
                group.push(next);
            }
            left.retain(|cell| group.iter().all(|(known, _)| known != cell));
            groups.push(group);
        }
        groups
    }

    fn sees_color(cell: usize, group: &[(usize, bool)], color: bool) -> bool {
        group.iter().any(|(other, its)| *its == color && sees(cell, *other))
    }

    fn is_wrong(group: &[(usize, bool)], color: bool) -> bool {
        group.iter().any(|(cell, its)| *its == color && sees_color(*cell, group, color))
    }

    fn naive(nine: &Nine) -> [BTreeSet<Out>; 4] {
        let [mut traps, mut wraps, mut ones, mut twos] = [const { BTreeSet::new() }; 4];
        for digit in 0..9 {
            let groups = naive_groups(nine, digit);
            for (i, group) in groups.iter().enumerate() {
                traps.extend(out_of(nine, digit, |cell| {
                    sees_color(cell, group, true) && sees_color(cell, group, false)
                }));
                wraps.extend(out_of(nine, digit, |cell| {
                    let color = group.iter().find(|(known, _)| *known == cell).map(|(_, color)| *color);
                    color.is_some_and(|color| is_wrong(group, color))
                }));
                for (_, other) in groups.iter().enumerate().filter(|(j, _)| *j != i) {
                    let touches =
                        |a: bool, b: bool| group.iter().any(|(cell, its)| *its == a && sees_color(*cell, other, b));
                    twos.extend(out_of(nine, digit, |cell| {
                        let color = group.iter().find(|(known, _)| *known == cell).map(|(_, color)| *color);
                        color.is_some_and(|color| touches(color, true) && touches(color, false))
                    }));
                    ones.extend(out_of(nine, digit, |cell| {
                        let both = [(true, true), (true, false), (false, true), (false, false)];
                        let rules_out = |(a, b): (bool, bool)| {
                            touches(a, b) && sees_color(cell, group, !a) && sees_color(cell, other, !b)
                        };
                        both.into_iter().any(rules_out)
                    }));
                }
            }
        }
        [traps, wraps, ones, twos]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn what_is_found_is_what_the_definitions_say(seed in any::<u64>(), sixteenths in 2u64..7) {
            let board = Board::random(seed, sixteenths);
            let [traps, wraps, ones, twos] = naive(&board.nine());
            prop_assert_eq!(board.outs(SimpleColorsTrap), traps);
            prop_assert_eq!(board.outs(SimpleColorsWrap), wraps);
            prop_assert_eq!(board.outs(MultiColorsOne), ones);
            prop_assert_eq!(board.outs(MultiColorsTwo), twos);
        }
    }
}
