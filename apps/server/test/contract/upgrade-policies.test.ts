import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  createOldDatabase,
  type Dialect,
  newOldUuid,
  type OldTestDatabase,
} from '../support/old-database.ts';
import { takeOverInto } from '../support/take-over-into.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service?.close();
});

async function oldDatabase(dialect: Dialect): Promise<OldTestDatabase> {
  const old = await createOldDatabase(dialect);
  onTestFinished(() => old.drop());
  return old;
}

const migrate = (old: OldTestDatabase, ...set: string[]) => takeOverInto(service, old.url, ...set);

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
  test('at upgrade only the first condition of each policy is kept', async () => {
    const old = await oldDatabase(dialect);
    await old.insert('VULNERABILITY_POLICY', {
      NAME: `two ${dialect}`,
      DESCRIPTION: 'By the board.',
      AUTHOR: 'Ann',
      ANALYSIS,
      RATINGS: JSON.stringify([{ method: 'CVSSV31', severity: 'LOW', vector: null, score: 2.5 }]),
      CONDITIONS: ['vuln.id == "CVE-1"', 'component.name == "acme"', 'project.name == "shop"'],
      VALID_FROM: '2024-01-01T00:00:00Z',
      OPERATION_MODE: 'LOG',
    });
    await old.insert('VULNERABILITY_POLICY', {
      NAME: `broken ${dialect}`,
      ANALYSIS,
      CONDITIONS: ['vuln.nope == 1', 'true'],
    });
    const document = await migrate(old);
    expect(document.from.release).toContain('v5');
    expect(document.items).toMatchObject([
      {
        kind: 'vulnerability policy',
        name: `two ${dialect}`,
        outcome: 'taken over',
        notes: [
          'Only the first condition is kept. Dropped: component.name == "acme"',
          'Only the first condition is kept. Dropped: project.name == "shop"',
        ],
      },
      {
        name: `broken ${dialect}`,
        outcome: 'taken over',
        notes: [expect.stringContaining('Dropped: true'), expect.stringContaining('DISABLED: 1:5')],
      },
    ]);
    expect(await getVulnPolicy(`two ${dialect}`)).toMatchObject({
      condition: 'vuln.id == "CVE-1"',
      description:
        'By the board.\nConditions dropped at upgrade:\ncomponent.name == "acme"\nproject.name == "shop"',
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

test('dropped conditions stay readable within the longest description', async () => {
  const old = await oldDatabase('5.6.0');
  const long = `vuln.id == "${'x'.repeat(600)}"`;
  await old.insert('VULNERABILITY_POLICY', { NAME: 'long', ANALYSIS, CONDITIONS: ['true', long] });
  const document = await migrate(old);
  expect(document.items[0]?.notes[0]).toContain(long);
  const { description } = await getVulnPolicy('long');
  expect(description).toHaveLength(512);
  expect(description).toMatch(/^Conditions dropped at upgrade:\nvuln.id == "x+…$/);
});

test('policies that belong to a bundle are left to the next sync of it', async () => {
  const old = await oldDatabase('head');
  const bundle = await old.insert('VULNERABILITY_POLICY_BUNDLE', {
    URL: 'https://bundles.example.org/b.zip',
  });
  const uuid = newOldUuid();
  await old.insert('VULNERABILITY_POLICY', {
    NAME: 'mine',
    UUID: uuid,
    ANALYSIS,
    CONDITION: 'true',
    PRIORITY: 7,
  });
  await old.insert('VULNERABILITY_POLICY', {
    NAME: 'of the bundle',
    ANALYSIS,
    CONDITION: 'true',
    VULNERABILITY_POLICY_BUNDLE_ID: bundle,
  });
  const document = await migrate(old);
  expect(document.items).toMatchObject([
    { name: 'mine', outcome: 'taken over', notes: [] },
    { name: 'of the bundle', outcome: 'left out', notes: [expect.stringContaining('belongs to a bundle')] },
  ]);
  expect(await getVulnPolicy('mine')).toMatchObject({ uuid, priority: 7, condition: 'true' });
});

test('where policies do not tell, they are taken over unless a bundle is configured', async () => {
  const old = await oldDatabase('5.6.0');
  await old.insert('VULNERABILITY_POLICY_BUNDLE', { URL: 'https://bundles.example.org/b.zip' });
  await old.insert('VULNERABILITY_POLICY', { NAME: 'perhaps', ANALYSIS, CONDITIONS: ['true'] });
  const url = 'svc.vulnerability.policy.bundle.url=https://bundles.example.org/b.zip';
  const configured = await migrate(old, url);
  expect(configured.items).toMatchObject([{ name: 'perhaps', outcome: 'left out' }]);
  const document = await migrate(old);
  expect(document.items).toMatchObject([{ name: 'perhaps', outcome: 'taken over' }]);
  expect(document.warnings).toEqual([expect.stringContaining('does not tell which policies came with it')]);
});

test('what cannot be a policy here is left out with the reason', async () => {
  const old = await oldDatabase('head');
  const row = { ANALYSIS, CONDITION: 'true' };
  await old.insert('VULNERABILITY_POLICY', { ...row, NAME: 'odd state', ANALYSIS: '{"state": "PERHAPS"}' });
  const ratings = JSON.stringify([{ method: 'CVSSV3', severity: 'LOW', vector: 'nonsense' }]);
  await old.insert('VULNERABILITY_POLICY', { ...row, NAME: 'odd rating', RATINGS: ratings });
  const document = await migrate(old);
  expect(document.items).toMatchObject([
    { name: 'odd state', outcome: 'left out', notes: [expect.stringContaining('analysis/state')] },
    { name: 'odd rating', outcome: 'left out', notes: [expect.stringContaining('ratings/0/vector')] },
  ]);
});

describe.each(['v4', '5.5.0', '5.6.0', 'head'] as const)('component policies of %s', (dialect) => {
  test('are taken over with conditions, tags, projects and the licence groups they need', async () => {
    const old = await oldDatabase(dialect);
    const project = await service.asAdmin('PUT', '/api/v1/project', {
      name: `shop ${dialect}`,
      version: '1',
    });
    const here = await old.insert('PROJECT', { NAME: `shop ${dialect}`, VERSION: '1', UUID: newOldUuid() });
    const byUuid = await service.asAdmin('PUT', '/api/v1/project', { name: `renamed ${dialect}` });
    const same = await old.insert('PROJECT', { NAME: 'as it was', UUID: byUuid.body.uuid });
    const gone = await old.insert('PROJECT', { NAME: 'gone', VERSION: '2', UUID: newOldUuid() });
    const tag = await old.insert('TAG', { NAME: 'Backend' });
    const mit = { uuid: newOldUuid(), id: 0 };
    mit.id = await old.insert('LICENSE', { LICENSEID: 'MIT', NAME: 'MIT License', UUID: mit.uuid });
    const own = await old.insert('LICENSE', { LICENSEID: 'ACME', NAME: 'Acme', UUID: newOldUuid() });
    const copyleft = newOldUuid();
    await old.insert('LICENSEGROUP', { NAME: 'Copyleft', RISKWEIGHT: 0, UUID: copyleft });
    const house = newOldUuid();
    const houseId = await old.insert('LICENSEGROUP', {
      NAME: `House ${dialect}`,
      RISKWEIGHT: 4,
      UUID: house,
    });
    await old.insert('LICENSEGROUP', { NAME: `Unused ${dialect}`, RISKWEIGHT: 1, UUID: newOldUuid() });
    for (const license of [mit.id, own])
      await old.insert('LICENSEGROUP_LICENSE', { LICENSEGROUP_ID: houseId, LICENSE_ID: license });

    const uuid = newOldUuid();
    const policy = await old.insert('POLICY', {
      NAME: `whole ${dialect}`,
      UUID: uuid,
      OPERATOR: 'ALL',
      VIOLATIONSTATE: 'FAIL',
      INCLUDE_CHILDREN: true,
      ONLY_LATEST_PROJECT_VERSION: true,
    });
    const conditionUuid = newOldUuid();
    const condition = (SUBJECT: string, VALUE: string, UUID = newOldUuid()) =>
      old.insert('POLICYCONDITION', { POLICY_ID: policy, SUBJECT, OPERATOR: 'IS', VALUE, UUID });
    await condition('LICENSE_GROUP', copyleft, conditionUuid);
    await condition('LICENSE_GROUP', house);
    await condition('LICENSE', mit.uuid);
    await condition('SEVERITY', 'HIGH');
    await old.insert('POLICY_TAGS', { POLICY_ID: policy, TAG_ID: tag });
    for (const id of [here, same, gone])
      await old.insert('POLICY_PROJECTS', { POLICY_ID: policy, PROJECT_ID: id });
    const limited = await old.insert('POLICY', {
      NAME: `limited ${dialect}`,
      UUID: newOldUuid(),
      OPERATOR: 'ANY',
      VIOLATIONSTATE: 'INFO',
    });
    await old.insert('POLICY_PROJECTS', { POLICY_ID: limited, PROJECT_ID: gone });

    const document = await migrate(old);
    expect(document.items).toMatchObject([
      { kind: 'license group', name: 'Copyleft', outcome: 'already here' },
      { kind: 'license group', name: `House ${dialect}`, notes: ['Licences that are not here: ACME'] },
      { kind: 'policy', name: `whole ${dialect}`, notes: ['Projects that are not here: gone : 2'] },
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

test('an expression that does not compile here is kept, reported and never violated', async () => {
  const old = await oldDatabase('5.6.0');
  const common = { OPERATOR: 'ANY', VIOLATIONSTATE: 'WARN' };
  const policy = await old.insert('POLICY', { ...common, NAME: 'expressions', UUID: newOldUuid() });
  for (const VALUE of ['component.name == "acme"', 'component.nope == 1']) {
    const of = { POLICY_ID: policy, SUBJECT: 'EXPRESSION', OPERATOR: 'MATCHES', VIOLATIONTYPE: 'LICENSE' };
    await old.insert('POLICYCONDITION', { ...of, VALUE, UUID: newOldUuid() });
  }
  const odd = await old.insert('POLICY', { ...common, NAME: 'odd', UUID: newOldUuid() });
  const of = { POLICY_ID: odd, SUBJECT: 'MOON_PHASE', OPERATOR: 'IS', VALUE: 'full' };
  await old.insert('POLICYCONDITION', { ...of, UUID: newOldUuid() });
  const document = await migrate(old);
  expect(document.items).toMatchObject([
    { name: 'expressions', outcome: 'taken over', notes: [expect.stringMatching(/component\.nope.*1:10/)] },
    { name: 'odd', outcome: 'left out', notes: ['MOON_PHASE is not known here.'] },
  ]);
  expect((await getPolicy('expressions')).policyConditions).toMatchObject([
    { value: 'component.name == "acme"', violationType: 'LICENSE', operator: 'MATCHES' },
    { value: 'component.nope == 1', violationType: 'LICENSE' },
  ]);
});
