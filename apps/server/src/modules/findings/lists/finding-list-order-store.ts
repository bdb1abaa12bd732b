import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Page, sortColumn } from '../../../platform/http/paging.ts';
import { type Condition, effective, type Part, severityRank } from './finding-list-parts-store.ts';

export type Direction = 'asc' | 'desc';

/** Findings that are sorted by the same expression. */
interface Branch {
  readonly on: readonly Part[];
  readonly where?: Condition;
  /** With `vulnerabilities`, `ranked.value`. */
  readonly by: RawBuilder<unknown>;
  /** A query for `id` and `value` of all vulnerabilities: these are sorted, and findings looked up until it is enough. */
  readonly vulnerabilities?: RawBuilder<unknown>;
}

/** A list is sorted branch by branch, and merged. Ties are resolved by `ties`, so that pages never overlap. */
export interface FindingOrder {
  readonly branches: readonly Branch[];
  /** Never missing, so that an index is read forwards and backwards. Missing values come last otherwise. */
  readonly isNeverMissing?: boolean;
}

function by(on: readonly Part[], expression: RawBuilder<unknown>, isNeverMissing = false): FindingOrder {
  return { branches: [{ on, by: expression }], isNeverMissing };
}

/**
 * Few findings have a severity of their own. Sorting the others by that of their vulnerability reads an index of
 * vulnerabilities until the page is full, instead of all findings.
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
  isNeverMissing: true,
};

/** There are far fewer vulnerabilities than findings. */
function byVulnerability(vulnerabilities: RawBuilder<unknown>): FindingOrder {
  return { branches: [{ on: [], by: sql`ranked.value`, vulnerabilities }] };
}

/** Of the whole portfolio; as `bySeverity`, without an index of its own. */
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

/** Of the names of a vulnerability that with the highest score counts, as in the join `epss`; read as a whole. */
const likelihoods = sql`
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

const everyList = {
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
  ...everyList,
  'component.group': by(['component'], sql`c.group_name`),
};

export const findingOrders: Readonly<Record<string, FindingOrder>> = {
  ...everyList,
  'vulnerability.cvssV2BaseScore': byScore('cvss_v2_score'),
  'vulnerability.cvssV3BaseScore': byScore('cvss_v3_score'),
  'vulnerability.cvssV4Score': byScore('cvss_v4_score'),
  'vulnerability.epssScore': byVulnerability(sql`select id, highest[1] as value from (${likelihoods}) known`),
  'vulnerability.epssPercentile': byVulnerability(
    sql`select id, highest[2] as value from (${likelihoods}) known`,
  ),
  'vulnerability.title': byVulnerability(sql`select id, title as value from vulnerability`),
  'vulnerability.published': by(['vulnerability'], sql`v.published_at`),
  'component.projectName': by(['project'], sql`p.name`, true),
};

/** Unknown fields are refused with the list of the known ones. */
export function findOrder<Order>(page: Page, orders: Readonly<Record<string, Order>>): Order | undefined {
  const names = Object.fromEntries(Object.keys(orders).map((name) => [name, name]));
  const name = sortColumn(page, names);
  return name === undefined ? undefined : orders[name];
}
