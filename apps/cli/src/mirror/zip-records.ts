import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

/** A temporary archive. */
export interface ZippedRecords extends AsyncDisposable {
  readonly path: string;
}

/** Packs single records into a ZIP archive for the server. */
export async function zipRecords(paths: readonly string[]): Promise<ZippedRecords> {
  const directory = await mkdtemp(join(tmpdir(), 'tallyman-mirror-'));
  const path = join(directory, 'records.zip');
  const output = createWriteStream(path);
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [index, file] of paths.entries()) {
    const { local, central } = toEntry(`${index}/${basename(file)}`, await readFile(file), offset);
    if (!output.write(local)) await once(output, 'drain');
    entries.push(central);
    offset += local.length;
  }
  const directoryBytes = Buffer.concat(entries);
  output.end(Buffer.concat([directoryBytes, endOf(entries.length, directoryBytes.length, offset)]));
  await once(output, 'close');
  return { path, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) };
}

const DEFLATED = 8;
const UTF8_NAMES = 0x0800;
const VERSION = 45;

function toEntry(name: string, content: Buffer, offset: number): { local: Buffer; central: Buffer } {
  const packed = deflateRawSync(content);
  const nameBytes = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(VERSION, 0);
  common.writeUInt16LE(UTF8_NAMES, 2);
  common.writeUInt16LE(DEFLATED, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(nameBytes.length, 22);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  return {
    local: Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), common, nameBytes, packed]),
    central: Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, VERSION, 0]), common, place, nameBytes]),
  };
}

/** Uses ZIP64, which many entries need. */
function endOf(count: number, size: number, offset: number): Buffer {
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(VERSION, 12);
  end64.writeUInt16LE(VERSION, 14);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.fill(0xff, 8, 20);
  return Buffer.concat([end64, locator, end]);
}
