//! The commands that write the same boards in another form.

use crate::input::{Input, Table, Work};
use crate::kinds::{Added, Form, To};
use clap::Args;

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
