//! Sends replies to the chat. A failed reply is counted and not retried, because it would come too
//! late.

use std::time::Duration;

use bytes::Bytes;
use parking_lot::Mutex;
use serde_json::Value;

use super::error::HostError;
use super::error::ReplyError;
use super::host::Host;
use super::platform::send_message_call;
use super::records::HostRow;
use super::view::ChatReplies;
use crate::external::ExternalError;

/// A reply to a message.
pub(super) struct Reply {
    pub(super) to: String,
    pub(super) text: String,
}

/// Counts of replies since the start.
pub(super) struct Replies {
    /// Pause between two replies: the platform limits their rate.
    pub(super) pause: Duration,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    bot: u64,
    user: u64,
    failed: u64,
    last_error: Option<String>,
}

impl Replies {
    /// Uses this pause, in milliseconds.
    pub(super) fn new(pause_ms: u64) -> Self {
        Self { pause: Duration::from_millis(pause_ms), counts: Mutex::default() }
    }

    pub(super) fn shown(&self) -> ChatReplies {
        let counts = self.counts.lock();
        ChatReplies {
            bot: counts.bot,
            user: counts.user,
            failed: counts.failed,
            last_error: counts.last_error.clone(),
        }
    }

    /// Counts a failed reply. Returns the error.
    pub(super) fn failed(&self, error: ReplyError) -> ReplyError {
        let mut counts = self.counts.lock();
        counts.failed += 1;
        counts.last_error = Some(error.to_string());
        error
    }

    /// Sends a reply as the app, or as the channel's owner where that is refused.
    ///
    /// # Errors
    /// See [`ReplyError`]. The failure is counted.
    pub(super) async fn send(&self, host: &Host, reply: &Reply) -> Result<(), ReplyError> {
        if host.is_chat_paused() {
            return Err(self.failed(ReplyError::Paused));
        }
        let said = async |kind: &'static str| {
            let make = |row: &HostRow| send_message_call(kind, row.user_id, &reply.text, &reply.to);
            host.call_chat(make, |answer| Ok(was_sent(answer))).await
        };
        match said("bot").await {
            Ok(true) => {
                self.counts.lock().bot += 1;
                return Ok(());
            }
            // Not sent, so it may be sent as the owner. After a timeout or a broken response it may
            // have been sent. A refused token is the owner's as well.
            Ok(false) => {}
            Err(HostError::External(ExternalError::Status(status)))
                if (400..500).contains(&status) && ![401, 429].contains(&status) => {}
            Err(error) => return Err(self.failed(error.into())),
        }
        match said("user").await {
            Ok(true) => {
                self.counts.lock().user += 1;
                Ok(())
            }
            Ok(false) => Err(self.failed(ReplyError::NotSent)),
            Err(error) => Err(self.failed(error.into())),
        }
    }
}

/// Parses whether a successful response reports that the message was sent.
fn was_sent(answer: &Bytes) -> bool {
    let answer: Option<Value> = serde_json::from_slice(answer).ok();
    let sent = answer.as_ref().and_then(|answer| answer.pointer("/data/is_sent")?.as_bool());
    sent.unwrap_or(true)
}
