//! How fast puzzles are made, and what they are like.
//!
//! ```text
//!   cargo run --release -p generate -- speed          grids and puzzles a second, beside the `sudoku` crate
//!   cargo run --release -p generate -- levels [N]     clue counts and levels of N puzzles by each method
//!   cargo run --release -p generate -- wishes [S]     puzzles by level and technique, for at most S seconds each
//!   cargo run --release -p generate -- bias [N]       N grids: classes of first bands beside their exact shares
//! ```
//!
//! Times are CPU time of one thread.

use cpu_time::ThreadTime;
use ninefold::generate::{self, ClueSymmetry, Generator, Made, Method, Recipe};
use ninefold::logic::{Level, Technique};
use ninefold::symmetry::{self, Minlex};
use ninefold::{Digit, Puzzle, Shape, solve};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::process::ExitCode;
use sudoku::{Sudoku, Symmetry as PeerSymmetry};

/// Puzzles requested at a time.
const TOGETHER: u64 = 256;
/// The time for each row, in seconds.
const LONG_ENOUGH: f64 = 2.0;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |default: u64| arguments.get(1).map_or(Some(default), |text| text.parse().ok());
    match (arguments.first().map(String::as_str), number(0).is_some()) {
        (Some("speed"), true) => speed(),
        (Some("levels"), true) => levels(number(4000).unwrap_or(4000)),
        (Some("wishes"), true) => wishes(number(10).unwrap_or(10)),
        (Some("bias"), true) => bias(number(1_000_000).unwrap_or(1_000_000)),
        _ => {
            eprintln!("usage: generate speed | levels [PUZZLES] | wishes [SECONDS] | bias [GRIDS]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// How many are made per second, where each call makes this many.
fn rate(mut make: impl FnMut(u64) -> u64) -> f64 {
    let (start, mut made, mut calls) = (ThreadTime::now(), 0, 0);
    while start.elapsed().as_secs_f64() < LONG_ENOUGH {
        made += make(calls);
        calls += 1;
    }
    made as f64 / start.elapsed().as_secs_f64()
}

fn speed() {
    let rows = |recipe: Recipe| {
        let generator = Generator::new(recipe).expect("wishes that go together");
        rate(|call| generator.puzzles(call * TOGETHER..(call + 1) * TOGETHER).len() as u64)
    };
    let nine = || Recipe::new(Shape::NINE);
    println!("| what | a second |\n|---|---|");
    let row = |what: &str, rate: f64| println!("| {what} | {rate:.0} |");
    row(
        "grids, plain",
        rate(|call| (0..10_000).map(|i| u64::from(black_box(generate::fill_nine(call, i))[0] > 0)).sum()),
    );
    row(
        "grids, checked",
        rate(|call| {
            (0..10_000).filter(|i| black_box(generate::fill(Shape::NINE, call, *i)).shape() == Shape::NINE).count()
                as u64
        }),
    );
    row(
        "grids, sudoku crate",
        rate(|_| (0..1000).map(|_| u64::from(Sudoku::generate_solved().to_bytes()[0] > 0)).sum()),
    );
    row("no symmetry, minimal", rows(nine()));
    let peer = |symmetry| {
        rate(move |_| (0..200).map(|_| u64::from(Sudoku::generate_with_symmetry(symmetry).n_clues() > 0)).sum())
    };
    row("no symmetry, minimal, sudoku crate", peer(PeerSymmetry::None));
    row("half-turn", rows(nine().symmetry(ClueSymmetry::HalfTurn)));
    row("half-turn, sudoku crate", peer(PeerSymmetry::HalfRotation));
    row(
        "half-turn, minimal, 24 clues or fewer",
        rows(nine().symmetry(ClueSymmetry::HalfTurn).clues(17..=24).minimal()),
    );
    let single = Generator::new(nine()).expect("a recipe without wishes");
    row("no symmetry, minimal, one puzzle a call", rate(|call| u64::from(single.puzzle(call).missing.is_empty())));
}

/// Makes puzzles in portions.
fn make(generator: &Generator, count: u64) -> impl Iterator<Item = Made> {
    let portions = (0..count).step_by(TOGETHER as usize);
    portions.flat_map(move |first| generator.puzzles(first..count.min(first + TOGETHER)))
}

fn levels(count: u64) {
    let ways = [
        ("dig", ClueSymmetry::None, Method::Dig, count),
        ("dig, half-turn", ClueSymmetry::HalfTurn, Method::Dig, count),
        ("dig, full", ClueSymmetry::Full, Method::Dig, count),
        ("search", ClueSymmetry::None, Method::Search, count),
        ("vicinity", ClueSymmetry::None, Method::Vicinity, count),
        ("unbiased", ClueSymmetry::None, Method::Unbiased, count / 50),
        ("unbiased, weighted", ClueSymmetry::None, Method::Unbiased, count / 50),
    ];
    println!(
        "| method | puzzles | a second | clues: mean | least | most | easy | medium | hard | unfair | extreme | score |"
    );
    println!("|{}", "---|".repeat(12));
    for (name, symmetry, method, count) in ways {
        let recipe = Recipe::new(Shape::NINE).symmetry(symmetry).method(method).rated();
        let generator = Generator::new(recipe).expect("wishes that go together");
        let start = ThreadTime::now();
        let all: Vec<Made> = make(&generator, count).collect();
        let seconds = start.elapsed().as_secs_f64();
        let weight = |made: &Made| if name.ends_with("weighted") { made.weight.unwrap_or(1.0) } else { 1.0 };
        let total: f64 = all.iter().map(weight).sum();
        let mean = |f: &dyn Fn(&Made) -> f64| all.iter().map(|made| weight(made) * f(made)).sum::<f64>() / total;
        let clues = |made: &Made| made.puzzle.givens().count();
        print!("| {name} | {count} | {:.0} | {:.3} ", count as f64 / seconds, mean(&|made| clues(made) as f64));
        print!("| {:?} | {:?} ", all.iter().map(clues).min().unwrap_or(0), all.iter().map(clues).max().unwrap_or(0));
        for &level in Level::ALL {
            let is = |made: &Made| f64::from(made.rating.as_ref().is_some_and(|rating| rating.level() == level));
            print!("| {:.1} % ", 100.0 * mean(&is));
        }
        println!("| {:.0} |", mean(&|made| made.rating.as_ref().map_or(0.0, |rating| f64::from(rating.score()))));
        let mut counts = [0.0; 82];
        all.iter().for_each(|made| counts[clues(made)] += 100.0 * weight(made) / total);
        let shares = counts.iter().enumerate().filter(|(_, share)| **share > 0.0);
        let shares: Vec<String> = shares.map(|(clues, share)| format!("{clues}: {share:.2}")).collect();
        eprintln!("{name}: {}", shares.join(", "));
    }
}

fn wishes(seconds: u64) {
    println!("| wish | found | seconds each |\n|---|---|---|");
    let row = |name: String, recipe: Recipe, most: u64| {
        let generator = Generator::new(recipe.attempts(u64::MAX)).expect("wishes that go together");
        let start = ThreadTime::now();
        let is_over = || start.elapsed().as_secs_f64() > seconds as f64;
        let (mut found, mut next) = (0, 0);
        while found < most && !is_over() {
            let portion = if found < 3 { 1 } else { 64 };
            let made = generator.puzzles_with_deadline(next..next + portion, &is_over);
            found += made.iter().filter(|made| made.missing.is_empty()).count() as u64;
            next += portion;
        }
        println!("| {name} | {found} | {:.4} |", start.elapsed().as_secs_f64() / found.max(1) as f64);
    };
    for &level in Level::ALL {
        row(format!("level {level}"), Recipe::new(Shape::NINE).level(level), 3000);
    }
    for technique in Technique::ALL {
        row(technique.to_string(), Recipe::new(Shape::NINE).require(*technique), 100);
    }
}

/// How often each class of first bands occurs, beside how often it does among all grids. The number of bands in a class is the
/// number of symmetries, divided by its automorphisms and by the six places for a band; and a band occurs in as many grids as
/// it has solutions.
fn bias(count: u64) {
    // Occurrences, and automorphisms.
    let mut found: BTreeMap<[u8; 81], (u64, f64)> = BTreeMap::new();
    let mut minlex = Minlex::new();
    let symmetries = symmetry::order(Shape::NINE).expect("it fits") as f64;
    for index in 0..count {
        let mut band = generate::fill_nine(5, index);
        band[27..].fill(0);
        let form = minlex.form(&band).expect("digits and blanks");
        found.entry(*form.digits()).or_insert((0, form.automorphisms() as f64)).0 += 1;
    }
    let mut chi = 0.0;
    let (mut known, mut seen) = (0.0, 0);
    for (form, (times, automorphisms)) in &found {
        let givens: Vec<Option<Digit>> = form.iter().map(|digit| Digit::new(u16::from(*digit))).collect();
        let puzzle = Puzzle::from_givens(Shape::NINE, &givens).expect("81 digits or blanks");
        let grids: f64 = solve::count_all(&puzzle).to_string().parse().expect("a number");
        let share = symmetries / automorphisms / 6.0 * grids / ALL_GRIDS;
        let expected = share * count as f64;
        chi += (*times as f64 - expected).powi(2) / expected;
        known += share;
        seen += times;
    }
    assert_eq!(seen, count);
    let freedom = found.len() as f64 - 1.0;
    let deviations = (chi - freedom) / (2.0 * freedom).sqrt();
    println!("{count} grids, {} of 416 classes of first bands, which {known:.9} of all grids have", found.len());
    println!("chi-square {chi:.1} with {freedom} degrees of freedom: {deviations:+.2} standard deviations");
}

const ALL_GRIDS: f64 = 6_670_903_752_021_072_936_960.0;
