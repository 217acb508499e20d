import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { endSession } from "@/features/session/actions";
import { useMember } from "@/features/session/store";
import { jsonAnswer, renderPage } from "@/test-page";
import { later } from "@/testing/later";
import { OnAirPart } from "./OnAirPart";
import { nothing, openHouse } from "./test-house";

const CALL = "PUT /api/auth/named-on-air";

afterEach(endSession);

function Part() {
  const member = useMember();
  return member === null ? null : <OnAirPart member={member} />;
}

const box = () => screen.getByRole("checkbox", { name: "Show my name on the stream" });

it("says yes and no to being named, and shows what the server keeps", async () => {
  const house = openHouse({
    calls: {
      [CALL]: async (request) => {
        const { named }: { named: boolean } = await request.json();
        const user = { ...house.member, namedOnAir: named };
        return jsonAnswer({ success: true, message: named ? "Shown." : "Masked.", user });
      },
    },
  });
  renderPage(<Part />);
  expect(box()).not.toBeChecked();
  await userEvent.click(box());
  await screen.findByText("Shown.");
  expect(box()).toBeChecked();
  await userEvent.click(box());
  await screen.findByText("Masked.");
  expect(box()).not.toBeChecked();
  expect(await house.bodies(CALL)).toEqual([{ named: true }, { named: false }]);
});

it("shows a choice at once, and keeps the focus while it is saved", async () => {
  const saved = later<Response>();
  const house = openHouse({ calls: { [CALL]: () => saved.promise } });
  renderPage(<Part />);
  box().focus();
  await userEvent.keyboard(" ");
  expect(box()).toBeChecked();
  expect(box()).toHaveFocus();
  await act(async () => {
    const user = { ...house.member, namedOnAir: true };
    saved.resolve(jsonAnswer({ success: true, message: "Shown.", user }));
  });
  expect(await screen.findByText("Shown.")).toBeVisible();
  expect(box()).toHaveFocus();
});

it("stays as it was when that fails, and says so", async () => {
  openHouse({ calls: { [CALL]: nothing } });
  renderPage(<Part />);
  await userEvent.click(box());
  await screen.findByText(/could not be changed/);
  expect(box()).not.toBeChecked();
});

const neverBox = () => screen.getByRole("checkbox", { name: "Never show my name" });

it("is never named by a choice of its own, which the other one ends", async () => {
  const house = openHouse({
    calls: {
      [CALL]: async (request) => {
        const { named, never = false }: { named: boolean; never?: boolean } = await request.json();
        const user = { ...house.member, namedOnAir: named, neverNamedOnAir: never };
        return jsonAnswer({ success: true, message: never ? "Never." : "Shown.", user });
      },
    },
  });
  renderPage(<Part />);
  await userEvent.click(neverBox());
  await screen.findByText("Never.");
  expect(neverBox()).toBeChecked();
  await userEvent.click(box());
  await screen.findByText("Shown.");
  expect(neverBox()).not.toBeChecked();
  expect(await house.bodies(CALL)).toEqual([{ named: false, never: true }, { named: true }]);
});
