//! Rules for a whole board, read by name: `anti-knight, diagonals`.

use super::{Constraint, Kind};
use crate::names::{self, UnknownName};

/// Other names that players use for some rules, without hyphens.
const ALSO: [(&str, &str); 10] = [
    ("diagonal", "diagonals"),
    ("xsudoku", "diagonals"),
    ("sudokux", "diagonals"),
    ("knight", "anti-knight"),
    ("king", "anti-king"),
    ("hyper", "windoku"),
    ("hypersudoku", "windoku"),
    ("disjoint", "disjoint-groups"),
    ("disjointsets", "disjoint-groups"),
    ("entropy", "global-entropy"),
];

/// Reads rules for the whole board from a comma-separated list of names.
///
/// The rules are the kinds of constraints that name no cells, by their names or titles: [`Kind::AntiKnight`] is `anti-knight`.
/// `diagonals` means both diagonals, `diagonal-` the one from the upper left corner, `diagonal+` the other. Some names that
/// players use are also known: `x-sudoku`, `hyper`, `knight`, `king`, `disjoint`, `entropy`. Case, hyphens, underscores and
/// spaces make no difference.
///
/// ```
/// use ninefold::variant::{self, Kind};
/// let rules = variant::rules("anti-knight, Non-consecutive")?;
/// assert_eq!(rules.iter().map(|rule| rule.kind).collect::<Vec<_>>(), [Kind::AntiKnight, Kind::NonConsecutive]);
/// assert_eq!(variant::rules("diagonals")?.len(), 2);
/// assert_eq!(variant::rules("antiknight")?.len(), 1);
/// assert_eq!(variant::rules("X-Sudoku, knight")?, variant::rules("diagonals, anti-knight")?);
/// assert!(variant::rules("killer cage").is_err());
/// # Ok::<(), ninefold::UnknownName>(())
/// ```
///
/// # Errors
/// If a name is not that of a rule for the whole board.
pub fn rules(list: &str) -> Result<Vec<Constraint>, UnknownName> {
    let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
    let found: Result<Vec<_>, _> = names.map(rule).collect();
    Ok(found?.into_iter().flatten().collect())
}

fn rule(name: &str) -> Result<Vec<Constraint>, UnknownName> {
    let diagonal = |direction| Constraint::new(Kind::Diagonal).value(direction);
    let kinds = Kind::ALL.iter().filter(|kind| kind.is_of_board() && **kind != Kind::Diagonal);
    let kinds = kinds.map(|kind| (kind.name().replace('_', "-"), vec![Constraint::new(*kind)]));
    let diagonals =
        [("diagonals", vec![-1, 1]), ("diagonal-", vec![-1]), ("diagonal+", vec![1])].map(|(name, directions)| {
            let both: Vec<Constraint> = directions.into_iter().map(diagonal).collect();
            (name.to_owned(), both)
        });
    let all = diagonals.into_iter().chain(kinds);
    let spelt = name.to_lowercase().replace(['_', ' '], "-");
    // Hyphens are optional, except the last one of `diagonal-`, which distinguishes it.
    let bare = |name: &str| {
        name.char_indices().filter(|(at, c)| *c != '-' || at + 1 == name.len()).map(|(_, c)| c).collect::<String>()
    };
    let wanted = bare(&spelt);
    let wanted = ALSO.iter().find(|(also, _)| *also == wanted).map_or(wanted, |(_, known)| bare(known));
    let known = all.clone().map(|(known, _)| known).find(|known| bare(known) == wanted);
    names::find(["rule for the whole board", "rules for the whole board"], all, name, &known.unwrap_or(spelt))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_players_call_them_are_rules() {
        for (also, known) in ALSO {
            assert!(rules(known).is_ok_and(|known| rules(also) == Ok(known)), "{also}");
        }
    }
}
