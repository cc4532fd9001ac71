//! `ninefold shuffle`: boards after random symmetries.

use crate::Outcome;
use crate::args::Shuffle;
use crate::batch::{self, Answers, Item, Tally, Task};
use crate::output::Object;
use ninefold::Grid;
use ninefold::notation::{self, Field, Format, ReadOptions, Record};
use ninefold::symmetry::Transformation;

pub(crate) fn run(args: &Shuffle) -> anyhow::Result<Outcome> {
    batch::run(&ShuffleTask { args }, &args.input, &args.work)
}

struct ShuffleTask<'a> {
    args: &'a Shuffle,
}

/// A board after a symmetry.
struct Shuffled {
    text: String,
    transformation: Transformation,
}

/// What is said of a board in its place.
struct Failed {
    status: &'static str,
    reason: String,
}

impl ShuffleTask<'_> {
    fn shuffled(&self, item: &Item<'_>, record: &Record, answers: &mut Answers<'_>) -> Result<Shuffled, Failed> {
        let transformation = Transformation::random(record.puzzle.shape(), self.args.seed, item.number);
        let format = self.args.format.unwrap_or(Format::Line);
        let written = notation::write(&moved(record, &transformation), format);
        let written = written.map_err(|error| Failed { status: "unwritable", reason: error.to_string() })?;
        written.lost.iter().for_each(|loss| answers.tally().remark(item, loss.kind()));
        Ok(Shuffled { text: written.text, transformation })
    }
}

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

impl Task for ShuffleTask<'_> {
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let read = item.read();
        let result = match &read {
            Err(invalid) => Err(Failed { status: "invalid", reason: self.args.input.explain(invalid) }),
            Ok(record) => {
                answers.note(item, &record.notes);
                self.shuffled(item, record, answers)
            }
        };
        *match &result {
            Ok(_) => &mut answers.tally().good,
            Err(_) => &mut answers.tally().invalid,
        } += 1;
        match (self.args.format, &result) {
            (None, _) => {
                let shuffled = result.as_ref().ok();
                let object = Object::about(item, &read)
                    .with("status", result.as_ref().map_or_else(|failed| failed.status, |_| "ok"))
                    .with("shuffled", shuffled.map(|shuffled| shuffled.text.trim_end()))
                    .with("transformation", shuffled.map(|shuffled| shuffled.transformation.to_string()))
                    .with("reason", result.as_ref().err().map(|failed| failed.reason.as_str()));
                answers.write_bytes(&object.line());
            }
            (Some(_), Ok(shuffled)) => answers.write(&shuffled.text),
            (Some(format), Err(failed)) => {
                if format == Format::Line {
                    answers.write(if failed.status == "invalid" { "Invalid input\n" } else { "Not written\n" });
                }
                answers.say(item, &failed.reason);
            }
        }
    }

    fn header(&self) -> Option<&'static str> {
        self.args.format.and_then(Format::header)
    }

    fn has_blocks(&self) -> bool {
        self.args.format.is_some_and(Format::is_block)
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, invalid, .. } = tally;
        format!("{good} shuffled, {invalid} not")
    }
}
