//! A picture in pixels, as PNG.

use crate::pages::prelude::*;
use crate::pages::widget::shared::picture::{CORONA, CORONA_COLOUR, Picture, Shape};
use std::io::Write;
use ttf_parser::{Face, OutlineBuilder};
use zeno::{Command, Fill, Mask, PathBuilder, PathData, Placement, Point, Stroke, Transform};

/// Rows that are encoded without a pause: some tenths of a millisecond.
const ROWS_AT_ONCE: usize = 16;

/// Red, green and blue.
type Colour = [u8; 3];

/// The only font. It has no kerning and no ligatures.
static FACE: LazyLock<Face> =
    LazyLock::new(|| Face::parse(include_bytes!("DejaVuSans.ttf"), 0).expect("the font is valid"));

/// Draws a picture, one pixel per unit, with the colours of a style sheet.
pub(super) fn png(picture: &Picture, background: &str, sheet: &str) -> Vec<u8> {
    let [left, top, width, height] = picture.view.map(|length| length as u32);
    let background = colour(background).expect("a colour");
    let pixels = background.repeat((width * height) as usize);
    let mut canvas = Canvas { width: width as usize, pixels, sheet };
    canvas.draw(picture, [left, top, width, height]);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    // Filters make a picture of few colours larger.
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().expect("the size is not zero");
    let mut stream = writer.stream_writer().expect("the header is written");
    for rows in canvas.pixels.chunks(ROWS_AT_ONCE * 3 * canvas.width) {
        pause();
        stream.write_all(rows).expect("pixels can be encoded in memory");
    }
    stream.finish().expect("pixels can be encoded in memory");
    writer.finish().expect("pixels can be encoded in memory");
    bytes
}

/// The pixels that are drawn.
struct Canvas<'a> {
    width: usize,
    pixels: Vec<u8>,
    sheet: &'a str,
}

/// The area of a picture in which its shapes are drawn.
struct Frame<'a> {
    class: &'a str,
    transform: Transform,
    /// Left, top, width and height of the visible part, pixels.
    area: [u32; 4],
}

/// The rules of a style sheet for a shape.
struct Style {
    fill: Option<Colour>,
    fill_opacity: f32,
    stroke: Option<Colour>,
    stroke_width: f32,
    dashes: Vec<f32>,
    opacity: f32,
}

