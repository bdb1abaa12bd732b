import type { LiveChanges } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyWith } from '../../test/support/access-rules.ts';
import { sendDataFile } from '../../test/support/data-source-imports.ts';
import { seedProjectWithFindings } from '../../test/support/seed-project-with-findings.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import { createTeamKey, switchAccessControl } from '../../test/support/team-key.ts';
import { startTestService, type TestService, testConfig } from '../../test/support/test-service.ts';
import { createUser, signIn } from '../../test/support/test-users.ts';
import { startService } from './start-service.ts';

interface Watching {
  readonly headers: Headers;
  /** All events so far, as `name data`. */
  readonly events: string[];
  /** The changes so far, as `kind uuid`. */
  changes(): string[];
  readonly ended: Promise<void>;
  text(): string;
  stop(): void;
}

async function watch(baseUrl: string, credentials: Record<string, string>): Promise<Watching> {
  const aborting = new AbortController();
  const response = await fetch(`${baseUrl}/api/v2/events`, {
    headers: credentials,
    signal: aborting.signal,
  });
  expect(response.status).toBe(200);
  let text = '';
  const events: string[] = [];
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      events.splice(0, events.length, ...parseEvents(text));
    }
  };
  const watching: Watching = {
    headers: response.headers,
    events,
    changes: () => events.flatMap(toChanges),
    ended: read().catch(() => {}),
    text: () => text,
    stop: () => aborting.abort(),
  };
  await expect.poll(() => events).toContain('ready {}');
  return watching;
}

function parseEvents(text: string): string[] {
  return [...text.matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)].map(([, name, data]) => `${name} ${data}`);
}

