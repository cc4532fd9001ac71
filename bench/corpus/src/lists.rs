//! Lists that are made rather than collected: easy puzzles, and boards without a solution.

use ninefold::solve::{Answers, Batch};
use protocol::Random;
use std::path::PathBuf;

type Board = [u8; 81];

/// The number of clues of easy puzzles.
const CLUES: usize = 34;

/// Makes the lists in a folder for temporary files and returns their paths.
pub fn make() -> anyhow::Result<Vec<String>> {
    let mut random = Random::default();
    let easy: Vec<Board> = std::iter::repeat_with(|| easy(&mut random)).flatten().take(2000).collect();
    let invalid: Vec<Board> = std::iter::repeat_with(|| scattered(&mut random, 26, 32)).flatten().take(5000).collect();
    std::fs::create_dir_all(folder())?;
    [("easy", easy), ("invalid", invalid)].into_iter().map(|(name, boards)| write(name, &boards)).collect()
}

/// Removes the lists.
pub fn remove() {
    // Anything that cannot be removed stays until the folder for temporary files is cleared.
    let _ = std::fs::remove_dir_all(folder());
}

fn folder() -> PathBuf {
    std::env::temp_dir().join(format!("ninefold-bench-{}", std::process::id()))
}

fn write(name: &str, boards: &[Board]) -> anyhow::Result<String> {
    let path = folder().join(format!("{name}.txt"));
    let line = |board: &Board| board.iter().map(|digit| (b'0' + digit) as char).chain(['\n']).collect::<String>();
    std::fs::write(&path, boards.iter().map(line).collect::<String>())?;
    Ok(path.display().to_string())
}

/// A puzzle of 34 clues that can be solved by cells with one candidate left: a random grid, without clues that this does not
/// need. `None` if too many are needed.
fn easy(random: &mut Random) -> Option<Board> {
    let start = scattered(random, 10, 14)?;
    let mut answers = Answers::default();
    Batch::new().solve(&[start], 1, 1, &mut answers).ok()?;
    let mut puzzle = *answers.solutions(0).first()?;
    let mut clues = 81;
    for cell in random.shuffled() {
        let digit = std::mem::take(&mut puzzle[cell]);
        match falls_to_naked_singles(puzzle) {
            true => clues -= 1,
            false => puzzle[cell] = digit,
        }
        if clues == CLUES {
            return Some(puzzle);
        }
    }
    None
}

/// Some random clues, no two the same in any house. `None` if that led to a dead end.
fn scattered(random: &mut Random, least: usize, most: usize) -> Option<Board> {
    let clues = least + random.below(most - least + 1);
    let mut board = [0; 81];
    for cell in random.shuffled().into_iter().take(clues) {
        let free: Vec<u8> = (1..=9).filter(|digit| peers(cell).all(|peer| board[peer] != *digit)).collect();
        board[cell] = *free.get(random.below(free.len().max(1)))?;
    }
    Some(board)
}

fn falls_to_naked_singles(mut board: Board) -> bool {
    loop {
        let mut changed = false;
        for cell in (0..81).filter(|cell| board[*cell] == 0).collect::<Vec<_>>() {
            let mut seen = 0u16;
            peers(cell).for_each(|peer| seen |= 1 << board[peer]);
            let left = !seen & 0x3fe;
            if left.count_ones() == 1 {
                board[cell] = left.trailing_zeros() as u8;
                changed = true;
            }
        }
        if !changed {
            return !board.contains(&0);
        }
    }
}

fn peers(cell: usize) -> impl Iterator<Item = usize> {
    let houses = |cell: usize| (cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3);
    let (row, column, block) = houses(cell);
    (0..81).filter(move |other| {
        let (r, c, b) = houses(*other);
        *other != cell && (r == row || c == column || b == block)
    })
}
