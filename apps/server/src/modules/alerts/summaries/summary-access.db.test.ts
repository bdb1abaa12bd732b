import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProjectWithFindings } from '../../../../test/support/create-findings.ts';
import { createTeamKey, switchAccessControl, type TeamKey } from '../../../../test/support/team-key.ts';
import { DELIVERS_TO_LOOPBACK } from '../../../../test/support/test-alerts.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/support/webhook-receiver.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { emitToOne } from '../../notifications/emit-events.ts';
import { sampleEvent } from '../templates/sample-events.ts';
import { sendSummaries } from './send-summaries.ts';

let service: TestService;
let receiver: WebhookReceiver;
let team: TeamKey;

/** Access control is on. The team may access the projects that are mapped to it. */
beforeAll(async () => {
  service = await startTestService(DELIVERS_TO_LOOPBACK);
  receiver = await startWebhookReceiver();
  team = await createTeamKey(service, 'SYSTEM_CONFIGURATION', 'VIEW_PORTFOLIO');
  await switchAccessControl(service, true);
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const asMember = (method: string, path: string, body?: unknown) =>
  service.request(method, path, { apiKey: team.apiKey, body });

/** A scheduled alert of the team. */
async function createScheduledAlert(): Promise<string> {
  const { body: publishers } = await asMember('GET', '/api/v1/notification/publisher');
  const publisher = publishers.find(({ name }: { name: string }) => name === 'Webhook');
  const members = { name: 'summaries', scope: 'PORTFOLIO', level: 'INFORMATIONAL' };
  const created = await asMember('PUT', '/api/v1/notification/rule/scheduled', { ...members, publisher });
  expect(created.status).toBe(201);
  const { uuid } = created.body;
  const changed = await asMember('POST', '/api/v1/notification/rule', {
    ...members,
    uuid,
    enabled: true,
    notifyOn: ['NEW_VULNERABILITIES_SUMMARY'],
    publisherConfig: JSON.stringify({ destinationUrl: `${receiver.url}/${uuid}` }),
  });
  expect(changed.status).toBe(200);
  return uuid;
}

it('summaries of an alert count only projects that its owner may access', async () => {
  const mine = await createProjectWithFindings(service, undefined, { name: 'with findings, ours' });
  await createProjectWithFindings(service, undefined, { name: 'with findings, theirs' });
  await service.asAdmin('PUT', '/api/v1/acl/mapping', { team: team.teamUuid, project: mine.uuid });
  const uuid = await createScheduledAlert();
  await expect
    .poll(async () => {
      await sql`update alert set created_at = now() - interval '1 hour', schedule_last_triggered_at = null,
        schedule_next_trigger_at = now() - interval '1 second' where uuid = ${uuid}`.execute(service.db);
      await sendSummaries(service.context);
      const sent = receiver.requests.filter(({ path }) => path.endsWith(uuid)).at(-1);
      return sent ? JSON.parse(String(sent.body)).notification.subject.overview : undefined;
    })
    .toMatchObject({ affectedProjectsCount: 1, totalNewVulnerabilitiesCount: 1 });
  const texts = receiver.requests.map(({ body }) => String(body)).join();
  expect(texts).toContain('with findings, ours');
  expect(texts).not.toContain('with findings, theirs');
});

it('a summary of all projects is shown only to users who may access all projects', async () => {
  const now = new Date();
  const event = sampleEvent('NEW_VULNERABILITIES_SUMMARY', now);
  const [emitted] = await inTransaction(service.db, (tx) => emitToOne(tx, now, [event], { isTest: false }));
  const path = `/api/v1/notification/${emitted?.id}`;
  expect((await service.asAdmin('GET', path)).status).toBe(200);
  expect((await asMember('GET', path)).status).toBe(404);
  const log = (await asMember('GET', '/api/v1/notification')).text;
  expect(log).not.toContain(`"id":"${emitted?.id}"`);
});
