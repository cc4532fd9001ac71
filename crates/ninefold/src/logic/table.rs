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
            /// A house has one empty cell left, which takes the missing digit.
            FullHouse: "full house", "0000", Singles, any singles, 10, 10, 4, Easy;
            /// A digit has only one possible cell left in a house.
            HiddenSingle: "hidden single", "0002", Singles, any singles, 30, 12, 14, Easy;
            /// A cell has only one candidate left.
            NakedSingle: "naked single", "0003", Singles, any singles, 20, 23, 4, Easy;
            /// All candidates for a digit in a box lie in one row or column, so the rest of that line loses the digit.
            Pointing: "pointing", "0100", LockedCandidates, any locked, 60, 26, 50, Medium;
            /// All candidates for a digit in a row or column lie in one box, so the rest of that box loses the digit.
            Claiming: "claiming", "0101", LockedCandidates, any locked, 70, 28, 50, Medium;
            /// A naked pair where a box meets a line: the rest of both loses the two digits.
            LockedPair: "locked pair", "0110", Subsets, any subsets, 40, 0, 40, Medium;
            /// A naked triple where a box meets a line: the rest of both loses the three digits.
            LockedTriple: "locked triple", "0111", Subsets, any subsets, 50, 0, 60, Medium;
            /// Two cells of a house have only two candidates between them, so the rest of the house loses these digits.
            NakedPair: "naked pair", "0200", Subsets, any subsets, 80, 30, 60, Medium;
            /// Three cells of a house have only three candidates between them, so the rest of the house loses these digits.
            NakedTriple: "naked triple", "0201", Subsets, any subsets, 90, 36, 80, Medium;
            /// Four cells of a house have only four candidates between them, so the rest of the house loses these digits.
            NakedQuad: "naked quad", "0202", Subsets, any subsets, 120, 50, 120, Hard;
            /// Two digits of a house have only two cells between them, so these cells lose all other candidates.
            HiddenPair: "hidden pair", "0210", Subsets, any subsets, 100, 34, 70, Medium;
            /// Three digits of a house have only three cells between them, so these cells lose all other candidates.
            HiddenTriple: "hidden triple", "0211", Subsets, any subsets, 110, 40, 100, Medium;
            /// Four digits of a house have only four cells between them, so these cells lose all other candidates.
            HiddenQuad: "hidden quad", "0212", Subsets, any subsets, 130, 54, 150, Hard;
            /// In two rows a digit is confined to the same two columns, which lose it elsewhere (or rows and columns swapped).
            XWing: "X-wing", "0300", Fish, any fish, 140, 32, 140, Hard;
            /// In three rows a digit is confined to the same three columns, which lose it elsewhere (or the other way round).
            Swordfish: "swordfish", "0301", Fish, any fish, 150, 38, 150, Hard;
            /// In four rows a digit is confined to the same four columns, which lose it elsewhere (or the other way round).
            Jellyfish: "jellyfish", "0302", Fish, any fish, 160, 52, 160, Hard;
            /// An X-wing but for extra candidates in one box (fins): only cells that see all fins lose the digit.
            FinnedXWing: "finned X-wing", "0310", Fish, each finned, 350, 0, 130, Hard;
            /// A swordfish but for extra candidates in one box (fins): only cells that see all fins lose the digit.
            FinnedSwordfish: "finned swordfish", "0311", Fish, each finned, 370, 0, 200, Unfair;
            /// A jellyfish but for extra candidates in one box (fins): only cells that see all fins lose the digit.
            FinnedJellyfish: "finned jellyfish", "0312", Fish, each finned, 390, 0, 250, Unfair;
            /// A finned X-wing in which a base line would have at most one candidate left without the fins.
            SashimiXWing: "sashimi X-wing", "0320", Fish, each finned, 360, 0, 150, Hard;
            /// A finned swordfish in which a base line would have at most one candidate left without the fins.
            SashimiSwordfish: "sashimi swordfish", "0321", Fish, each finned, 380, 0, 240, Unfair;
            /// A finned jellyfish in which a base line would have at most one candidate left without the fins.
            SashimiJellyfish: "sashimi jellyfish", "0322", Fish, each finned, 400, 0, 260, Unfair;
            /// An X-wing that also has boxes among its base or cover houses.
            FrankenXWing: "Franken X-wing", "0330", Fish, each mutant, 510, 0, 300, Unfair;
            /// A swordfish that also has boxes among its base or cover houses.
            FrankenSwordfish: "Franken swordfish", "0331", Fish, each mutant, 520, 0, 350, Unfair;
            /// A jellyfish that also has boxes among its base or cover houses.
            FrankenJellyfish: "Franken jellyfish", "0332", Fish, each mutant, 0, 0, 370, Unfair;
            /// A Franken X-wing with extra candidates (fins): only cells that see all of them lose the digit.
            FinnedFrankenXWing: "finned Franken X-wing", "0340", Fish, each mutant, 530, 0, 390, Unfair;
            /// A Franken swordfish with extra candidates (fins): only cells that see all of them lose the digit.
            FinnedFrankenSwordfish: "finned Franken swordfish", "0341", Fish, each mutant, 540, 0, 410, Unfair;
            /// A Franken jellyfish with extra candidates (fins): only cells that see all of them lose the digit.
            FinnedFrankenJellyfish: "finned Franken jellyfish", "0342", Fish, each mutant, 0, 0, 430, Unfair;
            /// An X-wing whose two base and two cover houses are any mixture of rows, columns and boxes.
            MutantXWing: "mutant X-wing", "0350", Fish, each mutant, 0, 0, 450, Extreme;
            /// A swordfish whose base and cover houses are any mixture of rows, columns and boxes.
            MutantSwordfish: "mutant swordfish", "0351", Fish, each mutant, 0, 0, 450, Extreme;
            /// A jellyfish whose base and cover houses are any mixture of rows, columns and boxes.
            MutantJellyfish: "mutant jellyfish", "0352", Fish, each mutant, 0, 0, 450, Extreme;
            /// A mutant X-wing with extra candidates (fins): only cells that see all of them lose the digit.
            FinnedMutantXWing: "finned mutant X-wing", "0360", Fish, each mutant, 0, 0, 470, Extreme;
            /// A mutant swordfish with extra candidates (fins): only cells that see all of them lose the digit.
            FinnedMutantSwordfish: "finned mutant swordfish", "0361", Fish, each mutant, 0, 0, 470, Extreme;
            /// A mutant jellyfish with extra candidates (fins): only cells that see all of them lose the digit.
            FinnedMutantJellyfish: "finned mutant jellyfish", "0362", Fish, each mutant, 0, 0, 470, Extreme;
            /// A finned mutant fish with five base houses and five cover houses.
            FinnedMutantSquirmbag: "finned mutant squirmbag", "0363", Fish, each mutant, 0, 0, 470, Extreme;
            /// A finned mutant fish with six base houses and six cover houses.
            FinnedMutantWhale: "finned mutant whale", "0364", Fish, each mutant, 0, 0, 470, Extreme;
            /// A finned fish in which a chain from each fin rules out a candidate that the fish itself would rule out.
            KrakenFishOne: "kraken fish 1", "0371", Fish, each kraken, 0, 0, 500, Extreme;
            /// Chains from all fins, and from all of the fish's candidates in one cover house, rule out the same candidate.
            KrakenFishTwo: "kraken fish 2", "0372", Fish, each kraken, 0, 0, 500, Extreme;
            /// Two rows have two candidates for a digit each, one of each in the same column (or rows and columns swapped).
            Skyscraper: "skyscraper", "0400", SingleDigitPatterns, each single_digit, 190, 66, 130, Hard;
            /// A row and a column have two candidates for a digit each, one of each in the same box.
            TwoStringKite: "two-string kite", "0401", SingleDigitPatterns, each single_digit, 200, 66, 150, Hard;
            /// The candidates for a digit in a box lie in one row and one column, one of which meets a strong link.
            EmptyRectangle: "empty rectangle", "0402", SingleDigitPatterns, each single_digit, 220, 0, 120, Hard;
            /// Two strong links on one digit, joined by a weak link: one of their outer ends is true.
            TurbotFish: "turbot fish", "0403", SingleDigitPatterns, each single_digit, 210, 66, 120, Hard;
            /// Two two-string kites with the same two cells in their box.
            DualTwoStringKite: "dual two-string kite", "0404", SingleDigitPatterns, each single_digit, 0, 0, 150, Hard;
            /// Two empty rectangles on the same digit in the same box.
            DualEmptyRectangle: "dual empty rectangle", "0405", SingleDigitPatterns, each single_digit, 0, 0, 120, Hard;
            /// A candidate that sees both colours of a digit's conjugate pairs is false.
            SimpleColorsTrap: "simple colors trap", "0500", Colors, joint colors, 420, 0, 150, Hard;
            /// A colour that appears twice in a house is false.
            SimpleColorsWrap: "simple colors wrap", "0501", Colors, joint colors, 420, 0, 150, Hard;
            /// Of two colours from different groups, at least one is true, so a candidate that sees both is false.
            MultiColorsOne: "multi colors 1", "0502", Colors, joint colors, 430, 0, 200, Hard;
            /// A colour that sees both colours of another group is false.
            MultiColorsTwo: "multi colors 2", "0503", Colors, joint colors, 430, 0, 200, Hard;
            /// Colouring that spreads from digit to digit through cells with two candidates.
            Medusa: "3D medusa", "0590", Colors, one medusa, 0, 0, 250, Unfair;
            /// Three cells of a rectangle have only the same two digits, so the fourth has neither of them.
            UniqueRectangleOne: "unique rectangle 1", "0600", Uniqueness, each rectangles, 260, 45, 100, Hard, uniqueness;
            /// Two cells on one side (the roof) have the same extra candidate, so cells that see both lose it.
            UniqueRectangleTwo: "unique rectangle 2", "0601", Uniqueness, each rectangles, 270, 45, 100, Hard, uniqueness;
            /// The extra candidates of the roof act as one cell of a naked subset.
            UniqueRectangleThree: "unique rectangle 3", "0602", Uniqueness, each rectangles, 280, 46, 100, Hard, uniqueness;
            /// One of the two digits must be in the roof, so neither roof cell has the other.
            UniqueRectangleFour: "unique rectangle 4", "0603", Uniqueness, each rectangles, 290, 45, 100, Hard, uniqueness;
            /// Two diagonal cells, or three cells, have the same extra candidate, so cells that see all of them lose it.
            UniqueRectangleFive: "unique rectangle 5", "0604", Uniqueness, each rectangles, 300, 45, 100, Hard, uniqueness;
            /// The rectangle's rows and columns have one digit nowhere else, so the diagonal roof cells lose it.
            UniqueRectangleSix: "unique rectangle 6", "0605", Uniqueness, each rectangles, 310, 45, 100, Hard, uniqueness;
            /// A corner has only the two digits; strong links on one of them make the opposite corner lose the other.
            HiddenRectangle: "hidden rectangle", "0606", Uniqueness, each rectangles, 320, 0, 100, Hard, uniqueness;
            /// Three cells of a rectangle are placed, not given, so the fourth cannot make two digits exchangeable.
            AvoidableRectangleOne: "avoidable rectangle 1", "0607", Uniqueness, each avoidable, 330, 0, 100, Hard, uniqueness;
            /// Two cells of a rectangle are placed, not given; one of the other two has their shared extra candidate.
            AvoidableRectangleTwo: "avoidable rectangle 2", "0608", Uniqueness, each avoidable, 340, 0, 100, Hard, uniqueness;
            /// A unique rectangle's argument for a loop of six or more cells.
            UniqueLoop: "unique loop", "0609", Uniqueness, one loops, 0, 46, 100, Hard, uniqueness;
            /// Every open cell but one has two candidates; the extra candidate of that cell is true.
            BugPlusOne: "BUG+1", "0610", Uniqueness, each bug, 180, 56, 100, Hard, uniqueness;
            /// A bivalue universal grave but for several extra candidates, one of which must be true.
            BugPlusMany: "BUG+n", "0611", Uniqueness, each bug, 0, 57, 120, Unfair, uniqueness;
            /// A chain of alternating strong and weak links on one digit: one of its ends is true.
            XChain: "X-chain", "0701", Chains, each simple_chains, 440, 66, 260, Unfair;
            /// A chain of cells with two candidates that makes one of its two end cells have their shared digit.
            XYChain: "XY-chain", "0702", Chains, each simple_chains, 450, 70, 260, Unfair;
            /// A chain of cells with the same two candidates: cells that see both ends lose both digits.
            RemotePair: "remote pair", "0703", Chains, one remote_pairs, 170, 70, 110, Hard;
            /// A loop whose links alternate all the way round, so one end of every weak link is true.
            ContinuousNiceLoop: "continuous nice loop", "0706", Chains, joint chains, 460, 70, 280, Unfair;
            /// A loop whose links alternate except at one cell, where a candidate is proved or ruled out.
            DiscontinuousNiceLoop: "discontinuous nice loop", "0707", Chains, joint chains, 460, 70, 280, Unfair;
            /// A chain of alternating links between two candidates, at least one of which is true.
            AlternatingInferenceChain: "AIC", "0708", Chains, joint chains, 460, 70, 280, Unfair;
            /// A continuous nice loop through groups of cells.
            GroupedContinuousNiceLoop: "grouped continuous nice loop", "0709", Chains, joint chains, 470, 0, 300, Unfair;
            /// A discontinuous nice loop through groups of cells.
            GroupedDiscontinuousNiceLoop: "grouped discontinuous nice loop", "0710", Chains, joint chains, 470, 0, 300, Unfair;
            /// An alternating inference chain through groups of cells.
            GroupedAlternatingInferenceChain: "grouped AIC", "0711", Chains, joint chains, 470, 0, 300, Unfair;
            /// A pivot with two candidates sees two pincers, one of which must have the digit that the pincers share.
            XYWing: "XY-wing", "0800", Wings, each wings, 240, 42, 160, Hard;
            /// An XY-wing whose pivot also has the shared digit: cells that see all three lose it.
            XYZWing: "XYZ-wing", "0801", Wings, each wings, 250, 44, 180, Hard;
            /// Four cells have four digits, only one of which can be repeated, so cells that see all its places lose it.
            WXYZWing: "WXYZ-wing", "0802", Wings, each wings, 0, 0, 200, Hard;
            /// Two cells have the same two candidates; a strong link on one of them proves the other in one of the cells.
            WWing: "W-wing", "0803", Wings, each wings, 230, 0, 150, Hard;
            /// Two almost locked sets with a restricted common, a digit that only one of them can have.
            AlsXZ: "ALS-XZ", "0901", AlmostLockedSets, each als, 480, 0, 300, Unfair;
            /// Three almost locked sets, one of which has a restricted common with each of the others.
            AlsXYWing: "ALS-XY-wing", "0902", AlmostLockedSets, each als, 490, 0, 320, Unfair;
            /// Four or more almost locked sets, each with a restricted common to the next.
            AlsChain: "ALS chain", "0903", AlmostLockedSets, one als_chain, 500, 0, 340, Unfair;
            /// Whichever candidate of a cell (the stem) is true, an almost locked set (a petal) keeps the same digit.
            DeathBlossom: "death blossom", "0904", AlmostLockedSets, one death_blossom, 0, 0, 360, Unfair;
            /// Where a line meets a box, a set in the line and a set in the box use up the surplus digits of two or three cells.
            SueDeCoq: "Sue de Coq", "1101", Miscellaneous, one sue_de_coq, 410, 0, 250, Unfair;
            /// Every pair of digits for two cells that includes a certain candidate would repeat a digit or empty another cell.
            AlignedPairExclusion: "aligned pair exclusion", "1105", Miscellaneous, each exclusion, 0, 62, 350, Unfair;
            /// Every choice of digits for three cells with a certain candidate would repeat a digit or empty another cell.
            AlignedTripleExclusion: "aligned triple exclusion", "1106", Miscellaneous, each exclusion, 0, 75, 400, Extreme;
            /// A cell that belongs to every possible way to place a digit nine times has that digit.
            TemplateSet: "template set", "1201", Templates, each templates, 0, 0, 10000, Extreme;
            /// A candidate that belongs to no possible way to place its digit nine times is false.
            TemplateDelete: "template delete", "1202", Templates, each templates, 0, 0, 10000, Extreme;
            /// Chains from a candidate, taken as true or as false, contradict it or each other, or leave a cell without
            /// candidates or a house without a place for a digit.
            ForcingChainContradiction: "forcing chain (contradiction)", "1301", Forcing, joint forcing, 550, 70, 500, Extreme;
            /// Chains from all candidates of a cell, or all places of a digit in a house, lead to the same conclusion.
            ForcingChainVerity: "forcing chain (verity)", "1302", Forcing, joint forcing, 550, 80, 500, Extreme;
            /// A candidate, taken as true or as false, leads to a contradiction along branching chains.
            ForcingNetContradiction: "forcing net (contradiction)", "1303", Forcing, joint forcing, 560, 85, 700, Extreme;
            /// Branching chains from all candidates of a cell, or all places of a digit in a house, lead to the same conclusion.
            ForcingNetVerity: "forcing net (verity)", "1304", Forcing, joint forcing, 560, 85, 700, Extreme;
            /// A forcing net within which further candidates are refuted by nets of their own.
            NestedForcingNet: "nested forcing net", "1309", Forcing, joint forcing, 570, 95, 900, Extreme;
        }
    };
}

pub(super) use with_techniques;
