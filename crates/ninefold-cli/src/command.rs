//! A command that answers puzzles: its findings about each puzzle are data in named columns. Lines for people, JSON, CSV and
//! tables are written from these columns, here and in `table`.

use crate::batch::{Answers, BatchAnswer, BatchQuery, Item, feed};
use crate::filter::{Filter, is_wanted};
use crate::input::{Input, Search};
use crate::kinds::{Column, Form};
use crate::output::{self, About, Object};
use ninefold::Shape;
use ninefold::notation::{Record, VariantRecord};
use ninefold::solve::NoAnswer;
use ninefold::variant::Constraint;
use serde_json::Value;

/// What became of a puzzle, for the totals and the exit status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    Good,
    NoSolution,
    Multiple,
    Undecided,
    Invalid,
}

/// What is reported in place of an answer.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: &'static str,
    /// The line for people.
    pub(crate) words: &'static str,
    pub(crate) reason: Option<String>,
    pub(crate) fate: Fate,
}

impl Refusal {
    /// For what is not a puzzle.
    pub(crate) fn invalid(reason: String) -> Refusal {
        Refusal { status: "invalid", words: "Invalid input", reason: Some(reason), fate: Fate::Invalid }
    }
}

impl From<NoAnswer> for Refusal {
    fn from(why: NoAnswer) -> Refusal {
        Refusal { status: why.status(), words: why.words(), reason: why.reason(), fate: fate(&why) }
    }
}

pub(crate) fn fate(why: &NoAnswer) -> Fate {
    match why {
        NoAnswer::Invalid(_) => Fate::Invalid,
        NoAnswer::NoSolution(_) => Fate::NoSolution,
        NoAnswer::Multiple => Fate::Multiple,
        _ => Fate::Undecided,
    }
}

/// One of the findings of a command: its column, and where it is written.
pub(crate) struct Answer<F: 'static> {
    pub(crate) column: Column,
    in_json: bool,
    /// In CSV and other tables.
    pub(crate) in_rows: bool,
    get: Get<F>,
}

/// Where the value of a column comes from.
enum Get<F> {
    /// Null if there is no answer.
    Value(fn(&F) -> Value),
    Status(fn(&F) -> &'static str),
    /// False if there is no answer.
    Flag(fn(&F) -> bool),
}

impl<F> Answer<F> {
    pub(crate) const fn new(column: Column, get: fn(&F) -> Value) -> Answer<F> {
        Answer { column, in_json: true, in_rows: true, get: Get::Value(get) }
    }

    /// What became of a puzzle, in one word: that of the refusal if there is no answer.
    pub(crate) const fn status(column: Column, get: fn(&F) -> &'static str) -> Answer<F> {
        Answer { column, in_json: true, in_rows: true, get: Get::Status(get) }
    }

    /// A member that only JSON objects have.
    pub(crate) const fn json(name: &'static str, get: fn(&F) -> Value) -> Answer<F> {
        Answer { in_rows: false, ..Answer::new(Column::other(name, crate::kinds::Type::Text), get) }
    }

    /// The same, but false if there is no answer.
    pub(crate) const fn json_flag(name: &'static str, get: fn(&F) -> bool) -> Answer<F> {
        Answer { get: Get::Flag(get), ..Answer::json(name, |_| Value::Null) }
    }

    /// A column that only CSV and other tables have.
    pub(crate) const fn row(column: Column, get: fn(&F) -> Value) -> Answer<F> {
        Answer { in_json: false, ..Answer::new(column, get) }
    }

