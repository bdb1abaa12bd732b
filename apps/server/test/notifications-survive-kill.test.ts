import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { emitEvents } from '../src/modules/notifications/emit-events.ts';
import { projectCreated } from '../src/modules/notifications/project-events.ts';
import { type Db, inTransaction } from '../src/platform/db/database.ts';
import { newUuid } from '../src/platform/ids.ts';
import { createTestDatabase, type TestDatabase } from './support/test-database.ts';
import { ADMIN_PASSWORD } from './support/test-template.ts';
import { startWebhookReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

const SERVER = join(import.meta.dirname, '../src/main.ts');
const NOTIFICATIONS = 1_000;
const KILLS = 3;

const nodes = new Set<ChildProcess>();
let database: TestDatabase | undefined;
let receiver: WebhookReceiver | undefined;
let directory = '';

afterAll(async () => {
  for (const node of nodes) node.kill('SIGKILL');
  await database?.drop();
  await receiver?.close();
  if (directory) await rm(directory, { recursive: true, force: true });
});

interface Node {
  readonly process: ChildProcess;
  readonly url: string;
}

async function startNode(databaseUrl: string): Promise<Node> {
  const settings = {
    'svc.datasource.url': databaseUrl,
    'svc.data.directory': directory,
    'svc.http.port': '0',
    'svc.management.port': '0',
    'svc.logging.level.root': 'error',
    'svc.outgoing-http.allow': '127.0.0.1',
    'svc.notification.outbox-relay.poll-interval-ms': '100',
    'svc.notification.delivery.timeout-ms': '200',
    'svc.notification.delivery.attempts': '50',
    'svc.notification.delivery.first-delay-ms': '50',
    'svc.notification.delivery.max-delay-ms': '200',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const child = spawn(process.execPath, [SERVER, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  nodes.add(child);
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    const url = /Interface\s+(http:\S+)/.exec(output)?.[1];
    if (url && output.includes('Ctrl-C')) return { process: child, url };
  }
  throw new Error(`The node ended before it was ready: ${output}`);
}

async function createAlert({ url }: Node, destinationUrl: string): Promise<void> {
  const login = new URLSearchParams({ username: 'admin', password: ADMIN_PASSWORD });
  const token = await (await fetch(`${url}/api/v1/user/login`, { method: 'POST', body: login })).text();
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/v1/notification/${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(answer.status).toBeLessThan(300);
    return answer.json();
  };
  const publishers = (await send('GET', 'publisher')) as { name: string; uuid: string }[];
  const publisher = publishers.find(({ name }) => name === 'Webhook');
  const members = { name: 'flaky', scope: 'PORTFOLIO', level: 'INFORMATIONAL' };
  const alert = (await send('PUT', 'rule', { ...members, publisher })) as { uuid: string };
  const publisherConfig = JSON.stringify({ destinationUrl });
  await send('POST', 'rule', { ...members, ...alert, publisherConfig, notifyOn: ['PROJECT_CREATED'] });
}

/** Some by some, while nodes come and go. */
async function emitAll(db: Db): Promise<void> {
  for (let index = 0; index < NOTIFICATIONS; index += 10) {
    const events = Array.from({ length: 10 }, (_, n) =>
      projectCreated({ uuid: newUuid(), name: `project ${index + n}`, tags: [], isActive: true }),
    );
    await inTransaction(db, (tx) => emitEvents(tx, new Date(), events));
    await setTimeout(20);
  }
}

test('kill -9 of the server at random moments during 1,000 notifications to a flaky receiver: every id arrives at least once, and the log is true', {
  timeout: 180_000,
}, async () => {
  database = await createTestDatabase();
  receiver = await startWebhookReceiver();
  directory = await mkdtemp(join(tmpdir(), 'tallyman-kill-'));
  const accepted = new Map<string, number>();
  const { db } = database;
  receiver.answer = ({ headers }) => {
    const dice = Math.random();
    if (dice < 0.5) return { status: 500 };
    if (dice < 0.53) return { isSilent: true };
    const id = String(headers['webhook-id']);
    accepted.set(id, (accepted.get(id) ?? 0) + 1);
    return {};
  };
  let node = await startNode(database.url);
  await createAlert(node, receiver.url);
  const emitting = emitAll(db);
  for (let kill = 0; kill < KILLS; kill++) {
    await setTimeout(500 + Math.random() * 1_500);
    node.process.kill('SIGKILL');
    await once(node.process, 'exit');
    node = await startNode(database.url);
  }
  await emitting;
  const pending = async () => {
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from notification_outbox where position is null)
        + (select count(*) from delivery where status = 'PENDING') as left`.execute(db);
    return rows[0]?.left;
  };
  await expect.poll(pending, { timeout: 120_000, interval: 250 }).toBe(0);

  const { rows: log } = await sql<{ id: string; status: string; deliveries: number }>`
    select n.id, min(d.status) as status, count(d.id) as deliveries from notification_outbox n
    left join delivery d on d.notification_id = n.id
    where n.group_name = 'PROJECT_CREATED' group by n.id`.execute(db);
  expect(log).toHaveLength(NOTIFICATIONS);
  for (const { id, status, deliveries } of log) {
    expect({ id, status, deliveries, arrived: accepted.has(id) }).toEqual({
      id,
      status: 'DELIVERED',
      deliveries: 1,
      arrived: true,
    });
  }
  const lanes = await sql<{
    waiting: number;
  }>`select coalesce(sum(waiting), 0) as waiting from delivery_lane`.execute(db);
  expect(Number(lanes.rows[0]?.waiting)).toBe(0);
});
