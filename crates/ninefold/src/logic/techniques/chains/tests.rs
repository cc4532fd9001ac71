use super::super::super::nine::{candidate, digits};
use super::super::super::state::State;
use super::super::super::{Explainer, Pattern, Step, check};
use super::*;
use crate::board::{Cell, Digit, Puzzle};
use std::collections::BTreeSet;

const PLAIN: [Technique; 3] =
    [Technique::ContinuousNiceLoop, Technique::DiscontinuousNiceLoop, Technique::AlternatingInferenceChain];
const GROUPED: [Technique; 3] = [
    Technique::GroupedContinuousNiceLoop,
    Technique::GroupedDiscontinuousNiceLoop,
    Technique::GroupedAlternatingInferenceChain,
];

fn nine(puzzle: &Puzzle) -> Nine {
    Nine::of(&State::new(puzzle))
}

/// An empty board on which the cells have only these digits, and the houses have the digits only in these cells.
fn board(cells: &[(usize, &[usize])], places: &[(usize, usize, &[usize])]) -> Puzzle {
    let mut puzzle: Puzzle = ".".repeat(81).parse().unwrap();
    let remove = |puzzle: &mut Puzzle, cell, digit: usize| {
        puzzle.remove_candidate(Cell::new(cell), Digit::from_index(digit - 1));
    };
    for (cell, kept) in cells {
        (1..=9).filter(|digit| !kept.contains(digit)).for_each(|digit| remove(&mut puzzle, *cell, digit));
    }
    for (house, digit, kept) in places {
        let others = CellSet::house(*house).iter().filter(|cell| !kept.contains(cell));
        others.for_each(|cell| remove(&mut puzzle, cell, *digit));
    }
    puzzle
}

fn found(puzzle: &Puzzle, wanted: &[Technique], mut finds: Finds) -> Vec<Step> {
    let _ = find(&nine(puzzle), wanted, &mut finds);
    for step in &finds.steps {
        assert_eq!(check(puzzle, step, false), Ok(()), "{step:?}");
    }
    finds.steps
}

fn outs(step: &Step) -> Vec<(usize, usize)> {
    step.eliminations.iter().map(|out| (out.cell.index(), out.digit.index() + 1)).collect()
}

/// Positions on the ways of some puzzles, where singles, locked candidates and pairs find nothing. The puzzles are made
/// up and may have several solutions, which chains do not care about.
fn positions() -> Vec<Puzzle> {
    use Technique::*;
    let simple = [FullHouse, NakedSingle, HiddenSingle, Pointing, Claiming, NakedPair];
    let explainer = Explainer::new().only(|technique| simple.contains(&technique) || is_chain(technique));
    let mut seed: u64 = 1;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    let mut positions = Vec::new();
    while positions.len() < 40 {
        let mut digits: Vec<usize> = (1..=9).collect();
        (1..9).rev().for_each(|at| digits.swap(at, random(at + 1)));
        let mut kept: Vec<usize> = (0..81).collect();
        (1..81).rev().for_each(|at| kept.swap(at, random(at + 1)));
        kept.truncate(29);
        let at = |cell: usize| match (kept.contains(&cell), cell / 9, cell % 9) {
            (true, row, column) => char::from(b'0' + digits[(3 * row + row / 3 + column) % 9] as u8),
            _ => '.',
        };
        let puzzle: Puzzle = (0..81).map(at).collect::<String>().parse().unwrap();
        let mut path = explainer.path(&puzzle);
        let mut before = puzzle.clone();
        while let Some(step) = path.next() {
            if is_chain(step.technique) {
                positions.push(before);
                break;
            }
            before = path.puzzle().clone();
        }
    }
    positions
}

/// 1 in r1c1 would go round to itself: r1c9 and r9c9 have one of two digits each, row 9 has two places for 3.
///
/// ```text
///   r1c1 -1- r1c9 -2- r9c9 -3- r9c1 -1- r1c1
/// ```
#[test]
fn a_discontinuous_loop_and_a_near_miss() {
    let cells: [(usize, &[usize]); 3] = [(8, &[1, 2]), (80, &[2, 3]), (72, &[3, 1])];
    let puzzle = board(&cells, &[]);
    let steps = found(&puzzle, &PLAIN, Finds::all());
    assert!(steps.iter().any(|step| outs(step) == [(0, 1)]), "{steps:?}");
    let mut cells = cells;
    cells[1].1 = &[2, 3, 4];
    assert_eq!(found(&board(&cells, &[]), &PLAIN, Finds::all()), []);
    assert_eq!(found(&board(&cells, &[]), &PLAIN, Finds::one()), []);
}

/// Rows 1 and 9 have 5 in columns 1 and 9 only, one place of each has another strong link: a loop of two digits.
///
/// ```text
///   r1c1 =5= r1c9 -5- r9c9 =5= r9c1 =6= r1c1       column 9 loses 5, r1c1 and r9c1 have nothing but 5 and 6
/// ```
#[test]
fn a_continuous_loop() {
    let puzzle = board(&[], &[(0, 5, &[0, 8]), (8, 5, &[72, 80]), (9, 6, &[0, 72])]);
    let steps = found(&puzzle, &[Technique::ContinuousNiceLoop], Finds::all());
    let [step] = &steps[..] else { panic!("{steps:?}") };
    let column = (1..8).map(|row| (9 * row + 8, 5));
    let others = [0, 72].into_iter().flat_map(|cell| [1, 2, 3, 4, 7, 8, 9].map(|digit| (cell, digit)));
    let expected: BTreeSet<(usize, usize)> = column.chain(others).collect();
    assert_eq!(outs(step).into_iter().collect::<BTreeSet<_>>(), expected);
    assert_eq!(found(&puzzle, &PLAIN, Finds::one())[0], *step);
}

