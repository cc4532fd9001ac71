//! How well ninefold explains.
//!
//! ```text
//! explain cases FILE [CODE]     HoDoKu's library of single-technique cases: which pass; those of CODE in detail
//! explain agree FILE [COUNT]    what HoDoKu wrote (/bs LIST /o FILE /vp): levels and scores compared; COUNT differences
//! explain follow FILE [COUNT]   along HoDoKu's own steps: whether ninefold's technique of the same name concludes the same;
//!                               COUNT differences
//! explain check LIST [COUNT]    every step of every path, by the checker and against the solution
//! explain sweep LIST COUNT [CODE..]  every step that exists at any position of a path, of techniques whose codes begin
//!                               with CODE: by the checker and against the solution
//! explain rate LIST             puzzles rated per second
//! explain digest LIST [COUNT]   one number for all steps of all paths, the same as long as no step changes;
//!                               and whether each puzzle is rated as its path says
//! explain sizes LIST [COUNT]    per technique: steps, premises on average and at most
//! ```

use ninefold::logic::{Candidate, Explainer, Family, Outcome, Rating, Step, Technique, check};
use ninefold::notation::{self, Field, Format, ReadOptions, Record};
use ninefold::solve::{self, Verdict};
use ninefold::{Cell, Digit, Grid, Puzzle, Shape};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let count = |text: Option<&&str>| text.map_or(Ok(usize::MAX), |count| count.parse());
    match arguments[..] {
        ["cases", file, ref rest @ ..] => cases(&read(file)?, rest.first().copied()),
        ["agree", file, ref rest @ ..] => agree(&read(file)?, rest.first().map_or(Ok(10), |count| count.parse())?),
        ["follow", file, ref rest @ ..] => follow(&read(file)?, rest.first().map_or(Ok(10), |count| count.parse())?),
        ["check", file, ref rest @ ..] => check_paths(&read(file)?, count(rest.first())?),
        ["sweep", file, count, ref codes @ ..] => sweep(&read(file)?, count.parse()?, codes),
        ["rate", file] => rate(&read(file)?),
        ["digest", file, ref rest @ ..] => digest(&read(file)?, count(rest.first())?),
        ["sizes", file, ref rest @ ..] => sizes(&read(file)?, count(rest.first())?),
        _ => Err("usage: explain cases|agree|follow|check|sweep|rate|digest|sizes FILE".into()),
    }
}

fn read(file: &str) -> Result<String, Failure> {
    std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}").into())
}

/// One line of the library.
struct Case {
    code: String,
    must_not_be_found: bool,
    /// The digits that the case is about, from 1; empty for any.
    digits: BTreeSet<u16>,
    puzzle: Puzzle,
    eliminations: BTreeSet<Candidate>,
    placements: BTreeSet<Candidate>,
}

fn triplets(text: Option<&String>) -> Result<BTreeSet<Candidate>, Failure> {
    let words = text.map_or("", String::as_str).split_whitespace();
    let number = |digit: u8| usize::from(digit - b'0');
    words
        .map(|word| match word.as_bytes() {
            [digit @ b'1'..=b'9', row @ b'1'..=b'9', column @ b'1'..=b'9'] => {
                let cell = Shape::NINE.cell(number(*row) - 1, number(*column) - 1);
                Ok(Candidate::new(cell, Digit::from_index(number(*digit) - 1)))
            }
            _ => Err(format!("'{word}' is no digit, row and column").into()),
        })
        .collect()
}

fn case(line: &str) -> Result<Case, Failure> {
    let options = ReadOptions::default().format(Format::Hodoku);
    let record = notation::read(line, &options)?;
    let field = |field| record.fields.get(&field);
    let name = field(Field::Technique).cloned().unwrap_or_else(|| "0000".to_owned());
    let (code, variant) = name.split_once('-').unwrap_or((&name, ""));
    let digits = field(Field::TechniqueDigits).map_or("", String::as_str);
    Ok(Case {
        code: code.to_owned(),
        must_not_be_found: variant == "x",
        digits: digits.bytes().filter(u8::is_ascii_digit).map(|digit| u16::from(digit - b'0')).collect(),
        eliminations: triplets(field(Field::Eliminations))?,
        placements: triplets(field(Field::Placements))?,
        puzzle: record.puzzle,
    })
}

