import {
  type JsonObject,
  toNumber,
  toObject,
  toText,
  toTexts,
  toTime,
} from '../../../../platform/read-json.ts';
import { sourceOfVulnId } from '../../../vulnerabilities/source-of-vuln-id.ts';
import type { Ratings, VulnerabilityRecord } from '../../../vulnerabilities/vulnerability-record.ts';

/** The number of the status `fixed` in the schema of Trivy. */
const FIXED = 3;

export function isFixed(vulnerability: JsonObject): boolean {
  const { status } = vulnerability;
  return status === FIXED || status === 'fixed';
}

/** Members of an answer are in snake case; a server may also write them in camel case, which JSON of Protobuf allows. */
export function member(object: JsonObject, name: string): unknown {
  return object[name] ?? object[name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
}

/** Returns undefined without an id. */
export function toTrivyRecord(reported: JsonObject): VulnerabilityRecord | undefined {
  const vulnId = toText(member(reported, 'vulnerability_id'));
  if (vulnId === undefined) return undefined;
  const fixed = toText(member(reported, 'fixed_version'));
  return {
    source: sourceOfVulnId(vulnId),
    vulnId,
    title: toText(reported.title),
    description: toText(reported.description),
    references: toReferences(reported),
    published: toTime(member(reported, 'published_date')),
    updated: toTime(member(reported, 'last_modified_date')),
    cwes: toCwes(toTexts(member(reported, 'cwe_ids'))),
    patchedVersions: fixed,
    ratings: toRatings(reported),
    aliases: toTexts(member(reported, 'vendor_ids'))
      .filter((id) => /^(CVE|GHSA)-/i.test(id) && id !== vulnId)
      .map((id) => ({ source: sourceOfVulnId(id), vulnId: id })),
  };
}

function toReferences(reported: JsonObject) {
  const primary = toText(member(reported, 'primary_url'));
  const urls = [...(primary === undefined ? [] : [primary]), ...toTexts(reported.references)];
  return [...new Set(urls)].map((url) => ({ url }));
}

function toCwes(names: readonly string[]): number[] {
  return names
    .flatMap((name) => Number(/^CWE-(\d{1,9})$/i.exec(name)?.[1] ?? Number.NaN))
    .filter(Number.isInteger);
}

const SEVERITIES = [undefined, 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

/** The source of the severity first, then NVD, then any other. */
function toRatings(reported: JsonObject): Ratings {
  const all = toObject(reported.cvss);
  const preferred = [
    toText(member(reported, 'severity_source')),
    'nvd',
    'ghsa',
    'redhat',
    ...Object.keys(all),
  ];
  const rated = preferred
    .map((name) => toObject(all[name ?? '']))
    .filter((cvss) => Object.keys(cvss).length > 0);
  return {
    ...ratingOf('cvssV2', rated, 'v2'),
    ...ratingOf('cvssV3', rated, 'v3'),
    ...ratingOf('cvssV4', rated, 'v40'),
    severity: toSeverity(reported.severity),
  };
}

function ratingOf(
  method: 'cvssV2' | 'cvssV3' | 'cvssV4',
  rated: readonly JsonObject[],
  version: string,
): Ratings {
  for (const cvss of rated) {
    const vector = toText(member(cvss, `${version}_vector`));
    if (vector !== undefined) return { [method]: { vector } };
  }
  for (const cvss of rated) {
    const score = toNumber(member(cvss, `${version}_score`));
    if (score !== undefined && score > 0) return { [method]: { score } };
  }
  return {};
}

/** A name, or its number in the schema of Trivy. */
function toSeverity(severity: unknown): (typeof SEVERITIES)[number] {
  if (typeof severity === 'number') return SEVERITIES[severity];
  return SEVERITIES.find((name) => name !== undefined && name === severity);
}
