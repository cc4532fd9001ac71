//! `ninefold rate`: how hard puzzles are for people.

use crate::args::Rate;
use crate::batch::{Answers, Item, Tally, Task};
use crate::kinds::Form;
#[cfg(feature = "parquet")]
use crate::kinds::{Column, Type};
use crate::output::{self, Object};
use crate::table::{self, Request};
#[cfg(feature = "parquet")]
use crate::table::{Row, Teller};
use crate::{Outcome, steps};
use ninefold::logic::{self, Explainer, Grading, Level, Scale, Technique};
use ninefold::notation::Record;
use ninefold::solve::{Solver, Verdict};
use serde_json::{Value, json};

pub(crate) fn run(args: &Rate) -> anyhow::Result<Outcome> {
    let task = RateTask { args, explainer: steps::explainer(&args.techniques), solver: Solver::new() };
    let request = Request {
        add: &args.add,
        adds_usual: true,
        format: args.format.kind(),
        is_format_of_tables: args.format == Form::Parquet,
        ..Request::new(&args.input, &args.work, &args.table)
    };
    table::answer(&task, &request)
}

struct RateTask<'a> {
    args: &'a Rate,
    explainer: Explainer,
    solver: Solver<'static>,
}

/// What there is to say of a puzzle.
enum Finding {
    Rated(Grading),
    Multiple,
    None(Option<String>),
    Invalid(String),
}

impl Finding {
    fn status(&self) -> &'static str {
        match self {
            Finding::Rated(grade) => grade.rating.outcome.name(),
            Finding::Multiple => "multiple",
            Finding::None(_) => "none",
            Finding::Invalid(_) => "invalid",
        }
    }

    fn reason(&self) -> Option<String> {
        match self {
            Finding::Rated(grade) if grade.rating.outcome == logic::Outcome::Solved => None,
            Finding::Rated(_) => {
                Some("these techniques do not solve it; the rating is of the steps up to there".to_owned())
            }
            Finding::Multiple => Some("it has several solutions".to_owned()),
            Finding::None(reason) => Some(reason.clone().unwrap_or_else(|| "it has no solution".to_owned())),
            Finding::Invalid(reason) => Some(reason.clone()),
        }
    }

    fn count(&self, tally: &mut Tally) {
        *match self {
            Finding::Rated(grade) if grade.rating.outcome == logic::Outcome::Solved => &mut tally.good,
            Finding::Rated(_) => &mut tally.undecided,
            Finding::Multiple => &mut tally.multiple,
            Finding::None(_) => &mut tally.none,
            Finding::Invalid(_) => &mut tally.invalid,
        } += 1;
    }

    fn grade(&self) -> Option<&Grading> {
        match self {
            Finding::Rated(grade) => Some(grade),
            _ => None,
        }
    }
}

impl RateTask<'_> {
    fn scale(&self) -> Scale {
        self.args.techniques.order.scale()
    }

    fn examine(&self, record: &Record) -> Finding {
        let verdict = self.solver.verdict(&record.puzzle).expect("a solver without budget and flag does not stop");
        match verdict {
            Verdict::Unique(_) => {
                let explainer = steps::holding_for(self.explainer.clone(), &record.puzzle, true);
                Finding::Rated(explainer.grade_while(&record.puzzle, self.scale(), || true))
            }
            Verdict::Multiple(..) => Finding::Multiple,
            Verdict::None => match record.why_unsolvable() {
                Err(rule) => Finding::Invalid(rule.to_string()),
                Ok(reason) => Finding::None(reason.map(|reason| reason.to_string())),
            },
        }
    }
}

fn line(finding: &Finding) -> String {
    let Finding::Rated(grade) = finding else {
        return format!("{}: {}\n", finding.status(), finding.reason().unwrap_or_default());
    };
    let number = match (grade.level(), steps::number(grade)) {
        (Some(level), number) => format!("{level}, HoDoKu score {number}"),
        (None, number) if number.is_empty() => "no rating".to_owned(),
        (None, number) => format!("SE-like rating {number}"),
    };
    let hardest = grade.hardest().map_or_else(String::new, |hardest| format!(", hardest {hardest}"));
    let stuck = if grade.rating.outcome == logic::Outcome::Solved { "" } else { ", not solved" };
    format!("{number}{hardest}, {} steps{stuck}\n", grade.rating.step_count())
}

