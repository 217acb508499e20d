//! What surrounds a login: the delay after wrong passwords, devices that are known, the log.
//!
//! Invariants: an address without an account is treated like one with an account; strangers can slow
//! an account down for themselves and never for a device that has logged in to it before; every
//! attempt leaves one line in the log.

mod delays;
mod device;
mod device_kind;
mod log;
pub(super) mod recent;

pub use delays::{AccountKey, LoginDelays};
pub use device::DeviceMarks;
pub use device_kind::DeviceKind;
pub use log::{Attempt, Entrance, Refusal};
