import { type JsonObject, toNumber, toObjects, toText } from '../../../../platform/read-json.ts';
import { analyzerAsserter } from '../../../vulnerabilities/vulnerability-asserters.ts';
import type { AnalyzedComponent, Analyzer, Report } from '../analyzer.ts';
import type { AnalyzerDeps } from '../analyzer-kind.ts';
import { ANSWER_MAX_AGE_MS } from '../answer-cache.ts';
import { parseAnswer } from '../parse-answer.ts';
import { toVulnDbRecord } from './to-vuln-db-record.ts';

const PAGE_SIZE = 100;
const MAX_PAGES = 1_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Asks VulnDB about CPE names, each at most once a day. "CPE only." */
export function createVulnDbAnalyzer(deps: AnalyzerDeps): Analyzer {
  return {
    name: 'vuln-db',
    asserter: analyzerAsserter('vuln-db', 'VulnDB', 'VULNDB'),
    analyze: async (components, signal) => {
      const queried = [...new Set(components.flatMap(({ cpe }) => cpe ?? []))];
      const answers = await deps.cache.find('vuln-db', queried, ANSWER_MAX_AGE_MS);
      const missing = queried.filter((cpe) => !answers.has(cpe));
      const token = missing.length > 0 ? await signIn(deps, signal) : '';
      for (const cpe of missing) {
        const found = await findByCpe(deps, token, cpe, signal);
        await deps.cache.store('vuln-db', new Map([[cpe, found]]));
        answers.set(cpe, found);
      }
      return components.flatMap((component) => toReports(component, answers, String(deps.settings.apiUrl)));
    },
  };
}

/** OAuth 2 with client credentials. Returns the access token. */
export async function signIn(
  { http, settings, findSecret }: AnalyzerDeps,
  signal?: AbortSignal,
): Promise<string> {
  const secret = await findSecret('oauth2ClientSecret');
  if (!secret) throw new Error('VulnDB needs a client secret, which oauth2ClientSecret names.');
  const form = {
    grant_type: 'client_credentials',
    client_id: String(settings.oauth2ClientId),
    client_secret: secret,
  };
  const { text } = await http.readText({
    url: `${toBase(settings.apiUrl)}/oauth/token`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
    maxBytes: MAX_BYTES,
    signal,
  });
  const token = toText(parseAnswer('VulnDB', text).access_token);
  if (token === undefined) throw new Error('VulnDB returned no access token.');
  return token;
}

async function findByCpe(
  { http, settings }: AnalyzerDeps,
  token: string,
  cpe: string,
  signal: AbortSignal | undefined,
): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = new URLSearchParams({ cpe, size: String(PAGE_SIZE), page: String(page) });
    const { text } = await http.readText({
      url: `${toBase(settings.apiUrl)}/api/v1/vulnerabilities/find_by_cpe?${query}`,
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      maxBytes: MAX_BYTES,
      signal,
    });
    const answer = parseAnswer('VulnDB', text);
    const results = toObjects(answer.results);
    found.push(...results);
    if (results.length === 0 || page * PAGE_SIZE >= (toNumber(answer.total_entries) ?? 0)) break;
  }
  return found;
}

function toBase(url: unknown): string {
  return String(url).replace(/\/+$/, '');
}

function toReports(
  { id, cpe }: AnalyzedComponent,
  answers: ReadonlyMap<string, unknown>,
  url: string,
): Report[] {
  return toObjects(answers.get(cpe ?? '')).flatMap((found) => {
    const record = toVulnDbRecord(found);
    if (!record) return [];
    const referenceUrl = `${toBase(url)}/vulnerabilities/${encodeURIComponent(record.vulnId)}`;
    return [{ componentId: id, record, alternateIdentifier: record.vulnId, referenceUrl }];
  });
}
