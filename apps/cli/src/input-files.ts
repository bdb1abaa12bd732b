import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './failure.ts';

/** Documents to work on, and what of the folders was left out because it is none. */
export interface InputFiles {
  readonly files: readonly string[];
  readonly unrecognised: readonly string[];
}

/** Where packages are installed: thousands of JSON files, none of them meant. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules']);
const DOCUMENT_NAME = /\.(json|xml|cdx)(\.gz|\.zst)?$/i;
const HEAD_BYTES = 64 * 1024;

/**
 * The files that are named, and the CycloneDX documents in the folders that are named. Throws if a folder has none:
 * nothing to do must not look like success.
 */
export async function findInputFiles(paths: readonly string[]): Promise<InputFiles> {
  const found = await Promise.all(
    paths.map(async (path) => ((await isFolder(path)) ? searchFolder(path) : onlyFile(path))),
  );
  return {
    files: found.flatMap(({ files }) => files),
    unrecognised: found.flatMap(({ unrecognised }) => unrecognised),
  };
}

export function noteUnrecognised({ unrecognised }: InputFiles): string[] {
  return unrecognised.map((file) => `warning: ${file} is no CycloneDX document and was left out.`);
}

/** Throws with a sentence if there is nothing at that path. */
async function isFolder(path: string): Promise<boolean> {
  if (path === '-') return false;
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'There is no such file or folder.' : error.message;
    throw new CommandError(EXIT.usage, `${path} cannot be read: ${reason}`);
  });
  return found.isDirectory();
}

function onlyFile(path: string): InputFiles {
  return { files: [path], unrecognised: [] };
}

async function searchFolder(folder: string): Promise<InputFiles> {
  const candidates = (await listFiles(folder)).filter((file) => DOCUMENT_NAME.test(file));
  const files: string[] = [];
  const unrecognised: string[] = [];
  for (const file of candidates) ((await isCycloneDx(file)) ? files : unrecognised).push(file);
  if (files.length > 0) return { files, unrecognised };
  throw new CommandError(
    EXIT.usage,
    [
      `${folder} is a folder without CycloneDX documents (.json or .xml). Name a document or another folder.`,
      ...unrecognised.map((file) => `  no CycloneDX document: ${file}`),
    ].join('\n'),
  );
}

/** All files below a folder by name, without hidden ones. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const visible = entries.filter(({ name }) => !name.startsWith('.') && !SKIPPED_FOLDERS.has(name));
  const nested = await Promise.all(
    visible.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return nested.flat().sort();
}

/** By how it begins. A document that says what it is further down can be named by itself. */
async function isCycloneDx(file: string): Promise<boolean> {
  const head = await readHead(file);
  return /"bomFormat"\s*:\s*"CycloneDX"|"specVersion"\s*:|cyclonedx\.org\/schema\/bom/i.test(head);
}

/** The first characters of a file, unpacked. */
export async function readHead(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return unpack(buffer.subarray(0, bytesRead)).toString('utf8');
  } finally {
    await file.close();
  }
}

/** As much as the beginning unpacks to. */
function unpack(head: Buffer): Buffer {
  try {
    if (head[0] === 0x1f && head[1] === 0x8b)
      return zlib.gunzipSync(head, { finishFlush: zlib.constants.Z_SYNC_FLUSH }).subarray(0, HEAD_BYTES);
    if (head.length > 3 && head.readUInt32LE(0) === 0xfd2fb528)
      return zlib
        .zstdDecompressSync(head, { finishFlush: zlib.constants.ZSTD_e_flush })
        .subarray(0, HEAD_BYTES);
    return head;
  } catch {
    return Buffer.alloc(0);
  }
}
