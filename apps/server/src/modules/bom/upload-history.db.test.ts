import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bomOf, importBom, npm } from '../../../test/support/bom-uploads.ts';
import { storedComponents } from '../../../test/support/stored-components.ts';
import { createTeamKey, switchAccessControl } from '../../../test/support/team-key.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { cleanUpUploads } from './clean-up-uploads.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const DAY_MS = 86_400_000;

describe('The history of uploads', () => {
  let service: TestService;
  let directory: string;
  let names = 0;
  beforeAll(async () => {
    // A separate directory, because these tests advance the time, and files of other tests would expire.
    directory = await mkdtemp(join(tmpdir(), 'tallyman-test-'));
    service = await startTestService({ 'svc.data.directory': directory });
  });
  afterAll(async () => {
    await service.close();
    await rm(directory, { recursive: true, force: true });
  });

  const fresh = () => `project ${++names}`;
  const historyOf = (uuid: string, query = '') =>
    service.asAdmin('GET', `/api/v1/project/${uuid}/bom${query}`);
  const download = (token: string) => service.asAdmin('GET', `/api/v1/bom/${token}/document`);
  const storedFiles = async () => (await service.db.selectFrom('stored_file').select('id').execute()).length;

  it('lists uploader, document, time and outcome, latest first', async () => {
    const project = fresh();
    const text = JSON.stringify(
      bomOf([npm('a')], {
        serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
        version: 7,
        metadata: { timestamp: '2026-01-02T03:04:05Z' },
      }),
    );
    const first = await importBom(service, project, text);
    await importBom(service, project, bomOf([npm('a'), npm('b')]));
    await importBom(service, project, bomOf([npm('a'), npm('b')]));
    const { status, body, headers } = await historyOf(first.projectUuid);
    expect(status).toBe(200);
    expect(headers.get('x-total-count')).toBe('3');
    expect(body.map((upload: { state: string }) => upload.state)).toEqual([
      'UNCHANGED',
      'PROCESSED',
      'PROCESSED',
    ]);
    expect(body[2]).toEqual({
      token: first.token,
      projectUuid: first.projectUuid,
      state: 'PROCESSED',
      uploadedBy: 'admin',
      uploadedAt: expect.any(Number),
      processedAt: expect.any(Number),
      format: 'JSON',
      specVersion: '1.6',
      serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
      bomVersion: 7,
      generatedAt: Date.parse('2026-01-02T03:04:05Z'),
      sha256: createHash('sha256').update(text).digest('hex'),
      size: text.length,
      available: true,
      components: 1,
      componentsAdded: 1,
      componentsChanged: 0,
      componentsRemoved: 0,
    });
  });

  it('comes in pages', async () => {
    const project = fresh();
    const { projectUuid } = await importBom(service, project, bomOf([npm('a')]));
    await importBom(service, project, bomOf([npm('b')]));
    const { body, headers } = await historyOf(projectUuid, '?pageNumber=2&pageSize=1');
    expect(body).toHaveLength(1);
    expect(headers.get('x-total-count')).toBe('2');
  });

  it('is there for projects that the caller may see', async () => {
    const upload = await importBom(service, fresh(), bomOf([npm('a')]));
    const { apiKey } = await createTeamKey(service, 'VIEW_PORTFOLIO', 'BOM_UPLOAD');
    const paths = [
      `/api/v1/project/${upload.projectUuid}/bom`,
      `/api/v1/bom/${upload.token}`,
      `/api/v1/bom/${upload.token}/document`,
    ];
    await switchAccessControl(service, true);
    try {
      for (const path of paths) expect((await service.request('GET', path, { apiKey })).status).toBe(403);
    } finally {
      await switchAccessControl(service, false);
    }
    for (const path of paths) expect((await service.request('GET', path, { apiKey })).status).toBe(200);
  });

  it('answers 404 for projects and tokens that do not exist', async () => {
    expect((await historyOf(NOBODY)).status).toBe(404);
    expect((await service.asAdmin('GET', `/api/v1/bom/${NOBODY}`)).status).toBe(404);
    expect((await download(NOBODY)).status).toBe(404);
  });

  describe('keeps the original', () => {
    it('unchanged and decompressed', async () => {
      const text = `\ufeff${JSON.stringify(bomOf([npm('a')]), null, 3)}\n\n`;
      const { token } = await importBom(service, fresh(), Uint8Array.from(gzipSync(text)));
      const { body: _body, headers } = await download(token);
      expect(headers.get('content-type')).toBe('application/vnd.cyclonedx+json');
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${token}.cdx.json"`);
      const response = await fetch(`${service.baseUrl}/api/v1/bom/${token}/document`, {
        headers: { Authorization: `Bearer ${service.adminToken}` },
      });
      expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(Buffer.from(text).toString());
    });

    it('if it has several megabytes, with every component', async () => {
      const filler = 'abcdefghij'.repeat(50);
      const many = Array.from({ length: 10_000 }, (_, n) =>
        npm(`p${n}`, '1', { description: `${n} ü ${filler}` }),
      );
      const text = JSON.stringify(bomOf(many));
      const { token, projectUuid } = await importBom(service, fresh(), text);
      expect((await download(token)).text).toBe(text);
      const stored = await storedComponents(service, projectUuid);
      expect(stored.map(({ name, description }) => `${name} ${description}`)).toEqual(
        many.map((_, n) => `p${n} ${n} ü ${filler}`),
      );
    });

    it('as XML if it was XML', async () => {
      const xml = '<bom xmlns="http://cyclonedx.org/schema/bom/1.4" version="1"><components/></bom>';
      const { token } = await importBom(service, fresh(), xml);
      const answer = await download(token);
      expect(answer.headers.get('content-type')).toBe('application/vnd.cyclonedx+xml');
      expect(answer.text).toBe(xml);
    });

    it('once if the same document is uploaded again', async () => {
      const project = fresh();
      await importBom(service, project, bomOf([npm('a')]));
      const before = await storedFiles();
      const again = await importBom(service, project, bomOf([npm('a')]));
      expect(await storedFiles()).toBe(before);
      expect(JSON.parse((await download(again.token)).text)).toEqual(bomOf([npm('a')]));
    });
  });

  describe('is cleaned up', () => {
    const inDays = (days: number) => ({
      ...service.context,
      now: () => new Date(Date.now() + days * DAY_MS),
    });

    it('documents are deleted after their retention, except for the last imported one', async () => {
      const project = fresh();
      const [first, second] = [
        await importBom(service, project, bomOf([npm('a')])),
        await importBom(service, project, bomOf([npm('b')])),
      ];
      await cleanUpUploads(inDays(91));
      expect((await download(first.token)).status).toBe(404);
      expect((await download(second.token)).status).toBe(200);
      const { body } = await historyOf(first.projectUuid);
      expect(body.map((upload: { available: boolean }) => upload.available)).toEqual([true, false]);
    });

    it('uploads are deleted after their retention, except for the last one', async () => {
      const project = fresh();
      const { projectUuid } = await importBom(service, project, bomOf([npm('a')]));
      const last = await importBom(service, project, bomOf([npm('b')]));
      await cleanUpUploads(inDays(366));
      const { body } = await historyOf(projectUuid);
      expect(body.map((upload: { token: string }) => upload.token)).toEqual([last.token]);
    });

    it('removed components are deleted after their retention', async () => {
      const project = fresh();
      const { projectUuid } = await importBom(service, project, bomOf([npm('a'), npm('b')]));
      await importBom(service, project, bomOf([npm('a')]));
      await cleanUpUploads(inDays(89));
      expect(await storedComponents(service, projectUuid, 'all')).toHaveLength(2);
      await cleanUpUploads(inDays(91));
      expect(await storedComponents(service, projectUuid, 'all')).toHaveLength(1);
    });

    it('temporary files of a killed node are deleted after an hour', async () => {
      const names = ['received-left', 'received-just-now'];
      for (const name of names) await writeFile(join(directory, 'tmp', name), '');
      const past = new Date(Date.now() - 3_700_000);
      await utimes(join(directory, 'tmp', 'received-left'), past, past);
      await cleanUpUploads(service.context);
      expect(await readdir(join(directory, 'tmp'))).toEqual(['received-just-now']);
    });

    it('documents of deleted projects are deleted', async () => {
      const { projectUuid } = await importBom(service, fresh(), bomOf([npm('deleted')]));
      const before = await storedFiles();
      await service.asAdmin('DELETE', `/api/v1/project/${projectUuid}`);
      await cleanUpUploads(inDays(1));
      expect(await storedFiles()).toBeLessThan(before);
    });
  });
});
