import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Keeps a picture of the page in the folder that TALLYMAN_TEST_SCREENSHOTS names; does nothing without it. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.TALLYMAN_TEST_SCREENSHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
