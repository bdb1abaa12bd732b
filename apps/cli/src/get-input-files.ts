import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './failure.ts';

/** Input documents, and the files of the folders that are not documents. */
export interface InputFiles {
  readonly files: readonly string[];
  readonly unrecognised: readonly string[];
}

/** Folders of installed packages, which have thousands of JSON files. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules']);
const DOCUMENT_NAME = /\.(json|xml|cdx)(\.gz|\.zst)?$/i;
const HEAD_BYTES = 64 * 1024;

/**
 * Returns the named files and the CycloneDX documents in the named folders. Throws if a folder has none, because
 * doing nothing must not look like success.
 */
export async function getInputFiles(paths: readonly string[]): Promise<InputFiles> {
  const found = await Promise.all(
    paths.map(async (path) => ((await isFolder(path)) ? searchFolder(path) : onlyFile(path))),
  );
  return {
    files: found.flatMap(({ files }) => files),
    unrecognised: found.flatMap(({ unrecognised }) => unrecognised),
  };
}

export function noteUnrecognised({ unrecognised }: InputFiles): string[] {
  return unrecognised.map((file) => `warning: ${file} is not a CycloneDX document and was skipped.`);
}

/** Throws if the path does not exist. */
async function isFolder(path: string): Promise<boolean> {
  if (path === '-') return false;
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'The file or folder does not exist.' : error.message;
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
      ...unrecognised.map((file) => `  not a CycloneDX document: ${file}`),
    ].join('\n'),
  );
}

/** Lists all files in a folder by name, without hidden ones. */
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

/** Checks the beginning of the file. A document that identifies itself later can be named explicitly. */
async function isCycloneDx(file: string): Promise<boolean> {
  const head = await readHead(file);
  return /"bomFormat"\s*:\s*"CycloneDX"|"specVersion"\s*:|cyclonedx\.org\/schema\/bom/i.test(head);
}

/** Returns the first characters of a file, decompressed. */
export async function readHead(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return unpack(buffer.subarray(0, bytesRead)).toString('utf8');
  } finally {
    await file.close();
  }
}

/** Decompresses as much as possible of the beginning. */
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
