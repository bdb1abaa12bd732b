import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { DataSourceServer, osvDocument } from './support/data-source-server.ts';
import { createKillableService, type KillableService } from './support/killable-service.ts';

const RECORDS = 8_000;

const TAKEN_OVER = { interval: 100 };

let sources: DataSourceServer | undefined;

afterAll(() => {
  sources?.close();
});

interface Run {
  readonly state: string;
  readonly records_new: number;
  readonly records_unchanged: number;
}

async function findRun(db: KillableService['db']): Promise<Run | undefined> {
  const { rows } = await sql<Run>`select * from mirror_run`.execute(db);
  return rows[0];
}

test('a mirror run whose node is killed with kill -9 continues after its last commit', async () => {
  sources = await DataSourceServer.start();
  const records = Array.from({ length: RECORDS }, (_, n) => osvDocument(`OSV-${n}`, '2024-01-01T00:00:00Z'));
  sources.putOsv('npm', records);
  const { db, startNode } = await createKillableService({
    'svc.vuln-data-source.osv.enabled': 'true',
    'svc.vuln-data-source.osv.url': sources.url,
    'svc.vuln-data-source.osv.ecosystems': 'npm',
  });
  const killed = await startNode();
  const headers = { authorization: await killed.signIn() };
  await fetch(`${killed.url}/api/v2/vuln-data-sources/osv/mirror-runs`, { method: 'POST', headers });
  while (((await findRun(db))?.records_new ?? 0) < 400) await setTimeout(1);
  await killed.kill();

  const before = await findRun(db);
  expect(before).toMatchObject({ state: 'RUNNING' });
  expect(before?.records_new).toBeLessThan(RECORDS);
  const { rows: positions } = await sql`select from mirror_position`.execute(db);
  expect(positions).toEqual([]);

  await startNode();
  await expect.poll(async () => (await findRun(db))?.state, TAKEN_OVER).toBe('COMPLETED');
  expect(await findRun(db)).toMatchObject({ records_new: RECORDS, records_unchanged: before?.records_new });
  const { rows } = await sql`
    select count(*)::int as vulnerabilities, count(distinct vuln_id)::int as ids,
      (select count(*)::int from affected_package) as ranges from vulnerability`.execute(db);
  expect(rows).toEqual([{ vulnerabilities: RECORDS, ids: RECORDS, ranges: RECORDS }]);
});
