use super::super::mode::Mode;
use super::super::position::Position;
use super::super::rules::Rules;
use super::super::search::Search;
use super::super::watch::unwatched;
use super::*;
use crate::board::{Puzzle, Shape, Symbols};
use crate::logic::{Wording, check};
use std::collections::BTreeSet;

/// Puzzles of the generator that together need every kind of hint except nested ones.
const PUZZLES: [&str; 15] = [
    "...........7..9..61..7..52.561.4.2...9.......2....6..4...2..63.....5..1.4..3....2",
    "....8.....1...4.6.9.3..7..4.382..5.....5.....6.....4.9..97...3.5.7..3....8......1",
    "...68......6....48.5.....7.1....63.4....3.....6.7..8.....82..5...3..72...7.1....9",
    ".....73..54....79...7652...1.3............5.4.9.5...73...26..49.........8..1.32..",
    ".76.821.5.2......8...3..64..8...15...61.......9....4.....2...9....81...4..8.3....",
    "......1..6.....9.7....6..3..976.1....53..8.......4.7....2.8..9..1..35.8.3....46..",
    ".3......8.65.........3.1.5...2.4......7....82.9...2...6.875..1......83...1.6...4.",
    ".5.4.6...3.62...8.2.....5......5.71..41..789...........1.........7.....1..8.712..",
    ".9...28..........6.8....71.....25...8..4.......4.8.53..2...3...41...6.....915...3",
    "2..3..75..1..8..2.....6.....27..3....4...............8.8.4.9....741....3..3.2.8.9",
    "...9.8..2.1.....6....1..4.8..5......3...1.2......721.....3.....467.....38..4..5..",
    "6.8.24.5.3.......45.96..........87..9......8..82.....1....9....1.5....76.9..53...",
    ".53..7164.7.........6..9........87.6...64.9....43.......9...2535........1..2..4.7",
    "...4....7...71.638....6....6.....19.4.........71.9.....4.1..9....8..62..712.3....",
    "......7.........84..7.85..3....9..41.946.....87.5..92.1.58.9.....9..2....3..61...",
];

/// Follows the hints of a puzzle, at most `most`. Each is accepted from its premises alone, has words, and leaves what
/// the hint leaves; and no step contradicts the solution.
fn follow(line: &str, most: usize, mut visit: impl FnMut(&Hint, &Step)) {
    let mut puzzle: Puzzle = line.parse().unwrap();
    let solution = crate::spec::solutions(&puzzle).next().unwrap();
    let mut position = Position::new(puzzle.classic_nine().unwrap());
    let mut rules = Rules::new();
    let wording = Wording::new(Shape::NINE, &Symbols::for_side(9));
    for _ in 0..most {
        if position.left == 0 {
            return;
        }
        let hint = unwatched(|watch| rules.next(&position, true, watch)).unwrap();
        let step = step(&position, &hint);
        assert_eq!(check(&puzzle, &step, true), Ok(()), "{line}: {hint:?}");
        assert!(step.placements.iter().all(|placed| solution.digit(placed.cell) == placed.digit), "{step:?}");
        assert!(step.eliminations.iter().all(|out| solution.digit(out.cell) != out.digit), "{step:?}");
        let words = wording.step(&step);
        assert!(!["  ", " ,", "::", ":;", "{}"].iter().any(|hole| words.contains(hole)), "{words}");
        visit(&hint, &step);
        hint.apply(&mut position);
        step.apply(&mut puzzle);
        assert_eq!(Position::new(puzzle.classic_nine().unwrap()).marks, position.marks, "{step:?}");
    }
}

/// The technique, and how it is used if this leads to a different argument.
fn kind(hint: &Hint, step: &Step) -> String {
    let how = match &hint.sight {
        Sight::DirectLocked { .. } | Sight::DirectHidden { .. } => "direct",
        Sight::Loop(found) => rescue(found.by),
        Sight::Grave { by, .. } => rescue(*by),
        Sight::Chains(Chained::Static { starts_true: true, is_cycle: false, .. }) => "from true",
        Sight::Chains(Chained::Static { .. }) => "from false",
        _ => "",
    };
    format!("{:?} {how}", step.technique)
}

fn rescue(by: Rescue) -> &'static str {
    match by {
        Rescue::OneCell => "1",
        Rescue::OneDigit => "2",
        Rescue::Naked { .. } => "3",
        Rescue::Hidden { .. } => "3 hidden",
        Rescue::Locked { .. } => "4",
    }
}

