//! Ratings of our own puzzles, compared with those by `serate` 1.2.1.3.

use ninefold::Puzzle;
use ninefold::logic::{SeEnd, SeRater};

#[test]
fn ratings_are_those_of_sudoku_explainer() {
    let rater = SeRater::new();
    let mut count = 0;
    for line in include_str!("../testdata/se.txt").lines().filter(|line| !line.starts_with('#')) {
        let (puzzle, expected) = line.split_once(' ').unwrap();
        let rating = rater.rate(&puzzle.parse::<Puzzle>().unwrap()).unwrap();
        assert_eq!(rating.to_string(), format!("ED={expected}"), "{puzzle}");
        assert_eq!((rating.end, rating.remark()), (SeEnd::Solved, None), "{puzzle}");
        count += 1;
    }
    assert_eq!(count, 500);
}

/// A rating that is stopped is a lower bound, which only grows; and puzzles that are not diamonds are recognised early.
#[test]
fn stopped_ratings_are_bounds() {
    let rater = SeRater::new();
    let diamonds = SeRater::new().only_diamonds();
    for line in include_str!("../testdata/se.txt").lines().filter(|line| !line.starts_with('#')).step_by(7) {
        let puzzle: Puzzle = line[..81].parse().unwrap();
        let whole = rater.rate(&puzzle).unwrap();
        let mut bounds = Vec::new();
        let again = rater.rate_while(&puzzle, |so_far| {
            bounds.push(so_far.er);
            true
        });
        assert_eq!(again, Some(whole));
        assert!(bounds.is_sorted() && bounds.iter().all(|bound| *bound <= whole.er), "{puzzle}: {bounds:?}");
        let as_diamond = diamonds.rate(&puzzle).unwrap();
        let expected = if whole.ed == whole.er { SeEnd::Solved } else { SeEnd::NoDiamond };
        assert_eq!((as_diamond.end, as_diamond.ed), (expected, whole.ed), "{puzzle}");
        assert!(as_diamond.er <= whole.er && (whole.is_diamond() || as_diamond.er > whole.ed), "{puzzle}");
    }
}
