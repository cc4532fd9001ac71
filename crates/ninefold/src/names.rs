//! Names of engines, strategies, techniques and so on: looking one up, and the error for one that is unknown.

use std::fmt;

/// A name that is unknown: no engine, technique or level, for example, has it.
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

/// What is named, in the singular and in the plural.
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
        write!(f, "no {one} is called '{}'; the {many} are {}", self.name, self.known.join(", "))
    }
}

impl std::error::Error for UnknownName {}

/// The value that `name` means among all of its kind: the first whose own name is `spelt`.
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

/// Values are written by what `name` returns.
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

/// The names of all values of a type, by which they are written.
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

/// Values are read by the names that `name` gives to each of `ALL`.
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

/// Values are written and read by the names that `name` gives to each of `ALL`.
macro_rules! by_name {
    ($type:ident, $one:literal, $many:literal) => {
        crate::names::written_by_name!($type);
        crate::names::read_by_name!($type, $one, $many);
    };
}
pub(crate) use by_name;
