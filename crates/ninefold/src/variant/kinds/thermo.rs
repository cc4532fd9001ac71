//! A thermometer.
//!
//! ```text
//!   (2)--3--6     rising from the bulb
//!            \
//!             9
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "thermo",
    title: "thermometer",
    parts: Parts::line(2),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| "Digits along the thermometer rise from the bulb.".to_owned(),
    check: |thermo, puzzle| fit(&thermo.cells, puzzle),
    draw: drawing::bulb,
    holds: |thermo, board| board.list(&thermo.cells).is_sorted_by(|a, b| a < b),
    compile: |thermo, _, model| {
        model.different(&thermo.cells);
        along(&thermo.cells, model, |bulb, next| bulb < next);
    },
};
