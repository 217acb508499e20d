import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { endSession } from "@/features/session/actions";
import { useMember } from "@/features/session/store";
import { jsonAnswer, renderPage } from "@/test-page";
import { OnAirPart } from "./OnAirPart";
import { nothing, openHouse } from "./test-house";

const CALL = "PUT /api/auth/named-on-air";

afterEach(endSession);

function Part() {
  const member = useMember();
  return member === null ? null : <OnAirPart member={member} />;
}

const choice = () => screen.getByRole("combobox", { name: "Show my name on the stream" });

it("is named always, never or where an entry says so, and shows what the server keeps", async () => {
  const house = openHouse({
    calls: {
      [CALL]: async (request) => {
        const { named, never }: { named: boolean; never: boolean } = await request.json();
        const user = { ...house.member, namedOnAir: named, neverNamedOnAir: never };
        return jsonAnswer({ success: true, message: never ? "Masked." : "Shown.", user });
      },
    },
  });
  renderPage(<Part />);
  expect(choice()).toHaveDisplayValue("Only where I enter a giveaway that names its winner");
  await userEvent.selectOptions(choice(), "Never");
  await screen.findByText("Masked.");
  expect(choice()).toHaveDisplayValue("Never");
  await userEvent.selectOptions(choice(), "Always, for example on leaderboards");
  await screen.findByText("Shown.");
  expect(await house.bodies(CALL)).toEqual([
    { named: false, never: true },
    { named: true, never: false },
  ]);
});

it("stays as it was when that fails, and says so", async () => {
  openHouse({ calls: { [CALL]: nothing } });
  renderPage(<Part />);
  await userEvent.selectOptions(choice(), "Never");
  await screen.findByText(/could not be changed/);
  expect(choice()).toHaveDisplayValue("Only where I enter a giveaway that names its winner");
});
