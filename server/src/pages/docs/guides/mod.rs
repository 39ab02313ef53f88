//! Guides: what no single operation explains.

mod accuracy;
mod browsers;
mod costs;
mod dates;
mod early_years;
mod errors;
mod many_servers;
mod many_servers_sizing;
mod parts;
mod place;

use super::page::Page;
use super::reader::Reader;
use maud::html;

/// A guide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Guide {
    /// Dates, time scales and ΔT.
    Dates,
    /// Standard errors.
    Accuracy,
    /// Years before 1.
    EarlyYears,
    /// Eclipses of a place.
    Place,
    /// Costs, plans, rates and caching.
    Costs,
    /// CORS, origin rules and frames.
    Browsers,
    /// Refusals and what to do.
    Errors,
    /// Many servers that behave as one.
    ManyServers,
}

impl Guide {
    /// All guides, in the order in which readers need them.
    pub(super) const ALL: [Self; 8] = [
        Self::Dates,
        Self::Accuracy,
        Self::EarlyYears,
        Self::Place,
        Self::Costs,
        Self::Browsers,
        Self::Errors,
        Self::ManyServers,
    ];

    /// The part of its address after `/docs/`.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Dates => "dates",
            Self::Accuracy => "accuracy",
            Self::EarlyYears => "early-years",
            Self::Place => "place",
            Self::Costs => "costs",
            Self::Browsers => "browsers",
            Self::Errors => "errors",
            Self::ManyServers => "many-servers",
        }
    }

    /// Its title.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Dates => "Dates, time scales and ΔT",
            Self::Accuracy => "How sure an answer is",
            Self::EarlyYears => "Years before 1",
            Self::Place => "Eclipses of a place",
            Self::Costs => "Costs, plans, rates and caching",
            Self::Browsers => "Browsers: CORS and origin rules",
            Self::Errors => "Errors",
            Self::ManyServers => "Running many servers",
        }
    }

    /// What it explains, in one sentence.
    pub(super) fn about(self) -> &'static str {
        match self {
            Self::Dates => "How dates are written, which time they are in, and how sure that time is.",
            Self::Accuracy => "What the block accuracy says, from which causes, and what it leaves out.",
            Self::EarlyYears => "Signs, the year 0, and the two calendars.",
            Self::Place => "From a place to its eclipses, their contacts, a map and a calendar.",
            Self::Costs => "What a call costs, what each plan allows, and how to ask for less.",
            Self::Browsers => "Calls from a page, and what a CORS error usually means.",
            Self::Errors => "The form of refusals, all their codes, and which come first.",
            Self::ManyServers => {
                "For operators: several servers behind a balancer, what they share, and how large they are."
            }
        }
    }

    /// The page of the guide.
    pub(super) fn page(self, reader: &Reader) -> Page {
        let content = match self {
            Self::Dates => dates::content(reader),
            Self::Accuracy => accuracy::content(reader),
            Self::EarlyYears => early_years::content(reader),
            Self::Place => place::content(reader),
            Self::Costs => costs::content(reader),
            Self::Browsers => browsers::content(reader),
            Self::Errors => errors::content(reader),
            Self::ManyServers => many_servers::content(reader),
        };
        Page {
            name: self.name(),
            title: self.title(),
            lead: html! { p { (self.about()) } },
            group: None,
            content: html! { div.guide { (content) } },
        }
    }
}
