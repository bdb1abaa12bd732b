/**
 * Notifications from commit to receiver: at a steady rate, and processing a backlog, with and without a matching alert. Run
 * with `node bench/src/notifications.ts [per second]`;
 * results are in bench/README.md.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { emitEvents } from '../../apps/server/src/modules/notifications/emit-events.ts';
import { projectCreated } from '../../apps/server/src/modules/notifications/project-events.ts';
import { inTransaction } from '../../apps/server/src/platform/db/database.ts';
import { newUuid } from '../../apps/server/src/platform/ids.ts';
import { rounded } from './figures.ts';
import { openBench } from './open-bench.ts';
import { cpuSeconds } from './process-costs.ts';
import type { BenchServer } from './start-server.ts';

const rate = Number(process.argv[2] ?? 1_000);
if (!(rate > 0)) throw new Error('Give a number of notifications per second.');
const SECONDS = 15;
const PER_TRANSACTION = 10;
const PROJECTS = 500;
const BACKLOG = 50_000;
const DELIVERED_BACKLOG = 10_000;

const OWN_TEMPLATE = `{"notification": {"title": "{{ notification.title }}", "level": "{{ level }}",
  "content": "{{ notification.content }}", "time": "{{ timestamp | formatTimestamp }}",
  "subject": {"uuid": "{{ subject.uuid }}", "name": "{{ subject.name }}", "summary": "{{ subject | summarize }}"}},
  "facts": [{% for fact in facts %}"{{ fact.name }}: {{ fact.value }}"{% unless forloop.last %}, {% endunless %}{% endfor %}]}`;

const bench = await openBench();
const { postgres } = bench;
const { db } = bench.database;

const projects = Array.from({ length: PROJECTS }, () => newUuid());
const received = new Map<string, { at: number; project: string; order: number }>();
let arrivals = 0;
const receiver = http.createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  response.end();
  const { subject } = JSON.parse(String(Buffer.concat(chunks))).notification;
  received.set(subject.name, { at: performance.now(), project: subject.uuid, order: arrivals++ });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));

try {
  const server = await bench.startServer({ settings: { 'svc.outgoing-http.allow': '127.0.0.1' } });

  console.log('A backlog that no alert matches');
  console.table(await measureBacklog(server, BACKLOG, relayedSince));
  const alert = await createAlert(server);
  await measureRate(server, rate, 2);
  console.log(`${rate} notifications per second for ${SECONDS} seconds, about ${PROJECTS} projects`);
  console.table(await measureRate(server, rate, SECONDS));
  console.log('A backlog that an alert sends to a webhook');
  console.table(await measureBacklog(server, DELIVERED_BACKLOG, deliveredSince));
  await alert.useTemplate(OWN_TEMPLATE);
  console.log('The same through a custom template');
  console.table(await measureBacklog(server, DELIVERED_BACKLOG, deliveredSince));
  console.log('Emitting 10,000 in one transaction');
  console.table(await measureEmission(10_000));
} finally {
  receiver.closeAllConnections();
  receiver.close();
  await bench.close();
}

function toEvents(count: number, first: number) {
  return Array.from({ length: count }, (_, n) =>
    projectCreated({
      uuid: projects[(first + n) % PROJECTS] ?? '',
      name: `event ${first + n}`,
      version: '1.0.0',
      description: 'x'.repeat(400),
      tags: ['payment', 'backend'],
      isActive: true,
    }),
  );
}

async function measureRate({ pid }: BenchServer, perSecond: number, seconds: number) {
  received.clear();
  const committed = new Map<string, number>();
  const cpu = { server: cpuSeconds(pid), postgres: postgresCpu() };
  const began = performance.now();
  const total = perSecond * seconds;
  for (let said = 0; said < total; said += PER_TRANSACTION) {
    const due = began + (said / perSecond) * 1000;
    if (due > performance.now()) await setTimeout(due - performance.now());
    const events = toEvents(PER_TRANSACTION, said);
    await inTransaction(db, (tx) => emitEvents(tx, new Date(), events));
    const at = performance.now();
    for (let n = 0; n < PER_TRANSACTION; n++) committed.set(`event ${said + n}`, at);
  }
  const took = (performance.now() - began) / 1000;
  while (received.size < total) await setTimeout(20);
  const whole = (performance.now() - began) / 1000;
  const latencies = [...committed]
    .map(([name, at]) => (received.get(name)?.at ?? 0) - at)
    .sort((a, b) => a - b);
  return {
    'said per second': Math.round(total / took),
    'commit to receiver, p50 ms': Math.round(latencies[Math.floor(total * 0.5)] ?? 0),
    'p99 ms': Math.round(latencies[Math.floor(total * 0.99)] ?? 0),
    'largest ms': Math.round(latencies.at(-1) ?? 0),
    'cores of the server': rounded((cpuSeconds(pid) - cpu.server) / whole),
    'cores of PostgreSQL': rounded((postgresCpu() - cpu.postgres) / whole),
    'out of order within a project': outOfOrder(),
  };
}

function outOfOrder(): number {
  const byProject = Map.groupBy(received, ([, { project }]) => project);
  let wrong = 0;
  for (const arrived of byProject.values()) {
    const numbers = arrived
      .sort(([, a], [, b]) => a.order - b.order)
      .map(([name]) => Number(name.split(' ')[1]));
    wrong += numbers.filter((number, index) => index > 0 && number < (numbers[index - 1] ?? 0)).length;
  }
  return wrong;
}

/** Commits all of them together. */
async function measureBacklog(
  { pid }: BenchServer,
  count: number,
  doneSince: (position: number) => Promise<number>,
) {
  received.clear();
  const { rows } = await sql<{
    last: number;
  }>`select coalesce(max(position), 0) as last from notification_outbox`.execute(db);
  const last = Number(rows[0]?.last);
  const events = toEvents(count, 0);
  await inTransaction(db, (tx) => emitEvents(tx, new Date(), events));
  const cpu = { server: cpuSeconds(pid), postgres: postgresCpu() };
  const began = performance.now();
  while ((await doneSince(last)) < count) await setTimeout(5);
  const seconds = (performance.now() - began) / 1000;
  return {
    notifications: count,
    'per second': Math.round(count / seconds),
    'Server CPU, s': rounded(cpuSeconds(pid) - cpu.server),
    'PostgreSQL CPU, s': rounded(postgresCpu() - cpu.postgres),
  };
}

