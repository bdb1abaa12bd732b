import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { migrateInto } from '../support/migrate-into.ts';
import {
  createSourceDatabase,
  type Dialect,
  newSourceUuid,
  type SourceTestDatabase,
} from '../support/source-database.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service?.close();
});

async function sourceDatabase(dialect: Dialect): Promise<SourceTestDatabase> {
  const source = await createSourceDatabase(dialect);
  onTestFinished(() => source.drop());
  return source;
}

const migrate = (source: SourceTestDatabase, ...set: string[]) => migrateInto(service, source.url, ...set);

const ANALYSIS = JSON.stringify({
  state: 'NOT_AFFECTED',
  justification: 'CODE_NOT_REACHABLE',
  vendorResponse: 'WILL_NOT_FIX',
  details: null,
  suppress: true,
});

const getVulnPolicy = async (name: string) => {
  const { body } = await service.asAdmin('GET', `/api/v2/vuln-policies?name=${encodeURIComponent(name)}`);
  return (await service.asAdmin('GET', `/api/v2/vuln-policies/${body.items[0].uuid}`)).body;
};

const getPolicy = async (name: string) => {
  const { body } = await service.asAdmin('GET', '/api/v1/policy?limit=100');
  return body.find((policy: { name: string }) => policy.name === name);
};

describe.each(['5.5.0', '5.6.0'] as const)('vulnerability policies of %s', (dialect) => {
  test('the migration keeps only the first condition of each policy', async () => {
    const source = await sourceDatabase(dialect);
    await source.insert('VULNERABILITY_POLICY', {
      NAME: `two ${dialect}`,
      DESCRIPTION: 'By the board.',
      AUTHOR: 'Ann',
      ANALYSIS,
      RATINGS: JSON.stringify([{ method: 'CVSSV31', severity: 'LOW', vector: null, score: 2.5 }]),
      CONDITIONS: ['vuln.id == "CVE-1"', 'component.name == "acme"', 'project.name == "shop"'],
      VALID_FROM: '2024-01-01T00:00:00Z',
      OPERATION_MODE: 'LOG',
    });
    await source.insert('VULNERABILITY_POLICY', {
      NAME: `broken ${dialect}`,
      ANALYSIS,
      CONDITIONS: ['vuln.nope == 1', 'true'],
    });
    const document = await migrate(source);
    expect(document.from.release).toContain('v5');
    expect(document.items).toMatchObject([
      {
        kind: 'vulnerability policy',
        name: `two ${dialect}`,
        outcome: 'migrated',
        notes: [
          'Only the first condition is kept. Dropped: component.name == "acme"',
          'Only the first condition is kept. Dropped: project.name == "shop"',
        ],
      },
      {
        name: `broken ${dialect}`,
        outcome: 'migrated',
        notes: [expect.stringContaining('Dropped: true'), expect.stringContaining('DISABLED: 1:5')],
      },
    ]);
    expect(await getVulnPolicy(`two ${dialect}`)).toMatchObject({
      condition: 'vuln.id == "CVE-1"',
      description:
        'By the board.\nConditions dropped by the migration:\ncomponent.name == "acme"\nproject.name == "shop"',
      author: 'Ann',
      operation_mode: 'LOG',
      priority: 0,
      source: 'USER',
      valid_from: Date.parse('2024-01-01T00:00:00Z'),
      analysis: {
        state: 'NOT_AFFECTED',
        justification: 'CODE_NOT_REACHABLE',
        vendor_response: 'WILL_NOT_FIX',
        suppress: true,
      },
      ratings: [{ method: 'CVSSV3', severity: 'LOW', score: 2.5 }],
    });
    expect(await getVulnPolicy(`broken ${dialect}`)).toMatchObject({
      condition: 'vuln.nope == 1',
      operation_mode: 'DISABLED',
    });
  });
});

