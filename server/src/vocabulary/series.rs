//! The writer of responses with many items, which are computed while the response is sent.

use crate::api::icalendar;
use bytes::Bytes;
use serde::Serialize;
use web::json;

/// A writer of a response with many items: a JSON list or map, a calendar, or a table.
pub(crate) struct SeriesWriter {
    frame: SeriesFrame,
    /// The current piece.
    out: Vec<u8>,
    /// Memory reserved for a piece when its first byte is written.
    piece_bytes: usize,
    is_first: bool,
}

/// The text around the items.
enum SeriesFrame {
    List,
    Map,
    Calendar { name: String, refresh_days: u32 },
    Table { head: String },
}

impl SeriesWriter {
    fn new(frame: SeriesFrame) -> Self {
        Self { frame, out: Vec::new(), piece_bytes: 256, is_first: true }
    }

    /// Returns a writer of a JSON array; see [`Self::item`].
    pub(crate) fn list() -> Self {
        Self::new(SeriesFrame::List)
    }

    /// Returns a writer of a JSON object; see [`Self::entry`].
    pub(crate) fn map() -> Self {
        Self::new(SeriesFrame::Map)
    }

    /// Returns a writer of a calendar. Calendar programs show `name` and reload after `refresh_days`. See
    /// [`Self::event`].
    pub(crate) fn calendar(name: String, refresh_days: u32) -> Self {
        Self::new(SeriesFrame::Calendar { name, refresh_days })
    }

    /// Returns a writer of a table with a head; see [`Self::row`].
    pub(crate) fn table(head: String) -> Self {
        Self::new(SeriesFrame::Table { head })
    }

    /// Reserves memory for pieces of about `bytes`.
    pub(crate) fn with_piece_bytes(self, bytes: usize) -> Self {
        Self { piece_bytes: bytes, ..self }
    }

    /// Appends an item of a list.
    pub(crate) fn item(&mut self, value: &impl Serialize) {
        self.separate();
        json::append(&mut self.out, value);
    }

    /// Appends an entry of a map.
    pub(crate) fn entry(&mut self, key: &str, value: &impl Serialize) {
        self.separate();
        json::append(&mut self.out, &key);
        self.out.push(b':');
        json::append(&mut self.out, value);
    }

    /// Appends an event of a calendar.
    pub(crate) fn event(&mut self, event: &icalendar::Event) {
        self.event_with(event, &icalendar::EventExtras::default());
    }

    /// Appends an event of a calendar with a reminder or a link.
    pub(crate) fn event_with(&mut self, event: &icalendar::Event, extras: &icalendar::EventExtras) {
        icalendar::event(self.room(), event, extras);
    }

    /// Appends a row of a table, which includes its line break.
    pub(crate) fn row(&mut self, row: &str) {
        self.room().extend_from_slice(row.as_bytes());
    }

    /// Returns the pieces of the response. `write` appends the items of the next piece, possibly none, and
    /// returns whether more pieces follow.
    pub(crate) fn pieces(
        mut self,
        mut write: impl FnMut(&mut Self) -> bool + Send + Sync,
    ) -> impl Iterator<Item = Bytes> + Send + Sync {
        let (mut is_begun, mut is_done) = (false, false);
        std::iter::from_fn(move || {
            if is_done {
                return None;
            }
            if !std::mem::replace(&mut is_begun, true) {
                self.begin();
            }
            is_done = !write(&mut self);
            if is_done {
                self.end();
            }
            Some(Bytes::from(std::mem::take(&mut self.out)))
        })
    }

    /// Returns the pieces of a response with `count` items, at most `each` per piece. `write` appends the
    /// item with a number, counted from 0.
    pub(crate) fn counted(
        self,
        count: i64,
        each: i64,
        mut write: impl FnMut(&mut Self, i64) + Send + Sync,
    ) -> impl Iterator<Item = Bytes> + Send + Sync {
        let mut next = 0;
        self.pieces(move |series| {
            let end = (next + each).min(count);
            (next..end).for_each(|index| write(series, index));
            next = end;
            next < count
        })
    }

    /// Returns the current piece with reserved memory.
    fn room(&mut self) -> &mut Vec<u8> {
        if self.out.capacity() == 0 {
            self.out.reserve(self.piece_bytes);
        }
        &mut self.out
    }

    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.room().push(b',');
        }
    }

    fn begin(&mut self) {
        self.room();
        let out = &mut self.out;
        match &self.frame {
            SeriesFrame::List => out.push(b'['),
            SeriesFrame::Map => out.push(b'{'),
            SeriesFrame::Calendar { name, refresh_days } => icalendar::begin(out, name, *refresh_days),
            SeriesFrame::Table { head } => out.extend_from_slice(head.as_bytes()),
        }
    }

    fn end(&mut self) {
        match self.frame {
            SeriesFrame::List => self.out.push(b']'),
            SeriesFrame::Map => self.out.push(b'}'),
            SeriesFrame::Calendar { .. } => icalendar::end(&mut self.out),
            SeriesFrame::Table { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(pieces: impl Iterator<Item = Bytes>) -> String {
        let pieces: Vec<_> = pieces.map(|p| String::from_utf8(p.to_vec()).expect("UTF-8")).collect();
        pieces.join("|")
    }

    #[test]
    fn items_are_separated_across_pieces() {
        let list = |count| text(SeriesWriter::list().counted(count, 2, |series, index| series.item(&index)));
        assert_eq!([0, 1, 3, 4].map(list), ["[]", "[0]", "[0,1|,2]", "[0,1|,2,3]"]);
        let map =
            SeriesWriter::map().counted(2, 1, |series, index| series.entry(&format!("k{index}"), &index));
        assert_eq!(text(map), "{\"k0\":0|,\"k1\":1}");
        let table = SeriesWriter::table("a\n".into()).counted(2, 2, |series, _| series.row("1\n"));
        assert_eq!(text(table), "a\n1\n1\n");
    }

    #[test]
    fn pieces_without_items_separate_nothing() {
        let mut left = vec![None, Some(2), None, Some(1), None];
        let pieces = SeriesWriter::list().pieces(move |series| {
            if let Some(number) = left.pop().flatten() {
                series.item(&number);
            }
            !left.is_empty()
        });
        assert_eq!(text(pieces), "[|1||,2|]");
    }
}
