//! Which way round a board is summed.
//!
//! The sum treats the three stacks differently, and the first band differently from the others; rows and columns may be
//! exchanged too. This makes 2 * 6 * 3 ways round. The number of products is nearly the same for all, but the overhead is not:
//! products are made in rows, one for each partition of the box where the first band meets the third stack, and short rows
//! waste the vectors.

use super::alike::{Board, Groups};
use super::stack::Stack;

/// The costs of operations, in nanoseconds on a processor with AVX-512. The choice does not depend on the processor, so a
/// budget ends at the same place everywhere.
mod cost {
    /// Finding two rows to multiply.
    pub(super) const PAIR: f64 = 1.0;
    /// Multiplying eight numbers.
    pub(super) const EIGHT: f64 = 0.3;
    /// Fetching a number from a table.
    pub(super) const FETCH: f64 = 0.5;
}

/// The figures of a stack that matter, with one of its boxes on top.
#[derive(Clone, Copy, Debug)]
struct Summary {
    triples: f64,
    tops: f64,
    /// The lengths of all rows, each a multiple of 8.
    padded: f64,
}

/// The board turned the best way round.
pub(super) fn best_way_round(board: &Board) -> Board {
    let groups = Groups::of(board.iter().flatten());
    let arrangements: f64 = groups.sizes().map(|size| (1..=size).product::<usize>() as f64).product();
    let transposed = std::array::from_fn(|row| std::array::from_fn(|column| board[column][row]));
    let mut best = (f64::INFINITY, *board);
    for board in [*board, transposed] {
        let summaries = ROTATIONS.map(|bands| {
            let rotated = ordered(&board, bands, [0, 1, 2]);
            [0, 1, 2].map(|stack| Summary::of(&Stack::new(&rotated, stack)))
        });
        for stacks in [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 0, 1], [1, 2, 0], [2, 1, 0]] {
            for (bands, summaries) in ROTATIONS.into_iter().zip(&summaries) {
                let [first, second, third] = stacks.map(|stack| summaries[stack]);
                let triples = (first.triples / arrangements).max(1.0);
                let products = second.triples * (third.tops * cost::PAIR + third.padded / 8.0 * cost::EIGHT);
                // Each row of a table is fetched once; no table has more than 280 in use if a column is empty.
                let rows = 2.0 * second.tops.min(280.0);
                let cost = triples * (products + rows * third.padded * cost::FETCH);
                if cost < best.0 {
                    best = (cost, ordered(&board, bands, stacks));
                }
            }
        }
    }
    best.1
}

/// Each band first in turn.
const ROTATIONS: [[usize; 3]; 3] = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];

impl Summary {
    fn of(stack: &Stack) -> Summary {
        // Of columns that are alike, one order stands for all.
        let share = 1.0 / stack.symmetry() as f64;
        let lengths = (0..stack.top_count()).map(|top| stack.pairs(top).len());
        let (mut triples, mut padded) = (0, 0);
        for length in lengths {
            triples += length;
            padded += length.next_multiple_of(8);
        }
        Summary {
            triples: triples as f64 * share,
            tops: stack.top_count() as f64 * share,
            padded: padded as f64 * share,
        }
    }
}

/// The board with its bands and stacks in another order.
fn ordered(board: &Board, bands: [usize; 3], stacks: [usize; 3]) -> Board {
    let of = |lines: [usize; 3], line: usize| 3 * lines[line / 3] + line % 3;
    std::array::from_fn(|row| std::array::from_fn(|column| board[of(bands, row)][of(stacks, column)]))
}
