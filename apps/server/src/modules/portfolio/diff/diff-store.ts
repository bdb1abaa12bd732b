import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { PackageVersion } from './package-version.ts';

interface DifferenceRow extends PackageVersion {
  readonly is_from: boolean;
}

interface Differences {
  readonly onlyFrom: readonly PackageVersion[];
  readonly onlyTo: readonly PackageVersion[];
  readonly unchanged: number;
}

/**
 * The package versions that only one of the two projects has, and the number that both have. Equal ones are only
 * counted, because two versions of a project share most of their components.
 */
export async function getDifferences(db: Db, fromId: number, toId: number): Promise<Differences> {
  const { rows } = await sql<{ unchanged: number } & (DifferenceRow | { uuid: null })>`
    with joined as materialized (
      select a.id as from_id, b.id as to_id
      from (${packageVersions(fromId)}) a full join (${packageVersions(toId)}) b using (package, version)
    )
    select counted.unchanged, difference.*
    from (select count(*) as unchanged from joined where from_id is not null and to_id is not null) counted
    left join (
      select component.uuid, component.group_name as "group", component.name, component.version, component.purl,
        split_part(component.purl_coordinates, '@', 1) as "purlPackage", joined.from_id is not null as is_from
      from joined join component on component.id = coalesce(joined.from_id, joined.to_id)
      where joined.from_id is null or joined.to_id is null
    ) difference on true`.execute(db);
  const differences = rows.filter((row) => row.uuid !== null);
  return {
    onlyFrom: differences.filter((row) => row.is_from),
    onlyTo: differences.filter((row) => !row.is_from),
    unchanged: rows[0]?.unchanged ?? 0,
  };
}

/** Each version of each package once, with its first component. */
function packageVersions(projectId: number): RawBuilder<unknown> {
  return sql`
    select coalesce(split_part(purl_coordinates, '@', 1), coalesce(group_name, '') || chr(10) || name) as package,
      coalesce(version, '') as version, min(id) as id
    from component where project_id = ${projectId} and removed_at is null
    group by 1, 2`;
}
