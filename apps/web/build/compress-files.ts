import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};
const TEXTS = new Set(['.js', '.css', '.svg']);
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

interface ServedFile {
  readonly type: string;
  readonly encodings: readonly string[];
}

/** Puts compressed forms beside the files of a build and lists what the server may serve. */
export async function compressFiles(folder: string): Promise<Record<string, ServedFile>> {
  await rm(join(folder, '.vite'), { recursive: true, force: true });
  const names = (await readdir(folder, { recursive: true })).filter((name) => TYPES[extname(name)]);
  const served = await Promise.all(
    names.map(async (name): Promise<[string, ServedFile]> => {
      const encodings = TEXTS.has(extname(name)) ? await compress(join(folder, name)) : [];
      return [name.replaceAll('\\', '/'), { type: TYPES[extname(name)] ?? '', encodings }];
    }),
  );
  return Object.fromEntries(served.sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function compress(path: string): Promise<string[]> {
  const content = await readFile(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 10,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${path}.br`, await brotli(content, { params }));
  await writeFile(`${path}.gz`, await zip(content, { level: 9 }));
  return ['br', 'gzip'];
}
