import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fromBinary } from '@bufbuild/protobuf';
import { NotificationSchema } from '@tallyman/contract/notification';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bomOf, npm, postBom, settled } from '../../../test/support/bom-uploads.ts';
import { createAlert, DELIVERS_TO_LOOPBACK } from '../../../test/support/test-alerts.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { timeoutFactor } from '../../../test/support/timeout-factor.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/support/webhook-receiver.ts';
import { toNotificationJson } from '../notifications/notification-json.ts';
import { checkFileSystem } from './check-file-system.ts';
import { sendSummaries } from './summaries/send-summaries.ts';

const ROOT = join(import.meta.dirname, '../../../../..');

/** Every group that is emitted; repositories are not part of this release. */
const PORTFOLIO = {
  PROJECT_CREATED: 'Project',
  BOM_CONSUMED: 'BomConsumedOrProcessedSubject',
  BOM_PROCESSED: 'BomConsumedOrProcessedSubject',
  BOM_PROCESSING_FAILED: 'BomProcessingFailedSubject',
  BOM_VALIDATION_FAILED: 'BomValidationFailedSubject',
  NEW_VULNERABILITY: 'NewVulnerabilitySubject',
  NEW_VULNERABLE_DEPENDENCY: 'NewVulnerableDependencySubject',
  VULNERABILITY_RETRACTED: 'VulnerabilityRetractedSubject',
  PROJECT_AUDIT_CHANGE: 'VulnerabilityAnalysisDecisionChangeSubject',
  POLICY_VIOLATION: 'PolicyViolationSubject',
  VEX_CONSUMED: 'VexConsumedOrProcessedSubject',
  VEX_PROCESSED: 'VexConsumedOrProcessedSubject',
};
const SYSTEM = {
  CONFIGURATION: undefined,
  DATASOURCE_MIRRORING: undefined,
  INTEGRATION: undefined,
  FILE_SYSTEM: undefined,
  ANALYZER: undefined,
  USER_CREATED: 'UserSubject',
  USER_DELETED: 'UserSubject',
  AUDIT_LOG: 'AuditLogEntrySubject',
};
const SCHEDULED = {
  NEW_VULNERABILITIES_SUMMARY: 'NewVulnerabilitiesSummarySubject',
  NEW_POLICY_VIOLATIONS_SUMMARY: 'NewPolicyViolationsSummarySubject',
};
const GROUPS: Record<string, string | undefined> = { ...PORTFOLIO, ...SYSTEM, ...SCHEDULED };

const SOON = { timeout: 90_000 * timeoutFactor, interval: 50 };

let service: TestService;
let receiver: WebhookReceiver;
let projectUuid: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  receiver.answer = ({ path }) => ({ status: path === '/json' || path === '/protobuf' ? 200 : 401 });
  service = await startTestService({
    ...DELIVERS_TO_LOOPBACK,
    'svc.vuln-analyzer.oss-index.enabled': 'true',
    'svc.vuln-analyzer.oss-index.url': `${receiver.url}/analyzer`,
    'svc.vuln-analyzer.oss-index.username': 'somebody',
    'svc.vuln-analyzer.oss-index.token': 'word',
    'svc.vuln-data-source.osv.enabled': 'true',
    'svc.vuln-data-source.osv.url': `${receiver.url}/osv`,
    'svc.vuln-data-source.osv.ecosystems': 'npm',
  });
  await subscribe();
  await causeEverything();
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

async function subscribe(): Promise<void> {
  for (const format of ['json', 'protobuf']) {
    const config = { destinationUrl: `${receiver.url}/${format}`, publishProtobuf: format === 'protobuf' };
    await createAlert(service, { groups: Object.keys(PORTFOLIO), config });
    await createAlert(service, { groups: Object.keys(SYSTEM), scope: 'SYSTEM', config });
    const { body: publishers } = await service.asAdmin('GET', '/api/v1/notification/publisher');
    const { uuid } = publishers.find(({ name }: { name: string }) => name === 'Webhook');
    const members = { name: `summaries ${format}`, scope: 'PORTFOLIO', level: 'INFORMATIONAL' };
    const { body: alert } = await service.asAdmin('PUT', '/api/v1/notification/rule/scheduled', {
      ...members,
      publisher: { uuid },
    });
    expect(alert).toMatchObject({ enabled: false, triggerType: 'SCHEDULE', scheduleCron: '0 * * * *' });
    await service.asAdmin('POST', '/api/v1/notification/rule', {
      ...members,
      uuid: alert.uuid,
      enabled: true,
      notifyOn: Object.keys(SCHEDULED),
      publisherConfig: JSON.stringify(config),
      scheduleSkipUnchanged: true,
    });
  }
}