/// 5 is in row 1 only in columns 3 and 9, in row 9 only in columns 1, 2 and 9: r1c3 or one of r9c1 and r9c2.
#[test]
fn a_group_and_a_near_miss() {
    let board = |row_9: &[usize]| board(&[], &[(0, 5, &[2, 8]), (8, 5, row_9)]);
    let puzzle = board(&[72, 73, 80]);
    assert_eq!(found(&puzzle, &PLAIN, Finds::all()), []);
    let steps = found(&puzzle, &GROUPED, Finds::one());
    assert_eq!(steps.iter().map(outs).collect::<Vec<_>>(), [[(56, 5)]]);
    let steps = found(&puzzle, &GROUPED, Finds::all());
    assert!(steps.iter().any(|step| outs(step) == [(65, 5)]));
    assert_eq!(found(&board(&[72, 73, 76, 80]), &GROUPED, Finds::all()), []);
}

/// What follows from a candidate, straight from the rules: all states that can be reached.
fn closure(nine: &Nine, start: (usize, usize, bool)) -> BTreeSet<(usize, usize, bool)> {
    let mut reached = BTreeSet::from([start]);
    let mut new = vec![start];
    while let Some((cell, digit, is_true)) = new.pop() {
        let mut links: Vec<(usize, usize)> = Vec::new();
        let others: Vec<usize> = digits(nine.candidates[cell]).filter(|other| *other != digit).collect();
        let houses = (0..27).filter(|house| CellSet::house(*house).contains(cell));
        let places = houses.map(|house| (nine.places(house, digit) - CellSet::only(cell)).iter().collect::<Vec<_>>());
        let in_cell: Vec<(usize, usize)> = others.into_iter().map(|other| (cell, other)).collect();
        let in_houses = places.map(|places| places.into_iter().map(|other| (other, digit)).collect());
        for list in std::iter::once(in_cell).chain(in_houses) {
            if is_true || list.len() == 1 {
                links.extend(list);
            }
        }
        for (cell, digit) in links {
            if reached.insert((cell, digit, !is_true)) {
                new.push((cell, digit, !is_true));
            }
        }
    }
    reached
}

/// Whatever chains of candidates rule out leads to a contradiction by the naive closure; and if the closure of a
/// candidate has its own opposite, then there is a loop, unless all of these cross themselves.
#[test]
fn conclusions_agree_with_the_naive_closure() {
    let mut missed = 0;
    let mut ruled_out = 0;
    for puzzle in positions() {
        let nine = nine(&puzzle);
        let steps = found(&puzzle, &PLAIN, Finds::all());
        let outs: BTreeSet<(usize, usize)> = steps.iter().flat_map(outs).collect();
        for cell in 0..81 {
            for digit in digits(nine.candidates[cell]) {
                let reached = closure(&nine, (cell, digit, true));
                let is_refuted = reached
                    .iter()
                    .any(|(c, d, _)| reached.contains(&(*c, *d, true)) && reached.contains(&(*c, *d, false)));
                if outs.contains(&(cell, digit + 1)) {
                    assert!(is_refuted, "{}", candidate(cell, digit).digit);
                    ruled_out += 1;
                } else if reached.contains(&(cell, digit, false)) {
                    missed += 1;
                }
            }
        }
    }
    assert!(ruled_out > 20 && missed * 5 < ruled_out, "{ruled_out} found, {missed} missed");
}

/// The quick search has the same best chain as the tables of everything.
#[test]
fn the_best_chain_is_the_first_of_all() {
    for puzzle in positions() {
        let nine = nine(&puzzle);
        for (width, wanted) in [(Width::Candidates, PLAIN), (Width::Groups, GROUPED)] {
            let graph = Graph::linked(&nine, width);
            let mut all = All { graph: &graph, wanted: &wanted, found: BTreeMap::new() };
            all.collect();
            let all = all.in_order();
            let best = best::best(&Graph::new(&nine, width), &wanted);
            let key = |judged: &Judged| {
                let key = judged.key((0, 0, 0));
                (key.outs, key.length, key.sum)
            };
            assert_eq!(best.as_ref().map(key), all.first().map(key), "{puzzle}");
            let steps: Vec<Step> = all.iter().take(40).map(|judged| tell::step(&graph, judged)).collect();
            for step in steps {
                assert_eq!(check(&puzzle, &step, false), Ok(()), "{step:?}");
            }
        }
    }
}

/// Chains through almost locked sets are accepted, too.
#[test]
fn sets_are_nodes() {
    let has_set = |step: &Step| match &step.pattern {
        Pattern::Chains { chains, .. } => chains[0].nodes.iter().any(|node| !node.set.is_empty()),
        _ => false,
    };
    let mut positions = positions();
    positions.sort_by_key(|puzzle| nine(puzzle).open.len());
    let steps: Vec<Step> = positions.iter().take(4).flat_map(|puzzle| found(puzzle, &GROUPED, Finds::all())).collect();
    assert!(steps.iter().any(has_set));
}
