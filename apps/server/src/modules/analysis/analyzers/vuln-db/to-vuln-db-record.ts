import { type JsonObject, toNumber, toObjects, toText, toTime } from '../../../../platform/read-json.ts';
import type { Ratings, VulnerabilityRecord } from '../../../vulnerabilities/vulnerability-record.ts';

type Metrics = readonly (readonly [
  metric: string,
  member: string,
  values: Readonly<Record<string, string>>,
])[];

const IMPACT_V2 = { none: 'N', partial: 'P', complete: 'C' };
const V2: Metrics = [
  ['AV', 'access_vector', { local: 'L', 'adjacent network': 'A', adjacent: 'A', network: 'N' }],
  ['AC', 'access_complexity', { low: 'L', medium: 'M', high: 'H' }],
  ['Au', 'authentication', { multiple: 'M', single: 'S', 'single instance': 'S', none: 'N' }],
  ['C', 'confidentiality_impact', IMPACT_V2],
  ['I', 'integrity_impact', IMPACT_V2],
  ['A', 'availability_impact', IMPACT_V2],
];

const IMPACT_V3 = { none: 'N', low: 'L', high: 'H' };
const V3: Metrics = [
  [
    'AV',
    'attack_vector',
    { network: 'N', adjacent: 'A', 'adjacent network': 'A', local: 'L', physical: 'P' },
  ],
  ['AC', 'attack_complexity', { low: 'L', high: 'H' }],
  ['PR', 'privileges_required', IMPACT_V3],
  ['UI', 'user_interaction', { none: 'N', required: 'R' }],
  ['S', 'scope', { unchanged: 'U', changed: 'C' }],
  ['C', 'confidentiality_impact', IMPACT_V3],
  ['I', 'integrity_impact', IMPACT_V3],
  ['A', 'availability_impact', IMPACT_V3],
];

/** Returns undefined without an id. */
export function toVulnDbRecord(found: JsonObject): VulnerabilityRecord | undefined {
  const id = toNumber(found.vulndb_id) ?? toText(found.vulndb_id);
  if (id === undefined) return undefined;
  const information = toObjects(found.nvd_additional_information);
  return {
    source: 'VULNDB',
    vulnId: String(id),
    title: toText(found.title),
    description: toText(found.description),
    detail: toText(found.t_description) ?? toText(found.manual_notes),
    recommendation: toText(found.solution),
    references: toReferences(found),
    credits: toCredits(found),
    published: toTime(found.disclosure_date),
    updated: toTime(found.vulndb_last_modified),
    cwes: information.flatMap(({ cwe_id }) => toCwe(cwe_id)),
    ratings: {
      ...toRating('cvssV2', found.cvss_metrics),
      ...toRating('cvssV3', found.cvss_version_three_metrics),
    },
    aliases: toAliases(found, information),
  };
}

function toReferences({ ext_references }: JsonObject) {
  return toObjects(ext_references).flatMap(({ value }) => {
    const url = toText(value);
    return url !== undefined && /^https?:/i.test(url) ? [{ url }] : [];
  });
}

function toCredits({ authors }: JsonObject): string | undefined {
  const names = toObjects(authors).flatMap(({ name, company }) => toText(name) ?? toText(company) ?? []);
  return names.length === 0 ? undefined : names.join(', ');
}

function toCwe(name: unknown): number[] {
  const number = /^CWE-(\d{1,9})$/i.exec(toText(name) ?? '')?.[1];
  return number === undefined ? [] : [Number(number)];
}

/** An entry about several CVEs is none of them: an alias would make them one. */
function toAliases(found: JsonObject, information: readonly JsonObject[]) {
  const rated = [...toObjects(found.cvss_metrics), ...toObjects(found.cvss_version_three_metrics)];
  const ids = [...information, ...rated].flatMap(({ cve_id }) => toText(cve_id)?.toUpperCase() ?? []);
  const cves = new Set(
    ids.map((id) => (/^\d{4}-\d+$/.test(id) ? `CVE-${id}` : id)).filter((id) => id.startsWith('CVE-')),
  );
  const [vulnId] = cves;
  return cves.size === 1 && vulnId !== undefined ? [{ source: 'NVD', vulnId } as const] : [];
}

/** The rating of NVD first. VulnDB writes the metrics in words. */
function toRating(method: 'cvssV2' | 'cvssV3', value: unknown): Ratings {
  const all = toObjects(value);
  const chosen = all.find(({ source }) => toText(source)?.toUpperCase() === 'NVD') ?? all[0];
  if (!chosen) return {};
  const vector = toVector(chosen, method === 'cvssV2' ? V2 : V3);
  if (vector !== undefined)
    return { [method]: { vector: method === 'cvssV2' ? vector : `CVSS:3.1/${vector}` } };
  const score = toNumber(chosen.calculated_cvss_base_score) ?? toNumber(chosen.score);
  return score === undefined ? {} : { [method]: { score } };
}

/** Returns undefined if a metric is missing or unknown. */
function toVector(rated: JsonObject, metrics: Metrics): string | undefined {
  const parts = metrics.map(([metric, member, values]) => {
    const word = toText(rated[member])?.toLowerCase().replaceAll('_', ' ') ?? '';
    return Object.hasOwn(values, word) ? `${metric}:${values[word]}` : undefined;
  });
  return parts.includes(undefined) ? undefined : parts.join('/');
}
