import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { endSession } from "@/features/session/actions";
import { session, useMember } from "@/features/session/store";
import { jsonAnswer, renderPage } from "@/test-page";
import { AccountHeader } from "./AccountHeader";
import { nothing, openHouse, refused } from "./test-house";

const FAILED = "Failed to upload profile picture. Please try again.";
const revoked = vi.fn<(address: string) => void>();

beforeAll(async () => {
  await import("./PictureDialog");
});

beforeEach(() => {
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = revoked.mockReset();
});

afterEach(() => endSession());

function TestHeader() {
  const member = useMember();
  return member === null ? null : <AccountHeader member={member} />;
}

async function open(house: Parameters<typeof openHouse>[0] = {}) {
  const opened = openHouse(house);
  renderPage(<TestHeader />);
  const user = userEvent.setup({ applyAccept: false });
  await user.click(screen.getByRole("button", { name: "Change Picture" }));
  await screen.findByRole("dialog", { name: "Change profile picture" });
  return { ...opened, user };
}

const field = () => screen.getByLabelText("Profile picture", { selector: "input" });
const save = () => screen.getByRole("button", { name: "Save picture" });

function file(name: string, type: string, bytes = 10): File {
  const made = new File(["x"], name, { type });
  Object.defineProperty(made, "size", { value: bytes });
  return made;
}

const png = () => file("me.png", "image/png");

describe("the picture dialog", () => {
  it("takes only images below 5MB", async () => {
    const { user } = await open();
    await user.upload(field(), file("me.txt", "text/plain"));
    expect(await screen.findByText("Please select an image file")).toBeVisible();
    expect(save()).toBeDisabled();
    await user.upload(field(), file("me.png", "image/png", 5 * 1024 * 1024));
    expect(await screen.findByText("File size must be less than 5MB")).toBeVisible();
    expect(save()).toBeDisabled();
    await user.upload(field(), file("me.png", "image/png", 5 * 1024 * 1024 - 1));
    expect(screen.getByRole("img", { name: "Preview" })).toHaveAttribute("src", "blob:preview");
    expect(screen.queryByText("File size must be less than 5MB")).toBeNull();
    expect(save()).toBeEnabled();
  });

  it("looks into what is dropped as well", async () => {
    await open();
    fireEvent.drop(field(), { dataTransfer: { files: [file("a.pdf", "application/pdf")] } });
    expect(await screen.findByText("Please select an image file")).toBeVisible();
    fireEvent.drop(field(), { dataTransfer: { files: [png()] } });
    expect(await screen.findByRole("img", { name: "Preview" })).toBeVisible();
    expect(screen.getByText("me.png")).toBeVisible();
  });

  it("refuses a file that only calls itself an image", async () => {
    const { user } = await open();
    await user.upload(field(), png());
    fireEvent.error(screen.getByRole("img", { name: "Preview" }));
    expect(await screen.findByText("Please select an image file")).toBeVisible();
    expect(save()).toBeDisabled();
    expect(revoked).toHaveBeenCalledWith("blob:preview");
  });

  it("sends the picture, and shows it", async () => {
    let sent: FormDataEntryValue | null = null;
    const { user } = await open({
      calls: {
        "POST /api/auth/upload-profile-picture": async (request) => {
          expect(request.headers.get("Content-Type")).toMatch(/^multipart\/form-data; boundary=/);
          sent = (await request.formData()).get("profilePicture");
          return jsonAnswer({
            success: true,
            message: "ok",
            profilePicture: "/api/pictures/7-1.webp",
          });
        },
      },
    });
    await user.upload(field(), new File(["x"], "me.png", { type: "image/png" }));
    await user.click(save());
    expect(await screen.findByText("Profile picture updated successfully!")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(session().member?.profilePicture).toBe("/api/pictures/7-1.webp");
    expect(sent).not.toBeNull();
  });

  it("says why a picture was refused", async () => {
    const { user, calls } = await open({
      calls: {
        "POST /api/auth/upload-profile-picture": () =>
          refused("too_large", "File size must be less than 5MB", 413),
      },
    });
    await user.upload(field(), png());
    await user.click(save());
    expect(await screen.findByText("File size must be less than 5MB")).toBeVisible();
    calls["POST /api/auth/upload-profile-picture"] = nothing;
    await user.click(save());
    expect(await screen.findByText(FAILED)).toBeVisible();
    calls["POST /api/auth/upload-profile-picture"] = () =>
      Promise.reject(new TypeError("Failed to fetch"));
    await user.click(save());
    expect(await screen.findByText(FAILED)).toBeVisible();
    expect(session().member?.profilePicture).toBeNull();
  });

  it("removes a picture", async () => {
    const { user } = await open({
      member: { profilePicture: "/api/pictures/7-1.webp" },
      calls: {
        "DELETE /api/auth/profile-picture": () => jsonAnswer({ success: true, message: "ok" }),
      },
    });
    await user.click(screen.getByRole("button", { name: "Remove picture" }));
    expect(await screen.findByText("Profile picture removed.")).toBeVisible();
    expect(session().member?.profilePicture).toBeNull();
  });

  it("has nothing to remove where there is no picture", async () => {
    await open();
    expect(screen.queryByRole("button", { name: "Remove picture" })).toBeNull();
  });
});
