import { join } from 'node:path';
import { runNode } from './run-node.mjs';
import { ensureInstalled, main, node24, root } from './set-up.mjs';

await main(async () => {
  await ensureInstalled();
  const script = join(root, 'apps', 'server', 'test', 'fuzz', 'main.ts');
  return await runNode(node24(), [script, ...process.argv.slice(2)]);
});
