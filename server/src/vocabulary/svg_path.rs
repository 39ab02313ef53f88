//! The text of paths in SVG.

/// Builds the attribute `d` of a path: whole numbers, each point relative to the previous one.
#[derive(Debug, Default)]
pub(crate) struct PathText(pub(crate) String);

impl PathText {
    /// Appends a line of points, closed if it is a ring. Omits points that repeat the previous one.
    pub(crate) fn run(&mut self, points: impl IntoIterator<Item = (f64, f64)>, is_ring: bool) {
        let mut before: Option<(i64, i64)> = None;
        let mut count = 0;
        for (x, y) in points {
            let point = (x.round() as i64, y.round() as i64);
            let (from_x, from_y) = before.unwrap_or_default();
            if before == Some(point) {
                continue;
            }
            match count {
                0 => self.0.push('M'),
                1 => self.0.push('l'),
                _ => {}
            }
            self.number(point.0 - from_x);
            self.number(point.1 - from_y);
            before = Some(point);
            count += 1;
        }
        if is_ring && count > 0 {
            self.0.push('z');
        }
    }

    /// Appends a number, separated by a space only where it follows another number without a sign.
    fn number(&mut self, number: i64) {
        if number >= 0 && self.0.ends_with(|c: char| c.is_ascii_digit()) {
            self.0.push(' ');
        }
        self.0.push_str(itoa::Buffer::new().format(number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_short_and_rings_are_closed() {
        let mut text = PathText::default();
        text.run([(0.0, -15.0), (0.1, -14.9), (20.0, 3.4), (19.0, 3.0)], true);
        text.run([(1.0, 1.0), (-0.4, 10.0)], false);
        text.run([], true);
        assert_eq!(text.0, "M0-15l20 18-1 0zM1 1l-1 9");
    }
}
