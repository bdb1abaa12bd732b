import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type InputOptions, type OutputOptions, type Plugin, rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Documents are read with the latest schema and those it refers to. The others are needed only for validation. */
const EMBEDDED_SCHEMAS = [
  'bom-1.7.SNAPSHOT.schema.json',
  'spdx.SNAPSHOT.schema.json',
  'jsf-0.82.SNAPSHOT.schema.json',
  'cryptography-defs.SNAPSHOT.schema.json',
];

/** Replaces the module that reads schema files from an installed package. */
function embedSchemas(): Plugin {
  const folder = join(root, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
  return {
    name: 'embed-schemas',
    load(id) {
      if (!id.replaceAll('\\', '/').endsWith('packages/cyclonedx/src/schema/schema-files.ts')) return null;
      const files = EMBEDDED_SCHEMAS.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
      const minified = files.map(([name, text]) => [name, JSON.stringify(JSON.parse(text))]);
      return {
        code: `const files = ${JSON.stringify(Object.fromEntries(minified))};
          export function readSchemaFile(name) { return Buffer.from(files[name]); }`,
        moduleType: 'js',
      };
    },
  };
}

/** Writes the command line as JavaScript without dependencies, except those named as external. */
export async function bundleCli(
  { input, external = [] }: { input: string; external?: (string | RegExp)[] },
  output: Pick<OutputOptions, 'file' | 'dir' | 'codeSplitting'>,
): Promise<void> {
  const options: InputOptions = {
    input,
    platform: 'node',
    // Needed only for validation, which the service does.
    external: ['libxml2-wasm', ...external],
    plugins: [embedSchemas()],
    transform: { target: 'node20' },
    logLevel: 'warn',
  };
  const build = await rolldown(options);
  await build.write({ format: 'esm', minify: true, banner: '#!/usr/bin/env node', ...output });
  await build.close();
}
