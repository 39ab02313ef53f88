//! The cost of responses without the network, with the published generation of this repository (run the
//! builder first).

use astro::earth::Observer;
use astro::earth::rotation::gast;
use astro::eclipse::besselian::{Polynomials, Radii};
use astro::eclipse::local::ObservedEclipse;
use astro::ephemeris::Body;
use astro::ephemeris::chebyshev_table::Columns;
use astro::ephemeris::truncated;
use astro::sky::apparent_place::ApparentPlace;
use astro::sky::events::watch::MeteorWatch;
use astro::sky::events::{SHOWERS, SkyEvent, SunMoonCourse, between};
use astro::sky::fixed_direction::GALACTIC_CENTER;
use astro::sky::horizon::Horizon;
use astro::sky::passage::cap::Cap;
use astro::sky::passage::condition::{Condition, MOON, Quantity, SUN, SkyConditions};
use astro::sky::passage::finder::{Finder, InCaps};
use astro::sky::passage::view::{PassageView, Reference};
use astro::sky::riseset::{self, Limb};
use astro::sky::theory::{Sky, Theory};
use astro::theory::vsop87;
use astro::time::{Tt, Ut1};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use geography::geodesic::{Ellipsoid, Route};
use hyper::HeaderMap;
use server::testing::{
    Actor, Call, Clock, Credits, Data, EclipseElements, IpRules, Limiter, Plan, Policy, Rules, answer, demo,
};
use std::hint::black_box;
use std::path::Path;

/// All events of the Sun and the Moon but eclipses.
const SUN_AND_MOON: [SkyEvent; 16] = [
    SkyEvent::MarchEquinox,
    SkyEvent::JuneSolstice,
    SkyEvent::SeptemberEquinox,
    SkyEvent::DecemberSolstice,
    SkyEvent::Perihelion,
    SkyEvent::Aphelion,
    SkyEvent::NewMoon,
    SkyEvent::FirstQuarter,
    SkyEvent::FullMoon,
    SkyEvent::LastQuarter,
    SkyEvent::Perigee,
    SkyEvent::Apogee,
    SkyEvent::AscendingNode,
    SkyEvent::DescendingNode,
    SkyEvent::MaxNorth,
    SkyEvent::MaxSouth,
];

/// Pseudo-random numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn between(&mut self, from: f64, to: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        from + (to - from) * (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn artifacts() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../artifacts")
}

fn mathematics(c: &mut Criterion) {
    let data = Data::open(&artifacts()).expect("a generation; run the builder first");
    let mut numbers = Numbers(1);
    local_circumstances(c, &data, &mut numbers);
    eclipses_of_a_place(c, &data);
    let horizon = Horizon::new(Observer::from_degrees(38.9, -77.04, 20.0));
    azimuth_and_altitude(c, data.ephemeris.columns(), &horizon, &mut numbers);
    events(c, data.ephemeris.columns(), &mut numbers);
    searches(c, data.ephemeris.columns(), horizon);
    windows(c, data.ephemeris.columns(), horizon);
    ground(c, &data, &mut numbers);
    for (name, body, limb) in [("Sun", Body::Sun, Limb::sun(0.0)), ("Moon", Body::Moon, Limb::moon(0.0))] {
        c.bench_function(&format!("rise, transit and set of the {name} in a day (three events)"), |b| {
            let columns = data.ephemeris.columns();
            b.iter_batched(
                || Ut1(numbers.between(2_440_000.5, 2_470_000.5)),
                |from| {
                    let place = |t: Ut1| {
                        let tt = t.to_tt(69.2);
                        let p = columns.place(body, tt).expect("in range");
                        ApparentPlace { body_km: p.km, gast: gast(t, tt, p.nutation_longitude, p.obliquity) }
                    };
                    riseset::events(place, &horizon, &limb, from, from.plus_days(1.0))
                },
                BatchSize::SmallInput,
            );
        });
    }
}

