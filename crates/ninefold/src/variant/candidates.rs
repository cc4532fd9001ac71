//! True candidates of a puzzle while it is edited.
//!
//! A solution of an earlier puzzle that also solves the new one is a witness for its digits: it is checked against the rules,
//! whatever was added or removed. A candidate that an earlier puzzle did not have stays excluded as long as all clues of that
//! puzzle remain, since more clues leave fewer solutions. Only candidates neither witnessed nor excluded are searched for.
//!
//! ```text
//!   earlier   [1 2 . .]   .: excluded, for the new puzzle has all clues of the earlier one
//!   witness    1 . . .    by a solution that still holds
//!   new       [1 ? . .]   ?: searched for
//! ```

use super::engine::{Progress, Search};
use super::model::{Mask, bits};
use super::solver::model;
use super::{Constraint, Mistake, Solver, Stopped, VariantPuzzle};
use std::collections::HashSet;

/// Finds the digits that each cell has in some solution, for one puzzle after another, reusing earlier results.
///
/// An answer never depends on earlier questions; only the work does. There is least work if puzzles differ little, as
/// when a setter adds a clue, takes one back, or returns to an earlier version.
///
/// ```
/// use ninefold::variant::{Constraint, Kind, Solver, TrueCandidates, VariantPuzzle};
/// let (mut known, solver) = (TrueCandidates::new(), Solver::new());
/// let mut puzzle = VariantPuzzle::sudoku(2, 2);
/// assert_eq!(known.of(&puzzle, &solver)?.unwrap()[0], [1, 2, 3, 4]);
/// puzzle.constraints.push(Constraint::new(Kind::Thermo).cells([0, 1, 2]));
/// assert_eq!(known.of(&puzzle, &solver)?.unwrap()[0], [1, 2]);
/// puzzle.constraints.clear();
/// assert_eq!(known.of(&puzzle, &solver)?.unwrap()[0], [1, 2, 3, 4]);
/// assert_eq!(known.searched(), 0);
/// # Ok::<(), ninefold::variant::Mistake>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TrueCandidates {
    /// Earlier puzzles on the same board, the latest first.
    earlier: Vec<Earlier>,
    /// Solutions of any of these puzzles, in the order in which they were last useful.
    witnesses: Vec<Vec<i64>>,
    searched: usize,
}

/// A puzzle, and for each cell the digits that it may have in some solution, as bits.
#[derive(Clone, Debug)]
struct Earlier {
    puzzle: VariantPuzzle,
    possible: Vec<Mask>,
}

/// How many puzzles are remembered: a setter goes back a few steps.
const MOST_PUZZLES: usize = 16;

/// How many solutions are remembered. A puzzle needs a few dozen, since each shows one digit for every cell.
const MOST_WITNESSES: usize = 1000;

impl TrueCandidates {
    /// Starts without any earlier puzzles.
    pub fn new() -> TrueCandidates {
        TrueCandidates::default()
    }

