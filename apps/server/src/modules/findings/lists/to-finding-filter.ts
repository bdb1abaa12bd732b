import {
  ANALYSIS_RESPONSES,
  ANALYSIS_STATES,
  type findingOperations,
  findSource,
  isOn,
  type QueryOf,
  SEVERITIES,
  type Source,
} from '@tallyman/contract';
import { invalidQuery } from '../../../platform/http/invalid-query.ts';
import { toTagName } from '../../portfolio/tags/tag-names.ts';
import { type Bounds, type FindingFilter, type Period, TEXT_FIELDS } from './finding-filter.ts';
import type { GroupFilter } from './finding-groups-store.ts';

type ProjectQuery = QueryOf<typeof findingOperations.listProjectFindings>;
type GroupedQuery = QueryOf<typeof findingOperations.listGroupedFindings>;
type CommonQuery = Omit<GroupedQuery, 'occurrencesFrom' | 'occurrencesTo' | 'totalCount'>;
type AllQuery = Omit<QueryOf<typeof findingOperations.listFindings>, 'totalCount'>;

export function toProjectFilter(query: ProjectQuery, search: string | undefined): FindingFilter {
  return {
    withSuppressed: isOn(query.suppressed),
    source: query.source === undefined ? undefined : toSource(query.source),
    hasAnalysis: toChoice(query.hasAnalysis),
    epss: toBounds(query.epssFrom, query.epssTo),
    isKev: toChoice(query.isKev),
    search,
  };
}

function toCommonFilter(query: CommonQuery): FindingFilter {
  return {
    withInactiveProjects: isOn(query.showInactive),
    severities: toNames('severity', query.severity, SEVERITIES),
    published: toPeriod('publishDate', query.publishDateFrom, query.publishDateTo),
    text: toText(query.textSearchField, query.textSearchInput),
    cvssV2: toBounds(query.cvssv2From, query.cvssv2To),
    cvssV3: toBounds(query.cvssv3From, query.cvssv3To),
    cvssV4: toBounds(query.cvssv4From, query.cvssv4To),
    epss: toBounds(query.epssFrom, query.epssTo),
    epssPercentile: toBounds(query.epssPercentileFrom, query.epssPercentileTo),
    isKev: toChoice(query.isKev),
  };
}

/** "Occurrences: affected projects." */
export function toGroupFilter(query: GroupedQuery): GroupFilter {
  return { ...toCommonFilter(query), projects: toBounds(query.occurrencesFrom, query.occurrencesTo) };
}

export function toPortfolioFilter(query: AllQuery): FindingFilter {
  return {
    ...toCommonFilter(query),
    withSuppressed: isOn(query.showSuppressed),
    onlyLatest: isOn(query.onlyLatest) || undefined,
    states: toNames('analysisStatus', query.analysisStatus, ANALYSIS_STATES),
    responses: toNames('vendorResponse', query.vendorResponse, ANALYSIS_RESPONSES),
    attributed: toPeriod('attributedOnDate', query.attributedOnDateFrom, query.attributedOnDateTo),
    source: query.source === undefined ? undefined : toSource(query.source),
    tag: query.tag === undefined ? undefined : toTagName(query.tag),
    search: query.search,
    hasFix: toChoice(query.hasFix),
  };
}

function toSource(name: string): Source {
  const source = findSource(name);
  if (!source) throw invalidQuery('source', `must be a known source, not ${name}`);
  return source;
}

/** An absent switch does not restrict. */
function toChoice(flag: boolean | string | undefined): boolean | undefined {
  return flag === undefined ? undefined : isOn(flag);
}

function toBounds(from: number | undefined, to: number | undefined): Bounds<number> | undefined {
  return from === undefined && to === undefined ? undefined : { from, to };
}

export function toNames<T extends string>(
  parameter: string,
  list: string | undefined,
  known: readonly T[],
): readonly T[] | undefined {
  const names = list
    ?.split(',')
    .map((name) => name.trim().toUpperCase())
    .filter((name) => name !== '');
  if (!names || names.length === 0) return undefined;
  const unknown = names.find((name) => !(known as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw invalidQuery(parameter, `must be a comma list of ${known.join(', ')}, not ${unknown}`);
  }
  return names as unknown as readonly T[];
}

/** Without fields, all of them are searched. */
function toText(fields: string | undefined, part: string | undefined): FindingFilter['text'] {
  const named = toNames('textSearchField', fields, TEXT_FIELDS);
  return part === undefined ? undefined : { fields: named ?? TEXT_FIELDS, part };
}

const DAY_MS = 86_400_000;

/** "Inclusive whole days", in UTC. */
function toPeriod(parameter: string, from: string | undefined, to: string | undefined): Period | undefined {
  const first = from === undefined ? undefined : toDay(`${parameter}From`, from);
  const last = to === undefined ? undefined : toDay(`${parameter}To`, to);
  if (!first && !last) return undefined;
  return { from: first, before: last && new Date(last.getTime() + DAY_MS) };
}

function toDay(parameter: string, text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  // Rejects days that do not exist, which `Date` moves to the next month, and the year 0, which PostgreSQL lacks.
  const exists = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
  if (!exists || day.getUTCFullYear() < 1)
    throw invalidQuery(parameter, 'must be a valid date, as in 2026-01-31');
  return day;
}

/** "Wrong totalCount value → 400 with the title 'Invalid query parameter'." */
export function toCountingKind(totalCount: string | undefined): 'EXACT' | 'BOUNDED' {
  const kind = totalCount?.trim().toUpperCase() ?? 'EXACT';
  if (kind === 'EXACT' || kind === 'BOUNDED') return kind;
  throw invalidQuery('totalCount', 'must be EXACT or BOUNDED');
}
