import type { FindingPush } from '@tallyman/contract';
import { findingIntegrationOperations } from '@tallyman/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { createProjectWithFindings } from '../support/create-findings.ts';
import { FindingsReceiver, KENNA_CONNECTOR, SCAN_TYPE } from '../support/findings-receiver.ts';
import { listNotifications } from '../support/notification-log.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { timeoutFactor } from '../support/timeout-factor.ts';

const PATH = '/api/v2/finding-integrations';
const SECRET = 'a secret "key" & zebra';

let service: TestService;
let receiver: FindingsReceiver;

beforeAll(async () => {
  receiver = await FindingsReceiver.start(SECRET);
  service = await startTestService({ 'svc.outgoing-http.allow': '127.0.0.1' });
  await service.asAdmin('POST', '/api/v2/secrets', { name: 'push-key', value: SECRET });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});
beforeEach(() => receiver.reset());

async function set(settings: Readonly<Record<string, string | null>>): Promise<void> {
  const properties = Object.entries(settings).map(([propertyName, propertyValue]) => ({
    groupName: 'integrations',
    propertyName,
    propertyValue,
  }));
  const { status, text } = await service.asAdmin('POST', '/api/v1/configProperty/aggregate', properties);
  expect([status, text]).toEqual([200, expect.anything()]);
}

async function createProject(properties: Readonly<Record<string, string>>, given?: Given) {
  const project = await createProjectWithFindings(service, given);
  for (const [propertyName, propertyValue] of Object.entries(properties)) {
    const property = { groupName: 'integrations', propertyName, propertyValue, propertyType: 'STRING' };
    const { status } = await service.asAdmin('PUT', `/api/v1/project/${project.uuid}/property`, property);
    expect(status).toBe(201);
  }
  return project;
}
type Given = Parameters<typeof createProjectWithFindings>[1];

/** Deactivates it, so that it takes part no longer. */
const retire = (uuid: string) => service.asAdmin('PATCH', `/api/v1/project/${uuid}`, { active: false });

const start = (name: string, project?: string) =>
  service.asAdmin('POST', `${PATH}/${name}/pushes`, project === undefined ? {} : { project });

async function ended(name: string, token: string): Promise<FindingPush[]> {
  return vi.waitUntil(
    async () => {
      const { body } = await service.asAdmin('GET', `${PATH}/${name}/pushes?token=${token}`);
      const isEnded = ({ status }: FindingPush) => status === 'COMPLETED' || status === 'FAILED';
      return body.items.every(isEnded) && body.items;
    },
    { interval: 20, timeout: 90_000 * timeoutFactor },
  );
}

async function push(name: string, project?: string): Promise<FindingPush> {
  const { status, body, text } = await start(name, project);
  expect([status, text]).toEqual([202, expect.any(String)]);
  const [only] = await ended(name, body.token);
  if (!only) throw new Error('Nothing was pushed.');
  return only;
}

