//! Builds the overlay with its sources.

use super::error::StartError;
use super::shared_services::SharedServices;
use crate::challenges::Challenges;
use crate::giveaways::Giveaways;
use crate::hunts::Hunts;
use crate::overlay::{Overlay, SourceKeys};
use crate::points::{Flows, PointsBoards};
use crate::settings::SettingsEditor;
use crate::sources::{FactSources, Sources};
use crate::wagers::Wagers;

/// What is shown in the broadcast. Cheap to clone.
#[derive(Clone)]
pub(super) struct OnAir {
    pub(super) overlay: Overlay,
    pub(super) keys: SourceKeys,
    pub(super) sources: Sources,
}

pub(super) fn on_air(
    services: &SharedServices,
    editor: &SettingsEditor,
    (challenges, giveaways, hunts): (&Challenges, &Giveaways, &Hunts),
    (boards, flows, wagers): (&PointsBoards, &Flows, &Wagers),
) -> Result<OnAir, StartError> {
    let SharedServices { store, clock, broadcaster, audit, auth, .. } = services;
    let settings = editor.settings();
    let overlay = Overlay::new(clock, audit, broadcaster);
    let keys = SourceKeys::load((store, clock, audit), broadcaster, settings)?;
    editor.follow(keys.clone());
    let facts = FactSources {
        store: store.clone(),
        settings: settings.clone(),
        clock: clock.clone(),
        auth: auth.clone(),
        overlay: overlay.clone(),
        challenges: challenges.clone(),
        giveaways: giveaways.clone(),
        hunts: hunts.clone(),
        boards: boards.clone(),
        flows: flows.clone(),
        wagers: wagers.clone(),
    };
    let sources = Sources::new(facts, &keys, broadcaster);
    Ok(OnAir { overlay, keys, sources })
}
