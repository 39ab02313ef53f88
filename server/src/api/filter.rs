//! A filter of JSON in pieces: it keeps selected members as they are, and rounds numbers.

/// The name of every member of an object whose keys are data, such as dates.
pub(crate) const EACH: &str = "*";

/// Selected members of JSON: a tree of nodes, of which the first is the whole text. The elements of a list
/// have the node of the list.
#[derive(Debug, Clone, Default)]
pub(crate) struct Selection(Vec<Node>);

/// The part of a value that is kept.
#[derive(Debug, Clone, Default)]
struct Node {
    is_whole: bool,
    /// Kept members by their names, as numbers of nodes.
    members: Vec<(String, usize)>,
}

impl Selection {
    /// Keeps the member with a path of names, all of it.
    pub(crate) fn keep<'a>(&mut self, path: impl IntoIterator<Item = &'a str>) {
        self.0.resize_with(self.0.len().max(1), Node::default);
        let mut node = 0;
        for name in path {
            node = self.named(node, name.as_bytes()).unwrap_or_else(|| {
                self.0.push(Node::default());
                let member = self.0.len() - 1;
                self.0[node].members.push((name.to_owned(), member));
                member
            });
        }
        self.0[node].is_whole = true;
    }

    fn named(&self, node: usize, name: &[u8]) -> Option<usize> {
        self.0[node].members.iter().find(|(known, _)| known.as_bytes() == name).map(|(_, node)| *node)
    }

    /// The node of a member of a node, if it is kept.
    fn member(&self, node: usize, name: &[u8]) -> Option<usize> {
        if self.0[node].is_whole {
            return Some(node);
        }
        self.named(node, name).or_else(|| self.named(node, EACH.as_bytes()))
    }
}

/// The member of the envelope whose numbers are rounded.
const ROUNDED: &[u8] = b"response";
/// The member that identifies an eclipse, a Julian Day at midnight: it is not rounded.
const EXACT: &[u8] = b"jd";

/// A filter of JSON without spaces, as the service writes it.
#[derive(Debug)]
pub(crate) struct Filter {
    selection: Selection,
    /// Decimals of numbers, once they are rounded.
    digits: Option<usize>,
    is_in_response: bool,
    /// `true` after a name of a number that is not rounded.
    is_exact: bool,
    /// The lists and objects that are open.
    open: Vec<Container>,
    /// The text, number or word that is open.
    token: Vec<u8>,
    state: State,
}

/// A list or an object.
#[derive(Debug)]
struct Container {
    /// Its node in the selection; none if it is left out.
    node: Option<usize>,
    is_object: bool,
    is_empty: bool,
    /// Node of the member whose value comes next; none in an object before its name, and in a list.
    member: Option<Option<usize>>,
}

#[derive(Debug, PartialEq)]
enum State {
    Between,
    Text,
    /// After a backslash.
    Escape,
    /// In a number, or in `true`, `false` or `null`.
    Word,
}

impl Filter {
    /// Makes a filter of the whole text.
    pub(crate) fn new(selection: Selection, digits: Option<u32>) -> Self {
        let digits = digits.map(|digits| digits as usize);
        let (open, token, state) = (Vec::new(), Vec::new(), State::Between);
        Self { selection, digits, is_in_response: false, is_exact: false, open, token, state }
    }

    /// Returns what is left of the next piece.
    pub(crate) fn filtered(&mut self, piece: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        for &byte in piece {
            match self.state {
                State::Text => {
                    self.token.push(byte);
                    match byte {
                        b'\\' => self.state = State::Escape,
                        b'"' => self.end_token(&mut out),
                        _ => {}
                    }
                }
                State::Escape => {
                    self.token.push(byte);
                    self.state = State::Text;
                }
                State::Word if !matches!(byte, b',' | b']' | b'}') => self.token.push(byte),
                State::Word | State::Between => {
                    if self.state == State::Word {
                        self.end_token(&mut out);
                    }
                    self.begin(byte, &mut out);
                }
            }
        }
        out
    }

    fn begin(&mut self, byte: u8, out: &mut Vec<u8>) {
        match byte {
            b'{' | b'[' => {
                let node = self.value(out);
                out.extend(node.map(|_| byte));
                self.open.push(Container { node, is_object: byte == b'{', is_empty: true, member: None });
            }
            b'}' | b']' => {
                let closed = self.open.pop().and_then(|container| container.node);
                out.extend(closed.map(|_| byte));
            }
            b',' | b':' => {}
            _ => {
                self.token.push(byte);
                self.state = if byte == b'"' { State::Text } else { State::Word };
            }
        }
    }