/** Through the API where an operation causes the event. */
async function causeEverything(): Promise<void> {
  const { body: project } = await service.asAdmin('PUT', '/api/v1/project', {
    name: 'shop',
    version: '1.0',
    description: 'Sells things',
    tags: [{ name: 'payment' }],
  });
  projectUuid = project.uuid;
  await causePolicy();
  const vulnerability = await causeVulnerability(['1.0.0']);
  const { body: upload } = await postBom(service, bomOf([npm('leaky', '1.0.0')]), { project: projectUuid });
  await settled(service, upload.token);
  const findings = async () =>
    (await service.asAdmin('GET', `/api/v1/finding/project/${projectUuid}?suppressed=true`)).body;
  await vi.waitUntil(async () => (await findings()).length === 1, SOON);
  const [finding] = await findings();
  await service.asAdmin('PUT', '/api/v1/analysis', {
    project: projectUuid,
    component: finding.component.uuid,
    vulnerability: finding.vulnerability.uuid,
    analysisState: 'EXPLOITABLE',
  });
  await causeVex();
  await causeSystemEvents();
  await causeSummaries();
  await service.asAdmin('POST', '/api/v1/vulnerability', { ...vulnerability, affectedComponents: [] });
  await causeBadUploads();
}

async function causePolicy(): Promise<void> {
  const { body: policy } = await service.asAdmin('PUT', '/api/v1/policy', {
    name: 'no high',
    violationState: 'FAIL',
  });
  await service.asAdmin('PUT', `/api/v1/policy/${policy.uuid}/condition`, {
    subject: 'SEVERITY',
    operator: 'IS',
    value: 'HIGH',
  });
}

async function causeVulnerability(versions: readonly string[]) {
  const answer = await service.asAdmin('PUT', '/api/v1/vulnerability', {
    vulnId: 'INT-1',
    source: 'INTERNAL',
    title: 'Leaks',
    description: 'It leaks.',
    severity: 'HIGH',
    cwes: [{ cweId: 200 }],
    affectedComponents: versions.map((version) => ({
      identityType: 'PURL',
      identity: 'pkg:npm/leaky',
      versionType: 'EXACT',
      version,
    })),
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

async function causeVex(): Promise<void> {
  const vex = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { type: 'application', name: 'shop', 'bom-ref': 'shop' } },
    vulnerabilities: [
      {
        id: 'INT-1',
        source: { name: 'INTERNAL' },
        analysis: { state: 'in_triage' },
        affects: [{ ref: 'shop' }],
      },
    ],
  };
  const { body } = await service.asAdmin('PUT', '/api/v1/vex', {
    project: projectUuid,
    vex: Buffer.from(JSON.stringify(vex)).toString('base64'),
  });
  const processing = async () =>
    (await service.asAdmin('GET', `/api/v1/event/token/${body.token}`)).body.processing;
  await vi.waitUntil(async () => !(await processing()), SOON);
}

async function causeSystemEvents(): Promise<void> {
  await service.asAdmin('PUT', '/api/v1/user/managed', {
    username: 'ada',
    fullname: 'Ada',
    email: 'ada@example.org',
    newPassword: 'a long enough password',
    confirmPassword: 'a long enough password',
  });
  await service.asAdmin('DELETE', '/api/v1/user/managed', { username: 'ada' });
  await service.asAdmin('POST', '/api/v1/configProperty', {
    groupName: 'general',
    propertyName: 'default.locale',
    propertyValue: 'de',
  });
  await service.asAdmin('POST', '/api/v2/vuln-data-sources/osv/mirror-runs');
  await checkFileSystem(service.context, async () => 1.5);
  const config = { destinationUrl: `${receiver.url}/nobody` };
  await createAlert(service, { groups: ['PROJECT_CREATED'], config });
  await service.asAdmin('PUT', '/api/v1/project', { name: 'without a receiver' });
}

async function causeSummaries(): Promise<void> {
  const violations = async () =>
    (await service.asAdmin('GET', `/api/v1/violation/project/${projectUuid}`)).body;
  await vi.waitUntil(async () => (await violations()).length === 1, SOON);
  await sql`update alert set created_at = now() - interval '1 hour' where trigger_type = 'SCHEDULE'`.execute(
    service.db,
  );
  // Changes in progress are left to the next summary. Waits for both kinds, for both alerts.
  await vi.waitUntil(async () => {
    await sendDueSummaries();
    const { rows } = await sql`
      select from notification_outbox where group_name like '%SUMMARY' and not is_test`.execute(service.db);
    return rows.length === 4;
  }, SOON);
}

async function sendDueSummaries(): Promise<void> {
  await sql`
    update alert set schedule_next_trigger_at = now() - interval '1 second'
    where trigger_type = 'SCHEDULE'`.execute(service.db);
  await sendSummaries(service.context);
}

async function causeBadUploads(): Promise<void> {
  const invalid = { bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ name: 'without a type' }] };
  const refused = await postBom(service, invalid, { project: projectUuid });
  expect(refused.status).toBe(400);
  await sql`alter table component add constraint unwanted check (name <> 'unwanted')`.execute(service.db);
  const { body } = await postBom(service, bomOf([npm('unwanted', '1')]), { project: projectUuid });
  await settled(service, body.token);
}

