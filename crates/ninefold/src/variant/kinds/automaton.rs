//! An automaton.
//!
//! ```text
//!   1 1 2 ...     "> 1-1 / * 1-1 2-1": state 0 is where it begins, a 1 leads to state 1; there it may
//!                 end, and stays with every 1 and 2
//! ```
//!
//! States are numbered from 0 and separated by `/`. Each has `>` if the automaton can begin in it, `*` if it can end in it, and
//! for each digit that it reads the state to which this leads, as `digit-state`. A digit may lead to several states: one way to
//! the end is enough. A name and `=` may precede the states. If there are several lists of cells, a break is read between
//! them, written `|` instead of a digit.

use super::prelude::*;
use std::fmt;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "automaton",
    title: "automaton",
    parts: Parts::line(0).others(0, usize::MAX).text(Presence::Always),
    members: &[("cells", Part::Cells), ("further", Part::Others), ("states", Part::Text)],
    may_repeat: true,
    rule: |line| match Machine::read(&line.text).map(|machine| machine.name) {
        Ok(name) if !name.is_empty() => format!("The automaton '{name}' accepts the digits, read in order."),
        _ => format!("The automaton {} accepts the digits, read in order.", line.text),
    },
    check: |line, _| {
        let machine = Machine::read(&line.text)?;
        if line.all_cells().next().is_none() {
            return Err("no cells, expected at least 1".to_owned());
        }
        let is = |what: &str, is_so: fn(&State) -> bool| match machine.states.iter().any(is_so) {
            true => Ok(()),
            false => Err(format!("an automaton without a state where it can {what}")),
        };
        is("begin, expected one with '>'", |state| state.is_first)?;
        is("end, expected one with '*'", |state| state.is_last)
    },
    draw: |line, _| {
        let name = Machine::read(&line.text).map(|machine| machine.name).unwrap_or_default();
        let lists = std::iter::once(&line.cells).chain(&line.others).filter(|cells| !cells.is_empty());
        lists.map(|cells| Figure::Cage(cells.clone(), name.clone())).collect()
    },
    holds: |line, board| {
        let Ok(machine) = Machine::read(&line.text) else { return false };
        let lists = std::iter::once(&line.cells).chain(&line.others).map(|cells| board.list(cells));
        let symbols: Vec<i64> = lists.collect::<Vec<_>>().join(&BREAK);
        let last = symbols.into_iter().try_fold(machine.start(), |states, symbol| machine.step(&states, symbol));
        last.is_some_and(|states| machine.accepts(&states))
    },
    compile: |line, puzzle, model| {
        if let Ok(machine) = Machine::read(&line.text) {
            let (cells, breaks) = in_order(line);
            let step = |states: &[usize], place: usize, digit: i64| machine.step_in(states, breaks[place], digit);
            let accepts = |states: &[usize]| machine.accepts_after(states, breaks[cells.len()]);
            let variables = once_each(cells.clone(), puzzle, model);
            model.automaton_of_places(line, &variables, machine.start(), &step, &accepts);
        }
    },
};

/// The symbol read between two lists of cells. No digit is below 0.
pub(crate) const BREAK: i64 = -1;

/// All cells, and the number of breaks before each of them and after the last.
pub(in crate::variant) fn in_order(line: &Constraint) -> (Vec<usize>, Vec<usize>) {
    let (mut cells, mut breaks) = (line.cells.clone(), vec![0; line.cells.len() + 1]);
    for list in &line.others {
        breaks[cells.len()] += 1;
        cells.extend(list);
        breaks.resize(cells.len() + 1, 0);
    }
    (cells, breaks)
}

/// The largest number of states of an automaton.
const MOST_STATES: usize = 1 << 16;

/// An automaton, as the text of a constraint describes it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Machine {
    pub(crate) name: String,
    pub(crate) states: Vec<State>,
}

/// A state of an automaton.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct State {
    pub(crate) is_first: bool,
    pub(crate) is_last: bool,
    /// Digits, and the states to which they lead.
    pub(crate) ways: Vec<(i64, usize)>,
}

impl Machine {
    /// Reads an automaton from a text.
    pub(crate) fn read(text: &str) -> Result<Machine, String> {
        let symbol = |text: &str| match text {
            "|" => Some(BREAK),
            digit => digit.parse().ok().filter(|digit| *digit >= 0),
        };
        let (name, rest) = text.split_once('=').unwrap_or(("", text));
        let mut states = Vec::new();
        for (number, words) in rest.split('/').enumerate() {
            let mut state = State::default();
            for word in words.split_whitespace() {
                match word {
                    ">" => state.is_first = true,
                    "*" => state.is_last = true,
                    _ => {
                        let way = word.split_once('-').and_then(|(read, to)| Some((symbol(read)?, to.parse().ok()?)));
                        let shown: String = word.chars().take(20).collect();
                        state.ways.push(way.ok_or_else(|| {
                            format!(
                                "'{}' in state {number}, expected '>', '*', or a digit and a state like 3-0",
                                shown.escape_debug()
                            )
                        })?);
                    }
                }
            }
            states.push(state);
        }
        if states.len() > MOST_STATES {
            return Err(format!("{} states, expected at most {MOST_STATES}", states.len()));
        }
        let outside = states.iter().flat_map(|state| &state.ways).find(|(_, to)| *to >= states.len());
        match outside {
            Some((_, to)) => Err(format!("a transition to state {to}, expected at most {}", states.len() - 1)),
            None => Ok(Machine { name: name.trim().to_owned(), states }),
        }
    }

    /// The states in which it can begin.
    pub(in crate::variant) fn start(&self) -> Vec<usize> {
        (0..self.states.len()).filter(|state| self.states[*state].is_first).collect()
    }

    /// The states that a digit leads to; `None` if there is none.
    fn step(&self, states: &[usize], digit: i64) -> Option<Vec<usize>> {
        let ways = states.iter().flat_map(|state| &self.states[*state].ways);
        let next: BTreeSet<usize> = ways.filter(|(read, _)| *read == digit).map(|(_, to)| *to).collect();
        (!next.is_empty()).then(|| next.into_iter().collect())
    }

    /// The same, with this many breaks before the digit.
    pub(in crate::variant) fn step_in(&self, states: &[usize], breaks: usize, digit: i64) -> Option<Vec<usize>> {
        let states = (0..breaks).try_fold(states.to_vec(), |states, _| self.step(&states, BREAK))?;
        self.step(&states, digit)
    }

    /// Whether it may end after this many breaks.
    pub(in crate::variant) fn accepts_after(&self, states: &[usize], breaks: usize) -> bool {
        let states = (0..breaks).try_fold(states.to_vec(), |states, _| self.step(&states, BREAK));
        states.is_some_and(|states| self.accepts(&states))
    }

    /// Whether it may end in one of the states.
    fn accepts(&self, states: &[usize]) -> bool {
        states.iter().any(|state| self.states[*state].is_last)
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.name.is_empty() {
            write!(f, "{} = ", self.name)?;
        }
        for (number, state) in self.states.iter().enumerate() {
            let marks = [("/", number > 0), (">", state.is_first), ("*", state.is_last)];
            let marks = marks.into_iter().filter(|(_, is_there)| *is_there).map(|(mark, _)| mark.to_owned());
            let ways = state.ways.iter().map(|(digit, to)| match *digit {
                BREAK => format!("|-{to}"),
                digit => format!("{digit}-{to}"),
            });
            let words: Vec<String> = marks.chain(ways).collect();
            write!(f, "{}{}", if number > 0 { " " } else { "" }, words.join(" "))?;
        }
        Ok(())
    }
}
