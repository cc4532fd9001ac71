//! Compares ninefold with itself and with its peer on lists and on random changes to them: every instruction set, batches of
//! many sizes, single puzzles, limits 1, 2 and 1000, and now and then the general engine. Stops at the first difference.
//!
//! Usage: agree COUNT LIST...      how many puzzles, and lists of 81-character lines

use anyhow::{Context, bail, ensure};
use ninefold::solve::{Answers, Batch, Engine, Isa, Solver};
use ninefold::{Digit, Grid, Puzzle, Shape};
use protocol::{Board, Random};
use sudoku::Sudoku;

const SIZES: [usize; 11] = [1, 2, 3, 15, 16, 17, 33, 100, 129, 257, 1500];
const LIMITS: [u64; 3] = [1, 2, 1000];
/// Solutions kept for comparison.
const KEEP: usize = 3;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, lists @ ..] = &arguments[..] else { bail!("usage: agree COUNT LIST...") };
    let count: usize = count.parse().context("COUNT")?;
    let mut boards = Vec::new();
    for list in lists {
        boards.extend(protocol::read_list(list).with_context(|| list.clone())?);
    }
    ensure!(!boards.is_empty(), "no list of puzzles was named");
    let isas: Vec<Isa> = Isa::ALL.iter().copied().filter(|isa| isa.is_available()).collect();
    // Kept, because what they have solved so far affects how they continue.
    let mut batches: Vec<Batch<'_>> = isas.iter().map(|isa| Batch::with_isa(*isa)).collect();
    let mut random = Random::default();
    let mut all = (0..count).map(|i| {
        let board = boards[i % boards.len()];
        // Every board unchanged first, then changed.
        if i < boards.len() { board } else { changed(board, &boards, &mut random) }
    });
    let (mut compared, mut by_general, mut solutions) = (0, 0, [0u64; 4]);
    for round in 0.. {
        let puzzles: Vec<Board> = all.by_ref().take(SIZES[round % SIZES.len()]).collect();
        if puzzles.is_empty() {
            break;
        }
        let limit = LIMITS[round / SIZES.len() % LIMITS.len()];
        let answers = together(&puzzles, limit, &isas, &mut batches)?;
        for (i, board) in puzzles.iter().enumerate() {
            let found = answers.count(i);
            let peer = Sudoku::from_bytes(*board)?.solutions_count_up_to(limit as usize) as u64;
            ensure!(found == peer, "{found} solutions, the peer finds {peer}: {board:?}");
            for solution in answers.solutions(i) {
                let fits = board.iter().zip(solution).all(|(given, digit)| *given == 0 || given == digit);
                ensure!(fits && grid(solution).is_some(), "no solution: {solution:?} of {board:?}");
            }
            let isa = isas[(compared + i) % isas.len()];
            let mut alone = Answers::default();
            Batch::with_isa(isa).solve(&[*board], limit, KEEP, &mut alone)?;
            let same = (alone.count(0), alone.solutions(0)) == (found, answers.solutions(i));
            ensure!(same, "{isa}: alone it has other solutions: {board:?}");
            if (compared + i) % 50 == 0 {
                let general = Solver::new().engine(Engine::General).nodes(20_000).count(&puzzle(board), limit);
                ensure!(
                    general.is_err() || general == Ok(found),
                    "the general engine: {general:?}, {found}: {board:?}"
                );
                by_general += usize::from(general.is_ok());
            }
            solutions[found.min(3) as usize] += 1;
        }
        compared += puzzles.len();
    }
    let names: Vec<&str> = isas.iter().map(|isa| isa.name()).collect();
    println!("{compared} puzzles compared: {}, one by one and together, and the peer", names.join(", "));
    println!("{by_general} of them with the general engine");
    let [none, one, two, more] = solutions;
    println!("found up to the limit: none {none}, one {one}, two {two}, more {more}");
    Ok(())
}

/// The answers to a batch, which must be the same with every instruction set.
fn together(puzzles: &[Board], limit: u64, isas: &[Isa], batches: &mut [Batch<'_>]) -> anyhow::Result<Answers> {
    let mut first: Option<Answers> = None;
    for (isa, batch) in isas.iter().zip(batches) {
        let mut answers = Answers::default();
        batch.solve(puzzles, limit, KEEP, &mut answers)?;
        let first = first.get_or_insert_with(|| answers.clone());
        ensure!(*first == answers, "{isa} differs from {}: {puzzles:?}", isas[0]);
    }
    first.context("there is always an instruction set")
}

/// A board that differs slightly or completely.
fn changed(mut board: Board, boards: &[Board], random: &mut Random) -> Board {
    match random.below(10) {
        0..=3 => {
            for _ in 0..=random.below(4) {
                // One clue fewer or more, another digit, two cells exchanged.
                let (cell, other) = (random.below(81), random.below(81));
                let clues: Vec<usize> = (0..81).filter(|cell| board[*cell] != 0).collect();
                match random.below(4) {
                    0 if !clues.is_empty() => board[clues[random.below(clues.len())]] = 0,
                    1 if !clues.is_empty() => board[clues[random.below(clues.len())]] = 1 + random.below(9) as u8,
                    2 => board[cell] = 1 + random.below(9) as u8,
                    _ => board.swap(cell, other),
                }
            }
        }
        // Clues of two puzzles: mostly without a solution.
        4 => {
            let other = boards[random.below(boards.len())];
            let half = random.below(81);
            board[half..].copy_from_slice(&other[half..]);
        }
        // A full grid, unchanged or with a mistake; most of a full grid.
        kind @ 5..=7 => {
            let mut answers = Answers::default();
            Batch::new().solve(&[board], 1, 1, &mut answers).expect("digits from 0 to 9");
            board = answers.solutions(0).first().copied().unwrap_or(board);
            match kind {
                5 => {}
                6 => board[random.below(81)] = 1 + random.below(9) as u8,
                _ => (0..random.below(70)).for_each(|_| board[random.below(81)] = 0),
            }
        }
        // Scattered clues, from none to many.
        _ => {
            board = [0; 81];
            (0..random.below(30)).for_each(|_| board[random.below(81)] = 1 + random.below(9) as u8);
        }
    }
    board
}

fn puzzle(board: &Board) -> Puzzle {
    let givens: Vec<Option<Digit>> = board.iter().map(|digit| Digit::new(u16::from(*digit))).collect();
    Puzzle::from_givens(Shape::NINE, &givens).expect("81 cells with digits from 1 to 9")
}

fn grid(board: &Board) -> Option<Grid> {
    let digits: Option<Vec<Digit>> = board.iter().map(|digit| Digit::new(u16::from(*digit))).collect();
    Grid::new(Shape::NINE, digits?).ok()
}
