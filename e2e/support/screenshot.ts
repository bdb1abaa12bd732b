import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { inBothThemes } from './themes.ts';

/** Saves a screenshot in each theme in the folder of TALLYMAN_TEST_SCREENSHOTS. Does nothing if it is unset. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.TALLYMAN_TEST_SCREENSHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await inBothThemes(page, async (theme) => {
    await page.screenshot({ path: join(folder, `${name}-${theme}.png`) });
  });
}
