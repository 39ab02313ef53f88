//! The base map: its tiles, their description, and time zones.

use super::{dataset, demo, start, start_on, without_accounts};
use crate::PROGRAM;
use flate2::read::GzDecoder;
use mvt_reader::Reader;
use mvt_reader::feature::Value;
use pmtiles::{AsyncPmTilesReader, TileCoord};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tests::until_true;

const MVT: &str = "application/vnd.mapbox-vector-tile";
/// Most bytes of a whole base map, and of the table of time zones.
const MOST_BYTES: u64 = 6_000_000;
const MOST_ZONE_BYTES: u64 = 3_000_000;

fn tile(path: &str) -> Reader {
    let answer = demo().get(&format!("/tiles/current/{path}.mvt"));
    assert_eq!((answer.status, answer.header("content-type")), (200, Some(MVT)), "{path}");
    assert_eq!(answer.header("content-encoding"), None, "no coding was requested");
    Reader::new(answer.body).expect("a tile")
}

/// Number of features of each layer.
fn layers(tile: &Reader) -> Vec<(String, usize)> {
    let layers = tile.get_layer_metadata().expect("layers");
    layers.into_iter().map(|layer| (layer.name, layer.feature_count)).collect()
}

/// The texts of a field in a layer.
fn texts(tile: &Reader, layer: &str, field: &str) -> Vec<String> {
    let layers = tile.get_layer_metadata().expect("layers");
    let number = layers.iter().find(|l| l.name == layer).expect("the layer").layer_index;
    let features = tile.get_features(number).expect("features");
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        _ => None,
    };
    let properties = features.iter().filter_map(|f| f.properties.as_ref());
    properties.filter_map(|p| p.get(field).and_then(text)).collect()
}

fn built_basemap() -> PathBuf {
    artifacts::layout::current(tests::built()).expect("a generation").join(artifacts::layout::BASEMAP)
}

#[test]
fn tiles_show_land_water_borders_and_names() {
    let world = tile("0/0/0");
    let names = |tile: &Reader| layers(tile).into_iter().map(|l| l.0).collect::<Vec<_>>();
    assert_eq!(names(&world), ["land", "lakes", "rivers", "boundaries", "countries", "places"]);
    assert!(texts(&world, "countries", "iso_a3").contains(&"BRA".to_owned()));
    let spain = tile("6/31/24");
    assert_eq!(names(&spain), ["land", "lakes", "rivers", "admin1", "countries", "places"]);
    let towns = texts(&spain, "places", "name");
    assert!(towns.contains(&"Toledo".to_owned()) && towns.contains(&"Madrid".to_owned()), "{towns:?}");
    let denmark = tile("6/34/20");
    assert!(texts(&denmark, "places", "name").contains(&"København".to_owned()), "names are Unicode");
}

#[test]
fn a_tile_lies_compressed_and_is_sent_so_to_who_takes_it() {
    let path = format!("/tiles/{}/4/8/6.mvt", dataset(demo()));
    let packed =
        demo().get_with(&path, &[("Accept-Encoding", "br, gzip;q=0.1"), ("Origin", "https://a.example")]);
    for (name, value) in [
        ("content-encoding", "gzip"),
        ("content-type", MVT),
        ("cache-control", "public, max-age=31536000, immutable"),
        ("access-control-allow-origin", "*"),
        ("vary", "Accept, Accept-Encoding"),
    ] {
        assert_eq!(packed.header(name), Some(value), "{name}");
    }
    let plain = demo().get(&path);
    let mut unpacked = Vec::new();
    GzDecoder::new(&packed.body[..]).read_to_end(&mut unpacked).expect("gzip");
    assert!(unpacked == plain.body && plain.header("content-encoding").is_none());
    let tag = packed.header("etag").expect("a validator");
    let again = demo().get_with(&path, &[("If-None-Match", tag)]);
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.header("access-control-allow-origin"), Some("*"));
    assert_eq!(demo().send("HEAD", &path, &[], "").status, 200);
    let refused = demo().get_with(&path, &[("Accept-Encoding", "identity;q=0, br")]);
    assert_eq!(refused.status, 406);
    let current = demo().get("/tiles/current/4/8/6.mvt");
    assert_eq!(current.header("cache-control"), Some("public, max-age=3600"));
    assert!(current.body == plain.body);
}

#[test]
fn who_takes_bytes_only_gets_a_tile_as_such() {
    const BYTES: &str = "application/octet-stream";
    let tile = |accept| demo().get_with("/tiles/current/4/8/6.mvt", &[("Accept", accept)]);
    let validators = [
        (BYTES, BYTES),
        ("application/octet-stream, */*;q=0.1", BYTES),
        ("*/*", MVT),
        ("application/octet-stream;q=0.9, application/vnd.mapbox-vector-tile", MVT),
    ]
    .map(|(accept, media_type)| {
        let answer = tile(accept);
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(media_type)), "{accept}");
        assert_eq!(answer.body, tile("*/*").body, "{accept}");
        answer.header("etag").expect("a validator").to_owned()
    });
    assert!(validators[0] == validators[1] && validators[0] != validators[2]);
    assert_eq!(tile("image/png").status, 406);
}

