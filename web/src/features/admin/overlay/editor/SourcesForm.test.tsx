import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { aPerson, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../../session/store";
import { keepDraft } from "../../settings/drafts";
import { fill, press, READ, refusedFields, save, saveOf } from "../../settings/test-settings";
import { isValues } from "../../settings/values";
import { aSource, changedBy, KEYS, openEditor, plate, withSources } from "../test-overlay";
import type { Source } from "./model";

afterEach(() => {
  keepAdminToken(null);
  keepDraft("overlay", null);
  queryClient.clear();
  vi.unstubAllGlobals();
});

const ticker = aSource("ticker", "Ticker");
const podium = aSource("podium", "Podium");
const SAVE = saveOf("overlay");
const list = async () => within(await screen.findByRole("region", { name: "Sources" }));
const names = async () =>
  (await list()).getAllByRole("button", { name: /^Place of/ }).map((one) => one.ariaLabel);

/** Opens the menu of a source and chooses from it. */
async function choose(source: string, action: string) {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${source}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: action }));
}

/** The frame, with the messages that its document is sent. */
async function frameOf(name: string) {
  const frame = await screen.findByTitle(`Preview of ${name}`);
  if (!(frame instanceof HTMLIFrameElement)) throw new Error("The preview is no frame.");
  const sent: { message: { type: string; state?: unknown; happening?: unknown }; to: unknown }[] =
    [];
  vi.spyOn(frame, "contentWindow", "get").mockReturnValue({
    postMessage: (message: never, to: unknown) => void sent.push({ message, to }),
  } as never);
  return { frame, sent };
}

const chooseFile = async (text: string) => {
  const file = new File([text], "layout.json", { type: "application/json" });
  await userEvent.upload(await screen.findByLabelText("Layout file"), file);
};

/** Saves a changed name while another admin has saved these sources. */
async function conflict(theirs: readonly Source[]) {
  let isFirst = true;
  const panel = openEditor([ticker, podium], {
    [READ]: () =>
      isFirst
        ? withSources([ticker, podium])
        : withSources(theirs, { version: changedBy(theirs).version }),
    [SAVE]: () => {
      isFirst = false;
      return refusal(409, "Another admin has changed it", "changed");
    },
  });
  await plate("Ticker");
  await fill("Name", "Mine");
  await press("Save changes");
  const dialog = within(await screen.findByRole("dialog"));
  const saveChosen = async () => {
    await userEvent.click(dialog.getByRole("button", { name: "Save this choice" }));
    const [first, second] = panel.sent(SAVE);
    expect(first).toMatchObject({ revision: 3 });
    expect(second).toMatchObject({ revision: 5 });
    return isValues(second) ? second.values : null;
  };
  return { dialog, saveChosen };
}

