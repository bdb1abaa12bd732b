import { type Cwe, cweOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { type Page, pageHeaders, sortColumn } from '../../platform/http/paging.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { findCwe, listCwes } from './cwe-dictionary.ts';

export function cweRoutes(server: FastifyInstance): void {
  serve(server, cweOperations.listCwes, async ({ url, page }) => {
    const all = sorted(listCwes(page.search), page);
    const end = page.limit === null ? undefined : page.offset + page.limit;
    return { status: 200, body: all.slice(page.offset, end), headers: pageHeaders(url, page, all.length) };
  });
  serve(server, cweOperations.getCwe, async ({ params }) => {
    const cwe = findCwe(params.cweId);
    if (!cwe) throw new AppError('not-found', 'The CWE could not be found.');
    return { status: 200, body: cwe };
  });
}

function sorted(cwes: Cwe[], page: Page): Cwe[] {
  if (sortColumn(page, { cweId: 'cweId', name: 'name' } as const) === 'name') {
    cwes.sort((a, b) => a.name.localeCompare(b.name, 'en') || a.cweId - b.cweId);
  }
  return page.descending ? cwes.reverse() : cwes;
}
