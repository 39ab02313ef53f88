//! The common parts of the operations for single places and for rows share.

use crate::endpoints::prelude::*;

/// The parameters of the elements. With `limb=1` `sunRadius` also applies to the canon's elements.
pub(super) const ELEMENTS: &[Parameter] = &[
    ElementsInput::THEORY,
    ElementsInput::ERA,
    ElementsInput::K1,
    ElementsInput::K2,
    ElementsInput::SUN_RADIUS.meaning(
        "Semidiameter of the Sun at 1 au in arcseconds: 959.63 of the elements if left out, but 959.95 with \
            `limb=1`. With `theory=precise` it applies to the elements and to `limb=1`. The canon's elements \
            keep theirs, so that it applies only to `limb=1` and is ignored without it.",
    ),
];
pub(super) const COST: f64 = 20.0;
pub(super) const OPERATION_NAME: &str = "solar-eclipse/local-circumstances/details";
