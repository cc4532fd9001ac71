//! Puzzles that are made: proper, as requested, the same everywhere, and with the documented probabilities.

use ninefold::generate::{ClueSymmetry, Generator, Made, Method, Missing, Recipe, RecipeError};
use ninefold::logic::{Explainer, Level, Outcome, Technique};
use ninefold::minimal::redundant_givens;
use ninefold::solve::{self, Isa, Solver, Verdict};
use ninefold::{Cell, Grid, Puzzle, Shape};
use std::collections::{BTreeMap, BTreeSet};

fn shape(rows: usize, columns: usize) -> Shape {
    Shape::new(rows, columns).unwrap()
}

fn generator(recipe: Recipe) -> Generator {
    Generator::new(recipe).unwrap().seed(3)
}

/// Checks what holds for every puzzle.
fn assert_proper(made: &Made) {
    assert_eq!(solve::verdict(&made.puzzle), Verdict::Unique(made.solution.clone()), "{made:?}");
}

fn is_minimal(made: &Made) -> bool {
    redundant_givens(&made.puzzle, &made.solution, &Solver::new()).next().is_none()
}

fn clues(made: &Made) -> usize {
    made.puzzle.givens().count()
}

#[test]
fn plain_puzzles_are_proper_and_minimal() {
    for (rows, columns, count) in [(3, 3, 300), (2, 2, 50), (2, 3, 20), (3, 4, 2), (1, 5, 5), (1, 1, 1), (2, 1, 2)] {
        for made in generator(Recipe::new(shape(rows, columns))).puzzles(0..count) {
            assert_proper(&made);
            assert!(made.missing.is_empty() && made.rating.is_none() && made.weight.is_none());
            assert!(is_minimal(&made), "{}", made.puzzle);
        }
    }
}

#[test]
fn a_puzzle_is_a_function_of_seed_and_index() {
    let recipes = [
        Recipe::new(Shape::NINE),
        Recipe::new(Shape::NINE).symmetry(ClueSymmetry::Diagonal).clues(30..=34),
        Recipe::new(Shape::NINE).level(Level::Hard),
        Recipe::new(Shape::NINE).method(Method::Search).clues(17..=21),
        Recipe::new(Shape::NINE).method(Method::Vicinity).require(Technique::XWing),
        Recipe::new(shape(2, 2)).method(Method::Unbiased),
        Recipe::new(shape(2, 3)).clues(10..=12),
    ];
    for recipe in recipes {
        let generator = generator(recipe);
        let all = generator.puzzles(0..20);
        assert_eq!(generator.clone().puzzles(7..13), all[7..13]);
        assert_eq!(generator.puzzle(5), all[5]);
        assert!(all.iter().zip(0..).all(|(made, index)| made.index == index));
        assert_ne!(all[0].puzzle, all[1].puzzle);
        assert_ne!(generator.clone().seed(4).puzzle(0), all[0]);
        for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
            assert_eq!(generator.clone().isa(isa).puzzles(0..5), all[..5], "{isa}");
        }
    }
}

/// These puzzles stay the same unless the version says otherwise, on every processor.
#[test]
fn the_same_everywhere() {
    let line = |recipe: Recipe| generator(recipe).puzzle(1).puzzle.to_string();
    let lines = [
        line(Recipe::new(Shape::NINE)),
        line(Recipe::new(Shape::NINE).symmetry(ClueSymmetry::HalfTurn)),
        line(Recipe::new(Shape::NINE).level(Level::Extreme)),
        line(Recipe::new(shape(2, 3))),
    ];
    assert_eq!(lines, SAME);
}

const SAME: [&str; 4] = [
    "...1.5.9395...........3...2.92.81...4.1.........4..7....48.......8.6..7..1....62.",
    ".46.7......32..1.7.8..........68...4..1...2..8...23..........3.5.8..94......5.62.",
    "14...6......9.......5....16..2.87.......4..2381.......76....1...8...92..2..3....7",
    "..14....32......6........6...35....2",
];

