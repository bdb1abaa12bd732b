import { join } from 'node:path';
import { ensureWebBuilt } from './build-web.mjs';
import { runNode } from './run-node.mjs';
import { ensureInstalled, main, node24, root } from './set-up.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'tallyman');
  return await runNode(node24(), [join(root, 'scripts', 'demo', 'main.ts'), ...process.argv.slice(2)]);
});
