//! The names that programs give to rules beyond those of a Sudoku, in members of JSON objects and columns of CSV.

use super::Note;
use super::csv::Column;
use super::line::SMALLEST;
use super::value::Value;

/// Whether a member beside a board may be a rule: it has a name that programs give to rules, and is not empty. Without a
/// rule it would be a different puzzle.
pub(super) fn is_rule(name: &str, value: &Value<'_>) -> bool {
    // Most members are information about the puzzle.
    if value.is_void() || Column::named(name) != Column::Unknown {
        return false;
    }
    let name = plain(name);
    match value {
        Value::Text(text) => match names_kind(&name) {
            Some(kind) => kind.has_rules(text),
            // In words alone, the rule may be one that every Sudoku has; a map is longer than a word.
            None if names_regions(&name) => text.len() >= SMALLEST,
            None if name.contains("variant") => Kind::Variant.has_rules(text),
            None => has_word(&name) && Kind::Rule.has_rules(text),
        },
        Value::Number(number) => *number != "0" && (is_among(WORDS, &name) || is_among(VARIANT, &name)),
        Value::Object(members) if is_word(SETTINGS, &name) => members.iter().any(|(name, value)| is_rule(name, value)),
        Value::List(values) => {
            let are_words = values.iter().all(|value| matches!(value, Value::Text(_)));
            if are_words { names_rule(&name) } else { may_be_list(&name) }
        }
        _ => names_rule(&name),
    }
}

/// Whether a lower-case name is that of a rule.
fn names_rule(name: &str) -> bool {
    let bare = ["is", "has"].iter().find_map(|before| name.strip_prefix(before)).unwrap_or(name);
    let is_named = |names| is_among(names, name) || is_among(names, bare);
    is_named(RULES) || is_named(REGIONS) || is_named(VARIANT) || has_word(name)
}

/// Whether a member with this name may be a map of regions.
pub(super) fn names_regions(name: &str) -> bool {
    let name = plain(name);
    is_among(REGIONS, &name) || matches!(&*name, "boxes" | "blocks")
}

/// Whether a list with a lower-case name may be a rule.
fn may_be_list(name: &str) -> bool {
    names_rule(name) || is_among(PARTS, name)
}

/// Whether a lower-case name contains a word for a rule and does not end like a number of rules or a program's setting.
fn has_word(name: &str) -> bool {
    rule_in(name).is_some() && !words(SAID_ABOUT).any(|end| name.ends_with(end))
}

/// The letters, in lower case, and the figures of a text.
pub(super) fn plain(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// What the name of a member or column says about the text in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The text names the kind of puzzle.
    Variant,
    /// The text names the kind of puzzle or something else, such as its difficulty.
    Type,
    /// The text is a rule.
    Rule,
    /// The text is a rule if it is a list: a word means something else.
    List,
    /// The same, but also if the text is longer than a word.
    Regions,
}

/// What a lower-case name says about the text under it, if that may be a rule.
fn names_kind(name: &str) -> Option<Kind> {
    match () {
        () if is_among(VARIANT, name) => Some(Kind::Variant),
        () if is_among(TYPE, name) => Some(Kind::Type),
        () => None,
    }
}

/// The same for the name of a column of comma-separated values, in which everything is a text. (Maps of regions are read, and
/// short names may mean anything.)
pub(super) fn names_column(name: &str) -> Option<Kind> {
    let name = plain(name);
    let is_rule = || (has_word(&name) && !is_among(REGIONS, &name)).then_some(Kind::Rule);
    let list = || if names_regions(&name) { Some(Kind::Regions) } else { may_be_list(&name).then_some(Kind::List) };
    names_kind(&name).or_else(is_rule).or_else(list)
}

impl Kind {
    /// Whether a text under such a name says that the puzzle has further rules.
    pub(super) fn has_rules(self, text: &str) -> bool {
        let is_list = text.starts_with(['[', '{']);
        let text = plain(text);
        let bare = text.strip_suffix("sudoku").unwrap_or(&text);
        let bare = bare.strip_prefix("sudoku").unwrap_or(bare);
        // A size, such as 9x9.
        let is_size = text.contains('x') && text.chars().all(|c| c.is_ascii_digit() || c == 'x');
        match self {
            Kind::Variant => !is_size && !bare.is_empty() && !is_word(CLASSIC, bare),
            Kind::Type => is_word(TYPES, bare) || rule_in(&text).is_some(),
            Kind::List => !text.is_empty() && is_list,
            // (12 is the length of a map of 4x4 cells with some missing.)
            Kind::Regions => !text.is_empty() && is_list || text.len() >= 12,
            Kind::Rule => !matches!(&*text, "" | "0" | "false" | "no" | "none" | "null" | "nan" | "f" | "n"),
        }
    }
}

