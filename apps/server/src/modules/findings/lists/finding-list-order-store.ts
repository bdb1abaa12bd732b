import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Page, sortColumn } from '../../../platform/http/paging.ts';
import {
  decidedSeverities,
  hadNoDecidedSeverity,
  hasKeptRatings,
  type Instant,
  toInstant,
} from '../history/as-of-store.ts';
import { type Condition, effective, type Part, severityRank } from './finding-list-parts-store.ts';

export type Direction = 'asc' | 'desc';

/** A subset of findings that is sorted by one expression. */
interface Branch {
  readonly on: readonly Part[];
  readonly where?: Condition;
  /** `ranked.value` if `vulnerabilities` is present. */
  readonly by: RawBuilder<unknown>;
  /** A query for `id` and `value` of all vulnerabilities. They are sorted, and findings looked up until the page is full. */
  readonly vulnerabilities?: RawBuilder<unknown>;
}

/** Branches are sorted separately and merged. Ties are broken by the key, so that pages never overlap. */
export interface FindingOrder {
  readonly branches: readonly Branch[];
  /** The expression is never null, so that an index can be read in both directions. Otherwise nulls come last. */
  readonly isNeverNull?: boolean;
}

function by(on: readonly Part[], expression: RawBuilder<unknown>, isNeverNull = false): FindingOrder {
  return { branches: [{ on, by: expression }], isNeverNull };
}

/**
 * Few findings have a decided severity. The others are sorted by the severity of their vulnerability: an index of
 * vulnerabilities is read until the page is full, instead of all findings.
 */
const bySeverity: FindingOrder = {
  branches: [
    {
      on: ['vulnerability'],
      where: {
        on: [],
        is: sql<SqlBool>`not exists (
          select from finding_analysis rated where rated.component_id = f.component_id
            and rated.vulnerability_id = f.vulnerability_id and rated.severity is not null)`,
      },
      by: severityRank('v.severity'),
    },
    {
      on: ['analysis'],
      where: { on: ['analysis'], is: sql<SqlBool>`a.severity is not null` },
      by: severityRank('a.severity'),
    },
  ],
  isNeverNull: true,
};

/** Sorts vulnerabilities instead of findings, because there are far fewer. */
function byVulnerability(vulnerabilities: RawBuilder<unknown>): FindingOrder {
  return { branches: [{ on: [], by: sql`ranked.value`, vulnerabilities }] };
}

/** For the whole portfolio. Like `bySeverity`, but sorts vulnerabilities because they have no index by score. */
function byScore(column: 'cvss_v2_score' | 'cvss_v3_score' | 'cvss_v4_score'): FindingOrder {
  const own = sql.ref(`a.${column}`);
  return {
    branches: [
      {
        on: [],
        where: {
          on: [],
          is: sql<SqlBool>`not exists (
            select from finding_analysis rated where rated.component_id = f.component_id
              and rated.vulnerability_id = f.vulnerability_id and ${sql.ref(`rated.${column}`)} is not null)`,
        },
        by: sql`ranked.value`,
        vulnerabilities: sql`select id, ${sql.ref(column)} as value from vulnerability`,
      },
      { on: ['analysis'], where: { on: ['analysis'], is: sql<SqlBool>`${own} is not null` }, by: own },
    ],
  };
}

/** The highest EPSS score among the aliases of each vulnerability, as in the join `epss`, for all vulnerabilities. */
const epssScores = sql`
  select v.id, greatest(case when own.cve is not null then array[own.score, own.percentile] end, aliased.highest)
    as highest
  from vulnerability v
  left join epss_score own on own.cve = v.vuln_id
  left join (
    select mine.vuln_id, mine.source, max(array[epss_score.score, epss_score.percentile]) as highest
    from vulnerability_alias mine join vulnerability_alias other on other.group_id = mine.group_id
    join epss_score on epss_score.cve = other.vuln_id
    group by mine.vuln_id, mine.source
  ) aliased on aliased.vuln_id = v.vuln_id and aliased.source = v.source`;

const rated: Part[] = ['vulnerability', 'analysis'];

