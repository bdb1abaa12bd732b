import {
  type FindingCase,
  findingOperations,
  type Severity,
  type Vulnerability,
  vulnerabilityOperations,
} from '@tallyman/contract';
import { call } from '../../api/api-query.ts';
import { type Cursor, type ListPage, type LoadPage, toOffsetPage } from '../../api/list-query.ts';
import type { VulnerabilitiesSearch } from './vulnerabilities-search.ts';

const PAGE_SIZE = 100;

/** A vulnerability as both lists show it. */
export interface ListedVulnerability {
  readonly uuid: string;
  readonly source: string;
  readonly vulnId: string;
  readonly title: string | undefined;
  readonly severity: Severity;
  readonly isKev: boolean;
  readonly epssScore: number | undefined;
  readonly published: number | undefined;
  readonly projectCount: number;
  /** Ids of the same vulnerability at other sources. */
  readonly otherIds: readonly string[];
}

/** Loads those that affect a project, one row for all ids of each, or all that are known. */
export function vulnerabilitiesLoader(search: VulnerabilitiesSearch): LoadPage<ListedVulnerability> {
  return search.all
    ? (cursor, signal) => loadAll(search, cursor, signal)
    : (cursor, signal) => loadCases(search, cursor, signal);
}

async function loadCases(search: VulnerabilitiesSearch, cursor: Cursor, signal: AbortSignal) {
  const offset = Number(cursor ?? 0);
  const answer = await call(findingOperations.listFindingCases, {
    query: {
      ...(search.q
        ? { textSearchInput: toStoredCase(search.q), textSearchField: 'VULNERABILITY_ID,VULNERABILITY_TITLE' }
        : {}),
      isKev: search.kev,
      showInactive: true,
      ...toOrder(search, offset),
    },
    signal,
  });
  return mapPage(toOffsetPage(answer, offset, PAGE_SIZE), fromCase);
}

async function loadAll(search: VulnerabilitiesSearch, cursor: Cursor, signal: AbortSignal) {
  const offset = Number(cursor ?? 0);
  const answer = await call(vulnerabilityOperations.listVulnerabilities, {
    query: { searchText: search.q, ...toOrder(search, offset) },
    signal,
  });
  return mapPage(toOffsetPage(answer, offset, PAGE_SIZE), fromVulnerability);
}

function toOrder({ sort = 'severity', desc }: VulnerabilitiesSearch, offset: number) {
  return { orderBy: sort, sort: desc ? 'desc' : 'asc', offset, limit: PAGE_SIZE };
}

/** This search of the service is case-sensitive, and ids begin with capitals. */
function toStoredCase(text: string): string {
  return text.replace(/^(cve|ghsa|snyk|osv)-/i, (prefix) => prefix.toUpperCase());
}

function mapPage<A, B>(page: ListPage<A>, convert: (row: A) => B): ListPage<B> {
  return { ...page, rows: page.rows.map(convert) };
}

function fromCase(found: FindingCase): ListedVulnerability {
  return {
    uuid: found.uuid,
    source: found.source,
    vulnId: found.vulnId,
    title: found.title,
    severity: found.severity,
    isKev: found.isKev,
    epssScore: found.epssScore,
    published: found.published,
    projectCount: found.affectedProjectCount,
    otherIds: found.members.map(({ vulnId }) => vulnId).filter((id) => id !== found.vulnId),
  };
}

function fromVulnerability(found: Vulnerability): ListedVulnerability {
  return {
    uuid: found.uuid,
    source: found.source,
    vulnId: found.vulnId,
    title: found.title,
    severity: found.severity,
    isKev: found.isKev,
    epssScore: found.epssScore,
    published: found.published === undefined ? undefined : Date.parse(found.published),
    projectCount: found.affectedProjectCount,
    otherIds: [],
  };
}
