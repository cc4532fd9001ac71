//! The commands that write the same boards in another form.

use crate::input::{Input, Table, Work};
use crate::kinds::{Added, Form, To};
use clap::Args;

pub(super) const CONVERT_EXAMPLES: &str = "\
Examples:
  ninefold convert --to sdm *.sdk
  ninefold convert --to candidates puzzle.txt
  ninefold convert --to csv-kaggle-1m --from csv data.csv
  ninefold convert --column puzzle data.csv -o data.parquet
  ninefold convert --to line data.parquet

Losses: What a format cannot carry (placed digits, removed candidates, titles) is reported on standard error.

Tables: Parquet, JSON lines (.jsonl) and, with --column, CSV with a header are read by column. They become other tables with all \
columns (--to parquet, csv or jsonl, or the output's name), or their puzzles any other format. CSV has columns of text; JSON \
lines have those of the first 65536 lines. Puzzles as text become a table with one column, puzzle. The name of a table ends in .partial \
until it is complete; what fails leaves nothing.";

pub(super) const CANON_EXAMPLES: &str = concat!(
    "\
Examples:
  ninefold canon puzzle.txt
  ninefold canon puzzles.txt.gz | sort -u | wc -l
  ninefold canon --format json grid.txt

Form: Of all boards that transposing, reordering (bands, stacks, rows in a band, columns in a stack) and relabelling \
make of a board, the one that comes first when they are written in a line, blanks before digits. Puzzles may \
have any number of givens and of solutions; placed digits count like givens.

Answers: A board with a digit twice in a house is answered by 'Invalid input', one that is too large or has removed \
candidates by 'No minlex form'; standard error says where and why. Forms are written with '.' and the usual digits. Boards have a \
form up to 8x8, with boxes of 2x5 (a complete grid takes a second), and sparse ones with boxes of 3x4.

Transformation: Leads from the board to its form. t: transposed first; r and c: which row and column each row and column \
of the form has been; d: what the digits 1 to 9 become.

JSON: One object per board with its place, puzzle, shape, symbols, status (ok, none, invalid), form, automorphisms (how many \
symmetries leave the board as it is, relabelling of digits it does not have included), transformation and reason. CSV has \
the columns puzzle, status, form, automorphisms, transformation and reason.

Exit status: 1 if a board has no form or could not be read.",
    super::tables!()
);

#[derive(Args, Debug)]
pub(crate) struct Canon {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Format of the answers; csv and json tell automorphisms and a transformation too
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Form::Line, help_heading = "Output")]
    pub(crate) format: Form,

    #[command(flatten)]
    pub(crate) table: Table,

    /// Answers that become columns of a table, perhaps under other names (solution=answer): form, automorphisms, transformation, status, error
    /// [default: form, error]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    pub(crate) add: Vec<Added>,

    #[command(flatten)]
    pub(crate) work: Work,
}

#[derive(Args, Debug)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Format to write: line, grid, box, table, candidates, pencilmarks, sukaku, sdk, sdm, sdx, ss, csv,
    /// csv-kaggle-1m, csv-kaggle-3m, csv-extreme, csv-rrn, hodoku, susser, parquet or jsonl; may be left out where the
    /// output's name says that a table is to be written
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) to: Option<To>,

    #[command(flatten)]
    pub(crate) table: Table,

    #[command(flatten)]
    pub(crate) work: Work,
}
