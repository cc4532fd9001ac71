//! How many minlex grids there are for each fourth row of a band.
//!
//! The library's enumeration (`entry`) would find this in half an hour; this takes some minutes, by another method, so that the
//! two can be compared. 5.8 million bands can lie below the first one. They are sorted by the digits in their columns: a second
//! band is completed by those whose columns hold the digits that its own columns leave, 33 on average, and these are the same
//! for some 33 second bands. So nearly all work is done once for all of them. What remains for each of 100 million pairs is
//! whether a stack comes before the first band: one bit of a word that belongs to the second band's box, for each of the three
//! stacks.

use super::bands::{Bands, ORDERS, order};
use super::entry::{Entries, Row};
use super::least::compare_early;
use std::cmp::Ordering;

/// A box below the first one of a stack.
#[derive(Clone, Copy)]
struct LowerBox {
    rows: [u16; 3],
    /// The digits of each row, as bits.
    sets: [u16; 3],
    /// The number of the case: which digits are in which column.
    case: u8,
    second: u16,
    meeting: u8,
}

/// The boxes that can be below the first one of a stack.
struct Stack {
    boxes: Vec<LowerBox>,
    /// For each case, the case of the digits left.
    opposite: Vec<u8>,
    /// Where the boxes with these sets in the first two rows begin, by the ranks of the sets.
    starts: Vec<u32>,
}

const SETS: usize = 84;

fn minirow(digits: [u16; 3]) -> u16 {
    digits[0] << 8 | digits[1] << 4 | digits[2]
}

/// All sets of three digits, and the rank of each.
fn sets() -> (Vec<u16>, Vec<u8>) {
    let sets: Vec<u16> = (0..512u16).filter(|set| set.count_ones() == 3).collect();
    let mut ranks = vec![u8::MAX; 512];
    for (rank, set) in sets.iter().enumerate() {
        ranks[usize::from(*set)] = rank as u8;
    }
    (sets, ranks)
}

fn digits(set: u16) -> [u16; 3] {
    let mut digits = (0..9).filter(|digit| set >> digit & 1 != 0);
    std::array::from_fn(|_| digits.next().unwrap())
}

impl Stack {
    fn new(entries: &Entries<'_>, stack: usize, ranks: &[u8]) -> Stack {
        let used: Vec<u16> = entries.used[3 * stack..3 * stack + 3].to_vec();
        let subsets = |of: u16| (0..512u16).filter(move |set| set & !of == 0 && set.count_ones() == 3);
        let mut cases = Vec::new();
        for one in subsets(511 & !used[0]) {
            for two in subsets(511 & !used[1] & !one) {
                let three = 511 & !one & !two;
                if three & used[2] == 0 {
                    cases.push([one, two, three]);
                }
            }
        }
        let opposite = cases.iter().map(|case| {
            let other: Vec<u16> = (0..3).map(|column| 511 & !used[column] & !case[column]).collect();
            cases.iter().position(|case| case[..] == other[..]).unwrap() as u8
        });
        let opposite = opposite.collect();
        let mut boxes = Vec::new();
        for (number, case) in cases.iter().enumerate() {
            let columns = case.map(digits);
            for one in ORDERS {
                for two in ORDERS {
                    for three in ORDERS {
                        let cells: [[u16; 3]; 3] = std::array::from_fn(|row| {
                            [columns[0][one[row]], columns[1][two[row]], columns[2][three[row]]]
                        });
                        // In the first stack, the rows of a box are in the order of their first digits.
                        if stack == 0 && one != [0, 1, 2] {
                            continue;
                        }
                        let rows = cells.map(minirow);
                        let (second, meeting) = entries.in_stack(stack, rows);
                        boxes.push(LowerBox {
                            rows,
                            sets: cells.map(|row| row.iter().fold(0, |set, digit| set | 1 << digit)),
                            case: number as u8,
                            second: second as u16,
                            meeting: meeting as u8,
                        });
                    }
                }
            }
        }
        let key = |found: &LowerBox| {
            usize::from(ranks[usize::from(found.sets[0])]) * SETS + usize::from(ranks[usize::from(found.sets[1])])
        };
        let mut starts = vec![0; SETS * SETS + 1];
        if stack > 0 {
            boxes.sort_by_key(key);
            boxes.iter().for_each(|found| starts[key(found) + 1] += 1);
            for number in 0..SETS * SETS {
                starts[number + 1] += starts[number];
            }
        }
        Stack { boxes, opposite, starts }
    }

