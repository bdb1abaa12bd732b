import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Removed when the test ends. Other users may pass, as in a usual checkout. */
export function temporaryDirectory(mode = 0o755): string {
  const directory = mkdtempSync(join(tmpdir(), 'tallyman-test-'));
  chmodSync(directory, mode);
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}
