//! Ratings that `serate` confirms, and shortcuts compared with the long way.

use super::chains::Chains;
use super::hint::Hint;
use super::mode::Mode;
use super::position::Position;
use super::rating::{by_length, tenths};
use super::rules::Rules;
use super::search::Search;
use super::watch::unwatched;
use super::*;
use crate::board::{Digit, Shape};
use crate::logic::{Explainer, Outcome, Priority, Technique, check};
use crate::symmetry::Transformation;

/// Puzzles of our corpus, with the program's ratings.
const RATED: &[(&str, &str)] = &[
    (".813597647.641.2...3.67.........18.9...5..4..368...5...251.73..817.35..2943826175", "1.2/1.0/1.0"),
    (".271....9.....8.5.5.1..9.4.4..9.753..92.1..7...5.4...1958.7.41......1...17..9238.", "1.2/1.2/1.2"),
    (".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...", "1.5/1.2/1.2"),
    ("800701002006000700017000890000173000700000006000956000095000410008000500300605007", "1.7/1.2/1.2"),
    ("...4.6..55....7.1...73.86......8..67...5.2.....4........37..8.......3...246......", "2.0/1.2/1.2"),
    ("..6......8..4.37........4.9...36....21..95.....8........124..3...5...6...7.8...2.", "2.3/1.2/1.2"),
    (".......3..69...7.1..5.7..48.2.7......9....85..8.91...7...157..4...8.........42...", "2.3/2.3/2.3"),
    (".......12.5.4............3.7..6..4....1..........8....92....8.....51.7.......3...", "2.6/1.2/1.2"),
    ("..5..4.26.9.2.63......8...5......6.872.....4.....18....1.......95.6....2..71.3...", "2.8/1.2/1.2"),
    ("830000046020104030000000000002906500140000023005403100000000000060308070950000062", "4.2/1.2/1.2"),
    (".......5631....7....64.5.137...6.5...328...9.........14...2.9...2.....3.183..9...", "4.4/1.2/1.2"),
    (".2...3....7...6.5....4..1.2..6.3....9.....2.6.42.....34.9..2.......5.4.9..8..15..", "4.5/1.2/1.2"),
    ("..54...8.......5737.....69..3...92....16.....5.63.17...5..........596.3.8....2...", "6.6/1.2/1.2"),
    (".......2....8..7.49....651.8..9.7...23.5....6......8..65..792..4.9.2......3.....7", "7.1/1.2/1.2"),
    (".........7..96.3...2......8..28.3..4.1..5.....9.6...2.....4..6.4.......28.9....5.", "7.2/1.2/1.2"),
    (".9.26...7.7..4......4.38..6....2.41...78............3..52..3...1..68..........6.3", "7.3/1.2/1.2"),
    ("300200900000000005070104000009000800500070006001000200000309040800000000006005007", "7.3/1.5/1.5"),
    (".98..1...1.5..6....3.9....4...5..6.8.......9....8.34.2.....2..9.6.3.......1..8246", "8.4/1.2/1.2"),
];

fn rate(line: &str) -> SeRating {
    SeRater::new().rate(&line.parse().unwrap()).unwrap()
}

#[test]
fn ratings_are_the_programs() {
    let rater = SeRater::new();
    for (line, expected) in RATED {
        let rating = rater.rate(&line.parse().unwrap()).unwrap();
        assert_eq!(rating.to_string(), format!("ED={expected}"), "{line}");
        assert_eq!(rating, rate(line), "a rater's memory changes nothing");
    }
}

/// Cells as `r1c2-34`: removes these digits from the puzzle.
fn remove(puzzle: &mut Puzzle, cells: &str) {
    for text in cells.split(',').filter(|text| !text.is_empty()) {
        let at = |i: usize| usize::from(text.as_bytes()[i] - b'1');
        for digit in text[5..].bytes() {
            let digit = Digit::new(u16::from(digit - b'0')).unwrap();
            puzzle.remove_candidate(Shape::NINE.cell(at(1), at(3)), digit);
        }
    }
}

/// Rule by rule: what is found first, its name and what is left on the board.
#[test]
fn first_hints_are_the_programs() {
    let mut names = std::collections::BTreeSet::new();
    let lines = include_str!("../../../testdata/se-hints.txt").lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let [digits, gone, expected, conclusion] = line.split(';').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let mut puzzle: Puzzle = digits.parse().unwrap();
        remove(&mut puzzle, gone);
        let mut position = Position::new(puzzle.classic_nine().unwrap());
        let hint = unwatched(|watch| Rules::new().next(&position, true, watch)).expect(line);
        assert_eq!(format!("{} {}", tenths_text(tenths(hint.rating)), hint.name()), expected, "{line}");
        hint.apply(&mut position);
        let (first, rest) = conclusion.split_once(',').unwrap_or((conclusion, ""));
        let removed = if let Some((cell, digit)) = first.split_once('=') {
            let [row, column] = [1, 3].map(|i| usize::from(cell.as_bytes()[i] - b'1'));
            puzzle.place(Shape::NINE.cell(row, column), Digit::new(digit.parse().unwrap()).unwrap());
            rest
        } else {
            conclusion
        };
        remove(&mut puzzle, removed);
        assert_eq!(position.marks, Position::new(puzzle.classic_nine().unwrap()).marks, "{line}");
        names.insert(hint.name());
    }
    assert!(names.len() > 40, "{names:?}");
}

