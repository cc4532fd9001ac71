//! What can be said on the command line.

mod comparing;
mod dataset;
mod nearby;
mod table;

pub(crate) use comparing::{Dedupe, Equivalent, Parts, Shuffle, Split};
pub(crate) use dataset::{Dataset, Rows};
pub(crate) use nearby::{Backdoors, Minimize, Vicinity};
pub(crate) use table::{Added, Compression, Form, Table, To};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Parser, Subcommand};
use ninefold::generate::{Method, Symmetry};
use ninefold::logic::{Level, NoSuchTechnique, Scale, Technique};
use ninefold::notation::{Format, ReadOptions};
use ninefold::solve::{Engine, Isa, NoSuchIsa};
use ninefold::trace::Strategy;
use ninefold::{Invalid, Reason, Shape, ShapeError, Symbols};
use std::ffi::OsString;
use std::path::PathBuf;

const ABOUT: &str = "Solve, check, count, explain, rate, convert and make Sudoku of any size";

const DESCRIPTION: &str = "Solve, check, count, explain, rate, convert and make Sudoku of any size.

Puzzles are given as arguments, in files, or on standard input, in any common format; the format is \
recognised. Files compressed with gzip or zstd are read as they are.

A line is a puzzle, or one row of a board that takes several lines. A title may stand above such a board: a \
line that holds more than symbols, like 'Grid 01'. If a board has too few or too many rows, all of them up \
to the next blank line are one bad puzzle; the puzzles after it are read.";

/// Each paragraph below the options begins with its heading, which the manual makes a section of.
const STATUS: &str = "\
Exit status: 0 if every puzzle was answered; 1 if some had no solution (check: not exactly one), were given up \
because of --budget, or could not be read; 2 for wrong usage or if something could not be read or written.";

/// The whole command line.
#[derive(Parser, Debug)]
#[command(name = "ninefold", version, about = ABOUT, long_about = DESCRIPTION, after_help = STATUS)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Cli {
    /// Reads the command line; if that is impossible the program ends with a message.
    pub(crate) fn read() -> Cli {
        Cli::try_parse().unwrap_or_else(|mut error| {
            if let Some(ContextValue::String(taken)) = error.get(ContextKind::InvalidArg)
                && error.kind() == ErrorKind::UnknownArgument
                && taken.trim_start_matches('-').starts_with(|c: char| !c.is_alphabetic())
            {
                // No option looks like that, but a board that begins with a blank.
                let puzzle = std::env::args().find(|argument| argument.starts_with(taken)).unwrap_or_default();
                let tip = format!("a puzzle that begins with '-' comes after '--' and all options: -- {puzzle}");
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
            }
            error.exit()
        })
    }
}

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Find solutions: one answer per puzzle, in input order
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(Solve),
    /// Say of each puzzle whether it is proper, that is, has exactly one solution
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Check),
    /// Count the solutions of each puzzle
    #[command(after_help = COUNT_EXAMPLES)]
    Count(Count),
    /// Explain how a person solves a puzzle, step by step
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(Explain),
    /// Say what a player can do next on a board, as little or as much as wanted
    #[command(after_help = HINT_EXAMPLES)]
    Hint(Hint),
    /// Rate how hard puzzles are for people
    #[command(after_help = RATE_EXAMPLES)]
    Rate(Rate),
    /// Check every step of explanations that explain --json has written
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(Verify),
    /// Show how a puzzle is solved, stage by stage
    #[command(after_help = TRACE_EXAMPLES)]
    Trace(Trace),
    /// Write puzzles in another format
    #[command(after_help = CONVERT_EXAMPLES)]
    Convert(Convert),
    /// Make random complete grids of any shape
    #[command(after_help = FILL_EXAMPLES)]
    Fill(Fill),
    /// Make puzzles with one solution: by symmetry, pattern, number of clues, level, techniques
    #[command(after_help = GENERATE_EXAMPLES)]
    Generate(Box<Generate>),
    /// Write boards in minlex form, the same for all boards that differ only by symmetry
    #[command(after_help = CANON_EXAMPLES)]
    Canon(Canon),
    /// Say whether two boards differ only by symmetry, and by which
    #[command(after_help = comparing::EQUIVALENT_EXAMPLES)]
    Equivalent(Equivalent),
    /// Transform each board by a random symmetry
    #[command(after_help = comparing::SHUFFLE_EXAMPLES)]
    Shuffle(Shuffle),
    /// Write the first board of each class up to symmetry
    #[command(after_help = comparing::DEDUPE_EXAMPLES)]
    Dedupe(Dedupe),
    /// Deal boards out to files for training, validation and test, so that no class is in two of them
    #[command(after_help = comparing::SPLIT_EXAMPLES)]
    Split(Split),
    /// Make a data set: puzzles with solutions, ratings and classes, in parts, with a manifest
    #[command(after_help = dataset::DATASET_EXAMPLES)]
    Dataset(Box<Dataset>),
    /// Find minimal puzzles within each puzzle
    #[command(after_help = nearby::MINIMIZE_EXAMPLES)]
    Minimize(Minimize),
    /// Find the proper puzzles that differ from each puzzle in one given, or in a few
    #[command(after_help = nearby::VICINITY_EXAMPLES)]
    Vicinity(Vicinity),
    /// Find the fewest cells that, once told, leave a puzzle for singles
    #[command(after_help = nearby::BACKDOORS_EXAMPLES)]
    Backdoors(Backdoors),
    /// Serve the page, to play, solve and learn in this machine's browser
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(Serve),
    /// Print a script that completes commands and options in a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(Completions),
    /// Print the manual page of a command, or write all of them
    #[command(after_help = MAN_EXAMPLES)]
    Man(Man),
}

