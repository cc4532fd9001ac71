//! Many 9x9 boards at once.

use super::BUFFER;
use ninefold_protocol::nine;

/// Solves the boards that were written to the buffer; returns the length of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn solve9(length: usize) -> usize {
    for_boards(length, nine::solve)
}

/// Finds the minlex forms of the boards in the buffer; returns the length of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn canon9(length: usize) -> usize {
    for_boards(length, nine::canon)
}

/// Rates the boards in the buffer; returns the length of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn rate9(length: usize) -> usize {
    let boards = boards(length);
    let (mut scores, mut levels) = (vec![0; boards.len()], vec![0; boards.len()]);
    nine::rate(&boards, &mut scores, &mut levels);
    let mut answer: Vec<u8> = scores.into_iter().flat_map(u32::to_le_bytes).collect();
    answer.append(&mut levels);
    BUFFER.set(answer);
    BUFFER.with_borrow(Vec::len)
}

/// Answers each board with a board and a byte.
fn for_boards(length: usize, answer: fn(&[[u8; 81]], &mut [[u8; 81]], &mut [u8])) -> usize {
    let boards = boards(length);
    let mut bytes = vec![0; boards.len() * 82];
    let (found, codes) = bytes.split_at_mut(boards.len() * 81);
    answer(&boards, found.as_chunks_mut().0, codes);
    BUFFER.set(bytes);
    BUFFER.with_borrow(Vec::len)
}

/// The boards in the buffer.
fn boards(length: usize) -> Vec<[u8; 81]> {
    let bytes = BUFFER.take();
    bytes[..length.min(bytes.len())].as_chunks().0.to_vec()
}
