//! Calls to the casino's service: `GET /v1/external/affiliates`.

use bytes::Bytes;

use super::parsing::{self, Read};
use crate::clock::{Clock, FixedZone, SiteDay, SiteMonth};
use crate::config::{Config, DecimalSign, Secret, Wagers};
use crate::external::{Call, ExternalError, ExternalService, ServiceSlot};
use crate::reads::Reads;
use crate::wagers::WagerError;

pub(super) struct Source {
    pub(super) service: ExternalService,
    /// Sent in the query, so the full address must never be logged.
    pub(super) key: Secret,
    sign: DecimalSign,
}

impl Source {
    /// The service of the settings; `None` without a key.
    pub(super) fn new(
        slot: &ServiceSlot,
        config: &Config,
        clock: &Clock,
    ) -> Result<Option<Self>, ExternalError> {
        let Wagers { source_url, source_key, decimal_sign, .. } = &config.wagers;
        if source_key.reveal().is_empty() {
            return Ok(None);
        }
        let service = slot.client(source_url, &config.outside, clock)?;
        Ok(Some(Self { service, key: source_key.clone(), sign: *decimal_sign }))
    }
}

/// A parsed response.
pub(super) struct Fetched {
    pub(super) read: Read,
    pub(super) raw: Bytes,
}

impl Source {
    /// Fetches a whole month.
    pub(super) async fn fetch(
        &self,
        reads: &Reads,
        zone: FixedZone,
        month: SiteMonth,
    ) -> Result<Fetched, WagerError> {
        let first = zone.day(zone.month_start(month));
        let SiteDay(next) = zone.day(zone.month_start(SiteMonth(month.0 + 1)));
        let call = Call::get(["v1", "external", "affiliates"])
            .with("start_at", first.iso())
            .with("end_at", SiteDay(next - 1).iso())
            .with("key", self.key.reveal());
        // Parsing ten thousand players must not run on a serving thread.
        let sign = self.sign;
        let meaning = |raw: Bytes| async move {
            let answer = raw.clone();
            match reads.run(move || parsing::read(&answer, sign)).await {
                Ok(Ok(read)) => Ok(Ok((read, raw))),
                Ok(Err(why)) => Err(why.to_string()),
                // The error contains nothing of the service's address.
                Err(error) => Ok(Err(WagerError::from(error))),
            }
        };
        let (read, raw) = self.service.read_with(&call, meaning).await??;
        if read.unread > 0 {
            let (unread, month) = (read.unread, month.iso());
            tracing::warn!(unread, month, "cannot parse some rows of the wager source");
        }
        Ok(Fetched { read, raw })
    }
}
