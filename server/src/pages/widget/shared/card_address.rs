//! The address of the card of an eclipse, for links to a page.

use super::words;
use crate::endpoints::prelude::*;

/// Returns the address of the card of an eclipse. Pages do not print keys, so there is none for a caller with
/// a key.
pub(crate) fn card_address(
    context: &Context,
    eclipse: &EclipseElements,
    obs: Option<Site>,
) -> Option<String> {
    of_card(context, &format!("eclipse-card/{}", words::iso_date(eclipse)), obs)
}

pub(crate) fn lunar_card_address(context: &Context, date: Instant, obs: Option<Site>) -> Option<String> {
    of_card(context, &format!("lunar-eclipse-card/{}", date.date()), obs)
}

fn of_card(context: &Context, card: &str, obs: Option<Site>) -> Option<String> {
    if context.caller.key().is_some() && !context.caller.is_public() {
        return None;
    }
    let obs =
        obs.map_or_else(String::new, |Site { lat, lng, height, .. }| format!("&obs={lat},{lng},{height}"));
    Some(format!("{}/{card}?format=png{obs}", context.call.site()))
}
