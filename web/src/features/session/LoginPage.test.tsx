import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { neverAnswer, stubFetch } from "@/testing/pending-work";
import { endSession } from "./actions";
import { LoginPage } from "./LoginPage";
import { session } from "./store";

const fetched = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset();
  // The site's own data is not what these tests are about.
  stubFetch((request: Request) =>
    request.url.endsWith("/api/site") ? neverAnswer(request) : fetched(request),
  );
});

afterEach(() => {
  endSession();
  vi.useRealTimers();
});

function open() {
  renderPage(<LoginPage redirect={undefined} />);
  return {
    user: userEvent.setup(),
    email: screen.getByLabelText("Email or username"),
    password: screen.getByLabelText("Password"),
    submit: screen.getByRole("button", { name: "Log in" }),
  };
}

describe("the login page", () => {
  it.each([
    ["/slots/downunder-dawgs", "to play"],
    ["/account", "to open your account"],
    ["/rewards/daily-calendar", "to claim your daily points"],
    ["/somewhere", "to open this page"],
  ])("says why a guest was sent from %s", (redirect, reason) => {
    renderPage(<LoginPage redirect={redirect} />);
    expect(
      screen.getByText(`Log in or create an account ${reason}. You'll be taken back there.`),
    ).toBeVisible();
  });

  it.each(["/", "/login?redirect=/account", "https://other.example/account"])(
    "gives no reason when %s is not a page to go back to",
    (redirect) => {
      renderPage(<LoginPage redirect={redirect} />);
      expect(screen.queryByText(/You'll be taken back there/)).toBeNull();
    },
  );

  it("keeps the button off until both fields are filled and clean", async () => {
    const { user, email, password, submit } = open();
    expect(submit).toBeDisabled();
    await user.type(email, "rory@");
    await user.type(password, "12345");
    await user.tab();
    expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
    expect(await screen.findByText("Password must be at least 6 characters")).toBeVisible();
    expect(submit).toBeDisabled();
    await user.type(password, "6");
    expect(screen.queryByText("Password must be at least 6 characters")).toBeNull();
    await user.type(email, "example.com");
    expect(submit).toBeEnabled();
  });

  it("asks for what was left empty", async () => {
    const { user, email } = open();
    await user.click(email);
    await user.tab();
    expect(await screen.findByText("Email is required")).toBeVisible();
    await user.tab();
    await user.tab();
    expect(await screen.findByText("Password is required")).toBeVisible();
  });

  it("logs in with what was typed", async () => {
    fetched.mockResolvedValue(
      jsonAnswer({ success: true, message: "ok", user: sampleMember, token: "t-1" }),
    );
    const { user, email, password, submit } = open();
    await user.type(email, " rory@example.com ");
    await user.type(password, "secret!");
    await user.click(screen.getByRole("checkbox", { name: "Remember me" }));
    await user.click(submit);
    await vi.waitFor(() => expect(session().token).toBe("t-1"));
    await expect(fetched.mock.calls[0]?.[0].json()).resolves.toEqual({
      email: "rory@example.com",
      password: "secret!",
      remember: false,
    });
  });

  it("takes the username, too", async () => {
    fetched.mockResolvedValue(
      jsonAnswer({ success: true, message: "ok", user: sampleMember, token: "t-1" }),
    );
    const { user, email, password, submit } = open();
    await user.type(email, "rory_1");
    await user.type(password, "secret!");
    await user.click(submit);
    await vi.waitFor(() => expect(session().token).toBe("t-1"));
    const sent: unknown = await fetched.mock.calls[0]?.[0].json();
    expect(sent).toMatchObject({ email: "rory_1" });
  });

  it("shows the server's words, or 'Login failed' when it has none", async () => {
    const { user, email, password, submit } = open();
    await user.type(email, "rory@example.com");
    await user.type(password, "secret!");
    fetched.mockResolvedValueOnce(
      jsonAnswer(
        { success: false, error: "invalid_credentials", message: "Invalid email or password" },
        401,
      ),
    );
    await user.click(submit);
    expect(await screen.findByText("Invalid email or password")).toBeVisible();
    fetched.mockResolvedValueOnce(new Response("", { status: 500 }));
    await user.click(submit);
    expect(await screen.findByText("Login failed")).toBeVisible();
  });

  it("counts down after too many tries, and lets one try again then", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    renderPage(<LoginPage redirect={undefined} />);
    await user.type(screen.getByLabelText("Email or username"), "rory@example.com");
    await user.type(screen.getByLabelText("Password"), "secret!");
    const body = { success: false, error: "too_many_requests", message: "Too many attempts." };
    fetched.mockResolvedValue(jsonAnswer(body, 429, { "Retry-After": "61" }));
    const submit = screen.getByRole("button", { name: "Log in" });
    await user.click(submit);
    expect(await screen.findByRole("alert")).toHaveTextContent(/Try again in 1:0[01]/);
    expect(submit).toBeDisabled();
    await vi.advanceTimersByTimeAsync(62_000);
    expect(submit).toBeEnabled();
  });

  it("shows and hides the password", async () => {
    const { user, password } = open();
    expect(password).toHaveAttribute("type", "password");
    await user.click(screen.getByRole("button", { name: "Show password" }));
    expect(password).toHaveAttribute("type", "text");
    await user.click(screen.getByRole("button", { name: "Hide password" }));
    expect(password).toHaveAttribute("type", "password");
  });
});
