//! Sorts more than fits into memory: sorted runs on disk, which are then merged.
//!
//! Where the system allows it, the files have no names, so nothing is left of them, however the program ends.

use anyhow::Context;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// The most runs on disk at a time; each takes a file handle and a buffer.
const MOST_RUNS: usize = 64;

/// Sorts records of `N` bytes, byte by byte.
pub(crate) struct Sorter<const N: usize> {
    records: Vec<[u8; N]>,
    /// How many records are kept in memory.
    most: usize,
    folder: PathBuf,
    runs: Vec<File>,
}

/// Creates a file without a name.
pub(crate) fn scratch_file(folder: &Path) -> anyhow::Result<File> {
    tempfile::tempfile_in(folder).with_context(|| format!("{}: no room for a temporary file", folder.display()))
}

impl<const N: usize> Sorter<N> {
    /// A sorter that keeps about this many bytes in memory and the rest in a folder.
    pub(crate) fn new(bytes: usize, folder: &Path) -> Sorter<N> {
        Sorter { records: Vec::new(), most: (bytes / N).max(16), folder: folder.to_owned(), runs: Vec::new() }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If the disk is full.
    pub(crate) fn push(&mut self, record: [u8; N]) -> anyhow::Result<()> {
        if self.records.len() == self.most {
            self.spill()?;
            if self.runs.len() == MOST_RUNS {
                let merged = merged(std::mem::take(&mut self.runs))?;
                self.runs.push(self.write(merged)?);
            }
        }
        if self.records.capacity() == 0 {
            // All at once, since growing would need the old and the new memory together. The system provides it as it is used.
            self.records.reserve_exact(self.most);
        }
        self.records.push(record);
        Ok(())
    }

    /// Writes what is in memory as a run.
    fn spill(&mut self) -> anyhow::Result<()> {
        self.records.sort_unstable();
        self.runs.push(self.write(self.records.iter().map(|record| Ok(*record)))?);
        self.records.clear();
        Ok(())
    }

    fn write(&self, records: impl Iterator<Item = anyhow::Result<[u8; N]>>) -> anyhow::Result<File> {
        let mut output = BufWriter::with_capacity(1 << 16, scratch_file(&self.folder)?);
        for record in records {
            output.write_all(&record?).context("temporary file")?;
        }
        output.into_inner().context("temporary file")
    }

    /// Returns all records in order.
    ///
    /// # Errors
    /// If the disk is full. An item is an error if a record cannot be read back; the items after it are then incomplete.
    pub(crate) fn sorted(mut self) -> anyhow::Result<impl Iterator<Item = anyhow::Result<[u8; N]>>> {
        let in_memory = if self.runs.is_empty() {
            self.records.sort_unstable();
            self.records
        } else {
            self.spill()?;
            Vec::new()
        };
        Ok(in_memory.into_iter().map(Ok).chain(merged(self.runs)?))
    }
}

/// Merges sorted runs.
fn merged<const N: usize>(runs: Vec<File>) -> anyhow::Result<impl Iterator<Item = anyhow::Result<[u8; N]>>> {
    let read = |run: &mut BufReader<File>| {
        let mut record = [0; N];
        match run.read_exact(&mut record) {
            Ok(()) => Ok(Some(record)),
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error).context("temporary file"),
        }
    };
    let mut runs: Vec<_> = runs.into_iter().map(|run| BufReader::with_capacity(1 << 16, run)).collect();
    // The next record of each run.
    let mut next = BinaryHeap::new();
    for (number, run) in runs.iter_mut().enumerate() {
        run.rewind().context("temporary file")?;
        next.extend(read(run)?.map(|record| Reverse((record, number))));
    }
    Ok(std::iter::from_fn(move || {
        let Reverse((record, number)) = next.pop()?;
        let following = read(&mut runs[number]);
        Some(following.map(|following| {
            next.extend(following.map(|following| Reverse((following, number))));
            record
        }))
    }))
}

/// Finds the boards that repeat the class of an earlier one, by sorting the classes with the numbers of their boards.
pub(crate) struct Repeats {
    classes: Sorter<24>,
    repeats: Sorter<8>,
    /// The number of the next board.
    next: u64,
}

impl Repeats {
    /// Keeps about this many bytes in memory and the rest in a folder.
    pub(crate) fn new(bytes: usize, folder: &Path) -> Repeats {
        Repeats { classes: Sorter::new(bytes / 2, folder), repeats: Sorter::new(bytes / 2, folder), next: 0 }
    }

    /// The number of boards.
    pub(crate) fn count(&self) -> u64 {
        self.next
    }

    /// Records the class of the next board; a board without a class counts as a repeat.
    ///
    /// # Errors
    /// If the disk is full.
    pub(crate) fn add(&mut self, class: Option<&[u8; 16]>) -> anyhow::Result<()> {
        let number = self.next.to_be_bytes();
        self.next += 1;
        let Some(class) = class else { return self.repeats.push(number) };
        let mut record = [0; 24];
        record[..16].copy_from_slice(class);
        record[16..].copy_from_slice(&number);
        self.classes.push(record)
    }

    /// Returns a function that reports for each board in turn whether it is a repeat.
    ///
    /// # Errors
    /// If the disk is full; or, from the function, if temporary files cannot be read back.
    pub(crate) fn sorted(mut self) -> anyhow::Result<impl FnMut() -> anyhow::Result<bool>> {
        let mut last = None;
        for record in self.classes.sorted()? {
            let record = record?;
            let (class, number) = record.split_first_chunk::<16>().expect("a record begins with a class");
            if last == Some(*class) {
                self.repeats.push(number.try_into().expect("a record ends with a number"))?;
            }
            last = Some(*class);
        }
        let mut repeats = self.repeats.sorted()?.peekable();
        let mut number = 0;
        Ok(move || {
            let is_this =
                |next: &anyhow::Result<[u8; 8]>| next.as_ref().map_or(true, |next| u64::from_be_bytes(*next) == number);
            let found = repeats.next_if(is_this).transpose()?;
            number += 1;
            Ok(found.is_some())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back_in_order() {
        for (bytes, count) in [(1 << 20, 1000u32), (64, 5000), (64, 16), (64, 0), (100, 16 * 70 + 3)] {
            let mut sorter = Sorter::<4>::new(bytes, &std::env::temp_dir());
            let numbers: Vec<u32> = (0..count).map(|number| number.wrapping_mul(2_654_435_761) % 1000).collect();
            numbers.iter().for_each(|number| sorter.push(number.to_be_bytes()).unwrap());
            let sorted: Vec<u32> = sorter.sorted().unwrap().map(|record| u32::from_be_bytes(record.unwrap())).collect();
            let mut expected = numbers;
            expected.sort_unstable();
            assert_eq!(sorted, expected);
        }
    }
}