describe("the list", () => {
  it("teaches while it is empty, and adds a source of the kind that is chosen", async () => {
    const panel = openEditor([]);
    expect(await screen.findByText(/paste its address into/)).toBeVisible();
    await press("Add a source");
    await press(/^Goal/);
    await fill("Title", "A new camera");
    expect(await save(panel, "overlay")).toMatchObject({
      sources: [
        {
          id: expect.stringMatching(/^[a-z0-9]{8}$/),
          name: "Goal",
          options: { kind: "goal", counts: "points", title: "A new camera", target: 1000 },
        },
      ],
    });
  });

  it("duplicates, and removes after a question", async () => {
    const panel = openEditor([ticker, podium]);
    await choose("Ticker", "Duplicate");
    expect(await names()).toHaveLength(3);
    expect(await plate("Ticker copy")).toHaveAttribute("aria-pressed", "true");
    await choose("Ticker", "Remove");
    await press("Cancel");
    expect(await names()).toHaveLength(3);
    await choose("Ticker", "Remove");
    expect(screen.getByText(/Its address ends when you save/)).toBeVisible();
    await press("Remove");
    expect(await screen.findByText("Ticker is removed. Save to make it last.")).toBeVisible();
    expect(await save(panel, "overlay")).toMatchObject({
      sources: [{ name: "Ticker copy" }, { name: "Podium" }],
    });
  });

  it("is full with 40 sources", async () => {
    openEditor(Array.from({ length: 40 }, (_, at) => aSource("hunt", `Hunt ${at}`)));
    expect(await screen.findByText(/You have 40 sources/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Add a source" })).toBeNull();
  });
});

describe("the canvas", () => {
  it("moves and sizes the plate by keys, and says where it is", async () => {
    const panel = openEditor([podium]);
    const box = await plate("Podium");
    box.focus();
    fireEvent.keyDown(box, { key: "ArrowLeft" });
    fireEvent.keyDown(box, { key: "ArrowDown", shiftKey: true });
    fireEvent.keyDown(box, { key: "ArrowUp", altKey: true });
    const said = "Podium: 480 by 359 px, 1399 px from the left, 50 px from the top";
    expect(box).toHaveAccessibleName(said);
    expect(screen.getByText(said)).toHaveRole("status");
    expect(screen.getByLabelText("From the left")).toHaveValue("1399");
    expect(await save(panel, "overlay")).toMatchObject({
      sources: [{ x: 1399, y: 50, width: 480, height: 359 }],
    });
  });

  it("follows the number fields, and marks what leaves the canvas", async () => {
    const panel = openEditor([podium]);
    await plate("Podium");
    await fill("From the left", "1500");
    expect(await screen.findByText(/Left and width together/)).toBeVisible();
    await press("Save changes");
    expect(screen.getByLabelText("Width")).toHaveFocus();
    expect(panel.sent(SAVE)).toHaveLength(0);
    await fill("Width", "400");
    expect(await plate("Podium")).toHaveAccessibleName(/^Podium: 400 by 360 px, 1500 px/);
  });

  it("keeps the focus on the plate while the fields of its source are loaded", async () => {
    openEditor([ticker, aSource("banner", "Banner")]);
    const box = await plate("Banner");
    act(() => box.focus());
    // What is hidden loses the focus in a browser.
    expect(box).toBeVisible();
    expect(screen.queryByRole("group", { name: "Scenes" })).toBeNull();
    expect(await screen.findByRole("group", { name: "Scenes" })).toBeVisible();
    expect(box).toHaveFocus();
    expect(screen.getByLabelText("Name")).toHaveValue("Banner");
  });

  it("chooses the source whose plate is pressed", async () => {
    openEditor([ticker, podium]);
    await userEvent.click(await plate("Podium"));
    expect(screen.getByLabelText("Name")).toHaveValue("Podium");
  });
});

describe("saving", () => {
  it("opens the source that something is wrong with, and takes the focus to its field", async () => {
    const panel = openEditor([ticker, podium]);
    await plate("Ticker");
    await fill("Wins from", "1");
    await userEvent.click(await plate("Podium"));
    expect(screen.queryByLabelText("Wins from")).toBeNull();
    await press("Save changes");
    expect(screen.getByLabelText("Wins from")).toHaveFocus();
    expect((await list()).getByText("Check the fields")).toBeVisible();
    expect(panel.sent(SAVE)).toHaveLength(0);
  });

  it.each([
    ["by its key", { "overlay.sources.1.options.board": "is off on this site" }],
    ["in its text", { "overlay.sources": "sources.1.options.board is off on this site" }],
  ])("shows what the server refuses %s at the field of its source", async (_, fields) => {
    openEditor([ticker, podium], { [SAVE]: () => refusedFields(fields) });
    await plate("Ticker");
    await fill("Name", "Other");
    await press("Save changes");
    expect(await screen.findByText("Is off on this site")).toBeVisible();
    expect(screen.getByLabelText("Leaderboard")).toHaveAttribute("aria-invalid", "true");
  });

  it("keeps what two admins have changed in different fields and sources", async () => {
    const added = aSource("hunt", "Theirs");
    const { dialog, saveChosen } = await conflict([added, { ...ticker, volume: 30 }, podium]);
    const volume = within(dialog.getByRole("group", { name: "Mine: Volume" }));
    expect(volume.getByRole("radio", { name: /^Theirs\s*30/ })).toBeChecked();
    const name = within(dialog.getByRole("group", { name: "Mine: Name" }));
    expect(name.getByRole("radio", { name: /^Yours\s*Mine/ })).toBeChecked();
    expect(dialog.getByRole("group", { name: "Theirs" })).toBeVisible();
    expect(dialog.getByText("Theirs, Mine, Podium")).toBeVisible();
    expect(await saveChosen()).toEqual({
      sources: [added, { ...ticker, name: "Mine", volume: 30 }, podium],
    });
  });

  it("brings back a source that they have removed only where that is chosen", async () => {
    const { dialog, saveChosen } = await conflict([ticker]);
    const removed = within(dialog.getByRole("group", { name: "Podium" }));
    expect(removed.getByRole("radio", { name: /^Theirs\s*\(none\)/ })).toBeChecked();
    expect(await saveChosen()).toEqual({ sources: [{ ...ticker, name: "Mine" }] });
  });

  it("saves a choice of mine over theirs", async () => {
    const { dialog, saveChosen } = await conflict([{ ...ticker, name: "Other" }, podium]);
    const name = within(dialog.getByRole("group", { name: /: Name$/ }));
    await userEvent.click(name.getByRole("radio", { name: /^Theirs/ }));
    await userEvent.click(name.getByRole("radio", { name: /^Yours/ }));
    expect(await saveChosen()).toEqual({ sources: [{ ...ticker, name: "Mine" }, podium] });
  });
});

describe("options", () => {
  it("a list that must not be empty says so", async () => {
    const panel = openEditor([ticker]);
    await plate("Ticker");
    for (const name of ["Big wins", "Claims of rewards", "Purchases", "New members"])
      await userEvent.click(screen.getByRole("checkbox", { name }));
    expect(await screen.findByText("Choose at least one.")).toBeVisible();
    await press("Save changes");
    expect(panel.sent(SAVE)).toHaveLength(0);
    await userEvent.click(screen.getByRole("checkbox", { name: "Purchases" }));
    expect(await save(panel, "overlay")).toMatchObject({
      sources: [{ options: { shows: ["purchase"] } }],
    });
  });

  it("a goal has a number only when it counts one", async () => {
    openEditor([aSource("goal", "Goal", {}, { title: "Camera" })]);
    await plate("Goal");
    expect(screen.queryByLabelText("Number now")).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText("Counts"), "number");
    expect(screen.getByLabelText("Number now")).toHaveValue("0");
  });

  it.each([
    ["banner", ["Time of a scene", "Break between rounds"]],
    ["lower_third", ["Without a line, show what happens next"]],
    ["podium", ["Leaderboard"]],
    ["alerts", ["Wins from", "Time of an alert"]],
    ["round", ["Username of the member", "Slot", "Hide after the last round"]],
  ] as const)("%s has its own fields", async (kind, labels) => {
    openEditor([aSource(kind, "Mine")]);
    await plate("Mine");
    for (const label of labels) expect(await screen.findByLabelText(label)).toBeEnabled();
    for (const label of ["Accent colour", "Volume", "Language of numbers"])
      expect(screen.getByLabelText(label)).toBeEnabled();
  });

  it("a colour is empty, or one that can be read", async () => {
    openEditor([podium]);
    await plate("Podium");
    await fill("Accent colour", "gold");
    expect(await screen.findByText(/Enter a colour such as/)).toBeVisible();
    await userEvent.clear(screen.getByLabelText("Accent colour"));
    expect(screen.queryByText(/Enter a colour such as/)).toBeNull();
  });
});

describe("who may", () => {
  it("sees no sources without a right to the settings, and no call is made for them", async () => {
    const panel = openEditor([ticker], {
      "GET /api/admin/me": () => jsonAnswer(aPerson({ settings: "none" as never })),
    });
    expect(await screen.findByTitle(/^Preview of the overlay/)).toBeVisible();
    expect(screen.queryByRole("tab")).toBeNull();
    expect(panel.sent(KEYS)).toHaveLength(0);
    expect(panel.sent(READ)).toHaveLength(0);
  });

  it("sees names and places without fields and keys, where settings may only be seen", async () => {
    const panel = openEditor([ticker], {
      "GET /api/admin/me": () => jsonAnswer(aPerson({ settings: "see" })),
    });
    expect(await screen.findByText("Ticker")).toBeVisible();
    expect(screen.queryByRole("tab", { name: "History" })).toBeNull();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
    expect(panel.sent(KEYS)).toHaveLength(0);
  });

  it("a locked section has no controls", async () => {
    openEditor([ticker], {
      [READ]: () => withSources([ticker], { locked: [{ key: "", by: "file" }] }),
    });
    const box = await plate("Ticker");
    fireEvent.keyDown(box, { key: "ArrowUp" });
    expect(box).toHaveAccessibleName(/1000 px from the top/);
    expect(screen.queryByRole("button", { name: "Add a source" })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Actions/ })).toBeNull();
    expect(screen.getByLabelText("Name")).toBeDisabled();
  });
});

