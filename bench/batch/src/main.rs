//! How fast the library itself solves many 9x9 puzzles: `solve::Batch`, from digits in memory to digits in memory.
//!
//! ```text
//!   batch LIST
//! ```
//!
//! A list has a puzzle on each line: 81 characters, `.` or `0` for blanks. For each number of threads, one per line of standard
//! input, the whole list is solved once; elapsed and processor seconds are printed. `bench/python/measure.py` uses this.

use cpu_time::ProcessTime;
use ninefold::solve::{Answers, Batch};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

/// Puzzles at a time, as many as the Python package takes.
const AT_A_TIME: usize = 4096;

fn main() -> ExitCode {
    let Some(list) = std::env::args().nth(1) else {
        eprintln!("usage: batch LIST");
        return ExitCode::from(2);
    };
    let text = match std::fs::read_to_string(&list) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{list}: {error}");
            return ExitCode::from(2);
        }
    };
    let puzzles: Vec<[u8; 81]> = text.lines().filter_map(board).collect();
    println!("{}", puzzles.len());
    for line in std::io::stdin().lines() {
        let Some(threads) = line.ok().and_then(|line| line.trim().parse().ok()) else { break };
        let (clock, time) = (Instant::now(), ProcessTime::now());
        let solved = solve(&puzzles, threads);
        println!("{} {} {solved}", clock.elapsed().as_secs_f64(), time.elapsed().as_secs_f64());
    }
    ExitCode::SUCCESS
}

/// Solves all puzzles and counts those with a solution.
fn solve(puzzles: &[[u8; 81]], threads: usize) -> u64 {
    let (next, solved) = (AtomicUsize::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let (mut batch, mut answers) = (Batch::new(), Answers::default());
                while let Some(block) = puzzles.chunks(AT_A_TIME).nth(next.fetch_add(1, Ordering::Relaxed)) {
                    batch.solve(block, 1, 1, &mut answers).expect("digits are from 0 to 9");
                    let found = (0..block.len()).filter(|puzzle| !answers.solutions(*puzzle).is_empty()).count();
                    solved.fetch_add(found as u64, Ordering::Relaxed);
                }
            });
        }
    });
    solved.into_inner()
}

fn board(line: &str) -> Option<[u8; 81]> {
    let cells: &[u8; 81] = line.as_bytes().get(..81)?.try_into().ok()?;
    let is_cell = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    cells.iter().all(is_cell).then(|| cells.map(|byte| byte.saturating_sub(b'0')))
}
