//! Elements of XML, everything in them escaped.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::io;

/// Appends XML to a buffer.
pub(super) struct Xml<'a>(Writer<&'a mut Vec<u8>>);

/// Names and values of attributes.
pub(super) type Attributes<'a> = &'a [(&'a str, &'a str)];

impl<'a> Xml<'a> {
    /// Begins a document.
    pub(super) fn new(out: &'a mut Vec<u8>) -> Self {
        let mut writer = Writer::new(out);
        written(writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None))));
        Self(writer)
    }

    /// Writes an element with a text.
    pub(super) fn leaf(&mut self, name: &str, text: &str) {
        written(self.0.create_element(name).write_text_content(BytesText::new(text)));
    }

    /// Writes an element whose text is the same escaped: digits and points.
    pub(super) fn plain(&mut self, name: &str, text: &str) {
        written(self.0.create_element(name).write_text_content(BytesText::from_escaped(text)));
    }

    /// Writes an element with attributes and others within.
    pub(super) fn element(&mut self, name: &str, attributes: Attributes, content: impl FnOnce(&mut Xml)) {
        let element = self.0.create_element(name).with_attributes(attributes.iter().copied());
        written(element.write_inner_content(|writer| {
            content(&mut Xml(Writer::new(writer.get_mut())));
            Ok(())
        }));
    }

    /// Writes an element with others within.
    pub(super) fn group(&mut self, name: &str, content: impl FnOnce(&mut Xml)) {
        self.element(name, &[], content);
    }
}

fn written<T>(result: io::Result<T>) {
    result.map(drop).expect("memory takes all that is written");
}
