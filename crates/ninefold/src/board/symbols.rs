//! The characters that digits are written with.

use super::Digit;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// How the digits 1 to N are written: with N different characters (`123456789`, `TONYBLAIR`, `1-9A-G`), or as numbers
/// if there are too many; and which characters mean a blank cell.
///
/// ```
/// use ninefold::{Digit, Symbols};
/// let symbols = Symbols::new("TONYBLAIR").unwrap();
/// assert_eq!(symbols.digit('Y'), Digit::new(4));
/// assert_eq!(symbols.name(), "TONYBLAIR");
/// assert!(Symbols::new("TONYBLAIRT").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Symbols {
    alphabet: Alphabet,
    /// The characters that mean a blank; the first is the one printed.
    blanks: Cow<'static, [char]>,
    /// Letters mean the same in upper and lower case.
    fold_case: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Alphabet {
    /// This many of [`USUAL`], from the first on.
    Usual(u8),
    /// Any other characters.
    Characters(Vec<char>),
    /// Numbers up to this one.
    Numbers(u16),
}

/// The characters in use for blanks, most common first.
const BLANKS: [char; 8] = ['.', '0', '*', '_', '-', '?', '\u{b7}', 'X'];

/// The symbols of most boards: each stands for the digit of its position.
const USUAL: [char; 35] = [
    '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N',
    'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z',
];

impl Symbols {
    /// The largest side that [`Symbols::for_side`] writes with characters.
    pub const MOST_CHARACTERS: usize = USUAL.len();

    /// The usual symbols for a board with this side: `1` to `9`, then letters from `A`; numbers from
    /// side 36 on.
    pub fn for_side(side: usize) -> Symbols {
        match side {
            0..=Self::MOST_CHARACTERS => {
                // The last blank is a letter that long alphabets use.
                let blanks = if USUAL[..side].contains(&'X') { &BLANKS[..BLANKS.len() - 1] } else { &BLANKS };
                Symbols { alphabet: Alphabet::Usual(side as u8), blanks: Cow::Borrowed(blanks), fold_case: true }
            }
            _ => Symbols::numbers(side),
        }
    }

    /// Numbers from 1 to `side`, separated by spaces when printed; `side` is cut to
    /// [`Shape::MAX_SIDE`](super::Shape::MAX_SIDE), the side of the largest boards.
    pub fn numbers(side: usize) -> Symbols {
        let side = side.min(super::Shape::MAX_SIDE) as u16;
        Symbols { alphabet: Alphabet::Numbers(side), blanks: Cow::Borrowed(&BLANKS), fold_case: true }
    }

    /// The characters of `alphabet` in order: the first is the digit 1.
    ///
    /// Letters are read in either case unless the alphabet has some letter in both.
    ///
    /// # Errors
    /// If the alphabet is empty, too long, repeats a character, contains white space, a control character or a
    /// separator, or leaves no character for blanks.
    pub fn new(alphabet: &str) -> Result<Symbols, SymbolsError> {
        let characters: Vec<char> = alphabet.chars().collect();
        if characters.is_empty() {
            return Err(SymbolsError::Empty);
        }
        if characters.len() > super::Shape::MAX_SIDE {
            return Err(SymbolsError::TooMany);
        }
        if let Some(found) = characters.iter().find(|c| is_separator(**c)) {
            return Err(SymbolsError::Separator(*found));
        }
        for (i, c) in characters.iter().enumerate() {
            if let Some(first) = characters[..i].iter().position(|other| other == c) {
                return Err(SymbolsError::Repeated { symbol: *c, first: first + 1, second: i + 1 });
            }
        }
        let symbols = Symbols::from_characters(characters);
        if symbols.blanks.is_empty() { Err(SymbolsError::NoBlank) } else { Ok(symbols) }
    }

    fn from_characters(characters: Vec<char>) -> Symbols {
        if USUAL.starts_with(&characters) {
            return Symbols::for_side(characters.len());
        }
        let lower: Vec<char> = characters.iter().flat_map(|c| c.to_lowercase()).collect();
        let fold_case = lower.iter().enumerate().all(|(i, c)| !lower[..i].contains(c));
        let blanks = BLANKS.into_iter().filter(|b| !characters.iter().any(|c| same(fold_case, *c, *b))).collect();
        Symbols { alphabet: Alphabet::Characters(characters), blanks, fold_case }
    }

    /// The characters, unless digits are written as numbers.
    fn characters(&self) -> Option<&[char]> {
        match &self.alphabet {
            Alphabet::Usual(side) => Some(&USUAL[..usize::from(*side)]),
            Alphabet::Characters(characters) => Some(characters),
            Alphabet::Numbers(_) => None,
        }
    }

