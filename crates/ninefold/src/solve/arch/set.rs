//! What is compiled for an instruction set, and with which vectors.

use super::layout::Words;
use super::{Bytes, Triple, Wide};

/// The vectors of an instruction set.
pub(crate) trait Set: Copy + std::fmt::Debug + Send + Sync + 'static {
    /// Three words of one board.
    type Short: Triple + Send + Sync + 'static;
    /// One word of each of many boards.
    type Wide: Wide + Send + Sync + 'static;
    type Bytes: Bytes;
    type Products: Products;

    /// Does a job, compiled for the instruction set. If the compiler assumes the set anyway, there is nothing special to do.
    fn compiled<J: Job<I>, I>(job: &mut J, input: I) -> J::Output {
        job.run::<Self>(input)
    }
}

/// Work for the vectors of an instruction set. What it changes is behind a reference of its own, so that the compiler knows
/// that nothing else can reach it; the rest is passed as input.
pub(crate) trait Job<Input = ()> {
    type Output;

    /// Does the job. This and every function below it that touches a vector must be `#[inline(always)]`: a separate function
    /// would not be compiled for the instruction set, and every operation in it would be a call.
    fn run<S: Set>(&mut self, input: Input) -> Self::Output;
}

/// Sums of products of small numbers, in several lanes.
pub(crate) trait Products: Copy {
    fn none() -> Self;

    /// Multiplies two rows, eight numbers at a time, and adds the products to the lanes, at most two of each eight to the same
    /// lane.
    fn plus(self, one: &[[i16; 8]], other: &[[i16; 8]]) -> Self;

    /// The sum of the lanes.
    fn total(self) -> u64;
}

/// [`Words::from_digits`], in the best way for the instruction set.
pub(super) struct Load<'a>(pub(super) &'a [u8; 81]);

impl Job for Load<'_> {
    type Output = Words;

    #[inline(always)]
    fn run<S: Set>(&mut self, (): ()) -> Words {
        S::Wide::words_of(self.0)
    }
}

/// [`Words::digits`], in the best way for the instruction set.
pub(crate) struct Unload<'a>(pub(crate) &'a Words);

impl Job for Unload<'_> {
    type Output = [u8; 81];

    #[inline(always)]
    fn run<S: Set>(&mut self, (): ()) -> [u8; 81] {
        let mut digits = [0; 81];
        S::Wide::write(|d, word| self.0.candidates[d][word], &mut digits);
        digits
    }
}
