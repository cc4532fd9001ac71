//! The checker: whether a step follows from its premises.
//!
//! It shares nothing with the finders and knows no techniques. A step names premises: constraints at least one of whose
//! candidates is true (strong), constraints at most one of whose candidates is true (weak), and deadly patterns. All of these
//! hold on every board, by the rules or because there is one solution; the checker finds on the board which candidates they
//! are about. Then it assumes that a conclusion is wrong, and refutes this: a search tries to choose, for one strong premise
//! after another, a candidate that no weak premise forbids. If no such choice exists, the conclusion follows. Where there are
//! as many cells as they have digits, they are counted, not searched ([`super::counting`]).
//!
//! ```text
//!   X-wing of 4 in rows 2 and 7, columns 1 and 5; to prove: r9c1 is not 4
//!     strong  row 2: r2c1 r2c5       assumed r9c1=4, by column 1 not r2c1, not r7c1:
//!     strong  row 7: r7c1 r7c5       so r2c5 and r7c5, but column 5 has one 4. Refuted.
//!     weak    column 1, column 5
//! ```
//!
//! This covers every pattern of truths and links (Allan Barker's set logic): fish, chains, almost locked sets, nets.

use super::counting::HouseGroup;
use super::refusal::{DeadlyFault, Refusal};
use super::step::{Candidate, Constraint, Premise, Step};
use crate::board::{Candidates, Cell, Entry, House, Houses, Puzzle, Shape};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// The number of choices that the checker tries for one conclusion before it gives up.
const MOST_CHOICES: usize = 100_000;

/// Checks whether a step follows on this board from its premises alone. `is_unique` states that the puzzle has at most
/// one solution.
///
/// # Errors
/// Reports which conclusion does not follow, or which premise does not hold.
pub fn check(puzzle: &Puzzle, step: &Step, is_unique: bool) -> Result<(), Refusal> {
    let board = Board { shape: puzzle.shape(), houses: Houses::of(puzzle.shape()), candidates: puzzle.candidates() };
    check_on(board, puzzle, step, is_unique)
}

/// The same on a board of any houses.
pub(super) fn check_on(board: Board, puzzle: &Puzzle, step: &Step, is_unique: bool) -> Result<(), Refusal> {
    if step.placements.is_empty() && step.eliminations.is_empty() {
        return Err(Refusal::Empty);
    }
    let mut argument = Argument::new(board, puzzle, step, is_unique)?;
    for (conclusions, assumed) in [(&step.placements, false), (&step.eliminations, true)] {
        for conclusion in conclusions {
            if !argument.board.contains(*conclusion) || puzzle.digit(conclusion.cell).is_some() {
                let name = argument.board.shape.name(conclusion.cell);
                return Err(Refusal::NoCandidate(name, conclusion.digit));
            }
            argument.refute(*conclusion, assumed)?;
        }
    }
    Ok(())
}

/// A board; a cell that has a digit has only that digit as a candidate.
pub(super) struct Board {
    /// For the names of cells.
    pub(super) shape: Shape,
    pub(super) houses: Arc<Houses>,
    pub(super) candidates: Candidates,
}

impl Board {
    fn contains(&self, candidate: Candidate) -> bool {
        self.candidates.contains(candidate.cell, candidate.digit)
    }

    fn is_on(&self, candidate: Candidate) -> bool {
        candidate.cell.index() < self.houses.cell_count() && candidate.digit.index() < self.houses.side()
    }

    /// The candidates left for a constraint.
    fn candidates_of(&self, constraint: Constraint) -> Result<Vec<Candidate>, Refusal> {
        match constraint {
            Constraint::Cell(cell) if cell.index() < self.houses.cell_count() => {
                Ok(self.candidates.digits_of(cell).map(|digit| Candidate::new(cell, digit)).collect())
            }
            Constraint::Place(house, digit) if digit.index() < self.houses.side() => {
                let house = self.houses.number(house).ok_or(Refusal::OffTheBoard)?;
                let all = self.houses.cells(house).iter().map(|cell| Candidate::new(*cell, digit));
                Ok(all.filter(|candidate| self.contains(*candidate)).collect())
            }
            _ => Err(Refusal::OffTheBoard),
        }
    }

    /// Whether at least one candidate of a constraint is true: not in a house with fewer cells than digits.
    fn is_strong(&self, constraint: Constraint) -> bool {
        match constraint {
            Constraint::Cell(_) => true,
            Constraint::Place(house, _) => self.houses.number(house).is_some_and(|house| self.houses.is_full(house)),
        }
    }
}