    /// The same symbols with these characters for blanks, of which the first is printed. A space is allowed, though
    /// elsewhere it separates cells.
    ///
    /// # Errors
    /// If there are none, or one stands for a digit, or is white space other than the space, a control character or a separator.
    pub fn with_blanks(mut self, blanks: &str) -> Result<Symbols, SymbolsError> {
        let blanks: Vec<char> = blanks.chars().collect();
        if blanks.is_empty() {
            return Err(SymbolsError::NoBlank);
        }
        if let Some(found) = blanks.iter().find(|b| **b != ' ' && is_separator(**b)) {
            return Err(SymbolsError::BlankIsSeparator(*found));
        }
        if let Some(clash) = blanks.iter().find(|b| self.digit(**b).is_some()) {
            return Err(SymbolsError::BlankIsDigit(*clash));
        }
        self.blanks = Cow::Owned(blanks);
        Ok(self)
    }

    /// The same symbols with their default blanks.
    pub(crate) fn with_usual_blanks(self) -> Symbols {
        match self.alphabet {
            Alphabet::Usual(side) => Symbols::for_side(side.into()),
            Alphabet::Characters(characters) => Symbols::from_characters(characters),
            Alphabet::Numbers(side) => Symbols::numbers(side.into()),
        }
    }

    /// The number of digits.
    pub fn side(&self) -> usize {
        match &self.alphabet {
            Alphabet::Usual(side) => usize::from(*side),
            Alphabet::Characters(characters) => characters.len(),
            Alphabet::Numbers(side) => usize::from(*side),
        }
    }

    /// Whether digits are written as numbers, which have to be separated.
    pub fn are_numbers(&self) -> bool {
        matches!(self.alphabet, Alphabet::Numbers(_))
    }

    /// The number as which the first digit is written, 0 or 1, if the other digits are written as the numbers after it. Letters
    /// from `A` on count as 10 and more.
    pub(crate) fn lowest_number(&self) -> Option<i64> {
        match &self.alphabet {
            Alphabet::Usual(_) | Alphabet::Numbers(_) => Some(1),
            Alphabet::Characters(characters) => match &characters[..] {
                ['0', rest @ ..] if USUAL.starts_with(rest) => Some(0),
                _ => None,
            },
        }
    }

    /// The digit that a character stands for; if digits are written as numbers, only those of one figure have a character.
    pub fn digit(&self, symbol: char) -> Option<Digit> {
        let index = match &self.alphabet {
            Alphabet::Usual(_) | Alphabet::Numbers(_) => match symbol {
                '1'..='9' => symbol as usize - '1' as usize,
                'A'..='Z' if !self.are_numbers() => symbol as usize - 'A' as usize + 9,
                'a'..='z' if !self.are_numbers() => symbol as usize - 'a' as usize + 9,
                _ => return None,
            },
            Alphabet::Characters(characters) => characters.iter().position(|c| same(self.fold_case, *c, symbol))?,
        };
        (index < self.side()).then(|| Digit::from_index(index))
    }

    /// The digit that a whole word stands for: a number, or a single symbol. If the symbols start from `0`, `12` is the
    /// thirteenth digit.
    pub fn digit_from_word(&self, word: &str) -> Option<Digit> {
        if let Alphabet::Numbers(side) = self.alphabet {
            let number = word.parse::<u16>().ok().filter(|number| *number <= side && !word.starts_with('+'))?;
            return Digit::new(number);
        }
        let mut symbols = word.chars();
        let first = symbols.next()?;
        if symbols.next().is_none() {
            return self.digit(first);
        }
        // If the symbols start from 0, so do the numbers.
        let is_number = self.lowest_number() == Some(0) && word.bytes().all(|byte| byte.is_ascii_digit());
        let number = if is_number { word.parse().ok() } else { None };
        number.filter(|number| *number < self.side()).map(Digit::from_index)
    }

    /// Whether the character means a blank cell in most notations, whatever the symbols are.
    pub(crate) fn is_usual_blank(symbol: char) -> bool {
        BLANKS.contains(&symbol.to_ascii_uppercase())
    }

    /// Whether the character means a blank cell.
    pub fn is_blank(&self, symbol: char) -> bool {
        self.blanks.iter().any(|b| same(self.fold_case, *b, symbol))
    }

    /// The character printed for a blank cell.
    pub fn blank(&self) -> char {
        self.blanks.first().copied().unwrap_or('.')
    }

    /// All the characters that mean a blank cell.
    pub fn blanks(&self) -> &[char] {
        &self.blanks
    }

    /// What is written for a digit: its character or its number. A digit of a larger board, for which these symbols
    /// have no character, is written as its number.
    pub fn symbol(&self, digit: Digit) -> Symbol {
        Symbol(self.character(digit).map_or(Written::Number(digit), Written::Character))
    }

