import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BomBatch } from '../read/bom-batch.ts';
import { BomWorkers } from './bom-workers.ts';
import { readBomInWorker, validateBomInWorker } from './read-bom-in-worker.ts';

const components = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: 'library',
    name: `component-${index}`,
    purl: `pkg:npm/c@${index}`,
  }));

const json = (members: object) =>
  Buffer.from(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, ...members }));

async function collect(batches: AsyncIterable<BomBatch>): Promise<BomBatch[]> {
  const all: BomBatch[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
}

describe('reading in a thread', () => {
  const workers = new BomWorkers();
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bom-'));
  });

  afterAll(async () => {
    await workers.close();
    await rm(folder, { recursive: true });
  });

  it('gives what reading on the spot gives', async () => {
    const batches = await collect(workers.read(json({ components: components(1200), metadata: {} })));
    expect(batches.map((batch) => batch.kind)).toEqual([
      'start',
      'components',
      'components',
      'components',
      'document',
    ]);
    expect(batches[1]).toMatchObject({
      entries: expect.arrayContaining([{ order: 1, inMetadata: false, component: components(1)[0] }]),
    });
  });

  it('leaves the bytes of the caller alone', async () => {
    const bytes = json({ components: components(1) });
    await collect(workers.read(bytes));
    expect(bytes.length).toBeGreaterThan(0);
  });

  it('reads files, in JSON and in XML', async () => {
    const path = join(folder, 'bom.xml');
    await writeFile(path, '<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><components/></bom>');
    expect(await workers.validate({ path })).toMatchObject({
      format: 'xml',
      specVersion: '1.6',
      valid: true,
    });
  });

  it('refuses with the same errors', async () => {
    await expect(collect(workers.read(json({ surprise: 1 })))).rejects.toMatchObject({
      name: 'BomError',
      kind: 'invalid',
      violations: [{ place: '/surprise' }],
    });
    await expect(workers.validate(Buffer.from('nonsense'))).rejects.toMatchObject({
      kind: 'not-json-or-xml',
    });
    await expect(workers.validate({ path: join(folder, 'missing') })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('goes on with the next document after one was refused, aborted or left', async () => {
    const many = json({ components: components(5000) });
    const abort = new AbortController();
    const reading = collect(workers.read(many, { signal: abort.signal }));
    abort.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    for await (const batch of workers.read(many)) if (batch.kind === 'components') break;
    expect(await workers.validate(many)).toMatchObject({ valid: true });
  });

  it('serves several readers in turn', async () => {
    const verdicts = await Promise.all(
      [1, 2, 3].map((count) => workers.validate(json({ components: components(count) }))),
    );
    expect(verdicts.every((verdict) => verdict.valid)).toBe(true);
  });

  it('refuses a document that needs more memory than allowed, and survives', async () => {
    const small = new BomWorkers({ maxHeapMegabytes: 24 });
    const wide = json({
      externalReferences: Array.from({ length: 4_000 }, (_, index) => ({
        type: 'vcs',
        url: `https://example.com/${index}/${'x'.repeat(7_000)}`,
      })),
    });
    await expect(small.validate(wide)).rejects.toMatchObject({ kind: 'out-of-memory' });
    expect(await small.validate(json({}))).toMatchObject({ valid: true });
    await small.close();
  });

  it('is there without any preparation', async () => {
    expect(await validateBomInWorker(json({}))).toMatchObject({ valid: true });
    expect(await collect(readBomInWorker(json({})))).toHaveLength(2);
  });
});
