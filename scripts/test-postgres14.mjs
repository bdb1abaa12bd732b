/** Runs the tests of the database on PostgreSQL 14, the oldest supported version. */
import { join } from 'node:path';
import { ensureToolInstalled } from './install-tool.mjs';
import { runNode } from './run-node.mjs';
import { ensureInstalled, main, node24, root } from './set-up.mjs';

const folder = join(root, 'scripts', 'postgres14');

await main(async () => {
  await ensureInstalled();
  ensureToolInstalled(folder, 'PostgreSQL 14');
  return await runNode(node24(), [join(folder, 'run-tests.ts'), ...process.argv.slice(2)]);
});
