//! A formula of inequalities over variables that are 0 or 1, written as OPB.

use crate::solve::literal::Literal;
use std::fmt::Write as _;

/// A weighted sum of literals that is at least `degree` or, as an equation, equal to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) terms: Vec<(i64, Literal)>,
    pub(super) degree: i64,
    pub(super) is_equation: bool,
}

/// Variables with names, and rows over them.
#[derive(Clone, Debug, Default)]
pub(super) struct Formula {
    names: Vec<String>,
    rows: Vec<Row>,
    /// What the rows from a number on are about, in words.
    notes: Vec<(usize, String)>,
    /// The objective: the number of these literals that are true is minimised.
    pub(super) objective: Vec<Literal>,
}

impl Formula {
    /// Adds a variable; returns the literal for "it is 1".
    pub(super) fn variable(&mut self, name: String) -> Literal {
        self.names.push(name);
        Literal::new(self.names.len() - 1)
    }

    pub(super) fn variables(&self) -> usize {
        self.names.len()
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Notes in words what the next rows are about.
    pub(super) fn note(&mut self, words: String) {
        self.notes.push((self.rows.len(), words));
    }

    /// Adds a row; returns its number.
    pub(super) fn add(&mut self, terms: Vec<(i64, Literal)>, degree: i64, is_equation: bool) -> usize {
        self.rows.push(Row { terms, degree, is_equation });
        self.rows.len() - 1
    }

    /// Relaxes the rows from a number on: they need not hold if the literal is true. There must be no note among them.
    pub(super) fn relax(&mut self, from: usize, unless: Literal) {
        for row in self.rows.split_off(from) {
            let turned = row.terms.iter().map(|(factor, literal)| (-factor, *literal)).collect();
            let other = row.is_equation.then_some((turned, -row.degree));
            for (terms, degree) in std::iter::once((row.terms, row.degree)).chain(other) {
                let (mut terms, degree) = positive(terms, degree);
                if degree > 0 {
                    terms.push((degree, unless));
                    self.add(terms, degree, false);
                }
            }
        }
    }

    /// The number of inequalities: an equation counts as two.
    pub(super) fn inequalities(&self) -> usize {
        self.rows.iter().map(|row| 1 + usize::from(row.is_equation)).sum()
    }

    /// The name of a literal's variable, with `~` if the literal means that it is 0.
    pub(super) fn name(&self, literal: Literal) -> (&'static str, &str) {
        (if literal.is_negated() { "~" } else { "" }, &self.names[literal.variable()])
    }

    pub(super) fn write_terms(&self, terms: &[(i64, Literal)], text: &mut String) {
        for (factor, literal) in terms {
            let (sign, name) = self.name(*literal);
            write!(text, "{factor} {sign}{name} ").expect("a string takes everything");
        }
    }

    /// The formula in OPB format, with a comment for each rule.
    pub(super) fn opb(&self) -> String {
        let mut text = format!("* #variable= {} #constraint= {}\n", self.names.len(), self.rows.len());
        if !self.objective.is_empty() {
            text += "min: ";
            let terms: Vec<(i64, Literal)> = self.objective.iter().map(|literal| (1, *literal)).collect();
            self.write_terms(&terms, &mut text);
            text += ";\n";
        }
        let mut notes = self.notes.iter().peekable();
        for (place, row) in self.rows.iter().enumerate() {
            while let Some((_, words)) = notes.next_if(|(before, _)| *before == place) {
                text.extend(["* ", words, "\n"]);
            }
            self.write_terms(&row.terms, &mut text);
            let relation = if row.is_equation { "=" } else { ">=" };
            writeln!(text, "{relation} {} ;", row.degree).expect("a string takes everything");
        }
        text
    }
}

/// Rewrites a sum and its lower bound without negative factors.
fn positive(terms: Vec<(i64, Literal)>, mut degree: i64) -> (Vec<(i64, Literal)>, i64) {
    let term = |(factor, literal): (i64, Literal)| match factor < 0 {
        true => {
            degree -= factor;
            (-factor, !literal)
        }
        false => (factor, literal),
    };
    let terms = terms.into_iter().map(term).collect();
    (terms, degree)
}