    /// Finds the digits that each cell has in some solution, in ascending order; none if there is no solution, and none
    /// for gaps. The answer is the same as that of [`Solver::candidates`].
    ///
    /// The results of a stopped search are kept, so that asking again continues from there.
    ///
    /// # Errors
    /// As for [`Solver::solutions`]; the inner error if the search was stopped.
    pub fn of(
        &mut self,
        puzzle: &VariantPuzzle,
        solver: &Solver<'_>,
    ) -> Result<Result<Vec<Vec<i64>>, Stopped>, Mistake> {
        self.searched = 0;
        let Some(mut model) = model(puzzle, solver.budget().cancel)? else { return Ok(Err(Stopped { found: () })) };
        if self.earlier.first().is_some_and(|earlier| !has_board_of(&earlier.puzzle, puzzle)) {
            *self = TrueCandidates::new();
        }
        let cells = puzzle.cell_count();
        let mut possible = model.domains[..cells].to_vec();
        for earlier in self.earlier.iter().filter(|earlier| has_all_of(puzzle, &earlier.puzzle)) {
            possible.iter_mut().zip(&earlier.possible).for_each(|(mask, known)| *mask &= known);
        }
        let mut shown = self.show(puzzle, &possible);
        self.searched = missing(&possible, &shown);
        let mut progress = Progress::Found;
        if shown != possible {
            model.domains[..cells].copy_from_slice(&possible);
            progress = match Search::new(model, &[]) {
                None => Progress::Exhausted,
                Some(mut search) => {
                    let witnesses = &mut self.witnesses;
                    let progress = search.candidates(&mut shown, &mut solver.budget(), |found| witnesses.push(found));
                    possible.copy_from_slice(search.root());
                    progress
                }
            };
        }
        match progress {
            Progress::Found => possible.clone_from(&shown),
            Progress::Exhausted => possible.fill(0),
            Progress::Stopped => {}
        }
        self.remember(puzzle, possible);
        if progress == Progress::Stopped {
            return Ok(Err(Stopped { found: () }));
        }
        let low = *puzzle.digits().start();
        let digits = |(cell, mask): (usize, &Mask)| match puzzle.is_gap(cell) {
            true => Vec::new(),
            false => bits(*mask).map(|bit| low + i64::from(bit)).collect(),
        };
        Ok(Ok(self.earlier[0].possible.iter().enumerate().map(digits).collect()))
    }

    /// Returns how many candidates of the latest puzzle had to be searched for, being neither witnessed nor excluded.
    pub fn searched(&self) -> usize {
        self.searched
    }

    /// The digits shown by witnesses that are still solutions. A witness that would show nothing new is not checked.
    fn show(&mut self, puzzle: &VariantPuzzle, possible: &[Mask]) -> Vec<Mask> {
        let mut shown = vec![0; possible.len()];
        let bit = |digit: &i64| 1 << (digit - puzzle.digits().start());
        let mut used = Vec::new();
        for (place, witness) in self.witnesses.iter().enumerate().rev() {
            let is_new = witness.iter().zip(possible.iter().zip(&shown)).any(|(digit, (possible, shown))| {
                let open: Mask = possible & !shown;
                open & bit(digit) != 0
            });
            if is_new && puzzle.is_solved_by(witness) {
                shown.iter_mut().zip(witness).for_each(|(shown, digit)| *shown |= bit(digit));
                used.push(place);
            }
        }
        let used: Vec<Vec<i64>> = used.into_iter().map(|place| self.witnesses.remove(place)).collect();
        self.witnesses.extend(used.into_iter().rev());
        shown
    }

    fn remember(&mut self, puzzle: &VariantPuzzle, possible: Vec<Mask>) {
        self.earlier.retain(|earlier| earlier.puzzle != *puzzle);
        self.earlier.insert(0, Earlier { puzzle: puzzle.clone(), possible });
        self.earlier.truncate(MOST_PUZZLES);
        self.witnesses.drain(..self.witnesses.len().saturating_sub(MOST_WITNESSES));
    }
}

/// How many candidates are possible but not shown.
fn missing(possible: &[Mask], shown: &[Mask]) -> usize {
    possible.iter().zip(shown).map(|(possible, shown)| (possible & !shown).count_ones() as usize).sum()
}

/// Whether two puzzles have the same cells and digits, so that they could have the same solutions.
fn has_board_of(one: &VariantPuzzle, other: &VariantPuzzle) -> bool {
    let board = |puzzle: &VariantPuzzle| (puzzle.rows(), puzzle.columns(), puzzle.further_cells(), puzzle.digits());
    board(one) == board(other) && one.gaps().eq(other.gaps())
}