const SOLVE_EXAMPLES: &str = concat!(
    "\
Examples:
  ninefold solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
  ninefold solve puzzles.txt.gz -o solutions.txt --stats
  generator | ninefold solve | head
  ninefold solve --all --limit 20 puzzle.txt
  ninefold solve --shape 3x4 --format grid twelve.txt
  ninefold solve --symbols TONYBLAIR words.txt

Answers: In line format a puzzle without solution is answered by 'No solution found', one that is no Sudoku by \
'Invalid input', one given up because of --budget by 'Gave up'; standard error says where and why. In formats \
of several lines a blank line separates two boards.

JSON: One object per puzzle with its place, puzzle (as it was written, if it cannot be read), shape, symbols, \
solutions, status (solved, none, invalid, stopped by --budget, unwritable), limit_reached (there may be more \
solutions than --limit allows) and reason. CSV has the columns puzzle, solution, status, place and reason.",
    table::tables!()
);

const CHECK_EXAMPLES: &str = concat!(
    "\
Examples:
  ninefold check puzzle.txt
  ninefold check --minimal 17-clue.txt | grep -v 'minimal$'
  ninefold check --explain-multiple almost.txt

Verdicts: Each line begins with one of unique, multiple, none (no solution), invalid (not a Sudoku) and \
undecided (the budget ended the search).

Minimal: A puzzle is minimal if none of its givens can be left out. To prove that takes several searches, most \
of the time that check needs; --no-minimal saves it.

JSON: One object per puzzle with its place, puzzle, shape, symbols, verdict, givens, minimal, redundant (with \
--minimal), solutions (two, with --explain-multiple) and reason; null is what is not known.",
    table::tables!()
);

const COUNT_EXAMPLES: &str = concat!(
    "\
Examples:
  ninefold count puzzle.txt
  ninefold count --limit 1000 multiple.txt
  ninefold count .................................................................................

Answers: The number is the last word of each line. 'at least' stands before it if the limit or the budget ended \
the count; so many solutions there are for certain.

Size: Without --limit all solutions are counted, exactly. Where there are many of them they are not \
searched one by one: 9x9 puzzles and the empty board with boxes of 2x5 take up to a minute. Boards with boxes \
of neither two rows nor two columns, larger ones, and all with --engine are searched; --budget ends what takes too long.

JSON: One object per puzzle with its place, puzzle, shape, symbols, count, at_least and reason. A count of 2^53 or \
more is a string of digits, because many readers would round the number.",
    table::tables!()
);

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  ninefold explain .....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....
  ninefold explain --boards --until skyscraper puzzle.txt
  ninefold explain --all-steps --technique x-wing position.txt
  ninefold explain --json puzzle.txt | ninefold verify -

Techniques: By default those of HoDoKu's defaults in its order, then nested nets where HoDoKu would try and err. Only \
used where they are named: mutant and kraken fish, Franken jellyfish, dual two-string kites and empty rectangles, 3D \
medusa, WXYZ-wings, death blossoms, templates, and what --order se has: unique loops, BUG+n, aligned exclusion.

Boards: In drawings the pattern's candidates are marked with *, what is eliminated with -, what is placed with +.

