//! Random complete grids.

use super::latin::latin_square;
use super::nine;
use super::random::Random;
use super::walk::Walk;
use crate::board::{Digit, Grid, Shape};

/// Makes random complete grids of one shape, one for each index.
///
/// The same seed and index give the same grid on every platform; another version of this library may give a different
/// one.
///
/// ```
/// use ninefold::{Shape, generate::Fill};
/// let fill = Fill::new(Shape::NINE).seed(7);
/// let grids: Vec<_> = (0..3).map(|index| fill.grid(index)).collect();
/// assert!(grids[0] != grids[1] && grids[1] != grids[2]);
/// assert_eq!(grids[2], fill.grid(2));
/// ```
///
/// # How random they are
///
/// All 6,670,903,752,021,072,936,960 grids of 9x9 are exactly equally likely: such a grid is put together by choices
/// that each have the same number of outcomes, and each grid can arise in one way only; choices that do not lead to a
/// grid are discarded.
///
/// A grid of another shape comes from a random walk, not from a search. The walk starts at a canonical grid and exchanges
/// parts of rows, columns and digits at random, in rounds, each of which covers every row, column and digit. At the
/// end, the digits are relabelled and the bands, the stacks, the rows of each band and the columns of each stack are
/// reordered at random; if boxes are square, rows and columns may also be exchanged. Therefore:
///
/// * Grids that differ only by relabelling and reordering are exactly equally likely.
/// * The exchanges have no preferences, so in the long run all grids that can be reached are equally likely. On boards of
///   2x2, 2x3 and 3x2 every grid can be reached, and the tests find none preferred. Whether every grid of larger
///   boards can be reached is not known. (A few grids in which no two lines can be exchanged in part may be unreachable.)
/// * The walk ends, so some bias from its start is left. Where 9x9 grids are made by a walk ([`Fill::rounds`]), the bias
///   is too small to be measured: the rate at which it falls from round to round shows, for example, that there are
///   some 0.01 % too many repeated minirows. `bench/record` has the figures, beside exact means over all grids.
/// * Boards whose boxes are whole rows or columns are Latin squares, for which there is a walk that reaches all of
///   them, equally often in the long run.
///
/// For large boards the exact means are not known. It was checked only that longer walks change nothing (16x16), and
/// that the walk tosses enough coins to decide about every cell.
///
/// # Time
///
/// A 9x9 grid takes a microsecond. A round of a walk looks at every cell a few times, and there are as many rounds as
/// rows (at least 14): 8x8 takes 30 microseconds, 256x256 a third of a second, 1024x1024 half a minute; each cell needs
/// ten bytes.
#[derive(Clone, Debug)]
pub struct Fill {
    shape: Shape,
    seed: u64,
    /// `None` where no walk is needed.
    rounds: Option<u64>,
}

impl Fill {
    /// A generator of grids of this shape, with seed 0.
    pub fn new(shape: Shape) -> Fill {
        let rounds = (!shape.is_classic_nine()).then_some(shape.side().max(14) as u64);
        Fill { shape, seed: 0, rounds }
    }

    /// Sets the seed: a different seed gives different grids.
    pub fn seed(mut self, seed: u64) -> Fill {
        self.seed = seed;
        self
    }

    /// Sets how many rounds the walk makes; 9x9 grids then come from a walk, too. With none, the grid is the canonical one,
    /// relabelled and reordered.
    pub fn rounds(mut self, rounds: u64) -> Fill {
        self.rounds = Some(rounds);
        self
    }

    /// The shape of the grids.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Makes the grid with this index.
    pub fn grid(&self, index: u64) -> Grid {
        let shape = self.shape;
        let mut random = Random::new(self.seed, index);
        let Some(rounds) = self.rounds else {
            let digits = nine::grid(&mut random).map(|digit| Digit::from_index(usize::from(digit) - 1));
            return Grid::new(shape, digits.to_vec()).expect("every choice keeps the rules");
        };
        let digits = if shape.box_rows() == 1 || shape.box_columns() == 1 {
            reordered(shape, &latin_square(shape.side(), rounds, &mut random), &mut random)
        } else {
            let mut walk = Walk::new(shape);
            (0..rounds).for_each(|_| walk.round(&mut random));
            reordered(shape, walk.digits(), &mut random)
        };
        Grid::new(shape, digits).expect("every exchange leaves each house each digit")
    }
}

/// Makes a random complete grid, the same as [`Fill::grid`] of a new [`Fill`] with this seed.
///
/// ```
/// use ninefold::{Shape, generate};
/// let grid = generate::fill(Shape::new(4, 4)?, 1, 0);
/// assert_eq!(grid.digits().len(), 256);
/// # Ok::<(), ninefold::ShapeError>(())
/// ```
pub fn fill(shape: Shape, seed: u64, index: u64) -> Grid {
    Fill::new(shape).seed(seed).grid(index)
}

/// A grid's digits, counted from 0, relabelled and reordered in a random way that keeps it a grid; all ways are equally likely.
fn reordered(shape: Shape, digits: &[u16], random: &mut Random) -> Vec<Digit> {
    let n = shape.side();
    let rows = lines(shape.box_columns(), shape.box_rows(), random);
    let columns = lines(shape.box_rows(), shape.box_columns(), random);
    let transposed = shape.box_rows() == shape.box_columns() && random.coin();
    let mut labels: Vec<Digit> = shape.digits().collect();
    random.shuffle(&mut labels);
    let cell = |row: usize, column: usize| if transposed { column * n + row } else { row * n + column };
    let all = rows.iter().flat_map(|row| columns.iter().map(move |column| cell(*row, *column)));
    all.map(|cell| labels[usize::from(digits[cell])]).collect()
}

/// The lines of `chutes` chutes of equal size, with the chutes and the lines of each in random order.
fn lines(chutes: usize, lines: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..chutes).collect();
    random.shuffle(&mut order);
    let mut all: Vec<usize> = order.iter().flat_map(|chute| chute * lines..(chute + 1) * lines).collect();
    all.chunks_exact_mut(lines).for_each(|chute| random.shuffle(chute));
    all
}

/// Makes the grid of [`fill`] for 9x9 in its plainest form: digits from 1 to 9, row by row.
pub fn fill_nine(seed: u64, index: u64) -> [u8; 81] {
    nine::grid(&mut Random::new(seed, index))
}
