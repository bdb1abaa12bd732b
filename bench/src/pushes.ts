/**
 * Pushes of findings to another system: a project to DefectDojo and the portfolio to Kenna, with time, event loop and
 * memory, fast and at 20 MB/s. Run with `node bench/src/pushes.ts [findings of the project] [of the portfolio]`; results
 * are in bench/README.md.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { rounded } from './figures.ts';
import { openBench } from './open-bench.ts';
import { cpuSeconds, residentMegabytes, watchMemory } from './process-costs.ts';
import { seedFindings } from './seed-findings.ts';
import type { BenchServer } from './start-server.ts';

const [ofProject = 100_000, ofPortfolio = 200_000] = process.argv.slice(2).map(Number);
if (!(ofProject > 0 && ofPortfolio > 0)) throw new Error('Give numbers of findings, such as 100000 200000.');

const SLOW_BYTES_PER_SECOND = 20e6;

const bench = await openBench();
const receiver = await startReceiver();
try {
  // An analysis would remove the seeded findings.
  const settings = { 'svc.outgoing-http.allow': '127.0.0.1', 'svc.task.stale-analysis.cron': '-' };
  const starting = await bench.startServer({ settings });
  const project = await seedFindings(bench.database.db, { ofProject, ofPortfolio });
  await starting.stop();
  const server = await bench.startServer({ settings, isWatched: true });
  await configure(server, project);
  const results: Record<string, object> = {};
  for (const isSlow of [false, true]) {
    receiver.isSlow = isSlow;
    const speed = isSlow ? 'at 20 MB/s' : 'fast';
    results[`DefectDojo, ${ofProject} findings, ${speed}`] = await measure(server, 'defectdojo', { project });
    results[`Kenna, ${ofProject + ofPortfolio} findings, ${speed}`] = await measure(server, 'kenna', {});
  }
  console.table(results);
} finally {
  receiver.close();
  await bench.close();
}

async function measure(server: BenchServer, name: string, body: object): Promise<object> {
  const { pid } = server;
  const idle = residentMegabytes(pid);
  const peak = watchMemory(pid);
  const cpu = cpuSeconds(pid);
  await server.forgetStalls();
  const begin = performance.now();
  await send(server, 'POST', `/api/v2/finding-integrations/${name}/pushes`, body);
  const attempt = await untilPushed(server, name);
  return {
    MB: rounded(attempt.bytes / 1e6),
    s: rounded((performance.now() - begin) / 1000),
    'CPU, s': rounded(cpuSeconds(pid) - cpu),
    'memory before, MB': idle,
    'memory more, MB': peak() - idle,
    'stall, ms': await server.longestStall(),
  };
}

async function untilPushed(server: BenchServer, name: string): Promise<{ readonly bytes: number }> {
  for (;;) {
    const { items } = await send(server, 'GET', `/api/v2/finding-integrations/${name}/pushes?limit=1`);
    const [push] = items;
    if (push.status === 'FAILED') throw new Error(push.failure_reason);
    if (push.status === 'COMPLETED') return push.attempts.at(-1);
    await setTimeout(50);
  }
}

async function configure(server: BenchServer, project: string): Promise<void> {
  await send(server, 'POST', '/api/v2/secrets', { name: 'key', value: 'value' });
  const settings = {
    'defectdojo.enabled': 'true',
    'defectdojo.url': receiver.url,
    'defectdojo.apiKey': 'key',
    'kenna.enabled': 'true',
    'kenna.api.url': receiver.url,
    'kenna.token': 'key',
    'kenna.connector.id': '1',
  };
  const properties = Object.entries(settings).map(([propertyName, propertyValue]) => ({
    groupName: 'integrations',
    propertyName,
    propertyValue,
  }));
  await send(server, 'POST', '/api/v1/configProperty/aggregate', properties);
  const property = { groupName: 'integrations', propertyType: 'STRING', propertyValue: '7' };
  const engagement = { ...property, propertyName: 'defectdojo.engagementId' };
  await send(server, 'PUT', `/api/v1/project/${project}/property`, engagement);
  for (const { uuid } of await send(server, 'GET', '/api/v1/project?pageSize=1000')) {
    const asset = { ...property, propertyName: 'kenna.asset.external_id', propertyValue: uuid };
    await send(server, 'PUT', `/api/v1/project/${uuid}/property`, asset);
  }
}

async function send(
  { api, authorization }: BenchServer,
  method: string,
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: reads responses of every shape
): Promise<any> {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered with status ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Reads uploads and keeps nothing of them. */
async function startReceiver() {
  const server = http.createServer(async (request, response) => {
    for await (const chunk of request) {
      if (started.isSlow) await setTimeout(((chunk as Buffer).length / SLOW_BYTES_PER_SECOND) * 1000);
    }
    const isKenna = request.url?.startsWith('/connectors/');
    response.writeHead(isKenna ? 200 : 201).end('{"success":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const started = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isSlow: false,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return started;
}
