//! Finned and sashimi fish: basic fish but for a few places of the base lines (the fins), all of them in one box.
//!
//! ```text
//!     x . . | . . . | . . .      rows 2 and 5 would be an X-wing in columns 1 and 6, were it not for the fin f.
//!     4 f . | . . 4 | . . .      Either the fin is true, or the X-wing is. A cell that both rule out (x: in a
//!     x . . | . . . | . . .      column of the X-wing, and in the box of the fin) is not 4.
//!     ------+-------+------
//!     . . . | . . . | . . .      Sashimi: the same without the 4 in r2c1. Without the fin, row 2 would have one
//!     4 . . | . . 4 | . . .      place left, and there would be no X-wing. The argument still holds.
//! ```
//!
//! Source: the players' forums around 2005; "Ultimate Fish Guide".
//! Here: what is ruled out lies in a cover line, outside the base lines, and sees all fins; so all fins are in its box.
//! The base lines therefore have places in one or two more lines than there are base lines, and these lie in one chute.

use super::nine_fish::{Fish, Reported};
use super::prelude::*;

/// Finds finned or sashimi fish, digit by digit: rows as base first, then columns; base lines and cover lines in
/// ascending order.
pub(in super::super) fn find(nine: &View, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
    use Technique::*;
    let (size, names) = match technique {
        FinnedXWing | SashimiXWing => (2, [FinnedXWing, SashimiXWing]),
        FinnedSwordfish | SashimiSwordfish => (3, [FinnedSwordfish, SashimiSwordfish]),
        _ => (4, [FinnedJellyfish, SashimiJellyfish]),
    };
    let mut reported = Reported::default();
    for digit in nine.digits_outside_templates() {
        if nine.is_known_absent(technique, digit) {
            continue;
        }
        for first in [0, 9] {
            let lines = std::array::from_fn(|line| nine.places[first + line][digit]);
            let across = std::array::from_fn(|line| nine.places[9 - first + line][digit]);
            let search = FishSearch { digit, first, lines, across, size, names };
            search.join(0, 0, 0, &mut |fish| {
                if finds.wants_all() {
                    return reported.report(fish, technique, finds);
                }
                match fish.iter().find(|fish| fish.technique == technique) {
                    Some(fish) => finds.add(fish.step()),
                    None => ControlFlow::Continue(()),
                }
            })?;
        }
        if !finds.wants_all() {
            nine.note_absent(technique, digit);
        }
    }
    reported.report_twins(finds)
}

/// A digit's places by lines of one direction, which form the bases of the fish to find.
struct FishSearch {
    digit: usize,
    /// The number of the first base line as a house: 0 for rows, 9 for columns.
    first: usize,
    /// Per base line: its places.
    lines: [u16; 9],
    /// Per line of the other direction: its places.
    across: [u16; 9],
    size: usize,
    /// The name of the fish if it is finned, and if it is sashimi.
    names: [Technique; 2],
}

/// The three lines of a band, or of a stack.
const CHUTES: [u16; 3] = [0b111, 0b111_000, 0b111_000_000];