#[test]
fn open_sea_is_204_and_what_is_not_there_is_404() {
    let sea = demo().get("/tiles/current/6/2/32.mvt");
    assert_eq!((sea.status, sea.body.len(), sea.header("content-type")), (204, 0, None));
    assert_eq!(sea.header("access-control-allow-origin"), Some("*"));
    let id = dataset(demo());
    for (path, status, said) in [
        ("/tiles/0123456789abcdef/0/0/0.mvt", 404, &id[..]),
        ("/tiles/0123456789abcdef", 404, &id),
        ("/tiles/0123456789abcdef/zone/1/2", 404, &id),
        ("/tiles/current/7/0/0.mvt", 404, "0 to 6"),
        ("/tiles/current/2/4/0.mvt", 404, "0 to 3"),
        ("/tiles/current/31/0/0.mvt", 400, "z"),
        ("/tiles/current/2/-1/0.mvt", 400, "x"),
        ("/tiles/current/2/0/0", 404, "no operation"),
        ("/tiles/current/zone/91/0", 400, "lat"),
        ("/tiles/current/zone/0/x", 400, "lng"),
        ("/tiles/current?x=1", 400, "no such parameter"),
    ] {
        let answer = demo().get(path);
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        assert!(answer.text().contains(said), "{path}: {}", answer.text());
    }
}

#[test]
fn the_description_is_tilejson() {
    let answer = demo().get_with("/tiles/current", &[("Host", "maps.example:8080")]);
    let json = answer.json();
    assert_eq!(answer.header("cache-control"), Some("private, max-age=3600"), "it contains the host");
    assert_eq!((json["tilejson"].as_str(), json["maxzoom"].as_u64()), (Some("3.0.0"), Some(6)));
    let id = dataset(demo());
    assert_eq!(json["tiles"][0], format!("http://maps.example:8080/tiles/{id}/{{z}}/{{x}}/{{y}}.mvt"));
    assert!(json["attribution"].as_str().is_some_and(|a| a.contains("Natural Earth")));
    let layers = json["vector_layers"].as_array().expect("layers");
    assert!(layers.iter().any(|l| l["id"] == "places" && l["fields"]["rank"].is_string()), "{layers:?}");
    let public = start(&["--demo", "--public-https"]);
    let address = public.get("/tiles/current").json()["tiles"][0].clone();
    assert!(address.as_str().is_some_and(|a| a.starts_with("https://test/tiles/")), "{address}");
}

#[test]
fn places_have_their_time_zones() {
    for (place, zone) in [
        ("41.65/-4.73", "Europe/Madrid"),
        ("27.7/85.3", "Asia/Kathmandu"),
        ("64.15/-21.94", "Atlantic/Reykjavik"),
        ("-77.85/166.67", "Antarctica/McMurdo"),
        ("0/-30", "Etc/GMT+2"),
        ("90/180", "Etc/GMT-12"),
    ] {
        let answer = demo().get(&format!("/tiles/{}/zone/{place}", dataset(demo())));
        assert_eq!(answer.json()["zone"], zone, "{place}");
        assert_eq!(answer.header("cache-control"), Some("public, max-age=31536000, immutable"));
    }
}

#[test]
fn a_map_without_an_account_needs_no_credentials() {
    let server = without_accounts();
    for path in ["/tiles/current", "/tiles/current/0/0/0.mvt", "/tiles/current/zone/1/2"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
}

#[test]
fn the_archive_is_what_other_programs_read() {
    let path = built_basemap();
    let bytes = std::fs::metadata(&path).expect("size").len();
    assert!(bytes < MOST_BYTES, "{bytes} bytes");
    let zones = std::fs::metadata(path.with_file_name("time_zones.arrow")).expect("size").len();
    assert!(zones < MOST_ZONE_BYTES, "{zones} bytes of time zones");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let of = |z, x, y| {
        runtime.block_on(async {
            let reader = AsyncPmTilesReader::new_with_path(&path).await.expect("an archive");
            let tile = TileCoord::new(z, x, y).expect("on the map");
            reader.get_tile_decompressed(tile).await.expect("readable").map(|tile| tile.to_vec())
        })
    };
    let (mut with_data, mut largest) = (0, 0);
    for (z, step) in [(0u8, 1), (1, 1), (2, 1), (3, 1), (4, 3), (5, 7), (6, 11)] {
        for x in (0..1u32 << z).step_by(step) {
            for y in (0..1u32 << z).step_by(step) {
                let answer = demo().get(&format!("/tiles/current/{z}/{x}/{y}.mvt"));
                let theirs = of(z, x, y);
                assert_eq!(answer.status, if theirs.is_some() { 200 } else { 204 }, "{z}/{x}/{y}");
                assert!(answer.body == theirs.unwrap_or_default(), "{z}/{x}/{y}");
                with_data += usize::from(answer.status == 200);
                largest = largest.max(answer.body.len());
            }
        }
    }
    println!("{bytes} bytes; {with_data} tiles compared, the largest {largest} bytes unpacked");
}

#[test]
fn the_map_that_is_compiled_in_is_what_the_builder_makes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("basemap.pmtiles");
    builder::basemap_file::write(&tests::sources_folder(), 2, &path).expect("written");
    let made = std::fs::read(path).expect("read");
    let committed = tests::root().join("server/src/generation/basemap.pmtiles");
    assert!(
        std::fs::read(committed).expect("read") == made,
        "run umbra basemap --max-zoom 2 server/src/generation/basemap.pmtiles"
    );
}

