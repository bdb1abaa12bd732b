import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { constants, crc32, inflateRawSync } from 'node:zlib';

/** The archive is damaged, or uses a feature that is not supported. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
}

export interface ZipEntry {
  readonly name: string;
  /** Uncompressed bytes. */
  readonly size: number;
  readonly isFile: boolean;
}

interface Located extends ZipEntry {
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly offset: number;
  readonly isEncrypted: boolean;
}

interface ZipLimits {
  readonly maxEntryBytes: number;
  /** Of all entries together, uncompressed. */
  readonly maxTotalBytes: number;
}

interface Directory {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly count: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;

const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const END_64_BYTES = 56;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT_BYTES = 65_535;
const MAX_DIRECTORY_BYTES = 1024 * 1024 * 1024;
const WINDOW_BYTES = 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;
const IN_EXTRA_FIELD = 0xffffffff;

/**
 * A ZIP archive on disk. Reads synchronously: use it in a worker thread, or for small archives. Only the directory and a
 * window are in memory. Sizes and checksums of entries are verified.
 */
export class ZipArchive {
  readonly #file: number;
  readonly #fileBytes: number;
  readonly #limits: ZipLimits;
  #directory = Buffer.alloc(0);
  #offsets = new Float64Array(0);
  #window = Buffer.alloc(0);
  #windowAt = 0;
  #windowBytes = 0;

