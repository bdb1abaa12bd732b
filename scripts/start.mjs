import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runNode } from './run-node.mjs';
import { ensureInstalled, main, node24, root } from './set-up.mjs';

await main(async () => {
  await ensureInstalled();
  const preload = pathToFileURL(join(root, 'scripts', 'end-with-parent.mjs')).href;
  const server = join(root, 'apps', 'server', 'src', 'main.ts');
  return await runNode(node24(), ['--import', preload, server, ...process.argv.slice(2)]);
});
