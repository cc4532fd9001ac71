//! Values of candidates, the trail, and why each is as it is.

use super::super::model::{Mask, Model};

/// A statement about a candidate: twice its number if it is true, one more if it is false.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Literal(pub(super) u32);

impl Literal {
    #[inline]
    pub(super) fn new(candidate: u32, is: bool) -> Literal {
        Literal(candidate * 2 + u32::from(!is))
    }

    #[inline]
    pub(super) fn candidate(self) -> u32 {
        self.0 / 2
    }

    #[inline]
    pub(super) fn is(self) -> bool {
        self.0 & 1 == 0
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    #[inline]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// From what a literal followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// It was decided, or holds from the beginning.
    None,
    /// One literal that is true.
    Literal(Literal),
    /// A clause whose other literals are false.
    Clause(u32),
    /// No other value of the variable is left.
    Variable,
    /// No other member of a group is left.
    Group(u32),
    /// A pair: no value of its first variable goes with it (`forward`), or of its second.
    Pair { pair: u32, forward: bool },
    /// A sum or an automaton.
    Propagator(u32),
}

/// What cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// The literal is false, and follows from the reason.
    Both(Literal, Reason),
    /// A variable has no value left.
    Variable(u32),
    /// A group has no member left.
    Group(u32),
    /// A sum or an automaton has no solution.
    Propagator(u32),
}

/// Neither true nor false yet, or one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Truth {
    Open,
    True,
    False,
}

/// The candidates of a model, and what is known of them.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// Per variable: the number of its first candidate, and one more at the end; the values that are left.
    pub(super) first: Vec<u32>,
    pub(super) masks: Vec<Mask>,
    /// Per candidate: its variable and bit.
    pub(super) variable: Vec<u32>,
    pub(super) bit: Vec<u8>,
    pub(super) truth: Vec<Truth>,
    /// Per candidate, if it is not open: its place in the trail, level and reason.
    pub(super) place: Vec<u32>,
    pub(super) level: Vec<u32>,
    pub(super) reason: Vec<Reason>,
    pub(super) trail: Vec<Literal>,
    /// Where each level begins in the trail.
    pub(super) levels: Vec<u32>,
    /// How far of the trail the consequences have been drawn.
    pub(super) head: usize,
    /// The variables that have lost values since pairs and propagators have looked, each once.
    pub(super) changed: Vec<u32>,
    pub(super) is_changed: Vec<bool>,
}

impl State {
    pub(super) fn new(model: &Model) -> State {
        let mut first = vec![0];
        let (mut variable, mut bit) = (Vec::new(), Vec::new());
        for (number, width) in model.widths.iter().copied().enumerate() {
            variable.extend(std::iter::repeat_n(number as u32, width as usize));
            bit.extend(0..width);
            first.push(variable.len() as u32);
        }
        let candidates = variable.len();
        let mut state = State {
            first,
            masks: model.domains.clone(),
            variable,
            bit,
            truth: vec![Truth::Open; candidates],
            place: vec![0; candidates],
            level: vec![0; candidates],
            reason: vec![Reason::None; candidates],
            trail: Vec::with_capacity(candidates),
            levels: Vec::new(),
            head: 0,
            changed: (0..model.domains.len() as u32).collect(),
            is_changed: vec![true; model.domains.len()],
        };
        for candidate in 0..candidates {
            if state.masks[state.variable[candidate] as usize] >> state.bit[candidate] & 1 == 0 {
                state.truth[candidate] = Truth::False;
            }
        }
        state
    }

    #[inline]
    pub(super) fn candidate(&self, variable: u32, bit: u8) -> u32 {
        self.first[variable as usize] + u32::from(bit)
    }

    #[inline]
    pub(super) fn is_true(&self, literal: Literal) -> bool {
        self.truth[literal.candidate() as usize] == if literal.is() { Truth::True } else { Truth::False }
    }

