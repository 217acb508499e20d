//! The ways into a site on several machines and out of it: what `pointhouse cluster` does. All of these block.

use std::fmt::Write;
use std::path::Path;

use pointhouse_cluster::{
    ClusterId, Engine, EngineError, Etcd, Follower, Head, Leadership, Mark, Overview, Pin,
    Position, Site, StoreReplica, campaign, dissolve, forget_machine, found, sites,
};
use pointhouse_store::{Batch, Store};

use super::machine::{Machine, file_error, make_key, noted_id, now, remove_notes};
use super::shared_key::{SHARED_KEY, put_sealed, shared_draw_key};
use super::{ClusterError, MARK};
use crate::clock::Millis;
use crate::config::Cluster;
use crate::draw_key::DrawKey;

/// Times that a question is asked while its outcome is unknown.
const ASKED_MAX: u32 = 20;
/// Seconds for which a command leads.
const LEASE_SECONDS: u32 = 30;
/// A machine that has noted nothing for this long, in milliseconds, is away. One without news notes itself every five
/// seconds.
pub(super) const AWAY_AFTER: i64 = 20_000;

/// Repeats a question while its outcome is unknown.
pub(super) fn known<T>(
    etcd: &mut Etcd,
    mut ask: impl FnMut(&mut Etcd) -> Result<T, EngineError>,
) -> Result<T, ClusterError> {
    let mut asked = 0;
    loop {
        asked += 1;
        match ask(etcd) {
            Err(EngineError::Unknown(_)) if asked < ASKED_MAX => etcd.pause(),
            other => return Ok(other?),
        }
    }
}

pub(super) fn refused<T>(reason: impl Into<String>) -> Result<T, ClusterError> {
    Err(ClusterError::Refused(reason.into()))
}

pub(super) fn check_on(settings: &Cluster) -> Result<(), ClusterError> {
    match settings.is_on() {
        true => Ok(()),
        false => {
            refused("the settings have no [cluster] with the addresses of etcd (docs/cluster.md)")
        }
    }
}

/// Makes a site on one machine the first of several. May be repeated after an interruption. Returns a report.
///
/// # Errors
/// See [`ClusterError`].
pub fn init(settings: &Cluster, data: &Path, store: &Store) -> Result<String, ClusterError> {
    check_on(settings)?;
    let stored = MARK.get(store.view())?;
    if stored.as_ref().is_some_and(|mark| mark.epoch > 0) {
        return refused("this data folder belongs to a site on several machines already");
    }
    if stored.is_none() {
        // Of an earlier cluster.
        remove_notes(data)?;
        make_key(&settings.key_file)?;
    }
    let id = stored.as_ref().map_or_else(ClusterId::random, |mark| mark.cluster);
    let machine = Machine::of(settings, id, (data, ""))?;
    let mut etcd = machine.etcd()?;
    if stored.is_none() && opened_by(&machine, &mut etcd)?.is_some() {
        return refused(format!(
            "etcd holds the log of a site with {} already. For another machine of that site: an empty data folder, and pointhouse \
             cluster join. For another site: another key file (cluster.key_file). Nothing was changed",
            settings.key_file.display()
        ));
    }
    // Before anything is written: is etcd there?
    let overview = known(&mut etcd, |etcd| Overview::read(etcd, &machine.site))?;
    if stored.is_some() && overview.head.is_some() {
        return refused(
            "this data folder is the first of several machines already: start it. Nothing was changed",
        );
    }
    let position = match stored {
        Some(mark) if mark.sequence == store.stats().last_sequence => mark.position(),
        Some(_) => {
            return refused("this data folder was used on its own after an init that did not end");
        }
        None => put_mark(store, (id, &machine), None)?,
    };
    begin_log(&mut etcd, (&machine, data), (position, store.format(), None))?;
    Ok(format!(
        "Cluster {id} begins at commit {}. Now, on this machine: pointhouse serve. On each of the others: copy {} there, set \
         cluster.machine to another name, then pointhouse cluster join and pointhouse serve (docs/cluster.md).",
        position.sequence,
        settings.key_file.display()
    ))
}

/// The site whose groups a machine's key opens, if etcd holds one.
pub(super) fn opened_by(
    machine: &Machine,
    etcd: &mut Etcd,
) -> Result<Option<ClusterId>, ClusterError> {
    let sealing = &machine.site.sealing;
    let sites = known(etcd, |etcd| sites(etcd))?;
    let is_own = |(id, head): &(ClusterId, Head)| sealing.fingerprint(*id) == head.origin.key;
    Ok(sites.into_iter().find(is_own).map(|(id, _)| id))
}

