import { activityOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { apiKeyWith, itKeepsAccessRules } from '../support/access-rules.ts';
import { bomOf, importBom, npm } from '../support/bom-uploads.ts';
import { sendDataFile, untilRunEnded } from '../support/data-source-imports.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { createAlert, DELIVERS_TO_LOOPBACK } from '../support/test-alerts.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { timeoutFactor } from '../support/timeout-factor.ts';
import { createProject, importVex, vexOf } from '../support/vex-imports.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const PATH = '/api/v2/activity';

let service: TestService;
let receiver: WebhookReceiver;
let project: string;
let hidden: string;
let alert: { uuid: string; name: string };

/** One item of each kind, of two projects. */
beforeAll(async () => {
  service = await startTestService(DELIVERS_TO_LOOPBACK);
  receiver = await startWebhookReceiver();
  receiver.answer = () => ({ status: 410, body: 'gone' });
  project = await createProject(service, 'seen');
  hidden = await createProject(service, 'hidden');
  const failed = await sendDataFile(service, 'osv', 'this is no archive');
  await untilRunEnded(service, failed.headers.get('location') ?? '');
  alert = await createAlert(service, {
    groups: ['VEX_CONSUMED'],
    config: { destinationUrl: `${receiver.url}/hook` },
  });
  for (const [name, uuid] of [
    ['hidden', hidden],
    ['seen', project],
  ] as const) {
    await importBom(service, name, bomOf([npm('left-pad')]));
    await importVex(service, uuid, vexOf([]));
  }
  const haveFailed = async () => (await list('kind=DELIVERY')).items.length === 2;
  await vi.waitUntil(haveFailed, { interval: 50, timeout: 90_000 * timeoutFactor });
});
afterAll(async () => {
  await receiver?.close();
  await service?.close();
});

const list = async (query = '') => (await service.asAdmin('GET', `${PATH}?${query}`)).body;
const listWith = async (apiKey: string, query = '') =>
  (await service.request('GET', `${PATH}?${query}`, { apiKey })).body;
const kindsOf = (items: readonly { kind: string }[]) => [...new Set(items.map(({ kind }) => kind))].sort();

describe('GET /api/v2/activity', () => {
  it('lists uploads and imports with their project, time and outcome', async () => {
    const { items, total } = await list(`project=${project}&state=COMPLETED`);
    expect(total).toEqual({ count: 2, type: 'EXACT' });
    expect(items).toMatchObject([
      { kind: 'VEX_IMPORT', state: 'COMPLETED' },
      {
        kind: 'BOM_UPLOAD',
        state: 'COMPLETED',
        project: { uuid: project, name: 'seen', version: '1' },
        requested_by: 'admin',
        started_at: expect.any(Number),
        ended_at: expect.any(Number),
      },
    ]);
    const [vex, bom] = items;
    expect((await service.asAdmin('GET', `/api/v1/vex/import/${vex.id}`)).status).toBe(200);
    expect((await service.asAdmin('GET', `/api/v1/bom/${bom.id}`)).body.state).toBe('PROCESSED');
  });

  it('lists failed mirror runs and deliveries with the reason', async () => {
    const { items } = await list('state=FAILED&kind=MIRROR_RUN');
    expect(items).toMatchObject([
      { state: 'FAILED', source: { name: 'osv', display_name: 'OSV' }, reason: expect.any(String) },
    ]);
    const run = `/api/v2/vuln-data-sources/osv/mirror-runs/${items[0].id}`;
    expect((await service.asAdmin('GET', run)).body.failure_reason).toBe(items[0].reason);
    const [delivery] = (await list(`kind=DELIVERY&project=${project}`)).items;
    expect(delivery).toMatchObject({
      state: 'FAILED',
      alert,
      project: { uuid: project },
      notification: { title: expect.any(String) },
      reason: expect.stringContaining('410'),
    });
  });

  it('lists the latest first, a page at a time, each item once', async () => {
    const everything = (await list()).items;
    expect(kindsOf(everything)).toEqual(['BOM_UPLOAD', 'DELIVERY', 'MIRROR_RUN', 'VEX_IMPORT']);
    const times = everything.map(({ ended_at }: { ended_at: number }) => ended_at);
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a));
    const paged: unknown[] = [];
    let token = '';
    do {
      const { items, next_page_token = '' } = await list(`limit=2${token && `&page_token=${token}`}`);
      paged.push(...items);
      token = next_page_token;
    } while (token !== '');
    expect(paged).toEqual(everything);
  });

  it('lists nothing as running when everything has ended', async () => {
    expect(await list('state=RUNNING')).toEqual({ items: [], total: { count: 0, type: 'EXACT' } });
  });

  it.each([
    [['VIEW_PORTFOLIO'] as const, ['BOM_UPLOAD']],
    [['VIEW_VULNERABILITY'] as const, ['VEX_IMPORT']],
    [['SYSTEM_CONFIGURATION_READ'] as const, ['DELIVERY', 'MIRROR_RUN']],
  ])('lists for %j only the kinds %j', async (permissions, kinds) => {
    const apiKey = await apiKeyWith(service, permissions);
    expect(kindsOf((await listWith(apiKey)).items)).toEqual(kinds);
    const other = kinds.includes('DELIVERY') ? 'BOM_UPLOAD' : 'DELIVERY';
    expect((await listWith(apiKey, `kind=${other}`)).items).toEqual([]);
  });

  it('lists only work on projects that the caller may access', async () => {
    const team = await createTeamKey(
      service,
      'VIEW_PORTFOLIO',
      'VIEW_VULNERABILITY',
      'SYSTEM_CONFIGURATION_READ',
    );
    await service.asAdmin('PUT', '/api/v1/acl/mapping', { team: team.teamUuid, project });
    await switchAccessControl(service, true);
    const { items } = await listWith(team.apiKey);
    const other = await listWith(team.apiKey, `project=${hidden}`);
    await switchAccessControl(service, false);
    expect(JSON.stringify(items)).not.toContain(hidden);
    expect(items).toHaveLength(4);
    expect(other.items).toEqual([]);
  });

  it.each(['kind=OTHER', 'state=PENDING', 'limit=0', 'limit=1001', 'project=x', 'page_token=x'])(
    'refuses %s',
    async (query) => {
      const answer = await service.asAdmin('GET', `${PATH}?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
    },
  );

  itKeepsAccessRules([activityOperations.listActivity], () => service);
});
