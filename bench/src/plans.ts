/**
 * Writes the query plans of the finding lists to bench/plans, one file for each statement in
 * apps/server/src/modules/findings/lists/sql. Run with `node bench/src/plans.ts [findings of the portfolio]` after a
 * change of these statements, of an index or of the PostgreSQL version, and commit the difference.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { updateFindingCounts } from '../../apps/server/src/modules/findings/counts/update-finding-counts.ts';
import { findingListStatements } from '../../apps/server/test/support/statements/finding-list-statements.ts';
import {
  recordStatements,
  type Statement,
} from '../../apps/server/test/support/statements/record-statements.ts';
import { openBench } from './open-bench.ts';
import { seedFindings } from './seed-findings.ts';

const [ofPortfolio = 1_000_000] = process.argv.slice(2).map(Number);
if (!(ofPortfolio > 0)) throw new Error('Give a number of findings, such as 1000000.');

const directory = join(import.meta.dirname, '../plans');
const bench = await openBench();
const { db, pool } = bench.database;
try {
  const starting = await bench.startServer({ settings: { 'svc.config.profile': 'web' } });
  await seedFindings(db, { ofProject: 10_000, ofPortfolio });
  await starting.stop();
  await updateFindingCounts({ db }, { signal: new AbortController().signal });
  await sql`vacuum analyze finding_count, project_change`.execute(db);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory);
  for (const { name, run } of findingListStatements) {
    const plans = await Promise.all((await recordStatements(db, run)).map(explain));
    await writeFile(join(directory, `${name}.txt`), `${plans.join('\n\n')}\n`);
  }
} finally {
  await bench.close();
}

/** Without costs and row counts, which differ from run to run. */
async function explain({ sql, parameters }: Statement): Promise<string> {
  const { rows } = await pool.query(`explain (costs off) ${sql}`, [...parameters]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
