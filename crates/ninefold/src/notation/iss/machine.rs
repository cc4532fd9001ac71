//! Automata as bits in base64, the highest bit of each byte first.
//!
//! ```text
//!   2 bits     how states are written: 0 as a list of ways, 1 as the digits that lead on, one way each
//!   4, 4       the bits of a state's number less 1; the number of digits less 1
//!   s, s       how many states can be first; how many others can be last. These are numbered first, in this order
//!   a bit for each that can be first, from the last of them: whether it can be last too
//!   4          only for lists: the bits of a number of ways
//!   states     a list: the number of ways, for each the digit and where it leads;
//!              else a bit for each digit, the highest first, then where they lead, the lowest first
//! ```
//!
//! Digits are numbered from the board's lowest; after the highest there may be a break, which is read between two lists of
//! cells. States after the last that is written have no way on.

use super::table;
use crate::notation::coding::{Minus, base64};
use crate::variant::{BREAK, Machine, State};
use std::ops::RangeInclusive;

const LISTS: u32 = 0;
const DIGITS: u32 = 1;

/// The most states that can be first: there is a bit for each in a number.
const MOST_FIRST: u32 = 31;

/// Bits that are read.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn left(&self) -> usize {
        8 * self.bytes.len() - self.at
    }

    fn take(&mut self, count: u32) -> Result<u32, String> {
        if self.left() < count as usize {
            return Err("an automaton that ends too early".to_owned());
        }
        let bit = |at: usize| u32::from(self.bytes[at / 8] >> (7 - at % 8) & 1);
        let value = (self.at..self.at + count as usize).fold(0, |value, at| value << 1 | bit(at));
        self.at += count as usize;
        Ok(value)
    }
}

/// The automaton of a code, on a board with these digits.
pub(super) fn read(code: &str, name: &str, digits: &RangeInclusive<i64>) -> Result<Machine, String> {
    let bytes = base64(code, Minus::LastButOne)?;
    let mut bits = Bits { bytes: &bytes, at: 0 };
    let format = bits.take(2)?;
    let width = bits.take(4)? + 1;
    let symbols = bits.take(4)? + 1;
    let (first, last) = (bits.take(width)?, bits.take(width)?);
    if format > DIGITS || first > MOST_FIRST {
        return Err("an automaton in an unknown form".to_owned());
    }
    let are_last = bits.take(first)?;
    let mut states: Vec<State> = Vec::new();
    let digit = |symbol: u32| match digits.start() + i64::from(symbol) {
        digit if digit == digits.end() + 1 => BREAK,
        digit => digit,
    };
    let symbol_width = u32::BITS - (symbols - 1).leading_zeros();
    let count_width = if format == LISTS { bits.take(4)? } else { symbols };
    while count_width > 0 && bits.left() >= count_width as usize {
        let head = bits.take(count_width)?;
        let mut ways = Vec::new();
        if format == LISTS {
            for _ in 0..head {
                ways.push((digit(bits.take(symbol_width)?), bits.take(width)? as usize));
            }
        } else {
            for symbol in (0..symbols).filter(|symbol| head >> symbol & 1 == 1) {
                ways.push((digit(symbol), bits.take(width)? as usize));
            }
        }
        states.push(State { ways, ..State::default() });
    }
    // What fills the last byte reads as states without a way on; those that are meant follow from where ways lead.
    while states.last().is_some_and(|state| state.ways.is_empty()) {
        states.pop();
    }
    let reached = states.iter().flat_map(|state| &state.ways).map(|(_, to)| to + 1).max().unwrap_or(0);
    let count = reached.max((first + last) as usize).max(states.len());
    states.resize(count, State::default());
    for (number, state) in states.iter_mut().enumerate() {
        state.is_first = number < first as usize;
        let is_both = number < MOST_FIRST as usize && are_last >> number & 1 == 1;
        state.is_last = if state.is_first { is_both } else { number < (first + last) as usize };
    }
    // `=` ends a name in ours.
    Ok(Machine { name: name.replace('=', "-"), states })
}

/// Bits that are written.
#[derive(Default)]
struct Written {
    bytes: Vec<u8>,
    count: usize,
}

impl Written {
    fn put(&mut self, value: u32, count: u32) {
        for place in (0..count).rev() {
            if self.count.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.len() - 1;
            self.bytes[last] |= ((value >> place & 1) as u8) << (7 - self.count % 8);
            self.count += 1;
        }
    }
}

