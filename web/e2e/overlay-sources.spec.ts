import { expect, expectNoOverflow, ONCE, test } from "./house";
import { addressOf, panel } from "./overlay";

const namings = [
  { namesWinner: true, how: "with the winner's name" },
  { namesWinner: false, how: "with a masked name" },
];

for (const { namesWinner, how } of namings)
  test(`a giveaway is drawn on air, ${how}, and the source goes dark when its address ends`, {
    tag: ONCE,
  }, async ({ page, request, newcomer }) => {
    const call = await panel(request);
    const address = await addressOf(call, { id: "drawn000", options: { kind: "giveaway" } });
    await page.setViewportSize({ width: 1920, height: 1080 });
    const answer = await page.goto(address);
    expect(answer?.headers()["cache-control"]).toBe("no-store");
    expect(answer?.headers()["referrer-policy"]).toBe("no-referrer");
    const drop = { title: "On air", prize: "A golden hat", entryType: "free", durationMinutes: 5 };
    const { giveaway } = await call("POST", "/api/giveaways", { ...drop, namesWinner });
    const plate = page.getByRole("main");
    await expect(plate).toContainText("A golden hat");
    const entered = await request.post(`/api/giveaways/${giveaway.id}/entries`, {
      headers: { Authorization: `Bearer ${newcomer.token}` },
      data: { entryType: "free", entryCost: 0, ticketCount: 1 },
    });
    expect(entered.ok(), await entered.text()).toBe(true);
    await call("POST", `/api/giveaways/${giveaway.id}/end`);
    await expect(plate).toContainText("Drawing the winner");
    await expect(plate).toContainText("We have a winner");
    await expect(plate.getByText(newcomer.username)).toHaveCount(namesWinner ? 1 : 0);
    await expectNoOverflow(page);
    await call("DELETE", "/api/admin/overlay/sources/drawn000/key");
    await expect(plate).toHaveCount(0);
    const ended = await page.reload();
    expect(ended?.status()).toBe(404);
    await expect(plate).toHaveCount(0);
  });

test("a hunt is followed on air, an example reaches its source", { tag: ONCE }, async ({
  page,
  request,
}) => {
  const call = await panel(request);
  const address = await addressOf(call, { id: "hunt0000", options: { kind: "hunt" } });
  await page.goto(address);
  const id = `air${Date.now().toString(36)}`;
  const hunt = {
    customId: id,
    name: "Hunt on air",
    startingBalance: 100,
    huntDate: "2090-01-01T20:00:00Z",
  };
  await call("POST", "/api/admin/hunts", hunt);
  const slot = { slotName: "Mental", calledBy: "emu", betAmount: 2 };
  await call("POST", `/api/admin/hunts/${id}/slots`, slot);
  await call("POST", `/api/admin/hunts/${id}/slots`, { ...slot, slotName: "San Quentin" });
  const plate = page.getByRole("main");
  await expect(plate).toContainText("Mental");
  await expect(plate).toContainText("0 of 2 opened");
  await call("POST", `/api/admin/hunts/${id}/slots/1/play`, { winAmount: 250 });
  await expect(plate).toContainText("San Quentin");
  await expect(plate).toContainText("+$150.00");
  const { open } = await call("POST", "/api/admin/overlay/sources/hunt0000/test");
  expect(open).toBe(1);
  await expect(plate).toContainText("Example slot");
  await call("DELETE", `/api/admin/hunts/${id}`);
});