/// The first word for a rule in a title or the like.
pub(super) fn in_title(title: &str) -> Option<&'static str> {
    // Beside most boards are only numbers.
    if title.bytes().any(|byte| byte.is_ascii_alphabetic()) { rule_in(&plain(title)) } else { None }
}

/// The first word for a rule in a lower-case text.
fn rule_in(text: &str) -> Option<&'static str> {
    // (Titles are short: preparing a search for each word would take longer than the search.)
    let has = |word: &&str| text.as_bytes().windows(word.len()).any(|part| part == word.as_bytes());
    words(WORDS).find(has)
}

/// The note about a title, a label or other words with one for a rule, if nothing beside them is that rule.
pub(super) fn of_words(word: &str) -> Note {
    Note::LeftOut { what: format!("words that mention '{word}'") }
}

/// Whether a line of a text is a rule as programs write it: a list of cells, or a value under the name of a rule.
///
/// ```text
///   (0,0) (1,0) (2,0) (2,1)      cages = [([(0, 0), (0, 1)], 12),      "diagonals": true
/// ```
pub(super) fn is_rule_of_program(line: &str) -> bool {
    let is_number = |text: &str| !text.trim().is_empty() && text.trim().bytes().all(|byte| byte.is_ascii_digit());
    let is_cell = |part: &&str| {
        let pair = part.split_once(')').and_then(|(pair, _)| pair.split_once(','));
        pair.is_some_and(|(row, column)| is_number(row) && is_number(column))
    };
    if line.split('(').skip(1).filter(is_cell).count() >= LIST_OF_CELLS {
        return true;
    }
    let Some((name, value)) = line.split_once(['=', ':']) else { return false };
    let (name, value) = (plain(name), value.trim());
    let has_content = value.starts_with(['[', '{', '(']) && value.contains(|c: char| c.is_ascii_digit());
    (has_content || plain(value) == "true") && names_rule(name.trim_end_matches(|c: char| c.is_ascii_digit()))
}

/// The number of cells that make a list.
const LIST_OF_CELLS: usize = 3;

/// The words of a list in one string, which takes less space than an array of them.
fn words(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(' ')
}

fn is_word(list: &'static str, name: &str) -> bool {
    words(list).any(|known| known == name)
}

/// Whether a lower-case name is in the list, or is the plural of a name in it.
fn is_among(list: &'static str, name: &str) -> bool {
    is_word(list, name) || name.strip_suffix('s').is_some_and(|one| is_word(list, one))
}

/// Names of members, in lower case and without the `s` of the plural: names under which the kind of the puzzle is given, and
/// words for a kind without further rules; names for the kind or something else, and short words for kinds; names of regions; of
/// lists that are rules; of objects that contain rules; of other rules.
const VARIANT: &str = "variant varianttype variantsudoku variation puzzletype sudokutype ruleset ruletype";
const CLASSIC: &str =
    "classic standard normal regular plain vanilla none mini easy medium hard expert evil extreme default";
const TYPE: &str = "type mode kind game gametype gamemode shape category rule";
const TYPES: &str = "asterisk centerdot centredot chaos chess consecutive disjoint disjointgroups evenodd girandola hyper magic \
    oddeven offset outside sandwich squiggly twin x xv";
const REGIONS: &str = "region regionmap regiongrid layout area boxof jigsaw irregular irregularregion zone";
const PARTS: &str = "block boxe columnclue extra group line maximum minimum quad rowclue sumgroup total";
const SETTINGS: &str = "config info meta metadata options params parameters settings";
const RULES: &str = "antiking between clone columnsum comparison consecutive diag diagonalsum disjoint disjointgroup dot even \
    evencell evenodd hyper inequalitie inequality king knight negative odd oddcell parity quadruple rowsum rule \
    sandwich sandwiche skyscraper sum visualelement vx whisper x xv";

/// Words for rules that programs put into longer names.
const WORDS: &str = "antiking antiknight arrow betweenline blackdot cage calcudoku constraint diagonal entropic extraregion \
    futoshiki greaterthan hypersudoku irregular jigsaw kakuro kenken killer kropki magicsquare nonconsecutive \
    palindrome regionsum renban samurai skyscraper sudokux thermo variant whisper whitedot windoku xsudoku zipper";

/// Endings of names that contain such a word but are not rules themselves.
const SAID_ABOUT: &str = "count symmetry symmetric move navigation keys package";