impl FishSearch {
    /// Adds lines, starting at `next`, to the base `chosen`, whose places are `union`. Visits the fish of each base.
    fn join(
        &self,
        next: usize,
        chosen: u16,
        union: u16,
        visit: &mut impl FnMut(&[Fish]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let count = chosen.count_ones() as usize;
        if count == self.size {
            return if union.count_ones() as usize > count {
                self.cover(chosen, union, visit)
            } else {
                ControlFlow::Continue(())
            };
        }
        for line in next..9 {
            let wider = union | self.lines[line];
            if self.lines[line] != 0 && wider.count_ones() as usize <= self.size + 2 {
                self.join(line + 1, chosen | 1 << line, wider, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the fish with a base whose places are in the lines `union`: all but one or two of these lines are covers.
    fn cover(&self, base: u16, union: u16, visit: &mut impl FnMut(&[Fish]) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut fish: Vec<Fish> = Vec::new();
        // The first covers leave out the last lines.
        for spare in (0..9).rev().map(|line| 1 << line).filter(|line| union & line != 0) {
            if union.count_ones() as usize == self.size + 1 {
                fish.extend(self.fish(base, union, spare));
                continue;
            }
            let later = (0..9).rev().map(|line| 1 << line).take_while(|line| *line > spare);
            for other in later.filter(|line| union & line != 0) {
                fish.extend(self.fish(base, union, spare | other));
            }
        }
        if fish.is_empty() { ControlFlow::Continue(()) } else { visit(&fish) }
    }

    /// The fish whose cover lines are `union` without `spare`, if it rules out anything.
    #[inline]
    fn fish(&self, base: u16, union: u16, spare: u16) -> Option<Fish> {
        let stack = CHUTES.into_iter().find(|stack| spare & !stack == 0)?;
        let at = |lines: u16| digits(lines).map(|line| self.across[line]);
        let fins = at(spare).fold(0, |fins, places| fins | places) & base;
        let band = CHUTES.into_iter().find(|band| fins & !band == 0)?;
        let cover = union & !spare;
        if at(cover & stack).all(|places| places & band & !base == 0) {
            return None;
        }
        let cells = |across: u16, lines: u16| -> CellSet {
            let of = digits(across).flat_map(|line| digits(self.across[line] & lines).map(move |place| (line, place)));
            of.map(|(line, place)| if self.first == 0 { 9 * place + line } else { 9 * line + place }).collect()
        };
        let is_sashimi = digits(base).any(|line| (self.lines[line] & !spare).count_ones() <= 1);
        Some(Fish {
            technique: self.names[usize::from(is_sashimi)],
            digit: self.digit,
            bases: u32::from(base) << self.first,
            covers: u32::from(cover) << (9 - self.first),
            fins: cells(spare, base),
            eliminations: cells(cover & stack, band & !base),
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::nine_fish::testing::{around_a_placement, board_with, hits, naive, places_of, twins};
    use super::super::nine_fish::{COLUMNS, ROWS, numbers, seats};
    use super::super::testing::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        // A fin in a different box from everything that a cover line could lose.
        example(
            FinnedXWing,
            "4 in r2: r2c1236; 4 in r5: r5c16",
            "r13c1<>4",
            &["4 in r2: r2c147; 4 in r5: r5c17", "4 in r2: r2c26; 4 in r5: r5c26", "4 in r2: r2c236; 4 in r5: r5c16"],
        ),
        example(
            SashimiXWing,
            "4 in r2: r2c236; 4 in r5: r5c16",
            "r13c1<>4",
            &["4 in r2: r2c246; 4 in r5: r5c16", "4 in r2: r2c1236; 4 in r5: r5c16"],
        ),
        example(FinnedSwordfish, "r1379c138 r45c8<>4", "r6c2<>4", &["r1379c138 r4c8<>4"]),
        example(SashimiSwordfish, "r1279c389 r3568c3<>4", "r4c7<>4", &["r1279c389 r568c3<>4"]),
        example(FinnedJellyfish, "r139c1368 r45c68<>4", "r6c2<>4", &["r139c1368 r4c68 r5c6<>4"]),
        example(SashimiJellyfish, "r179c1389 r348c1 r56c13<>4", "r4c7<>4", &["r179c1389 r348c1 r5c13 r6c1<>4"]),
    ];

    #[test]
    fn siamese_fish_are_reported_as_one() {
        let (puzzle, out) = places_of([
            "*x* *** ***",
            "4.. ... 4..",
            "*x* *** ***",
            "x** *** ***",
            ".4. ... 4..",
            "x** *** ***",
            "*** *** ***",
            "*** *** ***",
            "*** *** ***",
        ]);
        let steps = accepted(&puzzle, SashimiXWing);
        assert_eq!(hits(&steps).len(), 2);
        assert_eq!(twins(&steps), [out].into());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn agrees_with_the_definition(a in prop::array::uniform9(0u16..512), b in prop::array::uniform9(0u16..512)) {
            let cells = around_a_placement(a, b);
            let puzzle = board_with(cells);
            for (size, finned, sashimi) in
                [(2, FinnedXWing, SashimiXWing), (3, FinnedSwordfish, SashimiSwordfish), (4, FinnedJellyfish, SashimiJellyfish)]
            {
                let mut fish = naive(cells, size, ROWS, COLUMNS);
                fish.extend(naive(cells, size, COLUMNS, ROWS));
                fish.retain(|fish| !fish.fins.is_empty());
                let nine = Nine::of_puzzle(&puzzle);
                let seats = seats(&nine, 3);
                let (mut plain, mut torn) = (BTreeSet::new(), BTreeSet::new());
                for fish in fish {
                    let left = |base: usize| (seats[base] - fish.fins).len();
                    let is_torn = numbers(fish.bases).any(|base| left(base) < 2);
                    if is_torn { &mut torn } else { &mut plain }.insert(fish.eliminations);
                }
                prop_assert_eq!(hits(&accepted(&puzzle, finned)), plain);
                prop_assert_eq!(hits(&accepted(&puzzle, sashimi)), torn);
            }
        }
    }
}
