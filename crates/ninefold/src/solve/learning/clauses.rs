//! Clauses, learned ones and those of groups: where they are stored, what watches them, and which are forgotten.

use super::super::literal::Literal;

/// Where a clause begins in the arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ClauseId(u32);

/// The values of literals, as clauses need them.
pub(crate) trait Values {
    fn is_true(&self, literal: Literal) -> bool;
    fn is_false(&self, literal: Literal) -> bool;
    /// Makes an open literal true, because all others of the clause are false.
    fn follow(&mut self, literal: Literal, clause: ClauseId);
}

/// An entry in the list of a literal: a clause to check when the literal becomes false.
#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: ClauseId,
    /// Another literal of the clause: while it is true, the clause itself need not be checked.
    blocker: Literal,
}

/// All clauses, one after the other, and two watches for each (Moskewicz et al. 2001).
///
/// ```text
///   arena   | length | glue | state | next | literal | literal | literal | ... | length | ...
///                                            watched   watched
/// ```
///
/// When a watched literal becomes false, the search for another that is not false starts where the latest one was found, not at
/// the first literal (Gent 2013, "Optimal implementation of watched literals and more general techniques"): this saves a tenth
/// of the time of a conflict.
///
/// The glue is the number of levels on which the literals were set (Audemard and Simon 2009): a clause with low glue will be
/// needed again.
#[derive(Clone, Debug)]
pub(crate) struct Clauses {
    arena: Vec<u32>,
    /// Per literal: the clauses that watch it.
    watches: Vec<Vec<Watch>>,
}

/// The words before a clause's literals.
const HEAD: usize = 4;

/// Bits of a clause's state: how many more reductions spare it; whether none may forget it.
const SPARED: u32 = 3;
const KEPT: u32 = 4;

/// Clauses with at most the first glue are kept for good; with at most the second, as long as they are used.
const GLUE_KEPT: u32 = 2;
const GLUE_USED: u32 = 6;

impl Clauses {
    pub(crate) fn new(variables: usize) -> Clauses {
        Clauses { arena: Vec::new(), watches: vec![Vec::new(); 2 * variables] }
    }

    /// Adds a clause of at least two literals, the first two of which are watched.
    pub(crate) fn add(&mut self, literals: &[Literal], glue: u32) -> ClauseId {
        let id = ClauseId(u32::try_from(self.arena.len()).expect("clauses are forgotten before they are 16 GiB"));
        self.arena.extend([literals.len() as u32, glue, 2, 2]);
        self.arena.extend(literals.iter().map(|literal| literal.code()));
        self.watch_both(id);
        id
    }

    /// Adds a clause that is kept until it is satisfied for good: that some member of a group is true, or that a solution
    /// differs from one already found.
    pub(crate) fn keep(&mut self, literals: &[Literal]) -> ClauseId {
        let id = self.add(literals, literals.len() as u32);
        self.arena[id.0 as usize + 2] |= KEPT;
        id
    }

    #[inline]
    pub(crate) fn is_kept(&self, id: ClauseId) -> bool {
        self.arena[id.0 as usize + 2] & KEPT != 0
    }

    fn watch_both(&mut self, id: ClauseId) {
        let at = id.0 as usize + HEAD;
        let [one, other] = [0, 1].map(|i| Literal::from_code(self.arena[at + i]));
        self.watches[one.index()].push(Watch { clause: id, blocker: other });
        self.watches[other.index()].push(Watch { clause: id, blocker: one });
    }

