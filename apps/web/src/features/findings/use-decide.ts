import { analysisOperations, type Finding } from '@tallyman/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../api/api-query.ts';
import { countOf } from '../../ui/format-number.ts';
import { showNotice } from '../../ui/notice-store.ts';
import { COUNT_KEY } from './count-findings.ts';
import { type Decision, decisionOf, withDecision } from './decision.ts';
import { STATE_WORDS } from './decision-words.ts';
import { GROUPS_KEY, TOTALS_KEY } from './finding-groups-query.ts';
import { findingKey } from './finding-key.ts';
import { FINDINGS_KEY, type FindingsPage, type LoadedFindings } from './findings-query.ts';
import { pushUndo } from './undo-stack.ts';

export interface DecideRequest {
  readonly findings: readonly Finding[];
  /** What is not named stays as it is on each finding. */
  readonly change: Partial<Decision>;
  readonly comment?: string | undefined;
}

interface Decided {
  readonly finding: Finding;
  readonly decision: Decision;
}

/**
 * Decides on one or many findings. The lists show it at once; if the service refuses, they show again what was before
 * and a notice says why. Answers whether it was stored.
 */
export function useDecide(): (request: DecideRequest) => Promise<boolean> {
  const queries = useQueryClient();
  return useCallback((request) => decide(queries, request), [queries]);
}

async function decide(queries: QueryClient, request: DecideRequest): Promise<boolean> {
  const before = request.findings.map((finding) => ({
    finding,
    decision: { ...decisionOf(finding), expiresAt: finding.analysis.expiresAt ?? null },
  }));
  const after = request.findings.map((finding) => ({
    finding,
    decision: { ...decisionOf(finding), ...request.change },
  }));
  show(queries, after);
  try {
    const undo = await store(request, before, after);
    pushUndo(describe(after), async () => {
      show(queries, before);
      await undo();
      refresh(queries);
    });
    return true;
  } catch (error) {
    show(queries, before);
    showNotice({ text: `Not stored: ${(error as Error).message}`, tone: 'error' });
    return false;
  } finally {
    refresh(queries);
  }
}

/** Stores and answers how to take it back. */
async function store(
  request: DecideRequest,
  before: readonly Decided[],
  after: readonly Decided[],
): Promise<() => Promise<void>> {
  const [first, ...others] = after;
  if (!first) return async () => {};
  if (others.length > 0) return storeMany(request);
  await storeOne(first, request.comment);
  return async () => {
    if (before[0]) await storeOne(before[0], 'Undone');
  };
}

async function storeOne({ finding, decision }: Decided, comment?: string): Promise<void> {
  const { component, vulnerability } = finding;
  await call(analysisOperations.recordAnalysis, {
    body: { component: component.uuid, vulnerability: vulnerability.uuid, ...toBody(decision, comment) },
  });
}

async function storeMany({ findings, change, comment }: DecideRequest): Promise<() => Promise<void>> {
  const named = findings.map(({ component, vulnerability }) => ({
    component: component.uuid,
    vulnerability: vulnerability.uuid,
  }));
  const { body } = await call(analysisOperations.recordAnalyses, {
    query: {},
    body: { findings: named, ...toBody(change, comment) },
  });
  return async () => {
    if (body.batch) await call(analysisOperations.undoAnalyses, { params: { batch: body.batch } });
  };
}

export function toBody(
  { state, justification, response, detail, isSuppressed, expiresAt }: Partial<Decision>,
  comment?: string,
) {
  return {
    ...(state ? { analysisState: state } : {}),
    ...(justification ? { analysisJustification: justification } : {}),
    ...(response ? { analysisResponse: response } : {}),
    ...(detail === undefined ? {} : { analysisDetails: detail }),
    ...(isSuppressed === undefined ? {} : { isSuppressed }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(comment ? { comment } : {}),
  };
}

function describe(decided: readonly Decided[]): string {
  const [first] = decided;
  if (!first) return 'Nothing to decide';
  const what = decided.length === 1 ? first.finding.vulnerability.vulnId : countOf(decided.length, 'finding');
  const { state, isSuppressed } = first.decision;
  return `${what}: ${STATE_WORDS[state].toLowerCase()}${isSuppressed ? ', suppressed' : ''}`;
}

/** Lists are loaded page by page, those of groups as single pages. */
type Loaded = Partial<LoadedFindings> & Partial<Pick<FindingsPage, 'rows'>>;

/** Every list that holds one of the findings shows the decision. Other lists under the same key have neither. */
function show(queries: QueryClient, decided: readonly Decided[]): void {
  const byKey = new Map(decided.map(({ finding, decision }) => [findingKey(finding), decision]));
  const update = (row: Finding) => {
    const decision = byKey.get(findingKey(row));
    return decision ? withDecision(row, decision) : row;
  };
  queries.setQueriesData<Loaded>({ queryKey: [FINDINGS_KEY] }, (loaded) => {
    if (loaded?.rows) return { ...loaded, rows: loaded.rows.map(update) };
    if (!loaded?.pages) return undefined;
    return { ...loaded, pages: loaded.pages.map((page) => ({ ...page, rows: page.rows.map(update) })) };
  });
}

/** What hangs on decisions; not the lists themselves, whose rows would move away under the reader. */
function refresh(queries: QueryClient): void {
  for (const key of ['getAnalysis', 'getFindingFacets', TOTALS_KEY, COUNT_KEY]) {
    void queries.invalidateQueries({ queryKey: [key] });
  }
}

/** After a decision on many findings the lists are read again. */
export function refreshLists(queries: QueryClient): void {
  refresh(queries);
  for (const key of [FINDINGS_KEY, GROUPS_KEY]) void queries.invalidateQueries({ queryKey: [key] });
}
