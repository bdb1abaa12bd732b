import { gzipSync, zstdCompressSync } from 'node:zlib';
import { vexOperations } from '@tallyman/contract';
import { formatBom, parseBom } from '@tallyman/cyclonedx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyWith, itKeepsAccessRules } from '../support/access-rules.ts';
import type { Json } from '../support/bom-uploads.ts';
import { createFindings } from '../support/create-findings.ts';
import { listNotifiedGroups } from '../support/notification-log.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import {
  createProject,
  decisionOn,
  entryOf,
  importVex,
  onlyEntry,
  postVex,
  putVex,
  receiptOf,
  type VexDocument,
  vexOf,
} from '../support/vex-imports.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

let service: TestService;
let ids = 0;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

const newId = () => `CVE-2033-${1000 + ++ids}`;

async function projectWithOne(name?: string) {
  const project = await createProject(service, name);
  const vulnId = newId();
  const [finding] = await createFindings(service, project, [
    { component: { name: 'lib', version: '1' }, vulnerabilities: [vulnId] },
  ]);
  const uuid = finding?.component.uuid ?? '';
  const document = vexOf([entryOf(vulnId, { state: 'in_triage' })]);
  return { project, vulnId, document, decision: () => decisionOn(service, uuid, vulnId) };
}

const bytes = (document: Json) => Buffer.from(JSON.stringify(document));
const xmlOf = async (document: Json, specVersion: '1.4' | '1.5' | '1.6' | '1.7') =>
  formatBom((await parseBom(bytes(document))).bom, { format: 'xml', specVersion });
const copy = (buffer: Buffer) => new Uint8Array(buffer);

describe('VEX import request', () => {
  it.each<[string, (project: string, name: string) => Record<string, string>]>([
    ['its UUID', (project) => ({ project })],
    ['name together with version', (_, name) => ({ projectName: ` ${name} `, projectVersion: '1' })],
  ])('POST and PUT accept the target project by %s', async (_, toFields) => {
    for (const send of [postVex, putVex]) {
      const name = `by name ${newId()}`;
      const { project, document, decision } = await projectWithOne(name);
      const answer = await send(service, toFields(project, name), document);
      expect([answer.status, answer.body]).toEqual([
        200,
        { token: expect.any(String), projectUuid: project },
      ]);
      expect(await receiptOf(service, answer.body.token)).toMatchObject({
        state: 'PROCESSED',
        totals: { applied: 1 },
      });
      expect(await decision()).toMatchObject({ state: 'IN_TRIAGE' });
    }
  });

  it('the token answers at /api/v1/event/token/{uuid}', async () => {
    const { project, document } = await projectWithOne();
    const { token } = (await postVex(service, { project }, document)).body;
    const { status, body } = await service.asAdmin('GET', `/api/v1/event/token/${token}`);
    expect([status, typeof body.processing]).toEqual([200, 'boolean']);
    await receiptOf(service, token);
  });

  it.each<[string, (document: Json) => Promise<VexDocument> | VexDocument, object]>([
    ['with a file name', (document) => document, {}],
    ['without a file name', (document) => document, { fileName: null }],
    ['with a byte-order mark', (document) => `\uFEFF${JSON.stringify(document)}`, {}],
    ['as XML', (document) => xmlOf(document, '1.6'), { fileName: 'vex.xml' }],
    ['as XML without a file name', (document) => xmlOf(document, '1.4'), { fileName: null }],
    ['compressed with gzip', (document) => copy(gzipSync(bytes(document))), { type: 'application/gzip' }],
    [
      'compressed with zstd',
      (document) => copy(zstdCompressSync(bytes(document))),
      { type: 'application/zstd' },
    ],
  ])('POST accepts the part vex %s', async (_, toContent, options) => {
    const { project, document, decision } = await projectWithOne();
    const answer = await postVex(service, { project }, await toContent(document), options);
    expect(answer.status, answer.text).toBe(200);
    await receiptOf(service, answer.body.token);
    expect(await decision()).toMatchObject({ state: 'IN_TRIAGE' });
  });

  it.each(['1.4', '1.5', '1.6', '1.7'] as const)(
    'accepts specification version %s in JSON and XML',
    async (specVersion) => {
      const { project, document } = await projectWithOne();
      const json = await importVex(service, project, { ...document, specVersion });
      expect(json).toMatchObject({ specVersion, format: 'JSON', totals: { applied: 1 } });
      const xml = await importVex(service, project, await xmlOf(document, specVersion));
      expect(xml).toMatchObject({ specVersion, format: 'XML', totals: { unchanged: 1 } });
    },
  );

  it.each(['1.2', '1.3'])(
    'accepts version %s in JSON, which cannot have vulnerabilities',
    async (specVersion) => {
      const { project, document } = await projectWithOne();
      const bare = { bomFormat: 'CycloneDX', specVersion, version: 1 };
      expect(await importVex(service, project, bare)).toMatchObject({
        specVersion,
        format: 'JSON',
        skipped: 'the document has no vulnerabilities',
      });
      const { status, body } = await postVex(service, { project }, { ...document, specVersion });
      expect([status, body.violations[0].pointer]).toEqual([400, '/vulnerabilities']);
    },
  );

  it('documents for one project are applied one at a time, in the order in which they were accepted', async () => {
    const { project, vulnId, decision } = await projectWithOne();
    const details = ['one', 'two', 'three', 'four', 'five'];
    const tokens: string[] = [];
    for (const detail of details)
      tokens.push((await postVex(service, { project }, vexOf([entryOf(vulnId, { detail })]))).body.token);
    for (const token of tokens)
      expect((await receiptOf(service, token)).totals).toMatchObject({ applied: 1 });
    expect((await decision()).history.map(({ comment }) => comment)).toEqual(
      details.map((detail, at) => `Details: ${details[at - 1] ?? '(None)'} → ${detail}`),
    );
  });

  it.each(['1.0', '1.1', '1.2', '1.3'])(
    'accepts version %s, which cannot have vulnerabilities',
    async (version) => {
      const { project } = await projectWithOne();
      const document = `<?xml version="1.0"?><bom xmlns="http://cyclonedx.org/schema/bom/${version}" version="1"><components/></bom>`;
      expect(await importVex(service, project, document)).toMatchObject({
        specVersion: version,
        format: 'XML',
        skipped: 'the document has no vulnerabilities',
      });
    },
  );
});