/// The premises of a step; the candidates that they are about are represented by numbers.
struct Argument {
    board: Board,
    numbers: HashMap<Candidate, usize>,
    /// Lists of candidates of which at least one is true.
    strong: Vec<Vec<usize>>,
    /// For each candidate, the lists that contain it.
    strong_of: Vec<Vec<usize>>,
    /// Lists of candidates of which at most one is true; then, for each candidate, the lists that contain it.
    weak: Vec<Vec<usize>>,
    weak_of: Vec<Vec<usize>>,
    /// The houses in which cells and digits can be counted.
    groups: Vec<HouseGroup>,
}

impl Argument {
    fn new(board: Board, puzzle: &Puzzle, step: &Step, is_unique: bool) -> Result<Argument, Refusal> {
        let mut argument = Argument {
            board,
            numbers: HashMap::new(),
            strong: Vec::new(),
            strong_of: Vec::new(),
            weak: Vec::new(),
            weak_of: Vec::new(),
            groups: Vec::new(),
        };
        for conclusion in step.placements.iter().chain(&step.eliminations) {
            if !argument.board.is_on(*conclusion) {
                return Err(Refusal::OffTheBoard);
            }
            argument.number(*conclusion);
        }
        for premise in &step.premises {
            match premise {
                Premise::Strong(constraint) if !argument.board.is_strong(*constraint) => {
                    return Err(Refusal::OffTheBoard);
                }
                Premise::Strong(constraint) => {
                    let candidates = argument.board.candidates_of(*constraint)?;
                    argument.add_strong(&candidates);
                }
                Premise::Weak(constraint) => {
                    let candidates = argument.board.candidates_of(*constraint)?;
                    let list = argument.weak.len();
                    let numbers: Vec<usize> = candidates.iter().map(|candidate| argument.number(*candidate)).collect();
                    numbers.iter().for_each(|number| argument.weak_of[*number].push(list));
                    argument.weak.push(numbers);
                }
                Premise::Deadly(pattern) if is_unique => {
                    let rescue = rescue(puzzle, &argument.board, pattern)?;
                    argument.add_strong(&rescue);
                }
                Premise::Deadly(_) => return Err(Refusal::NeedsUniqueness),
            }
        }
        argument.add_groups(step);
        Ok(argument)
    }

    /// Groups the cells that must have a digit by the houses in which digits appear at most once.
    fn add_groups(&mut self, step: &Step) {
        let mut groups: HashMap<House, HouseGroup> = HashMap::new();
        let mut houses = Vec::new();
        for premise in &step.premises {
            let Premise::Weak(constraint @ Constraint::Place(house, _)) = premise else { continue };
            let group = groups.entry(*house).or_insert_with(|| {
                houses.push(*house);
                HouseGroup::default()
            });
            let candidates = self.board.candidates_of(*constraint).unwrap_or_default();
            group.digits.extend(candidates.iter().map(|candidate| (self.numbers[candidate], group.count)));
            group.count += 1;
        }
        let cells = step.premises.iter().filter_map(|premise| match premise {
            Premise::Strong(Constraint::Cell(cell)) => Some(*cell),
            _ => None,
        });
        // A premise that appears twice is not a second cell.
        for cell in cells.collect::<BTreeSet<Cell>>() {
            let candidates = self.board.candidates_of(Constraint::Cell(cell)).unwrap_or_default();
            let numbers: Vec<usize> = candidates.iter().map(|candidate| self.numbers[candidate]).collect();
            for house in self.board.houses.of_cell(cell) {
                let kind = self.board.houses.kind(usize::from(*house));
                groups.entry(kind).and_modify(|group| group.cells.push(numbers.clone()));
            }
        }
        let groups = houses.into_iter().filter_map(|house| groups.remove(&house));
        self.groups = groups.filter(|group| group.cells.len() > 1).collect();
    }

    fn number(&mut self, candidate: Candidate) -> usize {
        let next = self.numbers.len();
        let number = *self.numbers.entry(candidate).or_insert(next);
        if number == next {
            self.strong_of.push(Vec::new());
            self.weak_of.push(Vec::new());
        }
        number
    }

