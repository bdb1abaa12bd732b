import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  attributionAt,
  type Instant,
  joinDecision,
  joinPastRatings,
  ratingsAt,
  toInstant,
} from '../history/as-of-store.ts';

/**
 * What a list of findings may join to the finding, `f`. In lists of the past, `current` is the vulnerability with the
 * ratings that it has now.
 */
export type Part =
  | 'component'
  | 'project'
  | 'current'
  | 'vulnerability'
  | 'analysis'
  | 'attribution'
  | 'epss';

/** The attribution that is presented: "the earliest active". */
export const earliestAttribution = (of: string) => sql`lateral (
    select attribution.* from finding_attribution attribution
    where attribution.component_id = ${sql.ref(`${of}.component_id`)}
      and attribution.vulnerability_id = ${sql.ref(`${of}.vulnerability_id`)} and attribution.deleted_at is null
    order by attribution.attributed_at, attribution.analyzer limit 1)`;

/** Joined in this order: some refer to earlier ones. */
const JOINS: Readonly<Record<Part, RawBuilder<unknown>>> = {
  component: sql`join component c on c.id = f.component_id`,
  project: sql`join project p on p.id = f.project_id`,
  current: sql`join vulnerability current on current.id = f.vulnerability_id`,
  vulnerability: sql`join vulnerability v on v.id = f.vulnerability_id`,
  analysis: sql`left join finding_analysis a
    on a.component_id = f.component_id and a.vulnerability_id = f.vulnerability_id`,
  attribution: sql`left join ${earliestAttribution('f')} at on true`,
  // A lateral join, so that PostgreSQL memoizes it for the next finding of the same vulnerability.
  epss: sql`left join lateral (
    select named.score, named.percentile from (
      select epss_score.* from epss_score where epss_score.cve = v.vuln_id
      union all select epss_score.* from vulnerability_alias mine
      join vulnerability_alias other on other.group_id = mine.group_id
      join epss_score on epss_score.cve = other.vuln_id
      where mine.vuln_id = v.vuln_id and mine.source = v.source
    ) named order by named.score desc, named.percentile desc, named.cve limit 1) e on true`,
};

/** The same, as it was known at an instant. */
function joinsAt(at: Instant): typeof JOINS {
  return {
    ...JOINS,
    vulnerability: sql`${joinPastRatings('current', at)}
      cross join lateral (
        select current.id, current.uuid, current.source, current.vuln_id, current.title, current.published_at,
          ${ratingsAt('current')}) v`,
    analysis: joinDecision('f', at),
    attribution: sql`left join ${attributionAt('f', at)} at on true`,
  };
}

/** Joins only what is needed: counting a million findings must not read a million vulnerabilities. */
export function joinsOf(parts: Iterable<Part>, asOf?: Date): RawBuilder<unknown> {
  const requested = new Set(parts);
  if (requested.has('epss')) requested.add('vulnerability');
  if (asOf && requested.has('vulnerability')) requested.add('current');
  const known = asOf ? joinsAt(toInstant(asOf)) : JOINS;
  const joins = Object.entries(known).filter(([part]) => requested.has(part as Part));
  return sql.join(
    joins.map(([, join]) => join),
    sql` `,
  );
}

/** The first version that is not affected, according to the statement that matched. Needs the part `attribution`. */
export const fixOf = sql<string | null>`(
  select max(stated.version_end_excluding) from (
    select package.version_end_excluding from affected_package package
    where package.vulnerability_id = f.vulnerability_id and package.uuid = (at.evidence ->> 'affected')::uuid
    union all
    select cpe.version_end_excluding from affected_cpe cpe
    where cpe.vulnerability_id = f.vulnerability_id and cpe.uuid = (at.evidence ->> 'affected')::uuid
  ) stated)`;

/** A condition and the joins that it needs. */
export interface Condition {
  readonly on: readonly Part[];
  readonly is: RawBuilder<SqlBool>;
}

export function allOf(conditions: readonly Condition[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join(
    conditions.map(({ is }) => is),
    sql` and `,
  )}`;
}

/** Ratings of the decision replace those of the vulnerability. */
export const effective = {
  severity: sql`coalesce(a.severity, v.severity)`,
  cvssV2: sql`coalesce(a.cvss_v2_score, v.cvss_v2_score)`,
  cvssV3: sql`coalesce(a.cvss_v3_score, v.cvss_v3_score)`,
  cvssV4: sql`coalesce(a.cvss_v4_score, v.cvss_v4_score)`,
} as const;

/** The score of the newest version of CVSS that there is. */
export const newestCvss = sql`coalesce(${effective.cvssV4}, ${effective.cvssV3}, ${effective.cvssV2})`;

/** The same expression as in the index of vulnerabilities by severity. */
export function severityRank(severity: string): RawBuilder<number> {
  return sql<number>`array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'], ${sql.ref(severity)})`;
}
