//! The names under which programs write rules beside those of a Sudoku, in members of JSON and columns of CSV.

use super::Note;
use super::csv::Column;
use super::line::SMALLEST;
use super::value::Value;

/// Whether a member beside a board may be a rule: it has one of the names under which programs write rules, and something in
/// it. Without it the puzzle would be another one.
pub(super) fn is_rule(name: &str, value: &Value<'_>) -> bool {
    // Most members say something about the puzzle.
    if value.is_void() || Column::named(name) != Column::Unknown {
        return false;
    }
    let name = plain(name);
    match value {
        Value::Text(text) => match names_kind(&name) {
            Some(kind) => kind.has_rules(text),
            // In words alone a rule may be one that every Sudoku has; a map is longer than a word.
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

/// Whether a name in small letters is that of a rule.
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

/// Whether a list with a name in small letters is a rule.
fn may_be_list(name: &str) -> bool {
    names_rule(name) || is_among(PARTS, name)
}

/// Whether a name in small letters has a word for a rule in it. Numbers of them, and settings of programs, have others behind it.
fn has_word(name: &str) -> bool {
    rule_in(name).is_some() && !words(SAID_ABOUT).any(|end| name.ends_with(end))
}

/// The small letters and figures of a text.
pub(super) fn plain(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// What the name of a member or column says of a text with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// It names the kind of the puzzle.
    Variant,
    /// That, or something else, as its difficulty.
    Type,
    /// It is a rule.
    Rule,
    /// It is one if it is a list: a word says something else.
    List,
    /// The same, or if it is longer than a word.
    Regions,
}

/// What a name in small letters says of a text with it, if that may be a rule.
fn names_kind(name: &str) -> Option<Kind> {
    match () {
        () if is_among(VARIANT, name) => Some(Kind::Variant),
        () if is_among(TYPE, name) => Some(Kind::Type),
        () => None,
    }
}

/// The same of the name of a column of comma-separated values, in which everything is a text. (Maps of regions are read, and short names may
/// be anything.)
pub(super) fn names_column(name: &str) -> Option<Kind> {
    let name = plain(name);
    let is_rule = || (has_word(&name) && !is_among(REGIONS, &name)).then_some(Kind::Rule);
    let list = || if names_regions(&name) { Some(Kind::Regions) } else { may_be_list(&name).then_some(Kind::List) };
    names_kind(&name).or_else(is_rule).or_else(list)
}

impl Kind {
    /// Whether a text with such a name says that the puzzle has further rules.
    pub(super) fn has_rules(self, text: &str) -> bool {
        let is_list = text.starts_with(['[', '{']);
        let text = plain(text);
        let bare = text.strip_suffix("sudoku").unwrap_or(&text);
        let bare = bare.strip_prefix("sudoku").unwrap_or(bare);
        // A size: 9x9.
        let is_size = text.contains('x') && text.chars().all(|c| c.is_ascii_digit() || c == 'x');
        match self {
            Kind::Variant => !is_size && !bare.is_empty() && !is_word(CLASSIC, bare),
            Kind::Type => is_word(TYPES, bare) || rule_in(&text).is_some(),
            Kind::List => !text.is_empty() && is_list,
            // (A map of 4x4 cells of which some are missing.)
            Kind::Regions => !text.is_empty() && is_list || text.len() >= 12,
            Kind::Rule => !matches!(&*text, "" | "0" | "false" | "no" | "none" | "null" | "nan" | "f" | "n"),
        }
    }
}

/// The first word for a rule in a title.
pub(super) fn in_title(title: &str) -> Option<&'static str> {
    rule_in(&plain(title))
}

/// The first word for a rule in a text in small letters.
fn rule_in(text: &str) -> Option<&'static str> {
    // (Titles are short: to prepare a search for each word would take longer than to look.)
    let has = |word: &&str| text.as_bytes().windows(word.len()).any(|part| part == word.as_bytes());
    words(WORDS).find(has)
}

/// What is said of a title with a word for a rule, if nothing beside it is that rule.
pub(super) fn of_title(word: &str) -> Note {
    Note::LeftOut { what: format!("the title, which mentions '{word}'") }
}

/// Whether a line of a text is a rule as programs write them: a list of cells, or what a rule is named.
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

/// So many cells are a list.
const LIST_OF_CELLS: usize = 3;

/// The words of a list, which takes less space than an array of them.
fn words(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(' ')
}

fn is_word(list: &'static str, name: &str) -> bool {
    words(list).any(|known| known == name)
}

/// Whether a name in small letters is one of these, or the plural of one.
fn is_among(list: &'static str, name: &str) -> bool {
    is_word(list, name) || name.strip_suffix('s').is_some_and(|one| is_word(list, one))
}

/// Names of members, in lower case and without the plural's `s`: those that name the kind of the puzzle, with what a kind without
/// further rules is called; those that may name it, or something else, with short names of kinds; those of regions; those of
/// lists that are rules; those of other rules; those of objects with rules in them.
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

/// Words for rules, which programs put into longer names.
const WORDS: &str = "antiking antiknight arrow betweenline blackdot cage calcudoku constraint diagonal entropic extraregion \
    futoshiki greaterthan hypersudoku irregular jigsaw kakuro kenken killer kropki magicsquare nonconsecutive \
    palindrome regionsum renban samurai skyscraper sudokux thermo variant whisper whitedot windoku xsudoku zipper";

/// What names of members end with that are not rules themselves, though such a word is in them.
const SAID_ABOUT: &str = "count symmetry symmetric move navigation keys package";