/// The technique with a code; a fifth digit 1 means a siamese fish.
fn technique(code: &str) -> Option<Technique> {
    code.get(..4)?.parse().ok()
}

fn as_sets(step: &Step) -> (BTreeSet<Candidate>, BTreeSet<Candidate>) {
    (step.eliminations.iter().copied().collect(), step.placements.iter().copied().collect())
}

fn told(candidates: &BTreeSet<Candidate>) -> String {
    let told = |c: &Candidate| format!("{}{}{}", c.digit, c.cell.index() / 9 + 1, c.cell.index() % 9 + 1);
    candidates.iter().map(told).collect::<Vec<_>>().join(" ")
}

fn cases(text: &str, detail: Option<&str>) -> Result<(), Failure> {
    // Per code: cases passed, all cases.
    let mut table: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with(':')) {
        let case = case(line).map_err(|error| format!("line {}: {error}", number + 1))?;
        let wanted = technique(&case.code);
        let explainer = Explainer::with(wanted.as_slice());
        let steps = if wanted.is_some() { explainer.all_steps(&case.puzzle) } else { Vec::new() };
        let refused: Vec<String> =
            steps.iter().filter_map(|step| check(&case.puzzle, step, true).err()).map(|e| e.to_string()).collect();
        let expected = (case.eliminations.clone(), case.placements.clone());
        let is_found = steps.iter().any(|step| as_sets(step) == expected);
        let passes = refused.is_empty() && if case.must_not_be_found { steps.is_empty() } else { is_found };
        let row = table.entry(case.code.clone()).or_default();
        row[0] += usize::from(passes);
        row[1] += 1;
        if !passes && detail.is_some_and(|code| case.code.starts_with(code)) {
            println!("{line}");
            println!("  wanted {} | {} (digits {:?})", told(&expected.0), told(&expected.1), case.digits);
            for step in &steps {
                let (eliminations, placements) = as_sets(step);
                println!("  found  {} | {}  {:?}", told(&eliminations), told(&placements), step.pattern);
            }
            refused.iter().for_each(|reason| println!("  refused: {reason}"));
        }
    }
    println!("| code | technique | passed | of |\n|---|---|---|---|");
    for (code, [passed, all]) in &table {
        let name = technique(code).map_or("not known", Technique::name);
        println!("| {code} | {name} | {passed} | {all} |");
    }
    let sum = table.values().fold([0, 0], |sum, row| [sum[0] + row[0], sum[1] + row[1]]);
    println!("| | all | {} | {} |", sum[0], sum[1]);
    Ok(())
}

/// Compares with what HoDoKu wrote: a line `puzzle #n Level (score)` for each puzzle, and its steps if `/vp` was given.
fn agree(text: &str, most_told: usize) -> Result<(), Failure> {
    let explainer = Explainer::new();
    let [mut all, mut solved, mut levels, mut scores, mut told] = [0; 5];
    // How often each pair of techniques, ours and theirs, is the first that differs.
    let mut kinds: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [puzzle, _, level, score] = words[..] else { continue };
        if line.starts_with(' ') {
            continue;
        }
        let mut theirs: Vec<&str> = Vec::new();
        while let Some(step) = lines.next_if(|line| line.starts_with(' ')) {
            theirs.push(step.trim());
        }
        let puzzle: Puzzle = puzzle.parse()?;
        let rating = explainer.rate(&puzzle);
        all += 1;
        solved += usize::from(rating.outcome == Outcome::Solved);
        let same_level = rating.level().name().eq_ignore_ascii_case(level);
        let same_score = format!("({})", rating.score()) == score;
        levels += usize::from(same_level && rating.outcome == Outcome::Solved);
        scores += usize::from(same_score && rating.outcome == Outcome::Solved);
        if same_score && rating.outcome == Outcome::Solved {
            continue;
        }
        let mut ours = explainer.path(&puzzle);
        let is_single = |step: &str| step.contains("Single") || step.contains("Full House");
        let mut theirs = theirs.into_iter().filter(|step| !is_single(step));
        let mut steps = ours.by_ref().filter(|step| step.technique.family() != Family::Singles);
        loop {
            let (step, their) = (steps.next(), theirs.next());
            let name = step.as_ref().map_or("-", |step| step.technique.name());
            let their_name = their.map_or("-", |step| {
                step.split([':', '=']).next().unwrap_or("").split(" in ").next().unwrap_or("").trim()
            });
            let same = step.as_ref().is_some_and(|step| same_technique(step.technique, their_name));
            if same && step.is_some() {
                let conclusions = step.as_ref().map(conclusions).unwrap_or_default();
                if their.is_some_and(|their| conclusions_of(their) == conclusions) {
                    continue;
                }
            }
            *kinds.entry((name.to_owned(), their_name.to_owned())).or_default() += 1;
            if told < most_told {
                told += 1;
                println!("{line}\n  theirs: {}", their.unwrap_or("-"));
                if let Some(step) = &step {
                    println!("  ours:   {name} => {:?} {:?}", conclusions(step), step.pattern);
                }
            }
            break;
        }
    }
    println!("{all} puzzles: {solved} solved, level equal {levels}, score equal {scores}");
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for ((ours, theirs), count) in kinds {
        println!("{count:5}  ours {ours}, theirs {theirs}");
    }
    Ok(())
}

