//! Bonus hunts of external services, read-only (docs/decisions.md, D3).
//!
//! Invariants: the last good response stays visible until the next one; of an external hunt, the
//! site stores only the admins' overrides as its own data.

mod bht;
mod bonushunt;
mod reading;
mod records;
mod refreshing;
mod rounds;

use std::collections::BTreeSet;

use serde_json::Value;

pub(crate) use records::ROWS;
pub(super) use records::{read_all, said_key};
pub use refreshing::{Importable, Refreshed};
pub(super) use rounds::Rounds;

use super::HuntError;
use super::records::folded;
use crate::clock::Clock;
use crate::config::{Config, DecimalSign, HuntService, Secret};
use crate::external::{Call, ExternalError, ExternalService, ServiceSlot, UnreadableAmount};
use reading::{Listed, Place, Read};

/// Most external hunts kept, newest first.
const KEPT: usize = 100;
/// Most pages of a list that are read, however many the service reports.
const PAGES_MAX: usize = 10;

/// A page of a list.
struct Page {
    listed: Vec<Listed>,
    /// Number of rows received, whether they could be parsed or not.
    rows: usize,
    has_more: bool,
}

/// An external service for bonus hunts.
#[derive(Clone)]
pub struct Source {
    service: ExternalService,
    kind: HuntService,
    sign: DecimalSign,
    key: Secret,
}

impl Source {
    /// The service of the settings; `None` without a key.
    ///
    /// # Errors
    /// The address is invalid.
    pub fn new(
        config: &Config,
        slot: &ServiceSlot,
        clock: &Clock,
    ) -> Result<Option<Self>, ExternalError> {
        let settings = &config.hunts;
        if settings.external_key.reveal().is_empty() {
            return Ok(None);
        }
        let own = match settings.external {
            HuntService::Bht => bht::BASE,
            HuntService::Bonushunt => bonushunt::BASE,
        };
        let base = if settings.external_url.is_empty() { own } else { &settings.external_url };
        let service = slot.client(base, &config.outside, clock)?;
        let key = settings.external_key.clone();
        Ok(Some(Self {
            service,
            kind: settings.external,
            sign: settings.external_decimal_sign,
            key,
        }))
    }

    /// For the health page.
    pub fn service(&self) -> &ExternalService {
        &self.service
    }

    /// The local id of an imported hunt. The prefix is short, so that a UUID fits into an id.
    fn own_id(&self, id: &str) -> String {
        let service = match self.kind {
            HuntService::Bht => "bht",
            HuntService::Bonushunt => "bh",
        };
        format!("{service}-{id}")
    }

    fn call(&self, path: &[&str]) -> Call {
        match self.kind {
            // The path contains the token, so such addresses must not be logged.
            HuntService::Bht => {
                Call::get(std::iter::once(self.key.reveal()).chain(path.iter().copied()))
            }
            HuntService::Bonushunt => Call::get(path.iter().copied()).bearer(self.key.clone()),
        }
    }

    /// The newest hunts in the service's order, from as many pages as necessary. An empty list is
    /// an error unless `may_be_empty`.
    async fn list(&self, may_be_empty: bool) -> Result<Vec<Listed>, ExternalError> {
        let (mut found, mut offset) = (Vec::<Listed>::new(), 0);
        let mut ids = BTreeSet::new();
        for _ in 0..PAGES_MAX {
            let Page { listed, rows, has_more } =
                self.page(offset, may_be_empty || offset > 0).await?;
            // The list may change while its pages are read: hunts may occur twice.
            let known = found.len();
            found.extend(listed.into_iter().filter(|one| ids.insert(folded(&one.id))));
            offset += rows;
            if !has_more || found.len() == known || found.len() >= KEPT {
                break;
            }
        }
        found.truncate(KEPT);
        Ok(found)
    }

    /// The page of the list at this offset.
    async fn page(&self, offset: usize, may_be_empty: bool) -> Result<Page, ExternalError> {
        let mut call = match self.kind {
            HuntService::Bht => self.call(&["hunts"]),
            HuntService::Bonushunt => self.call(&["hunts"]).with("limit", KEPT.to_string()),
        };
        if offset > 0 {
            call = call.with("offset", offset.to_string());
        }
        let fields = match self.kind {
            HuntService::Bht => bht::LISTS,
            HuntService::Bonushunt => bonushunt::LISTS,
        };
        let page = |answer: &Value| {
            let rows = reading::list(answer, &fields)?;
            let listed = reading::listed(rows);
            let has_more = match self.kind {
                HuntService::Bht => false,
                HuntService::Bonushunt => bonushunt::has_more(answer),
            };
            let is_list = !listed.is_empty() || (rows.is_empty() && may_be_empty);
            is_list.then_some(Page { listed, rows: rows.len(), has_more })
        };
        let without = match may_be_empty {
            true => "no list of hunts with ids",
            false => "no hunts with ids where there were some",
        };
        self.service.find(&call, without, page).await
    }

    /// One hunt. `listed` is its entry in the list: a response without bonuses is an error when the
    /// list counts some.
    async fn one(&self, id: &str, listed: Option<&Value>) -> Result<Read, ExternalError> {
        let counted = listed.and_then(|listed| self.total(listed)).unwrap_or_default();
        let one = |answer: &Value| {
            let read = self.read(answer, Place::Alone)?;
            Ok(read.filter(|read| !read.slots.is_empty() || counted == 0))
        };
        self.service.find_amounts(&self.call(&["hunts", id]), "a hunt without bonuses", one).await
    }

    fn read(&self, answer: &Value, place: Place) -> Result<Option<Read>, UnreadableAmount> {
        match self.kind {
            HuntService::Bht => bht::read(answer, place, self.sign),
            HuntService::Bonushunt => bonushunt::read(answer, place, self.sign),
        }
    }

    fn total(&self, hunt: &Value) -> Option<usize> {
        match self.kind {
            HuntService::Bht => bht::total(hunt),
            HuntService::Bonushunt => bonushunt::total(hunt),
        }
    }
}

impl From<ExternalError> for HuntError {
    fn from(error: ExternalError) -> Self {
        Self::Source(error)
    }
}
