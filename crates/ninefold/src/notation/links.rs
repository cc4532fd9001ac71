//! Web addresses that contain a puzzle, and parts of such addresses that are shared on their own.
//!
//! ```text
//! Try this: https://www.f-puzzles.com/?load=N4Igzglg... It is from www.sudokuwiki.org/sudoku.htm?bd=530070...
//! ```
//!
//! Each format says which part of an address is its puzzle ([`Spec::link`](super::format::Spec)). Addresses may be
//! anywhere in a line that is not a puzzle itself; each known address is a puzzle, all others are text.

use super::coding::unescaped;
use super::{Format, ReadOptions, Record, assemble, row};
use crate::board::Invalid;
use std::borrow::Cow;

/// More bytes than any address with a puzzle has.
const LONGEST: usize = 1_000_000;

/// More bytes, or characters, than any puzzle unpacks to.
pub(super) const LARGEST: usize = 2_000_000;

/// Only lines up to this many bytes may have several addresses: the rest of the line is searched for each.
const LONGEST_LINE: usize = 50_000;

/// The fewest bytes of an address with a puzzle, and of all codes of puzzles but the shortest.
pub(super) const SHORTEST: usize = 16;

/// Finds the part of an address that is a puzzle.
pub(super) type Payload = for<'a> fn(&Link<'a>) -> Option<&'a str>;

/// An address, cut into its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Link<'a> {
    /// Where it begins in the text.
    start: usize,
    /// Empty if there is only a part of an address.
    pub(super) host: &'a str,
    pub(super) path: &'a str,
    query: &'a str,
    pub(super) fragment: &'a str,
}

impl<'a> Link<'a> {
    /// Whether it leads to a site, or may be part of an address that does.
    pub(super) fn is_of(&self, site: &str) -> bool {
        let before = self.host.strip_suffix(site);
        self.host.is_empty() || before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    }

    /// The value that follows a name and `=`, after `?` or `#`.
    pub(super) fn parameter(&self, name: &str) -> Option<&'a str> {
        let all = self.query.split('&').chain(self.fragment.split('&'));
        all.filter_map(|part| part.split_once('=')).find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// A code that is shared on its own, without an address, if it is that of an object that begins with `start`.
    pub(super) fn code_alone(&self, start: &str) -> Option<&'a str> {
        Some(self.path).filter(|code| self.host.is_empty() && code.starts_with(start) && code.len() >= SHORTEST)
    }

    /// The address in a run of characters, from its scheme or host on.
    fn of(run: &'a str, at: usize) -> Link<'a> {
        let (before, address) = match run.split_once("://") {
            Some((before, address)) => (before.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len(), address),
            None => (0, run),
        };
        let (rest, fragment) = address.split_once('#').unwrap_or((address, ""));
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let is_host =
            |host: &str| host.contains('.') && host.bytes().all(|b| b.is_ascii_alphanumeric() || b".-:".contains(&b));
        let start = at + before;
        match () {
            () if is_host(host) || address.len() < run.len() => Link { start, host, path, query, fragment },
            () if run.starts_with('?') => Link { start, host: "", path: "", query, fragment },
            () if run.starts_with("m=") => Link { start, host: "", path: "", query: "", fragment: run },
            () => Link { start, host: "", path: run, query: "", fragment: "" },
        }
    }
}

/// The addresses in a text, and whatever may be part of one: runs of certain characters, some of them lower-case
/// letters, of which most lines have none. (A fold is vectorised.)
fn all(text: &str) -> impl Iterator<Item = Link<'_>> {
    let has_letters = |text: &str| text.bytes().fold(false, |found, byte| found | byte.is_ascii_lowercase());
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~:/?#@$&+=%".contains(byte);
    let mut at = if has_letters(text) { 0 } else { text.len() };
    std::iter::from_fn(move || {
        loop {
            let start = at + text.as_bytes()[at..].iter().position(is_part)?;
            let end = text.as_bytes()[start..].iter().position(|byte| !is_part(byte));
            at = end.map_or(text.len(), |length| start + length);
            let run = &text[start..at];
            if run.len() >= SHORTEST && has_letters(run) {
                return Some(Link::of(run, start));
            }
        }
    })
}

