import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Page, sortColumn } from '../../platform/http/paging.ts';
import { type Condition, effective, type Part, severityRank } from './finding-list-parts-store.ts';

export type Direction = 'asc' | 'desc';

/** Findings that are sorted by the same expression. */
interface Branch {
  readonly on: readonly Part[];
  readonly where?: Condition;
  readonly by: RawBuilder<unknown>;
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
  'vulnerability.title': by(['vulnerability'], sql`v.title`),
  'vulnerability.published': by(['vulnerability'], sql`v.published_at`),
  'component.projectName': by(['project'], sql`p.name`, true),
};

/** Unknown fields are refused with the list of the known ones. */
export function findOrder<Order>(page: Page, orders: Readonly<Record<string, Order>>): Order | undefined {
  const names = Object.fromEntries(Object.keys(orders).map((name) => [name, name]));
  const name = sortColumn(page, names);
  return name === undefined ? undefined : orders[name];
}
