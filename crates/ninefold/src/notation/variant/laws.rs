//! The law of writing: what a format writes is read as it was, and what it does not carry is refused by its name.
//!
//! Constraints of every kind, on cells that suit some kind: any cells, rows and columns, diagonals, squares.

use super::*;
use crate::notation::ReadOptions;
use crate::random::Random;
use crate::variant::tests::{any, some_cells};
use crate::variant::{Constraint, Kind};
use std::collections::BTreeSet;

/// Boards of all sorts, the usual 9x9 among them.
fn boards() -> Vec<VariantPuzzle> {
    let mut irregular = VariantPuzzle::sudoku(2, 2);
    irregular.regions = vec![vec![0, 1, 2, 4], vec![3, 7, 6, 11], vec![5, 8, 9, 12], vec![10, 13, 14, 15]];
    let mut partial = VariantPuzzle::sudoku(2, 3);
    partial.regions.truncate(3);
    let mut ten = VariantPuzzle::new(10, 10, 1..=10);
    ten.has_lines = true;
    let mut from_zero = VariantPuzzle::new(4, 6, 0..=5);
    from_zero.has_lines = true;
    let raw = VariantPuzzle::new(3, 3, 1..=3);
    let mut boards = vec![VariantPuzzle::sudoku(3, 3), VariantPuzzle::sudoku(2, 3), VariantPuzzle::sudoku(3, 2)];
    let mut further = VariantPuzzle::sudoku(2, 3);
    further.add_further_cells(3);
    boards.extend([irregular, partial, ten, from_zero, raw, further]);
    boards
}

/// Cells that suit some kind of clue.
fn cells(puzzle: &VariantPuzzle, random: &mut Random) -> Vec<usize> {
    let (rows, columns) = (puzzle.rows() as i64, puzzle.columns() as i64);
    let ray = |(row, column): (i64, i64), (down, right): (i64, i64)| {
        let cell = |i: i64| puzzle.cell(row + i * down, column + i * right);
        (0..rows.max(columns)).map_while(cell).collect::<Vec<usize>>()
    };
    let (row, column) = (random.below(rows as usize) as i64, random.below(columns as usize) as i64);
    let mut cells = match random.below(6) {
        0 => ray((row, 0), (0, 1)),
        1 => ray((0, column), (1, 0)),
        2 => ray((0, column), (1, 1)),
        3 => ray((row, columns - 1), (1, -1)),
        4 => [(0, 0), (0, 1), (1, 0), (1, 1)].iter().filter_map(|(i, j)| puzzle.cell(row + i, column + j)).collect(),
        _ => [(0, 0), (0, 1)].iter().filter_map(|(i, j)| puzzle.cell(row + i, column + j)).collect(),
    };
    if random.below(2) == 0 {
        cells.reverse();
    }
    cells
}

/// A constraint of a kind that the board can have, if one is found.
fn some(kind: Kind, puzzle: &VariantPuzzle, random: &mut Random) -> Option<Constraint> {
    (0..60).find_map(|_| {
        let mut constraint = any(kind, puzzle, random);
        let is_cell = constraint.cells.len() == 1;
        if random.below(3) > 0 && !is_cell && !constraint.cells.is_empty() {
            constraint.cells = cells(puzzle, random);
        }
        constraint.value = constraint.value.map(|value| match random.below(3) {
            0 => [1, 2, 4, 5, 10][random.below(5)],
            1 => value + random.below(20) as i64,
            _ => value,
        });
        let mut puzzle = puzzle.clone();
        puzzle.constraints = vec![constraint];
        puzzle.check().is_empty().then(|| puzzle.constraints.remove(0))
    })
}

/// The same puzzle in one form: what has no order is sorted, and what is the same rule has the same name.
fn canonical(puzzle: &VariantPuzzle) -> (VariantPuzzle, BTreeSet<String>) {
    let mut puzzle = puzzle.clone();
    puzzle.regions.iter_mut().for_each(|region| region.sort_unstable());
    puzzle.regions.retain(|region| !region.is_empty());
    puzzle.regions.sort_unstable();
    for cell in 0..puzzle.cell_count() {
        let Some(marks) = puzzle.marks[cell].take() else { continue };
        let left: Vec<i64> =
            marks.into_iter().filter(|mark| puzzle.givens[cell].is_none_or(|given| given == *mark)).collect();
        puzzle.givens[cell] = None;
        match left[..] {
            [only] => puzzle.givens[cell] = Some(only),
            _ => puzzle.marks[cell] = Some(left),
        }
    }
    let mut rules = BTreeSet::new();
    // Only ratio dots distinguish the two.
    let has_ratio = puzzle.constraints.iter().any(|constraint| constraint.has_within(Kind::Ratio));
    let difference = if has_ratio { Kind::NegativeDifference } else { Kind::NonConsecutive };
    for mut constraint in std::mem::take(&mut puzzle.constraints) {
        if constraint.kind == Kind::NegativeKropki {
            rules.extend([difference, Kind::NegativeRatio].map(|kind| rule(&Constraint::new(kind))));
            continue;
        }
        if constraint.kind == Kind::NegativeDifference {
            constraint.kind = difference;
        }
        sort(&mut constraint, puzzle.columns());
        rules.insert(rule(&constraint));
    }
    (puzzle, rules)
}

