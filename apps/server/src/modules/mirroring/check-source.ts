import type { HttpClient } from '../../platform/outgoing-http/create-http-client.ts';
import { HttpStatusError } from '../../platform/outgoing-http/http-failure.ts';
import type { HttpRequest } from '../../platform/outgoing-http/send-request.ts';
import { authorizeGithub, hasGithubCredentials } from './github/authorize-github.ts';
import type { SourceName } from './source-extensions.ts';
import type { RunSettings } from './source-settings.ts';

/** The rest of a large file is not downloaded. */
const MAX_DUMPED_BYTES = 1_024;

/** Requests something small from the source. Returns what is wrong, if anything. Throws if the request fails. */
export async function checkSource(
  http: HttpClient,
  name: SourceName,
  settings: RunSettings,
): Promise<string | undefined> {
  if (name === 'github' && !hasGithubCredentials(settings)) return 'GitHub needs a token or an App.';
  const requests = name === 'github' ? [await toGithubRequest(http, settings)] : toRequests(name, settings);
  for (const [n, request] of requests.entries()) {
    try {
      const { body } = await http.open(request);
      await body.dump({ limit: MAX_DUMPED_BYTES }).catch(() => {});
      return undefined;
    } catch (error) {
      if (!(error instanceof HttpStatusError) || n === requests.length - 1) throw error;
    }
  }
  return undefined;
}

/** Requests that are tried in turn: copies of a source may have another layout. */
function toRequests(name: SourceName, { url, secret, ecosystems }: RunSettings): HttpRequest[] {
  if (name === 'nvd') {
    if (url.endsWith('/cves/2.0')) {
      return [{ url: `${url}?resultsPerPage=1`, ...(secret && { headers: { apiKey: secret } }) }];
    }
    return [`${url}/json/cve/2.0`, url].map((folder) => ({ url: `${folder}/nvdcve-2.0-modified.meta` }));
  }
  if (name === 'osv') return toOsvRequests(url, ecosystems);
  if (name === 'epss' && !/\.(csv|gz)$/.test(url)) return [{ url: `${url}/epss_scores-current.csv.gz` }];
  return [{ url }];
}

function toOsvRequests(url: string, [ecosystem = '*']: readonly string[]): HttpRequest[] {
  if (ecosystem === '*') return [{ url: `${url}/ecosystems.txt` }];
  const folder = `${url}/${encodeURIComponent(ecosystem)}`;
  return [{ url: `${folder}/modified_id.csv` }, { url: `${folder}/all.zip` }];
}

async function toGithubRequest(http: HttpClient, settings: RunSettings): Promise<HttpRequest> {
  const token = await authorizeGithub({ http, settings, now: () => new Date() })();
  return {
    url: settings.url,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: 'query { securityAdvisories(first: 1) { totalCount } }' }),
  };
}