/// Whether a puzzle has all clues of another on the same board, so that all its solutions are also the other's.
///
/// The regions must be the same, because the meaning of some rules depends on them.
fn has_all_of(puzzle: &VariantPuzzle, other: &VariantPuzzle) -> bool {
    if (puzzle.has_lines, &puzzle.regions) != (other.has_lines, &other.regions) {
        return false;
    }
    let allows = |puzzle: &VariantPuzzle, cell: usize, digit: i64| {
        puzzle.givens[cell].is_none_or(|given| given == digit)
            && puzzle.marks[cell].as_ref().is_none_or(|marks| marks.contains(&digit))
    };
    let has_cell = |cell| puzzle.digits().all(|digit| allows(other, cell, digit) || !allows(puzzle, cell, digit));
    let all: HashSet<&Constraint> = puzzle.constraints.iter().collect();
    let known: HashSet<&Constraint> = other.constraints.iter().collect();
    let is_exception = |constraint: &Constraint| {
        let kind = constraint.kind;
        other.constraints.iter().any(|known| known.has_exception(kind))
    };
    known.is_subset(&all)
        && (0..puzzle.cell_count()).all(has_cell)
        && !all.difference(&known).any(|constraint| is_exception(constraint))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::variant::tests::{any, boards, fillings};
    use crate::variant::{Clue, Kind};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// The kinds of constraints that have exceptions.
    const LIMITED: [Kind; 5] =
        [Kind::NonConsecutive, Kind::NegativeXv, Kind::NegativeKropki, Kind::NegativeRatio, Kind::NegativeDifference];

    /// Makes a change as a setter would: to a digit, to candidates or to rules, sometimes to several at once.
    fn edit(puzzle: &mut VariantPuzzle, random: &mut Random) {
        let clues = puzzle.clues();
        let cell = random.below(puzzle.cell_count());
        let digits: Vec<i64> = puzzle.digits().collect();
        match random.below(8) {
            0 | 1 => puzzle.give(cell, digits[random.below(digits.len())]),
            2 => puzzle.marks[cell] = Some(digits.iter().copied().filter(|_| random.below(3) > 0).collect()),
            3 if !puzzle.regions.is_empty() && random.below(2) == 0 => _ = puzzle.regions.pop(),
            3..6 => {
                let kinds =
                    [Kind::NonConsecutive, Kind::NegativeKropki, Kind::NegativeXv, Kind::Difference, Kind::PairSum];
                let kind = match random.below(2) {
                    0 => kinds[random.below(kinds.len())],
                    _ => Kind::ALL[random.below(Kind::ALL.len())],
                };
                let constraint = any(kind, puzzle, random);
                let place = random.below(puzzle.constraints.len() + 1);
                puzzle.constraints.insert(place, constraint);
            }
            _ if clues.is_empty() => {}
            6 => *puzzle = puzzle.without(&[clues[random.below(clues.len())]]),
            _ => *puzzle = puzzle.without(&clues[random.below(clues.len())..]),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn answers_never_depend_on_what_was_asked_before(seed: u64, board in 0..4_usize) {
            let mut puzzle = boards()[board].clone();
            let mut random = Random::new(seed, 0);
            let mut known = TrueCandidates::new();
            for _ in 0..30 {
                let before = puzzle.clone();
                edit(&mut puzzle, &mut random);
                // A search that is stopped must leave nothing wrong behind.
                let nodes = if random.below(4) == 0 { random.below(3) as u64 } else { u64::MAX };
                match known.of(&puzzle, &Solver::new().nodes(nodes)) {
                    Err(mistake) => {
                        prop_assert_eq!(Err(mistake), Solver::new().candidates(&puzzle));
                        puzzle = before;
                    }
                    Ok(Err(_)) => prop_assert!(nodes < u64::MAX),
                    Ok(Ok(answer)) => {
                        prop_assert_eq!(&answer, &Solver::new().candidates(&puzzle).unwrap().unwrap(), "{:?}", puzzle);
                        let again = known.of(&puzzle, &Solver::new().nodes(0)).unwrap();
                        prop_assert_eq!((again, known.searched()), (Ok(answer), 0));
                    }
                }
            }
        }
    }

    /// Compares with the specification, not with a search.
    #[test]
    fn answers_after_changes_are_those_of_all_fillings() {
        let all = boards().map(|board| fillings(&board));
        let mut random = Random::new(5, 0);
        let (mut known, mut searched, mut scratch) = (TrueCandidates::new(), 0, 0);
        for round in 0..400 {
            let place = round / 20 % 4;
            let mut puzzle = boards()[place].clone();
            (0..round % 6).for_each(|_| edit(&mut puzzle, &mut random));
            if !puzzle.check().is_empty() || puzzle.regions != boards()[place].regions {
                continue;
            }
            let answer = known.of(&puzzle, &Solver::new()).unwrap().unwrap();
            let solutions: Vec<&Vec<i64>> = all[place].iter().filter(|filling| puzzle.is_solved_by(filling)).collect();
            for (cell, digits) in answer.iter().enumerate() {
                let shown: BTreeSet<i64> = solutions.iter().map(|solution| solution[cell]).collect();
                assert!(digits.iter().copied().eq(shown), "{puzzle:?}");
            }
            searched += known.searched();
            let mut fresh = TrueCandidates::new();
            assert_eq!(fresh.of(&puzzle, &Solver::new()).unwrap().unwrap(), answer);
            scratch += fresh.searched();
        }
        assert!(searched * 2 < scratch, "{searched} of {scratch} candidates were searched for");
    }

    /// What a rule allows depends on other rules only if the table of exceptions says so. Otherwise candidates that an
    /// earlier puzzle did not have could come back when a clue is added.
    #[test]
    fn a_rule_more_allows_nothing_but_by_exceptions() {
        let all = boards().map(|board| fillings(&board));
        let mut random = Random::new(8, 0);
        let mut exceptions = BTreeSet::new();
        for round in 0..6000 {
            let board = &boards()[round % 4];
            let mut some = |few: &[Kind]| {
                let kinds = if random.below(3) == 0 { few } else { Kind::ALL };
                any(kinds[random.below(kinds.len())], board, &mut random)
            };
            let one = some(&LIMITED);
            let other = some(&[Kind::Difference, Kind::Ratio, Kind::PairSum]);
            let mut alone = board.clone();
            alone.constraints.push(one.clone());
            let mut both = alone.clone();
            both.constraints.push(other.clone());
            if !both.check().is_empty() {
                continue;
            }
            for _ in 0..20 {
                let digits = &all[round % 4][random.below(all[round % 4].len())];
                if one.holds(&alone, digits) != one.holds(&both, digits) {
                    assert!(one.has_exception(other.kind), "{one:?}, {other:?}");
                    exceptions.insert((one.kind, other.kind));
                }
            }
        }
        let expected = LIMITED.iter().flat_map(|one| one.exceptions().iter().map(|other| (*one, *other)));
        assert!(exceptions.is_superset(&expected.collect()), "{exceptions:?}");
    }

    #[test]
    fn a_clue_more_leaves_what_was_excluded() {
        let mut puzzle = VariantPuzzle::sudoku(3, 3);
        puzzle.constraints.extend([Kind::AntiKnight, Kind::AntiKing, Kind::NonConsecutive].map(Constraint::new));
        let mut known = TrueCandidates::new();
        let solver = Solver::new();
        let first = known.of(&puzzle, &solver).unwrap().unwrap();
        let digit = first[0][0];
        puzzle.give(0, digit);
        let second = known.of(&puzzle, &solver).unwrap().unwrap();
        let open: usize = first.iter().map(Vec::len).sum();
        assert!(known.searched() < open, "{} of {open}", known.searched());
        assert_eq!(second, solver.candidates(&puzzle).unwrap().unwrap());
        puzzle = puzzle.without(&[Clue::Given(0)]);
        assert_eq!(known.of(&puzzle, &solver).unwrap().unwrap(), first);
        assert_eq!(known.searched(), 0);
    }
}
