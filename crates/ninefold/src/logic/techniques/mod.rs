//! The techniques, one file per family, and which finder finds which.

mod chains;
mod locked;
mod simple_chains;
pub(super) mod singles;
mod subsets;

use super::Technique;
use super::bits::Bits;
use super::finds::Finds;
use super::nine::Nine;
use super::state::State;
use std::ops::ControlFlow;

/// Finds steps of some techniques that are looked for together: of one family, or the first in their order. Those that
/// exist on 9x9 boards only look at `nine`.
pub(super) fn find<B: Bits>(
    state: &State<B>,
    nine: Option<&Nine>,
    wanted: &[Technique],
    finds: &mut Finds,
) -> ControlFlow<()> {
    use Technique::*;
    for technique in wanted.iter().copied() {
        match technique {
            FullHouse | NakedSingle | HiddenSingle => {
                for single in singles::all(state, technique) {
                    finds.add(single.step(state))?;
                }
            }
            Pointing | Claiming => locked::find(state, technique, finds)?,
            LockedPair | LockedTriple | NakedPair | NakedTriple | NakedQuad | HiddenPair | HiddenTriple
            | HiddenQuad => {
                subsets::find(state, technique, finds)?;
            }
            _ => {}
        }
    }
    let Some(nine) = nine else { return ControlFlow::Continue(()) };
    for technique in wanted.iter().copied() {
        match technique {
            XChain | XYChain => simple_chains::find(nine, technique, finds)?,
            _ => {}
        }
    }
    chains::find(nine, wanted, finds)
}
