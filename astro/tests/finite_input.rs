//! No finite input makes this crate panic: calendars, time scales, rotation, theories and Saros numbers.

use astro::earth::precession::obliquity_laskar;
use astro::earth::rotation::gmst_1982;
use astro::eclipse::saros::{Phase, lunation_near, saros_number, syzygy};
use astro::math::angle::normalize_signed;
use astro::theory::{elp_mpp02, meeus};
use astro::time::{Date, Tt, Ut1, iso_text};
use proptest::prelude::*;

fn finite() -> impl Strategy<Value = f64> {
    use prop::num::f64::{NORMAL, SUBNORMAL, ZERO};
    NORMAL | ZERO | SUBNORMAL
}

proptest! {
    #[test]
    fn any_julian_date_has_an_answer(jd in finite()) {
        let (tt, ut) = (Tt(jd), Ut1(jd));
        let _ = (Date::civil(jd), Date::gregorian(jd), iso_text(jd), ut.decimal_year());
        let _ = (ut.unix_ms(), ut.midnight(), ut.day_fraction(), tt.to_ut1(jd), lunation_near(tt));
        let _ = (gmst_1982(ut), meeus::sun(tt), meeus::moon(tt));
        let _ = (obliquity_laskar(jd), normalize_signed(jd), elp_mpp02::to_j2000(jd));
    }

    #[test]
    fn any_calendar_date_has_a_julian_date(year: i32, month: i32, day: i32) {
        let date = Date { year, month, day: f64::from(day) };
        let _ = (date.civil_jd(), date.gregorian_jd());
    }

    #[test]
    fn any_lunation_has_a_syzygy_and_a_saros_number(lunation: i32) {
        for phase in [Phase::New, Phase::Full] {
            let _ = (syzygy(lunation, phase), saros_number(lunation, phase));
        }
    }
}
