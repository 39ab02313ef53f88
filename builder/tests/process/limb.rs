//! `umbra limb` on small maps: published datasets and rejected files.

use super::*;
use artifacts::limb::{LimbNode, LimbPack};
use astro::sky::libration::Selenographic;
use astro::sky::limb::LunarViewpoint;

/// A map of one pixel a degree: 1 km high east of the limb's meridian, 2 km deep west of it.
struct Map {
    folder: tempfile::TempDir,
    label: String,
    image: Vec<u8>,
}

const LABEL: &str = r#"PDS_VERSION_ID            = "PDS3"
/*** made by a test ***/
PRODUCT_VERSION_ID        = "V0.1"
PRODUCT_ID                = "LDEM_1"
MISSION_PHASE_NAME        = {"COMMISSIONING","NOMINAL
                            MISSION"}
TARGET_NAME               = MOON
DESCRIPTION               = "Two lines, of which the second
   LINES = 7 is none of its statements."
OBJECT                    = UNCOMPRESSED_FILE
^IMAGE                    = "LDEM_1.IMG"
  OBJECT                  = IMAGE
    LINES                 = 180
    LINE_SAMPLES          = 360
    SAMPLE_TYPE           = LSB_INTEGER
    SAMPLE_BITS           = 16
    UNIT                  = METER
    SCALING_FACTOR        = 0.5
    OFFSET                = 1737400.
  END_OBJECT              = IMAGE
END_OBJECT                = UNCOMPRESSED_FILE
OBJECT                    = IMAGE_MAP_PROJECTION
 MAP_PROJECTION_TYPE          = "SIMPLE CYLINDRICAL"
 MAP_RESOLUTION               = 1 <pix/deg>
 POSITIVE_LONGITUDE_DIRECTION = "EAST"
 CENTER_LATITUDE              = 0 <deg>
 CENTER_LONGITUDE             = 180 <deg>
 MAP_PROJECTION_ROTATION      = 0.0
 MAXIMUM_LATITUDE             = 90 <deg>
 MINIMUM_LATITUDE             = -90 <deg>
 WESTERNMOST_LONGITUDE        = 0 <deg>
 EASTERNMOST_LONGITUDE        = 360 <deg>
END_OBJECT                    = IMAGE_MAP_PROJECTION
END
"#;

impl Map {
    fn new() -> Self {
        let height = |k: usize| if k % 360 < 180 { 2000i16 } else { -4000 };
        let image = (0..180 * 360).flat_map(|k| height(k).to_le_bytes()).collect();
        Self { folder: tempfile::tempdir().expect("folder"), label: LABEL.into(), image }
    }

    fn image(&self) -> PathBuf {
        self.folder.path().join("LDEM_1.IMG")
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("limb")
    }

    fn write(&self) {
        std::fs::write(self.image(), &self.image).expect("written");
        std::fs::write(self.image().with_extension("LBL"), &self.label).expect("written");
    }

    fn build(&self) -> Output {
        call(&["limb", "--lola", &self.image().to_string_lossy(), "--out", &self.out().to_string_lossy()])
    }

    /// The limb in steps of a degree, for an observer above the middle of the near side, km, to a millimetre.
    fn limb_km(&self, parts: &[PathBuf]) -> Vec<f64> {
        self.write();
        let (grid, _) = builder::limb::read(&self.image(), parts).expect("a map");
        let libration = Selenographic { latitude: 0.0, longitude: 0.0 };
        let limb_km = grid.limb_km(LunarViewpoint { libration, distance_km: 384_400.0 }, 360, || ());
        limb_km.into_iter().map(|km| (km * 1e6).round() / 1e6).collect()
    }

    /// The error with maps of parts.
    fn refusal(&self, parts: &[PathBuf]) -> String {
        self.write();
        builder::limb::read(&self.image(), parts).map(drop).expect_err("refused").to_string()
    }
}

#[test]
#[ignore = "night: profiles of all librations"]
fn a_map_becomes_profiles() {
    let map = Map::new();
    map.write();
    let text = text(&map.build());
    assert!(text.contains("1547 profiles") && text.contains("LDEM_1 V0.1, 1 pixels a degree"), "{text}");
    let pack = LimbPack::current(&map.out()).expect("opened");
    let found = pack.nearest(0.0, 0.0).expect("read").expect("within the range");
    // Selenographic east, which is high, is at axis angle 270°.
    let heights_km = found.profile.heights_km();
    assert!((heights_km[270 * 5] - 1.0).abs() < 0.001 && (heights_km[90 * 5] + 2.0).abs() < 0.001);
    let bytes = std::fs::read(map.out().join("current/profiles.bin")).expect("published");
    assert_eq!(bytes.len(), LimbNode::COUNT * 1800 * 2);
}

#[test]
fn a_map_in_the_other_order_of_bytes_is_the_same_moon() {
    let mut map = Map::new();
    let limb_km = map.limb_km(&[]);
    // Selenographic east, which is high, is at axis angle 270°.
    assert!((limb_km[270] - 1.0).abs() < 0.001 && (limb_km[90] + 2.0).abs() < 0.001);
    map.label = map.label.replace("LSB_INTEGER", "MSB_INTEGER").replace("LDEM_1.IMG", "ldem_1.img");
    map.image = map.image.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
    assert_eq!(map.limb_km(&[]), limb_km);
}

/// The label of a part of the Moon, two pixels a degree within 60° of the equator.
fn part_label() -> String {
    let changes = [
        ("\"LDEM_1", "\"SLDEM2015_2_60S_60N_000_360_FLOAT"),
        ("= 180\n", "= 240\n"),
        ("= 360\n", "= 720\n"),
        ("LSB_INTEGER", "PC_REAL"),
        ("= 16\n", "= 32\n"),
        ("METER", "KILOMETER"),
        ("= 0.5\n", "= 1\n"),
        ("1737400.", "1737.4"),
        ("= 1 <pix", "= 2 <pix"),
        ("= 90 <", "= 60 <"),
        ("= -90 <", "= -60 <"),
    ];
    changes.iter().fold(LABEL.to_owned(), |label, (from, to)| label.replace(from, to))
}

/// Writes a map of a part of the Moon, 3 km high, next to the map of the whole.
fn write_part(map: &Map, label: &str, bytes: usize) -> PathBuf {
    let path = map.folder.path().join("sldem2015_2_60s_60n_000_360_float.img");
    let image: Vec<u8> = std::iter::repeat_n(3f32.to_le_bytes(), bytes / 4).flatten().collect();
    std::fs::write(&path, image).expect("written");
    std::fs::write(path.with_extension("lbl"), label).expect("written");
    path
}

/// Bytes of that map.
const PART_BYTES: usize = 240 * 720 * 4;

#[test]
fn a_map_of_a_part_replaces_heights_where_it_has_any() {
    let map = Map::new();
    map.write();
    let part = write_part(&map, &part_label(), PART_BYTES);
    let parts = [part];
    let (_, source) = builder::limb::read(&map.image(), &parts).expect("a map");
    assert_eq!(source.product, "SLDEM2015_2_60S_60N_000_360_FLOAT over LDEM_1");
    let limb_km = map.limb_km(&parts);
    // At the equator the part, near the poles the whole, of which the eastern half is high.
    for (axis_angle_deg, height_km) in [(270, 3.0), (90, 3.0), (240, 3.0), (340, 1.0), (200, 1.0), (20, -2.0)]
    {
        let off_km = limb_km[axis_angle_deg] - height_km;
        assert!(off_km.abs() < 0.001, "{axis_angle_deg}°: {off_km} km off");
    }
}

#[test]
fn labels_of_parts_are_refused_by_name() {
    for (from, to, says) in [
        ("= PC_REAL", "= IEEE_REAL", "SAMPLE_TYPE is \"IEEE_REAL\"; must be \"PC_REAL\""),
        ("= KILOMETER", "= METER", "UNIT is \"METER\"; must be \"KILOMETER\""),
        ("SAMPLE_BITS           = 32", "SAMPLE_BITS           = 64", "SAMPLE_BITS is 64; must be 32"),
        ("= 1737.4", "= 1738", "OFFSET is 1738; must be 1737.4"),
        ("SCALING_FACTOR        = 1", "SCALING_FACTOR        = 0.5", "SCALING_FACTOR is 0.5; must be 1"),
        ("= 60 <deg>", "= 100 <deg>", "are not on the Moon"),
        ("= -60 <deg>", "= -59 <deg>", "IMAGE.LINES is 240; must be 238"),
        ("= 360 <deg>", "= 359 <deg>", "IMAGE.LINE_SAMPLES is 720; must be 718"),
        ("PRODUCT_ID ", "PRODUCT_NO ", "PRODUCT_ID is missing"),
    ] {
        let map = Map::new();
        assert!(part_label().contains(from), "{from}");
        let part = write_part(&map, &part_label().replacen(from, to, 1), PART_BYTES);
        let refusal = map.refusal(&[part]);
        assert!(refusal.contains("_float.lbl: ") && refusal.contains(says), "{to}: {refusal}");
    }
    let map = Map::new();
    let refusal = map.refusal(&[write_part(&map, &part_label(), PART_BYTES - 4)]);
    assert!(refusal.contains("its label says 240 lines of 720 samples, 691200 bytes"), "{refusal}");
}

#[test]
fn a_map_that_begins_elsewhere_is_the_same_moon() {
    let mut map = Map::new();
    let limb_km = map.limb_km(&[]);
    map.label = map
        .label
        .replace("WESTERNMOST_LONGITUDE        = 0", "WESTERNMOST_LONGITUDE        = -180")
        .replace("EASTERNMOST_LONGITUDE        = 360", "EASTERNMOST_LONGITUDE        = 180")
        .replace("CENTER_LONGITUDE             = 180", "CENTER_LONGITUDE             = 0");
    map.image.chunks_mut(720).for_each(|line| line.rotate_left(360));
    assert_eq!(map.limb_km(&[]), limb_km);
}

#[test]
fn labels_of_other_things_are_refused_by_name() {
    for (from, to, says) in [
        ("\"PDS3\"", "\"PDS2\"", "PDS_VERSION_ID is \"PDS2\"; must be \"PDS3\""),
        ("= MOON", "= MARS", "TARGET_NAME is \"MARS\""),
        ("\"LDEM_1.IMG\"", "\"LDEM_4.IMG\"", "the label of another file"),
        ("LINES                 = 180", "LINES                 = 181", "IMAGE.LINES is 181; must be 180"),
        ("LINE_SAMPLES          = 360", "LINE_SAMPLES          = 720", "must be 360"),
        ("LINE_SAMPLES ", "LINE_SIMPLES ", "IMAGE.LINE_SAMPLES is missing"),
        ("LSB_INTEGER", "PC_REAL", "SAMPLE_TYPE is PC_REAL"),
        ("SAMPLE_BITS           = 16", "SAMPLE_BITS           = 32", "SAMPLE_BITS is 32; must be 16"),
        ("= 0.5", "= half", "SCALING_FACTOR is \"half\"; must be a number"),
        ("= 0.5", "= -0.5", "must be above 0"),
        ("1737400.", "1738000.", "OFFSET is 1738000"),
        ("SIMPLE CYLINDRICAL", "POLAR STEREOGRAPHIC", "MAP_PROJECTION_TYPE"),
        ("= 1 <pix/deg>", "= 1.5 <pix/deg>", "MAP_RESOLUTION is 1.5; must be 1"),
        ("= \"EAST\"", "= \"WEST\"", "POSITIVE_LONGITUDE_DIRECTION"),
        ("= 90 <deg>", "= 60 <deg>", "MAXIMUM_LATITUDE is 60"),
        ("= 360 <deg>", "= 350 <deg>", "EASTERNMOST_LONGITUDE is 350"),
        ("END_OBJECT                    = IMAGE_MAP_PROJECTION\nEND", "", "it has no END"),
        ("TARGET_NAME ", "TARGET NAME without sign\n", "is not KEY = VALUE"),
    ] {
        let mut map = Map::new();
        assert!(map.label.contains(from), "{from}");
        map.label = map.label.replacen(from, to, 1);
        let refusal = map.refusal(&[]);
        assert!(refusal.contains("LDEM_1.LBL: ") && refusal.contains(says), "{to}: {refusal}");
    }
}

#[test]
fn images_that_are_cut_too_long_or_of_other_data_are_refused_by_name() {
    let cut = |image: &mut Vec<u8>| image.truncate(100_001);
    let longer = |image: &mut Vec<u8>| image.push(0);
    // 968 m with the greatest byte first.
    let swapped = |image: &mut Vec<u8>| {
        image.chunks_mut(2).for_each(|pair| pair.copy_from_slice(&1936i16.to_be_bytes()));
    };
    let other = |image: &mut Vec<u8>| image[721 * 2..][..2].copy_from_slice(&32_767i16.to_le_bytes());
    type Damage<'a> = &'a dyn Fn(&mut Vec<u8>);
    let cases: [(Damage, &str); 4] = [
        (&cut, "100001 bytes; its label says 180 lines of 360 samples, 129600 bytes"),
        (&longer, "129601 bytes"),
        (&swapped, "line 1, sample 1: a height of -14.3 km"),
        (&other, "line 3, sample 2: a height of 16.4 km"),
    ];
    for (damage, says) in cases {
        let mut map = Map::new();
        damage(&mut map.image);
        let refusal = map.refusal(&[]);
        assert!(refusal.contains("LDEM_1.IMG: ") && refusal.contains(says), "{says}: {refusal}");
    }
}

#[test]
fn an_image_without_label_and_a_label_without_image_are_named_and_nothing_is_published() {
    let map = Map::new();
    map.write();
    std::fs::remove_file(map.image().with_extension("LBL")).expect("removed");
    let output = map.build();
    let error = error_of(&output);
    assert!(error.contains("LDEM_1.LBL: cannot be read") && error.contains("next to its image"), "{error}");
    assert_eq!(output.status.code(), Some(2));
    assert!(LimbPack::current(&map.out()).is_err());
    map.write();
    std::fs::remove_file(map.image()).expect("removed");
    let error = error_of(&map.build());
    assert!(error.contains("LDEM_1.IMG: cannot be read"), "{error}");
}