impl Canvas<'_> {
    fn draw(&mut self, picture: &Picture, area: [u32; 4]) {
        let [left, top, width, height] = picture.view.map(|length| length as f32);
        let [x, y, room_x, room_y] = area.map(|length| length as f32);
        let scale = (room_x / width).min(room_y / height);
        let to_middle = |start: f32, room: f32, first: f32, length: f32| {
            start + (room - scale * length) / 2.0 - scale * first
        };
        let (x, y) = (to_middle(x, room_x, left, width), to_middle(y, room_y, top, height));
        let transform = Transform::new(scale, 0.0, 0.0, scale, x, y);
        let frame = Frame { class: &picture.class, transform, area };
        for shape in &picture.shapes {
            self.shape(shape, &frame);
        }
    }

    fn shape(&mut self, shape: &Shape, frame: &Frame) {
        pause();
        let mut outline: Vec<Command> = Vec::new();
        match shape {
            Shape::Disc { class, radius } => {
                outline.add_circle(Point::ZERO, *radius as f32);
                self.styled(class, &outline, Fill::NonZero, frame);
            }
            Shape::Circle { class, centre: (x, y), radius } => {
                outline.add_circle([*x as f32, *y as f32], *radius as f32);
                self.styled(class, &outline, Fill::NonZero, frame);
            }
            Shape::Line { class, path } => self.styled(class, path.as_str(), Fill::NonZero, frame),
            Shape::Region { class, path } => self.styled(class, path.as_str(), Fill::EvenOdd, frame),
            Shape::Mark { class, at: (x, y) } => {
                let style = Style::of(self.sheet, &format!("{} {class}", frame.class));
                outline.add_circle([x.round() as f32, y.round() as f32], style.stroke_width / 2.0);
                let mask = Mask::new(&outline).transform(Some(frame.transform)).render();
                self.paint(mask, frame.area, style.stroke.unwrap_or_default(), style.opacity);
            }
            Shape::Corona { radius } => self.corona(*radius as f32, frame),
            Shape::Text { class, x, y, size, text } => {
                let names = format!("text {}", class.unwrap_or_default());
                self.styled(&names, &glyphs(text, *x as f32, *y as f32, *size as f32), Fill::NonZero, frame);
            }
            Shape::Panel { area, corner, fill } => {
                let [x, y, width, height] = area.map(|length| length as f32);
                let corner = *corner as f32;
                outline.add_round_rect([x, y], width, height, corner, corner);
                let mask = Mask::new(&outline).transform(Some(frame.transform)).render();
                self.paint(mask, frame.area, colour(fill).expect("a colour"), 1.0);
            }
            Shape::Inset { area, picture } => self.draw(picture, *area),
        }
    }

    /// Fills and strokes a path as the style sheet says.
    fn styled(&mut self, names: &str, path: impl PathData + Copy, rule: Fill, frame: &Frame) {
        let style = Style::of(self.sheet, &format!("{} {names}", frame.class));
        let transform = Some(frame.transform);
        if let Some(colour) = style.fill {
            let mask = Mask::new(path).style(rule).transform(transform).render();
            self.paint(mask, frame.area, colour, style.opacity * style.fill_opacity);
        }
        if let Some(colour) = style.stroke {
            let mut stroke = Stroke::new(style.stroke_width);
            stroke.dash(&style.dashes, 0.0);
            let mask = Mask::new(path).style(stroke).transform(transform).render();
            self.paint(mask, frame.area, colour, style.opacity);
        }
    }

    fn corona(&mut self, radius: f32, frame: &Frame) {
        let mut outline: Vec<Command> = Vec::new();
        outline.add_circle(Point::ZERO, radius);
        let (mut mask, place) = Mask::new(&outline).transform(Some(frame.transform)).render();
        let centre = frame.transform.transform_point(Point::ZERO);
        let radius = radius * frame.transform.xx;
        for (number, coverage) in mask.iter_mut().enumerate() {
            let (row, column) = (number / place.width as usize, number % place.width as usize);
            let x = place.left as f32 + column as f32 + 0.5 - centre.x;
            let y = place.top as f32 + row as f32 + 0.5 - centre.y;
            *coverage = (f32::from(*coverage) * corona_opacity(x.hypot(y) / radius)).round() as u8;
        }
        self.paint((mask, place), frame.area, colour(CORONA_COLOUR).expect("a colour"), 1.0);
    }

    /// Blends a colour into the pixels of an area that a mask covers.
    fn paint(&mut self, (mask, place): (Vec<u8>, Placement), area: [u32; 4], colour: Colour, opacity: f32) {
        const WHOLE: u32 = 255 * 256;
        let opacity = (opacity * 256.0).round() as u32;
        let [left, top, width, height] = area;
        let columns = visible(place.left, place.width, left, width);
        if columns.is_empty() {
            return;
        }
        for row in visible(place.top, place.height, top, height) {
            let line = &mask[row * place.width as usize..][columns.clone()];
            let x = place.left as isize + columns.start as isize;
            let y = place.top as isize + row as isize;
            let start = 3 * (y as usize * self.width + x as usize);
            for (pixel, coverage) in self.pixels[start..].chunks_exact_mut(3).zip(line) {
                let weight = u32::from(*coverage) * opacity;
                if weight > 0 {
                    for k in 0..3 {
                        let sum = u32::from(pixel[k]) * (WHOLE - weight) + u32::from(colour[k]) * weight;
                        pixel[k] = ((sum + WHOLE / 2) / WHOLE) as u8;
                    }
                }
            }
        }
    }
}

/// The rows or columns of a mask that lie in an area.
fn visible(start: i32, length: u32, from: u32, room: u32) -> Range<usize> {
    let inside = |edge: u32| (i64::from(edge) - i64::from(start)).clamp(0, i64::from(length)) as usize;
    inside(from)..inside(from + room)
}

impl Style {
    /// The style of a shape that has these names, separated by spaces: its element, its classes and those
    /// of its picture.
    fn of(sheet: &str, names: &str) -> Self {
        let mut style = Self {
            fill: Some([0; 3]),
            fill_opacity: 1.0,
            stroke: None,
            stroke_width: 1.0,
            dashes: Vec::new(),
            opacity: 1.0,
        };
        for (selector, declarations) in sheet.split('}').filter_map(|rule| rule.split_once('{')) {
            let has = |name: &str| name.is_empty() || names.split(' ').any(|one| one == name);
            if selector.split(['.', ' ']).all(has) {
                for (property, value) in declarations.split(';').filter_map(|one| one.split_once(':')) {
                    style.declare(property, value);
                }
            }
        }
        style
    }

    fn declare(&mut self, property: &str, value: &str) {
        let number = |value: &str| value.parse().expect("a number");
        match property {
            "fill" => self.fill = colour(value),
            "fill-opacity" => self.fill_opacity = number(value),
            "stroke" => self.stroke = colour(value),
            "stroke-width" => self.stroke_width = number(value),
            "stroke-dasharray" => self.dashes = value.split(' ').map(number).collect(),
            "opacity" => self.opacity = number(value),
            _ => {}
        }
    }
}

/// A colour in the form `#rrggbb`.
fn colour(value: &str) -> Option<Colour> {
    let [_, colour @ ..] = u32::from_str_radix(value.strip_prefix('#')?, 16).ok()?.to_be_bytes();
    Some(colour)
}

