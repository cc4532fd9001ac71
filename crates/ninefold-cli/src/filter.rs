//! `--where`: selects the answers to write by a condition on their columns: `er>=7 and swordfish`.
//!
//! ```text
//!   either = both { "or" both }      test = NAME | NAME OP VALUE | "(" either ")" | "not" test
//!   both   = test { "and" test }     OP   = = == != < <= > >=
//! ```
//!
//! A name alone is a column that is true, or a technique that was used. Comparisons with an unknown value are false.

use crate::command::{Command, Refusal};
use crate::kinds::Type;
use clap::Args;
use ninefold::logic::{Level, Technique};
use ninefold::notation::Record;
use serde_json::Value;
use std::cmp::Ordering;
use std::str::FromStr;

/// Which answers are written.
#[derive(Args, Debug)]
pub(crate) struct Where {
    /// Write only answers with these values in the columns of CSV: 'level>=hard', 'er>=7 and swordfish', 'not minimal'
    #[arg(long = "where", value_name = "CONDITION", help_heading = "Output")]
    pub(crate) filter: Option<Filter>,
}

/// A condition on the columns of an answer.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Filter {
    Either(Vec<Filter>),
    Both(Vec<Filter>),
    Not(Box<Filter>),
    Holds(String),
    Compares(String, Comparison, String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Comparison {
    const SIGNS: [(&'static str, Comparison); 7] = [
        ("==", Comparison::Equal),
        ("!=", Comparison::Unequal),
        ("<=", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("=", Comparison::Equal),
        ("<", Comparison::Less),
        (">", Comparison::More),
    ];

    fn holds(self, order: Ordering) -> bool {
        match self {
            Comparison::Equal => order.is_eq(),
            Comparison::Unequal => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::AtMost => order.is_le(),
            Comparison::More => order.is_gt(),
            Comparison::AtLeast => order.is_ge(),
        }
    }
}

impl Filter {
    /// Whether to write an answer with these columns.
    pub(crate) fn accepts(&self, column: &mut impl FnMut(&str) -> Option<Value>) -> bool {
        match self {
            Filter::Either(all) => all.iter().any(|part| part.accepts(column)),
            Filter::Both(all) => all.iter().all(|part| part.accepts(column)),
            Filter::Not(part) => !part.accepts(column),
            Filter::Holds(name) => match column(name) {
                Some(value) => is_true(&value),
                None => column("techniques").is_some_and(|counts| uses(&counts, name)),
            },
            Filter::Compares(name, comparison, value) => {
                let order = column(name).and_then(|found| order(&found, value));
                order.is_some_and(|order| comparison.holds(order))
            }
        }
    }

    /// Whether the condition mentions this column.
    pub(crate) fn names(&self, column: &str) -> bool {
        match self {
            Filter::Either(all) | Filter::Both(all) => all.iter().any(|part| part.names(column)),
            Filter::Not(part) => part.names(column),
            // A name alone may be that of a technique.
            Filter::Holds(name) => name == column || column == "techniques",
            Filter::Compares(name, ..) => name == column,
        }
    }

    /// Checks that every name is a column or a technique, and that every value is possible in its column.
    ///
    /// # Errors
    /// The first that is not.
    pub(crate) fn check(&self, columns: &[(&str, Option<Type>)]) -> Result<(), String> {
        let names = || columns.iter().map(|(name, _)| *name);
        let has = |wanted: &str| names().any(|name| name == wanted);
        match self {
            Filter::Either(all) | Filter::Both(all) => all.iter().try_for_each(|part| part.check(columns)),
            Filter::Not(part) => part.check(columns),
            Filter::Holds(name) if has(name) => Ok(()),
            Filter::Holds(name) if has("techniques") && name.parse::<Technique>().is_ok() => Ok(()),
            Filter::Compares(name, _, value) if has(name) => {
                let kind = columns.iter().find(|(column, _)| column == name).and_then(|(_, kind)| *kind);
                expected(name, kind, value).map_or(Ok(()), |expected| {
                    Err(format!("--where: '{value}' is not a value of '{name}', expected {expected}"))
                })
            }
            Filter::Holds(name) | Filter::Compares(name, ..) => {
                let names = names().collect::<Vec<_>>().join(", ");
                Err(format!("--where: no column is called '{name}'; columns: {names}"))
            }
        }
    }
}

/// The values that a column may have, if this is not one of them.
fn expected(name: &str, kind: Option<Type>, value: &str) -> Option<String> {
    match kind {
        _ if name == "level" => {
            let levels = || Level::ALL.iter().map(|level| level.name()).collect::<Vec<_>>().join(", ");
            level(value).is_none().then(levels)
        }
        Some(Type::Number | Type::Real) => value.parse::<f64>().is_err().then(|| "a number".to_owned()),
        Some(Type::Flag) => (!["true", "false"].contains(&value)).then(|| "true or false".to_owned()),
        _ => None,
    }
}

fn level(name: &str) -> Option<Level> {
    name.to_ascii_lowercase().parse().ok()
}

/// Whether an answer passes `--where`.
pub(crate) fn is_wanted<C: Command>(command: &C, record: Option<&Record>, found: &Result<C::Found, Refusal>) -> bool {
    let Some(filter) = command.options().filter else { return true };
    filter.accepts(&mut |name| {
        let answer = command.answers().iter().find(|answer| answer.in_rows && answer.column.name == name);
        match (answer, record, found) {
            (Some(answer), ..) => Some(answer.value(found)),
            (None, Some(record), Ok(found)) => command.column(record, found, name),
            _ => None,
        }
    })
}

/// Checks that the names in `--where` are columns.
///
/// # Errors
/// If it names something else.
pub(crate) fn check_filter<C: Command>(command: &C) -> anyhow::Result<()> {
    let Some(filter) = command.options().filter else { return Ok(()) };
    let rows = command.answers().iter().filter(|answer| answer.in_rows);
    let rows = rows.map(|answer| (answer.column.name, Some(answer.column.kind)));
    let columns: Vec<_> = rows.chain(C::WHERE.iter().map(|name| (*name, None))).collect();
    filter.check(&columns).map_err(anyhow::Error::msg)
}

fn is_true(value: &Value) -> bool {
    match value {
        Value::Bool(flag) => *flag,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        _ => false,
    }
}

/// Whether the counts of techniques, `x-wing:1;naked-single:20`, include one with this name.
fn uses(counts: &Value, name: &str) -> bool {
    let slug = name.parse::<Technique>().map(Technique::slug).unwrap_or_default();
    let used = counts.as_str().unwrap_or_default().split(';').filter_map(|count| count.split(':').next());
    used.into_iter().any(|used| used == slug)
}

/// Compares numbers as numbers, levels by their order, and everything else as text.
fn order(found: &Value, value: &str) -> Option<Ordering> {
    if let Some(number) = found.as_f64() {
        return number.partial_cmp(&value.parse().ok()?);
    }
    let found = match found {
        Value::Bool(flag) => flag.to_string(),
        Value::String(text) => text.clone(),
        _ => return None,
    };
    if let (Some(one), Some(other)) = (level(&found), level(value)) {
        return Some(one.cmp(&other));
    }
    // Counts may be larger than any number in JSON.
    let are_numbers = [&found, value].iter().all(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()));
    if are_numbers {
        let [one, other] = [&found, value].map(|text| text.trim_start_matches('0'));
        return Some(one.len().cmp(&other.len()).then_with(|| one.cmp(other)));
    }
    Some(found.as_str().cmp(value))
}

impl FromStr for Filter {
    type Err = String;

    fn from_str(text: &str) -> Result<Filter, String> {
        let mut words = words(text);
        words.reverse();
        let filter = either(&mut words)?;
        match words.pop() {
            None => Ok(filter),
            Some(word) => Err(format!("'{word}' comes after the condition; expected 'and' or 'or'")),
        }
    }
}

/// Splits the text at spaces, signs and parentheses, except within quotes.
fn words(text: &str) -> Vec<&str> {
    let (mut words, mut rest) = (Vec::new(), text.trim_start());
    while !rest.is_empty() {
        let sign =
            Comparison::SIGNS.iter().map(|(sign, _)| *sign).chain(["(", ")"]).find(|sign| rest.starts_with(sign));
        let ends = |c: char| c.is_whitespace() || "()=!<>".contains(c);
        let quote = rest.chars().next().filter(|first| matches!(first, '\'' | '"'));
        let quoted = quote.and_then(|quote| rest[1..].find(quote)).map(|end| end + 2);
        let length = match (quoted, sign) {
            (Some(length), _) => length,
            (None, Some(sign)) => sign.len(),
            // A sign that does not exist, like a lone '!', is a word of its own.
            (None, None) => rest.find(ends).unwrap_or(rest.len()).max(rest.chars().next().map_or(1, char::len_utf8)),
        };
        let (word, next) = rest.split_at(length);
        words.push(word);
        rest = next.trim_start();
    }
    words
}

fn either(words: &mut Vec<&str>) -> Result<Filter, String> {
    joined(words, "or", both, Filter::Either)
}

fn both(words: &mut Vec<&str>) -> Result<Filter, String> {
    joined(words, "and", test, Filter::Both)
}

fn joined(
    words: &mut Vec<&str>,
    word: &str,
    part: fn(&mut Vec<&str>) -> Result<Filter, String>,
    all: fn(Vec<Filter>) -> Filter,
) -> Result<Filter, String> {
    let mut parts = vec![part(words)?];
    while words.last() == Some(&word) {
        words.pop();
        parts.push(part(words)?);
    }
    Ok(if parts.len() == 1 { parts.remove(0) } else { all(parts) })
}

/// How deeply conditions in parentheses or after `not` may be nested.
const DEEPEST: usize = 100;

fn test(words: &mut Vec<&str>) -> Result<Filter, String> {
    if words.iter().filter(|word| ["(", "not"].contains(word)).count() > DEEPEST {
        return Err(format!("more than {DEEPEST} parentheses"));
    }
    let is_name = |word: &str| word.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    match words.pop() {
        None => Err("a condition is missing at the end: 'er>=7 and swordfish'".to_owned()),
        Some("not") => test(words).map(|part| Filter::Not(Box::new(part))),
        Some("(") => {
            let inner = either(words)?;
            if words.pop() == Some(")") { Ok(inner) } else { Err("a ')' is missing".to_owned()) }
        }
        Some(name) if is_name(name) => {
            let sign = words.last().and_then(|word| Comparison::SIGNS.iter().find(|(sign, _)| sign == word));
            let Some((sign, comparison)) = sign else { return Ok(Filter::Holds(name.to_owned())) };
            words.pop();
            match words.pop() {
                Some(value) if is_name(value) || value.starts_with(['.', '-', '\'', '"']) => {
                    let value = value.trim_matches(['\'', '"']);
                    Ok(Filter::Compares(name.to_owned(), *comparison, value.to_owned()))
                }
                _ => Err(format!("a value is missing after '{name}{sign}'")),
            }
        }
        Some(word) => Err(format!("'{word}' is not a name; expected a condition like 'er>=7 and swordfish'")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn accepts(condition: &str) -> bool {
        let filter: Filter = condition.parse().unwrap_or_else(|error| panic!("{condition}: {error}"));
        filter.accepts(&mut |name| match name {
            "er" => Some(json!(7.2)),
            "level" => Some(json!("unfair")),
            "minimal" => Some(json!(true)),
            "score" => Some(json!(1200)),
            "hardest" => Some(json!("x-wing")),
            "name" => Some(json!("Turbot Fish")),
            "techniques" => Some(json!("naked-single:20;swordfish:1;x-wing:2")),
            "missing" => Some(Value::Null),
            _ => None,
        })
    }

    #[test]
    fn conditions_hold() {
        for condition in [
            "er>=7 and swordfish",
            "er >= 7.2",
            "er<=7.2",
            "er!=7",
            "level>=hard",
            "level>easy and level<extreme",
            "not jellyfish",
            "jellyfish or x-wing",
            "(jellyfish or swordfish) and minimal",
            "hardest=x-wing",
            "not (er<7 or score<1000)",
            "X-wing",
            "minimal=true",
            "not missing",
            "score == 1200",
            "hardest != 'Turbot Fish' and (name=\"Turbot Fish\")",
            "jellyfish and jellyfish or swordfish",
        ] {
            assert!(accepts(condition), "{condition}");
        }
        for condition in [
            "er>7.2",
            "jellyfish",
            "er>=7 and jellyfish",
            "not swordfish",
            "level<=medium",
            "missing",
            "missing>0",
            "missing=",
        ] {
            let holds = condition.parse::<Filter>().is_ok() && accepts(condition);
            assert!(!holds, "{condition}");
        }
    }

    #[test]
    fn what_is_no_condition_is_said() {
        for (condition, reason) in [
            ("", "a condition is missing"),
            ("er>=", "a value is missing after 'er>='"),
            ("er>=7 swordfish", "'swordfish' comes after the condition"),
            ("(er>=7", "a ')' is missing"),
            (">7", "'>' is not a name"),
            ("er>=7 and", "a condition is missing"),
            ("!er", "'!' is not a name"),
        ] {
            let error = condition.parse::<Filter>().expect_err(condition);
            assert!(error.contains(reason), "{condition}: {error}");
        }
        assert!("(".repeat(100_000).parse::<Filter>().is_err());
        let columns = [("er", Some(Type::Real)), ("techniques", Some(Type::Text)), ("level", Some(Type::Text))];
        let columns = [&columns[..], &[("minimal", Some(Type::Flag)), ("verdict", Some(Type::Text))]].concat();
        let check = |condition: &str| condition.parse::<Filter>().unwrap().check(&columns);
        assert!(check("er>=7 and squid").unwrap_err().contains("'squid'; columns: er, techniques"));
        for (condition, reason) in [
            ("er>=6,5", "'6,5' is not a value of 'er', expected a number"),
            ("level>=hrad", "'hrad' is not a value of 'level', expected easy, medium, hard"),
            ("not minimal=yes", "'yes' is not a value of 'minimal', expected true or false"),
        ] {
            assert!(check(condition).unwrap_err().contains(reason), "{condition}");
        }
        for condition in ["er<6.5", "level>=Hard", "minimal!=true", "verdict=unique"] {
            assert_eq!(check(condition), Ok(()));
        }
    }

    #[test]
    fn what_is_compared() {
        let many = json!("6670903752021072936960");
        for (found, value, expected) in [
            (&many, "7", Ordering::Greater),
            (&many, "06670903752021072936961", Ordering::Less),
            (&json!("easy"), "Hard", Ordering::Less),
            (&json!("x-wing"), "x-wing", Ordering::Equal),
        ] {
            assert_eq!(order(found, value), Some(expected), "{found} {value}");
        }
    }
}
