//! What this machine knows of its place among the others.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use pointhouse_cluster::{
    ClusterId, Etcd, EtcdOptions, HandedOver, NodeOptions, SealingKey, Seen, Site, WhenAlone,
};
use pointhouse_store::View;

use super::{ClusterError, MARK};
use crate::config::{self, Cluster};
use crate::data_folder::{beside, give_to_owner};
use crate::external::prepare_tls;
use crate::key_file::{KeyFileError, read_key, replace_file, write_new_file, write_new_key};
use crate::restart::handed_over_epoch;
use crate::tables::{self, FORMAT};

/// After a hand-over, the other machine has this long to take the leadership, which it asks for ten times a second.
const HOLDS_BACK: Duration = Duration::from_secs(3);
/// The file that keeps what was seen of etcd.
const SEEN: &str = "etcd-seen";
/// The file with the id of the site's cluster, for commands that run beside the server.
const ID: &str = "cluster-id";
/// The file with the id of this data folder, inside it and beside it.
const OWN_ID: &str = "cluster-machine";
const OWN_ID_ENDING: &str = ".machine";

/// A machine of a site with several. Cheap enough to clone.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(super) site: Site,
    pub(super) options: NodeOptions,
}

impl Machine {
    /// The machine that a data folder and the settings say; `None` on a site with one machine.
    ///
    /// # Errors
    /// Folder and settings do not go together, or a file of the settings cannot be read.
    pub fn find(
        settings: &Cluster,
        view: &View,
        (data, address): (&Path, &str),
    ) -> Result<Option<Self>, ClusterError> {
        match (MARK.get(view)?, settings.is_on()) {
            (None, false) => Ok(None),
            (Some(_), false) => Err(ClusterError::Shared),
            (None, true) => Err(ClusterError::NotShared),
            (Some(mark), true) => {
                let mut machine = Self::of(settings, mark.cluster, (data, address))?;
                machine.note_id(data)?;
                machine.options.id = own_id(data)?;
                Ok(Some(machine))
            }
        }
    }

    /// The machine as part of a site.
    ///
    /// # Errors
    /// A file of the settings cannot be read.
    pub(super) fn of(
        settings: &Cluster,
        id: ClusterId,
        (data, address): (&Path, &str),
    ) -> Result<Self, ClusterError> {
        prepare_tls();
        let sealing = read_sealing_key(&settings.key_file)?;
        let options = NodeOptions {
            name: settings.machine.clone(),
            id: String::new(),
            address: reached_at(settings, address),
            lease_seconds: settings.lease_seconds,
            handed_over: handed_over_epoch()
                .map(|epoch| HandedOver { epoch, holds_back: HOLDS_BACK }),
            machines: settings.machines,
            when_alone: match settings.when_alone {
                config::WhenAlone::Continue => WhenAlone::Continue,
                config::WhenAlone::Stop => WhenAlone::Stop,
            },
            quota: settings.etcd_megabytes << 20,
            window: settings.window_megabytes << 20,
            etcd: etcd_options(settings)?,
            seen: data.join(SEEN),
        };
        Ok(Self { site: Site::new(id, sealing, (tables::SETTING, FORMAT)), options })
    }

    /// A connection to etcd, which must be the one that was seen before. Make, use and drop it on a thread that may block.
    ///
    /// # Errors
    /// See [`EtcdError`](pointhouse_cluster::EtcdError).
    pub(super) fn etcd(&self) -> Result<Etcd, ClusterError> {
        let seen = Seen::read(&self.options.seen).map_err(file_error(&self.options.seen))?;
        Ok(Etcd::new(&self.options.etcd, seen)?)
    }

    pub(super) fn note_id(&self, data: &Path) -> Result<(), ClusterError> {
        let file = data.join(ID);
        fs::write(&file, format!("{}\n", self.site.cluster)).map_err(file_error(&file))
    }
}

