//! The curves of an eclipse on the map: the GeoJSON of `/solar-eclipse/path`.

use crate::canon::Canon;
use crate::eclipse::Eclipse;
use crate::error::{Error, shortened, within};
use crate::instant::Instant;
use astro::earth::Observer;
use maps::{About, Collection, CurveOptions, Extras, PathWord, geojson};

impl Eclipse {
    /// The curves as a GeoJSON `FeatureCollection`: `words` such as `c` or `classic`, with vertices so close
    /// that no edge is further than `tolerance_m` from its curve, 0.1 … 100,000 m.
    pub fn path(&self, canon: &Canon, words: &[&str], tolerance_m: f64) -> Result<String, Error> {
        let tolerance_m = within("tolerance", tolerance_m, [0.1, 100_000.0])?;
        let mut all: Vec<PathWord> = Vec::new();
        for word in words {
            let one;
            let found = match word.trim() {
                "classic" => &PathWord::CLASSIC[..],
                word => {
                    one = [of_word(word)?];
                    &one
                }
            };
            all.extend(found.iter().filter(|word| !all.contains(word)).copied().collect::<Vec<_>>());
        }
        let options = CurveOptions::of(all, tolerance_m);
        let failed = |error: maps::Error| Error::Pack(format!("curves of {}: {error}", self.date()));
        let collection = Collection::new(self.elements(), self.delta_t_s(), &options).map_err(failed)?;
        let errors = self.errors();
        let about = About {
            jd: self.jd(),
            date: Instant::from_ut1(self.greatest()).iso(),
            kind: self.basis.type_code,
            saros: self.saros,
            t_max: self.basis.t_max.0,
            delta_t: self.delta_t_s(),
            delta_t_sigma: self.sigma_s,
            theory: self.theory.word(),
            theory_sigma_arcsec: errors.theory_sigma_arcsec(),
            east_west_km: errors.east_west_km(Observer::from_degrees(self.basis.latitude_deg, 0.0, 0.0)),
            computed_by: format!("Umbra {} (dataset {})", env!("CARGO_PKG_VERSION"), canon.dataset()),
            ..About::computed_with(self.elements(), &options)
        };
        let mut out = Vec::new();
        geojson::write(&mut out, &collection, &about, Extras::default()).map_err(failed)?;
        Ok(String::from_utf8(out).expect("JSON is text"))
    }
}

fn of_word(word: &str) -> Result<PathWord, Error> {
    let can = |path: &PathWord| !path.is_equal();
    let known = || PathWord::ALL.into_iter().filter(can);
    known().find(|path| path.word() == word).ok_or_else(|| {
        let words: Vec<_> = known().map(PathWord::word).collect();
        Error::argument("paths", format!("{:?} is none of classic, {}", shortened(word), words.join(", ")))
    })
}