JSON: One object per puzzle with its place, puzzle, shape, symbols, givens, placed and removed (the board at the \
beginning), unique, steps, outcome (solved, stuck, contradiction), level (null with --order se), score (with the name \
of its scale) and reason. A step has technique, code, text, placements (r1c1=4), eliminations (r1c1<>4) and premises: strong (of the \
candidates left one is true), weak (at most one is true), each with a cell (r1c1) or a digit in a house (4 in row 1), \
and deadly (candidates that must not be all that is left, because the puzzle has one solution).

Exit status: 1 if a puzzle was not solved by these techniques, or could not be read.";

const HINT_EXAMPLES: &str = "\
Examples:
  ninefold hint .....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....
  ninefold hint --level 3 --svg hint.svg board.txt
  ninefold convert --to candidates game.sdx | ninefold hint

Mistakes: Digits that were placed and candidates that were removed are compared with the solution first; if one is \
wrong, that is the hint.

Levels: 1 says what to look for and about where, 2 names the technique, its digits and houses, 3 is the whole step.";

const RATE_EXAMPLES: &str = concat!(
    "\
Examples:
  ninefold rate puzzles.txt
  ninefold rate --format csv puzzles.txt.gz -o rated.csv
  ninefold rate --format json puzzle.txt
  ninefold rate --order se puzzle.txt

Scale: Level and score are HoDoKu's: a step has a level and a score, the puzzle has the highest level and the sum, \
and a large sum raises the level (easy up to 800, medium 1000, hard 1600, unfair 1800, extreme).

SE-like: With --order se the rating is that of the hardest step, by the numbers of Sudoku Explainer 1.2.1, with its \
surcharge for long chains. It is not what that program says: its steps are others (it has direct forms of pairs and \
pointing, and other nets), so about half of the puzzles get another number, mostly a little larger.

CSV: Columns puzzle, status (solved, stuck, none, multiple, invalid), level, hodoku_score (in their place se_like_rating \
with --order se), hardest, steps and techniques (skyscraper:1;naked-single:20).",
    table::tables!()
);

const VERIFY_EXAMPLES: &str = "\
Examples:
  ninefold explain --json puzzle.txt | ninefold verify -

Checking: Every premise is looked up on the board and every conclusion refuted from the premises alone, by a program \
that knows no technique. The first step that does not follow is named.

Exit status: 0 if every step of every explanation follows, 1 if one does not, 2 if the input is no explanation.";

const TRACE_EXAMPLES: &str = "\
Examples:
  ninefold trace 6......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...
  ninefold trace --strategy eliminate-analyze puzzle.txt
  ninefold trace --boards none --all puzzle.txt
  ninefold trace --json puzzle.txt

