import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

interface WantedProject {
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
export async function listProjectIds(db: Db, wanted: readonly WantedProject[]): Promise<MatchingProject[]> {
  const { rows } = await sql<MatchingProject>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as given (uuid uuid, name text, version text)
    )
    select id, uuid, name, version from project where uuid in (select uuid from wanted)
    union
    select project.id, project.uuid, project.name, project.version from project
    join wanted on wanted.name = project.name and wanted.version is not distinct from project.version`.execute(
    db,
  );
  return rows;
}
