//! Protection of logins: the delay after wrong passwords, known devices, and the log.
//!
//! Invariants: an email without an account is treated like one with an account; strangers can slow
//! down their own logins to an account, but never those of a device that has logged in to it
//! before; every attempt writes one log line.

mod delays;
mod device;
mod device_kind;
mod log;
pub(super) mod recent;

pub use delays::{AccountKey, LoginDelays};
pub use device::{DeviceMarks, MarkedFor};
pub use device_kind::DeviceKind;
pub use log::{Attempt, Entrance, Refusal};