Strategies: From the simplest, spec (every combination of choices), prune (combinations after pruning), \
expand (prune once, then one cell at a time), split (prune until stable, then a cell's first choice or the \
rest), eliminate-analyze (known values, then single places, then the first unknown cell), assign (both \
until stable, then the cell with the fewest choices).";

const CONVERT_EXAMPLES: &str = "\
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

const FILL_EXAMPLES: &str = "\
Examples:
  ninefold fill
  ninefold fill -n 1000 --seed 7 -o grids.txt
  ninefold fill --shape 4x4 --format box
  ninefold fill -n 3 --shape 25 --format json

The same again: A grid is a function of shape, seed and number (and of the program's version), on any machine and with \
any number of threads. -n 10 makes the grids 0 to 9; -n 5 --start 5 the last five of them.

How random: Grids that differ only in labels and order are equally likely, and no kind of grid is preferred as far as \
that can be measured. They come from a walk of random exchanges, not from a search; the library's documentation \
(generate::Fill) tells what is known about it.

JSON: One object per grid with grid, shape, symbols, seed and index; numbers of 2^53 or more are strings of digits. CSV has \
the columns grid, shape, seed and index.";

const GENERATE_EXAMPLES: &str = "\
Examples:
  ninefold generate
  ninefold generate -n 1000 --seed 7 --symmetry half-turn -o puzzles.txt
  ninefold generate -n 20 --level hard --clues 26..30 --format csv
  ninefold generate --require x-wing --forbid xy-wing --format json
  ninefold generate --pattern heart.txt --format box
  ninefold generate --shape 4x4 --level easy
  ninefold generate -n 100 --sample unbiased --format csv
  ninefold generate -n 1000000 -o puzzles.parquet

Puzzles: Each has exactly one solution, which is proved, and without further wishes no given can be left out. With a \
symmetry no group of givens that mirror each other can be left out; --minimal makes that hold for each given. With --clues \
givens are left in until there are as many as that. On boards that are not 9x9 a given is kept if the proof that it is \
not needed takes long.

The same again: A puzzle is a function of the wishes, seed and number (and of the program's version), on any machine and \
with any number of threads. Only a puzzle that lacks something because of --time-limit depends on the machine.

Wishes: Levels, scores and techniques are those of rate. A technique that rate never tries is tried right after singles, locked \
candidates and subsets if it is required. What could not be met in time is told on standard error, with what is missing, and the \
best puzzle found is printed.

Methods: dig takes givens away from a random grid in random order, which favours few clues. search improves what dig has found, \
and favours still fewer clues and the edge of what is asked for. vicinity makes all puzzles near the first one that dig finds, \
with the same solution: rare wishes come true far more often. --sample unbiased is Berthier's controlled-bias generator: \
minimal puzzles, those with k clues found with a likelihood in proportion to 1 / C(81, k) whatever else they are like; the column \
weight corrects that. It makes about two puzzles a second.

Pattern: The file is a drawing of the board: '.', '0' and '_' for cells without givens, anything else for givens.

CSV: Columns puzzle, solution, clues, level, score, hardest, techniques (x-wing:1;naked-single:20), weight (with --sample \
unbiased), seed, index and missing. JSON: One object per puzzle with the same and shape and symbols. Parquet has \
the columns of CSV.

Exit status: 0 if every puzzle is as asked for, 1 if some lack something, 2 for wrong usage or if nothing could be written.";

const CANON_EXAMPLES: &str = concat!(
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
    table::tables!()
);

const SERVE_EXAMPLES: &str = "\
Examples:
  ninefold serve --open
  ninefold serve --port 0
  ninefold serve --folder web/dist

Answers: The page's address is the only line; the program then serves it until it is interrupted. Only this machine can \
ask (127.0.0.1), and only for the page's files; nothing that is entered in the page is sent anywhere.";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  source <(ninefold completions bash)
  ninefold completions zsh > ~/.zfunc/_ninefold
  ninefold completions fish > ~/.config/fish/completions/ninefold.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  ninefold man solve | man -l -
  ninefold man --folder ~/.local/share/man/man1";

/// Where puzzles come from and how they are written there.
#[derive(Args, Clone, Debug)]
pub(crate) struct Input {
    /// Puzzles, files, or - for standard input (the default)
    #[arg(value_name = "PUZZLE|FILE|-")]
    pub(crate) inputs: Vec<OsString>,

    /// Shape of a box, rows x columns: 3x3, 2x3, 4x4; or the side of the board: 16
    #[arg(long, value_name = "RxC", value_parser = shape, help_heading = "Input")]
    pub(crate) shape: Option<Shape>,

    /// Symbols of the digits in their order: 1-9A-G, TONYBLAIR
    #[arg(long, value_name = "ALPHABET", help_heading = "Input")]
    pub(crate) symbols: Option<Symbols>,

    /// Characters that mean a blank cell [default: . 0 * _ - ? · X where they are no symbols]
    #[arg(long, value_name = "CHARACTERS", help_heading = "Input")]
    pub(crate) blank: Option<String>,

    /// Format of the input [default: recognised for each puzzle]
    #[arg(long, value_name = "FORMAT", value_parser = from_format, help_heading = "Input")]
    pub(crate) from: Option<From>,
}

/// The format of the input: a known one, or to be recognised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum From {
    Auto,
    Format(Format),
}

fn from_format(name: &str) -> Result<From, String> {
    match name {
        "auto" => Ok(From::Auto),
        name => name.parse().map(From::Format).map_err(|error: ninefold::notation::NoSuchFormat| error.to_string()),
    }
}

fn shape(text: &str) -> Result<Shape, String> {
    text.parse().map_err(|error: ShapeError| match error {
        ShapeError::NoBoxes { side } if Shape::new(side, side).is_ok() => {
            format!("{error}; did you mean boxes of {side}x{side}?")
        }
        error => error.to_string(),
    })
}

/// The symbols, if they are as many as a board of this shape has digits.
pub(crate) fn fitting(shape: Shape, symbols: &Symbols) -> anyhow::Result<&Symbols> {
    let (side, count) = (shape.side(), symbols.side());
    anyhow::ensure!(side == count, "--shape {shape} has {side} digits, but --symbols names {count}");
    Ok(symbols)
}

impl Input {
    /// Why a puzzle could not be read, with a hint if the options are the likely cause.
    pub(crate) fn explain(&self, invalid: &Invalid) -> String {
        // The side of the board, where it was named as the shape of a box.
        let named = self.shape.filter(|shape| shape.box_rows() == shape.box_columns()).map(Shape::box_rows);
        let is_named = |reason: &Reason| match reason {
            Reason::Length { found, .. } => named.is_some_and(|side| side * side == *found),
            Reason::NotSquare { rows } => rows.iter().all(|cells| named == Some(*cells)),
            _ => false,
        };
        match named.and_then(|side| Shape::for_side(side).ok()) {
            Some(shape) if invalid.reasons().iter().any(is_named) => {
                let side = shape.side();
                format!("{invalid}; --shape is the shape of a box: {side}x{side} boards have --shape {shape}")
            }
            _ => invalid.to_string(),
        }
    }

    /// The library's form of these options.
    pub(crate) fn read_options(&self) -> anyhow::Result<ReadOptions> {
        let mut options = ReadOptions::default();
        if let (Some(shape), Some(symbols)) = (self.shape, &self.symbols) {
            fitting(shape, symbols)?;
        }
        if let Some(shape) = self.shape {
            options = options.shape(shape);
        }
        if let Some(symbols) = &self.symbols {
            anyhow::ensure!(
                self.blank.is_some() || symbols.digit('.').is_none(),
                "--symbols {} makes '.' a digit, which usually is a blank; say with --blank what means a blank",
                symbols.name()
            );
            options = options.symbols(symbols.clone());
        }
        if let Some(blanks) = &self.blank {
            let symbols = self.symbols.clone().unwrap_or_else(|| Symbols::for_side(9));
            symbols.with_blanks(blanks).map_err(|error| anyhow::anyhow!("--blank: {error}"))?;
            options = options.blanks(blanks);
        }
        if let Some(From::Format(format)) = self.from {
            options = options.format(format);
        }
        Ok(options)
    }
}

/// How the work is done and where the answers go.
#[derive(Args, Debug)]
pub(crate) struct Work {
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Threads to work with [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,

    /// Report totals and rate on standard error at the end
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
}

/// How to search.
#[derive(Args, Debug)]
pub(crate) struct Search {
    /// Give up on a puzzle after this many nodes of its search
    #[arg(long, value_name = "NODES", help_heading = "Search")]
    pub(crate) budget: Option<u64>,

    #[arg(long, value_name = "NAME", help = engines(), help_heading = "Search")]
    pub(crate) engine: Option<Engine>,

    /// Instruction set for 9x9 boards: avx512, avx2, sse2, neon or portable [default: the best there is]
    #[arg(long, value_name = "NAME", env = "NINEFOLD_ISA", value_parser = isa, hide_env = true, help_heading = "Search")]
    pub(crate) isa: Option<Isa>,
}

/// What is said about `--engine`: the engines that this build has.
fn engines() -> String {
    let name = |engine| match engine {
        Engine::Nine => format!("{engine} (3x3 boxes only)"),
        engine => engine.to_string(),
    };
    let mut names: Vec<String> = Engine::ALL.into_iter().map(name).collect();
    names.extend(Engine::SAT.map(|best| format!("sat (the best SAT solver: {best})")));
    let last = names.pop().unwrap_or_default();
    format!("Engine to search with: {} or {last} [default: the best for each board]", names.join(", "))
}

fn isa(name: &str) -> Result<Isa, String> {
    let isa: Isa = name.parse().map_err(|error: NoSuchIsa| error.to_string())?;
    if isa.is_available() { Ok(isa) } else { Err(format!("this processor has no {isa}")) }
}

#[derive(Args, Debug)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Find all solutions of each puzzle
    #[arg(long, help_heading = "Search")]
    pub(crate) all: bool,

    /// Find at most K solutions of each puzzle [default: 1, or no limit with --all]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Search")]
    pub(crate) limit: Option<u64>,

    /// Search each board that is not 9x9 with two engines in two threads, and believe the first; which of several
    /// solutions is told is chance then
    #[arg(long, conflicts_with = "engine", help_heading = "Search")]
    pub(crate) race: bool,

    #[command(flatten)]
    pub(crate) search: Search,

    /// Format of the answers: line, grid, box, candidates, table, json, csv, parquet, or any that convert knows
    /// [default: box for a single puzzle on a terminal, else line]
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) format: Option<crate::output::Wanted>,

    #[command(flatten)]
    pub(crate) table: Table,

    /// Answers that become columns of a table, perhaps under other names (solution=answer): solution, status, error
    /// [default: solution, error]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    pub(crate) add: Vec<Added>,

    #[command(flatten)]
    pub(crate) work: Work,
}

#[derive(Args, Debug)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) input: Input,

    /// List the redundant givens of puzzles that are not minimal
    #[arg(long, help_heading = "Output")]
    pub(crate) minimal: bool,

    /// Do not say whether puzzles are minimal, which takes most of the time
    #[arg(long, conflicts_with = "minimal", help_heading = "Output")]
    pub(crate) no_minimal: bool,

    /// Show two solutions of puzzles with several, and where they differ
    #[arg(long, help_heading = "Output")]
    pub(crate) explain_multiple: bool,

    /// Format of the answers: a line for people, or JSON; csv and parquet are tables
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Form::Line, help_heading = "Output")]
    pub(crate) format: Form,

    /// Search each board that is not 9x9 with two engines in two threads, and believe the first
    #[arg(long, conflicts_with = "engine", help_heading = "Search")]
    pub(crate) race: bool,

    #[command(flatten)]
    pub(crate) search: Search,

    #[command(flatten)]
    pub(crate) table: Table,

    /// Answers that become columns of a table, perhaps under other names (solution=answer): verdict, givens, minimal, redundant (r1c1 r2c3), error
    /// [default: verdict, error]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    pub(crate) add: Vec<Added>,

    #[command(flatten)]
    pub(crate) work: Work,
}

