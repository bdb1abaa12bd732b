import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { OWASP_SCORE_COLUMNS, RATING_COLUMNS } from '../../vulnerabilities/ratings/stored-ratings.ts';
import { PAST_DECISION_COLUMNS } from './past-decision-store.ts';

/** An expression of type `timestamptz`. */
export type Instant = RawBuilder<unknown>;

export function toInstant(time: Date): Instant {
  return sql`${time}::timestamptz`;
}

/**
 * Whether the finding `f` was listed. No interval starts before `first_seen`, which has an index. The partial indexes of
 * removed and returned components are small.
 */
export function wasListed(at: Instant): RawBuilder<SqlBool> {
  return sql<SqlBool>`f.first_seen <= ${at} and (
    (coalesce(f.active_since, f.first_seen) <= ${at} and (f.inactive_since is null or f.inactive_since > ${at})
      and not exists (
        select from component gone where gone.id = f.component_id and gone.removed_at <= ${at})
      and not exists (
        select from component back where back.id = f.component_id and back.returned_at > ${at}))
    or exists (
      select from finding_past past
      where past.component_id = f.component_id and past.vulnerability_id = f.vulnerability_id
        and past.valid_from <= ${at} and past.valid_to > ${at}))`;
}

/** Whether the finding `f` was not suppressed. */
export function wasNotSuppressed(at: Instant): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (
    select from finding_analysis hidden where hidden.component_id = f.component_id
      and hidden.vulnerability_id = f.vulnerability_id and hidden.is_suppressed and hidden.updated_at <= ${at}
  ) and not exists (
    select from finding_analysis_past hidden where hidden.component_id = f.component_id
      and hidden.vulnerability_id = f.vulnerability_id and hidden.is_suppressed
      and hidden.valid_from <= ${at} and hidden.valid_to > ${at})`;
}

function keyEquals(table: string, of: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.component_id`)} = ${sql.ref(`${of}.component_id`)}
    and ${sql.ref(`${table}.vulnerability_id`)} = ${sql.ref(`${of}.vulnerability_id`)}`;
}

/**
 * Joins `a`, the decision on a finding with the time since which it was valid. All null if there was none. Two joins, so
 * that the planner can hash them for a whole portfolio. At most one of them has a row.
 */
export function joinDecision(of: string, at: Instant): RawBuilder<unknown> {
  const columns = ['component_id', ...PAST_DECISION_COLUMNS].map(
    (column) =>
      sql`coalesce(${sql.ref(`latest.${column}`)}, ${sql.ref(`earlier.${column}`)}) as ${sql.ref(column)}`,
  );
  return sql`left join finding_analysis latest on ${keyEquals('latest', of)} and latest.updated_at <= ${at}
    left join finding_analysis_past earlier on ${keyEquals('earlier', of)}
      and earlier.valid_from <= ${at} and earlier.valid_to > ${at}
    cross join lateral (
      select ${sql.join(columns)}, coalesce(latest.updated_at, earlier.valid_from) as decided_at) a`;
}

/** The attribution that was presented. */
export function attributionAt(of: string, at: Instant): RawBuilder<unknown> {
  const columns = sql`known.analyzer, known.attributed_at, known.alternate_identifier, known.reference_url, known.evidence`;
  return sql`lateral (
    select known.* from (
      select ${columns} from finding_attribution known
      where ${keyEquals('known', of)} and known.attributed_at <= ${at}
        and (known.deleted_at is null or known.deleted_at > ${at})
      union all
      select ${columns} from finding_attribution_past known
      where ${keyEquals('known', of)} and known.attributed_at <= ${at} and known.deleted_at > ${at}
    ) known order by known.attributed_at, known.analyzer limit 1)`;
}

const RATINGS = [...Object.values(RATING_COLUMNS), ...OWASP_SCORE_COLUMNS];

/** Joins `rated`, the ratings of a vulnerability if they have changed since. */
export function joinPastRatings(vulnerability: string, at: Instant): RawBuilder<unknown> {
  return sql`left join lateral (
    select past.* from vulnerability_rating_past past
    where past.vulnerability_id = ${sql.ref(`${vulnerability}.id`)} and past.valid_to > ${at}
    order by past.valid_to limit 1) rated on true`;
}

/** The select list of the ratings of a vulnerability. Needs `joinPastRatings`. */
export function ratingsAt(vulnerability: string): RawBuilder<unknown> {
  return sql.join(
    RATINGS.map(
      (column) => sql`case when rated.vulnerability_id is null then ${sql.ref(`${vulnerability}.${column}`)}
        else ${sql.ref(`rated.${column}`)} end as ${sql.ref(column)}`,
    ),
  );
}

/** Whether the vulnerability `current` had the ratings that it has now. */
export function hasKeptRatings(at: Instant): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (
    select from vulnerability_rating_past past where past.vulnerability_id = current.id and past.valid_to > ${at})`;
}

/** The ids of vulnerabilities whose ratings have changed and that had one of these severities. */
export function changedVulnerabilities(severities: readonly string[], at: Instant): RawBuilder<unknown> {
  return sql`
    select past.vulnerability_id from vulnerability_rating_past past
    where past.valid_to > ${at} and past.severity = any(${[...severities]}::text[]) and not exists (
      select from vulnerability_rating_past sooner where sooner.vulnerability_id = past.vulnerability_id
        and sooner.valid_to > ${at} and sooner.valid_to < past.valid_to)`;
}

/** The keys of findings that had a decided severity, or one of these. */
export function decidedSeverities(at: Instant, severities?: readonly string[]): RawBuilder<unknown> {
  const isOneOf = severities ? sql` and own.severity = any(${[...severities]}::text[])` : sql``;
  return sql`
    select own.component_id, own.vulnerability_id from finding_analysis own
    where own.severity is not null and own.updated_at <= ${at}${isOneOf}
    union all
    select own.component_id, own.vulnerability_id from finding_analysis_past own
    where own.severity is not null and own.valid_from <= ${at} and own.valid_to > ${at}${isOneOf}`;
}

/** Whether the finding `f` had the severity of its vulnerability. */
export function hadNoDecidedSeverity(at: Instant): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (
    select from finding_analysis own where own.component_id = f.component_id
      and own.vulnerability_id = f.vulnerability_id and own.severity is not null and own.updated_at <= ${at}
  ) and not exists (
    select from finding_analysis_past own where own.component_id = f.component_id
      and own.vulnerability_id = f.vulnerability_id and own.severity is not null
      and own.valid_from <= ${at} and own.valid_to > ${at})`;
}