describe("the preview", () => {
  it("gets the unsaved settings and example facts once it has loaded, and after each change", async () => {
    openEditor([ticker]);
    await plate("Ticker");
    const { frame, sent } = await frameOf("Ticker");
    expect(frame).toHaveAttribute("src", "/stream/s/preview#preview");
    await fill("Wins from", "25");
    expect(sent).toEqual([]);
    fireEvent.load(frame);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      to: window.location.origin,
      message: {
        type: "overlay-preview",
        state: {
          isTest: false,
          source: { name: "Ticker", options: { kind: "ticker", leastMultiplier: 25 } },
          site: { name: "Northside", address: "northside.example" },
          facts: { kind: "ticker", items: expect.any(Array) },
        },
      },
    });
    await fill("Volume", "40");
    expect(sent.at(-1)?.message.state).toMatchObject({ source: { volume: 40 } });
    // What cannot be read yet is no reason for an empty picture.
    await fill("Wins from", "x");
    expect(sent.at(-1)?.message.state).toMatchObject({
      source: { options: { leastMultiplier: 10 } },
    });
  });

  it("gets one happening for each press, of the kinds that the source shows", async () => {
    openEditor([aSource("alerts", "Alerts", {}, { shows: ["linked", "winner"] })]);
    await plate("Alerts");
    const { frame, sent } = await frameOf("Alerts");
    fireEvent.load(frame);
    await press("Show an example");
    await press("Show an example");
    const happenings = sent.filter(({ message }) => message.type === "overlay-happening");
    expect(happenings.map(({ message }) => message.happening)).toMatchObject([
      { kind: "winner", isTest: true },
      { kind: "linked", isTest: true },
    ]);
  });

  it("shows another example of a giveaway, and has none of an event", async () => {
    openEditor([aSource("giveaway", "Giveaway")]);
    await plate("Giveaway");
    const { frame, sent } = await frameOf("Giveaway");
    fireEvent.load(frame);
    expect(sent.at(-1)?.message.state).toMatchObject({ facts: { giveaway: { status: "active" } } });
    await userEvent.selectOptions(screen.getByLabelText("Example"), "winner");
    expect(sent.at(-1)?.message.state).toMatchObject({
      facts: { giveaway: { status: "ended", winnerIsNamed: true } },
    });
    expect(screen.queryByRole("button", { name: "Show an example" })).toBeNull();
  });
});