/// Points of a geodesic, and heights at places all over the Earth.
fn ground(c: &mut Criterion, data: &Data, numbers: &mut Numbers) {
    let route = Route::new(Ellipsoid::Wgs84, [[37.6, -122.3], [35.6, -3.0]]);
    c.bench_function("one point of a geodesic", |b| {
        let mut part = 0.0;
        b.iter(|| {
            part = (part + 0.618_033_988_749_895) % 1.0;
            route.at(black_box(route.distance_m * part))
        })
    });
    c.bench_function("the geodesic between two points", |b| {
        b.iter(|| Route::new(Ellipsoid::Wgs84, black_box([[37.6, -122.3], [35.6, -3.0]])))
    });
    let places: Vec<_> =
        (0..1 << 16).map(|_| [numbers.between(-90.0, 90.0), numbers.between(-180.0, 180.0)]).collect();
    let mut at = 0;
    c.bench_function("the height of the ground at a place", |b| {
        b.iter(|| {
            at = (at + 1) % places.len();
            data.elevation.height_m(places[at][0], places[at][1])
        })
    });
}

/// A search over ten years, as `/az-alt-search` makes it, for azimuth and altitude and for one of them.
fn searches(c: &mut Criterion, columns: Columns, horizon: Horizon) {
    let view = PassageView { horizon, reference: Reference::Apparent };
    let altitude = |degrees: f64| view.airless_altitude(degrees.to_radians());
    let band = [Cap::above(&horizon, altitude(29.5)), Cap::below(&horizon, altitude(30.5))];
    let azimuths = Cap::about_azimuth(&horizon, 150f64.to_radians(), 0.5f64.to_radians());
    let both: Vec<Cap> = azimuths.into_iter().chain(band.into_iter().flatten()).collect();
    let above: Vec<Cap> = azimuths.into_iter().chain(Cap::above(&horizon, altitude(0.0))).collect();
    let (from, to) = (Ut1(2_458_849.5), Ut1(2_458_849.5 + 3660.0));
    for (body_name, body) in [("Sun", Body::Sun), ("Moon", Body::Moon)] {
        let direction = |t: Ut1| {
            let tt = t.to_tt(69.2);
            let p = columns.place(body, tt).expect("in range");
            let gast = gast(t, tt, p.nutation_longitude, p.obliquity);
            view.airless(ApparentPlace { body_km: p.km, gast })
        };
        for (what, caps) in [("azimuth and altitude", &both), ("azimuth", &above)] {
            c.bench_function(&format!("search of ten years for the {body_name}: {what}"), |b| {
                b.iter(|| {
                    let mut found = Vec::new();
                    Finder::new(from, to).search(&InCaps { caps, direction }, to, &mut found);
                    found.len()
                })
            });
        }
    }
}

/// A search over a year, as `/windows` makes it: `sun.alt<-18,moon.alt<0,gc.alt>10,moon.ill<0.5`.
fn windows(c: &mut Criterion, columns: Columns, horizon: Horizon) {
    let view = PassageView { horizon, reference: Reference::Parallax };
    let [dark, down] =
        [-18f64, 0.0].map(|limit| Cap::below(&horizon, limit.to_radians()).expect("a part of the sky"));
    let up = Cap::above(&horizon, 10f64.to_radians()).expect("a part of the sky");
    let conditions = [
        (SUN, Quantity::Cap(dark), true),
        (MOON, Quantity::Cap(down), true),
        (2, Quantity::Cap(up), true),
        (MOON, Quantity::Lit(0.5), false),
    ]
    .map(|(body, quantity, is_more)| Condition { bodies: [body; 2], quantity, is_more });
    let place = |body: usize, t: Ut1| {
        let tt = t.to_tt(69.2);
        let of = |body| {
            let p = columns.place(body, tt).expect("in range");
            ApparentPlace { body_km: p.km, gast: gast(t, tt, p.nutation_longitude, p.obliquity) }
        };
        match body {
            SUN => of(Body::Sun),
            MOON => of(Body::Moon),
            _ => GALACTIC_CENTER.place(t, tt),
        }
    };
    let (from, to) = (Ut1(2_458_849.5), Ut1(2_458_849.5 + 365.0));
    for count in [3, 4] {
        let sky = SkyConditions::new(&view, &conditions[..count], place, from);
        c.bench_function(&format!("windows of a year by {count} conditions"), |b| {
            b.iter(|| {
                let mut found = Vec::new();
                Finder::new(from, to).search(&sky, to, &mut found);
                found.len()
            })
        });
    }
}

