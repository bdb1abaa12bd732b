import { type BulkAnalysisRequest, type FindingFilter, findSource } from '@tallyman/contract';
import type { Db } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { parsePackageUrl, toPurl } from '../../portfolio/identifiers/package-url.ts';
import type { FindingKey, ProjectFinding } from '../finding-key.ts';
import { listFindingsAfter } from '../lists/finding-list-store.ts';
import { narrowFilter } from '../lists/narrow-filter.ts';
import { toPortfolioFilter } from '../lists/to-finding-filter.ts';
import {
  listFilteredTargets,
  listNamedTargets,
  type RequestedComponent,
  type TargetFilter,
} from './decision-target-store.ts';

/** A filter that matches more than this is most likely a mistake. */
const MAX_FINDINGS = 100_000;

const FIRST: FindingKey = { componentId: 0, vulnerabilityId: 0 };

interface Found {
  readonly targets: readonly ProjectFinding[];
  readonly hasMore: boolean;
}

export type Search = (db: Db) => Promise<Found>;

/** Only a search by the filters of the list can be done in parts. */
export function toBulkSearch(principal: Principal, body: BulkAnalysisRequest, after = FIRST): Search {
  const { findings, filter, matching, limit } = body;
  if ([findings, filter, matching].filter(Boolean).length !== 1)
    throw new AppError('invalid', 'Give either findings, a filter or matching.');
  if (matching) return searchMatching(principal, matching, limit, after);
  if (limit !== undefined || body.continue !== undefined)
    throw new AppError('invalid', 'Only a request with matching can have limit and continue.');
  if (findings) return async (db) => whole(await listNamedTargets(db, principal, findings));
  const requested = toTargetFilter(filter ?? {});
  return async (db) => bounded(await listFilteredTargets(db, principal, requested, MAX_FINDINGS + 1));
}

function searchMatching(
  principal: Principal,
  matching: NonNullable<BulkAnalysisRequest['matching']>,
  limit: number | undefined,
  after: FindingKey,
): Search {
  const filter = toPortfolioFilter(matching);
  return async (db) => {
    const among = await narrowFilter(db, principal, filter, matching);
    const targets = await listFindingsAfter(db, principal, among, after, (limit ?? MAX_FINDINGS) + 1);
    if (limit === undefined) return bounded(targets);
    return { targets: targets.slice(0, limit), hasMore: targets.length > limit };
  };
}

function whole(targets: readonly ProjectFinding[]): Found {
  return { targets, hasMore: false };
}

function bounded(targets: readonly ProjectFinding[]): Found {
  if (targets.length <= MAX_FINDINGS) return whole(targets);
  throw new AppError('invalid', `The filter matches more than ${MAX_FINDINGS} findings. Narrow it.`);
}

/** Deciding on every project must be explicit. */
function toTargetFilter(filter: FindingFilter): TargetFilter {
  const { projects, projectName, everyProject, vulnerabilities, component, ...rest } = filter;
  if (!projects && projectName === undefined && !everyProject) {
    throw new AppError(
      'invalid',
      'The filter must name projects: give projects, projectName or everyProject.',
    );
  }
  return {
    ...rest,
    projects,
    projectName,
    vulnerabilities: vulnerabilities?.map(({ vulnId, source }) => ({ vulnId, source: toSource(source) })),
    component: component && { ...component, purl: toRequestedPurl(component.purl) },
  };
}

function toSource(name: string | undefined) {
  const source = name === undefined ? undefined : findSource(name);
  if (name !== undefined && !source) throw new AppError('invalid', `Unknown source "${name}".`);
  return source;
}

function toRequestedPurl(text: string | undefined): RequestedComponent['purl'] {
  if (text === undefined) return undefined;
  const [purl, parsed] = [toPurl(text), parsePackageUrl(text)];
  if (!purl || !parsed)
    throw new AppError('invalid', 'The purl must be a package URL, at least pkg:type/name.');
  if (purl.purl !== purl.coordinates) return { purl: purl.purl };
  return parsed.version === null ? { package: purl.coordinates } : { coordinates: purl.coordinates };
}
