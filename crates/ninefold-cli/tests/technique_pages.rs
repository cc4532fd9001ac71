//! The book's pages about techniques, one for each, made from the library's table, the essay and drawing in the technique's
//! file, the first step in the position given in `docs/techniques.tsv`, and the exercises in `docs/exercises.tsv`. The web page
//! has the same in `lessons.json`, with the German texts of `docs/techniques.de.tsv`. `TRYCMD=overwrite` writes them again.

use ninefold::Puzzle;
use ninefold::logic::{Explainer, Family, Language, Priority, Step, Technique, Wording};
use ninefold::notation::{self, Format, ReadOptions, Record};
use ninefold::render::svg;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the pages are, from this crate's folder.
const BOOK: &str = "../../docs/src";
const LOGIC: &str = "../ninefold/src/logic";
/// The file with the same contents for the web page.
const LESSONS: &str = "../../web/src/lessons.json";

/// The entry for a technique in `docs/techniques.tsv`.
struct Example {
    file: String,
    position: String,
}

/// The rows of a table in `docs`.
fn rows<const N: usize>(file: &str) -> Vec<[String; N]> {
    let rows = fs::read_to_string(format!("../../docs/{file}")).expect(file);
    let columns = |row: &str| row.split('\t').map(str::to_owned).collect::<Vec<_>>().try_into().expect("columns");
    rows.lines().filter(|line| !line.starts_with('#')).map(columns).collect()
}

fn examples() -> BTreeMap<String, Example> {
    rows("techniques.tsv").into_iter().map(|[slug, file, position]| (slug, Example { file, position })).collect()
}

/// The puzzles to practise each technique with.
fn exercises() -> BTreeMap<String, Vec<String>> {
    let mut exercises: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for [slug, puzzle] in rows("exercises.tsv") {
        exercises.entry(slug).or_default().push(puzzle);
    }
    exercises
}

/// What the table says about each technique: the comment above the row with its name and code.
fn summaries() -> BTreeMap<&'static str, String> {
    let mut found = BTreeMap::new();
    for file in fs::read_dir(LOGIC).expect("the library's source").map(|entry| entry.unwrap().path()) {
        let Ok(text) = fs::read_to_string(file) else { continue };
        let mut comment = String::new();
        for line in text.lines().map(str::trim) {
            if let Some(words) = line.strip_prefix("/// ") {
                write!(comment, "{}{words}", if comment.is_empty() { "" } else { " " }).unwrap();
                continue;
            }
            let names = |t: &&Technique| line.contains(&format!(": \"{}\", \"{}\"", t.name(), t.code()));
            if let Some(technique) = Technique::ALL.iter().find(names) {
                found.insert(technique.code(), std::mem::take(&mut comment));
            }
            comment.clear();
        }
    }
    found
}

/// A file's essay: the parts for players (drawings, and text that refers to no other part of the code), and its sources.
fn essay(file: &str) -> (String, String) {
    let text = fs::read_to_string(Path::new(LOGIC).join("techniques").join(format!("{file}.rs"))).expect(file);
    let lines =
        text.lines().map_while(|line| line.strip_prefix("//!")).map(|line| line.strip_prefix(' ').unwrap_or(line));
    let (mut essay, mut sources) = (String::new(), String::new());
    let mut block = String::new();
    for line in lines.chain([""]) {
        let is_drawing = block.starts_with("```") && !(block.len() > 3 && block.ends_with("```\n"));
        if !line.is_empty() || is_drawing {
            block += line;
            block.push('\n');
        } else if !block.is_empty() {
            let is_any = |words: &[&str]| words.iter().any(|word| block.contains(word));
            if block.starts_with("```")
                || !is_any(&["`", "HoDoKu", "Here", "orum", "Source", "visited", "searched", "are found "])
            {
                essay += &format!("{block}\n");
            } else if is_any(&["orum", "Source"]) && !is_any(&["`"]) {
                let origin = block.trim_start_matches("Source: ").split("Here: ").next().unwrap_or_default();
                sources += &format!("{}\n\n", capital(origin.trim_end()));
            }
            block.clear();
        }
    }
    (essay, sources)
}

fn position(example: &Example) -> Record {
    let format = ReadOptions::default().format(Format::Hodoku);
    notation::read(&example.position, &format).expect("a position")
}

/// The step that the page shows: the first step of this technique in the position.
fn step(technique: Technique, record: &Record) -> Step {
    let found = Explainer::with(&[technique]).path(&record.puzzle).next();
    found.unwrap_or_else(|| panic!("{technique} is not found in its position of docs/techniques.tsv"))
}

