//! Makes hard puzzles that are symmetric and have an X-wing; the same seed makes the same: cargo run --example generate
#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use ninefold::Shape;
use ninefold::generate::{ClueSymmetry, Generator, Recipe, RecipeError};
use ninefold::logic::{Level, Technique};

fn main() -> Result<(), RecipeError> {
    let recipe = Recipe::new(Shape::NINE).level(Level::Hard).symmetry(ClueSymmetry::HalfTurn).require(Technique::XWing);
    for made in Generator::new(recipe)?.seed(7).puzzles(0..3) {
        println!("{} {:?}", made.puzzle, made.rating.map(|rating| rating.score()));
    }
    Ok(())
}