/// The code of an automaton; or what of it the format has no room for.
pub(super) fn write(machine: &Machine, digits: &RangeInclusive<i64>) -> Result<String, String> {
    let has_break = machine.states.iter().any(|state| state.ways.iter().any(|(read, _)| *read == BREAK));
    let symbols = digits.clone().count() as u32 + u32::from(has_break);
    // The order of the format: first states, then last ones, then the others.
    let mut order: Vec<usize> = (0..machine.states.len()).collect();
    let class = |state: &State| if state.is_first { 0 } else { 2 - u8::from(state.is_last) };
    order.sort_by_key(|number| class(&machine.states[*number]));
    let mut names = vec![0; order.len()];
    order.iter().enumerate().for_each(|(name, number)| names[*number] = name as u32);
    let of_class = |wanted: u8| machine.states.iter().filter(|state| class(state) == wanted).count() as u32;
    let (first, last) = (of_class(0), of_class(1));
    let width = (u32::BITS - (order.len() as u32 - 1).leading_zeros()).max(1);
    let is_room = width <= 16 && first <= MOST_FIRST && first >> width == 0 && last >> width == 0 && symbols <= 16;
    let ways = |number: usize| {
        // No cell has a digit that the board has not; the one after the last would be read as a break.
        let ways = machine.states[number].ways.iter().filter_map(|(digit, to)| match *digit {
            BREAK => Some((*digits.end() + 1, names[*to])),
            digit => digits.contains(&digit).then_some((digit, names[*to])),
        });
        let mut ways: Vec<(u32, u32)> = ways.map(|(digit, to)| ((digit - digits.start()) as u32, to)).collect();
        ways.sort_unstable();
        ways.dedup();
        ways
    };
    let most = order.iter().map(|number| ways(*number).len()).max().unwrap_or(0) as u32;
    let count_width = u32::BITS - most.leading_zeros();
    if !is_room || count_width > 15 {
        return Err(format!("with {} states, or too many starts or transitions", machine.states.len()));
    }
    let mut bits = Written::default();
    [(LISTS, 2), (width - 1, 4), (symbols - 1, 4), (first, width), (last, width)]
        .into_iter()
        .for_each(|(value, count)| bits.put(value, count));
    let is_last = |place: u32| u32::from(machine.states[order[place as usize]].is_last);
    bits.put((0..first).fold(0, |mask, place| mask | is_last(place) << place), first);
    bits.put(count_width, 4);
    for number in order {
        let ways = ways(number);
        bits.put(ways.len() as u32, count_width);
        for (symbol, to) in ways {
            bits.put(symbol, u32::BITS - (symbols - 1).leading_zeros());
            bits.put(to, width);
        }
    }
    Ok(table::code_of(&bits.bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One digit after another: state 0 is first, a 1 leads to state 1, which is last.
    #[test]
    fn both_forms_are_read() {
        let expected = Machine::read("> 1-1 / * 1-1 2-0").unwrap();
        // Form, bits of a state, digits, first, last, first that are last, bits of a count; lists of ways.
        let lists = "00 0000 0001 1 1 0 0010 01 0 1 10 0 1 1 0";
        let digits = "01 0000 0001 1 1 0 01 1 11 1 0";
        for bits in [lists, digits] {
            let bits: Vec<u8> = bits.bytes().filter(|byte| *byte != b' ').map(|byte| byte - b'0').collect();
            let byte = |bits: &[u8]| bits.iter().enumerate().fold(0, |byte, (i, bit)| byte | bit << (7 - i));
            let code = table::code_of(&bits.chunks(8).map(byte).collect::<Vec<u8>>());
            assert_eq!(read(&code, "", &(1..=2)), Ok(expected.clone()), "{code}");
        }
    }

    #[test]
    fn automata_that_are_broken() {
        let machine = Machine::read("n = > 1-1 9-2 / * 1-1 2-0 / 5-1").unwrap();
        let code = write(&machine, &(1..=9)).unwrap();
        assert_eq!(read(&code, "n", &(1..=9)), Ok(machine.clone()));
        let zero = read(&code, "n", &(0..=8)).unwrap();
        assert_eq!(zero.to_string(), "n = > 0-1 8-2 / * 0-1 1-0 / 4-1");
        for (code, message) in [
            ("", "an automaton that ends too early"),
            ("!", "base64"),
            ("gAAA", "an automaton in an unknown form"),
            ("Pw", "an automaton that ends too early"),
        ] {
            let found = read(code, "", &(1..=9)).unwrap_err();
            assert!(found.contains(message), "{code}: {found}");
        }
        let outside = Machine::read("> 1-0 |-1 4-0 / * 2-1").unwrap();
        let code = write(&outside, &(1..=3)).unwrap();
        assert_eq!(read(&code, "", &(1..=3)).unwrap().to_string(), "> 1-0 |-1 / * 2-1");
        let cut: Vec<bool> =
            (1..code.len()).map(|end| read(&code[..end], "", &(1..=9)).is_ok_and(|cut| cut == machine)).collect();
        assert!(!cut.contains(&true));
        assert!(write(&machine, &(1..=17)).is_err());
    }
}
