import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More than any dialog has controls. */
const STEPS = 14;

/** Tab and Shift Tab stay within a dialog. */
export async function expectFocusTrapped(page: Page, dialog: Locator): Promise<void> {
  await expect.poll(() => hasFocusWithin(dialog)).toBe(true);
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < STEPS; step++) {
      await page.keyboard.press(key);
      expect(await hasFocusWithin(dialog), `after ${step + 1} × ${key}`).toBe(true);
    }
  }
}

/** Escape closes a dialog, and what opened it has the focus again. */
export async function expectEscapeReturnsTo(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => isFocused(opener)).toBe(true);
}

export function isFocused(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element.ownerDocument.activeElement === element);
}

function hasFocusWithin(dialog: Locator): Promise<boolean> {
  return dialog.evaluate((element) => element.contains(element.ownerDocument.activeElement));
}
