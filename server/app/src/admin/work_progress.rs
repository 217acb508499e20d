//! How far long work of the panel is.

use pointhouse_store::{Stage, Unit};
use serde::Serialize;
use utoipa::ToSchema;

/// How far long work is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkProgress {
    /// The current part of the work; null while nothing runs.
    stage: Option<WorkStage>,
}

/// A part of long work.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WorkStage {
    /// What is done, such as `writing`.
    name: &'static str,
    /// Bytes that are done; null if the part counts something else.
    done_bytes: Option<u64>,
    /// About how many bytes the part has, if that is known.
    total_bytes: Option<u64>,
    /// Time since the part began, in milliseconds.
    elapsed_millis: u64,
}

impl WorkProgress {
    /// Says how far this work is.
    pub fn of(stage: Option<Stage>) -> Self {
        let stage = stage.map(|Stage { name, unit, done, total, elapsed }| {
            let is_bytes = unit == Unit::Bytes;
            let elapsed_millis = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
            // Work may have more bytes than was estimated.
            let total_bytes = total.filter(|total| is_bytes && *total >= done);
            WorkStage { name, done_bytes: is_bytes.then_some(done), total_bytes, elapsed_millis }
        });
        Self { stage }
    }
}
