//! The list of meteor showers: facts.

use crate::sky::events::showers::Shower;

/// The 37 showers of the working list of visual meteor showers, in the order of the list.
///
/// Source: International Meteor Organization, *Meteor Shower Calendar 2026*, table 5; codes, numbers and
/// parents of the IAU Meteor Data Center.
#[rustfmt::skip]
pub static SHOWERS: [Shower; 37] = [
    Shower {
        code: "QUA", number: 10, name: "Quadrantids", from: (12, 28), to: (1, 12),
        peak_deg: 283.15, radiant_deg: (230.0, 49.0), velocity_km_s: 41.0, population_index: 2.1,
        peak_digits: 2, zenithal_hourly_rate: Some(80.0), parent: Some("(196256) 2003 EH1"),
        is_daytime: false,
    },
    Shower {
        code: "GUM", number: 404, name: "γ-Ursae Minorids", from: (1, 10), to: (1, 22),
        peak_deg: 298.0, radiant_deg: (228.0, 67.0), velocity_km_s: 31.0, population_index: 3.0,
        peak_digits: 0, zenithal_hourly_rate: Some(3.0), parent: None, is_daytime: false,
    },
    Shower {
        code: "ACE", number: 102, name: "α-Centaurids", from: (1, 31), to: (2, 20),
        peak_deg: 319.4, radiant_deg: (211.0, -58.0), velocity_km_s: 58.0, population_index: 2.0,
        peak_digits: 1, zenithal_hourly_rate: Some(6.0), parent: None, is_daytime: false,
    },
    Shower {
        code: "LYR", number: 6, name: "April Lyrids", from: (4, 14), to: (4, 30),
        peak_deg: 32.32, radiant_deg: (271.0, 34.0), velocity_km_s: 49.0, population_index: 2.1,
        peak_digits: 2, zenithal_hourly_rate: Some(18.0), parent: Some("C/1861 G1 (Thatcher)"),
        is_daytime: false,
    },
    Shower {
        code: "PPU", number: 137, name: "π-Puppids", from: (4, 15), to: (4, 28),
        peak_deg: 33.5, radiant_deg: (110.0, -45.0), velocity_km_s: 18.0, population_index: 2.0,
        peak_digits: 1, zenithal_hourly_rate: None, parent: Some("26P/Grigg-Skjellerup"), is_daytime: false,
    },
    Shower {
        code: "ETA", number: 31, name: "η-Aquariids", from: (4, 19), to: (5, 28),
        peak_deg: 45.5, radiant_deg: (338.0, -1.0), velocity_km_s: 66.0, population_index: 2.4,
        peak_digits: 1, zenithal_hourly_rate: Some(50.0), parent: Some("1P/Halley"), is_daytime: false,
    },
    Shower {
        code: "ELY", number: 145, name: "η-Lyrids", from: (5, 3), to: (5, 14),
        peak_deg: 50.0, radiant_deg: (291.0, 43.0), velocity_km_s: 43.0, population_index: 3.0,
        peak_digits: 1, zenithal_hourly_rate: Some(3.0), parent: Some("C/1983 H1"), is_daytime: false,
    },
    Shower {
        code: "ARI", number: 171, name: "Daytime Arietids", from: (5, 14), to: (6, 24),
        peak_deg: 76.7, radiant_deg: (43.0, 24.0), velocity_km_s: 38.0, population_index: 2.8,
        peak_digits: 1, zenithal_hourly_rate: Some(30.0), parent: None, is_daytime: true,
    },
    Shower {
        code: "JBO", number: 170, name: "June Bootids", from: (6, 22), to: (7, 2),
        peak_deg: 90.3, radiant_deg: (221.0, 48.0), velocity_km_s: 18.0, population_index: 2.2,
        peak_digits: 1, zenithal_hourly_rate: None, parent: Some("7P/Pons-Winnecke"), is_daytime: false,
    },
    Shower {
        code: "JPE", number: 175, name: "July Pegasids", from: (7, 1), to: (7, 20),
        peak_deg: 108.0, radiant_deg: (347.0, 11.0), velocity_km_s: 63.0, population_index: 3.0,
        peak_digits: 0, zenithal_hourly_rate: Some(3.0), parent: None, is_daytime: false,
    },
    Shower {
        code: "GDR", number: 184, name: "July γ-Draconids", from: (7, 25), to: (7, 31),
        peak_deg: 125.13, radiant_deg: (280.0, 51.0), velocity_km_s: 27.0, population_index: 3.0,
        peak_digits: 2, zenithal_hourly_rate: Some(5.0), parent: None, is_daytime: false,
    },
    Shower {
        code: "CAP", number: 1, name: "α-Capricornids", from: (7, 3), to: (8, 15),
        peak_deg: 128.0, radiant_deg: (307.0, -10.0), velocity_km_s: 23.0, population_index: 2.5,
        peak_digits: 0, zenithal_hourly_rate: Some(5.0), parent: Some("169P/NEAT"), is_daytime: false,
    },
    Shower {
        code: "SDA", number: 5, name: "Southern δ-Aquariids", from: (7, 12), to: (8, 23),
        peak_deg: 128.0, radiant_deg: (340.0, -16.0), velocity_km_s: 41.0, population_index: 2.5,
        peak_digits: 0, zenithal_hourly_rate: Some(25.0), parent: Some("96P/Machholz"), is_daytime: false,
    },
    Shower {
        code: "ERI", number: 191, name: "η-Eridanids", from: (7, 31), to: (8, 19),
        peak_deg: 135.0, radiant_deg: (41.0, -11.0), velocity_km_s: 64.0, population_index: 3.0,
        peak_digits: 0, zenithal_hourly_rate: Some(3.0), parent: None, is_daytime: false,
    },
    Shower {
        code: "PER", number: 7, name: "Perseids", from: (7, 17), to: (8, 24),
        peak_deg: 140.0, radiant_deg: (48.0, 58.0), velocity_km_s: 59.0, population_index: 2.2,
        peak_digits: 1, zenithal_hourly_rate: Some(100.0), parent: Some("109P/Swift-Tuttle"),
        is_daytime: false,
    },
    Shower {
        code: "KCG", number: 12, name: "κ-Cygnids", from: (8, 3), to: (8, 28),
        peak_deg: 144.0, radiant_deg: (286.0, 59.0), velocity_km_s: 23.0, population_index: 3.0,
        peak_digits: 0, zenithal_hourly_rate: Some(3.0), parent: Some("(153311) 2008 ED69?"),
        is_daytime: false,
    },
    Shower {
        code: "AUR", number: 206, name: "Aurigids", from: (8, 28), to: (9, 5),
        peak_deg: 158.6, radiant_deg: (91.0, 39.0), velocity_km_s: 66.0, population_index: 2.5,
        peak_digits: 1, zenithal_hourly_rate: Some(6.0), parent: Some("C/1911 N1 (Kiess)"), is_daytime: false,
    },
    Shower {
        code: "SPE", number: 208, name: "September ε-Perseids", from: (9, 5), to: (9, 21),
        peak_deg: 166.7, radiant_deg: (48.0, 40.0), velocity_km_s: 64.0, population_index: 2.5,
        peak_digits: 1, zenithal_hourly_rate: Some(8.0), parent: None, is_daytime: false,
    },
    Shower {
        code: "SLY", number: 81, name: "September Lyncids", from: (9, 10), to: (10, 8),
        peak_deg: 170.0, radiant_deg: (113.0, 56.0), velocity_km_s: 60.0, population_index: 3.0,
        peak_digits: 0, zenithal_hourly_rate: Some(3.0), parent: None, is_daytime: false,
    },
    Shower {
        code: "DSX", number: 221, name: "Daytime Sextantids", from: (9, 20), to: (10, 6),
        peak_deg: 188.0, radiant_deg: (156.0, -2.0), velocity_km_s: 32.0, population_index: 2.5,
        peak_digits: 0, zenithal_hourly_rate: Some(5.0), parent: None, is_daytime: true,
    },
    Shower {
        code: "OCT", number: 281, name: "October Camelopardalids", from: (10, 5), to: (10, 6),
        peak_deg: 192.58, radiant_deg: (164.0, 79.0), velocity_km_s: 47.0, population_index: 2.5,
        peak_digits: 2, zenithal_hourly_rate: Some(5.0), parent: None, is_daytime: false,
    },
    Shower {
        code: "DRA", number: 9, name: "Draconids", from: (10, 6), to: (10, 10),
        peak_deg: 195.4, radiant_deg: (262.0, 54.0), velocity_km_s: 20.0, population_index: 2.6,
        peak_digits: 1, zenithal_hourly_rate: Some(5.0), parent: Some("21P/Giacobini-Zinner"),
        is_daytime: false,
    },
    Shower {
        code: "EGE", number: 23, name: "ε-Geminids", from: (10, 14), to: (10, 27),
        peak_deg: 205.0, radiant_deg: (102.0, 27.0), velocity_km_s: 70.0, population_index: 3.0,
        peak_digits: 0, zenithal_hourly_rate: Some(3.0), parent: None, is_daytime: false,
    },
    Shower {
        code: "ORI", number: 8, name: "Orionids", from: (10, 2), to: (11, 7),
        peak_deg: 208.0, radiant_deg: (95.0, 16.0), velocity_km_s: 66.0, population_index: 2.5,
        peak_digits: 0, zenithal_hourly_rate: Some(20.0), parent: Some("1P/Halley"), is_daytime: false,
    },
    Shower {
        code: "LMI", number: 22, name: "Leonis Minorids", from: (10, 19), to: (10, 27),
        peak_deg: 211.0, radiant_deg: (162.0, 37.0), velocity_km_s: 62.0, population_index: 3.0,
        peak_digits: 0, zenithal_hourly_rate: Some(2.0), parent: None, is_daytime: false,
    },
    Shower {
        code: "STA", number: 2, name: "Southern Taurids", from: (9, 20), to: (11, 20),
        peak_deg: 223.0, radiant_deg: (52.0, 15.0), velocity_km_s: 27.0, population_index: 2.3,
        peak_digits: 0, zenithal_hourly_rate: Some(7.0), parent: Some("2P/Encke"), is_daytime: false,
    },
    Shower {
        code: "NTA", number: 17, name: "Northern Taurids", from: (10, 20), to: (12, 10),
        peak_deg: 230.0, radiant_deg: (58.0, 22.0), velocity_km_s: 29.0, population_index: 2.3,
        peak_digits: 0, zenithal_hourly_rate: Some(5.0), parent: Some("2P/Encke"), is_daytime: false,
    },
    Shower {
        code: "LEO", number: 13, name: "Leonids", from: (11, 6), to: (11, 30),
        peak_deg: 235.27, radiant_deg: (152.0, 22.0), velocity_km_s: 71.0, population_index: 2.5,
        peak_digits: 2, zenithal_hourly_rate: Some(15.0), parent: Some("55P/Tempel-Tuttle"),
        is_daytime: false,
    },
    Shower {
        code: "AMO", number: 246, name: "α-Monocerotids", from: (11, 15), to: (11, 25),
        peak_deg: 239.32, radiant_deg: (117.0, 1.0), velocity_km_s: 65.0, population_index: 2.4,
        peak_digits: 2, zenithal_hourly_rate: None, parent: None, is_daytime: false,
    },
    Shower {
        code: "NOO", number: 250, name: "November Orionids", from: (11, 13), to: (12, 6),
        peak_deg: 246.0, radiant_deg: (91.0, 16.0), velocity_km_s: 44.0, population_index: 3.0,
        peak_digits: 0, zenithal_hourly_rate: Some(3.0), parent: None, is_daytime: false,
    },
    Shower {
        code: "PHO", number: 254, name: "Phoenicids", from: (12, 1), to: (12, 5),
        peak_deg: 249.5, radiant_deg: (8.0, -27.0), velocity_km_s: 15.0, population_index: 2.8,
        peak_digits: 1, zenithal_hourly_rate: None, parent: Some("289P/Blanpain"), is_daytime: false,
    },
    Shower {
        code: "PUP", number: 301, name: "Puppid-Velids", from: (12, 1), to: (12, 15),
        peak_deg: 255.0, radiant_deg: (123.0, -45.0), velocity_km_s: 44.0, population_index: 2.9,
        peak_digits: 0, zenithal_hourly_rate: Some(10.0), parent: None, is_daytime: false,
    },
    Shower {
        code: "MON", number: 19, name: "December Monocerotids", from: (12, 1), to: (12, 19),
        peak_deg: 257.0, radiant_deg: (100.0, 8.0), velocity_km_s: 41.0, population_index: 3.0,
        peak_digits: 0, zenithal_hourly_rate: Some(3.0), parent: Some("C/1917 F1 (Mellish)?"),
        is_daytime: false,
    },
    Shower {
        code: "HYD", number: 16, name: "σ-Hydrids", from: (12, 3), to: (12, 20),
        peak_deg: 257.0, radiant_deg: (125.0, 2.0), velocity_km_s: 58.0, population_index: 3.0,
        peak_digits: 0, zenithal_hourly_rate: Some(7.0), parent: None, is_daytime: false,
    },
    Shower {
        code: "GEM", number: 4, name: "Geminids", from: (12, 4), to: (12, 20),
        peak_deg: 262.2, radiant_deg: (112.0, 33.0), velocity_km_s: 35.0, population_index: 2.6,
        peak_digits: 1, zenithal_hourly_rate: Some(150.0), parent: Some("(3200) Phaethon"), is_daytime: false,
    },
    Shower {
        code: "URS", number: 15, name: "Ursids", from: (12, 17), to: (12, 26),
        peak_deg: 270.7, radiant_deg: (217.0, 76.0), velocity_km_s: 33.0, population_index: 2.8,
        peak_digits: 1, zenithal_hourly_rate: Some(10.0), parent: Some("8P/Tuttle"), is_daytime: false,
    },
    Shower {
        code: "COM", number: 20, name: "Comae Berenicids", from: (12, 4), to: (1, 30),
        peak_deg: 271.0, radiant_deg: (164.0, 29.0), velocity_km_s: 65.0, population_index: 3.0,
        peak_digits: 0, zenithal_hourly_rate: Some(3.0), parent: None, is_daytime: false,
    },
];
