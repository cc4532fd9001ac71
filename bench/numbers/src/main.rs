//! Makes the table of grid numbers: how many of the 5,472,730,538 classes of grids have each band and fourth row.
//!
//! ```text
//! numbers count DIRECTORY [BAND...]     counts, a file for each band from 1 to 416; files that are there already are kept
//! numbers check DIRECTORY BAND...       counts the grids of bands again, by the library's enumeration
//! numbers table DIRECTORY FILE          writes the table, if the number of grids is right
//! ```
//!
//! It can be stopped at any time; the next run continues with the next band. One core needs some ten minutes and 50 MB.

mod count;
/// The library's own files, which its public interface does not show.
macro_rules! library {
    ($($module:ident = $file:literal)*) => {
        $(#[path = $file]
        #[allow(dead_code, reason = "the library uses more of it")]
        mod $module;)*
    };
}
library! {
    bands = "../../../crates/ninefold/src/symmetry/number/bands.rs"
    boxes = "../../../crates/ninefold/src/symmetry/number/boxes.rs"
    entry = "../../../crates/ninefold/src/symmetry/number/entry.rs"
    least = "../../../crates/ninefold/src/symmetry/number/least.rs"
}

use bands::{Bands, CLASSES};
use entry::Entries;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Russell and Jarvis 2006.
const GRIDS: u64 = 5_472_730_538;

/// The same as in the library's `table.rs`.
const fn rows_of_slot(class: usize) -> usize {
    1 << (class / 75).saturating_sub(1)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let bands = Bands::new();
    let numbers = |from: usize| -> Vec<usize> {
        let named = arguments[from..].iter().map(|band| band.parse().expect("a band is a number from 1 to 416"));
        let named: Vec<usize> = named.collect();
        if named.is_empty() { (1..=CLASSES).collect() } else { named }
    };
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["count", directory, ..] => numbers(2).into_iter().for_each(|band| make(&bands, Path::new(directory), band)),
        ["check", directory, ..] => numbers(2).into_iter().for_each(|band| check(&bands, Path::new(directory), band)),
        ["table", directory, file] => table(Path::new(directory), Path::new(file)),
        _ => panic!("expected: count DIRECTORY [BAND...], check DIRECTORY BAND... or table DIRECTORY FILE"),
    }
}

fn file(directory: &Path, band: usize) -> PathBuf {
    directory.join(format!("band-{band:03}.txt"))
}

fn read(directory: &Path, band: usize) -> Vec<u32> {
    let path = file(directory, band);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.split_whitespace().map(|count| count.parse().expect("a count")).collect()
}

fn make(bands: &Bands, directory: &Path, band: usize) {
    let path = file(directory, band);
    if path.exists() {
        return;
    }
    let start = Instant::now();
    let counts = count::count(bands, &Entries::new(bands, band - 1));
    let sum: u64 = counts.iter().map(|count| u64::from(*count)).sum();
    println!("band {band}: {sum} grids, {} s", start.elapsed().as_secs_f32());
    let text: Vec<String> = counts.iter().map(u32::to_string).collect();
    let unfinished = path.with_extension("tmp");
    std::fs::write(&unfinished, text.join(" ") + "\n").expect("the directory can be written");
    std::fs::rename(unfinished, path).expect("the directory can be written");
}

fn check(bands: &Bands, directory: &Path, band: usize) {
    let (start, counts) = (Instant::now(), read(directory, band));
    let entries = Entries::new(bands, band - 1);
    for (row, expected) in entries.fourth_rows().into_iter().zip(&counts) {
        let mut count = 0;
        let _ = entries.visit(row, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(count, *expected, "band {band}, row {row:x}");
    }
    println!("band {band}: {} rows agree, {} s", counts.len(), start.elapsed().as_secs_f32());
}

fn table(directory: &Path, path: &Path) {
    let (mut header, mut bits, mut used, mut grids) = (Vec::new(), Vec::new(), 0, 0);
    // FNV-1a of all counts.
    let mut digest = 0xCBF2_9CE4_8422_2325u64;
    let mut rows = 0;
    for class in 0..CLASSES {
        let counts = read(directory, class + 1);
        for byte in counts.iter().flat_map(|count| count.to_le_bytes()) {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
        rows += counts.iter().filter(|count| **count > 0).count();
        let slots: Vec<u32> = counts.chunks(rows_of_slot(class)).map(|slot| slot.iter().sum()).collect();
        let sum: u32 = slots.iter().sum();
        let least = slots.iter().min().copied().unwrap_or_default();
        let most = slots.iter().max().copied().unwrap_or_default();
        let width = 32 - (most - least).leading_zeros();
        header.extend(sum.to_le_bytes());
        header.extend((slots.len() as u16).to_le_bytes());
        header.extend(least.to_le_bytes());
        header.push(width as u8);
        for more in slots.iter().map(|slot| slot - least) {
            for bit in 0..width {
                if used % 8 == 0 {
                    bits.push(0);
                }
                *bits.last_mut().expect("there is one") |= ((more >> bit & 1) as u8) << (used % 8);
                used += 1;
            }
        }
        grids += u64::from(sum);
    }
    println!("{grids} grids with {rows} different beginnings of four rows, digest {digest:016x}");
    assert_eq!(grids, GRIDS, "too few or too many grids");
    header.extend(bits);
    println!("{} bytes", header.len());
    std::fs::write(path, header).expect("the file can be written");
}
