/**
 * Requests that are expensive on purpose, and their effect on other clients: endless templates, deeply nested JSON,
 * documents with a million unknown members, many checks at once. Meanwhile another client polls the version.
 *
 * `node bench/src/hostile-requests.ts`; results are in bench/README.md.
 */
import { setTimeout } from 'node:timers/promises';
import { openBench } from './open-bench.ts';
import { residentMegabytes, watchMemory } from './process-costs.ts';
import type { BenchServer } from './start-server.ts';
import { pollVersion } from './version-poller.ts';

/** Memory counts as released within this distance of its earlier value. */
const TOLERATED_MB = 50;
const LONGEST_SETTLE_MS = 120_000;
const CHECKS = 40;

/** A template that evaluates an expression of so many characters 20,000 times. */
const evaluating = (characters: number) =>
  `{{ (1..20000) | where_exp: "x", "${'x == 0 or '.repeat(Math.floor(characters / 10) - 6)}x == 0" | size }}`;
const searching = (number: number) =>
  `{% assign a = (1..200000) %}{% if ${Array(3_000).fill('a contains 0').join(' or ')} %}{% endif %} ${number}`;
const doubling = (number: number) =>
  `{% assign s = "${number}" %}{% for a in (1..60) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}{{ s }}`;

const bench = await openBench();
try {
  const settings = {
    'svc.vuln-data-source.nvd.enabled': 'false',
    'svc.vuln-data-source.epss.enabled': 'false',
    'svc.vuln-data-source.kev.enabled': 'false',
    'svc.vuln-data-source.euvd.enabled': 'false',
  };
  const server = await bench.startServer({ isWatched: true, settings });
  const weakUser = await createUserWithoutPermissions(server);
  const rows = [];
  rows.push(await measure('nothing else', server, () => setTimeout(5_000, [])));
  rows.push(await measure('templates, previewed', server, () => previewTemplates(server)));
  rows.push(await measure('templates, stored in a publisher', server, () => notifyThroughTemplate(server)));
  rows.push(
    await measure('nested JSON, 9 MB, eight at once', server, () => sendNestedJson(server, weakUser)),
  );
  rows.push(await measure('check: 1M unknown members', server, () => check(server, unknownMembers(), 1)));
  rows.push(await measure('check: 300k properties', server, () => check(server, manyProperties(), 1)));
  rows.push(
    await measure(`${CHECKS} checks of 1.4 MB`, server, () => check(server, manyComponents(), CHECKS)),
  );
  console.table(rows);
} finally {
  await bench.close();
}

async function measure(what: string, server: BenchServer, attack: () => Promise<number[]>) {
  await server.forgetStalls();
  const before = residentMegabytes(server.pid);
  const peak = watchMemory(server.pid);
  const poller = await pollVersion(server.api);
  const start = performance.now();
  const statuses = await attack().catch(async (error) => {
    await poller.stop();
    throw error;
  });
  const seconds = (performance.now() - start) / 1000;
  const latencies = await poller.stop();
  const stall = await server.longestStall();
  const settled = await whenMemorySettled(server.pid, before);
  const at = (share: number) => Math.round(latencies[Math.floor((latencies.length - 1) * share)] ?? 0);
  return {
    what,
    answers: summarise(statuses),
    seconds: Number(seconds.toFixed(1)),
    'version p50': at(0.5),
    p99: at(0.99),
    largest: at(1),
    'loop busy, ms': stall,
    'MB before': before,
    peak: peak(),
    after: residentMegabytes(server.pid),
    'after, s': settled,
  };
}

/** Seconds until the memory is back near its earlier value. */
async function whenMemorySettled(pid: number, before: number): Promise<number> {
  const start = performance.now();
  const passed = () => performance.now() - start;
  do await setTimeout(5_000);
  while (residentMegabytes(pid) > before + TOLERATED_MB && passed() < LONGEST_SETTLE_MS);
  return Math.round(passed() / 1000);
}

