import { type JsonObject, toObject, toObjects, toText, toTime } from '../../../platform/read-json.ts';
import { sourceOfVulnId } from '../../vulnerabilities/source-of-vuln-id.ts';
import type {
  AffectedPackage,
  Ratings,
  VulnerabilityKey,
  VulnerabilityRecord,
} from '../../vulnerabilities/vulnerability-record.ts';
import { toCweIds } from '../to-cwe-ids.ts';
import { toSeverity } from '../to-severity.ts';
import { listNodes } from './list-nodes.ts';
import { toGithubBounds } from './to-github-bounds.ts';

/** Package URL types by the name of the ecosystem at GitHub. */
const TYPES: Readonly<Record<string, string>> = {
  ACTIONS: 'github',
  COMPOSER: 'composer',
  ERLANG: 'hex',
  GO: 'golang',
  MAVEN: 'maven',
  NPM: 'npm',
  NUGET: 'nuget',
  OTHER: 'generic',
  PIP: 'pypi',
  PUB: 'pub',
  RUBYGEMS: 'gem',
  RUST: 'cargo',
  SWIFT: 'swift',
};

/** Maps a security advisory of the GraphQL API to a record. Returns undefined if it has no id. */
export function toGithubRecord(document: unknown): VulnerabilityRecord | undefined {
  const advisory = toObject(document);
  const vulnId = toText(advisory.ghsaId)?.trim();
  if (vulnId === undefined) return undefined;
  const affected = listNodes(advisory.vulnerabilities);
  return {
    source: 'GITHUB',
    vulnId,
    title: toText(advisory.summary),
    description: toText(advisory.description),
    references: toObjects(advisory.references)
      .flatMap(({ url }) => toText(url) ?? [])
      .map((url) => ({ url })),
    published: toTime(advisory.publishedAt),
    updated: toTime(advisory.updatedAt),
    rejected: toTime(advisory.withdrawnAt),
    cwes: toCweIds(listNodes(advisory.cwes).flatMap(({ cweId }) => toText(cweId) ?? [])),
    vulnerableVersions: joined(affected.map(({ vulnerableVersionRange }) => toText(vulnerableVersionRange))),
    patchedVersions: joined(
      affected.map(({ firstPatchedVersion }) => toText(toObject(firstPatchedVersion).identifier)),
    ),
    ratings: toRatings(advisory),
    packages: toPackages(affected),
    aliases: toAliases(advisory, vulnId),
  };
}

function joined(texts: readonly (string | undefined)[]): string | undefined {
  const distinct = [...new Set(texts.filter((text) => text !== undefined))];
  return distinct.length === 0 ? undefined : distinct.join(' | ');
}

/** A score of 0 without a vector means that there is no score. */
function toRatings(advisory: JsonObject): Ratings {
  const severities = toObject(advisory.cvssSeverities);
  const v3 = toText(toObject(severities.cvssV3).vectorString) ?? toText(toObject(advisory.cvss).vectorString);
  const v4 = toText(toObject(severities.cvssV4).vectorString);
  const severity = toSeverity(advisory.severity);
  return {
    ...(v3 !== undefined && { cvssV3: { vector: v3 } }),
    ...(v4 !== undefined && { cvssV4: { vector: v4 } }),
    ...(severity !== undefined && { severity }),
  };
}

/** GitHub lists one element per range; ranges of the same package are merged. */
function toPackages(affected: readonly JsonObject[]): AffectedPackage[] {
  const byPurl = new Map<string, AffectedPackage>();
  for (const element of affected) {
    const purl = toPurl(toObject(element.package));
    const bounds = toGithubBounds(toText(element.vulnerableVersionRange));
    if (purl === undefined || bounds === undefined) continue;
    const known = byPurl.get(purl)?.versions ?? [];
    byPurl.set(purl, { purl, versions: [...known, bounds] });
  }
  return [...byPurl.values()];
}

function toPurl({ ecosystem, name }: JsonObject): string | undefined {
  const type = TYPES[toText(ecosystem)?.toUpperCase() ?? ''];
  const path = toText(name);
  if (type === undefined || path === undefined) return undefined;
  const location = type === 'maven' ? path.replace(':', '/') : path;
  return `pkg:${type}/${location.split('/').map(encodeURIComponent).join('/')}`;
}

function toAliases(advisory: JsonObject, vulnId: string): VulnerabilityKey[] {
  const ids = toObjects(advisory.identifiers).flatMap(({ value }) => toText(value) ?? []);
  return ids.filter((id) => id !== vulnId).map((id) => ({ source: sourceOfVulnId(id), vulnId: id }));
}
