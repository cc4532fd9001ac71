//! `ninefold shuffle`: boards after random symmetries.

use crate::Outcome;
use crate::args::Shuffle;
use crate::batch::{self, Tally};
use crate::command::{Answer, Command, Fate, Options, Out, Refusal};
use crate::kinds::{Column, Form, Type};
use ninefold::Grid;
use ninefold::notation::{self, Field, Format, ReadOptions, Record};
use ninefold::symmetry::Transformation;
use serde_json::json;

pub(crate) fn run(args: &Shuffle) -> anyhow::Result<Outcome> {
    batch::run(&ShuffleCommand { args }, &args.input, &args.work)
}

struct ShuffleCommand<'a> {
    args: &'a Shuffle,
}

/// A board after a symmetry.
struct Shuffled {
    text: String,
    transformation: Transformation,
}

const ANSWERS: &[Answer<Shuffled>] = &[
    Answer::status(Column::usual("status", Type::Text), |_| "ok"),
    Answer::new(Column::usual("shuffled", Type::Board), |found| json!(found.text.trim_end())),
    Answer::new(Column::usual("transformation", Type::Board), |found| json!(found.transformation.to_string())),
];

/// The record of the board after a symmetry. Of what the text says about it that stays which is true of both boards.
fn moved(record: &Record, transformation: &Transformation) -> Record {
    let mut moved = record.clone();
    moved.puzzle = transformation.apply(&record.puzzle);
    for field in [
        Field::Technique,
        Field::TechniqueDigits,
        Field::Eliminations,
        Field::Placements,
        Field::Extra,
        Field::Solution,
    ] {
        moved.fields.remove(&field);
    }
    let solution = record.fields.get(&Field::Solution).and_then(|text| {
        let options = ReadOptions::default().shape(record.puzzle.shape()).symbols(record.symbols.clone());
        Grid::try_from(&notation::read(text, &options).ok()?.puzzle).ok()
    });
    if let Some(solution) = solution {
        let line = notation::grid_line(&transformation.apply_to_grid(&solution), &record.symbols);
        moved.fields.insert(Field::Solution, line);
    }
    moved
}

impl Command for ShuffleCommand<'_> {
    type Found = Shuffled;

    fn options(&self) -> Options<'_> {
        let form = if self.args.format.is_none() { Form::Json } else { Form::Line };
        Options { form, ..Options::new(&self.args.input) }
    }

    fn answers(&self) -> &'static [Answer<Shuffled>] {
        ANSWERS
    }

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Shuffled, Refusal> {
        let transformation = Transformation::random(record.puzzle.shape(), self.args.seed, out.number());
        let written = notation::write(&moved(record, &transformation), self.args.format.unwrap_or(Format::Line));
        let written = written.map_err(|error| Refusal {
            status: "unwritable",
            words: "Not written",
            reason: Some(error.to_string()),
            fate: Fate::Invalid,
        })?;
        out.remarks.extend(written.lost.iter().map(|loss| loss.kind()));
        Ok(Shuffled { text: written.text, transformation })
    }

    fn text(&self, shuffled: &Shuffled) -> String {
        shuffled.text.clone()
    }

    fn refusal(&self, refusal: &Refusal) -> String {
        let has_lines = self.args.format == Some(Format::Line);
        if has_lines { format!("{}\n", refusal.words) } else { String::new() }
    }

    fn header(&self) -> Option<String> {
        self.args.format.and_then(Format::header).map(str::to_owned)
    }

    fn has_blocks(&self) -> bool {
        self.args.format.is_some_and(Format::is_block)
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, invalid, .. } = tally;
        format!("{good} shuffled, {invalid} not")
    }
}
