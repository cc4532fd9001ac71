//! The rules in the order in which they are asked.

use super::aligned::Aligned;
use super::chains::Chains;
use super::hint::{Hint, Sight};
use super::mode::Mode;
use super::position::{BOXES, Position};
use super::search::Search;
use super::simple::{self, first};
use super::watch::Watch;
use super::{grave, loops};

/// The rules in the program's order, with their memory.
#[derive(Debug)]
pub(super) struct Rules {
    aligned: Aligned,
    chains: Chains,
    nishio: Search,
    multiple: Search,
    dynamic: Vec<Search>,
}

/// The memory says nothing of what is found, so a copy begins without.
impl Clone for Rules {
    fn clone(&self) -> Rules {
        Rules::new()
    }
}

impl Rules {
    pub(super) fn new() -> Rules {
        Rules {
            aligned: Aligned::default(),
            chains: Chains::default(),
            nishio: Search::new(Mode::Nishio),
            multiple: Search::new(Mode::Multiple),
            dynamic: (0..=5).map(|level| Search::new(Mode::Dynamic(level))).collect(),
        }
    }

    /// The first hint of the first rule that has one, unless that is not wanted any more.
    pub(super) fn next(&mut self, position: &Position, uniqueness: bool, watch: &mut Watch<'_>) -> Option<Hint> {
        let Rules { aligned, chains, nishio, multiple, dynamic } = self;
        let hint = placing(position)
            .or_else(|| removing(position))
            .or_else(|| if uniqueness { loops::find(position, watch) } else { None })
            .or_else(|| quads(position))
            .or_else(|| if uniqueness { grave::find(position) } else { None })
            .or_else(|| watch.goes_on_from(6.2).then(|| aligned.pair(position))?)
            .or_else(|| watch.goes_on_from(6.5).then(|| chains.find(position, watch))?)
            .or_else(|| watch.goes_on_from(7.5).then(|| aligned.triplet(position, watch))?)
            .or_else(|| [nishio, multiple].into_iter().chain(dynamic).find_map(|search| search.find(position, watch)));
        hint.filter(|_| !watch.is_over())
    }
}

fn placing(position: &Position) -> Option<Hint> {
    simple::hidden_single(position)
        .or_else(|| simple::direct_locked(position))
        .or_else(|| simple::direct_hidden(position, 2))
        .or_else(|| simple::naked_single(position))
        .or_else(|| simple::direct_hidden(position, 3))
}

fn removing(position: &Position) -> Option<Hint> {
    let marks = &position.marks;
    let of_base = |sight: &Sight| match sight {
        Sight::Locked { base, .. } if usize::from(*base) >= BOXES => 2.6,
        _ => 2.8,
    };
    first(of_base, |visit| simple::locked(marks, visit))
        .or_else(|| first(|_| 3.0, |visit| simple::naked(position, marks, 2, visit)))
        .or_else(|| first(|_| 3.2, |visit| simple::fish(position, marks, 2, visit)))
        .or_else(|| first(|_| 3.4, |visit| simple::hidden(position, marks, 2, visit)))
        .or_else(|| first(|_| 3.6, |visit| simple::naked(position, marks, 3, visit)))
        .or_else(|| first(|_| 3.8, |visit| simple::fish(position, marks, 3, visit)))
        .or_else(|| first(|_| 4.0, |visit| simple::hidden(position, marks, 3, visit)))
        .or_else(|| simple::wing(position, false))
        .or_else(|| simple::wing(position, true))
}

fn quads(position: &Position) -> Option<Hint> {
    let marks = &position.marks;
    first(|_| 5.0, |visit| simple::naked(position, marks, 4, visit))
        .or_else(|| first(|_| 5.2, |visit| simple::fish(position, marks, 4, visit)))
        .or_else(|| first(|_| 5.4, |visit| simple::hidden(position, marks, 4, visit)))
}
