//! Live push: who is connected and what is sent to whom.
