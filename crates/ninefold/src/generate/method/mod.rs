//! The ways to make attempts, one file each.

mod dig;
mod search;
mod unbiased;
mod vicinity;

pub(super) use unbiased::weight;