    /// The character of a digit, unless digits are written as numbers.
    pub fn character(&self, digit: Digit) -> Option<char> {
        self.characters()?.get(digit.index()).copied()
    }

    /// The width of the widest symbol, in characters.
    pub fn width(&self) -> usize {
        match self.alphabet {
            Alphabet::Numbers(side) => side.to_string().len(),
            _ => 1,
        }
    }

    /// A short name, which [`FromStr`] reads: the characters themselves with runs abbreviated (`1-9A-G`), or
    /// `numbers 1-100`.
    ///
    /// If a letter or figure comes before a dash that is a symbol itself, it is written as a run of one (`A-A-C` for A,
    /// the dash and C), so that this dash is not taken for the dash of a run.
    pub fn name(&self) -> String {
        let Some(characters) = self.characters() else { return format!("{NUMBERS}{}", self.side()) };
        let mut name = String::new();
        let mut rest = characters;
        while let [first, ..] = rest {
            let run = rest.iter().zip(*first..=char::MAX).take_while(|(a, b)| **a == *b).count();
            let last = rest[run - 1];
            if run > 3 && is_run(*first, last) {
                name.extend([*first, '-', last]);
                rest = &rest[run..];
                continue;
            }
            match rest {
                [_, '-', after, ..] if is_run(*first, *after) => name.extend([*first, '-', *first]),
                _ => name.push(*first),
            }
            rest = &rest[1..];
        }
        name
    }
}

/// Reads an alphabet in which runs may be abbreviated, as [`Symbols::name`] prints it: `1-9A-G`, or
/// `numbers 1-100`. A dash that is not between two ascending letters or figures is a symbol itself.
impl FromStr for Symbols {
    type Err = SymbolsError;

    fn from_str(text: &str) -> Result<Symbols, SymbolsError> {
        if let Some(side) = text.strip_prefix(NUMBERS).and_then(|side| side.parse::<usize>().ok()) {
            return match side {
                0 => Err(SymbolsError::Empty),
                1..=super::Shape::MAX_SIDE => Ok(Symbols::numbers(side)),
                _ => Err(SymbolsError::TooMany),
            };
        }
        let characters: Vec<char> = text.chars().collect();
        let mut alphabet = String::new();
        let mut rest = &characters[..];
        while let [first, ..] = rest {
            match rest {
                [_, '-', last, ..] if is_run(*first, *last) => {
                    alphabet.extend(*first..=*last);
                    rest = &rest[3..];
                }
                _ => {
                    alphabet.push(*first);
                    rest = &rest[1..];
                }
            }
            if alphabet.chars().count() > super::Shape::MAX_SIDE {
                return Err(SymbolsError::TooMany);
            }
        }
        Symbols::new(&alphabet)
    }
}

/// The beginning of the name of symbols that are numbers.
const NUMBERS: &str = "numbers 1-";

/// Whether these two characters with a dash between them stand for everything from the first to the last.
fn is_run(first: char, last: char) -> bool {
    first <= last && first.is_alphanumeric() && last.is_alphanumeric()
}

/// Characters that notations use between cells; they can stand neither for digits nor for blanks.
const SEPARATORS: [char; 12] = ['|', ',', ';', '#', ':', '"', '[', ']', '(', ')', '{', '}'];

fn is_separator(c: char) -> bool {
    c.is_whitespace() || c.is_control() || SEPARATORS.contains(&c)
}

fn same(fold_case: bool, a: char, b: char) -> bool {
    a == b || (fold_case && a.to_lowercase().eq(b.to_lowercase()))
}

/// Writes [`Symbols::name`].
impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// A digit as it is written; made by [`Symbols::symbol`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbol(Written);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Written {
    Character(char),
    Number(Digit),
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Written::Character(c) => c.fmt(f),
            Written::Number(digit) => digit.fmt(f),
        }
    }
}

/// Why an alphabet or a set of blanks cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SymbolsError {
    /// No character at all.
    Empty,
    /// More characters than a board can have digits.
    TooMany,
    /// A character stands for two digits.
    Repeated {
        /// The character.
        symbol: char,
        /// Its first place in the alphabet, from 1.
        first: usize,
        /// Its second place.
        second: usize,
    },
    /// White space, a control character or a separator.
    Separator(char),
    /// Nothing is left to mean a blank cell.
    NoBlank,
    /// A blank that also stands for a digit.
    BlankIsDigit(char),
    /// A blank that is white space other than the space, a control character or a separator.
    BlankIsSeparator(char),
}

