//! The part of an account's credits that this server may spend while others spend of the same account.
//!
//! A server counts what it has itself spent in the month, S, and has a grant, G: it may spend up to G without
//! asking. What others have spent and may spend is known as it was last told.

use crate::clock::Month;
use crate::lease::asking::Asking;
use crate::plan::Credits;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// For how long what others have spent is believed, when nothing is left: a call after that asks again.
const BELIEVED: Duration = Duration::from_millis(250);
/// Of how many months that are not the present one it is remembered what was spent.
const MOST_EARLIER: usize = 3;

/// What a server tells the others of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Report {
    /// The month.
    pub month: Month,
    /// What this server has spent in it.
    pub spent: Credits,
    /// What it may spend in it without asking, spent credits included.
    pub granted: Credits,
    /// What others have spent, as far as it knows.
    pub others: Credits,
    /// What the calls that wait here cost together.
    pub wanted: Credits,
    /// What the cheapest of them costs.
    pub least: Credits,
}

/// What a server is told of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Told {
    /// The month.
    pub month: Month,
    /// What it may spend in it without asking again, spent credits included.
    pub granted: Credits,
    /// What others have spent in it.
    pub others: Credits,
    /// What others have spent, or may spend without asking.
    pub(crate) committed: Credits,
    /// Whether every server is asked before it spends, so that nothing is free that is not granted.
    pub(crate) is_exact: bool,
}

/// Whether a call is covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cover {
    /// It is.
    Enough,
    /// It is not.
    Exhausted,
    /// That is known only when others were asked.
    Unknown,
}

/// What a server knows of an account that it shares.
#[derive(Debug)]
pub(super) struct Share {
    account: Arc<str>,
    asking: Arc<Asking>,
    /// Millicredits that this server has spent in the month.
    spent: i64,
    /// Millicredits up to which it may spend without asking.
    granted: i64,
    /// Millicredits spent from which on it asks for more.
    low: i64,
    /// Millicredits that others have spent or may spend without asking.
    committed: i64,
    is_exact: bool,
    is_asked: bool,
    /// When something was last told.
    told: Option<Instant>,
    /// What the calls that wait cost.
    waiting: Vec<i64>,
    /// Millicredits that this server has spent in months before, and after if the clock was set back.
    earlier: Vec<(Month, i64)>,
}

impl Share {
    /// Makes the share of an account of which others have spent so much, as far as is known.
    pub(super) fn new(account: Arc<str>, asking: Arc<Asking>) -> Self {
        Self {
            account,
            asking,
            spent: 0,
            granted: 0,
            low: 0,
            committed: 0,
            is_exact: false,
            is_asked: false,
            told: None,
            waiting: Vec::new(),
            earlier: Vec::new(),
        }
    }

    /// Whether a call that costs something may be made when `used` of the allowance is used by all. Asks for
    /// more when half of the grant is spent.
    pub(super) fn cover(&mut self, cost: i64, used: i64, allowance: i64) -> Cover {
        let cover = self.judge(cost, used, allowance);
        if cover == Cover::Enough && self.spent + cost > self.low {
            self.ask();
        }
        cover
    }

    /// Whether a call may be made, without asking.
    pub(super) fn judge(&self, cost: i64, used: i64, allowance: i64) -> Cover {
        let is_within = used + cost <= allowance;
        match self.told {
            _ if cost > allowance => Cover::Exhausted,
            _ if is_within && self.spent + cost <= self.granted => Cover::Enough,
            Some(told) if !is_within && told.elapsed() < BELIEVED => Cover::Exhausted,
            _ => Cover::Unknown,
        }
    }

    /// Whether a call may be made that has waited since `begun`, by what is known now. Where every server
    /// asks before it spends, what is not granted is somebody else's.
    pub(super) fn cover_at_last(&mut self, cost: i64, used: i64, allowance: i64, begun: Instant) -> Cover {
        let has_heard = self.told.is_some_and(|told| told > begun);
        let is_free = self.spent + cost <= allowance - self.committed;
        match self.cover(cost, used, allowance) {
            Cover::Unknown if is_free && !(has_heard && self.is_exact) => Cover::Enough,
            Cover::Unknown => Cover::Exhausted,
            known => known,
        }
    }

    /// Counts what is spent of the month, or taken back.
    pub(super) fn spend(&mut self, credits: i64) {
        self.spent += credits;
        if credits < 0 {
            self.ask();
        }
    }

    /// Counts what is taken back of a month that is not the present one.
    pub(super) fn spend_on(&mut self, day: i64, credits: i64) {
        if let Some((_, spent)) = self.earlier.iter_mut().find(|(month, _)| month.has(day)) {
            *spent += credits;
        }
    }

    /// What others have spent, if all have used so much together.
    pub(super) fn others(&self, used: i64) -> i64 {
        used - self.spent
    }

    /// Begins another month, of which nothing is told yet.
    pub(super) fn begin_month(&mut self, old: Month, new: Month) {
        if self.spent != 0 {
            self.earlier.push((old, self.spent));
        }
        let before = self.earlier.iter().position(|(month, _)| *month == new);
        self.spent = before.map_or(0, |at| self.earlier.remove(at).1);
        if self.earlier.len() > MOST_EARLIER {
            self.earlier.remove(0);
        }
        (self.granted, self.low, self.committed, self.told) = (self.spent, self.spent, 0, None);
    }

    /// Takes into account what others have spent as it is written, until something is told.
    pub(super) fn begin_with(&mut self, used: i64) {
        self.committed = used - self.spent;
    }

    /// What is to be told to others. With `gives_back` nothing is spent any more without asking.
    pub(super) fn report(&mut self, month: Month, used: i64, gives_back: bool) -> Report {
        self.is_asked = false;
        if gives_back {
            (self.granted, self.low) = (self.spent, self.spent);
        }
        Report {
            month,
            spent: Credits(self.spent),
            granted: Credits(self.granted.max(self.spent)),
            others: Credits(self.others(used)),
            wanted: Credits(self.waiting.iter().sum()),
            least: Credits(self.waiting.iter().copied().min().unwrap_or(0)),
        }
    }

    /// Takes what others have told. Gives what all have used.
    pub(super) fn tell(&mut self, told: &Told) -> i64 {
        self.granted = told.granted.0;
        self.low = self.granted - (self.granted - self.spent) / 2;
        self.committed = told.committed.0;
        self.is_exact = told.is_exact;
        self.told = Some(Instant::now());
        told.others.0 + self.spent
    }

    /// Lets this server spend, asking nobody, what others are not known to have been granted.
    pub(super) fn go_alone(&mut self, allowance: i64) {
        self.granted = (allowance - self.committed).max(self.granted);
        (self.low, self.is_exact) = (self.granted, false);
        self.told = Some(Instant::now());
    }

    /// Credits that are granted and not spent.
    pub(super) fn left(&self) -> Credits {
        Credits((self.granted - self.spent).max(0))
    }

    /// Lets a call wait that costs so much.
    pub(super) fn wait(&mut self, cost: i64) {
        self.waiting.push(cost);
        self.ask();
    }

    /// A call that costs so much waits no longer.
    pub(super) fn wait_no_longer(&mut self, cost: i64) {
        if let Some(at) = self.waiting.iter().position(|waiting| *waiting == cost) {
            self.waiting.swap_remove(at);
        }
    }

    /// Where the account's credits are asked for.
    pub(super) fn asking(&self) -> &Arc<Asking> {
        &self.asking
    }

    fn ask(&mut self) {
        if !std::mem::replace(&mut self.is_asked, true) {
            self.asking.ask(&self.account);
        }
    }
}
