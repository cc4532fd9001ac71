//! Franken and mutant fish: bases and covers may also be boxes and, in mutant fish, rows and columns in any mixture.
//!
//! ```text
//!   Franken swordfish: base rows 2 and 5 and box 9, cover columns 2, 8 and 9
//!     . x . | . . . | . x x
//!     . 4 . | . . . | . 4 .      All 4s of the two rows and of the box lie in these columns, and no cell is in two of
//!     . x . | . . . | . x x      the three bases. Each base has a 4, each column at most one: so the columns have
//!     ------+-------+------      theirs there, and nowhere else (x).
//!     . x . | . . . | . x x
//!     . 4 . | . . . | . . 4      A fin is a place of a base that no cover has, or (an endo fin) that is in two bases.
//!     . x . | . . . | . x x      If there are any, only what sees them all is ruled out.
//!     ------+-------+------
//!     . x . | . . . | . 4 .      A place of a base that is in two covers is ruled out too (cannibalism): it would
//!     . x . | . . . | . . 4      leave two other bases one cover.
//!     . x . | . . . | . . .
//! ```
//!
//! Franken fish have rows (and boxes) as bases and columns (and boxes) as covers, or the other way round; all others are mutant.
//!
//! Source: the players' forums since 2006; "Ultimate Fish Guide".
//! Here: the names and limits (at most five fins, two of them endo fins) are HoDoKu's.
//!
//! What a fish rules out is outside all templates ([`View::outside_all_templates`]), as few candidates are. For a given
//! base and such a candidate, every place in the base that does not see the candidate must be covered; so covers are chosen
//! for one such place after another, each of which has two or three.

use super::nine_fish::{self, BOXES, COLUMNS, Fish, Houses, ROWS, Reported, around, numbers};
use super::prelude::*;

/// The most fins of a fish that is reported.
const MOST_FINS: usize = 5;
const MOST_ENDO_FINS: usize = 2;

/// Finds Franken or mutant fish, digit by digit, bases and covers in ascending order.
pub(in super::super) fn find(nine: &View, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
    use Technique::*;
    let (size, names) = match technique {
        FrankenXWing | FinnedFrankenXWing => (2, [FrankenXWing, FinnedFrankenXWing]),
        FrankenSwordfish | FinnedFrankenSwordfish => (3, [FrankenSwordfish, FinnedFrankenSwordfish]),
        FrankenJellyfish | FinnedFrankenJellyfish => (4, [FrankenJellyfish, FinnedFrankenJellyfish]),
        MutantXWing | FinnedMutantXWing => (2, [MutantXWing, FinnedMutantXWing]),
        MutantSwordfish | FinnedMutantSwordfish => (3, [MutantSwordfish, FinnedMutantSwordfish]),
        MutantJellyfish | FinnedMutantJellyfish => (4, [MutantJellyfish, FinnedMutantJellyfish]),
        FinnedMutantSquirmbag => (5, [technique; 2]),
        _ => (6, [technique; 2]),
    };
    let is_franken = matches!(names[0], FrankenXWing | FrankenSwordfish | FrankenJellyfish);
    let has_fins = technique == names[1];
    let kinds: &[[Houses; 2]] = match is_franken {
        true => &[[ROWS | BOXES, COLUMNS | BOXES], [COLUMNS | BOXES, ROWS | BOXES]],
        false => &[[ROWS | COLUMNS | BOXES; 2]],
    };
    let mut reported = Reported::default();
    for digit in (0..9).filter(|digit| !nine.outside_all_templates(*digit).is_empty()) {
        let seats = nine_fish::seats(nine, digit);
        let open = (0..27).filter(|house| !seats[*house].is_empty()).fold(0, |mask, house| mask | 1 << house);
        for [bases, covers] in kinds {
            let mut search = FishSearch {
                digit,
                size,
                name: technique,
                is_franken,
                has_fins,
                bases: bases & open,
                covers: covers & open,
                seats: &seats,
                outside: nine.outside_all_templates(digit),
                wants_all: finds.wants_all(),
                caught: Vec::new(),
            };
            if !has_fins && !finds.wants_all() {
                // HoDoKu ignores all others when it looks for fish without fins.
                search.bases = numbers(search.bases)
                    .filter(|base| seats[*base].len() <= size)
                    .fold(0, |mask, base| mask | 1 << base);
            }
            let net = Net {
                next: 0,
                bases: 0,
                union: CellSet::EMPTY,
                endo: CellSet::EMPTY,
                doubles: 0,
                targets: search.outside,
            };
            search.join(&net, &mut |fish| reported.report(fish, technique, finds))?;
        }
    }
    reported.report_twins(finds)
}

