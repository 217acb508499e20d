import { formatNumber } from "@/ui/format/numbers";
import { formatCount } from "@/ui/format/words";
import { choices, fields, kinds } from "../../settings/texts/overlay.en";

export { fields, hints, kinds, units } from "../../settings/texts/overlay.en";

const named: Readonly<Record<string, { name: string }>> = kinds;
const fieldNames: Readonly<Record<string, string>> = fields;

export const kindName = (kind: string) => named[kind]?.name ?? kind;
export const fieldName = (field: string) => fieldNames[field] ?? field;
export const choiceName = (option: string, value: string) => choices[option]?.[value] ?? value;
export const copyOf = (name: string) => `${name} copy`;

export const parts = "Banner, sources and their history";
export const bannerPart = "Public banner";
export const sourcesPart = "Sources";
export const historyPart = "History";

export const sources = "Sources";
export const add = "Add a source";
export const addTitle = "Add a source";
export const addText = "Choose what it shows. You can change everything but its kind later.";
export const full = (max: number) =>
  `You have ${formatNumber(max)} sources, the most there can be. Remove one to add another.`;
export const emptyTitle = "No sources yet";
export const emptyText =
  "A source is one picture for your broadcast, such as a ticker or the open giveaway. Add one, drag it where it belongs, save, and paste its address into your broadcast software.";
export const actionsFor = (name: string) => `Actions for ${name}`;
export const duplicate = "Duplicate";
export const remove = "Remove";
export const removeTitle = (name: string) => `Remove “${name}”?`;
export const removeText =
  "Its address ends when you save. Restoring an earlier version brings back the source, but not its address.";
export const removed = (name: string) => `${name} is removed. Save to make it last.`;
export const hasProblem = "Check the fields";
export const unnamed = "Without a name";

export const canvas = "Canvas";
export const canvasLead =
  "Your broadcast picture of 1920 × 1080 px. Drag a source to move it, or drag its edges to size it. Hold Alt to place it to the pixel.";
export const canvasKeys =
  "Arrow keys move by 1 px, with Shift by 10 px. With Alt or Ctrl they change the size.";
export const background = "Background";
export const backgrounds = { game: "Game", white: "White", black: "Black" };
export const plateLabel = (name: string, x: number, y: number, width: number, height: number) =>
  `${name}: ${width} by ${height} px, ${x} px from the left, ${y} px from the top`;
export const previewOf = (name: string) => `Preview of ${name}`;
export const example = "Example";
export const showExample = "Show an example";
export const exampleHint = "Names and numbers in the preview are examples.";

export const order = "Order of the list";
export const fieldOf = (source: string, field: string) => `${source}: ${field}`;

export const placeTitle = "Name and place";
export const lookTitle = "Look and sound";
export const optionsTitle = "What it shows";
export const noOptions = "This kind has no options of its own.";
export const accentHint = "Empty: the colour of your brand.";
export const unknownKind = "This panel doesn't have this kind of source. Reload the page.";

export const tooWide = "Left and width together may be at most 1920 px.";
export const tooHigh = "Top and height together may be at most 1080 px.";
export const colourWrong = "Enter a colour such as #f2c24d, or leave it empty.";
export const chooseOne = "Choose at least one.";

export const seeOnlyPlace = (kind: string, place: string) => `${kind}, ${place}`;
export const noSourcesYet = "There are no sources yet.";

export const transfer = "Layout as a file";
export const transferLead =
  "Keep your sources as a file or load somebody's layout. Addresses are never part of it.";
export const exportLayout = "Export";
export const importLayout = "Import";
export const fileName = "pointhouse-overlay.json";
export const fileField = "Layout file";
export const exported = (count: number) => `${formatCount(count, "source")} saved as a file.`;
export const exportWrong = "Check the marked fields first. Nothing was exported.";
export const importTitle = "Import this layout?";
export const importText = (count: number) =>
  `The file has ${formatCount(count, "source")}. Nothing changes on air until you save.`;
export const importHow = "How to import";
export const importAdd = "Add to yours";
export const importReplace = "Replace yours";
export const importAddText = (count: number) => `You will have ${formatCount(count, "source")}.`;
export const importReplaceText = (count: number) =>
  count === 0
    ? "You have no sources to replace."
    : `${formatCount(count, "source")} of yours will be removed, and the addresses with them once you save.`;
export const importTooMany = (max: number) =>
  `Together they are more than ${formatNumber(max)}. Replace yours, or remove some first.`;
export const importNow = "Import";
export const cancel = "Cancel";
export const imported = (count: number) =>
  `${formatCount(count, "source")} imported. Save to make it last.`;

export const badFile = {
  tooLarge: "The file is larger than 1 MB: this is no layout. Nothing was changed.",
  notJson: "The file can't be read: it isn't JSON. Nothing was changed.",
  notLayout: "This is no layout of overlay sources. Choose a file that was exported here.",
  version: "This layout was made by a newer version. Upgrade this site to import it.",
  none: "The layout has no sources. Nothing was changed.",
  tooMany: (max: number) =>
    `The layout has more than ${formatNumber(max)} sources. Nothing was changed.`,
  kind: (place: number) =>
    `Source ${place} is of a kind that this site doesn't have. Nothing was changed.`,
  field: (place: number, field: string) =>
    `Source ${place}: “${field}” is missing or not allowed. Nothing was changed.`,
};
