import type { Page } from 'playwright-core';

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** Runs the work in both themes of the same page: the web interface follows the system's. */
export async function inBothThemes(page: Page, work: (theme: Theme) => Promise<void>): Promise<void> {
  for (const theme of THEMES.toReversed()) {
    await page.emulateMedia({ colorScheme: theme });
    // The page of the API has no such attribute.
    const root = `html:is([data-mantine-color-scheme="${theme}"], :not([data-mantine-color-scheme]))`;
    await page.locator(root).waitFor({ state: 'attached' });
    await work(theme);
  }
}
