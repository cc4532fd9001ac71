//! Names of engines, strategies, techniques and so on: how they are looked up, and the error for an unknown one.

use std::fmt;

/// The error for an unknown name: no engine, technique or level, for example, is called that.
///
/// ```
/// let error = "fast".parse::<ninefold::trace::Strategy>().unwrap_err();
/// assert_eq!(error.name(), "fast");
/// assert!(error.to_string().starts_with("no strategy is called 'fast'; the strategies are spec, prune, "));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    kind: Kind,
    name: String,
    known: Vec<String>,
}

/// The kind of thing that is named, in the singular and in the plural.
pub(crate) type Kind = [&'static str; 2];

impl UnknownName {
    /// The name that was looked for.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The known names.
    pub fn known(&self) -> &[String] {
        &self.known
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, many] = self.kind;
        match self.known.len() > MOST_LISTED {
            true => write!(f, "no {one} is called '{}'; the closest are {}", self.name, self.closest().join(", ")),
            false => write!(f, "no {one} is called '{}'; the {many} are {}", self.name, self.known.join(", ")),
        }
    }
}

/// The longest list of names in an error; nobody would find a name in a longer one.
const MOST_LISTED: usize = 64;

/// How many of the most similar names an error gives instead of a longer list.
const CLOSEST: usize = 3;

impl UnknownName {
    /// The known names most similar to this one, the closest first.
    fn closest(&self) -> Vec<&str> {
        let letter = |c: char| if matches!(c, ' ' | '-') { '_' } else { c.to_ascii_lowercase() };
        let plain = |name: &str| name.chars().take(40).map(letter).collect::<String>();
        let name = plain(&self.name);
        let mut closest: Vec<(usize, &str)> = Vec::new();
        for known in &self.known {
            let other = plain(known);
            // A name that contains the other is closer than one that is only spelt like it: `killer cage` is a cage.
            let is_part = name.contains(&other) || other.contains(&name);
            let apart = distance(&name, &other) + if is_part { 0 } else { name.len() };
            let place = closest.partition_point(|(its, _)| *its <= apart);
            closest.insert(place, (apart, known));
            closest.truncate(CLOSEST);
        }
        closest.into_iter().map(|(_, known)| known).collect()
    }
}

/// How many letters must be added, left out or replaced to turn one word into the other (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.bytes().enumerate() {
        let mut before = std::mem::replace(&mut row[0], i + 1);
        for (j, wanted) in other.bytes().enumerate() {
            let replaced = before + usize::from(letter != wanted);
            before = row[j + 1];
            row[j + 1] = replaced.min(before + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

impl std::error::Error for UnknownName {}

/// The first of `all` whose own name is `spelt`, which is `name` in its usual spelling; an error quotes `name`.
pub(crate) fn find<T, N: AsRef<str>>(
    kind: Kind,
    all: impl Iterator<Item = (N, T)> + Clone,
    name: &str,
    spelt: &str,
) -> Result<T, UnknownName> {
    let found = all.clone().find(|(known, _)| known.as_ref() == spelt);
    found.map(|(_, value)| value).ok_or_else(|| UnknownName {
        kind,
        name: name.to_owned(),
        known: all.map(|(known, _)| known.as_ref().to_owned()).collect(),
    })
}

/// Implements `Display`: values are written as what `name` returns.
macro_rules! written_by_name {
    ($type:ident) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
pub(crate) use written_by_name;

/// Defines `ALL` and `name` for a type, whose values are written by their names.
macro_rules! named {
    ($type:ident, $all:literal, $($(#[$only:meta])* $variant:ident = $name:literal,)*) => {
        impl $type {
            #[doc = $all]
            pub const ALL: &'static [$type] = &[$($(#[$only])* $type::$variant),*];

            /// The name, as [`FromStr`](std::str::FromStr) reads it.
            pub fn name(self) -> &'static str {
                match self {
                    $($(#[$only])* $type::$variant => $name,)*
                }
            }
        }

        crate::names::written_by_name!($type);
    };
}
pub(crate) use named;

/// Implements `FromStr`: values are read by the names that `name` gives to each of `ALL`.
macro_rules! read_by_name {
    ($type:ident, $one:literal, $many:literal) => {
        impl std::str::FromStr for $type {
            type Err = crate::UnknownName;

            /// Reads what `name` returns.
            fn from_str(name: &str) -> Result<$type, crate::UnknownName> {
                crate::names::find([$one, $many], $type::ALL.iter().map(|known| (known.name(), *known)), name, name)
            }
        }
    };
}
pub(crate) use read_by_name;

/// Implements both: values are written and read by the names that `name` gives to each of `ALL`.
macro_rules! by_name {
    ($type:ident, $one:literal, $many:literal) => {
        crate::names::written_by_name!($type);
        crate::names::read_by_name!($type, $one, $many);
    };
}
pub(crate) use by_name;

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn words_are_so_far_apart() {
        for (one, other, apart) in [("", "", 0), ("", "ab", 2), ("termo", "thermo", 1), ("kitten", "sitting", 3)] {
            assert_eq!((distance(one, other), distance(other, one)), (apart, apart), "{one} {other}");
        }
    }

    #[test]
    fn of_many_names_the_closest_are_given() {
        let said = |name: &str| name.parse::<crate::variant::Kind>().unwrap_err().to_string();
        assert!(
            said("termo").starts_with("no kind of constraint is called 'termo'; the closest are thermo, "),
            "{}",
            said("termo")
        );
        assert!(said("killer cage").contains("; the closest are cage, "), "{}", said("killer cage"));
        assert!(said("Anti-Knight").contains("; the closest are anti_knight, "), "{}", said("Anti-Knight"));
        let technique = "x-wng".parse::<crate::logic::Technique>().unwrap_err().to_string();
        assert_eq!(technique, "no technique is called 'x-wng'; the closest are x-wing, xy-wing, w-wing");
    }
}