    pub(crate) fn value(&self, found: &Result<F, Refusal>) -> Value {
        match (&self.get, found) {
            (Get::Value(get), Ok(found)) => get(found),
            (Get::Value(_), Err(_)) => Value::Null,
            (Get::Flag(get), found) => Value::from(found.as_ref().is_ok_and(get)),
            (Get::Status(get), found) => Value::from(found.as_ref().map_or_else(|refusal| refusal.status, *get)),
        }
    }
}

/// What the columns are wanted for.
#[derive(Clone, Copy)]
pub(crate) enum Wants<'a> {
    /// Lines, JSON or CSV, as the options require.
    Text,
    /// A table, with these columns.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "for tables"))]
    Columns(&'a dyn Fn(&str) -> bool),
}

/// The options of a command that decide how it answers.
pub(crate) struct Options<'a> {
    pub(crate) input: &'a Input,
    pub(crate) search: Option<&'a Search>,
    pub(crate) form: Form,
    /// Which answers to write.
    pub(crate) filter: Option<&'a Filter>,
}

impl<'a> Options<'a> {
    /// Options for answers as lines for people, without a search.
    pub(crate) fn new(input: &'a Input) -> Options<'a> {
        Options { input, search: None, form: Form::LINE, filter: None }
    }
}

/// A command that answers puzzles one by one.
pub(crate) trait Command: Sync {
    type Found: 'static;

    /// The findings, in the order in which they are written.
    const ANSWERS: &'static [Answer<Self::Found>] = &[];

    /// The list of JSON objects that [`Out::entry`] writes piece by piece, before all other members.
    const STREAMED: Option<&'static str> = None;

    /// Whether reasons go to standard error too; if this is `None`, only beside lines for people.
    const SAYS_REASON: Option<bool> = None;

    /// Whether the command distinguishes placed digits from givens.
    const KNOWS_PLACED: bool = false;

    /// The text of the report at the end, for [`Tally::report`](crate::batch::Tally::report).
    const REPORT: &'static str = "";

    /// 9x9 lines that a thread takes at a time: few if one may take long, or other threads would wait for work.
    const PORTION: usize = feed::PORTION;

    fn options(&self) -> Options<'_>;

    /// The findings, if they depend on the options.
    fn answers(&self) -> &'static [Answer<Self::Found>] {
        Self::ANSWERS
    }

    /// Whether the command must know whether the first puzzle is the only one, from [`Out::is_alone`].
    fn is_for_one(&self) -> bool {
        false
    }

    /// Rules that every puzzle has besides its own.
    fn rules(&self) -> &[Constraint] {
        &[]
    }

    /// The question about plain 9x9 puzzles, which is answered for many at once before each gets its answer.
    fn query(&self, _wants: Wants<'_>) -> Option<BatchQuery> {
        None
    }

    /// Answers a plain puzzle from the results for many at once, if they are enough for the answer.
    fn find_plain(&self, _answer: BatchAnswer<'_>, _out: &mut Out<'_, '_>) -> Option<Self::Found> {
        None
    }

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Self::Found, Refusal>;

    /// The same for a puzzle with rules beyond those of a Sudoku; `None` if the command takes no such puzzles.
    fn find_variant(&self, _: &VariantRecord, _: &mut Out<'_, '_>) -> Option<Result<Self::Found, Refusal>> {
        None
    }

