//! Many 9x9 boards at once, as bytes, for callers for whom the JSON of a board would cost more than its answer.
//!
//! A board is 81 bytes, row by row: either numbers, with 0 for a blank, or ASCII, with `0` or `.` for a blank. Its first
//! byte shows which, and boards in the answer use the same. A board with any other byte is [`BAD`], and does not affect the
//! other boards.
//!
//! ```
//! use ninefold_protocol::nine;
//! let text = *b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
//! let (mut solution, mut count) = ([[0; 81]], [0]);
//! nine::solve(&[text], &mut solution, &mut count);
//! assert_eq!((&solution[0][..9], count), (&b"417369825"[..], [1]));
//! ```

use ninefold::logic::Explainer;
use ninefold::solve::{Answers, Batch};
use ninefold::symmetry::Minlex;
use ninefold::{Digit, Puzzle, Shape};
use std::cell::Cell;

/// The answer for 81 bytes that are not a board.
pub const BAD: u8 = 255;

/// The number of boards solved together: enough to keep the solver busy, and few enough for the caches.
const AT_A_TIME: usize = 2048;

/// What solving needs repeatedly, kept by each thread.
#[derive(Default)]
struct Tools {
    batch: Batch<'static>,
    answers: Answers,
    boards: Vec<[u8; 81]>,
}

thread_local! {
    /// `None` while in use, so that whatever a panic has left behind is not used again.
    static TOOLS: Cell<Option<Box<Tools>>> = const { Cell::new(None) };
}

/// The board as numbers; `None` if it is not a board.
fn numbers(board: &[u8; 81]) -> Option<[u8; 81]> {
    let zero = if board[0] < b'.' { 0 } else { b'0' };
    let digits = board.map(|byte| if byte == b'.' && zero == b'0' { 0 } else { byte.wrapping_sub(zero) });
    digits.iter().all(|digit| *digit <= 9).then_some(digits)
}

/// Writes numbers as the board is written, with the same sign for blanks.
fn like(board: &[u8; 81], digits: &[u8; 81]) -> [u8; 81] {
    if board[0] < b'.' {
        return *digits;
    }
    let blank = board.iter().find(|byte| matches!(byte, b'.' | b'0')).copied().unwrap_or(b'.');
    digits.map(|digit| if digit == 0 { blank } else { b'0' + digit })
}

/// Solves each board: counts are 0 for no solution, 1 for exactly one, 2 for several, or [`BAD`]. The solution is the first
/// one found, or all blanks if there is none.
///
/// # Panics
/// If the slices differ in length.
pub fn solve(boards: &[[u8; 81]], solutions: &mut [[u8; 81]], counts: &mut [u8]) {
    assert_eq!((boards.len(), boards.len()), (solutions.len(), counts.len()), "an answer for each board");
    let places = solutions.iter_mut().zip(counts);
    solutions_of(boards, boards.iter().zip(places), |(board, (solution, count)), found, first| {
        *count = found;
        *solution = like(board, first);
    });
}

/// Rates each board on HoDoKu's scale: its score and its level, from 1 (easy) to 5 (extreme). A board that does not have
/// exactly one solution has level and score 0, except that the level of 81 bytes that are not a board is [`BAD`].
///
/// # Panics
/// If the slices differ in length.
pub fn rate(boards: &[[u8; 81]], scores: &mut [u32], levels: &mut [u8]) {
    assert_eq!((boards.len(), boards.len()), (scores.len(), levels.len()), "an answer for each board");
    let explainer = Explainer::new();
    let places = scores.iter_mut().zip(levels);
    solutions_of(boards, boards.iter().zip(places), |(board, (score, level)), found, _| {
        (*score, *level) = match (found, numbers(board)) {
            (1, Some(digits)) => {
                let givens = digits.map(|digit| Digit::new(digit.into()));
                let puzzle = Puzzle::from_givens(Shape::NINE, &givens).expect("a board with a solution has 81 digits");
                let rating = explainer.rate(&puzzle);
                (rating.score(), rating.level() as u8 + 1)
            }
            (BAD, _) => (0, BAD),
            _ => (0, 0),
        };
    });
}

/// Writes the minlex form of each board, which is the same for all boards that differ only by symmetry. Statuses are 1, or
/// [`BAD`] for a board without a form, since a byte is not a digit or a digit appears twice in a house. Then the form is
/// blank.
///
/// # Panics
/// If the slices differ in length.
pub fn canon(boards: &[[u8; 81]], forms: &mut [[u8; 81]], statuses: &mut [u8]) {
    assert_eq!((boards.len(), boards.len()), (forms.len(), statuses.len()), "an answer for each board");
    let mut minlex = Minlex::new();
    for ((board, form), status) in boards.iter().zip(forms).zip(statuses) {
        let found = numbers(board).and_then(|digits| minlex.form(&digits).ok());
        *status = if found.is_some() { 1 } else { BAD };
        *form = like(board, found.as_ref().map_or(&[0; 81], |form| form.digits()));
    }
}

