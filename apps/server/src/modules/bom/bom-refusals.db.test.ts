import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bomOf, npm, postBom } from '../../../test/support/bom-uploads.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

const document = JSON.stringify(bomOf([npm('left-pad')]));
const packers = [
  ['gzip', (bytes: string | Uint8Array) => Uint8Array.from(gzipSync(bytes))],
  ['zstd', (bytes: string | Uint8Array) => Uint8Array.from(zstdCompressSync(bytes))],
] as const;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const upload = (content: Uint8Array<ArrayBuffer>) =>
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
    it.each(packers)('around %s is refused with 400, and nothing is stored', async (name, inside) => {
      const twice = pack(inside(document));
      for (const answer of [await upload(twice), await uploadEncoded(twice)]) {
        expect(answer.status).toBe(400);
        expect(answer.body.detail).toBe(
          `The document is compressed twice: the decompressed bytes are ${name} again. Compress it once.`,
        );
      }
      expect(await countStored()).toEqual([0, 0]);
    });
  });
});
