import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const SOURCE = join(import.meta.dirname, '../../src');
const COMMAND_LINE = join(import.meta.dirname, '../../../cli/src/checkout.ts');
const THREAD_SCRIPT = /new URL\('\.[\w/-]*\/([\w-]+-thread)\.ts', import\.meta\.url\)/g;

/** Threads are files of the bundle. Migrations and the web interface are found relative to the source. */
const keepLocations: Plugin = {
  name: 'keep-locations',
  transform(code, id) {
    if (!code.includes('import.meta') || !id.endsWith('.ts')) return null;
    const bundleUrl = 'import.meta["url"]';
    return code
      .replaceAll(THREAD_SCRIPT, (_, name: string) => `new URL('./${name}.js', ${bundleUrl})`)
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(join(id, '..')));
  },
};

export interface Bundles {
  readonly server: string;
  readonly commandLine: string;
}

/**
 * Writes the server and the command line, which may run the server, with few files and returns those to start. They start in
 * half or less of the processor time of the source, and tests start hundreds. Native packages stay outside and must be found
 * from the folder.
 */
export async function bundlePrograms(folder: string): Promise<Bundles> {
  const threads = globSync('modules/**/*-thread.ts', { cwd: SOURCE }).map((path) => join(SOURCE, path));
  const entries = [join(SOURCE, 'main.ts'), COMMAND_LINE, ...threads];
  const build = await rolldown({
    input: Object.fromEntries(entries.map((path) => [basename(path, '.ts'), path])),
    platform: 'node',
    external: ['@node-rs/argon2', 'libxml2-wasm', '@cyclonedx/cyclonedx-library'],
    plugins: [keepLocations],
    logLevel: 'warn',
  });
  await build.write({ dir: folder, format: 'esm' });
  await build.close();
  return { server: join(folder, 'main.js'), commandLine: join(folder, 'checkout.js') };
}
