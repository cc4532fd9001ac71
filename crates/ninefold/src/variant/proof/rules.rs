//! Each kind of constraint as inequalities, following its `holds`, not what it is compiled to.
//!
//! For a rule on one or two cells, or on neighbours on a line, `holds` itself is called for all digits.

use super::encode::{Encoder, truth};
use super::lines::{connected, distinct_lines, full_rank};
use crate::solve::literal::Literal;
use crate::variant::kinds::pattern::Pattern;
use crate::variant::kinds::sum_loop::Cuts;
use crate::variant::kinds::{self, reading};
use crate::variant::{Constraint, Kind, Machine};

/// Writes a constraint into the formula; if that is not possible, returns the reason.
pub(super) fn encode(constraint: &Constraint, to: &mut Encoder<'_>) -> Result<(), String> {
    let (puzzle, cells, value) = (to.puzzle, &constraint.cells[..], constraint.value.unwrap_or_default());
    let (low, high) = (*puzzle.digits().start(), *puzzle.digits().end());
    match constraint.kind {
        Kind::AllDifferent | Kind::ExtraRegion => to.different(cells),
        Kind::Diagonal => to.different(&kinds::diagonal::cells(constraint, puzzle)),
        Kind::Windoku => kinds::windoku::windows(puzzle).iter().for_each(|window| to.different(window)),
        Kind::Grid => kinds::grid::of(constraint, puzzle).iter().for_each(|house| to.different(house)),
        Kind::DisjointGroups => kinds::disjoint_groups::groups(puzzle).iter().for_each(|group| to.different(group)),
        Kind::AntiKnight => differ_at(&[(1, 2), (2, 1), (1, -2), (2, -1)], to),
        Kind::AntiKing => differ_at(&[(0, 1), (1, 0), (1, 1), (1, -1)], to),
        Kind::AntiTaxicab => {
            for (one, other) in puzzle.pairs_at(&kinds::anti_taxicab::apart(puzzle)) {
                let steps = kinds::anti_taxicab::steps(puzzle, one, other);
                to.clause([!to.is(one, steps), !to.is(other, steps)]);
            }
        }
        Kind::Cage => cage(cells, constraint.value, to),
        Kind::Sum if constraint.values.is_empty() => total(cells, value, to),
        Kind::Sum => to.short_sum(&kinds::sum::factors(constraint), value),
        Kind::LittleKiller => total(cells, value, to),
        Kind::Arrow => {
            let circle = kinds::arrow::circle(constraint).into_iter().map(|(factor, cell)| (-factor, cell));
            let terms: Vec<(i64, usize)> = cells.iter().map(|cell| (1, *cell)).chain(circle).collect();
            to.short_sum(&terms, 0);
        }
        Kind::DoubleArrow => to.same_sums(&[cells[0], cells[cells.len() - 1]], &cells[1..cells.len() - 1]),
        Kind::RegionSumLine => same_sums(&kinds::region_sum_line::stretches(constraint, puzzle), to),
        Kind::EqualSum => same_sums(&constraint.others, to),
        Kind::Zipper => same_sums(&kinds::zipper::pairs(constraint), to),
        Kind::SumLine => {
            let step = |sum: &Option<i64>, digit: i64| kinds::sum_line::next(*sum, digit, value);
            to.path(cells, None, step, |sum| *sum == Some(0))?;
        }
        Kind::SumLoop => {
            let step = |cuts: &Cuts, digit: i64| cuts.after(digit, value);
            to.path(cells, Cuts::START, step, Cuts::are_closed)?;
        }
        Kind::Thermo | Kind::SlowThermo | Kind::Whisper | Kind::PairTable => neighbours(constraint, to),
        Kind::Greater | Kind::Difference | Kind::Ratio | Kind::PairSum => neighbours(constraint, to),
        Kind::PairTableAll => {
            let fits = pair_of(constraint, to);
            for (i, later) in cells.iter().enumerate() {
                cells[..i].iter().for_each(|earlier| to.relate(&[], *earlier, *later, &fits));
            }
        }
        Kind::Odd | Kind::Even => {
            let holds = |digit| constraint.holds(puzzle, &vec![digit; puzzle.cell_count()]);
            to.only(cells[0], holds);
        }
        Kind::Minimum | Kind::Maximum => {
            let is_lower = constraint.kind == Kind::Minimum;
            for rival in reading::rivals(constraint, puzzle) {
                to.relate(&[], cells[0], rival, |own, other| if is_lower { own < other } else { own > other });
            }
        }
        Kind::NonConsecutive => relate_without(&[Kind::Difference], |one, other| (one - other).abs() != 1, to),
        Kind::NegativeDifference => relate_without(reading::DOTS, |one, other| (one - other).abs() != 1, to),
        Kind::NegativeRatio => relate_without(reading::DOTS, |one, other| !is_double(one, other), to),
        Kind::NegativeKropki => {
            relate_without(reading::DOTS, |one, other| (one - other).abs() != 1 && !is_double(one, other), to);
        }
        Kind::NegativeXv => relate_without(&[Kind::PairSum], |one, other| !matches!(one + other, 5 | 10), to),
        Kind::Palindrome => {
            let back: Vec<usize> = cells.iter().rev().copied().collect();
            equal(&cells[..cells.len() / 2], &back, to);
        }
        Kind::Clone => equal(cells, &constraint.others[0], to),
        Kind::SameValues => {
            let sets: Vec<&[usize]> = kinds::same_values::each(constraint).collect();
            for (pair, digit) in sets.windows(2).flat_map(|pair| puzzle.digits().map(move |digit| (pair, digit))) {
                let here = pair[0].iter().map(|cell| (1, to.is(*cell, digit)));
                let there = pair[1].iter().map(|cell| (-1, to.is(*cell, digit)));
                let terms: Vec<(i64, Literal)> = here.chain(there).collect();
                to.row(&terms, 0, true);
            }
        }
        Kind::Connected => connected(constraint, to),
        Kind::Renban => {
            let (count, has) = (cells.len() as i64, set(cells, to));
            exclude(&has, |distance| distance >= count, to);
        }
        Kind::Nabner => {
            let has = set(cells, to);
            exclude(&has, |distance| distance == 1, to);
        }
        Kind::EqualityCage => {
            to.different(cells);
            let is_half: [&dyn Fn(i64) -> bool; 3] =
                [&|digit| digit % 2 == 0, &|digit| 2 * digit < low + high, &|digit| 2 * digit > low + high];
            for fits in is_half {
                let digits = puzzle.digits().filter(|digit| fits(*digit));
                let places = digits.flat_map(|digit| cells.iter().map(move |cell| (*cell, digit)));
                let terms: Vec<(i64, Literal)> = places.map(|(cell, digit)| (1, to.is(cell, digit))).collect();
                to.row(&terms, cells.len() as i64 / 2, true);
            }
        }
        Kind::RellikCage => rellik(cells, value, to)?,
        Kind::Quadruple | Kind::ContainAtLeast | Kind::ContainExact => {
            for (digit, count) in reading::counts(&constraint.values) {
                to.count(cells, digit, count as i64, constraint.kind == Kind::ContainExact);
            }
        }
        Kind::LookAndSay => {
            for (count, digit) in kinds::look_and_say::said(constraint).collect::<Vec<_>>() {
                to.count(cells, digit, count as i64, true);
            }
        }
        Kind::CountingCircles => {
            for digit in puzzle.digits() {
                let is_there = to.variable(&format!("has{digit}"));
                let places = cells.iter().map(|cell| (1, to.is(*cell, digit)));
                let terms: Vec<(i64, Literal)> = places.chain([(-digit, is_there)]).collect();
                to.row(&terms, 0, true);
                if digit == 0 {
                    to.clause([!is_there]);
                }
            }
        }
        Kind::CountDistinct => {
            let mut terms = Vec::new();
            for digit in puzzle.digits() {
                let is_there = to.variable(&format!("has{digit}"));
                cells.iter().for_each(|cell| to.clause([is_there, !to.is(*cell, digit)]));
                let places: Vec<Literal> = cells.iter().map(|cell| to.is(*cell, digit)).collect();
                to.clause(places.into_iter().chain([!is_there]));
                terms.push((1, is_there));
            }
            to.sum_with(&[(-1, constraint.others[0][0])], &terms, 0);
        }
        Kind::Between => between(cells, to),
        Kind::Lockout => lockout(cells, value, to),
        Kind::Entropic => in_turn(cells, 3, |digit| reading::third(digit, puzzle), to),
        Kind::Modular => in_turn(cells, value as usize, |digit| digit.rem_euclid(value), to),
        Kind::GlobalEntropy => all_in_squares(|digit| reading::third(digit, puzzle), to),
        Kind::GlobalMod3 => all_in_squares(|digit| digit.rem_euclid(3), to),
        Kind::DutchFlatmates => {
            for cell in 0..puzzle.board_cells() {
                let (above, below) = kinds::dutch_flatmates::beside(cell, puzzle);
                let mates = above.map(|above| to.is(above, 1)).into_iter().chain(below.map(|below| to.is(below, 9)));
                let clause: Vec<Literal> = mates.chain([!to.is(cell, 5)]).collect();
                to.clause(clause);
            }
        }
        Kind::Sandwich => sandwich(cells, value, to),
        Kind::Lunchbox => lunchbox(cells, value, to),
        Kind::XSum => {
            let outside = puzzle.digits().filter(|digit| *digit > cells.len() as i64);
            outside.for_each(|digit| to.clause([!to.is(cells[0], digit)]));
            let places = cells.iter().zip(1..).map(|(cell, place)| (to.at_least(cells[0], place), *cell));
            let counted: Vec<(Literal, usize)> = places.collect();
            to.sum_where(&counted, value);
        }
        Kind::Skyscraper => skyscraper(cells, value, to),
        Kind::HiddenSkyscraper => hidden_skyscraper(cells, value, to),
        Kind::NumberedRoom => points_to(cells[0], cells, value, to),
        Kind::ColumnIndexing => indexing(cells, kinds::column_indexing::place, to),
        Kind::RowIndexing => indexing(cells, kinds::row_indexing::place, to),
        Kind::BoxIndexing => indexing(cells, kinds::box_indexing::place, to),
        Kind::FullRank | Kind::TiedRank => full_rank(constraint, to),
        Kind::DistinctLines => distinct_lines(to),
        Kind::Regex => {
            let pattern = Pattern::read(&constraint.text)?;
            let step = |state: &Vec<usize>, digit: i64| pattern.step(state, digit);
            to.path(cells, pattern.start(), step, |state| pattern.accepts(state))?;
        }
        Kind::Automaton => {
            let machine = Machine::read(&constraint.text)?;
            let (cells, breaks) = kinds::automaton::in_order(constraint);
            let step = |(place, states): &(usize, Vec<usize>), digit: i64| {
                Some((place + 1, machine.step_in(states, breaks[*place], digit)?))
            };
            let accepts = |(place, states): &(usize, Vec<usize>)| machine.accepts_after(states, breaks[*place]);
            to.path(&cells, (0, machine.start()), step, accepts)?;
        }
        Kind::ValueIndexing => {
            let places = 2..cells.len() as i64;
            to.only(cells[1], |steps| steps > 0 && places.contains(&(1 + steps)));
            for steps in (low..=high).filter(|steps| *steps > 0 && places.contains(&(1 + steps))) {
                to.relate(&[to.is(cells[1], steps)], cells[0], cells[1 + steps as usize], |one, other| one == other);
            }
        }
        Kind::OneOf => to.only(cells[0], |digit| constraint.values.contains(&digit)),
        Kind::Or => {
            let mut some = Vec::new();
            for (place, together) in kinds::or::possible(constraint, puzzle).enumerate() {
                // Two constraints of one kind need variables of the same names.
                let part = |to: &mut Encoder<'_>, (part, constraint): (usize, &Constraint)| {
                    to.part(part + 1, |to| encode(constraint, to))
                };
                let write = |to: &mut Encoder<'_>| together.iter().enumerate().try_for_each(|each| part(to, each));
                some.push(to.conditional(place + 1, write)?);
            }
            to.clause(some);
        }
    }
    Ok(())
}

