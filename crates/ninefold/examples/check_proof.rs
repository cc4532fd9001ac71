//! Checks a certificate that `ninefold check --proof` wrote: `check_proof FILE.opb FILE.pbp`.
//!
//! It shares no code with ninefold, and understands only the part of VeriPB's format that such proofs use: `f`, `pol` with sums
//! and multiples, `rup` with clauses, `del id`, `sol`, `soli`, and the end of a proof.

use std::collections::HashMap;

/// Literals with positive weights; the true ones together weigh at least `degree`. A literal is twice its variable, plus one if
/// it is negated.
#[derive(Clone, Debug)]
struct Row {
    terms: Vec<(i64, usize)>,
    degree: i64,
}

impl Row {
    /// A row with each variable at most once and only positive weights.
    fn normal(terms: impl IntoIterator<Item = (i64, usize)>, mut degree: i64) -> Row {
        let mut factors: HashMap<usize, i64> = HashMap::new();
        for (factor, literal) in terms {
            let is_negated = literal % 2 == 1;
            degree -= if is_negated { factor } else { 0 };
            *factors.entry(literal / 2).or_insert(0) += if is_negated { -factor } else { factor };
        }
        degree -= factors.values().map(|factor| factor.min(&0)).sum::<i64>();
        let term = |(variable, factor): (usize, i64)| (factor.abs(), 2 * variable + usize::from(factor < 0));
        let mut terms: Vec<_> = factors.into_iter().filter(|(_, factor)| *factor != 0).map(term).collect();
        terms.sort_unstable_by_key(|(weight, literal)| (-weight, *literal));
        Row { terms, degree }
    }

    fn weight(&self) -> i64 {
        self.terms.iter().map(|(weight, _)| weight).sum()
    }
}

/// The known rows, and what follows from them by unit propagation.
#[derive(Default)]
struct Checker {
    names: HashMap<String, usize>,
    /// By number, from 1; deleted rows are `None`.
    rows: Vec<Option<Row>>,
    objective: Vec<(i64, usize)>,
    /// For each row that is not a clause: by how much the weights of its literals that are not false exceed the degree.
    slack: Vec<i64>,
    /// For each literal: the rows that count it, and the clauses that watch it.
    counted: Vec<Vec<(usize, i64)>>,
    watched: Vec<Vec<usize>>,
    /// For each literal: whether it is true.
    is_true: Vec<bool>,
    trail: Vec<usize>,
    head: usize,
    is_refuted: bool,
    given: usize, // rows of the formula, which stay: solutions are checked with them
    best: Option<i64>,
}

type Checked<T> = Result<T, String>;

fn number(word: &str) -> Checked<i64> {
    word.parse().map_err(|_| format!("'{word}', expected a number"))
}

fn set(literal: usize, is_true: &mut [bool], trail: &mut Vec<usize>) {
    if !std::mem::replace(&mut is_true[literal], true) {
        trail.push(literal);
    }
}

impl Checker {
    fn literal(&mut self, word: &str, may_be_new: bool) -> Checked<usize> {
        let (name, negated) = word.strip_prefix('~').map_or((word, 0), |name| (name, 1));
        if may_be_new && name.starts_with(char::is_alphabetic) && !self.names.contains_key(name) {
            self.names.insert(name.to_owned(), self.names.len());
            self.is_true.extend([false, false]);
            self.counted.extend([Vec::new(), Vec::new()]);
            self.watched.extend([Vec::new(), Vec::new()]);
        }
        let variable = self.names.get(name).ok_or_else(|| format!("'{word}', expected a variable of the formula"))?;
        Ok(2 * variable + negated)
    }

    fn terms(&mut self, words: &[&str], may_be_new: bool) -> Checked<Vec<(i64, usize)>> {
        let mut term = |pair: &[&str]| Ok((number(pair[0])?, self.literal(pair.get(1).unwrap_or(&""), may_be_new)?));
        words.chunks(2).map(&mut term).collect()
    }

    fn read_formula(&mut self, text: &str) -> Checked<()> {
        for line in text.lines().filter(|line| !line.starts_with('*') && !line.is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match &words[..] {
                ["min:", terms @ .., ";"] => self.objective = self.terms(terms, true)?,
                [terms @ .., relation @ (">=" | "="), degree, ";"] => {
                    let (terms, degree) = (self.terms(terms, true)?, number(degree)?);
                    self.add(Row::normal(terms.clone(), degree));
                    if *relation == "=" {
                        self.add(Row::normal(terms.into_iter().map(|(factor, literal)| (-factor, literal)), -degree));
                    }
                }
                _ => return Err(format!("'{line}', expected a row of a formula")),
            }
        }
        Ok(())
    }

