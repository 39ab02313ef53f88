//! The ΔT of a computation: a given value, or the value of a model.

use crate::api::date_time::relative::Relative;
use crate::api::number::{JULIAN_DAYS, decimal};
use crate::vocabulary::prelude::*;
use astro::time::delta_t::{DeltaT, DeltaTInterpolation, Model, Node};

/// Models of ΔT.
#[derive(Words)]
#[words(remote = Model)]
pub(crate) enum DeltaTModel {
    Default,
    Em2006,
    Smh2016,
}

/// The ΔT that a request selects: a value, a model, or neither.
#[derive(Debug, Clone, Copy, Default, PartialEq, Parameters)]
#[parameters(check = only_one(), check = names_better_model())]
pub(crate) struct DeltaTInput {
    /// ΔT = TT − UT1 in seconds, instead of the value of a model: for experiments, and for comparisons with
    /// other software on equal terms. Echoed in `query.deltaT`.
    #[param(name = "deltaT", example = "69.2", min = -100_000.0, max = 100_000.0)]
    pub(crate) given_s: Option<f64>,
    /// The model of ΔT: `default` (as `/delta-t` describes it), `em2006` (the polynomials of Espenak and
    /// Meeus 2006 for the n-dot of their canon), or `smh2016` (Stephenson, Morrison and Hohenkerk 2016 with
    /// the addendum of 2021). Cannot be combined with `deltaT`. Echoed in `query.model`.
    #[param(example = "smh2016")]
    pub(crate) model: Option<Model>,
}

/// Rejects `model` beside `deltaT`.
fn only_one(input: &mut Input) {
    if input.has(&DeltaTInput::GIVEN_S) && input.has(&DeltaTInput::MODEL) {
        input.wrong(DeltaTInput::MODEL.name, "cannot be combined with deltaT; remove one of the two");
    }
}

/// The years in which the default model has observations and predictions. In others `smh2016` is better.
pub(crate) const OBSERVED_YEARS: Range<f64> = 1955.0..2034.0;

/// Notes that another model is better for the dates in the path.
fn names_better_model(input: &mut Input) {
    let is_given = input.has(&DeltaTInput::GIVEN_S) || input.has(&DeltaTInput::MODEL);
    if !is_given && has_other_years(input) {
        input.remark("model=smh2016 has the better ΔT before 1955 and after 2033".to_owned());
    }
}

/// Returns whether a date, year or Julian Day in the path, or the end after `days`, is outside
/// [`OBSERVED_YEARS`].
fn has_other_years(input: &Input) -> bool {
    let is_other = |at: Ut1| !OBSERVED_YEARS.contains(&at.decimal_year());
    let mut before = None;
    for (text, date_ms) in input.path_texts() {
        let relative = || Relative::parse(text)?.after(before.unwrap_or(input.now_ms));
        let date = date_ms.or_else(relative).map(|unix_ms| Instant { unix_ms });
        let day = || decimal(text).filter(|jd| (JULIAN_DAYS[0]..=JULIAN_DAYS[1]).contains(jd));
        let Some(at) = date.map(Instant::ut1).or_else(|| Some(Ut1(day()?))) else { continue };
        if is_other(at) {
            return true;
        }
        before = before.or(date.map(|at| at.unix_ms));
    }
    let days = input.named("days").and_then(|days| decimal(&days));
    before.zip(days).is_some_and(|(unix_ms, days)| is_other(Instant { unix_ms }.ut1().plus_days(days)))
}

/// The ΔT of a request with the table of its model.
#[derive(Debug, Clone)]
pub(crate) struct DeltaTInForce {
    requested: DeltaTInput,
    table: Arc<DeltaT>,
}

impl DeltaTInForce {
    /// Returns the requested ΔT with the data of the current generation.
    pub(crate) fn new(requested: DeltaTInput, context: &Context) -> Self {
        Self { requested, table: Arc::clone(context.data.delta_t(requested.model)) }
    }

