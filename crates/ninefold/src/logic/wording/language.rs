//! The languages of steps.

use super::english::{ENGLISH, Words};
use super::german::{self, GERMAN};
use crate::logic::{Family, Technique};
use crate::names::by_name;

/// A language in which steps are worded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum Language {
    /// English, which has every text of the library.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// Every language.
    pub const ALL: &'static [Language] = &[Language::English, Language::German];

    /// Its code (ISO 639-1): `en`, `de`.
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// The name of a technique.
    ///
    /// ```
    /// use ninefold::logic::{Language, Technique};
    /// assert_eq!(Language::German.technique(Technique::HiddenPair), "verstecktes Paar");
    /// ```
    pub fn technique(self, technique: Technique) -> &'static str {
        match self {
            Language::English => technique.name(),
            Language::German => german::technique(technique),
        }
    }

    /// A family as it appears in a first hint.
    pub(super) fn family(self, family: Family) -> &'static str {
        match self {
            Language::English => family.phrase(),
            Language::German => german::family(family),
        }
    }

    pub(super) fn words(self) -> &'static Words {
        match self {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
        }
    }
}

by_name!(Language, "language", "languages");

/// Fills a text with values for its places: `{cell} is {digit}`. The names of the values are one text, each with a blank after
/// it: this is smaller than a name beside every value.
pub(crate) fn fill(text: &str, names: &str, values: &[&str]) -> String {
    let mut filled = String::with_capacity(2 * text.len());
    let mut rest = text;
    // Bytes, because most texts and names are too short for preparing a search to pay.
    let find = |text: &str, wanted: u8| text.bytes().position(|byte| byte == wanted);
    while let Some(start) = find(rest, b'{') {
        let (before, after) = (&rest[..start], &rest[start + 1..]);
        let end = find(after, b'}').unwrap_or(after.len());
        let mut known = names.as_bytes().split(|byte| *byte == b' ').zip(values);
        let value = known.find(|(name, _)| *name == &after.as_bytes()[..end]);
        filled.push_str(before);
        filled.push_str(value.map_or("", |(_, value)| value));
        rest = after.get(end + 1..).unwrap_or("");
    }
    filled.push_str(rest);
    filled
}

/// A text of the table with values in its places, which are named like variables here: `say!(self, is, cells, digit = &four)`.
macro_rules! say {
    ($wording:expr, $key:ident $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::logic::wording::fill(
            $wording.words().$key,
            concat!($(stringify!($name), " ",)*),
            &[$($crate::logic::wording::say!(@ $name $($value)?),)*],
        )
    };
    (@ $name:ident) => { $name.as_ref() };
    (@ $name:ident $value:expr) => { $value.as_ref() };
}
pub(crate) use say;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn places(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).map(|rest| rest.split('}').next().unwrap()).collect()
    }

    /// A translator who forgets a place, or invents one, learns of it; lists of words are equally long.
    #[test]
    fn languages_have_the_same_places() {
        for language in Language::ALL {
            for ((key, english), (_, text)) in ENGLISH.all().into_iter().zip(language.words().all()) {
                assert_eq!(places(text), places(english), "{key} in {language}");
                assert!(!text.is_empty() && !text.contains("  "), "{key} in {language}");
            }
            let numbers = |words: &Words| words.numbers.split(' ').count();
            assert_eq!(numbers(language.words()), numbers(&ENGLISH), "{language}");
            assert_eq!(language.name().parse(), Ok(*language));
        }
    }

    /// Every technique has its own name.
    #[test]
    fn names_are_different() {
        for language in Language::ALL {
            let names: BTreeSet<&str> = Technique::ALL.iter().map(|one| language.technique(*one)).collect();
            assert_eq!(names.len(), Technique::ALL.len(), "{language}");
        }
    }

    #[test]
    fn texts_are_filled() {
        assert_eq!(fill("{a} and {b}{a}", "a b ", &["{b}", "2"]), "{b} and 2{b}");
        assert_eq!(fill("{unknown", "", &[]), "");
    }
}