/// Puts the first mark of a cluster after everything that is there. `shared` is the key of the seeds that machines of the cluster before
/// share: this machine may have it nowhere else.
fn put_mark(
    store: &Store,
    (id, machine): (ClusterId, &Machine),
    shared: Option<&DrawKey>,
) -> Result<Position, ClusterError> {
    let before = Position { sequence: store.stats().last_sequence, chain: [0; 32] };
    let mark = Mark::after((id, 0), before, &[]);
    let mut batch = Batch::new();
    MARK.put(&mut batch, &mark)?;
    match shared {
        Some(key) => put_sealed(machine, key, &mut batch)?,
        None => SHARED_KEY.delete(&mut batch)?,
    }
    if store.commit(batch).wait()? != mark.sequence {
        return refused("another command has written to this data folder");
    }
    Ok(mark.position())
}

fn begin_log(
    etcd: &mut Etcd,
    (machine, data): (&Machine, &Path),
    begin: (Position, u32, Option<ClusterId>),
) -> Result<(), ClusterError> {
    if !known(etcd, |etcd| found(etcd, &machine.site, begin))? {
        return refused("etcd holds another log of this site");
    }
    if let Some(seen) = etcd.seen() {
        seen.write(&machine.options.seen).map_err(file_error(&machine.options.seen))?;
    }
    machine.note_id(data)
}

/// What etcd and this machine say of the site. Works beside a running server.
///
/// # Errors
/// See [`ClusterError`].
pub fn status(settings: &Cluster, data: &Path) -> Result<String, ClusterError> {
    check_on(settings)?;
    let machine = Machine::of(settings, noted_id(data)?, (data, ""))?;
    let mut etcd = machine.etcd()?;
    let overview = known(&mut etcd, |etcd| Overview::read(etcd, &machine.site))?;
    let mut text = format!("Cluster {}\n", machine.site.cluster);
    let (_, note) = describe(&overview, (&settings.machine, settings.machines), Millis(now()));
    // Writing into a text does not fail.
    let _ = writeln!(text, "{note}");
    for (name, pin) in &overview.members {
        let (durable, at) = (pin.durable, Millis(pin.at).iso());
        let _ = writeln!(text, "  {name}: has everything up to commit {durable}, noted {at}");
    }
    let _ = write!(text, "etcd uses {} MiB", overview.bytes >> 20);
    Ok(text)
}

/// Which machines are there.
pub(super) struct Presence {
    /// How many, with the one that leads.
    pub(super) here: usize,
    /// Commits that the slowest of those that follow is missing.
    pub(super) behind: u64,
}

impl Presence {
    pub(super) fn of(overview: &Overview, now: Millis) -> Self {
        let leads = overview.leader.as_ref().map(|leader| leader.node.as_str());
        let follows = |(name, pin): &&(String, Pin)| {
            let is_here = pin.fault.is_none() && now.0 - pin.at <= AWAY_AFTER;
            is_here && leads != Some(name.as_str())
        };
        let following = || overview.members.iter().filter(follows);
        let behind = following().map(|(_, pin)| behind(overview, pin)).max().unwrap_or_default();
        let is_noted = |(name, _): &(String, Pin)| leads == Some(name.as_str());
        let leader = usize::from(overview.members.iter().any(is_noted));
        Self { here: following().count() + leader, behind }
    }
}

fn behind(overview: &Overview, pin: &Pin) -> u64 {
    let end = overview.head.as_ref().map(|head| head.position.sequence);
    end.map_or(0, |end| end.saturating_sub(pin.durable))
}