    /// Returns ΔT at an instant, s; beyond the table the value at its end.
    pub(crate) fn at_ut1(&self, at: Ut1) -> f64 {
        self.requested.given_s.unwrap_or_else(|| self.table.at_year_or_end(at.decimal_year()).delta_t_s)
    }

    /// Returns ΔT at an instant of TT, s; beyond the table the value at its end.
    pub(crate) fn at_tt(&self, at: Tt) -> f64 {
        let of_table = || self.table.at_tt(at).unwrap_or_else(|_| self.at_ut1(Ut1(at.0)));
        self.requested.given_s.unwrap_or_else(of_table)
    }

    /// Returns ΔT for an eclipse, s. Its elements contain the value of the default model.
    pub(crate) fn of_eclipse(&self, eclipse: &EclipseElements) -> f64 {
        match self.requested {
            DeltaTInput { given_s: None, model: None | Some(Model::Default) } => eclipse.delta_t_s,
            DeltaTInput { .. } => self.at_tt(eclipse.t_max),
        }
    }

    /// Returns [`Self::of_eclipse`] with its standard error at greatest eclipse, s.
    pub(crate) fn of_eclipse_with_sigma(&self, eclipse: &EclipseElements) -> (f64, Option<f64>) {
        let delta_t_s = self.of_eclipse(eclipse);
        (delta_t_s, self.sigma_s(eclipse.t_max.to_ut1(delta_t_s)))
    }

    /// Returns one standard error at an instant, s; none for a given value.
    pub(crate) fn sigma_s(&self, at: Ut1) -> Option<f64> {
        let of_model = || self.table.at_year_or_end(at.decimal_year()).sigma_s;
        self.requested.given_s.is_none().then(of_model)
    }

    /// Returns ΔT at an instant with its standard error, s; see [`Self::at_ut1`] and [`Self::sigma_s`].
    pub(crate) fn with_sigma(&self, at: Ut1) -> (f64, Option<f64>) {
        (self.at_ut1(at), self.sigma_s(at))
    }

    /// Returns ΔT for many instants between two ends. `names` are the names of the parameters with the two
    /// ends, which are checked as by [`DeltaTInForce::checked`].
    pub(crate) fn course(
        &self,
        [from, to]: [Ut1; 2],
        names: [&'static str; 2],
    ) -> Result<DeltaTInterpolation, Problem> {
        self.checked(from, names[0])?;
        self.checked(to, names[1])?;
        Ok(match self.requested.given_s {
            Some(given_s) => DeltaTInterpolation::constant(given_s),
            None => DeltaTInterpolation::of_table(&self.table, from, to).expect("both ends lie in the table"),
        })
    }

    /// Returns ΔT at an instant that comes from a parameter, s. Rejects the parameter if the instant is
    /// outside the years of the table, also with a given ΔT: the theories are valid only in these years.
    pub(crate) fn checked(&self, at: Ut1, parameter: &'static str) -> Result<f64, Problem> {
        let node = self.node(at, parameter)?;
        Ok(self.requested.given_s.unwrap_or(node.delta_t_s))
    }

    /// Returns the first and the last whole year of the table.
    pub(crate) fn years(&self) -> [i32; 2] {
        let (from, to) = self.table.years();
        [from.ceil() as i32, to.floor() as i32]
    }

    /// Returns the node of the model at an instant that comes from a parameter, which is checked as by
    /// [`DeltaTInForce::checked`].
    pub(crate) fn node(&self, at: Ut1, parameter: &'static str) -> Result<Node, Problem> {
        self.table.at_year(at.decimal_year()).map_err(|_| {
            let (from, to) = self.table.years();
            let at = Instant::from_ut1(at).iso();
            let detail =
                format!("{at} lies outside the years {from} to {to}, for which ΔT and the theories hold");
            Problem::parameter(parameter, detail)
        })
    }
}
