//! Steps as JSON: words, conclusions, and everything that a drawing shows.

use crate::board::places;
use ninefold::logic::{Chain, Pattern, Step, Wording};
use ninefold::render::svg::Link;
use ninefold::{Candidate, Cell, House, Puzzle, Shape};
use serde_json::{Map, Value, json};

/// A step; `puzzle` is the board before it.
pub(crate) fn step(step: &Step, puzzle: &Puzzle, wording: &Wording) -> Value {
    let mut drawing = Drawing { shape: puzzle.shape(), marks: Vec::new(), houses: Vec::new() };
    for (candidate, mark) in step.marks(puzzle) {
        drawing.candidate(candidate, mark.name(), None);
    }
    drawing.pattern(&step.pattern);
    let link = |link: &Link| json!({ "from": pair(&link.from), "to": pair(&link.to), "strong": link.is_strong });
    let links: Vec<Value> = step.links(puzzle.shape()).iter().map(link).collect();
    let technique = step.technique;
    json!({
        "technique": technique.slug(),
        "name": wording.technique(step),
        "family": technique.family().phrase(),
        "level": technique.level().name(),
        "score": technique.score(),
        "text": wording.step(step),
        "conclusion": wording.conclusions(step),
        "placements": step.placements.iter().map(pair).collect::<Vec<_>>(),
        "eliminations": step.eliminations.iter().map(pair).collect::<Vec<_>>(),
        "marks": drawing.marks,
        "links": links,
        "houses": drawing.houses,
    })
}

/// A candidate as its cell and its digit's number.
pub(crate) fn pair(candidate: &Candidate) -> Value {
    json!([candidate.cell.index(), candidate.digit.number()])
}

/// What a drawing of a step shows beyond the board.
struct Drawing {
    shape: Shape,
    marks: Vec<Value>,
    houses: Vec<Value>,
}

impl Drawing {
    /// Marks a candidate. Earlier marks stay: a page shows the last kind that it knows.
    fn candidate(&mut self, candidate: Candidate, kind: &str, group: Option<usize>) {
        let mut mark = json!({ "cell": candidate.cell.index(), "digit": candidate.digit.number(), "kind": kind });
        if let Some(group) = group {
            mark["group"] = json!(group);
        }
        self.marks.push(mark);
    }

    fn cells(&mut self, cells: &[Cell], kind: &str) {
        self.marks.extend(cells.iter().map(|cell| json!({ "cell": cell.index(), "kind": kind })));
    }

    fn house(&mut self, house: House, kind: &str) {
        let cells: Vec<Cell> = self.shape.cells_of(house).collect();
        self.houses.push(json!({ "kind": kind, "name": house.to_string(), "cells": places(&cells) }));
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Single { house } => house.iter().for_each(|house| self.house(*house, "house")),
            Pattern::Locked { base, cover, .. } => {
                self.house(*base, "base");
                self.house(*cover, "cover");
            }
            Pattern::Subset { cells, houses, .. } => {
                self.cells(cells, "cell");
                houses.iter().for_each(|house| self.house(*house, "house"));
            }
            Pattern::Fish { digit, base, cover, fins, chains } => {
                base.iter().for_each(|house| self.house(*house, "base"));
                cover.iter().for_each(|house| self.house(*house, "cover"));
                fins.iter().for_each(|fin| self.candidate(Candidate::new(*fin, *digit), "fin", None));
                self.chains(chains);
            }
            Pattern::Colors { groups, .. } => {
                for (number, group) in groups.iter().enumerate() {
                    for (color, kind) in group.iter().zip(["color-a", "color-b"]) {
                        color.iter().for_each(|candidate| self.candidate(*candidate, kind, Some(number)));
                    }
                }
            }
            Pattern::Wing { pivot, pincers, .. } => {
                self.cells(pivot, "cell");
                self.cells(pincers, "set-a");
            }
            Pattern::Deadly { rescue, subset, .. } => {
                rescue.iter().for_each(|candidate| self.candidate(*candidate, "fin", None));
                self.cells(subset, "cell");
            }
            Pattern::Chains { chains, .. } => self.chains(chains),
            Pattern::Sets { sets, stem, .. } => {
                for (set, kind) in sets.iter().zip(["set-a", "set-b"].into_iter().cycle()) {
                    self.cells(&set.cells, kind);
                }
                stem.iter().for_each(|stem| self.cells(&[*stem], "cell"));
            }
            Pattern::SueDeCoq { cells, line, block } => {
                self.cells(cells, "cell");
                self.cells(&line.cells, "set-a");
                self.cells(&block.cells, "set-b");
            }
            Pattern::Exclusion { cells, witnesses } => {
                self.cells(cells, "cell");
                self.cells(witnesses, "set-a");
            }
            // The marks suffice for patterns without a drawing of their own.
            _ => {}
        }
    }

    fn chains(&mut self, chains: &[Chain]) {
        for (number, chain) in chains.iter().enumerate() {
            for node in &chain.nodes {
                let kind = if node.is_true { "on" } else { "off" };
                node.candidates.iter().for_each(|candidate| self.candidate(*candidate, kind, Some(number)));
            }
        }
    }
}

/// The outcome, level and score of a path.
pub(crate) fn summary(rating: &ninefold::logic::Rating) -> Map<String, Value> {
    let members = [
        ("outcome", json!(rating.outcome.name())),
        ("level", json!(rating.level().name())),
        ("score", json!(rating.score())),
    ];
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