describe('DefectDojo', () => {
  beforeAll(() =>
    set({
      'defectdojo.enabled': 'true',
      'defectdojo.url': `${receiver.url}/`,
      'defectdojo.apiKey': 'push-key',
    }),
  );

  it('receives the findings of a project as FPF, without suppressed ones', async () => {
    const project = await createProject({ 'defectdojo.engagementId': ' 7 ' }, [
      { component: { name: 'a', version: '1' }, vulnerabilities: ['CVE-2024-1', 'CVE-2024-2'] },
    ]);
    const [, suppressed] = project.findings;
    await service.asAdmin('PUT', '/api/v1/analysis', {
      project: project.uuid,
      component: suppressed?.component.uuid,
      vulnerability: suppressed?.vulnerability.uuid,
      isSuppressed: true,
    });
    const pushed = await push('defectdojo', project.uuid);
    const [upload] = receiver.uploads;
    expect(upload).toMatchObject({
      path: '/api/v2/import-scan/',
      part: 'file',
      fileName: 'findings.json',
      type: 'application/octet-stream',
      document: {
        version: '1.3',
        project: { uuid: project.uuid },
        findings: [{ matrix: expect.any(String) }],
      },
    });
    expect(upload?.fields).toEqual({
      engagement: '7',
      scan_type: SCAN_TYPE,
      verified: 'true',
      active: 'true',
      minimum_severity: 'Info',
      close_old_findings: 'true',
      push_to_jira: 'false',
      scan_date: new Date().toISOString().slice(0, 10),
    });
    expect(pushed).toMatchObject({
      status: 'COMPLETED',
      kind: 'MANUAL',
      requested_by: 'admin',
      project: { uuid: project.uuid, name: project.name, version: project.version },
      attempts: [
        {
          number: 1,
          url: `${receiver.url}/api/v2/import-scan/`,
          findings: 1,
          bytes: upload?.bytes,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          response_status: 201,
          duration_ms: expect.any(Number),
        },
      ],
    });
    const { body } = await service.asAdmin('GET', `${PATH}/defectdojo/pushes/${pushed.uuid}`);
    expect(body).toEqual(pushed);
  });

  it('re-imports into the first test of the same engagement, type and title', async () => {
    const project = await createProject({
      'defectdojo.engagementId': '8',
      'defectdojo.reimport': 'true',
      'defectdojo.testTitle': 'nightly',
      'defectdojo.verified': 'false',
      'defectdojo.doNotReactivate': 'true',
    });
    await push('defectdojo', project.uuid);
    expect(receiver.uploads[0]).toMatchObject({
      path: '/api/v2/import-scan/',
      fields: { test_title: 'nightly' },
    });
    const test = { engagement: 8, scan_type: SCAN_TYPE, title: 'nightly' };
    receiver.tests.push(
      { ...test, id: 1, engagement: 9 },
      { ...test, id: 2, scan_type: 'Other' },
      { ...test, id: 3, title: null },
      { ...test, id: 4, title: 'other' },
      { ...test, id: 5 },
      { ...test, id: 6 },
    );
    await push('defectdojo', project.uuid);
    expect(receiver.uploads[1]).toMatchObject({
      path: '/api/v2/reimport-scan/',
      fields: {
        engagement: '8',
        test: '5',
        do_not_reactivate: 'true',
        verified: 'false',
        test_title: 'nightly',
      },
    });
  });

  it('follows the pages of tests only on the configured origin', async () => {
    const project = await createProject({ 'defectdojo.engagementId': '10', 'defectdojo.reimport': 'true' });
    const other = await FindingsReceiver.start(SECRET);
    receiver.nextOrigin = other.url;
    for (const id of [1, 2, 3]) receiver.tests.push({ id, engagement: 10, scan_type: 'Other', title: null });
    const { status, failure_reason } = await push('defectdojo', project.uuid);
    await other.close();
    expect([status, failure_reason]).toEqual(['FAILED', expect.stringContaining('another origin')]);
    expect([other.requested, receiver.uploads]).toEqual([[], []]);
  });

  it('is tried again after a transient failure, and every attempt is in the log', async () => {
    const project = await createProject({ 'defectdojo.engagementId': '11' });
    receiver.intercept = (_, count) => (count === 1 ? { status: 503, body: 'maintenance' } : undefined);
    const { status, attempts } = await push('defectdojo', project.uuid);
    expect(status).toBe('COMPLETED');
    expect(attempts).toMatchObject([
      {
        number: 1,
        response_status: 503,
        response: 'maintenance',
        failure_reason: expect.stringContaining('503'),
      },
      { number: 2, response_status: 201 },
    ]);
    expect(receiver.uploads).toHaveLength(1);
  });

  it('is not tried again after a refusal, which is notified without the name of the project', async () => {
    const project = await createProject({ 'defectdojo.engagementId': 'seven' });
    const { uuid, status, attempts, failure_reason } = await push('defectdojo', project.uuid);
    expect([status, attempts.length]).toEqual(['FAILED', 1]);
    expect(attempts[0]?.response).toContain('A valid integer is required.');
    const notifications = await listNotifications(service);
    const about = notifications.filter((notification) => JSON.stringify(notification).includes(uuid));
    expect(about).toMatchObject([
      { group: 'GROUP_INTEGRATION', level: 'LEVEL_ERROR', scope: 'SCOPE_SYSTEM' },
    ]);
    expect(JSON.stringify(about)).toContain(failure_reason);
    expect(JSON.stringify(about)).not.toContain(project.name);
  });

  it('is notified once an hour if pushes fail for the same reason', async () => {
    receiver.intercept = () => ({ status: 403 });
    const projects = [
      await createProject({ 'defectdojo.engagementId': '12' }),
      await createProject({ 'defectdojo.engagementId': '12' }),
    ];
    const pushes = [];
    for (const { uuid } of projects) pushes.push(await push('defectdojo', uuid));
    const text = JSON.stringify(await listNotifications(service));
    expect(pushes.map(({ uuid }) => text.includes(uuid))).toEqual([true, false]);
    for (const { uuid } of projects) await retire(uuid);
  });

  it('does not follow redirects, which would lead the key to another server', async () => {
    const project = await createProject({ 'defectdojo.engagementId': '13' });
    const other = await FindingsReceiver.start(SECRET);
    receiver.intercept = (path) => ({ status: 307, headers: { location: `${other.url}${path}` } });
    const { status, attempts } = await push('defectdojo', project.uuid);
    await other.close();
    expect([status, attempts[0]?.response_status, other.requested]).toEqual(['FAILED', 307, []]);
  });

  it('fails if its secret is missing, and never shows the value of one', async () => {
    const project = await createProject({ 'defectdojo.engagementId': '14' });
    const { attempts } = await push('defectdojo', project.uuid);
    expect(attempts[0]?.response).toContain('***');
    await service.asAdmin('PATCH', '/api/v2/secrets/push-key', { value: 'wrong' });
    const refused = await push('defectdojo', project.uuid);
    await service.asAdmin('PATCH', '/api/v2/secrets/push-key', { value: SECRET });
    expect(refused.attempts[0]).toMatchObject({
      response_status: 401,
      response: expect.stringContaining('***'),
    });
    await set({ 'defectdojo.apiKey': 'no-such-secret' });
    const missing = await push('defectdojo', project.uuid);
    await set({ 'defectdojo.apiKey': 'push-key' });
    expect(missing.failure_reason).toContain('no-such-secret');
    const { text } = await service.asAdmin('GET', `${PATH}/defectdojo/pushes`);
    for (const shown of [text, service.log()]) {
      expect(shown).not.toContain('zebra');
      expect(shown).not.toContain(JSON.stringify(SECRET).slice(1, -1));
    }
  });

  it('pushes all projects that take part, whatever becomes of the others', async () => {
    for (const { project } of (await service.asAdmin('GET', `${PATH}/defectdojo/pushes`)).body.items)
      await retire(project.uuid);
    const good = await createProject({ 'defectdojo.engagementId': '20' });
    const bad = await createProject({ 'defectdojo.engagementId': 'twenty' });
    const inactive = await createProject({ 'defectdojo.engagementId': '21' });
    await retire(inactive.uuid);
    const { status, body } = await start('defectdojo');
    expect([status, body.pushes]).toEqual([202, 2]);
    const pushes = await ended('defectdojo', body.token);
    expect(new Map(pushes.map(({ project, status }) => [project?.uuid, status]))).toEqual(
      new Map([
        [good.uuid, 'COMPLETED'],
        [bad.uuid, 'FAILED'],
      ]),
    );
    expect(receiver.uploads.map(({ fields }) => fields.engagement)).toEqual(['20']);
  });

  it('refuses a second push of a project while one is queued or running', async () => {
    const project = await createProject({ 'defectdojo.engagementId': '22' });
    receiver.intercept = () => 'silence';
    const first = await start('defectdojo', project.uuid);
    const second = await start('defectdojo', project.uuid);
    expect([first.status, second.status, second.body.type]).toEqual([
      202,
      409,
      '/problems/finding-push-already-running',
    ]);
    const { body } = await service.asAdmin('GET', `/api/v1/event/token/${first.body.token}`);
    expect(body.processing).toBe(true);
    await service.asAdmin('DELETE', `/api/v1/project/${project.uuid}`);
  });
});

