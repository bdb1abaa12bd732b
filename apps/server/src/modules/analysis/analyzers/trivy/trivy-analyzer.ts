import { createHash, randomUUID } from 'node:crypto';
import { type JsonObject, toObject, toObjects, toText } from '../../../../platform/read-json.ts';
import { parsePackageUrl } from '../../../portfolio/identifiers/package-url.ts';
import { analyzerAsserter } from '../../../vulnerabilities/vulnerability-asserters.ts';
import type { AnalyzedComponent, Analyzer, Report } from '../analyzer.ts';
import type { AnalyzerDeps } from '../analyzer-kind.ts';
import { parseAnswer } from '../parse-answer.ts';
import { splitEpoch, type TrivyBlob, toTrivyBlobs, toTrivyName } from './to-trivy-blob.ts';
import { isFixed, member, toTrivyRecord } from './to-trivy-record.ts';

const MAX_BYTES = 256 * 1024 * 1024;
const CACHE = 'trivy.cache.v1.Cache';
const SCANNER = 'trivy.scanner.v1.Scanner';

/** The only relationship to other packages that the packages of a blob have. */
const RELATIONSHIPS = ['unknown'];

/** Sends the packages of all components to a Trivy server. Answers are not cached: the server caches its database. */
export function createTrivyAnalyzer(deps: AnalyzerDeps): Analyzer {
  const { ignoreUnfixed, scanLibrary, scanOs } = deps.settings;
  const scope = { scansLibraries: scanLibrary === true, scansOs: scanOs === true };
  return {
    name: 'trivy',
    asserter: analyzerAsserter('trivy', 'Trivy', 'OSV'),
    analyze: async (components, signal) => {
      const found: JsonObject[] = [];
      for (const blob of toTrivyBlobs(components, scope)) found.push(...(await scanBlob(deps, blob, signal)));
      const counted = ignoreUnfixed === true ? found.filter(isFixed) : found;
      return toReports(components, counted);
    },
  };
}

/** Stores the blob on the server, scans it, and deletes it. */
export async function scanBlob(
  deps: AnalyzerDeps,
  blob: TrivyBlob,
  signal: AbortSignal | undefined,
): Promise<readonly JsonObject[]> {
  const id = `sha256:${createHash('sha256').update(randomUUID()).digest('hex')}`;
  await call(deps, `${CACHE}/PutBlob`, { diff_id: id, blob_info: { schema_version: 2, ...blob } }, signal);
  try {
    const answer = await call(deps, `${SCANNER}/Scan`, toScanRequest(id, blob), signal);
    return toObjects(answer.results).flatMap(({ vulnerabilities }) => toObjects(vulnerabilities));
  } finally {
    // The result counts even if the blob cannot be deleted.
    await call(deps, `${CACHE}/DeleteBlobs`, { blob_ids: [id] }, signal).catch(() => {});
  }
}

function toScanRequest(id: string, { os }: TrivyBlob): object {
  const types = [os ? 'os' : 'library'];
  return {
    target: id,
    artifact_id: id,
    blob_ids: [id],
    // `vuln_type` is the name of `pkg_types` in servers before 0.54.
    options: { pkg_types: types, vuln_type: types, scanners: ['vuln'], pkg_relationships: RELATIONSHIPS },
  };
}

/** Twirp: a POST with a message as JSON. Unknown members are ignored by the server. */
async function call(
  { http, settings, findSecret }: AnalyzerDeps,
  method: string,
  message: object,
  signal: AbortSignal | undefined,
): Promise<JsonObject> {
  const token = await findSecret('apiToken');
  const { text } = await http.readText({
    url: `${String(settings.apiUrl).replace(/\/+$/, '')}/twirp/${method}`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token && { 'trivy-token': token }),
    },
    body: JSON.stringify(message),
    maxBytes: MAX_BYTES,
    signal,
  });
  return text.trim() === '' ? {} : parseAnswer('Trivy', text);
}

function toReports(components: readonly AnalyzedComponent[], found: readonly JsonObject[]): Report[] {
  const ids = new Map<string, number[]>();
  for (const { id, purl } of components) {
    for (const key of purl === null ? [] : [purl, toKey(purl)]) ids.set(key, [...(ids.get(key) ?? []), id]);
  }
  return found.flatMap((vulnerability) => {
    const record = toTrivyRecord(vulnerability);
    if (!record) return [];
    const referenceUrl = toText(member(vulnerability, 'primary_url'));
    return findComponents(ids, vulnerability).map((componentId) => {
      return { componentId, record, alternateIdentifier: record.vulnId, referenceUrl };
    });
  });
}

/** By the identifier that was sent, otherwise by name and version: servers before 0.50 do not repeat identifiers. */
function findComponents(
  ids: ReadonlyMap<string, readonly number[]>,
  vulnerability: JsonObject,
): readonly number[] {
  const identifier = toObject(member(vulnerability, 'pkg_identifier'));
  const sent = [member(identifier, 'bom_ref'), identifier.purl, member(vulnerability, 'pkg_id')];
  const known = sent.flatMap((key) => ids.get(toText(key) ?? '') ?? []);
  if (known.length > 0) return [...new Set(known)];
  const [name, version] = [member(vulnerability, 'pkg_name'), member(vulnerability, 'installed_version')];
  return ids.get(`${name} ${version}`) ?? [];
}

/** Name and version as Trivy writes them. */
function toKey(purl: string): string {
  const url = parsePackageUrl(purl);
  if (!url) return '';
  const { version, epoch } = splitEpoch(url);
  return `${toTrivyName(url)} ${epoch > 0 ? `${epoch}:` : ''}${version}`;
}
