import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { migrateInto } from '../../test/support/migrate-into.ts';
import {
  createSourceDatabase,
  type Dialect,
  implementationOf,
  newSourceUuid,
  notifyOn,
  type SourceTestDatabase,
} from '../../test/support/source-database.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service?.close();
});

async function sourceDatabase(dialect: Dialect): Promise<SourceTestDatabase> {
  const source = await createSourceDatabase(dialect);
  onTestFinished(() => source.drop());
  return source;
}

const migrate = (source: SourceTestDatabase, ...set: string[]) => migrateInto(service, source.url, ...set);

const getAlerts = async () =>
  (await service.asAdmin('GET', '/api/v1/notification/rule?limit=100')).body as {
    name: string;
    uuid: string;
    publisherConfig: string;
  }[];

const getAlert = async (name: string) => (await getAlerts()).find((alert) => alert.name === name);

const configOf = async (name: string) => JSON.parse((await getAlert(name))?.publisherConfig ?? 'null');

/** The publisher configuration of an alert, as the release stores it. */
const stored = (config: object) => ({ PUBLISHER_CONFIG: JSON.stringify(config) });

interface Publishers {
  readonly webhook: number;
  readonly email: number;
  readonly jira: number;
  readonly console: number;
}

async function insertDefaults(source: SourceTestDatabase, dialect: Dialect): Promise<Publishers> {
  const insert = (name: string, publisherClass: string, extension: string) =>
    source.insert('NOTIFICATIONPUBLISHER', {
      NAME: name,
      UUID: newSourceUuid(),
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

  test('the migration switches all alerts off and migrates their configuration on a best-effort basis', async () => {
    const source = await sourceDatabase(dialect);
    const publishers = await insertDefaults(source, dialect);
    const project = await service.asAdmin('PUT', '/api/v1/project', { name: `shop ${dialect}` });
    const projectId = await source.insert('PROJECT', { NAME: 'shop', UUID: project.body.uuid });
    const gone = await source.insert('PROJECT', { NAME: 'gone', VERSION: '2', UUID: newSourceUuid() });
    const tag = await source.insert('TAG', { NAME: 'Backend' });
    const team = await source.insert('TEAM', { NAME: 'Administrators', UUID: newSourceUuid() });
    const away = await source.insert('TEAM', { NAME: 'Elsewhere', UUID: newSourceUuid() });
    const uuid = newSourceUuid();
    const common = {
      ENABLED: true,
      SCOPE: 'PORTFOLIO',
      NOTIFICATION_LEVEL: 'WARNING',
      NOTIFY_CHILDREN: false,
    };
    const hook = await source.insert('NOTIFICATIONRULE', {
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
    const mail = await source.insert('NOTIFICATIONRULE', {
      ...common,
      ENABLED: false,
      NAME: `mail ${dialect}`,
      UUID: newSourceUuid(),
      NOTIFICATION_LEVEL: null,
      PUBLISHER: publishers.email,
      ...notifyOn(dialect, 'POLICY_VIOLATION'),
      ...(isHead
        ? stored({ recipientAddresses: ['a@example.org', 'b@example.org'] })
        : stored({ destination: 'a@example.org,b@example.org' })),
    });
    for (const PROJECT_ID of [projectId, gone])
      await source.insert('NOTIFICATIONRULE_PROJECTS', { NOTIFICATIONRULE_ID: hook, PROJECT_ID });
    if (dialect !== '5.5.0')
      await source.insert('NOTIFICATIONRULE_TAGS', { NOTIFICATIONRULE_ID: hook, TAG_ID: tag });
    for (const TEAM_ID of [team, away])
      await source.insert('NOTIFICATIONRULE_TEAMS', { NOTIFICATIONRULE_ID: mail, TEAM_ID });
    await source.insert('NOTIFICATIONRULE', {
      ...common,
      NAME: `incomplete ${dialect}`,
      UUID: newSourceUuid(),
      SCOPE: 'SYSTEM',
      PUBLISHER: publishers.jira,
      ...notifyOn(dialect, 'ANALYZER', 'INDEXING_SERVICE'),
      ...(isHead ? stored({ projectKey: 'OPS' }) : stored({ destination: 'OPS' })),
    });
    const limited = await source.insert('NOTIFICATIONRULE', {
      ...common,
      NAME: `limited ${dialect}`,
      UUID: newSourceUuid(),
      PUBLISHER: publishers.console,
    });
    await source.insert('NOTIFICATIONRULE_PROJECTS', { NOTIFICATIONRULE_ID: limited, PROJECT_ID: gone });

    const document = await migrate(source);
    const secret = `hook-${dialect.replaceAll('.', '-')}-token-${uuid.slice(-8)}`;
    expect(document.items).toMatchObject([
      {
        kind: 'alert',
        name: `hook ${dialect}`,
        outcome: 'migrated',
        notes: [
          'It was switched on.',
          'Unknown groups: PROJECT_VULN_ANALYSIS_COMPLETE',
          'Missing projects: gone : 2',
          isHead
            ? 'The secret mine does not exist. Create it and select it again.'
            : `Its token is now the secret ${secret}.`,
        ],
      },
      { name: `mail ${dialect}`, outcome: 'migrated', notes: ['Missing teams: Elsewhere'] },
      {
        name: `incomplete ${dialect}`,
        outcome: 'migrated',
        notes: [
          'It was switched on.',
          'Unknown groups: INDEXING_SERVICE',
          'Set issueType before it is switched on.',
        ],
      },
      {
        name: `limited ${dialect}`,
        outcome: 'left out',
        notes: ['It is limited to missing projects: gone : 2'],
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

test('migrates publishers that users created, but no template that cannot be parsed', async () => {
  const source = await sourceDatabase('v4');
  const own = (name: string, template: string, publisherClass = 'WebhookPublisher') =>
    source.insert('NOTIFICATIONPUBLISHER', {
      NAME: name,
      UUID: newSourceUuid(),
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
  await source.insert('NOTIFICATIONRULE', {
    ...alert,
    ...config,
    NAME: 'by ours',
    UUID: newSourceUuid(),
    PUBLISHER: readable,
  });
  await source.insert('NOTIFICATIONRULE', {
    ...alert,
    ...config,
    NAME: 'paged',
    UUID: newSourceUuid(),
    PUBLISHER: pager,
  });
  const document = await migrate(source);
  expect(document.items).toMatchObject([
    { kind: 'publisher', name: 'ours', outcome: 'migrated', notes: [expect.stringContaining('preview')] },
    {
      name: 'unreadable',
      outcome: 'migrated',
      notes: [expect.stringContaining('the default one is used')],
    },
    { name: 'pager', outcome: 'left out', notes: [expect.stringContaining('PagerPublisher')] },
    { name: 'Slack', outcome: 'already here', notes: [expect.stringContaining('was not changed')] },
    { kind: 'alert', name: 'by ours', outcome: 'migrated' },
    { kind: 'alert', name: 'paged', outcome: 'left out', notes: ['Its publisher does not exist.'] },
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

test('summaries keep their schedule; an invalid schedule is reported', async () => {
  const source = await sourceDatabase('head');
  const { console: publisher } = await insertDefaults(source, 'head');
  const common = {
    ENABLED: true,
    SCOPE: 'PORTFOLIO',
    PUBLISHER: publisher,
    TRIGGER_TYPE: 'SCHEDULE',
    SCHEDULE_SKIP_UNCHANGED: true,
    ...notifyOn('head', 'NEW_VULNERABILITIES_SUMMARY', 'BOM_CONSUMED'),
  };
  await source.insert('NOTIFICATIONRULE', {
    ...common,
    NAME: 'daily',
    UUID: newSourceUuid(),
    SCHEDULE_CRON: '0 6 * * *',
  });
  await source.insert('NOTIFICATIONRULE', {
    ...common,
    NAME: 'never',
    UUID: newSourceUuid(),
    SCHEDULE_CRON: 'tomorrow',
  });
  const filter = { TRIGGER_TYPE: 'EVENT', FILTER_EXPRESSION: 'subject.nope ==' };
  await source.insert('NOTIFICATIONRULE', { ...common, ...filter, NAME: 'filtered', UUID: newSourceUuid() });
  const document = await migrate(source);
  const notesOf = (name: string) => document.items.find((item) => item.name === name)?.notes;
  expect(notesOf('never')).toContain('Its schedule cannot be used: tomorrow. It is hourly now.');
  expect(notesOf('filtered')).toContainEqual(expect.stringContaining('Its filter does not compile: 1:'));
  const scheduled = { enabled: false, triggerType: 'SCHEDULE', notifyOn: ['NEW_VULNERABILITIES_SUMMARY'] };
  expect(await getAlert('daily')).toMatchObject({
    ...scheduled,
    scheduleCron: '0 6 * * *',
    scheduleSkipUnchanged: true,
  });
  expect(await getAlert('never')).toMatchObject({ ...scheduled, scheduleCron: '0 * * * *' });
  expect(await getAlert('filtered')).toMatchObject({ enabled: false, filterExpression: 'subject.nope ==' });
});

test('discards earlier email settings', async () => {
  const source = await sourceDatabase('v4');
  const email = { GROUPNAME: 'email', PROPERTYNAME: 'smtp.password' };
  await source.insert('CONFIGPROPERTY', { ...email, PROPERTYVALUE: TOKEN });
  const document = await migrate(source);
  expect(document.items).toMatchObject([
    { kind: 'settings', name: 'settings of email', outcome: 'discarded' },
  ]);
  expect(JSON.stringify(document)).not.toContain(TOKEN);
  const newer = await sourceDatabase('head');
  const of = {
    EXTENSION_POINT: 'notification-publisher',
    EXTENSION: 'email',
    CONFIG: '{"host": "mx.example.org"}',
  };
  await newer.insert('EXTENSION_RUNTIME_CONFIG', of);
  expect((await migrate(newer)).items).toMatchObject([{ outcome: 'discarded' }]);
});
