import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAlert, DELIVERS_TO_LOOPBACK, deleteAlerts } from '../support/test-alerts.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

interface Mail {
  readonly from: string;
  readonly to: string[];
  readonly user: string | undefined;
  readonly text: string;
}

let service: TestService;
let receiver: WebhookReceiver;
let smtp: SMTPServer;
const mails: Mail[] = [];
let refuseMail: { code: number; message: string } | undefined;

beforeAll(async () => {
  service = await startTestService({
    ...DELIVERS_TO_LOOPBACK,
    'svc.notification.delivery.attempts': '3',
    'svc.notification.delivery.timeout-ms': '1000',
  });
  receiver = await startWebhookReceiver();
  smtp = await startSmtp();
  await service.asAdmin('POST', '/api/v1/configProperty', {
    groupName: 'general',
    propertyName: 'base.url',
    propertyValue: 'https://tally.example.org/',
  });
});
beforeEach(() => {
  receiver.requests.length = 0;
  receiver.answer = () => ({});
  mails.length = 0;
  refuseMail = undefined;
});
afterAll(async () => {
  await service.close();
  await receiver.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

async function startSmtp(): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'mail password' ? done(null, { user: username ?? '' }) : done(new Error('Wrong password')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refuseMail)
          return done(Object.assign(new Error(refuseMail.message), { responseCode: refuseMail.code }));
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          user: session.user as string | undefined,
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const smtpPort = () => (smtp.server.address() as AddressInfo).port;
const extension = (name: string) => `/api/v2/extension-points/notification-publisher/extensions/${name}`;

async function test(uuid: string, group?: string) {
  const path = `/api/v1/notification/publisher/test/${uuid}${group ? `?group=${group}` : ''}`;
  const answer = await service.request('POST', path, { token: service.adminToken, form: {} });
  expect(answer.status).toBe(200);
  return answer.body as { group: string; delivery: string }[];
}

async function statusOf(alert: string) {
  const { body } = await service.asAdmin('GET', `/api/v1/notification/delivery?alert=${alert}`);
  return body[0];
}

describe('Email', () => {
  const settings = () => ({
    enabled: true,
    host: '127.0.0.1',
    port: smtpPort(),
    username: 'mailer',
    password: 'mail-password',
    senderAddress: 'tallyman@example.org',
  });

  it('server settings are those of the publisher, with the password as a named secret', async () => {
    const early = await service.asAdmin('PUT', `${extension('email')}/config`, { config: settings() });
    expect(early.status).toBe(400);
    expect(early.body.detail).toBe('Secret "mail-password" does not exist.');
    await service.asAdmin('POST', '/api/v2/secrets', { name: 'mail-password', value: 'mail password' });
    expect(
      (await service.asAdmin('PUT', `${extension('email')}/config`, { config: settings() })).status,
    ).toBe(204);
    expect(
      (await service.asAdmin('PUT', `${extension('email')}/config`, { config: settings() })).status,
    ).toBe(304);
    const { body } = await service.asAdmin('GET', `${extension('email')}/config`);
    expect(body.config).toEqual(settings());
    const refused = await service.asAdmin('PUT', `${extension('email')}/config`, { config: { enabled: 1 } });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      title: 'JSON Schema Validation Failed',
      errors: [{ instance_location: '/enabled', keyword: 'type' }],
    });
  });

  it('settings can be tested', async () => {
    const { body } = await service.asAdmin('POST', `${extension('email')}/test`, { config: settings() });
    expect(body.checks).toEqual([{ name: 'connection', status: 'PASSED' }]);
    const wrong = { ...settings(), port: 1 };
    const { body: failed } = await service.asAdmin('POST', `${extension('email')}/test`, { config: wrong });
    expect(failed.checks[0]).toMatchObject({ status: 'FAILED', message: expect.any(String) });
  });

  it('is sent to the recipients of the alert and the members of its teams, who do not see each other', async () => {
    const { body: team } = await service.asAdmin('PUT', '/api/v1/team', { name: 'mail readers' });
    await service.asAdmin('PUT', '/api/v1/user/managed', {
      username: 'reader',
      fullname: 'Reader',
      email: 'reader@example.org',
      newPassword: 'a long enough password',
      confirmPassword: 'a long enough password',
    });
    await service.asAdmin('POST', '/api/v1/user/reader/membership', { uuid: team.uuid });
    const config = { subjectPrefix: '[SCA]', recipientAddresses: ['list@example.org'] };
    const alert = await createAlert(service, { publisher: 'Email', groups: ['NEW_VULNERABILITY'], config });
    const path = `/api/v1/notification/rule/${alert.uuid}/team/${team.uuid}`;
    expect((await service.asAdmin('POST', path)).body.teams).toMatchObject([{ name: 'mail readers' }]);
    expect((await service.asAdmin('POST', path)).status).toBe(304);
    await test(alert.uuid);
    await expect.poll(() => mails.length).toBe(1);
    expect(mails[0]).toMatchObject({
      from: 'tallyman@example.org',
      to: ['list@example.org', 'reader@example.org'],
      user: 'mailer',
    });
    const text = mails[0]?.text.replaceAll(/=\r\n/g, '').replaceAll(/\r\n /g, ' ') ?? '';
    expect(text).toContain(
      'Subject: [SCA] [TEST] New Vulnerability Identified on Project: [Sample project : 1.0.0]',
    );
    expect(text).not.toContain('reader@example.org');
    expect(text).toMatch(/VulnID:\s+INT-2026-0001/);
    expect(text).toContain('https://tally.example.org/projects/');
    await expect.poll(async () => (await statusOf(alert.uuid)).status).toBe('DELIVERED');
    expect((await service.asAdmin('DELETE', path)).body.teams).toEqual([]);
    expect((await service.asAdmin('DELETE', path)).status).toBe(304);
    await test(alert.uuid);
    await expect.poll(() => mails.length).toBe(2);
    expect(mails[1]?.to).toEqual(['list@example.org']);
  });

  it('is not sent to unknown teams', async () => {
    const alert = await createAlert(service, { publisher: 'Email', groups: ['NEW_VULNERABILITY'] });
    const unknown = '00000000-0000-0000-0000-000000000000';
    for (const method of ['POST', 'DELETE']) {
      const ofTeam = await service.asAdmin(method, `/api/v1/notification/rule/${alert.uuid}/team/${unknown}`);
      const ofAlert = await service.asAdmin(method, `/api/v1/notification/rule/${unknown}/team/${unknown}`);
      expect([ofTeam.status, ofAlert.status]).toEqual([404, 404]);
    }
  });

  it.each([
    [451, 'FAILED', 3],
    [550, 'FAILED', 1],
  ])('answered with %s is %s after %s attempts', async (code, status, attempts) => {
    const config = { recipientAddresses: ['one@example.org'] };
    const alert = await createAlert(service, { publisher: 'Email', groups: ['BOM_PROCESSED'], config });
    refuseMail = { code, message: 'No mail today' };
    await test(alert.uuid);
    await expect.poll(async () => (await statusOf(alert.uuid))?.status).toBe(status);
    expect(await statusOf(alert.uuid)).toMatchObject({ attempts, responseStatus: code });
  });
});

