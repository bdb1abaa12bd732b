/**
 * Installs real clients of Dependency-Track from their registries, makes all their calls to a new service, prints a
 * table and writes docs/clients.md. Needs Python 3, Go and access to the package registries. Clients that cannot be
 * installed are listed as such.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type CallResult,
  driveCdxgen,
  driveDtrackAuditor,
  driveGoClient,
  drivePythonClient,
} from './drivers.ts';
import { renderPage, renderSummary } from './report.ts';
import { seedPortfolio } from './seed-portfolio.ts';
import { startService } from './start-service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = join(ROOT, 'docs', 'clients.md');

const directory = mkdtempSync(join(tmpdir(), 'tallyman-clients-'));
const cache = join(ROOT, 'node_modules', '.cache', 'tallyman-clients');
mkdirSync(cache, { recursive: true });

const service = await startService(ROOT, directory);
try {
  const seed = await seedPortfolio(service, ROOT);
  writeFileSync(join(directory, 'seed.json'), JSON.stringify(seed));
  const target = { url: service.url, key: seed.apiKey, directory, cache };
  const results: CallResult[] = [];
  for (const drive of [drivePythonClient, driveGoClient, driveCdxgen, driveDtrackAuditor]) {
    console.log(`${drive.name} …`);
    results.push(...(await drive(target)));
  }
  console.log(renderSummary(results));
  writeFileSync(PAGE, renderPage(results));
  console.log('Written to docs/clients.md.');
} finally {
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
}