#[test]
fn every_kind_of_hint_is_a_step() {
    let mut kinds = BTreeSet::new();
    for line in PUZZLES {
        follow(line, usize::MAX, |hint, step| {
            kinds.insert(kind(hint, step));
        });
    }
    let expected = [
        "AlignedPairExclusion ",
        "AlignedTripleExclusion ",
        "BugPlusMany 2",
        "BugPlusMany 3",
        "BugPlusMany 4",
        "BugPlusOne 1",
        "Claiming ",
        "ContinuousNiceLoop from false",
        "DiscontinuousNiceLoop from false",
        "DiscontinuousNiceLoop from true",
        "ForcingChainVerity ",
        "ForcingNetContradiction ",
        "ForcingNetVerity ",
        "FullHouse ",
        "HiddenPair ",
        "HiddenPair direct",
        "HiddenQuad ",
        "HiddenSingle ",
        "HiddenTriple ",
        "HiddenTriple direct",
        "Jellyfish ",
        "NakedPair ",
        "NakedQuad ",
        "NakedSingle ",
        "NakedTriple ",
        "Pointing ",
        "Pointing direct",
        "Swordfish ",
        "UniqueLoop 1",
        "UniqueLoop 2",
        "UniqueLoop 3 hidden",
        "UniqueLoop 4",
        "UniqueRectangleFive 2",
        "UniqueRectangleFour 4",
        "UniqueRectangleOne 1",
        "UniqueRectangleThree 3",
        "UniqueRectangleThree 3 hidden",
        "UniqueRectangleTwo 2",
        "XChain from false",
        "XChain from true",
        "XWing ",
        "XYWing ",
        "XYZWing ",
    ];
    let missing: Vec<_> = expected.iter().filter(|kind| !kinds.contains(**kind)).collect();
    assert!(missing.is_empty(), "{missing:?} of {kinds:?}");
}

/// It never comes first: the third box of the band has the digit in the third row only, so pointing places the same digit.
#[test]
fn direct_claiming_is_a_step() {
    let mut puzzle = Puzzle::empty(Shape::NINE);
    let digit = Digit::from_index(3);
    for column in 0..9 {
        for (row, kept) in [(0, &[0, 1][..]), (1, &[0, 2, 6])] {
            if !kept.contains(&column) {
                puzzle.remove_candidate(Shape::NINE.cell(row, column), digit);
            }
        }
    }
    let position = Position::new(puzzle.classic_nine().unwrap());
    let pointing = unwatched(|watch| Rules::new().next(&position, true, watch)).unwrap();
    let hint = Hint::placing(1.9, 15, 3, Sight::DirectLocked { digit: 3, base: 0, cover: 18, house: 1 });
    assert_eq!((pointing.name(), hint.name()), ("Direct Pointing", "Direct Claiming"));
    assert_eq!(pointing.placed, hint.placed);
    let step = step(&position, &hint);
    assert_eq!((step.technique, check(&puzzle, &step, true)), (Technique::Claiming, Ok(())));
    let words = Wording::new(Shape::NINE, &Symbols::for_side(9)).step(&step);
    assert!(words.contains("; in row 2 that leaves only r2c7 for 4. So r2c7 is 4."), "{words}");
}

/// AI Escargot (Arto Inkala, 2006): nets that apply rules, and nested ones.
#[test]
fn nested_nets_are_steps() {
    let line = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let (mut nested, mut with_rules) = (0, 0);
    follow(line, 12, |_, step| {
        let Pattern::Chains { chains, .. } = &step.pattern else { return };
        for node in chains.iter().flat_map(|chain| chain.nodes.iter().enumerate()) {
            assert!(node.1.after.iter().all(|before| *before < node.0), "{step:?}");
        }
        nested += usize::from(step.technique == Technique::NestedForcingNet);
        let is_group = |node: &super::super::super::Node| node.candidates.len() > 1 && !node.after.is_empty();
        with_rules += usize::from(chains.iter().flat_map(|chain| &chain.nodes).any(is_group));
    });
    assert!(nested > 0 && with_rules > 0, "{nested} {with_rules}");
}

/// Even where a lower level finds something, the nested levels are asked: each kind of net within a net is accepted.
#[test]
fn every_level_is_told() {
    let line = "...........7..9..61..7..52.561.4.2...9.......2....6..4...2..63.....5..1.4..3....2";
    let mut puzzle: Puzzle = line.parse().unwrap();
    let mut position = Position::new(puzzle.classic_nine().unwrap());
    let mut rules = Rules::new();
    let mut searches: Vec<Search> = (1..=3).map(|level| Search::new(Mode::Dynamic(level))).collect();
    let mut count = 0;
    while position.left > 0 && count < 9 {
        let hint = unwatched(|watch| rules.next(&position, true, watch)).unwrap();
        if hint.rating >= 8.0 {
            for hint in searches.iter_mut().filter_map(|search| unwatched(|watch| search.find(&position, watch))) {
                assert_eq!(check(&puzzle, &step(&position, &hint), false), Ok(()), "{hint:?}");
                count += 1;
            }
        }
        step(&position, &hint).apply(&mut puzzle);
        hint.apply(&mut position);
    }
    assert_eq!(count, 9);
}
