import type { Db } from '../../../platform/db/database.ts';
import { createSnapshotCache } from '../../../platform/db/snapshot-cache.ts';
import { type Page, pageHeaders } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { accessScope } from '../../portfolio/project-access.ts';
import type { Counting } from './finding-totals.ts';
import type { FindingPage } from './list-findings.ts';
import { toCountingKind } from './to-finding-filter.ts';

interface ListRequest {
  readonly url: string;
  readonly arrivedAt: number;
  readonly page: Page;
  readonly principal: Principal;
  readonly query: { readonly totalCount?: string };
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
 * Answers lists of findings with how many there are. What was asked for before, by anyone who sees the same, is kept
 * while nothing changed: whole pages, and the counts for those who turn the pages.
 */
export function createAnswerFindingList(db: Db): AnswerFindingList {
  const pages = createSnapshotCache<ListAnswer>(db, ({ json }) => json.length);
  const counts = createSnapshotCache<number>(db, () => 8);
  return (request, list) => {
    const scope = accessScope(request.principal);
    const kind = toCountingKind(request.query.totalCount);
    const keep: Counting['keep'] = (count) =>
      counts(`${scope} ${withoutWindow(request.url)}`, count, request.arrivedAt);
    const load = async (): Promise<ListAnswer> => {
      const found = await list({ kind, keep });
      return { status: 200, json: JSON.stringify(found.rows), headers: toHeaders(request, found) };
    };
    return pages(`${scope} ${request.url}`, load, request.arrivedAt);
  };
}

function toHeaders({ url, page }: ListRequest, { rows, total }: FindingPage<unknown>) {
  const goesOn = total.type === 'AT_LEAST' && rows.length === page.limit;
  const { Link } = pageHeaders(url, page, goesOn ? Number.POSITIVE_INFINITY : total.count);
  return {
    'X-Total-Count': String(total.count),
    'X-Total-Count-Type': total.type,
    ...(Link === undefined ? {} : { Link }),
  };
}

const WINDOW = [
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

/** All pages of a list have one count, in whatever order. */
function withoutWindow(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const name of WINDOW) parameters.delete(name);
  return `${path}?${parameters}`;
}
