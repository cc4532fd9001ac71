//! Deflate, as links of Penpa+ use it. (Source: RFC 1951, Deutsch 1996.)

use super::too_large;

/// The longest code of a symbol, in bits.
const LONGEST: usize = 15;

/// The symbol that ends a block.
const END: usize = 256;

/// The order in which the lengths of the codes for code lengths are written.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Unpacks data into at most `most` bytes.
pub(in crate::notation) fn inflate(data: &[u8], most: usize) -> Result<Vec<u8>, String> {
    let mut bits = Bits { data, at: 0 };
    let mut out = Vec::new();
    loop {
        let is_last = bits.number(1)? == 1;
        match bits.number(2)? {
            0 => stored(&mut bits, &mut out, most)?,
            1 => {
                let length = |symbol: usize| match symbol {
                    144..256 => 9,
                    256..280 => 7,
                    _ => 8,
                };
                let symbols: Vec<u8> = (0..288).map(length).collect();
                packed(&mut bits, &mut out, most, &Codes::new(&symbols), &Codes::new(&[5; 30]))?;
            }
            2 => {
                let (symbols, distances) = codes(&mut bits)?;
                packed(&mut bits, &mut out, most, &symbols, &distances)?;
            }
            _ => return Err(bits.damaged()),
        }
        if is_last {
            return Ok(out);
        }
    }
}

/// The bits of the data, the lowest bit of each byte first.
struct Bits<'a> {
    data: &'a [u8],
    /// The bit that comes next.
    at: usize,
}

impl Bits<'_> {
    fn number(&mut self, width: usize) -> Result<usize, String> {
        let mut number = 0;
        for i in 0..width {
            let byte = self.data.get(self.at / 8);
            let byte = byte.ok_or_else(|| format!("its data ends early, after byte {}", self.data.len()))?;
            number |= usize::from(byte >> (self.at % 8) & 1) << i;
            self.at += 1;
        }
        Ok(number)
    }

    fn damaged(&self) -> String {
        format!("its data is damaged at byte {}", self.at / 8 + 1)
    }
}

/// Codes of symbols, given by their lengths: among those of equal length the smallest symbol has the smallest code, and
/// shorter codes come before longer ones.
struct Codes {
    /// How many symbols have codes of each length.
    counts: [usize; LONGEST + 1],
    /// The symbols in the order of their codes.
    symbols: Vec<usize>,
}

impl Codes {
    fn new(lengths: &[u8]) -> Codes {
        let mut counts = [0; LONGEST + 1];
        lengths.iter().for_each(|length| counts[usize::from(*length)] += 1);
        let mut symbols: Vec<usize> = (0..lengths.len()).filter(|symbol| lengths[*symbol] > 0).collect();
        symbols.sort_by_key(|symbol| lengths[*symbol]);
        Codes { counts, symbols }
    }

    fn read(&self, bits: &mut Bits<'_>) -> Result<usize, String> {
        // The code so far, less the first code of its length, and the number of symbols with shorter codes.
        let (mut code, mut before) = (0, 0);
        for count in &self.counts[1..] {
            code = 2 * code + bits.number(1)?;
            if code < *count {
                return self.symbols.get(before + code).copied().ok_or_else(|| bits.damaged());
            }
            code -= count;
            before += count;
        }
        Err(bits.damaged())
    }
}

/// The codes at the beginning of a block: for bytes and lengths, and for distances.
fn codes(bits: &mut Bits<'_>) -> Result<(Codes, Codes), String> {
    let (symbols, distances, count) = (bits.number(5)? + 257, bits.number(5)? + 1, bits.number(4)? + 4);
    let mut lengths = [0; ORDER.len()];
    for place in &ORDER[..count] {
        lengths[*place] = bits.number(3)? as u8;
    }
    let of_lengths = Codes::new(&lengths);
    let mut lengths: Vec<u8> = Vec::with_capacity(symbols + distances);
    while lengths.len() < symbols + distances {
        let (length, times) = match of_lengths.read(bits)? {
            16 => (*lengths.last().ok_or_else(|| bits.damaged())?, 3 + bits.number(2)?),
            17 => (0, 3 + bits.number(3)?),
            18 => (0, 11 + bits.number(7)?),
            length => (length as u8, 1),
        };
        lengths.extend(std::iter::repeat_n(length, times));
    }
    if lengths.len() > symbols + distances {
        return Err(bits.damaged());
    }
    Ok((Codes::new(&lengths[..symbols]), Codes::new(&lengths[symbols..])))
}

