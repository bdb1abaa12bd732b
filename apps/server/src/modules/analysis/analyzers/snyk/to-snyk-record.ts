import {
  type JsonObject,
  toNumber,
  toObject,
  toObjects,
  toText,
  toTime,
} from '../../../../platform/read-json.ts';
import { sourceOfVulnId } from '../../../vulnerabilities/source-of-vuln-id.ts';
import type { Ratings, VulnerabilityRecord } from '../../../vulnerabilities/vulnerability-record.ts';

/** "Severity taken from sources in order NVD, Snyk, Red Hat, SUSE." */
const RATING_SOURCES = ['nvd', 'snyk', 'red hat', 'suse'];

const LEVELS = { critical: 'CRITICAL', high: 'HIGH', medium: 'MEDIUM', low: 'LOW' } as const;

/** Returns the package URLs that an issue affects, of those that were asked for. */
export function listAffectedPurls({ attributes }: JsonObject): string[] {
  const representations = toObjects(toObject(attributes).coordinates).flatMap(({ representations: all }) =>
    toObjects(all),
  );
  return representations.flatMap(({ package: affected }) => toText(toObject(affected).url) ?? []);
}

/** Returns undefined without an id. */
export function toSnykRecord(issue: JsonObject, syncsAliases: boolean): VulnerabilityRecord | undefined {
  const attributes = toObject(issue.attributes);
  const vulnId = toText(attributes.key) ?? toText(issue.id);
  if (vulnId === undefined) return undefined;
  const slots = toObject(attributes.slots);
  const problems = toObjects(attributes.problems).flatMap(({ id }) => toText(id) ?? []);
  const aliases = problems.filter((id) => /^(CVE|GHSA)-/i.test(id));
  return {
    source: 'SNYK',
    vulnId,
    title: toText(attributes.title),
    description: toText(attributes.description),
    recommendation: toRecommendation(attributes),
    references: toObjects(slots.references).flatMap(({ url }) => {
      const address = toText(url);
      return address === undefined ? [] : [{ url: address }];
    }),
    created: toTime(attributes.created_at),
    published: toTime(slots.publication_time),
    updated: toTime(attributes.updated_at),
    cwes: toCwes(problems),
    vulnerableVersions: toVulnerableVersions(attributes),
    ratings: toRatings(toObjects(attributes.severities)),
    aliases: syncsAliases ? aliases.map((id) => ({ source: sourceOfVulnId(id), vulnId: id })) : [],
  };
}

function toCwes(problems: readonly string[]): number[] {
  return problems.flatMap((id) => {
    const number = /^CWE-(\d{1,9})$/i.exec(id)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

function toRecommendation({ coordinates }: JsonObject): string | undefined {
  const remedies = toObjects(coordinates).flatMap(({ remedies: all }) => toObjects(all));
  const texts = new Set(remedies.flatMap(({ description }) => toText(description) ?? []));
  return texts.size === 0 ? undefined : [...texts].join('\n');
}

function toVulnerableVersions({ coordinates }: JsonObject): string | undefined {
  const all = toObjects(coordinates).flatMap(({ representations }) => toObjects(representations));
  const ranges = new Set(all.flatMap(({ resource_path }) => toText(resource_path) ?? []));
  return ranges.size === 0 ? undefined : [...ranges].join(', ');
}

/** The ratings of one source: mixing sources would mix their opinions. */
function toRatings(severities: readonly JsonObject[]): Ratings {
  const names = severities.map(({ source }) => toText(source)?.toLowerCase() ?? '');
  const chosen = RATING_SOURCES.find((name) => names.includes(name)) ?? names[0];
  const rated = severities.filter((_, n) => names[n] === chosen);
  // The first one of each method counts.
  return Object.assign({}, ...rated.map(toRating).reverse());
}

function toRating({ vector, score, level }: JsonObject): Ratings {
  const severity = LEVELS[toText(level)?.toLowerCase() as keyof typeof LEVELS];
  const text = toText(vector);
  if (text?.startsWith('CVSS:4')) return { cvssV4: { vector: text }, severity };
  if (text?.startsWith('CVSS:3')) return { cvssV3: { vector: text }, severity };
  if (text !== undefined) return { cvssV2: { vector: text }, severity };
  const number = toNumber(score);
  return number === undefined ? { severity } : { cvssV3: { score: number }, severity };
}
