import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Kilobytes (1,000 bytes) after gzip. */
const BUDGETS = { entryScript: 180, entryStyle: 20, route: 60 };

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/** What a first visit and each route transfer, against what they may. */
export async function checkBudgets(folder: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const sizeOf = async (files: Iterable<string>) => {
    const contents = await Promise.all([...files].map((file) => readFile(join(folder, file))));
    return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0) / 1000;
  };
  const entry = collect(
    manifest,
    keysWhere(manifest, ({ isEntry }) => isEntry === true),
  );
  const overruns = [
    ...report('entry, scripts', await sizeOf(entry.scripts), BUDGETS.entryScript),
    ...report('entry, styles', await sizeOf(entry.styles), BUDGETS.entryStyle),
  ];
  for (const key of keysWhere(manifest, ({ isDynamicEntry }) => isDynamicEntry === true)) {
    const { scripts, styles } = collect(manifest, [key]);
    const present = filesBefore(manifest, key);
    const own = [...scripts, ...styles].filter(
      (file) => !entry.scripts.has(file) && !entry.styles.has(file) && !present.has(file),
    );
    overruns.push(...report(key, await sizeOf(own), BUDGETS.route));
  }
  return overruns;
}

function keysWhere(manifest: Manifest, holds: (chunk: Chunk) => boolean): string[] {
  return Object.keys(manifest).filter((key) => holds(manifest[key] as Chunk));
}

/** A chunk with all that it imports statically. */
function collect(manifest: Manifest, keys: readonly string[]) {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const waiting = [...keys];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = manifest[key];
    if (!chunk || scripts.has(chunk.file)) continue;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    waiting.push(...(chunk.imports ?? []));
  }
  return { scripts, styles };
}

/** What every chunk that loads the given one has loaded itself: a part of a route costs only what it adds. */
function filesBefore(manifest: Manifest, key: string): ReadonlySet<string> {
  const importers = keysWhere(manifest, ({ dynamicImports }) => dynamicImports?.includes(key) ?? false);
  const [first = [], ...others] = importers.map((importer) => {
    const { scripts, styles } = collect(manifest, [importer]);
    return [...scripts, ...styles];
  });
  return new Set(first.filter((file) => others.every((files) => files.includes(file))));
}

function report(name: string, size: number, budget: number): string[] {
  const text = `${size.toFixed(1).padStart(7)} of ${budget} kB gz  ${name}`;
  console.log(text);
  return size > budget ? [`Too large: ${text.trim()}`] : [];
}
