//! XML elements with escaped contents.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::io;

pub(crate) struct Xml<'a>(Writer<&'a mut Vec<u8>>);

/// Names and values of attributes.
pub(crate) type Attributes<'a> = &'a [(&'a str, &'a str)];

impl<'a> Xml<'a> {
    /// Appends the XML declaration to a buffer and returns the writer.
    pub(crate) fn new(out: &'a mut Vec<u8>) -> Self {
        let mut writer = Writer::new(out);
        written(writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None))));
        Self(writer)
    }

    /// Writes an element with a text.
    pub(crate) fn leaf(&mut self, name: &str, text: &str) {
        written(self.0.create_element(name).write_text_content(BytesText::new(text)));
    }

    /// Writes an element whose text needs no escaping, such as digits.
    pub(crate) fn plain(&mut self, name: &str, text: &str) {
        written(self.0.create_element(name).write_text_content(BytesText::from_escaped(text)));
    }

    pub(crate) fn element(&mut self, name: &str, attributes: Attributes, content: impl FnOnce(&mut Xml)) {
        let element = self.0.create_element(name).with_attributes(attributes.iter().copied());
        written(element.write_inner_content(|writer| {
            content(&mut Xml(Writer::new(writer.get_mut())));
            Ok(())
        }));
    }

    /// Writes an element with child elements.
    pub(crate) fn group(&mut self, name: &str, content: impl FnOnce(&mut Xml)) {
        self.element(name, &[], content);
    }
}

fn written<T>(result: io::Result<T>) {
    result.map(drop).expect("writing into memory does not fail");
}
