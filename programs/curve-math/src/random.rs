//! A small deterministic generator for tests: the same cases on every run.
#![allow(clippy::arithmetic_side_effects)]

pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ (self.0 >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed ^ (mixed >> 33)
    }

    /// Evenly from 0 up to `end`, without it.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// Below `end`, small figures as often as large ones.
    pub fn magnitude(&mut self, end: u64) -> u64 {
        let shift = self.below(u64::from(64 - end.leading_zeros()));
        self.below(end) >> shift
    }
}
