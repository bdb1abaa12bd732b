import { browserSessionOperations } from '@tallyman/contract';
import { client } from '../../api/client.ts';

/** Ends the session, also at the identity provider if it began there, and loads the page again, so that nothing of it stays in memory. */
export async function signOut({ everywhere }: { everywhere: boolean }): Promise<void> {
  const answer = await client.call(browserSessionOperations.closeBrowserSession, { query: { everywhere } });
  sessionStorage.clear();
  window.location.assign(answer.status === 200 ? answer.body.logoutUrl : document.baseURI);
}
