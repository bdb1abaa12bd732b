import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const SOURCE = join(import.meta.dirname, '../../src/main.ts');

/** Threads, migrations and the web interface are found relative to the source. */
const keepLocations: Plugin = {
  name: 'keep-locations',
  transform(code, id) {
    if (!code.includes('import.meta') || !id.endsWith('.ts')) return null;
    const url = JSON.stringify(pathToFileURL(id).href);
    return code
      .replaceAll('import.meta.url', url)
      .replaceAll('import.meta.dirname', JSON.stringify(join(id, '..')));
  },
};

/**
 * Writes the server as one file and returns its path. It starts in half of the processor time of the source, and tests
 * start more than a hundred nodes. Native packages stay outside and must be found from the folder.
 */
export async function bundleServer(folder: string): Promise<string> {
  const build = await rolldown({
    input: SOURCE,
    platform: 'node',
    external: ['@node-rs/argon2', 'libxml2-wasm', '@cyclonedx/cyclonedx-library'],
    plugins: [keepLocations],
    logLevel: 'warn',
  });
  await build.write({ dir: folder, format: 'esm', entryFileNames: 'main.js' });
  await build.close();
  return join(folder, 'main.js');
}
