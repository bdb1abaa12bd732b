import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { copyRows } from '../../platform/db/copy-rows.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { FindingScope } from '../findings/record-findings.ts';
import type { CpeCandidate, PackageCandidate } from './match/match-candidates.ts';
import { givenVersion, MAX_CPE_CHARACTERS, matchedPurl } from './matching-keys-store.ts';

/** A component and a statement about affected versions that matches it. */
export interface Match {
  readonly component_id: number;
  readonly vulnerability_id: number;
  readonly asserter_id: number;
  readonly affected: string;
}

/** Stored components, or components of a checked document (check-store.ts) from an id on. */
export type MatchScope = FindingScope | { readonly checkedFrom: number };

/** A condition on components `c` and statements `a`. */
function inScope(scope: MatchScope): RawBuilder<SqlBool> {
  if ('checkedFrom' in scope) return sql<SqlBool>`c.id >= ${scope.checkedFrom}`;
  const { projectIds, vulnerabilityIds } = scope;
  return sql<SqlBool>`c.removed_at is null and ${among('c.project_id', projectIds)}
    and ${among('a.vulnerability_id', vulnerabilityIds)}`;
}

function among(column: string, ids: readonly number[] | undefined): RawBuilder<SqlBool> {
  return ids === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::bigint[])`;
}

export const isNotRejected = sql<SqlBool>`not exists (
  select from vulnerability v where v.id = a.vulnerability_id and v.rejected_at is not null)`;

/** The planner starts from the components of a project, or from the packages of a vulnerability. */
const componentsOfPackages = (scope: MatchScope) => sql`
  ${'checkedFrom' in scope ? sql`checked_component c join checked_purl m` : sql`component c join matching_purl m`}
    on m.purl = ${matchedPurl} collate "C" and m.given_version = ${givenVersion} collate "C"
    and m.coordinates = c.purl_coordinates
  join affected_package a on a.package = m.package`;

/** Compares keys in the order in which the bounds can be compared. */
export const isInRange = sql<SqlBool>`case when a.scheme = m.scheme
  then a.key_from <= m.version_key and (a.key_to is null or m.version_key < a.key_to)
  else a.key_from <= m.generic_key and (a.key_to is null or m.generic_key < a.key_to) end`;

/** Whether releases of distributions have to be compared, which SQL cannot. */
export const dependsOnRelease = sql<SqlBool>`(m.purl_type = 'rpm' or (m.distro is not null and a.distro is not null))`;

/** Reports what the keys alone decide. */
export async function reportPackageMatches(tx: Tx, scope: MatchScope): Promise<void> {
  await sql`
    insert into reported_finding (component_id, vulnerability_id, identifier, asserter_id, affected)
    select c.id, a.vulnerability_id, 'PURL', a.asserter_id, a.uuid
    from ${componentsOfPackages(scope)}
    where ${inScope(scope)} and m.scheme is not null and ${isInRange} and not ${dependsOnRelease}
      and ${isNotRejected}`.execute(tx);
}

/** Returns matches that the keys leave open. */
export async function listPackageCandidates(
  db: Db,
  scope: MatchScope,
): Promise<(PackageCandidate & Match)[]> {
  const { rows } = await sql<PackageCandidate & Match>`
    select c.id as component_id, a.vulnerability_id, a.asserter_id, a.uuid as affected,
      a.purl_type, a.distro, a.version, a.version_start_including, a.version_start_excluding,
      a.version_end_including, a.version_end_excluding, m.version as component_version,
      m.scheme as component_scheme, m.generic_key, m.distro as component_distro
    from ${componentsOfPackages(scope)}
    where ${inScope(scope)} and (m.scheme is null or (${dependsOnRelease} and ${isInRange}))
      and ${isNotRejected}`.execute(db);
  return rows;
}

/**
 * Returns criteria whose part, vendor and product may match the component. Leaves out those that the generic version
 * order excludes, if that order decides.
 */
export async function listCpeCandidates(db: Db, scope: MatchScope): Promise<(CpeCandidate & Match)[]> {
  const { rows } = await sql<CpeCandidate & Match>`
    ${cpeCandidates(scope, sql<SqlBool>`a.product = m.product`)}
    union all
    ${cpeCandidates(scope, sql<SqlBool>`a.product = '*' and m.product is not null`)}
    order by component_cpe`.execute(db);
  return rows;
}

/** The type of the package URL of component `c`. */
export const purlType: RawBuilder<string | null> = sql<string | null>`substring(c.purl from '^pkg:([^/]+)/')`;

/** Whether the names `m` and the criteria `a` may be the same product. */
export const mayBeSameProduct = sql<SqlBool>`(m.vendor = '*' or a.vendor in (m.vendor, '*'))
  and (m.part = '*' or a.part in (m.part, '*'))`;

function cpeCandidates(scope: MatchScope, isSameProduct: RawBuilder<SqlBool>): RawBuilder<unknown> {
  return sql`
    select c.id as component_id, a.vulnerability_id, a.asserter_id, a.uuid as affected, a.cpe,
      a.version_start_including, a.version_start_excluding, a.version_end_including, a.version_end_excluding,
      c.cpe as component_cpe, ${purlType} as purl_type
    from ${'checkedFrom' in scope ? sql`checked_component c join checked_cpe m` : sql`component c join matching_cpe m`}
      on m.cpe = c.cpe collate "C" and m.cpe collate "default" = c.cpe
    join affected_cpe a on ${isSameProduct}
    where ${inScope(scope)} and c.cpe is not null and length(c.cpe) <= ${MAX_CPE_CHARACTERS}
      and ${mayBeSameProduct}
      and (m.generic_key is null or c.purl is not null
        or (a.key_from <= m.generic_key and (a.key_to is null or m.generic_key < a.key_to)))
      and ${isNotRejected}`;
}

const COLUMNS = ['component_id', 'vulnerability_id', 'identifier', 'asserter_id', 'affected'] as const;

export async function reportMatches(
  tx: Tx,
  identifier: 'PURL' | 'CPE',
  matches: readonly Match[],
): Promise<void> {
  const rows = matches.map((match) => ({
    component_id: match.component_id,
    vulnerability_id: match.vulnerability_id,
    identifier,
    asserter_id: match.asserter_id,
    affected: match.affected,
  }));
  await copyRows(tx, 'reported_finding', COLUMNS, rows);
}