/// The opacity of the corona at a distance from its centre, in radii.
fn corona_opacity(distance: f32) -> f32 {
    let stops = CORONA.map(|(offset, opacity)| (offset as f32, opacity as f32));
    let between = |pair: &[(f32, f32)]| {
        let ((from, bright), (to, dim)) = (pair[0], pair[1]);
        (distance < to).then(|| bright + (dim - bright) * ((distance - from) / (to - from)).max(0.0))
    };
    stops.windows(2).find_map(between).unwrap_or(0.0)
}

/// The outlines of a line of text that begins at a point of the baseline. A character that the font lacks is
/// a gap. Spaces collapse as in SVG.
fn glyphs(text: &str, x: f32, y: f32, size: f32) -> Vec<Command> {
    let scale = size / f32::from(FACE.units_per_em());
    let mut pen = Pen { path: Vec::new(), scale, x, y };
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    for character in words.join(" ").chars() {
        let glyph = FACE.glyph_index(character).unwrap_or_default();
        FACE.outline_glyph(glyph, &mut pen);
        pen.x += scale * f32::from(FACE.glyph_hor_advance(glyph).unwrap_or_default());
    }
    pen.path
}

/// Collects outlines of glyphs; a font's y points up.
struct Pen {
    path: Vec<Command>,
    scale: f32,
    x: f32,
    y: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> Point {
        Point::new(self.x + self.scale * x, self.y - self.scale * y)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.push(Command::MoveTo(self.at(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.push(Command::LineTo(self.at(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.push(Command::QuadTo(self.at(x1, y1), self.at(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.push(Command::CurveTo(self.at(x1, y1), self.at(x2, y2), self.at(x, y)));
    }

    fn close(&mut self) {
        self.path.push(Command::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = ".mark{stroke-linecap:round;stroke:#ff0000;stroke-width:2}\
        .mark.place{stroke:#00ff00;stroke-width:4}.dashed{fill:none;stroke:#0000ff;stroke-dasharray:4 2}\
        .night .moon{fill:#102030;fill-opacity:.5}text{fill:#1a1c22}";

    /// A picture of 20 × 10 pixels with a picture at its right end, decoded.
    fn drawn(shapes: Vec<Shape>, inset: Vec<Shape>) -> impl Fn(usize, usize) -> Colour {
        let picture = |class: &str, view, shapes| Picture {
            class: class.to_owned(),
            view,
            label: String::new(),
            shapes,
        };
        let inset = picture("night", [-5.0, -5.0, 10.0, 10.0], inset);
        let mut shapes = shapes;
        shapes.push(Shape::Inset { area: [10, 0, 10, 10], picture: inset });
        let bytes = png(&picture("", [0.0, 0.0, 20.0, 10.0], shapes), "#ffffff", SHEET);
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
        let mut pixels = vec![0; 3 * 20 * 10];
        reader.next_frame(&mut pixels).expect("pixels");
        move |x, y| std::array::from_fn(|k| pixels[3 * (20 * y + x) + k])
    }

    #[test]
    fn shapes_have_the_colours_of_their_classes_and_end_at_the_edge_of_their_picture() {
        const WHITE: Colour = [255; 3];
        let mark = |class, x| Shape::Mark { class, at: (x, 3.0) };
        let dashed = Shape::Line { class: "dashed", path: "M0 8.5h10".to_owned() };
        let moon = Shape::Circle { class: "moon", centre: (-5.0, 0.0), radius: 4.0 };
        let at = drawn(vec![mark("mark place", 3.0), mark("mark", 7.0), dashed], vec![moon]);
        assert_eq!([at(2, 2), at(3, 3)], [[0, 255, 0]; 2]);
        assert!(at(1, 1) != WHITE && at(6, 2) != WHITE);
        assert_eq!([at(5, 2), at(8, 3)], [WHITE; 2], "the smaller mark");
        let dashes: Vec<bool> = (0..10).map(|x| at(x, 8) == [0, 0, 255]).collect();
        assert_eq!(dashes, [true, true, true, true, false, false, true, true, true, true]);
        assert_eq!([at(9, 5), at(11, 5)], [WHITE, [136, 144, 152]], "half of the Moon is outside");
    }

    #[test]
    fn the_corona_fades_and_text_is_drawn_with_gaps_for_unknown_characters() {
        let text = |text: &str| Shape::Text { class: None, x: 0, y: 9, size: 10, text: text.to_owned() };
        let at = drawn(vec![text("東I")], vec![Shape::Corona { radius: 5.0 }]);
        assert_eq!(at(2, 5), [255; 3]);
        assert!((6..10).any(|x| at(x, 5)[0] < 100), "an I after a gap");
        let blue = |x| at(x, 5)[2];
        assert!(blue(15) < blue(17) && blue(17) < blue(18) && blue(15) == 0xd6, "{} {}", blue(17), blue(18));
        assert_eq!(glyphs("a  b", 0.0, 0.0, 10.0), glyphs(" a b", 0.0, 0.0, 10.0));
    }
}
