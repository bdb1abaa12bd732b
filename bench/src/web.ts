/**
 * The page of findings in a real Chromium: first visit, warm visit, a decision by keyboard, scrolling, facets and first page.
 * `node bench/src/web.ts [findings]` seeds a portfolio of its own, of 1.4 million findings unless given.
 * `node bench/src/web.ts --url <address>` measures a running service, such as the demo, with the administrator's password in
 * TALLYMAN_PASSWORD. `--scroll <findings>` limits how far the list is scrolled, `--browser` is another Chromium.
 */
import { parseArgs } from 'node:util';
import { updateFindingCounts } from '../../apps/server/src/modules/findings/counts/update-finding-counts.ts';
import { ensureWebBuilt } from '../../scripts/build-web.mjs';
import { measureWeb } from './measure-web.ts';
import { openBench } from './open-bench.ts';
import { seedFindings } from './seed-findings.ts';
import { signIn } from './sign-in.ts';

const OF_PROJECT = 10_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    scroll: { type: 'string', default: '100000' },
    browser: { type: 'string', default: '/usr/bin/chromium' },
  },
});
if (!(await ensureWebBuilt())) throw new Error('The web interface could not be built.');
const options = { scroll: Number(values.scroll), browser: values.browser };
if (values.url === undefined) await measureSeeded(Number(positionals[0] ?? 1_400_000));
else await measure(values.url, await signIn(values.url, process.env.TALLYMAN_PASSWORD));

async function measureSeeded(findings: number): Promise<void> {
  const bench = await openBench();
  const { db } = bench.database;
  // An analysis would remove the seeded findings.
  const settings = { 'svc.config.profile': 'web' };
  try {
    const starting = await bench.startServer({ settings });
    await seedFindings(db, { ofProject: OF_PROJECT, ofPortfolio: Math.max(0, findings - OF_PROJECT) });
    await starting.stop();
    await updateFindingCounts({ db }, { signal: new AbortController().signal });
    const server = await bench.startServer({ settings });
    await measure(server.api, server.authorization);
  } finally {
    await bench.close();
  }
}

async function measure(url: string, authorization: string): Promise<void> {
  console.table(await measureWeb(url, authorization.replace('Bearer ', ''), options));
}
