import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedComponents } from '../../../test/support/seed-components.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { recordVulnerabilities } from '../vulnerabilities/record-vulnerabilities.ts';
import { mirrorAsserter } from '../vulnerabilities/vulnerability-asserters.ts';
import { analyzeProjects } from './analyze-projects.ts';
import { matchChangedVulnerabilities } from './match-changed-vulnerabilities.ts';

const NVD = mirrorAsserter('nvd', 'NVD', 'NVD');

describe('Matching changed vulnerabilities while an affected project changes', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const ctx = () => ({ db: database.db, log: silentLog, now: () => new Date() }) as unknown as Context;
  const follow = () =>
    matchChangedVulnerabilities(ctx(), { signal: new AbortController().signal, progress: () => {} });
  const publish = (vulnId: string, name: string, versionEndExcluding: string) =>
    inTransaction(database.db, (tx) =>
      recordVulnerabilities(tx, { asserter: NVD, mirrored: new Set(), now: new Date() }, [
        {
          source: 'NVD',
          vulnId,
          packages: [{ purl: `pkg:npm/${name}`, versions: [{ versionEndExcluding }] }],
        },
      ]),
    );
  async function newProject(name: string): Promise<number> {
    const uuid = newUuid();
    await database.db.insertInto('project').values({ uuid, name: uuid }).execute();
    const purl = `pkg:npm/${name}@1.0.0`;
    const components = [{ name, version: '1.0.0', purl, purl_coordinates: purl }];
    const { projectId } = await seedComponents(database.db, uuid, { components });
    await analyzeProjects(ctx(), [projectId], { trigger: undefined });
    return projectId;
  }
  const activeFindings = async (projectId: number) =>
    (
      await database.db
        .selectFrom('finding')
        .innerJoin('vulnerability', 'vulnerability.id', 'finding.vulnerability_id')
        .select('vuln_id')
        .where('project_id', '=', projectId)
        .where('inactive_since', 'is', null)
        .orderBy('vuln_id')
        .execute()
    ).map(({ vuln_id }) => vuln_id);

  const isAnybodyWaiting = async () => {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock') as waiting`.execute(database.db);
    return rows[0]?.waiting;
  };
  /** Starts matching and makes it wait for the lock of the project until `change` is committed. */
  const followDuring = async (projectId: number, change: (tx: Tx) => Promise<unknown>) => {
    const following = await inTransaction(database.db, async (tx) => {
      await tx.selectFrom('project').select('id').where('id', '=', projectId).forNoKeyUpdate().execute();
      const begun = { done: follow() };
      await expect.poll(isAnybodyWaiting).toBe(true);
      await change(tx);
      return begun;
    });
    await following.done;
  };

  it('uses the final components of the project', async () => {
    const projectId = await newProject('moving');
    await publish('CVE-2026-1', 'moving', '2.0.0');
    await followDuring(projectId, (tx) =>
      sql`update component set version = '3.0.0', purl = 'pkg:npm/moving@3.0.0',
        purl_coordinates = 'pkg:npm/moving@3.0.0' where project_id = ${projectId}`.execute(tx),
    );
    expect(await activeFindings(projectId)).toEqual([]);
  });

  it('retracts nothing that matches again', async () => {
    const projectId = await newProject('returning');
    await publish('CVE-2026-2', 'returning', '2.0.0');
    await follow();
    await publish('CVE-2026-2', 'returning', '0.5.0');
    await followDuring(projectId, () => publish('CVE-2026-2', 'returning', '1.5.0'));
    await follow();
    expect(await activeFindings(projectId)).toEqual(['CVE-2026-2']);
    const { rows } = await sql<{ notified: number }>`
      select count(*) as notified from notification_outbox where group_name like '%RETRACTED'`.execute(
      database.db,
    );
    expect(rows).toEqual([{ notified: 0 }]);
  });

  it('matches once if nothing else changes', async () => {
    const projectId = await newProject('resting');
    await publish('CVE-2026-3', 'resting', '2.0.0');
    await followDuring(projectId, async () => {});
    expect(await activeFindings(projectId)).toEqual(['CVE-2026-3']);
    await publish('CVE-2026-3', 'resting', '0.9.0');
    await follow();
    expect(await activeFindings(projectId)).toEqual([]);
  });

  it('skips projects that were deleted meanwhile', async () => {
    const [kept, gone] = [await newProject('shared'), await newProject('shared')];
    await publish('CVE-2026-4', 'shared', '2.0.0');
    await follow();
    await publish('CVE-2026-4', 'shared', '1.5.0');
    await followDuring(gone, (tx) => tx.deleteFrom('project').where('id', '=', gone).execute());
    expect(await activeFindings(kept)).toEqual(['CVE-2026-4']);
    expect(await activeFindings(gone)).toEqual([]);
  });
});