describe('Errors', () => {
  const broken = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    components: [{ type: 'foo', name: 'lib' }],
    vulnerabilities: [{ id: 1 }, { analysis: { state: 'fine' } }],
  };

  it('a document that violates the CycloneDX schema: 400 with problem details that name every violation', async () => {
    const { project } = await projectWithOne();
    for (const send of [postVex, putVex]) {
      const { status, headers, body } = await send(service, { project }, broken);
      expect(headers.get('content-type')).toContain('application/problem+json');
      expect([status, body.title, body.detail]).toEqual([
        400,
        'The uploaded BOM is invalid',
        'Schema validation failed',
      ]);
      const places = body.violations.map(({ pointer }: { pointer: string }) => pointer);
      for (const place of [
        '/components/0/type',
        '/vulnerabilities/0/id',
        '/vulnerabilities/1/analysis/state',
      ])
        expect(places).toContain(place);
    }
  });

  it('all of 300 violations are named', async () => {
    const { project } = await projectWithOne();
    const document = vexOf(Array.from({ length: 300 }, (_, id) => ({ id })));
    expect((await postVex(service, { project }, document)).body.errors).toHaveLength(300);
  });

  it('an XML document that violates the schema is refused with line numbers', async () => {
    const { project } = await projectWithOne();
    const document =
      '<bom xmlns="http://cyclonedx.org/schema/bom/1.5">\n<vulnerabilities><what/></vulnerabilities></bom>';
    const { status, body } = await postVex(service, { project }, document);
    expect([status, body.violations[0].pointer]).toEqual([400, expect.stringContaining('line 2')]);
  });

  it.each([
    ['neither JSON nor XML', 'hello'],
    ['JSON of another kind', '{"@context": "https://openvex.dev/ns/v0.2.0", "statements": []}'],
    ['cut off', '{"bomFormat": "CycloneDX", "specVersion": "1.5", "vuln'],
    ['empty', ' '],
  ])('a document that is %s: 400', async (_, document) => {
    const { project } = await projectWithOne();
    const { status, body } = await postVex(service, { project }, document);
    expect([status, body.status]).toEqual([400, 400]);
  });

  it('a refused document emits BOM_VALIDATION_FAILED', async () => {
    const { project } = await projectWithOne();
    await postVex(service, { project }, broken);
    expect(await groupsOf(project)).toEqual(['BOM_VALIDATION_FAILED']);
  });

  it('no document: 400', async () => {
    const { project } = await projectWithOne();
    expect((await service.asAdmin('PUT', '/api/v1/vex', { project })).status).toBe(400);
    const form = new FormData();
    form.set('project', project);
    const headers = { Authorization: `Bearer ${service.adminToken}` };
    const answer = await fetch(`${service.baseUrl}/api/v1/vex`, { method: 'POST', body: form, headers });
    expect(answer.status).toBe(400);
  });

  it.each([
    [{}, 400],
    [{ project: 'x' }, 400],
    [{ projectVersion: '1' }, 400],
    [{ project: NOBODY }, 404],
    [{ projectName: 'nobody knows', projectVersion: '1' }, 404],
  ])('a target of %j: %i', async (fields, expected) => {
    for (const send of [postVex, putVex])
      expect((await send(service, fields as Record<string, string>, vexOf([]))).status).toBe(expected);
  });

  it('PUT needs the version with the name', async () => {
    const { status, body } = await putVex(service, { projectName: 'x' }, vexOf([]));
    expect([status, body.errors[0].path]).toEqual([400, 'body/projectVersion']);
  });

  it('VEX cannot be uploaded to a collection project: 400', async () => {
    const collection = { name: `collection ${newId()}`, collectionLogic: 'AGGREGATE_DIRECT_CHILDREN' };
    const { body: project } = await service.asAdmin('PUT', '/api/v1/project', collection);
    const { status, body } = await postVex(service, { project: project.uuid }, vexOf([]));
    expect([status, body.detail]).toEqual([400, 'VEX cannot be uploaded to a collection project.']);
  });

  it('an inaccessible project: 403, for the receipt too', async () => {
    const { project, document } = await projectWithOne();
    const { apiKey } = await createTeamKey(service, 'VULNERABILITY_ANALYSIS');
    const { token } = (await postVex(service, { project }, document)).body;
    await receiptOf(service, token);
    await switchAccessControl(service, true);
    try {
      expect((await postVex(service, { project }, document, { apiKey })).status).toBe(403);
      expect((await service.request('GET', `/api/v1/vex/import/${token}`, { apiKey })).status).toBe(403);
    } finally {
      await switchAccessControl(service, false);
    }
  });
});

