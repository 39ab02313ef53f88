//! The values of the raster, their colours, and the images.

use super::block::TILE;
use serde_json::{Value, json};

/// Step of the values, degrees.
pub(super) const STEP_DEG: f64 = 0.25;

/// The part of the central phase that the skyline leaves to be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VisibilityClass {
    /// The Sun is behind the skyline at all three instants.
    Hidden,
    /// It is behind the skyline at one or two of them.
    Part,
    /// It is always above, but by less than 1° once.
    Barely,
    /// It is always above by 1° or more.
    Free,
}

/// A value of a pixel: 0 for none, and otherwise a class and a step of the least altitude of the Sun's upper
/// limb over the skyline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VisibilityValue(pub u8);

struct ClassScale {
    first: u8,
    steps: u8,
    /// The altitude at which the first one begins, degrees.
    from_deg: f64,
    /// Colours of the first and the last one.
    colours: [[u8; 3]; 2],
}

impl VisibilityClass {
    /// All classes.
    pub const ALL: [Self; 4] = [Self::Hidden, Self::Part, Self::Barely, Self::Free];

    /// The name in the metadata and the summary.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Part => "hidden for a part",
            Self::Barely => "barely free",
            Self::Free => "free",
        }
    }

    /// Source of the colours, which people with any colour vision can tell apart: Okabe & Ito (2008), *Color
    /// Universal Design*; black, vermilion, yellow and blue. Their lightness differs too.
    fn scale(self) -> ClassScale {
        let (first, steps, from_deg, colours) = match self {
            Self::Hidden => (1, 80, -20.0, [[20, 20, 20], [110, 110, 110]]),
            Self::Part => (81, 40, -10.0, [[150, 50, 0], [224, 104, 0]]),
            Self::Barely => (121, 4, 0.0, [[240, 228, 66], [252, 244, 126]]),
            Self::Free => (125, 120, 1.0, [[0, 114, 178], [150, 214, 250]]),
        };
        ClassScale { first, steps, from_deg, colours }
    }
}

impl ClassScale {
    fn value(&self, altitude_deg: f64) -> u8 {
        let step = ((altitude_deg - self.from_deg) / STEP_DEG).floor();
        self.first + step.clamp(0.0, f64::from(self.steps - 1)) as u8
    }
}

impl VisibilityValue {
    /// Returns the value of a cell with these altitudes of the Sun's upper limb over the skyline, degrees.
    pub fn of(margins_deg: [f64; 3]) -> Self {
        let least_deg = margins_deg.into_iter().fold(f64::INFINITY, f64::min);
        let class = match margins_deg.iter().filter(|margin_deg| **margin_deg > 0.0).count() {
            0 => VisibilityClass::Hidden,
            1 | 2 => VisibilityClass::Part,
            _ if least_deg < 1.0 => VisibilityClass::Barely,
            _ => VisibilityClass::Free,
        };
        Self(class.scale().value(least_deg))
    }

    /// Returns the class; none for 0 and unused values.
    pub fn class(self) -> Option<VisibilityClass> {
        let is_of = |class: &VisibilityClass| {
            let scale = class.scale();
            (scale.first..scale.first + scale.steps).contains(&self.0)
        };
        VisibilityClass::ALL.into_iter().find(is_of)
    }

    /// Returns the least and the greatest altitude that the value means, degrees; infinite at the open ends
    /// of the classes.
    pub fn range_deg(self) -> Option<[f64; 2]> {
        let class = self.class()?;
        let ClassScale { first, steps, from_deg, .. } = class.scale();
        let step = self.0 - first;
        let from = from_deg + f64::from(step) * STEP_DEG;
        let is_below_all = step == 0 && from_deg < 0.0;
        let is_above_all = step == steps - 1 && class == VisibilityClass::Free;
        Some([
            if is_below_all { f64::NEG_INFINITY } else { from },
            if is_above_all { f64::INFINITY } else { from + STEP_DEG },
        ])
    }

    fn colour(self) -> [u8; 3] {
        let Some(ClassScale { first, steps, colours: [from, to], .. }) =
            self.class().map(|class| class.scale())
        else {
            return [0; 3];
        };
        let part = f64::from(self.0 - first) / f64::from(steps - 1);
        std::array::from_fn(|k| {
            (f64::from(from[k]) + part * (f64::from(to[k]) - f64::from(from[k]))).round() as u8
        })
    }

    /// All values with a meaning.
    fn all() -> impl Iterator<Item = Self> {
        (1..=u8::MAX).map(Self).filter(|value| value.class().is_some())
    }
}

/// The meaning of each value, for the metadata.
pub(crate) fn values() -> Vec<Value> {
    let meaning = |value: VisibilityValue| {
        let [from, to] = value.range_deg()?.map(|deg| if deg.is_finite() { json!(deg) } else { Value::Null });
        let [red, green, blue] = value.colour();
        Some(json!({
            "value": value.0,
            "color": format!("#{red:02x}{green:02x}{blue:02x}"),
            "class": value.class()?.name(),
            "from_deg": from,
            "to_deg": to,
        }))
    };
    VisibilityValue::all().filter_map(meaning).collect()
}

/// The image of a tile: a palette in which the value 0 is transparent.
pub(super) fn png(pixels: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, TILE as u32, TILE as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette((0..=u8::MAX).flat_map(|value| VisibilityValue(value).colour()).collect::<Vec<_>>());
    encoder.set_trns(vec![0]);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(pixels)?;
        writer.finish()
    });
    written.expect("writing into memory does not fail");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn values_lie_in_their_ranges_and_have_colours_of_their_own() {
        let colours: BTreeSet<_> = VisibilityValue::all().map(VisibilityValue::colour).collect();
        assert_eq!(colours.len(), 244);
        for margins_deg in
            [[-30.0, -25.0, -22.0], [-0.1, -3.3, 0.2], [0.3, 0.9, 5.0], [1.0, 1.1, 1.2], [70.0, 60.0, 50.0]]
        {
            let value = VisibilityValue::of(margins_deg);
            let least_deg = margins_deg.into_iter().fold(f64::INFINITY, f64::min);
            let [from, to] = value.range_deg().expect("a value");
            assert!((from..to).contains(&least_deg), "{margins_deg:?} {value:?}");
        }
        let classes = [[0.0, -1.0, -2.0], [0.1, -1.0, -2.0], [0.1, 4.0, 4.0], [1.0, 4.0, 4.0]];
        let found = classes.map(|margins| VisibilityValue::of(margins).class());
        assert_eq!(found, VisibilityClass::ALL.map(Some));
        assert_eq!(VisibilityValue(0).class(), None);
    }
}
