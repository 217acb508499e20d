//! Pointhouse: a self-hosted community site for streamers, as a library with a thin `main.rs`.

pub mod broadcast;
pub mod ids;
