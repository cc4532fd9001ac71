//! Instruction sets: which ones exist, and which the processor has.

use super::layout::Words;
#[cfg(target_arch = "aarch64")]
use super::neon::Neon;
use super::set::Load;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128::Simd128;
use super::{Job, Set};
#[cfg(target_arch = "x86_64")]
use super::{
    avx2::{self, Avx2},
    avx512::{self, Avx512},
    sse2::Sse2,
};
use crate::names::{named, read_by_name};

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128", not(test))))]
use super::plain::Plain as Rest;
/// A module is sent over networks, and should not hold a second copy of everything made of vectors. Tests compare the two.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128", not(test)))]
use super::simd128::Simd128 as Rest;

/// An instruction set of the processor. All instruction sets give the same answers; the best one that the processor has is
/// chosen at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Isa {
    /// 16 puzzles side by side: x86-64 with AVX-512 including VBMI and VBMI2, in processors since Ice Lake and Zen 4.
    Avx512Vbmi,
    /// 16 puzzles side by side: x86-64 with AVX-512 (F, BW, DQ, VL: level v4), in processors since Skylake.
    Avx512,
    /// 8 puzzles side by side: x86-64 with AVX2.
    Avx2,
    /// 4 puzzles side by side: every x86-64.
    Sse2,
    /// 4 puzzles side by side: every AArch64.
    Neon,
    /// 4 puzzles side by side: WebAssembly compiled with `simd128`.
    Simd128,
    /// 4 puzzles side by side in plain words, as fast as the compiler makes them: everything else. (In WebAssembly compiled
    /// with `simd128`, this is the same as [`Isa::Simd128`].)
    Portable,
}

named! {
    Isa, "Every instruction set, the best first.",
    Avx512Vbmi = "avx512vbmi",
    Avx512 = "avx512",
    Avx2 = "avx2",
    Sse2 = "sse2",
    Neon = "neon",
    Simd128 = "simd128",
    Portable = "portable",
}

impl Isa {
    /// Returns the best instruction set that this processor has.
    pub fn best() -> Isa {
        Isa::ALL.iter().copied().find(|isa| isa.is_available()).unwrap_or(Isa::Portable)
    }

    /// Returns whether this processor has the instruction set.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512Vbmi => avx512::is_available(true),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => avx512::is_available(false),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => avx2::is_available(),
            #[cfg(target_arch = "x86_64")]
            Isa::Sse2 => true,
            #[cfg(not(target_arch = "x86_64"))]
            Isa::Avx512Vbmi | Isa::Avx512 | Isa::Avx2 | Isa::Sse2 => false,
            Isa::Neon => cfg!(target_arch = "aarch64"),
            Isa::Simd128 => cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
            Isa::Portable => true,
        }
    }

    /// Does a job, compiled for the instruction set.
    pub(crate) fn run<J: Job<I>, I>(self, job: &mut J, input: I) -> J::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512Vbmi => Avx512::<true>::compiled(job, input),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => Avx512::<false>::compiled(job, input),
            _ => self.run_narrow(job, input),
        }
    }

    /// The same, for jobs that AVX-512 does not make faster: on processors with AVX-512 they are compiled for AVX2.
    pub(crate) fn run_narrow<J: Job<I>, I>(self, job: &mut J, input: I) -> J::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512Vbmi | Isa::Avx512 | Isa::Avx2 => Avx2::compiled(job, input),
            #[cfg(target_arch = "x86_64")]
            Isa::Sse2 => Sse2::compiled(job, input),
            #[cfg(target_arch = "aarch64")]
            Isa::Neon => Neon::compiled(job, input),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Isa::Simd128 => Simd128::compiled(job, input),
            _ => Rest::compiled(job, input),
        }
    }

    /// The same, for jobs on words and short arrays of words, which the compiler vectorises if it can: besides AVX2, there is
    /// only what every processor of the kind has.
    pub(crate) fn run_words<J: Job<I>, I>(self, job: &mut J, input: I) -> J::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512Vbmi | Isa::Avx512 | Isa::Avx2 => Avx2::compiled(job, input),
            _ => Rest::compiled(job, input),
        }
    }

    /// The board with these givens, in the best way for the instruction set; see [`Words::from_digits`].
    pub(crate) fn words_of(self, digits: &[u8; 81]) -> Words {
        self.run(&mut Load(digits), ())
    }
}

read_by_name!(Isa, "instruction set", "instruction sets");
