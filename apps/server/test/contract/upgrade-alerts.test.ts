import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  createOldDatabase,
  type Dialect,
  implementationOf,
  newOldUuid,
  notifyOn,
  type OldTestDatabase,
} from '../support/old-database.ts';
import { takeOverInto } from '../support/take-over-into.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service?.close();
});

async function oldDatabase(dialect: Dialect): Promise<OldTestDatabase> {
  const old = await createOldDatabase(dialect);
  onTestFinished(() => old.drop());
  return old;
}

const migrate = (old: OldTestDatabase, ...set: string[]) => takeOverInto(service, old.url, ...set);

const getAlerts = async () =>
  (await service.asAdmin('GET', '/api/v1/notification/rule?limit=100')).body as {
    name: string;
    uuid: string;
    publisherConfig: string;
  }[];

const getAlert = async (name: string) => (await getAlerts()).find((alert) => alert.name === name);

const configOf = async (name: string) => JSON.parse((await getAlert(name))?.publisherConfig ?? 'null');

/** As the release stores what an alert says about where to send. */
const stored = (config: object) => ({ PUBLISHER_CONFIG: JSON.stringify(config) });

interface Publishers {
  readonly webhook: number;
  readonly email: number;
  readonly jira: number;
  readonly console: number;
}

async function insertDefaults(old: OldTestDatabase, dialect: Dialect): Promise<Publishers> {
  const insert = (name: string, publisherClass: string, extension: string) =>
    old.insert('NOTIFICATIONPUBLISHER', {
      NAME: name,
      UUID: newOldUuid(),
      DEFAULT_PUBLISHER: true,
      TEMPLATE_MIME_TYPE: 'text/plain',
      ...implementationOf(dialect, publisherClass, extension),
    });
  return {
    webhook: await insert('Outbound Webhook', 'WebhookPublisher', 'webhook'),
    email: await insert('Email', 'SendMailPublisher', 'email'),
    jira: await insert('Jira', 'JiraPublisher', 'jira'),
    console: await insert('Console', 'ConsolePublisher', 'console'),
  };
}

const TOKEN = 'open sesame 42';

