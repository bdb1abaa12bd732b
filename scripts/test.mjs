import { join } from 'node:path';
import { runNode } from './run-node.mjs';
import { ensureInstalled, main, node24, root } from './set-up.mjs';

await main(async () => {
  await ensureInstalled();
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return await runNode(node24(), [vitest, 'run', ...process.argv.slice(2)]);
});
