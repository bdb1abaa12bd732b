import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type SeededFinding,
  seedManyFindings,
  seedVulnerability,
} from '../../../../test/support/finding-fixtures.ts';
import { seedProjectWithFindings } from '../../../../test/support/seed-project-with-findings.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { expireDecisions } from './expire-decisions.ts';

const HOUR = 3_600_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const named = ({ component, vulnerability }: SeededFinding) => ({
  component: component.uuid,
  vulnerability: vulnerability.uuid,
});
const decide = (finding: SeededFinding, body: object) =>
  service.asAdmin('PUT', '/api/v1/analysis', { ...named(finding), ...body });
const get = async (finding: SeededFinding) =>
  (await service.asAdmin('GET', `/api/v1/analysis?${new URLSearchParams(named(finding))}`)).body;

async function newFinding() {
  const { uuid, findings } = await seedProjectWithFindings(service);
  return { project: uuid, finding: findings[0] as SeededFinding };
}

/** Runs the job as if some hours had passed. */
const expireIn = (hours: number) =>
  expireDecisions({ ...service.context, now: () => new Date(Date.now() + hours * HOUR) });

async function titlesOf(project: string): Promise<number> {
  const rows = await service.db
    .selectFrom('notification_outbox')
    .select('id')
    .where('project_uuid', '=', project)
    .where('group_name', '=', 'PROJECT_AUDIT_CHANGE')
    .execute();
  return rows.length;
}

describe('A decision with an expiry', () => {
  it.each([
    ['epoch milliseconds', (time: number) => time],
    ['ISO 8601', (time: number) => new Date(time).toISOString()],
  ])('accepts the expiry as %s and presents it', async (_what, toText) => {
    const { finding } = await newFinding();
    const expiresAt = Date.now() + HOUR;
    const { body } = await decide(finding, { isSuppressed: true, expiresAt: toText(expiresAt) });
    expect(body).toMatchObject({ isSuppressed: true, expiresAt });
    expect(body.analysisComments[0].comment).toBe(
      `Suppressed\nExpires: never → ${new Date(expiresAt).toISOString()}`,
    );
  });

  it.each([
    ['that has passed', Date.now() - HOUR, 400],
    ['that is no time', 'tomorrow', 400],
    ['beyond the calendar', 253_402_300_800_000, 400],
    ['at the end of the calendar', '9999-12-31T23:59:59Z', 200],
    ['of never', null, 200],
  ])('with a time %s (%s) is answered with %i', async (_what, expiresAt, expected) => {
    const { finding } = await newFinding();
    const { status, body } = await decide(finding, { isSuppressed: true, expiresAt });
    expect(status).toBe(expected);
    if (status === 400) expect(body.errors).toMatchObject([{ path: 'body/expiresAt' }]);
  });

  it('returns to the earlier state at that time, with an audit entry and a notification', async () => {
    const { project, finding } = await newFinding();
    await decide(finding, { analysisState: 'EXPLOITABLE', analysisDetails: 'Bad.' });
    await decide(finding, {
      analysisState: 'NOT_AFFECTED',
      isSuppressed: true,
      expiresAt: Date.now() + 2 * HOUR,
    });
    await expireIn(1);
    expect(await get(finding)).toMatchObject({ analysisState: 'NOT_AFFECTED', isSuppressed: true });
    const notified = await titlesOf(project);
    await expireIn(3);
    const analysis = await get(finding);
    expect(analysis).toMatchObject({
      analysisState: 'EXPLOITABLE',
      analysisDetails: 'Bad.',
      isSuppressed: false,
      decidedBy: 'PERSON',
    });
    expect(analysis).not.toHaveProperty('expiresAt');
    expect(analysis.analysisComments.at(-1)).toMatchObject({
      commenter: 'Expiry',
      comment: expect.stringMatching(
        /^The decision has expired\.\nAnalysis: NOT_AFFECTED → EXPLOITABLE\nUnsuppressed\nExpires: .*Z → never$/,
      ),
    });
    expect(await titlesOf(project)).toBe(notified + 1);
  });

  it('expires once', async () => {
    const { finding } = await newFinding();
    await decide(finding, { isSuppressed: true, expiresAt: Date.now() + HOUR });
    await Promise.all([expireIn(2), expireIn(2)]);
    expect((await get(finding)).analysisComments).toHaveLength(2);
  });

  it('does not expire after its expiry was removed', async () => {
    const { finding } = await newFinding();
    await decide(finding, { isSuppressed: true, expiresAt: Date.now() + HOUR });
    await decide(finding, { isSuppressed: true, expiresAt: null });
    await expireIn(2);
    expect(await get(finding)).toMatchObject({ isSuppressed: true });
  });

  it('expires on inactive findings as well', async () => {
    const { finding } = await newFinding();
    await decide(finding, { isSuppressed: true, expiresAt: Date.now() + HOUR });
    await service.db
      .updateTable('finding')
      .set({ inactive_since: new Date() })
      .where('component_id', '=', finding.component.id)
      .execute();
    await expireIn(2);
    expect(await get(finding)).toMatchObject({ isSuppressed: false });
  });

  it('can be set on many findings at once', async () => {
    const { uuid } = await seedProjectWithFindings(service, []);
    await seedManyFindings(service.db, uuid, await seedVulnerability(service.db, 'CVE-2024-9'), 2_500);
    const filter = { projects: [uuid] };
    const body = { filter, isSuppressed: true, expiresAt: Date.now() + HOUR };
    await service.asAdmin('PUT', '/api/v1/analysis/bulk', body);
    expect(await expireIn(2)).toBe(2_500);
    const { body: left } = await service.asAdmin('PUT', '/api/v1/analysis/bulk?dryRun=true', {
      filter: { ...filter, suppressed: true },
      isSuppressed: false,
    });
    expect(left.matched).toBe(0);
  });

  it('is processed by a job', async () => {
    const { finding } = await newFinding();
    await decide(finding, { isSuppressed: true, expiresAt: Date.now() + HOUR });
    await service.db
      .updateTable('finding_analysis')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('component_id', '=', finding.component.id)
      .execute();
    const token = crypto.randomUUID();
    await inTransaction(service.db, (tx) =>
      service.context.jobs.enqueue(tx, 'decision-expiry', {}, { token }),
    );
    await expect.poll(async () => (await get(finding)).isSuppressed).toBe(false);
  });
});
