import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Saves a screenshot in the folder of TALLYMAN_TEST_SCREENSHOTS. Does nothing if it is unset. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.TALLYMAN_TEST_SCREENSHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
