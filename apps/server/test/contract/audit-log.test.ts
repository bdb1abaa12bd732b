import type { AuditEntry } from '@tallyman/contract';
import { FIRST_PREVIOUS_HASH, hashAuditEntry } from '@tallyman/contract/audit-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeamKey, type TeamKey } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { createUser, newUser, signIn } from '../support/test-users.ts';

const LOG = '/api/v2/audit-log';
const SECRET = 'correct horse battery staple';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function entriesOf(query: Record<string, string>): Promise<AuditEntry[]> {
  const { body } = await service.asAdmin('GET', `${LOG}?${new URLSearchParams(query)}`);
  return body.items;
}

async function latestOf(subject: string): Promise<AuditEntry | undefined> {
  return (await entriesOf({ subject, limit: '1' }))[0];
}

describe('The audit log', () => {
  it('says who created a user, from where and with which values', async () => {
    const username = await createUser(service);
    expect(await latestOf(username)).toMatchObject({
      action: 'user.created',
      actor: { kind: 'user', name: 'admin', address: '127.0.0.1' },
      subject: { kind: 'user', name: username },
      changes: { fullname: { to: 'A Person' }, password_hash: { to: '[hidden]' } },
    });
  });

  it('says the old and the new value of a change', async () => {
    const username = await createUser(service);
    const change = { username, fullname: 'Another Person', email: 'person@example.org' };
    await service.asAdmin('POST', '/api/v1/user/managed', change);
    const entry = await latestOf(username);
    expect(entry?.action).toBe('user.changed');
    expect(entry?.changes).toEqual({ fullname: { from: 'A Person', to: 'Another Person' } });
  });

  it('says that a password changed, not which it was or is', async () => {
    const username = await createUser(service);
    const passwords = { newPassword: SECRET, confirmPassword: SECRET };
    await service.asAdmin('POST', '/api/v1/user/managed', { ...newUser(username), ...passwords });
    expect((await latestOf(username))?.changes).toEqual({
      password_hash: { from: '[hidden]', to: '[hidden]' },
    });
  });

  it('records the permissions of a team that were granted together as one entry', async () => {
    const { teamName } = await createTeamKey(service, 'VIEW_PORTFOLIO', 'BOM_UPLOAD');
    const entries = await entriesOf({ subject: teamName, action: 'team' });
    expect(entries.map(({ changes }) => changes)).toEqual([
      { permissions: { added: ['BOM_UPLOAD', 'VIEW_PORTFOLIO'] } },
      { name: { to: teamName } },
    ]);
  });

  it('records a permission that was revoked from a user', async () => {
    const username = await createUser(service);
    await service.asAdmin('POST', `/api/v1/permission/BOM_UPLOAD/user/${username}`);
    await service.asAdmin('DELETE', `/api/v1/permission/BOM_UPLOAD/user/${username}`);
    expect((await latestOf(username))?.changes).toEqual({ permissions: { removed: ['BOM_UPLOAD'] } });
  });

  it('names team and public id of an API key that acted', async () => {
    const key: TeamKey = await createTeamKey(service, 'ACCESS_MANAGEMENT');
    const { apiKey } = key;
    const name = `by key ${key.teamName}`;
    await service.request('PUT', '/api/v1/team', { apiKey, body: { name } });
    const entry = await latestOf(name);
    expect(entry?.actor).toMatchObject({ kind: 'api-key', name: expect.stringContaining(key.teamName) });
    expect(JSON.stringify(entry)).not.toContain(apiKey.slice(-20));
  });

  it('records changes of secrets without their values', async () => {
    await service.asAdmin('POST', '/api/v2/secrets', { name: 'audited', value: SECRET });
    await service.asAdmin('PATCH', '/api/v2/secrets/audited', { value: 'changed', description: 'For chat' });
    await service.asAdmin('DELETE', '/api/v2/secrets/audited');
    const entries = await entriesOf({ subject: 'audited' });
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['secret.created', 'secret.changed', 'secret.deleted']),
    );
    expect(JSON.stringify(entries)).not.toContain(SECRET);
  });

  it('records changes of settings', async () => {
    const property = { groupName: 'general', propertyName: 'base.url', propertyValue: 'https://a.example' };
    await service.asAdmin('POST', '/api/v1/configProperty', property);
    expect(await latestOf('general/base.url')).toMatchObject({
      subject: { kind: 'setting' },
      changes: { value: { to: 'https://a.example' } },
    });
  });

  it('records policies with their conditions, and alerts', async () => {
    const policy = { name: 'audited policy', operator: 'ANY', violationState: 'FAIL' };
    const { body } = await service.asAdmin('PUT', '/api/v1/policy', policy);
    const condition = { subject: 'SEVERITY', operator: 'IS', value: 'CRITICAL' };
    await service.asAdmin('PUT', `/api/v1/policy/${body.uuid}/condition`, condition);
    expect((await latestOf('audited policy'))?.changes).toEqual({
      conditions: { added: ['SEVERITY IS CRITICAL'] },
    });
    await service.asAdmin('DELETE', `/api/v1/policy/${body.uuid}`);
    expect((await latestOf('audited policy'))?.action).toBe('policy.deleted');

    const { body: publishers } = await service.asAdmin('GET', '/api/v1/notification/publisher');
    const alert = { name: 'audited alert', scope: 'SYSTEM', publisher: { uuid: publishers[0].uuid } };
    await service.asAdmin('PUT', '/api/v1/notification/rule', { ...alert, notificationLevel: 'ERROR' });
    expect((await latestOf('audited alert'))?.action).toBe('alert.created');
  });

  it('records sign-ins and failed ones, with the address', async () => {
    const username = await createUser(service);
    await signIn(service, username, 'a wrong password');
    await signIn(service, username);
    const entries = await entriesOf({ subject: username, action: 'sign-in' });
    expect(entries).toMatchObject([
      { action: 'sign-in.succeeded', actor: { kind: 'user', name: username, address: '127.0.0.1' } },
      { action: 'sign-in.failed', actor: { kind: 'anonymous', address: '127.0.0.1' } },
    ]);
  });

  it('shows only the start of an unknown user name, which may be a password', async () => {
    await signIn(service, SECRET, 'x');
    const [entry] = await entriesOf({ action: 'sign-in.failed', limit: '1' });
    expect(entry?.subject.name).toMatch(/^cor…/);
  });

  it('records nothing for a refused change', async () => {
    const before = (await entriesOf({ limit: '1' }))[0]?.position;
    await service.asAdmin('PUT', '/api/v1/user/managed', newUser('admin'));
    expect((await entriesOf({ limit: '1' }))[0]?.position).toBe(before);
  });

  it('is listed in pages, latest first', async () => {
    const { body: first } = await service.asAdmin('GET', `${LOG}?limit=2`);
    const { body: second } = await service.asAdmin(
      'GET',
      `${LOG}?limit=2&page_token=${first.next_page_token}`,
    );
    const positions = [...first.items, ...second.items].map(({ position }) => position);
    expect(positions).toEqual([0, 1, 2, 3].map((distance) => positions[0] - distance));
  });

  it('is filtered by time', async () => {
    expect(await entriesOf({ from: '2999-01-01T00:00:00Z' })).toEqual([]);
    expect(await entriesOf({ to: '2000-01-01T00:00:00Z' })).toEqual([]);
    expect(await entriesOf({ from: '2000-01-01T00:00:00Z' })).not.toEqual([]);
  });

  it('is exported as JSON lines, each with the hash of its content and of the line before', async () => {
    const { text, headers } = await service.asAdmin('GET', `${LOG}/export`);
    expect(headers.get('content-type')).toContain('application/jsonl');
    const entries: AuditEntry[] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries.length).toBeGreaterThan(10);
    let previous = FIRST_PREVIOUS_HASH;
    for (const [index, { hash, ...entry }] of entries.entries()) {
      expect(entry).toMatchObject({ position: index + 1, previous_hash: previous });
      expect(hash).toBe(hashAuditEntry(entry));
      previous = hash;
    }
  });

  it('needs ACCESS_MANAGEMENT or ACCESS_MANAGEMENT_READ', async () => {
    const { apiKey: reader } = await createTeamKey(service, 'ACCESS_MANAGEMENT_READ');
    const { apiKey: other } = await createTeamKey(service, 'SYSTEM_CONFIGURATION', 'VIEW_PORTFOLIO');
    for (const path of [LOG, `${LOG}/export`]) {
      expect((await service.request('GET', path, { apiKey: reader })).status).toBe(200);
      expect((await service.request('GET', path, { apiKey: other })).status).toBe(403);
      expect((await service.request('GET', path)).status).toBe(401);
    }
  });
});