/// Tries each of HoDoKu's steps at the position where HoDoKu took it.
fn follow(text: &str, most_told: usize) -> Result<(), Failure> {
    let all = Explainer::new();
    // Per technique of theirs: their steps, ours with the same conclusions, positions at which we have an earlier one.
    let mut table: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut puzzle: Option<Puzzle> = None;
    let mut told = 0;
    for line in text.lines() {
        let Some(step) = line.strip_prefix("   ") else {
            // Chains of several lines have lines of other kinds.
            if line.contains(" #") {
                puzzle = line.split_whitespace().next().and_then(|puzzle| puzzle.parse().ok());
            }
            continue;
        };
        let Some(puzzle) = &mut puzzle else { continue };
        let name = step.split([':', '=']).next().unwrap_or("").trim();
        let is_single = name.ends_with("Single") || name == "Full House";
        let theirs = match step.split_once(": ") {
            Some((_, single)) if is_single => conclusions_of(&format!("=> {single}")),
            _ => conclusions_of(step),
        };
        let technique = Technique::ALL.iter().copied().find(|technique| same_technique(*technique, name));
        if let (Some(technique), false) = (technique, is_single) {
            let row = table.entry(technique.name()).or_default();
            row[0] += 1;
            // Some techniques are searched for together with others.
            let explainer = Explainer::new().only(|other| row_of(other) == row_of(technique));
            let ours = explainer.path(puzzle).next();
            let is_same = ours.as_ref().is_some_and(|step| step.technique == technique && conclusions(step) == theirs);
            row[1] += usize::from(is_same);
            if !is_same && told < most_told {
                told += 1;
                let record = Record::new(puzzle.clone());
                println!("{}", notation::write(&record, Format::Hodoku)?.text);
                println!("  theirs {step}");
                println!("  ours   {:?}", ours.map(|step| (step.technique.name(), conclusions(&step))));
            }
            let earlier = all.path(puzzle).next().map(|step| step.technique);
            row[2] += usize::from(earlier.is_some_and(|earlier| comes_before(&all, earlier, technique)));
        }
        for (cell, digit, is_placed) in theirs {
            let (cell, digit) = (Cell::new(cell), Digit::from_index(usize::from(digit) - 1));
            match is_placed {
                true => puzzle.place(cell, digit),
                false => puzzle.remove_candidate(cell, digit),
            }
        }
    }
    println!("| technique | theirs | same | we have an earlier one |\n|---|---|---|---|");
    for (name, [all, same, earlier]) in &table {
        println!("| {name} | {all} | {same} | {earlier} |");
    }
    Ok(())
}

/// The name of a technique's row here; techniques that HoDoKu searches for together share one.
fn row_of(technique: Technique) -> &'static str {
    let name = technique.name();
    ["simple colors", "multi colors", "forcing chain", "forcing net"]
        .into_iter()
        .find(|kind| name.starts_with(kind))
        .unwrap_or(match technique.code() {
            "0706" | "0707" | "0708" => "nice loop",
            "0709" | "0710" | "0711" => "grouped nice loop",
            _ => name,
        })
}

fn comes_before(explainer: &Explainer, one: Technique, other: Technique) -> bool {
    let place = |technique| explainer.techniques().position(|known| row_of(known) == row_of(technique));
    place(one) < place(other)
}