fn differ_at(distances: &[(i64, i64)], to: &mut Encoder<'_>) {
    to.puzzle.pairs_at(distances).for_each(|(one, other)| to.different(&[one, other]));
}

fn is_double(one: i64, other: i64) -> bool {
    one.max(other) == 2 * one.min(other)
}

/// Whether the same constraint on just two cells would hold with these digits.
fn pair_of(constraint: &Constraint, to: &Encoder<'_>) -> impl Fn(i64, i64) -> bool + use<> {
    let (puzzle, pair) = (to.puzzle.clone(), Constraint { cells: vec![0, 1], ..constraint.clone() });
    move |one, other| pair.holds(&puzzle, &[one, other])
}

fn neighbours(constraint: &Constraint, to: &mut Encoder<'_>) {
    let fits = pair_of(constraint, to);
    constraint.cells.windows(2).for_each(|pair| to.relate(&[], pair[0], pair[1], &fits));
}

fn relate_without(kinds: &[Kind], fits: fn(i64, i64) -> bool, to: &mut Encoder<'_>) {
    reading::without(kinds, to.puzzle).for_each(|(one, other)| to.relate(&[], one, other, fits));
}

fn equal(cells: &[usize], others: &[usize], to: &mut Encoder<'_>) {
    cells.iter().zip(others).for_each(|(one, other)| to.relate(&[], *one, *other, |one, other| one == other));
}