async function relayedSince(position: number): Promise<number> {
  const { rows } = await sql<{ done: number }>`
    select coalesce(max(position), 0) - ${position} as done from notification_outbox`.execute(db);
  return Number(rows[0]?.done);
}

async function deliveredSince(): Promise<number> {
  if (received.size % 500 > 0) return received.size;
  const { rows } = await sql<{ failed: number; error: string | null }>`
    select count(*)::int as failed, min(error) as error from delivery where status = 'FAILED'`.execute(db);
  if (rows[0]?.error) throw new Error(`${rows[0].failed} deliveries failed: ${rows[0].error}`);
  return received.size;
}

async function measureEmission(count: number) {
  const events = toEvents(count, 0);
  const before = { own: process.cpuUsage(), postgres: postgresCpu() };
  await sql`update alert set is_enabled = false`.execute(db);
  await inTransaction(db, (tx) => emitEvents(tx, new Date(), events));
  const own = process.cpuUsage(before.own);
  return {
    'Node, µs each': rounded((own.user + own.system) / count, 1),
    'PostgreSQL, µs each, including the relay': rounded(((postgresCpu() - before.postgres) * 1e6) / count, 1),
  };
}

function postgresCpu(): number {
  return cpuSeconds(postgres.pid, 'with-children');
}

async function createAlert({ api, authorization }: BenchServer) {
  const send = async (method: string, path: string, content?: object) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${api}/api/v1/notification/${path}`, {
      method,
      headers,
      ...(content ? { body: JSON.stringify(content) } : {}),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.status === 204 ? undefined : answer.json();
  };
  const create = async (publisher: { uuid: string } | undefined, name: string): Promise<string> => {
    const members = { name, scope: 'PORTFOLIO', level: 'INFORMATIONAL' };
    const { uuid } = (await send('PUT', 'rule', { ...members, publisher })) as { uuid: string };
    const destinationUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const publisherConfig = JSON.stringify({ destinationUrl });
    await send('POST', 'rule', { ...members, uuid, publisherConfig, notifyOn: ['PROJECT_CREATED'] });
    return uuid;
  };
  const publishers = (await send('GET', 'publisher')) as { name: string; uuid: string }[];
  const uuid = await create(
    publishers.find(({ name }) => name === 'Webhook'),
    'bench',
  );
  const useTemplate = async (template: string): Promise<void> => {
    await send('DELETE', 'rule', { uuid });
    const members = { name: 'own', extensionName: 'webhook', templateMimeType: 'application/json' };
    await create((await send('PUT', 'publisher', { ...members, template })) as { uuid: string }, 'own');
  };
  return { useTemplate };
}