/// Observers near the place of greatest eclipse, where all contacts occur.
fn local_circumstances(c: &mut Criterion, data: &Data, numbers: &mut Numbers) {
    let modern: Vec<_> = data.elements.usual().iter().filter(|e| e.type_code > 5).collect();
    let mut next = 0;
    let mut eclipse_and_observer = || {
        next = (next + 1) % modern.len();
        let (latitude_deg, longitude_deg) = modern[next].greatest_deg();
        let aside = [numbers.between(-0.2, 0.2), numbers.between(-0.2, 0.2)];
        let observer = Observer::from_degrees(latitude_deg + aside[0], longitude_deg + aside[1], 100.0);
        (modern[next], observer)
    };
    let all_contacts = |elements: &Polynomials, observer: Observer, delta_t_s: f64| {
        let local = ObservedEclipse::new(elements, observer, delta_t_s);
        local.contacts().map(|e| {
            let central = e.central.map(|c| [local.view(&c.second), local.view(&c.third)]);
            ([local.view(&e.first), local.view(&e.greatest), local.view(&e.fourth)], central)
        })
    };
    c.bench_function("local circumstances, all contacts and what is seen at each", |b| {
        b.iter_batched(
            &mut eclipse_and_observer,
            |(e, observer)| all_contacts(&e.polynomials, observer, e.delta_t_s),
            BatchSize::SmallInput,
        );
    });
    // Of the radii that others use.
    let radii = Radii { k1: 0.272_507_6, k2: 0.272_507_6, ..Radii::CANON };
    let precise: Vec<_> = data.elements.precise().iter().filter(|e| e.type_code > 5).collect();
    let mut next = 0;
    c.bench_function("local circumstances, precise with other radii", |b| {
        b.iter_batched(
            || {
                next = (next + 1) % precise.len();
                let (latitude_deg, longitude_deg) = precise[next].greatest_deg();
                (precise[next], Observer::from_degrees(latitude_deg, longitude_deg, 100.0))
            },
            |(e, observer)| all_contacts(&e.polynomials.with_radii(radii), observer, e.delta_t_s),
            BatchSize::SmallInput,
        );
    });
}

/// The largest call of `/celestial-events`, and the night of a shower for `/meteor-showers`.
fn events(c: &mut Criterion, ephemeris: Columns, numbers: &mut Numbers) {
    let (truncated_earth, truncated) = (vsop87::Earth::truncated(), truncated::TruncatedTheories::default());
    let sky =
        Sky { theory: Theory::Precise, ephemeris, truncated_earth: &truncated_earth, truncated: &truncated };
    let course = SunMoonCourse { sky };
    c.bench_function("celestial events of Sun and Moon in 400 days", |b| {
        b.iter_batched(
            || Tt(numbers.between(2_420_000.5, 2_470_000.5)),
            |from| between(&course, &SUN_AND_MOON, from, from.plus_days(400.0)),
            BatchSize::SmallInput,
        );
    });
    let horizon = Horizon::new(Observer::from_degrees(38.9, -77.04, 20.0));
    let watch = MeteorWatch { sky, horizon, delta_t_s: 69.2 };
    let perseids = SHOWERS.iter().find(|shower| shower.code == "PER").expect("listed");
    c.bench_function("best hour to watch a meteor shower", |b| {
        b.iter_batched(
            || Ut1(numbers.between(2_440_000.5, 2_470_000.5)),
            |peak| watch.best(perseids, peak),
            BatchSize::SmallInput,
        );
    });
}