/// Adds the rule that the cells differ. Returns, per digit, the literal for "one of them has it".
fn set(cells: &[usize], to: &mut Encoder<'_>) -> Vec<Literal> {
    to.different(cells);
    to.has(cells)
}

fn cage(cells: &[usize], sum: Option<i64>, to: &mut Encoder<'_>) {
    match sum {
        None => to.different(cells),
        Some(sum) => {
            set(cells, to);
            to.sum(cells, sum);
        }
    }
}

fn total(cells: &[usize], sum: i64, to: &mut Encoder<'_>) {
    if reading::differ_anyway(cells, to.puzzle) {
        to.has(cells);
    }
    to.sum(cells, sum);
}

fn same_sums(lists: &[Vec<usize>], to: &mut Encoder<'_>) {
    let shortest = lists.iter().min_by_key(|cells| cells.len());
    let Some(shortest) = shortest else { return };
    for cells in lists.iter().filter(|cells| *cells != shortest) {
        to.same_sums(shortest, cells);
    }
}

/// No two digits whose distance is excluded are both among the cells.
fn exclude(has: &[Literal], is_excluded: impl Fn(i64) -> bool, to: &mut Encoder<'_>) {
    for (i, one) in has.iter().enumerate() {
        for (j, other) in has.iter().enumerate().skip(i + 1) {
            if is_excluded((j - i) as i64) {
                to.clause([!*one, !*other]);
            }
        }
    }
}

