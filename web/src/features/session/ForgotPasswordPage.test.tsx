import { configure, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer, renderPage } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { ForgotPasswordPage } from "./ForgotPasswordPage";

// However slow the machine is, nothing here depends on how long it takes.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

const fetched = vi.fn<(request: Request) => Promise<Response>>();
let hasMail = true;
let forgot: () => Response | Promise<Response> = () => jsonAnswer({});

beforeEach(() => {
  hasMail = true;
  forgot = () => jsonAnswer({ success: true, message: "ok" });
  fetched.mockReset().mockImplementation(async (request) => {
    if (request.url.endsWith("/api/site"))
      return jsonAnswer({ success: true, features: { mail: hasMail } });
    return forgot();
  });
  stubFetch(fetched);
});

const sends = () =>
  fetched.mock.calls.filter(([request]) => request.url.endsWith("/forgot-password"));
const send = () => screen.getByRole("button", { name: "Send reset link" });

async function open() {
  renderPage(<ForgotPasswordPage />);
  return userEvent.setup();
}

describe("the forgotten password", () => {
  it("is asked for with an address, and the answer tells nothing of accounts", async () => {
    const user = await open();
    expect(send()).toBeDisabled();
    await user.type(screen.getByLabelText("Email"), "rory@example.com");
    await user.click(send());
    expect(await screen.findByRole("status")).toHaveTextContent(
      "If rory@example.com belongs to an account, a link is on its way to it.",
    );
    await expect(sends()[0]?.[0].json()).resolves.toEqual({ email: "rory@example.com" });
    await user.click(screen.getByRole("button", { name: "Use another address" }));
    expect(screen.getByLabelText("Email")).toHaveValue("");
  });

  it("sends nothing for what is no address", async () => {
    const user = await open();
    await user.type(screen.getByLabelText("Email"), "rory");
    await user.click(send());
    expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
    expect(sends()).toHaveLength(0);
  });

  it("on a site without mail sends to the streamer", async () => {
    hasMail = false;
    const user = await open();
    expect(
      await screen.findByText("Mail is not set up on this site; ask the streamer."),
    ).toBeVisible();
    await user.type(screen.getByLabelText("Email"), "rory@example.com");
    await user.click(send());
    expect(await screen.findByText(/a link is ready for it\. Mail is not set up/)).toBeVisible();
    expect(screen.queryByText(/on its way/)).toBeNull();
  });

  it("waits as long as the server says after too many", async () => {
    forgot = () =>
      jsonAnswer(
        { success: false, error: "too_many_requests", message: "Too many attempts." },
        429,
        { "Retry-After": "600" },
      );
    const user = await open();
    await user.type(screen.getByLabelText("Email"), "rory@example.com");
    await user.click(send());
    expect(await screen.findByRole("alert")).toHaveTextContent(/Try again in (10:00|9:5\d)/);
    expect(send()).toBeDisabled();
  });

  it("says when the server could not be reached", async () => {
    forgot = () => Promise.reject(new TypeError("Failed to fetch"));
    const user = await open();
    await user.type(screen.getByLabelText("Email"), "rory@example.com");
    await user.click(send());
    expect(await screen.findByText(/^Connection lost/)).toBeVisible();
  });
});
