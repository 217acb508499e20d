//! Part of Pointhouse.
