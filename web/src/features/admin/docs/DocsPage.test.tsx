import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { keepAdminToken } from "@/features/admin/session/store";
import { openAsAdmin } from "@/test-panel";

afterEach(() => keepAdminToken(null));

it("has the title of the document in the window", async () => {
  openAsAdmin("/docs/backup");
  expect(await screen.findByRole("heading", { level: 1, name: "Backups" })).toBeVisible();
  await waitFor(() => expect(document.title).toMatch(/^Backups · Docs · /));
  const [overview] = screen.getAllByRole("link", { name: "Overview" });
  if (overview === undefined) throw new Error("no link to the overview");
  await userEvent.click(overview);
  await waitFor(() => expect(document.title).toMatch(/^Docs · Admin · /));
});

it.each(["nothing", "constructor", "toString", "__proto__"])(
  "has no document with the name %s",
  async (name) => {
    openAsAdmin(`/docs/${name}`);
    expect(
      await screen.findByRole("heading", { level: 1, name: "No such document" }),
    ).toBeVisible();
    await waitFor(() => expect(document.title).toMatch(/^No such document · /));
  },
);