/// No set of digits with this sum is among the cells.
fn rellik(cells: &[usize], sum: i64, to: &mut Encoder<'_>) -> Result<(), String> {
    const MOST: usize = 20_000;
    let has = set(cells, to);
    let digits: Vec<(i64, Literal)> = to.puzzle.digits().zip(has).collect();
    let mut open: Vec<(i64, Vec<Literal>, usize)> = vec![(0, Vec::new(), 0)];
    let mut written = 0;
    while let Some((so_far, clause, next)) = open.pop() {
        if so_far == sum && !clause.is_empty() {
            to.clause(clause);
            written += 1;
            continue;
        }
        for (i, (digit, has)) in digits.iter().enumerate().skip(next) {
            if clause.len() < cells.len() && so_far + digit <= sum {
                open.push((so_far + digit, [&clause[..], &[!*has]].concat(), i + 1));
            }
        }
        if written + open.len() > MOST {
            return Err(format!("more than {MOST} sets of digits"));
        }
    }
    Ok(())
}

/// One end is the lower one; the digits between are higher than it, and lower than the other end.
fn between(cells: &[usize], to: &mut Encoder<'_>) {
    let ([first, last], inner) = reading::ends(cells);
    if inner.is_empty() {
        return;
    }
    let rises = to.variable("rises");
    for (condition, lower, upper) in [(rises, first, last), (!rises, last, first)] {
        to.relate(&[condition], lower, upper, |lower, upper| lower < upper);
        for cell in inner {
            to.relate(&[condition], lower, *cell, |lower, digit| lower < digit);
            to.relate(&[condition], *cell, upper, |digit, upper| digit < upper);
        }
    }
}

