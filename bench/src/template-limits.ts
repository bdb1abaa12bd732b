/**
 * What templates that users write can do to the rest of the service: previews and deliveries of templates that never
 * end or build ever longer texts, while somebody asks for the version. Run with `node bench/src/template-limits.ts`;
 * results are kept in bench/README.md.
 */
import { setTimeout } from 'node:timers/promises';
import { openBench } from './open-bench.ts';
import { residentMegabytes, watchMemory } from './process-costs.ts';

const expression = (characters: number) => 'x == 0 or '.repeat(Math.floor(characters / 10) - 6);
const evaluating = (characters: number) =>
  `{{ (1..20000) | where_exp: "x", "${expression(characters)}x == 0" | size }}`;
const searching = (number: number) =>
  `{% assign a = (1..200000) %}{% if ${Array(3_000).fill('a contains 0').join(' or ')} %}{% endif %} ${number}`;
const doubling = (number: number) =>
  `{% assign s = "${number}" %}{% for a in (1..60) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}{{ s }}`;

const bench = await openBench();
try {
  const { pid, api, authorization, ...loop } = await bench.startServer({ isWatched: true });
  const send = async (method: string, path: string, body: object) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${api}/api/v1/${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json().catch(() => undefined)) as { uuid: string } };
  };
  await storePublisher(send);
  await loop.forgetStalls();
  const before = residentMegabytes(pid);
  const peak = watchMemory(pid);
  const asking = askForVersion(api);
  const templates = [evaluating(1_050), evaluating(50_000)];
  for (let n = 0; n < 6; n++) templates.push(searching(n), doubling(n));
  for (let n = 0; n < 20; n++) void send('PUT', 'project', { name: `project ${n}` });
  const answers = await Promise.all(
    templates.map((template) => send('POST', 'notification/publisher/preview', { template })),
  );
  await setTimeout(5_000);
  const latencies = await asking.stop();
  console.table({
    'answers to previews': answers.map(({ status }) => status).join(' '),
    'GET /api/version, asked': latencies.length,
    'p50 ms': Math.round(latencies[Math.floor(latencies.length / 2)] ?? 0),
    'p99 ms': Math.round(latencies[Math.floor(latencies.length * 0.99)] ?? 0),
    'largest ms': Math.round(latencies.at(-1) ?? 0),
    'event loop busy at most, ms of processor time': await loop.longestStall(),
    'memory before, MB': before,
    'largest, MB': peak(),
    'afterwards, MB': residentMegabytes(pid),
  });
} finally {
  await bench.close();
}

type Send = (method: string, path: string, body: object) => Promise<{ body: { uuid: string } }>;

/** It is told of every project that is created. */
async function storePublisher(send: Send): Promise<void> {
  const { body: publisher } = await send('PUT', 'notification/publisher', {
    name: 'slow',
    extensionName: 'console',
    templateMimeType: 'text/plain',
    template: searching(-1),
  });
  const members = { name: 'slow', scope: 'PORTFOLIO', level: 'INFORMATIONAL' };
  const { body: alert } = await send('PUT', 'notification/rule', { ...members, publisher });
  await send('POST', 'notification/rule', { ...members, uuid: alert.uuid, notifyOn: ['PROJECT_CREATED'] });
}

function askForVersion(api: string) {
  const latencies: number[] = [];
  let isStopped = false;
  const asking = (async () => {
    while (!isStopped) {
      const began = performance.now();
      await (await fetch(`${api}/api/version`)).text();
      latencies.push(performance.now() - began);
      await setTimeout(20);
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await asking;
      return latencies.sort((a, b) => a - b);
    },
  };
}
