import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeReport } from './describe-report.ts';
import { fuzz } from './fuzz.ts';
import { FUZZ_SETTINGS, serveFuzzFeeds } from './fuzz-service.ts';
import { closeConnections, send } from './send.ts';

const PASSWORD = 'a passphrase for one run 4711';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    port: { type: 'string', default: '18480' },
    minutes: { type: 'string', default: '600' },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);
const port = Number(values.port);

console.log(
  `Seed ${seed}, ${requests} requests. Repeat with: npm run fuzz -- --seed ${seed} --requests ${requests}`,
);
const directory = mkdtempSync(join(tmpdir(), 'tallyman-fuzz-'));
const feeds = await serveFuzzFeeds();
const service = startService(feeds.url);
try {
  const baseUrl = `http://127.0.0.1:${port}`;
  await untilReady(baseUrl, service);
  const startedAt = performance.now();
  const report = await fuzz({
    baseUrl,
    adminToken: await signIn(baseUrl),
    receiver: feeds.url,
    seed,
    requests,
    signal: AbortSignal.timeout(Number(values.minutes) * 60_000),
    onProgress: (sent, failures) => {
      if (sent % 10_000 !== 0) return;
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      console.log(`${sent} sent after ${seconds} s, ${failures} failed`);
    },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(describeReport(report, seconds));
  const isClean = report.failures.length + report.withoutSuccess.length === 0;
  process.exitCode = isClean && service.exitCode === null ? 0 : 1;
} finally {
  closeConnections();
  await stop(service);
  await feeds.close();
  rmSync(directory, { recursive: true, force: true });
}

function startService(feedsUrl: string): ChildProcess {
  const settings = {
    'svc.http.port': String(port),
    'svc.management.port': String(port + 1),
    'svc.data.directory': directory,
    'svc.init.admin.password': PASSWORD,
    'svc.logging.level.root': 'error',
    ...FUZZ_SETTINGS(feedsUrl),
  };
  const main = join(import.meta.dirname, '../../src/main.ts');
  const args = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  // The memory limit of `npm start`.
  return spawn(process.execPath, ['--max-semi-space-size=2', main, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function untilReady(baseUrl: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`);
    const { status } = await send(baseUrl, { method: 'GET', path: '/api/version', headers: {} });
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function signIn(baseUrl: string): Promise<string> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ username: 'admin', password: PASSWORD }).toString();
  const answer = await send(baseUrl, { method: 'POST', path: '/api/v1/user/login', headers, body });
  if (answer.status !== 200) throw new Error(`Signing in failed: ${answer.status} ${answer.text}`);
  return answer.text;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGINT');
  await once(child, 'exit');
}
