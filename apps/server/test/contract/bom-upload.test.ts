import { gzipSync, zstdCompressSync } from 'node:zlib';
import { bomOperations } from '@tallyman/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { bomOf, importBom, listComponents, npm, postBom, settled } from '../support/bom-uploads.ts';
import { listNotifiedGroups } from '../support/notification-log.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const document = bomOf([npm('left-pad'), npm('is-odd')]);

describe('Uploading a BOM', () => {
  let service: TestService;
  let names = 0;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  const fresh = () => `project ${++names}`;
  const createProject = async (body: Record<string, unknown> = {}) =>
    (await service.asAdmin('PUT', '/api/v1/project', { name: fresh(), version: '1', ...body })).body;
  const getProject = async (uuid: string) => (await service.asAdmin('GET', `/api/v1/project/${uuid}`)).body;
  const put = (body: Record<string, unknown>) =>
    service.asAdmin('PUT', '/api/v1/bom', {
      bom: Buffer.from(JSON.stringify(document)).toString('base64'),
      ...body,
    });
  const eventsOf = (uuid: string) => listNotifiedGroups(service, uuid);
  const setSetting = (propertyName: string, propertyValue: string) =>
    service.asAdmin('POST', '/api/v1/configProperty', { groupName: 'artifact', propertyName, propertyValue });

  itKeepsAccessRules(Object.values(bomOperations), () => service);

  describe('names its project', () => {
    it('with its UUID; all other identification is then ignored', async () => {
      const { uuid } = await createProject();
      const answer = await postBom(service, document, {
        project: uuid,
        projectName: 'another',
        projectVersion: '9',
      });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ token: expect.any(String), projectUuid: uuid });
      expect(answer.body.token).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect(await settled(service, answer.body.token)).toMatchObject({ state: 'PROCESSED', components: 2 });
    });

    it('with its name and version', async () => {
      const project = await createProject();
      const answer = await postBom(service, document, { projectName: project.name, projectVersion: '1' });
      expect(answer.body.projectUuid).toBe(project.uuid);
    });

    it('with its name alone on POST: the project without a version', async () => {
      const project = await createProject({ version: null });
      const answer = await postBom(service, document, { projectName: project.name });
      expect(answer.body.projectUuid).toBe(project.uuid);
    });

    it('with both on PUT, where the version must not be blank', async () => {
      const project = await createProject();
      expect((await put({ projectName: project.name, projectVersion: '1' })).status).toBe(200);
      const answer = await put({ projectName: project.name, projectVersion: ' ' });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([{ path: 'body/projectVersion', message: 'is required' }]);
    });

    it('or is refused with 400', async () => {
      const answer = await postBom(service, document, { autoCreate: 'true' });
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].path).toBe('body/project');
    });

    it('or is refused with 404 if the project does not exist', async () => {
      const unknown: Record<string, string>[] = [
        { project: NOBODY },
        { projectName: fresh() },
        { project: NOBODY, autoCreate: 'true' },
      ];
      for (const fields of unknown) {
        const answer = await postBom(service, document, fields);
        expect(answer.status).toBe(404);
        expect(answer.body.detail).toBe('The project could not be found.');
      }
    });

    it('or is refused with 400 if the project is a collection project', async () => {
      const { uuid } = await createProject({ collectionLogic: 'AGGREGATE_DIRECT_CHILDREN' });
      const answer = await postBom(service, document, { project: uuid });
      expect(answer.status).toBe(400);
      expect(answer.body.detail).toBe('BOM cannot be uploaded to a collection project.');
    });

    it('or is refused with 403 if the caller may not access the project', async () => {
      const { uuid, name } = await createProject();
      const { apiKey } = await createTeamKey(service, 'BOM_UPLOAD');
      await switchAccessControl(service, true);
      try {
        expect((await postBom(service, document, { project: uuid }, { apiKey })).status).toBe(403);
        const byName = { projectName: name, projectVersion: '1' };
        expect((await postBom(service, document, byName, { apiKey })).status).toBe(403);
      } finally {
        await switchAccessControl(service, false);
      }
    });
  });

  describe('with autoCreate', () => {
    it('creates the project with tags, isLatest and active, and emits PROJECT_CREATED', async () => {
      const name = fresh();
      const answer = await postBom(service, document, {
        projectName: name,
        projectVersion: '2',
        autoCreate: 'true',
        projectTags: 'Payment, web ,,payment',
        isLatest: 'true',
        isActive: 'false',
      });
      expect(answer.status).toBe(200);
      await settled(service, answer.body.token);
      expect(await getProject(answer.body.projectUuid)).toMatchObject({
        name,
        version: '2',
        tags: [{ name: 'payment' }, { name: 'web' }],
        isLatest: true,
        active: false,
        lastBomImportFormat: 'CycloneDX 1.6',
      });
      expect(await eventsOf(answer.body.projectUuid)).toEqual([
        'PROJECT_CREATED',
        'BOM_CONSUMED',
        'BOM_PROCESSED',
      ]);
    });

    it('puts the new project under a parent, given by UUID or by name and version', async () => {
      const parent = await createProject();
      const asChild = { autoCreate: 'true', projectVersion: '1' };
      const byUuid = await postBom(service, document, {
        ...asChild,
        projectName: fresh(),
        parentUUID: parent.uuid,
      });
      const byName = await put({
        ...{ projectName: fresh(), projectVersion: '1', autoCreate: true },
        ...{ parentName: parent.name, parentVersion: '1' },
      });
      for (const answer of [byUuid, byName]) {
        expect((await getProject(answer.body.projectUuid)).parent.uuid).toBe(parent.uuid);
      }
    });

    it('answers 404 if the parent does not exist', async () => {
      const fields = { projectName: fresh(), autoCreate: 'true', parentName: 'nobody', parentVersion: '1' };
      const answer = await postBom(service, document, fields);
      expect(answer.status).toBe(404);
      expect(answer.body.detail).toBe('The parent project could not be found.');
    });

    it.each(['PORTFOLIO_MANAGEMENT', 'PORTFOLIO_MANAGEMENT_CREATE', 'PROJECT_CREATION_UPLOAD'] as const)(
      'needs %s beside BOM_UPLOAD',
      async (permission) => {
        const { apiKey } = await createTeamKey(service, 'BOM_UPLOAD', permission);
        const fields = { projectName: fresh(), projectVersion: '1', autoCreate: 'true' };
        expect((await postBom(service, document, fields, { apiKey })).status).toBe(200);
      },
    );

    it('is refused with 403 without any of them, unless the project exists', async () => {
      const { apiKey } = await createTeamKey(service, 'BOM_UPLOAD');
      const fields = { projectName: fresh(), projectVersion: '1', autoCreate: 'true' };
      const refused = await postBom(service, document, fields, { apiKey });
      expect(refused.status).toBe(403);
      expect(refused.body.detail).toContain('PROJECT_CREATION_UPLOAD');
      const { name } = await createProject();
      const accepted = await postBom(service, document, { ...fields, projectName: name }, { apiKey });
      expect(accepted.status).toBe(200);
    });

    it('creates one project for concurrent uploads', async () => {
      const fields = { projectName: fresh(), projectVersion: '1', autoCreate: 'true', isLatest: 'true' };
      const answers = await Promise.all(Array.from({ length: 6 }, () => postBom(service, document, fields)));
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect(new Set(answers.map((answer) => answer.body.projectUuid)).size).toBe(1);
    });

    it('creates nothing when the document is refused', async () => {
      const name = fresh();
      await postBom(service, '{}', { projectName: name, autoCreate: 'true' });
      expect((await service.asAdmin('GET', `/api/v1/project/lookup?name=${name}`)).status).toBe(404);
    });
  });

  describe('to a project that exists', () => {
    it('replaces its tags and sets it active or not', async () => {
      const { uuid } = await createProject({ tags: [{ name: 'old' }] });
      await postBom(service, document, { project: uuid, projectTags: 'new', isActive: 'false' });
      expect(await getProject(uuid)).toMatchObject({ tags: [{ name: 'new' }], active: false });
      await put({ project: uuid, projectTags: [{ name: 'newer' }], isActive: true });
      expect(await getProject(uuid)).toMatchObject({ tags: [{ name: 'newer' }], active: true });
    });

    it('takes at most 1000 tags of one line and 255 characters each', async () => {
      const { uuid } = await createProject();
      const wrong = ['x'.repeat(256), 'two\nlines', Array.from({ length: 1001 }, (_, n) => `t${n}`).join()];
      for (const projectTags of wrong) {
        const answer = await postBom(service, document, { project: uuid, projectTags });
        expect(answer.status).toBe(400);
        expect(answer.body.errors[0].path).toBe('body/projectTags');
        const names = projectTags.split(',').map((name) => ({ name }));
        expect((await put({ project: uuid, projectTags: names })).status).toBe(400);
      }
      const longest = ` ${'x'.repeat(255)} `;
      expect((await postBom(service, document, { project: uuid, projectTags: longest })).status).toBe(200);
    });

    it('does not change its tags if the caller may not change projects', async () => {
      const { uuid } = await createProject({ tags: [{ name: 'kept' }] });
      const { apiKey } = await createTeamKey(service, 'BOM_UPLOAD');
      const answer = await postBom(service, document, { project: uuid, projectTags: 'other' }, { apiKey });
      expect(answer.status).toBe(200);
      expect((await getProject(uuid)).tags).toEqual([{ name: 'kept' }]);
      expect(service.log()).toContain('Ignored the tags of an upload');
    });

    it('does not make it the latest', async () => {
      const { uuid } = await createProject();
      await postBom(service, document, { project: uuid, isLatest: 'true' });
      expect((await getProject(uuid)).isLatest).toBe(false);
    });
  });

  describe('accepts requests of real clients', () => {
    it('a part without a file name', async () => {
      const boundary = 'a-boundary';
      const fields = {
        projectName: fresh(),
        projectVersion: '1',
        autoCreate: 'true',
        bom: JSON.stringify(document),
      };
      const parts = Object.entries(fields).map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const response = await fetch(`${service.baseUrl}/api/v1/bom`, {
        method: 'POST',
        headers: {
          'Content-Type': `multipart/form-data; boundary=${boundary}`,
          Authorization: `Bearer ${service.adminToken}`,
        },
        body: `${parts.join('')}--${boundary}--\r\n`,
      });
      expect(response.status).toBe(200);
    });

    it('isLatestProjectVersion', async () => {
      const fields = { projectVersion: '1', autoCreate: 'true', isLatestProjectVersion: 'true' };
      const form = await postBom(service, document, { projectName: fresh(), ...fields });
      expect((await getProject(form.body.projectUuid)).isLatest).toBe(true);
      const json = {
        projectName: fresh(),
        projectVersion: '1',
        autoCreate: true,
        isLatestProjectVersion: true,
      };
      expect((await getProject((await put(json)).body.projectUuid)).isLatest).toBe(true);
    });

    it('a document whose part precedes the fields', async () => {
      const form = new FormData();
      form.set('bom', new Blob([JSON.stringify(document)]), 'bom.json');
      form.set('projectName', fresh());
      form.set('autoCreate', 'TRUE');
      const headers = { Authorization: `Bearer ${service.adminToken}` };
      const response = await fetch(`${service.baseUrl}/api/v1/bom`, { method: 'POST', body: form, headers });
      expect(response.status).toBe(200);
    });

    it('members that are null or unknown', async () => {
      const body = {
        projectName: fresh(),
        projectVersion: '1',
        autoCreate: true,
        project: null,
        parentUUID: null,
      };
      expect((await put({ ...body, projectTags: null, isActive: null, somethingNew: 1 })).status).toBe(200);
    });

    it('Base64 with line breaks, escaped slashes and the URL alphabet', async () => {
      const padded = bomOf([npm('left-pad', '1.0.0', { description: '???>>>~~~' })]);
      const base64 = Buffer.from(JSON.stringify(padded)).toString('base64');
      const forms = [
        base64.replaceAll(/.{76}/g, '$&\\r\\n'),
        base64.replaceAll('/', '\\/').replaceAll('+', '\\u002B'),
        base64.replaceAll('/', '_').replaceAll('+', '-').replaceAll('=', ''),
      ];
      for (const text of forms) {
        const response = await fetch(`${service.baseUrl}/api/v1/bom`, {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${service.adminToken}` },
          body: `{"projectName":"${fresh()}","projectVersion":"1","autoCreate":true,"bom":"${text}"}`,
        });
        expect(response.status).toBe(200);
      }
    });

    it('gzip and zstd, by media type or by their first bytes', async () => {
      const plain = Buffer.from(JSON.stringify(document));
      const cases = [
        ['application/gzip', gzipSync(plain)],
        ['application/x-gzip', gzipSync(plain)],
        ['application/zstd', zstdCompressSync(plain)],
        ['application/x-zstd', zstdCompressSync(plain)],
        ['application/octet-stream', gzipSync(plain)],
      ] as const;
      for (const [type, content] of cases) {
        const fields = { projectName: fresh(), autoCreate: 'true' };
        const answer = await postBom(service, Uint8Array.from(content), fields, { type });
        expect(answer.status).toBe(200);
        const { size } = await settled(service, answer.body.token);
        expect(size).toBe(plain.length);
      }
    });

    it('a byte-order mark', async () => {
      const upload = await importBom(service, fresh(), `\ufeff${JSON.stringify(document)}`);
      expect(upload).toMatchObject({ state: 'PROCESSED', components: 2 });
    });

    it.each(['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])(
      'CycloneDX %s as XML',
      async (version) => {
        const xml = `<?xml version="1.0"?>
        <bom xmlns="http://cyclonedx.org/schema/bom/${version}" version="1"><components>
          <component type="library"><name>left-pad</name><version>1.0.0</version>
          <purl>pkg:npm/left-pad@1.0.0</purl>${version === '1.0' ? '<modified>false</modified>' : ''}</component>
        </components></bom>`;
        const upload = await importBom(service, fresh(), xml);
        expect(upload).toMatchObject({
          state: 'PROCESSED',
          components: 1,
          format: 'XML',
          specVersion: version,
        });
      },
    );

    it.each(['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])('CycloneDX %s as JSON', async (specVersion) => {
      const upload = await importBom(service, fresh(), { ...document, specVersion });
      expect(upload).toMatchObject({ state: 'PROCESSED', components: 2, format: 'JSON', specVersion });
    });
  });

  describe('refuses', () => {
    const upload = async (content: string | Uint8Array<ArrayBuffer>, type?: string) =>
      postBom(service, content, { projectName: fresh(), autoCreate: 'true' }, type ? { type } : {});

    it('a form without a document with 400', async () => {
      const form = new FormData();
      form.set('projectName', fresh());
      const headers = { Authorization: `Bearer ${service.adminToken}` };
      const response = await fetch(`${service.baseUrl}/api/v1/bom`, { method: 'POST', body: form, headers });
      expect(response.status).toBe(400);
      expect((await response.json()) as object).toMatchObject({
        detail: 'No BOM file provided. Send the document as bom.',
      });
      expect((await service.asAdmin('PUT', '/api/v1/bom', { project: NOBODY })).status).toBe(400);
    });

    it('a document that breaks the schema with 400, and names every place', async () => {
      const project = await createProject();
      const broken = bomOf([npm('a'), { type: 'library' }, { type: 'nothing', name: 'c' }]);
      const answer = await postBom(service, broken, { project: project.uuid });
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.body).toMatchObject({ status: 400, title: 'The uploaded BOM is invalid' });
      const places = answer.body.violations.map(({ pointer }: { pointer: string }) => pointer);
      expect(places).toEqual(
        expect.arrayContaining([expect.stringMatching(/^\/components\/1/), '/components/2/type']),
      );
      expect(await eventsOf(project.uuid)).toEqual(['PROJECT_CREATED', 'BOM_VALIDATION_FAILED']);
    });

    it('XML that breaks the schema with the line', async () => {
      const xml =
        '<bom xmlns="http://cyclonedx.org/schema/bom/1.4">\n<components>\n<component/></components></bom>';
      const answer = await upload(xml);
      expect(answer.status).toBe(400);
      expect(answer.body.violations[0].pointer).toContain('line 3');
    });

    it.each([
      ['nothing at all', ''],
      ['what is neither JSON nor XML', 'hello'],
      ['JSON of no version', '{"bomFormat":"CycloneDX"}'],
      ['JSON of a version that has none', '{"bomFormat":"CycloneDX","specVersion":"1.1"}'],
      ['a version nobody knows', '{"bomFormat":"CycloneDX","specVersion":"9.9"}'],
      ['half a document', '{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{"type":'],
      [
        'a document type with entities',
        '<!DOCTYPE x [<!ENTITY a "b">]><bom xmlns="http://cyclonedx.org/schema/bom/1.4"/>',
      ],
    ])('%s with 400', async (_what, content) => {
      const answer = await upload(content);
      expect(answer.status).toBe(400);
      expect(answer.body.title).toBe('The uploaded BOM is invalid');
    });

    it('a part with the wrong or a truncated compression with 400', async () => {
      const packed = gzipSync(JSON.stringify(document));
      expect((await upload('{}', 'application/gzip')).status).toBe(400);
      expect((await upload(Uint8Array.from(packed), 'application/zstd')).status).toBe(400);
      expect((await upload(Uint8Array.from(packed.subarray(0, packed.length - 12)))).status).toBe(400);
    });

    it('a decompression bomb with 400', async () => {
      const answer = await upload(Uint8Array.from(gzipSync(Buffer.alloc(64 * 1024 * 1024))));
      expect(answer.status).toBe(400);
      expect(answer.body.detail).toContain('200 to 1');
    });

    it('more than 20,000,000 characters of Base64 with 400, and says how to send it', async () => {
      const answer = await put({ project: NOBODY, bom: 'A'.repeat(20_000_001) });
      expect(answer.status).toBe(400);
      expect(answer.body.detail).toMatch(/more than 20000000 characters.*POST.*multipart/);
    });

    it('invalid Base64, JSON, forms and media types', async () => {
      expect((await put({ project: NOBODY, bom: 'no base64!' })).status).toBe(400);
      const headers = { Authorization: `Bearer ${service.adminToken}` };
      const send = async (method: string, type: string, body: string) =>
        (
          await fetch(`${service.baseUrl}/api/v1/bom`, {
            method,
            headers: { ...headers, 'Content-Type': type },
            body,
          })
        ).status;
      expect(await send('PUT', 'application/json', '{"bom": "')).toBe(400);
      expect(await send('PUT', 'application/json', '[]')).toBe(400);
      expect(await send('PUT', 'application/json', '{"__proto__": {}}')).toBe(400);
      expect(await send('POST', 'multipart/form-data', 'x')).toBe(400);
      expect(await send('POST', 'multipart/form-data; boundary=x', 'y')).toBe(400);
      expect(await send('POST', 'application/json', '{}')).toBe(415);
      expect(await send('PUT', 'text/plain', 'x')).toBe(415);
    });
  });

  it('is refused with 400 while artifact/cyclonedx.enabled is off', async () => {
    const { uuid } = await createProject();
    await setSetting('cyclonedx.enabled', 'false');
    expect((await postBom(service, document, { project: uuid })).status).toBe(400);
    await setSetting('cyclonedx.enabled', 'true');
    expect((await postBom(service, document, { project: uuid })).status).toBe(200);
  });

  describe('is validated', () => {
    const invalid = bomOf([{ type: 'nothing', name: 'odd' }]);
    const statusFor = async (tags: string[]) => {
      const { uuid } = await createProject({ tags: tags.map((name) => ({ name })) });
      return (await postBom(service, invalid, { project: uuid })).status;
    };
    beforeEach(() => setSetting('bom.validation.mode', 'ENABLED'));

    it('always with ENABLED, never with DISABLED', async () => {
      expect(await statusFor([])).toBe(400);
      await setSetting('bom.validation.mode', 'DISABLED');
      expect(await statusFor([])).toBe(200);
    });

    it('depending on tags with ENABLED_FOR_TAGS and DISABLED_FOR_TAGS', async () => {
      await setSetting('bom.validation.tags.inclusive', '["Strict"]');
      await setSetting('bom.validation.tags.exclusive', '["lax"]');
      await setSetting('bom.validation.mode', 'ENABLED_FOR_TAGS');
      expect([await statusFor(['strict']), await statusFor(['lax']), await statusFor([])]).toEqual([
        400, 200, 200,
      ]);
      await setSetting('bom.validation.mode', 'DISABLED_FOR_TAGS');
      expect([await statusFor(['strict']), await statusFor(['lax']), await statusFor([])]).toEqual([
        400, 200, 400,
      ]);
    });

    it('again if the same bytes were accepted without validation', async () => {
      const { uuid } = await createProject();
      await setSetting('bom.validation.mode', 'DISABLED');
      const accepted = await postBom(service, invalid, { project: uuid });
      expect((await settled(service, accepted.body.token)).state).toBe('PROCESSED');
      await setSetting('bom.validation.mode', 'ENABLED');
      expect((await postBom(service, invalid, { project: uuid })).status).toBe(400);
    });
  });

  it('fails with one notification if the document is unreadable', async () => {
    const { uuid } = await createProject();
    await setSetting('bom.validation.mode', 'DISABLED');
    const half = '{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{"type":"library","name":"a"}';
    const answer = await postBom(service, half, { project: uuid });
    await setSetting('bom.validation.mode', 'ENABLED');
    expect(answer.status).toBe(200);
    const upload = await settled(service, answer.body.token);
    expect(upload).toMatchObject({
      state: 'FAILED',
      failure: expect.stringContaining('ends before it is complete'),
    });
    expect(await eventsOf(uuid)).toEqual(['PROJECT_CREATED', 'BOM_PROCESSING_FAILED']);
    expect(await listComponents(service, uuid)).toEqual([]);
  });

  it('is answered with 413 if it is larger than svc.bom.max-bytes', async () => {
    const small = await startTestService({ 'svc.bom.max-bytes': '2048' });
    try {
      const large = bomOf(Array.from({ length: 50 }, (_, index) => npm(`package-${index}`)));
      const fields = { projectName: 'large', autoCreate: 'true' };
      expect((await postBom(small, large, fields)).status).toBe(413);
      const packed = Uint8Array.from(gzipSync(JSON.stringify(large)));
      expect((await postBom(small, packed, fields)).status).toBe(413);
      expect((await postBom(small, document, fields)).status).toBe(200);
    } finally {
      await small.close();
    }
  });
});