    fn with_sets(&self, ranks: &[u8], sets: [u16; 2]) -> &[LowerBox] {
        let key = usize::from(ranks[usize::from(sets[0])]) * SETS + usize::from(ranks[usize::from(sets[1])]);
        &self.boxes[self.starts[key] as usize..self.starts[key + 1] as usize]
    }
}

/// A band below the first one.
#[derive(Clone, Copy)]
struct Lower {
    rows: [Row; 3],
    seconds: [u16; 3],
    /// One byte for each stack.
    meetings: u32,
    /// The cases of the second and third stack.
    group: u16,
    tied: bool,
}

const GROUPS: usize = 64 * 64;

/// Calls `visit` with all bands that begin with this box and do not come before the first band.
fn for_each_band(
    bands: &Bands,
    class: usize,
    stacks: &[Stack; 3],
    ranks: &[u8],
    all: &[u16],
    first: &LowerBox,
    visit: &mut impl FnMut(Lower),
) {
    let mut labels = [0u8; 16];
    for (row, minirow) in first.rows.iter().enumerate() {
        for column in 0..3 {
            labels[usize::from(minirow >> (8 - 4 * column) & 15)] = (3 * row + column) as u8;
        }
    }
    let label = |minirow: u16| [8, 4, 0].map(|shift| labels[usize::from(minirow >> shift & 15)]);
    let orders = |found: &LowerBox| {
        let bits = found.rows.map(|row| label(row)).map(|[a, b, c]| order(a, b, c));
        bits[0] | bits[1] << 3 | bits[2] << 6
    };
    let mut meetings = Vec::new();
    let free = first.sets.map(|set| 511 & !set);
    for one in all.iter().filter(|set| *set & !free[0] == 0) {
        for two in all.iter().filter(|set| *set & !free[1] == 0 && *set & one == 0) {
            let three = 511 & !one & !two;
            if three & !free[2] != 0 {
                continue;
            }
            let last = stacks[2].with_sets(ranks, [free[0] & !one, free[1] & !two]);
            meetings.clear();
            meetings.extend(last.iter().map(|found| bands.meeting(orders(found))));
            for middle in stacks[1].with_sets(ranks, [*one, *two]) {
                let set = |row: usize| label(middle.rows[row]).iter().fold(0, |set, label| set | 1usize << label);
                let second = bands.second_box([set(0), set(1)], orders(middle));
                for (found, meeting) in last.iter().zip(&meetings) {
                    let own = bands.class(second, *meeting);
                    if own < class {
                        continue;
                    }
                    let row = |row: usize| {
                        Row::from(first.rows[row]) << 24
                            | Row::from(middle.rows[row]) << 12
                            | Row::from(found.rows[row])
                    };
                    visit(Lower {
                        rows: [row(0), row(1), row(2)],
                        seconds: [first.second, middle.second, found.second],
                        meetings: u32::from(first.meeting)
                            | u32::from(middle.meeting) << 8
                            | u32::from(found.meeting) << 16,
                        group: u16::from(middle.case) << 6 | u16::from(found.case),
                        tied: own == class,
                    });
                }
            }
        }
    }
}

