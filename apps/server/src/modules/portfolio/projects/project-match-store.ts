import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

interface RequestedProject {
  readonly uuid: string | undefined;
  readonly name: string;
  readonly version: string | null;
}

interface MatchingProject {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly version: string | null;
}

/** The projects with one of the UUIDs, or one of the pairs of name and version. */
export async function listProjectIds(
  db: Db,
  requested: readonly RequestedProject[],
): Promise<MatchingProject[]> {
  const { rows } = await sql<MatchingProject>`
    with requested as (
      select * from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb)
        as given (uuid uuid, name text, version text)
    )
    select id, uuid, name, version from project where uuid in (select uuid from requested)
    union
    select project.id, project.uuid, project.name, project.version from project
    join requested on requested.name = project.name and requested.version is not distinct from project.version`.execute(
    db,
  );
  return rows;
}
