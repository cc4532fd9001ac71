//! The techniques, one file per family; the table says which file finds which.

mod als;
mod als_chain;
mod avoidable;
#[cfg(test)]
mod boards;
mod bug;
mod chains;
mod colors;
mod corners;
mod deadly;
mod death_blossom;
#[cfg(test)]
pub(super) mod examples;
mod exclusion;
mod finned;
mod fish;
mod forcing;
mod kraken;
mod locked;
mod loops;
mod medusa;
mod mutant;
mod nine_fish;
pub(super) mod parts;
mod prelude;
mod rectangles;
mod remote_pairs;
mod sets;
pub(super) mod shared;
mod simple_chains;
mod single_digit;
pub(super) mod singles;
mod subsets;
mod sue_de_coq;
mod templates;
#[cfg(test)]
mod testing;
mod wings;

use super::Technique;
use super::bits::Bits;
use super::finds::Finds;
use super::state::State;
use super::table::with_techniques;
use shared::View;
use std::ops::ControlFlow;

macro_rules! dispatch {
    (@any $finder:ident, $state:ident, $nine:ident, $wanted:ident, $technique:ident, $finds:ident) => {
        $finder::find($state, $nine, *$technique, $finds)?
    };
    (@each $finder:ident, $state:ident, $nine:ident, $wanted:ident, $technique:ident, $finds:ident) => {
        if let Some(nine) = $nine {
            $finder::find(nine, *$technique, $finds)?;
        }
    };
    (@one $finder:ident, $state:ident, $nine:ident, $wanted:ident, $technique:ident, $finds:ident) => {
        if let Some(nine) = $nine {
            $finder::find(nine, $finds)?;
        }
    };
    (@joint $finder:ident, $state:ident, $nine:ident, $wanted:ident, $technique:ident, $finds:ident) => {
        return $nine.map_or(ControlFlow::Continue(()), |nine| $finder::find(nine, $wanted, $finds))
    };
    ($(
        $(#[$doc:meta])*
        $variant:ident: $name:literal, $code:literal, $family:ident, $kind:ident $finder:ident $(, $rest:tt)*;
    )*) => {
        /// Finds steps of techniques that are searched together: a single one, or one row of HoDoKu's order. Those for
        /// 9x9 boards only look at `nine`.
        pub(super) fn find<B: Bits>(
            state: &State<B>,
            nine: Option<&View>,
            wanted: &[Technique],
            finds: &mut Finds,
        ) -> ControlFlow<()> {
            for technique in wanted {
                match technique {
                    $(Technique::$variant => dispatch!(@$kind $finder, state, nine, wanted, technique, finds),)*
                }
            }
            ControlFlow::Continue(())
        }
    };
}

with_techniques!(dispatch);