#[derive(Args, Debug)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Stop counting at K solutions
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Search")]
    pub(crate) limit: Option<u64>,

    #[command(flatten)]
    pub(crate) search: Search,

    /// Format of the answers: a line for people, or JSON; csv and parquet are tables
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Form::Line, help_heading = "Output")]
    pub(crate) format: Form,

    #[command(flatten)]
    pub(crate) table: Table,

    /// Answers that become columns of a table, perhaps under other names (solution=answer): count, count_text (of any size), at_least, error
    /// [default: count, error]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    pub(crate) add: Vec<Added>,

    #[command(flatten)]
    pub(crate) work: Work,
}

/// Answers of one line each.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lines {
    Line,
    Json,
}

/// Which techniques are used.
#[derive(Args, Debug)]
pub(crate) struct Techniques {
    /// Which techniques are tried in which order, and the scale of ratings: those of HoDoKu, or of Sudoku Explainer
    #[arg(long, value_name = "ORDER", value_enum, default_value_t = Order::Hodoku, help_heading = "Techniques")]
    pub(crate) order: Order,

    /// Without techniques that need the puzzle to have one solution
    #[arg(long, help_heading = "Techniques")]
    pub(crate) no_uniqueness: bool,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    Hodoku,
    Se,
}

impl Order {
    pub(crate) fn scale(self) -> Scale {
        match self {
            Order::Hodoku => Scale::Hodoku,
            Order::Se => Scale::Se,
        }
    }
}