/// Whether HoDoKu's name means this technique.
fn same_technique(technique: Technique, name: &str) -> bool {
    let plain = |text: &str| text.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let known = match technique {
        Technique::Pointing => "Locked Candidates Type 1 (Pointing)",
        Technique::Claiming => "Locked Candidates Type 2 (Claiming)",
        Technique::NakedQuad => "Naked Quadruple",
        Technique::HiddenQuad => "Hidden Quadruple",
        Technique::TwoStringKite => "2-String Kite",
        Technique::UniqueRectangleOne => "Uniqueness Test 1",
        Technique::UniqueRectangleTwo => "Uniqueness Test 2",
        Technique::UniqueRectangleThree => "Uniqueness Test 3",
        Technique::UniqueRectangleFour => "Uniqueness Test 4",
        Technique::UniqueRectangleFive => "Uniqueness Test 5",
        Technique::UniqueRectangleSix => "Uniqueness Test 6",
        Technique::AvoidableRectangleOne => "Avoidable Rectangle Type 1",
        Technique::AvoidableRectangleTwo => "Avoidable Rectangle Type 2",
        Technique::BugPlusOne => "Bivalue Universal Grave + 1",
        Technique::AlsXZ => "Almost Locked Set XZ-Rule",
        Technique::AlsXYWing => "Almost Locked Set XY-Wing",
        Technique::AlsChain => "Almost Locked Set Chain",
        Technique::ForcingChainContradiction => "Forcing Chain Contradiction",
        Technique::ForcingChainVerity => "Forcing Chain Verity",
        Technique::ForcingNetContradiction => "Forcing Net Contradiction",
        Technique::ForcingNetVerity => "Forcing Net Verity",
        _ => technique.name(),
    };
    plain(known) == plain(name)
}

fn conclusions(step: &Step) -> BTreeSet<(usize, u16, bool)> {
    let all = step.placements.iter().map(|c| (c, true)).chain(step.eliminations.iter().map(|c| (c, false)));
    all.map(|(c, is_placed)| (c.cell.index(), c.digit.number(), is_placed)).collect()
}

/// What follows `=>` in HoDoKu's steps: `r1c23<>4, r5c5<>68` or `r1c1=4`.
fn conclusions_of(step: &str) -> BTreeSet<(usize, u16, bool)> {
    let Some((_, told)) = step.rsplit_once("=> ") else { return BTreeSet::new() };
    let mut conclusions = BTreeSet::new();
    let mut cells: Vec<usize> = Vec::new();
    for part in told.split([' ', ',']).filter(|part| !part.is_empty()) {
        let (places, digits, is_placed) = match (part.split_once("<>"), part.split_once('=')) {
            (Some((places, digits)), _) => (places, digits, false),
            (_, Some((places, digits))) => (places, digits, true),
            _ => (part, "", false),
        };
        if let Some((rows, columns)) = places.trim_start_matches('r').split_once('c') {
            let number = |digit: u8| usize::from(digit - b'1');
            for row in rows.bytes().map(number) {
                cells.extend(columns.bytes().map(|column| 9 * row + number(column)));
            }
        }
        for digit in digits.bytes() {
            conclusions.extend(cells.iter().map(|cell| (*cell, u16::from(digit - b'0'), is_placed)));
        }
        if !digits.is_empty() {
            cells.clear();
        }
    }
    conclusions
}

/// Checks every step of every path: accepted by the checker, and true of the solution, or of two solutions if there are
/// several.
fn check_paths(text: &str, count: usize) -> Result<(), Failure> {
    let (everything, without) = (Explainer::new(), Explainer::new().without_uniqueness());
    let [mut all, mut solved, mut several, mut checked] = [0; 4];
    for line in text.lines().take(count) {
        let mut puzzle: Puzzle = line.get(..81).unwrap_or(line).parse()?;
        let solutions = match solve::verdict(&puzzle) {
            Verdict::Unique(solution) => vec![solution],
            Verdict::Multiple(one, other) => vec![one, other],
            Verdict::None => continue,
        };
        let is_unique = solutions.len() == 1;
        all += 1;
        let mut path = if is_unique { &everything } else { &without }.path(&puzzle);
        for step in path.by_ref() {
            for solution in &solutions {
                judge(&puzzle, &step, solution, is_unique).map_err(|fault| format!("{line}: {fault}: {step:?}"))?;
            }
            step.apply(&mut puzzle);
            checked += 1;
        }
        several += usize::from(!is_unique && path.outcome() == Outcome::Stuck);
        solved += usize::from(is_unique && path.outcome() == Outcome::Solved);
    }
    println!("{all} puzzles, {solved} solved, {several} of several solutions left open, {checked} steps accepted");
    Ok(())
}

