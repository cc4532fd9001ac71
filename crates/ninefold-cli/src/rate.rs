//! `ninefold rate`: how hard puzzles are for people.

use crate::args::{Rate, Ratings};
use crate::batch::{self, Answers, Item, Tally, Task};
use crate::{Outcome, output, solve, steps};
use ninefold::logic::{self, Explainer, Rating};
use ninefold::notation::Record;
use ninefold::solve::{Solver, Verdict};
use serde_json::{Value, json};

pub(crate) fn run(args: &Rate) -> anyhow::Result<Outcome> {
    let task = RateTask { args, explainer: steps::explainer(&args.techniques), solver: Solver::new() };
    batch::run(&task, &args.input, &args.work)
}

struct RateTask<'a> {
    args: &'a Rate,
    explainer: Explainer,
    solver: Solver<'static>,
}

/// What there is to say of a puzzle.
enum Finding {
    Rated(Rating),
    Multiple,
    None(Option<String>),
    Invalid(String),
}

impl Finding {
    fn status(&self) -> &'static str {
        match self {
            Finding::Rated(rating) => steps::outcome(rating.outcome),
            Finding::Multiple => "multiple",
            Finding::None(_) => "none",
            Finding::Invalid(_) => "invalid",
        }
    }

    fn reason(&self) -> Option<String> {
        match self {
            Finding::Rated(rating) if rating.outcome == logic::Outcome::Solved => None,
            Finding::Rated(_) => {
                Some("these techniques do not solve it; the rating is of the steps up to there".to_owned())
            }
            Finding::Multiple => Some("it has several solutions".to_owned()),
            Finding::None(reason) => Some(reason.clone().unwrap_or_else(|| "it has no solution".to_owned())),
            Finding::Invalid(reason) => Some(reason.clone()),
        }
    }

    fn rating(&self) -> Option<&Rating> {
        match self {
            Finding::Rated(rating) => Some(rating),
            _ => None,
        }
    }
}

impl RateTask<'_> {
    fn examine(&self, record: &Record) -> Finding {
        let verdict = self.solver.verdict(&record.puzzle).expect("a solver without budget and flag does not stop");
        match verdict {
            Verdict::Unique(_) => {
                let explainer = steps::holding_for(self.explainer.clone(), &record.puzzle, true);
                Finding::Rated(explainer.rate(&record.puzzle))
            }
            Verdict::Multiple(..) => Finding::Multiple,
            Verdict::None => match solve::why_unsolvable(record) {
                Err(rule) => Finding::Invalid(rule.to_string()),
                Ok(reason) => Finding::None(reason.map(|reason| reason.to_string())),
            },
        }
    }
}

/// The steps of a rating: `full-house:12;x-wing:1`.
pub(crate) fn counts(rating: &Rating) -> String {
    let counts = rating.steps.iter().map(|(technique, count)| format!("{}:{count}", technique.slug()));
    counts.collect::<Vec<_>>().join(";")
}

fn line(finding: &Finding) -> String {
    match finding {
        Finding::Rated(rating) => {
            let count: u32 = rating.steps.iter().map(|(_, count)| count).sum();
            let hardest = rating.hardest().map_or_else(String::new, |hardest| format!(", hardest {hardest}"));
            let stuck = if rating.outcome == logic::Outcome::Solved { "" } else { ", not solved" };
            format!("{}, HoDoKu score {}{hardest}, {count} steps{stuck}\n", rating.level(), rating.score())
        }
        _ => format!("{}: {}\n", finding.status(), finding.reason().unwrap_or_default()),
    }
}

fn members(finding: &Finding) -> [(String, Value); 6] {
    let rating = finding.rating();
    let steps = rating.map(|rating| {
        rating
            .steps
            .iter()
            .map(|(technique, count)| (technique.slug(), json!(count)))
            .collect::<serde_json::Map<_, _>>()
    });
    [
        ("status", json!(finding.status())),
        ("level", json!(rating.map(|rating| rating.level().name()))),
        ("score", rating.map_or(Value::Null, steps::score)),
        ("hardest", json!(rating.and_then(Rating::hardest).map(logic::Technique::slug))),
        ("steps", json!(steps)),
        ("reason", json!(finding.reason())),
    ]
    .map(|(name, value)| (name.to_owned(), value))
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
        let tally = answers.tally();
        *match &finding {
            Finding::Rated(rating) if rating.outcome == logic::Outcome::Solved => &mut tally.good,
            Finding::Rated(_) => &mut tally.undecided,
            Finding::Multiple => &mut tally.multiple,
            Finding::None(_) => &mut tally.none,
            Finding::Invalid(_) => &mut tally.invalid,
        } += 1;
        match self.args.format {
            Ratings::Line => answers.write(&line(&finding)),
            Ratings::Json => {
                let mut object = output::about(item, &read);
                object.extend(members(&finding));
                answers.write(&format!("{}\n", json!(object)));
            }
            Ratings::Csv => {
                let rating = finding.rating();
                let count = |rating: &Rating| rating.steps.iter().map(|(_, count)| count).sum::<u32>().to_string();
                let or_empty = Option::unwrap_or_default;
                let row = [
                    output::puzzle_text(item, &read),
                    finding.status().to_owned(),
                    or_empty(rating.map(|rating| rating.level().name().to_owned())),
                    or_empty(rating.map(|rating| rating.score().to_string())),
                    or_empty(rating.and_then(Rating::hardest).map(logic::Technique::slug)),
                    or_empty(rating.map(count)),
                    or_empty(rating.map(counts)),
                ];
                answers.write(&output::csv_row(&row.each_ref().map(String::as_str)));
            }
        }
    }

    fn header(&self) -> Option<&'static str> {
        (self.args.format == Ratings::Csv).then_some("puzzle,status,level,hodoku_score,hardest,steps,techniques")
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, none, multiple, invalid, undecided, .. } = tally;
        let stuck =
            if *undecided > 0 { format!(", {undecided} not solved by these techniques") } else { String::new() };
        format!("{good} rated, {multiple} multiple, {none} none, {invalid} invalid{stuck}")
    }
}