describe('Chat', () => {
  it.each([
    ['Slack', (body: { blocks: { type: string; text?: { text: string } }[] }) => body.blocks[0]?.text?.text],
    ['Msteams', (body: { title: string }) => body.title.replaceAll('\\', '')],
    ['Mattermost', (body: { text: string }) => body.text.split('\n')[0]?.replaceAll(/[\\*]/g, '')],
    ['Webex', (body: { markdown: string }) => body.markdown.split('\n')[0]?.replaceAll(/[\\*]/g, '')],
  ])('receives JSON of every group through %s', async (publisher, titleOf) => {
    const config = { destinationUrl: `${receiver.url}/services/secret-path` };
    const groups = PORTFOLIO;
    const alert = await createAlert(service, { publisher, groups, config });
    const tested = await test(alert.uuid);
    expect(tested).toHaveLength(groups.length);
    await expect.poll(() => receiver.requests.length).toBe(groups.length);
    for (const { body, headers } of receiver.requests) {
      expect(headers['content-type']).toBe('application/json');
      expect(titleOf(JSON.parse(String(body)))).toMatch(/^\[TEST\] \w/);
    }
    await expect.poll(async () => (await statusOf(alert.uuid)).status).toBe('DELIVERED');
    // The path is a secret.
    expect((await statusOf(alert.uuid)).destination).toBe(receiver.url);
  });

  it('escapes untrusted text', async () => {
    const config = { destinationUrl: receiver.url };
    await deleteAlerts(service);
    await createAlert(service, { publisher: 'Slack', groups: ['PROJECT_CREATED'], config });
    await createAlert(service, { publisher: 'Mattermost', groups: ['PROJECT_CREATED'], config });
    const name = '<!channel> @all [x](http://evil) "quoted" \\ {{ 1 | plus: 1 }}';
    await service.asAdmin('PUT', '/api/v1/project', { name });
    await expect.poll(() => receiver.requests.length).toBe(2);
    const texts = receiver.requests.map(({ body }) => JSON.stringify(JSON.parse(String(body))));
    for (const text of texts) expect(text).toContain('{{ 1');
    const slack = texts.find((text) => text.includes('blocks')) ?? '';
    expect(slack).toContain('&lt;!channel&gt; @all [x](http://evil)');
    const mattermost = texts.find((text) => !text.includes('blocks')) ?? '';
    expect(mattermost).toContain('@\u200ball');
    expect(mattermost).not.toContain('[x](http');
  });
});