    #[inline]
    pub(crate) fn literals(&self, id: ClauseId) -> impl ExactSizeIterator<Item = Literal> + use<'_> {
        let at = id.0 as usize + HEAD;
        self.arena[at..at + self.arena[id.0 as usize] as usize].iter().map(|code| Literal::from_code(*code))
    }

    /// The least number of levels on which a learned clause's literals have been seen.
    pub(crate) fn glue(&self, id: ClauseId) -> u32 {
        self.arena[id.0 as usize + 1]
    }

    /// Records that the clause was involved in a conflict, with its literals now on `glue` levels.
    pub(crate) fn use_again(&mut self, id: ClauseId, glue: u32) {
        let at = id.0 as usize;
        self.arena[at + 1] = self.arena[at + 1].min(glue);
        self.arena[at + 2] |= 2;
    }

    /// Checks the clauses that watch a literal which has become false; a clause whose literals are all false is the conflict.
    pub(crate) fn follow(&mut self, falsified: Literal, values: &mut impl Values) -> Result<(), ClauseId> {
        let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
        let mut conflict = Ok(());
        let (mut from, mut to) = (0, 0);
        'watches: while from < watches.len() {
            let watch = watches[from];
            from += 1;
            if values.is_true(watch.blocker) {
                watches[to] = watch;
                to += 1;
                continue;
            }
            let at = watch.clause.0 as usize + HEAD;
            let length = self.arena[watch.clause.0 as usize] as usize;
            let (next, codes) = self.arena[at - 1..at + length].split_at_mut(1);
            // The other watched literal: of the three codes two are equal and cancel out.
            let other = Literal::from_code(codes[0] ^ codes[1] ^ falsified.code());
            let kept = Watch { clause: watch.clause, blocker: other };
            if !values.is_true(other) {
                let start = next[0] as usize;
                let find = |codes: &[u32]| codes.iter().position(|code| !values.is_false(Literal::from_code(*code)));
                let later = find(&codes[start..]).map(|k| start + k);
                if let Some(k) = later.or_else(|| find(&codes[2..start]).map(|k| 2 + k)) {
                    next[0] = k as u32;
                    let free = Literal::from_code(codes[k]);
                    (codes[0], codes[1], codes[k]) = (other.code(), free.code(), falsified.code());
                    self.watches[free.index()].push(kept);
                    continue 'watches;
                }
                if values.is_false(other) {
                    watches[to] = kept;
                    to += 1;
                    conflict = Err(watch.clause);
                    break;
                }
                values.follow(other, watch.clause);
            }
            watches[to] = kept;
            to += 1;
        }
        watches.copy_within(from.., to);
        watches.truncate(watches.len() - (from - to));
        self.watches[falsified.index()] = watches;
        conflict
    }

    fn ids(&self) -> impl Iterator<Item = ClauseId> + use<'_> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let id = (at < self.arena.len()).then_some(ClauseId(at as u32))?;
            at += HEAD + self.arena[at] as usize;
            Some(id)
        })
    }

    /// Forgets the satisfied clauses and the worse half of those that are neither good nor recently used. A clause that is the
    /// reason of an assignment stays. Returns the old and new place of each clause that stays, in order.
    pub(crate) fn reduce(
        &mut self,
        is_reason: impl Fn(ClauseId, Literal) -> bool,
        is_satisfied: impl Fn(Literal) -> bool,
    ) -> Vec<(ClauseId, ClauseId)> {
        let mut forgotten = Vec::new();
        let mut worse = Vec::new();
        for id in self.ids() {
            let [length, glue, state] = [0, 1, 2].map(|i| self.arena[id.0 as usize + i]);
            let [first, second] = [0, 1].map(|i| Literal::from_code(self.arena[id.0 as usize + HEAD + i]));
            if is_reason(id, first) || is_reason(id, second) {
                continue;
            }
            if self.literals(id).any(&is_satisfied) {
                forgotten.push(id);
            } else if state & KEPT == 0 {
                let spared = state & SPARED;
                if glue > GLUE_KEPT && spared < 2 && (spared == 0 || glue > GLUE_USED) {
                    worse.push((glue, length, id));
                }
            }
        }
        worse.sort_unstable();
        forgotten.extend(worse.split_off(worse.len() / 2).into_iter().map(|(_, _, id)| id));
        forgotten.sort_unstable();
        self.forget(&forgotten)
    }

    /// Closes the gaps, and takes one from the number of reductions that still spare each clause.
    fn forget(&mut self, forgotten: &[ClauseId]) -> Vec<(ClauseId, ClauseId)> {
        let mut forgotten = forgotten.iter().peekable();
        let mut moves = Vec::new();
        let (mut from, mut to) = (0, 0);
        self.watches.iter_mut().for_each(Vec::clear);
        while from < self.arena.len() {
            let length = HEAD + self.arena[from] as usize;
            if forgotten.next_if(|id| id.0 as usize == from).is_none() {
                self.arena.copy_within(from..from + length, to);
                let state = &mut self.arena[to + 2];
                *state = *state & !SPARED | (*state & SPARED).saturating_sub(1);
                moves.push((ClauseId(from as u32), ClauseId(to as u32)));
                self.watch_both(ClauseId(to as u32));
                to += length;
            }
            from += length;
        }
        self.arena.truncate(to);
        moves
    }
}
