//! The techniques, one file per family, and which finder finds which.

pub(super) mod als;
mod als_chain;
mod avoidable;
#[cfg(test)]
mod boards;
mod bug;
mod chains;
mod colors;
mod deadly;
mod death_blossom;
#[cfg(test)]
mod examples;
mod exclusion;
mod finned;
mod fish;
pub(super) mod forcing;
mod kraken;
mod locked;
mod loops;
mod medusa;
mod mutant;
mod nine_fish;
mod parts;
pub(super) mod rectangles;
mod remote_pairs;
mod simple_chains;
mod single_digit;
pub(super) mod singles;
mod subsets;
mod sue_de_coq;
mod templates;
mod wings;

use super::bits::Bits;
use super::finds::Finds;
use super::nine::Nine;
use super::state::State;
use super::{Family, Technique};
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
                subsets::find(state, nine, technique, finds)?;
            }
            XWing | Swordfish | Jellyfish => fish::find(state, nine, technique, finds)?,
            _ => {}
        }
    }
    nine.map_or(ControlFlow::Continue(()), |nine| find_nine(nine, wanted, finds))
}

/// The same for those techniques that exist on 9x9 boards only.
fn find_nine(nine: &Nine, wanted: &[Technique], finds: &mut Finds) -> ControlFlow<()> {
    use Technique::*;
    match wanted {
        [
            technique @ (Skyscraper | TwoStringKite | EmptyRectangle | TurbotFish | DualTwoStringKite
            | DualEmptyRectangle),
        ] => single_digit::find(nine, *technique, finds),
        [SimpleColorsTrap | SimpleColorsWrap, ..] => colors::find_simple(nine, wanted, finds),
        [MultiColorsOne | MultiColorsTwo, ..] => colors::find_multi(nine, wanted, finds),
        [Medusa] => medusa::find(nine, finds),
        [technique @ (XYWing | XYZWing | WXYZWing | WWing)] => wings::find(nine, *technique, finds),
        [technique @ (AlignedPairExclusion | AlignedTripleExclusion)] => exclusion::find(nine, *technique, finds),
        [RemotePair] => remote_pairs::find(nine, finds),
        [
            technique @ (UniqueRectangleOne | UniqueRectangleTwo | UniqueRectangleThree | UniqueRectangleFour
            | UniqueRectangleFive | UniqueRectangleSix | HiddenRectangle),
        ] => rectangles::find(nine, *technique, finds),
        [technique @ (AvoidableRectangleOne | AvoidableRectangleTwo)] => avoidable::find(nine, *technique, finds),
        [technique @ (BugPlusOne | BugPlusMany)] => bug::find(nine, *technique, finds),
        [UniqueLoop] => loops::find(nine, finds),
        [technique @ (AlsXZ | AlsXYWing)] => als::find(nine, *technique, finds),
        [AlsChain] => als_chain::find(nine, finds),
        [DeathBlossom] => death_blossom::find(nine, finds),
        [SueDeCoq] => sue_de_coq::find(nine, finds),
        [technique @ (XChain | XYChain)] => simple_chains::find(nine, *technique, finds),
        [first, ..] if first.family() == Family::Chains => chains::find(nine, wanted, finds),
        [technique @ (TemplateSet | TemplateDelete)] => templates::find(nine, *technique, finds),
        [
            technique @ (FinnedXWing | FinnedSwordfish | FinnedJellyfish | SashimiXWing | SashimiSwordfish
            | SashimiJellyfish),
        ] => finned::find(nine, *technique, finds),
        [technique @ (KrakenFishOne | KrakenFishTwo)] => kraken::find(nine, *technique, finds),
        [XWing | Swordfish | Jellyfish] => ControlFlow::Continue(()),
        [technique] if technique.family() == Family::Fish => mutant::find(nine, *technique, finds),
        _ => forcing::find(nine, wanted, finds),
    }
}
