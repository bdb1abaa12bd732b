import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const COLLECTOR = new URL('collect-tests.ts', import.meta.url).href;

/**
 * Returns a function that imports a file below the folder. It evaluates it and the sources it imports again at each
 * call, so that nothing of a former mutant is left, and replaces `vitest` by the collector. What is in `node_modules`, and
 * the workspace packages linked there, is evaluated once.
 */
export function prepareSources(folder: string): (path: string) => Promise<void> {
  const root = pathToFileURL(`${folder}/`).href;
  const stripped = new Map<string, string>();
  let run = 0;
  registerHooks({
    resolve(specifier, context, next) {
      const isSource = context.parentURL?.startsWith(root) ?? false;
      if (isSource && specifier === 'vitest') return { url: COLLECTOR, shortCircuit: true };
      const resolved = next(specifier, context);
      return isSource && resolved.url.startsWith(root)
        ? { ...resolved, url: `${resolved.url}?${run}` }
        : resolved;
    },
    load(url, context, next) {
      if (!url.startsWith(root) || !/\.ts\?\d+$/.test(url)) return next(url, context);
      const path = fileURLToPath(url);
      const source = stripped.get(path) ?? stripTypeScriptTypes(readFileSync(path, 'utf8'));
      stripped.set(path, source);
      return { format: 'module', source, shortCircuit: true };
    },
  });
  return async (path) => {
    run += 1;
    await import(`${pathToFileURL(path).href}?${run}`);
  };
}