/// The id that [`Machine::note_id`] wrote.
pub(super) fn noted_id(data: &Path) -> Result<ClusterId, ClusterError> {
    let file = data.join(ID);
    let text = match fs::read_to_string(&file) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(ClusterError::NotShared);
        }
        other => other.map_err(file_error(&file))?,
    };
    let id = text.trim().parse();
    id.map_err(|_| ClusterError::File { file: show(&file), reason: "is damaged".to_owned() })
}

/// The id of this machine's data folder, which it gets when it is first used by a machine. It is beside the folder: a restored
/// one in the same place is the same machine, and a copy in another place is not.
fn own_id(data: &Path) -> Result<String, ClusterError> {
    let (beside, inside) = (beside(data, OWN_ID_ENDING), data.join(OWN_ID));
    if let Some(id) = read_own_id(&beside)? {
        return Ok(id.to_string());
    }
    let within = read_own_id(&inside)?;
    let id = within.unwrap_or_else(ClusterId::random);
    match write_own_id(&beside, id, data) {
        Ok(id) => {
            // A copy of the folder would have it.
            let _: Result<(), _> = fs::remove_file(&inside);
            Ok(id.to_string())
        }
        // Where nothing may be written, it stays inside.
        Err(_) if within.is_some() => Ok(id.to_string()),
        Err(_) => Ok(write_own_id(&inside, id, data)?.to_string()),
    }
}

