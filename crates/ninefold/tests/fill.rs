//! Random complete grids: correct, the same everywhere, and unbiased where that can be measured.

use ninefold::generate::{self, Fill};
use ninefold::{Grid, Shape};
use std::collections::{BTreeMap, BTreeSet};

fn shape(rows: usize, columns: usize) -> Shape {
    Shape::new(rows, columns).unwrap()
}

const SHAPES: [(usize, usize); 16] = [
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 5),
    (7, 1),
    (2, 2),
    (2, 3),
    (3, 2),
    (3, 3),
    (2, 5),
    (5, 2),
    (3, 5),
    (4, 4),
    (5, 5),
    (9, 8),
    (10, 10),
];

/// [`Grid::new`] checks every grid. They differ from one seed to the next, and from one index to the next.
#[test]
fn grids_of_any_shape() {
    for (rows, columns) in SHAPES {
        let shape = shape(rows, columns);
        let grids: Vec<Grid> = (0..4).map(|i| generate::fill(shape, i / 2, i % 2)).collect();
        for (i, grid) in grids.iter().enumerate() {
            assert_eq!((grid.shape(), Grid::new(shape, grid.digits().to_vec()).as_ref()), (shape, Ok(grid)));
            assert!(shape.side() < 4 || grids[..i].iter().all(|other| other != grid), "{shape}");
        }
        assert_eq!(Fill::new(shape).seed(1).grid(1), grids[3]);
    }
}

/// These grids stay the same unless the version says otherwise.
#[test]
fn the_same_everywhere() {
    let line = |rows, columns, index| generate::fill(shape(rows, columns), 0, index).to_string();
    assert_eq!(line(3, 3, 0), "421695783573821496689473512398564127152937864764182359215349678837256941946718235");
    assert_eq!(
        line(3, 3, u64::MAX),
        "851379246263514789749628513415792638938165472627483951174936825386257194592841367"
    );
    assert_eq!(line(2, 3, 1), "234615156432641253325164512346463521");
    assert_eq!(line(1, 5, 0), "3154224135524134325115324");
    assert_eq!(
        line(4, 4, 0),
        "31C7GD4F86B59E2A58D9E3A1CG42BF76F4A2659B1DE7GC83GEB6872C39AFD4154265DC1GEA9387BFCD7B4A3865F12GE99A1G5FE27B8C463D8F3E79B6D2G451ACDBE8AGC75F1932647GF314592C6AEBD8165AB2FE43D8C9G7294C368DBE7GA5F1A72D98G4F15E63CBE3812B6597CDFA4GB5GFC1D3A426789E6C94FE7AG83B1D52"
    );
}

/// How far the counts of equally likely things are from being equal: about 0, with a standard deviation of 1.
fn unevenness<T: Ord>(counts: &BTreeMap<T, u32>, kinds: usize) -> f64 {
    let expected = f64::from(counts.values().sum::<u32>()) / kinds as f64;
    let missing = (kinds - counts.len()) as f64 * expected;
    let chi = missing + counts.values().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum::<f64>();
    let freedom = (kinds - 1) as f64;
    (chi - freedom) / (2.0 * freedom).sqrt()
}

#[test]
fn all_grids_of_4x4_are_equally_likely() {
    let mut counts = BTreeMap::new();
    let fill = Fill::new(shape(2, 2)).seed(1);
    (0..57_600).for_each(|index| *counts.entry(fill.grid(index)).or_insert(0) += 1);
    assert_eq!(counts.len(), 288);
    let unevenness = unevenness(&counts, 288);
    assert!(unevenness.abs() < 4.0, "{unevenness}");
}

/// A grid relabelled so that its first row is 1 2 3 ...
fn relabelled(grid: &Grid) -> Vec<u16> {
    let mut labels = vec![0; grid.shape().side()];
    grid.digits().iter().zip(1..).take(labels.len()).for_each(|(digit, label)| labels[digit.index()] = label);
    grid.digits().iter().map(|digit| labels[digit.index()]).collect()
}

#[test]
fn all_grids_of_6x6_are_equally_likely() {
    for shape in [shape(2, 3), shape(3, 2)] {
        // 28200960 grids, 720 for each one that begins with 1 2 3 4 5 6.
        let kinds = 28_200_960 / 720;
        let mut counts = BTreeMap::new();
        let fill = Fill::new(shape).seed(2);
        (0..120_000).for_each(|index| *counts.entry(relabelled(&fill.grid(index))).or_insert(0) += 1);
        let unevenness = unevenness(&counts, kinds);
        assert!(unevenness.abs() < 4.0, "{unevenness}");
    }
}

/// The 288 grids of 4x4 fall into two kinds.
#[test]
fn without_rounds_the_canonical_grid_is_reordered() {
    let fill = Fill::new(shape(2, 2)).rounds(0);
    let grids: BTreeSet<Grid> = (0..4000).map(|index| fill.grid(index)).collect();
    assert_eq!(grids.len(), 192);
}
