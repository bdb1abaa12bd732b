import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { type Service, startService } from '../src/app/start-service.ts';
import { inTransaction } from '../src/platform/db/database.ts';
import { bomOf, npm, postBom } from './support/bom-uploads.ts';
import { listOpenWork, readDerivedState, requestRecount } from './support/derived-state.ts';
import { silentLog } from './support/silent-log.ts';
import { startTestService, type TestService, testConfig } from './support/test-service.ts';
import { timeoutFactor } from './support/timeout-factor.ts';
import { entryOf, postVex, vexOf } from './support/vex-imports.ts';

const PROJECTS = 6;
const SETTLES = { timeout: 120_000 * timeoutFactor, interval: 200 };

let service: TestService;
const nodes: Service[] = [];

afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await service.close();
});

async function startWorker(): Promise<void> {
  const settings = { 'svc.datasource.url': service.url, 'svc.config.profile': 'worker' };
  nodes.push(await startService({ config: testConfig(settings), log: silentLog }));
}

/** A vulnerability of every package up to version 2. */
async function recordVulnerability(name: string): Promise<void> {
  const body = {
    vulnId: `INT-${name}`,
    severity: 'HIGH',
    affectedComponents: [
      {
        identityType: 'PURL',
        identity: `pkg:npm/${name}`,
        versionType: 'RANGE',
        versionEndExcluding: '2.0.0',
      },
    ],
  };
  const answer = await service.asAdmin('PUT', '/api/v1/vulnerability', body);
  expect(answer.status, answer.text).toBe(201);
}

async function uploadAll(): Promise<string[]> {
  const uploads = Array.from({ length: PROJECTS }, async (_, n) => {
    const fields = { projectName: `project ${n}`, autoCreate: 'true' };
    const { body } = await postBom(service, bomOf([npm('a'), npm('b'), npm(`own-${n}`)]), fields);
    return body.projectUuid as string;
  });
  return Promise.all(uploads);
}

async function createPolicy(name: string, value: string): Promise<void> {
  const { body } = await service.asAdmin('PUT', '/api/v1/policy', { name });
  const condition = { subject: 'PACKAGE_URL', operator: 'MATCHES', value };
  const answer = await service.asAdmin('PUT', `/api/v1/policy/${body.uuid}/condition`, condition);
  expect(answer.status, answer.text).toBe(201);
}

async function createVulnPolicy(): Promise<void> {
  const body = {
    name: 'b is not affected',
    condition: 'component.name == "b"',
    analysis: { state: 'NOT_AFFECTED', suppress: true },
    operation_mode: 'APPLY',
  };
  const answer = await service.asAdmin('POST', '/api/v2/vuln-policies', body);
  expect(answer.status, answer.text).toBe(201);
}

const loseJobs = () => sql`delete from pgboss.job where state < 'active'`.execute(service.db);

const settle = () => expect.poll(() => listOpenWork(service.db), SETTLES).toEqual([]);

test('after jobs were lost, uploads are imported, and findings, decisions and violations converge', async () => {
  service = await startTestService({ 'svc.config.profile': 'web' });
  const { db } = service;
  await recordVulnerability('a');
  await recordVulnerability('b');
  await loseJobs();
  const projects = await uploadAll();
  await loseJobs();
  await createPolicy('no a', 'pkg:npm/a');
  await loseJobs();
  await createVulnPolicy();
  await loseJobs();

  // A starting node looks for missed work immediately.
  await startWorker();
  await settle();
  const state = await readDerivedState(db);
  expect(state.findings).toHaveLength(2 * PROJECTS);
  expect(state.violations).toHaveLength(PROJECTS);
  expect(state.decisions).toHaveLength(PROJECTS);

  // Afterwards it looks regularly. The test triggers this instead of waiting.
  for (const [n, uuid] of projects.entries()) {
    const entries = [entryOf('INT-a', { state: n % 2 ? 'exploitable' : 'not_affected' })];
    expect((await postVex(service, { project: uuid }, vexOf(entries))).status).toBe(200);
  }
  await createPolicy('no b', 'pkg:npm/b');
  await loseJobs();
  await inTransaction(db, (tx) => service.context.jobs.enqueue(tx, 'repair-missed-work', {}));
  await settle();
  const after = await readDerivedState(db);
  expect(after.violations).toHaveLength(2 * PROJECTS);
  expect(after.decisions).toHaveLength(2 * PROJECTS);

  await requestRecount(db);
  await inTransaction(db, (tx) => service.context.jobs.enqueue(tx, 'repair-missed-work', {}));
  await settle();
  expect(await readDerivedState(db)).toEqual(after);
});