/// `None` if there is no file, or one without an id: a machine may have lost its power while the file was written.
fn read_own_id(file: &Path) -> Result<Option<ClusterId>, ClusterError> {
    match fs::read(file) {
        Ok(text) => Ok(String::from_utf8_lossy(&text).trim().parse().ok()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(file_error(file)(error)),
    }
}

/// Writes the id to a file. Returns the one that it has then: another process may have been faster.
fn write_own_id(file: &Path, id: ClusterId, data: &Path) -> Result<ClusterId, ClusterError> {
    let text = format!("{id}\n");
    let written = match write_new_file(file, text.as_bytes()) {
        Err(KeyFileError::Io { source, .. }) if source.kind() == ErrorKind::AlreadyExists => {
            if let Some(id) = read_own_id(file)? {
                return Ok(id);
            }
            replace_file(file, text.as_bytes())
        }
        other => other,
    };
    written.map_err(key_file_error)?;
    give_to_owner(data, &[file]).map_err(ClusterError::Refused)?;
    Ok(id)
}

/// Removes the files that only a machine of several has.
pub(super) fn remove_notes(data: &Path) -> Result<(), ClusterError> {
    let own_id = beside(data, OWN_ID_ENDING);
    for file in [data.join(ID), data.join(OWN_ID), own_id, data.join(SEEN)] {
        if file.exists() {
            fs::remove_file(&file).map_err(file_error(&file))?;
        }
    }
    Ok(())
}

/// Refuses a folder of a site on several machines, for commands that write on their own.
///
/// # Errors
/// It is one.
pub fn check_alone(view: &View) -> Result<(), ClusterError> {
    match MARK.get(view)? {
        None => Ok(()),
        Some(_) => Err(ClusterError::Refused(
            "this data folder belongs to a site on several machines: use the command on the machine that leads, while its site \
             runs"
                .to_owned(),
        )),
    }
}

/// Where the other machines reach this one.
fn reached_at(settings: &Cluster, listens: &str) -> String {
    match settings.address.as_str() {
        "" => listens.to_owned(),
        address => address.to_owned(),
    }
}

/// Milliseconds since 1970 by the system's clock.
pub(super) fn now() -> i64 {
    let now = UNIX_EPOCH.elapsed().unwrap_or_default().as_millis();
    i64::try_from(now).unwrap_or(i64::MAX)
}

pub(super) fn etcd_options(settings: &Cluster) -> Result<EtcdOptions, ClusterError> {
    let read = |file: &PathBuf| match file.as_os_str().is_empty() {
        true => Ok(None),
        false => fs::read(file).map(Some).map_err(file_error(file)),
    };
    let (certificate, key) = (read(&settings.etcd_certificate)?, read(&settings.etcd_key)?);
    let identity = certificate.zip(key).map(|(certificate, key)| [certificate, key].concat());
    Ok(EtcdOptions {
        endpoints: settings.etcd.clone(),
        authority: read(&settings.etcd_ca_file)?,
        identity,
    })
}

/// Reads the key that seals what is in etcd.
fn read_sealing_key(file: &Path) -> Result<SealingKey, ClusterError> {
    let problem = |reason: &str| ClusterError::File { file: show(file), reason: reason.to_owned() };
    match read_key(file) {
        Ok(key) => Ok(SealingKey::new(*key)),
        Err(KeyFileError::Missing(_)) => {
            Err(problem("is missing: copy it from the first machine (cluster.key_file)"))
        }
        Err(KeyFileError::Invalid(_)) => {
            Err(problem("must have 64 hexadecimal digits, as `pointhouse cluster init` writes"))
        }
        Err(KeyFileError::Exposed(_)) => Err(problem("other users may read it: chmod 600")),
        Err(KeyFileError::Io { source, .. }) => Err(file_error(file)(source)),
    }
}

/// Creates the key file if it does not exist.
pub(super) fn make_key(file: &Path) -> Result<(), ClusterError> {
    if file.exists() {
        return Ok(());
    }
    write_new_key(file, SealingKey::random().bytes()).map_err(key_file_error)
}

fn key_file_error(error: KeyFileError) -> ClusterError {
    match error {
        KeyFileError::Io { file, source } => file_error(&file)(source),
        other => ClusterError::Refused(other.to_string()),
    }
}

pub(super) fn file_error(file: &Path) -> impl FnOnce(std::io::Error) -> ClusterError {
    let file = show(file);
    move |error| ClusterError::File { file, reason: error.to_string() }
}

fn show(file: &Path) -> String {
    file.display().to_string()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_in_the_place_of_another_one_is_the_same_machine() {
        let parent = tempfile::tempdir().unwrap();
        let [data, copy] = ["data", "copy"].map(|name| parent.path().join(name));
        let make = |folder: &Path| fs::create_dir(folder).unwrap();
        make(&data);
        // As earlier versions left it.
        let before = ClusterId::random().to_string();
        fs::write(data.join(OWN_ID), &before).unwrap();
        assert_eq!(own_id(&data).unwrap(), before);
        assert!(!data.join(OWN_ID).exists(), "a copy of the folder would have it");
        fs::remove_dir_all(&data).unwrap();
        make(&data);
        assert_eq!(own_id(&data).unwrap(), before);
        make(&copy);
        let id = own_id(&copy).unwrap();
        assert_eq!((id.len(), own_id(&copy).unwrap()), (32, id.clone()));
        assert_ne!(id, before);
        remove_notes(&data).unwrap();
        assert_ne!(own_id(&data).unwrap(), before);
    }

    #[test]
    fn a_file_without_an_id_gets_one() {
        let parent = tempfile::tempdir().unwrap();
        let data = parent.path().join("data");
        fs::create_dir(&data).unwrap();
        let (inside, beside) = (data.join(OWN_ID), beside(&data, OWN_ID_ENDING));
        for damaged in ["", "3f", "not an id"] {
            fs::write(&beside, damaged).unwrap();
            fs::write(&inside, damaged).unwrap();
            let id = own_id(&data).unwrap();
            assert_eq!((id.len(), own_id(&data).unwrap()), (32, id));
            assert!(!inside.exists());
        }
    }

    #[test]
    fn processes_that_begin_at_once_have_one_id() {
        let parent = tempfile::tempdir().unwrap();
        let data = parent.path().join("data");
        fs::create_dir(&data).unwrap();
        let ids = std::thread::scope(|scope| {
            let processes = [(); 8].map(|()| scope.spawn(|| own_id(&data).unwrap()));
            processes.map(|process| process.join().unwrap())
        });
        assert_eq!(ids, [(); 8].map(|()| ids[0].clone()));
    }
}
