import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureWebBuilt } from './build-web.mjs';
import { runNode } from './run-node.mjs';
import { ensureInstalled, main, node24, root } from './set-up.mjs';

/** A small young generation saves 45 MB in an idle service and does not slow requests down. */
const MEMORY = ['--max-semi-space-size=2'];

await main(async () => {
  await ensureInstalled();
  // Without a build the service serves only the API. The reason has been printed.
  await ensureWebBuilt();
  const preload = pathToFileURL(join(root, 'scripts', 'end-with-parent.mjs')).href;
  const server = join(root, 'apps', 'server', 'src', 'main.ts');
  // Compiled code is cached between starts. That saves 20 MB, because types are not stripped again.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'tallyman');
  return await runNode(node24(), [...MEMORY, '--import', preload, server, ...process.argv.slice(2)]);
});
