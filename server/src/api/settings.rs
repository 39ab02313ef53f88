//! The operator's settings for pages: the widgets and the landing page.

use crate::api::batch::BodyLimits;
use crate::api::value::Words;
use accounts::text::check_seen;
use std::fmt;
use std::str::FromStr;

/// Greatest accepted zoom of a tile layer.
const MAX_ZOOM: u8 = 22;
/// Default of the greatest zoom of a tile layer.
const DEFAULT_MAX_ZOOM: u8 = 19;
/// Maximum length of an attribution.
const MAX_ATTRIBUTION_BYTES: usize = 200;

/// The operator's settings for responses.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Website of the service, to which widgets link.
    pub(crate) site: Option<SiteAddress>,
    /// The host that serves the widgets; none for every host.
    pub(crate) widget_host: Option<String>,
    /// The name, or its beginning, of the required generation.
    pub(crate) required_dataset: Option<String>,
    /// Limits of the bodies of all calls together.
    pub(crate) body_limits: BodyLimits,
    /// Returns freed memory to the system, if the allocator can.
    pub(crate) give_back_memory: Option<fn()>,
    /// Tile layers of other hosts, each with a different word.
    pub(crate) layers: Vec<TileLayer>,
}

/// The address of a website.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteAddress {
    /// The whole address.
    pub(crate) url: String,
    /// Its host, for display.
    pub(crate) domain: String,
    /// The address for reports about security, as `/.well-known/security.txt` has it.
    pub(crate) contact: Option<String>,
}

/// Reads an address such as `https://umbra.example.org/`, with `,contact=` and an address after it.
impl FromStr for SiteAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (text, contact) = text.split_once(",contact=").map_or((text, None), |(url, of)| (url, Some(of)));
        let is_address = |of: &str| {
            ["mailto:", "https://", "tel:"]
                .iter()
                .any(|scheme| of.len() > scheme.len() && of.starts_with(scheme))
                && of.bytes().all(|byte| byte.is_ascii_graphic())
        };
        if contact.is_some_and(|contact| !is_address(contact)) {
            return Err("contact must be an address such as mailto:security@example.org".to_owned());
        }
        let authority = ["https://", "http://"].iter().find_map(|scheme| authority(text, scheme));
        let authority = authority.filter(|_| text.bytes().all(|b| b.is_ascii_graphic() && !is_quoting(b)));
        let authority = authority.ok_or("must be an address such as https://umbra.example.org/")?;
        let domain = authority.split(':').next().unwrap_or(authority).to_ascii_lowercase();
        Ok(Self { url: text.to_owned(), domain, contact: contact.map(str::to_owned) })
    }
}

/// The style of a map in requests for widgets.
#[derive(Debug, Clone, Copy, PartialEq, Words)]
pub(crate) enum Layer {
    Osm,
    Ocm,
    Top,
}

/// A layer of map tiles from another host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TileLayer {
    /// The word of a [`Layer`].
    pub(crate) word: &'static str,
    /// Address of a tile, with `{z}`, `{x}` and `{y}`.
    pub(crate) url: String,
    /// The origin of the tiles, for a Content-Security-Policy.
    pub(crate) origin: String,
    /// Greatest zoom at which there are tiles.
    pub(crate) max_zoom: u8,
    /// The attribution that the map displays.
    pub(crate) attribution: String,
}

/// Reads `WORD=URL,max-zoom=N,attribution=TEXT`; the zoom may be left out, the attribution is the rest.
impl FromStr for TileLayer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const LIKE: &str = "osm=https://tiles.example.org/{z}/{x}/{y}.png,max-zoom=19,attribution=© \
                            OpenStreetMap contributors";
        let wrong = |what: String| format!("{what}, for example {LIKE}");
        let (word, rest) = text.split_once('=').unwrap_or((text, ""));
        let word = Layer::WORDS.iter().copied().find(|known| *known == word);
        let word = word.ok_or_else(|| wrong(format!("must begin with {}", words_of_layers())))?;
        let (head, attribution) = rest
            .split_once(",attribution=")
            .filter(|(_, attribution)| !attribution.trim().is_empty())
            .ok_or_else(|| wrong("must end in ,attribution= and the text that the map displays".into()))?;
        check_seen("the attribution", attribution)?;
        if attribution.len() > MAX_ATTRIBUTION_BYTES {
            return Err(format!("the attribution has more than {MAX_ATTRIBUTION_BYTES} bytes"));
        }
        let (url, zoom) = head.split_once(",max-zoom=").map_or((head, None), |(u, z)| (u, Some(z)));
        let max_zoom = zoom.map_or(Some(DEFAULT_MAX_ZOOM), |z| z.parse().ok().filter(|z| *z <= MAX_ZOOM));
        let max_zoom =
            max_zoom.ok_or_else(|| wrong(format!("max-zoom must be a whole number from 0 to {MAX_ZOOM}")))?;
        let origin = tile_origin(url).map_err(|e| wrong(e.into()))?;
        Ok(Self { word, url: url.to_owned(), origin, max_zoom, attribution: attribution.trim().to_owned() })
    }
}

impl fmt::Display for TileLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.word, self.url)
    }
}

/// The origin of the address of a tile, if it is one.
fn tile_origin(url: &str) -> Result<String, &'static str> {
    let authority =
        authority(url, "https://").ok_or("the address of a tile must begin with https:// and a host")?;
    let is_plain = url.bytes().all(|b| b.is_ascii_graphic() && !is_quoting(b) && b != b',');
    if !is_plain {
        return Err("the address of a tile must be plain ASCII without quotes and commas");
    }
    if ["{z}", "{x}", "{y}"].iter().any(|part| url.matches(part).count() != 1)
        || url.matches('{').count() != 3
    {
        return Err(
            "the address of a tile must have {z}, {x} and {y} once each, and no other part in braces",
        );
    }
    Ok(format!("https://{}", authority.to_ascii_lowercase()))
}

