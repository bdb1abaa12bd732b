import { randomBytes } from 'node:crypto';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bomOf, npm, postBom } from '../support/bom-uploads.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const LIMIT = 16 * 1024 * 1024;
const document = JSON.stringify(bomOf([npm('left-pad')]));
const packers = [
  ['gzip', (bytes: string | Uint8Array) => Uint8Array.from(gzipSync(bytes))],
  ['zstd', (bytes: string | Uint8Array) => Uint8Array.from(zstdCompressSync(bytes))],
] as const;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ 'svc.bom.max-bytes': String(LIMIT) });
});
afterAll(() => service.close());

const upload = (content: string | Uint8Array<ArrayBuffer>) =>
  postBom(service, content, { projectName: 'refused', autoCreate: 'true' });
const uploadEncoded = (content: Uint8Array) =>
  service.asAdmin('PUT', '/api/v1/bom', {
    ...{ projectName: 'refused', projectVersion: '1', autoCreate: true },
    bom: Buffer.from(content).toString('base64'),
  });
const countStored = async () => {
  const count = (table: 'stored_file' | 'bom_upload') =>
    service.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
  return [await count('stored_file'), await count('bom_upload')].map(({ rows }) => rows);
};

describe('A compressed document', () => {
  describe.each(packers)('with %s outside', (_outside, pack) => {
    it.each(packers)(
      'and %s inside is refused with 400 that says so, and nothing is stored',
      async (name, inside) => {
        const twice = pack(inside(document));
        for (const answer of [await upload(twice), await uploadEncoded(twice)]) {
          expect(answer.status).toBe(400);
          expect(answer.body.detail).toBe(
            `The document is compressed twice: what was unpacked is ${name} again. Compress it once.`,
          );
        }
        expect(await countStored()).toEqual([0, 0]);
      },
    );
  });

  it.each(packers)('that is truncated (%s) is refused with 400 that says so', async (_name, pack) => {
    const packed = pack(document);
    const truncated = packed.slice(0, packed.length - 12);
    for (const answer of [await upload(truncated), await uploadEncoded(truncated)]) {
      expect(answer.status).toBe(400);
      expect(answer.body.detail).toContain('truncated');
    }
  });

  it.each(packers)(
    'that unpacks (%s) to more than svc.bom.max-bytes is refused with 413, which names the limit',
    async (_name, pack) => {
      const varied = Buffer.concat([randomBytes(1024 * 1024), Buffer.alloc(LIMIT)]);
      const packed = pack(varied);
      for (const answer of [await upload(packed), await uploadEncoded(packed)]) {
        expect(answer.status).toBe(413);
        expect(answer.body.detail).toBe(
          `The document has more than the ${LIMIT} bytes that are taken, as sent or unpacked. ` +
            'The limit is set by svc.bom.max-bytes.',
        );
      }
    },
  );

  it.each(packers)('that is a bomb (%s) is refused with 400, which names the ratio', async (_name, pack) => {
    const bomb = pack(Buffer.alloc(12 * 1024 * 1024));
    for (const answer of [await upload(bomb), await uploadEncoded(bomb)]) {
      expect(answer.status).toBe(400);
      expect(answer.body.detail).toContain('200 to 1');
    }
  });

  it('that is a bomb far beyond the limit is refused however much of it still arrives', async () => {
    const bomb = Uint8Array.from(gzipSync(Buffer.alloc(200 * 1024 * 1024)));
    expect((await upload(bomb)).status).toBe(400);
  });
});

it('A document that is larger than svc.bom.max-bytes as sent is refused with 413, which names the limit', async () => {
  const answer = await upload(Uint8Array.from(randomBytes(LIMIT + 1)));
  expect(answer.status).toBe(413);
  expect(answer.body.detail).toContain('The limit is set by svc.bom.max-bytes.');
});