    /// Adds a row. All that follows from it is derived at once.
    fn add(&mut self, mut row: Row) {
        let id = self.rows.len();
        let is_false = |literal: usize| self.is_true[literal ^ 1];
        let gone = row.terms.iter().filter(|(_, literal)| is_false(*literal)).map(|(weight, _)| weight);
        self.slack.push(row.weight() - row.degree - gone.sum::<i64>());
        if row.degree > 0 && row.terms.iter().all(|(weight, _)| *weight >= row.degree) {
            row = Row { terms: row.terms.iter().map(|(_, literal)| (1, *literal)).collect(), degree: 1 };
            row.terms.sort_by_key(|(_, literal)| is_false(*literal));
            let open = row.terms.iter().filter(|(_, literal)| !is_false(*literal)).count();
            self.slack[id] = open as i64 - 1;
            row.terms.iter().take(2).for_each(|(_, literal)| self.watched[*literal].push(id));
        } else {
            row.terms.iter().for_each(|(weight, literal)| self.counted[*literal].push((id, *weight)));
        }
        self.rows.push(Some(row));
        self.is_refuted = self.force(id) || self.is_refuted || self.propagate();
    }

    fn force(&mut self, id: usize) -> bool {
        let Some(row) = &self.rows[id] else { return false };
        let slack = self.slack[id];
        let needed = row.terms.iter().take_while(|(weight, _)| *weight > slack).map(|(_, literal)| *literal);
        for literal in needed {
            if slack >= 0 && !self.is_true[literal ^ 1] {
                set(literal, &mut self.is_true, &mut self.trail);
            }
        }
        slack < 0
    }

    /// Derives all consequences; returns whether they contradict each other.
    fn propagate(&mut self) -> bool {
        let mut is_conflict = false;
        while !is_conflict && self.head < self.trail.len() {
            let falsified = self.trail[self.head] ^ 1;
            self.head += 1;
            for i in 0..self.counted[falsified].len() {
                let (id, weight) = self.counted[falsified][i];
                self.slack[id] -= weight;
                is_conflict |= self.force(id);
            }
            let watchers = std::mem::take(&mut self.watched[falsified]);
            for id in watchers {
                let Some(row) = &mut self.rows[id] else { continue };
                let terms = &mut row.terms;
                let own = usize::from(terms.len() > 1 && terms[1].1 == falsified);
                let is_false = |literal: usize| self.is_true[literal ^ 1];
                let free = (2..terms.len()).find(|i| !is_false(terms[*i].1));
                if let Some(free) = free.filter(|_| !self.is_true[terms[1 - own].1]) {
                    terms.swap(own, free);
                    self.watched[terms[own].1].push(id);
                    continue;
                }
                self.watched[falsified].push(id);
                match terms.get(1 - own).map(|(_, other)| *other) {
                    Some(other) if !is_false(other) => set(other, &mut self.is_true, &mut self.trail),
                    _ => is_conflict = true,
                }
            }
        }
        is_conflict
    }

    fn follows(&mut self, clause: &Row) -> bool {
        let start = self.trail.len();
        let mut is_conflict = self.is_refuted || clause.terms.iter().any(|(_, literal)| self.is_true[*literal]);
        for (_, literal) in clause.terms.iter().filter(|_| !is_conflict) {
            set(literal ^ 1, &mut self.is_true, &mut self.trail);
        }
        is_conflict = is_conflict || self.propagate();
        for place in (start..self.trail.len()).rev() {
            let literal = self.trail[place];
            self.is_true[literal] = false;
            if place < self.head {
                self.counted[literal ^ 1].iter().for_each(|(id, weight)| self.slack[*id] += weight);
            }
        }
        self.trail.truncate(start);
        self.head = start;
        is_conflict
    }

    fn get(&self, word: &str) -> Checked<&Row> {
        let row = self.rows.get((number(word)? as usize).wrapping_sub(1)).and_then(Option::as_ref);
        row.ok_or_else(|| format!("'{word}', expected the number of a row"))
    }

