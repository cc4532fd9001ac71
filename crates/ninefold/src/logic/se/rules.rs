//! The rules in the order in which they are applied.

use super::aligned;
use super::chains::Chains;
use super::grave;
use super::hint::{Hint, Sight};
use super::loops::Loops;
use super::mode::Mode;
use super::position::{BOXES, Position};
use super::scope::{Looked, Unseen};
use super::search::Search;
use super::simple::{self, first};
use super::watch::Watch;

/// The rules in the program's order, with their memory.
#[derive(Debug)]
pub(super) struct Rules {
    unseen: Unseen,
    loops: Loops,
    chains: Chains,
    nishio: Search,
    multiple: Search,
    dynamic: Vec<Search>,
}

/// The memory does not affect what is found, so a copy starts without it.
impl Clone for Rules {
    fn clone(&self) -> Rules {
        Rules::new()
    }
}

impl Rules {
    pub(super) fn new() -> Rules {
        Rules {
            unseen: Unseen::default(),
            loops: Loops::default(),
            chains: Chains::default(),
            nishio: Search::new(Mode::Nishio),
            multiple: Search::new(Mode::Multiple),
            dynamic: (0..=5).map(|level| Search::new(Mode::Dynamic(level))).collect(),
        }
    }

    /// The first hint of the first rule that has one, unless it is no longer wanted.
    pub(super) fn next(&mut self, position: &Position, uniqueness: bool, watch: &mut Watch<'_>) -> Option<Hint> {
        let Rules { unseen, loops, chains, nishio, multiple, dynamic } = self;
        unseen.update(position);
        let hint = placing(position, unseen)
            .or_else(|| removing(position, unseen))
            .or_else(|| uniqueness.then(|| loops.find(position, unseen.take(Looked::Loops).cells, watch))?)
            .or_else(|| quads(position, unseen))
            .or_else(|| if uniqueness { grave::find(position) } else { None })
            .or_else(|| {
                let pair = |scope| aligned::pair(position, scope);
                watch.goes_on_from(6.2).then(|| unseen.ask(Looked::AlignedPair, pair))?
            })
            .or_else(|| watch.goes_on_from(6.5).then(|| chains.find(position, watch))?)
            .or_else(|| {
                let is_wanted = watch.goes_on_from(7.5);
                let triplet = |scope| aligned::triplet(position, scope, watch);
                is_wanted.then(|| unseen.ask(Looked::AlignedTriplet, triplet))?
            })
            .or_else(|| [nishio, multiple].into_iter().chain(dynamic).find_map(|search| search.find(position, watch)));
        if watch.is_over() {
            // A search that was not completed counts as not made.
            *unseen = Unseen::default();
            return None;
        }
        hint
    }
}

fn placing(position: &Position, unseen: &mut Unseen) -> Option<Hint> {
    simple::hidden_single(position)
        .or_else(|| unseen.ask(Looked::DirectLocked, |scope| simple::direct_locked(position, scope)))
        .or_else(|| unseen.ask(Looked::DirectHidden2, |scope| simple::direct_hidden(position, scope, 2)))
        .or_else(|| simple::naked_single(position))
        .or_else(|| unseen.ask(Looked::DirectHidden3, |scope| simple::direct_hidden(position, scope, 3)))
}

fn removing(position: &Position, unseen: &mut Unseen) -> Option<Hint> {
    let marks = &position.marks;
    let of_base = |sight: &Sight| match sight {
        Sight::Locked { base, .. } if usize::from(*base) >= BOXES => 2.6,
        _ => 2.8,
    };
    let locked = unseen.ask(Looked::Locked, |scope| first(of_base, |visit| simple::locked(marks, scope, visit)));
    locked
        .or_else(|| naked(position, unseen, Looked::Naked2, 2, 3.0))
        .or_else(|| fish(position, unseen, Looked::Fish2, 2, 3.2))
        .or_else(|| hidden(position, unseen, Looked::Hidden2, 2, 3.4))
        .or_else(|| naked(position, unseen, Looked::Naked3, 3, 3.6))
        .or_else(|| fish(position, unseen, Looked::Fish3, 3, 3.8))
        .or_else(|| hidden(position, unseen, Looked::Hidden3, 3, 4.0))
        .or_else(|| unseen.ask(Looked::Wing, |scope| simple::wing(position, scope, false)))
        .or_else(|| unseen.ask(Looked::WideWing, |scope| simple::wing(position, scope, true)))
}

fn quads(position: &Position, unseen: &mut Unseen) -> Option<Hint> {
    naked(position, unseen, Looked::Naked4, 4, 5.0)
        .or_else(|| fish(position, unseen, Looked::Fish4, 4, 5.2))
        .or_else(|| hidden(position, unseen, Looked::Hidden4, 4, 5.4))
}

/// Defines functions for the first hint of a rule by size.
macro_rules! first_by_size {
    ($($rule:ident)*) => {
        $(fn $rule(position: &Position, unseen: &mut Unseen, looked: Looked, size: u32, rating: f64) -> Option<Hint> {
            unseen.ask(looked, |scope| {
                first(|_| rating, |visit| simple::$rule(position, &position.marks, scope, size, visit))
            })
        })*
    };
}

first_by_size!(naked hidden fish);