    #[inline]
    pub(super) fn is_false(&self, literal: Literal) -> bool {
        self.is_true(!literal)
    }

    #[inline]
    pub(super) fn depth(&self) -> u32 {
        self.levels.len() as u32
    }

    /// Makes a literal true.
    #[inline]
    pub(super) fn set(&mut self, literal: Literal, reason: Reason) -> Result<(), Conflict> {
        let candidate = literal.candidate() as usize;
        match self.truth[candidate] {
            Truth::Open => {}
            truth if (truth == Truth::True) == literal.is() => return Ok(()),
            _ => return Err(Conflict::Both(literal, reason)),
        }
        self.place[candidate] = self.trail.len() as u32;
        self.level[candidate] = self.depth();
        self.reason[candidate] = reason;
        self.trail.push(literal);
        if literal.is() {
            self.truth[candidate] = Truth::True;
            return Ok(());
        }
        self.truth[candidate] = Truth::False;
        let variable = self.variable[candidate];
        let mask = &mut self.masks[variable as usize];
        *mask &= !(1 << self.bit[candidate]);
        if !std::mem::replace(&mut self.is_changed[variable as usize], true) {
            self.changed.push(variable);
        }
        match *mask {
            0 => Err(Conflict::Variable(variable)),
            mask if mask & (mask - 1) == 0 => {
                let last = self.candidate(variable, mask.trailing_zeros() as u8);
                if self.truth[last as usize] == Truth::Open {
                    self.set(Literal::new(last, true), Reason::Variable)
                } else {
                    Ok(())
                }
            }
            _ => Ok(()),
        }
    }

    /// Removes values of a variable, all for the same reason.
    pub(super) fn remove(&mut self, variable: u32, mut removed: Mask, reason: Reason) -> Result<(), Conflict> {
        while removed != 0 {
            let candidate = self.candidate(variable, removed.trailing_zeros() as u8);
            self.set(Literal::new(candidate, false), reason)?;
            removed &= removed - 1;
        }
        Ok(())
    }

    pub(super) fn decide(&mut self, literal: Literal) {
        self.levels.push(self.trail.len() as u32);
        self.set(literal, Reason::None).expect("what is decided is open");
    }

    /// Takes back the trail down to a place; `undo` is told each literal and whether its consequences had been drawn.
    pub(super) fn shorten(&mut self, length: usize, mut undo: impl FnMut(Literal, bool)) {
        for place in (length..self.trail.len()).rev() {
            let literal = self.trail[place];
            let candidate = literal.candidate() as usize;
            self.truth[candidate] = Truth::Open;
            if !literal.is() {
                self.masks[self.variable[candidate] as usize] |= 1 << self.bit[candidate];
            }
            undo(literal, place < self.head);
        }
        self.trail.truncate(length);
        self.head = self.head.min(length);
        self.changed.drain(..).for_each(|variable| self.is_changed[variable as usize] = false);
    }

    /// The value of a variable that is decided, by its bit.
    #[inline]
    pub(super) fn value(&self, variable: u32) -> Option<u8> {
        let mask = self.masks[variable as usize];
        (mask.is_power_of_two()).then(|| mask.trailing_zeros() as u8)
    }

    /// What of a variable's values was left before a place of the trail; and what had been removed by then, but not
    /// from the beginning.
    pub(super) fn before(&self, variable: u32, place: u32) -> (Mask, Mask) {
        let first = self.first[variable as usize];
        let width = self.first[variable as usize + 1] - first;
        let mut left = self.masks[variable as usize];
        let mut gone = !left & if width == 64 { Mask::MAX } else { (1 << width) - 1 };
        let mut removed = 0;
        while gone != 0 {
            let bit = gone.trailing_zeros();
            gone &= gone - 1;
            let candidate = (first + bit) as usize;
            if self.level[candidate] == 0 {
                continue;
            }
            if self.place[candidate] >= place { left |= 1 << bit } else { removed |= 1 << bit }
        }
        (left, removed)
    }
}
