//! The numbers of grids, checked against what is known about them and against the minlex search, which shares no code with them.

use super::pairs::{FourthRows, Pairs};
use super::*;
use crate::random::Random;
use crate::symmetry::{Transformation, canonical_grid};

/// The last minlex grid (Red Ed, 2008): all its chutes are of the last class.
const LAST: &str = "123456789457893612986217354274538196531964827698721435342685971715349268869172543";

fn grid(text: &str) -> Grid {
    Grid::try_from(&text.parse().unwrap()).unwrap()
}

#[test]
fn there_are_416_classes_of_bands() {
    let forms: Vec<_> = (0..CLASSES).map(|class| *BANDS.form(class)).collect();
    assert!(forms.is_sorted());
    let automorphisms = (0..CLASSES).map(|class| BANDS.automorphisms(class).len() + 1);
    // All bands with a given first box: orders of rows, boxes and columns lead to each of them from its form.
    assert_eq!(automorphisms.map(|count| 7_776 / count).sum::<usize>(), 56 * 36 * 36 * 36);
    for (class, form) in forms.iter().enumerate() {
        assert_eq!(BANDS.class_of_form(form), Some(class));
        assert_eq!(BANDS.to_form(form).labels, [0, 1, 2, 3, 4, 5, 6, 7, 8], "{class}");
    }
}

#[test]
fn the_table_holds_every_class_of_grids() {
    assert_eq!((0..CLASSES).map(table::grids).sum::<u64>(), GRIDS);
    // gsf's catalogue: `sudz --man`.
    assert_eq!([0, 5, 415].map(table::grids), [1_007_170, 96_229_042, 1]);
    let empty = (0..CLASSES).filter(|class| table::grids(*class) == 0).map(|class| class + 1);
    let expected = [395, 397, 398, 400, 402, 403, 404, 406, 408, 409, 410, 412, 413, 414, 415];
    assert_eq!(empty.collect::<Vec<_>>(), expected);
    for class in 0..CLASSES {
        assert_eq!(table::slots(class).sum::<u64>(), table::grids(class), "{class}");
    }
    for class in (0..CLASSES).step_by(23) {
        let rows = Entries::new(&BANDS, class).fourth_rows();
        assert!(rows.is_sorted());
        assert_eq!(table::slots(class).count(), rows.len().div_ceil(table::rows_of_slot(class)), "{class}");
    }
}

#[test]
fn numbers_lead_to_grids_and_back() {
    let mut numbers = vec![1, 2, 1_007_170, 1_007_171, GRIDS - 1, GRIDS];
    let mut random = Random::new(36, 0);
    numbers.extend((0..6).map(|_| 1 + random.next() % GRIDS));
    for number in numbers {
        let grid = numbered_grid(number).unwrap();
        let canonical = canonical_grid(&grid).unwrap();
        assert_eq!(canonical.board, grid, "{number}");
        assert_eq!(grid_number(&grid), Ok(number));
    }
    assert_eq!(grid_number(&grid(LAST)), Ok(GRIDS));
}

#[test]
fn every_grid_of_a_class_has_its_number() {
    let number = 2_345_678_901;
    let grid = numbered_grid(number).unwrap();

    for index in 0..3 {
        let shuffled = Transformation::random(Shape::NINE, 7, index).apply_to_grid(&grid);
        assert_ne!(shuffled, grid);
        assert_eq!(grid_number(&shuffled), Ok(number));
    }
}

/// Ranges in which fourth rows and bands change, at the beginning, in the middle and where most slots are empty.
#[test]
fn the_grids_of_a_range_are_the_minlex_grids_in_their_order() {
    let ends = [1u64, 1_007_170, 2_900_000_000, 5_472_730_400];
    for start in ends {
        let range = start.saturating_sub(60).max(1)..=start + 60;
        let grids: Vec<Grid> = numbered_grids(range.clone()).unwrap().collect();
        assert_eq!(grids.len() as u64, range.end() - range.start() + 1);
        assert!(grids.windows(2).all(|pair| pair[0] < pair[1]));
        for grid in &grids {
            assert_eq!(canonical_grid(grid).unwrap().board, *grid);
        }
        assert_eq!(numbered_grid(*range.end()).as_ref(), Ok(&grids[grids.len() - 1]));
    }
    let last = numbered_grids(GRIDS - 20..=GRIDS).unwrap();
    assert_eq!(last.size_hint(), (21, Some(21)));
    assert_eq!(last.map(|grid| grid.to_string()).last().as_deref(), Some(LAST));
}