/// A separate folder of artifacts with a changed base map.
fn artifacts_with(change: impl FnOnce(&Path)) -> tempfile::TempDir {
    let folder = tests::copy_of_artifacts();
    let current = artifacts::layout::current(folder.path()).expect("current");
    let path = current.join(artifacts::layout::BASEMAP);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).expect("writable");
    change(&path);
    folder
}

#[test]
fn without_a_base_map_the_server_has_a_coarse_one() {
    let folder = artifacts_with(|path| std::fs::remove_file(path).expect("removed"));
    let server = start_on(folder.path(), &["--demo"]);
    assert_eq!(server.get("/readyz").status, 200);
    assert!(server.log().contains("basemap.pmtiles"), "the log names the file: {}", server.log());
    let json = server.get("/tiles/current").json();
    assert_eq!(json["maxzoom"], 2);
    let id = dataset(&server);
    let address = json["tiles"][0].as_str().expect("an address").to_owned();
    assert!(address.contains(&format!("/tiles/{id}-")), "tiles of their own name: {address}");
    assert_eq!(server.get("/tiles/current/2/1/1.mvt").status, 200);
    assert_eq!(server.get("/tiles/current/3/1/1.mvt").status, 404);
    assert_eq!(server.get("/tiles/current/zone/41.65/-4.73").json()["zone"], "Europe/Madrid");
}

#[test]
fn a_place_has_a_zone_a_height_and_a_horizon() {
    let at = |place: &str| demo().get(&format!("/tiles/current/zone/{place}")).json();
    let burgos = at("42.34/-3.7?azimuth=283");
    assert_eq!(burgos["zone"], "Europe/Madrid");
    let height = burgos["height"].as_f64().expect("a height");
    assert!((700.0..1100.0).contains(&height), "{burgos}");
    let horizon = burgos["horizon"].as_f64().expect("a horizon");
    assert!((-1.0..5.0).contains(&horizon), "{burgos}");
    // Without a direction there is no horizon, and above the sea none rises.
    let sea = at("40/-30");
    assert!(sea["height"] == 0.0 && sea.get("horizon").is_none(), "{sea}");
    let low = at("40/-30?azimuth=90")["horizon"].as_f64().expect("a horizon");
    assert!((-0.2..=0.0).contains(&low), "{low}");
    assert_eq!(demo().get("/tiles/current/zone/40/-30?azimuth=400").status, 400);
}

#[test]
fn a_damaged_base_map_is_refused_and_the_one_in_use_stays() {
    let folder = artifacts_with(|_| {});
    let server = start_on(folder.path(), &["--demo", "--copy-artifacts"]);
    let before = server.get("/tiles/current").json();
    let current = artifacts::layout::current(folder.path()).expect("current");
    let path = current.join(artifacts::layout::BASEMAP);
    let mut bytes = std::fs::read(&path).expect("read");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(path, bytes).expect("damaged");
    server.signal("HUP");
    until_true("the refusal", || server.metric("umbra_reload_failures_total") > 0.0);
    assert!(server.log().contains("basemap.pmtiles"), "the log names the file: {}", server.log());
    assert_eq!(server.get("/tiles/current").json(), before);
    let refused = Command::new(PROGRAM).arg("--artifacts").arg(folder.path()).output().expect("a program");
    assert!(
        !refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("basemap.pmtiles")
    );
}

#[test]
fn the_operator_may_give_another_map_that_is_checked_at_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("other.pmtiles");
    builder::basemap_file::write(&tests::sources_folder(), 1, &file).expect("written");
    let server = start(&["--demo", "--basemap", file.to_str().expect("a path")]);
    assert_eq!(server.get("/tiles/current").json()["maxzoom"], 1);
    std::fs::write(&file, &std::fs::read(&file).expect("read")[..500]).expect("cut off");
    let absent = folder.path().join("absent.pmtiles");
    for (path, said) in
        [(&file, "damaged"), (&absent, "No such file"), (&tests::root().join("README.md"), "PMTiles")]
    {
        let started = Command::new(PROGRAM)
            .args(["--demo", "--listen", "127.0.0.1:0", "--artifacts"])
            .arg(tests::built())
            .arg("--basemap")
            .arg(path)
            .output()
            .expect("run");
        let error = String::from_utf8_lossy(&started.stderr).into_owned();
        assert!(!started.status.success() && error.contains(said) && error.contains("--basemap"), "{error}");
    }
}