/// Each digit between the ends is lower than both or higher than both.
fn lockout(cells: &[usize], least: i64, to: &mut Encoder<'_>) {
    let (ends, inner) = reading::ends(cells);
    to.relate(&[], ends[0], ends[1], |one, other| (one - other).abs() >= least);
    for (place, cell) in inner.iter().enumerate() {
        let is_lower = to.variable(&format!("lower{}", place + 2));
        for end in ends {
            to.relate(&[is_lower], *cell, end, |digit, end| digit < end);
            to.relate(&[!is_lower], *cell, end, |digit, end| digit > end);
        }
    }
}

/// Any two digits fewer than `count` places apart are of different classes.
fn in_turn(cells: &[usize], count: usize, class: impl Fn(i64) -> i64, to: &mut Encoder<'_>) {
    for (i, later) in cells.iter().enumerate() {
        for earlier in &cells[i.saturating_sub(count - 1)..i] {
            to.relate(&[], *earlier, *later, |one, other| class(one) != class(other));
        }
    }
}

fn all_in_squares(class: impl Fn(i64) -> i64, to: &mut Encoder<'_>) {
    let squares: Vec<[usize; 4]> = reading::squares(to.puzzle).collect();
    for square in squares {
        for wanted in 0..3 {
            let digits = to.puzzle.digits().filter(|digit| class(*digit) == wanted);
            let places = digits.flat_map(|digit| square.map(|cell| to.is(cell, digit)));
            let clause: Vec<Literal> = places.collect();
            to.clause(clause);
        }
    }
}

/// A stretch has two ends, each of which is exactly one cell: the sum of the digits between them is `sum`.
fn sum_between(cells: &[usize], ends: [&[Literal]; 2], sum: i64, to: &mut Encoder<'_>) {
    let mut counted = Vec::new();
    let mut before = [!truth(); 2];
    for (i, cell) in cells.iter().enumerate() {
        let place = i + 1;
        let [one, other] = [0, 1].map(|side| to.either(before[side], ends[side][i], &format!("after{side}_{place}")));
        // After one end, but not at or after the other.
        let [first, second] = [(before[0], other), (before[1], one)];
        let first = to.both(first.0, !first.1, &format!("open0_{place}"));
        let second = to.both(second.0, !second.1, &format!("open1_{place}"));
        counted.push((to.either(first, second, &format!("between_{place}")), *cell));
        before = [one, other];
    }
    to.sum_where(&counted, sum);
}

/// The ends are the first places of the board's lowest and highest digit.
fn sandwich(cells: &[usize], sum: i64, to: &mut Encoder<'_>) {
    let digits = [*to.puzzle.digits().start(), *to.puzzle.digits().end()];
    let ends = [0, 1].map(|side| {
        let mut missing = truth();
        let mut first = Vec::new();
        for (place, cell) in cells.iter().enumerate() {
            let here = to.is(*cell, digits[side]);
            first.push(to.both(missing, here, &format!("end{side}_{}", place + 1)));
            missing = to.both(missing, !here, &format!("none{side}_{}", place + 1));
        }
        to.clause([!missing]);
        first
    });
    sum_between(cells, [&ends[0], &ends[1]], sum, to);
}

