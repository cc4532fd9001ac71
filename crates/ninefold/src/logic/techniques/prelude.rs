//! What nearly every finder uses.

pub(super) use super::parts::{Premises, chain, in_each, link, seen_by_both, shared_houses, two_links, weight};
pub(super) use super::shared::View;
pub(super) use crate::board::{Cell, Digit, House, ones_of};
pub(super) use crate::logic::Technique;
pub(super) use crate::logic::bits::Bits;
pub(super) use crate::logic::finds::Finds;
pub(super) use crate::logic::nine::{
    CellSet, Nine, candidate, count, digits, house, houses_of, in_cell, in_house, links,
};
pub(super) use crate::logic::state::State;
pub(super) use crate::logic::step::{Candidate, Chain, Constraint, Node, Pattern, Premise, Step};
pub(super) use std::cmp::Reverse;
pub(super) use std::ops::ControlFlow;
