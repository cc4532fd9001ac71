//! Kraken.
use super::super::Technique;
use super::super::finds::Finds;
use super::super::nine::Nine;
use std::ops::ControlFlow;

pub(in super::super) fn find(_nine: &Nine, _technique: Technique, _finds: &mut Finds) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
