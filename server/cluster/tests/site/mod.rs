//! A site on several machines as its members see it: real servers, a real etcd, faults, and members that bet and write down
//! what they were answered.

#[path = "../members/mod.rs"]
pub mod members;

pub mod betting;
pub mod faults;
pub mod injection;
pub mod machine;
pub mod wire;
pub mod world;

pub use members::until;
