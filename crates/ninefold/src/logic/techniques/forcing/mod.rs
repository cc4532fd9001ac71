//! Forcing chains and nets: assume that a candidate is true, or false, and see what follows.
//!
//! ```text
//!   contradiction   r1c1=4 -> r1c5<>4 -> r3c6=4 -> ... -> r7c1=4, and column 1 has two of them: r1c1 is not 4
//!   verity          r5c5 is 2, 3 or 7; if 2 then ... r9c9<>1, if 3 then ... r9c9<>1, if 7 then ... r9c9<>1
//!   net             a conclusion may rest on several others: r3c6 loses 2 here, 5 there, so it is 8
//!   nested          within a net a candidate is shown to be false by a net of its own
//! ```
//!
//! Players have called them trial and error, Nishio (after Tetsuya Nishio), tabling (Bruce Greer's "Trebor's tables"), and
//! multiple and dynamic forcing chains (Nicolas Juillerat's Sudoku Explainer). They are what remains when patterns are
//! exhausted; nested deeply enough, they solve every puzzle that has exactly one solution.
//!
//! Which step is reported follows HoDoKu: a digit that can be placed before a candidate that can be removed, cells in reading
//! order. The explanation does not: it is always the shortest argument that was found.
//!
//! - `table`: what implies what, as a matrix of bits, and its transitive closure
//! - `constraints`, `links`: what links candidates and groups, directly or by chains
//! - `chains`: chains through candidates and groups
//! - `sweep`: all consequences of an assumption by singles and locked candidates, fast
//! - `net`: the same, with the reason for every consequence, to be cut down to what a conclusion needs
//! - `nets`, `nested`: the search for nets

mod chains;
mod constraints;
pub(super) mod links;
mod nested;
mod net;
mod nets;
mod sweep;
mod table;

use super::prelude::*;

/// Finds forcing chains, nets or nested nets, whichever are wanted.
pub(in super::super) fn find(nine: &View, wanted: &[Technique], finds: &mut Finds) -> ControlFlow<()> {
    use Technique::*;
    let wants = |kinds: [Technique; 2]| kinds.iter().any(|kind| wanted.contains(kind));
    if wants([ForcingChainContradiction, ForcingChainVerity]) {
        chains::find(nine, wanted, finds)?;
    }
    if wants([ForcingNetContradiction, ForcingNetVerity]) {
        nets::find(nine, wanted, finds)?;
    }
    if wanted.contains(&NestedForcingNet) {
        nested::find(nine, finds)?;
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
pub(super) mod tests {
    //! A naive search over all nets would take too long: each may use the whole board. Instead, the results of `table`, `sweep`
    //! and `net` for single links, for the closure and for every assumption are compared, as they were written independently;
    //! the checker checks every step.

    use super::super::testing::*;

    /// The examples of nets come from random boards, reduced until nothing more could be left out.
    pub(in super::super) const EXAMPLES: &[Example] = &[
        // One of r2c456 and r6c5 is 5.
        example(
            ForcingChainContradiction,
            "5 in r2: r2c1456; 5 in r6: r6c15",
            "r1c5<>5",
            &["5 in r2: r2c1456; 5 in r6: r6c158"],
        ),
        // Whatever r5c5 is, it is 9 itself or makes one of the others 9; with one more candidate nothing follows.
        example(
            ForcingChainVerity,
            "r5c5=1239; r5c4=19; r9c5=29; r4c6=39",
            "r4c5<>9",
            &["r5c5=12349; r5c4=19; r9c5=29; r4c6=39"],
        ),
        example(
            ForcingNetContradiction,
            "r23c68 r4c1268 r7c126789 r89c8<>6",
            "r1c3<>6",
            &[
                "r23c68 r4c1268 r7c126789 r8c8<>6",
                "r3c6 r23c8 r4c1268 r7c126789 r89c8<>6",
                "5 in r2: r2c14; 5 in r6: r6c15",
            ],
        ),
        example(
            ForcingNetVerity,
            "r9c7:=3; r5c9:=4; r6c8:=5; r3c7:=6; r2c7:=7; r5c2:=8; r4c8:=9",
            "r1c7<>8",
            &["r9c7:=3; r5c9:=4; r6c8:=5; r3c7:=6; r2c7:=7; r5c2:=8", "r5c5=1239; r5c4=19; r9c5=29; r4c6=39"],
        ),
        // Golden Nugget. Nothing can be left out, as it would then have several solutions.
        example(
            NestedForcingNet,
            "line .......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
            "r1c1<>8",
            &["line 123456789456789123789123456......................................................"],
        ),
    ];
}