/// A block that is not packed.
fn stored(bits: &mut Bits<'_>, out: &mut Vec<u8>, most: usize) -> Result<(), String> {
    bits.at = bits.at.next_multiple_of(8);
    let (length, check) = (bits.number(16)?, bits.number(16)?);
    if length != !check & 0xffff {
        return Err(bits.damaged());
    }
    for _ in 0..length {
        push(out, bits.number(8)? as u8, most)?;
    }
    Ok(())
}

/// A block of bytes and of references to parts that came before.
fn packed(
    bits: &mut Bits<'_>,
    out: &mut Vec<u8>,
    most: usize,
    symbols: &Codes,
    distances: &Codes,
) -> Result<(), String> {
    loop {
        let symbol = symbols.read(bits)?;
        if symbol < END {
            push(out, symbol as u8, most)?;
            continue;
        }
        let length = match symbol - END {
            0 => return Ok(()),
            short @ 1..9 => short + 2,
            29 => 258,
            // Four lengths each have the same number of extra bits.
            long @ 9..29 => {
                let further = (long - 5) / 4;
                3 + ((4 + (long - 5) % 4) << further) + bits.number(further)?
            }
            _ => return Err(bits.damaged()),
        };
        let distance = match distances.read(bits)? {
            near @ 0..4 => near + 1,
            far @ 4..30 => {
                let further = far / 2 - 1;
                1 + ((2 + far % 2) << further) + bits.number(further)?
            }
            _ => return Err(bits.damaged()),
        };
        let start = out.len().checked_sub(distance).ok_or_else(|| bits.damaged())?;
        for i in start..start + length {
            push(out, out[i], most)?;
        }
    }
}

fn push(out: &mut Vec<u8>, byte: u8, most: usize) -> Result<(), String> {
    if out.len() == most {
        return Err(too_large(most));
    }
    out.push(byte);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::coding::{Minus, base64};

    fn unpacked(code: &str, most: usize) -> Result<String, String> {
        inflate(&base64(code, Minus::Last).unwrap(), most).map(|bytes| String::from_utf8(bytes).unwrap())
    }

    const FIXED: &str = "S1RIyk8sSlHIT1PIy8xLBfIqUot1FBKxCQMA";
    const DYNAMIC: &str = "XdRNbsQwCAXgPafIEcyPsX2ebtuOVKnq9YscJga2nzzO44VMu35ef1e7Pl6fv1/fVwPcgAdkAx1YGzj8RLfIEepb+hG+z2i4975nHNH7UfPIxBwPAVvLAY0Ic0QjkRzSSFdOabQ0x0QgT66BuuagRnPlpAhMkqOSjVy6JBBPT4EEc1SjKTkqQaeVoxqNUimBevoRyE/NQ8PveqIyDH8iHppSWmVYnp4D+YxyCJtX0aN5YxoMa7Fm7/5nNH9NT14BZH+bGEykrKpZp9KumfoYEs03rQcbvo8abNatNVtcKhag5nM8mTsQ+neCwaitnNmMW1leM2mlZ7Puc/Rg6uc02PD7RrDZygabLSw9K/B7DgyGPi8FIyn/CmasZY3NpPas8A8=";
    const BOMB: &str = "7cGBAAAAAMMg1vlLHORVAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAArwY=";

    #[test]
    fn blocks_of_every_kind() {
        assert_eq!(unpacked("AQMA/P9hYmM=", 3), Ok("abc".to_owned()));
        assert_eq!(unpacked(FIXED, 1000), Ok("a board of nine boxes, a board of nine boxes".to_owned()));
        let words: String = (0..60).map(|i| format!("{} row {} column {}\n", i * i, i % 9, i / 9)).collect();
        assert_eq!(unpacked(DYNAMIC, 10_000), Ok(words));
    }

    #[test]
    fn damaged_data_are_refused() {
        let data = base64(DYNAMIC, Minus::Last).unwrap();
        for length in 0..data.len() {
            let message = inflate(&data[..length], 10_000).unwrap_err();
            assert_eq!(message, format!("its data ends early, after byte {length}"));
        }
        for code in ["Bw==", "AQMA/P5hYmM=", "AwI="] {
            let message = unpacked(code, 100);
            assert!(message.is_err(), "{code} {message:?}");
        }
        assert_eq!(unpacked(BOMB, 100_000), Err("it unpacks to more than 100 kB".to_owned()));
    }
}
