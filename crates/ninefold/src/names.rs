//! Names of engines, strategies and so on: the error for an unknown name.

use std::fmt;

/// Says that no thing of this kind (singular, plural) has the name, and which names there are.
pub(crate) fn no_such_name(f: &mut fmt::Formatter<'_>, kind: [&str; 2], name: &str, names: &[&str]) -> fmt::Result {
    let [one, many] = kind;
    write!(f, "no {one} is called '{name}'; the {many} are {}", names.join(", "))
}
