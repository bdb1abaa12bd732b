import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { CpeStatementRow, PackageStatementRow } from './match/affected-statement.ts';

const bounds = sql`a.uuid, a.version_start_including, a.version_start_excluding, a.version_end_including,
  a.version_end_excluding, asserter.display_name as asserter, asserter.source`;

export async function listPackageStatements(db: Db, vulnerabilityId: number): Promise<PackageStatementRow[]> {
  const { rows } = await sql<PackageStatementRow>`
    select ${bounds}, coalesce(a.stated_package, a.package) || coalesce('?' || a.qualifiers, '') as name, a.package, a.purl_type, a.distro,
      a.version, a.scheme
    from affected_package a join vulnerability_asserter asserter on asserter.id = a.asserter_id
    where a.vulnerability_id = ${vulnerabilityId}
    order by a.package, a.key_from, a.uuid, a.asserter_id`.execute(db);
  return rows;
}

export async function listCpeStatements(db: Db, vulnerabilityId: number): Promise<CpeStatementRow[]> {
  const { rows } = await sql<CpeStatementRow>`
    select ${bounds}, a.cpe as name, a.cpe, null as version
    from affected_cpe a join vulnerability_asserter asserter on asserter.id = a.asserter_id
    where a.vulnerability_id = ${vulnerabilityId}
    order by a.product, a.vendor, a.key_from, a.uuid, a.asserter_id`.execute(db);
  return rows;
}

/** Returns the analyzers that report a finding. */
export async function listReporters(db: Db, componentId: number, vulnerabilityId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('finding_attribution')
    .select('analyzer')
    .where('component_id', '=', componentId)
    .where('vulnerability_id', '=', vulnerabilityId)
    .where('deleted_at', 'is', null)
    .orderBy('analyzer')
    .execute();
  return rows.map(({ analyzer }) => analyzer);
}
