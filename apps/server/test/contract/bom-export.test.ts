import { request } from 'node:http';
import { bomExportOperations } from '@tallyman/contract';
import { parseBom, validateBom } from '@tallyman/cyclonedx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyWith, itKeepsAccessRules } from '../support/access-rules.ts';
import { bomOf, type Json, listComponents, postBom, settled } from '../support/bom-uploads.ts';
import { assignVulnerability, createComponent, createVulnerability } from '../support/create-findings.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const JSON_TYPE = 'application/vnd.cyclonedx+json';
const XML_TYPE = 'application/vnd.cyclonedx+xml';
const VERSIONS = ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7'];
const TARGETS = VERSIONS.flatMap((version) => [
  { version, format: 'XML' },
  ...(version < '1.2' ? [] : [{ version, format: 'JSON' }]),
]);

const CONTACT = { name: 'Ada', email: 'ada@example.org', phone: '1' };

const OUTER = {
  type: 'machine-learning-model',
  'bom-ref': 'uploaded-ref',
  name: 'outer',
  version: '1.0.0',
  group: 'org.acme',
  purl: 'pkg:maven/org.acme/outer@1.0.0?type=jar',
  cpe: 'cpe:2.3:a:acme:outer:1.0.0:*:*:*:*:*:*:*',
  swid: { tagId: 'swid-2', name: 'Outer', patch: true },
  scope: 'excluded',
  publisher: 'Acme',
  description: '<&> "quoted"',
  copyright: '(c) Acme',
  hashes: [
    { alg: 'SHA-1', content: 'a'.repeat(40) },
    { alg: 'BLAKE3', content: 'b'.repeat(64) },
    { alg: 'SHA3-512', content: 'c'.repeat(128) },
  ],
  authors: [CONTACT],
  supplier: { name: 'Acme', url: ['https://acme.example'] },
  externalReferences: [
    { type: 'website', url: 'https://acme.example', hashes: [{ alg: 'MD5', content: 'd'.repeat(32) }] },
  ],
  properties: [{ name: 'acme:layer:1', value: 'x' }, { name: 'plain' }],
  licenses: [
    { license: { id: 'Apache-2.0', acknowledgement: 'declared' } },
    { license: { name: 'Acme licence' } },
  ],
  evidence: {
    occurrences: [{ location: '/lib/outer.jar', line: 3 }],
    copyright: [{ text: '(c) found' }],
  },
  pedigree: { notes: 'forked', ancestors: [{ type: 'library', name: 'ancestor', version: '0' }] },
  'mime-type': 'application/java-archive',
  tags: ['a', 'b'],
  releaseNotes: { type: 'major', title: 'New' },
};

const INNER = { type: 'library', 'bom-ref': 'inner', name: 'inner', version: '2.0.0', purl: 'not a purl' };

const CRYPTO = {
  type: 'cryptographic-asset',
  'bom-ref': 'crypto',
  name: 'crypto',
  cryptoProperties: {
    assetType: 'certificate',
    oid: '1.2.3',
    certificateProperties: { signatureAlgorithmRef: 'uploaded-ref', subjectPublicKeyRef: 'elsewhere' },
  },
};

const API = {
  'bom-ref': 'api',
  name: 'api',
  group: 'org.acme',
  version: '3',
  description: 'An interface',
  provider: { name: 'Acme' },
  endpoints: ['https://api.example'],
  authenticated: true,
  'x-trust-boundary': false,
  data: [{ flow: 'inbound', classification: 'PII' }],
  licenses: [{ expression: 'MIT OR Apache-2.0' }],
  trustZone: 'public',
  services: [{ 'bom-ref': 'inner-api', name: 'inner api' }],
};

