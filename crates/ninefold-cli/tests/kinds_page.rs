//! The book's page about the kinds of constraints, made from the library's table and the drawing in each kind's file.
//! `TRYCMD=overwrite` writes it again.

use ninefold::notation::{self, ReadOptions};
use ninefold::render::variant;
use ninefold::variant::{Kind, Part};
use std::fmt::Write as _;
use std::fs;

/// The drawing in a kind's file: the first block of its essay.
fn drawing(kind: Kind) -> String {
    let file = format!("../ninefold/src/variant/kinds/{}.rs", kind.name());
    let text = fs::read_to_string(&file).expect(&file);
    let essay = text.lines().map_while(|line| line.strip_prefix("//!"));
    let lines = essay.map(|line| line.strip_prefix(' ').unwrap_or(line));
    let block = lines.skip_while(|line| *line != "```text").skip(1).take_while(|line| *line != "```");
    block.map(|line| format!("{line}\n")).collect()
}

/// The members of a kind: `"cells": a list of cells; "sum": a number`
fn members(kind: Kind) -> String {
    let member = |(name, part): &(&str, Part)| format!("`{name}`: {}", part.description());
    match kind.members() {
        [] => "No members: the rule is about the whole board.".to_owned(),
        members => format!("Members: {}.", members.iter().map(member).collect::<Vec<_>>().join("; ")),
    }
}

fn page() -> String {
    let mut page = format!(
        "# Kinds of constraints\n\n\
         {} kinds, by their names in [ninefold's own JSON](variants.md#json). A cell is `[row, column]`, from 1; neighbours \
         share an edge. Each drawing keeps its rule.\n",
        Kind::ALL.len()
    );
    for kind in Kind::ALL {
        let (name, title, drawing) = (kind.name(), kind.title(), drawing(*kind));
        let capital: String = title.chars().take(1).flat_map(char::to_uppercase).chain(title.chars().skip(1)).collect();
        write!(page, "\n## {capital}\n\n`{name}`. {}\n\n", kind.description()).unwrap();
        if !drawing.is_empty() {
            write!(page, "```text\n{drawing}```\n\n").unwrap();
        }
        writeln!(page, "{}", members(*kind)).unwrap();
    }
    page
}

/// Compares a file of the book with what it should be, or writes it again.
fn hold(file: &str, expected: &str) {
    if std::env::var_os("TRYCMD").is_some_and(|value| value == "overwrite") {
        fs::write(file, expected).expect("the book can be written to");
    }
    let found = fs::read_to_string(file).unwrap_or_default();
    assert!(found == expected, "{file} differs; TRYCMD=overwrite writes it again");
}

#[test]
fn the_picture_shows_the_puzzle() {
    let text = fs::read_to_string("../../docs/src/variants.json").expect("the puzzle");
    let record = notation::read_variant(&text, &ReadOptions::default()).expect("a variant");
    hold("../../docs/src/variants.svg", &variant::svg(&record.puzzle, "A bit of everything"));
}

#[test]
fn every_kind_is_in_the_book() {
    hold("../../docs/src/kinds.md", &page());
}