    fn end_token(&mut self, out: &mut Vec<u8>) {
        let token = std::mem::take(&mut self.token);
        let is_word = std::mem::replace(&mut self.state, State::Between) == State::Word;
        let is_outermost = self.open.len() == 1;
        if let Some(object) = self.open.last_mut().filter(|of| of.is_object && of.member.is_none()) {
            let name = &token[1..token.len() - 1];
            let member = object.node.and_then(|node| self.selection.member(node, name));
            object.member = Some(member);
            if member.is_some() {
                object.separate(out);
                out.extend_from_slice(&token);
                out.push(b':');
            }
            self.is_in_response |= is_outermost && name == ROUNDED;
            self.is_exact = name == EXACT;
        } else if self.value(out).is_some() {
            match self.digits.filter(|_| is_word && self.is_in_response && !self.is_exact) {
                Some(digits) => out.extend(rounded_word(&token, digits).unwrap_or(token)),
                None => out.extend(token),
            }
        }
    }

    /// Begins a value: returns its node, if it is kept.
    fn value(&mut self, out: &mut Vec<u8>) -> Option<usize> {
        let Some(container) = self.open.last_mut() else { return Some(0) };
        if container.is_object {
            return container.member.take().flatten();
        }
        if container.node.is_some() {
            container.separate(out);
        }
        container.node
    }
}

impl Container {
    fn separate(&mut self, out: &mut Vec<u8>) {
        if !std::mem::replace(&mut self.is_empty, false) {
            out.push(b',');
        }
    }
}

/// Returns a number with at most this many decimals. A number other than zero keeps its first significant
/// digit.
pub(crate) fn rounded(value: f64, digits: usize) -> Option<f64> {
    let short: f64 = format!("{value:.digits$}").parse().ok()?;
    if short == 0.0 { format!("{value:.0e}").parse().ok() } else { Some(short) }
}

/// Rounds the word of a number with a fraction; none for other words.
fn rounded_word(word: &[u8], digits: usize) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(word).ok().filter(|text| text.contains(['.', 'e']))?;
    Some(rounded(text.parse().ok()?, digits)?.to_string().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] =
        br#"{"query":{"obs":[43.36]},"response":{"sun":{"set":{"utc":"20}:\""},"up":[{"az":1.26,"#;
    const MORE: &[u8] = br#""x":-0.00004},null]},"moon":null,"jd":245.55,"n":12345678}}"#;

    fn filtered(selection: &Selection, digits: Option<u32>) -> String {
        let whole = Filter::new(selection.clone(), digits).filtered(&[TEXT, MORE].concat());
        let mut filter = Filter::new(selection.clone(), digits);
        let pieces: Vec<u8> = TEXT.iter().chain(MORE).flat_map(|byte| filter.filtered(&[*byte])).collect();
        assert_eq!(whole, pieces, "pieces of any length have the same bytes");
        String::from_utf8(whole).expect("UTF-8")
    }

    #[test]
    fn everything_stays_as_it_is_unless_it_is_rounded() {
        let mut everything = Selection::default();
        everything.keep([]);
        let text = filtered(&everything, None);
        assert_eq!(text.as_bytes(), [TEXT, MORE].concat());
        assert_eq!(filtered(&everything, Some(1)), text.replace("1.26", "1.3"));
    }

    #[test]
    fn members_are_kept_by_their_paths() {
        let mut selection = Selection::default();
        selection.keep(["response", "sun", "up", "x"]);
        selection.keep(["response", "moon"]);
        let kept = r#"{"response":{"sun":{"up":[{"x":-0.00004},null]},"moon":null}}"#;
        assert_eq!(filtered(&selection, None), kept);
        let mut selection = Selection::default();
        selection.keep(["response", EACH, "set"]);
        let kept = r#"{"response":{"sun":{"set":{"utc":"20}:\""}},"moon":null,"jd":245.55,"n":12345678}}"#;
        assert_eq!(filtered(&selection, None), kept);
    }

    #[test]
    fn numbers_are_rounded_but_not_to_zero() {
        for (number, digits, expected) in [
            ("359782.62599258", 2, "359782.63"),
            ("7.58e-6", 3, "0.000008"),
            ("-0.5", 0, "-0.5"),
            ("-0.75", 0, "-1"),
            ("89.9996", 3, "90"),
            ("0.0", 3, "0"),
        ] {
            let rounded = rounded_word(number.as_bytes(), digits).map(String::from_utf8);
            assert_eq!(rounded, Some(Ok(expected.to_owned())), "{number}");
        }
        assert!(rounded_word(b"12", 0).is_none() && rounded_word(b"true", 0).is_none());
    }
}