/// Whether all machines are there, and a sentence about them.
pub(super) fn describe(
    overview: &Overview,
    (own, wanted): (&str, usize),
    now: Millis,
) -> (bool, String) {
    let leads = match &overview.leader {
        Some(leader) if leader.node == own => "This machine leads.".to_owned(),
        Some(leader) => format!("{} leads.", leader.node),
        None => "No machine leads.".to_owned(),
    };
    let here = Presence::of(overview, now).here;
    let mut parts = vec![leads];
    for (name, pin) in &overview.members {
        if overview.leader.as_ref().is_some_and(|leader| leader.node == *name) {
            continue;
        }
        if let Some(fault) = &pin.fault {
            parts.push(format!("{name} cannot follow: {fault}."));
            continue;
        }
        let away = now.0 - pin.at > AWAY_AFTER;
        parts.push(match (away, behind(overview, pin)) {
            (true, _) => format!("{name} is away since {}.", Millis(pin.at).iso()),
            (false, 0) => format!("{name} has everything."),
            (false, behind) => format!("{name} is {behind} commits behind."),
        });
    }
    let has_log = overview.head.is_some();
    if !has_log {
        parts.push("etcd holds no log of this site.".to_owned());
    }
    if here < wanted {
        parts.push(format!("{here} of {wanted} machines are there."));
    }
    (here >= wanted && overview.leader.is_some() && has_log, parts.join(" "))
}

/// How a machine is taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// The others go on.
    OneOfSeveral,
    /// The folder becomes a site of its own, and the log is removed.
    Last,
    /// The same without asking etcd, which is lost.
    WithoutEtcd,
}

/// Takes this machine out. Returns a report.
///
/// # Errors
/// See [`ClusterError`].
pub fn leave(
    settings: &Cluster,
    data: &Path,
    leaving: Leaving,
    open: impl Fn(bool) -> Result<Store, String>,
) -> Result<String, ClusterError> {
    let opened = |follows| open(follows).map_err(ClusterError::Refused);
    let store = opened(leaving != Leaving::WithoutEtcd)?;
    let closing = Closing(&store);
    let Some(mark) = MARK.get(store.view())? else {
        return refused("this data folder does not belong to a site on several machines");
    };
    if leaving == Leaving::WithoutEtcd {
        remove_mark(&store, data)?;
        return Ok(format!(
            "The folder is a site of its own, with everything up to commit {}. Commits after it that another machine has are not in it.",
            mark.sequence
        ));
    }
    check_on(settings)?;
    let machine = Machine::of(settings, mark.cluster, (data, ""))?;
    let mut etcd = machine.etcd()?;
    let name = &machine.options.name;
    let overview = known(&mut etcd, |etcd| Overview::read(etcd, &machine.site))?;
    check_leaving(&overview, leaving, name)?;
    if leaving == Leaving::OneOfSeveral {
        known(&mut etcd, |etcd| forget_machine(etcd, &machine.site, name))?;
        return Ok(format!(
            "The log is not kept for {name} any more. Remove this data folder: without the others it is not the site."
        ));
    }
    let leadership = lead(&mut etcd, &machine)?;
    let left = take_all(&mut etcd, (&machine.site, &leadership), &store);
    known(&mut etcd, |etcd| etcd.revoke(leadership.lease()))?;
    left?;
    drop(closing);
    drop(store);
    let store = opened(false)?;
    let _closing = Closing(&store);
    remove_mark(&store, data)?;
    Ok(format!(
        "The folder is a site of its own, with everything up to commit {}. The log is removed: the other machines' folders are not the site.",
        store.stats().last_sequence
    ))
}

/// Refuses what would leave no site, or two.
fn check_leaving(overview: &Overview, leaving: Leaving, own: &str) -> Result<(), ClusterError> {
    let leader = overview.leader.as_ref().map(|leader| leader.node.as_str());
    match (leaving, leader, &overview.head) {
        (_, _, None) => refused(
            "etcd holds no log of this site. If it was removed before, or is lost: pointhouse cluster leave --without-etcd",
        ),
        (_, Some(leader), _) if leader == own => refused(format!(
            "this machine's own leadership has not ended yet; repeat the command in {LEASE_SECONDS} seconds"
        )),
        (Leaving::Last, Some(leader), _) => {
            refused(format!("{leader} leads: stop the other machines first"))
        }
        (Leaving::OneOfSeveral, None, _) => refused(
            "no machine leads. Start another one first; or, to end the others and make this folder a site of its own, add --last",
        ),
        _ => Ok(()),
    }
}

