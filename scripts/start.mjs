import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureWebBuilt } from './build-web.mjs';
import { runNode } from './run-node.mjs';
import { ensureInstalled, main, node24, root } from './set-up.mjs';

/** A small nursery: an idle service is 45 MB smaller, and requests are short enough not to notice. */
const MEMORY = ['--max-semi-space-size=2'];

await main(async () => {
  await ensureInstalled();
  // Without it the service still serves the API; the reason was said.
  await ensureWebBuilt();
  const preload = pathToFileURL(join(root, 'scripts', 'end-with-parent.mjs')).href;
  const server = join(root, 'apps', 'server', 'src', 'main.ts');
  // Compiled code is kept between starts: 20 MB less memory, because types need not be stripped again.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'tallyman');
  return await runNode(node24(), [...MEMORY, '--import', preload, server, ...process.argv.slice(2)]);
});
