//! Instruction sets: which there are, and the kernel for each.

use super::super::super::count::dots::Dots;
use super::super::super::engine::{Budget, Progress};
use super::super::super::local_search::Walk;
use super::super::kernel::Kernel;
use super::super::layout::Words;
use super::super::search::Search;
use super::super::task::Task;
#[cfg(target_arch = "aarch64")]
use super::neon::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128::Simd128;
use super::{Plain, Wide, bytes};
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512, avx512::Avx512, short, short::Short, sse2, sse2::Sse2};
use crate::names::no_such_name;
use std::fmt;
use std::str::FromStr;

/// What the processor computes with. All instruction sets give the same answers; the best that the
/// processor has is chosen while the program runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Isa {
    /// 16 puzzles side by side: x86-64 with AVX-512 and its VBMI and VBMI2, as processors have it since Ice Lake and Zen 4.
    Avx512Vbmi,
    /// 16 puzzles side by side: x86-64 with AVX-512 (F, BW, DQ, VL: level v4), as processors have it since Skylake.
    Avx512,
    /// 8 puzzles side by side: x86-64 with AVX2.
    Avx2,
    /// 4 puzzles side by side: every x86-64.
    Sse2,
    /// 4 puzzles side by side: every AArch64.
    Neon,
    /// 4 puzzles side by side: WebAssembly that is compiled with `simd128`.
    Simd128,
    /// 4 puzzles side by side in plain words, as fast as the compiler makes them: everything else.
    Portable,
}

impl Isa {
    /// Every instruction set, the best first.
    pub const ALL: [Isa; 7] =
        [Isa::Avx512Vbmi, Isa::Avx512, Isa::Avx2, Isa::Sse2, Isa::Neon, Isa::Simd128, Isa::Portable];

    /// The best that this processor has.
    pub fn best() -> Isa {
        Isa::ALL.into_iter().find(|isa| isa.is_available()).unwrap_or(Isa::Portable)
    }

    /// Whether this processor has it.
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

    /// The board with these givens, made as the instruction set does it best; see [`Words::from_digits`].
    pub(in crate::solve) fn words_of(self, digits: &[u8; 81]) -> Words {
        match self {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512Vbmi => avx512::words_of::<true>(digits),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => avx512::words_of::<false>(digits),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => avx2::words_of(digits),
            _ => Words::from_digits(digits),
        }
    }

    /// The sum, as the instruction set does it best.
    pub(in crate::solve) fn dots(self, dots: &Dots<'_>) -> u64 {
        match self {
            // Rows are too short for wider vectors to be worth it.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512Vbmi | Isa::Avx512 | Isa::Avx2 => avx2::dots(dots),
            #[cfg(target_arch = "x86_64")]
            Isa::Sse2 => sse2::dots(dots),
            _ => dots.sum_plainly(),
        }
    }

    /// [`Walk::walk`], with the vectors of the instruction set.
    pub(in crate::solve) fn walk<const WIDTH: usize>(self, walk: &mut Walk<WIDTH>, steps: u64) {
        match self {
            // Registers of 64 bytes are no faster: as fast on Zen 4, 2 to 10 % slower on Cascade Lake.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512Vbmi | Isa::Avx512 | Isa::Avx2 => avx2::walk(walk, steps),
            #[cfg(target_arch = "x86_64")]
            Isa::Sse2 => walk.walk::<bytes::Sse2Bytes>(steps),
            #[cfg(target_arch = "aarch64")]
            Isa::Neon => walk.walk::<bytes::NeonBytes>(steps),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Isa::Simd128 => walk.walk::<bytes::Simd128Bytes>(steps),
            _ => walk.walk::<bytes::PlainBytes>(steps),
        }
    }

    /// The name, as [`FromStr`] reads it.
    pub fn name(self) -> &'static str {
        match self {
            Isa::Avx512Vbmi => "avx512vbmi",
            Isa::Avx512 => "avx512",
            Isa::Avx2 => "avx2",
            Isa::Sse2 => "sse2",
            Isa::Neon => "neon",
            Isa::Simd128 => "simd128",
            Isa::Portable => "portable",
        }
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Isa {
    type Err = NoSuchIsa;

    fn from_str(name: &str) -> Result<Isa, NoSuchIsa> {
        Isa::ALL.into_iter().find(|isa| isa.name() == name).ok_or_else(|| NoSuchIsa(name.to_owned()))
    }
}

/// A name that no instruction set has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchIsa(String);

impl fmt::Display for NoSuchIsa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        no_such_name(f, ["instruction set", "instruction sets"], &self.0, &Isa::ALL.map(Isa::name))
    }
}

impl std::error::Error for NoSuchIsa {}

