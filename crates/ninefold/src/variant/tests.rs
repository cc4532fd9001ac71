//! The engine compared with the specification: its solutions are exactly the boards that obey a rule.

use super::kind::{Part, Presence};
use super::solutions::Patience;
use super::*;
use crate::random::Random;
use crate::render;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// Boards with few fillings: a Sudoku, a board without rows and columns as rules whose digits begin with 0, one with six
/// digits, and one with cells beside it.
pub(crate) fn boards() -> [VariantPuzzle; 4] {
    let mut six = VariantPuzzle::new(2, 2, 1..=6);
    six.regions = vec![vec![0, 1], vec![2, 3]];
    let mut further = VariantPuzzle::new(2, 2, 1..=4);
    further.regions = vec![vec![0, 1, 3]];
    further.add_further_cells(2);
    [VariantPuzzle::sudoku(2, 2), VariantPuzzle::new(2, 3, 0..=3), six, further]
}

pub(crate) fn fillings(puzzle: &VariantPuzzle) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..puzzle.cell_count() {
        let longer = |filling: &Vec<i64>| {
            let filling = filling.clone();
            let longer = puzzle.digits().map(move |digit| [&filling[..], &[digit]].concat());
            longer
                .filter(|filling| {
                    puzzle.houses().all(|house| {
                        let digits: Vec<i64> = house.iter().filter_map(|cell| filling.get(*cell).copied()).collect();
                        constraint::differ(&digits)
                    })
                })
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

pub(crate) fn some_cells(puzzle: &VariantPuzzle, count: usize, random: &mut Random) -> Vec<usize> {
    let mut cells: Vec<usize> = (0..puzzle.cell_count()).collect();
    random.shuffle(&mut cells);
    cells.truncate(count);
    cells
}

/// A random constraint of a kind, whether it fits the board or not.
pub(crate) fn any(kind: Kind, puzzle: &VariantPuzzle, random: &mut Random) -> Constraint {
    let parts = kind.spec().parts;
    let mut below = |most: usize| random.below(most);
    let count = parts.cells.0 + below(parts.cells.1.min(parts.cells.0 + 4) - parts.cells.0 + 1);
    let others = parts.others.0 + below(parts.others.1.min(parts.others.0 + 1) - parts.others.0 + 1);
    let value = below(9) as i64;
    let digits: Vec<i64> = (0..2 + 2 * below(4)).map(|_| below(5) as i64).collect();
    let texts = match kind {
        Kind::LookAndSay => ["11", "1213", "03"],
        Kind::Automaton => [
            "> 1-1 2-2 3-2 / * 1-1 2-0 3-1 / 1-0",
            "a name = > * 1-0 2-1 / 2-0 3-1",
            "> 1-2 2-1 2-2 |-1 / > * 1-1 3-2 |-0 / * 2-1 |-2",
        ],
        _ => ["[12]*3.*", ".*(1|2).*", "[^2]+"],
    };
    let text = texts[below(3)];
    let has = |presence| presence != Presence::Never;
    let sizes: Vec<usize> = (0..others).map(|_| if kind == Kind::Clone { count } else { 1 + below(2) }).collect();
    let mut constraint = Constraint::new(kind).cells(some_cells(puzzle, count, random));
    if kind == Kind::Grid && random.below(2) == 0 {
        // Few cells have room for a grid that begins there.
        constraint.cells = vec![0];
    }
    for size in sizes {
        constraint = constraint.other(some_cells(puzzle, size, random));
    }
    let members = kind.spec().members;
    if has(parts.value) {
        let is_sign = members.iter().any(|(_, part)| *part == Part::Sign);
        constraint = constraint.value(if is_sign { [1, -1][value as usize % 2] } else { value });
    }
    if has(parts.values) {
        constraint = constraint.values(digits);
    }
    if has(parts.text) {
        constraint = constraint.text(text);
    }
    for size in [1, 2, 1].into_iter().take(if has(parts.alternatives) { 2 + random.below(2) } else { 0 }) {
        // A mistake in an alternative would be a mistake of the whole constraint.
        let mut one = || loop {
            let one = any(Kind::ALL[random.below(Kind::ALL.len())], puzzle, random);
            if puzzle.mistake_of(&one).is_none() {
                return one;
            }
        };
        let together: Vec<Constraint> = (0..size).map(|_| one()).collect();
        constraint = constraint.alternative(together);
    }
    constraint
}

/// Each search alone, and searches that take over in the middle of the work.
const PATIENCES: [Patience; 6] = [
    Patience { boards: u64::MAX, shallow: u64::MAX, deep: u64::MAX, plain: u64::MAX },
    Patience { boards: 0, shallow: u64::MAX, deep: u64::MAX, plain: u64::MAX },
    Patience { boards: 0, shallow: 0, deep: u64::MAX, plain: u64::MAX },
    Patience { boards: 0, shallow: 0, deep: 0, plain: 0 },
    Patience { boards: 0, shallow: 1, deep: 3, plain: 3 },
    Patience { boards: 1, shallow: 1, deep: 3, plain: 3 },
];

/// A killer made from a filling: its cages are connected cells that differ; some cells may be in no cage, and a sum may be wrong.
fn killer(board: &VariantPuzzle, filling: &[i64], random: &mut Random) -> VariantPuzzle {
    let mut puzzle = board.clone();
    let mut is_free = vec![true; board.cell_count()];
    for start in 0..board.cell_count() {
        if !is_free[start] || random.below(8) == 0 {
            continue;
        }
        let mut cage = vec![start];
        for _ in 0..random.below(4) {
            let is_next = |cell: &usize| {
                let is_near = |known: &usize| {
                    let ((row, column), (other, beside)) = (board.place(*cell), board.place(*known));
                    (row - other).abs() + (column - beside).abs() == 1
                };
                let is_new = cage.iter().all(|known| filling[*known] != filling[*cell]);
                is_free[*cell] && is_new && cage.iter().any(is_near)
            };
            let near: Vec<usize> = (start + 1..board.cell_count()).filter(is_next).collect();
            if near.is_empty() {
                break;
            }
            cage.push(near[random.below(near.len())]);
        }
        cage.iter().for_each(|cell| is_free[*cell] = false);
        let wrong = i64::from(random.below(60) == 0);
        let sum: i64 = cage.iter().map(|cell| filling[*cell]).sum::<i64>() + wrong;
        puzzle.constraints.push(Constraint::new(Kind::Cage).cells(cage).value(sum));
    }
    puzzle
}

#[test]
fn killers_have_the_solutions_that_keep_all_cages() {
    let board = VariantPuzzle::sudoku(2, 2);
    let fillings = fillings(&board);
    let mut random = Random::new(6, 0);
    let (mut several, mut none) = (0, 0);
    for _ in 0..300 {
        let puzzle = killer(&board, &fillings[random.below(fillings.len())], &mut random);
        if !puzzle.check().is_empty() {
            continue;
        }
        let expected: BTreeSet<&Vec<i64>> = fillings.iter().filter(|filling| puzzle.is_solved_by(filling)).collect();
        several += usize::from(expected.len() > 1);
        none += usize::from(expected.is_empty());
        for patience in PATIENCES {
            let solutions: Vec<Vec<i64>> = Solver::new().solutions_after(&puzzle, patience).unwrap().collect();
            assert_eq!(solutions.len(), expected.len(), "{:?}, {patience:?}", puzzle.constraints);
            assert_eq!(solutions.iter().collect::<BTreeSet<_>>(), expected, "{:?}, {patience:?}", puzzle.constraints);
        }
    }
    assert!(several > 50 && none > 10, "{several} with several solutions, {none} without");
}

#[test]
fn solutions_are_the_fillings_that_keep_the_rule() {
    let boards = boards().map(|board| (fillings(&board), board));
    assert_eq!(boards.each_ref().map(|(fillings, _)| fillings.len()), [288, 4096, 900, 1536]);
    let mut counted = BTreeSet::new();
    for kind in Kind::ALL {
        let mut random = Random::new(1, *kind as u64);
        let (mut tested, mut telling) = (0, 0);
        for attempt in 0..2000 {
            let (fillings, board) = &boards[attempt % 4];
            let mut puzzle = board.clone();
            puzzle.constraints.push(any(*kind, board, &mut random));
            // A choice may have alternatives of any kind.
            let most = if *kind == Kind::Or { 600 } else { 60 };
            if !puzzle.check().is_empty() || tested == most {
                continue;
            }
            let expected: BTreeSet<&Vec<i64>> =
                fillings.iter().filter(|filling| puzzle.is_solved_by(filling)).collect();
            for patience in PATIENCES {
                let solutions: Vec<Vec<i64>> = Solver::new().solutions_after(&puzzle, patience).unwrap().collect();
                let found: BTreeSet<&Vec<i64>> = solutions.iter().collect();
                let what = || format!("{:?}, {patience:?}", puzzle.constraints);
                assert_eq!(found.len(), solutions.len(), "{}: a solution twice", what());
                assert!(found == expected, "{}: {} found, {} expected", what(), found.len(), expected.len());
            }
            tested += 1;
            telling += usize::from(!expected.is_empty() && expected.len() < fillings.len());
            let model = model::Model::of(&puzzle);
            let mut budget = engine::Budget { nodes: u64::MAX, cancel: None };
            if let Some(number) = engine::count_by_frontier(model, puzzle.columns(), &mut budget) {
                assert_eq!(number.to_string(), expected.len().to_string(), "{:?}: frontier", puzzle.constraints);
                counted.insert(*kind);
            }
            let candidates = Solver::new().candidates(&puzzle).unwrap().unwrap();
            for (cell, digits) in candidates.iter().enumerate() {
                let shown: BTreeSet<i64> = expected.iter().map(|filling| filling[cell]).collect();
                assert!(digits.iter().copied().eq(shown), "{:?}: true candidates", puzzle.constraints);
            }
        }
        // Grids have their own test below: on these boards they fit only if they are the whole board.
        let has_board = [Kind::Windoku, Kind::BoxIndexing, Kind::DutchFlatmates, Kind::Grid].contains(kind);
        assert!(tested > 0 || has_board, "{kind} was never tested");
        assert!(telling > 0 || has_board, "{kind}: {tested} constraints, none of which tells fillings apart");
    }
    let local = [Kind::AntiKnight, Kind::NonConsecutive, Kind::Whisper, Kind::Sum, Kind::Quadruple, Kind::AntiTaxicab];
    assert!(local.iter().all(|kind| counted.contains(kind)), "{counted:?}");
}

/// An alternative that no board could satisfy is ignored, whatever is wrong with its number.
#[test]
fn impossible_alternatives_say_nothing() {
    let numbers = [-100_000, -7, -1, 0, 7, 70, 300, 100_000];
    // With other numbers, these kinds are not impossible, only not examined.
    let others = [Kind::Diagonal, Kind::Modular, Kind::RellikCage, Kind::SameValues, Kind::SumLoop];
    let has_number = |kind: &Kind| kind.spec().parts.value != Presence::Never && !others.contains(kind);
    for kind in Kind::ALL.iter().copied().filter(has_number) {
        let (mut random, mut tested) = (Random::new(13, kind as u64), 0);
        for attempt in 0..200 {
            let board = &boards()[attempt % 4];
            let impossible = any(kind, board, &mut random).value(numbers[random.below(numbers.len())]);
            let thermo = Constraint::new(Kind::Thermo).cells([0, 1]);
            let mut puzzle = board.clone();
            puzzle.constraints =
                vec![Constraint::new(Kind::Or).alternative([impossible]).alternative([thermo.clone()])];
            if puzzle.mistake_of(&puzzle.constraints[0].alternatives[0][0]).is_none() || !puzzle.check().is_empty() {
                continue;
            }
            tested += 1;
            let mut alone = board.clone();
            alone.constraints = vec![thermo];
            let counts = [&puzzle, &alone].map(|puzzle| Solver::new().count(puzzle, 10_000).unwrap());
            assert_eq!(counts[0], counts[1], "{:?}", puzzle.constraints);
        }
        assert!(tested > 0, "{kind} was never tested");
    }
    let modular = |divisor: i64| Constraint::new(Kind::Modular).cells([0, 1]).value(divisor);
    let mut puzzle = VariantPuzzle::sudoku(2, 2);
    puzzle.constraints = vec![Constraint::new(Kind::Or).alternative([modular(2)]).alternative([modular(10)])];
    let message = "choice of rules at r1c1: alternative 2: modular line at r1c1: the divisor 10, expected 1 to 4";
    assert_eq!(puzzle.check()[0].to_string(), message);
}

/// A constraint that is too large to be searched is refused, with its name.
#[test]
fn what_is_too_large_is_named() {
    let mut puzzle = VariantPuzzle::new(64, 64, 1..=64);
    let rellik = |cells: std::ops::Range<usize>| Constraint::new(Kind::RellikCage).cells(cells).value(100);
    puzzle.constraints = vec![rellik(0..2), rellik(64..68), rellik(128..132)];
    let mistake = Solver::new().count(&puzzle, 1).unwrap_err();
    assert_eq!(mistake.constraint, Some(1));
    assert_eq!(mistake.to_string(), "rellik cage at r2c1: too many cases to search, expected fewer cells");
    // There are few sets of consecutive digits, whatever their size, and non-consecutive digits become pairs.
    let line = |kind, cells: std::ops::Range<usize>| Constraint::new(kind).cells(cells);
    puzzle.constraints = vec![line(Kind::Renban, 64..96), line(Kind::Nabner, 96..116)];
    assert_eq!(Solver::new().count(&puzzle, 1), Ok(Ok(1)));
    let cancel = AtomicBool::new(true);
    assert!(Solver::new().cancel(&cancel).count(&puzzle, 1).unwrap().is_err());
    assert!(Solver::new().cancel(&cancel).candidates(&puzzle).unwrap().is_err());
    puzzle.regions = vec![vec![0]; 10_001];
    assert_eq!(puzzle.check()[0].to_string(), "10001 regions, expected at most 10000");
}

/// The automaton need not remember which of the last digits were 1; that would be too many sets of places.
#[test]
fn automata_with_many_sets_of_places() {
    let mut puzzle = VariantPuzzle::new(1, 34, 1..=2);
    puzzle.has_lines = false;
    puzzle.constraints =
        (5..34).map(|cell| Constraint::new(Kind::OneOf).cells([cell]).values([1 + cell as i64 % 2])).collect();
    puzzle.constraints.retain(|given| given.cells != [17]);
    let states: Vec<String> = (0..16).map(|state| format!("/ 1-{0} 2-{0}", state + 2)).collect();
    let machine = format!("> 1-0 2-0 1-1 {} / *", states.join(" "));
    let texts = [("[12]*1[12]{16}", Kind::Regex), (&machine, Kind::Automaton)];
    for (text, kind) in texts {
        let mut puzzle = puzzle.clone();
        puzzle.constraints.push(Constraint::new(kind).cells(0..34).text(text));
        let solutions: Vec<Vec<i64>> = Solver::new().solutions(&puzzle).unwrap().collect();
        assert_eq!(solutions.len(), 32, "{kind}");
        assert!(solutions.iter().all(|digits| digits[17] == 1 && puzzle.is_solved_by(digits)), "{kind}");
    }
}

/// A line of zeros has no stretch with another sum; zeros beside a stretch belong to it.
#[test]
fn zeros_on_sum_lines() {
    let mut puzzle = VariantPuzzle::new(1, 3, 0..=2);
    puzzle.constraints = vec![Constraint::new(Kind::SumLine).cells(0..3).value(2)];
    let solutions: BTreeSet<String> =
        Solver::new().solutions(&puzzle).unwrap().map(|digits| puzzle.line(&digits)).collect();
    let expected = ["002", "011", "020", "022", "101", "110", "112", "200", "202", "211", "220", "222"];
    assert_eq!(solutions, expected.map(str::to_owned).into());
    puzzle.constraints[0].value = Some(0);
    assert_eq!(Solver::new().count(&puzzle, 10), Ok(Ok(1)));
}

/// A 0 does not count as a skyscraper.
#[test]
fn zeros_are_no_skyscrapers() {
    for digits in [0..=3, 1..=4] {
        let mut line = VariantPuzzle::new(1, 4, digits.clone());
        line.constraints.push(Constraint::new(Kind::Skyscraper).cells(0..4).value(3));
        let seen = |line: [i64; 4]| line.map(|digit| digit + digits.start());
        assert_eq!(line.is_solved_by(&seen([0, 1, 2, 3])), *digits.start() == 0);
        assert!(line.is_solved_by(&seen([1, 2, 0, 3])));
        assert_eq!(line.is_solved_by(&seen([0, 1, 3, 2])), *digits.start() == 1);
        let solutions = Solver::new().count(&line, 1000).unwrap();
        let all = fillings(&line);
        assert_eq!(solutions, Ok(all.iter().filter(|filling| line.is_solved_by(filling)).count() as u64));
    }
}

/// The fillings with correct rows that obey a grid are the Sudokus; with two grids, each is a Sudoku.
#[test]
fn grids_are_sudokus() {
    let grid = |cell: usize| Constraint::new(Kind::Grid).cells([cell]);
    let mut rows = VariantPuzzle::new(4, 4, 1..=4);
    rows.regions = (0..4).map(|row| (4 * row..4 * row + 4).collect()).collect();
    let mut puzzle = rows.clone();
    puzzle.constraints.push(grid(0));
    let fillings = fillings(&rows);
    assert_eq!(
        (fillings.len(), fillings.iter().filter(|filling| puzzle.is_solved_by(filling)).count()),
        (331_776, 288)
    );
    for patience in PATIENCES {
        let found: BTreeSet<Vec<i64>> = Solver::new().solutions_after(&puzzle, patience).unwrap().collect();
        assert!(found.len() == 288 && found.iter().all(|filling| puzzle.is_solved_by(filling)));
    }
    assert!(Solver::new().certify(&puzzle).is_ok());

    let mut two = VariantPuzzle::new(6, 6, 1..=4);
    [4, 5, 10, 11, 24, 25, 30, 31].into_iter().for_each(|gap| two.add_gap(gap));
    two.constraints = vec![grid(0), grid(14)];
    assert_eq!(two.check(), []);
    // Each of the 288 Sudokus in one grid fits 288 / 24 in the other, whose first box it decides.
    assert_eq!(Solver::new().count(&two, 10_000).unwrap(), Ok(288 * 12));
    two.constraints.push(grid(1));
    let mistake = two.check().remove(0).to_string();
    assert_eq!(mistake, "grid at r1c2: 4 rows and columns reach r1c5, where the board has no cell");
    two.constraints[2] = Constraint::new(Kind::Cage).cells([3, 4]).value(3);
    assert_eq!(two.check().remove(0).to_string(), "killer cage at r1c4: r1c5, where the board has a gap");
    two.constraints[2] = Constraint::new(Kind::GlobalMod3);
    assert!(two.check().remove(0).to_string().ends_with("a board with gaps, expected one without"));
    // Cells on either side of a gap are not neighbours.
    two.constraints[2] = Constraint::new(Kind::AntiKing);
    assert_eq!(two.check(), []);
    let solution = Solver::new().solutions(&two).unwrap().next();
    assert!(solution.is_none_or(|digits| two.is_solved_by(&digits)));
}

/// As numbers, longer lines are higher whatever their digits are, except for zeros: what is ranked has one length.
#[test]
fn lines_of_different_lengths_are_not_ranked() {
    for kind in [Kind::FullRank, Kind::TiedRank] {
        let mut puzzle = VariantPuzzle::new(3, 4, 1..=4);
        puzzle.constraints.push(Constraint::new(kind).cells([0, 1, 2, 3]).value(1));
        let expected = "a board of 3 rows and 4 columns, expected as many rows as columns";
        assert!(puzzle.check()[0].to_string().ends_with(expected), "{kind}");
    }
}

/// Lines that are the same have the number of the first of them.
#[test]
fn ties_share_the_lower_rank() {
    // 1234 is there twice, and so is 1324.
    let filling = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    for (cells, expected) in [([0, 1, 2, 3], 1), ([15, 14, 13, 12], 1), ([0, 4, 8, 12], 3), ([15, 11, 7, 3], 3)] {
        let mut puzzle = VariantPuzzle::sudoku(2, 2);
        let ranks: Vec<i64> = (1..=16)
            .filter(|rank| {
                puzzle.constraints = vec![Constraint::new(Kind::TiedRank).cells(cells).value(*rank)];
                puzzle.is_solved_by(&filling)
            })
            .collect();
        assert_eq!(ranks, [expected], "{cells:?}");
    }
}

/// Cells that are one after the other in a list need not share an edge.
#[test]
fn connected_cells_share_edges() {
    let mut puzzle = VariantPuzzle::new(1, 3, 1..=2);
    puzzle.has_lines = false;
    let rows = |rows: &[&[usize]]| {
        rows.iter().fold(Constraint::new(Kind::Connected).values([1]), |area, row| area.other(row.iter().copied()))
    };
    for (area, count) in [(rows(&[&[0, 2]]), 4), (rows(&[&[0], &[1], &[2]]), 6), (rows(&[&[2, 0, 1]]), 6)] {
        puzzle.constraints = vec![area];
        assert_eq!(Solver::new().count(&puzzle, 100).unwrap().unwrap(), count, "{:?}", puzzle.constraints);
    }
}

/// Whether neighbours have a dot is not certain where a choice of rules has it.
#[test]
fn marks_in_choices_are_refused() {
    let marks = [
        (Kind::NegativeKropki, Kind::Ratio),
        (Kind::NegativeDifference, Kind::Ratio),
        (Kind::NegativeRatio, Kind::Difference),
        (Kind::NegativeXv, Kind::PairSum),
        (Kind::NonConsecutive, Kind::Difference),
    ];
    for (rule, mark) in marks {
        let (rule, dot) = (Constraint::new(rule), Constraint::new(mark).cells([0, 1]).value(3));
        let given = Constraint::new(Kind::OneOf).cells([0]).values([1]);
        let choice = |dot: Vec<Constraint>| Constraint::new(Kind::Or).alternative(dot).alternative([given.clone()]);
        let expected = format!("a {} in a choice of rules, expected it outside of one", mark.title());
        for constraints in
            [vec![rule.clone(), choice(vec![dot.clone()])], vec![choice(vec![dot.clone(), rule.clone()])]]
        {
            let mut puzzle = VariantPuzzle::sudoku(2, 2);
            puzzle.constraints = constraints;
            assert!(
                puzzle.check()[0].to_string().ends_with(&expected),
                "{:?}: {:?}",
                puzzle.constraints,
                puzzle.check()
            );
        }
        let mut puzzle = VariantPuzzle::sudoku(2, 2);
        puzzle.constraints = vec![dot, choice(vec![rule])];
        assert_eq!(puzzle.check(), []);
    }
}

/// Two rules together: what one removes must reach the other.
#[test]
fn rules_are_kept_together() {
    let board = VariantPuzzle::sudoku(2, 2);
    let fillings = fillings(&board);
    let mut random = Random::new(7, 0);
    let mut telling = 0;
    for _ in 0..600 {
        let mut puzzle = board.clone();
        for _ in 0..3 {
            let kind = Kind::ALL[random.below(Kind::ALL.len())];
            puzzle.constraints.push(any(kind, &board, &mut random));
        }
        if !puzzle.check().is_empty() {
            continue;
        }
        let expected: BTreeSet<&Vec<i64>> = fillings.iter().filter(|filling| puzzle.is_solved_by(filling)).collect();
        for patience in PATIENCES {
            let solutions: Vec<Vec<i64>> = Solver::new().solutions_after(&puzzle, patience).unwrap().collect();
            let found: BTreeSet<&Vec<i64>> = solutions.iter().collect();
            assert!(found == expected && solutions.len() == expected.len(), "{:?}, {patience:?}", puzzle.constraints);
        }
        telling += usize::from(!expected.is_empty());
    }
    assert!(telling > 20, "{telling}");
}

#[test]
fn every_kind_has_a_drawing_and_a_rule() {
    for kind in Kind::ALL {
        let source = kind.source();
        let head: Vec<&str> = source.lines().take_while(|line| line.starts_with("//!")).collect();
        assert!(head.iter().any(|line| line.contains("```text")), "{kind} has no drawing");
        assert_eq!(kind.name().parse::<Kind>().unwrap(), *kind);
        assert!(!kind.title().is_empty());
    }
}

/// There are 72 boards that are anti-knight, anti-king and non-consecutive.
#[test]
fn anti_everything_has_72_solutions() {
    let mut puzzle = VariantPuzzle::sudoku(3, 3);
    puzzle.constraints.extend([Kind::AntiKnight, Kind::AntiKing, Kind::NonConsecutive].map(Constraint::new));
    assert_eq!(Solver::new().count(&puzzle, 1000).unwrap(), Ok(72));
}

/// A clue is redundant if, and only if, the remaining clues still have a single solution; a minimal puzzle has no such clue.
#[test]
fn redundant_clues_are_those_that_decide_nothing() {
    let board = VariantPuzzle::sudoku(2, 2);
    let fillings = fillings(&board);
    let solutions = |puzzle: &VariantPuzzle| fillings.iter().filter(|filling| puzzle.is_solved_by(filling)).count();
    let mut random = Random::new(11, 0);
    let (mut tested, mut redundant, mut needed) = (0, 0, 0);
    while tested < 40 {
        let mut puzzle = board.clone();
        let solution = &fillings[random.below(fillings.len())];
        some_cells(&board, 4, &mut random).into_iter().for_each(|cell| puzzle.give(cell, solution[cell]));
        puzzle.marks[random.below(16)] = Some(vec![1, 2, 3]);
        for _ in 0..2 {
            puzzle.constraints.push(any(Kind::ALL[random.below(Kind::ALL.len())], &board, &mut random));
        }
        if !puzzle.check().is_empty() || solutions(&puzzle) != 1 {
            continue;
        }
        tested += 1;
        let found = Solver::new().redundant(&puzzle).unwrap().unwrap();
        let expected = puzzle.clues().into_iter().filter(|clue| solutions(&puzzle.without(&[*clue])) == 1);
        assert_eq!(found, expected.collect::<Vec<_>>(), "{puzzle:?}");
        redundant += found.len();
        needed += puzzle.clues().len() - found.len();
        let left_out = Solver::new().minimal(&puzzle, tested).unwrap().unwrap();
        let minimal = puzzle.without(&left_out);
        assert_eq!(solutions(&minimal), 1);
        assert_eq!(Solver::new().redundant(&minimal).unwrap(), Ok(vec![]), "{minimal:?}");
    }
    assert!(redundant > 20 && needed > 20, "{redundant} {needed}");
}

#[test]
fn rules_of_boards_are_found_by_their_names() {
    for kind in Kind::ALL.iter().filter(|kind| kind.is_of_board() && **kind != Kind::Diagonal) {
        for name in [kind.name().to_owned(), kind.name().replace('_', " ").to_uppercase()] {
            assert_eq!(rules(&name).unwrap(), [Constraint::new(*kind)], "{name}");
        }
    }
    assert_eq!(rules("").unwrap(), []);
    assert_eq!(rules(" diagonal+ ,").unwrap(), [Constraint::new(Kind::Diagonal).value(1)]);
    assert_eq!(rules("anti-knight; windoku").unwrap_err().name(), "anti-knight; windoku");
}

/// Whatever the rule, its figures are on the board, and it has a picture and words.
#[test]
fn every_constraint_is_drawn_or_said() {
    for kind in Kind::ALL {
        let mut random = Random::new(3, *kind as u64);
        for attempt in 0..100 {
            let mut puzzle = boards()[attempt % 4].clone();
            puzzle.constraints.push(any(*kind, &puzzle, &mut random));
            if !puzzle.check().is_empty() {
                continue;
            }
            let constraint = &puzzle.constraints[0];
            let words = puzzle.words();
            let rule = if *kind == Kind::Or { "At least one of these holds: " } else { &constraint.rule() };
            assert!(words.len() == 2 && words[1].contains(rule), "{words:?}");
            let is_drawn = !constraint.figures(&puzzle).is_empty();
            // A choice between rules for whole boards is only stated in words.
            // So is a constraint with cells beside the board.
            let is_beside = constraint.all_cells().any(|cell| cell >= puzzle.board_cells());
            // The boxes of a grid are drawn as borders of the board.
            let is_said = kind.is_of_board() || [Kind::Or, Kind::Grid].contains(kind);
            assert!(is_drawn || is_beside || is_said, "{constraint:?}");
            let plain = render::variant::svg(&boards()[attempt % 4], "");
            let picture = render::variant::svg(&puzzle, "<&>");
            assert!(picture.contains("<title>&lt;&amp;&gt;</title>") && picture.ends_with("</svg>\n"));
            assert_eq!(picture.lines().count() > plain.lines().count() + 1, is_drawn, "{constraint:?}: {picture}");
            assert!(render::variant::text(&puzzle).ends_with(&format!("{}\n", words[1])));
        }
    }
}
