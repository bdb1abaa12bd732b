import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importAffectedComponents } from '../support/create-findings.ts';
import { listNotifiedGroups } from '../support/notification-log.ts';
import { changeAlert, createAlert } from '../support/test-alerts.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const FLOOD = 150;
let shops = 0;

async function createShop(findings: number): Promise<string> {
  const project = `shop ${++shops}`;
  return importAffectedComponents(service, { vulnId: `INT-${shops}`, project, count: findings });
}

async function decideOnAll(project: string, analysisState: string): Promise<void> {
  const body = { filter: { projects: [project] }, analysisState };
  const answer = await service.asAdmin('PUT', '/api/v1/analysis/bulk', body);
  expect(answer.body).toMatchObject({ applied: expect.any(Number), missing: 0 });
}

const countNotifications = async (project: string) =>
  (await listNotifiedGroups(service, project)).filter((group) => group === 'PROJECT_AUDIT_CHANGE').length;

describe('A flood of notifications', () => {
  it('is counted if no alert matches it, and the preview of a later alert uses the count', async () => {
    const shop = await createShop(FLOOD);
    await decideOnAll(shop, 'EXPLOITABLE');
    expect(await countNotifications(shop)).toBe(0);
    const limited = { groups: ['PROJECT_AUDIT_CHANGE'], enabled: false, projects: [{ uuid: shop }] };
    const { uuid } = await createAlert(service, limited);
    const preview = async () =>
      (await service.asAdmin('GET', `/api/v1/notification/rule/${uuid}/preview`)).body;
    const byGroup = { PROJECT_AUDIT_CHANGE: FLOOD };
    expect(await preview()).toEqual({ days: 30, count: FLOOD, byGroup, filterErrors: 0, unexamined: 0 });
    await changeAlert(service, uuid, { filterExpression: 'title != ""' });
    expect(await preview()).toEqual({ days: 30, count: 0, byGroup: {}, filterErrors: 0, unexamined: FLOOD });
    await changeAlert(service, uuid, { level: 'ERROR', filterExpression: null });
    expect(await preview()).toMatchObject({ count: 0, unexamined: 0 });
  });

  it('below the limit is recorded one by one, even if no alert matches', async () => {
    const shop = await createShop(100);
    await decideOnAll(shop, 'EXPLOITABLE');
    expect(await countNotifications(shop)).toBe(100);
  });

  it('is recorded one by one if an alert matches it; enabling takes effect at once', async () => {
    const shop = await createShop(FLOOD);
    const { uuid } = await createAlert(service, { groups: ['PROJECT_AUDIT_CHANGE'], enabled: false });
    await decideOnAll(shop, 'EXPLOITABLE');
    expect(await countNotifications(shop)).toBe(0);
    await changeAlert(service, uuid, { enabled: true });
    await decideOnAll(shop, 'IN_TRIAGE');
    expect(await countNotifications(shop)).toBe(FLOOD);
  });
});
