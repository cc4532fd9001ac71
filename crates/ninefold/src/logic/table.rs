//! The techniques, one row each: the only list of them.
//!
//! A row: variant, name, HoDoKu's code, family, finder, place in HoDoKu's default order (0: not in it; equal numbers are
//! searched together), rating of Sudoku Explainer 1.2.1 in tenths (0: it has none; the lowest, where it depends on the
//! length), HoDoKu's default score and level, and `uniqueness` if the puzzle must have one solution.
//!
//! The finder is a file in `techniques`, which also has the examples; before it is the way in which it is called:
//!
//! ```text
//!   any FILE      on boards of any size, technique by technique
//!   each FILE     on 9x9 boards, technique by technique
//!   one FILE      on 9x9 boards; the file has one technique only
//!   joint FILE    on 9x9 boards, with all techniques that are searched together
//! ```

/// Passes the rows to another macro.
macro_rules! with_techniques {
    ($receiver:ident) => {
        $receiver! {
            /// The last empty cell of a house.
            FullHouse: "full house", "0000", Singles, any singles, 10, 10, 4, Easy;
            /// The only place of a digit in a house.
            HiddenSingle: "hidden single", "0002", Singles, any singles, 30, 12, 14, Easy;
            /// The only candidate of a cell.
            NakedSingle: "naked single", "0003", Singles, any singles, 20, 23, 4, Easy;
            /// The places of a digit in a box lie in one row or column, so the rest of that line cannot have it.
            Pointing: "pointing", "0100", LockedCandidates, any locked, 60, 26, 50, Medium;
            /// The places of a digit in a row or column lie in one box, so the rest of that box cannot have it.
            Claiming: "claiming", "0101", LockedCandidates, any locked, 70, 28, 50, Medium;
            /// A naked pair in the cells that a box shares with a line.
            LockedPair: "locked pair", "0110", Subsets, any subsets, 40, 0, 40, Medium;
            /// A naked triple in the cells that a box shares with a line.
            LockedTriple: "locked triple", "0111", Subsets, any subsets, 50, 0, 60, Medium;
            /// Two cells of a house with two digits.
            NakedPair: "naked pair", "0200", Subsets, any subsets, 80, 30, 60, Medium;
            /// Three cells of a house with three digits.
            NakedTriple: "naked triple", "0201", Subsets, any subsets, 90, 36, 80, Medium;
            /// Four cells of a house with four digits.
            NakedQuad: "naked quad", "0202", Subsets, any subsets, 120, 50, 120, Hard;
            /// Two digits of a house with two places.
            HiddenPair: "hidden pair", "0210", Subsets, any subsets, 100, 34, 70, Medium;
            /// Three digits of a house with three places.
            HiddenTriple: "hidden triple", "0211", Subsets, any subsets, 110, 40, 100, Medium;
            /// Four digits of a house with four places.
            HiddenQuad: "hidden quad", "0212", Subsets, any subsets, 130, 54, 150, Hard;
            /// Two rows whose places of a digit lie in two columns, or the other way round.
            XWing: "X-wing", "0300", Fish, any fish, 140, 32, 140, Hard;
            /// Three rows whose places of a digit lie in three columns, or the other way round.
            Swordfish: "swordfish", "0301", Fish, any fish, 150, 38, 150, Hard;
            /// Four rows whose places of a digit lie in four columns, or the other way round.
            Jellyfish: "jellyfish", "0302", Fish, any fish, 160, 52, 160, Hard;
            /// An X-wing with further places in one box.
            FinnedXWing: "finned X-wing", "0310", Fish, each finned, 350, 0, 130, Hard;
            /// A swordfish with further places in one box.
            FinnedSwordfish: "finned swordfish", "0311", Fish, each finned, 370, 0, 200, Unfair;
            /// A jellyfish with further places in one box.
            FinnedJellyfish: "finned jellyfish", "0312", Fish, each finned, 390, 0, 250, Unfair;
            /// A finned X-wing that would be none without its fins.
            SashimiXWing: "sashimi X-wing", "0320", Fish, each finned, 360, 0, 150, Hard;
            /// A finned swordfish that would be none without its fins.
            SashimiSwordfish: "sashimi swordfish", "0321", Fish, each finned, 380, 0, 240, Unfair;
            /// A finned jellyfish that would be none without its fins.
            SashimiJellyfish: "sashimi jellyfish", "0322", Fish, each finned, 400, 0, 260, Unfair;
            /// An X-wing with boxes among the lines of one kind.
            FrankenXWing: "Franken X-wing", "0330", Fish, each mutant, 510, 0, 300, Unfair;
            /// A swordfish with boxes among the lines of one kind.
            FrankenSwordfish: "Franken swordfish", "0331", Fish, each mutant, 520, 0, 350, Unfair;
            /// A jellyfish with boxes among the lines of one kind.
            FrankenJellyfish: "Franken jellyfish", "0332", Fish, each mutant, 0, 0, 370, Unfair;
            /// A Franken X-wing with fins.
            FinnedFrankenXWing: "finned Franken X-wing", "0340", Fish, each mutant, 530, 0, 390, Unfair;
            /// A Franken swordfish with fins.
            FinnedFrankenSwordfish: "finned Franken swordfish", "0341", Fish, each mutant, 540, 0, 410, Unfair;
            /// A Franken jellyfish with fins.
            FinnedFrankenJellyfish: "finned Franken jellyfish", "0342", Fish, each mutant, 0, 0, 430, Unfair;
            /// An X-wing of any two houses and any two others.
            MutantXWing: "mutant X-wing", "0350", Fish, each mutant, 0, 0, 450, Extreme;
            /// A swordfish of any houses.
            MutantSwordfish: "mutant swordfish", "0351", Fish, each mutant, 0, 0, 450, Extreme;
            /// A jellyfish of any houses.
            MutantJellyfish: "mutant jellyfish", "0352", Fish, each mutant, 0, 0, 450, Extreme;
            /// A mutant X-wing with fins.
            FinnedMutantXWing: "finned mutant X-wing", "0360", Fish, each mutant, 0, 0, 470, Extreme;
            /// A mutant swordfish with fins.
            FinnedMutantSwordfish: "finned mutant swordfish", "0361", Fish, each mutant, 0, 0, 470, Extreme;
            /// A mutant jellyfish with fins.
            FinnedMutantJellyfish: "finned mutant jellyfish", "0362", Fish, each mutant, 0, 0, 470, Extreme;
            /// Five houses of any kind and five others, with fins.
            FinnedMutantSquirmbag: "finned mutant squirmbag", "0363", Fish, each mutant, 0, 0, 470, Extreme;
            /// Six houses of any kind and six others, with fins.
            FinnedMutantWhale: "finned mutant whale", "0364", Fish, each mutant, 0, 0, 470, Extreme;
            /// From each fin and each place in a cover house a chain leads to the same conclusion.
            KrakenFishOne: "kraken fish 1", "0371", Fish, each kraken, 0, 0, 500, Extreme;
            /// From the fins and all places of one cover house chains lead to the same conclusion.
            KrakenFishTwo: "kraken fish 2", "0372", Fish, each kraken, 0, 0, 500, Extreme;
            /// Two rows with two places each, one pair of them in the same column.
            Skyscraper: "skyscraper", "0400", SingleDigitPatterns, each single_digit, 190, 66, 130, Hard;
            /// A row and a column with two places each, one pair of them in the same box.
            TwoStringKite: "two-string kite", "0401", SingleDigitPatterns, each single_digit, 200, 66, 150, Hard;
            /// A box whose places lie in one row and one column, and a line with two places.
            EmptyRectangle: "empty rectangle", "0402", SingleDigitPatterns, each single_digit, 220, 0, 120, Hard;
            /// Any two houses with two places each that are linked.
            TurbotFish: "turbot fish", "0403", SingleDigitPatterns, each single_digit, 210, 66, 120, Hard;
            /// Two kites that share their box.
            DualTwoStringKite: "dual two-string kite", "0404", SingleDigitPatterns, each single_digit, 0, 0, 150, Hard;
            /// Two empty rectangles that share their box.
            DualEmptyRectangle: "dual empty rectangle", "0405", SingleDigitPatterns, each single_digit, 0, 0, 120, Hard;
            /// A candidate that sees both colours of a digit's conjugate pairs.
            SimpleColorsTrap: "simple colors trap", "0500", Colors, joint colors, 420, 0, 150, Hard;
            /// A colour that appears twice in a house is false.
            SimpleColorsWrap: "simple colors wrap", "0501", Colors, joint colors, 420, 0, 150, Hard;
            /// Two groups of conjugate pairs: a candidate that sees two colours of which one is true.
            MultiColorsOne: "multi colors 1", "0502", Colors, joint colors, 430, 0, 200, Hard;
            /// A colour that sees both colours of another group is false.
            MultiColorsTwo: "multi colors 2", "0503", Colors, joint colors, 430, 0, 200, Hard;
            /// Colours across digits, through cells with two candidates.
            Medusa: "3D medusa", "0590", Colors, one medusa, 0, 0, 250, Unfair;
            /// Four cells, two digits, and a third one that three of them must not be without.
            UniqueRectangleOne: "unique rectangle 1", "0600", Uniqueness, each rectangles, 260, 45, 100, Hard, uniqueness;
            /// Both roof cells have the same further digit.
            UniqueRectangleTwo: "unique rectangle 2", "0601", Uniqueness, each rectangles, 270, 45, 100, Hard, uniqueness;
            /// The further digits of the roof are part of a subset.
            UniqueRectangleThree: "unique rectangle 3", "0602", Uniqueness, each rectangles, 280, 46, 100, Hard, uniqueness;
            /// One of the digits has to be in the roof.
            UniqueRectangleFour: "unique rectangle 4", "0603", Uniqueness, each rectangles, 290, 45, 100, Hard, uniqueness;
            /// The same further digit in diagonal cells.
            UniqueRectangleFive: "unique rectangle 5", "0604", Uniqueness, each rectangles, 300, 45, 100, Hard, uniqueness;
            /// In the rectangle's lines, one of the digits has no other places.
            UniqueRectangleSix: "unique rectangle 6", "0605", Uniqueness, each rectangles, 310, 45, 100, Hard, uniqueness;
            /// A cell with the two digits, and strong links of one of them from the opposite cell.
            HiddenRectangle: "hidden rectangle", "0606", Uniqueness, each rectangles, 320, 0, 100, Hard, uniqueness;
            /// Three cells of a rectangle are placed, and no givens.
            AvoidableRectangleOne: "avoidable rectangle 1", "0607", Uniqueness, each avoidable, 330, 0, 100, Hard, uniqueness;
            /// Two cells of a rectangle are placed, and no givens.
            AvoidableRectangleTwo: "avoidable rectangle 2", "0608", Uniqueness, each avoidable, 340, 0, 100, Hard, uniqueness;
            /// A loop of any length of cells with two digits.
            UniqueLoop: "unique loop", "0609", Uniqueness, one loops, 0, 46, 100, Hard, uniqueness;
            /// Every cell but one has two candidates.
            BugPlusOne: "BUG+1", "0610", Uniqueness, each bug, 180, 56, 100, Hard, uniqueness;
            /// Several cells have further candidates; one of these is true.
            BugPlusMany: "BUG+n", "0611", Uniqueness, each bug, 0, 57, 120, Unfair, uniqueness;
            /// A chain of strong and weak links of one digit.
            XChain: "X-chain", "0701", Chains, each simple_chains, 440, 66, 260, Unfair;
            /// A chain through cells with two candidates.
            XYChain: "XY-chain", "0702", Chains, each simple_chains, 450, 70, 260, Unfair;
            /// A chain through cells with the same two candidates.
            RemotePair: "remote pair", "0703", Chains, one remote_pairs, 170, 70, 110, Hard;
            /// A loop whose links alternate all the way round.
            ContinuousNiceLoop: "continuous nice loop", "0706", Chains, joint chains, 460, 70, 280, Unfair;
            /// A loop with a discontinuity in one cell.
            DiscontinuousNiceLoop: "discontinuous nice loop", "0707", Chains, joint chains, 460, 70, 280, Unfair;
            /// A chain between two candidates of which one is true.
            AlternatingInferenceChain: "AIC", "0708", Chains, joint chains, 460, 70, 280, Unfair;
            /// A continuous nice loop through groups of cells.
            GroupedContinuousNiceLoop: "grouped continuous nice loop", "0709", Chains, joint chains, 470, 0, 300, Unfair;
            /// A discontinuous nice loop through groups of cells.
            GroupedDiscontinuousNiceLoop: "grouped discontinuous nice loop", "0710", Chains, joint chains, 470, 0, 300, Unfair;
            /// An alternating inference chain through groups of cells.
            GroupedAlternatingInferenceChain: "grouped AIC", "0711", Chains, joint chains, 470, 0, 300, Unfair;
            /// Three cells with two candidates each of three digits.
            XYWing: "XY-wing", "0800", Wings, each wings, 240, 42, 160, Hard;
            /// A pivot with three candidates.
            XYZWing: "XYZ-wing", "0801", Wings, each wings, 250, 44, 180, Hard;
            /// Four cells with four digits, one of which is not restricted to cells that see each other.
            WXYZWing: "WXYZ-wing", "0802", Wings, each wings, 0, 0, 200, Hard;
            /// Two equal cells with two candidates, and a strong link between one of their digits.
            WWing: "W-wing", "0803", Wings, each wings, 230, 0, 150, Hard;
            /// Two almost locked sets and a restricted common.
            AlsXZ: "ALS-XZ", "0901", AlmostLockedSets, each als, 480, 0, 300, Unfair;
            /// Three almost locked sets.
            AlsXYWing: "ALS-XY-wing", "0902", AlmostLockedSets, each als, 490, 0, 320, Unfair;
            /// A chain of almost locked sets.
            AlsChain: "ALS chain", "0903", AlmostLockedSets, one als_chain, 500, 0, 340, Unfair;
            /// A cell each of whose candidates leads to an almost locked set.
            DeathBlossom: "death blossom", "0904", AlmostLockedSets, one death_blossom, 0, 0, 360, Unfair;
            /// There are two more digits than cells where a line meets a box, used up by a set in the line and a set in the box.
            SueDeCoq: "Sue de Coq", "1101", Miscellaneous, one sue_de_coq, 410, 0, 250, Unfair;
            /// Pairs of digits in two cells that leave a third nothing.
            AlignedPairExclusion: "aligned pair exclusion", "1105", Miscellaneous, each exclusion, 0, 62, 350, Unfair;
            /// Triples of digits in three cells.
            AlignedTripleExclusion: "aligned triple exclusion", "1106", Miscellaneous, each exclusion, 0, 75, 400, Extreme;
            /// Cells that all the ways to write a digit nine times have in common.
            TemplateSet: "template set", "1201", Templates, each templates, 0, 0, 10000, Extreme;
            /// Candidates that are in none of the ways to write a digit nine times.
            TemplateDelete: "template delete", "1202", Templates, each templates, 0, 0, 10000, Extreme;
            /// A candidate that leads to a contradiction along one chain, or is implied by all candidates of a cell or all
            /// places in a house.
            ForcingChainContradiction: "forcing chain (contradiction)", "1301", Forcing, joint forcing, 550, 70, 500, Extreme;
            /// All candidates of a cell, or all places of a digit in a house, lead to the same conclusion.
            ForcingChainVerity: "forcing chain (verity)", "1302", Forcing, joint forcing, 550, 80, 500, Extreme;
            /// A candidate that leads to a contradiction along branching chains.
            ForcingNetContradiction: "forcing net (contradiction)", "1303", Forcing, joint forcing, 560, 85, 700, Extreme;
            /// All candidates of a cell, or all places of a digit in a house, lead to the same conclusion along branching chains.
            ForcingNetVerity: "forcing net (verity)", "1304", Forcing, joint forcing, 560, 85, 700, Extreme;
            /// A net in which the consequence of a candidate rests on a further net.
            NestedForcingNet: "nested forcing net", "1309", Forcing, joint forcing, 570, 95, 900, Extreme;
        }
    };
}

pub(super) use with_techniques;
