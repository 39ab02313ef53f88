//! The base map: its tiles, their description, and time zones.

use super::forms::decoded;
use super::*;
use mvt_reader::Reader;
use mvt_reader::feature::Value;
use pmtiles::{AsyncPmTilesReader, TileCoord};
use tests::served::operate;

const MVT: &str = "application/vnd.mapbox-vector-tile";
fn tile(path: &str) -> Reader {
    let answer = demo().get(&format!("/tiles/current/{path}.mvt"));
    assert_eq!((answer.status, answer.header("content-type")), (200, Some(MVT)), "{path}");
    assert_eq!(answer.header("content-encoding"), None, "no coding was requested");
    Reader::new(answer.body).expect("a tile")
}

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

#[test]
fn tiles_show_land_water_borders_and_names() {
    let world = tile("0/0/0");
    let names = |tile: &Reader| {
        let layers = tile.get_layer_metadata().expect("layers");
        layers.into_iter().map(|layer| layer.name).collect::<Vec<_>>()
    };
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
    let names = ["content-encoding", "content-type", "cache-control", "access-control-allow-origin", "vary"];
    let expected = ["gzip", MVT, "public, max-age=31536000, immutable", "*", "Accept, Accept-Encoding"];
    assert_eq!(names.map(|name| packed.header(name)), expected.map(Some));
    let plain = demo().get(&path);
    assert!(decoded("gzip", &packed.body) == plain.body && plain.header("content-encoding").is_none());
    let tag = packed.header("etag").expect("a validator");
    let again = demo().get_with(&path, &[("If-None-Match", tag)]);
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.header("access-control-allow-origin"), Some("*"));
    assert_eq!(demo().get_with(&path, &[("Accept-Encoding", "identity;q=0, br")]).status, 406);
    let current = demo().get("/tiles/current/4/8/6.mvt");
    assert_eq!(current.header("cache-control"), Some("public, max-age=3600"));
    assert!(current.body == plain.body);
}

#[test]
fn who_takes_bytes_only_gets_a_tile_as_such() {
    const BYTES: &str = "application/octet-stream";
    let tile = |accept| demo().get_with("/tiles/current/4/8/6.mvt", &[("Accept", accept)]);
    let tag = |accept, media_type| {
        let answer = tile(accept);
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(media_type)), "{accept}");
        assert_eq!(answer.body, tile("*/*").body, "{accept}");
        answer.header("etag").expect("a validator").to_owned()
    };
    let as_bytes = tag("application/octet-stream, */*;q=0.1", BYTES);
    assert!(as_bytes == tag(BYTES, BYTES) && as_bytes != tag("*/*", MVT));
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
fn the_archive_is_what_other_programs_read() {
    let path = artifacts::layout::current(tests::built()).expect("a generation");
    let path = path.join(artifacts::layout::BASEMAP);
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let of = |z, x, y| {
        runtime.block_on(async {
            let reader = AsyncPmTilesReader::new_with_path(&path).await.expect("an archive");
            let tile = TileCoord::new(z, x, y).expect("on the map");
            reader.get_tile_decompressed(tile).await.expect("readable").map(|tile| tile.to_vec())
        })
    };
    let mut with_data = 0;
    for (z, step) in [(0u8, 1), (1, 1), (2, 1), (3, 1), (4, 3), (5, 7), (6, 11)] {
        for x in (0..1u32 << z).step_by(step) {
            for y in (0..1u32 << z).step_by(step) {
                let answer = demo().get(&format!("/tiles/current/{z}/{x}/{y}.mvt"));
                let theirs = of(z, x, y);
                assert_eq!(answer.status, if theirs.is_some() { 200 } else { 204 }, "{z}/{x}/{y}");
                assert!(answer.body == theirs.unwrap_or_default(), "{z}/{x}/{y}");
                with_data += usize::from(answer.status == 200);
            }
        }
    }
    println!("{with_data} tiles compared");
}

#[test]
fn the_map_that_is_compiled_in_is_what_the_builder_makes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("basemap.pmtiles");
    builder::basemap_file::write(&tests::sources_folder(), 2, &path).expect("written");
    let made = std::fs::read(path).expect("read");
    let committed = tests::root().join("server/src/generation/basemap.pmtiles");
    let is_same = std::fs::read(committed).expect("read") == made;
    assert!(is_same, "run umbra basemap --max-zoom 2 server/src/generation/basemap.pmtiles");
}

#[test]
fn without_a_base_map_the_server_has_a_coarse_one() {
    let folder = tests::copy_of_artifacts();
    std::fs::remove_file(folder.path().join("current").join(artifacts::layout::BASEMAP)).expect("removed");
    let server = start_on(folder.path(), &["--demo"]);
    assert_eq!(server.get("/readyz").status, 200);
    assert!(server.log().contains("basemap.pmtiles"), "the log names the file: {}", server.log());
    let json = server.get("/tiles/current").json();
    assert_eq!(json["maxzoom"], 2);
    let (id, address) = (dataset(&server), json["tiles"][0].to_string());
    assert!(address.contains(&format!("/tiles/{id}-")), "tiles of their own name: {address}");
    assert_eq!(server.get("/tiles/current/2/1/1.mvt").status, 200);
    assert_eq!(server.get("/tiles/current/3/1/1.mvt").status, 404);
    assert_eq!(server.get("/tiles/current/zone/41.65/-4.73").json()["zone"], "Europe/Madrid");
}

#[test]
fn a_place_has_a_zone_a_height_and_a_horizon() {
    let at = |place: &str| good(&format!("/tiles/{}/zone/{place}", dataset(demo())));
    assert_eq!(at("0/-30").header("cache-control"), Some("public, max-age=31536000, immutable"));
    let burgos = at("42.34/-3.7?azimuth=283").json();
    assert_eq!(burgos["zone"], "Europe/Madrid");
    assert!((700.0..1100.0).contains(&number(&burgos["height"])), "{burgos}");
    assert!((-1.0..5.0).contains(&number(&burgos["horizon"])), "{burgos}");
    // Without a direction there is no horizon, and above the sea none rises.
    let (sea, low) = (at("40/-30").json(), at("40/-30?azimuth=90").json());
    assert!(sea["zone"] == "Etc/GMT+2" && sea["height"] == 0.0 && sea.get("horizon").is_none(), "{sea}");
    assert!((-0.2..=0.0).contains(&number(&low["horizon"])), "{low}");
    assert_eq!(demo().get("/tiles/current/zone/40/-30?azimuth=400").status, 400);
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
    let text = tests::root().join("README.md");
    for (path, said) in [(&file, "damaged"), (&absent, "No such file"), (&text, "PMTiles")] {
        let [artifacts, path] = [tests::built(), path].map(|path| path.to_string_lossy());
        let arguments = ["--demo", "--listen", "127.0.0.1:0", "--artifacts", &artifacts, "--basemap", &path];
        let (code, error) = operate(PROGRAM, &folder.path().join("accounts"), &arguments, "");
        assert!(code != 0 && error.contains(said) && error.contains("--basemap"), "{error}");
    }
}