const ofFormat = (format: string) => receiver.requests.filter(({ path }) => path === `/${format}`);
const asJson = () => ofFormat('json').map(({ body }) => JSON.parse(String(body)).notification);
const findJson = async (group: string) => {
  const found = () => asJson().find((notification) => notification.group === `GROUP_${group}`);
  await expect.poll(found, { message: group }).toBeDefined();
  return found();
};

/** Decodes with the message definitions alone, without our code. */
function decodeWithBuf(bytes: Uint8Array) {
  const buf = join(ROOT, 'node_modules/@bufbuild/buf/bin/buf');
  const type = 'tallyman.notification.v1.Notification';
  const args = [buf, 'convert', 'packages/contract/proto', '--type', type, '--from', '-#format=binpb'];
  const run = spawnSync(process.execPath, [...args, '--to', '-#format=json'], { cwd: ROOT, input: bytes });
  if (run.status !== 0) throw new Error(String(run.stderr));
  return JSON.parse(String(run.stdout));
}

describe.each(Object.entries(GROUPS))('%s', (group, subject) => {
  it('is received at a webhook as equal JSON and protobuf, with its subject', async () => {
    const json = await findJson(group);
    const findBytes = () => ofFormat('protobuf').find(({ body }) => isSame(body, json))?.body;
    await expect.poll(findBytes).toBeDefined();
    const bytes = findBytes() as Buffer;
    const notification = fromBinary(NotificationSchema, bytes);
    const decoded = toNotificationJson(notification);
    // Each alert has its own summary: same content, different id.
    const { id, timestamp, ...said } = decoded;
    expect(json).toMatchObject(group in SCHEDULED ? said : decoded);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(timestamp).toMatch(/Z$/);
    expect(notification.subject?.typeUrl).toBe(
      subject && `type.googleapis.com/tallyman.notification.v1.${subject}`,
    );
    const plain = decodeWithBuf(bytes);
    const { '@type': type, ...members } = plain.subject ?? {};
    expect(type).toBe(notification.subject?.typeUrl);
    expect(decoded).toMatchObject({
      ...plain,
      timestamp: expect.any(String),
      subject: subject ? members : null,
    });
  });
});

function isSame(body: Buffer, { id, group }: { id: string; group: string }): boolean {
  const notification = toNotificationJson(fromBinary(NotificationSchema, body));
  return notification.id === id || (group.endsWith('_SUMMARY') && notification.group === group);
}

