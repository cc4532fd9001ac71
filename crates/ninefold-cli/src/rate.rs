//! `ninefold rate`: how hard puzzles are for people, on HoDoKu's scale or on Sudoku Explainer's.

mod se;

use crate::Outcome;
use crate::command::{Answer, Command, Fate, Options, Out, Refusal};
use crate::filter::Where;
use crate::input::{Answering, Input, seconds};
use crate::kinds::{Added, Column, Form, Type};
use crate::steps::{self, Order, Techniques};
use crate::table::{self, Request};
use clap::Args;
use ninefold::coach;
use ninefold::logic::{self, Rating, SeNumber, SeRater, Technique};
use ninefold::notation::Record;
use ninefold::solve::{NoAnswer, Solver};
use serde_json::{Value, json};

#[derive(Args, Debug)]
pub(crate) struct Rate {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    techniques: Techniques,

    /// With --order se: stop as soon as a puzzle is known not to be a pearl (its first digit is not its hardest step)
    #[arg(long, conflicts_with = "diamond", help_heading = "Search")]
    pearl: bool,

    /// With --order se: stop as soon as a puzzle is known not to be a diamond (its first step is not its hardest)
    #[arg(long, help_heading = "Search")]
    diamond: bool,

    /// With --order se: rate the minlex form, so that puzzles that differ only by symmetry have the same rating
    #[arg(long, help_heading = "Techniques")]
    invariant: bool,

    /// With --order se: stop after this time with each puzzle, and report what its rating is at least
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Search")]
    time_limit: Option<f64>,

    #[command(flatten)]
    how: Answering,

    #[command(flatten)]
    condition: Where,

    /// Answers that become columns of a table, perhaps under other names (hardest=technique): status, level, hodoku_score, hardest, steps, techniques, error; with --order se, er, ep and ed instead of level, hodoku_score and techniques
    /// [default: all]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    add: Vec<Added>,
}

pub(crate) fn run(args: &Rate) -> anyhow::Result<Outcome> {
    let request = Request::answering(&args.input, &args.how, &args.add, &[Form::Parquet]);
    if args.techniques.order == Order::Se {
        return table::answer(&se::BySe::new(args), &request);
    }
    let Rate { pearl, diamond, invariant, time_limit, .. } = args;
    let of_se = ["--pearl", "--diamond", "--invariant", "--time-limit"];
    let given = of_se.into_iter().zip([*pearl, *diamond, *invariant, time_limit.is_some()]).find(|(_, given)| *given);
    if let Some((option, _)) = given {
        anyhow::bail!("{option} is for --order se");
    }
    table::answer(args, &request)
}

/// Why a puzzle has no rating.
fn refusal(why: NoAnswer) -> Refusal {
    let reason = match &why {
        NoAnswer::NoSolution(Some(reason)) => reason.to_string(),
        why => why.to_string(),
    };
    Refusal { reason: Some(reason), ..why.into() }
}

/// By HoDoKu's techniques.
impl Command for Rate {
    type Found = Rating;
    const PORTION: usize = 32;
    const ANSWERS: &'static [Answer<Rating>] = &[
        Answer::status(Column::usual("status", Type::Text), |rating| rating.outcome.name()),
        Answer::new(Column::usual("level", Type::Text), |rating| json!(rating.level().name())),
        Answer::json("score", |rating| json!({ "scale": "HoDoKu", "value": rating.score() })),
        Answer::row(Column::usual("hodoku_score", Type::Number), |rating| json!(rating.score())),
        Answer::new(Column::usual("hardest", Type::Text), |rating| json!(rating.hardest().map(Technique::slug))),
        Answer::json("steps", steps::counts),
        Answer::row(Column::usual("steps", Type::Number), |rating| json!(rating.step_count())),
        Answer::row(Column::usual("techniques", Type::Text), |rating| json!(rating.counts())),
    ];
    const SAYS_REASON: Option<bool> = Some(false);
    const REPORT: &'static str = "{good} rated, {multiple} multiple, {none} none, {invalid} invalid[, {undecided} not solved by these techniques]";

    fn options(&self) -> Options<'_> {
        Options { form: self.how.format, filter: self.condition.filter.as_ref(), ..Options::new(&self.input) }
    }

    const WHERE: &'static [&'static str] = &["score", "er", "ep", "ed"];

    /// What Sudoku Explainer says of it.
    fn column(&self, record: &Record, rating: &Rating, name: &str) -> Option<Value> {
        if name == "score" {
            return Some(json!(rating.score()));
        }
        let number = SeNumber::ALL.iter().find(|number| number.name() == name)?;
        let rated = coach::rate_by_se(&SeRater::new(), &record.puzzle, &record.symbols, &Solver::new(), |_| true);
        rated.ok().map(|rating| json!(rating.value(*number)))
    }

    fn find(&self, record: &Record, _: &mut Out<'_, '_>) -> Result<Rating, Refusal> {
        Solver::new().judge(&record.puzzle, &record.symbols).map_err(refusal)?;
        Ok(steps::holding_for(steps::explainer(&self.techniques), &record.puzzle, true).rate(&record.puzzle))
    }

    fn fate(&self, rating: &Rating) -> Fate {
        if rating.outcome == logic::Outcome::Solved { Fate::Good } else { Fate::Undecided }
    }

    fn reason(&self, rating: &Rating) -> Option<String> {
        let is_stuck = rating.outcome != logic::Outcome::Solved;
        is_stuck.then(|| "these techniques do not solve it; the rating is of the steps up to there".to_owned())
    }

    fn text(&self, rating: &Rating) -> String {
        let hardest = rating.hardest().map_or_else(String::new, |hardest| format!(", hardest {hardest}"));
        let stuck = if rating.outcome == logic::Outcome::Solved { "" } else { ", not solved" };
        let (level, score, steps) = (rating.level(), rating.score(), rating.step_count());
        format!("{level}, HoDoKu score {score}{hardest}, {steps} steps{stuck}\n")
    }
}
