export const anotherAdminChangedSame = "Another admin changed the same entries";
export const theseChangedLive =
  "These entries changed live after you changed them in your draft. All other changes are merged. Choose which version to keep.";
export const orderOfEntries = "Order of the entries";
export const keepEditing = "Keep editing";
export const applyChoices = "Apply choices";
export const order = "Order";
export const entry = "Entry";
export const versions = (name: string | number) => `Versions of ${name}`;
export const what = "What";
export const live = "Live";
export const takeLive = "Take live";
export const draft = "Draft";
export const keepMine = "Keep mine";
export const deleted = "Deleted";
export const empty = "Empty";

export const allChangesSavedSynced = "All changes saved and synced";
export const whatSeeWhatLive = "What you see is what is live.";
export const haveUnsavedChanges = "You have unsaved changes";
export const saveDraftBrowserPush = "Save the draft on this browser, or push it live for everyone.";
export const draftSavedBrowser = "Draft saved on this browser";
export const nobodyElseSeesUntil = "Nobody else sees it until you push it live.";
export const anotherAdminChangedSameEntries =
  "Another admin changed the same entries. Choose which to keep.";
export const resolveConflicts = "Resolve conflicts";
export const discard = "Discard";
export const saveDraft = "Save Draft";
export const pushLive = "Push Live";

export const draftSavedSuccessfully = "Draft saved successfully!";
export const errorSavingDraft = "Error saving draft";
export const browserKeepsNothingHas = "This browser doesn't store data, or has no space left.";
export const changesPushedLiveSuccessfully = "Changes pushed live successfully!";
export const errorPushingChangesLive = "Error pushing changes live";
export const changesDiscarded = "Changes discarded";
export const conflictsResolvedDraft = "Conflicts resolved in the draft";

export const pushChangesLive = "Push Changes Live";
export const sureWantPushThese = (whatText: string | number) =>
  `Are you sure you want to push these changes live? This will update ${whatText}.`;
export const discardChanges = "Discard Changes";
export const sureWantDiscardAll =
  "Are you sure you want to discard all changes of the draft? This action cannot be undone.";

export const cancel = "Cancel";

export const noLongerListText = "it is no longer in the list. Your text is kept in this form.";

export const serverDidNotConfirm = "Server did not confirm successful update";
export const serverDidNotSay = "The server did not say which version is live. Your draft is kept.";

export const withoutATitle = "Untitled";
