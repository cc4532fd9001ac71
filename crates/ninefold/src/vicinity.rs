//! Puzzles near a puzzle: those with one solution that result from removing some givens and adding as many, or more or
//! fewer, in any cells.
//!
//! Puzzles with few givens, or hard ones, are often near others like them; collectors write `{-1+1}` and `{-2+2}` for
//! such neighbourhoods. There are some thousands of ways to move one given, and each raises the question whether the
//! resulting puzzle has one solution. Most of these questions are answered together: a new given leaves one solution if
//! exactly one of the solutions without it has that digit there. So a digit that two of the first few solutions share
//! in a cell is ruled out there. A solver decides the remaining cases, many puzzles at a time.

use crate::board::{Candidates, Cell, Digit, Puzzle};
use crate::solve::{Solver, Stopped};

/// The puzzles with one solution that have all givens of this one except `minus`, and `plus` others. A given that is left out is
/// not put back; its cell may get another digit.
///
/// They come in the order of the cells that are emptied, then of those that are filled, each puzzle once. If one of the
/// solver's searches stops, this is reported in their place, once for each choice of givens to leave out.
///
/// ```
/// use ninefold::{Puzzle, solve::Solver, vicinity};
/// let puzzle: Puzzle = "...1....2.....3.".parse()?;
/// let near: Vec<Puzzle> = vicinity::near(&puzzle, 1, 1, &Solver::new()).map(Result::unwrap).collect();
/// assert!(near.iter().all(|puzzle| Solver::new().count(puzzle, 2) == Ok(1)));
/// # Ok::<(), ninefold::Invalid>(())
/// ```
pub fn near<'a>(
    puzzle: &Puzzle,
    minus: usize,
    plus: usize,
    solver: &'a Solver<'_>,
) -> impl Iterator<Item = Result<Puzzle, Stopped>> + use<'a> {
    let givens: Vec<(Cell, Digit)> = puzzle.givens().collect();
    let puzzle = puzzle.clone();
    choices(givens.len(), minus).flat_map(move |chosen| {
        let left_out: Vec<(Cell, Digit)> = chosen.iter().map(|given| givens[*given]).collect();
        let mut rest = puzzle.clone();
        left_out.iter().for_each(|(cell, _)| rest.clear(*cell));
        let mut found = Vec::new();
        let result = add(&rest, &left_out, 0, plus, solver, &mut found);
        let stopped = result.err().map(Err);
        found.into_iter().map(Ok).chain(stopped)
    })
}

/// All ways to choose `count` of the numbers below a limit, in order.
fn choices(limit: usize, count: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = (count <= limit).then(|| (0..count).collect::<Vec<usize>>());
    std::iter::from_fn(move || {
        let current = next.take()?;
        // The last number that can become larger.
        if let Some(place) = (0..count).rfind(|place| current[*place] < limit - count + place) {
            let mut following = current.clone();
            (place..count).for_each(|later| following[later] = current[place] + 1 + later - place);
            next = Some(following);
        }
        Some(current)
    })
}

/// Solutions compared before the solver is asked about single givens.
const FIRST: usize = 48;

/// Puzzles searched at a time.
const TOGETHER: usize = 256;