    /// The names of the columns that are computed only if `--where` asks for them.
    const WHERE: &'static [&'static str] = &[];

    /// The value of such a column.
    fn column(&self, _: &Record, _found: &Self::Found, _name: &str) -> Option<Value> {
        None
    }

    fn fate(&self, _found: &Self::Found) -> Fate {
        Fate::Good
    }

    /// Why an answer is not complete.
    fn reason(&self, _found: &Self::Found) -> Option<String> {
        None
    }

    /// The same for a table's column `error`.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "for tables"))]
    fn error(&self, found: &Self::Found) -> Option<String> {
        self.reason(found)
    }

    fn says_reason(&self) -> bool {
        Self::SAYS_REASON.unwrap_or_else(|| matches!(self.options().form, Form::Text(_)))
    }

    /// The answer for people, with its line breaks, unless it consists of entries only.
    fn text(&self, _found: &Self::Found) -> String {
        String::new()
    }

    /// Adds the command's members to a JSON object, after those that all objects have.
    fn object(&self, object: Object, found: &Result<Self::Found, Refusal>, reason: Option<&str>) -> Object {
        let members = self.answers().iter().filter(|answer| answer.in_json);
        members
            .fold(object, |object, answer| object.with(answer.column.name, answer.value(found)))
            .with("reason", reason)
    }

    /// The line for people in place of an answer, with the reason if it is shown nowhere else.
    fn refusal(&self, refusal: &Refusal, _: &Item<'_>) -> String {
        match (self.says_reason(), &refusal.reason) {
            (false, Some(reason)) => format!("{}: {reason}\n", refusal.status),
            _ => format!("{}\n", refusal.words),
        }
    }

    /// Answers one puzzle of a text.
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>)
    where
        Self: Sized,
    {
        answer(self, item, answers);
    }

    /// The first line of the output, if there is one.
    fn header(&self) -> Option<String> {
        self.options().form.header(|| header(self.answers()))
    }

    /// The last line of the output, if there is one.
    fn footer(&self) -> Option<&'static str> {
        self.options().form.footer()
    }

    /// Whether a blank line separates the answers of two puzzles.
    fn has_blocks(&self) -> bool {
        false
    }

    /// What is taking long at the moment, for the progress bar.
    fn doing(&self) -> Option<String> {
        None
    }
}

fn header<F>(answers: &[Answer<F>]) -> String {
    let names = answers.iter().filter(|answer| answer.in_rows).map(|answer| answer.column.name);
    ["puzzle"].into_iter().chain(names).chain(["place", "reason", "shape"]).collect::<Vec<_>>().join(",")
}

/// Where a command puts its findings one by one, and its remarks.
pub(crate) struct Out<'o, 'a> {
    text: Option<Text<'o, 'a>>,
    pub(crate) wants: Wants<'o>,
    /// Remarks reported at the end, once for all puzzles.
    pub(crate) remarks: Vec<String>,
    entries: u64,
}

/// The answer to one puzzle of a text.
struct Text<'o, 'a> {
    item: &'o Item<'o>,
    about: About<'o>,
    answers: &'o mut Answers<'a>,
    form: Form,
    streamed: Option<&'static str>,
}

impl<'o, 'a> Out<'o, 'a> {
    /// Output for a row of a table.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "for tables"))]
    pub(crate) fn row(wants: Wants<'o>) -> Out<'o, 'a> {
        Out { text: None, wants, remarks: Vec::new(), entries: 0 }
    }

    fn text<C: Command>(command: &C, item: &'o Item<'o>, about: About<'o>, answers: &'o mut Answers<'a>) -> Self {
        let text = Text { item, about, answers, form: command.options().form, streamed: C::STREAMED };
        Out { text: Some(text), wants: Wants::Text, remarks: Vec::new(), entries: 0 }
    }

    /// Whether the answer becomes a row of a table.
    pub(crate) fn is_row(&self) -> bool {
        self.text.is_none()
    }

    /// The position of the puzzle in the whole input, from 0.
    pub(crate) fn number(&self) -> u64 {
        self.text.as_ref().map_or(0, |text| text.item.number)
    }

    /// Where the puzzle is in the input.
    pub(crate) fn place(&self) -> String {
        self.text.as_ref().map_or_else(String::new, |text| text.item.place())
    }

    /// Whether this is the only puzzle of the input, or has just been typed.
    pub(crate) fn is_alone(&self) -> bool {
        self.text.as_ref().is_some_and(|text| text.item.alone)
    }

    /// Adds a board of a list: a line or a block, an element of a JSON list, or a row of CSV.
    pub(crate) fn entry(&mut self, entry: &str) {
        let Some(text) = &mut self.text else { return };
        match text.form {
            Form::Json => {
                if self.entries == 0 {
                    text.begin_list();
                }
                let comma = if self.entries > 0 { "," } else { "" };
                text.answers.write(&format!("{comma}{}", Value::from(entry)));
            }
            Form::Csv | Form::Parquet => text.write_row(&[entry, "solved"], None),
            Form::Text(_) => {
                if entry.ends_with('\n') && self.entries > 0 {
                    text.answers.write("\n");
                }
                text.answers.write(entry);
                if !entry.ends_with('\n') {
                    text.answers.write("\n");
                }
            }
        }
        self.entries += 1;
    }