/// The number of minlex grids for each row of [`Entries::fourth_rows`].
pub fn count(bands: &Bands, entries: &Entries<'_>) -> Vec<u32> {
    let class = entries.class;
    let (all, ranks) = sets();
    let stacks = [0, 1, 2].map(|stack| Stack::new(entries, stack, &ranks));
    let fourth = entries.fourth_rows();
    let mut counts = vec![0; fourth.len()];
    let least = (511 & !entries.used[0]).trailing_zeros() as u16;
    let (mut third_bands, mut sorted, mut starts) = (Vec::new(), Vec::new(), vec![0; GROUPS + 1]);
    for case in 0..stacks[0].opposite.len() {
        let of_case = |wanted: u8| stacks[0].boxes.iter().filter(move |found| found.case == wanted);
        // Below the first band, the least digit of the first column is in the second band.
        if of_case(case as u8).all(|found| found.rows[0] >> 8 != least) {
            continue;
        }
        third_bands.clear();
        for first in of_case(stacks[0].opposite[case]) {
            for_each_band(bands, class, &stacks, &ranks, &all, first, &mut |lower| third_bands.push(lower));
        }
        starts.fill(0);
        third_bands.iter().for_each(|lower: &Lower| starts[usize::from(lower.group) + 1] += 1);
        for group in 0..GROUPS {
            starts[group + 1] += starts[group];
        }
        // By groups, so that boards to be compared lie side by side.
        let mut next = starts.clone();
        sorted.clear();
        sorted.resize(third_bands.len(), ([0; 3], 0));
        for lower in &third_bands {
            let place = &mut next[usize::from(lower.group)];
            sorted[*place] = (lower.rows, lower.meetings | u32::from(lower.tied) << 24);
            *place += 1;
        }
        for first in of_case(case as u8) {
            for_each_band(bands, class, &stacks, &ranks, &all, first, &mut |second| {
                let [two, three] = [second.group >> 6, second.group & 63].map(usize::from);
                let group = usize::from(stacks[1].opposite[two]) << 6 | usize::from(stacks[2].opposite[three]);
                let third_bands: &[([Row; 3], u32)] = &sorted[starts[group]..starts[group + 1]];
                if third_bands.is_empty() {
                    return;
                }
                let mut maps = Vec::new();
                let upper = [second.rows[0], second.rows[1], second.rows[2], 0, 0, 0];
                for map in &entries.automorphisms {
                    match compare_early(map, &second.rows, &upper) {
                        Some(Ordering::Less) => return,
                        Some(Ordering::Greater) => {}
                        Some(Ordering::Equal) | None => maps.push(*map),
                    }
                }
                let words = second.seconds.map(|number| entries.fits[usize::from(number)]);
                let fits = words.map(|[fits, _]| fits);
                let ties = words.map(|[_, ties]| ties);
                let mut count = 0;
                for (third, meetings) in third_bands {
                    let bit = |words: &[u64; 3], stack: usize| words[stack] >> (meetings >> (8 * stack) & 63);
                    let fit = bit(&fits, 0) & bit(&fits, 1) & bit(&fits, 2) & 1;
                    let tie = (bit(&ties, 0) | bit(&ties, 1) | bit(&ties, 2) | u64::from(meetings >> 24)) & fit;
                    count += fit as u32;
                    if fit == 0 || tie == 0 && !second.tied && maps.is_empty() {
                        continue;
                    }
                    let is_larger = |map| compare_early(map, third, &upper) == Some(Ordering::Greater);
                    if tie != 0 || second.tied || !maps.iter().all(is_larger) {
                        let ties = [0, 1, 2].map(|stack| bit(&ties, stack) & 1 != 0);
                        let ties = [second.tied, meetings >> 24 != 0, ties[0], ties[1], ties[2]];
                        let [four, five, six] = second.rows;
                        let rows = [four, five, six, third[0], third[1], third[2]];
                        count -= u32::from(!entries.is_least(&rows, ties, &maps));
                    }
                }
                if count > 0 {
                    let place = fourth.binary_search(&second.rows[0]);
                    counts[place.unwrap()] += count;
                }
            });
        }
    }
    counts
}
