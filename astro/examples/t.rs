use astro::eclipse::fundamental::*;
use astro::eclipse::published::*;
fn main() {
    for (e, t0, dt) in [(AUGUST_2017, 18.0, 68.8), (AUGUST_1999, 11.0, 64.6), (APRIL_2024, 18.0, 69.2)] {
        let m = axis_ends(|t| e.at(t).at, 0.3, 4.0).unwrap();
        let f = |h: f64| {
            let s = (h + t0) * 3600.0 - dt;
            format!("{}:{:02}:{:04.1}", (s / 3600.0) as i32, ((s / 60.0) as i32) % 60, s % 60.0)
        };
        println!("{} {}", f(m.begin), f(m.end));
    }
}