describe('Fortify SSC', () => {
  beforeAll(() =>
    set({ 'fortify.ssc.enabled': 'true', 'fortify.ssc.url': receiver.url, 'fortify.ssc.token': 'push-key' }),
  );

  it('receives the findings of a project with a token for one upload, which is not logged', async () => {
    const project = await createProject({ 'fortify.ssc.applicationId': '42&mat=x' });
    const { status, attempts } = await push('fortify-ssc', project.uuid);
    const [upload] = receiver.uploads;
    expect(receiver.requested).toEqual(['POST /api/v1/fileTokens', 'POST /upload/resultFileUpload.html']);
    expect(upload).toMatchObject({
      query: { engineType: 'DEPENDENCY_TRACK', entityId: '42&mat=x' },
      fileName: 'findings.json',
      document: { project: { uuid: project.uuid }, findings: [{}] },
    });
    expect([status, attempts[0]]).toMatchObject([
      'COMPLETED',
      {
        url: `${receiver.url}/upload/resultFileUpload.html`,
        response: expect.stringContaining('succeeded ***'),
        findings: 1,
      },
    ]);
  });

  it('has another token for each attempt', async () => {
    const project = await createProject({ 'fortify.ssc.applicationId': '43' });
    receiver.intercept = (_, count) => (count === 2 ? { status: 500 } : undefined);
    const { status, attempts } = await push('fortify-ssc', project.uuid);
    expect([status, attempts.length, receiver.requested.length]).toEqual(['COMPLETED', 2, 4]);
  });
});