describe.each(['v4', '5.5.0', '5.6.0', 'head'] as const)('alerts of %s', (dialect) => {
  const isHead = dialect === 'head';

  test('at upgrade all alerts are switched off; their configuration is migrated on a best-effort basis', async () => {
    const old = await oldDatabase(dialect);
    const publishers = await insertDefaults(old, dialect);
    const project = await service.asAdmin('PUT', '/api/v1/project', { name: `shop ${dialect}` });
    const projectId = await old.insert('PROJECT', { NAME: 'shop', UUID: project.body.uuid });
    const gone = await old.insert('PROJECT', { NAME: 'gone', VERSION: '2', UUID: newOldUuid() });
    const tag = await old.insert('TAG', { NAME: 'Backend' });
    const team = await old.insert('TEAM', { NAME: 'Administrators', UUID: newOldUuid() });
    const away = await old.insert('TEAM', { NAME: 'Elsewhere', UUID: newOldUuid() });
    const uuid = newOldUuid();
    const common = {
      ENABLED: true,
      SCOPE: 'PORTFOLIO',
      NOTIFICATION_LEVEL: 'WARNING',
      NOTIFY_CHILDREN: false,
    };
    const hook = await old.insert('NOTIFICATIONRULE', {
      ...common,
      NAME: `hook ${dialect}`,
      UUID: uuid,
      PUBLISHER: publishers.webhook,
      FILTER_EXPRESSION: 'subject.vulnerability.severity == "CRITICAL"',
      ...notifyOn(dialect, 'NEW_VULNERABILITY', 'BOM_PROCESSED', 'PROJECT_VULN_ANALYSIS_COMPLETE'),
      ...(isHead
        ? stored({
            destinationUrl: 'https://a.example.org/x',
            authHeaderName: 'X-Key',
            authHeaderValue: 'mine',
          })
        : stored({ destination: 'https://a.example.org/x', token: TOKEN, tokenHeader: 'X-Key' })),
    });
    const mail = await old.insert('NOTIFICATIONRULE', {
      ...common,
      ENABLED: false,
      NAME: `mail ${dialect}`,
      UUID: newOldUuid(),
      NOTIFICATION_LEVEL: null,
      PUBLISHER: publishers.email,
      ...notifyOn(dialect, 'POLICY_VIOLATION'),
      ...(isHead
        ? stored({ recipientAddresses: ['a@example.org', 'b@example.org'] })
        : stored({ destination: 'a@example.org,b@example.org' })),
    });
    for (const PROJECT_ID of [projectId, gone])
      await old.insert('NOTIFICATIONRULE_PROJECTS', { NOTIFICATIONRULE_ID: hook, PROJECT_ID });
    if (dialect !== '5.5.0')
      await old.insert('NOTIFICATIONRULE_TAGS', { NOTIFICATIONRULE_ID: hook, TAG_ID: tag });
    for (const TEAM_ID of [team, away])
      await old.insert('NOTIFICATIONRULE_TEAMS', { NOTIFICATIONRULE_ID: mail, TEAM_ID });
    await old.insert('NOTIFICATIONRULE', {
      ...common,
      NAME: `incomplete ${dialect}`,
      UUID: newOldUuid(),
      SCOPE: 'SYSTEM',
      PUBLISHER: publishers.jira,
      ...notifyOn(dialect, 'ANALYZER', 'INDEXING_SERVICE'),
      ...(isHead ? stored({ projectKey: 'OPS' }) : stored({ destination: 'OPS' })),
    });
    const limited = await old.insert('NOTIFICATIONRULE', {
      ...common,
      NAME: `limited ${dialect}`,
      UUID: newOldUuid(),
      PUBLISHER: publishers.console,
    });
    await old.insert('NOTIFICATIONRULE_PROJECTS', { NOTIFICATIONRULE_ID: limited, PROJECT_ID: gone });

    const document = await migrate(old);
    const secret = `hook-${dialect.replaceAll('.', '-')}-token-${uuid.slice(-8)}`;
    expect(document.items).toMatchObject([
      {
        kind: 'alert',
        name: `hook ${dialect}`,
        outcome: 'taken over',
        notes: [
          'It was switched on.',
          'Groups that are not here: PROJECT_VULN_ANALYSIS_COMPLETE',
          'Projects that are not here: gone : 2',
          isHead
            ? 'It names the secret mine, which is not here: create it and name it again.'
            : `Its token is now the secret ${secret}.`,
        ],
      },
      { name: `mail ${dialect}`, outcome: 'taken over', notes: ['Teams that are not here: Elsewhere'] },
      {
        name: `incomplete ${dialect}`,
        outcome: 'taken over',
        notes: [
          'It was switched on.',
          'Groups that are not here: INDEXING_SERVICE',
          'Set issueType before it is switched on.',
        ],
      },
      {
        name: `limited ${dialect}`,
        outcome: 'left out',
        notes: ['It is limited to projects that are not here: gone : 2'],
      },
    ]);
    expect(await getAlert(`hook ${dialect}`)).toMatchObject({
      uuid,
      enabled: false,
      scope: 'PORTFOLIO',
      notificationLevel: 'WARNING',
      notifyOn: ['NEW_VULNERABILITY', 'BOM_PROCESSED'],
      notifyChildren: false,
      publisher: { name: 'Webhook' },
      projects: [{ uuid: project.body.uuid }],
      tags: dialect === '5.5.0' ? [] : [{ name: 'backend' }],
      ...(isHead && { filterExpression: 'subject.vulnerability.severity == "CRITICAL"' }),
    });
    expect(await configOf(`hook ${dialect}`)).toEqual({
      destinationUrl: 'https://a.example.org/x',
      authHeaderName: 'X-Key',
      ...(!isHead && { authHeaderValue: secret }),
    });
    expect(await getAlert(`mail ${dialect}`)).toMatchObject({
      enabled: false,
      notificationLevel: 'INFORMATIONAL',
      notifyOn: ['POLICY_VIOLATION'],
      teams: [{ name: 'Administrators' }],
    });
    expect(await configOf(`mail ${dialect}`)).toEqual({
      recipientAddresses: ['a@example.org', 'b@example.org'],
    });
    expect(await configOf(`incomplete ${dialect}`)).toEqual({ projectKey: 'OPS' });
    expect(await getAlert(`limited ${dialect}`)).toBeUndefined();
    // The token is a secret: the service can use it, and nobody can read it.
    if (!isHead) expect(await service.context.secrets.resolve(secret)).toBe(TOKEN);
    const dump = await service.db.selectFrom('alert').selectAll().execute();
    expect(JSON.stringify([document, dump])).not.toContain(TOKEN);
  });
});