/// Does the same with whatever there is of one kind for each instruction set.
macro_rules! each {
    ($kind:ident, $any:expr, $it:ident => $then:expr) => {
        match $any {
            #[cfg(target_arch = "x86_64")]
            $kind::Avx512Vbmi($it) => $then,
            #[cfg(target_arch = "x86_64")]
            $kind::Avx512($it) => $then,
            #[cfg(target_arch = "x86_64")]
            $kind::Avx2($it) => $then,
            #[cfg(target_arch = "x86_64")]
            $kind::Sse2($it) => $then,
            #[cfg(target_arch = "aarch64")]
            $kind::Neon($it) => $then,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            $kind::Simd128($it) => $then,
            $kind::Portable($it) => $then,
        }
    };
}

/// Makes what there is of one kind for an instruction set.
macro_rules! make {
    ($kind:ident, $isa:expr, $new:expr) => {
        match $isa {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512Vbmi => $kind::Avx512Vbmi($new),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => $kind::Avx512($new),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => $kind::Avx2($new),
            #[cfg(target_arch = "x86_64")]
            Isa::Sse2 => $kind::Sse2($new),
            #[cfg(target_arch = "aarch64")]
            Isa::Neon => $kind::Neon($new),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Isa::Simd128 => $kind::Simd128($new),
            _ => $kind::Portable($new),
        }
    };
}

/// The kernel for one of the instruction sets.
#[derive(Clone, Debug)]
pub(in crate::solve) enum AnyKernel {
    #[cfg(target_arch = "x86_64")]
    Avx512Vbmi(Box<Kernel<Avx512<true>>>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Box<Kernel<Avx512<false>>>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Box<Kernel<avx2::Avx2>>),
    #[cfg(target_arch = "x86_64")]
    Sse2(Box<Kernel<Sse2>>),
    #[cfg(target_arch = "aarch64")]
    Neon(Box<Kernel<Neon>>),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Box<Kernel<Simd128>>),
    Portable(Box<Kernel<Plain>>),
}

impl AnyKernel {
    pub(in crate::solve) fn new(isa: Isa) -> AnyKernel {
        make!(AnyKernel, isa, Box::new(Kernel::new()))
    }

    /// [`Kernel::run`].
    pub(in crate::solve) fn run(&mut self, begun: &[Words], task: &mut Task<'_>) {
        each!(AnyKernel, self, kernel => Wide::run(&mut **kernel, begun, task));
    }
}

/// A search of one board at a time by one of the instruction sets.
#[derive(Clone, Debug)]
pub(in crate::solve) enum AnySearch {
    #[cfg(target_arch = "x86_64")]
    Avx512Vbmi(Search<Short<true>>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Search<Short<false>>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Search<Sse2>),
    #[cfg(target_arch = "x86_64")]
    Sse2(Search<Sse2>),
    #[cfg(target_arch = "aarch64")]
    Neon(Search<Neon>),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Search<Simd128>),
    Portable(Search<Plain>),
}

impl AnySearch {
    /// # Panics
    /// If the processor does not have the instruction set.
    pub(in crate::solve) fn new(isa: Isa) -> AnySearch {
        assert!(isa.is_available(), "this processor has no {isa}");
        make!(AnySearch, isa, Search::new())
    }

    /// [`Search::restart`].
    pub(in crate::solve) fn restart(&mut self, words: &Words, patience: u64) {
        each!(AnySearch, self, search => search.restart(words, patience));
    }

    /// [`Search::advance`].
    pub(in crate::solve) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        match self {
            #[cfg(target_arch = "x86_64")]
            AnySearch::Avx512Vbmi(search) => short::advance(search, budget),
            #[cfg(target_arch = "x86_64")]
            AnySearch::Avx512(search) => short::advance(search, budget),
            #[cfg(target_arch = "x86_64")]
            AnySearch::Avx2(search) => avx2::advance(search, budget),
            #[cfg(target_arch = "x86_64")]
            AnySearch::Sse2(search) => search.advance(budget),
            #[cfg(target_arch = "aarch64")]
            AnySearch::Neon(search) => search.advance(budget),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            AnySearch::Simd128(search) => search.advance(budget),
            AnySearch::Portable(search) => search.advance(budget),
        }
    }

    /// [`Search::solution`], digits from 1 to 9.
    ///
    /// # Panics
    /// If it has found none.
    pub(in crate::solve) fn solution(&self) -> [u8; 81] {
        let Words { candidates, .. } =
            each!(AnySearch, self, search => search.solution()).expect("a solution was found");
        match self {
            #[cfg(target_arch = "x86_64")]
            AnySearch::Avx512Vbmi(_) | AnySearch::Avx512(_) | AnySearch::Avx2(_) => avx2::digits(&candidates),
            _ => Words::digits(&candidates),
        }
    }

    /// Adds the positions still to be searched, the next one last.
    pub(in crate::solve) fn put_open(&self, words: &mut Vec<Words>) {
        each!(AnySearch, self, search => words.extend(search.open()));
    }
}
