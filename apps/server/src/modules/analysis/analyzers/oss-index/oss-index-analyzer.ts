import type { HttpClient } from '../../../../platform/outgoing-http/create-http-client.ts';
import { toPurl } from '../../../portfolio/identifiers/package-url.ts';
import { analyzerAsserter } from '../../../vulnerabilities/vulnerability-asserters.ts';
import type { AnalyzedComponent, Analyzer, Report } from '../analyzer.ts';
import { ANSWER_MAX_AGE_MS, type AnswerCache } from '../answer-cache.ts';
import { type OssIndexVulnerability, toOssIndexRecord } from './to-oss-index-record.ts';

export interface OssIndexSettings {
  readonly url: string;
  readonly username: string | undefined;
  /** Called for each request, so that a renewed token needs no restart. */
  readonly findToken: () => Promise<string | undefined>;
  readonly syncsAliases: boolean;
}

const TYPES: ReadonlySet<string> = new Set([
  ...['cargo', 'cocoapods', 'composer', 'conan', 'conda', 'cran', 'gem', 'golang'],
  ...['maven', 'npm', 'nuget', 'pypi', 'rpm', 'swift'],
]);

/** The maximum of the API. */
const BATCH_SIZE = 128;

const MAX_BYTES = 64 * 1024 * 1024;

interface ComponentReport {
  readonly coordinates?: string;
  readonly vulnerabilities?: readonly OssIndexVulnerability[];
}

/** Asks OSS Index about package URLs, each at most once a day. */
export function createOssIndexAnalyzer(
  http: HttpClient,
  cache: AnswerCache,
  settings: OssIndexSettings,
): Analyzer {
  return {
    name: 'oss-index',
    asserter: analyzerAsserter('oss-index', 'OSS Index', 'OSSINDEX'),
    analyze: async (components, signal) => {
      const queried = [...new Set(components.flatMap(toQueried))];
      const answers = await cache.find('oss-index', queried, ANSWER_MAX_AGE_MS);
      const missing = queried.filter((coordinates) => !answers.has(coordinates));
      for (let at = 0; at < missing.length; at += BATCH_SIZE) {
        const batch = missing.slice(at, at + BATCH_SIZE);
        const received = toAnswers(batch, await askOssIndex(http, settings, batch, signal));
        await cache.store('oss-index', received);
        for (const [coordinates, answer] of received) answers.set(coordinates, answer);
      }
      return components.flatMap((component) => toReports(component, answers, settings.syncsAliases));
    },
  };
}

/** A version is required. In a canonical package URL only a version follows an `@`. */
function toQueried({ coordinates }: AnalyzedComponent): string[] {
  const type = /^pkg:([^/]+)\//.exec(coordinates ?? '')?.[1] ?? '';
  return coordinates?.includes('@') && TYPES.has(type) ? [coordinates] : [];
}

export async function askOssIndex(
  http: HttpClient,
  { url, username, findToken }: OssIndexSettings,
  coordinates: readonly string[],
  signal?: AbortSignal,
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
    maxBytes: MAX_BYTES,
    signal,
  });
  const reports: unknown = JSON.parse(answer.text);
  if (!Array.isArray(reports)) throw new Error('The response of OSS Index is not a list.');
  return reports;
}

function toCredentials(username: string | undefined, token: string | undefined): Record<string, string> {
  if (!token) return {};
  if (!username) return { authorization: `Bearer ${token}` };
  return { authorization: `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}` };
}

/** Packages missing from the response have no vulnerabilities. */
function toAnswers(
  batch: readonly string[],
  reports: readonly ComponentReport[],
): Map<string, readonly OssIndexVulnerability[]> {
  const answers = new Map<string, readonly OssIndexVulnerability[]>(
    batch.map((coordinates) => [coordinates, []]),
  );
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
    record: toOssIndexRecord(vulnerability, syncsAliases),
    alternateIdentifier: vulnerability.id,
    referenceUrl: vulnerability.reference,
  }));
}
