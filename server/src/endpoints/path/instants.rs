//! The values of `limits` and `umbra`.

use crate::api::instant::read_date;
use crate::api::value::Value;
use crate::endpoints::prelude::*;

/// Maximum number of instants of `umbra`.
const MAX_INSTANTS: usize = 100;
/// Steps of `umbra`, seconds.
const STEPS_S: std::ops::RangeInclusive<u32> = 1..=3600;
const MS_PER_SECOND: i64 = 1000;

/// The limb of the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub(super) enum LimitsWord {
    /// The smooth mean limb of the elements.
    Mean,
    /// The mountains and valleys of the Moon's limb.
    Limb,
}

/// The value of `umbra`: when outlines are drawn.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum UmbraInstants {
    /// At whole multiples of a step, ms.
    Step(i64),
    /// At instants.
    Given(Vec<Instant>),
}

impl UmbraInstants {
    fn parse(input: &mut Input, text: &str) -> Option<Self> {
        if let Some(seconds) = text.strip_suffix('s').and_then(|number| number.trim().parse().ok()) {
            return STEPS_S.contains(&seconds).then(|| Self::Step(i64::from(seconds) * MS_PER_SECOND));
        }
        let instants = text.split(',').map(|part| read_date(input, part.trim()));
        let mut instants = instants.collect::<Option<Vec<_>>>()?;
        instants.sort();
        instants.dedup();
        (instants.len() <= MAX_INSTANTS).then_some(Self::Given(instants))
    }
}

impl Value for UmbraInstants {
    const IS_DATE: bool = true;
    type Echo = String;

    fn accepted(_: &Parameter) -> Accepted {
        Accepted::text()
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let text = input.text(p)?;
        let parsed = Self::parse(input, &text);
        let right = |_: &str| {
            let (from, to) = (STEPS_S.start(), STEPS_S.end());
            format!(
                "must be a step from {from}s to {to}s, such as 10s, or up to {MAX_INSTANTS} instants with \
                 commas between, such as 2024-04-08T18:17:18Z"
            )
        };
        input.parse(p, |_| parsed, right)
    }

    fn echo(&self) -> impl Serialize {
        match self {
            Self::Step(ms) => format!("{}s", ms / MS_PER_SECOND),
            Self::Given(instants) => instants.iter().map(|at| at.iso()).collect::<Vec<_>>().join(","),
        }
    }
}