describe('BOM export', () => {
  let service: TestService;
  let projects = 0;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  async function create(members: object = {}): Promise<string> {
    const body = { name: `project ${++projects}`, version: '1.0', ...members };
    const answer = await service.asAdmin('PUT', '/api/v1/project', body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.uuid;
  }
  const exported = (uuid: string, query = '') =>
    service.asAdmin('GET', `/api/v1/bom/cyclonedx/project/${uuid}${query}`);
  const parse = async (text: string) => (await parseBom(Buffer.from(text))).bom;
  const validate = (text: string) => validateBom(Buffer.from(text));

  /** A project with every kind of content. */
  async function createFull() {
    const contact = CONTACT;
    const uuid = await create({
      group: 'org.example',
      publisher: 'Example',
      description: 'Two\nlines & more',
      classifier: 'FIRMWARE',
      authors: [contact],
      supplier: { name: 'Supplier', urls: ['https://example.org'], contacts: [contact] },
      manufacturer: { name: 'Maker' },
      cpe: 'cpe:2.3:a:example:full:1.0:*:*:*:*:*:*:*',
      purl: 'pkg:npm/%40example/full@1.0',
      swidTagId: 'swid-1',
      externalReferences: [{ type: 'vcs', url: 'https://example.org/git', comment: 'the source' }],
    });
    await upload(uuid, fullDocument([GONE]));
    const before = await uuidsOf(uuid);
    await upload(uuid, fullDocument([]));
    return { uuid, uuids: { ...before, ...(await uuidsOf(uuid)) } };
  }

  const GONE = { type: 'library', 'bom-ref': 'gone', name: 'gone' };

  /** A document with every kind of content. Changes replace its members. */
  const fullDocument = (more: readonly Json[], changes: Json = {}): Json => ({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'firmware', 'bom-ref': 'root', name: 'ignored' } },
    components: [{ ...OUTER, components: [INNER] }, CRYPTO, ...more],
    services: [API],
    dependencies: [
      { ref: 'root', dependsOn: ['uploaded-ref', 'api'] },
      { ref: 'uploaded-ref', dependsOn: ['inner', 'crypto', ...(more.length > 0 ? ['gone'] : [])] },
      ...(more.length > 0 ? [{ ref: 'gone', dependsOn: ['inner'] }] : []),
    ],
    ...changes,
  });

  /** Uploads a document and waits until it is imported. */
  async function upload(project: string, document: Json): Promise<void> {
    const { status, body, text } = await postBom(service, document, { project });
    expect(status, text).toBe(200);
    expect(await settled(service, body.token)).toMatchObject({ state: 'PROCESSED' });
  }

  /** The UUIDs of components and services by name. */
  async function uuidsOf(project: string): Promise<Record<string, string>> {
    const services = await service.asAdmin('GET', `/api/v1/service/project/${project}`);
    const nodes = [...(await listComponents(service, project)), ...services.body];
    return Object.fromEntries(nodes.map(({ name, uuid }) => [name, uuid]));
  }

  it('names the project and each component by its UUID, in the dependencies too', async () => {
    const { uuid, uuids } = await createFull();
    const answer = await exported(uuid, '?version=1.6');
    expect(answer.status, answer.text).toBe(200);
    const { metadata, components, services, dependencies } = answer.body;
    expect(metadata.component['bom-ref']).toBe(uuid);
    expect(components.map((one: { 'bom-ref': string }) => one['bom-ref'])).toEqual([
      uuids.outer,
      uuids.crypto,
    ]);
    expect(components[0].components[0]['bom-ref']).toBe(uuids.inner);
    expect(services[0]['bom-ref']).toBe(uuids.api);
    expect(services[0].services[0]['bom-ref']).toBe(uuids['inner api']);
    expect(dependencies).toEqual([
      { ref: uuid, dependsOn: [uuids.outer, uuids.api] },
      { ref: uuids.outer, dependsOn: [uuids.inner, uuids.crypto] },
    ]);
    expect(answer.text).not.toContain('urn:cdx:');
  });

  it('has all data of the project', async () => {
    const { uuid } = await createFull();
    const contact = { name: 'Ada', email: 'ada@example.org', phone: '1' };
    const { metadata } = (await exported(uuid, '?version=1.6')).body;
    expect(metadata.component).toEqual({
      type: 'firmware',
      'bom-ref': uuid,
      supplier: { name: 'Supplier', url: ['https://example.org'], contact: [contact] },
      manufacturer: { name: 'Maker' },
      authors: [contact],
      publisher: 'Example',
      group: 'org.example',
      name: expect.stringMatching(/^project /),
      version: '1.0',
      description: 'Two\nlines & more',
      cpe: 'cpe:2.3:a:example:full:1.0:*:*:*:*:*:*:*',
      purl: 'pkg:npm/%40example/full@1.0',
      swid: { tagId: 'swid-1', name: expect.stringMatching(/^project /) },
      externalReferences: [{ type: 'vcs', url: 'https://example.org/git', comment: 'the source' }],
    });
    expect(Date.parse(metadata.timestamp)).toBeGreaterThan(Date.now() - 60_000);
    expect(metadata.tools.components).toMatchObject([{ type: 'application', name: 'Tallyman' }]);
  });

  it('has all data of components and services', async () => {
    const { uuid, uuids } = await createFull();
    const { components, services } = (await exported(uuid, '?version=1.7')).body;
    const [{ components: inner, ...outer }, crypto] = components;
    expect(outer).toEqual({
      type: 'machine-learning-model',
      'bom-ref': uuids.outer,
      supplier: { name: 'Acme', url: ['https://acme.example'] },
      authors: [{ name: 'Ada', email: 'ada@example.org', phone: '1' }],
      publisher: 'Acme',
      group: 'org.acme',
      name: 'outer',
      version: '1.0.0',
      description: '<&> "quoted"',
      scope: 'excluded',
      hashes: [
        { alg: 'SHA-1', content: 'a'.repeat(40) },
        { alg: 'SHA3-512', content: 'c'.repeat(128) },
        { alg: 'BLAKE3', content: 'b'.repeat(64) },
      ],
      licenses: [
        { license: { id: 'Apache-2.0', acknowledgement: 'declared' } },
        { license: { name: 'Acme licence' } },
      ],
      copyright: '(c) Acme',
      cpe: 'cpe:2.3:a:acme:outer:1.0.0:*:*:*:*:*:*:*',
      purl: 'pkg:maven/org.acme/outer@1.0.0?type=jar',
      swid: { tagId: 'swid-2', name: 'Outer', patch: true },
      externalReferences: [
        { type: 'website', url: 'https://acme.example', hashes: [{ alg: 'MD5', content: 'd'.repeat(32) }] },
      ],
      properties: [{ name: 'acme:layer:1', value: 'x' }, { name: 'plain' }],
      evidence: {
        occurrences: [{ location: '/lib/outer.jar', line: 3 }],
        copyright: [{ text: '(c) found' }],
      },
      pedigree: { notes: 'forked', ancestors: [{ type: 'library', name: 'ancestor', version: '0' }] },
      'mime-type': 'application/java-archive',
      tags: ['a', 'b'],
      releaseNotes: { type: 'major', title: 'New' },
    });
    expect(inner).toEqual([
      { type: 'library', 'bom-ref': uuids.inner, name: 'inner', version: '2.0.0', purl: 'not a purl' },
    ]);
    expect(crypto).toMatchObject({
      type: 'cryptographic-asset',
      cryptoProperties: {
        oid: '1.2.3',
        certificateProperties: { signatureAlgorithmRef: uuids.outer, subjectPublicKeyRef: 'elsewhere' },
      },
    });
    expect(services[0]).toMatchObject({
      name: 'api',
      provider: { name: 'Acme' },
      endpoints: ['https://api.example'],
      authenticated: true,
      'x-trust-boundary': false,
      trustZone: 'public',
      data: [{ flow: 'inbound', classification: 'PII' }],
      licenses: [{ expression: 'MIT OR Apache-2.0' }],
    });
  });

  it.each(TARGETS)(
    'in $version $format validates against the official schema and keeps every component',
    async ({ version, format }) => {
      const { uuid, uuids } = await createFull();
      const answer = await exported(uuid, `?version=${version}&format=${format}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        format === 'XML' ? XML_TYPE : JSON_TYPE,
      ]);
      const verdict = await validate(answer.text);
      expect(verdict).toMatchObject({
        valid: true,
        violations: [],
        specVersion: version,
        format: format.toLowerCase(),
      });
      const { components = [] } = await parse(answer.text);
      const names = [...components].flatMap((one) => [
        one.name,
        ...(one.components ?? []).map(({ name }) => name),
      ]);
      expect(names).toEqual(['outer', 'inner', 'crypto']);
      if (version >= '1.1') expect(components[0]?.['bom-ref']).toBe(uuids.outer);
    },
  );

  it('has the metadata of the uploaded document, the project and its components', async () => {
    const document = {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: {
        timestamp: '2026-01-02T03:04:05Z',
        lifecycles: [{ phase: 'build' }],
        tools: {
          components: [
            {
              type: 'application',
              'bom-ref': 'tool-1',
              name: 'scanner',
              version: '9',
              licenses: [{ license: { id: 'MIT' } }],
            },
          ],
          services: [{ name: 'scanning service', endpoints: ['https://scan.example'] }],
        },
        authors: [{ 'bom-ref': 'contact-1', name: 'Ada' }],
        supplier: { name: 'Supplier', address: { country: 'Norway' } },
        component: {
          type: 'device',
          'bom-ref': 'the-project',
          name: 'uploaded name',
          version: 'uploaded version',
          hashes: [{ alg: 'SHA-1', content: 'a'.repeat(40) }],
          licenses: [{ expression: 'MIT OR Apache-2.0' }],
          copyright: '(c) Example',
          swid: { tagId: 'swid-3', name: 'The device' },
          properties: [{ name: 'a:b', value: 'c' }],
        },
        licenses: [{ license: { id: 'CC0-1.0' } }],
        properties: [{ name: 'x', value: 'y' }],
      },
      components: [
        {
          type: 'library',
          'bom-ref': 'lib',
          name: 'lib',
          version: '1',
          author: 'Grace',
          evidence: { identity: [{ field: 'name', tools: ['tool-1'] }] },
        },
      ],
      externalReferences: [{ type: 'other', url: 'https://example.org/bom' }],
      properties: [{ name: 'of the document', value: 'z' }],
      dependencies: [{ ref: 'the-project', dependsOn: ['lib'] }],
    };
    const uuid = await create({ name: 'own name', version: 'own version' });
    const bom = Buffer.from(JSON.stringify(document)).toString('base64');
    const { body: accepted } = await service.asAdmin('PUT', '/api/v1/bom', { project: uuid, bom });
    const isProcessing = async () =>
      (await service.asAdmin('GET', `/api/v1/event/token/${accepted.token}`)).body.processing;
    await expect.poll(isProcessing).toBe(false);
    const { metadata, components, dependencies, externalReferences, properties } = (
      await exported(uuid, '?version=1.6')
    ).body;
    const { tools, component, ...said } = document.metadata;
    expect(metadata).toEqual({
      ...said,
      timestamp: expect.any(String),
      tools: { ...tools, components: [...tools.components, expect.objectContaining({ name: 'Tallyman' })] },
      component: { ...component, 'bom-ref': uuid, name: 'own name', version: 'own version' },
    });
    const { author, ...lib } = document.components[0] ?? {};
    expect(components).toEqual([{ ...lib, 'bom-ref': expect.any(String), authors: [{ name: author }] }]);
    expect(dependencies).toEqual([{ ref: uuid, dependsOn: [components[0]['bom-ref']] }]);
    expect({ externalReferences, properties }).toEqual({
      externalReferences: document.externalReferences,
      properties: document.properties,
    });
  });

  it.each(TARGETS)('is valid for an empty project in $version $format', async ({ version, format }) => {
    const uuid = await create({ version: null });
    const answer = await exported(uuid, `?version=${version}&format=${format}`);
    expect(await validate(answer.text)).toMatchObject({ valid: true, violations: [] });
  });

  it('is 1.5 JSON unless asked otherwise, whatever the Accept header says', async () => {
    const uuid = await create();
    const plain = await exported(uuid);
    expect([plain.headers.get('content-type'), plain.body.specVersion]).toEqual([JSON_TYPE, '1.5']);
    const blank = await exported(uuid, '?version=%20&format=&variant=');
    expect(blank.body.specVersion).toBe('1.5');
    const xml = await service.request('GET', `/api/v1/bom/cyclonedx/project/${uuid}?format=xml&version=1.4`, {
      token: service.adminToken,
      headers: { Accept: JSON_TYPE },
    });
    expect(xml.headers.get('content-type')).toBe(XML_TYPE);
    expect(xml.text).toContain('http://cyclonedx.org/schema/bom/1.4');
  });

  it.each([
    ['', 'inventory', 'json'],
    ['&format=XML', 'inventory', 'xml'],
    ['&variant=Inventory', 'Inventory', 'json'],
  ])('download=true%s is an attachment with a name', async (query, variant, extension) => {
    const uuid = await create();
    const answer = await exported(uuid, `?download=true${query}`);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${uuid}-${variant}.cdx.${extension}"`,
    );
  });

  it('differs only in metadata.timestamp for an unchanged project', async () => {
    const { uuid } = await createFull();
    for (const query of ['', '?format=xml&version=1.6']) {
      const [first, second] = [(await exported(uuid, query)).text, (await exported(uuid, query)).text];
      const withoutTime = (text: string) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, '');
      expect(withoutTime(second)).toBe(withoutTime(first));
    }
  });

  it('has a serialNumber that is derived from the project and its content', async () => {
    const [{ uuid, uuids }, other] = [await createFull(), await createFull()];
    const serialOf = async (of = uuid, query = '') => (await exported(of, query)).body.serialNumber;
    const before = await serialOf();
    expect(before).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([await serialOf(), await serialOf(uuid, '?version=1.2')]).toEqual([before, before]);
    const seen = new Set([before, await serialOf(other.uuid)]);
    const nested = (version: string) => [{ ...OUTER, components: [{ ...INNER, version }] }, CRYPTO];
    const changes: Json[] = [
      { components: nested('9') },
      { components: nested('10') },
      { services: [{ ...API, version: '9' }] },
      { components: [OUTER, INNER, CRYPTO] },
      { components: [CRYPTO, { ...OUTER, components: [INNER] }] },
      { dependencies: [{ ref: 'uploaded-ref', dependsOn: ['inner', 'crypto'] }] },
    ];
    for (const [index, change] of changes.entries()) {
      await upload(uuid, fullDocument([], change));
      expect(seen.size, `change ${index}`).toBeLessThan(seen.add(await serialOf()).size);
    }
    await service.asAdmin('PATCH', `/api/v1/project/${uuid}`, { description: 'another' });
    expect(seen.size).toBeLessThan(seen.add(await serialOf()).size);
    const { uuid: vulnerability } = await createVulnerability(service, 'CVE-2024-1');
    await assignVulnerability(service, vulnerability, uuids.outer ?? '');
    expect(seen).toContain(await serialOf());
  });

  it('has recognised licences of components that no document described', async () => {
    const uuid = await create();
    const custom = await service.asAdmin('PUT', '/api/v1/license', {
      licenseId: 'LicenseRef-acme',
      name: 'Acme',
    });
    expect(custom.status, custom.text).toBe(201);
    for (const component of [
      { name: 'a', resolvedLicense: { licenseId: 'Apache-2.0' }, licenseUrl: 'https://example.org' },
      { name: 'b', resolvedLicense: { licenseId: 'LicenseRef-acme' } },
      { name: 'c', license: 'Some licence' },
      { name: 'd', licenseExpression: 'MIT OR Apache-2.0' },
    ])
      await createComponent(service, uuid, component);
    const { components } = (await exported(uuid)).body;
    expect(components.map((one: { licenses: unknown }) => one.licenses)).toEqual([
      [{ license: { id: 'Apache-2.0', url: 'https://example.org' } }],
      [{ license: { name: 'Acme' } }],
      [{ license: { name: 'Some licence' } }],
      [{ expression: 'MIT OR Apache-2.0' }],
    ]);
  });

  it('streams many components, each once and in order, with their dependencies', async () => {
    const uuid = await create();
    const names = Array.from({ length: 2_345 }, (_, index) => `component-${index}`);
    const dependencies = [
      { ref: 'root', dependsOn: names },
      ...names.slice(1).map((name, index) => ({ ref: `component-${index}`, dependsOn: [name] })),
    ];
    const components = names.map((name) => ({ type: 'library', 'bom-ref': name, name }));
    await upload(uuid, bomOf(components, { dependencies }));
    const { body } = await exported(uuid);
    expect(body.components.map((one: { name: string }) => one.name)).toEqual(names);
    expect(body.dependencies).toHaveLength(names.length);
    expect(body.dependencies[0].dependsOn).toHaveLength(names.length);
    const uuidOf = (name: string) => body.components.find((one: Json) => one.name === name)['bom-ref'];
    expect(body.dependencies.at(-1)).toEqual({
      ref: uuidOf('component-2343'),
      dependsOn: [uuidOf('component-2344')],
    });
  });

  it('releases its connection when the client disconnects', async () => {
    const uuid = await create();
    const components = Array.from({ length: 3_000 }, (_, index) => ({
      type: 'library',
      name: `c-${index}`,
      description: 'x'.repeat(2_000),
    }));
    await upload(uuid, bomOf(components));
    const leaveEarly = () =>
      new Promise<void>((resolve, reject) => {
        const path = `${service.baseUrl}/api/v1/bom/cyclonedx/project/${uuid}`;
        const headers = { Authorization: `Bearer ${service.adminToken}` };
        request(path, { headers }, (response) =>
          response.once('data', () => resolve(void response.destroy())),
        )
          .on('error', reject)
          .end();
      });
    // More than the pool has connections: if one were not released, the last ones would wait for ever.
    for (let i = 0; i < 20; i++) await leaveEarly();
    expect((await exported(uuid)).body.components).toHaveLength(components.length);
  });

  it('answers 404 for an unknown project', async () => {
    expect((await exported(NOBODY)).body).toMatchObject({
      status: 404,
      detail: 'The project could not be found.',
    });
  });

  it.each([
    ['version=1.8', 'query/version'],
    ['version=x', 'query/version'],
    ['version=1.1', 'query/version'],
    ['format=YAML', 'query/format'],
    ['variant=everything', 'query/variant'],
  ])('answers 400 to %s, before it looks for the project', async (query, path) => {
    const answer = await exported(NOBODY, `?${query}`);
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, path]);
  });

  it.each(['withVulnerabilities', 'vdr', 'VDR'])(
    'variant=%s also needs a permission to see vulnerabilities',
    async (variant) => {
      const uuid = await create();
      const path = `/api/v1/bom/cyclonedx/project/${uuid}?variant=${variant}`;
      const without = await apiKeyWith(service, ['VIEW_PORTFOLIO']);
      expect((await service.request('GET', path, { apiKey: without })).status).toBe(403);
      for (const permission of [
        'VIEW_VULNERABILITY',
        'VULNERABILITY_ANALYSIS',
        'VULNERABILITY_ANALYSIS_READ',
      ] as const) {
        const apiKey = await apiKeyWith(service, ['VIEW_PORTFOLIO', permission]);
        const answer = await service.request('GET', path, { apiKey });
        expect([answer.status, answer.body.bomFormat]).toEqual([200, 'CycloneDX']);
      }
    },
  );

  describe('of one component', () => {
    const exportedComponent = (uuid: string, query = '') =>
      service.asAdmin('GET', `/api/v1/bom/cyclonedx/component/${uuid}${query}`);

    it('is a document with that component alone and without a project', async () => {
      const { uuids } = await createFull();
      const answer = await exportedComponent(uuids.outer ?? '');
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, JSON_TYPE]);
      expect(answer.body.components).toMatchObject([{ name: 'outer', 'bom-ref': uuids.outer }]);
      expect(answer.body.metadata).not.toHaveProperty('component');
      expect(answer.body).not.toHaveProperty('dependencies');
    });

    it.each(TARGETS)('validates in $version $format', async ({ version, format }) => {
      const { uuids } = await createFull();
      const answer = await exportedComponent(uuids.outer ?? '', `?version=${version}&format=${format}`);
      expect(await validate(answer.text)).toMatchObject({
        valid: true,
        violations: [],
        specVersion: version,
      });
    });

    it('answers 404 for one that is unknown or removed', async () => {
      const { uuids } = await createFull();
      const detail = 'The component could not be found.';
      expect((await exportedComponent(NOBODY)).body).toMatchObject({ status: 404, detail });
      expect((await exportedComponent(uuids.gone ?? '')).body).toMatchObject({ status: 404, detail });
    });
  });

  it('needs access to the project', async () => {
    const key = await createTeamKey(service, 'VIEW_PORTFOLIO');
    const { uuid, uuids } = await createFull();
    await switchAccessControl(service, true);
    for (const path of [`project/${uuid}`, `component/${uuids.outer}`]) {
      const answer = await service.request('GET', `/api/v1/bom/cyclonedx/${path}`, { apiKey: key.apiKey });
      expect(answer.body).toMatchObject({ status: 403, title: 'Project access denied' });
    }
    await switchAccessControl(service, false);
  });

  itKeepsAccessRules(Object.values(bomExportOperations), () => service);
});
