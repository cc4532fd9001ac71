//! Clauses, learned and of groups: where they lie, who watches them, and which are forgotten.

use super::super::literal::Literal;

/// Where a clause begins in the arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ClauseId(u32);

/// An entry in the list of a literal: a clause to look at when the literal becomes false.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) clause: ClauseId,
    /// Another literal of the clause: while it is true, the clause itself need not be looked at.
    pub(super) blocker: Literal,
}

/// All clauses, one after the other, and two watches for each (Moskewicz et al. 2001).
///
/// ```text
///   arena   | length | glue | state | next | literal | literal | literal | ... | length | ...
///                                            watched   watched
/// ```
///
/// When a watched literal becomes false, another that is not is looked for from the place on where the latest was found,
/// not from the first literal (Gent 2013, "Optimal implementation of watched literals and more general techniques"): a
/// tenth of the time of a conflict.
///
/// The glue is the number of levels that the literals were set on (Audemard and Simon 2009): a clause of low glue
/// will be needed again.
#[derive(Clone, Debug)]
pub(super) struct Clauses {
    arena: Vec<u32>,
    /// Per literal: the clauses that watch it.
    watches: Vec<Vec<Watch>>,
}

/// The words before a clause's literals.
const HEAD: usize = 4;

/// Bits of a clause's state: how often reductions still spare it; whether none may forget it.
const SPARED: u32 = 3;
const KEPT: u32 = 4;

/// Clauses of at most this glue are kept for good; of at most the second one, as long as they are used.
const GLUE_KEPT: u32 = 2;
const GLUE_USED: u32 = 6;

impl Clauses {
    pub(super) fn new(variables: usize) -> Clauses {
        Clauses { arena: Vec::new(), watches: vec![Vec::new(); 2 * variables] }
    }

    /// Adds a clause of at least two literals, the first two of which are watched.
    pub(super) fn add(&mut self, literals: &[Literal], glue: u32) -> ClauseId {
        let id = ClauseId(u32::try_from(self.arena.len()).expect("clauses are forgotten before they are 16 GiB"));
        self.arena.extend([literals.len() as u32, glue, 2, 2]);
        self.arena.extend(literals.iter().map(|literal| literal.code()));
        self.watch_both(id);
        id
    }

    /// Adds a clause that is never forgotten while it says anything: that some member of a group is true, or that the
    /// solution is another than one that has been found.
    pub(super) fn keep(&mut self, literals: &[Literal]) -> ClauseId {
        let id = self.add(literals, literals.len() as u32);
        self.arena[id.0 as usize + 2] |= KEPT;
        id
    }

    #[inline]
    pub(super) fn is_kept(&self, id: ClauseId) -> bool {
        self.arena[id.0 as usize + 2] & KEPT != 0
    }

    fn watch_both(&mut self, id: ClauseId) {
        let at = id.0 as usize + HEAD;
        let [one, other] = [0, 1].map(|i| Literal::from_code(self.arena[at + i]));
        self.watches[one.index()].push(Watch { clause: id, blocker: other });
        self.watches[other.index()].push(Watch { clause: id, blocker: one });
    }

    #[inline]
    pub(super) fn literals(&self, id: ClauseId) -> impl ExactSizeIterator<Item = Literal> + use<'_> {
        let at = id.0 as usize + HEAD;
        self.arena[at..at + self.arena[id.0 as usize] as usize].iter().map(|code| Literal::from_code(*code))
    }

    /// The codes of a clause's literals, to be put into another order, and the place, 2 or more, from which one is looked
    /// for that can be watched.
    #[inline]
    pub(super) fn codes(&mut self, id: ClauseId) -> (&mut [u32], &mut u32) {
        let at = id.0 as usize + HEAD;
        let length = self.arena[id.0 as usize] as usize;
        let (next, codes) = self.arena[at - 1..at + length].split_at_mut(1);
        (codes, &mut next[0])
    }

    /// The least number of levels that a learned clause's literals have been seen on.
    pub(super) fn glue(&self, id: ClauseId) -> u32 {
        self.arena[id.0 as usize + 1]
    }

    /// The clause took part in a conflict, and its literals are now of `glue` levels.
    pub(super) fn use_again(&mut self, id: ClauseId, glue: u32) {
        let at = id.0 as usize;
        self.arena[at + 1] = self.arena[at + 1].min(glue);
        self.arena[at + 2] |= 2;
    }

    /// The watches of a literal, to be put back with [`Clauses::put_watches`].
    #[inline]
    pub(super) fn take_watches(&mut self, literal: Literal) -> Vec<Watch> {
        std::mem::take(&mut self.watches[literal.index()])
    }

    #[inline]
    pub(super) fn put_watches(&mut self, literal: Literal, watches: Vec<Watch>) {
        self.watches[literal.index()] = watches;
    }

    #[inline]
    pub(super) fn watch(&mut self, literal: Literal, watch: Watch) {
        self.watches[literal.index()].push(watch);
    }

    fn ids(&self) -> impl Iterator<Item = ClauseId> + use<'_> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let id = (at < self.arena.len()).then_some(ClauseId(at as u32))?;
            at += HEAD + self.arena[at] as usize;
            Some(id)
        })
    }

    /// Forgets the satisfied clauses and the worse half of those that are neither good nor used lately.
    /// What is the reason of an assignment stays. Returns where each clause that stays was and now is, in order.
    pub(super) fn reduce(
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

    /// Closes the gaps, and takes one from how often each clause is still spared.
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