    fn add_strong(&mut self, candidates: &[Candidate]) {
        let list = self.strong.len();
        let numbers: Vec<usize> = candidates.iter().map(|candidate| self.number(*candidate)).collect();
        numbers.iter().for_each(|number| self.strong_of[*number].push(list));
        self.strong.push(numbers);
    }

    /// Proves a conclusion: no choice is possible if the candidate has the value `assumed`.
    fn refute(&mut self, conclusion: Candidate, assumed: bool) -> Result<(), Refusal> {
        let mut values = vec![None; self.numbers.len()];
        let mut choices = MOST_CHOICES;
        let number = self.numbers[&conclusion];
        let is_possible = self.follow(&mut values, number, assumed) && self.choose(&mut values, &mut choices);
        let name = self.board.shape.name(conclusion.cell);
        match is_possible {
            false => Ok(()),
            true if choices == 0 => Err(Refusal::TooComplex(name, conclusion.digit)),
            true => Err(Refusal::DoesNotFollow(name, conclusion.digit)),
        }
    }

    /// Gives a candidate a value and draws the conclusions; false if a premise is broken.
    fn follow(&self, values: &mut [Option<bool>], number: usize, value: bool) -> bool {
        let mut new = vec![(number, value)];
        while let Some((number, value)) = new.pop() {
            match values[number] {
                Some(known) if known == value => continue,
                Some(_) => return false,
                None => values[number] = Some(value),
            }
            if value {
                let others = self.weak_of[number].iter().flat_map(|list| &self.weak[*list]);
                new.extend(others.filter(|other| **other != number).map(|other| (*other, false)));
            } else {
                for list in &self.strong_of[number] {
                    let mut left = self.strong[*list].iter().filter(|other| values[**other] != Some(false));
                    match (left.next(), left.next()) {
                        (None, _) => return false,
                        (Some(last), None) => new.push((*last, true)),
                        _ => {}
                    }
                }
            }
        }
        // A premise without candidates is broken from the start.
        self.strong.iter().all(|list| !list.is_empty())
    }

    /// Whether every strong premise can have a true candidate.
    fn choose(&self, values: &mut [Option<bool>], choices: &mut usize) -> bool {
        let Ok(implied) = self.exclude(values) else { return false };
        let is_open = |list: &&Vec<usize>| list.iter().all(|number| values[*number] != Some(true));
        let left = |list: &&Vec<usize>| list.iter().filter(|number| values[**number].is_none()).count();
        if self.strong.iter().all(|list| !is_open(&list)) {
            return true;
        }
        let lists = implied.iter().chain(&self.strong);
        let list = lists.filter(is_open).min_by_key(left).expect("one is open");
        for number in list.iter().filter(|number| values[**number].is_none()).copied().collect::<Vec<_>>() {
            if *choices == 0 {
                return true;
            }
            *choices -= 1;
            let mut tried = values.to_vec();
            if self.follow(&mut tried, number, true) && self.choose(&mut tried, choices) {
                return true;
            }
            if !self.follow(values, number, false) {
                return false;
            }
        }
        false
    }

    /// Finds candidates that cannot be true because all candidates left in some list forbid them, until there are no more. The
    /// lists are those of the premises and those that follow by counting, which it returns.
    fn exclude(&self, values: &mut [Option<bool>]) -> Result<Vec<Vec<usize>>, Broken> {
        loop {
            let mut implied = Vec::new();
            for group in &self.groups {
                implied.extend(group.implied(values).map_err(|_| Broken)?);
            }
            let mut has_changed = false;
            for list in implied.iter().chain(&self.strong) {
                if list.iter().any(|number| values[*number] == Some(true)) {
                    continue;
                }
                let mut left = list.iter().copied().filter(|number| values[*number].is_none());
                let Some(first) = left.next() else { return Err(Broken) };
                let forbid = |number: usize, other: usize| {
                    number != other && self.weak_of[number].iter().any(|list| self.weak[*list].contains(&other))
                };
                let left: Vec<usize> = left.collect();
                let forbidden = self.weak_of[first].iter().flat_map(|list| &self.weak[*list]).copied();
                let forbidden = forbidden.filter(|other| values[*other].is_none() && forbid(first, *other));
                let forbidden: Vec<usize> =
                    forbidden.filter(|other| left.iter().all(|number| forbid(*number, *other))).collect();
                for other in forbidden {
                    has_changed = true;
                    if !self.follow(values, other, false) {
                        return Err(Broken);
                    }
                }
            }
            if !has_changed {
                return Ok(implied);
            }
        }
    }
}

