import { configure, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { beginSession, endSession } from "./actions";
import { ResetPasswordPage } from "./ResetPasswordPage";
import { session } from "./store";

// However slow the machine is, nothing here depends on how long it takes.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

const { navigate, toast } = vi.hoisted(() => ({
  navigate: vi.fn<(to: object) => Promise<void>>(),
  toast: vi.fn<(message: { text: string }) => void>(),
}));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<typeof import("@tanstack/react-router")>()),
  useNavigate: () => navigate,
}));
vi.mock("@/ui/toast", () => ({ toast }));

const fetched = vi.fn<(request: Request) => Promise<Response>>();
let reset: () => Response = () => jsonAnswer({});

beforeEach(() => {
  navigate.mockReset().mockResolvedValue(undefined);
  toast.mockReset();
  fetched.mockReset().mockImplementation(async () => reset());
  stubFetch(fetched);
});

afterEach(() => endSession());

const resets = () =>
  fetched.mock.calls.filter(([request]) => request.url.endsWith("/reset-password"));

async function submit(password = "Abcdef1!", confirm = password) {
  const user = userEvent.setup();
  renderPage(<ResetPasswordPage token="a-token" />);
  await user.type(screen.getByLabelText("New password"), password);
  await user.type(screen.getByLabelText("Confirm new password"), confirm);
  await user.click(screen.getByRole("button", { name: "Set new password" }));
  return user;
}

describe("a new password by mail", () => {
  it("is set, and leads to the login, which is for guests", async () => {
    reset = () => jsonAnswer({ success: true, message: "Changed. We removed 1 passkey." });
    beginSession({ token: "old", user: sampleMember });
    await submit();
    await waitFor(() => expect(navigate).toHaveBeenCalledWith({ to: "/login", replace: true }));
    expect(session().status).toBe("guest");
    expect(toast.mock.calls[0]?.[0].text).toBe("Changed. We removed 1 passkey.");
    await expect(resets()[0]?.[0].json()).resolves.toEqual({
      token: "a-token",
      newPassword: "Abcdef1!",
    });
  });

  it("explains what a reader gets who did not sign up", () => {
    renderPage(<ResetPasswordPage token="a-token" notMe />);
    expect(screen.getByRole("heading", { name: "You didn't sign up?" })).toBeVisible();
    expect(screen.getByText(/Everyone else loses access/)).toBeVisible();
  });

  it("follows the rules of passwords and is typed twice", async () => {
    await submit("abcdefg1!", "abcdefg1?");
    expect(
      await screen.findByText("Password must contain at least one uppercase letter"),
    ).toBeVisible();
    expect(screen.getByText("Passwords do not match")).toBeVisible();
    expect(screen.getByRole("meter")).toHaveAttribute("aria-valuetext", "Refused");
    expect(resets()).toHaveLength(0);
  });

  it("that the server refuses is named at its field", async () => {
    reset = () =>
      jsonAnswer(
        { success: false, error: "validation", message: "x", fields: { newPassword: "Too old" } },
        400,
      );
    await submit();
    expect(await screen.findByText("Too old")).toBeVisible();
    expect(screen.getByLabelText("New password")).toBeInvalid();
  });

  it("with a link that works no more leads to a new one", async () => {
    reset = () =>
      jsonAnswer(
        { success: false, error: "bad_link", message: "This link is invalid or has expired" },
        400,
      );
    await submit();
    expect(await screen.findByText("This link is invalid or has expired")).toBeVisible();
    expect(screen.getByRole("link", { name: "Request a new link" })).toHaveAttribute(
      "href",
      "/forgot-password",
    );
    expect(screen.queryByLabelText("New password")).toBeNull();
  });

  it("stays to be tried again when the server is not there, and waits when it must", async () => {
    reset = () => new Response("", { status: 500 });
    const user = await submit();
    expect(await screen.findByText(/could not do that right now/)).toBeVisible();
    reset = () =>
      jsonAnswer(
        { success: false, error: "too_many_requests", message: "Too many attempts." },
        429,
        { "Retry-After": "600" },
      );
    await user.click(screen.getByRole("button", { name: "Set new password" }));
    expect(await screen.findByText(/Try again in/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Set new password" })).toBeDisabled();
  });

  it("needs the whole link", () => {
    renderPage(<ResetPasswordPage token={null} />);
    expect(screen.getByText("This link is incomplete.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Request a new link" })).toBeVisible();
  });
});
