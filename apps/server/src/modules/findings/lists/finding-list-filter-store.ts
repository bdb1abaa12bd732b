import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Principal } from '../../../platform/http/principal.ts';
import { mayAccess } from '../../portfolio/access/project-access.ts';
import {
  exploitedVulnerabilities,
  predictedVulnerabilities,
} from '../../vulnerabilities/exploitation/exploited-access.ts';
import {
  changedVulnerabilities,
  decidedSeverities,
  hadNoDecidedSeverity,
  hasKeptRatings,
  toInstant,
  wasListed,
  wasNotSuppressed,
} from '../history/as-of-store.ts';
import type { Bounds, FindingFilter, PackageIdentity, Period, TextField } from './finding-filter.ts';
import { type Condition, effective, fixOf, type Part } from './finding-list-parts-store.ts';

/** Inactive findings and those of removed components are never listed. */
export const isListed: readonly Condition[] = [
  { on: [], is: sql<SqlBool>`f.inactive_since is null` },
  // Few components are removed and few findings suppressed: partial indexes of just these are cheaper than joins.
  {
    on: [],
    is: sql<SqlBool>`not exists (
      select from component gone where gone.id = f.component_id and gone.removed_at is not null)`,
  },
];

/** The conditions of a filter, and that the principal may access the project. */
export function conditionsOf(principal: Principal, filter: FindingFilter): Condition[] {
  return [
    ...ofTime(filter),
    ...ofProjects(principal, filter),
    ...ofVulnerabilities(filter),
    ...ofRatings(filter),
    ...ofDecisions(filter),
    ...ofText(filter),
  ];
}

function ofTime({ asOf, withSuppressed }: FindingFilter): Condition[] {
  if (!asOf) return [...isListed, ...when(!withSuppressed, isNotSuppressed)];
  const at = toInstant(asOf);
  return [{ on: [], is: wasListed(at) }, ...when(!withSuppressed, { on: [], is: wasNotSuppressed(at) })];
}

const isNotSuppressed: Condition = {
  on: [],
  is: sql<SqlBool>`not exists (
    select from finding_analysis hidden where hidden.component_id = f.component_id
      and hidden.vulnerability_id = f.vulnerability_id and hidden.is_suppressed)`,
};

/** Conditions on the project of `f`. Access to a single project was checked before. It may be inactive. */
export function ofProjects(
  principal: Principal,
  { projectId, withInactiveProjects, onlyLatest, tag }: FindingFilter,
): Condition[] {
  const tagged = given(tag, hasTag);
  if (projectId !== undefined) return [{ on: [], is: sql<SqlBool>`f.project_id = ${projectId}` }, ...tagged];
  return [
    ...tagged,
    { on: ['project'], is: mayAccess(principal, 'p.id') },
    ...when(onlyLatest ?? false, isNotReplaced),
    ...when(!withInactiveProjects, { on: ['project'], is: sql<SqlBool>`p.inactive_since is null` }),
  ];
}

/** A project without a latest version has no replaced ones. */
const isNotReplaced: Condition = {
  on: ['project'],
  is: sql<SqlBool>`not exists (
    select from project latest where latest.name = p.name and latest.is_latest and latest.id <> p.id)`,
};

const hasTag = (name: string): Condition => ({
  on: [],
  is: sql<SqlBool>`f.project_id in (
    select tagged.project_id from project_tag tagged join tag on tag.id = tagged.tag_id where tag.name = ${name})`,
});

