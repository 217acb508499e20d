//! Following, on a thread of its own.

use std::path::PathBuf;

use pointhouse_cluster::{ClusterLog, Etcd, EtcdError, Follower, Node, NodeStatus, StoreReplica};
use pointhouse_store::Store;
use tokio::sync::oneshot;

use super::machine::{Machine, now};
use super::{ClusterError, Leading};

/// A machine that follows until it leads.
pub struct Following {
    node: Node,
    ended: oneshot::Receiver<Result<Option<Followed>, ClusterError>>,
}

/// What a machine has when it leads.
pub struct Followed {
    /// Where its commits go.
    pub log: ClusterLog<Etcd>,
    /// Its leadership.
    pub leading: Leading,
}

impl Following {
    /// Begins to follow. The store must have been opened as one that follows.
    ///
    /// # Errors
    /// The store has commits that are not in the log, or a thread cannot be started.
    pub fn begin(machine: Machine, store: Store, data: PathBuf) -> Result<Self, ClusterError> {
        let replica = StoreReplica::new(store.clone(), &machine.site)?;
        let mut follower = Follower::new(machine.site.clone(), replica);
        let (node, (tell, ended)) = (Node::default(), oneshot::channel());
        let following = node.clone();
        let work = move || -> Result<Option<Followed>, ClusterError> {
            let options = machine.options.clone();
            let led = following.follow_until_leading(&options, &mut follower, now)?;
            let Some(led) = led else { return Ok(None) };
            let led_by = (led.leadership, led.log.epoch(), led.log.window().clone());
            let leading = Leading::begin(machine, led_by, (store, &data));
            let leading = leading.map_err(EtcdError::Io)?;
            Ok(Some(Followed { log: led.log, leading }))
        };
        let thread = std::thread::Builder::new().name("following".to_owned());
        let began = thread.spawn(move || {
            // Who asked may be gone.
            let _: Result<(), _> = tell.send(work());
        });
        began.map_err(EtcdError::Io)?;
        Ok(Self { node, ended })
    }

    /// What it does now.
    pub fn status(&self) -> impl Fn() -> NodeStatus + Send + Sync + Clone + use<> {
        let node = self.node.clone();
        move || node.status()
    }

    /// Waits until this machine leads. `None` after [`Following::end`].
    ///
    /// # Errors
    /// etcd cannot be asked at all.
    pub async fn until_leading(&mut self) -> Result<Option<Followed>, ClusterError> {
        let ended = (&mut self.ended).await;
        ended.unwrap_or_else(|_| Err(ClusterError::Refused("the following has ended".to_owned())))
    }

    /// Ends it, and waits for its end.
    pub async fn end(mut self) {
        self.node.end();
        if let Ok(Some(Followed { leading, .. })) = self.until_leading().await {
            // It won at this moment. Without an answer the leadership ends with its lease.
            let _: Result<(), _> = tokio::task::spawn_blocking(move || leading.resign()).await;
        }
    }
}