describe('Subjects', () => {
  it('have the project with its tags in every group of the portfolio', async () => {
    for (const group of Object.keys(PORTFOLIO)) {
      const all = asJson().filter((notification) => notification.group === `GROUP_${group}`);
      const projects = all
        .map(({ subject }) => subject.project ?? subject)
        .filter(({ name }) => name === 'shop');
      expect(projects.length, group).toBeGreaterThan(0);
      for (const project of projects)
        expect(project, group).toMatchObject({
          uuid: projectUuid,
          version: '1.0',
          tags: ['payment'],
          isActive: true,
        });
    }
  });

  it('have exactly one affected project, equal to the project, in NEW_VULNERABILITY', async () => {
    const { subject } = await findJson('NEW_VULNERABILITY');
    expect(subject.affectedProjects).toEqual([subject.project]);
    expect(subject).toMatchObject({
      component: { name: 'leaky', version: '1.0.0' },
      vulnerability: { vulnId: 'INT-1', source: 'INTERNAL', severity: 'HIGH', cwes: [{ cweId: 200 }] },
      affectedProjectsReference: { apiUri: '/api/v1/vulnerability/source/INTERNAL/vuln/INT-1/projects' },
      analysisTrigger: 'ANALYSIS_TRIGGER_BOM_UPLOAD',
    });
  });

  it('count new findings and violations in summaries', async () => {
    const { subject: vulnerabilities } = await findJson('NEW_VULNERABILITIES_SUMMARY');
    expect(vulnerabilities).toMatchObject({
      overview: {
        affectedProjectsCount: 1,
        affectedComponentsCount: 1,
        newVulnerabilitiesCount: 1,
        newVulnerabilitiesCountBySeverity: { HIGH: 1 },
        totalNewVulnerabilitiesCount: 1,
      },
      projectSummaries: [{ project: { name: 'shop' }, totalNewVulnerabilitiesCountBySeverity: { HIGH: 1 } }],
      findingsByProject: [{ findings: [{ vulnerability: { vulnId: 'INT-1' }, analysisState: 'IN_TRIAGE' }] }],
    });
    const { subject: violations } = await findJson('NEW_POLICY_VIOLATIONS_SUMMARY');
    expect(violations).toMatchObject({
      overview: {
        newViolationsCount: 1,
        newViolationsCountByType: { SECURITY: 1 },
        totalNewViolationsCount: 1,
      },
      violationsByProject: [{ violations: [{ policyCondition: { policy: { name: 'no high' } } }] }],
    });
  });
});

describe('A summary', () => {
  it('is not sent if nothing is new and scheduleSkipUnchanged is set', async () => {
    const before = asJson().filter(({ group }) => group.endsWith('_SUMMARY')).length;
    await sendDueSummaries();
    const { body: alerts } = await service.asAdmin('GET', '/api/v1/notification/rule?triggerType=SCHEDULE');
    expect(alerts).toHaveLength(2);
    for (const alert of alerts) {
      expect(alert.scheduleNextTriggerAt).toBeGreaterThan(alert.scheduleLastTriggeredAt);
      expect(alert.scheduleNextTriggerAt % 3_600_000).toBe(0);
    }
    expect(asJson().filter(({ group }) => group.endsWith('_SUMMARY'))).toHaveLength(before);
  });

  it('contains findings that were recorded while the previous one was created', async () => {
    const { body: vulnerability } = await service.asAdmin('PUT', '/api/v1/vulnerability', {
      vulnId: 'INT-LATE',
      source: 'INTERNAL',
      severity: 'LOW',
    });
    const summaries = () =>
      asJson()
        .filter(({ group }) => group === 'GROUP_NEW_VULNERABILITIES_SUMMARY')
        .map(({ subject }) => subject);
    await service.db.transaction().execute(async (tx) => {
      await sql`
        insert into finding (component_id, vulnerability_id, project_id, first_seen)
        select component.id, vulnerability.id, component.project_id, now() from component, vulnerability
        where component.name = 'leaky' and component.removed_at is null and vulnerability.uuid = ${vulnerability.uuid}
        limit 1`.execute(tx);
      await sendDueSummaries();
    });
    const newest = async () => {
      await sendDueSummaries();
      return summaries().at(-1);
    };
    await expect
      .poll(newest, SOON)
      .toMatchObject({ findingsByProject: [{ findings: [{ vulnerability: { vulnId: 'INT-LATE' } }] }] });
  });
});
