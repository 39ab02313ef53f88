//! Towns and their names: search by the beginning of a name, and places named in requests.

use crate::generation::elements::PlaceNames;
use crate::generation::nearest_towns::NearestTowns;
use artifacts::Error;
use artifacts::reader::Generation;
use artifacts::tables::towns;
use geography::names::fold;
use std::collections::HashMap;
use std::ops::Range;

pub(crate) use towns::Row as Town;

/// A town whose name is spelled out counts like one with this many times its inhabitants.
const WHOLE_NAME: f64 = 20.0;
/// The factor for a town whose own name begins with a text: Lagos comes before Kinshasa, once Léopoldville.
const OWN_BEGINNING: f64 = 10.0;
/// Scores of towns that have the name that is looked for: more than that of any beginning.
const MEANT: f64 = 1e12;
/// The capital of a country counts like a town with this many times its inhabitants: Victoria in the
/// Seychelles comes before the larger ones in Canada and Hong Kong.
const CAPITAL: f64 = 250.0;
/// Fewer inhabitants than a town has that is preferred for its accents, and how many times as many a hidden
/// one has.
const VILLAGE: i32 = 15_000;
const HIDDEN: f64 = 100.0;
/// Kinds of places that are capitals or seats of governments.
const CAPITALS: [&str; 2] = ["PPLC", "PPLG"];
/// The kind of a part of a town, which counts as much less as a capital counts more.
const QUARTER: &str = "PPLX";
/// The largest of several towns of one name is meant if it has this many times the inhabitants of the next;
/// among others the country of the reader decides.
const MUCH_LARGER: f64 = 5.0;
/// A town whose name fits less is noted if it has this many times the inhabitants of the chosen one.
const NOTED: f64 = 10.0;
/// Minimum length of a name with a typing error, and of one that may have two.
const MIN_TYPO_LENGTH: usize = 3;
const MIN_TYPOS_LENGTH: usize = 8;
/// Inhabitants assumed in addition, so that places of unknown size can be compared.
const LEAST_POPULATION: f64 = 100.0;
/// Distance that counts as near, km.
const NEAR_KM: f64 = 10.0;
/// Candidates that an error names.
const MAX_CANDIDATES: usize = 5;
/// Other towns of a name that are listed beside the chosen one.
pub(crate) const MAX_OTHERS: usize = 3;

/// Words of names that are often abbreviated, folded.
const ABBREVIATIONS: [(&str, &str); 5] =
    [("st", "saint"), ("ste", "sainte"), ("mt", "mount"), ("ft", "fort"), ("pt", "point")];

/// Usual words for countries, their own names for themselves and names in German, French, Spanish, Italian
/// and Portuguese, folded, with their codes.
const COUNTRY_WORDS: &str = include_str!("country_words.txt");

/// Codes of states and provinces that people write after the name of a town, ISO 3166-2:US, :CA and :AU,
/// folded, after the codes of their countries.
const STATES: &str = include_str!("states.txt");

pub(crate) struct Towns {
    towns: towns::Towns,
    nearest: NearestTowns,
    /// English names of countries by their codes.
    countries: HashMap<String, String>,
}

/// The name of a place as people write it: a town, and maybe its region and its country.
struct PlaceName {
    town: String,
    within: Vec<Within>,
}

/// The name of a region or a country, folded, with the code if it is one of [`COUNTRY_WORDS`], and the
/// countries and names of the states if it is a code of [`STATES`].
struct Within {
    text: String,
    country: Option<&'static str>,
    states: Vec<(&'static str, &'static str)>,
}

impl Within {
    fn new(text: String) -> Self {
        let mut words = COUNTRY_WORDS.split([',', '\n']).filter_map(|words| words.rsplit_once(' '));
        let country = words.find(|(word, _)| *word == text);
        let states = STATES.lines().filter_map(|line| {
            let (country, states) = line.split_once(' ')?;
            let mut states = states.split(',').filter_map(|state| state.split_once(' '));
            states.find(|(code, _)| *code == text).map(|(_, state)| (country, state))
        });
        Self { country: country.map(|(_, code)| code), states: states.collect(), text }
    }
}

impl PlaceName {
    fn new(text: &str) -> Self {
        let (town, within) = text.split_once(',').unwrap_or((text, ""));
        Self::parted(town, within)
    }