const commonOrders = {
  'vulnerability.vulnId': by(['vulnerability'], sql`v.vuln_id`, true),
  'vulnerability.severity': bySeverity,
  'vulnerability.cvssV2BaseScore': by(rated, effective.cvssV2),
  'vulnerability.cvssV3BaseScore': by(rated, effective.cvssV3),
  'vulnerability.cvssV4Score': by(rated, effective.cvssV4),
  'vulnerability.epssScore': by(['epss'], sql`e.score`),
  'vulnerability.epssPercentile': by(['epss'], sql`e.percentile`),
  'attribution.analyzerIdentity': by(['attribution'], sql`at.analyzer`),
  'attribution.attributedOn': by(['attribution'], sql`at.attributed_at`),
  'component.name': by(['component'], sql`c.name`, true),
  'component.version': by(['component'], sql`c.version`),
  'analysis.state': by(['analysis'], sql`a.state`),
  'analysis.isSuppressed': by(['analysis'], sql`coalesce(a.is_suppressed, false)`, true),
} as const satisfies Record<string, FindingOrder>;

export const projectFindingOrders: Readonly<Record<string, FindingOrder>> = {
  ...commonOrders,
  'component.group': by(['component'], sql`c.group_name`),
};

export const findingOrders: Readonly<Record<string, FindingOrder>> = {
  ...commonOrders,
  'vulnerability.cvssV2BaseScore': byScore('cvss_v2_score'),
  'vulnerability.cvssV3BaseScore': byScore('cvss_v3_score'),
  'vulnerability.cvssV4Score': byScore('cvss_v4_score'),
  'vulnerability.epssScore': byVulnerability(sql`select id, highest[1] as value from (${epssScores}) known`),
  'vulnerability.epssPercentile': byVulnerability(
    sql`select id, highest[2] as value from (${epssScores}) known`,
  ),
  'vulnerability.title': byVulnerability(sql`select id, title as value from vulnerability`),
  'vulnerability.published': by(['vulnerability'], sql`v.published_at`),
  'component.projectName': by(['project'], sql`p.name`, true),
};

/**
 * The orders of a list of the past. Findings whose vulnerability has the same ratings as then are sorted by an index, as
 * in `bySeverity`. Vulnerabilities with other ratings are few, and are sorted before their findings are looked up.
 */
export function ordersAt(
  orders: Readonly<Record<string, FindingOrder>>,
  asOf: Date,
): Readonly<Record<string, FindingOrder>> {
  const { cvssV2, cvssV3, cvssV4 } = effective;
  return {
    ...orders,
    'vulnerability.severity': bySeverityAt(toInstant(asOf)),
    'vulnerability.cvssV2BaseScore': by(rated, cvssV2),
    'vulnerability.cvssV3BaseScore': by(rated, cvssV3),
    'vulnerability.cvssV4Score': by(rated, cvssV4),
  };
}

function bySeverityAt(at: Instant): FindingOrder {
  const isUndecided = hadNoDecidedSeverity(at);
  return {
    branches: [
      {
        on: ['current'],
        where: { on: [], is: sql<SqlBool>`${hasKeptRatings(at)} and ${isUndecided}` },
        by: severityRank('current.severity'),
      },
      {
        on: [],
        where: { on: [], is: isUndecided },
        by: sql`ranked.value`,
        vulnerabilities: sql`
          select distinct on (past.vulnerability_id) past.vulnerability_id as id, ${severityRank('past.severity')} as value
          from vulnerability_rating_past past where past.valid_to > ${at} order by past.vulnerability_id, past.valid_to`,
      },
      {
        on: ['analysis'],
        where: {
          on: ['analysis'],
          is: sql<SqlBool>`(f.component_id, f.vulnerability_id) in (${decidedSeverities(at)})`,
        },
        by: severityRank('a.severity'),
      },
    ],
    isNeverNull: true,
  };
}

/** Throws if the sort field is unknown; the error lists the known ones. */
export function findOrder<Order>(page: Page, orders: Readonly<Record<string, Order>>): Order | undefined {
  const names = Object.fromEntries(Object.keys(orders).map((name) => [name, name]));
  const name = sortColumn(page, names);
  return name === undefined ? undefined : orders[name];
}
