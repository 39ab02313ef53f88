//! Encoding of tiles: Mapbox Vector Tile Specification 2.1, in Protocol Buffers.

/// Width and height of a tile in units of its coordinates; the default of the specification.
pub const EXTENT: u32 = 4096;

/// The value of a feature's property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PropertyValue {
    /// A text.
    Text(String),
    /// A non-negative whole number.
    Number(u64),
    /// True or false.
    Flag(bool),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GeometryType {
    Points = 1,
    Lines = 2,
    /// Rings: each outer ring, clockwise on screen, is followed by its holes, counter-clockwise.
    Polygons = 3,
}

/// A vertex in units of the tile, rightwards and downwards from its north-western corner.
pub(crate) type TileVertex = [i32; 2];

pub(crate) struct LayerEncoder {
    message: Vec<u8>,
    keys: Vec<&'static str>,
    values: Vec<PropertyValue>,
}

/// Fields of the messages, by their numbers in the specification.
mod field {
    pub(super) const TILE_LAYER: u32 = 3;
    pub(super) const LAYER_NAME: u32 = 1;
    pub(super) const LAYER_FEATURE: u32 = 2;
    pub(super) const LAYER_KEY: u32 = 3;
    pub(super) const LAYER_VALUE: u32 = 4;
    pub(super) const LAYER_EXTENT: u32 = 5;
    pub(super) const LAYER_VERSION: u32 = 15;
    pub(super) const FEATURE_TAGS: u32 = 2;
    pub(super) const FEATURE_TYPE: u32 = 3;
    pub(super) const FEATURE_GEOMETRY: u32 = 4;
    pub(super) const VALUE_TEXT: u32 = 1;
    pub(super) const VALUE_NUMBER: u32 = 5;
    pub(super) const VALUE_FLAG: u32 = 7;
}

/// Major version of the specification.
const VERSION: u64 = 2;

impl LayerEncoder {
    pub(crate) fn new(name: &str) -> Self {
        let mut message = Vec::new();
        bytes(&mut message, field::LAYER_NAME, name.as_bytes());
        Self { message, keys: Vec::new(), values: Vec::new() }
    }

    /// Adds a feature. Rings do not repeat their first vertex.
    pub(crate) fn add(
        &mut self,
        tags: &[(&'static str, PropertyValue)],
        kind: GeometryType,
        parts: &[Vec<TileVertex>],
    ) {
        let mut numbers = Vec::new();
        for (key, value) in tags {
            varint(&mut numbers, place_of(&mut self.keys, key) as u64);
            varint(&mut numbers, place_of(&mut self.values, value) as u64);
        }
        let mut feature = Vec::new();
        if !numbers.is_empty() {
            bytes(&mut feature, field::FEATURE_TAGS, &numbers);
        }
        number(&mut feature, field::FEATURE_TYPE, kind as u64);
        bytes(&mut feature, field::FEATURE_GEOMETRY, &geometry(kind, parts));
        bytes(&mut self.message, field::LAYER_FEATURE, &feature);
    }

    /// Ends the layer and appends it to a tile.
    pub(crate) fn append_to(mut self, tile: &mut Vec<u8>) {
        for key in &self.keys {
            bytes(&mut self.message, field::LAYER_KEY, key.as_bytes());
        }
        for value in &self.values {
            let mut message = Vec::new();
            match value {
                PropertyValue::Text(text) => bytes(&mut message, field::VALUE_TEXT, text.as_bytes()),
                PropertyValue::Number(n) => number(&mut message, field::VALUE_NUMBER, *n),
                PropertyValue::Flag(flag) => number(&mut message, field::VALUE_FLAG, u64::from(*flag)),
            }
            bytes(&mut self.message, field::LAYER_VALUE, &message);
        }
        number(&mut self.message, field::LAYER_EXTENT, u64::from(EXTENT));
        number(&mut self.message, field::LAYER_VERSION, VERSION);
        bytes(tile, field::TILE_LAYER, &self.message);
    }
}

/// Returns the index of an item in a list and appends it if it is missing.
fn place_of<T: Clone + PartialEq>(list: &mut Vec<T>, item: &T) -> usize {
    // The order of first use keeps the bytes stable, which the order of a hash map would not.
    list.iter().position(|i| i == item).unwrap_or_else(|| {
        list.push(item.clone());
        list.len() - 1
    })
}

/// Encodes pen commands and relative moves. Reference: Mapbox Vector Tile Specification 2.1, section 4.3.
fn geometry(kind: GeometryType, parts: &[Vec<TileVertex>]) -> Vec<u8> {
    const MOVE_TO: u64 = 1;
    const LINE_TO: u64 = 2;
    const CLOSE_PATH: u64 = 7;
    let command = |id: u64, count: usize| id | (count as u64) << 3;
    let mut encoded = Vec::new();
    let mut pen = [0, 0];
    let mut step = |encoded: &mut Vec<u8>, to: TileVertex| {
        for axis in 0..2 {
            let by = i64::from(to[axis]) - i64::from(pen[axis]);
            // Zigzag: small negative numbers stay short.
            varint(encoded, ((by << 1) ^ (by >> 63)) as u64);
        }
        pen = to;
    };
    if kind == GeometryType::Points {
        varint(&mut encoded, command(MOVE_TO, parts.iter().map(Vec::len).sum()));
        parts.iter().flatten().for_each(|point| step(&mut encoded, *point));
        return encoded;
    }
    for part in parts {
        let [first, rest @ ..] = &part[..] else { continue };
        varint(&mut encoded, command(MOVE_TO, 1));
        step(&mut encoded, *first);
        varint(&mut encoded, command(LINE_TO, rest.len()));
        rest.iter().for_each(|vertex| step(&mut encoded, *vertex));
        if kind == GeometryType::Polygons {
            varint(&mut encoded, command(CLOSE_PATH, 1));
        }
    }
    encoded
}

/// Appends a numeric field.
fn number(message: &mut Vec<u8>, field: u32, value: u64) {
    varint(message, u64::from(field) << 3);
    varint(message, value);
}

/// Appends a length-delimited field: a text, a list of numbers or a message.
fn bytes(message: &mut Vec<u8>, field: u32, contents: &[u8]) {
    const LENGTH_DELIMITED: u64 = 2;
    varint(message, u64::from(field) << 3 | LENGTH_DELIMITED);
    varint(message, contents.len() as u64);
    message.extend_from_slice(contents);
}

/// Appends a number in groups of seven bits, lowest first.
pub(super) fn varint(buffer: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        buffer.push(value as u8 | 0x80);
        value >>= 7;
    }
    buffer.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Examples of the specification, section 4.3.5.
    #[test]
    fn geometry_matches_the_specification() {
        let of = |kind, parts: &[&[TileVertex]]| {
            geometry(kind, &parts.iter().map(|part| part.to_vec()).collect::<Vec<_>>())
        };
        assert_eq!(of(GeometryType::Points, &[&[[25, 17]]]), [9, 50, 34]);
        assert_eq!(of(GeometryType::Points, &[&[[5, 7], [3, 2]]]), [17, 10, 14, 3, 9]);
        let lines: &[&[TileVertex]] = &[&[[2, 2], [2, 10], [10, 10]], &[[1, 1], [3, 5]]];
        assert_eq!(of(GeometryType::Lines, lines), [9, 4, 4, 18, 0, 16, 16, 0, 9, 17, 17, 10, 4, 8]);
        let polygon = of(GeometryType::Polygons, &[&[[3, 6], [8, 12], [20, 34]]]);
        assert_eq!(polygon, [9, 6, 12, 18, 10, 12, 24, 44, 15]);
    }
}
