import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openPanel, refusal } from "@/test-panel";
import { later } from "@/testing/later";
import { queryClient } from "@/wire/queries";
import { adminToken, keepAdminToken } from "../../session/store";
import { values as settingsValues } from "../test-settings";

const READ = "GET /api/setup";
const SEND = "POST /api/setup";
const begin = {
  success: true,
  siteName: "Pointhouse",
  accent: "#f2c24d",
  timezone: "UTC",
  modules: { ...settingsValues.modules, hunts: false },
  restored: false,
};

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

function open(address: string, answers: Answers) {
  openPanel(address, { [READ]: () => jsonAnswer(begin), ...answers });
  return userEvent.setup();
}

const finish = () => screen.findByRole("button", { name: "Open the panel" });

it("sends the code with what was typed, and logs the owner in", async () => {
  let sent: unknown;
  const user = open("/setup#one-time", {
    "GET /api/site": () =>
      jsonAnswer({ success: true, name: sent === undefined ? "Pointhouse" : "Mia's place" }),
    [SEND]: async (request) => {
      sent = await request.json();
      return jsonAnswer({ success: true, token: "owner-token" });
    },
  });
  await user.type(await screen.findByLabelText("Panel password"), "a good password");
  await user.type(screen.getByLabelText("Your name"), "Mia");
  const name = screen.getByLabelText("Site name");
  await user.clear(name);
  await user.type(name, "Mia's place");
  await user.click(screen.getByLabelText("Points shop"));
  await user.click(screen.getByLabelText("Example streamer"));
  await user.click(await finish());
  await waitFor(() => expect(adminToken()).toBe("owner-token"));
  expect(sent).toMatchObject({
    code: "one-time",
    ownerName: "Mia",
    password: "a good password",
    siteName: "Mia's place",
    accent: "#f2c24d",
    modules: { games: true, shop: false, hunts: false, wager_rewards: true },
    example: true,
  });
  const menu = await screen.findByRole("navigation", { name: "Admin" });
  expect(menu.parentElement).toHaveTextContent(/^Mia's place/);
});

it("shows what was refused at its field, with the colour that can be read", async () => {
  const user = open("/setup#one-time", {
    [SEND]: () =>
      jsonAnswer(
        {
          success: false,
          error: "validation",
          message: "is too dark",
          fields: { "brand.accent": "is too dark; #878787 is the nearest that can be read" },
        },
        400,
      ),
  });
  await user.click(await finish());
  expect(await screen.findByText(/too dark/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: /#878787/ }));
  expect(screen.getByLabelText("Accent colour")).toHaveValue("#878787");
});

it("shows at its field why the owner's name was refused", async () => {
  const fields = { ownerName: "This name is already taken" };
  const user = open("/setup#one-time", {
    [SEND]: () => jsonAnswer({ success: false, error: "validation", message: "No", fields }, 400),
  });
  await user.click(await finish());
  expect(await screen.findByText(/^This name is already taken/)).toBeVisible();
  expect(screen.getByLabelText("Your name")).toBeInvalid();
});

it("explains a code of an earlier start", async () => {
  const user = open("/setup#old", { [SEND]: () => refusal(401, "This link is old", "bad_code") });
  await user.click(await finish());
  expect(await screen.findByText(/prints a new one at each start/)).toBeVisible();
  expect(adminToken()).toBeNull();
});

it("says that a site with an owner is set up", async () => {
  open("/setup#one-time", { [READ]: () => refusal(404, "There is nothing here", "not_found") });
  expect(await screen.findByRole("heading", { name: "This site is already set up" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to the panel" })).toHaveAttribute("href", "/admin");
});

it("takes the code of a link that is opened in the same tab", async () => {
  let sent: unknown;
  const { goTo } = openPanel("/setup", {
    [READ]: () => jsonAnswer(begin),
    [SEND]: async (request) => {
      sent = await request.json();
      return jsonAnswer({ success: true, token: "owner-token" });
    },
  });
  const user = userEvent.setup();
  expect(await screen.findByText("Open the setup link")).toBeVisible();
  act(() => goTo("/setup#newer"));
  await user.click(await finish());
  await waitFor(() => expect(sent).toMatchObject({ code: "newer" }));
});

it("says how much of a backup has arrived", async () => {
  const restored = later<Response>();
  const codes: (string | null)[] = [];
  const stage = { doneBytes: 3 << 20, totalBytes: 12 << 20, elapsedMillis: 1000 };
  const user = open("/setup#one-time", {
    "POST /api/setup/restore": () => restored.promise,
    "GET /api/setup/restore/progress": ({ headers }) => {
      codes.push(headers.get("X-Setup-Code"));
      return jsonAnswer({ success: true, stage: { name: "receiving the file", ...stage } });
    },
  });
  await user.click(await screen.findByRole("button", { name: "Restore a backup instead" }));
  await user.upload(screen.getByLabelText("Backup file"), new File(["bytes"], "nightly.base"));
  await user.click(screen.getByRole("button", { name: "Restore" }));
  expect(await screen.findByText("Uploading: 3.0 MB of 12 MB")).toBeVisible();
  expect(codes[0]).toBe("one-time");
  restored.resolve(refusal(400, "The file is damaged at byte 7", "bad_backup"));
  expect(await screen.findByText("The file is damaged at byte 7")).toBeVisible();
  expect(screen.queryByRole("progressbar")).toBeNull();
});

it("restores a backup in place of the setup", async () => {
  let sent: Record<"code" | "key" | "passphrase", string | null> | undefined;
  let isRefused = true;
  const user = open("/setup#one-time", {
    "POST /api/setup/restore": (request) => {
      const { headers } = request;
      sent = {
        code: headers.get("X-Setup-Code"),
        key: headers.get("X-Identity"),
        passphrase: headers.get("X-Passphrase"),
      };
      return isRefused
        ? refusal(400, "The file is damaged at byte 7", "bad_backup")
        : jsonAnswer({ success: true, message: "Restored" });
    },
  });
  await user.click(await screen.findByRole("button", { name: "Restore a backup instead" }));
  expect(screen.getByRole("button", { name: "Choose backup file" })).toHaveFocus();
  const restore = screen.getByRole("button", { name: "Restore" });
  expect(restore).toBeDisabled();
  await user.upload(screen.getByLabelText("Backup file"), new File(["bytes"], "nightly.base"));
  expect(screen.getByText("nightly.base")).toBeVisible();
  await user.click(restore);
  expect(await screen.findByText("The file is damaged at byte 7")).toBeVisible();
  expect(sent).toEqual({ code: "one-time", key: null, passphrase: null });
  const secret = screen.getByLabelText("Passphrase or private key");
  await user.type(secret, "wömbats dig");
  await user.click(restore);
  await waitFor(() =>
    expect(sent).toEqual({ code: "one-time", key: null, passphrase: "d8O2bWJhdHMgZGln" }),
  );
  isRefused = false;
  await user.clear(secret);
  await user.type(secret, " AGE-SECRET-KEY-1 ");
  await user.click(restore);
  expect(await screen.findByRole("heading", { name: "Backup restored" })).toBeVisible();
  expect(sent).toMatchObject({ key: "AGE-SECRET-KEY-1", passphrase: null });
});

it("offers a restore before the setup, and goes back to the setup", async () => {
  const user = open("/setup#one-time", {});
  const instead = await screen.findByRole("button", { name: "Restore a backup instead" });
  const name = screen.getByLabelText("Site name");
  expect(instead.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(instead);
  expect(screen.getByRole("heading", { level: 1, name: "Restore a backup" })).toBeVisible();
  expect(screen.queryByLabelText("Site name")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Set up a new site instead" }));
  expect(screen.getByRole("heading", { level: 1, name: "Set up your site" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Restore a backup instead" })).toHaveFocus();
});

const restoredEvent = {
  kind: "restored",
  at: "2026-11-25T12:00:00Z",
  backupOf: null,
  revealedPairs: 5,
  lostPairs: 3,
  endedRounds: 0,
  returnedRounds: 0,
  newCommitments: 0,
  exposedGiveaways: 0,
};

it("says after a restore how many seed pairs were lost", async () => {
  open("/setup#one-time", {
    [READ]: () => jsonAnswer({ ...begin, restored: true }),
    "GET /api/games/fairness/events": () =>
      jsonAnswer({ success: true, events: [restoredEvent, { ...restoredEvent, lostPairs: 8 }] }),
  });
  expect(await screen.findByText(/^3 seed pairs were lost/)).toBeVisible();
});

it("says after a restore how the owner gets in", async () => {
  let isRestored = false;
  const user = open("/setup#one-time", {
    [READ]: () => jsonAnswer({ ...begin, restored: isRestored }),
    "POST /api/setup/restore": () => {
      isRestored = true;
      return jsonAnswer({ success: true, message: "Restored" });
    },
  });
  await user.click(await screen.findByRole("button", { name: "Restore a backup instead" }));
  await user.upload(screen.getByLabelText("Backup file"), new File(["backup"], "site.base"));
  await user.click(screen.getByRole("button", { name: "Restore" }));
  expect(await screen.findByText(/^To set your password/, {}, { timeout: 5000 })).toBeVisible();
});

it("asks for a new password alone after a restore", async () => {
  let sent: unknown;
  const user = open("/setup#one-time", {
    [READ]: () => jsonAnswer({ ...begin, siteName: "Mia's place", restored: true }),
    "GET /api/site": () => jsonAnswer({ success: true, name: "Mia's place" }),
    [SEND]: async (request) => {
      sent = await request.json();
      return jsonAnswer({ success: true, token: "owner-token" });
    },
  });
  expect(await screen.findByRole("heading", { name: "This site was restored" })).toBeVisible();
  expect(screen.queryByLabelText("Site name")).toBeNull();
  expect(screen.queryByText("Restore a backup instead")).toBeNull();
  await user.type(screen.getByLabelText("Panel password"), "a good password");
  await user.click(await finish());
  await waitFor(() => expect(adminToken()).toBe("owner-token"));
  expect(sent).toMatchObject({ siteName: "Mia's place", timezone: "UTC", example: false });
});