impl fmt::Display for SymbolsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymbolsError::Empty => f.write_str("an alphabet needs at least one symbol"),
            SymbolsError::TooMany => write!(f, "an alphabet has at most {} symbols", super::Shape::MAX_SIDE),
            SymbolsError::Repeated { symbol, first, second } => {
                write!(f, "symbol '{symbol}' is repeated: it is number {first} and number {second} of the alphabet")
            }
            SymbolsError::Separator(c) => {
                write!(f, "symbol '{}' is a separator and cannot stand for a digit", c.escape_debug())
            }
            SymbolsError::NoBlank => f.write_str("no symbol is left for blank cells"),
            SymbolsError::BlankIsDigit(c) => write!(f, "symbol '{c}' cannot mean both a blank and a digit"),
            SymbolsError::BlankIsSeparator(c) => {
                write!(f, "symbol '{}' is a separator and cannot mean a blank", c.escape_debug())
            }
        }
    }
}

impl std::error::Error for SymbolsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_exact() {
        for (side, name) in
            [(9, "1-9"), (16, "1-9A-G"), (25, "1-9A-P"), (35, "1-9A-Z"), (36, "numbers 1-36"), (4, "1-4")]
        {
            assert_eq!(Symbols::for_side(side).name(), name);
        }
        assert_eq!(Symbols::new("0123456789ABCDEF").unwrap().name(), "0-9A-F");
        assert_eq!(Symbols::new("ABCDEFGHIJKLMNOP").unwrap().name(), "A-P");
        assert_eq!(Symbols::new("TONYBLAIR").unwrap().name(), "TONYBLAIR");
        for name in ["1-9", "1-9A-G", "0-9A-F", "A-P", "TONYBLAIR", "-+12", "A-A-C", "numbers 1-100"] {
            assert_eq!(name.parse::<Symbols>().map(|symbols| symbols.name()).as_deref(), Ok(name));
        }
        // A dash among the symbols, runs of characters that are not letters, and the last character of Unicode.
        for alphabet in ["A-C", "C-A", "AB-D", "A-", "-A", "ABCD-F", "\u{2190}\u{2191}\u{2192}\u{2193}", "\u{10ffff}"] {
            let symbols = Symbols::new(alphabet).unwrap();
            assert_eq!(symbols.name().parse(), Ok(symbols), "{alphabet}");
        }
        assert_eq!("numbers 1-0".parse::<Symbols>(), Err(SymbolsError::Empty));
        assert_eq!("numbers 1-1025".parse::<Symbols>(), Err(SymbolsError::TooMany));
        assert_eq!("一-龥".parse::<Symbols>(), Err(SymbolsError::TooMany));
    }

    #[test]
    fn digits_blanks_and_case() {
        let hex = Symbols::new("0123456789ABCDEF").unwrap();
        assert_eq!(hex.digit('0'), Digit::new(1));
        assert_eq!(hex.digit('f'), Digit::new(16));
        assert!(!hex.is_blank('0') && hex.is_blank('.') && hex.is_blank('x'));
        assert_eq!(hex.symbol(Digit::new(16).unwrap()).to_string(), "F");
        let both = Symbols::new("aAbB").unwrap();
        assert_eq!((both.digit('a'), both.digit('A')), (Digit::new(1), Digit::new(2)));
        let nine = Symbols::for_side(9);
        assert_eq!(nine.blank(), '.');
        assert_eq!(nine.digit('0'), None);
        assert_eq!(nine.digit_from_word("12"), None);
        let numbers = Symbols::numbers(100);
        assert_eq!(numbers.digit_from_word("100"), Digit::new(100));
        assert_eq!(numbers.digit_from_word("101"), None);
        assert_eq!(numbers.digit_from_word("0"), None);
        assert_eq!(numbers.width(), 3);
        let spaces = Symbols::for_side(9).with_blanks(" ").unwrap();
        assert!(spaces.is_blank(' ') && !spaces.is_blank('.'));
    }

    #[test]
    fn bad_alphabets_say_why() {
        let message = |text: &str| Symbols::new(text).unwrap_err().to_string();
        assert_eq!(message("ABCA"), "symbol 'A' is repeated: it is number 1 and number 4 of the alphabet");
        assert_eq!(message(""), "an alphabet needs at least one symbol");
        assert_eq!(message("12 4"), "symbol ' ' is a separator and cannot stand for a digit");
        assert_eq!(message("1|34"), "symbol '|' is a separator and cannot stand for a digit");
        assert_eq!(message(".0*_-?X\u{b7}12"), "no symbol is left for blank cells");
        assert_eq!(Symbols::for_side(9).with_blanks("1"), Err(SymbolsError::BlankIsDigit('1')));
        assert_eq!(Symbols::for_side(9).with_blanks(""), Err(SymbolsError::NoBlank));
        for c in ['|', ',', '\n', '\t', '#'] {
            let blanks = format!("~{c}");
            assert_eq!(Symbols::for_side(9).with_blanks(&blanks), Err(SymbolsError::BlankIsSeparator(c)));
        }
    }
}
