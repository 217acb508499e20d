//! Jobs that remove rows which have expired.

use pointhouse_store::StoreError;

use super::forget_receipts;
use crate::accounts::{forget_kept, forget_links};
use crate::games::export::forget_kept_limits;
use crate::planned::{Planned, every, run_blocking};
use crate::startup::Site;

/// Receipts, links of emails, and what was kept of deleted accounts.
pub(super) fn forgetting_jobs(site: &Site) -> Vec<Planned> {
    let receipts = (site.store().clone(), site.clock().clone());
    let (links, kept) = (receipts.clone(), receipts.clone());
    vec![
        every("0 17 * * * *", "receipts", "Remove old receipts", move || {
            let (store, now) = (receipts.0.clone(), receipts.1.now());
            run_blocking(move || forget_receipts(&store, now))
        })
        .rare(),
        every("0 18 * * * *", "links", "Remove expired email links", move || {
            let (store, now) = (links.0.clone(), links.1.now());
            run_blocking(move || forget_links(&store, now))
        })
        .rare(),
        every("0 19 * * * *", "kept", "Remove what was kept of deleted accounts", move || {
            let (store, now) = (kept.0.clone(), kept.1.now());
            run_blocking(move || {
                let limits = forget_kept_limits(&store, now)?;
                Ok::<_, StoreError>(limits + forget_kept(&store, now)?)
            })
        })
        .rare(),
    ]
}
