//! `ninefold rate --order se`: the ratings of Sudoku Explainer 1.2.1.

use super::Rate;
use crate::command::{Answer, Command, Fate, Options, Out, Refusal};
use crate::kinds::{Column, Type};
use crate::output::counted;
use crate::steps;
use ninefold::coach::{self, Unrated};
use ninefold::logic::{Explainer, SeEnd, SeNumber, SeRater, SeRating};
use ninefold::notation::Record;
use ninefold::solve::Solver;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;

/// Rates by Sudoku Explainer's rules, as the options require.
pub(super) struct BySe<'a> {
    args: &'a Rate,
    rater: SeRater,
    /// The scale, with all options that can affect a rating.
    scale: Arc<Value>,
}

/// A rating on a scale.
pub(crate) struct Rated {
    rating: SeRating,
    scale: Arc<Value>,
    has_several_solutions: bool,
}

impl<'a> BySe<'a> {
    pub(super) fn new(args: &'a Rate) -> BySe<'a> {
        let mut rater = SeRater::new();
        if args.techniques.no_uniqueness {
            rater = rater.without_uniqueness();
        }
        if args.invariant {
            rater = rater.invariant();
        }
        rater = match (args.pearl, args.diamond) {
            (true, _) => rater.only_pearls(),
            (_, true) => rater.only_diamonds(),
            _ => rater,
        };
        let Rate { techniques, pearl, diamond, invariant, limit, .. } = args;
        let scale = json!({
            "name": SeRater::SCALE,
            "uniqueness": !techniques.no_uniqueness,
            "invariant": invariant,
            "only": if *pearl { Some("pearls") } else { diamond.then_some("diamonds") },
            "time_limit": limit.time_limit,
        });
        BySe { args, rater, scale: Arc::new(scale) }
    }
}

fn number(rated: &Rated, number: SeNumber) -> Value {
    json!(rated.rating.value(number))
}

impl Command for BySe<'_> {
    type Found = Rated;
    const PORTION: usize = 1;
    const ANSWERS: &'static [Answer<Rated>] = &[
        Answer::status(Column::usual("status", Type::Text), |rated| rated.rating.end.name()),
        Answer::json("scale", |rated| Value::clone(&rated.scale)),
        Answer::new(Column::usual("er", Type::Real), |rated| number(rated, SeNumber::Er)),
        Answer::new(Column::usual("ep", Type::Real), |rated| number(rated, SeNumber::Ep)),
        Answer::new(Column::usual("ed", Type::Real), |rated| number(rated, SeNumber::Ed)),
        Answer::new(Column::usual("hardest", Type::Text), |rated| json!(rated.rating.hardest)),
        Answer::new(Column::usual("steps", Type::Number), |rated| json!(rated.rating.hints)),
    ];
    const SAYS_REASON: Option<bool> = Some(false);
    const REPORT: &'static str =
        "{good} rated, {multiple} multiple, {none} none, {invalid} invalid[, {undecided} not rated to the end]";

    fn options(&self) -> Options<'_> {
        Options {
            form: self.args.how.format,
            filter: self.args.condition.filter.as_ref(),
            ..Options::new(&self.args.input)
        }
    }

    const WHERE: &'static [&'static str] = &["level", "score", "hodoku_score", "techniques"];

    /// The level and score by HoDoKu.
    fn column(&self, record: &Record, _: &Rated, name: &str) -> Option<Value> {
        let rating = steps::holding_for(steps::limited(Explainer::new(), &self.args.techniques), &record.puzzle, true)
            .rate(&record.puzzle);
        match name {
            "level" => Some(json!(rating.level().name())),
            "score" | "hodoku_score" => Some(json!(rating.score())),
            "techniques" => Some(json!(rating.counts())),
            _ => None,
        }
    }

    fn find(&self, record: &Record, _: &mut Out<'_, '_>) -> Result<Rated, Refusal> {
        let Record { puzzle, symbols, .. } = record;
        let (start, limit) = (Instant::now(), self.args.limit.time_limit);
        let is_in_time = |_: &SeRating| limit.is_none_or(|limit| start.elapsed().as_secs_f64() < limit);
        let rating = coach::rate_by_se(&self.rater, puzzle, symbols, &Solver::new(), is_in_time);
        let rating = rating.map_err(|why| match why {
            Unrated::NoAnswer(why) => super::refusal(why),
            why => Refusal {
                status: why.status(),
                words: "Not rated",
                reason: Some(why.to_string()),
                fate: Fate::Undecided,
            },
        })?;
        // Where the rules suffice for all puzzles, only one with several solutions gets stuck.
        let has_several_solutions = rating.end == SeEnd::Stuck && Solver::new().judge(puzzle, symbols).is_err();
        Ok(Rated { rating, scale: self.scale.clone(), has_several_solutions })
    }

    fn fate(&self, rated: &Rated) -> Fate {
        match rated.rating.end {
            SeEnd::Solved | SeEnd::NoPearl | SeEnd::NoDiamond => Fate::Good,
            SeEnd::Stuck if rated.has_several_solutions => Fate::Good,
            _ => Fate::Undecided,
        }
    }

    fn reason(&self, rated: &Rated) -> Option<String> {
        rated.rating.remark().map(str::to_owned)
    }

    fn text(&self, rated: &Rated) -> String {
        let SeRating { hardest, hints, .. } = &rated.rating;
        let hardest = hardest.map_or_else(String::new, |hardest| format!(", hardest {hardest}"));
        let remark = rated.rating.remark().map_or_else(String::new, |remark| format!("; {remark}"));
        format!("{}{hardest}, {}{remark}\n", rated.rating, counted(hints, "step"))
    }
}