    /// Adds a solution of a plain puzzle.
    pub(crate) fn plain_entry(&mut self, digits: &[u8; 81]) {
        match &mut self.text {
            Some(Text { form: Form::Text(_), answers, .. }) => {
                let mut line = [b'\n'; 82];
                line.iter_mut().zip(digits).for_each(|(byte, digit)| *byte = b'0' + digit);
                answers.write_bytes(&line);
            }
            Some(text) if text.form == Form::Json => {
                if self.entries == 0 {
                    text.begin_list();
                }
                let mut element = [b'"'; 84];
                element[0] = b',';
                element[2..83].iter_mut().zip(digits).for_each(|(byte, digit)| *byte = b'0' + digit);
                text.answers.write_bytes(&element[usize::from(self.entries == 0)..]);
                self.entries += 1;
            }
            _ => self.entry(&output::plain_line(digits)),
        }
    }

    /// Adds text to the answer, which may be passed on at once.
    pub(crate) fn write(&mut self, text: &str) {
        if let Some(Text { answers, .. }) = &mut self.text {
            answers.write(text);
            answers.checkpoint();
        }
    }

    /// Marks what has been written so far as ready to be passed on.
    pub(crate) fn checkpoint(&mut self) {
        if let Some(text) = &mut self.text {
            text.answers.checkpoint();
        }
    }

    /// The record of the puzzle, if its text has more than digits.
    pub(crate) fn stated(&self) -> Option<Record> {
        let says_more = |item: &Item<'_>| item.bytes().trim_ascii().len() > Shape::NINE.cell_count();
        let text = self.text.as_ref().filter(|text| says_more(text.item))?;
        text.item.read().ok()
    }

    /// Counts a puzzle for which nothing is written.
    fn leave_out<C: Command>(self, command: &C, found: &Result<C::Found, Refusal>) {
        let Some(text) = self.text else { return };
        text.answers.tally().count(found.as_ref().map_or_else(|refusal| refusal.fate, |found| command.fate(found)));
    }

    /// Writes the answer, except its entries, which have been written already.
    #[inline]
    fn finish<C: Command>(self, command: &C, found: &Result<C::Found, Refusal>) {
        let Some(mut text) = self.text else { return };
        let fate = found.as_ref().map_or_else(|refusal| refusal.fate, |found| command.fate(found));
        let tally = text.answers.tally();
        tally.count(fate);
        self.remarks.into_iter().for_each(|remark| tally.remark(text.item, remark));
        let reason = found.as_ref().map_or_else(|refusal| refusal.reason.clone(), |found| command.reason(found));
        match text.form {
            Form::Text(_) => {
                let refusal = |refusal| command.refusal(refusal, text.item);
                text.answers.write(&found.as_ref().map_or_else(refusal, |found| command.text(found)));
            }
            _ => text.finish_data(command, found, self.entries, reason.as_deref()),
        }
        if let Some(reason) = reason.filter(|_| command.says_reason()) {
            text.answers.say(text.item, reason);
        }
    }
}

impl Text<'_, '_> {
    fn begin_list(&mut self) {
        let name = self.streamed.unwrap_or_default();
        self.answers.write_bytes(&self.about.object(self.item).begin_list(name));
    }

