//! [`Method::Vicinity`]: steps away from one puzzle that meets the wishes.

use crate::generate::Method;
use crate::generate::random::Random;
use crate::generate::run::{AHEAD, Attempt, Request, Run};

/// How many steps each attempt takes.
const STEPS_AWAY: usize = 3;

/// The number of the request for the center: no other puzzle is likely to have it.
const CENTER: u64 = u64::MAX;

impl Run<'_> {
    pub(in crate::generate) fn vicinity(&mut self, streams: &mut [Random]) -> Vec<Attempt> {
        let all = vec![self.center(); streams.len()];
        (0..STEPS_AWAY).fold(all, |all, _| self.step(all, streams))
    }

    /// The puzzle that all others are near.
    fn center(&mut self) -> Attempt {
        let generator = self.generator;
        let find = || {
            let mut requests = [Request::new(CENTER)];
            while !(requests[0].is_done || requests[0].best.is_some() && (self.should_stop)()) {
                self.attempt(Method::Dig, &mut requests, &[0], AHEAD);
            }
            let [request] = requests;
            request.best.expect("every attempt of digging leads to a puzzle").0
        };
        generator.center.get_or_init(find).clone()
    }
}
