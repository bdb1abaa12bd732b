import {
  type JsonObject,
  toObject,
  toObjects,
  toText,
  toTexts,
  toTime,
} from '../../../platform/read-json.ts';
import { sourceOfOsvRecord, sourceOfVulnId } from '../../vulnerabilities/source-of-vuln-id.ts';
import type {
  VulnerabilityRecord,
  VulnerabilityReference,
} from '../../vulnerabilities/vulnerability-record.ts';
import { toCweIds } from '../to-cwe-ids.ts';
import { toAffectedPackage } from './to-affected-package.ts';
import { toRatings } from './to-ratings.ts';

/**
 * Maps a record of the OSV schema. Returns undefined if it has no id. ECOSYSTEM and SEMVER ranges and listed versions
 * are affected; commits are not matched. Withdrawn records keep their data and match nothing.
 */
export function toOsvRecord(document: unknown): VulnerabilityRecord | undefined {
  const record = toObject(document);
  const id = toText(record.id)?.trim();
  if (id === undefined) return undefined;
  const isMalware = id.startsWith('MAL-');
  return {
    source: sourceOfOsvRecord(id),
    vulnId: id,
    title: toText(record.summary),
    description: toText(record.details),
    references: toReferences(record),
    credits: toCredits(record),
    published: toTime(record.published),
    updated: toTime(record.modified),
    rejected: toTime(record.withdrawn),
    cwes: toCwes(record),
    ratings: toRatings(record, isMalware),
    packages: toObjects(record.affected).flatMap((affected) => toAffectedPackage(affected, isMalware)),
    aliases: toTexts(record.aliases).map((vulnId) => ({ source: sourceOfVulnId(vulnId), vulnId })),
  };
}

function toReferences(record: JsonObject): VulnerabilityReference[] {
  return toObjects(record.references).flatMap((reference) => {
    const url = toText(reference.url);
    const type = toText(reference.type);
    return url === undefined ? [] : [type === undefined ? { url } : { url, type }];
  });
}

function toCredits(record: JsonObject): string | undefined {
  const names = toObjects(record.credits).flatMap(({ name }) => toText(name) ?? []);
  return names.length === 0 ? undefined : names.join(', ');
}

/** Publishers use different members: `cwe_ids`, `cwes` (texts or objects with `cweId`), `CWE`. */
function toCwes(record: JsonObject): number[] {
  const places = [record, ...toObjects(record.affected)].map(({ database_specific }) =>
    toObject(database_specific),
  );
  return toCweIds(
    places.flatMap(({ cwe_ids, cwes, CWE }) => [
      ...toTexts(cwe_ids),
      ...toTexts(cwes),
      ...toObjects(cwes).flatMap(({ cweId }) => toText(cweId) ?? []),
      ...(toText(CWE)?.split(/[,\s]+/) ?? toTexts(CWE)),
    ]),
  );
}