/// How cells are named.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cells {
    /// r4c5
    Rc,
    /// D5
    Letters,
}

#[derive(Args, Debug)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) input: Input,

    #[command(flatten)]
    pub(crate) techniques: Techniques,

    /// Stop after this many steps, or after the first step of this technique
    #[arg(long, value_name = "N|TECHNIQUE", value_parser = until)]
    pub(crate) until: Option<Until>,

    /// Tell only steps of this technique (may be said several times); use it, if it is none of the default ones
    #[arg(long, value_name = "TECHNIQUE")]
    pub(crate) technique: Vec<Technique>,

    /// List every step that can be taken now instead of a path
    #[arg(long, conflicts_with = "until")]
    pub(crate) all_steps: bool,

    /// Draw the board with the pattern marked, for every step but singles
    #[arg(long, help_heading = "Output")]
    pub(crate) boards: bool,

    /// How cells are named
    #[arg(long, value_name = "NAMES", value_enum, default_value_t = Cells::Rc, help_heading = "Output")]
    pub(crate) cells: Cells,

    /// Plain text or Markdown
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Prose::Text, help_heading = "Output")]
    pub(crate) format: Prose,

    /// One JSON object per puzzle
    #[arg(long, conflicts_with_all = ["format", "boards"], help_heading = "Output")]
    pub(crate) json: bool,

    /// Also write a picture of every step but singles into this folder
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    pub(crate) svg: Option<PathBuf>,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

