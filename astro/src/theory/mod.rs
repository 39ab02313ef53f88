//! Published theories of the Sun and the Moon, as their authors state them.

pub mod de440;
mod elp;
pub mod elp2000_82;
pub mod elp_mpp02;
pub mod meeus;
pub mod vsop87;

/// The rows of a table of terms in this folder: a line of names, then `N` numbers a line.
fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [f64; N]> {
    table.lines().skip(1).map(|line| {
        let mut numbers = line.split(',').map(|number| number.parse().expect("the table holds numbers"));
        let row = std::array::from_fn(|_| numbers.next().expect("all lines have all columns"));
        assert!(numbers.next().is_none(), "no line has more columns");
        row
    })
}
