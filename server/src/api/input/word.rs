//! Words that stand for values.

/// A closed set of words and their values.
pub(crate) trait Word: Copy + PartialEq + Sized + 'static {
    /// The words as `Kind::Word` and `Kind::Words` have them.
    const WORDS: &'static [&'static str];
    /// What they stand for, in the same order.
    const VALUES: &'static [Self];

    /// The word for a value.
    fn word(self) -> &'static str {
        let index = Self::VALUES.iter().position(|v| *v == self).expect("all values have words");
        Self::WORDS[index].split(':').next().expect("a split text has a first part")
    }
}

/// All words of a type, without their short forms.
pub(crate) fn words<W: Word>() -> impl Iterator<Item = &'static str> {
    W::VALUES.iter().map(|value| value.word())
}
