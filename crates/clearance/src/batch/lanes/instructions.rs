//! The instruction sets that lanes are compiled for. The single query has no such file.
//!
//! Lanes are one text, compiled once for each instruction set. On x86 there are two: with four and with eight numbers
//! in a register. More copies would cost too much time and memory of the compiler. On a processor without these
//! instructions the single query answers all pairs, with the same bits.

use fearless_simd::Level;
#[cfg(target_arch = "aarch64")]
use fearless_simd::Neon;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::{Avx2, Avx512};

/// An instruction set, with the proof that the processor has it.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Instructions {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx512(Avx512),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx2(Avx2),
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
}

impl Instructions {
    /// The widest instructions of this processor.
    pub fn best() -> Option<Self> {
        Self::of(Level::new())
    }

    /// The widest instructions of a level. `None` where lanes are not compiled for them.
    pub fn of(level: Level) -> Option<Self> {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        return level.as_avx512().map(Self::Avx512).or(level.as_avx2().map(Self::Avx2));
        #[cfg(target_arch = "aarch64")]
        return level.as_neon().map(Self::Neon);
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
        {
            let _ = level;
            None
        }
    }
}

/// The value of an expression that is compiled for each instruction set.
macro_rules! with_instructions {
    ($instructions:expr, $simd:ident => $answer:expr) => {
        match $instructions {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx512($simd) => fearless_simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $answer,
            ),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx2($simd) => fearless_simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $answer,
            ),
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon($simd) => fearless_simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $answer,
            ),
        }
    };
}
pub(super) use with_instructions;
