import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Removed when the test ends. Other users may traverse it, as a usual checkout. */
export function temporaryDirectory(mode = 0o755): string {
  const directory = mkdtempSync(join(tmpdir(), 'tallyman-test-'));
  chmodSync(directory, mode);
  onTestFinished(() => remove(directory));
  return directory;
}

/** An ordinary user cannot delete files in a folder that a test made read-only. */
function remove(directory: string): void {
  const options = { recursive: true, force: true, maxRetries: 5 };
  try {
    rmSync(directory, options);
  } catch {
    makeWritable(directory);
    rmSync(directory, options);
  }
}

function makeWritable(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) makeWritable(join(folder, entry.name));
  }
}
