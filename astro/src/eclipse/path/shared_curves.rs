//! Parts that several curves of an eclipse share, computed on first use.

use super::centre::CentralLine;
use super::cone::Cone;
use super::contacts::Contacts;
use super::error::Error;
use super::figure::Figure;
use super::frame::Shadow;
use super::maximum::MaximumOnHorizon;
use std::cell::OnceCell;

/// The central line, penumbra and umbra of an eclipse, each computed once.
pub(super) struct SharedCurves<'a> {
    shadow: Shadow<'a>,
    line: OnceCell<Option<CentralLine<'a>>>,
    penumbra: OnceCell<Figure<'a>>,
    umbra: OnceCell<Figure<'a>>,
    penumbra_contacts: OnceCell<Option<Contacts>>,
    umbra_contacts: OnceCell<Option<Contacts>>,
    on_horizon: OnceCell<Vec<MaximumOnHorizon<'a>>>,
}

impl<'a> SharedCurves<'a> {
    /// Computes nothing yet.
    pub(super) fn of(shadow: Shadow<'a>) -> Self {
        Self {
            shadow,
            line: OnceCell::new(),
            penumbra: OnceCell::new(),
            umbra: OnceCell::new(),
            penumbra_contacts: OnceCell::new(),
            umbra_contacts: OnceCell::new(),
            on_horizon: OnceCell::new(),
        }
    }

    /// The central line; none if the axis misses the Earth.
    pub(super) fn line(&self) -> Result<Option<CentralLine<'a>>, Error> {
        once(&self.line, || CentralLine::of(self.shadow)).copied()
    }

    /// The curves of the edge of the penumbra.
    pub(super) fn penumbra(&self) -> Result<&Figure<'a>, Error> {
        let cone = Cone::penumbra(self.shadow.elements);
        once(&self.penumbra, || Figure::between(self.penumbra_contacts()?, self.shadow, cone))
    }

    /// The curves of the edge of the umbra or antumbra.
    pub(super) fn umbra(&self) -> Result<&Figure<'a>, Error> {
        let cone = Cone::umbra(self.shadow.elements);
        once(&self.umbra, || Figure::between(self.umbra_contacts()?, self.shadow, cone))
    }

    /// Returns when and where the penumbra touches the Earth; none if it misses it.
    pub(super) fn penumbra_contacts(&self) -> Result<Option<Contacts>, Error> {
        let cone = Cone::penumbra(self.shadow.elements);
        once(&self.penumbra_contacts, || Contacts::of(self.shadow, &cone)).copied()
    }

    /// Returns when and where the umbra or antumbra touches the Earth; none if it misses it.
    pub(super) fn umbra_contacts(&self) -> Result<Option<Contacts>, Error> {
        let cone = Cone::umbra(self.shadow.elements);
        once(&self.umbra_contacts, || Contacts::of(self.shadow, &cone)).copied()
    }

    /// The curves of greatest eclipse on the horizon, one for each loop of the penumbra.
    pub(super) fn on_horizon(&self) -> Result<&[MaximumOnHorizon<'a>], Error> {
        let of_loop = |on| MaximumOnHorizon::of(self.shadow, on);
        once(&self.on_horizon, || self.penumbra()?.loops.iter().map(of_loop).collect()).map(Vec::as_slice)
    }
}

/// The value of a cell, made at the first call.
fn once<T>(cell: &OnceCell<T>, make: impl FnOnce() -> Result<T, Error>) -> Result<&T, Error> {
    if let Some(value) = cell.get() {
        return Ok(value);
    }
    let made = make()?;
    Ok(cell.get_or_init(|| made))
}