/// Finds the puzzles with `plus` more givens in cells from `from` on, none of them a given that was left out.
fn add(
    puzzle: &Puzzle,
    left_out: &[(Cell, Digit)],
    from: usize,
    plus: usize,
    solver: &Solver<'_>,
    found: &mut Vec<Puzzle>,
) -> Result<(), Stopped> {
    let shape = puzzle.shape();
    let first = solver.up_to(puzzle, FIRST)?;
    if first.is_empty() {
        return Ok(());
    }
    if plus == 0 {
        found.extend((first.len() == 1).then(|| puzzle.clone()));
        return Ok(());
    }
    // Which candidates appear in some solution, and which in several.
    let (mut some, mut several) = (Candidates::none(shape), Candidates::none(shape));
    for solution in &first {
        for (cell, digit) in shape.cells().zip(solution.digits()) {
            if !some.insert(cell, *digit) {
                several.insert(cell, *digit);
            }
        }
    }
    let are_all = first.len() < FIRST;
    let candidates = puzzle.candidates();
    let blanks = shape.cells().skip(from).filter(|cell| puzzle.digit(*cell).is_none());
    let allowed = blanks.flat_map(|cell| candidates.digits_of(cell).map(move |digit| (cell, digit)));
    let allowed = allowed.filter(|given| !left_out.contains(given) && (!are_all || some.contains(given.0, given.1)));
    let with = |(cell, digit): (Cell, Digit)| {
        let mut with = puzzle.clone();
        with.give(cell, digit);
        with
    };
    if plus > 1 {
        for given in allowed {
            add(&with(given), left_out, given.0.index() + 1, plus - 1, solver, found)?;
        }
        return Ok(());
    }
    let open: Vec<(Cell, Digit)> = allowed.filter(|(cell, digit)| !several.contains(*cell, *digit)).collect();
    if are_all {
        found.extend(open.into_iter().map(with));
        return Ok(());
    }
    for givens in open.chunks(TOGETHER) {
        let puzzles: Vec<Puzzle> = givens.iter().copied().map(with).collect();
        for (puzzle, count) in puzzles.iter().zip(solver.count_each(&puzzles, 2)) {
            if count? == 1 {
                found.push(puzzle.clone());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Entry, Shape};
    use std::collections::BTreeSet;

    #[test]
    fn choices_are_complete() {
        let all = |limit, count| choices(limit, count).collect::<Vec<_>>();
        assert_eq!(all(4, 2), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(all(3, 0), [[0; 0]]);
        assert_eq!((all(3, 3).len(), all(2, 3).len(), all(6, 3).len()), (1, 0, 20));
    }

    /// All neighbours of a puzzle, found by trying every choice of givens to leave out and to add.
    fn naive(puzzle: &Puzzle, minus: usize, plus: usize) -> BTreeSet<String> {
        let givens: Vec<(Cell, Digit)> = puzzle.givens().collect();
        let all: Vec<(Cell, Digit)> =
            puzzle.shape().cells().flat_map(|cell| puzzle.shape().digits().map(move |digit| (cell, digit))).collect();
        let mut found = BTreeSet::new();
        for gone in choices(givens.len(), minus) {
            for new in choices(all.len(), plus) {
                let mut other = puzzle.clone();
                gone.iter().for_each(|given| other.clear(givens[*given].0));
                let mut is_new = true;
                for given in new.iter().map(|given| all[*given]) {
                    is_new &= other.entry(given.0) == Entry::Blank && !givens.contains(&given);
                    other.give(given.0, given.1);
                }
                if is_new && Solver::new().count(&other, 2) == Ok(1) {
                    found.insert(other.to_string());
                }
            }
        }
        found
    }

    #[test]
    fn small_neighbourhoods_are_complete() {
        for text in ["1.....3..2.....4", "12..............", "1234............", "................"] {
            let puzzle: Puzzle = text.parse().unwrap();
            for (minus, plus) in [(1, 1), (0, 1), (1, 0), (2, 2), (2, 1), (0, 0)] {
                let found: Vec<String> =
                    near(&puzzle, minus, plus, &Solver::new()).map(|near| near.unwrap().to_string()).collect();
                let set: BTreeSet<String> = found.iter().cloned().collect();
                assert_eq!(set.len(), found.len(), "each once");
                assert_eq!(set, naive(&puzzle, minus, plus), "{text} {{-{minus}+{plus}}}");
            }
        }
    }

    #[test]
    fn a_search_that_stops_is_reported() {
        let solver = Solver::new().nodes(0);
        let found: Vec<_> = near(&Puzzle::empty(Shape::NINE), 0, 1, &solver).collect();
        assert!(matches!(found[..], [Err(Stopped::OutOfNodes { .. })]), "{found:?}");
    }
}
