//! Points of the ground.

use super::Input;
use super::read::decimal;
use super::shortened::shortened;
use crate::api::parameter::Parameter;
use crate::api::site::Point;

impl Input<'_> {
    /// Reads a parameter as a point of the ground: latitude −90 … 90 and longitude −180 … 360, which is
    /// brought above −180 and up to 180.
    pub(crate) fn point(&mut self, p: &Parameter) -> Option<Point> {
        let text = self.text_of(p)?;
        let parts: Vec<_> = text.split(',').map(decimal).collect();
        match parts[..] {
            [Some(lat), Some(lng)] if (-90.0..=90.0).contains(&lat) && (-180.0..=360.0).contains(&lng) => {
                let lng = if lng > 180.0 { lng - 360.0 } else { lng };
                Some(Point { lat, lng: if lng == -180.0 { 180.0 } else { lng } })
            }
            _ => {
                let detail = "must be LAT,LNG in degrees: −90 … 90 and −180 … 360";
                self.wrong(p.name, format!("\"{}\" {detail}", shortened(&text)));
                None
            }
        }
    }
}
