import { ANALYSIS_STATES, type FindingFacets, SEVERITIES, SOURCES } from '@tallyman/contract';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { withoutNulls } from '../../vulnerabilities/without-nulls.ts';
import { createChoice } from '../counts/choose-count.ts';
import {
  countByProject,
  countByTag,
  countFacetCells,
  type FacetCell,
  type FixCount,
  loadFixCount,
} from './finding-facets-store.ts';
import type { FindingFilter } from './finding-filter.ts';

/** Facets that need a statement of their own, so they are counted on request only. */
export const FURTHER_FACETS = ['PROJECT', 'TAG', 'FIX'] as const;
export type FurtherFacet = (typeof FURTHER_FACETS)[number];

/** More values than a person would choose from. */
const MAX_VALUES = 50;

/** Fixes are not part of the stored counts, because mirrors change them (ADR 0141). More findings take too long. */
const MAX_FIXES = 10_000;

export async function countFindingFacets(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  further: readonly FurtherFacet[],
): Promise<FindingFacets> {
  const among = {
    cells: withoutFacets(filter),
    projects: { ...filter, projectId: undefined },
    tags: { ...filter, tag: undefined },
    fixes: { ...filter, hasFix: undefined },
  };
  const from = await createChoice(db);
  const [cells, projects, tags, fixes] = await Promise.all([
    countFacetCells(db, principal, among.cells, from(among.cells)),
    further.includes('PROJECT')
      ? countByProject(db, principal, among.projects, from(among.projects), MAX_VALUES)
      : undefined,
    further.includes('TAG') ? countByTag(db, principal, among.tags, from(among.tags), MAX_VALUES) : undefined,
    further.includes('FIX') ? loadFixCount(db, principal, among.fixes, MAX_FIXES + 1) : undefined,
  ]);
  return {
    ...toFacets(cells, filter),
    ...(projects
      ? {
          project: projects.map(({ uuid, name, version, findings }) => ({
            uuid,
            name,
            ...withoutNulls({ version }),
            count: findings,
          })),
        }
      : {}),
    ...(tags ? { tag: tags.map(({ name, findings }) => ({ name, count: findings })) } : {}),
    ...(fixes && fixes.findings <= MAX_FIXES ? { fix: toFixFacet(fixes) } : {}),
  };
}

function toFixFacet({ findings, available }: FixCount): NonNullable<FindingFacets['fix']> {
  return { available, missing: findings - available };
}

/** Columns of the cells are not filtered in SQL, because each facet ignores its own filter. */
function withoutFacets(filter: FindingFilter): FindingFilter {
  return {
    ...filter,
    withSuppressed: true,
    severities: undefined,
    states: undefined,
    source: undefined,
    isKev: undefined,
  };
}

type Facet = 'severity' | 'state' | 'source' | 'suppressed' | 'kev';

/** Adds cells up. A facet counts the cells that match all filters except its own. */
export function toFacets(cells: readonly FacetCell[], filter: FindingFilter): FindingFacets {
  const tests: Record<Facet, (cell: FacetCell) => boolean> = {
    severity: ({ severity }) => includes(filter.severities, severity),
    state: ({ state }) => includes(filter.states, state),
    source: ({ source }) => filter.source === undefined || filter.source === source,
    suppressed: ({ is_suppressed }) => Boolean(filter.withSuppressed) || !is_suppressed,
    kev: ({ is_kev }) => filter.isKev === undefined || filter.isKev === is_kev,
  };
  const among = (own?: Facet) =>
    cells.filter((cell) => Object.entries(tests).every(([facet, matches]) => facet === own || matches(cell)));
  const count = <T extends string>(facet: 'severity' | 'state' | 'source', values: readonly T[]) => {
    const matching = among(facet);
    return values.map((value) => ({ value, count: sum(matching.filter((cell) => cell[facet] === value)) }));
  };
  return {
    total: sum(among()),
    severity: count('severity', SEVERITIES),
    state: count('state', ANALYSIS_STATES),
    source: count('source', SOURCES).filter((source) => source.count > 0 || source.value === filter.source),
    suppressed: sum(among('suppressed').filter((cell) => cell.is_suppressed)),
    known_exploited: sum(among('kev').filter((cell) => cell.is_kev)),
  };
}

function includes(chosen: readonly string[] | undefined, value: string): boolean {
  return chosen === undefined || chosen.includes(value);
}

function sum(cells: readonly FacetCell[]): number {
  return cells.reduce((total, { findings }) => total + findings, 0);
}