describe('Kenna Security', () => {
  beforeAll(() =>
    set({
      'kenna.enabled': 'true',
      'kenna.api.url': receiver.url,
      'kenna.token': 'push-key',
      'kenna.connector.id': KENNA_CONNECTOR,
    }),
  );

  it('is refused without a project that takes part', async () => {
    const { status, body } = await start('kenna');
    expect([status, body.detail]).toEqual([400, expect.stringContaining('kenna.asset.external_id')]);
  });

  it('receives one document for all active projects that take part', async () => {
    const flaw = {
      vulnId: 'INT-K1',
      title: 'Flaw',
      description: 'Text',
      severity: 'CRITICAL',
      cwes: [{ cweId: 79 }],
    };
    const first = await createProject({ 'kenna.asset.external_id': 'asset-1' }, [
      { component: { name: 'a', version: '1' }, vulnerabilities: [flaw as never, 'INT-K2'] },
      { component: { name: 'b', version: '1' }, vulnerabilities: ['INT-K1', 'INT-K3'] },
    ]);
    const second = await createProject({ 'kenna.asset.external_id': 'asset-2' }, [
      { component: { name: 'c', version: '1' }, vulnerabilities: ['INT-K2'] },
    ]);
    const inactive = await createProject({ 'kenna.asset.external_id': 'asset-3' });
    await service.asAdmin('PATCH', `/api/v1/project/${first.uuid}`, { tags: [{ name: 'prod' }] });
    await retire(inactive.uuid);
    const decide = (index: number, members: object) =>
      service.asAdmin('PUT', '/api/v1/analysis', {
        project: first.uuid,
        component: first.findings[index]?.component.uuid,
        vulnerability: first.findings[index]?.vulnerability.uuid,
        ...members,
      });
    await decide(0, { analysisState: 'FALSE_POSITIVE' });
    await decide(1, { analysisState: 'NOT_AFFECTED', analysisJustification: 'CODE_NOT_REACHABLE' });
    await decide(3, { isSuppressed: true });

    const pushed = await push('kenna');
    const [upload] = receiver.uploads;
    const { assets, vuln_defs, skip_autoclose } = upload?.document ?? {};
    expect(skip_autoclose).toBe(false);
    const vuln = {
      scanner_type: 'Dependency-Track',
      last_seen_at: expect.stringMatching(/^[\d-]+T[\d:]+Z$/),
    };
    expect(assets).toEqual([
      {
        application: `${first.name} ${first.version}`,
        external_id: 'asset-1',
        tags: ['prod'],
        vulns: expect.toSatisfy((vulns: object[]) => vulns.length === 2),
      },
      {
        application: `${second.name} ${second.version}`,
        external_id: 'asset-2',
        vulns: [
          {
            ...vuln,
            scanner_identifier: 'INTERNAL-INT-K2',
            status: 'open',
            scanner_score: 7,
            override_score: 70,
          },
        ],
      },
    ]);
    // One of two components with the first vulnerability is a false positive.
    expect(assets[0].vulns).toEqual(
      expect.arrayContaining([
        {
          ...vuln,
          scanner_identifier: 'INTERNAL-INT-K1',
          status: 'open',
          scanner_score: 9,
          override_score: 90,
        },
        {
          ...vuln,
          scanner_identifier: 'INTERNAL-INT-K2',
          status: 'risk_accepted',
          scanner_score: 7,
          override_score: 70,
        },
      ]),
    );
    expect(vuln_defs).toHaveLength(2);
    expect(vuln_defs).toContainEqual({
      scanner_type: 'Dependency-Track',
      scanner_identifier: 'INTERNAL-INT-K1',
      cwe_identifier: 'CWE-79',
      name: 'Flaw',
      description: 'Text',
    });
    expect(pushed).toMatchObject({ status: 'COMPLETED', attempts: [{ findings: 4, bytes: upload?.bytes }] });
    expect(pushed.project).toBeUndefined();
    const refused = await start('kenna', first.uuid);
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ path: 'body/project' }]]);
  });

  it('is tried again if it does not report success', async () => {
    receiver.intercept = (_, count) => (count === 1 ? { status: 200, body: '{"success":false}' } : undefined);
    const { status, attempts } = await push('kenna');
    expect([status, attempts.length]).toEqual(['COMPLETED', 2]);
  });
});