/// Checks that a step follows, and is true.
fn judge(puzzle: &Puzzle, step: &Step, solution: &Grid, is_unique: bool) -> Result<(), Failure> {
    let at = |cell: Cell| solution.digit(cell);
    let is_true = step.placements.iter().all(|c| at(c.cell) == c.digit)
        && step.eliminations.iter().all(|c| at(c.cell) != c.digit);
    if !is_true {
        return Err("not true".into());
    }
    Ok(check(puzzle, step, is_unique)?)
}

/// Checks every step at every position of every path.
fn sweep(text: &str, count: usize, codes: &[&str]) -> Result<(), Failure> {
    let is_wanted =
        |technique: &Technique| codes.is_empty() || codes.iter().any(|code| technique.code().starts_with(code));
    let wanted: Vec<Technique> = Technique::ALL.iter().copied().filter(is_wanted).collect();
    let (explainer, all) = (Explainer::new(), Explainer::with(&wanted));
    // Per technique: steps, positions that have one.
    let mut table: BTreeMap<Technique, [usize; 2]> = BTreeMap::new();
    for line in text.lines().take(count) {
        let mut puzzle: Puzzle = line.get(..81).unwrap_or(line).parse()?;
        let Verdict::Unique(solution) = solve::verdict(&puzzle) else { continue };
        for next in explainer.path(&puzzle) {
            let steps = all.all_steps(&puzzle);
            for step in &steps {
                judge(&puzzle, step, &solution, true).map_err(|fault| format!("{line}: {fault}: {step:?}"))?;
                table.entry(step.technique).or_default()[0] += 1;
            }
            let found: BTreeSet<Technique> = steps.iter().map(|step| step.technique).collect();
            found.into_iter().for_each(|technique| table.entry(technique).or_default()[1] += 1);
            next.apply(&mut puzzle);
        }
    }
    println!("| technique | steps accepted | positions |\n|---|---|---|");
    table.iter().for_each(|(technique, [steps, positions])| println!("| {technique} | {steps} | {positions} |"));
    Ok(())
}

fn rate(text: &str) -> Result<(), Failure> {
    let puzzles: Vec<Puzzle> =
        text.lines().map(|line| line.get(..81).unwrap_or(line).parse()).collect::<Result<_, _>>()?;
    let explainer = Explainer::new();
    let start = Instant::now();
    let solved = puzzles.iter().filter(|puzzle| explainer.rate(puzzle).outcome == Outcome::Solved).count();
    let seconds = start.elapsed().as_secs_f64();
    println!("{} puzzles, {solved} solved, {:.0} a second", puzzles.len(), puzzles.len() as f64 / seconds);
    Ok(())
}

fn digest(text: &str, count: usize) -> Result<(), Failure> {
    let explainer = Explainer::new();
    let mut hasher = DefaultHasher::new();
    let mut steps = 0;
    for line in text.lines().take(count) {
        let puzzle: Puzzle = line.get(..81).unwrap_or(line).parse()?;
        let mut path = explainer.path(&puzzle);
        let mut rating = Rating::default();
        for step in path.by_ref() {
            step.hash(&mut hasher);
            rating.add(step.technique);
            steps += 1;
        }
        rating.outcome = path.outcome();
        if rating != explainer.rate(&puzzle) {
            return Err(format!("{line}: rated unlike its path").into());
        }
    }
    println!("{steps} steps, {:016x}", hasher.finish());
    Ok(())
}

fn sizes(text: &str, count: usize) -> Result<(), Failure> {
    let explainer = Explainer::new();
    let mut table: BTreeMap<Technique, Vec<usize>> = BTreeMap::new();
    for line in text.lines().take(count) {
        let puzzle: Puzzle = line.get(..81).unwrap_or(line).parse()?;
        for step in explainer.path(&puzzle) {
            table.entry(step.technique).or_default().push(step.premises.len());
        }
    }
    for (technique, sizes) in table {
        let most = sizes.iter().max().copied().unwrap_or(0);
        let mean = sizes.iter().sum::<usize>() as f64 / sizes.len() as f64;
        println!("{:7} {technique}: {mean:.1} premises on average, {most} at most", sizes.len());
    }
    Ok(())
}
