//! A slow thermometer.
//!
//! ```text
//!   (2)--2--6     rising or staying the same from the bulb
//!            \
//!             6
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "slow_thermo",
    title: "slow thermometer",
    parts: Parts::line(2),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| "Digits along the thermometer rise or stay the same from the bulb.".to_owned(),
    check: |_, _| Ok(()),
    draw: drawing::bulb,
    holds: |thermo, board| board.list(&thermo.cells).is_sorted(),
    compile: |thermo, _, model| along(&thermo.cells, model, |bulb, next| bulb <= next),
};
