import { join } from 'node:path';
import { runNode } from './run-node.mjs';
import { ensureInstalled, main, node24, root } from './set-up.mjs';
import {
  chooseTestParent,
  createTestDirectory,
  removeAbandonedTestDirectories,
  removeTestDirectory,
} from './test-directory.mjs';

await main(async () => {
  await ensureInstalled();
  const parent = chooseTestParent();
  await removeAbandonedTestDirectories(parent);
  const directory = createTestDirectory(parent);
  console.log('Starting the test runner and a PostgreSQL for the tests …');
  process.env.TMPDIR = directory;
  // Threads and child processes of the tests load the same modules again and again.
  process.env.NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'tallyman-test', 'compiled');
  try {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    return await runNode(node24(), [vitest, 'run', ...process.argv.slice(2)]);
  } finally {
    await removeTestDirectory(directory);
  }
});
