//! What the site writes in the chat. An answer that fails is counted and not tried again: by then
//! nobody waits for it.

use std::time::Duration;

use bytes::Bytes;
use parking_lot::Mutex;
use serde_json::Value;

use super::error::HostError;
use super::error::ReplyError;
use super::host::Host;
use super::platform::say_call;
use super::records::HostRow;
use super::view::ChatReplies;
use crate::outside::OutsideError;

/// An answer to a message.
pub(super) struct Reply {
    pub(super) to: String,
    pub(super) text: String,
}

/// How answers fared since the process began.
pub(super) struct Replies {
    /// Between two of them: the platform takes so many and no more.
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
    /// With so many milliseconds between two.
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

    /// Counts an answer that was not written. Returns the error.
    pub(super) fn failed(&self, error: ReplyError) -> ReplyError {
        let mut counts = self.counts.lock();
        counts.failed += 1;
        counts.last_error = Some(error.to_string());
        error
    }

    /// Writes an answer, in the name of the app, or of the channel's owner where that is refused.
    ///
    /// # Errors
    /// See [`ReplyError`]. It is counted.
    pub(super) async fn say(&self, host: &Host, reply: &Reply) -> Result<(), ReplyError> {
        if host.is_chat_resting() {
            return Err(self.failed(ReplyError::Paused));
        }
        let said = async |kind: &'static str| {
            let make = |row: &HostRow| say_call(kind, row.user_id, &reply.text, &reply.to);
            host.say(make, |answer| Ok(was_sent(answer))).await
        };
        match said("bot").await {
            Ok(true) => {
                self.counts.lock().bot += 1;
                return Ok(());
            }
            // It was not written, so it is not written twice. What is silent or broken may have
            // written it. A token that is refused is the owner's, too.
            Ok(false) => {}
            Err(HostError::Outside(OutsideError::Status(status)))
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

/// A success may say that it is none.
fn was_sent(answer: &Bytes) -> bool {
    let answer: Option<Value> = serde_json::from_slice(answer).ok();
    let sent = answer.as_ref().and_then(|answer| answer.pointer("/data/is_sent")?.as_bool());
    sent.unwrap_or(true)
}
