import type { Db } from '../../platform/db/database.ts';
import { createSnapshotCache } from '../../platform/db/snapshot-cache.ts';
import { type Page, type Paged, pageHeaders } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { accessScope } from './access/project-access.ts';

interface ListRequest {
  readonly url: string;
  readonly arrivedAt: number;
  readonly page: Page;
  readonly principal: Principal;
}

interface ListAnswer {
  readonly status: 200;
  readonly json: string;
  readonly headers: Record<string, string>;
}

export type AnswerList = <T>(request: ListRequest, list: () => Promise<Paged<T>>) => Promise<ListAnswer>;

/** Answers lists of the portfolio. Caches the response for all principals with the same access scope. */
export function createAnswerList(db: Db): AnswerList {
  const cached = createSnapshotCache<ListAnswer>(db, ({ json }) => json.length);
  return (request, list) => {
    const key = `${accessScope(request.principal)} ${request.url}`;
    const load = async (): Promise<ListAnswer> => {
      const { rows, total } = await list();
      const headers = pageHeaders(request.url, request.page, total);
      return { status: 200, json: JSON.stringify(rows), headers };
    };
    return cached(key, load, request.arrivedAt);
  };
}

export function mapRows<Row, Item>(paged: Paged<Row>, present: (row: Row) => Item): Paged<Item> {
  return { rows: paged.rows.map(present), total: paged.total };
}
