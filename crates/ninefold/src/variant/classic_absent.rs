//! In WebAssembly no variant is taken for a classic puzzle: the engines for those would make the module for variants a tenth
//! larger, which browsers have to load. All answers are the same, but hard pencilmark puzzles take longer.

use super::VariantPuzzle;
use super::engine::{Budget, Progress};
use super::model::Model;
use crate::solve::Natural;
use std::convert::Infallible;
use std::marker::PhantomData;

/// There is none.
#[derive(Clone, Debug)]
pub(super) struct Classic<'a> {
    never: Infallible,
    lifetime: PhantomData<&'a ()>,
}

impl<'a> Classic<'a> {
    pub(super) fn of(_: &VariantPuzzle, _: &Model, _: &Budget<'a>) -> Option<Classic<'a>> {
        None
    }

    pub(super) fn advance(&mut self) -> Progress {
        match self.never {}
    }

    pub(super) fn count(&self, _: u64) -> Result<u64, u64> {
        match self.never {}
    }

    pub(super) fn count_all(&self) -> Result<Natural, Natural> {
        match self.never {}
    }

    pub(super) fn digits(&self) -> Vec<i64> {
        match self.never {}
    }
}
