//! Clauses, said and learned, and who watches them.

use super::state::Literal;

/// A clause to look at when a literal becomes false; while the blocker, another of its literals, is true, that is not needed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) clause: u32,
    pub(super) blocker: Literal,
}

/// All clauses. The first two literals of each are watched (Moskewicz et al. 2001, "Chaff").
#[derive(Clone, Debug)]
pub(super) struct Clauses {
    literals: Vec<Literal>,
    heads: Vec<Head>,
    /// Per literal.
    pub(super) watches: Vec<Vec<Watch>>,
    /// Learned clauses that are not kept for good.
    pub(super) passing: usize,
}

#[derive(Clone, Copy, Debug)]
struct Head {
    start: u32,
    length: u32,
    /// The number of levels that its literals were of (Audemard and Simon 2009); 0 if it is never forgotten.
    glue: u32,
    /// It took part in a conflict since clauses were last forgotten.
    is_used: bool,
}

impl Clauses {
    pub(super) fn new(candidates: usize) -> Clauses {
        Clauses { literals: Vec::new(), heads: Vec::new(), watches: vec![Vec::new(); 2 * candidates], passing: 0 }
    }

    /// Adds a clause of at least two literals; it is never forgotten if its glue is given as 0.
    pub(super) fn add(&mut self, literals: &[Literal], glue: u32) -> u32 {
        let clause = self.heads.len() as u32;
        let start = u32::try_from(self.literals.len()).expect("clauses are forgotten before they fill 16 GiB");
        self.literals.extend_from_slice(literals);
        self.heads.push(Head { start, length: literals.len() as u32, glue, is_used: true });
        self.passing += usize::from(glue > 0);
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let [one, other] = [0, 1].map(|i| self.of(clause)[i]);
        self.watches[one.index()].push(Watch { clause, blocker: other });
        self.watches[other.index()].push(Watch { clause, blocker: one });
    }

    #[inline]
    pub(super) fn of(&self, clause: u32) -> &[Literal] {
        let head = self.heads[clause as usize];
        &self.literals[head.start as usize..(head.start + head.length) as usize]
    }

    #[inline]
    pub(super) fn of_mut(&mut self, clause: u32) -> &mut [Literal] {
        let head = self.heads[clause as usize];
        &mut self.literals[head.start as usize..(head.start + head.length) as usize]
    }

    /// The clause took part in a conflict.
    pub(super) fn use_again(&mut self, clause: u32) {
        self.heads[clause as usize].is_used = true;
    }

    /// Forgets half of the learned clauses: those of most levels that have not been used lately. None may be a reason.
    pub(super) fn forget(&mut self) {
        let mut worse: Vec<(u32, u32, usize)> = Vec::new();
        for (number, head) in self.heads.iter().enumerate() {
            if head.glue > 2 && !head.is_used {
                worse.push((head.glue, head.length, number));
            }
        }
        worse.sort_unstable();
        let mut is_forgotten = vec![false; self.heads.len()];
        worse[worse.len() / 2..].iter().for_each(|(_, _, number)| is_forgotten[*number] = true);
        let (heads, literals) = (std::mem::take(&mut self.heads), std::mem::take(&mut self.literals));
        self.watches.iter_mut().for_each(Vec::clear);
        self.passing = 0;
        for (head, _) in heads.iter().zip(&is_forgotten).filter(|(_, is_forgotten)| !**is_forgotten) {
            let clause = self.add(&literals[head.start as usize..(head.start + head.length) as usize], head.glue);
            self.heads[clause as usize].is_used = false;
        }
    }
}

impl Clauses {
    /// How many there are.
    pub(super) fn count(&self) -> u32 {
        self.heads.len() as u32
    }

    /// Lets a clause watch two literals that `is_open` accepts, of which it has two at least.
    pub(super) fn put_first(&mut self, clause: u32, is_open: impl Fn(Literal) -> bool) {
        let literals = self.of_mut(clause);
        let old = [literals[0], literals[1]];
        literals.sort_by_key(|literal| !is_open(*literal));
        let new = [literals[0], literals[1]];
        old.iter().for_each(|literal| self.watches[literal.index()].retain(|watch| watch.clause != clause));
        let [one, other] = new;
        self.watches[one.index()].push(Watch { clause, blocker: other });
        self.watches[other.index()].push(Watch { clause, blocker: one });
    }
}
