import { createClient } from '@tallyman/client';
import { CSRF_HEADER } from '@tallyman/contract';

/** The one way to the service. The session cookie goes along by itself; the header proves that this page asks. */
export const client = createClient({ baseUrl: document.baseURI, headers: { [CSRF_HEADER]: '1' } });