/// The format of the first address in a text that contains a puzzle, where the address begins, and where it ends:
/// before the next such address, or at the end of the text.
pub(super) fn find(text: &str) -> Option<(Format, usize, usize)> {
    let mut known = known(text);
    let (format, start) = known.next()?;
    if has_board(&text[..start]) {
        return None;
    }
    let next = if text.len() > LONGEST_LINE { None } else { known.next() };
    Some((format, start, next.map_or(text.len(), |(_, start)| start)))
}

/// The addresses in a text that contain puzzles: their formats, and where they begin.
fn known(text: &str) -> impl Iterator<Item = (Format, usize)> {
    let is_of = |format: &&Format, link: &Link<'_>| format.spec().link.is_some_and(|of| of(link).is_some());
    all(text).filter_map(move |link| Some((*Format::ALL.iter().find(|format| is_of(format, &link))?, link.start)))
}

/// Whether the text before an address is a board itself, or a row of one.
fn has_board(text: &str) -> bool {
    let is_cell = |c: &char| c.is_ascii_digit() || row::is_blank(*c);
    let is_board = |word: &str| word.len() >= SHORTEST && 2 * word.chars().filter(is_cell).count() >= word.len();
    let words = || text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|'));
    words().any(is_board) || words().filter(|word| word.len() == 1 && word.chars().all(|c| is_cell(&c))).count() >= 4
}

/// Reads the first address of a text in which a format finds a puzzle.
pub(super) fn read(
    text: &str,
    of: Payload,
    decode: fn(&str, &ReadOptions) -> Result<Record, Invalid>,
    options: &ReadOptions,
) -> Result<Record, Invalid> {
    decode(&code(text, of)?, options)
}

/// The part that is a puzzle, from the first address of a text in which a format finds one.
pub(super) fn code(text: &str, of: Payload) -> Result<Cow<'_, str>, Invalid> {
    let Some(code) = all(text).find_map(|link| of(&link)) else {
        return Err(assemble::syntax("no link of this format"));
    };
    if text.len() > LONGEST_LINE && known(text).nth(1).is_some() {
        let message = format!("several links on a line of {} kB; put each on its own line", text.len() / 1000);
        return Err(assemble::syntax(message));
    }
    if code.len() > LONGEST {
        return Err(assemble::syntax(format!("a link of {} kB, more than any puzzle needs", code.len() / 1000)));
    }
    Ok(unescaped(code))
}

/// The error for a link whose code is damaged.
pub(super) fn broken(program: &str, message: impl std::fmt::Display) -> Invalid {
    assemble::syntax(format!("this {program} link cannot be read: {message}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_texts() {
        let parts = |text: &str| {
            let of = |link: Link<'_>| format!("{}|{}|{}|{}", link.host, link.path, link.query, link.fragment);
            all(text).map(of).collect::<Vec<_>>().join(" ")
        };
        for (text, expected) in [
            ("see https://a.org/b?c=d&e=f#g (and", "a.org|b|c=d&e=f|g"),
            ("[x](http://www.a.org/b/c) <https://b.org/abc#1>", "www.a.org|b/c|| b.org|abc||1"),
            ("url=https://a.org/bcdef", "a.org|bcdef||"),
            ("www.a-puzzle.org/?load=x", "www.a-puzzle.org||load=x|"),
            ("sclABCDEFGHIJKLMnop+/=", "|sclABCDEFGHIJKLMnop+/=||"),
            ("m=edit&p=ABCDEFGHIJ", "|||m=edit&p=ABCDEFGHIJ"),
            ("?load=ABCDEFGHIJKL", "||load=ABCDEFGHIJKL|"),
            ("short.org/a", ""),
            ("HTTPS://A.ORG/ABCDEFGH and so on", ""),
        ] {
            assert_eq!(parts(text), expected, "{text}");
        }
    }

    #[test]
    fn boards_before_addresses() {
        for (text, expected) in [
            ("try this: ", false),
            ("Puzzle 12 of 2026-11-25, by 7. ", false),
            ("53..7....6..195....98....6.8...6...3 ", true),
            ("5 3 . . 7 . . . . ", true),
        ] {
            assert_eq!(has_board(text), expected, "{text}");
        }
    }
}
