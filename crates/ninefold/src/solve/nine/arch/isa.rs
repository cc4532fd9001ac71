//! Instruction sets: which there are, and the kernel for each.

use super::super::kernel::Kernel;
use super::super::layout::Words;
use super::super::task::Task;
use super::Plain;
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512, sse2};
use crate::names::no_such_name;
use std::fmt;
use std::str::FromStr;

/// What the processor computes with. All instruction sets give the same answers; the best that the
/// processor has is chosen while the program runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Isa {
    /// 16 puzzles side by side: x86-64 with AVX-512 (F, BW, DQ, VL, VBMI, VBMI2).
    Avx512,
    /// 8 puzzles side by side: x86-64 with AVX2.
    Avx2,
    /// 4 puzzles side by side: every x86-64.
    Sse2,
    /// 4 puzzles side by side in plain words, as fast as the compiler makes them: everything else.
    Portable,
}

impl Isa {
    /// Every instruction set, the best first.
    pub const ALL: [Isa; 4] = [Isa::Avx512, Isa::Avx2, Isa::Sse2, Isa::Portable];

    /// The best that this processor has.
    pub fn best() -> Isa {
        Isa::ALL.into_iter().find(|isa| isa.is_available()).unwrap_or(Isa::Portable)
    }

    /// Whether this processor has it.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => avx512::is_available(),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => avx2::is_available(),
            #[cfg(target_arch = "x86_64")]
            Isa::Sse2 => true,
            #[cfg(not(target_arch = "x86_64"))]
            Isa::Avx512 | Isa::Avx2 | Isa::Sse2 => false,
            Isa::Portable => true,
        }
    }

    /// The name, as [`FromStr`] reads it.
    pub fn name(self) -> &'static str {
        match self {
            Isa::Avx512 => "avx512",
            Isa::Avx2 => "avx2",
            Isa::Sse2 => "sse2",
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

/// The kernel for one of the instruction sets.
#[derive(Clone, Debug)]
pub(in crate::solve) enum AnyKernel {
    #[cfg(target_arch = "x86_64")]
    Avx512(Box<Kernel<avx512::Avx512>>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Box<Kernel<avx2::Avx2>>),
    #[cfg(target_arch = "x86_64")]
    Sse2(Box<Kernel<sse2::Sse2>>),
    Portable(Box<Kernel<Plain>>),
}

impl AnyKernel {
    pub(in crate::solve) fn new(isa: Isa) -> AnyKernel {
        match isa {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => AnyKernel::Avx512(Box::new(Kernel::new())),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => AnyKernel::Avx2(Box::new(Kernel::new())),
            #[cfg(target_arch = "x86_64")]
            Isa::Sse2 => AnyKernel::Sse2(Box::new(Kernel::new())),
            _ => AnyKernel::Portable(Box::new(Kernel::new())),
        }
    }

    /// [`Kernel::run`].
    pub(in crate::solve) fn run(&mut self, begun: &[Words], task: &mut Task<'_>) {
        use super::Wide;
        match self {
            #[cfg(target_arch = "x86_64")]
            AnyKernel::Avx512(kernel) => Wide::run(&mut **kernel, begun, task),
            #[cfg(target_arch = "x86_64")]
            AnyKernel::Avx2(kernel) => Wide::run(&mut **kernel, begun, task),
            #[cfg(target_arch = "x86_64")]
            AnyKernel::Sse2(kernel) => Wide::run(&mut **kernel, begun, task),
            AnyKernel::Portable(kernel) => Wide::run(&mut **kernel, begun, task),
        }
    }
}
