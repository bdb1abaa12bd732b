import type { HttpClient } from '../../../../platform/outgoing-http/create-http-client.ts';
import { toPurl } from '../../../portfolio/package-url.ts';
import { analyzerAsserter } from '../../../vulnerabilities/vulnerability-asserters.ts';
import type { AnalyzedComponent, Analyzer, Report } from '../analyzer.ts';
import type { KnownAnswers } from '../known-answers.ts';
import { type OssIndexVulnerability, toRecord } from './to-report.ts';

export interface OssIndexSettings {
  readonly url: string;
  readonly username: string | undefined;
  /** Asked for each time: whoever renews it need not start the service again. */
  readonly findToken: () => Promise<string | undefined>;
  readonly syncsAliases: boolean;
}

const TYPES: ReadonlySet<string> = new Set([
  ...['cargo', 'cocoapods', 'composer', 'conan', 'conda', 'cran', 'gem', 'golang'],
  ...['maven', 'npm', 'nuget', 'pypi', 'rpm', 'swift'],
]);

/** What it takes in one request. */
const BATCH = 128;

const MOST_BYTES = 64 * 1024 * 1024;

interface ComponentReport {
  readonly coordinates?: string;
  readonly vulnerabilities?: readonly OssIndexVulnerability[];
}

/** Asks OSS Index about package URLs, each at most once a day. */
export function createOssIndexAnalyzer(
  http: HttpClient,
  known: KnownAnswers,
  settings: OssIndexSettings,
): Analyzer {
  return {
    name: 'oss-index',
    asserter: analyzerAsserter('oss-index', 'OSS Index', 'OSSINDEX'),
    analyze: async (components, signal) => {
      const asked = [...new Set(components.flatMap(toAsked))];
      const answers = await known.find('oss-index', asked);
      const missing = asked.filter((coordinates) => !answers.has(coordinates));
      for (let at = 0; at < missing.length; at += BATCH) {
        const batch = missing.slice(at, at + BATCH);
        const fresh = toAnswers(batch, await ask(http, settings, batch, signal));
        await known.keep('oss-index', fresh);
        for (const [coordinates, answer] of fresh) answers.set(coordinates, answer);
      }
      return components.flatMap((component) => toReports(component, answers, settings.syncsAliases));
    },
  };
}

/** A version is needed: in a canonical URL only that stands behind an `@`. */
function toAsked({ coordinates }: AnalyzedComponent): string[] {
  const type = /^pkg:([^/]+)\//.exec(coordinates ?? '')?.[1] ?? '';
  return coordinates?.includes('@') && TYPES.has(type) ? [coordinates] : [];
}

async function ask(
  http: HttpClient,
  { url, username, findToken }: OssIndexSettings,
  coordinates: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly ComponentReport[]> {
  const answer = await http.readText({
    url: `${url.replace(/\/+$/, '')}/api/v3/component-report`,
    method: 'POST',
    headers: {
      'content-type': 'application/vnd.ossindex.component-report-request.v1+json',
      accept: 'application/vnd.ossindex.component-report.v1+json',
      ...toCredentials(username, await findToken()),
    },
    body: JSON.stringify({ coordinates }),
    maxBytes: MOST_BYTES,
    signal,
  });
  const reports: unknown = JSON.parse(answer.text);
  if (!Array.isArray(reports)) throw new Error('OSS Index answered with something that is no list.');
  return reports;
}

function toCredentials(username: string | undefined, token: string | undefined): Record<string, string> {
  if (!token) return {};
  if (!username) return { authorization: `Bearer ${token}` };
  return { authorization: `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}` };
}

/** What it does not mention has no vulnerabilities. */
function toAnswers(
  batch: readonly string[],
  reports: readonly ComponentReport[],
): Map<string, readonly OssIndexVulnerability[]> {
  const answers = new Map<string, readonly OssIndexVulnerability[]>(batch.map((asked) => [asked, []]));
  for (const { coordinates = '', vulnerabilities = [] } of reports) {
    const canonical = toPurl(coordinates)?.coordinates ?? coordinates;
    const named = vulnerabilities.filter(({ id }) => typeof id === 'string' && id !== '');
    if (answers.has(canonical)) answers.set(canonical, named);
  }
  return answers;
}

function toReports(
  { id, coordinates }: AnalyzedComponent,
  answers: ReadonlyMap<string, unknown>,
  syncsAliases: boolean,
): Report[] {
  const reported = (answers.get(coordinates ?? '') ?? []) as readonly OssIndexVulnerability[];
  return reported.map((vulnerability) => ({
    componentId: id,
    record: toRecord(vulnerability, syncsAliases),
    alternateIdentifier: vulnerability.id,
    referenceUrl: vulnerability.reference,
  }));
}
