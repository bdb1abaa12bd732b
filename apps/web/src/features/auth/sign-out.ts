import { browserSessionOperations } from '@tallyman/contract';
import { client } from '../../api/client.ts';

/** Ends the session and loads the page again, so that nothing of it stays in memory. */
export async function signOut({ everywhere }: { everywhere: boolean }): Promise<void> {
  await client.call(browserSessionOperations.closeBrowserSession, { query: { everywhere } });
  sessionStorage.clear();
  window.location.assign(document.baseURI);
}