/// Where fish of one digit are looked for, and which.
struct FishSearch<'a> {
    digit: usize,
    size: usize,
    name: Technique,
    is_franken: bool,
    has_fins: bool,
    /// The houses that may be bases, and covers.
    bases: Houses,
    covers: Houses,
    /// Per house: the places of the digit.
    seats: &'a [CellSet; 27],
    outside: CellSet,
    wants_all: bool,
    /// The fish with the current bases.
    caught: Vec<Fish>,
}

/// Base houses chosen so far.
#[derive(Clone, Copy)]
struct Net {
    /// Later bases come from here on.
    next: usize,
    bases: Houses,
    /// The places in the bases.
    union: CellSet,
    /// The places in two bases.
    endo: CellSet,
    /// How often a place was in yet another base.
    doubles: usize,
    /// What a fish with these bases might rule out.
    targets: CellSet,
}

impl FishSearch<'_> {
    /// Adds bases in ascending order; reports the fish of each set of bases that has any: all, or the one with the first covers.
    fn join(&mut self, net: &Net, visit: &mut impl FnMut(&[Fish]) -> ControlFlow<()>) -> ControlFlow<()> {
        if net.bases.count_ones() as usize == self.size {
            self.cover(net);
            if self.caught.is_empty() {
                return ControlFlow::Continue(());
            }
            let caught = std::mem::take(&mut self.caught);
            return visit(&caught);
        }
        for base in numbers(self.bases >> net.next << net.next) {
            let again = net.union & self.seats[base];
            let doubles = net.doubles + again.len();
            if doubles > if self.has_fins { MOST_ENDO_FINS } else { 0 } {
                continue;
            }
            let targets = if again.is_empty() { net.targets } else { net.targets & again.common_peers() };
            if !targets.is_empty() {
                self.join(
                    &Net {
                        next: base + 1,
                        bases: net.bases | 1 << base,
                        union: net.union | self.seats[base],
                        endo: net.endo | again,
                        doubles,
                        targets,
                    },
                    visit,
                )?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Catches the fish with these bases.
    fn cover(&mut self, net: &Net) {
        if self.is_franken && net.bases & !BOXES == 0 {
            return;
        }
        let free = numbers(self.covers & !net.bases).filter(|cover| !self.seats[*cover].is_disjoint(net.union));
        let free = free.fold(0, |mask, cover| mask | 1 << cover);
        if !self.has_fins {
            let cast = Cast { needed: net.union, left: self.size, free, chosen: 0, of_target: 0, of_target_left: 0 };
            return self.cast(net, None, cast);
        }
        for target in net.targets.iter() {
            let of_target = around(target);
            // A place of a base is ruled out only if two covers have it.
            let of_target_left = if net.union.contains(target) { 2 } else { 1 };
            if (free & of_target).count_ones() < of_target_left {
                continue;
            }
            let mut needed = net.union - CellSet::peers(target);
            needed.remove(target);
            let left = self.size;
            let cast = Cast { needed, left, free, chosen: 0, of_target, of_target_left: of_target_left as usize };
            self.cast(net, Some(target), cast);
        }
    }

    /// Chooses covers for what needs one, each set of covers once.
    fn cast(&mut self, net: &Net, target: Option<usize>, cast: Cast) {
        if let Some(cell) = cast.needed.first() {
            if cast.left <= cast.of_target_left {
                return;
            }
            let mut free = cast.free;
            for cover in numbers(free & around(cell)) {
                free &= !(1 << cover);
                let needed = cast.needed - self.seats[cover];
                self.cast(
                    net,
                    target,
                    Cast { needed, left: cast.left - 1, free, chosen: cast.chosen | 1 << cover, ..cast },
                );
            }
            return;
        }
        if cast.left == 0 {
            if let Some(fish) = self.fish(net, cast.chosen, target) {
                self.keep(fish);
            }
            return;
        }
        // The other covers are free, except those that must contain the target.
        let usable = if cast.left == cast.of_target_left { cast.free & cast.of_target } else { cast.free };
        let mut free = cast.free;
        for cover in numbers(usable) {
            free &= !(1 << cover);
            let is_of_target = cast.of_target >> cover & 1 == 1;
            let of_target_left = cast.of_target_left.saturating_sub(usize::from(is_of_target));
            self.cast(
                net,
                target,
                Cast { left: cast.left - 1, free, chosen: cast.chosen | 1 << cover, of_target_left, ..cast },
            );
        }
    }

    fn keep(&mut self, fish: Fish) {
        if self.wants_all {
            self.caught.push(fish);
            return;
        }
        // The covers that come first in the order of houses: the first difference decides.
        let is_first = self.caught.first().is_none_or(|known| {
            let difference = known.covers ^ fish.covers;
            fish.covers & difference & difference.wrapping_neg() != 0
        });
        if is_first {
            self.caught.clear();
            self.caught.push(fish);
        }
    }

    /// The fish with these bases and covers, if it is of the wanted kind; only for the first candidate that it rules out.
    fn fish(&self, net: &Net, covers: Houses, target: Option<usize>) -> Option<Fish> {
        if self.is_franken != is_franken(net.bases, covers) || is_basic(net.bases, covers) {
            return None;
        }
        let (mut covered, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        for cover in numbers(covers) {
            twice |= covered & self.seats[cover];
            covered |= self.seats[cover];
        }
        let fins = (net.union - covered) | net.endo;
        if fins.is_empty() == self.has_fins || fins.len() > MOST_FINS {
            return None;
        }
        let eliminations = ((covered - net.union) | twice) & fins.common_peers();
        if eliminations.is_empty() || target.is_some_and(|target| eliminations.first() != Some(target)) {
            return None;
        }
        Some(Fish { technique: self.name, digit: self.digit, bases: net.bases, covers, fins, eliminations })
    }
}

/// Covers chosen so far for one base.
#[derive(Clone, Copy)]
struct Cast {
    /// The places that still need a cover.
    needed: CellSet,
    /// How many covers are still to be chosen.
    left: usize,
    /// The houses that may be among them.
    free: Houses,
    chosen: Houses,
    /// The houses of what is to be ruled out, and how many of them must still be chosen.
    of_target: Houses,
    of_target_left: usize,
}

/// Whether all bases are lines of one direction, and all covers of the other.
fn is_basic(bases: Houses, covers: Houses) -> bool {
    [[ROWS, COLUMNS], [COLUMNS, ROWS]].iter().any(|[base, cover]| bases & !base == 0 && covers & !cover == 0)
}

/// The same with boxes on either side, but not only boxes.
fn is_franken(bases: Houses, covers: Houses) -> bool {
    let fits = |houses: Houses, lines: Houses| houses & lines != 0 && houses & !(lines | BOXES) == 0;
    fits(bases, ROWS) && fits(covers, COLUMNS) || fits(bases, COLUMNS) && fits(covers, ROWS)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::nine_fish::testing::{board_with, hits, naive};
    use super::super::testing::*;
    use super::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        example(FrankenXWing, "r89c12379<>4", "r123456c8<>4 r7c4568<>4", &["r89c1239 r8c7<>4"]),
        example(
            FrankenSwordfish,
            "r123456c2 r9c246789<>4",
            "r123456c5<>4 r78c135<>4",
            &["r12356c2 r9c246789<>4", "r1356c2 r9c46789<>4"],
        ),
        example(
            FrankenJellyfish,
            "r2c234789 r56c234 r789c4<>4",
            "r13c156<>4 r4c156789<>4 r789c1<>4",
            &["r2c234789 r56c234 r79c4<>4"],
        ),
        example(FinnedFrankenXWing, "r23c89 r6c1234589<>4", "r1c6<>4", &["r23c89 r6c123459<>4"]),
        example(FinnedFrankenSwordfish, "r23c4589 r79c89<>4", "r8c6<>4", &["r23c4589 r7c89 r9c8<>4"]),
        example(
            FinnedFrankenJellyfish,
            "r23c59 r45c5 r6c123459 r78c9<>4",
            "r9c6<>4",
            &["r23c59 r45c5 r6c12345 r78c9<>4"],
        ),
        example(MutantXWing, "r89c12379<>4", "r123456c8<>4 r7c4568<>4", &["r8c1279 r9c1379<>4"]),
        example(MutantSwordfish, "r89c12379<>4", "r123456c8<>4 r7c456789<>4", &["r8c1279 r9c1379<>4"]),
        example(MutantJellyfish, "r123c56 r5c12356<>4", "r46c4789<>4 r5789c4<>4", &["r13c56 r2c5 r5c126<>4"]),
        example(FinnedMutantXWing, "r23789c9 r6c123459<>4", "r1c6<>4", &["r2379c9 r6c12345<>4"]),
        example(FinnedMutantSwordfish, "r23789c9 r6c123459<>4", "r1c6<>4", &["r2379c9 r6c12345<>4"]),
        example(FinnedMutantJellyfish, "r23789c9 r6c123459<>4", "r1c6<>4", &["r2379c9 r6c12345<>4"]),
        example(
            FinnedMutantSquirmbag,
            "r123c8 r4c128 r6c123458 r8c1245<>4",
            "r79c79<>4",
            &["r123c8 r4c12 r6c1234 r8c1245<>4"],
        ),
        example(
            FinnedMutantWhale,
            "r123c8 r4c128 r6c123458 r8c1245<>4",
            "r79c79<>4",
            &["r123c8 r4c12 r6c1234 r8c1245<>4"],
        ),
    ];

    /// What the definition says, for all fish of a size.
    fn agrees(
        cells: CellSet,
        one: Technique,
        finned: Technique,
        kinds: &[[Houses; 2]],
        is_kind: fn(Houses, Houses) -> bool,
    ) {
        let puzzle = board_with(cells);
        let size = one.name().ends_with("swordfish") as usize + 2;
        let catches: Vec<_> = kinds.iter().flat_map(|[bases, covers]| naive(cells, size, *bases, *covers)).collect();
        for technique in [one, finned] {
            let wanted = catches.iter().filter(|fish| fish.fins.is_empty() == (technique == one));
            let wanted = wanted.filter(|fish| fish.fins.len() <= MOST_FINS && fish.doubles <= MOST_ENDO_FINS);
            let wanted = wanted.filter(|fish| is_kind(fish.bases, fish.covers)).map(|fish| fish.eliminations).collect();
            assert_eq!(hits(&accepted(&puzzle, technique)), wanted, "{technique} {cells:?}");
        }
    }

    fn counts(houses: Houses) -> [u32; 3] {
        [ROWS, COLUMNS, BOXES].map(|kind| (houses & kind).count_ones())
    }

    fn mixes_boxes(bases: Houses, covers: Houses) -> bool {
        let ([rows, columns, boxes], [other_rows, other_columns, other_boxes]) = (counts(bases), counts(covers));
        let crosses = (rows > 0 && other_columns > 0 && columns + other_rows == 0)
            || (columns > 0 && other_rows > 0 && rows + other_columns == 0);
        crosses && boxes + other_boxes > 0
    }

    fn mixes_all(bases: Houses, covers: Houses) -> bool {
        let is_basic = counts(bases)[2] + counts(covers)[2] == 0
            && (counts(bases)[1] + counts(covers)[0] == 0 || counts(bases)[0] + counts(covers)[1] == 0);
        !is_basic && !mixes_boxes(bases, covers)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]
        #[test]
        fn agrees_with_the_definition(a in prop::array::uniform9(0u16..512), b in prop::array::uniform9(0u16..512)) {
            let cells = nine_fish::testing::around_a_placement(a, b);
            let kinds = [[ROWS | BOXES, COLUMNS | BOXES], [COLUMNS | BOXES, ROWS | BOXES]];
            agrees(cells, FrankenXWing, FinnedFrankenXWing, &kinds, mixes_boxes);
            agrees(cells, FrankenSwordfish, FinnedFrankenSwordfish, &kinds, mixes_boxes);
            agrees(cells, MutantXWing, FinnedMutantXWing, &[[ROWS | COLUMNS | BOXES; 2]], mixes_all);
        }
    }
}
