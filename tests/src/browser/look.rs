//! The size and the faces of the screen, and pictures of it.

use super::Browser;
use serde_json::{Value, json};
use std::path::Path;

/// A picture of the page.
pub struct Picture {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// Red, green, blue of each pixel, by rows.
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Red, green and blue at a pixel of the page.
    pub fn at(&self, x: f64, y: f64) -> [u8; 3] {
        let (column, row) = (x.round() as usize, y.round() as usize);
        assert!(column < self.width && row < self.height, "{x}, {y} is not in the picture");
        self.pixels[row * self.width + column]
    }

    /// Returns the number of pixels that differ from those of another picture by more than a step of 16.
    pub fn differing(&self, other: &Self) -> usize {
        let differ = |a: &[u8; 3], b: &[u8; 3]| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 16);
        self.pixels.iter().zip(&other.pixels).filter(|(a, b)| differ(a, b)).count()
    }
}

impl Browser {
    /// Sets the size of the screen in pixels.
    pub fn resize(&mut self, width: u32, height: u32, is_phone: bool) {
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone }),
        );
    }

    /// Asserts that the page is no wider than the screen. The width of the window is useless here: on a phone
    /// it grows with a page that is too wide.
    #[track_caller]
    pub fn fits(&mut self, width: u32, what: &str) {
        let needed = self.value("document.documentElement.scrollWidth");
        let fits = needed.as_u64().is_some_and(|needed| needed <= width.into());
        assert!(fits, "{what} is wider than {width}: {needed}");
    }

    /// Sets features of media by name and value, such as `prefers-color-scheme` to `dark`; the others are as
    /// they are without.
    pub fn media(&mut self, features: &[(&str, &str)]) {
        let feature = |(name, value): &(&str, &str)| json!({ "name": name, "value": value });
        let features: Vec<_> = features.iter().map(feature).collect();
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// A picture of what is on the screen.
    pub fn screen(&mut self) -> Picture {
        let bytes = self.png(false);
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .unwrap_or_else(|e| panic!("the picture: {e}"));
        let mut data = vec![0; reader.output_buffer_size().expect("the size of a picture")];
        let info = reader.next_frame(&mut data).unwrap_or_else(|e| panic!("the picture: {e}"));
        let samples = info.color_type.samples();
        assert!(samples >= 3, "a picture in colours");
        let pixels = data[..info.buffer_size()].chunks_exact(samples).map(|p| [p[0], p[1], p[2]]).collect();
        Picture { width: info.width as usize, height: info.height as usize, pixels }
    }

    /// A picture of the whole page into the folder that `UMBRA_SCREENSHOTS` names, if it does.
    pub fn picture(&mut self, name: &str) {
        let Ok(folder) = std::env::var("UMBRA_SCREENSHOTS") else { return };
        let bytes = self.png(true);
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), bytes)
            .unwrap_or_else(|e| panic!("{folder}: {e}"));
    }

    /// The violations of the rules of axe-core, which `UMBRA_AXE` names, on the page.
    pub fn violations(&mut self) -> Value {
        let file = crate::named_file("UMBRA_AXE");
        let script = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        self.value(&script);
        self.value(
            "axe.run().then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html + ' ' + \
             n.failureSummary).join('; ')))",
        )
    }

    fn png(&mut self, is_whole: bool) -> Vec<u8> {
        let shot = self
            .call("Page.captureScreenshot", json!({ "format": "png", "captureBeyondViewport": is_whole }));
        let data = shot["data"].as_str().expect("a picture as text");
        data_encoding::BASE64.decode(data.as_bytes()).unwrap_or_else(|e| panic!("the picture: {e}"))
    }
}