#[test]
fn symmetries_hold_and_no_group_can_go() {
    for &symmetry in ClueSymmetry::ALL {
        for made in generator(Recipe::new(Shape::NINE).symmetry(symmetry)).puzzles(0..12) {
            assert_proper(&made);
            let is_given = |cell: Cell| made.puzzle.digit(cell).is_some();
            assert!(symmetry.holds_for(Shape::NINE, is_given), "{symmetry}: {}", made.puzzle);
            for orbit in symmetry.orbits(Shape::NINE).iter().filter(|orbit| is_given(orbit[0])) {
                let mut without = made.puzzle.clone();
                orbit.iter().for_each(|cell| without.clear(*cell));
                assert_eq!(solve::count(&without, 2), 2, "{symmetry}: {}", made.puzzle);
            }
        }
    }
    for made in generator(Recipe::new(Shape::NINE).symmetry(ClueSymmetry::HalfTurn).minimal()).puzzles(0..5) {
        assert!(made.missing.is_empty() && is_minimal(&made));
    }
}

#[test]
fn clues_are_as_many_as_asked_for() {
    let found: BTreeSet<usize> =
        generator(Recipe::new(Shape::NINE).clues(30..=33)).puzzles(0..60).iter().map(clues).collect();
    assert_eq!(found, (30..=33).collect());
    for made in generator(Recipe::new(Shape::NINE).clues(17..=22).minimal()).puzzles(0..20) {
        assert_proper(&made);
        assert!((17..=22).contains(&clues(&made)) && is_minimal(&made));
    }
    // No puzzle has so few clues; if there are some but none is found, the fewest clues found are reported.
    let refused = Generator::new(Recipe::new(Shape::NINE).clues(0..=16)).unwrap_err();
    assert_eq!(refused, RecipeError::TooFewClues(16));
    let made = generator(Recipe::new(Shape::NINE).clues(0..=17).attempts(20)).puzzle(0);
    assert_proper(&made);
    assert_eq!((&made.missing[..], made.attempts), (&[Missing::Clues { found: clues(&made), wanted: 0..=17 }][..], 20));
    assert!(generator(Recipe::new(Shape::NINE).clues(81..=90)).puzzle(0).puzzle.is_full());
}

#[test]
fn searching_finds_fewer_clues_than_digging() {
    let mean = |method| {
        let all = generator(Recipe::new(Shape::NINE).method(method)).puzzles(0..40);
        all.iter().for_each(assert_proper);
        assert!(all.iter().all(is_minimal));
        all.iter().map(clues).sum::<usize>() as f64 / 40.0
    };
    assert!(mean(Method::Search) + 1.0 < mean(Method::Dig));
}

#[test]
fn neighbors_share_their_solution() {
    let all = generator(Recipe::new(Shape::NINE).method(Method::Vicinity)).puzzles(0..30);
    let solutions: BTreeSet<&Grid> = all.iter().map(|made| &made.solution).collect();
    let puzzles: BTreeSet<String> = all.iter().map(|made| made.puzzle.to_string()).collect();
    all.iter().for_each(assert_proper);
    assert!(solutions.len() == 1 && puzzles.len() > 25);
}

#[test]
fn patterns_are_filled() {
    let drawn = "..XX.X....XX..X..XX...XX....X..X..XX...X...XX..X..X....XX...XX..X..XX....X.XX..";
    let drawn = format!("{drawn:.<81}");
    assert_eq!(drawn.len(), 81);
    let cells: Vec<Cell> = drawn.chars().zip(0..).filter(|(c, _)| *c == 'X').map(|(_, i)| Cell::new(i)).collect();
    for made in generator(Recipe::new(Shape::NINE).pattern(cells.clone())).puzzles(0..3) {
        assert_proper(&made);
        assert!(made.missing.is_empty(), "{:?}", made.missing);
        assert_eq!(made.puzzle.givens().map(|(cell, _)| cell).collect::<Vec<_>>(), cells);
    }
    // If two rows of a band are empty, they can be exchanged.
    let top = (0..9).chain(27..81).map(Cell::new);
    let made = generator(Recipe::new(Shape::NINE).pattern(top).attempts(3)).puzzle(0);
    assert_proper(&made);
    assert!(matches!(made.missing[..], [Missing::Pattern(1..)]));
}

