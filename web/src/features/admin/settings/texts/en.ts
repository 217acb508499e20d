import { formatNumber } from "@/ui/format/numbers";
import { pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";

export const settings = "Settings";
export const lead = "Everything about your site that you can change while it runs.";
export const theSettings = "The settings";
export const loading = "Loading the settings";
export const unsaved = "Unsaved changes";
export const lockedWhole = "Locked";
export const changedAt = (who: string, moment: string) => `${who}, ${moment}`;
export const unknownSection = "No such section";
export const unknownSectionText = "There are no settings at this address.";
export const backToSettings = "Back to the settings";

/** Who made a version, as the start of a sentence: "Saved by admin 127.0.0.1". */
export const causes = {
  first_start: () => "Set at the first start",
  saved: (actor: string) => `Saved by ${actor}`,
  restored: (actor: string) => `Restored by ${actor}`,
  imported: (actor: string) => `Imported by ${actor}`,
};

const deciders = {
  file: "Decided by the server's settings file",
  environment: "Decided by the server's environment",
  owner: "Only the owner can change this",
} as const;
export const decidedBy = (by: keyof typeof deciders) => deciders[by];
export const ownersOnly = `Some settings here decide how many ${pointsName} your site makes. Only the owner can change them.`;
export const wholeDecidedBy = (by: keyof typeof deciders) =>
  `${decidedBy(by)}. Change it there and restart the server, or remove the section from “locked”.`;

export const numberFrom = (min: number, max: number, hasDecimals: boolean) =>
  `Enter ${hasDecimals ? "a number with at most two decimals" : "a whole number"} from ${formatNumber(min)} to ${formatNumber(max)}.`;
export const required = "Enter a text.";
export const pictures = "Pictures";
export const picturesLead = "What was uploaded for the brand, the shop and challenges.";
export const httpsOnly = "Enter an address that begins with https://";
export const enterMonth = "Enter a month such as 2026-01.";
export const picker = "Picker";
export const takeColour = (colour: string) => `Use ${colour}`;
export const noZone = (search: string) => `No time zone matches “${search}”.`;

export const listFull = (max: number) => `This list can have ${formatNumber(max)} entries.`;
/** The name of a setting within a sentence. */
export const quoted = (name: string) => `“${name}”`;
/** The same with the section that has it. */
export const ofSection = (name: string, section: string) =>
  name === section ? quoted(name) : `${quoted(name)} (${section})`;
export const aboutEntry = (entry: string, problem: string) => `${entry}: ${problem}`;

export const secretSet = (endsIn: string | null) =>
  endsIn === null ? "Set" : `Set, ends in ${endsIn}`;
export const secretNotSet = "Not set";
export const secretRemoved = "Will be removed when you save";
export const keepSecret = "Keep the stored one";
export const replaceSecret = "Replace";
export const removeSecret = "Remove";

export const form = "Settings of this section";
export const tabs = "Settings and history";
export const settingsTab = "Settings";
export const historyTab = "History";
export const save = "Save changes";
export const discard = "Discard changes";
export const allSaved = "All changes are saved.";
export const haveUnsaved = "You have unsaved changes.";
export const fixMarked = "Check the marked fields, then save again.";
export const setIn = (section: string) => `Open “${section}”`;
export const test = "Test";
export const testUnsaved = "Save first: the test uses the saved settings, not your changes.";
export const notSaved = (problem: string) => `Not saved. ${problem}`;
export const live = "They're live on the site.";
export const discardTitle = "Discard your changes?";
export const discardText = "The fields go back to what is saved.";
export const keepEditing = "Keep editing";

export const changedMeanwhile = "Another admin has saved this section since you began.";
export const compareVersions = "Compare";
export const conflictTitle = "Another admin changed these settings";
export const conflictText =
  "Choose what to keep for each setting, then save. Nothing of yours is saved yet.";
export const yours = "Yours";
export const theirs = "Theirs";
export const takeTheirs = "Take all of theirs";
export const saveChoice = "Save this choice";
export const noDifference = "Your values are the same as theirs.";

export const phraseTitle = "Confirm this change";
/** The server's reason, with what has to be typed. */
export const asSentence = (message: string) =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
export const phrase = "Type the phrase";
export const phraseWrong = "That's not the phrase. Type it exactly as shown above.";
export const confirm = "Confirm";
export const cancel = "Cancel";

export const theHistory = "The history";
export const loadingHistory = "Loading the history";
export const versions = "Versions of this section, newest first";
export const inForce = "In force";
export const versionNumber = (revision: number) => `Version ${revision}`;
export const showDifference = "What restoring it would change";
export const theDifference = "The differences";
export const loadingDifference = "Loading the differences";
export const sameAsNow = "This version has the same values as the settings now.";
export const restoreThis = "Restore this version";
export const restoreTitle = (revision: number) => `Restore version ${revision}?`;
export const restoreText =
  "Its values are in force on the site right away. The version now stays in the history. Secrets and locked settings stay as they are.";
export const restored = (revision: number) => `Version ${revision} is restored.`;
export const restoreChanged =
  "The settings have changed since you opened this page. Look at the differences again.";

export const before = "Before";
export const after = "After";
export const emptyValue = "(empty)";
export const noValue = "(none)";
export const on = "On";
export const off = "Off";

export const transfer = "Move settings";
export const transferLead =
  "Export all settings as a file, or load one. Passwords and keys are never part of it.";
export const exportSettings = "Export";
export const importSettings = "Import a file";
export const loadExample = "Load the example streamer";
export const fileName = "pointhouse-settings.json";
export const fileField = "Settings file";
export const noSettingsFile =
  "This is no settings file. Choose one that was exported from the panel.";
export const exported = "The settings are saved as a file.";
export const importTitle = "Import these settings?";
export const exampleTitle = "Load the example streamer?";
export const importText = (count: number) =>
  `${formatCount(count, "setting")} would change, in force on the site right away. You can restore the version now from the history of each section.`;
export const importNothing = "The file has the same values as your settings. Nothing would change.";
export const importChanged = "The settings have changed meanwhile. These are the differences now.";
export const importNow = "Import";
export const close = "Close";
export const imported = "The settings are imported. They're live on the site.";
