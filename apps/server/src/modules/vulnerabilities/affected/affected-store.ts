import { type InferResult, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

export type AffectedPackageOf = InferResult<ReturnType<typeof selectPackages>>[number];
export type AffectedCpeOf = InferResult<ReturnType<typeof selectCpes>>[number];

/** Sorted by package, then by version. */
export function listAffectedPackages(db: Db, vulnerabilityId: number): Promise<AffectedPackageOf[]> {
  return selectPackages(db, vulnerabilityId)
    .orderBy('affected.package')
    .orderBy('affected.key_from')
    .orderBy('affected.uuid')
    .orderBy('affected.asserter_id')
    .execute();
}

export function listAffectedCpes(db: Db, vulnerabilityId: number): Promise<AffectedCpeOf[]> {
  return selectCpes(db, vulnerabilityId)
    .orderBy('affected.product')
    .orderBy('affected.vendor')
    .orderBy('affected.key_from')
    .orderBy('affected.uuid')
    .orderBy('affected.asserter_id')
    .execute();
}

const attribution = [
  'affected.uuid',
  'affected.first_seen',
  'affected.version_start_including',
  'affected.version_start_excluding',
  'affected.version_end_including',
  'affected.version_end_excluding',
  'asserter.source as asserter_source',
] as const;

/** The time of the last changed report of the asserter. */
const lastSeen = sql<Date>`coalesce(report.last_seen, affected.first_seen)`.as('last_seen');

function selectPackages(db: Db, vulnerabilityId: number) {
  return db
    .selectFrom('affected_package as affected')
    .innerJoin('vulnerability_asserter as asserter', 'asserter.id', 'affected.asserter_id')
    .leftJoin('vulnerability_report as report', (join) =>
      join
        .onRef('report.vulnerability_id', '=', 'affected.vulnerability_id')
        .onRef('report.asserter_id', '=', 'affected.asserter_id'),
    )
    .select(attribution)
    .select([
      sql<string>`coalesce(affected.stated_package, affected.package)`.as('package'),
      'affected.qualifiers',
      'affected.version',
      'affected.vers',
      lastSeen,
    ])
    .where('affected.vulnerability_id', '=', vulnerabilityId);
}

function selectCpes(db: Db, vulnerabilityId: number) {
  return db
    .selectFrom('affected_cpe as affected')
    .innerJoin('vulnerability_asserter as asserter', 'asserter.id', 'affected.asserter_id')
    .leftJoin('vulnerability_report as report', (join) =>
      join
        .onRef('report.vulnerability_id', '=', 'affected.vulnerability_id')
        .onRef('report.asserter_id', '=', 'affected.asserter_id'),
    )
    .select(attribution)
    .select(['affected.cpe', lastSeen])
    .where('affected.vulnerability_id', '=', vulnerabilityId);
}