/// Calls `answer` for each board with its place, its count as in [`solve`], and the first solution as numbers.
fn solutions_of<P>(boards: &[[u8; 81]], mut places: impl Iterator<Item = P>, mut answer: impl FnMut(P, u8, &[u8; 81])) {
    let mut tools = TOOLS.take().unwrap_or_default();
    let Tools { batch, answers, boards: read } = &mut *tools;
    for boards in boards.chunks(AT_A_TIME) {
        // A blank board stands for a bad one.
        let numbers: Vec<Option<[u8; 81]>> = boards.iter().map(numbers).collect();
        read.clear();
        read.extend(numbers.iter().map(|board| board.unwrap_or([0; 81])));
        batch.solve(read, 2, 1, answers).expect("digits are from 0 to 9");
        for (i, (board, place)) in numbers.iter().zip(places.by_ref()).enumerate() {
            let count = if board.is_some() { answers.count(i) as u8 } else { BAD };
            let first = answers.solutions(i).first().filter(|_| count != BAD);
            answer(place, count, first.unwrap_or(&[0; 81]));
        }
    }
    TOOLS.set(Some(tools));
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold::solve::{Verdict, verdict};
    use ninefold::symmetry::canonical;

    const PUZZLES: [&str; 4] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....",
        ".................................................................................",
        "11...............................................................................",
    ];

    fn board(text: &str) -> [u8; 81] {
        text.as_bytes().try_into().unwrap()
    }

    /// The boards in ASCII, as numbers and with zeros for blanks; and two that are not boards.
    fn all() -> Vec<[u8; 81]> {
        let texts = PUZZLES.map(board);
        let numbers = texts.map(|board| board.map(|byte| if byte == b'.' { 0 } else { byte - b'0' }));
        let zeros = texts.map(|board| board.map(|byte| if byte == b'.' { b'0' } else { byte }));
        let mut bad = [texts[0], numbers[0]];
        (bad[0][80], bad[1][80]) = (0, b'9');
        [&texts[..], &numbers, &zeros, &bad].concat()
    }

    #[test]
    fn solutions_are_written_as_their_boards() {
        // More boards than are solved together, to test that answers stay with their boards.
        let boards = all().repeat(AT_A_TIME / 10);
        let (mut solutions, mut counts) = (vec![[7; 81]; boards.len()], vec![7; boards.len()]);
        solve(&boards, &mut solutions, &mut counts);
        let Verdict::Unique(grid) = verdict(&PUZZLES[0].parse().unwrap()) else { panic!("it has one solution") };
        let text = board(&grid.to_string());
        for (boards, solutions) in boards.chunks(14).zip(solutions.chunks(14)) {
            assert_eq!(solutions[0], text);
            assert_eq!(solutions[4], text.map(|byte| byte - b'0'));
            assert_eq!(solutions[8], text);
            assert_eq!([solutions[3], solutions[7], solutions[11]], [[b'.'; 81], [0; 81], [b'0'; 81]]);
            assert!(boards.iter().zip(solutions).all(|(board, solution)| (board[0] < 10) == (solution[0] < 10)));
        }
        let expected = [1, 1, 2, 0].repeat(3).into_iter().chain([BAD, BAD]).collect::<Vec<u8>>();
        assert!(counts.chunks(14).all(|counts| counts == expected));
        solve(&[], &mut [], &mut []);
    }

    #[test]
    fn ratings_and_forms_are_the_librarys() {
        let boards = all();
        let (mut scores, mut levels) = ([7; 14], [7; 14]);
        rate(&boards, &mut scores, &mut levels);
        let (mut forms, mut statuses) = ([[7; 81]; 14], [7; 14]);
        canon(&boards, &mut forms, &mut statuses);
        for (i, text) in PUZZLES.iter().enumerate() {
            let puzzle: Puzzle = text.parse().unwrap();
            let rating = (i < 2).then(|| Explainer::new().rate(&puzzle));
            let expected = rating.map_or((0, 0), |rating| (rating.score(), rating.level() as u8 + 1));
            assert!([i, i + 4, i + 8].iter().all(|at| (scores[*at], levels[*at]) == expected), "{text}");
            let form = canonical(&puzzle).map(|canonical| board(&canonical.board.to_string()));
            assert_eq!((form.unwrap_or([b'.'; 81]), if i < 3 { 1 } else { BAD }), (forms[i], statuses[i]));
        }
        assert_eq!((&levels[12..], &statuses[12..]), (&[BAD; 2][..], &[BAD; 2][..]));
    }
}
