//! Patterns of one digit made of two strong links: houses that have only two places left for the digit, the ends of the link.
//!
//! One end of each link sees one end of the other. These two cannot both have the digit, so one of the two free ends has it,
//! and no cell that sees both free ends does.
//!
//! ```text
//!   skyscraper           two-string kite      empty rectangle
//!   . 4---|---4 .        . . . | . . .        . 4 . | . . .      4  place; the lines are the strong links
//!   . . . | . . x        . 4---|---4 .        4 . 4 | . 4 .      x  cannot be 4
//!   . . . | . . x        4 . . | . . .        . 4 . | . | .
//!   ------+------        |-----+------        ------+---|--
//!   . . . | . x .        | . . | . . .        . . . | . | .
//!   . 4---|-----4        4 . . | . x .        . x . | . 4 .
//!   . . . | . x .        . . . | . . .        . . . | . . .
//! ```
//!
//! - Skyscraper: two rows (or two columns); one place of each lies in the same column.
//! - Two-string kite: a row and a column; one place of each lies in the same box.
//! - Turbot fish: any two links; the two patterns above are the most common.
//! - Empty rectangle: the places in a box lie in one of its rows and one of its columns, and neither has all of them. That is
//!   a strong link too, between the places in the row and the places in the column. With only two places it is a turbot
//!   fish.
//! - The dual forms are two kites, or two empty rectangles, with the same places in their box.
//!
//! Source: skyscraper and kite are Havard's (sudoku.com forum, 2006), the turbot fish is Nick70's (2005), the empty rectangle
//! Rod Hagglund's. Here: the order is HoDoKu's: rows before columns for the skyscraper, digit by digit for the others; of
//! several turbot fish, the one with the most eliminations.

use super::prelude::*;

/// Finds the patterns of one kind.
pub(in super::super) fn find(nine: &View, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
    match technique {
        Technique::Skyscraper => skyscrapers(nine, &mut |pattern| finds.add(pattern.step(technique))),
        Technique::TwoStringKite => kites(nine, &mut |kite| finds.add(kite.step(technique))),
        Technique::TurbotFish => turbot_fish(nine, finds),
        Technique::EmptyRectangle => {
            // HoDoKu leaves those with two places to its search for turbot fish, unless every step is wanted.
            let least = if finds.wants_all() { 2 } else { 3 };
            empty_rectangles(nine, least, &mut |pattern| finds.add(pattern.step(nine, technique)))
        }
        Technique::DualTwoStringKite => {
            let mut all: Vec<TwoLinks> = Vec::new();
            let _ = kites(nine, &mut |kite| {
                all.push(kite);
                ControlFlow::Continue(())
            });
            for_each_pair(&all, |a, b| match a.bridge() == b.bridge() && (a.digit, a.out) != (b.digit, b.out) {
                true => finds.add(join(technique, a.step(technique), b.step(technique))),
                false => ControlFlow::Continue(()),
            })
        }
        _ => {
            let mut all: Vec<Rectangle> = Vec::new();
            let _ = empty_rectangles(nine, 2, &mut |pattern| {
                all.push(pattern);
                ControlFlow::Continue(())
            });
            for_each_pair(&all, |a, b| match a.block == b.block && a.digit == b.digit && a.out != b.out {
                true => finds.add(join(technique, a.step(nine, technique), b.step(nine, technique))),
                false => ControlFlow::Continue(()),
            })
        }
    }
}

fn for_each_pair<T>(all: &[T], mut visit: impl FnMut(&T, &T) -> ControlFlow<()>) -> ControlFlow<()> {
    for (i, a) in all.iter().enumerate() {
        for b in &all[i + 1..] {
            visit(a, b)?;
        }
    }
    ControlFlow::Continue(())
}

/// What two steps together conclude.
fn join(technique: Technique, one: Step, other: Step) -> Step {
    let mut premises = Premises::default();
    one.premises.into_iter().chain(other.premises).for_each(|premise| premises.add(premise));
    let chains = |pattern| match pattern {
        Pattern::Chains { chains, .. } => chains,
        _ => Vec::new(),
    };
    let eliminations = [one.eliminations, other.eliminations].concat();
    let pattern = Pattern::Chains { chains: [chains(one.pattern), chains(other.pattern)].concat(), source: None };
    Step::removing(technique, pattern, premises.list(), eliminations)
}

