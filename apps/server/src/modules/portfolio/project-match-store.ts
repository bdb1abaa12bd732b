import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

interface Sought {
  readonly uuid: string | undefined;
  readonly name: string;
  readonly version: string | null;
}

interface FoundProject {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly version: string | null;
}

/** Those with one of the UUIDs, or one of the names with its version. */
export async function listProjectIds(db: Db, sought: readonly Sought[]): Promise<FoundProject[]> {
  const { rows } = await sql<FoundProject>`
    with sought as (
      select * from jsonb_to_recordset(${JSON.stringify(sought)}::jsonb)
        as given (uuid uuid, name text, version text)
    )
    select id, uuid, name, version from project where uuid in (select uuid from sought)
    union
    select project.id, project.uuid, project.name, project.version from project
    join sought on sought.name = project.name and sought.version is not distinct from project.version`.execute(
    db,
  );
  return rows;
}