#[test]
fn levels_scores_and_techniques_are_met() {
    let nine = || Recipe::new(Shape::NINE);
    let recipes = [
        nine().level(Level::Easy),
        nine().level(Level::Medium),
        nine().level(Level::Hard).symmetry(ClueSymmetry::HalfTurn),
        nine().level(Level::Unfair).clues(26..=28),
        nine().level(Level::Extreme),
        nine().score(900..=950),
        nine().hardest(Technique::XYWing),
        nine().require(Technique::XWing).require(Technique::NakedPair).forbid(Technique::HiddenPair),
        nine().require(Technique::AlsXZ).method(Method::Vicinity),
        nine().level(Level::Hard).method(Method::Search),
        Recipe::new(shape(2, 3)).level(Level::Easy),
    ];
    for recipe in recipes {
        for made in generator(recipe.clone()).puzzles(0..4) {
            assert_proper(&made);
            assert!(made.missing.is_empty(), "{recipe:?}: {:?}", made.missing);
            let rating = made.rating.unwrap();
            assert_eq!(rating, Explainer::new().rate(&made.puzzle), "{recipe:?}");
            assert_eq!(rating.outcome, Outcome::Solved);
        }
    }
    let made = generator(nine().level(Level::Medium)).puzzle(2);
    assert_eq!(made.rating.map(|rating| rating.level()), Some(Level::Medium));
    let made = generator(nine().require(Technique::XWing)).puzzle(2);
    assert!(made.rating.unwrap().steps.iter().any(|(technique, _)| *technique == Technique::XWing));
    let made = generator(nine().hardest(Technique::NakedTriple)).puzzle(2);
    assert_eq!(made.rating.and_then(|rating| rating.hardest()), Some(Technique::NakedTriple));
}

#[test]
fn the_best_is_taken_when_time_is_over() {
    let recipe = Recipe::new(Shape::NINE).require(Technique::FinnedMutantWhale);
    let all = generator(recipe).puzzles_with_deadline(0..3, &|| true);
    assert_eq!(all.len(), 3);
    for made in all {
        assert_proper(&made);
        assert_eq!(made.missing, [Missing::Required(Technique::FinnedMutantWhale)]);
        assert!(made.rating.is_some());
    }
}

#[test]
fn without_a_sample_a_puzzle_is_dug() {
    let recipe = Recipe::new(Shape::NINE).method(Method::Unbiased).clues(17..=18);
    let made = &generator(recipe).puzzles_with_deadline(0..1, &|| true)[0];
    assert_proper(made);
    assert!(made.missing.contains(&Missing::Sampled) && made.weight.is_none());
    // The same after this many attempts, whatever the time; alone or with others.
    let recipe = Recipe::new(Shape::NINE).method(Method::Unbiased).clues(17..=18).attempts(3_000);
    let limited = generator(recipe);
    let made = limited.puzzles(0..3);
    assert!(made.iter().all(|made| made.missing.contains(&Missing::Sampled) && made.attempts == 3_000));
    assert_eq!(limited.puzzle(2), made[2]);
    // Some are found that do not meet the request: the best of them is returned as a sample.
    let recipe = Recipe::new(shape(2, 2)).method(Method::Unbiased).level(Level::Extreme).attempts(400);
    let made = generator(recipe).puzzle(0);
    assert_proper(&made);
    assert!(matches!(made.missing[..], [Missing::Level { .. }]) && made.weight.is_some() && made.attempts == 400);
}

#[test]
fn impossible_recipes_are_refused() {
    let nine = || Recipe::new(Shape::NINE);
    let refused = |recipe: Recipe| Generator::new(recipe).unwrap_err();
    #[allow(clippy::reversed_empty_ranges, reason = "that is what is refused")]
    let empty = nine().clues(30..=20);
    assert!(matches!(refused(empty), RecipeError::Clues { .. }));
    assert!(matches!(refused(nine().clues(82..=90)), RecipeError::Clues { .. }));
    assert!(matches!(refused(nine().pattern([Cell::new(81)])), RecipeError::PatternCell { .. }));
    assert_eq!(refused(nine().clues(3..=16)), RecipeError::TooFewClues(16));
    assert_eq!(refused(nine().pattern((0..16).map(Cell::new))), RecipeError::TooFewClues(16));
    let both = nine().require(Technique::XWing).forbid(Technique::XWing);
    assert_eq!(refused(both), RecipeError::RequiredAndForbidden(Technique::XWing));
    let easy = nine().require(Technique::XWing).level(Level::Easy);
    assert_eq!(refused(easy).to_string(), "X-wing is hard, harder than the level easy");
    let together = nine().method(Method::Unbiased).symmetry(ClueSymmetry::Full);
    assert!(matches!(refused(together), RecipeError::Together(..)));
}

