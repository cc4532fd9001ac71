//! `ninefold techniques`: the techniques that can be explained, from the library's table.

use crate::Outcome;
use crate::batch::Sink;
use crate::kinds::Form;
use crate::output;
use clap::Args;
use ninefold::logic::{Explainer, Technique};
use serde_json::{Value, json};

#[derive(Args, Debug)]
pub(crate) struct Techniques {
    /// Only these, by name or by HoDoKu's code: x-wing, 0300
    #[arg(value_name = "NAME")]
    names: Vec<Technique>,

    /// Format of the list: lines for people, JSON or CSV
    #[arg(long, value_name = "FORMAT", value_parser = Form::among(["line", "csv", "json"]), default_value = "line", help_heading = "Output")]
    format: Form,
}

const COLUMNS: [&str; 10] =
    ["technique", "name", "family", "level", "score", "se_rating", "code", "uniqueness", "default", "about"];

pub(crate) fn run(args: &Techniques) -> anyhow::Result<Outcome> {
    let all = if args.names.is_empty() { Technique::ALL } else { &args.names };
    let used: Vec<Technique> = Explainer::new().techniques().collect();
    let mut text = String::new();
    if args.format == Form::Csv {
        text += &output::csv_row(&COLUMNS);
    }
    for technique in all {
        let values = values(*technique, used.contains(technique));
        match args.format {
            Form::Csv => text += &output::csv_row(&values.each_ref().map(output::plain)),
            Form::Json => {
                let object: serde_json::Map<String, Value> =
                    COLUMNS.iter().map(|name| (*name).to_owned()).zip(values).collect();
                text += &format!("{}\n", Value::Object(object));
            }
            _ => {
                let (level, score) = (technique.level(), technique.score());
                text += &format!("{:34} {level:8} {score:>4}  {}\n", technique.slug(), technique.about());
            }
        }
    }
    Sink::stdout().write(text.as_bytes());
    Ok(Outcome::Success)
}

fn values(technique: Technique, is_default: bool) -> [Value; 10] {
    [
        json!(technique.slug()),
        json!(technique.name()),
        json!(technique.family().phrase()),
        json!(technique.level().name()),
        json!(technique.score()),
        json!(technique.se_rating().map(|tenths| f64::from(tenths) / 10.0)),
        json!(technique.code()),
        json!(technique.needs_uniqueness()),
        json!(is_default),
        json!(technique.about()),
    ]
}