describe('Jira', () => {
  it('receives an issue, with Basic authentication if a user name is set and a token otherwise', async () => {
    await service.asAdmin('POST', '/api/v2/secrets', { name: 'jira-token', value: 'jira token' });
    const config = { enabled: true, apiUrl: `${receiver.url}/jira/`, passwordOrToken: 'jira-token' };
    expect((await service.asAdmin('PUT', `${extension('jira')}/config`, { config })).status).toBe(204);
    receiver.answer = () => ({ status: 201, body: '{"key":"SEC-1"}' });
    const alert = await createAlert(service, {
      publisher: 'Jira',
      groups: ['POLICY_VIOLATION'],
      config: { projectKey: 'SEC', issueType: 'Bug' },
    });
    await test(alert.uuid);
    await expect.poll(() => receiver.requests.length).toBe(1);
    expect(receiver.requests[0]).toMatchObject({
      path: '/jira/rest/api/2/issue',
      headers: { authorization: 'Bearer jira token' },
    });
    expect(JSON.parse(String(receiver.requests[0]?.body)).fields).toMatchObject({
      project: { key: 'SEC' },
      issuetype: { name: 'Bug' },
      summary: '[TEST] Policy Violation on Project: [Sample project : 1.0.0]',
    });
    await service.asAdmin('PUT', `${extension('jira')}/config`, { config: { ...config, username: 'bot' } });
    await test(alert.uuid);
    await expect.poll(() => receiver.requests.length).toBe(2);
    const basic = Buffer.from('bot:jira token').toString('base64');
    expect(receiver.requests[1]?.headers.authorization).toBe(`Basic ${basic}`);
    expect((await statusOf(alert.uuid)).responseExcerpt).toContain('SEC-1');
  });
});

describe('The console', () => {
  it('writes to the log', async () => {
    const alert = await createAlert(service, { publisher: 'Console', groups: ['BOM_PROCESSED'] });
    await test(alert.uuid);
    await expect.poll(() => service.log()).toContain('[TEST] Bill of Materials Processed');
    const schema = await service.asAdmin(
      'GET',
      `/api/v1/notification/publisher/${await uuidOf('Console')}/configSchema`,
    );
    expect(schema.status).toBe(204);
  });
});

describe('Test notifications', () => {
  it('exist for every group, and are sent only to the tested alert', async () => {
    const config = { destinationUrl: receiver.url };
    await createAlert(service, { groups: PORTFOLIO, config: { destinationUrl: `${receiver.url}/other` } });
    const disabled = { enabled: false, config };
    const portfolio = await createAlert(service, { groups: PORTFOLIO, ...disabled });
    const system = await createAlert(service, { groups: SYSTEM, scope: 'SYSTEM', ...disabled });
    await test(portfolio.uuid);
    await test(system.uuid);
    for (const group of ['NEW_VULNERABILITIES_SUMMARY', 'NEW_POLICY_VIOLATIONS_SUMMARY'])
      await test(portfolio.uuid, group);
    const expected = PORTFOLIO.length + SYSTEM.length + 2;
    await expect.poll(() => receiver.requests.length).toBe(expected);
    expect(new Set(receiver.requests.map(({ path }) => path))).toEqual(new Set(['/']));
    const groups = receiver.requests.map(({ body }) => JSON.parse(String(body)).notification.group);
    expect(new Set(groups).size).toBe(22);
  });
});

async function uuidOf(name: string): Promise<string> {
  const { body } = await service.asAdmin('GET', '/api/v1/notification/publisher');
  return body.find((publisher: { name: string }) => publisher.name === name).uuid;
}

const PORTFOLIO = [
  'NEW_VULNERABILITY',
  'NEW_VULNERABLE_DEPENDENCY',
  'VULNERABILITY_RETRACTED',
  'PROJECT_AUDIT_CHANGE',
  'BOM_CONSUMED',
  'BOM_PROCESSED',
  'BOM_PROCESSING_FAILED',
  'BOM_VALIDATION_FAILED',
  'VEX_CONSUMED',
  'VEX_PROCESSED',
  'POLICY_VIOLATION',
  'PROJECT_CREATED',
];
const SYSTEM = [
  'CONFIGURATION',
  'DATASOURCE_MIRRORING',
  'REPOSITORY',
  'INTEGRATION',
  'FILE_SYSTEM',
  'ANALYZER',
  'USER_CREATED',
  'USER_DELETED',
];