/// All minimal 4x4 puzzles, by exhaustion; and how often each number of clues should occur and does occur, weighted and
/// unweighted.
#[test]
fn the_bias_of_unbiased_is_what_is_said() {
    let small = shape(2, 2);
    // Counts of minimal puzzles by clues. Relabelling lets every grid begin like this.
    let mut exact: BTreeMap<usize, f64> = BTreeMap::new();
    for grid in solve::all(&Puzzle::empty(small)).filter(|grid| grid.to_string().starts_with("1234")) {
        let mut is_unique = vec![false; 1 << 16];
        for set in 0..1_usize << 16 {
            // A puzzle with fewer than four clues never has one solution; a puzzle has one if a part of it has.
            let smaller = (0..16).any(|cell| set >> cell & 1 == 1 && is_unique[set & !(1 << cell)]);
            is_unique[set] = smaller
                || set.count_ones() >= 4 && {
                    let mut puzzle = grid.to_puzzle();
                    (0..16).filter(|cell| set >> cell & 1 == 0).for_each(|cell| puzzle.clear(Cell::new(cell)));
                    solve::count(&puzzle, 2) == 1
                };
            if is_unique[set] && !smaller {
                *exact.entry(set.count_ones() as usize).or_default() += 1.0;
            }
        }
    }
    let all: Vec<Made> = generator(Recipe::new(small).method(Method::Unbiased)).puzzles(0..6_000);
    assert!(all.iter().take(200).all(is_minimal));
    let choose = |k: usize| (0..k).map(|i| (16 - i) as f64 / (i + 1) as f64).product::<f64>();
    let found = all.iter().fold(BTreeMap::new(), |mut counts, made| {
        *counts.entry(clues(made)).or_insert(0.0) += 1.0;
        counts
    });
    let total: f64 = exact.iter().map(|(clues, count)| count / choose(*clues)).sum();
    for (clues, count) in &exact {
        let expected = 6_000.0 * count / choose(*clues) / total;
        let found = found.get(clues).copied().unwrap_or(0.0);
        assert!((found - expected).abs() < 4.0 * expected.sqrt() + 1.0, "{clues}: {found} instead of {expected}");
    }
    // With weights, the mean number of clues is that of all minimal puzzles.
    let mean = exact.iter().map(|(clues, count)| *clues as f64 * count).sum::<f64>() / exact.values().sum::<f64>();
    let weights: f64 = all.iter().filter_map(|made| made.weight).sum();
    let weighted = all.iter().filter_map(|made| Some(made.weight? * clues(made) as f64)).sum::<f64>() / weights;
    assert!((weighted - mean).abs() < 0.04, "{weighted} instead of {mean}");
}

#[test]
fn a_puzzle_that_was_cut_short_says_so() {
    for side in [(3, 3), (4, 4)] {
        let generator = Generator::new(Recipe::new(Shape::new(side.0, side.1).unwrap())).unwrap();
        let made = generator.puzzles_with_deadline(0..1, &|| true).pop().unwrap();
        // 9x9 puzzles are always finished.
        let expected: &[Missing] = if side == (3, 3) { &[] } else { &[Missing::Minimal] };
        assert_eq!(made.missing, expected);
    }
    // There are as many givens as were requested, so nothing is missing.
    let generator = Generator::new(Recipe::new(Shape::new(4, 4).unwrap()).clues(200..=256)).unwrap();
    assert!(generator.puzzles_with_deadline(0..1, &|| true)[0].missing.is_empty());
}

/// If techniques do not matter, a puzzle that none of them solves lacks nothing.
#[test]
fn a_rating_is_there_if_techniques_solve_the_puzzle() {
    let shape = Shape::new(3, 4).unwrap();
    let made: Vec<Made> = Generator::new(Recipe::new(shape).rated()).unwrap().puzzles(0..12);
    assert!(made.iter().all(|made| made.missing.is_empty()));
    for made in &made {
        let rating = Explainer::new().rate(&made.puzzle);
        assert_eq!(made.rating.is_some(), rating.outcome == Outcome::Solved);
    }
    assert!(made.iter().any(|made| made.rating.is_none()));
    let strict = Recipe::new(shape).score(0..=u32::MAX).attempts(1);
    let made: Vec<Made> = Generator::new(strict).unwrap().puzzles(0..12);
    assert!(made.iter().all(|made| made.missing.contains(&Missing::Stuck) == made.rating.is_none()));
}