    /// Writes an answer for programs: an object, or a row unless the entries are rows.
    fn finish_data<C: Command>(
        &mut self,
        command: &C,
        found: &Result<C::Found, Refusal>,
        entries: u64,
        reason: Option<&str>,
    ) {
        if self.form == Form::Json {
            let object = match self.streamed {
                None => self.about.object(self.item),
                Some(_) => {
                    if entries == 0 {
                        self.begin_list();
                    }
                    Object::end_list()
                }
            };
            return self.answers.write_bytes(&command.object(object, found, reason).line());
        }
        if self.form == Form::Csv && self.item.header().is_some_and(|header| header.contains([',', ';', '\t'])) {
            self.answers.say(self.item, "note: other columns are left out; --column keeps them");
        }
        if entries == 0 || found.is_err() {
            let values = command.answers().iter().filter(|answer| answer.in_rows);
            let values: Vec<String> = values.map(|answer| output::plain(&answer.value(found))).collect();
            self.write_row(&values.iter().map(String::as_str).collect::<Vec<_>>(), reason);
        }
    }

    /// Writes a row of CSV about the puzzle: the values, its place, the reason, and the shape, which its line does not state.
    fn write_row(&mut self, values: &[&str], reason: Option<&str>) {
        let (puzzle, place, shape) = (self.about.puzzle(self.item), self.item.place(), self.about.shape());
        let about = [&*place, reason.unwrap_or_default(), shape.as_deref().unwrap_or_default()];
        let row: Vec<&str> = [&*puzzle].into_iter().chain(values.iter().copied()).chain(about).collect();
        self.answers.write(&output::csv_row(&row));
    }
}

/// Answers one puzzle of a text.
fn answer<C: Command>(command: &C, item: &Item<'_>, answers: &mut Answers<'_>) {
    let read = item.read();
    if let Ok(record) = &read {
        answers.note(item, &record.notes);
        if !C::KNOWS_PLACED && record.puzzle.placed().next().is_some() {
            answers.note_once(item, "placed digits count as givens");
        }
    }
    let variant = read.as_ref().err().and_then(|_| item.read_variant());
    if let Some(Ok(record)) = &variant {
        answers.note(item, &record.notes);
    }
    let about = match &variant {
        Some(Ok(record)) if !item.says_all() => About::Variant(record),
        _ => About::Read(&read),
    };
    let mut out = Out::text(command, item, about, answers);
    let refused = |invalid| Err(Refusal::invalid(command.options().input.explain(invalid)));
    let found = match (&read, &variant) {
        (Ok(record), _) => find(command, record, &mut out),
        (Err(_), Some(Err(invalid))) => refused(invalid),
        (Err(invalid), Some(Ok(record))) => find_variant(command, record, &mut out).unwrap_or_else(|| refused(invalid)),
        (Err(invalid), None) => refused(invalid),
    };
    if is_wanted(command, read.as_ref().ok(), &found) {
        out.finish(command, &found);
    } else {
        out.leave_out(command, &found);
    }
}

/// Answers a plain puzzle from the results for many at once, if they are enough.
pub(crate) fn answer_plain<C: Command>(
    command: &C,
    item: &Item<'_>,
    answer: BatchAnswer<'_>,
    answers: &mut Answers<'_>,
) -> bool {
    let mut out = Out::text(command, item, About::Plain(answer.puzzle), answers);
    let Some(found) = command.find_plain(answer, &mut out) else { return false };
    let found = Ok(found);
    let record = command.options().filter.and_then(|_| item.read().ok());
    if is_wanted(command, record.as_ref(), &found) {
        out.finish(command, &found);
    } else {
        out.leave_out(command, &found);
    }
    true
}

/// Finds the answer for a puzzle that has been read.
pub(crate) fn find<C: Command>(command: &C, record: &Record, out: &mut Out<'_, '_>) -> Result<C::Found, Refusal> {
    let options = command.options();
    out.remarks.extend(options.search.and_then(|search| search.other_engine(record)));
    options.search.iter().for_each(|search| search.limit.begin());
    command.find(record, out)
}

/// The same for a puzzle with rules beyond those of a Sudoku; `None` if the command takes no such puzzles.
pub(crate) fn find_variant<C: Command>(
    command: &C,
    record: &VariantRecord,
    out: &mut Out<'_, '_>,
) -> Option<Result<C::Found, Refusal>> {
    command.options().search.iter().for_each(|search| search.limit.begin());
    command.find_variant(record, out)
}
