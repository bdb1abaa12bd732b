import { type JsonObject, toObjects } from '../../../../platform/read-json.ts';
import { toPurl } from '../../../portfolio/identifiers/package-url.ts';
import { analyzerAsserter } from '../../../vulnerabilities/vulnerability-asserters.ts';
import type { AnalyzedComponent, Analyzer, Report } from '../analyzer.ts';
import type { AnalyzerDeps } from '../analyzer-kind.ts';
import { parseAnswer } from '../parse-answer.ts';
import { listAffectedPurls, toSnykRecord } from './to-snyk-record.ts';

/** Types that need no release of an operating system. */
const TYPES: ReadonlySet<string> = new Set([
  ...['cargo', 'cocoapods', 'composer', 'conan', 'gem', 'golang', 'hex'],
  ...['maven', 'npm', 'nuget', 'pub', 'pypi', 'swift'],
]);

const BATCH_SIZE = 100;
const MAX_AGE_MS = 12 * 3_600_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MEDIA_TYPE = 'application/vnd.api+json';

/** Asks Snyk about package URLs, each at most twice a day. */
export function createSnykAnalyzer(deps: AnalyzerDeps): Analyzer {
  return {
    name: 'snyk',
    asserter: analyzerAsserter('snyk', 'Snyk', 'SNYK'),
    analyze: async (components, signal) => {
      const queried = [...new Set(components.flatMap(toQueried))];
      const answers = await deps.cache.find('snyk', queried, MAX_AGE_MS);
      const missing = queried.filter((purl) => !answers.has(purl));
      for (let at = 0; at < missing.length; at += BATCH_SIZE) {
        const batch = missing.slice(at, at + BATCH_SIZE);
        const received = toAnswers(batch, await askSnyk(deps, batch, signal));
        await deps.cache.store('snyk', received);
        for (const [purl, issues] of received) answers.set(purl, issues);
      }
      return components.flatMap((component) => toReports(component, answers, deps));
    },
  };
}

function toQueried({ coordinates }: AnalyzedComponent): string[] {
  const type = /^pkg:([^/]+)\//.exec(coordinates ?? '')?.[1] ?? '';
  return coordinates?.includes('@') && TYPES.has(type) ? [coordinates] : [];
}

export async function askSnyk(
  { http, settings, findSecret }: AnalyzerDeps,
  purls: readonly string[],
  signal?: AbortSignal,
): Promise<readonly JsonObject[]> {
  const token = await findSecret('apiToken');
  if (!token)
    throw new Error('Snyk needs a token: a secret that apiToken names, or svc.vuln-analyzer.snyk.token.');
  const { apiBaseUrl, orgId, apiVersion } = settings;
  const base = String(apiBaseUrl).replace(/\/+$/, '');
  const path = `/rest/orgs/${encodeURIComponent(String(orgId))}/packages/issues`;
  const { text } = await http.readText({
    url: `${base}${path}?version=${encodeURIComponent(String(apiVersion))}`,
    method: 'POST',
    headers: { 'content-type': MEDIA_TYPE, accept: MEDIA_TYPE, authorization: `token ${token}` },
    body: JSON.stringify({ data: { type: 'resource', attributes: { purls } } }),
    maxBytes: MAX_BYTES,
    signal,
  });
  return toObjects(parseAnswer('Snyk', text).data);
}

/** Packages that no issue names have no vulnerabilities. */
function toAnswers(batch: readonly string[], issues: readonly JsonObject[]): Map<string, JsonObject[]> {
  const answers = new Map<string, JsonObject[]>(batch.map((purl) => [purl, []]));
  for (const issue of issues) {
    const purls = new Set(listAffectedPurls(issue).map((purl) => toPurl(purl)?.coordinates ?? purl));
    for (const purl of purls) answers.get(purl)?.push(issue);
  }
  return answers;
}

function toReports(
  { id, coordinates }: AnalyzedComponent,
  answers: ReadonlyMap<string, unknown>,
  { settings }: AnalyzerDeps,
): Report[] {
  return toObjects(answers.get(coordinates ?? '')).flatMap((issue) => {
    const record = toSnykRecord(issue, settings.aliasSyncEnabled === true);
    if (!record) return [];
    const referenceUrl = `https://security.snyk.io/vuln/${encodeURIComponent(record.vulnId)}`;
    return [{ componentId: id, record, alternateIdentifier: record.vulnId, referenceUrl }];
  });
}
