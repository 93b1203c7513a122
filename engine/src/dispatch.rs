//! Chooses the processor's instruction set at run time. This is the only module that does so, and
//! it contains the only `unsafe` call in the crate.
//!
//! The program is compiled for any processor of its architecture. Long-running code is passed to
//! [`run`] as a [`Work`], which is compiled twice: once for any processor, and once with the bit
//! and vector instructions that most x86-64 processors since 2013 have. All performance-critical
//! code must be inlined into its [`Work`].

#![allow(unsafe_code)]

/// A long-running computation.
pub trait Work {
    /// The result.
    type Output;

    /// Runs the computation. Every implementation must be marked `#[inline(always)]`, so that it is
    /// compiled for each instruction set.
    fn run(self) -> Self::Output;
}

/// Runs the computation with the best instructions that this processor supports.
pub fn run<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the processor has just been found to have every feature that the function
        // requires.
        return unsafe { run_with_avx2(work) };
    }
    work.run()
}

/// The name of the instruction set that [`run`] uses on this processor.
pub fn instructions() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        return "avx2, bmi2";
    }
    "portable"
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_with_avx2<W: Work>(work: W) -> W::Output {
    work.run()
}
