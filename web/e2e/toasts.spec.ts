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
