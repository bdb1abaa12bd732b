import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTeamKey, switchAccessControl, type TeamKey } from '../support/team-key.ts';
import { creationIsRelayed, DELIVERS_TO_LOOPBACK, deleteAlerts } from '../support/test-alerts.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/test-service.ts';
import { createUser, newUser, signIn } from '../support/test-users.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

type Caller = (method: string, path: string, body?: unknown) => Promise<TestAnswer>;

let service: TestService;
let receiver: WebhookReceiver;
let team: TeamKey;
let member: Caller;
let asAdmin: Caller;
let ours: { uuid: string };
let theirs: { uuid: string };
let names = 0;

/** Access control is on; a team may see `ours` and everything below it, and nothing else. */
beforeAll(async () => {
  service = await startTestService(DELIVERS_TO_LOOPBACK);
  receiver = await startWebhookReceiver();
  asAdmin = service.asAdmin;
  team = await createTeamKey(service, 'SYSTEM_CONFIGURATION', 'VIEW_PORTFOLIO');
  member = (method, path, body) => service.request(method, path, { apiKey: team.apiKey, body });
  ours = (await asAdmin('PUT', '/api/v1/project', { name: 'ours' })).body;
  theirs = (await asAdmin('PUT', '/api/v1/project', { name: 'theirs' })).body;
  await asAdmin('PUT', '/api/v1/acl/mapping', { team: team.teamUuid, project: ours.uuid });
  await switchAccessControl(service, true);
  await creationIsRelayed(service, theirs.uuid);
});
beforeEach(async () => {
  await deleteAlerts(service);
  receiver.requests.length = 0;
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

async function createAlert(caller: Caller, kind = 'rule'): Promise<{ uuid: string; members: object }> {
  const { body: publishers } = await caller('GET', '/api/v1/notification/publisher');
  const publisher = publishers.find(({ name }: { name: string }) => name === 'Webhook');
  const members = { name: `alert ${++names}`, scope: 'PORTFOLIO', level: 'INFORMATIONAL' };
  const created = await caller('PUT', `/api/v1/notification/${kind}`, { ...members, publisher });
  expect(created.status).toBe(201);
  const { uuid } = created.body;
  const changed = await caller('POST', '/api/v1/notification/rule', {
    ...members,
    uuid,
    enabled: true,
    notifyOn: kind === 'rule' ? ['PROJECT_CREATED'] : ['NEW_VULNERABILITIES_SUMMARY'],
    publisherConfig: JSON.stringify({ destinationUrl: `${receiver.url}/${uuid}` }),
  });
  expect(changed.status).toBe(200);
  return { uuid, members };
}

/** Creates one project below each. Returns when both were relayed. */
async function createProjects(): Promise<{ below: string; apart: string }> {
  const number = ++names;
  const create = async (name: string, parent: object) =>
    (await asAdmin('PUT', '/api/v1/project', { name: `${name} ${number}`, parent })).body.uuid;
  const below = await create('below ours', ours);
  const apart = await create('below theirs', theirs);
  await creationIsRelayed(service, apart);
  return { below, apart };
}

async function deliveredTo(uuid: string): Promise<string[]> {
  const { body } = await asAdmin('GET', '/api/v1/notification/delivery?pageSize=100');
  return body
    .filter(({ alert }: { alert: { uuid?: string } }) => alert.uuid === uuid)
    .map(({ project }: { project: { uuid: string } }) => project.uuid);
}

describe('An alert applies to the projects that its owner may access', () => {
  it('those of its creator if it has no team', async () => {
    const limited = await createAlert(member);
    const unlimited = await createAlert(asAdmin);
    const { below, apart } = await createProjects();
    expect(await deliveredTo(limited.uuid)).toEqual([below]);
    expect((await deliveredTo(unlimited.uuid)).toSorted()).toEqual([below, apart].toSorted());
    await expect
      .poll(() => receiver.requests.filter(({ path }) => path.endsWith(limited.uuid)).length)
      .toBe(1);
    const texts = receiver.requests.filter(({ path }) => path.endsWith(limited.uuid)).map(String);
    expect(texts.join()).not.toContain('theirs');
  });

  it('those of its team, regardless of its creator', async () => {
    const { uuid } = await createAlert(asAdmin);
    await asAdmin('POST', `/api/v1/notification/rule/${uuid}/team/${team.teamUuid}`);
    const { below } = await createProjects();
    expect(await deliveredTo(uuid)).toEqual([below]);
    expect((await asAdmin('GET', `/api/v1/notification/rule/${uuid}`)).body.seesAllProjects).toBe(false);
  });

  it('none if its creator was deleted', async () => {
    const created = await asAdmin('PUT', `/api/v1/team/${team.teamUuid}/key`);
    const gone: Caller = (method, path, body) =>
      service.request(method, path, { apiKey: created.body.key, body });
    const { uuid } = await createAlert(gone);
    await asAdmin('DELETE', `/api/v1/team/key/${created.body.publicId}`);
    await createProjects();
    expect(await deliveredTo(uuid)).toEqual([]);
  });

  it('none while its creator is suspended', async () => {
    const username = await createUser(service);
    await asAdmin('POST', `/api/v1/user/${username}/membership`, { uuid: team.teamUuid });
    const token = (await signIn(service, username)).text;
    const creator: Caller = (method, path, body) => service.request(method, path, { token, body });
    const { uuid } = await createAlert(creator);
    const before = await createProjects();
    expect(await deliveredTo(uuid)).toEqual([before.below]);
    const suspend = (suspended: boolean) =>
      asAdmin(
        'POST',
        '/api/v1/user/managed',
        newUser(username, { suspended, newPassword: null, confirmPassword: null }),
      );
    expect((await suspend(true)).status).toBe(200);
    await createProjects();
    expect(await deliveredTo(uuid)).toEqual([before.below]);
    expect((await suspend(false)).status).toBe(200);
    const after = await createProjects();
    expect((await deliveredTo(uuid)).toSorted()).toEqual([before.below, after.below].toSorted());
  });

  it('the explanation of a notification names missing access as the reason', async () => {
    const { uuid } = await createAlert(member);
    const { apart } = await createProjects();
    const { body: log } = await asAdmin('GET', '/api/v1/notification');
    const { notification } = log.find(
      (each: { notification: { subject?: { uuid: string } } }) => each.notification.subject?.uuid === apart,
    );
    const { body } = await asAdmin('GET', `/api/v1/notification/${notification.id}/why`);
    expect(body.alerts.find((each: { uuid: string }) => each.uuid === uuid)).toMatchObject({
      matches: false,
      refusedBy: 'ACCESS',
    });
  });

  it('also for resent deliveries and previews', async () => {
    const { uuid } = await createAlert(asAdmin);
    const { apart } = await createProjects();
    await asAdmin('POST', `/api/v1/notification/rule/${uuid}/team/${team.teamUuid}`);
    const { body } = await asAdmin('GET', `/api/v1/notification/delivery?project=${apart}`);
    const delivery = body.find((each: { alert: { uuid: string } }) => each.alert.uuid === uuid);
    const again = await asAdmin('POST', `/api/v1/notification/delivery/${delivery.uuid}/resend`);
    expect(again.status).toBe(409);
    expect(again.body.detail).toContain('may no longer see the project');
    const preview = await asAdmin('GET', `/api/v1/notification/rule/${uuid}/preview`);
    const all = await createAlert(asAdmin);
    const previewOfAll = await asAdmin('GET', `/api/v1/notification/rule/${all.uuid}/preview`);
    expect(preview.body.count).toBeGreaterThan(0);
    expect(preview.body.count).toBeLessThan(previewOfAll.body.count);
  });
});

describe('An alert cannot be extended to other projects', () => {
  it('with a change of its destination', async () => {
    const { uuid, members } = await createAlert(asAdmin);
    const change = { ...members, uuid, publisherConfig: JSON.stringify({ destinationUrl: receiver.url }) };
    const { status, body } = await member('POST', '/api/v1/notification/rule', change);
    expect(status).toBe(403);
    expect(body.detail).toContain('covers projects that you may not see');
  });

  it('with the assignment of a team with more access', async () => {
    const others = await createTeamKey(service, 'SYSTEM_CONFIGURATION');
    const { uuid } = await createAlert(member);
    const add = (teamUuid: string) => member('POST', `/api/v1/notification/rule/${uuid}/team/${teamUuid}`);
    expect((await add(others.teamUuid)).status).toBe(403);
    expect((await add(team.teamUuid)).status).toBe(200);
    expect((await asAdmin('GET', `/api/v1/notification/rule/${uuid}`)).body.teams).toHaveLength(1);
  });

  it('with the removal of its team if its creator has more access', async () => {
    const { uuid } = await createAlert(asAdmin);
    const path = `/api/v1/notification/rule/${uuid}/team/${team.teamUuid}`;
    expect((await asAdmin('POST', path)).status).toBe(200);
    expect((await member('DELETE', path)).status).toBe(403);
    expect((await asAdmin('DELETE', path)).status).toBe(200);
  });

  it('with a change of its scope from system to portfolio', async () => {
    const { uuid, members } = await createAlert(asAdmin);
    const system = { ...members, scope: 'SYSTEM', uuid, notifyOn: [] };
    expect((await asAdmin('POST', '/api/v1/notification/rule', system)).status).toBe(200);
    expect((await member('POST', '/api/v1/notification/rule', system)).status).toBe(200);
    const portfolio = { ...system, scope: 'PORTFOLIO' };
    expect((await member('POST', '/api/v1/notification/rule', portfolio)).status).toBe(403);
  });
});

describe('Without access control', () => {
  it('every alert applies to all projects and can be changed', async () => {
    await switchAccessControl(service, false);
    const limited = await createAlert(member);
    const { uuid, members } = await createAlert(asAdmin);
    expect((await member('POST', '/api/v1/notification/rule', { ...members, uuid })).status).toBe(200);
    const { below, apart } = await createProjects();
    expect((await deliveredTo(limited.uuid)).toSorted()).toEqual([below, apart].toSorted());
    await switchAccessControl(service, true);
  });
});
