//! Values that must be there.

/// The value of a required parameter. `Input::check` returns it, or rejects the request if
/// the value is missing or wrong.
pub(crate) struct Required<T>(pub(super) Option<T>);

/// Required values that `Input::check` hands out: one or several, or none.
pub(crate) trait Requirements {
    /// The type of the values.
    type Values;

    /// The values, after everything that was missing or wrong has been refused.
    fn values(self) -> Self::Values;
}

impl Requirements for () {
    type Values = ();

    fn values(self) {}
}

impl<T> Requirements for Required<T> {
    type Values = T;

    fn values(self) -> T {
        self.0.expect("a required value that is missing or wrong is noted, and the request is then refused")
    }
}

impl<A: Requirements, B: Requirements> Requirements for (A, B) {
    type Values = (A::Values, B::Values);

    fn values(self) -> Self::Values {
        (self.0.values(), self.1.values())
    }
}

impl<A: Requirements, B: Requirements, C: Requirements> Requirements for (A, B, C) {
    type Values = (A::Values, B::Values, C::Values);

    fn values(self) -> Self::Values {
        (self.0.values(), self.1.values(), self.2.values())
    }
}

impl<T> Required<T> {
    /// The value, if it is there and right.
    pub(crate) fn into_option(self) -> Option<T> {
        self.0
    }
}
