//! The chat of the streaming platform, over real HTTP against another side.

mod commands;
mod connecting;
mod cookies;
mod deliveries;
mod earning;
mod linking;
mod platform;
mod signing_in;