    /// Reads a name without spaces: those between the syllables of another script.
    fn joined(text: &str) -> Self {
        let name = Self::new(text);
        Self { town: name.town.replace(' ', ""), ..name }
    }

    fn parted(town: &str, within: &str) -> Self {
        let within = within.split(',').map(fold).filter(|part| !part.is_empty());
        // N.Y. and U.S.A.
        let joined = |part: String| match part.split(' ').all(|word| word.len() == 1) {
            true => part.replace(' ', ""),
            false => part,
        };
        Self { town: fold(town), within: within.map(joined).map(Within::new).collect() }
    }
}

/// The town that a text names.
pub(crate) struct NamedTown<'a> {
    pub(crate) town: Town<'a>,
    /// Other towns of this name, the largest first; at most [`MAX_OTHERS`].
    pub(crate) others: Vec<Town<'a>>,
    /// `true` if the town has another name itself.
    pub(crate) is_other_name: bool,
    /// The index of the other that is much larger, though its own name fits less.
    pub(crate) larger: Option<usize>,
}

/// The fit of a town's name: names as they are written before those that differ by accents, and these
/// before names in other languages, former names and codes. Last come towns without the name: one of theirs
/// begins with it, or is spelled like it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    AsWritten,
    Folded,
    OtherName,
    Beginning,
    Similar,
}

/// Returns a name with its abbreviations written out: `st. louis` is `saint louis`.
fn written_out(name: &str) -> String {
    let words: Vec<_> = name.split_whitespace().collect();
    let last = words.len().saturating_sub(1);
    let full = |word: &str| ABBREVIATIONS.iter().find(|(short, _)| *short == word).map(|(_, full)| *full);
    let whole =
        |(at, word)| if at < last { full(str::trim_end_matches(word, '.')).unwrap_or(word) } else { word };
    words.iter().copied().enumerate().map(whole).collect::<Vec<_>>().join(" ")
}

/// Returns all ways to write a folded name, with and without abbreviations.
fn spellings(name: &str) -> Vec<String> {
    let mut spellings = vec![name.to_owned()];
    for (short, full) in ABBREVIATIONS.map(|(short, full)| (format!("{short} "), format!("{full} "))) {
        for at in 0..spellings.len() {
            for (from, to) in [(&short, &full), (&full, &short)] {
                let spelling = &spellings[at];
                if spelling.starts_with(&**from) || spelling.contains(&format!(" {from}")) {
                    let other = format!(" {spelling}").replacen(&format!(" {from}"), &format!(" {to}"), 1);
                    spellings.push(other[1..].to_owned());
                }
            }
        }
    }
    spellings
}

/// The best towns found so far, the best first.
struct Best {
    max: usize,
    found: Vec<(f64, usize)>,
}

impl Best {
    /// The least score; none while there is room.
    fn worst(&self) -> Option<f64> {
        self.found.get(self.max - 1).map(|(score, _)| *score)
    }

    fn can_take(&self, score: f64) -> bool {
        self.worst().is_none_or(|worst| score > worst)
    }

    fn insert(&mut self, score: f64, town: usize) {
        if let Some(same) = self.found.iter().position(|(_, of)| *of == town) {
            if self.found[same].0 >= score {
                return;
            }
            self.found.remove(same);
        }
        let place =
            self.found.partition_point(|(better, of)| *better > score || *better == score && *of < town);
        self.found.insert(place, (score, town));
        self.found.truncate(self.max);
    }
}

impl Towns {
    /// Opens the towns of a generation; none if it was built without them.
    pub(super) fn open(generation: &Generation) -> Result<Self, Error> {
        let towns = towns::open(generation)?;
        let nearest = NearestTowns::new(&towns.rows());
        Ok(Self { towns, nearest, countries: PlaceNames::open(generation)?.countries })
    }