fn page(technique: Technique, example: &Example, summary: &str, exercises: &[String]) -> (String, String) {
    let record = position(example);
    let step = step(technique, &record);
    let words = Wording::new(record.puzzle.shape(), &record.symbols).step(&step);
    let (essay, sources) = essay(&example.file);
    let picture = svg::board(&record.puzzle, &step.marks(&record.puzzle), &record.symbols, &words);
    let slug = technique.slug();
    let se = technique.se_rating().map_or("none".to_owned(), |tenths| format!("{}.{}", tenths / 10, tenths % 10));
    let is_default = Explainer::new().techniques().any(|known| known == technique);
    let used = if is_default { "by default" } else { "where it is named" };
    let unique = if technique.needs_uniqueness() { "yes" } else { "no" };
    let mut page = format!("# {}\n\n{summary}\n\n![{words}]({slug}.svg)\n\n{words}\n\n", capital(technique.name()));
    write!(
        page,
        "| level | score | HoDoKu's code | Sudoku Explainer | used | argues that there is one solution |\n|---|---|---|---|---|---|\n\
         | {} | {} | {} | {se} | {used} | {unique} |\n\n",
        technique.level(),
        technique.score(),
        technique.code(),
    )
    .unwrap();
    write!(page, "## The family\n\n{essay}").unwrap();
    if !sources.is_empty() {
        write!(page, "## Where it comes from\n\n{sources}").unwrap();
    }
    write!(
        page,
        "## This position\n\nThe picture's board, for `ninefold explain --all-steps --technique {slug}`:\n\n```text\n{}\n```\n",
        example.position
    )
    .unwrap();
    if exercises.is_empty() {
        page.push_str(
            "\n## Exercises\n\nNo puzzle needs it: whatever two sets with a box rule out, locked candidates do first. The web page lets you \
             find it in the position above.\n",
        );
    } else {
        let puzzles = exercises.join("\n");
        write!(
            page,
            "\n## Exercises\n\nPuzzles that need it, or where it can be found. The web page shows each just before that step and \
             says whether you have found it (Learn, Techniques).\n\n```text\n{puzzles}\n```\n"
        )
        .unwrap();
    }
    (page, picture)
}

/// An essay as the page shows it: each paragraph on one line, drawings unchanged.
fn blocks(essay: &str) -> Vec<Value> {
    let is_wrapped =
        |block: &str| block.trim_start_matches("```text\n").trim_start_matches("```\n").len() != block.len();
    let mut blocks = Vec::new();
    let mut rest = essay.trim_end();
    while !rest.is_empty() {
        let end = if is_wrapped(rest) { rest[3..].find("```").map(|at| at + 6) } else { rest.find("\n\n") };
        let (block, after) = rest.split_at(end.unwrap_or(rest.len()));
        let (_, drawing) = block.split_once('\n').unwrap_or(("", block));
        blocks.push(match is_wrapped(block) {
            true => json!({ "drawing": drawing.trim_end_matches("```").trim_end() }),
            false => json!({ "text": block.split_whitespace().collect::<Vec<_>>().join(" ") }),
        });
        rest = after.trim_start_matches('\n');
    }
    blocks
}

/// The contents of the web page's file for all techniques.
fn lessons(summaries: &BTreeMap<&str, String>) -> String {
    let (examples, exercises) = (examples(), exercises());
    let german: BTreeMap<String, String> =
        rows("techniques.de.tsv").into_iter().map(|[slug, text]| (slug, text)).collect();
    let defaults: Vec<Technique> = Explainer::new().techniques().collect();
    let mut files: Vec<&str> = Vec::new();
    let techniques: Vec<String> = Technique::ALL
        .iter()
        .map(|technique| {
            let slug = technique.slug();
            let example = &examples[&slug];
            let essay = files.iter().position(|file| *file == example.file).unwrap_or_else(|| {
                files.push(&example.file);
                files.len() - 1
            });
            let name = |language: Language| capital(language.technique(*technique));
            let mut lesson = json!({
                "slug": slug,
                "name": { "en": name(Language::English), "de": name(Language::German) },
                "family": family_title(technique.family()).to_lowercase().replace(' ', "-"),
                "level": technique.level().name(),
                "score": technique.score(),
                "isDefault": defaults.contains(technique),
                "needsUniqueness": technique.needs_uniqueness(),
                "about": { "en": summaries[technique.code()], "de": german[&slug] },
                "essay": essay,
                "example": example.position,
                "exercises": exercises.get(&slug).cloned().unwrap_or_default(),
            });
            if let Some(tenths) = technique.se_rating() {
                lesson["se"] = json!(tenths);
            }
            lesson.to_string()
        })
        .collect();
    let essays: Vec<String> = files.iter().map(|file| Value::from(blocks(&essay(file).0)).to_string()).collect();
    // One line per technique, so that changes are readable.
    format!("{{\n\"techniques\": [\n{}\n],\n\"essays\": [\n{}\n]\n}}\n", techniques.join(",\n"), essays.join(",\n"))
}

