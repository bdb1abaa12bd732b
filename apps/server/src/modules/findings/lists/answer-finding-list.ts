import type { Db } from '../../../platform/db/database.ts';
import { createSnapshotCache } from '../../../platform/db/snapshot-cache.ts';
import { type Page, pageHeaders } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { accessScope } from '../../portfolio/access/project-access.ts';
import type { Counting } from './finding-totals.ts';
import type { FindingPage } from './list-findings.ts';
import { toCountingKind } from './to-finding-filter.ts';

interface ListRequest {
  readonly url: string;
  readonly arrivedAt: number;
  readonly page: Page;
  readonly principal: Principal;
  readonly query: { readonly totalCount?: string; readonly asOf?: string };
}

interface ListAnswer {
  readonly status: 200;
  readonly json: string;
  readonly headers: Record<string, string>;
}

export type AnswerFindingList = <T>(
  request: ListRequest,
  list: (counting: Counting) => Promise<FindingPage<T>>,
) => Promise<ListAnswer>;

/**
 * Answers requests for lists of findings, with the total count. While the database does not change, caches pages and
 * counts for all principals that may access the same projects.
 */
export function createAnswerFindingList(db: Db): AnswerFindingList {
  const pages = createSnapshotCache<ListAnswer>(db, ({ json }) => json.length);
  const counts = createSnapshotCache<number>(db, () => 8);
  return (request, list) => {
    const scope = accessScope(request.principal);
    const { totalCount, asOf } = request.query;
    // There are no stored counts of the past.
    const kind = toCountingKind(totalCount ?? (asOf === undefined ? undefined : 'BOUNDED'));
    const cache: Counting['cache'] = (count) =>
      counts(`${scope} ${withoutPaging(request.url)}`, count, request.arrivedAt);
    const load = async (): Promise<ListAnswer> => {
      const found = await list({ kind, cache });
      return { status: 200, json: JSON.stringify(found.rows), headers: toHeaders(request, found) };
    };
    return pages(`${scope} ${request.url}`, load, request.arrivedAt);
  };
}

function toHeaders({ url, page }: ListRequest, { rows, total }: FindingPage<unknown>) {
  const hasMore = total.type === 'AT_LEAST' && rows.length === page.limit;
  const { Link } = pageHeaders(url, page, hasMore ? Number.POSITIVE_INFINITY : total.count);
  return {
    'X-Total-Count': String(total.count),
    'X-Total-Count-Type': total.type,
    ...(Link === undefined ? {} : { Link }),
  };
}

const PAGING_PARAMETERS = [
  'offset',
  'page',
  'pageNumber',
  'size',
  'pageSize',
  'limit',
  'sort',
  'sortOrder',
  'orderBy',
  'sortName',
];

/** All pages of a list share one count, whatever the order. */
function withoutPaging(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const name of PAGING_PARAMETERS) parameters.delete(name);
  return `${path}?${parameters}`;
}