/// Two strong links with ends that see each other.
#[derive(Clone, Copy, Debug)]
struct TwoLinks {
    digit: usize,
    /// A free end, the two ends that see each other, the other free end.
    cells: [usize; 4],
    /// The houses of the links.
    houses: [usize; 2],
    /// What sees both free ends.
    out: CellSet,
}

impl TwoLinks {
    /// The ends that see each other, as a set.
    fn bridge(&self) -> CellSet {
        CellSet::only(self.cells[1]) | CellSet::only(self.cells[2])
    }

    fn step(&self, technique: Technique) -> Step {
        let TwoLinks { digit, cells, houses, out } = *self;
        let mut premises = Premises::default();
        houses.iter().for_each(|house| premises.strong_house(*house, digit));
        premises.sight(cells[1], cells[2], digit);
        premises.sights(cells[0], out, digit);
        premises.sights(cells[3], out, digit);
        step(technique, two_links(digit, cells, houses), premises, out, digit)
    }
}

fn step(technique: Technique, chain: Chain, premises: Premises, out: CellSet, digit: usize) -> Step {
    let pattern = Pattern::Chains { chains: vec![chain], source: None };
    Step::removing(technique, pattern, premises.list(), in_each(out, digit))
}

fn skyscrapers(nine: &View, visit: &mut impl FnMut(TwoLinks) -> ControlFlow<()>) -> ControlFlow<()> {
    for first_line in [0, 9] {
        for digit in nine.digits_outside_templates() {
            let places: [u16; 9] = std::array::from_fn(|line| nine.places[first_line + line][digit]);
            for one in (0..9).filter(|line| places[*line].count_ones() == 2) {
                for other in (one + 1..9).filter(|line| places[*line].count_ones() == 2) {
                    let shared = places[one] & places[other];
                    if shared.count_ones() != 1 {
                        continue;
                    }
                    let cell = |line: usize, places: u16| {
                        let place = places.trailing_zeros() as usize;
                        if first_line == 0 { 9 * line + place } else { 9 * place + line }
                    };
                    let cells = [
                        cell(one, places[one] & !shared),
                        cell(one, shared),
                        cell(other, shared),
                        cell(other, places[other] & !shared),
                    ];
                    let out = seen_by_both(nine, cells[0], cells[3], digit);
                    if !out.is_empty() {
                        visit(TwoLinks { digit, cells, houses: [first_line + one, first_line + other], out })?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn kites(nine: &View, visit: &mut impl FnMut(TwoLinks) -> ControlFlow<()>) -> ControlFlow<()> {
    for digit in nine.digits_outside_templates() {
        let pairs = |lines: std::ops::Range<usize>| {
            let lines = lines.filter(move |line| nine.places[*line][digit].count_ones() == 2);
            lines.filter_map(move |line| Some((line, nine.places(line, digit).pair()?)))
        };
        for (row, in_row) in pairs(0..9) {
            for (column, in_column) in pairs(9..18) {
                if in_row.iter().any(|cell| in_column.contains(cell)) {
                    continue;
                }
                for (free, near) in [(in_row[1], in_row[0]), (in_row[0], in_row[1])] {
                    for (other_near, other_free) in [(in_column[0], in_column[1]), (in_column[1], in_column[0])] {
                        // The column of the row's free end crosses the row of the column's free end.
                        let crossing = other_free / 9 * 9 + free % 9;
                        if houses_of(near)[2] != houses_of(other_near)[2] || !nine.has(crossing, digit) {
                            continue;
                        }
                        if crossing != free && crossing != other_free {
                            let cells = [free, near, other_near, other_free];
                            visit(TwoLinks { digit, cells, houses: [row, column], out: CellSet::only(crossing) })?;
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports all turbot fish, or the one with the most eliminations.
fn turbot_fish(nine: &View, finds: &mut Finds) -> ControlFlow<()> {
    let mut best = None;
    for digit in nine.digits_outside_templates() {
        let mut links = [(0, [0; 2]); 27];
        let mut count = 0;
        for number in (0..27).filter(|house| nine.places[*house][digit].count_ones() == 2) {
            let Some(pair) = nine.places(number, digit).pair() else { continue };
            // Two places that are conjugate both in their line and in their box are one link.
            if !links[..count].iter().any(|(_, known)| *known == pair) {
                links[count] = (number, pair);
                count += 1;
            }
        }
        for (i, (house, pair)) in links[..count].iter().enumerate() {
            for [a, b] in [*pair, [pair[1], pair[0]]] {
                let seen = CellSet::peers(b) - CellSet::only(a);
                for (other_house, other) in &links[i + 1..count] {
                    for [c, d] in [*other, [other[1], other[0]]] {
                        if !seen.contains(c) || d == a || d == b {
                            continue;
                        }
                        let out = seen_by_both(nine, a, d, digit);
                        if out.is_empty() {
                            continue;
                        }
                        let fish = TwoLinks { digit, cells: [a, b, c, d], houses: [*house, *other_house], out };
                        if finds.wants_all() {
                            finds.add(fish.step(Technique::TurbotFish))?;
                            continue;
                        }
                        let key = rank(&fish);
                        if best.as_ref().is_none_or(|(least, _)| key < *least) {
                            best = Some((key, fish));
                        }
                    }
                }
            }
        }
    }
    match best {
        Some((_, fish)) => finds.add(fish.step(Technique::TurbotFish)),
        None => ControlFlow::Continue(()),
    }
}

/// HoDoKu's order of turbot fish: most eliminations, then their positions, then which one its search meets first.
fn rank(fish: &TwoLinks) -> (Reverse<usize>, usize, FirstMet) {
    let [a, b, c, d] = fish.cells;
    // From each cell, the search follows the row first, then the column, then the box.
    let kind = |a: usize, b: usize| shared_houses(a, b).next().map_or(2, |house| house / 9);
    let way = |[a, b, c, d]: [usize; 4]| [(kind(a, b), b), (kind(b, c), c), (kind(c, d), d)];
    let first_met = (a, fish.digit, way([a, b, c, d])).min((d, fish.digit, way([d, c, b, a])));
    (Reverse(fish.out.len()), weight(fish.out.iter().map(|cell| (cell, fish.digit))), first_met)
}

/// Start, digit, and for each of the three links the kind of house and the cell that it leads to.
type FirstMet = (usize, usize, [(usize, usize); 3]);

/// An empty rectangle with a strong link.
#[derive(Clone, Copy, Debug)]
struct Rectangle {
    digit: usize,
    block: usize,
    /// The two lines that have all places of the box: the one in which the link ends, and the one that loses a place.
    lines: [usize; 2],
    /// The house of the link, its end that sees places of the box, its other end.
    link: usize,
    near: usize,
    far: usize,
    out: usize,
}

impl Rectangle {
    fn step(&self, nine: &Nine, technique: Technique) -> Step {
        let Rectangle { digit, block, lines, link, near, far, out } = *self;
        let mut premises = Premises::default();
        premises.strong_house(link, digit);
        premises.weak_house(lines[0], digit);
        premises.strong_house(block, digit);
        premises.weak_house(lines[1], digit);
        premises.sight(far, out, digit);
        let places = nine.places(block, digit);
        let in_line = places & CellSet::house(lines[0]);
        let chain = chain([
            (vec![candidate(far, digit)], false, None),
            (vec![candidate(near, digit)], true, Some(in_house(link, digit))),
            (in_each(in_line, digit), false, Some(in_house(lines[0], digit))),
            (in_each(places - in_line, digit), true, Some(in_house(block, digit))),
        ]);
        step(technique, chain, premises, CellSet::only(out), digit)
    }
}

fn empty_rectangles(nine: &View, least: u32, visit: &mut impl FnMut(Rectangle) -> ControlFlow<()>) -> ControlFlow<()> {
    for digit in nine.digits_outside_templates() {
        for block in 18..27 {
            let mask = nine.places[block][digit];
            if !(least..=5).contains(&mask.count_ones()) {
                continue;
            }
            let places = nine.places(block, digit);
            let (first_row, first_column) = ((block - 18) / 3 * 3, 9 + (block - 18) % 3 * 3);
            for row in (first_row..first_row + 3).rev() {
                for column in (first_column..first_column + 3).rev() {
                    let (in_row, in_column) = (CellSet::house(row), CellSet::house(column));
                    let fits = places.is_subset(in_row | in_column);
                    if !fits || places.is_subset(in_row) || places.is_subset(in_column) {
                        continue;
                    }
                    for lines in [[row, column], [column, row]] {
                        let outside = CellSet::house(lines[0]) & (nine.cells[digit] - places);
                        for near in outside.iter() {
                            let link = houses_of(near)[usize::from(lines[0] < 9)];
                            let Some(pair) = nine.places(link, digit).pair() else { continue };
                            let far = if pair[0] == near { pair[1] } else { pair[0] };
                            // Where the line of the far end crosses the other line of the rectangle.
                            let across = houses_of(far)[usize::from(lines[0] >= 9)];
                            let crossing = CellSet::house(across) & CellSet::house(lines[1]);
                            let Some(out) = (crossing & (nine.cells[digit] - places)).first() else { continue };
                            visit(Rectangle { digit, block, lines, link, near, far, out })?;
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;
    use super::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        // The other ends see no cell in common; the rows are an X-wing; a third place.
        example(
            Skyscraper,
            "4 in r1: r1c27; 4 in r5: r5c28",
            "r23c8<>4 r46c7<>4",
            &["4 in r1: r1c25; 4 in r5: r5c28", "4 in r1: r1c27; 4 in r5: r5c27", "4 in r1: r1c279; 4 in r5: r5c28"],
        ),
        // No common box; a string end where the strings cross.
        example(
            TwoStringKite,
            "4 in r2: r2c28; 4 in c1: r37c1",
            "r7c8<>4",
            &["4 in r2: r2c48; 4 in c1: r37c1", "4 in r2: r2c18; 4 in c1: r27c1"],
        ),
        example(
            TurbotFish,
            "4 in b1: r1c1 r3c2; 4 in c8: r37c8",
            "r7c1<>4",
            &["4 in b1: r1c1 r3c2; 4 in c8: r379c8", "4 in b1: r1c1 r3c2; 4 in c8: r27c8"],
        ),
        // A place in the box that neither line has; a third place in the column.
        example(
            EmptyRectangle,
            "4 in b1: r2c123 r13c2; 4 in c8: r26c8",
            "r6c2<>4",
            &["4 in b1: r1c1 r2c123 r13c2; 4 in c8: r26c8", "4 in b1: r2c1 r13c2; 4 in c8: r269c8"],
        ),
        example(
            DualTwoStringKite,
            "4 in r2: r2c28; 4 in c1: r37c1; 4 in r3: r3c15; 4 in c2: r29c2",
            "r7c8<>4 r9c5<>4",
            &["4 in r2: r2c28; 4 in c1: r37c1"],
        ),
        // Two digits, the same two cells of the box; with different cells they are two kites.
        example(
            DualTwoStringKite,
            "4 in r2: r2c28; 4 in c1: r37c1; 5 in r2: r2c29; 5 in c1: r38c1",
            "r7c8<>4 r8c9<>5",
            &["4 in r2: r2c28; 4 in c1: r37c1; 5 in r2: r2c39; 5 in c1: r38c1"],
        ),
        example(
            DualEmptyRectangle,
            "4 in b1: r2c123 r13c2; 4 in c8: r26c8; 4 in c5: r29c5",
            "r69c2<>4",
            &["4 in b1: r2c123 r13c2; 4 in c8: r26c8"],
        ),
    ];

    /// With two places in the box it is a turbot fish: found if every step is wanted, but not on a path.
    #[test]
    fn an_empty_rectangle_of_two_places() {
        let board = Board::open().places("b1", 4, "r1c2 r2c1").places("c8", 4, "r2c8 r6c8");
        assert_eq!(board.removals(EmptyRectangle), ["r6c2<>4"]);
        assert_eq!(board.removals(TurbotFish), ["r6c2<>4"]);
        let mut finds = Finds::new(Want::One);
        assert_eq!(find(&board.nine(), EmptyRectangle, &mut finds), ControlFlow::Continue(()));
        assert!(finds.steps.is_empty());
    }

    /// Any four places of which the first two and the last two are conjugate, and the middle two see each other.
    fn naive_links(nine: &Nine, is_wanted: impl Fn([usize; 4], usize) -> bool) -> BTreeSet<Out> {
        let mut outs = BTreeSet::new();
        for digit in 0..9 {
            let places: Vec<usize> = (0..81).filter(|cell| nine.has(*cell, digit)).collect();
            let pairs = places.iter().flat_map(|a| places.iter().map(move |b| (*a, *b)));
            let pairs: Vec<_> = pairs.filter(|(a, b)| are_conjugate(nine, *a, *b, digit)).collect();
            for (a, b) in &pairs {
                for (c, d) in &pairs {
                    let are_four = ![*c, *d].contains(a) && ![*c, *d].contains(b);
                    if are_four && sees(*b, *c) && is_wanted([*a, *b, *c, *d], digit) {
                        outs.extend(out_of(nine, digit, |cell| sees(cell, *a) && sees(cell, *d)));
                    }
                }
            }
        }
        outs
    }

    /// Whether the row (column) of two cells has no other places.
    fn is_line(nine: &Nine, digit: usize, a: usize, b: usize, is_row: bool) -> bool {
        let line = |cell: usize| if is_row { cell / 9 } else { cell % 9 };
        line(a) == line(b) && (0..81).filter(|cell| line(*cell) == line(a) && nine.has(*cell, digit)).count() == 2
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn what_is_found_is_what_the_definitions_say(seed in any::<u64>(), sixteenths in 2u64..7) {
            let board = Board::random(seed, sixteenths);
            let nine = &board.nine();
            prop_assert_eq!(board.outs(TurbotFish), naive_links(nine, |_, _| true));
            let is_skyscraper = |[a, b, c, d]: [usize; 4], digit: usize| {
                let rows = is_line(nine, digit, a, b, true) && is_line(nine, digit, c, d, true);
                let columns = is_line(nine, digit, a, b, false) && is_line(nine, digit, c, d, false);
                rows && b % 9 == c % 9 && a % 9 != d % 9 || columns && b / 9 == c / 9 && a / 9 != d / 9
            };
            prop_assert_eq!(board.outs(Skyscraper), naive_links(nine, is_skyscraper));
            // A string within one box is claiming; only then may a kite rule out more than the cell where the strings cross.
            let is_kite = |[a, b, c, d]: [usize; 4], digit: usize| {
                let boxes = [a, b, c, d].map(|cell| cell / 27 * 3 + cell % 9 / 3);
                let strings = is_line(nine, digit, a, b, true) && is_line(nine, digit, c, d, false);
                strings && boxes[1] == boxes[2] && boxes[0] != boxes[1] && boxes[2] != boxes[3]
            };
            let kites = board.outs(TwoStringKite);
            prop_assert!(naive_links(nine, is_kite).is_subset(&kites));
            prop_assert!(kites.iter().all(|(_, out)| out.len() == 1));
        }

        /// An empty rectangle: if the place it rules out were true, its box or its link would have no place.
        #[test]
        fn empty_rectangles_are_all_there(seed in any::<u64>(), sixteenths in 3u64..8) {
            let board = Board::random(seed, sixteenths);
            let nine = &board.nine();
            let mut naive = BTreeSet::new();
            for digit in 0..9 {
                let places: Vec<usize> = (0..81).filter(|cell| nine.has(*cell, digit)).collect();
                for out in &places {
                    for near in &places {
                        for far in places.iter().filter(|far| are_conjugate(nine, *near, **far, digit)) {
                            // One end of the link lies in a line of the box; the other end sees the place along the other line.
                            let [row, column] = [far / 9 == out / 9, far % 9 == out % 9];
                            let in_row = near / 9 == far / 9 && is_line(nine, digit, *near, *far, true);
                            let in_column = near % 9 == far % 9 && is_line(nine, digit, *near, *far, false);
                            let is_link = (in_column && row && !column) || (in_row && column && !row);
                            for block in 0..9 {
                                let of_box = |cell: &usize| cell / 27 * 3 + cell % 9 / 3 == block;
                                let inside: Vec<usize> = places.iter().copied().filter(of_box).collect();
                                let seen_by = |cell: &usize| match in_column && row {
                                    true => (cell / 9 == near / 9, cell % 9 == out % 9),
                                    false => (cell % 9 == near % 9, cell / 9 == out / 9),
                                };
                                let seen: Vec<(bool, bool)> = inside.iter().map(seen_by).collect();
                                let fits = seen.iter().all(|(near, out)| *near || *out);
                                let both = !seen.iter().all(|seen| seen.0) && !seen.iter().all(|seen| seen.1);
                                let is_outside = !of_box(out) && !of_box(near);
                                if is_link && is_outside && fits && both && inside.len() <= 5 {
                                    naive.insert((digit, vec![*out]));
                                }
                            }
                        }
                    }
                }
            }
            prop_assert_eq!(board.outs(EmptyRectangle), naive);
        }
    }
}
