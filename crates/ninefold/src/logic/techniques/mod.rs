//! The techniques, one file per family, and which finder finds which.

pub(super) mod als;
mod als_chain;
mod avoidable;
mod bug;
mod deadly;
mod death_blossom;
mod locked;
mod loops;
mod rectangles;
pub(super) mod singles;
mod subsets;
mod sue_de_coq;

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
            UniqueRectangleOne | UniqueRectangleTwo | UniqueRectangleThree | UniqueRectangleFour
            | UniqueRectangleFive | UniqueRectangleSix | HiddenRectangle => rectangles::find(nine, technique, finds)?,
            AvoidableRectangleOne | AvoidableRectangleTwo => avoidable::find(nine, technique, finds)?,
            BugPlusOne | BugPlusMany => bug::find(nine, technique, finds)?,
            UniqueLoop => loops::find(nine, finds)?,
            AlsXZ | AlsXYWing => als::find(nine, technique, finds)?,
            AlsChain => als_chain::find(nine, finds)?,
            DeathBlossom => death_blossom::find(nine, finds)?,
            SueDeCoq => sue_de_coq::find(nine, finds)?,
            _ => {}
        }
    }
    ControlFlow::Continue(())
}
