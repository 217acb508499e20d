import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { aPerson } from "@/test-panel";
import { leave, openStream } from "./test-stream";

afterEach(leave);

it("tells a moderator that Kick has ended the connection", async () => {
  openStream({
    "GET /api/admin/me": () => jsonAnswer(aPerson({ services: "none" }, { role: "moderator" })),
    "GET /api/admin/chat/connection": () =>
      jsonAnswer({ success: true, endedAt: "2026-11-25T12:00:00Z" }),
  });
  expect(await screen.findByText("Kick has ended the connection of your channel")).toBeVisible();
  expect(screen.getByText(/The owner can connect it again\.$/)).toBeVisible();
});
