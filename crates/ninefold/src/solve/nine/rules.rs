//! What a digit's places imply in a box, a band and a stack, for vectors of all kinds.

use crate::solve::arch::Vector;
use crate::solve::arch::layout::FULL;

/// The sum of a board that has had no round yet; no real sum is this large. The sum is that of the minirows and minicolumns in
/// which each digit is left, as numbers; those after a round and after the one before show whether anything follows from the
/// round. Rounds never add a candidate, so an equal sum means the same minirows and minicolumns. This is enough: all that a
/// round can remove without emptying one of them is an open digit of a decided cell, which has no consequence. The digit stays
/// open, its matchings are the same, and the cell's own digit has no other place to lose. All other rules leave a trace:
/// matchings empty minirows or minicolumns, and an open digit that was naked is left with one of each. So if the sum has not
/// changed, no rule changes the board any more; at times this is found a round earlier than if all words were compared.
pub(super) const UNKNOWN: u32 = u32::MAX;

// For each of three D2, three minirows and three minicolumns.
const _: () = assert!(18 * (FULL as u64) < UNKNOWN as u64);

/// The candidates of some digits after a round.
pub(super) struct Narrowed<V> {
    pub(super) candidates: [V; 9],
    /// The digit has two or more places in the box.
    pub(super) open: V,
    /// The digit has a place in the box, and is not both the only candidate of a cell and possible in others.
    pub(super) complete: V,
    /// The sum of the digits' minirows and minicolumns as numbers; see [`UNKNOWN`].
    pub(super) sum: V,
}

/// The round for some digits, once it is known whether each cell has `many` candidates and whether it is `decided`, that is,
/// the only place of some digit in the box; and whether each digit is `naked`, that is, the only candidate of some cell in the
/// box.
#[inline(always)]
pub(super) fn narrow<V: Vector>(old: &[V; 9], open: V, naked: V, many: &[V; 9], decided: &[V; 9]) -> Narrowed<V> {
    let mut new = *old;
    for cell in 0..9 {
        // A digit that is not open has no other place to lose.
        new[cell] = new[cell].without_both(open, many[cell].and_or(decided[cell], naked));
    }
    let rows = matching([
        new[0].or3(new[1], new[2]).rotate_stacks(),
        new[3].or3(new[4], new[5]).rotate_stacks(),
        new[6].or3(new[7], new[8]).rotate_stacks(),
    ]);
    let mut columns = [V::none(); 3];
    if V::TERNARY {
        // The minicolumns come first, so that cells need not be written twice.
        for c in 0..3 {
            columns[c] = new[c].and(rows[0]).or_and(new[c + 3], rows[1]).or_and(new[c + 6], rows[2]);
        }
    } else {
        for cell in 0..9 {
            new[cell] = new[cell].and(rows[cell / 3]);
        }
        for c in 0..3 {
            columns[c] = new[c].or3(new[c + 3], new[c + 6]);
        }
    }
    let kept = matching([columns[0].rotate_bands(), columns[1].rotate_bands(), columns[2].rotate_bands()]);
    for cell in 0..9 {
        let (row, column) = (rows[cell / 3], kept[cell % 3]);
        new[cell] = if V::TERNARY { new[cell].and3(row, column) } else { new[cell].and(column) };
    }
    // The rest is what is left. Two places in a box lie in two minirows or in two minicolumns.
    let r = [new[0].or3(new[1], new[2]), new[3].or3(new[4], new[5]), new[6].or3(new[7], new[8])];
    let c = [columns[0].and(kept[0]), columns[1].and(kept[1]), columns[2].and(kept[2])];
    let open = r[0].majority(r[1], r[2]).or(c[0].majority(c[1], c[2]));
    // The only places left in a box to a naked digit are cells in which it is naked.
    let complete = c[0].or3(c[1], c[2]).without_both(open, naked);
    let sum = r[0].add(r[1]).add(r[2]).add(c[0].add(c[1]).add(c[2]));
    Narrowed { candidates: new, open, complete, sum }
}

/// Which bits of each of three vectors can be kept if the vectors have to use three different places of every group of three:
/// the places that the other two can complete. Takes the rotations of the vectors.
///
/// ```text
///     a bit of word 0 at place p stays if  word 1 has p+1 and word 2 has p+2,
///                                      or  word 1 has p+2 and word 2 has p+1
/// ```
#[inline(always)]
fn matching<V: Vector>(rotated: [(V, V); 3]) -> [V; 3] {
    let [a, b, c] = rotated;
    [others(b, c), others(a, c), others(a, b)]
}

/// The places for which one word has the next place and the other word the place after that, or the other way round.
#[inline(always)]
fn others<V: Vector>(a: (V, V), b: (V, V)) -> V {
    a.0.and(b.1).or_and(a.1, b.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::arch::layout::FULL;
    use crate::solve::arch::{Best, Triple};

    #[test]
    fn rotations_move_one_group_each() {
        for digit in 0..3 {
            for band in 0..3 {
                for stack in 0..3 {
                    let bit = |d: usize, b: usize, s: usize| 1 << (9 * (d % 3) + 3 * (b % 3) + s % 3);
                    let x = Best::all(bit(digit, band, stack));
                    let words = |(a, b): (Best, Best)| (Triple::words(a)[0] & FULL, Triple::words(b)[0] & FULL);
                    let others = bit(digit + 1, band, stack) | bit(digit + 2, band, stack);
                    assert_eq!(Triple::words(Best::none().or_other_digits(x).and(Best::all(FULL))), [others; 3]);
                    assert_eq!(words(x.rotate_bands()), (bit(digit, band + 2, stack), bit(digit, band + 1, stack)));
                    assert_eq!(words(x.rotate_stacks()), (bit(digit, band, stack + 2), bit(digit, band, stack + 1)));
                }
            }
        }
    }

    /// For each of the 512 ways in which three minirows can be open in three boxes, a minirow and its support keep it exactly
    /// if some permutation uses it.
    #[test]
    fn a_minirow_stays_if_a_matching_uses_it() {
        const PERMUTATIONS: [[u32; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for open in 0..512u32 {
            let rows = [open & 7, open >> 3 & 7, open >> 6];
            let support = matching(rows.map(|row| Best::all(row).rotate_stacks()));
            for row in 0..3 {
                for stack in 0..3 {
                    let used = PERMUTATIONS.iter().any(|p| p[row] == stack && (0..3).all(|r| rows[r] >> p[r] & 1 == 1));
                    let kept = rows[row] & Triple::words(support[row])[0] & 7;
                    assert_eq!(kept & 1 << stack != 0, used, "{rows:?} {row} {stack}");
                }
            }
        }
    }
}