/// Every exercise has a step of its technique: on the default path, or after singles, locked candidates and subsets.
#[test]
fn exercises_have_their_step() {
    if !Path::new(BOOK).exists() {
        return; // The packaged crate comes without the book.
    }
    let is_basic = |technique: Technique| {
        matches!(technique.family(), Family::Singles | Family::LockedCandidates | Family::Subsets)
    };
    for (slug, puzzles) in exercises() {
        let technique: Technique = slug.parse().expect("a technique");
        let all = Explainer::new().including(technique, Priority::AfterSubsets);
        let few = all.clone().only(|known| known == technique || is_basic(known));
        for puzzle in puzzles {
            let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
            let has_step = |explainer: &Explainer| explainer.path(&puzzle).any(|step| step.technique == technique);
            assert!(has_step(&few) || has_step(&all), "{slug}: {puzzle:?}");
        }
    }
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn family_title(family: Family) -> &'static str {
    match family {
        Family::Singles => "Singles",
        Family::LockedCandidates => "Locked candidates",
        Family::Subsets => "Subsets",
        Family::Fish => "Fish",
        Family::SingleDigitPatterns => "Patterns of one digit",
        Family::Colors => "Colours",
        Family::Uniqueness => "Uniqueness",
        Family::Chains => "Chains and loops",
        Family::Wings => "Wings",
        Family::AlmostLockedSets => "Almost locked sets",
        Family::Miscellaneous => "Miscellaneous",
        Family::Templates => "Templates",
        Family::Forcing => "Forcing chains and nets",
        _ => "Others",
    }
}

/// The list of all techniques, by family.
fn list(summaries: &BTreeMap<&str, String>) -> String {
    let mut list = "# Techniques\n\nEvery technique that `explain`, `hint` and `rate` know, with HoDoKu's level and score. Each page \
                    has a picture and an example; the words and the picture are those of `ninefold explain`. In pictures a disc \
                    marks the pattern, a stroke what it rules out, a ring what it places.\n"
        .to_owned();
    let mut family = None;
    for technique in Technique::ALL {
        if family.replace(technique.family()) != Some(technique.family()) {
            let title = family_title(technique.family());
            write!(list, "\n## {title}\n\n| technique | level | score | what it is |\n|---|---|---|---|\n").unwrap();
        }
        let (name, slug, summary) = (capital(technique.name()), technique.slug(), &summaries[technique.code()]);
        let (level, score) = (technique.level(), technique.score());
        writeln!(list, "| [{name}]({slug}.md) | {level} | {score} | {summary} |").unwrap();
    }
    list
}

/// The book's table of contents, with the techniques below their list in place of the old entries.
fn contents() -> String {
    let old = fs::read_to_string(Path::new(BOOK).join("SUMMARY.md")).expect("SUMMARY.md");
    let mut contents = String::new();
    let is_technique = |line: &str| line.starts_with("  - ") && line.contains("](techniques/");
    for line in old.lines().filter(|line| !is_technique(line)) {
        writeln!(contents, "{line}").unwrap();
        if line == "- [Techniques](techniques/README.md)" {
            for technique in Technique::ALL {
                let (name, slug) = (capital(technique.name()), technique.slug());
                writeln!(contents, "  - [{name}](techniques/{slug}.md)").unwrap();
            }
        }
    }
    contents
}

#[test]
fn every_technique_has_its_page() {
    if !Path::new(BOOK).exists() {
        return; // The packaged crate comes without the book.
    }
    let (examples, summaries, exercises) = (examples(), summaries(), exercises());
    let folder = Path::new(BOOK).join("techniques");
    let mut files: BTreeMap<PathBuf, String> = BTreeMap::new();
    for technique in Technique::ALL {
        let slug = technique.slug();
        let example = examples.get(&slug).unwrap_or_else(|| panic!("{slug} has no position in docs/techniques.tsv"));
        let summary = summaries.get(technique.code()).expect("a comment in the table");
        let puzzles = exercises.get(&slug).map_or(&[][..], Vec::as_slice);
        let (page, picture) = page(*technique, example, summary, puzzles);
        files.insert(folder.join(format!("{slug}.md")), page);
        files.insert(folder.join(format!("{slug}.svg")), picture);
    }
    files.insert(PathBuf::from(LESSONS), lessons(&summaries));
    files.insert(folder.join("README.md"), list(&summaries));
    files.insert(Path::new(BOOK).join("SUMMARY.md"), contents());
    let there = fs::read_dir(&folder).expect("the pages").map(|entry| entry.unwrap().path());
    let left_over: Vec<PathBuf> = there.filter(|file| !files.contains_key(file)).collect();
    let stale = files.iter().filter(|(file, text)| fs::read_to_string(file).ok().as_ref() != Some(text));
    let stale: Vec<&PathBuf> = stale.map(|(file, _)| file).collect();
    if std::env::var_os("TRYCMD").is_some_and(|value| value == "overwrite") {
        stale.iter().for_each(|file| fs::write(file, &files[*file]).expect("a page"));
        left_over.iter().for_each(|file| fs::remove_file(file).expect("a page without a technique"));
        return;
    }
    assert!(
        stale.is_empty() && left_over.is_empty(),
        "TRYCMD=overwrite writes: {stale:?}; without technique: {left_over:?}"
    );
}
