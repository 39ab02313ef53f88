//! Packs: the elements of eclipses and ΔT as one file of numbers.
//!
//! A pack begins with [`MAGIC`], the numbers of eclipses and of nodes of ΔT (u32 each), and 48 bytes with the
//! name of the generation. Rows of eclipses follow, then those of nodes, all little-endian f64.

use crate::eclipse::{Basis, Eclipse};
use crate::error::Error;
use astro::eclipse::besselian::{Polynomials, Radii};
use astro::time::Tt;
use astro::time::delta_t::{DeltaT, DeltaTOrigin, Node};

/// The first bytes, with the version of the format.
const MAGIC: &[u8; 8] = b"UMBRAPK1";
const NAME_BYTES: usize = 48;
const HEAD_BYTES: usize = MAGIC.len() + 8 + NAME_BYTES;
/// Numbers of what a theory says: greatest eclipse, its type, latitude and source, and 28 of the elements.
const BASIS: usize = 32;
/// Numbers of an eclipse: its name in three, and both theories.
const ECLIPSE: usize = 3 + 2 * BASIS;
/// Numbers of a node.
const NODE: usize = 4;
/// Maximum plausible ΔT, s: that of −1999 is 46,000.
const MAX_DELTA_T_S: f64 = 200_000.0;
/// Bytes of a number.
const NUMBER: usize = size_of::<f64>();

pub(crate) struct Contents {
    pub(crate) dataset: String,
    pub(crate) eclipses: Vec<Eclipse>,
    pub(crate) delta_t: DeltaT,
}

/// Writes a pack. The name of the generation has at most 48 bytes.
pub(crate) fn write(dataset: &str, eclipses: &[Eclipse], delta_t: &[Node]) -> Vec<u8> {
    assert!(dataset.len() <= NAME_BYTES, "{dataset} is a short name");
    let mut out = MAGIC.to_vec();
    for count in [eclipses.len(), delta_t.len()] {
        out.extend(u32::try_from(count).expect("a few thousand").to_le_bytes());
    }
    out.extend(dataset.as_bytes());
    out.resize(HEAD_BYTES, 0);
    let mut numbers: Vec<f64> = Vec::new();
    for Eclipse { catalog, saros, kind, canon, precise, .. } in eclipses {
        numbers.extend([f64::from(*catalog), f64::from(*saros), f64::from(kind.word().as_bytes()[0])]);
        numbers.extend(of_basis(Some(canon)).into_iter().chain(of_basis(precise.as_ref())));
    }
    for node in delta_t {
        let source = DeltaTOrigin::ALL.iter().position(|source| *source == node.source);
        let source = source.expect("every source is in the list") as f64;
        numbers.extend([node.year, node.delta_t_s, node.sigma_s, source]);
    }
    out.extend(numbers.into_iter().flat_map(f64::to_le_bytes));
    out
}

fn of_basis(basis: Option<&Basis>) -> [f64; BASIS] {
    let Some(basis) = basis else { return [f64::NAN; BASIS] };
    let e = &basis.elements;
    let cubics = [e.x, e.y, e.d, e.mu, e.l1, e.l2].concat();
    std::array::from_fn(|k| match k {
        0 => basis.t_max.0,
        1 => f64::from(basis.type_code),
        2 => basis.latitude_deg,
        3 => f64::from(u8::from(basis.is_kernel)),
        4 => e.t0.0,
        29 => e.tan_f1,
        30 => e.tan_f2,
        31 => e.fit_residual,
        _ => cubics[k - 5],
    })
}

/// Reads an eclipse by a theory, none if it does not have the eclipse.
fn basis(row: &[f64]) -> Option<Basis> {
    let cubic = |k: usize| std::array::from_fn(|i| row[5 + 4 * k + i]);
    let elements = Polynomials {
        t0: Tt(row[4]),
        x: cubic(0),
        y: cubic(1),
        d: cubic(2),
        mu: cubic(3),
        l1: cubic(4),
        l2: cubic(5),
        tan_f1: row[29],
        tan_f2: row[30],
        radii: Radii::CANON,
        fit_residual: row[31],
    };
    let is_whole = row.iter().all(|number| number.is_finite());
    let (t_max, type_code, latitude_deg, is_kernel) = (Tt(row[0]), row[1] as u8, row[2], row[3] != 0.0);
    is_whole.then_some(Basis { t_max, type_code, latitude_deg, is_kernel, elements })
}

pub(crate) fn read(bytes: &[u8]) -> Result<Contents, Error> {
    let wrong = |problem: &str| Error::Pack(problem.into());
    let head = bytes.get(..HEAD_BYTES).filter(|head| head.starts_with(MAGIC));
    let head = head.ok_or_else(|| wrong("the file is not one, or of another version"))?;
    let count = |at: usize| {
        let four = head[at..at + 4].try_into().expect("four bytes");
        u32::from_le_bytes(four) as usize
    };
    let (eclipses, nodes) = (count(8), count(12));
    let expected = eclipses.checked_mul(ECLIPSE).zip(nodes.checked_mul(NODE));
    let expected = expected.and_then(|(eclipses, nodes)| eclipses.checked_add(nodes));
    let name = head[16..].split(|byte| *byte == 0).next().unwrap_or_default();
    let dataset = String::from_utf8(name.to_vec()).map_err(|_| wrong("its name is not text"))?;
    let (numbers, rest) = bytes[HEAD_BYTES..].as_chunks::<NUMBER>();
    if !rest.is_empty() || Some(numbers.len()) != expected {
        return Err(wrong("the file has been cut"));
    }
    let numbers: Vec<f64> = numbers.iter().map(|eight| f64::from_le_bytes(*eight)).collect();
    let (rows, nodes) = numbers.split_at(eclipses * ECLIPSE);
    let node = |row: &[f64]| {
        let all = DeltaTOrigin::ALL.into_iter().enumerate();
        let source = all.into_iter().find(|(k, _)| *k as f64 == row[3]).map(|(_, source)| source);
        let source = source.ok_or_else(|| wrong("ΔT has an unknown source"))?;
        if row.iter().any(|number| !number.is_finite()) || row[1].abs() > MAX_DELTA_T_S {
            return Err(wrong("ΔT has no plausible value"));
        }
        Ok(Node { year: row[0], delta_t_s: row[1], sigma_s: row[2], source })
    };
    let nodes = nodes.chunks_exact(NODE).map(node).collect::<Result<_, Error>>()?;
    let delta_t = DeltaT::new(nodes).map_err(|error| Error::Pack(error.to_string()))?;
    let eclipse = |row: &[f64]| {
        let letter = char::from_u32(row[2] as u32).ok_or_else(|| wrong("an eclipse has no type"))?;
        let (canon, precise) = row[3..].split_at(BASIS);
        let canon = basis(canon).ok_or_else(|| wrong("an eclipse has no elements"))?;
        Eclipse::new((row[0] as i32, row[1] as i16, letter), canon, basis(precise), &delta_t)
    };
    let eclipses = rows.chunks_exact(ECLIPSE).map(eclipse).collect::<Result<Vec<_>, Error>>()?;
    if !eclipses.is_sorted_by(|a, b| a.canon.t_max < b.canon.t_max) {
        return Err(wrong("the eclipses are not in order of time"));
    }
    Ok(Contents { dataset, eclipses, delta_t })
}