/// Sorts what of a constraint has no order.
fn sort(constraint: &mut Constraint, columns: usize) {
    match constraint.kind {
        Kind::LittleKiller | Kind::Quadruple | Kind::Sandwich => constraint.cells.sort_unstable(),
        Kind::PairTable | Kind::PairTableAll => {
            let pairs: BTreeSet<Vec<i64>> = constraint.values.chunks(2).map(<[i64]>::to_vec).collect();
            constraint.values = pairs.into_iter().flatten().collect();
        }
        Kind::Arrow => constraint.others[0].sort_unstable(),
        Kind::Minimum | Kind::Maximum => {
            let cell = constraint.cells[0];
            let is_beside = |other: &usize| {
                (other / columns).abs_diff(cell / columns) + (other % columns).abs_diff(cell % columns) == 1
            };
            constraint.others.iter_mut().for_each(|group| group.retain(is_beside));
            constraint.others.iter_mut().for_each(|group| group.sort_unstable());
            constraint.others.retain(|group| !group.is_empty());
        }
        Kind::Or => constraint.alternatives.iter_mut().flatten().for_each(|one| sort(one, columns)),
        _ => {}
    }
}

fn rule(constraint: &Constraint) -> String {
    format!("{constraint:?}")
}

/// Whether the puzzle was written, and then read as it was.
pub(super) fn is_carried(puzzle: &VariantPuzzle, format: Format) -> bool {
    let record = VariantRecord::new(puzzle.clone())
        .with_field(Field::Description, "A \"title\"")
        .with_field(Field::Author, "me");
    let text = match write_variant(&record, format) {
        Ok(written) => written.text,
        Err(error) => {
            let message = error.to_string();
            assert!(message.starts_with(&format!("format {format} does not carry: ")), "{message}");
            return false;
        }
    };
    let found = read_variant(&text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{puzzle:?} {error}"));
    assert_eq!(canonical(&found.puzzle), canonical(puzzle), "{text}");
    assert!(found.notes.is_empty(), "{:?}", found.notes);
    let lost = write_variant(&record, format).unwrap().lost;
    for (field, value) in &record.fields {
        assert_eq!(found.fields.get(field) == Some(value), !lost.contains(&Loss::Field(*field)), "{field}");
    }
    true
}

/// The kinds of which some constraint is carried; those that a message of a format names whatever they are about.
fn carried(format: Format) -> BTreeSet<&'static str> {
    let mut random = Random::new(3, format.name().len() as u64);
    let mut carried = BTreeSet::new();
    for kind in Kind::ALL {
        let mut refused = 0;
        for board in boards() {
            for _ in 0..8 {
                let Some(constraint) = some(*kind, &board, &mut random) else { continue };
                let mut puzzle = board.clone();
                puzzle.constraints.push(constraint);
                match is_carried(&puzzle, format) {
                    true => _ = carried.insert(kind.name()),
                    false => refused += 1,
                }
            }
        }
        assert!(refused > 0 || carried.contains(kind.name()), "{kind} was never tested");
    }
    carried
}

/// Puzzles of several rules, with givens and candidates.
fn several(format: Format) -> usize {
    let mut random = Random::new(11, 0);
    let (boards, mut count) = (boards(), 0);
    for attempt in 0..1500 {
        let board = &boards[attempt % boards.len()];
        let mut puzzle = board.clone();
        for _ in 0..1 + random.below(6) {
            let kind = Kind::ALL[random.below(Kind::ALL.len())];
            puzzle.constraints.extend(some(kind, board, &mut random));
        }
        // Minima whose groups are what lies beside them.
        if random.below(4) == 0 {
            let columns = board.columns();
            puzzle.constraints.push(Constraint::new(Kind::Minimum).cells([columns]).other([0, columns + 1]));
            puzzle.constraints.push(Constraint::new(Kind::Minimum).cells([0]).other([columns]));
            puzzle.constraints.push(Constraint::new(Kind::Minimum).cells([columns + 1]).other([columns, 0]));
        }
        for cell in some_cells(board, 5, &mut random) {
            let digit = board.digits().nth(random.below(board.digit_count()));
            match random.below(3) {
                0 => puzzle.givens[cell] = digit,
                1 => puzzle.marks[cell] = Some(digit.into_iter().chain([*board.digits().end() - 1]).collect()),
                _ => {}
            }
        }
        if puzzle.check().is_empty() && !puzzle.constraints.is_empty() {
            count += usize::from(is_carried(&puzzle, format));
        }
    }
    count
}

