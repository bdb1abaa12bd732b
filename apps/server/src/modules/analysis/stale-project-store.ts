import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export interface StaleProject {
  readonly id: number;
  readonly components: number;
}

const isAnalyzed = sql<SqlBool>`p.inactive_since is null and p.collection_logic is null`;

const isStale = (before: Date) => sql<SqlBool>`${isAnalyzed}
  and (p.last_vulnerability_analysis is null or p.last_vulnerability_analysis < ${before})`;

/** Counts stale projects and all projects. Projects that were never analysed do not count as stale. */
export async function countStaleProjects(db: Db, before: Date): Promise<{ due: number; all: number }> {
  const { rows } = await sql<{ due: number; all: number }>`
    select count(*) filter (where p.last_vulnerability_analysis < ${before}) as due, count(*) as all
    from project p where ${isAnalyzed}`.execute(db);
  return rows[0] ?? { due: 0, all: 0 };
}

/** Returns active projects that were not analysed since `before`, by id, starting after the id `after`. */
export async function listStaleProjects(
  db: Db,
  before: Date,
  after: number,
  limit: number,
): Promise<StaleProject[]> {
  const { rows } = await sql<StaleProject>`
    select p.id, (
      select count(*) from component c where c.project_id = p.id and c.removed_at is null) as components
    from project p
    where p.id > ${after} and ${isStale(before)}
    order by p.id
    limit ${limit}`.execute(db);
  return rows;
}
