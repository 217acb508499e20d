import { screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { endSession } from "@/features/session/actions";
import { session } from "@/features/session/store";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { nothing, openHouse, refused } from "./test-house";
import { VerifyEmailPage } from "./VerifyEmailPage";

const VERIFY = "GET /api/auth/verify-email";

afterEach(() => endSession());

function open(token: string | null, calls: NonNullable<Parameters<typeof openHouse>[0]>["calls"]) {
  const house = openHouse({ calls: calls ?? {} });
  renderPage(
    <StrictMode>
      <VerifyEmailPage token={token} />
    </StrictMode>,
  );
  return house;
}

const heading = () => screen.getByRole("heading", { level: 1 });
const leads = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

describe("the link of the mail", () => {
  it("is sent once, and what the server says of the member is taken over", async () => {
    const answers: ((response: Response) => void)[] = [];
    const { count } = open("a-token", {
      [VERIFY]: (request) => {
        expect(new URL(request.url).searchParams.get("token")).toBe("a-token");
        return new Promise((resolve) => answers.push(resolve));
      },
      "GET /api/auth/me": () =>
        jsonAnswer({ success: true, user: { ...sampleMember, emailVerified: true } }),
    });
    expect(heading()).toHaveTextContent("Verifying your email");
    for (const answer of answers)
      answer(jsonAnswer({ success: true, message: "Your email is verified!" }));
    expect(await screen.findByText("Your email is verified!")).toBeVisible();
    expect(heading()).toHaveTextContent("Email verified");
    expect(leads("Home")).toBe("/");
    expect(leads("Your account")).toBe("/account");
    await waitFor(() => expect(session().member?.emailVerified).toBe(true));
    expect(count(VERIFY)).toBe(1);
  });

  it("leads to the login first where it needs one, and back", async () => {
    open("a-token", {
      [VERIFY]: () => refused("log_in_first", "Log in to your account first", 403),
    });
    await screen.findByText("Log in to your account first");
    expect(leads("Log In")).toBe("/login?redirect=%2Fverify-email%3Ftoken%3Da-token");
  });

  it.each([
    [
      "the server's words",
      () => refused("bad_link", "This link is invalid"),
      "This link is invalid",
    ],
    ["no words", nothing, "Failed to verify email"],
    [
      "no answer",
      () => Promise.reject(new TypeError("Failed to fetch")),
      "Network error occurred while verifying email",
    ],
  ])("that fails with %s says so", async (_, call, text) => {
    const { count } = open(`failing-${text}`, { [VERIFY]: call });
    expect(await screen.findByText(text)).toBeVisible();
    expect(heading()).toHaveTextContent("Verification failed");
    expect(leads("Request New Link")).toBe("/account");
    expect(leads("Home")).toBe("/");
    expect(count(VERIFY)).toBe(1);
  });

  it("that no longer works says that the email is verified, where it is", async () => {
    openHouse({
      member: { emailVerified: true },
      calls: { [VERIFY]: () => refused("bad_link", "This link is invalid") },
    });
    renderPage(<VerifyEmailPage token="an-old-token" />);
    expect(
      await screen.findByText(
        "This link is invalid. The email of your account is already verified.",
      ),
    ).toBeVisible();
    expect(heading()).toHaveTextContent("Email verified");
    expect(screen.queryByRole("link", { name: "Request New Link" })).toBeNull();
    expect(leads("Your account")).toBe("/account");
  });

  it("without its token is not sent", () => {
    const { count } = open(null, {});
    expect(heading()).toHaveTextContent("Invalid verification link");
    expect(leads("Sign In")).toBe("/login");
    expect(leads("Home")).toBe("/");
    expect(count(VERIFY)).toBe(0);
  });
});
