import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findingOperations, projectOperations } from '@tallyman/contract';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../../apps/server/test/support/temporary-directory.ts';
import { createTestDatabase } from '../../apps/server/test/support/test-database.ts';
import { ADMIN_PASSWORD } from '../../apps/server/test/support/test-template.ts';
import { signInAs } from './fill-portfolio.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const DAY_MS = 86_400_000;

/** Resolves with the address when the demo is filled. */
async function startDemo(settings: Readonly<Record<string, string>>): Promise<string> {
  const args = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const demo: ChildProcess = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SVC_INIT_ADMIN_PASSWORD: ADMIN_PASSWORD },
  });
  onTestFinished(async () => {
    if (demo.exitCode !== null) return;
    demo.kill('SIGKILL');
    await once(demo, 'exit');
  });
  let output = '';
  for await (const chunk of demo.stdout ?? []) {
    output += chunk;
    const url = /In a browser (http:\S+)/.exec(output)?.[1];
    if (url) return url;
  }
  throw new Error(`The demo ended: ${output}`);
}

test('npm run demo fills a portfolio with findings, decisions and violations of the last 90 days', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const url = await startDemo({
    'svc.datasource.url': database.url,
    'svc.data.directory': temporaryDirectory(),
    'svc.http.port': '0',
    'svc.management.port': '0',
  });
  const client = await signInAs(url, 'admin', ADMIN_PASSWORD);
  const projects = await client.call(projectOperations.listProjects, { query: { limit: 100 } });
  expect(projects.body.length).toBeGreaterThan(45);
  const findings = await client.call(findingOperations.listFindings, {
    query: { showSuppressed: true, limit: 100, orderBy: 'attribution.attributedOn', sortOrder: 'asc' },
  });
  expect(findings.total).toBeGreaterThan(500);
  const states = new Set(findings.body.map(({ analysis }) => analysis.state));
  expect(states).toContain('EXPLOITABLE');
  expect(states).toContain('NOT_AFFECTED');
  const oldest = Math.max(
    ...findings.body.map(({ attribution }) => Date.now() - Number(attribution?.attributedOn)),
  );
  expect(oldest / DAY_MS).toBeGreaterThan(60);
  expect(oldest / DAY_MS).toBeLessThan(92);
});