/// The ends are the lowest and the highest of the line's digits, which differ.
fn lunchbox(cells: &[usize], sum: i64, to: &mut Encoder<'_>) {
    to.different(cells);
    let ends = [0, 1].map(|side| {
        let ends: Vec<Literal> = (1..=cells.len()).map(|place| to.variable(&format!("end{side}_{place}"))).collect();
        let terms: Vec<(i64, Literal)> = ends.iter().map(|end| (1, *end)).collect();
        to.row(&terms, 1, true);
        for (end, cell) in ends.iter().zip(cells) {
            for other in cells.iter().filter(|other| *other != cell) {
                to.relate(&[*end], *cell, *other, |own, other| if side == 0 { own < other } else { own > other });
            }
        }
        ends
    });
    sum_between(cells, [&ends[0], &ends[1]], sum, to);
}

/// A cell is seen if its digit is above 0 and higher than all before it.
fn skyscraper(cells: &[usize], count: i64, to: &mut Encoder<'_>) {
    let digits: Vec<i64> = to.puzzle.digits().collect();
    let mut reached: Vec<Literal> = digits.iter().map(|digit| if *digit > 0 { !truth() } else { truth() }).collect();
    let mut seen = Vec::new();
    for (i, cell) in cells.iter().enumerate() {
        let is_seen = if i == 0 && digits[0] > 0 { truth() } else { to.variable(&format!("seen{}", i + 1)) };
        for (digit, before) in digits.iter().zip(&reached) {
            let (at_least, is) = (to.at_least(*cell, *digit), to.is(*cell, *digit));
            to.clause([!at_least, *before, is_seen]);
            to.clause([!is, !*before, !is_seen]);
        }
        for (digit, before) in digits.iter().zip(&mut reached) {
            let at_least = to.at_least(*cell, *digit);
            *before = to.either(*before, at_least, &format!("high{}_ge{digit}", i + 1));
        }
        seen.push((1, is_seen));
    }
    to.row(&seen, count, true);
}

/// One cell is the first whose digit is not higher than the one before it, and it has this digit.
fn hidden_skyscraper(cells: &[usize], digit: i64, to: &mut Encoder<'_>) {
    let hidden: Vec<Literal> = (2..=cells.len()).map(|place| to.variable(&format!("hidden{place}"))).collect();
    let terms: Vec<(i64, Literal)> = hidden.iter().map(|hidden| (1, *hidden)).collect();
    to.row(&terms, 1, true);
    for (i, hidden) in hidden.iter().enumerate() {
        to.clause([!*hidden, to.is(cells[i + 1], digit)]);
        to.relate(&[*hidden], cells[i], cells[i + 1], |before, own| before >= own);
        for pair in cells[..=i].windows(2) {
            to.relate(&[*hidden], pair[0], pair[1], |before, own| before < own);
        }
    }
}

/// The digit of a cell says in which place of the line the wanted digit is.
fn points_to(pointer: usize, line: &[usize], wanted: i64, to: &mut Encoder<'_>) {
    for digit in to.puzzle.digits() {
        let there = reading::pointed(digit, line).map(|cell| to.is(cell, wanted));
        let clause: Vec<Literal> = there.into_iter().chain([!to.is(pointer, digit)]).collect();
        to.clause(clause);
    }
}

fn indexing(
    cells: &[usize],
    place: impl Fn(usize, &crate::variant::VariantPuzzle) -> Option<(Vec<usize>, i64)>,
    to: &mut Encoder<'_>,
) {
    for cell in cells {
        match place(*cell, to.puzzle) {
            Some((line, own)) => points_to(*cell, &line, own, to),
            None => drop(to.impossible()),
        }
    }
}