function ofVulnerabilities(filter: FindingFilter): Condition[] {
  const { vulnerabilityIds, packageOf, asOf, hasFix, source, isKev, published } = filter;
  return [
    ...given(vulnerabilityIds, (ids) => ({
      on: [],
      is: sql<SqlBool>`f.vulnerability_id = any(${[...ids]}::bigint[])`,
    })),
    ...given(packageOf, (identity) => isOfPackage(identity, asOf)),
    ...given(hasFix, (requested) => ({
      on: ['attribution'],
      is: requested ? sql<SqlBool>`${fixOf} is not null` : sql<SqlBool>`${fixOf} is null`,
    })),
    ...given(source, (name) => ({ on: ['vulnerability'], is: sql<SqlBool>`v.source = ${name}` })),
    ...given(isKev, (requested) => ({
      on: [],
      is: requested
        ? sql<SqlBool>`f.vulnerability_id in ${exploitedVulnerabilities}`
        : sql<SqlBool>`not exists (
            select from ${exploitedVulnerabilities} exploited where exploited.id = f.vulnerability_id)`,
    })),
    ...within(['vulnerability'], sql`v.published_at`, published),
  ];
}

/** Package URLs have an index of present components. Components without one are compared one by one. */
function isOfPackage(
  { purl_coordinates, group_name, name, version }: PackageIdentity,
  asOf: Date | undefined,
): Condition {
  if (purl_coordinates !== null) {
    const same = sql`select same.id from component same where same.purl_coordinates = ${purl_coordinates}
          and same.version is not distinct from ${version}`;
    const removed = asOf ? sql` union all ${same} and same.removed_at is not null` : sql``;
    return {
      on: [],
      is: sql<SqlBool>`f.component_id in (
        ${same} and same.removed_at is null${removed})`,
    };
  }
  return {
    on: ['component'],
    is: sql<SqlBool>`c.purl_coordinates is null and c.name = ${name}
      and c.group_name is not distinct from ${group_name} and c.version is not distinct from ${version}`,
  };
}

function ofRatings(filter: FindingFilter): Condition[] {
  const rated: Part[] = ['vulnerability', 'analysis'];
  return [
    ...given(filter.severities, (names) => hasSeverity(names, filter)),
    ...between(rated, effective.cvssV2, filter.cvssV2),
    ...between(rated, effective.cvssV3, filter.cvssV3),
    ...between(rated, effective.cvssV4, filter.cvssV4),
    ...given(filter.epss, hasEpss),
    ...between(['epss'], sql`e.percentile`, filter.epssPercentile),
  ];
}

/**
 * The score of a vulnerability is the best one of its aliases, so it is at least a bound if any of them is, and at most a
 * bound if none is higher. The vulnerabilities are selected first: there are fewer of them than findings.
 */
function hasEpss({ from, to }: Bounds<number>): Condition {
  const least = sql<SqlBool>`f.vulnerability_id in ${predictedVulnerabilities(
    from === undefined ? sql`true` : sql`scored.score >= ${from}::float8`,
  )}`;
  if (to === undefined) return { on: [], is: least };
  const higher = predictedVulnerabilities(sql`scored.score > ${to}::float8`);
  return {
    on: [],
    is: sql<SqlBool>`${least} and not exists (
      select from ${higher} higher where higher.id = f.vulnerability_id)`,
  };
}

function hasSeverity(names: readonly string[], { asOf, severityOf }: FindingFilter): Condition {
  const isOneOf = sql`any(${[...names]}::text[])`;
  if (asOf === undefined || severityOf === undefined) {
    return { on: ['vulnerability', 'analysis'], is: sql<SqlBool>`${effective.severity} = ${isOneOf}` };
  }
  const at = toInstant(asOf);
  if (severityOf === 'decision') {
    const decided = decidedSeverities(at, names);
    return { on: [], is: sql<SqlBool>`(f.component_id, f.vulnerability_id) in (${decided})` };
  }
  return severityOf === 'changed vulnerability'
    ? {
        on: [],
        is: sql<SqlBool>`f.vulnerability_id in (${changedVulnerabilities(names, at)}) and ${hadNoDecidedSeverity(at)}`,
      }
    : {
        on: ['current'],
        is: sql<SqlBool>`current.severity = ${isOneOf} and ${hasKeptRatings(at)} and ${hadNoDecidedSeverity(at)}`,
      };
}