/// A path has the program's hints: equally many, equally hard, and every one follows from its premises.
#[test]
fn paths_are_rated_as_puzzles_are() {
    for (line, expected) in RATED {
        let mut puzzle: Puzzle = line.parse().unwrap();
        let (mut er, mut ep, mut ed) = (0, None, None);
        let mut path = Explainer::by_se().path(&puzzle);
        for step in path.by_ref() {
            assert_eq!(check(&puzzle, &step, true), Ok(()), "{line}: {step:?}");
            er = er.max(step.se_rating.unwrap());
            ed.get_or_insert(er);
            if !step.placements.is_empty() {
                ep.get_or_insert(er);
            }
            step.apply(&mut puzzle);
        }
        assert_eq!((path.outcome(), path.puzzle()), (Outcome::Solved, &puzzle));
        let [er, ep, ed] = [er, ep.unwrap(), ed.unwrap()].map(tenths_text);
        assert_eq!(format!("{er}/{ep}/{ed}"), *expected, "{line}");
    }
}

#[test]
fn other_boards_and_techniques_have_other_paths() {
    let small: Puzzle = "1.34341221434321".parse().unwrap();
    let step = Explainer::by_se().path(&small).next().unwrap();
    assert_eq!((step.technique, step.se_rating), (Technique::FullHouse, None));
    let line: Puzzle = RATED[5].0.parse().unwrap();
    let rating = |explainer: Explainer| explainer.path(&line).next().unwrap().se_rating;
    let by_se = || Explainer::by_se().including(Technique::XWing, Priority::ByDifficulty).without_uniqueness();
    assert_eq!(rating(by_se()), Some(12));
    assert_eq!(rating(by_se().including(Technique::SueDeCoq, Priority::ByDifficulty)), None);
    assert_eq!(rating(by_se().only(|technique| technique == Technique::NakedSingle)), None);
    // Without uniqueness, a rectangle is replaced by something harder.
    let rectangle: Puzzle = RATED[11].0.parse().unwrap();
    let hardest = |explainer: Explainer| explainer.path(&rectangle).filter_map(|step| step.se_rating).max().unwrap();
    assert!(hardest(Explainer::by_se()) == 45 && hardest(Explainer::by_se().without_uniqueness()) > 45);
    let rating = SeRater::new().without_uniqueness().rate(&rectangle).unwrap();
    assert_eq!(rating.er, hardest(Explainer::by_se().without_uniqueness()));
}

/// AI Escargot (Arto Inkala, 2006) needs nets with nested chains.
#[test]
fn nested_chains_are_rated() {
    let rating = rate("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..");
    assert_eq!(rating.to_string(), "ED=10.5/1.2/1.2");
    assert_eq!(rating.hardest, Some("Dynamic Contradiction Forcing Chains (+ Forcing Chains)"));
}

#[test]
fn what_cannot_be_rated_says_so() {
    assert_eq!(SeRater::new().rate(&Puzzle::empty(Shape::new(2, 2).unwrap())), None);
    let two = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1....";
    let solved = "417369825632158947958724316825437169791586432346912758289643571573291684164875293";
    assert_eq!((rate(solved).er, rate(solved).hardest, rate(solved).end), (0, None, SeEnd::Solved));
    let none = SeRater::new().rate_while(&two.parse().unwrap(), |_| false).unwrap();
    assert_eq!((none.er, none.ed, none.end), (0, 0, SeEnd::Stopped));
}

#[test]
fn what_is_stopped_leaves_a_rater_as_it_was() {
    let rater = SeRater::new();
    let mut questions = 0..100;
    let rating = rater.rate_while(&Puzzle::empty(Shape::NINE), |_| questions.next().is_some()).unwrap();
    assert_eq!((rating.hints, rating.end), (0, SeEnd::Stopped));
    assert!(rating.er >= 90, "{rating:?}");
    for (line, expected) in RATED {
        let puzzle = line.parse().unwrap();
        let mut least = 0;
        let rate = |most: u32| {
            let mut questions = 0..most;
            rater.rate_while(&puzzle, |_| questions.next().is_some()).unwrap()
        };
        for most in (0..200).step_by(7) {
            let rating = rate(most);
            assert!(rating.er >= least, "{line}: {rating:?}");
            least = rating.er;
        }
        let whole = rate(u32::MAX);
        assert!(whole.er >= least, "{line}");
        assert_eq!(whole.to_string(), format!("ED={expected}"), "{line}");
    }
}