    fn combine(&self, words: &[&str]) -> Checked<Row> {
        let mut stack: Vec<Row> = Vec::new();
        for (i, word) in words.iter().enumerate() {
            match *word {
                "+" => {
                    let (one, other) = stack.pop().zip(stack.pop()).ok_or("too few rows")?;
                    stack.push(Row::normal(one.terms.into_iter().chain(other.terms), one.degree + other.degree));
                }
                "*" => {}
                times if words.get(i + 1) == Some(&"*") => {
                    let times = number(times)?;
                    let row = stack.last_mut().filter(|_| times > 0).ok_or("a factor, expected a row before it")?;
                    row.terms.iter_mut().for_each(|(weight, _)| *weight *= times);
                    row.degree *= times;
                }
                id => stack.push(self.get(id)?.clone()),
            }
        }
        stack.pop().filter(|_| stack.is_empty()).ok_or_else(|| "a sum that is not finished".to_owned())
    }

    fn solution(&mut self, words: &[&str], is_to_be_better: bool) -> Checked<()> {
        let mut is_true = vec![false; self.is_true.len()];
        for word in words {
            is_true[self.literal(word, false)?] = true;
        }
        let is_whole = is_true.chunks(2).all(|pair| pair[0] != pair[1]);
        let weight =
            |terms: &[(i64, usize)]| terms.iter().filter(|term| is_true[term.1]).map(|term| term.0).sum::<i64>();
        if !is_whole || self.rows.iter().flatten().any(|row| weight(&row.terms) < row.degree) {
            return Err("it is no solution".to_owned());
        }
        let value = weight(&self.objective);
        self.best = Some(self.best.map_or(value, |best| best.min(value)));
        if is_to_be_better {
            self.add(Row::normal(self.objective.iter().map(|(factor, literal)| (-factor, *literal)), 1 - value));
        }
        Ok(())
    }

    fn step(&mut self, line: &str) -> Checked<Option<String>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match &words[..] {
            ["f", count] if number(count)? as usize == self.rows.len() => self.given = self.rows.len(),
            ["pol", parts @ ..] => self.combine(parts).map(|row| self.add(row))?,
            ["rup", terms @ .., ">=", "1", ";"] => {
                let clause = Row::normal(self.terms(terms, false)?, 1);
                let is_seen = clause.degree == 1 && self.follows(&clause);
                self.add(Some(clause).filter(|_| is_seen).ok_or("it does not follow")?);
            }
            ["del", "id", ids @ ..] => {
                for id in ids {
                    let place = (number(id)? as usize).wrapping_sub(1);
                    self.rows
                        .get_mut(place)
                        .filter(|_| place >= self.given)
                        .ok_or("expected a row of the proof")?
                        .take();
                }
            }
            [rule @ ("sol" | "soli"), literals @ ..] => self.solution(literals, *rule == "soli")?,
            ["output", "NONE"] => {}
            ["conclusion", "UNSAT", ":", id] if self.best.is_none() && self.objective.is_empty() => {
                let row = self.get(id)?;
                return (row.weight() < row.degree)
                    .then(|| Some("UNSAT".to_owned()))
                    .ok_or("no contradiction".to_owned());
            }
            ["conclusion", "BOUNDS", least, most] if !self.objective.is_empty() => {
                let (least, most) = (number(least)?, number(most)?);
                let is_least = least <= 0 || self.is_refuted && least <= most;
                let is_shown = is_least && self.best == Some(most);
                return is_shown.then(|| Some(format!("BOUNDS {least} {most}"))).ok_or("not shown".to_owned());
            }
            _ => return Err("expected a step".to_owned()),
        }
        Ok(None)
    }
}

/// What the proof shows, or why it is not a proof.
pub(crate) fn check(formula: &str, proof: &str) -> Checked<String> {
    let mut checker = Checker::default();
    checker.read_formula(formula)?;
    let steps = proof.strip_prefix("pseudo-Boolean proof version 2.0\n");
    let steps = steps.and_then(|steps| steps.strip_suffix("\nend pseudo-Boolean proof\n")).ok_or("no proof")?;
    let mut shown = None;
    for (place, line) in steps.lines().enumerate().filter(|(_, line)| !line.starts_with('*')) {
        shown = checker.step(line).map_err(|reason| format!("line {}: {line:.80}: {reason}", place + 2))?;
    }
    shown.ok_or_else(|| "a proof that does not end with a conclusion".to_owned())
}

#[allow(dead_code, clippy::print_stdout, reason = "tests call what checks")]
fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let read = |file: &String| std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"));
    let checked = match &files[..] {
        [formula, proof] => read(formula).and_then(|formula| check(&formula, &read(proof)?)),
        _ => Err("usage: check_proof FILE.opb FILE.pbp".to_owned()),
    };
    println!(
        "{}",
        checked.as_ref().map_or_else(|reason| format!("refused: {reason}"), |shown| format!("checked: {shown}"))
    );
    std::process::exit(i32::from(checked.is_err()));
}