fn members(finding: &Finding) -> [(&'static str, Value); 6] {
    let grade = finding.grade();
    let steps = grade.map(|grade| {
        let counts = grade.rating.steps.iter().map(|(technique, count)| (technique.slug(), json!(count)));
        counts.collect::<serde_json::Map<_, _>>()
    });
    [
        ("status", json!(finding.status())),
        ("level", json!(grade.and_then(Grading::level).map(Level::name))),
        ("score", grade.map_or(Value::Null, steps::score)),
        ("hardest", json!(grade.and_then(Grading::hardest).map(Technique::slug))),
        ("steps", json!(steps)),
        ("reason", json!(finding.reason())),
    ]
}

impl Task for RateTask<'_> {
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let read = item.read();
        let finding = match &read {
            Err(invalid) => Finding::Invalid(self.args.input.explain(invalid)),
            Ok(record) => {
                answers.note(item, &record.notes);
                self.examine(record)
            }
        };
        finding.count(answers.tally());
        match self.args.format {
            Form::Line => answers.write(&line(&finding)),
            Form::Json => answers.write_bytes(&Object::about(item, &read).with_all(members(&finding)).line()),
            Form::Csv | Form::Parquet => {
                let grade = finding.grade();
                let or_empty = Option::unwrap_or_default;
                let puzzle = output::puzzle_text(item, &read);
                let mut row = vec![puzzle, finding.status().to_owned()];
                if self.scale() == Scale::Hodoku {
                    row.push(or_empty(grade.and_then(Grading::level).map(|level| level.to_string())));
                }
                row.extend([
                    or_empty(grade.map(steps::number)),
                    or_empty(grade.and_then(Grading::hardest).map(Technique::slug)),
                    or_empty(grade.map(|grade| grade.rating.step_count().to_string())),
                    or_empty(grade.map(|grade| grade.rating.counts())),
                ]);
                answers.write(&output::csv_row(&row.iter().map(String::as_str).collect::<Vec<_>>()));
            }
        }
    }

    fn header(&self) -> Option<&'static str> {
        (self.args.format == Form::Csv).then_some(match self.scale() {
            Scale::Hodoku => "puzzle,status,level,hodoku_score,hardest,steps,techniques",
            _ => "puzzle,status,se_like_rating,hardest,steps,techniques",
        })
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, none, multiple, invalid, undecided, .. } = tally;
        let stuck =
            if *undecided > 0 { format!(", {undecided} not solved by these techniques") } else { String::new() };
        format!("{good} rated, {multiple} multiple, {none} none, {invalid} invalid{stuck}")
    }
}

/// The columns of a table; the second and third only on HoDoKu's scale, the fourth only on the other.
#[cfg(feature = "parquet")]
const COLUMNS: [Column; 7] = [
    Column::usual("status", Type::Text),
    Column::usual("level", Type::Text),
    Column::usual("hodoku_score", Type::Number),
    Column::usual("se_like_rating", Type::Real),
    Column::usual("hardest", Type::Text),
    Column::usual("steps", Type::Number),
    Column::usual("techniques", Type::Text),
];

#[cfg(feature = "parquet")]
impl Teller for RateTask<'_> {
    fn columns(&self) -> Vec<Column> {
        let is_hodoku = self.scale() == Scale::Hodoku;
        let is_there = |column: &Column| match column.name {
            "level" | "hodoku_score" => is_hodoku,
            "se_like_rating" => !is_hodoku,
            _ => true,
        };
        COLUMNS.into_iter().filter(is_there).collect()
    }

    fn tell(&self, read: Result<&Record, String>, row: &mut Row<'_, '_>) {
        let finding = read.map_or_else(Finding::Invalid, |record| self.examine(record));
        finding.count(row.tally());
        for (column, Column { name, .. }) in self.columns().into_iter().enumerate() {
            match (name, finding.grade()) {
                ("status", _) => row.text(column, finding.status()),
                ("level", Some(grade)) => row.text(column, grade.rating.level().name()),
                ("hodoku_score", Some(grade)) => row.number(column, grade.rating.score().into()),
                ("se_like_rating", Some(grade)) => {
                    if let Some(rating) = grade.se_rating() {
                        row.real(column, f64::from(rating) / 10.0);
                    }
                }
                ("hardest", Some(grade)) => {
                    if let Some(hardest) = grade.hardest() {
                        row.text(column, &hardest.slug());
                    }
                }
                ("steps", Some(grade)) => row.number(column, grade.rating.step_count().into()),
                ("techniques", Some(grade)) => row.text(column, &grade.rating.counts()),
                _ => {}
            }
        }
        if let Some(reason) = finding.reason() {
            row.error(reason);
        }
    }
}
