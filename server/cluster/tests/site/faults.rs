//! What can go wrong.

use std::time::{Duration, Instant};

use super::betting::Betting;
use super::wire::Mode;
use super::world::World;

/// A fault. After each one the site runs on two machines again, and etcd on three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The leader's process is killed.
    LeaderKilled,
    /// A member of etcd is killed.
    EtcdMemberKilled,
    /// A member of etcd stands still: its connections stay open, and nothing answers.
    EtcdMemberHangs,
    /// The same of the member that leads etcd.
    EtcdLeaderHangs,
    /// Leader and a member of etcd at once.
    BothKilled,
    /// The leader stands still for longer than its lease.
    LeaderPaused,
    /// For a second, etcd does what the leader asks, but its answers get lost.
    AnswersLost,
    /// Nothing passes between the leader and etcd, for a second.
    ShortStall,
    /// The same, for longer than the lease.
    LongStall,
    /// The leader cannot reach etcd, for longer than the lease.
    LeaderCut,
    /// All machines at once.
    AllKilled,
    /// The leader is stopped in order.
    LeaderStopped,
    /// The leadership is handed over.
    HandedOver,
    /// The same, and the new leader is stopped in order as soon as it leads.
    HandedOverAndStopped,
}

impl Fault {
    pub const ALL: [Self; 14] = [
        Self::LeaderKilled,
        Self::EtcdMemberKilled,
        Self::EtcdMemberHangs,
        Self::EtcdLeaderHangs,
        Self::BothKilled,
        Self::LeaderPaused,
        Self::AnswersLost,
        Self::ShortStall,
        Self::LongStall,
        Self::LeaderCut,
        Self::AllKilled,
        Self::LeaderStopped,
        Self::HandedOver,
        Self::HandedOverAndStopped,
    ];

    /// Makes it happen while members bet, and waits until the site runs whole again. Returns the time to the first
    /// acknowledgement of a bet that was sent after it.
    pub fn strike(self, world: &mut World, betting: &Betting, lease: Duration) -> Duration {
        let leader = world.ready();
        let longer = lease + Duration::from_secs(2);
        let member = match self {
            Self::EtcdLeaderHangs => world.etcd.leader(),
            _ => usize::try_from(betting.seen().acknowledged % 3).unwrap(),
        };
        let struck = Instant::now();
        // Until then the old leader still answers.
        let mut moved = struck;
        match self {
            Self::LeaderKilled => world.machines[leader].kill(),
            Self::EtcdMemberKilled => world.etcd.kill(member),
            Self::EtcdMemberHangs | Self::EtcdLeaderHangs => world.etcd.pause(member),
            Self::BothKilled => {
                world.machines[leader].kill();
                world.etcd.kill(member);
            }
            Self::LeaderPaused => world.machines[leader].signal("-STOP"),
            Self::AnswersLost => world.machines[leader].wires.set(Mode::LosesAnswers),
            Self::ShortStall | Self::LongStall => world.machines[leader].wires.set(Mode::Stalls),
            Self::LeaderCut => world.machines[leader].wires.set(Mode::Cut),
            Self::AllKilled => {
                for machine in &mut world.machines {
                    machine.kill();
                    machine.start(true);
                }
            }
            Self::LeaderStopped => world.machines[leader].stop(),
            Self::HandedOver | Self::HandedOverAndStopped => {
                // Refused until the other machine has noted that it is there.
                super::until("the leadership is handed over", || {
                    let asked = world.machines[leader].try_run(&["cluster", "hand-over"]);
                    (asked.is_ok() || world.ready() != leader).then_some(())
                });
                super::until("the other machine leads", || (world.ready() != leader).then_some(()));
                if self == Self::HandedOverAndStopped {
                    world.machines[1 - leader].stop();
                }
                moved = Instant::now();
            }
        }
        match self {
            Self::LeaderPaused | Self::LongStall | Self::LeaderCut => std::thread::sleep(longer),
            Self::AnswersLost | Self::ShortStall => std::thread::sleep(Duration::from_secs(1)),
            _ => {}
        }
        if self == Self::LeaderPaused {
            world.machines[leader].signal("-CONT");
        }
        world.machines[leader].wires.set(Mode::Whole);
        let first = super::until("a bet is acknowledged", || {
            world.machines.iter_mut().for_each(super::machine::Machine::keep_up);
            betting.first_after(moved)
        });
        let first = first + (moved - struck);
        match self {
            Self::LeaderKilled | Self::LeaderStopped => world.machines[leader].start(true),
            Self::EtcdMemberKilled => world.etcd.restart(member),
            Self::EtcdMemberHangs | Self::EtcdLeaderHangs => world.etcd.resume(member),
            Self::HandedOverAndStopped => world.machines[1 - leader].start(true),
            Self::BothKilled => {
                world.machines[leader].start(true);
                world.etcd.restart(member);
            }
            _ => {}
        }
        // One fault at a time.
        world.etcd.until_whole();
        first
    }
}
