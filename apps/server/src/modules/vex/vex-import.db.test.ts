import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedManyFindings, seedVulnerability } from '../../../test/support/finding-fixtures.ts';
import { seedAssignedFindings, storedDecisionOn } from '../../../test/support/stored-decisions.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import {
  createProject,
  entryOf,
  importVex,
  onlyEntry,
  postVex,
  receiptOf,
  vexOf,
} from '../../../test/support/vex-imports.ts';

let service: TestService;
let ids = 0;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

/** An id that no other test uses. */
const newId = () => `CVE-2037-${1000 + ++ids}`;

describe('Import rule 3: the vulnerability', () => {
  it('competes with sources that the project itself has no finding of', async () => {
    const vulnId = newId();
    const project = await createProject(service);
    await seedAssignedFindings(service, project, [{ component: { name: 'lib' }, vulnerabilities: [vulnId] }]);
    await seedVulnerability(service.db, { vuln_id: vulnId, source: 'SNYK' });
    const receipt = await importVex(service, project, vexOf([entryOf(vulnId, { state: 'exploitable' })]));
    expect(onlyEntry(receipt).reason).toContain('NVD, SNYK');
  });
});

describe('Import rule 4: known sources', () => {
  it.each([
    ['NVD', 'NVD'],
    ['OSV', 'OSV'],
    ['INTERNAL', 'INTERNAL'],
    ['CX', 'CX'],
    ['JVN', 'JVN'],
    ['GITHUB', 'GITHUB'],
    ['OSSINDEX', 'OSSINDEX'],
    ['VULNDB', 'VULNDB'],
    ['SNYK', 'SNYK'],
    ['ADVISORY', 'GITHUB'],
    ['COMPONENT_INDEX', 'OSSINDEX'],
    ['COMMERCIAL_DB', 'VULNDB'],
    ['SCANNER_VENDOR', 'SNYK'],
    ['nvd', 'NVD'],
  ])('%s is %s', async (name, source) => {
    const vulnId = newId();
    const project = await createProject(service);
    const rival = source === 'CX' ? 'JVN' : 'CX';
    const [finding] = await seedAssignedFindings(service, project, [
      {
        component: { name: 'lib' },
        vulnerabilities: [source, rival].map((one) => ({ vuln_id: vulnId, source: one })),
      },
    ]);
    const entry = entryOf(vulnId, { state: 'exploitable' }, ['project'], { source: { name } });
    await importVex(service, project, vexOf([entry]));
    const stateOf = async (from: string) =>
      (await storedDecisionOn(service, finding?.component.uuid ?? '', vulnId, from)).state;
    expect([await stateOf(source), await stateOf(rival)]).toEqual(['EXPLOITABLE', null]);
  });
});

describe('Limits', () => {
  it('entries with more than 300,000 components in total are not applied, and the receipt has the reason', async () => {
    const project = await createProject(service);
    const vulnId = newId();
    const [finding] = await seedAssignedFindings(service, project, [
      { component: { name: 'lib', version: '1' }, vulnerabilities: [vulnId] },
    ]);
    await seedManyFindings(service.db, project, await seedVulnerability(service.db, vulnId), 1_000);
    const entries = Array.from({ length: 300 }, (_, n) => entryOf(vulnId, { detail: `Statement ${n}.` }));
    const { token } = (await postVex(service, { project }, vexOf(entries))).body;
    expect(await receiptOf(service, token)).toMatchObject({
      state: 'FAILED',
      failure: expect.stringContaining('300000'),
      entries: [],
    });
    const { history } = await storedDecisionOn(service, finding?.component.uuid ?? '', vulnId);
    expect(history).toEqual([]);
  });
});

describe('Receipt', () => {
  it('is kept for svc.vex.receipt.retention-days, the document for svc.vex.original.retention-days', async () => {
    const project = await createProject(service);
    const document = vexOf([entryOf(newId(), { state: 'in_triage' })]);
    const { token } = (await postVex(service, { project }, document)).body;
    await receiptOf(service, token);
    const age = (days: number) =>
      service.db
        .updateTable('vex_upload')
        .set({ uploaded_at: new Date(Date.now() - days * 86_400_000) })
        .where('token', '=', token)
        .execute();
    const status = async () => (await service.asAdmin('GET', `/api/v1/vex/import/${token}`)).status;
    await age(100);
    await cleanUp();
    const row = await service.db
      .selectFrom('vex_upload')
      .selectAll()
      .where('token', '=', token)
      .executeTakeFirst();
    expect([row?.file_id, await status()]).toEqual([null, 200]);
    await age(400);
    await cleanUp();
    expect(await status()).toBe(404);
  });
});

async function cleanUp(): Promise<void> {
  const token = crypto.randomUUID();
  const { db, jobs } = service.context;
  await db.transaction().execute((tx) => jobs.enqueue(tx, 'vex-cleanup', {}, { token }));
  await expect
    .poll(async () => (await service.asAdmin('GET', `/api/v1/event/token/${token}`)).body.processing)
    .toBe(false);
}
