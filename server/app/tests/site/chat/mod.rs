//! The chat of the streaming platform, over real HTTP against another side.

mod connecting;
mod platform;