/// Every eclipse of the years 1500 … 2500 that a place sees, and the way to its central line.
fn eclipses_of_a_place(c: &mut Criterion, data: &Data) {
    let observer = Observer::from_degrees(42.34, -3.7, 860.0);
    let look = |e: &EclipseElements| {
        let local = ObservedEclipse::new(&e.polynomials, observer, e.delta_t_s);
        if !e.reach().may_include(&local.constants(), observer.longitude) {
            return None;
        }
        let sight = local.sight()?;
        let view = local.view(&sight.maximum);
        Some((sight, view, e.nearest_of_path(observer.latitude, observer.longitude)))
    };
    c.bench_function("every eclipse of a place in 1500–2500", |b| {
        b.iter(|| data.elements.usual().iter().filter_map(|e| black_box(look(e))).count())
    });
}

fn azimuth_and_altitude(c: &mut Criterion, columns: Columns, horizon: &Horizon, numbers: &mut Numbers) {
    c.bench_function("azimuth and altitude of Sun and Moon, precise", |b| {
        b.iter_batched(
            || Ut1(numbers.between(2_440_000.5, 2_470_000.5)),
            |ut| {
                let tt = ut.to_tt(69.2);
                columns.places(tt).map(|p| {
                    let sidereal = gast(ut, tt, p.nutation_longitude, p.obliquity);
                    let direction = |body_km| horizon.topocentric(body_km, sidereal).direction();
                    (direction(p.sun_km), direction(p.moon_km))
                })
            },
            BatchSize::SmallInput,
        );
    });
}

fn dates(c: &mut Criterion) {
    for text in ["2024-04-08T18:18:00Z", "Mon, 08 Apr 2024 18:18:00 GMT"] {
        c.bench_function(&format!("date: {text}"), |b| {
            b.iter(|| server::testing::date_time::parse(black_box(text)))
        });
    }
    let mut group = c.benchmark_group("a text that is no date, bytes a second");
    for length in [1_000, 100_000] {
        let text = "(".repeat(length);
        group.throughput(Throughput::Bytes(length as u64));
        group.bench_function(format!("{length}"), |b| {
            b.iter(|| server::testing::date_time::parse(black_box(&text)))
        });
    }
}