/// The grids of one band, enumerated without the table, are as many as the table says.
#[test]
fn a_whole_band_is_as_the_table_says() {
    let class = 386;
    let entries = Entries::new(&BANDS, class);
    let mut counts = Vec::new();
    for row in entries.fourth_rows() {
        let mut count = 0;
        let _ = entries.visit(row, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        counts.push(count);
    }
    let slots: Vec<u64> = counts.chunks(table::rows_of_slot(class)).map(|slot| slot.iter().sum()).collect();
    assert_eq!(slots, table::slots(class).collect::<Vec<_>>());
}

#[test]
fn what_has_no_number_is_refused_in_words() {
    let words = |error: NoNumber| error.to_string();
    assert_eq!(words(numbered_grid(0).unwrap_err()), "there is no grid 0: numbers are from 1 to 5472730538");
    assert!(words(numbered_grids(5..=GRIDS + 1).unwrap_err()).starts_with("there is no grid 5472730539"));
    let small = crate::generate::fill(Shape::new(2, 2).unwrap(), 0, 0);
    assert_eq!(words(grid_number(&small).unwrap_err()), "only boards of 3x3 boxes have numbers, not 2x2");
    let last = beginnings();
    let words = words(pairs_of_beginning(last + 1).unwrap_err());
    assert_eq!(words, format!("there is no beginning {} of two bands: numbers are from 1 to {last}", last + 1));
    let none = numbered_grids(RangeInclusive::new(7, 6)).unwrap();
    assert_eq!(none.count(), 0);
}

/// The canonical pair of two bands, found by trying all maps.
fn least_pair(one: &bands::Band, other: &bands::Band) -> (usize, bands::Band) {
    let from = |first: &bands::Band, second: &bands::Band| {
        let class = BANDS.class_of(first);
        let map = BANDS.to_form(first);
        let maps = BANDS.automorphisms(class).into_iter().map(|next| least::then(&map, &next)).chain([map]);
        let image = |map: bands::Map| {
            let mut rows =
                second.map(|row| map.columns.map(|column| map.labels[usize::from(row[usize::from(column)])]));
            rows.sort_unstable();
            rows
        };
        maps.map(image).map(|rows| (class, rows)).min().unwrap()
    };
    from(one, other).min(from(other, one))
}

fn rows_of(grid: &Grid) -> [[u8; 9]; 9] {
    std::array::from_fn(|row| std::array::from_fn(|column| grid.digits()[9 * row + column].index() as u8))
}

/// Each pair of bands of any grid is its class's pair, begins with a listed row, and can be completed by a third band of the
/// same class as the grid's.
#[test]
fn every_grid_has_its_pairs_of_bands() {
    for index in 0..40 {
        let grid = crate::generate::fill(Shape::NINE, 36, index);
        let rows = rows_of(&grid);
        let mirrored: [[u8; 9]; 9] = std::array::from_fn(|row| std::array::from_fn(|column| rows[column][row]));
        assert!(is_upright(&rows) || is_upright(&mirrored));
        for rows in [rows, mirrored] {
            let [a, b, c] = [0, 3, 6].map(|first| [rows[first], rows[first + 1], rows[first + 2]]);
            for (one, other, third) in [(a, b, c), (c, a, b), (b, c, a)] {
                let (class, second) = least_pair(&one, &other);
                let pairs = Pairs::new(&BANDS, class);
                assert!(pairs.is_least(&second));
                let mut times = 0;
                pairs.for_each_below(&second[0], &mut |band| times += usize::from(*band == second));
                assert_eq!(times, 1);
                let first = BANDS.form(class);
                let pair = [first[0], first[1], first[2], second[0], second[1], second[2]];
                let thirds = third_bands(&pair);
                let class = BANDS.class_of(&third);
                assert!(thirds.iter().any(|third| BANDS.class_of(third) == class));
                for third in &thirds {
                    let grid: Vec<u8> = pair.iter().chain(third).flatten().copied().collect();
                    let digits = grid.iter().map(|digit| Digit::from_index(usize::from(*digit))).collect();
                    assert!(Grid::new(Shape::NINE, digits).is_ok());
                }
            }
        }
    }
}

/// The symmetries of a band lead from the pairs of a class to all second bands that are not of an earlier class.
#[test]
fn the_pairs_of_a_class_stand_for_all() {
    let class = 401;
    let form = BANDS.form(class);
    let automorphisms = BANDS.automorphisms(class);
    let pairs = Pairs::new(&BANDS, class);
    let rows = FourthRows::new(form);
    let (mut all, mut stand_for) = (0, 0.0);
    let mut previous = None;
    for number in 0..rows.count() {
        let fourth = rows.row(number);
        assert!(previous < Some(fourth));
        previous = Some(fourth);
        pairs.for_each_below(&fourth, &mut |second| {
            let other = BANDS.class_of(second);
            all += usize::from(other >= class);
            if !pairs.is_least(second) {
                return;
            }
            // Ways to see the pair as itself, with the bands as they are or exchanged.
            let image = |map: &bands::Map, band: &bands::Band| {
                let mut rows =
                    band.map(|row| map.columns.map(|column| map.labels[usize::from(row[usize::from(column)])]));
                rows.sort_unstable();
                rows
            };
            let kept = 1 + automorphisms.iter().filter(|map| image(map, second) == *second).count();
            let mut orbit = (automorphisms.len() + 1) as f64 / kept as f64;
            if other == class {
                let map = BANDS.to_form(second);
                let maps = automorphisms.iter().map(|next| least::then(&map, next)).chain([map]);
                if !maps.into_iter().any(|map| image(&map, form) == *second) {
                    // The pairs seen from the other band are another orbit.
                    orbit *= 2.0;
                }
            }
            stand_for += orbit;
        });
    }
    assert_eq!(stand_for, f64::from(all as u32));
}

/// Each class is counted once: as many as are known.
#[test]
#[ignore = "takes a quarter of an hour"]
fn there_are_as_many_pairs_of_bands_as_are_known() {
    let count = |class: usize| {
        let pairs = Pairs::new(&BANDS, class);
        let rows = FourthRows::new(BANDS.form(class));
        let mut count = 0;
        for number in 0..rows.count() {
            pairs.for_each_below(&rows.row(number), &mut |second| count += u64::from(pairs.is_least(second)));
        }
        count
    };
    assert_eq!((0..CLASSES).map(count).sum::<u64>(), BAND_PAIRS);
}
