//! What a conflict teaches.

use super::propagate::Engine;
use super::state::{Conflict, Literal, Reason};

/// Turns conflicts into clauses; the space that it needs, and the latest result.
#[derive(Clone, Debug)]
pub(super) struct Analysis {
    /// A clause all of whose literals are false. The first is the only one of its level, the second of the highest level
    /// among the others.
    pub(super) learned: Vec<Literal>,
    /// The number of levels of the clause's literals.
    pub(super) glue: u32,
    /// The candidates that took part.
    pub(super) involved: Vec<u32>,
    /// The learned clauses that took part.
    pub(super) used: Vec<u32>,
    is_seen: Vec<bool>,
    seen: Vec<u32>,
    causes: Vec<Literal>,
    stamps: Vec<u64>,
    stamp: u64,
}

impl Analysis {
    pub(super) fn new(candidates: usize) -> Analysis {
        Analysis {
            learned: Vec::new(),
            glue: 0,
            involved: Vec::new(),
            used: Vec::new(),
            is_seen: vec![false; candidates],
            seen: Vec::new(),
            causes: Vec::new(),
            stamps: vec![0; candidates + 2],
            stamp: 0,
        }
    }

    /// Derives a clause from a conflict: back along the trail to the first literal of the latest level that all of the
    /// conflict goes through (Marques-Silva and Sakallah 1996, "GRASP"). Returns the latest level of the conflict, and 0
    /// if there is no solution at all.
    pub(super) fn analyse(&mut self, conflict: Conflict, engine: &mut Engine) -> u32 {
        self.learned.clear();
        self.involved.clear();
        self.used.clear();
        self.causes.clear();
        engine.causes_of_conflict(conflict, &mut self.causes);
        if let Conflict::Both(_, Reason::Clause(clause)) = conflict {
            self.used.push(clause);
        }
        let level_of = |literal: &Literal, engine: &Engine| engine.state.level[literal.candidate() as usize];
        let latest = self.causes.iter().map(|cause| level_of(cause, engine)).max().unwrap_or(0);
        if latest == 0 {
            return 0;
        }
        self.learned.push(Literal(0));
        let mut open = 0;
        let mut place = engine.state.trail.len();
        let point = loop {
            let mut causes = std::mem::take(&mut self.causes);
            causes.drain(..).for_each(|cause| open += self.meet(cause, latest, engine));
            self.causes = causes;
            let literal = loop {
                place -= 1;
                let literal = engine.state.trail[place];
                if self.is_seen[literal.candidate() as usize] && level_of(&literal, engine) == latest {
                    break literal;
                }
            };
            if open == 1 {
                break literal;
            }
            open -= 1;
            if let Reason::Clause(clause) = engine.state.reason[literal.candidate() as usize] {
                self.used.push(clause);
            }
            engine.causes(literal, &mut self.causes);
        };
        self.learned[0] = !point;
        self.shorten(engine);
        self.seen.drain(..).for_each(|candidate| self.is_seen[candidate as usize] = false);
        if self.learned.len() > 1 {
            let highest =
                (1..self.learned.len()).max_by_key(|i| level_of(&self.learned[*i], engine)).expect("there are others");
            self.learned.swap(1, highest);
        }
        self.stamp += 1;
        self.glue = 0;
        for literal in &self.learned {
            let stamp = &mut self.stamps[level_of(literal, engine) as usize];
            self.glue += u32::from(*stamp != self.stamp);
            *stamp = self.stamp;
        }
        latest
    }

    fn meet(&mut self, cause: Literal, latest: u32, engine: &Engine) -> u32 {
        let candidate = cause.candidate();
        let level = engine.state.level[candidate as usize];
        if level == 0 || std::mem::replace(&mut self.is_seen[candidate as usize], true) {
            return 0;
        }
        self.seen.push(candidate);
        self.involved.push(candidate);
        if level == latest {
            return 1;
        }
        self.learned.push(!cause);
        0
    }

    /// Leaves out literals all of whose causes are in the clause, or follow from it likewise (Sörensson and Biere 2009,
    /// "Minimizing learned clauses"), as far as the causes are at hand.
    fn shorten(&mut self, engine: &mut Engine) {
        let mut learned = std::mem::take(&mut self.learned);
        let mut kept = 1;
        for i in 1..learned.len() {
            let literal = !learned[i];
            if !self.follows(literal, engine, 0) {
                learned[kept] = learned[i];
                kept += 1;
            }
        }
        learned.truncate(kept);
        self.learned = learned;
    }

    fn follows(&mut self, literal: Literal, engine: &mut Engine, depth: u32) -> bool {
        let reason = engine.state.reason[literal.candidate() as usize];
        if depth > DEEPEST || matches!(reason, Reason::None | Reason::Propagator(_)) {
            return false;
        }
        let mut causes = Vec::new();
        engine.causes(literal, &mut causes);
        causes.into_iter().all(|cause| {
            let candidate = cause.candidate() as usize;
            if engine.state.level[candidate] == 0 || self.is_seen[candidate] {
                return true;
            }
            let follows = self.follows(cause, engine, depth + 1);
            if follows {
                self.is_seen[candidate] = true;
                self.seen.push(candidate as u32);
            }
            follows
        })
    }
}

/// Causes of causes that are followed.
const DEEPEST: u32 = 4;
