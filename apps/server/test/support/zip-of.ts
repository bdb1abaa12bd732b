import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP archive of these files, by name. */
export function zipOf(
  files: Readonly<Record<string, string>>,
  method: 'deflated' | 'stored' = 'deflated',
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const { local, central } = toEntry(name, Buffer.from(content), method, offset);
    parts.push(local);
    directory.push(central);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

function toEntry(name: string, content: Buffer, method: 'deflated' | 'stored', offset: number) {
  const packed = method === 'stored' ? content : deflateRawSync(content);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(0x0800, 2);
  common.writeUInt16LE(method === 'stored' ? 0 : 8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(Buffer.byteLength(name), 22);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  const signature = (text: string) => Buffer.from(`PK${text}`, 'latin1');
  return {
    local: Buffer.concat([signature('\u0003\u0004'), common, Buffer.from(name), packed]),
    central: Buffer.concat([
      signature('\u0001\u0002'),
      Buffer.from([20, 0]),
      common,
      place,
      Buffer.from(name),
    ]),
  };
}
