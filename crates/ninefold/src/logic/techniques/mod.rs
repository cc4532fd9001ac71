//! The techniques, one file per family, and which finder finds which.

#[cfg(test)]
mod boards;
mod colors;
mod exclusion;
mod finned;
mod fish;
mod kraken;
mod locked;
mod medusa;
mod mutant;
mod nine_fish;
mod parts;
mod remote_pairs;
mod single_digit;
pub(super) mod singles;
mod subsets;
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
                subsets::find(state, technique, finds)?;
            }
            XWing | Swordfish | Jellyfish => fish::find(state, technique, finds)?,
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
            technique @ (FinnedXWing | FinnedSwordfish | FinnedJellyfish | SashimiXWing | SashimiSwordfish
            | SashimiJellyfish),
        ] => finned::find(nine, *technique, finds),
        [technique @ (KrakenFishOne | KrakenFishTwo)] => kraken::find(nine, *technique, finds),
        [XWing | Swordfish | Jellyfish] => ControlFlow::Continue(()),
        [technique] if technique.family() == Family::Fish => mutant::find(nine, *technique, finds),
        _ => ControlFlow::Continue(()),
    }
}