function summarise(statuses: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
}

async function send(server: BenchServer, method: string, path: string, body: object | Buffer, as?: string) {
  const response = await fetch(`${server.api}/api/v1/${path}`, {
    method,
    headers: { authorization: as ?? server.authorization, 'content-type': 'application/json' },
    body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text };
}

async function createUserWithoutPermissions(server: BenchServer): Promise<string> {
  const password = 'a long sentence for the bench';
  const user = { username: 'weak', fullname: 'Weak', email: 'weak@localhost' };
  await send(server, 'PUT', 'user/managed', { ...user, newPassword: password, confirmPassword: password });
  const body = new URLSearchParams({ username: 'weak', password });
  const response = await fetch(`${server.api}/api/v1/user/login`, { method: 'POST', body });
  if (response.status !== 200) throw new Error(await response.text());
  return `Bearer ${await response.text()}`;
}

async function previewTemplates(server: BenchServer): Promise<number[]> {
  const templates = [
    evaluating(1_050),
    evaluating(50_000),
    searching(1),
    searching(2),
    doubling(1),
    doubling(2),
  ];
  const preview = (template: string) => send(server, 'POST', 'notification/publisher/preview', { template });
  return (await Promise.all(templates.map(preview))).map(({ status }) => status);
}

async function notifyThroughTemplate(server: BenchServer): Promise<number[]> {
  const publisher = await send(server, 'PUT', 'notification/publisher', {
    name: 'slow',
    extensionName: 'console',
    templateMimeType: 'text/plain',
    template: searching(-1),
  });
  const members = { name: 'slow', scope: 'PORTFOLIO', level: 'INFORMATIONAL' };
  const alert = await send(server, 'PUT', 'notification/rule', {
    ...members,
    publisher: JSON.parse(publisher.text),
  });
  const { uuid } = JSON.parse(alert.text) as { uuid: string };
  await send(server, 'POST', 'notification/rule', { ...members, uuid, notifyOn: ['PROJECT_CREATED'] });
  const names = Array.from({ length: 20 }, (_, n) => `project ${n}`);
  const answers = await Promise.all(names.map((name) => send(server, 'PUT', 'project', { name })));
  await setTimeout(15_000);
  return answers.map(({ status }) => status);
}

async function sendNestedJson(server: BenchServer, weakUser: string): Promise<number[]> {
  const body = Buffer.from('{"a":'.repeat(1_500_000) + '1' + '}'.repeat(1_500_000));
  const eight = Array.from({ length: 8 }, () => send(server, 'POST', 'user/self', body, weakUser));
  // The server may close the connection instead of reading nine megabytes that it has refused.
  return (await Promise.allSettled(eight)).map((one) => (one.status === 'fulfilled' ? one.value.status : 0));
}

function toBom(members: object): Buffer {
  return Buffer.from(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, ...members }));
}

function unknownMembers(): Buffer {
  const members = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, n) => [`unknown-${n}`, n]));
  return toBom({ components: [{ type: 'library', name: 'a', ...members }] });
}

function manyProperties(): Buffer {
  const properties = Array.from({ length: 300_000 }, (_, n) => ({ name: `name ${n}`, value: `value ${n}` }));
  return toBom({ components: [{ type: 'library', name: 'a', properties }] });
}

function manyComponents(): Buffer {
  const components = Array.from({ length: 4_000 }, (_, n) => ({
    type: 'library',
    'bom-ref': `${n}`,
    name: `component-${n}`,
    version: `1.${n}.0`,
    purl: `pkg:npm/component-${n}@1.${n}.0`,
    description:
      'What it is for, in about as many words as such documents have in the field today, no more.'.repeat(2),
  }));
  return toBom({ components });
}

async function check(server: BenchServer, document: Buffer, times: number): Promise<number[]> {
  const one = () => send(server, 'POST', 'check', document);
  return (await Promise.all(Array.from({ length: times }, one))).map(({ status }) => status);
}