test('publishers that people made are taken over; a template that cannot be read here is not', async () => {
  const old = await oldDatabase('v4');
  const own = (name: string, template: string, publisherClass = 'WebhookPublisher') =>
    old.insert('NOTIFICATIONPUBLISHER', {
      NAME: name,
      UUID: newOldUuid(),
      DEFAULT_PUBLISHER: false,
      DESCRIPTION: 'Ours',
      TEMPLATE: template,
      TEMPLATE_MIME_TYPE: 'application/json',
      ...implementationOf('v4', publisherClass, ''),
    });
  const readable = await own('ours', '{"title": "{{ notification.title }}"}');
  await own('unreadable', '{% elseif x %}{{ y | escape(strategy="json") }}');
  const pager = await own('pager', 'x', 'PagerPublisher');
  await own('Slack', '{{ notification.title }}', 'SlackPublisher');
  const alert = { ENABLED: true, SCOPE: 'PORTFOLIO', ...notifyOn('v4', 'BOM_CONSUMED') };
  const config = stored({ destination: 'https://a.example.org' });
  await old.insert('NOTIFICATIONRULE', {
    ...alert,
    ...config,
    NAME: 'by ours',
    UUID: newOldUuid(),
    PUBLISHER: readable,
  });
  await old.insert('NOTIFICATIONRULE', {
    ...alert,
    ...config,
    NAME: 'paged',
    UUID: newOldUuid(),
    PUBLISHER: pager,
  });
  const document = await migrate(old);
  expect(document.items).toMatchObject([
    { kind: 'publisher', name: 'ours', outcome: 'taken over', notes: [expect.stringContaining('preview')] },
    {
      name: 'unreadable',
      outcome: 'taken over',
      notes: [expect.stringContaining('the default one is used')],
    },
    { name: 'pager', outcome: 'left out', notes: [expect.stringContaining('PagerPublisher')] },
    { name: 'Slack', outcome: 'already here', notes: [expect.stringContaining('left alone')] },
    { kind: 'alert', name: 'by ours', outcome: 'taken over' },
    { kind: 'alert', name: 'paged', outcome: 'left out', notes: ['Its publisher is not here.'] },
  ]);
  const { body } = await service.asAdmin('GET', '/api/v1/notification/publisher');
  const publisher = (name: string) => body.find((one: { name: string }) => one.name === name);
  expect(publisher('ours')).toMatchObject({
    extensionName: 'webhook',
    description: 'Ours',
    template: '{"title": "{{ notification.title }}"}',
    templateMimeType: 'application/json',
    defaultPublisher: false,
  });
  expect(publisher('unreadable').template).toBeUndefined();
  expect(publisher('Slack').defaultPublisher).toBe(true);
  expect(await getAlert('by ours')).toMatchObject({ enabled: false, publisher: { name: 'ours' } });
});

test('summaries keep their schedule; what cannot be one is told', async () => {
  const old = await oldDatabase('head');
  const { console: publisher } = await insertDefaults(old, 'head');
  const common = {
    ENABLED: true,
    SCOPE: 'PORTFOLIO',
    PUBLISHER: publisher,
    TRIGGER_TYPE: 'SCHEDULE',
    SCHEDULE_SKIP_UNCHANGED: true,
    ...notifyOn('head', 'NEW_VULNERABILITIES_SUMMARY', 'BOM_CONSUMED'),
  };
  await old.insert('NOTIFICATIONRULE', {
    ...common,
    NAME: 'daily',
    UUID: newOldUuid(),
    SCHEDULE_CRON: '0 6 * * *',
  });
  await old.insert('NOTIFICATIONRULE', {
    ...common,
    NAME: 'never',
    UUID: newOldUuid(),
    SCHEDULE_CRON: 'tomorrow',
  });
  const filter = { TRIGGER_TYPE: 'EVENT', FILTER_EXPRESSION: 'subject.nope ==' };
  await old.insert('NOTIFICATIONRULE', { ...common, ...filter, NAME: 'filtered', UUID: newOldUuid() });
  const document = await migrate(old);
  const notesOf = (name: string) => document.items.find((item) => item.name === name)?.notes;
  expect(notesOf('never')).toContain('Its schedule cannot be used here: tomorrow. It is hourly now.');
  expect(notesOf('filtered')).toContainEqual(expect.stringContaining('Its filter does not compile here: 1:'));
  const scheduled = { enabled: false, triggerType: 'SCHEDULE', notifyOn: ['NEW_VULNERABILITIES_SUMMARY'] };
  expect(await getAlert('daily')).toMatchObject({
    ...scheduled,
    scheduleCron: '0 6 * * *',
    scheduleSkipUnchanged: true,
  });
  expect(await getAlert('never')).toMatchObject({ ...scheduled, scheduleCron: '0 * * * *' });
  expect(await getAlert('filtered')).toMatchObject({ enabled: false, filterExpression: 'subject.nope ==' });
});

test('earlier email settings are discarded', async () => {
  const old = await oldDatabase('v4');
  const email = { GROUPNAME: 'email', PROPERTYNAME: 'smtp.password' };
  await old.insert('CONFIGPROPERTY', { ...email, PROPERTYVALUE: TOKEN });
  const document = await migrate(old);
  expect(document.items).toMatchObject([
    { kind: 'settings', name: 'settings of email', outcome: 'discarded' },
  ]);
  expect(JSON.stringify(document)).not.toContain(TOKEN);
  const newer = await oldDatabase('head');
  const of = {
    EXTENSION_POINT: 'notification-publisher',
    EXTENSION: 'email',
    CONFIG: '{"host": "mx.example.org"}',
  };
  await newer.insert('EXTENSION_RUNTIME_CONFIG', of);
  expect((await migrate(newer)).items).toMatchObject([{ outcome: 'discarded' }]);
});