const F_PUZZLES: [&str; 41] = [
    "cage",
    "arrow",
    "double_arrow",
    "little_killer",
    "thermo",
    "slow_thermo",
    "minimum",
    "maximum",
    "difference",
    "ratio",
    "pair_sum",
    "negative_kropki",
    "negative_xv",
    "negative_ratio",
    "negative_difference",
    "non_consecutive",
    "whisper",
    "renban",
    "nabner",
    "palindrome",
    "clone",
    "region_sum_line",
    "zipper",
    "between",
    "lockout",
    "entropic",
    "modular",
    "odd",
    "even",
    "quadruple",
    "sandwich",
    "x_sum",
    "skyscraper",
    "diagonal",
    "disjoint_groups",
    "anti_knight",
    "anti_king",
    "extra_region",
    "column_indexing",
    "row_indexing",
    "box_indexing",
];

#[test]
fn f_puzzles() {
    for format in [Format::FPuzzles, Format::Fpuz] {
        assert_eq!(carried(format), BTreeSet::from(F_PUZZLES));
    }
    assert!(several(Format::FPuzzles) > 100);
}

/// Those that Interactive Sudoku Solver has no type for.
const NOT_OF_ISS: [&str; 13] = [
    "slow_thermo",
    "minimum",
    "maximum",
    "negative_ratio",
    "negative_difference",
    "nabner",
    "clone",
    "odd",
    "even",
    "extra_region",
    "box_indexing",
    "grid",
    // Only that of a whole board.
    "connected",
];

#[test]
fn iss() {
    let not_carried = |kind: &&str| NOT_OF_ISS.contains(kind);
    let all = Kind::ALL.iter().map(|kind| kind.name());
    assert_eq!(carried(Format::Iss), all.filter(|kind| !not_carried(kind)).collect());
    assert!(several(Format::Iss) > 200);
}

#[test]
fn our_own_json() {
    assert_eq!(carried(Format::Json).len(), Kind::ALL.len());
    assert!(several(Format::Json) > 1000);
}

/// What the format has no words for is named.
#[test]
fn what_is_not_carried() {
    let mut puzzle = VariantPuzzle::sudoku(3, 3);
    let kropki = Constraint::new(Kind::NegativeKropki);
    for (constraints, message) in [
        (vec![Constraint::new(Kind::Greater).cells([0, 1])], "greater than"),
        (
            vec![Constraint::new(Kind::Sandwich).cells(0..8).value(5)],
            "sandwich sum at r1c1 along cells other than a row or column",
        ),
        (
            vec![Constraint::new(Kind::LittleKiller).cells([10, 20]).value(5)],
            "little killer at r2c2 along cells other than a diagonal from edge to edge",
        ),
        (vec![Constraint::new(Kind::PairSum).cells([0, 1]).value(7)], "pair sum at r1c1 of 7"),
        (vec![Constraint::new(Kind::Minimum).cells([0]).other([1])], "minimum at r1c1 compared with other neighbours"),
        (
            vec![kropki, Constraint::new(Kind::Difference).cells([0, 1]).value(3)],
            "all difference dots given with the number 3",
        ),
    ] {
        puzzle.constraints = constraints;
        let error = write_variant(&VariantRecord::new(puzzle.clone()), Format::FPuzzles).unwrap_err();
        assert_eq!(error.to_string(), format!("format f-puzzles does not carry: {message}"));
    }
    // A cell that may have nothing.
    puzzle.constraints = vec![Constraint::new(Kind::AntiKing)];
    puzzle.marks[80] = Some(Vec::new());
    for format in [Format::FPuzzles, Format::Iss] {
        let error = write_variant(&VariantRecord::new(puzzle.clone()), format).unwrap_err();
        assert_eq!(error.to_string(), format!("format {format} does not carry: no candidates at all in r9c9"));
    }
}