/// Where an explanation ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Until {
    Steps(usize),
    Technique(Technique),
}

fn until(text: &str) -> Result<Until, String> {
    match text.parse() {
        Ok(steps) => Ok(Until::Steps(steps)),
        Err(_) => text.parse().map(Until::Technique).map_err(|error: NoSuchTechnique| error.to_string()),
    }
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prose {
    Text,
    Markdown,
}

#[derive(Args, Debug)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) input: Input,

    #[command(flatten)]
    pub(crate) techniques: Techniques,

    /// How much to tell: 1 what to look for, 2 the technique and its houses, 3 the whole step
    #[arg(long, value_name = "1-3", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    pub(crate) level: u8,

    /// How cells are named
    #[arg(long, value_name = "NAMES", value_enum, default_value_t = Cells::Rc, help_heading = "Output")]
    pub(crate) cells: Cells,

    /// One JSON object per board
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,

    /// Write a picture of the board with the step to this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) svg: Option<PathBuf>,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Rate {
    #[command(flatten)]
    pub(crate) input: Input,

    #[command(flatten)]
    pub(crate) techniques: Techniques,

    /// Format of the ratings
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Form::Line, help_heading = "Output")]
    pub(crate) format: Form,

    #[command(flatten)]
    pub(crate) table: Table,

    /// Answers that become columns of a table, perhaps under other names (solution=answer): status, level, hodoku_score or se_like_rating, hardest, steps, techniques, error
    /// [default: all]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    pub(crate) add: Vec<Added>,

    #[command(flatten)]
    pub(crate) work: Work,
}

#[derive(Args, Debug)]
pub(crate) struct Serve {
    /// Port on 127.0.0.1; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8181)]
    pub(crate) port: u16,

    /// Show the page in the browser
    #[arg(long)]
    pub(crate) open: bool,

    /// Serve a page that was built into this folder, instead of the one in the program
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
}

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

/// How ratings are written, and what else is one line, CSV or JSON.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ratings {
    /// A line for each
    Line,
    Csv,
    Json,
}

#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// Files with explanations in JSON, or - for standard input (the default)
    #[arg(value_name = "FILE|-")]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Trace {
    #[command(flatten)]
    pub(crate) input: Input,

    /// How to solve: spec, prune, expand, split, eliminate-analyze or assign
    #[arg(long, value_name = "NAME", default_value_t = Strategy::Split)]
    pub(crate) strategy: Strategy,

    /// Go on to all solutions instead of stopping at the first
    #[arg(long)]
    pub(crate) all: bool,

    /// Stages that are shown with the whole board: none, those before the first decision (top), or all
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Boards::Top, help_heading = "Output")]
    pub(crate) boards: Boards,

    /// How boards are drawn [default: pencilmarks, or candidates on boards wider than 9]
    #[arg(long, value_name = "VIEW", value_enum, help_heading = "Output")]
    pub(crate) view: Option<View>,

    /// One JSON object per stage
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Boards {
    None,
    Top,
    All,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// Each digit in its own place: [123 56789]
    Pencilmarks,
    /// Candidates in boxes
    Candidates,
    /// A table: 5 for known, (1 2 3) for unknown, X for impossible
    States,
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

#[derive(Args, Debug)]
pub(crate) struct Fill {
    /// How many grids to make
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,

    /// Shape of a box, rows x columns: 3x3, 2x3, 4x4; or the side of the board: 16
    #[arg(long, value_name = "RxC", value_parser = shape, default_value = "3x3")]
    pub(crate) shape: Shape,

    /// Another seed makes other grids
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Number of the first grid
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) start: u64,

    /// Symbols of the digits in their order: 1-9A-G, TONYBLAIR
    #[arg(long, value_name = "ALPHABET", help_heading = "Output")]
    pub(crate) symbols: Option<Symbols>,

    /// Format of the grids: line, grid, box, table, json, csv, or any that convert knows
    /// [default: box for a single grid on a terminal, else line]
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) format: Option<crate::output::Style>,

    #[command(flatten)]
    pub(crate) work: Work,
}

#[derive(Args, Debug)]
pub(crate) struct Generate {
    /// How many puzzles to make
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,

    /// Shape of a box, rows x columns: 3x3, 2x3, 4x4; or the side of the board: 16
    #[arg(long, value_name = "RxC", value_parser = shape, default_value = "3x3")]
    pub(crate) shape: Shape,

