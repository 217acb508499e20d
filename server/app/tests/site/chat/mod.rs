//! The chat of the streaming platform, over real HTTP against another side.

mod commands;
mod connecting;
mod cookies;
mod deliveries;
mod earning;
pub(crate) mod linking;
pub(crate) mod platform;
pub(crate) mod signing_in;
mod signing_up;
mod without_password;