#[test]
fn pearls_and_diamonds_are_told_early() {
    let hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let raters = [(SeRater::new().only_pearls(), SeEnd::NoPearl), (SeRater::new().only_diamonds(), SeEnd::NoDiamond)];
    for (rater, end) in &raters {
        let rating = rater.rate(&hard.parse().unwrap()).unwrap();
        assert_eq!((rating.end, rating.ep, rating.ed), (*end, 12, 12));
        assert!((13..=65).contains(&rating.er), "{rating:?}");
    }
    let diamond = ".......3..69...7.1..5.7..48.2.7......9....85..8.91...7...157..4...8.........42...";
    for (rater, _) in &raters {
        let rating = rater.rate(&diamond.parse().unwrap()).unwrap();
        assert_eq!((rating.to_string().as_str(), rating.end), ("ED=2.3/2.3/2.3", SeEnd::Solved));
    }
}

/// The program's path, and now and then its rating, changes with the order of rows and columns; the rating of the form does not.
#[test]
fn the_invariant_rating_is_that_of_every_puzzle_like_it() {
    let puzzle: Puzzle = RATED[13].0.parse().unwrap();
    let (rater, invariant) = (SeRater::new(), SeRater::new().invariant());
    let rating = invariant.rate(&puzzle).unwrap();
    let mut others = Vec::new();
    for seed in 0..30 {
        let shuffled = Transformation::random(puzzle.shape(), seed, 0).apply(&puzzle);
        assert_eq!(invariant.rate(&shuffled), Some(rating));
        others.push(rater.rate(&shuffled).unwrap().hints);
    }
    others.sort_unstable();
    others.dedup();
    assert!(others.len() > 1, "{others:?}");
    let mut marked = puzzle.clone();
    marked.remove_candidate(Shape::NINE.cell(0, 0), Digit::new(1).unwrap());
    assert_eq!(invariant.rate(&marked), None, "there is no form");
}

#[test]
fn bounds_of_lengths_grow_by_a_half_and_a_third() {
    let bounds = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192];
    for (i, bound) in bounds.into_iter().enumerate() {
        let added = |length: u32| tenths(by_length(length + 2));
        assert_eq!((added(bound), added(bound + 1)), (i as u16, i as u16 + 1), "{bound}");
    }
}

/// Positions where chains are the next rule to be applied.
fn for_each_position(mut visit: impl FnMut(&Position)) {
    let mut rules = Rules::new();
    for (line, rating) in RATED.iter().filter(|(_, rating)| rating.starts_with(['6', '7', '8'])) {
        let puzzle: Puzzle = line.parse().unwrap();
        let mut position = Position::new(puzzle.classic_nine().unwrap());
        let mut positions = 0;
        while let Some(hint) = unwatched(|watch| rules.next(&position, true, watch)).filter(|_| position.left > 0) {
            if hint.rating >= 6.5 {
                visit(&position);
                positions += 1;
            }
            hint.apply(&mut position);
        }
        assert!(positions > 0, "{line} {rating}");
    }
}

/// What is found by distances, searching only where there is something to find, is what a search from everywhere finds.
#[test]
fn short_ways_find_what_long_ones_find() {
    let mut found = 0;
    for_each_position(|position| {
        let (mut chains, mut long) = (Chains::default(), Chains::default());
        let all = long.find_all_from_everywhere(&position.marks);
        assert_eq!(unwatched(|watch| chains.find_all(&position.marks, watch)), all);
        let best = unwatched(|watch| chains.find(position, watch));
        let expected = all.first().map(|found| (found.rating, found.placed, found.removed.clone()));
        assert_eq!(best.map(|hint| (hint.rating, hint.placed, hint.removed)), expected);
        found += usize::from(!all.is_empty());
    });
    assert!(found > 10, "{found}");
}

/// Nets that are kept from one position to the next are the same as nets made for it.
#[test]
fn kept_nets_lead_to_what_new_ones_lead_to() {
    let mut search = Search::new(Mode::Dynamic(0));
    let mut found = 0;
    for_each_position(|position| {
        let hint = unwatched(|watch| search.find(position, watch));
        let expected = unwatched(|watch| Search::new(Mode::Dynamic(0)).find(position, watch));
        let parts = |hint: &Hint| (hint.rating, hint.removed.clone(), hint.placed, format!("{:?}", hint.sight));
        assert_eq!(hint.as_ref().map(parts), expected.as_ref().map(parts));
        found += usize::from(hint.is_some());
    });
    assert!(found > 10, "{found}");
}
