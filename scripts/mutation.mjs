/** Measures how well unit tests cover the pure rules, by mutation testing (ADR 0131). */
import { join } from 'node:path';
import { ensureToolInstalled } from './install-tool.mjs';
import { runNode } from './run-node.mjs';
import { ensureInstalled, main, node24, root } from './set-up.mjs';

const folder = join(root, 'scripts', 'mutation');

await main(async () => {
  await ensureInstalled();
  ensureToolInstalled(folder, 'Stryker');
  return await runNode(node24(), [join(folder, 'run-mutation.ts'), ...process.argv.slice(2)]);
});