/// The premises cannot all hold.
struct Broken;

/// Checks that a pattern is deadly; returns the candidates one of which must be true to avoid it.
fn rescue(puzzle: &Puzzle, board: &Board, pattern: &[Candidate]) -> Result<Vec<Candidate>, Refusal> {
    if pattern.iter().any(|candidate| !board.is_on(*candidate)) {
        return Err(Refusal::OffTheBoard);
    }
    let mut pattern = pattern.to_vec();
    pattern.sort_unstable();
    pattern.dedup();
    let mut rescue = Vec::new();
    for cell in pattern.chunk_by(|a, b| a.cell == b.cell) {
        let at = cell[0].cell;
        if matches!(puzzle.entry(at), Entry::Given(_)) {
            return Err(Refusal::NotDeadly(DeadlyFault::Given(board.shape.name(at))));
        }
        if cell.len() != 2 {
            return Err(Refusal::NotDeadly(DeadlyFault::NotTwoDigits(board.shape.name(at))));
        }
        let others = board.candidates.digits_of(at).map(|digit| Candidate::new(at, digit));
        rescue.extend(others.filter(|other| !cell.contains(other)));
    }
    for house in 0..board.houses.len() {
        let cells = board.houses.cells(house);
        for digit in board.shape.digits() {
            let places = pattern.iter().filter(|c| c.digit == digit && cells.contains(&c.cell)).count();
            if places != 0 && places != 2 {
                let house = board.houses.kind(house);
                return Err(Refusal::NotDeadly(DeadlyFault::NotTwoPlaces(house, digit)));
            }
        }
    }
    Ok(rescue)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Digit;
    use crate::logic::{Pattern, Technique};

    fn at(row: usize, column: usize, digit: u16) -> Candidate {
        Candidate::new(Shape::NINE.cell(row - 1, column - 1), Digit::new(digit).unwrap())
    }

    fn step(premises: Vec<Premise>, eliminations: Vec<Candidate>) -> Step {
        let pattern = Pattern::Single { house: None };
        Step { eliminations, ..Step::new(Technique::XWing, pattern, premises) }
    }

    /// The example of the module's documentation.
    #[test]
    fn an_x_wing_follows_from_its_houses() {
        let digit = Digit::new(4).unwrap();
        let mut puzzle = Puzzle::empty(Shape::NINE);
        for row in [2, 7] {
            for column in [2, 3, 4, 6, 7, 8, 9] {
                puzzle.remove_candidate(at(row, column, 4).cell, digit);
            }
        }
        let strong = |row: u16| Premise::Strong(Constraint::Place(House::Row(row - 1), digit));
        let weak = |column: u16| Premise::Weak(Constraint::Place(House::Column(column - 1), digit));
        let all = vec![strong(2), strong(7), weak(1), weak(5)];
        assert_eq!(check(&puzzle, &step(all.clone(), vec![at(9, 1, 4), at(1, 5, 4)]), false), Ok(()));
        let outside = step(all.clone(), vec![at(9, 2, 4)]);
        assert!(matches!(check(&puzzle, &outside, false), Err(Refusal::DoesNotFollow(..))));
        for left_out in 0..4 {
            let mut less = all.clone();
            less.remove(left_out);
            let less = step(less, vec![at(9, 1, 4)]);
            assert!(matches!(check(&puzzle, &less, false), Err(Refusal::DoesNotFollow(..))), "{left_out}");
        }
        // With a further place in row 2 it is no longer an X-wing.
        puzzle.restore_candidate(at(2, 9, 4).cell, digit);
        assert!(matches!(check(&puzzle, &step(all, vec![at(9, 1, 4)]), false), Err(Refusal::DoesNotFollow(..))));
        let off = step(vec![Premise::Weak(Constraint::Place(House::Row(9), digit))], vec![at(1, 1, 1)]);
        assert_eq!(check(&puzzle, &off, false), Err(Refusal::OffTheBoard));
        let gone = step(Vec::new(), vec![at(2, 2, 4)]);
        let refusal = check(&puzzle, &gone, false).unwrap_err();
        assert_eq!(refusal.to_string(), "4 is not a candidate of r2c2");
    }

    /// A rectangle of two digits is deadly if it lies in two boxes and has no given; the third digit is then true.
    #[test]
    fn deadly_patterns_are_looked_at() {
        let mut puzzle = Puzzle::empty(Shape::NINE);
        let corners = [(1, 1), (1, 4), (2, 1), (2, 4)];
        for (row, column) in corners {
            for digit in 1..=9 {
                let is_left = digit <= 2 || (digit == 3 && (row, column) == (2, 4));
                if !is_left {
                    puzzle.remove_candidate(at(row, column, digit).cell, Digit::new(digit).unwrap());
                }
            }
        }
        let deadly: Vec<Candidate> =
            corners.iter().flat_map(|(row, column)| [at(*row, *column, 1), at(*row, *column, 2)]).collect();
        let good = step(vec![Premise::Deadly(deadly.clone())], vec![at(2, 4, 1), at(2, 4, 2)]);
        // This needs the fact that the cell has one digit.
        assert!(matches!(check(&puzzle, &good, true), Err(Refusal::DoesNotFollow(..))));
        let mut good = good;
        good.premises.push(Premise::Weak(Constraint::Cell(at(2, 4, 1).cell)));
        assert_eq!(check(&puzzle, &good, true), Ok(()));
        assert_eq!(check(&puzzle, &good, false), Err(Refusal::NeedsUniqueness));
        let refused = |deadly: Vec<Candidate>, puzzle: &Puzzle| {
            let bad = step(vec![Premise::Deadly(deadly)], vec![at(2, 4, 1)]);
            match check(puzzle, &bad, true) {
                Err(Refusal::NotDeadly(fault)) => fault,
                other => panic!("{other:?}"),
            }
        };
        assert!(matches!(refused(deadly[1..].to_vec(), &puzzle), DeadlyFault::NotTwoDigits(_)));
        // In four boxes, each box has each digit once.
        let spread: Vec<Candidate> = [(1, 1), (1, 4), (5, 1), (5, 4)]
            .iter()
            .flat_map(|(row, column)| [at(*row, *column, 1), at(*row, *column, 2)])
            .collect();
        assert!(matches!(refused(spread, &puzzle), DeadlyFault::NotTwoPlaces(House::Box(_), _)));
        let mut given = puzzle.clone();
        given.give(at(1, 1, 1).cell, Digit::new(1).unwrap());
        assert!(matches!(refused(deadly, &given), DeadlyFault::Given(_)));
    }

    /// The verdict of `check` on a step, on a board whose first row starts with cells of these digits.
    fn verdict(row: &[&[usize]], premises: Vec<Premise>, out: (usize, usize)) -> Result<(), Refusal> {
        let mut puzzle = Puzzle::empty(Shape::NINE);
        for (cell, digits) in row.iter().enumerate() {
            let others = (1..=9).filter(|digit| !digits.contains(digit));
            others.for_each(|digit| puzzle.remove_candidate(Cell::new(cell), Digit::from_index(digit - 1)));
        }
        let mut step = Step::new(Technique::NakedTriple, Pattern::Single { house: None }, premises);
        step.eliminations.push(Candidate::new(Cell::new(out.0), Digit::from_index(out.1 - 1)));
        check(&puzzle, &step, false)
    }

    fn cell(cell: usize) -> Premise {
        Premise::Strong(Constraint::Cell(Cell::new(cell)))
    }

    fn once(digit: usize) -> Premise {
        Premise::Weak(Constraint::Place(House::Row(0), Digit::from_index(digit - 1)))
    }

    /// Eight cells with eight digits are counted, not searched; also with a premise more or fewer.
    #[test]
    fn large_subsets_are_counted() {
        let row: [&[usize]; 8] = [&[1, 2, 3, 4, 5, 6, 7, 8]; 8];
        let premises = |cells: usize| (0..cells).map(cell).chain((1..=8).map(once)).collect::<Vec<_>>();
        assert_eq!(verdict(&row, premises(8), (8, 5)), Ok(()));
        let name = |cell| Shape::NINE.name(Cell::new(cell));
        let refusal = |cell, digit: usize| Err(Refusal::DoesNotFollow(name(cell), Digit::from_index(digit - 1)));
        assert_eq!(verdict(&row, premises(8), (8, 9)), refusal(8, 9));
        assert_eq!(verdict(&row, premises(7), (8, 5)), refusal(8, 5));
        let twice = [premises(7), vec![cell(3), once(2)]].concat();
        assert_eq!(verdict(&row, twice, (8, 5)), refusal(8, 5));
    }
}
