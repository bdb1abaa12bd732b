import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { accessControlIsOn } from '../../portfolio/access/project-access.ts';
import type { DecidedFields, DecisionFields, FieldName } from '../decision.ts';
import { decisionColumns } from '../decision-access.ts';
import { type DecisionRow, toDecidedFields } from '../decision-columns.ts';
import type { FindingKey } from '../finding-key.ts';
import { findingKeyOf } from '../finding-key-access.ts';

export interface CarriedDecision extends FindingKey {
  /** Whether both components have the same identity, including the version. */
  readonly isSame: boolean;
  readonly fields: DecidedFields;
  /** Fields that a policy set. They are not carried over: policies apply to the other project themselves. */
  readonly policyFields: readonly FieldName[];
  readonly expiresAt: Date | null;
  readonly lapsing: readonly (keyof DecisionFields)[];
  readonly commenter: string | null;
  readonly decidedAt: Date;
  readonly componentVersion: string | null;
}

interface CarriedRow extends DecisionRow, FindingKey {
  readonly tier: number;
  readonly policy_fields: FieldName[];
  readonly expires_at: Date | null;
  readonly before_expiry: { readonly fields: DecisionFields } | null;
  readonly commenter: string | null;
  readonly decided_at: Date;
  readonly component_version: string | null;
}

const FIRST_TIER_OF_OTHER_VERSIONS = 6;

/**
 * Returns, for each active finding of project `toId`, the best matching decision in project `fromId`. Components match
 * by package URL, then by its coordinates; if one of them has no package URL, also by CPE, SWID tag, or group, name and
 * version (tiers 1 to 5). Tiers 6 and 7 match the same package in another version. Leaves out expired decisions and
 * decisions of policies.
 */
export async function listCarriedDecisions(
  db: Db,
  fromId: number,
  toId: number,
  now: Date,
): Promise<CarriedDecision[]> {
  const { rows } = await sql<CarriedRow>`
    with decided as materialized (
      select a.*, c.purl, c.purl_coordinates, c.cpe, c.swid_tag_id, c.group_name, c.name, c.version
      from finding_analysis a join component c on c.id = a.component_id and c.removed_at is null
      where a.project_id = ${fromId} and a.decided_by in ('PERSON', 'VEX', 'CARRIED_OVER')
        and (a.expires_at is null or a.expires_at > ${now})
    ), wanted as materialized (
      select f.component_id, f.vulnerability_id, c.purl, c.purl_coordinates, c.cpe, c.swid_tag_id, c.group_name,
        c.name, c.version
      from finding f join component c on c.id = f.component_id and c.removed_at is null
      where f.project_id = ${toId} and f.inactive_since is null
    ), pair as (
      ${pairs(1, sql`d.purl = w.purl`)}
      union all ${pairs(2, sql`d.purl_coordinates = w.purl_coordinates`)}
      union all ${pairs(3, sql`d.cpe = w.cpe and ${oneHasNoPurl}`)}
      union all ${pairs(4, sql`d.swid_tag_id = w.swid_tag_id and ${oneHasNoPurl}`)}
      union all ${pairs(5, sql`${sameName} and d.version is not distinct from w.version and ${oneHasNoPurl}`)}
      union all ${pairs(6, sql`split_part(d.purl_coordinates, '@', 1) = split_part(w.purl_coordinates, '@', 1)`)}
      union all ${pairs(7, sql`${sameName} and ${oneHasNoPurl}`)}
    )
    select distinct on (pair.component_id, pair.vulnerability_id)
      ${findingKeyOf('pair')}, pair.tier, ${decisionColumns('d')}, d.policy_fields, d.expires_at, d.before_expiry,
      d.version as component_version, entry.commenter, coalesce(entry.at, d.updated_at) as decided_at
    from pair
    join decided d on d.component_id = pair.source_id and d.vulnerability_id = pair.vulnerability_id
    left join lateral (
      select commenter, at from finding_audit
      where finding_audit.component_id = d.component_id and finding_audit.vulnerability_id = d.vulnerability_id
        and changes is not null
      order by id desc limit 1
    ) entry on true
    order by pair.component_id, pair.vulnerability_id, pair.tier, d.updated_at desc, d.component_id`.execute(
    db,
  );
  return rows.map(toCarriedDecision);
}

