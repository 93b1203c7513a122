//! Chooses the processor's instruction set at run time. This is the only module that does so, with
//! all `unsafe` code of the crate.
//!
//! The program is compiled for any processor of its architecture. Loops that the compiler
//! vectorises itself are `Work`; loops with vector instructions written by hand are `Kernel`s.

#![allow(unsafe_code)]

/// An instruction set of this processor. There are values only for the sets that the processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instructions(Set);

/// The instruction sets, the fastest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    /// AVX-512 with its instructions for neural networks (VNNI).
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// AVX2 with fused multiply-add.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// None beyond those of every processor of the architecture.
    Portable,
}

/// A computation that is compiled for each instruction set.
pub(crate) trait Work {
    /// The result.
    type Output;

    /// Runs the computation. Must be marked `#[inline(always)]`, as must everything hot in it, so
    /// that it is compiled for each instruction set.
    fn run(self) -> Self::Output;
}

/// One computation on a `T`, written for each instruction set. The function for an instruction set
/// must be safe on every processor that has it.
pub(crate) struct Kernel<T> {
    /// With AVX-512 F, BW and VNNI, AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    pub(crate) avx512: unsafe fn(T),
    /// With AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    pub(crate) avx2: unsafe fn(T),
    /// On any processor.
    pub(crate) portable: fn(T),
}

impl Instructions {
    /// The instruction sets of this processor, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        let sets = [
            #[cfg(target_arch = "x86_64")]
            Set::Avx512,
            #[cfg(target_arch = "x86_64")]
            Set::Avx2,
            Set::Portable,
        ];
        sets.into_iter().filter(|set| set.is_available()).map(Self)
    }

    /// The fastest one that this processor has.
    pub fn best() -> Self {
        Self::available().next().unwrap_or(Self(Set::Portable))
    }

    /// The name, as in tables of speeds.
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => "avx512-vnni",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => "avx2",
            Set::Portable => "portable",
        }
    }

    /// Whether one instruction multiplies bytes and adds the products to sums of 32 bits (VNNI).
    pub(crate) fn has_vnni(self) -> bool {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => true,
            _ => false,
        }
    }

    /// Runs a computation with these instructions.
    pub(crate) fn run<W: Work>(self, work: W) -> W::Output {
        match self.0 {
            // SAFETY: the value exists because the processor has these instructions.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { run_with_avx512(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { run_with_avx2(work) },
            Set::Portable => work.run(),
        }
    }
}

impl Set {
    fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vnni")
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            Self::Portable => true,
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,avx2,fma")]
fn run_with_avx512<W: Work>(work: W) -> W::Output {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn run_with_avx2<W: Work>(work: W) -> W::Output {
    work.run()
}

impl<T> Kernel<T> {
    /// Runs the computation with these instructions.
    #[inline(always)]
    pub(crate) fn run(&self, instructions: Instructions, argument: T) {
        match instructions.0 {
            // SAFETY: the value exists because the processor has these instructions, and the
            // function requires no others.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { (self.avx512)(argument) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { (self.avx2)(argument) },
            Set::Portable => (self.portable)(argument),
        }
    }
}
