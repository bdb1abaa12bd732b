import { createClient } from '@tallyman/client';
import { CSRF_HEADER } from '@tallyman/contract';

const listeners = new Set<() => void>();

/** Called on 401, which is how the end of a session is noticed. */
export function onUnauthenticated(listener: () => void): void {
  listeners.add(listener);
}

async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status === 401) for (const listener of listeners) listener();
  return response;
}

/** The one way to the service. The session cookie goes along by itself; the header proves that this page asks. */
export const client = createClient({
  baseUrl: document.baseURI,
  headers: { [CSRF_HEADER]: '1' },
  fetch: watchedFetch,
});