    /// All towns, the largest first.
    pub(crate) fn rows(&self) -> towns::Rows<'_> {
        self.towns.rows()
    }

    /// Returns the town with a number of GeoNames.
    pub(crate) fn with_id(&self, geonames_id: i32) -> Option<Town<'_>> {
        let rows = self.rows();
        let row = rows.geonames_id.values().iter().position(|id| *id == geonames_id)?;
        Some(rows.row(row))
    }

    /// Returns up to `max` towns that have the name `text`, in the order of [`Self::named`], then those
    /// with a name that begins so, the largest first; each with how its name fits. Near a place, in
    /// degrees, a small town nearby comes before a large one far away. If no name begins so, names with one
    /// wrong, missing, additional or exchanged letter are found. After a comma `text` may name the region
    /// or the country.
    pub(crate) fn search(&self, text: &str, near: Option<[f64; 2]>, max: usize) -> Vec<(Fit, Town<'_>)> {
        let name = PlaceName::new(text);
        let mut meant = self.meant(text);
        if let Some(hidden) = self.hidden(&name, &meant) {
            meant.retain(|(_, town)| *town != hidden.1);
            meant.insert(1, hidden);
        }
        let mut best = Best { max, found: Vec::new() };
        let insert = |best: &mut Best| {
            (0..max).zip(&meant).for_each(|(at, (_, town))| best.insert(MEANT - at as f64, *town));
        };
        if near.is_none() {
            insert(&mut best);
        }
        let mut fit = Fit::Beginning;
        self.collect(&name, &self.beginnings(&name), None, near, &mut best);
        if best.found.is_empty() && !text.is_ascii() {
            let name = PlaceName::joined(text);
            self.collect(&name, &self.beginnings(&name), None, near, &mut best);
        }
        if best.found.is_empty() {
            insert(&mut best);
        }
        if best.found.is_empty() {
            fit = Fit::Similar;
            self.collect_similar(&name, near, &mut best);
        }
        let of = |town: usize| meant.iter().find(|(_, of)| *of == town).map_or(fit, |(fit, _)| *fit);
        best.found.into_iter().map(|(_, town)| (of(town), self.rows().row(town))).collect()
    }

    /// The names that begin with a name, in all spellings.
    fn beginnings(&self, name: &PlaceName) -> Vec<(Range<usize>, usize)> {
        spellings(&name.town).iter().map(|name| (self.beginning_with(name), name.len())).collect()
    }

    /// Looks for names with one or two typing errors.
    fn collect_similar(&self, name: &PlaceName, near: Option<[f64; 2]>, best: &mut Best) {
        if name.town.len() >= MIN_TYPO_LENGTH {
            let second = usize::from(name.town.len() >= MIN_TYPOS_LENGTH);
            self.collect(name, &self.with_typing_error(&name.town), Some(second), near, best);
        }
    }

    /// Returns the `max` towns that are nearest to a place in degrees, the nearest first.
    pub(crate) fn nearest(&self, place: [f64; 2], max: usize) -> Vec<Town<'_>> {
        let rows = self.rows();
        self.nearest.of(&rows, place, max, 180.0).into_iter().map(|(_, town)| rows.row(town)).collect()
    }

    /// Returns the nearest town within an angular distance in degrees, with its distance in radians.
    pub(crate) fn nearest_within(&self, place: [f64; 2], within_deg: f64) -> Option<(f64, Town<'_>)> {
        let rows = self.rows();
        let (distance, town) = self.nearest.of(&rows, place, 1, within_deg).pop()?;
        Some((distance, rows.row(town)))
    }

    /// Returns the town nearest to a place in degrees, if it is at most 2 km away and its own height is
    /// known, with the standard error of this height at the place, m.
    pub(crate) fn height_near(&self, place: [f64; 2]) -> Option<(Town<'_>, f64)> {
        let (distance, town) = self.nearest_within(place, HEIGHT_KM / KM_PER_DEGREE)?;
        let is_own = town.height_source.is_some_and(|source| source.0 == towns::GEONAMES);
        let away_m = SLOPE_M_PER_KM * distance.to_degrees() * KM_PER_DEGREE;
        let sigma_m = f64::from(town.height_sigma_m?).hypot(away_m);
        is_own.then_some((town, sigma_m))
    }

    /// Returns the height of this town with its standard error at the place, m, if the error is less than
    /// another one.
    pub(crate) fn ground_m(&self, place: [f64; 2], other_sigma_m: f64) -> Option<[f64; 2]> {
        let (town, sigma_m) = self.height_near(place)?;
        Some([town.height_m?.into(), sigma_m]).filter(|_| sigma_m < other_sigma_m)
    }

    /// Looks for the best towns in ranges of names, each with the length of what its names begin with, and
    /// maybe how many further letters they may have.
    fn collect(
        &self,
        name: &PlaceName,
        ranges: &[(Range<usize>, usize)],
        further: Option<usize>,
        near: Option<[f64; 2]>,
        best: &mut Best,
    ) {
        let (rows, names) = (self.rows(), self.towns.names());
        let (population, rank) = (rows.population.values(), names.rank.values());
        let squeeze = near.map_or(1.0, |[lat, _]| lat.to_radians().cos());
        // Thousands of towns share a region.
        let mut known = HashMap::new();
        for (range, length) in ranges.iter().filter(|_| !name.town.is_empty()) {
            let spelled_out = range.start + self.partition(range, |n| n.len() <= *length);
            // Towns from this one on are too small to be among the best.
            let mut too_small = rows.count();
            for (row, town) in range.clone().zip(&rank[range.clone()]) {
                let (town, is_spelled_out) = (*town as usize, row < spelled_out);
                if town >= too_small && !is_spelled_out {
                    continue;
                }
                if further.is_some_and(|further| names.name.value(row).len() > length + further) {
                    continue;
                }
                let people = f64::from(population[town]) + LEAST_POPULATION;
                let mut is_within = || {
                    let region = (rows.country_iso.value(town), rows.region.key(town));
                    name.within.is_empty()
                        || *known
                            .entry(region)
                            .or_insert_with(|| self.is_within(&rows.row(town), &name.within))
                };
                // Names are folded only where the town may be among the best.
                if near.is_none() && !(best.can_take(people * WHOLE_NAME) && is_within()) {
                    continue;
                }
                let is_own = || {
                    let begun = &names.name.value(row)[..*length];
                    fold(rows.ascii_name.value(town)).starts_with(begun)
                };
                let mut score = match is_spelled_out {
                    true => people * WHOLE_NAME,
                    false if near.is_none() && best.can_take(people * OWN_BEGINNING) && is_own() => {
                        people * OWN_BEGINNING
                    }
                    false => people,
                };
                if let Some([lat, lng]) = near {
                    let north = rows.latitude_deg.values()[town] - lat;
                    // Nearly all are too far north or south.
                    if !best.can_take(score / squared_km(north, 0.0)) {
                        continue;
                    }
                    let east = (rows.longitude_deg.values()[town] - lng).abs();
                    let east = east.min(360.0 - east) * squeeze;
                    score /= squared_km(north, east);
                }
                if best.can_take(score) && is_within() {
                    best.insert(score, town);
                    if let (None, Some(worst)) = (near, best.worst()) {
                        let most = |p: &i32| (f64::from(*p) + LEAST_POPULATION) * OWN_BEGINNING;
                        too_small = population.partition_point(|p| most(p) >= worst);
                    }
                }
            }
        }
    }

    /// Returns the towns that have a name, the better fitting first, then the larger.
    pub(crate) fn meant(&self, text: &str) -> Vec<(Fit, usize)> {
        let (written, is_whole) = text.split_once(',').map_or((text, true), |(town, _)| (town, false));
        let mut towns = self.fitting(&PlaceName::new(text), written);
        if towns.is_empty() && !is_whole {
            // Some names contain a comma.
            towns = self.fitting(&PlaceName { town: fold(text), within: Vec::new() }, text);
        }
        if towns.is_empty() {
            // Without the comma: Washington DC. Without spaces between syllables: 北京.
            let parted = text.rmatch_indices(' ').map(|(at, _)| (&text[..at], &text[at + 1..]));
            let parted =
                parted.filter(|_| is_whole).map(|(town, within)| (PlaceName::parted(town, within), town));
            let joined = (!text.is_ascii()).then(|| (PlaceName::joined(text), text));
            let found = parted.chain(joined).map(|(name, written)| self.fitting(&name, written));
            towns = found.into_iter().find(|towns| !towns.is_empty()).unwrap_or_default();
        }
        // A village does not hide the city that differs by accents: Bogota in New Jersey hid Bogotá.
        let largest = |of: Fit| {
            let fitting = towns.iter().filter(|(fit, _)| *fit == of).map(|(_, town)| *town);
            let sized = fitting.map(|town| (self.weight(town), town));
            sized.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, town)| town)
        };
        if let (Some(village), Some(city)) = (largest(Fit::AsWritten), largest(Fit::Folded))
            && self.rows().population.value(village) < VILLAGE
            && self.weight(city) > HIDDEN * self.weight(village)
        {
            towns.iter_mut().for_each(|(fit, _)| *fit = (*fit).max(Fit::Folded));
        }
        // The sort is stable.
        let mut sized: Vec<_> = towns.into_iter().map(|(fit, town)| (fit, town, self.weight(town))).collect();
        sized.sort_by(|a, b| a.0.cmp(&b.0).then(b.2.total_cmp(&a.2)));
        sized.into_iter().map(|(fit, town, _)| (fit, town)).collect()
    }

    /// The inhabitants of a town; a part of a town counts less.
    fn people(&self, town: usize) -> f64 {
        let is_quarter = self.rows().row(town).feature_code.is_some_and(|code| code.0 == QUARTER);
        let people = f64::from(self.rows().population.value(town)) + LEAST_POPULATION;
        if is_quarter { people / CAPITAL } else { people }
    }

    /// Returns inhabitants; a capital counts more.
    fn weight(&self, town: usize) -> f64 {
        let is_capital = self.rows().row(town).feature_code.is_some_and(|code| CAPITALS.contains(&code.0));
        self.people(town) * if is_capital { CAPITAL } else { 1.0 }
    }

    /// The largest of the towns whose names fit less than that of the first one, or whose own name only
    /// begins so: if it is much larger than the first one.
    fn hidden(&self, name: &PlaceName, meant: &[(Fit, usize)]) -> Option<(Fit, usize)> {
        let (fit, first) = *meant.first()?;
        let rows = self.rows();
        let less = meant.iter().filter(|(other, _)| *other > fit).map(|(fit, town)| (*fit, *town));
        let longer = spellings(&name.town).into_iter().filter_map(|begun| {
            let begun = format!("{begun} ");
            let ranks = self.towns.names().rank.values();
            let towns = self.beginning_with(&begun).map(|row| ranks[row] as usize);
            let is_own = |town: &usize| {
                fold(rows.name.value(*town)).starts_with(&begun)
                    && self.is_within(&rows.row(*town), &name.within)
            };
            // Larger towns have lesser ranks.
            let mut largest = None;
            for town in towns.filter(|town| *town < first) {
                if largest.is_none_or(|largest| town < largest) && is_own(&town) {
                    largest = Some(town);
                }
            }
            largest.map(|town| (Fit::Beginning, town))
        });
        let people = |town: usize| self.people(town) - LEAST_POPULATION;
        let sized = less.chain(longer).map(|(fit, town)| (people(town), (fit, town)));
        let (size, hidden) = sized.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
        (size >= NOTED * people(first).max(1.0)).then_some(hidden)
    }

    /// Returns up to `max` of the towns of a name, the largest first: those that fit best, and the largest
    /// that fits less.
    fn largest(&self, mut towns: Vec<(Fit, usize)>, best: Fit, max: usize) -> Vec<usize> {
        let by_people = |a: &usize, b: &usize| self.people(*b).total_cmp(&self.people(*a));
        towns.sort_by(|(_, a), (_, b)| by_people(a, b));
        let (fit, less): (Vec<_>, Vec<_>) = towns.into_iter().partition(|(fit, _)| *fit == best);
        let room = max - usize::from(!less.is_empty());
        let mut towns: Vec<_> = fit.iter().take(room).chain(&less).take(max).map(|(_, town)| *town).collect();
        towns.sort_by(by_people);
        towns
    }

    /// Returns the town that a text names: its number in GeoNames, or its name, maybe with its region and its
    /// country. Another name never competes with a town's own one. Among comparable towns whose names fit as
    /// well, those of the country of the reader, a code, come first. An error says what to write instead.
    pub(crate) fn named(&self, text: &str, country: Option<&str>) -> Result<NamedTown<'_>, String> {
        if let Ok(id) = text.trim().parse() {
            let unknown = || format!("no town has the number {id}; /places?q=… finds numbers by name");
            let town = self.with_id(id).ok_or_else(unknown)?;
            return Ok(NamedTown { town, others: Vec::new(), is_other_name: false, larger: None });
        }
        let (rows, name) = (self.rows(), PlaceName::new(text));
        let mut towns = self.meant(text);
        let weight = |(_, town): &(Fit, usize)| self.weight(*town);
        let Some(&(best, _)) = towns.first() else { return Err(self.unknown(&name, text)) };
        // A town in the country of the reader comes before a comparable one only: not before one that is
        // meant without a country, and no village called Cologne before Köln.
        let most = |is_best: bool| {
            towns.iter().filter(|town| !is_best || town.0 == best).map(weight).fold(0.0, f64::max)
        };
        let (most_of_best, most_of_all) = (most(true), most(false));
        let is_near = |town: &(Fit, usize)| {
            let is_comparable =
                MUCH_LARGER * weight(town) > most_of_best && HIDDEN * weight(town) > most_of_all;
            town.0 == best && country == Some(rows.country_iso.value(town.1)) && is_comparable
        };
        towns.sort_by_key(|town| (town.0, !is_near(town)));
        let rival = towns.get(1).filter(|(fit, _)| *fit == best);
        let is_meant = rival.is_none_or(|rival| {
            is_near(&towns[0]) && !is_near(rival) || weight(&towns[0]) >= MUCH_LARGER * weight(rival)
        });
        let hidden = self.hidden(&name, &towns);
        let first = towns[0].1;
        // Mecca is a village in California, and another name of Makkah.
        let is_doubtful = |(fit, town): &(Fit, usize)| {
            *fit == Fit::OtherName
                && best != Fit::OtherName
                && self.people(*town) > HIDDEN * self.weight(first)
        };
        let is_meant = is_meant && !hidden.as_ref().is_some_and(is_doubtful);
        towns.extend(hidden.filter(|(fit, _)| *fit == Fit::Beginning));
        if is_meant {
            let others = self.largest(towns.split_off(1), best, MAX_OTHERS);
            let larger = hidden.and_then(|(_, town)| others.iter().position(|other| *other == town));
            let others = others.into_iter().map(|town| rows.row(town)).collect();
            let is_other_name = best == Fit::OtherName;
            return Ok(NamedTown { town: rows.row(first), others, is_other_name, larger });
        }
        let count = towns.len();
        let candidates = self.largest(towns, best, MAX_CANDIDATES).into_iter().map(|town| rows.row(town));
        let more = if count > MAX_CANDIDATES { "; /places?q=… lists more" } else { "" };
        let candidates = self.listed(&candidates.collect::<Vec<_>>());
        Err(format!("{count} towns have this name; choose one: {candidates}{more}"))
    }

    /// Says what to write instead of an unknown name.
    fn unknown(&self, name: &PlaceName, text: &str) -> String {
        let rows = self.rows();
        let towns = self.fitting(&PlaceName { town: name.town.clone(), within: Vec::new() }, text);
        let is_unknown = |part: &&Within| {
            towns.iter().all(|(_, town)| !self.is_within(&rows.row(*town), std::slice::from_ref(part)))
        };
        if !towns.is_empty() {
            let parts = name.within.iter().filter(is_unknown);
            let parts: Vec<_> = parts.map(|part| format!("\"{}\"", part.text)).collect();
            let parts = if parts.is_empty() { "all of these".to_owned() } else { parts.join(" or ") };
            let largest = self.largest(towns, Fit::AsWritten, MAX_OTHERS);
            let towns: Vec<_> = largest.into_iter().map(|town| rows.row(town)).collect();
            return format!("no town of this name lies in {parts}; elsewhere: {}", self.listed(&towns));
        }
        let mut best = Best { max: MAX_OTHERS, found: Vec::new() };
        let further = name.town.len().min(MIN_TYPOS_LENGTH) / MIN_TYPOS_LENGTH + 1;
        if name.town.len() > MIN_TYPO_LENGTH {
            self.collect(name, &self.beginnings(name), Some(further), None, &mut best);
        }
        // NYC is an abbreviation, no name with a typing error.
        let is_code = text.len() <= MIN_TYPO_LENGTH && text.bytes().all(|letter| letter.is_ascii_uppercase());
        if !is_code {
            self.collect_similar(name, None, &mut best);
        }
        let similar: Vec<_> = best.found.into_iter().map(|(_, town)| rows.row(town)).collect();
        let hint = match similar.is_empty() {
            true => "/places?q=… searches by the beginning of a name".to_owned(),
            false => format!("similar: {}", self.listed(&similar)),
        };
        format!("no town of this name is known; {hint}")
    }

    fn listed(&self, towns: &[Town]) -> String {
        let labels = self.labels(towns);
        let listed = towns.iter().zip(labels).map(|(t, label)| format!("place:{} ({label})", t.geonames_id));
        listed.collect::<Vec<_>>().join(", ")
    }

    /// Returns the towns of a name with how well it fits.
    fn fitting(&self, name: &PlaceName, written: &str) -> Vec<(Fit, usize)> {
        let rows = self.rows();
        let spellings = spellings(&name.town);
        let ranks = spellings.iter().flat_map(|name| self.spelled_out(name));
        let mut towns: Vec<_> = ranks.map(|rank| *rank as usize).collect();
        towns.sort_unstable();
        towns.dedup();
        towns.retain(|town| self.is_within(&rows.row(*town), &name.within));
        let (written, folded) = (written_out(&written.to_lowercase()), written_out(&name.town));
        // In other scripts a name is written otherwise than in Latin letters, not only with other accents.
        let is_latin =
            written.chars().all(|c| !c.is_alphabetic() || matches!(c, ..'\u{250}' | '\u{1e00}'..'\u{1f00}'));
        let fit = |town: usize| match rows.name.value(town) {
            own if written_out(&own.to_lowercase()) == written => Fit::AsWritten,
            own if is_latin && written_out(&fold(own)) == folded => Fit::Folded,
            _ => Fit::OtherName,
        };
        towns.into_iter().map(|town| (fit(town), town)).collect()
    }

    /// The towns that have exactly this folded name, in any language.
    fn spelled_out(&self, name: &str) -> &[i32] {
        let range = self.beginning_with(name);
        let end = range.start + self.partition(&range, |n| n.len() <= name.len());
        &self.towns.names().rank.values()[range.start..end]
    }

    /// Returns the name of a town with its region and its country: `Oviedo, Asturias, Spain`. The region is
    /// left out if it has a name of the town, in any language: Luzern is the capital of Lucerne.
    pub(crate) fn label(&self, town: &Town) -> String {
        let region = region(town).filter(|region| !self.is_called(town, region));
        let parts = std::iter::once(town.name).chain(region);
        parts.chain([self.country(town.country_iso)]).collect::<Vec<_>>().join(", ")
    }

    /// Returns whether a region is called like its town, also in another language, or like its country.
    fn is_called(&self, town: &Town, region: &str) -> bool {
        let (country, first) = (self.country(town.country_iso), region.chars().next());
        // Nearly all begin with other letters.
        if first != town.name.chars().next() && first != country.chars().next() {
            return false;
        }
        let (region, country) = (fold(region), fold(country));
        // Lucerne is Luzern; but Washington is not the District of Columbia, which is among its names too.
        let is_of_town = || {
            let ids = self.rows().geonames_id;
            self.spelled_out(&region).iter().any(|rank| ids.value(*rank as usize) == town.geonames_id)
        };
        let name = fold(town.name);
        region == name || region == country || (region.chars().next() == name.chars().next() && is_of_town())
    }

    /// Returns the same for several towns; those that cannot be distinguished have their inhabitants too.
    pub(crate) fn labels(&self, towns: &[Town]) -> Vec<String> {
        let labels: Vec<_> = towns.iter().map(|town| self.label(town)).collect();
        let is_single = |label: &String| labels.iter().filter(|other| *other == label).count() == 1;
        let labelled = towns.iter().zip(&labels).map(|(town, label)| match town.population {
            Some(people) if !is_single(label) => format!("{label}, {people} people"),
            _ => label.clone(),
        });
        labelled.collect()
    }

    /// Returns the English name of a country, or its code if the generation has no name.
    pub(crate) fn country<'a>(&'a self, code: &'a str) -> &'a str {
        self.countries.get(code).map_or(code, |name| name)
    }

    /// Returns whether a town lies in all of these regions and countries.
    fn is_within(&self, town: &Town, within: &[Within]) -> bool {
        if within.is_empty() {
            return true;
        }
        let regions = [region(town), town.region.map(|region| region.0)];
        let [region, as_before] = regions.map(|region| region.map(fold).unwrap_or_default());
        within.iter().all(|part| {
            let Within { text: part, country, states } = part;
            // Two letters are a code: PA is Pennsylvania or Panama, not Palestine.
            town.country_iso.eq_ignore_ascii_case(part)
                || *country == Some(town.country_iso)
                || states.contains(&(town.country_iso, &*region))
                || (part.len() > 2
                    && (region.starts_with(part.as_str())
                        || as_before.starts_with(part.as_str())
                        || fold(self.country(town.country_iso)).starts_with(part.as_str())))
        })
    }

    /// Returns the rows of names that begin with a text.
    fn beginning_with(&self, text: &str) -> Range<usize> {
        let all = 0..self.towns.names().count();
        self.narrowed(&all, text)
    }

    /// Returns the part of a range of names that begins with a text.
    fn narrowed(&self, range: &Range<usize>, text: &str) -> Range<usize> {
        let start = range.start + self.partition(range, |name| name < text);
        let rest = start..range.end;
        // Of many corrections few are names.
        if rest.is_empty() || !self.towns.names().name.value(start).starts_with(text) {
            return start..start;
        }
        start..start + self.partition(&rest, |name| name.starts_with(text))
    }

    /// Returns the number of names of a range before the first one that does not fulfil a condition.
    fn partition(&self, range: &Range<usize>, holds: impl Fn(&str) -> bool) -> usize {
        let names = self.towns.names().name;
        let (mut low, mut high) = (range.start, range.end);
        while low < high {
            let middle = low + (high - low) / 2;
            (low, high) = if holds(names.value(middle)) { (middle + 1, high) } else { (low, middle) };
        }
        low - range.start
    }

    /// Returns the ranges of names that begin with a text after one correction: of a wrong, missing,
    /// additional or exchanged letter; each with the length of the corrected text.
    fn with_typing_error(&self, text: &str) -> Vec<(Range<usize>, usize)> {
        let names = self.towns.names();
        let (mut found, mut here) = (Vec::new(), 0..names.count());
        for i in 0..=text.len() {
            let (before, rest) = text.split_at(i);
            here = self.narrowed(&here, before);
            let mut attempt = |range: &Range<usize>, changed: String| {
                let range = self.narrowed(range, &changed);
                if !range.is_empty() {
                    found.push((range, changed.len()));
                }
            };
            let mut letters = rest.chars();
            if let Some(letter) = letters.next() {
                attempt(&here, format!("{before}{}", letters.as_str()));
                if let Some(second) = letters.next() {
                    attempt(&here, format!("{before}{second}{letter}{}", letters.as_str()));
                }
            }
            // Every letter that follows in a name.
            let mut at = here.start + self.partition(&here, |name| name.len() <= i);
            while at < here.end {
                let letter = names.name.value(at).as_bytes()[i];
                let rest_of_names = at..here.end;
                let with_letter =
                    at..at + self.partition(&rest_of_names, |name| name.as_bytes()[i] <= letter);
                let letter = char::from(letter);
                attempt(&with_letter, format!("{before}{letter}{rest}"));
                if !rest.is_empty() {
                    attempt(&with_letter, format!("{before}{letter}{}", &rest[1..]));
                }
                at = with_letter.end;
            }
        }
        found
    }
}

/// The first-level division of a town, spelled right.
pub(crate) fn region<'a>(town: &Town<'a>) -> Option<&'a str> {
    Some(match town.region?.0 {
        "Castille and León" => "Castile and León",
        "Castille-La Mancha" => "Castilla-La Mancha",
        "Reunion" => "Réunion",
        region => region,
    })
}

/// The square of a distance in degrees, km², and that of [`NEAR_KM`].
fn squared_km(north: f64, east: f64) -> f64 {
    (north * north + east * east) * KM_PER_DEGREE * KM_PER_DEGREE + NEAR_KM * NEAR_KM
}

/// Distance at which the height of a town still tells that of the ground, km.
const HEIGHT_KM: f64 = 2.0;
/// Root mean square of the differences between the heights of neighbouring towns per distance, m/km: 38 m at
/// 0.8 km, 61 m at 1.75 km (28,000 pairs within 2 km).
const SLOPE_M_PER_KM: f64 = 35.0;

/// Length of a degree of latitude, km.
pub(crate) const KM_PER_DEGREE: f64 = 111.2;