describe("a layout", () => {
  const layout = JSON.stringify({
    kind: "pointhouse-overlay",
    version: 1,
    sources: [{ ...aSource("hunt", "Their hunt"), key: "secret" }],
  });

  it.each([
    ["add", ["Ticker", "Their hunt"]],
    ["replace", ["Their hunt"]],
  ])("is shown before it comes into the form: %s", async (how, expected) => {
    const panel = openEditor([ticker]);
    await plate("Ticker");
    await chooseFile(layout);
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("Their hunt")).toBeVisible();
    if (how === "replace") await userEvent.click(dialog.getByLabelText("Replace yours"));
    await userEvent.click(dialog.getByRole("button", { name: "Import" }));
    const sent = await save(panel, "overlay");
    expect(sent).toMatchObject({ sources: expected.map((name) => ({ name })) });
    expect(JSON.stringify(sent)).not.toMatch(/secret|id-their-hunt/);
  });

  it("that is bad changes nothing", async () => {
    openEditor([ticker]);
    await plate("Ticker");
    await chooseFile('{"kind":"something else"}');
    expect(await screen.findByText(/This is no layout of overlay sources/)).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("All changes are saved.")).toBeVisible();
  });

  it("is not added where the list would be too long", async () => {
    openEditor(Array.from({ length: 40 }, (_, at) => aSource("hunt", `Hunt ${at}`)));
    await plate("Hunt 0");
    await chooseFile(layout);
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByRole("button", { name: "Import" })).toBeDisabled();
    await userEvent.click(dialog.getByLabelText("Replace yours"));
    expect(dialog.getByRole("button", { name: "Import" })).toBeEnabled();
  });

  it("is not written while a field is wrong", async () => {
    openEditor([ticker]);
    await plate("Ticker");
    await fill("Volume", "200");
    await press("Export");
    expect(await screen.findByText(/Nothing was exported/)).toBeVisible();
  });
});
