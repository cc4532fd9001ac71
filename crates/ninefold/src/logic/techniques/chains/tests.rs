use super::super::super::nine::candidate;
use super::super::testing::*;
use super::*;

// Chains of candidates are compared with what follows by the rules alone ([`closure`]). For chains with groups and almost
// locked sets there are too many ways to try: the quick search and the tables, which were written independently, are compared,
// and the checker checks every step.

const PLAIN: [Technique; 3] = [ContinuousNiceLoop, DiscontinuousNiceLoop, AlternatingInferenceChain];
const GROUPED: [Technique; 3] =
    [GroupedContinuousNiceLoop, GroupedDiscontinuousNiceLoop, GroupedAlternatingInferenceChain];

pub(in super::super) const EXAMPLES: &[Example] = &[
    // Rows 1 and 9 have 5 only in columns 1 and 9; one place of each has another strong link.
    example(
        ContinuousNiceLoop,
        "5 in r1: r1c19; 5 in r9: r9c19; 6 in c1: r19c1",
        "r2345678c9<>5 r19c1<>1234789",
        &["5 in r1: r1c19; 5 in r9: r9c19; 6 in c1: r159c1"],
    ),
    // 1 in r1c1 would go round to itself: r1c1 -1- r1c9 -2- r9c9 -3- r9c1 -1- r1c1.
    example(DiscontinuousNiceLoop, "r1c9=12; r9c9=23; r9c1=13", "r1c1<>1", &["r1c9=12; r9c9=234; r9c1=13"]),
    example(
        AlternatingInferenceChain,
        "r1c1=12; r1c5=23; r5c5=34; r5c2=14",
        "r123c2<>1 r456c1<>1",
        &["r1c1=12; r1c5=23; r5c5=345; r5c2=14", "r1c9=12; r9c9=23; r9c1=13"],
    ),
    // r1c1 -5- r1c9 -5- r45c9 -5- r6c7 -5- r6c2 -6- r123c2 -6- r1c1, all the way round.
    example(
        GroupedContinuousNiceLoop,
        "5 in r1: r1c19; 5 in b6: r456c9 r6c7; r6c2=56; 6 in b1: r1c1 r123c2",
        "r1c1<>1234789 r23789c9<>5 r6c13456<>5 r45789c2<>6",
        &["5 in r1: r1c19; 5 in b6: r456c9 r6c7; r6c2=567; 6 in b1: r1c1 r123c2"],
    ),
    // r1c3 or one of r9c123 is 5.
    example(
        GroupedDiscontinuousNiceLoop,
        "5 in r1: r1c39; 5 in r9: r9c1239",
        "r7c3<>5",
        &["5 in r1: r1c39; 5 in r9: r9c12359"],
    ),
    // r1c1 or r2c7 is 5.
    example(
        GroupedAlternatingInferenceChain,
        "5 in r1: r1c15; 5 in b5: r45c5 r6c46; 5 in c7: r26c7",
        "r2c123<>5",
        &["5 in r1: r1c15; 5 in b5: r45c5 r6c46; 5 in c7: r267c7"],
    ),
];

fn nine(puzzle: &Puzzle) -> Nine {
    Nine::of_puzzle(puzzle)
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

/// Positions on the paths of some puzzles, where singles, locked candidates and pairs find nothing. The puzzles are made up
/// and may have several solutions, which does not matter for chains.
fn positions() -> Vec<Puzzle> {
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
/// candidate has its own opposite, then there is a loop, unless all such loops cross themselves.
#[test]
fn conclusions_agree_with_the_naive_closure() {
    let mut missed = 0;
    let mut ruled_out = 0;
    for puzzle in positions() {
        let nine = nine(&puzzle);
        let steps = found(&puzzle, &PLAIN, Finds::new(Want::All));
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
            let steps: Vec<Step> = all.iter().take(40).map(|judged| write::step(&graph, judged)).collect();
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
    let steps: Vec<Step> =
        positions.iter().take(4).flat_map(|puzzle| found(puzzle, &GROUPED, Finds::new(Want::All))).collect();
    assert!(steps.iter().any(has_set));
}