/// Lets the log forget a machine that is lost with its folder. Returns a report.
///
/// # Errors
/// See [`ClusterError`].
pub fn forget(settings: &Cluster, data: &Path, name: &str) -> Result<String, ClusterError> {
    check_on(settings)?;
    let machine = Machine::of(settings, noted_id(data)?, (data, ""))?;
    let mut etcd = machine.etcd()?;
    let overview = known(&mut etcd, |etcd| Overview::read(etcd, &machine.site))?;
    let Some((_, pin)) = overview.members.iter().find(|(member, _)| member == name) else {
        return refused(format!("there is no machine {name}"));
    };
    let seconds = (now() - pin.at) / 1000;
    if now() - pin.at < AWAY_AFTER {
        return refused(format!(
            "{name} was there {seconds} s ago. If it is off, repeat the command in {} s",
            AWAY_AFTER / 1000 - seconds
        ));
    }
    known(&mut etcd, |etcd| forget_machine(etcd, &machine.site, name))?;
    Ok(format!("The log is not kept for {name} any more."))
}

/// Closes a store in order.
struct Closing<'store>(&'store Store);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close(std::time::Instant::now() + std::time::Duration::from_secs(60));
    }
}

fn lead(etcd: &mut Etcd, machine: &Machine) -> Result<Leadership, ClusterError> {
    let name = (machine.options.name.as_str(), "");
    let won = known(etcd, |etcd| campaign(etcd, &machine.site.keys, name, LEASE_SECONDS))?;
    won.ok_or_else(|| ClusterError::Refused("another machine leads".to_owned()))
}

/// Takes everything that is missing here and removes the log.
fn take_all(
    etcd: &mut Etcd,
    (site, leadership): (&Site, &Leadership),
    store: &Store,
) -> Result<(), ClusterError> {
    let replica = StoreReplica::new(store.clone(), site)?;
    let caught_up = Follower::new(site.clone(), replica).catch_up(etcd);
    caught_up.map_err(|fault| ClusterError::Refused(fault.to_string()))?;
    match known(etcd, |etcd| dissolve(etcd, site, leadership))? {
        true => Ok(()),
        false => refused("another machine leads"),
    }
}

fn remove_mark(store: &Store, data: &Path) -> Result<(), ClusterError> {
    let mut batch = Batch::new();
    MARK.delete(&mut batch)?;
    store.commit(batch).wait()?;
    remove_notes(data)
}

/// Begins a new log from this machine's commits, after etcd has lost the old one. Returns a report.
///
/// # Errors
/// See [`ClusterError`].
pub fn adopt(
    settings: &Cluster,
    data: &Path,
    from: &str,
    store: &Store,
) -> Result<String, ClusterError> {
    check_on(settings)?;
    if from != settings.machine {
        return refused(format!(
            "this machine is {}. Run the command on {from}, whose commits then count",
            settings.machine
        ));
    }
    let Some(before) = MARK.get(store.view())? else { return Err(ClusterError::NotShared) };
    let old = Machine::of(settings, before.cluster, (data, ""))?;
    let is_whole = old.etcd().and_then(|mut etcd| {
        let overview = known(&mut etcd, |etcd| Overview::read(etcd, &old.site))?;
        Ok(overview.head.is_some_and(|head| head.position.sequence >= before.sequence))
    });
    if matches!(is_whole, Ok(true)) {
        return refused(
            "etcd holds the log of this site with everything that this machine has: start it",
        );
    }
    // What was seen of the lost etcd no longer holds.
    let mut etcd = Etcd::new(&old.options.etcd, None)?;
    let lost = before.cluster.to_string();
    let logs = known(&mut etcd, |etcd| sites(etcd))?;
    if let Some((other, _)) = logs.iter().find(|(_, head)| head.origin.from.as_ref() == Some(&lost))
    {
        return refused(format!(
            "another machine goes on from the lost cluster already, as {other}: empty this data folder and let it join"
        ));
    }
    if logs.iter().any(|(id, _)| *id == before.cluster) {
        // An older log would let a machine lead that has less.
        let leadership = lead(&mut etcd, &old)?;
        known(&mut etcd, |etcd| dissolve(etcd, &old.site, &leadership))?;
        known(&mut etcd, |etcd| etcd.revoke(leadership.lease()))?;
    }
    let id = ClusterId::random();
    let machine = Machine::of(settings, id, (data, ""))?;
    let shared = shared_draw_key(settings, store.view(), data)?;
    remove_notes(data)?;
    let position = put_mark(store, (id, &machine), shared.as_ref())?;
    begin_log(&mut etcd, (&machine, data), (position, store.format(), Some(before.cluster)))?;
    Ok(format!(
        "Cluster {id} begins at commit {}, with everything that {from} has. Start it; the other machines have to join with empty folders: \
         theirs belong to the lost cluster {}.",
        position.sequence, before.cluster
    ))
}