/// The host and port of an address that begins with a scheme; none without a good host.
fn authority<'a>(address: &'a str, scheme: &str) -> Option<&'a str> {
    let rest = address.strip_prefix(scheme)?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let (host, port) = authority.split_once(':').unwrap_or((authority, "80"));
    let is_good = host_name(host).is_ok() && port.parse::<u16>().is_ok_and(|port| port > 0);
    is_good.then_some(authority)
}

/// Returns whether a byte could end a text in quotes or a list in a header.
fn is_quoting(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'<' | b'>' | b'\\' | b';' | b'`')
}

fn words_of_layers() -> String {
    Layer::WORDS.iter().map(|word| format!("{word}=")).collect::<Vec<_>>().join(", ")
}

/// Reads the name of a host, without port, as in the header `Host`.
pub(crate) fn host_name(text: &str) -> Result<String, String> {
    let name = text.strip_suffix('.').unwrap_or(text);
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    if name.split('.').all(is_label) {
        return Ok(name.to_ascii_lowercase());
    }
    Err("must be the name of a host, such as premium.example.org, without scheme, port or path".into())
}

impl Settings {
    /// Checks that no two layers have the same word.
    pub(crate) fn new(
        site: Option<SiteAddress>,
        widget_host: Option<String>,
        layers: Vec<TileLayer>,
    ) -> Result<Self, String> {
        for (i, layer) in layers.iter().enumerate() {
            if layers[..i].iter().any(|before| before.word == layer.word) {
                return Err(format!("--map-tiles: {} is given twice; each word has one layer", layer.word));
            }
        }
        Ok(Self { site, widget_host, layers, ..Self::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_and_nothing_more() {
        assert_eq!(host_name("Premium.example.org."), Ok("premium.example.org".into()));
        assert_eq!(host_name("localhost"), Ok("localhost".into()));
        for wrong in ["", ".", "x:443", "http://x/", "x/", "a..b", "[::1]", "a b", "*.example.org"] {
            assert!(host_name(wrong).is_err_and(|e| e.contains("premium.example.org")), "{wrong}");
        }
    }

    #[test]
    fn a_layer_has_a_word_an_address_and_an_attribution() {
        let layer: TileLayer = "top=https://Tiles.example.org:8443/{z}/{x}/{y}.png?key=a&b=c,max-zoom=17,\
                                attribution=© A, B (CC-BY-SA)"
            .parse()
            .expect("a layer");
        assert_eq!((layer.word, layer.max_zoom), ("top", 17));
        assert_eq!(layer.origin, "https://tiles.example.org:8443");
        assert_eq!(layer.attribution, "© A, B (CC-BY-SA)");
        let usual: TileLayer = "osm=https://a.org/{z}/{x}/{y},attribution=A".parse().expect("a layer");
        assert_eq!((usual.max_zoom, &*usual.url), (19, "https://a.org/{z}/{x}/{y}"));
        for (wrong, why) in [
            ("osm", "attribution"),
            ("map=https://a.org/{z}/{x}/{y},attribution=A", "osm="),
            ("osm=https://a.org/{z}/{x}/{y},attribution= ", "attribution"),
            ("osm=http://a.org/{z}/{x}/{y},attribution=A", "https://"),
            ("osm=https://a.org/{z}/{x},attribution=A", "{y}"),
            ("osm=https://{s}.a.org/{z}/{x}/{y},attribution=A", "host"),
            ("osm=https://a.org/{s}/{z}/{x}/{y},attribution=A", "braces"),
            ("osm=https://a.org;script-src/{z}/{x}/{y},attribution=A", "host"),
            ("osm=https://a.org/'/{z}/{x}/{y},attribution=A", "quotes"),
            ("osm=https://u:p@a.org/{z}/{x}/{y},attribution=A", "host"),
            ("osm=https://a.org/{z}/{x}/{y},max-zoom=23,attribution=A", "max-zoom"),
            ("osm=https://a.org/{z}/{x}/{y},attribution=\u{202e}A", "control characters"),
        ] {
            let error = wrong.parse::<TileLayer>().expect_err(wrong);
            assert!(error.contains(why), "{wrong}: {error}");
        }
        assert!(Settings::new(None, None, vec![usual.clone(), layer]).is_ok());
        assert!(Settings::new(None, None, vec![usual.clone(), usual]).is_err_and(|e| e.contains("twice")));
    }

    #[test]
    fn the_website_has_a_domain() {
        let site: SiteAddress = "https://Umbra.example.org:8443/about".parse().expect("an address");
        assert_eq!(&*site.domain, "umbra.example.org");
        assert_eq!(&*site.url, "https://Umbra.example.org:8443/about");
        let with_contact: SiteAddress = "https://a.org,contact=mailto:b@a.org".parse().expect("both");
        assert_eq!((&*with_contact.url, &*with_contact.domain), ("https://a.org", "a.org"));
        assert_eq!(with_contact.contact.as_deref(), Some("mailto:b@a.org"));
        for wrong in ["b@a.org", "mailto:", "mailto:b@a.org\nContact: c", "javascript:1"] {
            let error = format!("https://a.org,contact={wrong}").parse::<SiteAddress>();
            assert!(error.is_err_and(|e| e.contains("mailto:")), "{wrong}");
        }
        for wrong in ["umbra.org", "javascript:alert(1)", "https://", "https://a b/", "https://a.org/\""] {
            assert!(wrong.parse::<SiteAddress>().is_err_and(|e| e.contains("https://")), "{wrong}");
        }
    }
}