describe('The list of integrations', () => {
  it('shows what is enabled, missing and scheduled, and the latest push', async () => {
    const { body } = await service.asAdmin('GET', PATH);
    expect(body.items).toMatchObject([
      {
        name: 'defectdojo',
        display_name: 'DefectDojo',
        enabled: true,
        url: expect.stringContaining(receiver.url),
        cron: '0 2 * * *',
        next_push: expect.any(Number),
        missing_settings: [],
        project_property: 'defectdojo.engagementId',
        projects: 2,
      },
      { name: 'fortify-ssc', latest_push: { status: 'COMPLETED' }, projects: 2 },
      { name: 'kenna', latest_push: { integration: 'kenna' }, projects: 2 },
    ]);
  });

  it('refuses a push that is not enabled, not configured, unknown or of a project without the property', async () => {
    await set({ 'fortify.ssc.token': null });
    const unconfigured = await start('fortify-ssc');
    await set({ 'fortify.ssc.enabled': 'false', 'fortify.ssc.token': 'push-key' });
    const disabled = await start('fortify-ssc');
    await set({ 'fortify.ssc.enabled': 'true' });
    const project = await createProject({});
    const without = await start('defectdojo', project.uuid);
    expect([unconfigured, disabled, without].map(({ status, body }) => [status, body.type])).toEqual([
      [400, '/problems/finding-integration-not-enabled'],
      [400, '/problems/finding-integration-not-enabled'],
      [400, '/problems/finding-integration-without-project'],
    ]);
    expect(unconfigured.body.detail).toContain('fortify.ssc.token');
    expect((await start('jira')).status).toBe(404);
    expect((await start('defectdojo', '00000000-0000-0000-0000-000000000000')).status).toBe(404);
    const { status } = await service.asAdmin('GET', `${PATH}/defectdojo/pushes/${project.uuid}`);
    expect(status).toBe(404);
  });

  it('refuses private addresses that the configuration of the server does not allow', async () => {
    await set({ 'fortify.ssc.url': 'http://10.0.0.1:8080' });
    const project = await createProject({ 'fortify.ssc.applicationId': '44' });
    const { status, attempts } = await push('fortify-ssc', project.uuid);
    expect([status, attempts]).toMatchObject([
      'FAILED',
      [{ failure_reason: expect.stringContaining('private') }],
    ]);
    await set({ 'fortify.ssc.url': receiver.url });
  });
});