function pairs(tier: number, isSame: RawBuilder<unknown>) {
  return sql`
    select ${sql.lit(tier)} as tier, w.component_id, w.vulnerability_id, d.component_id as source_id
    from wanted w join decided d on d.vulnerability_id = w.vulnerability_id and ${isSame}`;
}

const oneHasNoPurl = sql`(d.purl_coordinates is null or w.purl_coordinates is null)`;
const sameName = sql`d.name = w.name and d.group_name is not distinct from w.group_name`;

function toCarriedDecision(row: CarriedRow): CarriedDecision {
  return {
    componentId: row.componentId,
    vulnerabilityId: row.vulnerabilityId,
    isSame: row.tier < FIRST_TIER_OF_OTHER_VERSIONS,
    fields: toDecidedFields(row),
    policyFields: row.policy_fields,
    expiresAt: row.expires_at,
    lapsing: Object.keys(row.before_expiry?.fields ?? {}) as (keyof DecisionFields)[],
    commenter: row.commenter,
    decidedAt: row.decided_at,
    componentVersion: row.component_version,
  };
}

export interface OriginProject {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly version: string | null;
}

export function findOrigin(db: Db, id: number): Promise<OriginProject | undefined> {
  return db
    .selectFrom('project')
    .select(['id', 'uuid', 'name', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** With access control on, every team that may see the target must also be allowed to see the source. */
const isVisibleToSameTeams = sql`(not ${accessControlIsOn()} or not exists (
  select from project_ancestry mine join project_access on project_access.project_id = mine.ancestor_id
  where mine.descendant_id = target.id and not exists (
    select from project_ancestry theirs join project_access other on other.project_id = theirs.ancestor_id
    where theirs.descendant_id = source.id and other.team_id = project_access.team_id)))`;

/** The property of this version, else of the latest earlier version that has the property. */
const isCarryOverEnabled = sql`coalesce((
  select lower(property.value) = 'true'
  from project p join project_property property on property.project_id = p.id
  where p.name = target.name and p.id <= target.id
    and property.group_name = 'decisions' and property.name = 'carry-over'
  order by p.id desc limit 1), false)`;

/**
 * Returns the projects without any finding before `now`, each with the latest earlier version of the same project that
 * has decisions.
 */
export async function listNewVersions(
  db: Db,
  projectIds: readonly number[],
  now: Date,
): Promise<{ readonly toId: number; readonly from: OriginProject }[]> {
  const { rows } = await sql<OriginProject & { readonly to_id: number }>`
    select target.id as to_id, origin.*
    from project target
    cross join lateral (
      select source.id, source.uuid, source.name, source.version from project source
      where source.name = target.name and source.id < target.id
        and exists (select from finding_analysis where finding_analysis.project_id = source.id)
        and ${isVisibleToSameTeams}
      order by source.id desc limit 1
    ) origin
    where target.id = any(${[...projectIds]}::bigint[]) and ${isCarryOverEnabled}
      and not exists (select from finding where finding.project_id = target.id and finding.first_seen < ${now})
  `.execute(db);
  return rows.map(({ to_id, ...from }) => ({ toId: to_id, from }));
}

/** Returns undefined if decisions are not carried over to the clone. */
export async function findOriginOfClone(
  db: Db,
  originalId: number,
  cloneId: number,
): Promise<OriginProject | undefined> {
  const { rows } = await sql<OriginProject>`
    select source.id, source.uuid, source.name, source.version
    from project target, project source
    where target.id = ${cloneId} and source.id = ${originalId} and ${isCarryOverEnabled} and ${isVisibleToSameTeams}
  `.execute(db);
  return rows[0];
}