describe('Limits', () => {
  it('PUT accepts a vex of at most 20,000,000 characters', async () => {
    const { project, document } = await projectWithOne();
    const text = JSON.stringify(document);
    const longest = text + ' '.repeat((20_000_000 / 4) * 3 - text.length);
    const accepted = await putVex(service, { project }, longest);
    expect(accepted.status, accepted.text).toBe(200);
    expect(await receiptOf(service, accepted.body.token)).toMatchObject({ totals: { applied: 1 } });
    const vex = `${Buffer.from(longest).toString('base64')}A`;
    const { status, headers, body } = await service.asAdmin('PUT', '/api/v1/vex', { project, vex });
    expect([status, headers.get('content-type')]).toEqual([
      400,
      expect.stringContaining('application/problem+json'),
    ]);
    expect(body.detail).toContain('20000000 characters');
  });
});

/** The notifications about a project, except those about its creation and its finding. */
const groupsOf = async (project: string) =>
  (await listNotifiedGroups(service, project)).filter((group) => !/^(PROJECT_CREATED|NEW_)/.test(group));

describe('Events', () => {
  it('VEX_CONSUMED, PROJECT_AUDIT_CHANGE for each changed finding, VEX_PROCESSED', async () => {
    const { project, document } = await projectWithOne();
    await importVex(service, project, document);
    expect(await groupsOf(project)).toEqual(['VEX_CONSUMED', 'PROJECT_AUDIT_CHANGE', 'VEX_PROCESSED']);
    await importVex(service, project, document);
    expect((await groupsOf(project)).slice(3)).toEqual(['VEX_CONSUMED', 'VEX_PROCESSED']);
  });
});