/** "NOT_SET also matches 'no analysis'." */
function ofDecisions({ hasAnalysis, states, responses, attributed }: FindingFilter): Condition[] {
  const isOneOf = (column: RawBuilder<unknown>, names: readonly string[]): Condition => ({
    on: ['analysis'],
    is: sql<SqlBool>`coalesce(${column}, 'NOT_SET') = any(${[...names]}::text[])`,
  });
  return [
    ...given(hasAnalysis, (requested) => ({
      on: ['analysis'],
      is: requested ? sql<SqlBool>`a.component_id is not null` : sql<SqlBool>`a.component_id is null`,
    })),
    ...given(states, (names) => isOneOf(sql`a.state`, names)),
    ...given(responses, (names) => isOneOf(sql`a.response`, names)),
    ...within(['attribution'], sql`at.attributed_at`, attributed),
  ];
}

const TEXT_COLUMNS: Readonly<Record<TextField, { on: Part; column: RawBuilder<unknown> }>> = {
  VULNERABILITY_ID: { on: 'vulnerability', column: sql`v.vuln_id` },
  VULNERABILITY_TITLE: { on: 'vulnerability', column: sql`v.title` },
  COMPONENT_NAME: { on: 'component', column: sql`c.name` },
  COMPONENT_VERSION: { on: 'component', column: sql`c.version` },
  PROJECT_NAME: { on: 'project', column: sql`p.name` },
};

function ofText({ text, search }: FindingFilter): Condition[] {
  return [
    ...given(text, ({ fields, part }) => {
      const columns = fields.map((field) => TEXT_COLUMNS[field]);
      const matches = columns.map(({ column }) => sql<SqlBool>`${column} like ${containing(part)}`);
      return { on: columns.map(({ on }) => on), is: anyOf(matches) };
    }),
    ...given(search, (words) => ({ on: ['component', 'vulnerability'], is: found(words) })),
  ];
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ONE_UUID = new RegExp(`^${UUID}$`, 'i');
const TWO_UUIDS = new RegExp(`^(${UUID}):(${UUID})$`, 'i');

/** "Case-insensitive substring on component name, group, vulnId; exact on UUIDs or `compUuid:vulnUuid`." */
function found(words: string): RawBuilder<SqlBool> {
  const [, component, vulnerability] = TWO_UUIDS.exec(words) ?? [];
  if (component && vulnerability) return sql<SqlBool>`c.uuid = ${component} and v.uuid = ${vulnerability}`;
  if (ONE_UUID.test(words)) return sql<SqlBool>`(c.uuid = ${words} or v.uuid = ${words})`;
  const part = containing(words);
  return sql<SqlBool>`(c.name ilike ${part} or c.group_name ilike ${part} or v.vuln_id ilike ${part})`;
}

function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

function within(on: Part[], column: RawBuilder<unknown>, period: Period | undefined): Condition[] {
  return [
    ...given(period?.from, (start) => ({ on, is: sql<SqlBool>`${column} >= ${start}::timestamptz` })),
    ...given(period?.before, (end) => ({ on, is: sql<SqlBool>`${column} < ${end}::timestamptz` })),
  ];
}

function between(on: Part[], column: RawBuilder<unknown>, bounds: Bounds<number> | undefined): Condition[] {
  return [
    ...given(bounds?.from, (least) => ({ on, is: sql<SqlBool>`${column} >= ${least}::float8` })),
    ...given(bounds?.to, (most) => ({ on, is: sql<SqlBool>`${column} <= ${most}::float8` })),
  ];
}

function anyOf(alternatives: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
}

function given<T>(value: T | undefined, condition: (value: T) => Condition): Condition[] {
  return value === undefined ? [] : [condition(value)];
}

function when(applies: boolean, condition: Condition): Condition[] {
  return applies ? [condition] : [];
}
