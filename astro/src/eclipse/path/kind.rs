//! Kinds of curves of the umbra: total or annular, north or south.

/// Kind of eclipse on a part of the central path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CentralKind {
    /// The Sun is covered.
    Total,
    /// A ring remains.
    Annular,
}

impl CentralKind {
    /// By the radius of the umbral cone, which is positive where the eclipse is total.
    pub(super) fn of_radius(radius: f64) -> Self {
        if radius > 0.0 { Self::Total } else { Self::Annular }
    }
}

/// On which side of the axis a limit lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// North.
    North,
    /// South.
    South,
}

impl Side {
    /// By the northward component of the way from a limit to the axis.
    pub(super) fn of(northward: f64) -> Self {
        if northward < 0.0 { Self::North } else { Self::South }
    }
}