  constructor(path: string, limits: ZipLimits) {
    this.#limits = limits;
    this.#file = openSync(path, 'r');
    try {
      this.#fileBytes = fstatSync(this.#file).size;
      const { bytes, count } = this.#readDirectory();
      this.#directory = bytes;
      this.#offsets = this.#listOffsets(count);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get count(): number {
    return this.#offsets.length;
  }

  /** Releases its memory at once: the directory of a large archive has some ten megabytes. */
  close(): void {
    closeSync(this.#file);
    for (const { buffer } of [this.#directory, this.#offsets, this.#window]) buffer.transfer(0);
  }

  entry(index: number): ZipEntry {
    return this.#locate(index);
  }

  /** The content of an entry. Throws if it is damaged. */
  read(index: number): Buffer {
    const entry = this.#locate(index);
    const { name, method, size, crc, isEncrypted } = entry;
    if (isEncrypted) throw new ZipError(`The entry ${name} of the archive is encrypted.`);
    if (size > this.#limits.maxEntryBytes)
      throw new ZipError(`The entry ${name} of the archive is too large.`);
    const compressed = this.#compressedBytes(entry);
    const content = method === STORED ? Buffer.from(compressed) : inflate(name, method, compressed, size);
    if (content.length !== size || crc32(content) !== crc) throw damaged(name);
    return content;
  }

  #compressedBytes({ name, offset, compressedSize }: Located): Buffer {
    const header = this.#bytesAt(offset, LOCAL_BYTES, name);
    if (header.readUInt32LE(0) !== LOCAL) throw damaged(name);
    const start = offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
    return this.#bytesAt(start, compressedSize, name);
  }

  /** Entries are mostly adjacent, so many are read from the disk at once. The bytes are valid until the next call. */
  #bytesAt(offset: number, length: number, name: string): Buffer {
    if (offset + length > this.#fileBytes) throw damaged(name);
    const from = offset - this.#windowAt;
    if (from >= 0 && from + length <= this.#windowBytes) return this.#window.subarray(from, from + length);
    const bytes = Math.max(length, WINDOW_BYTES);
    if (this.#window.length < bytes) this.#window = Buffer.allocUnsafeSlow(bytes);
    this.#windowBytes = 0;
    this.#windowAt = offset;
    this.#windowBytes = this.#fill(this.#window, offset, Math.min(bytes, this.#fileBytes - offset));
    return this.#window.subarray(0, length);
  }

  #readAt(offset: number, length: number): Buffer<ArrayBuffer> {
    const bytes = Buffer.allocUnsafeSlow(length);
    this.#fill(bytes, offset, length);
    return bytes;
  }

  #fill(bytes: Buffer, offset: number, length: number): number {
    let read = 0;
    while (read < length) {
      const more = readSync(this.#file, bytes, read, length - read, offset + read);
      if (more === 0) throw new ZipError('The archive ends before it is complete.');
      read += more;
    }
    return read;
  }

  #readDirectory(): Directory {
    const tailAt = Math.max(0, this.#fileBytes - END_BYTES - MAX_COMMENT_BYTES);
    const tail = this.#readAt(tailAt, this.#fileBytes - tailAt);
    const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
    if (end < 0 || end + END_BYTES > tail.length || tail.readUInt32LE(end) !== END) {
      throw new ZipError('The file is no ZIP archive, or it is truncated.');
    }
    const place = this.#findDirectory64(tail, end, tailAt) ?? {
      count: tail.readUInt16LE(end + 10),
      size: tail.readUInt32LE(end + 12),
      offset: tail.readUInt32LE(end + 16),
    };
    const { count, size, offset } = place;
    if (size > MAX_DIRECTORY_BYTES || offset + size > this.#fileBytes || count * CENTRAL_BYTES > size) {
      throw new ZipError('The directory of the archive is damaged.');
    }
    return { bytes: this.#readAt(offset, size), count };
  }

  #findDirectory64(tail: Buffer, end: number, tailAt: number) {
    const locator = end - LOCATOR_BYTES;
    if (locator < 0 || tail.readUInt32LE(locator) !== LOCATOR_64) return undefined;
    const at = Number(tail.readBigUInt64LE(locator + 8));
    if (at + END_64_BYTES > tailAt + tail.length)
      throw new ZipError('The directory of the archive is damaged.');
    const record = this.#readAt(at, END_64_BYTES);
    if (record.readUInt32LE(0) !== END_64) throw new ZipError('The directory of the archive is damaged.');
    return {
      count: Number(record.readBigUInt64LE(32)),
      size: Number(record.readBigUInt64LE(40)),
      offset: Number(record.readBigUInt64LE(48)),
    };
  }

  #listOffsets(count: number): Float64Array<ArrayBuffer> {
    const offsets = new Float64Array(count);
    const { length } = this.#directory;
    let at = 0;
    let total = 0;
    for (let index = 0; index < count; index++) {
      if (at + CENTRAL_BYTES > length || this.#directory.readUInt32LE(at) !== CENTRAL) {
        throw new ZipError('The directory of the archive is damaged.');
      }
      offsets[index] = at;
      total += this.#directory.readUInt32LE(at + 24);
      at += CENTRAL_BYTES + this.#lengthAt(at + 28) + this.#lengthAt(at + 30) + this.#lengthAt(at + 32);
    }
    if (at > length) throw new ZipError('The directory of the archive is damaged.');
    if (total > this.#limits.maxTotalBytes)
      throw new ZipError('The archive is larger than allowed when it is unpacked.');
    return offsets;
  }

  #lengthAt(at: number): number {
    return this.#directory.readUInt16LE(at);
  }

  #locate(index: number): Located {
    const at = this.#offsets[index];
    if (at === undefined) throw new RangeError(`The archive has no entry ${index}.`);
    const directory = this.#directory;
    const nameAt = at + CENTRAL_BYTES;
    const extraAt = nameAt + this.#lengthAt(at + 28);
    const name = directory.toString('utf8', nameAt, extraAt);
    const plain = {
      size: directory.readUInt32LE(at + 24),
      compressedSize: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    };
    return {
      name,
      isFile: !name.endsWith('/'),
      isEncrypted: (this.#lengthAt(at + 8) & 1) === 1,
      method: this.#lengthAt(at + 10),
      crc: directory.readUInt32LE(at + 16),
      ...this.#withZip64(plain, directory.subarray(extraAt, extraAt + this.#lengthAt(at + 30))),
    };
  }

  /** Numbers that exceed 32 bits are in an extra field, in this order. */
  #withZip64(plain: Pick<Located, 'size' | 'compressedSize' | 'offset'>, extra: Buffer) {
    if (Math.max(plain.size, plain.compressedSize, plain.offset) < IN_EXTRA_FIELD) return plain;
    let field = findExtra(extra, 1);
    const take = (value: number): number => {
      if (value !== IN_EXTRA_FIELD) return value;
      if (field.length < 8) throw new ZipError('The directory of the archive is damaged.');
      const large = Number(field.readBigUInt64LE(0));
      field = field.subarray(8);
      return large;
    };
    const size = take(plain.size);
    const compressedSize = take(plain.compressedSize);
    return { size, compressedSize, offset: take(plain.offset) };
  }
}

function findExtra(extra: Buffer, id: number): Buffer {
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === id) return extra.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return Buffer.alloc(0);
}

function inflate(name: string, method: number, packed: Buffer, size: number): Buffer {
  if (method !== DEFLATED) {
    throw new ZipError(
      `The entry ${name} of the archive is compressed with an unsupported method (${method}).`,
    );
  }
  try {
    // Limited to the declared size. One byte more shows that the data has ended.
    return inflateRawSync(packed, {
      maxOutputLength: Math.max(1, size),
      chunkSize: Math.max(constants.Z_MIN_CHUNK, size + 1),
    });
  } catch {
    throw damaged(name);
  }
}

function damaged(name: string): ZipError {
  return new ZipError(`The archive is damaged: the entry ${name} cannot be read.`);
}