function toChanges(event: string): string[] {
  if (!event.startsWith('change ')) return [];
  const { changes } = JSON.parse(event.slice('change '.length)) as LiveChanges;
  return changes.flatMap(({ kind, projects }) => (projects ?? ['many']).map((uuid) => `${kind} ${uuid}`));
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

describe('GET /api/v2/events', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({
      'svc.live-updates.heartbeat-ms': '500',
      'svc.live-updates.max-connections': '6',
      'svc.live-updates.max-connections-per-user': '3',
    });
  });
  afterAll(() => service.close());

  const decide = (project: Awaited<ReturnType<typeof seedProjectWithFindings>>) =>
    service.asAdmin('PUT', '/api/v1/analysis', {
      project: project.uuid,
      component: project.findings[0]?.component.uuid,
      vulnerability: project.findings[0]?.vulnerability.uuid,
      analysisState: 'IN_TRIAGE',
    });

  it('reports projects, findings and decisions, without their data', async () => {
    const watching = await watch(service.baseUrl, bearer(service.adminToken));
    expect(watching.headers.get('content-type')).toContain('text/event-stream');
    expect(watching.headers.get('cache-control')).toBe('no-store');
    expect(watching.headers.get('content-encoding')).toBeNull();
    const project = await seedProjectWithFindings(service);
    await expect.poll(() => watching.changes()).toContain(`FINDINGS ${project.uuid}`);
    expect(watching.changes()).toContain(`PROJECT ${project.uuid}`);
    expect(watching.changes()).not.toContain(`DECISIONS ${project.uuid}`);
    await decide(project);
    await expect.poll(() => watching.changes()).toContain(`DECISIONS ${project.uuid}`);
    expect(watching.text()).not.toContain(project.name);
    expect(watching.text()).not.toContain('CVE-');
    watching.stop();
  });

  it('reports an upload from its acceptance on', async () => {
    const watching = await watch(service.baseUrl, bearer(service.adminToken));
    const { uuid } = await seedProjectWithFindings(service, []);
    const bom = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components: [] };
    const answer = await service.asAdmin('PUT', '/api/v1/bom', {
      project: uuid,
      bom: Buffer.from(JSON.stringify(bom)).toString('base64'),
    });
    expect(answer.status).toBe(200);
    await expect.poll(() => watching.changes()).toContain(`UPLOADS ${uuid}`);
    watching.stop();
  });

  it('reports mirror runs and failed deliveries to those who may read the configuration', async () => {
    const watching = await watch(service.baseUrl, bearer(service.adminToken));
    const reader = await watch(service.baseUrl, {
      'X-Api-Key': await apiKeyWith(service, ['VIEW_PORTFOLIO']),
    });
    await sendDataFile(service, 'osv', 'this is no archive');
    await expect.poll(() => watching.changes()).toContain('MIRRORS many');
    const delivery = { alert_name: 'alert', lane: '', uuid: crypto.randomUUID() };
    await service.db
      .insertInto('delivery')
      .values({ ...delivery, notification_id: crypto.randomUUID(), status: 'PENDING' })
      .execute();
    await service.db
      .updateTable('delivery')
      .set({ status: 'FAILED' })
      .where('uuid', '=', delivery.uuid)
      .execute();
    await expect.poll(() => watching.changes()).toContain('DELIVERIES many');
    expect(reader.text()).not.toMatch(/MIRRORS|DELIVERIES/);
    watching.stop();
    reader.stop();
  });

  it('works across nodes', async () => {
    const config = testConfig({ 'svc.datasource.url': service.url, 'svc.config.profile': 'web' });
    const other = await startService({ config, log: silentLog });
    try {
      const watching = await watch(other.apiUrl ?? '', bearer(service.adminToken));
      const project = await seedProjectWithFindings(service);
      await decide(project);
      await expect.poll(() => watching.changes()).toContain(`DECISIONS ${project.uuid}`);
      await other.close();
      await watching.ended;
    } finally {
      await other.close();
    }
  });

  it('reports nothing about projects that the caller may not access', async () => {
    const team = await createTeamKey(service, 'VIEW_PORTFOLIO', 'VIEW_VULNERABILITY');
    const hidden = await seedProjectWithFindings(service);
    const visible = await seedProjectWithFindings(service);
    await service.asAdmin('PUT', '/api/v1/acl/mapping', { team: team.teamUuid, project: visible.uuid });
    await switchAccessControl(service, true);
    const watching = await watch(service.baseUrl, { 'X-Api-Key': team.apiKey });
    await decide(hidden);
    await decide(visible);
    await expect.poll(() => watching.changes()).toContain(`DECISIONS ${visible.uuid}`);
    expect(watching.text()).not.toContain(hidden.uuid);
    await switchAccessControl(service, false);
    watching.stop();
  });

  it('reports only kinds that the caller may read', async () => {
    const watching = await watch(service.baseUrl, {
      'X-Api-Key': await apiKeyWith(service, ['VIEW_PORTFOLIO']),
    });
    const project = await seedProjectWithFindings(service);
    await decide(project);
    const later = await seedProjectWithFindings(service, []);
    await expect.poll(() => watching.changes()).toContain(`PROJECT ${later.uuid}`);
    expect(watching.changes()).toContain(`COMPONENTS ${project.uuid}`);
    expect(watching.text()).not.toMatch(/FINDINGS|DECISIONS/);
    watching.stop();
  });

  it('sends comments while nothing changes, and ends with the session', async () => {
    const username = await createUser(service);
    await service.asAdmin('POST', `/api/v1/permission/VIEW_PORTFOLIO/user/${username}`);
    const token = (await signIn(service, username)).text;
    const watching = await watch(service.baseUrl, bearer(token));
    await expect.poll(() => watching.text()).toMatch(/^: nothing new$/m);
    expect((await service.request('POST', '/api/v1/user/logout', { token })).status).toBeLessThan(300);
    await watching.ended;
  });

  it('limits the streams of a user and of a node, and frees them', async () => {
    const watched: Watching[] = [];
    const open = async (credentials: Record<string, string>) => {
      watched.push(await watch(service.baseUrl, credentials));
    };
    const get = (credentials: Record<string, string>) =>
      service.request('GET', '/api/v2/events', { headers: credentials });
    const keys = await Promise.all([1, 2, 3].map(() => apiKeyWith(service, ['VIEW_PORTFOLIO'])));
    const [first, second, third] = keys.map((key) => ({ 'X-Api-Key': key }));
    if (!first || !second || !third) throw new Error('No keys were made.');
    for (const credentials of [first, first, first]) await open(credentials);
    const refused = await get(first);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(refused.headers.get('retry-after')).not.toBeNull();
    for (const credentials of [second, second, second]) await open(credentials);
    expect((await get(third)).status).toBe(503);
    watched[0]?.stop();
    await expect.poll(() => watch(service.baseUrl, third).then((one) => watched.push(one))).toBe(7);
    for (const one of watched) one.stop();
  });

  it.each([
    [401, {}],
    [401, { 'X-Api-Key': 'tly_wrong' }],
  ])('answers %i to a caller with %j', async (status, headers) => {
    const answer = await service.request('GET', '/api/v2/events', { headers });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  it('answers 403 to a caller who may read nothing of it', async () => {
    const apiKey = await apiKeyWith(service, ['BOM_UPLOAD']);
    expect((await service.request('GET', '/api/v2/events', { apiKey })).status).toBe(403);
  });

  it('a statement on a thousand projects is reported completely', async () => {
    const watching = await watch(service.baseUrl, bearer(service.adminToken));
    await service.db
      .insertInto('project')
      .values(
        Array.from({ length: 1_000 }, (_, n) => ({
          uuid: crypto.randomUUID(),
          name: `many ${n}`,
          version: '1',
        })),
      )
      .execute();
    await expect.poll(() => watching.changes()).toContain('PROJECT many');
    watching.stop();
  });
});
