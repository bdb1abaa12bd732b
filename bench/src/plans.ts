/**
 * Writes the query plans of finding lists and of deliveries to bench/plans, one file for each committed statement. Run with `node bench/src/plans.ts [findings of the portfolio]` after a
 * change of these statements, of an index or of the PostgreSQL version, and commit the difference.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { updateFindingCounts } from '../../apps/server/src/modules/findings/counts/update-finding-counts.ts';
import { inTransaction } from '../../apps/server/src/platform/db/database.ts';
import { deliveryStatements } from '../../apps/server/test/support/statements/delivery-statements.ts';
import {
  findingListStatements,
  pastStatements,
} from '../../apps/server/test/support/statements/finding-list-statements.ts';
import {
  recordStatements,
  type Statement,
} from '../../apps/server/test/support/statements/record-statements.ts';
import { openBench } from './open-bench.ts';
import { seedFindings } from './seed-findings.ts';
import { seedPast } from './seed-past.ts';

const [ofPortfolio = 1_000_000] = process.argv.slice(2).map(Number);
if (!(ofPortfolio > 0)) throw new Error('Give a number of findings, such as 1000000.');

const DAY_MS = 86_400_000;
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
    await writePlans(name, await recordStatements(db, run));
  }
  await seedPast(db);
  for (const { name, run } of pastStatements(new Date(Date.now() - 15 * DAY_MS))) {
    await writePlans(name, await recordStatements(db, run));
  }
  await seedDeliveries();
  for (const { name, run } of deliveryStatements) {
    await writePlans(name, await inTransaction(db, (tx) => recordStatements(tx, run)));
  }
} finally {
  await bench.close();
}

async function writePlans(name: string, statements: readonly Statement[]): Promise<void> {
  const plans = await Promise.all(statements.map(explain));
  await writeFile(join(directory, `${name}.txt`), `${plans.join('\n\n')}\n`);
}

/** 100,000 deliveries of one alert to 1,000 projects. One in ten is pending. */
async function seedDeliveries(): Promise<void> {
  await sql`
    with alert as (
      insert into alert (uuid, name, is_enabled, scope, level, trigger_type, publisher_id)
      select gen_random_uuid(), 'plans', true, 'PORTFOLIO', 'INFORMATIONAL', 'EVENT', min(id) from publisher
      returning id, name),
    lane as (
      insert into delivery_lane (alert_id, lane, waiting)
      select alert.id, 'lane ' || n, 10 from alert, generate_series(1, 1000) n)
    insert into delivery (uuid, notification_id, alert_id, alert_name, lane, status)
    select gen_random_uuid(), gen_random_uuid(), alert.id, alert.name, 'lane ' || 1 + n % 1000,
      case when n <= 10000 then 'PENDING' else 'DELIVERED' end
    from alert, generate_series(1, 100000) n`.execute(db);
  await sql`vacuum analyze delivery, delivery_lane, alert`.execute(db);
}

/** The past of a list, which is relative to the time of the run. Other times have no milliseconds. */
const TIME = /'[\d-]+[ \d]*:\d\d:\d\d\.\d+(\+00)?'/g;

/** Without costs, row counts and times, which differ from run to run. */
async function explain({ sql, parameters }: Statement): Promise<string> {
  const { rows } = await pool.query(`explain (costs off) ${sql}`, [...parameters]);
  return rows.map((row) => row['QUERY PLAN'].replaceAll(TIME, "'<time>'")).join('\n');
}
