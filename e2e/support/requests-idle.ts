import { setTimeout } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

const QUIET_MS = 300;

const isStream = (request: Request) => request.url().endsWith('/api/v2/events');

/**
 * Counts the open requests of a page. The returned function waits until there have been none for a moment. Playwright's
 * `networkidle` never comes, because the stream of live updates stays open.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let changedAt = performance.now();
  const change = (request: Request, isOpen: boolean) => {
    if (isStream(request)) return;
    if (isOpen) open.add(request);
    else open.delete(request);
    changedAt = performance.now();
  };
  page.on('request', (request) => change(request, true));
  page.on('requestfinished', (request) => change(request, false));
  page.on('requestfailed', (request) => change(request, false));
  return async () => {
    while (open.size > 0 || performance.now() - changedAt < QUIET_MS) await setTimeout(50);
  };
}