    /// Another seed makes other puzzles
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Number of the first puzzle
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) start: u64,

    #[command(flatten)]
    pub(crate) wishes: Wishes,

    /// How to look for puzzles: dig, search or vicinity [default: dig]
    #[arg(long, value_name = "METHOD", help_heading = "Search")]
    pub(crate) method: Option<Method>,

    /// Minimal puzzles with a known bias, by clue count only
    #[arg(long, value_name = "HOW", value_enum, conflicts_with = "method", help_heading = "Search")]
    pub(crate) sample: Option<Sample>,

    /// Instruction set for 9x9 boards: avx512, avx2, sse2, neon or portable [default: the best there is]
    #[arg(long, value_name = "NAME", env = "NINEFOLD_ISA", value_parser = isa, hide_env = true, help_heading = "Search")]
    pub(crate) isa: Option<Isa>,

    /// For each puzzle this long on average, then the best found
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds, help_heading = "Search")]
    pub(crate) time_limit: f64,

    /// Symbols of the digits in their order: 1-9A-G, TONYBLAIR
    #[arg(long, value_name = "ALPHABET", help_heading = "Output")]
    pub(crate) symbols: Option<Symbols>,

    /// Format of the puzzles: line, grid, box, table, json, csv, parquet, or any that convert knows
    /// [default: box for a single puzzle on a terminal, else line]
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) format: Option<crate::output::Wanted>,

    /// Compression of Parquet: zstd, snappy, gzip, lz4 or none [default: zstd]
    #[arg(long, value_name = "NAME", value_enum, hide_possible_values = true, help_heading = "Output")]
    pub(crate) compression: Option<Compression>,

    #[command(flatten)]
    pub(crate) work: Work,
}

/// What puzzles are to be like.
#[derive(Args, Debug)]
#[command(next_help_heading = "Wishes")]
pub(crate) struct Wishes {
    /// How the cells with givens mirror each other: none, half-turn, quarter-turn, horizontal, vertical, both, diagonal,
    /// anti-diagonal, both-diagonals or full
    #[arg(long, value_name = "SYMMETRY", default_value_t = Symmetry::None)]
    pub(crate) symmetry: Symmetry,

    /// Givens in exactly those cells that this drawing shows
    #[arg(long, value_name = "FILE", conflicts_with = "symmetry")]
    pub(crate) pattern: Option<PathBuf>,

    /// Number of givens: 24 or 22..26
    #[arg(long, value_name = "A..B", value_parser = range::<usize>)]
    pub(crate) clues: Option<std::ops::RangeInclusive<usize>>,

    /// No given can be left out
    #[arg(long)]
    pub(crate) minimal: bool,

    /// Level: easy, medium, hard, unfair or extreme
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub(crate) level: Option<Level>,

    /// HoDoKu's score: 800..1000
    #[arg(long, value_name = "A..B", value_parser = range::<u32>)]
    pub(crate) score: Option<std::ops::RangeInclusive<u32>>,

    /// A technique that is used (may be said several times)
    #[arg(long, value_name = "TECHNIQUE")]
    pub(crate) require: Vec<Technique>,

    /// A technique that is not used (may be said several times)
    #[arg(long, value_name = "TECHNIQUE")]
    pub(crate) forbid: Vec<Technique>,

    /// The hardest technique
    #[arg(long, value_name = "TECHNIQUE")]
    pub(crate) hardest: Option<Technique>,
}

/// How puzzles are sampled.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sample {
    /// Berthier's controlled-bias generator
    Unbiased,
}

fn level(name: &str) -> Result<Level, String> {
    let known = Level::ALL.into_iter().find(|level| level.name() == name);
    known.ok_or_else(|| format!("the levels are {}", Level::ALL.map(Level::name).join(", ")))
}

/// Both ends belong to it: `20..24`; a single number is both.
fn range<T: std::str::FromStr + Copy>(text: &str) -> Result<std::ops::RangeInclusive<T>, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    match (from.parse(), to.trim_start_matches('=').parse()) {
        (Ok(from), Ok(to)) => Ok(from..=to),
        _ => Err("expected a number, or two: 22..26".to_owned()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0 && seconds.is_finite());
    seconds.ok_or_else(|| "expected a number of seconds: 10 or 0.5".to_owned())
}

#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct Man {
    /// The command [default: ninefold itself]
    pub(crate) command: Option<String>,

    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    pub(crate) folder: Option<PathBuf>,
}
