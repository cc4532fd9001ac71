//! Minlex forms per second on one core.
//!
//! ```text
//!   cargo run --release -p canon -- LIST... [--print]
//! ```
//!
//! `grids` in place of a list stands for 50,000 random complete grids. A list has a board on each line: 81 characters, `.` or
//! `0` for blanks; anything after them is ignored. Every board is shuffled first (in the same way in each run), because the
//! boards of a list are often in some canonical form already. The best of five rounds counts, in thread time. `--print` writes
//! the forms instead.

use cpu_time::ThreadTime;
use ninefold::Shape;
use ninefold::generate::Fill;
use ninefold::symmetry::Minlex;
use std::process::ExitCode;

fn main() -> ExitCode {
    let (print, lists): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|word| word == "--print");
    if lists.is_empty() {
        eprintln!("usage: canon LIST... [--print]");
        return ExitCode::from(2);
    }
    for list in lists {
        let made = list == "grids";
        let fill = Fill::new(Shape::new(3, 3).expect("a shape that exists"));
        let text = match std::fs::read_to_string(&list) {
            _ if made => (0..50_000).map(|index| format!("{}\n", fill.grid(index))).collect(),
            Ok(text) => text,
            Err(error) => {
                eprintln!("{list}: {error}");
                return ExitCode::from(2);
            }
        };
        let mut random = Random(0x9E37_79B9_7F4A_7C15);
        let boards: Vec<[u8; 81]> = text.lines().filter_map(board).map(|board| shuffled(&board, &mut random)).collect();
        let mut minlex = Minlex::new();
        if !print.is_empty() {
            for board in &boards {
                match minlex.form(board) {
                    Ok(form) => println!("{}", line(form.digits())),
                    Err(error) => println!("{error}"),
                }
            }
            continue;
        }
        let (mut best, mut sum) = (f64::MAX, 0u64);
        for _ in 0..5 {
            let start = ThreadTime::now();
            for board in &boards {
                sum += minlex.form(board).map_or(0, |form| u64::from(form.digits()[80]) + form.automorphisms());
            }
            best = best.min(start.elapsed().as_secs_f64());
        }
        println!("{list}: {} boards, {:.0} forms/s (check {sum})", boards.len(), boards.len() as f64 / best);
    }
    ExitCode::SUCCESS
}

fn board(line: &str) -> Option<[u8; 81]> {
    let cells = line.as_bytes().get(..81)?;
    let mut board = [0; 81];
    for (digit, byte) in board.iter_mut().zip(cells) {
        *digit = match byte {
            b'.' | b'0' => 0,
            b'1'..=b'9' => byte - b'0',
            _ => return None,
        };
    }
    Some(board)
}

fn line(digits: &[u8; 81]) -> String {
    digits.iter().map(|digit| if *digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn permutation<const N: usize>(&mut self) -> [usize; N] {
        let mut order = std::array::from_fn(|i| i);
        for i in (1..N).rev() {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            order.swap(i, (self.0 >> 33) as usize % (i + 1));
        }
        order
    }

    fn lines(&mut self) -> [usize; 9] {
        let chutes = self.permutation::<3>();
        let inner = [0; 3].map(|_| self.permutation::<3>());
        std::array::from_fn(|i| 3 * chutes[i / 3] + inner[i / 3][i % 3])
    }
}

fn shuffled(board: &[u8; 81], random: &mut Random) -> [u8; 81] {
    let (rows, columns, labels) = (random.lines(), random.lines(), random.permutation::<9>());
    let transposed = random.permutation::<2>()[0] == 1;
    std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        match board[if transposed { 9 * column + row } else { 9 * row + column }] {
            0 => 0,
            digit => labels[usize::from(digit) - 1] as u8 + 1,
        }
    })
}
