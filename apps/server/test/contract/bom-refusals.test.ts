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
describe('A compressed document', () => {
  it.each(packers)(
    'is refused with 400 if it is truncated (%s), and the detail says so',
    async (_name, pack) => {
      const packed = pack(document);
      const truncated = packed.slice(0, packed.length - 12);
      for (const answer of [await upload(truncated), await uploadEncoded(truncated)]) {
        expect(answer.status).toBe(400);
        expect(answer.body.detail).toContain('truncated');
      }
    },
  );

  it.each(packers)(
    'is refused with 413 and the limit if its content (%s) exceeds svc.bom.max-bytes',
    async (_name, pack) => {
      const varied = Buffer.concat([randomBytes(1024 * 1024), Buffer.alloc(LIMIT)]);
      const packed = pack(varied);
      for (const answer of [await upload(packed), await uploadEncoded(packed)]) {
        expect(answer.status).toBe(413);
        expect(answer.body.detail).toBe(
          `The document is larger than the ${LIMIT} bytes that are allowed, as sent or decompressed. ` +
            'The limit is set by svc.bom.max-bytes.',
        );
      }
    },
  );

  it.each(packers)(
    'is refused with 400 and the ratio if it is a decompression bomb (%s)',
    async (_name, pack) => {
      const bomb = pack(Buffer.alloc(12 * 1024 * 1024));
      for (const answer of [await upload(bomb), await uploadEncoded(bomb)]) {
        expect(answer.status).toBe(400);
        expect(answer.body.detail).toContain('200 to 1');
      }
    },
  );

  it.each([10, 50, 200])(
    'is refused with 400 in every kind of request if it is a decompression bomb of %s MB',
    async (size) => {
      const answer = await upload(Uint8Array.from(gzipSync(Buffer.alloc(size * 1024 * 1024))));
      // One of the two limits, the one that is reached first.
      expect([400, 413]).toContain(answer.status);
      expect(answer.body.detail).toMatch(/200 to 1|svc\.bom\.max-bytes/);
    },
  );
});

it('A document that is larger than svc.bom.max-bytes as sent is refused with 413, which names the limit', async () => {
  const answer = await upload(Uint8Array.from(randomBytes(LIMIT + 1)));
  expect(answer.status).toBe(413);
  expect(answer.body.detail).toContain('The limit is set by svc.bom.max-bytes.');
});

describe('A malformed document is refused with 400, and errors name the place', () => {
  const head = '{\n"bomFormat": "CycloneDX",\n"specVersion": "1.6",\n';
  const xmlHead = '<bom xmlns="http://cyclonedx.org/schema/bom/1.6">\n';
  const text = (...parts: (string | number[])[]) =>
    Uint8Array.from(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
  const documents: [string, Uint8Array<ArrayBuffer>, { line: number; column: number }][] = [
    ['truncated JSON', text(head, '"components": [\n{"type"'), { line: 5, column: 8 }],
    ['JSON that is not well-formed', text(head, '"components": [}]'), { line: 4, column: 16 }],
    ['JSON with a NUL', text(head, '"x": "', [0], '"}'), { line: 4, column: 7 }],
    ['JSON that is no UTF-8', text(head, '"x": "', [0xff], '"}'), { line: 4, column: 7 }],
    ['JSON nested too deep', text(head, `"x":${'['.repeat(5_000)}`), { line: 4, column: 1_004 }],
    ['truncated XML', text(xmlHead, '<metadata>\n'), { line: 3, column: 1 }],
    ['XML that is not well-formed', text(xmlHead, '<metadata></bom>'), { line: 2, column: 16 }],
    ['XML with a NUL', text(xmlHead, [0]), { line: 2, column: 1 }],
    ['XML that is no UTF-8', text(xmlHead, 'a', [0xff]), { line: 2, column: 2 }],
    ['XML with a DOCTYPE', text('\n<!DOCTYPE bom>', xmlHead), { line: 2, column: 1 }],
    ['XML nested too deep', text(xmlHead, '<a>'.repeat(5_000)), { line: 2, column: 3_000 }],
    ['neither of both', text('\n\n hello'), { line: 3, column: 2 }],
  ];

  it.each(documents)('%s', async (_what, content, { line, column }) => {
    const answer = await upload(content);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      title: 'The uploaded BOM is invalid',
      errors: [expect.stringMatching(new RegExp(`^line ${line}, column ${column}: .`))],
      violations: [{ pointer: `line ${line}, column ${column}`, line, column, message: expect.any(String) }],
    });
  });
});
