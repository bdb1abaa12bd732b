import {
  type JsonObject,
  toObject,
  toObjects,
  toText,
  toTexts,
  toTime,
} from '../../../platform/read-json.ts';
import type {
  VulnerabilityRecord,
  VulnerabilityReference,
} from '../../vulnerabilities/vulnerability-record.ts';
import { toCweIds } from '../to-cwe-ids.ts';
import { toNvdCpes } from './to-nvd-cpes.ts';
import { toNvdRatings } from './to-nvd-ratings.ts';

/** Maps a record of the NVD 2.0 schema (`{"cve": {…}}`). Returns undefined if it has no id. */
export function toNvdRecord(document: unknown): VulnerabilityRecord | undefined {
  const cve = toObject(toObject(document).cve);
  const vulnId = toText(cve.id)?.trim();
  if (vulnId === undefined) return undefined;
  const updated = toTime(cve.lastModified);
  const published = toTime(cve.published);
  return {
    source: 'NVD',
    vulnId,
    title: toText(cve.cisaVulnerabilityName),
    description: inEnglish(cve.descriptions),
    references: toReferences(cve),
    published,
    updated,
    rejected: isRejected(cve) ? (updated ?? published ?? new Date(0)) : undefined,
    cwes: toCweIds(toObjects(cve.weaknesses).flatMap(({ description }) => valuesOf(description))),
    ratings: toNvdRatings(cve),
    cpes: toNvdCpes(cve.configurations),
  };
}

function isRejected(cve: JsonObject): boolean {
  return toText(cve.vulnStatus)?.toLowerCase() === 'rejected';
}

/** Returns undefined if there is no English text or it is the word "null". */
function inEnglish(descriptions: unknown): string | undefined {
  const texts = toObjects(descriptions);
  return texts
    .filter(({ lang }) => toText(lang)?.startsWith('en'))
    .flatMap(({ value }) => toText(value) ?? [])[0];
}

function valuesOf(described: unknown): string[] {
  return toObjects(described).flatMap(({ value }) => toText(value) ?? []);
}

/** The same address may be listed several times, for different reasons. */
function toReferences(cve: JsonObject): VulnerabilityReference[] {
  const byUrl = new Map<string, VulnerabilityReference>();
  for (const reference of toObjects(cve.references)) {
    const url = toText(reference.url);
    const [type] = toTexts(reference.tags);
    if (url !== undefined && !byUrl.has(url)) byUrl.set(url, type === undefined ? { url } : { url, type });
  }
  return [...byUrl.values()];
}