fn requests(c: &mut Criterion) {
    let unlimited = Policy { quota: u32::MAX, window_s: 1, back_off_s: 1 };
    let rules = Rules {
        standard: unlimited,
        premium: unlimited,
        tiles: unlimited,
        pages: unlimited,
        premium_host: None,
        trusted_proxies: IpRules::default(),
        is_demo: true,
        public_key: None,
        is_public_https: false,
    };
    let (gate, demo) = demo::open(rules, Clock::System).expect("a demonstration");
    // Enough for any number of calls.
    gate.ledger
        .with(|store| store.set_allowance(Plan::Enterprise, Credits(i64::MAX / 2), &Actor::server(0)))
        .expect("an allowance");
    let service = server::testing::open(&artifacts(), gate).expect("a generation; run the builder first");
    let answer = |path: &str, headers: &HeaderMap| {
        let uri: hyper::Uri = path.parse().expect("an address");
        let client = std::net::Ipv4Addr::LOCALHOST.into();
        let call = Call {
            method: &hyper::Method::GET,
            uri: &uri,
            headers,
            client,
            is_over_tls: false,
            now_ms: service.gate.clock.now_ms(),
            request_id: "test",
        };
        let status = answer(&service, &call).status();
        assert!(status.is_success(), "{path}: {status}");
    };
    let nothing = HeaderMap::new();
    for path in [
        "/julian-day/2024-04-08T18:18:00Z",
        "/delta-t/2024-04-08",
        "/solar-eclipse/elements/2460408.5",
        "/solar-eclipse/local-circumstances/details/2460408.5?obs=23.2494,-106.4111,10",
        "/solar-eclipse/path/2460408.5?paths=c",
        "/solar-eclipse/path/2460408.5?paths=classic",
        "/solar-eclipse/search/2020/2040?obs=42.34,-3.7,860",
        "/lunar-eclipse/local-circumstances/2460748.5?obs=38.9,-77.04,20",
        "/body-position/2024-04-08?body=sun,moon&alg=precise&obs=1,2,3",
        "/body-position/2024-04-08?body=sun,moon&obs=1,2,3",
        "/rise-transit-set/2024-04-08/2024-04-08?body=sun,moon&observer=38.9,-77.04,20",
        "/rise-transit-set/2024-04-08/2024-04-08?body=sun,moon&observer=38.9,-77.04,20&events=all",
        "/az-alt-search/2024-04-08/2024-05-08?obs=38.9,-77.04,20&body=sun&az=180&alt=60",
        "/sightline/46.5475,7.9854/46.9479,7.4446",
        "/insolation/solar-intensity/2024-04-08T18:00:00Z?obs=38.9,-77.04,20&eclipse=1",
        "/insolation/irradiance/2024-04-08/2024-04-09?obs=38.9,-77.04,20",
        "/insolation/daily/2024-04-08/2024-05-08?obs=38.9,-77.04,20",
        "/geodesic/37.6,-122.3/35.6,-3?method=uniform&format=array",
        "/elevation/37.6,-122.3/35.6,-3?samples=101",
        "/bounding-tiles?bbox=51.4,-0.2,51.6,0.1&z=10",
        "/places?q=ovie",
        "/places?q=oveido",
        "/places?q=s",
        "/places?q=san&near=43,-8",
        "/places/3114711",
        "/solar-eclipse/towns/2026-08-12?max=10",
        // Radii other than usual are not cached, so that the towns are found in each call.
        "/solar-eclipse/towns/2026-08-12?theory=precise&k2=0.2722&max=10",
        "/eclipse-card/2026-08-12?obs=42.34,-3.7,860",
    ] {
        c.bench_function(&format!("answer of {path}"), |b| b.iter(|| answer(path, &nothing)));
    }
    let with_key = format!("/julian-day/2024-04-08T18:18:00Z?apiKey={}", demo.key);
    c.bench_function("the same of a Julian Day with a key, its limit and its credits", |b| {
        b.iter(|| answer(&with_key, &nothing))
    });
    let accounts = service.gate.ledger.snapshot();
    let key = accounts.keys_of(&demo.account)[0];
    let token = accounts.token(key, service.gate.clock.now_ms()).expect("a token");
    let headers = HeaderMap::from_iter([(
        hyper::header::AUTHORIZATION,
        format!("ServiceAuth {token}").parse().expect("a header"),
    )]);
    c.bench_function("the same with an access token", |b| {
        b.iter(|| answer("/julian-day/2024-04-08T18:18:00Z", &headers))
    });
}

fn rates(c: &mut Criterion) {
    let limiter = Limiter::new(Policy { quota: 100, window_s: 10, back_off_s: 60 });
    let mut i = 0u32;
    // A million requests a second, each from another address: more than any server meets.
    c.bench_function("rate limit, ten million addresses and more", |b| {
        b.iter(|| {
            i = i.wrapping_add(1);
            limiter.count(
                std::net::Ipv4Addr::from_bits(i.wrapping_mul(2_654_435_761)).into(),
                i64::from(i / 1000),
            )
        });
    });
    println!("addresses met: {i}, remembered: {}", limiter.remembered());
}

criterion_group!(benches, mathematics, dates, requests, rates);
criterion_main!(benches);