test('lists dropped conditions in the description, up to its maximum length', async () => {
  const source = await sourceDatabase('5.6.0');
  const long = `vuln.id == "${'x'.repeat(600)}"`;
  await source.insert('VULNERABILITY_POLICY', { NAME: 'long', ANALYSIS, CONDITIONS: ['true', long] });
  const document = await migrate(source);
  expect(document.items[0]?.notes[0]).toContain(long);
  const { description } = await getVulnPolicy('long');
  expect(description).toHaveLength(512);
  expect(description).toMatch(/^Conditions dropped by the migration:\nvuln.id == "x+…$/);
});

test('leaves policies of a bundle to its next sync', async () => {
  const source = await sourceDatabase('head');
  const bundle = await source.insert('VULNERABILITY_POLICY_BUNDLE', {
    URL: 'https://bundles.example.org/b.zip',
  });
  const uuid = newSourceUuid();
  await source.insert('VULNERABILITY_POLICY', {
    NAME: 'mine',
    UUID: uuid,
    ANALYSIS,
    CONDITION: 'true',
    PRIORITY: 7,
  });
  await source.insert('VULNERABILITY_POLICY', {
    NAME: 'of the bundle',
    ANALYSIS,
    CONDITION: 'true',
    VULNERABILITY_POLICY_BUNDLE_ID: bundle,
  });
  const document = await migrate(source);
  expect(document.items).toMatchObject([
    { name: 'mine', outcome: 'migrated', notes: [] },
    { name: 'of the bundle', outcome: 'left out', notes: [expect.stringContaining('belongs to a bundle')] },
  ]);
  expect(await getVulnPolicy('mine')).toMatchObject({ uuid, priority: 7, condition: 'true' });
});

test('migrates policies of unknown origin unless a bundle is configured', async () => {
  const source = await sourceDatabase('5.6.0');
  await source.insert('VULNERABILITY_POLICY_BUNDLE', { URL: 'https://bundles.example.org/b.zip' });
  await source.insert('VULNERABILITY_POLICY', { NAME: 'perhaps', ANALYSIS, CONDITIONS: ['true'] });
  const url = 'svc.vulnerability.policy.bundle.url=https://bundles.example.org/b.zip';
  const configured = await migrate(source, url);
  expect(configured.items).toMatchObject([{ name: 'perhaps', outcome: 'left out' }]);
  const document = await migrate(source);
  expect(document.items).toMatchObject([{ name: 'perhaps', outcome: 'migrated' }]);
  expect(document.warnings).toEqual([expect.stringContaining('does not record which policies belong to it')]);
});

test('leaves out an invalid policy and says why', async () => {
  const source = await sourceDatabase('head');
  const row = { ANALYSIS, CONDITION: 'true' };
  await source.insert('VULNERABILITY_POLICY', {
    ...row,
    NAME: 'odd state',
    ANALYSIS: '{"state": "PERHAPS"}',
  });
  const ratings = JSON.stringify([{ method: 'CVSSV3', severity: 'LOW', vector: 'nonsense' }]);
  await source.insert('VULNERABILITY_POLICY', { ...row, NAME: 'odd rating', RATINGS: ratings });
  const document = await migrate(source);
  expect(document.items).toMatchObject([
    { name: 'odd state', outcome: 'left out', notes: [expect.stringContaining('analysis/state')] },
    { name: 'odd rating', outcome: 'left out', notes: [expect.stringContaining('ratings/0/vector')] },
  ]);
});

describe.each(['v4', '5.5.0', '5.6.0', 'head'] as const)('component policies of %s', (dialect) => {
  test('migrates conditions, tags, projects and the licence groups they need', async () => {
    const source = await sourceDatabase(dialect);
    const project = await service.asAdmin('PUT', '/api/v1/project', {
      name: `shop ${dialect}`,
      version: '1',
    });
    const here = await source.insert('PROJECT', {
      NAME: `shop ${dialect}`,
      VERSION: '1',
      UUID: newSourceUuid(),
    });
    const byUuid = await service.asAdmin('PUT', '/api/v1/project', { name: `renamed ${dialect}` });
    const same = await source.insert('PROJECT', { NAME: 'as it was', UUID: byUuid.body.uuid });
    const gone = await source.insert('PROJECT', { NAME: 'gone', VERSION: '2', UUID: newSourceUuid() });
    const tag = await source.insert('TAG', { NAME: 'Backend' });
    const mit = { uuid: newSourceUuid(), id: 0 };
    mit.id = await source.insert('LICENSE', { LICENSEID: 'MIT', NAME: 'MIT License', UUID: mit.uuid });
    const own = await source.insert('LICENSE', { LICENSEID: 'ACME', NAME: 'Acme', UUID: newSourceUuid() });
    const copyleft = newSourceUuid();
    await source.insert('LICENSEGROUP', { NAME: 'Copyleft', RISKWEIGHT: 0, UUID: copyleft });
    const house = newSourceUuid();
    const houseId = await source.insert('LICENSEGROUP', {
      NAME: `House ${dialect}`,
      RISKWEIGHT: 4,
      UUID: house,
    });
    await source.insert('LICENSEGROUP', { NAME: `Unused ${dialect}`, RISKWEIGHT: 1, UUID: newSourceUuid() });
    for (const license of [mit.id, own])
      await source.insert('LICENSEGROUP_LICENSE', { LICENSEGROUP_ID: houseId, LICENSE_ID: license });

    const uuid = newSourceUuid();
    const policy = await source.insert('POLICY', {
      NAME: `whole ${dialect}`,
      UUID: uuid,
      OPERATOR: 'ALL',
      VIOLATIONSTATE: 'FAIL',
      INCLUDE_CHILDREN: true,
      ONLY_LATEST_PROJECT_VERSION: true,
    });
    const conditionUuid = newSourceUuid();
    const condition = (SUBJECT: string, VALUE: string, UUID = newSourceUuid()) =>
      source.insert('POLICYCONDITION', { POLICY_ID: policy, SUBJECT, OPERATOR: 'IS', VALUE, UUID });
    await condition('LICENSE_GROUP', copyleft, conditionUuid);
    await condition('LICENSE_GROUP', house);
    await condition('LICENSE', mit.uuid);
    await condition('SEVERITY', 'HIGH');
    await source.insert('POLICY_TAGS', { POLICY_ID: policy, TAG_ID: tag });
    for (const id of [here, same, gone])
      await source.insert('POLICY_PROJECTS', { POLICY_ID: policy, PROJECT_ID: id });
    const limited = await source.insert('POLICY', {
      NAME: `limited ${dialect}`,
      UUID: newSourceUuid(),
      OPERATOR: 'ANY',
      VIOLATIONSTATE: 'INFO',
    });
    await source.insert('POLICY_PROJECTS', { POLICY_ID: limited, PROJECT_ID: gone });

    const document = await migrate(source);
    expect(document.items).toMatchObject([
      { kind: 'license group', name: 'Copyleft', outcome: 'already here' },
      { kind: 'license group', name: `House ${dialect}`, notes: ['Unknown licences: ACME'] },
      { kind: 'policy', name: `whole ${dialect}`, notes: ['Missing projects: gone : 2'] },
      { kind: 'policy', name: `limited ${dialect}`, outcome: 'left out' },
    ]);
    const { body: groups } = await service.asAdmin('GET', '/api/v1/licenseGroup?limit=100');
    const group = (name: string) => groups.find((one: { name: string }) => one.name === name);
    expect(group(`House ${dialect}`)).toMatchObject({
      uuid: house,
      riskWeight: 4,
      licenses: [{ licenseId: 'MIT' }],
    });
    expect(group(`Unused ${dialect}`)).toBeUndefined();
    const { body: license } = await service.asAdmin('GET', '/api/v1/license/MIT');
    const taken = await getPolicy(`whole ${dialect}`);
    expect(taken).toMatchObject({
      uuid,
      operator: 'ALL',
      violationState: 'FAIL',
      includeChildren: true,
      onlyLatestProjectVersion: dialect !== '5.5.0',
      tags: [{ name: 'backend' }],
      policyConditions: [
        { uuid: conditionUuid, subject: 'LICENSE_GROUP', operator: 'IS', value: group('Copyleft').uuid },
        { subject: 'LICENSE_GROUP', value: house },
        { subject: 'LICENSE', value: license.uuid },
        { subject: 'SEVERITY', value: 'HIGH' },
      ],
    });
    expect(taken.projects.map((one: { uuid: string }) => one.uuid).toSorted()).toEqual(
      [project.body.uuid, byUuid.body.uuid].toSorted(),
    );
    expect(await getPolicy(`limited ${dialect}`)).toBeUndefined();
  });
});

test('migrates and reports an expression that does not compile; it is never violated', async () => {
  const source = await sourceDatabase('5.6.0');
  const common = { OPERATOR: 'ANY', VIOLATIONSTATE: 'WARN' };
  const policy = await source.insert('POLICY', { ...common, NAME: 'expressions', UUID: newSourceUuid() });
  for (const VALUE of ['component.name == "acme"', 'component.nope == 1']) {
    const of = { POLICY_ID: policy, SUBJECT: 'EXPRESSION', OPERATOR: 'MATCHES', VIOLATIONTYPE: 'LICENSE' };
    await source.insert('POLICYCONDITION', { ...of, VALUE, UUID: newSourceUuid() });
  }
  const odd = await source.insert('POLICY', { ...common, NAME: 'odd', UUID: newSourceUuid() });
  const of = { POLICY_ID: odd, SUBJECT: 'MOON_PHASE', OPERATOR: 'IS', VALUE: 'full' };
  await source.insert('POLICYCONDITION', { ...of, UUID: newSourceUuid() });
  const document = await migrate(source);
  expect(document.items).toMatchObject([
    { name: 'expressions', outcome: 'migrated', notes: [expect.stringMatching(/component\.nope.*1:10/)] },
    { name: 'odd', outcome: 'left out', notes: ['MOON_PHASE is unknown.'] },
  ]);
  expect((await getPolicy('expressions')).policyConditions).toMatchObject([
    { value: 'component.name == "acme"', violationType: 'LICENSE', operator: 'MATCHES' },
    { value: 'component.nope == 1', violationType: 'LICENSE' },
  ]);
});