describe('The log of pushes', () => {
  it('is listed in pages, by project, status and token', async () => {
    const path = `${PATH}/defectdojo/pushes`;
    const { body: all } = await service.asAdmin('GET', path);
    expect(all.total).toEqual({ count: all.items.length, type: 'EXACT' });
    const { body: first } = await service.asAdmin('GET', `${path}?limit=2`);
    const { body: next } = await service.asAdmin(
      'GET',
      `${path}?limit=2&page_token=${first.next_page_token}`,
    );
    expect([...first.items, ...next.items]).toEqual(all.items.slice(0, 4));
    const { project, token } = all.items[0];
    for (const filter of [`project=${project.uuid}`, `token=${token}`, 'status=FAILED']) {
      const { body } = await service.asAdmin('GET', `${path}?${filter}`);
      expect(body.items.length).toBeGreaterThan(0);
      expect(body.items.length).toBeLessThan(all.items.length);
    }
  });

  it('shows pushes only of projects that the caller may access', async () => {
    const { apiKey } = await createTeamKey(service, 'SYSTEM_CONFIGURATION');
    const call = (method: string, path: string, body?: object) =>
      service.request(method, `${PATH}/${path}`, { apiKey, ...(body && { body }) });
    const { body: all } = await service.asAdmin('GET', `${PATH}/defectdojo/pushes`);
    await switchAccessControl(service, true);
    const { body: listed } = await call('GET', 'defectdojo/pushes');
    const single = await call('GET', `defectdojo/pushes/${all.items[0].uuid}`);
    const started = await call('POST', 'defectdojo/pushes', { project: all.items[0].project.uuid });
    const { body: portfolio } = await call('GET', 'kenna/pushes');
    const { body: integrations } = await call('GET', '');
    await switchAccessControl(service, false);
    expect([listed.items, single.status, started.status]).toEqual([[], 404, 403]);
    expect(portfolio.items.length).toBeGreaterThan(0);
    expect(integrations.items[0].projects).toBe(0);
  });
});

describe('A server that does not respond', () => {
  it('delays neither pushes to others nor other work', async () => {
    receiver.intercept = (path) => (path === '/api/v2/import-scan/' ? 'silence' : undefined);
    for (const engagement of ['31', '32', '33', '34', '35'])
      await createProject({ 'defectdojo.engagementId': engagement });
    expect((await start('defectdojo')).body.pushes).toBeGreaterThanOrEqual(5);
    await vi.waitUntil(() => receiver.requested.length > 0, { timeout: 90_000 * timeoutFactor });
    const project = await createProject({ 'fortify.ssc.applicationId': '45' });
    expect((await push('fortify-ssc', project.uuid)).status).toBe('COMPLETED');
    expect((await push('kenna')).status).toBe('COMPLETED');
    const { body } = await service.asAdmin('GET', `${PATH}/defectdojo/pushes?status=RUNNING`);
    expect(body.items.length).toBeGreaterThan(0);
  });
});

describe('Access to integrations', () => {
  itKeepsAccessRules(Object.values(findingIntegrationOperations), () => service);
});
