import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export interface StaleProject {
  readonly id: number;
  readonly components: number;
}

/** Active projects, not analysed since a time, those that wait longest first; after those with smaller numbers. */
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
    where p.id > ${after} and p.inactive_since is null and p.collection_logic is null
      and (p.last_vulnerability_analysis is null or p.last_vulnerability_analysis < ${before})
    order by p.id
    limit ${limit}`.execute(db);
  return rows;
}
