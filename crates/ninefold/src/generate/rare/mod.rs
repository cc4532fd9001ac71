//! Numbers of clues that digging does not reach; see [`Recipe::clue_search`].

mod few;
mod many;

use super::ClueSymmetry;
use super::Generator;
use super::random::Random;
use super::recipe::{Method, Recipe};
use super::run::Attempt;
use crate::board::{Puzzle, Shape};
use crate::solve;
use few::IN_A_GRID;
use std::ops::RangeInclusive;

/// The type of [`attempt`]: a pointer, so that programs that do not ask for it do not contain the search in grids.
pub(super) type Rare = fn(&Generator, &mut Random, &dyn Fn() -> bool) -> Option<Attempt>;

/// The number of givens up to which digging hardly ever finds a puzzle, and from which on hardly ever a minimal one.
const FEW: usize = 20;
const MANY: usize = 30;

/// The default number of attempts for each puzzle: each is a walk or search of about a second, or a climb of some seconds.
pub(super) const ATTEMPTS: u64 = 20;

/// The numbers of clues asked for, if they are rare enough and the board is classic, without symmetry or pattern.
pub(super) fn wanted(recipe: &Recipe) -> Option<RangeInclusive<usize>> {
    let is_free = recipe.shape.is_classic_nine()
        && recipe.method == Method::Dig
        && recipe.symmetry == ClueSymmetry::None
        && recipe.pattern.is_none();
    let clues = recipe.clues.clone().filter(|_| is_free)?;
    (*clues.end() <= FEW || recipe.minimal && *clues.start() >= MANY).then_some(clues)
}

/// A puzzle with one of these numbers of clues, or with the most that were found.
pub(super) fn attempt(generator: &Generator, random: &mut Random, should_stop: &dyn Fn() -> bool) -> Option<Attempt> {
    let wanted = wanted(&generator.recipe)?;
    if *wanted.start() >= MANY {
        return Some(minimal(&many::climb(*wanted.start(), random, should_stop)));
    }
    let least = (*wanted.start()).max(17);
    let clues = least + random.below(wanted.end() + 1 - least);
    let found = match clues {
        IN_A_GRID.. => few::in_a_grid(clues, generator.isa, random, should_stop),
        _ => few::by_a_walk(clues, random, should_stop),
    };
    found.as_ref().map(minimal)
}

/// An attempt that consists of a minimal puzzle.
fn minimal(puzzle: &Puzzle) -> Attempt {
    let solution = solve::first(puzzle).expect("a proper puzzle");
    let number = |cell| puzzle.digit(cell).map_or(0, |digit| digit.number());
    Attempt {
        solution: solution.digits().iter().map(|digit| digit.number()).collect(),
        givens: Shape::NINE.cells().map(number).collect(),
        clues: puzzle.givens().count(),
        is_minimal: Some(true),
        is_cut: false,
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Shape;
    use crate::generate::{ClueSymmetry, Generator, Missing, Recipe};
    use crate::logic::Level;
    use crate::minimal::redundant_givens;
    use crate::solve::{self, Solver};
    use crate::symmetry::canonical;

    fn recipe(clues: std::ops::RangeInclusive<usize>) -> Recipe {
        Recipe::new(Shape::NINE).clues(clues).clue_search()
    }

    #[test]
    fn few_clues_are_found() {
        let solver = Solver::new();
        for clues in 17..=20 {
            let generator = Generator::new(recipe(clues..=clues)).unwrap().seed(5);
            let made = generator.puzzle(clues as u64);
            assert_eq!((made.puzzle.givens().count(), &made.missing[..]), (clues, &[][..]));
            assert_eq!(solve::count(&made.puzzle, 2), 1);
            assert!(made.solution.solves(&made.puzzle));
            assert!(redundant_givens(&made.puzzle, &made.solution, &solver).next().is_none());
            assert_eq!(generator.puzzles(17..21)[clues - 17], made);
        }
    }

    #[test]
    fn walks_lead_to_different_puzzles() {
        let generator = Generator::new(recipe(17..=17)).unwrap();
        let forms: std::collections::HashSet<String> =
            generator.puzzles(0..6).iter().map(|made| canonical(&made.puzzle).unwrap().board.to_string()).collect();
        assert!(forms.len() >= 5, "{forms:?}");
    }

    /// Other wishes are judged as usual.
    #[test]
    fn few_clues_go_together_with_a_level() {
        let made = Generator::new(recipe(17..=17).level(Level::Easy)).unwrap().puzzle(0);
        assert_eq!((&made.missing[..], made.rating.map(|rating| rating.level())), (&[][..], Some(Level::Easy)));
    }

    #[test]
    fn many_clues_are_found_or_said_to_be_missing() {
        let generator = Generator::new(recipe(30..=81).minimal()).unwrap().seed(1);
        let made = generator.puzzle(0);
        assert_eq!((made.puzzle.givens().count(), &made.missing[..]), (30, &[][..]));
        let made = Generator::new(recipe(41..=81).minimal().attempts(1)).unwrap().puzzles_with_deadline(0..1, &|| true);
        assert!(matches!(made[0].missing[..], [Missing::Clues { found: 20..40, .. }]), "{:?}", made[0].missing);
    }

    /// Recipes with a symmetry or a pattern are dug as usual.
    #[test]
    fn symmetric_puzzles_are_dug() {
        let with = recipe(20..=20).symmetry(ClueSymmetry::HalfTurn).attempts(3);
        let without = Recipe::new(Shape::NINE).clues(20..=20).symmetry(ClueSymmetry::HalfTurn).attempts(3);
        assert_eq!(Generator::new(with).unwrap().puzzle(1), Generator::new(without).unwrap().puzzle(1));
    }
}
