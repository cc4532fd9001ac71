//! `ninefold rate`: how hard puzzles are for people, on HoDoKu's scale or on Sudoku Explainer's.

mod se;

use crate::Outcome;
use crate::command::{Answer, Command, Fate, Options, Out, Refusal};
use crate::filter::Where;
use crate::input::{Answering, Input, Limit};
use crate::kinds::{Added, Column, Form, Type};
use crate::output::counted;
use crate::steps::{self, Order, Techniques};
use crate::table::{self, Request};
use clap::Args;
use ninefold::coach;
use ninefold::logic::{self, Rating, SeEnd, SeNumber, SeRater, SeRating, Technique};
use ninefold::notation::Record;
use ninefold::solve::NoAnswer;
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

    #[command(flatten)]
    limit: Limit,

    #[command(flatten)]
    how: Answering,

    #[command(flatten)]
    condition: Where,

    /// Answers to add as columns of a table, renamed if wanted (hardest=technique): status, level, hodoku_score,
    /// hardest, steps, techniques, error; with --order se, er, ep and ed instead of level, hodoku_score and techniques
    /// [default: all]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    add: Vec<Added>,
}

pub(crate) fn run(args: &Rate) -> anyhow::Result<Outcome> {
    let request = Request::answering(&args.input, &args.how, &args.add, &[Form::Parquet]);
    if args.techniques.order == Order::Se {
        return table::answer(&se::BySe::new(args), &request);
    }
    let Rate { pearl, diamond, invariant, .. } = args;
    let of_se = ["--pearl", "--diamond", "--invariant"];
    let given = of_se.into_iter().zip([*pearl, *diamond, *invariant]).find(|(_, given)| *given);
    if let Some((option, _)) = given {
        anyhow::bail!("{option} needs --order se");
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

/// Rates by HoDoKu's techniques.
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

    /// The ratings by Sudoku Explainer.
    fn column(&self, record: &Record, rating: &Rating, name: &str) -> Option<Value> {
        if name == "score" {
            return Some(json!(rating.score()));
        }
        let number = SeNumber::ALL.iter().find(|number| number.name() == name)?;
        let (rater, solver) = (SeRater::new(), self.limit.solver());
        let is_wanted = |_: &SeRating| !self.limit.is_over();
        let rated = coach::rate_by_se(&rater, &record.puzzle, &record.symbols, &solver, is_wanted).ok();
        rated.filter(|rating| rating.end != SeEnd::Stopped).map(|rating| json!(rating.value(*number)))
    }

    fn find(&self, record: &Record, _: &mut Out<'_, '_>) -> Result<Rating, Refusal> {
        self.limit.begin();
        self.limit.solver().judge(&record.puzzle, &record.symbols).map_err(refusal)?;
        let explainer = steps::holding_for(steps::explainer(&self.techniques), &record.puzzle, true);
        steps::rate_in_time(&explainer, &record.puzzle, &self.limit)
    }

    fn fate(&self, rating: &Rating) -> Fate {
        if rating.outcome == logic::Outcome::Solved { Fate::Good } else { Fate::Undecided }
    }

    fn reason(&self, rating: &Rating) -> Option<String> {
        let is_stuck = rating.outcome != logic::Outcome::Solved;
        is_stuck.then(|| "these techniques do not solve it; the rating covers the steps so far".to_owned())
    }

    fn text(&self, rating: &Rating) -> String {
        let hardest = rating.hardest().map_or_else(String::new, |hardest| format!(", hardest {hardest}"));
        let stuck = if rating.outcome == logic::Outcome::Solved { "" } else { ", not solved" };
        let (level, score, steps) = (rating.level(), rating.score(), rating.step_count());
        format!("{level}, HoDoKu score {score}{hardest}, {}{stuck}\n", counted(steps, "step"))
    }
}
