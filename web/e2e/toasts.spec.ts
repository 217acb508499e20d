import type { Page } from "@playwright/test";
import { visit } from "./giveaways";
import { enterAs, expect, ONCE, test } from "./house";

/** The controls under a shown message, by what they say. */
async function coveredBy(page: Page, text: string): Promise<string[]> {
  return page.getByText(text).evaluate((shown) => {
    const message = shown.closest("[data-sonner-toast]");
    if (message === null) throw new Error("It is not a message.");
    const box = message.getBoundingClientRect();
    const controls = document.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, [role=slider], [role=switch]",
    );
    return [...controls]
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect();
        const isOver = left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        return isOver && width > 2 && !message.contains(control) && control.checkVisibility();
      })
      .map((control) => control.ariaLabel ?? control.textContent ?? control.tagName);
  });
}

const item = (title: string) => ({ title, description: title, pointsCost: 50, stock: 3 });

for (const width of [390, 768, 1280])
  test(`a message lies on no control at ${width} px`, { tag: ONCE }, async ({
    page,
    context,
    admin,
    newcomer,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await admin.openShop(true);
    await admin.publishItems(["Mug", "Cap", "Shirt", "Card"].map(item));
    await enterAs(context, newcomer);
    const text = "Points shop updated!";
    await visit(page, "/points-shop");
    await expect(page.getByRole("article").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    for (const scrolled of [0, 300, 650]) {
      await page.evaluate((to) => scrollTo(0, to), scrolled);
      await expect(page.getByText(text)).toBeHidden();
      await admin.publishItems(["Mug", "Cap", "Shirt", `Card ${scrolled}`].map(item));
      await expect(page.getByText(text)).toBeVisible();
      await expect.poll(() => coveredBy(page, text)).toEqual([]);
    }
  });

for (const width of [390, 768, 1280])
  test(`a message without a free place ends the page above it at ${width} px`, {
    tag: ONCE,
  }, async ({ page, context, admin, newcomer }) => {
    await page.setViewportSize({ width, height: 844 });
    await admin.openShop(true);
    await enterAs(context, newcomer);
    await visit(page, "/points-shop");
    await expect(page.getByRole("contentinfo")).toBeAttached();
    await page.waitForLoadState("networkidle");
    // A page of controls, edge to edge.
    await page.evaluate(() => {
      const block = document.createElement("div");
      block.style.cssText = "position: relative; z-index: 1; margin: 0 -50vw; font-size: 40px";
      for (let count = 0; count < 2_000; count += 1)
        block.append(document.createElement("button"), "");
      for (const button of block.children) button.textContent = "Press";
      document.querySelector("main")?.append(block);
      block.children[500]?.scrollIntoView();
    });
    const text = "Points shop updated!";
    await admin.publishItems(["Mug", "Cap"].map(item));
    const message = page.locator("[data-sonner-toast]", { hasText: text });
    await expect(message).toBeVisible();
    // Under the pointer it stays.
    await message.hover();
    const strip = () =>
      message.evaluate((shown) => {
        const { left, right, bottom } = shown.getBoundingClientRect();
        return [left, document.documentElement.clientWidth - right, innerHeight - bottom];
      });
    await expect.poll(strip).toEqual([0, 0, 0]);
    if (width < 1024) {
      const bar = page.getByRole("navigation", { name: "Quick" });
      const box = await bar.boundingBox();
      const top = await message.evaluate((shown) => shown.getBoundingClientRect().top);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top);
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect(await coveredBy(page, text)).toEqual([]);
  });