describe('Receipt', () => {
  it('has the old and the new decision of each component', async () => {
    const { project, vulnId } = await projectWithOne();
    await importVex(service, project, vexOf([entryOf(vulnId, { state: 'in_triage', detail: 'Looking.' })]));
    const receipt = await importVex(
      service,
      project,
      vexOf([entryOf(vulnId, { state: 'resolved', response: ['update'] })]),
    );
    expect(onlyEntry(receipt)).toMatchObject({
      fate: 'applied',
      id: vulnId,
      vulnerability: { source: 'INTERNAL', vulnId },
      references: [{ ref: 'project', scope: 'project', matched: 1 }],
      components: [
        {
          name: 'lib',
          version: '1',
          fate: 'applied',
          before: { state: 'IN_TRIAGE', response: 'NOT_SET', details: 'Looking.', isSuppressed: false },
          after: { state: 'RESOLVED', response: 'UPDATE', details: 'Looking.', isSuppressed: true },
        },
      ],
    });
  });

  it('can be filtered by outcome and requested in parts', async () => {
    const { project, vulnId } = await projectWithOne();
    const entries = [
      entryOf(vulnId, { state: 'resolved' }),
      ...Array.from({ length: 9 }, () => entryOf(newId(), {})),
    ];
    const { token } = (await postVex(service, { project }, vexOf(entries))).body;
    await receiptOf(service, token);
    const positions = async (query: string) => {
      const { body } = await service.asAdmin('GET', `/api/v1/vex/import/${token}?${query}`);
      expect(body.totals).toMatchObject({ entries: 10, applied: 1, skipped: 9 });
      return body.entries.map(({ position }: { position: number }) => position);
    };
    expect(await positions('fate=applied')).toEqual([0]);
    expect(await positions('fate=SKIPPED&offset=7')).toEqual([8, 9]);
    expect(await positions('offset=4&limit=2')).toEqual([4, 5]);
    expect(await positions('limit=0')).toEqual([]);
    expect((await service.asAdmin('GET', `/api/v1/vex/import/${token}?fate=lost`)).status).toBe(400);
  });

  it('answers 404 for an unknown token', async () => {
    expect((await service.asAdmin('GET', `/api/v1/vex/import/${NOBODY}`)).status).toBe(404);
  });

  it.each([
    ['POST', postVex],
    ['PUT', putVex],
  ])('dryRun=true on %s returns the same receipt without applying', async (_, send) => {
    const { project, vulnId, decision } = await projectWithOne();
    const document = vexOf([
      entryOf(vulnId, { state: 'resolved' }),
      entryOf(vulnId, { state: 'exploitable' }),
      entryOf(newId(), { state: 'exploitable' }),
    ]);
    const options = send === postVex ? { query: '?dryRun=true' } : '?dryRun=true';
    const dry = await (send as typeof postVex)(service, { project }, document, options as { query: string });
    expect(dry.status, dry.text).toBe(200);
    expect(await decision()).toMatchObject({ state: null, history: [] });
    expect(await groupsOf(project)).toEqual([]);
    const applied = await importVex(service, project, document);
    const { token: _token, uploadedAt: _at, processedAt: _done, ...rest } = applied;
    const { uploadedAt: _dryAt, processedAt: _dryDone, ...dryRest } = dry.body;
    expect(dryRest).toEqual({ ...rest, dryRun: true });
  });
});

describe('Imports of a project', () => {
  it('are listed with their totals, latest first, and lead to their receipts', async () => {
    const { project, document } = await projectWithOne();
    const first = await importVex(service, project, document);
    const second = await importVex(service, project, document);
    const { status, body, headers } = await service.asAdmin('GET', `/api/v1/project/${project}/vex`);
    expect([status, headers.get('x-total-count')]).toEqual([200, '2']);
    const heads = [second, first].map(({ entries: _entries, dryRun: _dryRun, ...head }) => head);
    expect(body).toEqual(heads.map((head) => ({ ...head, available: true })));
    const page = await service.asAdmin('GET', `/api/v1/project/${project}/vex?pageSize=1&pageNumber=2`);
    expect(page.body).toMatchObject([{ token: first.token }]);
    expect(await receiptOf(service, page.body[0].token)).toEqual(first);
  });

  it('are answered with 404 if the project is unknown', async () => {
    expect((await service.asAdmin('GET', `/api/v1/project/${NOBODY}/vex`)).status).toBe(404);
  });

  it('are listed only for callers who may access the project', async () => {
    const { project } = await projectWithOne();
    const { apiKey } = await createTeamKey(service, 'VIEW_VULNERABILITY');
    await switchAccessControl(service, true);
    const { status } = await service.request('GET', `/api/v1/project/${project}/vex`, { apiKey });
    await switchAccessControl(service, false);
    expect(status).toBe(403);
  });
});

describe('Permissions', () => {
  it.each(['VULNERABILITY_ANALYSIS', 'VULNERABILITY_ANALYSIS_UPDATE'] as const)(
    '%s alone suffices to import and to read the receipt',
    async (permission) => {
      const { project, document } = await projectWithOne();
      const apiKey = await apiKeyWith(service, [permission]);
      const { status, body } = await postVex(service, { project }, document, { apiKey });
      expect(status).toBe(200);
      await receiptOf(service, body.token);
      expect((await service.request('GET', `/api/v1/vex/import/${body.token}`, { apiKey })).status).toBe(200);
    },
  );

  const { importVex: post, importEncodedVex: put, getVexReceipt, listVexImports } = vexOperations;
  itKeepsAccessRules([post, put, getVexReceipt, listVexImports], () => service);
});
