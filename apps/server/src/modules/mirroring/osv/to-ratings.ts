import { type JsonObject, toObject, toObjects, toText } from '../../../platform/read-json.ts';
import type { Ratings } from '../../vulnerabilities/vulnerability-record.ts';
import { toSeverity } from '../to-severity.ts';

/**
 * Uses the vectors of the record, else of its affected packages. The kind is taken from the vector, because some
 * publishers mix the types up. A severity word counts only without a vector. Malicious packages are critical.
 */
export function toRatings(record: JsonObject, isMalware: boolean): Ratings {
  const affected = toObjects(record.affected);
  const vectors = [...vectorsOf(record), ...affected.flatMap(vectorsOf), ...affected.flatMap(cvssOf)];
  return {
    ...vectorOf('cvssV2', vectors, /^\(?(CVSS:2\.0\/)?AV:/),
    ...vectorOf('cvssV3', vectors, /^CVSS:3/),
    ...vectorOf('cvssV4', vectors, /^CVSS:4/),
    ...severityOf(record, affected, isMalware),
  };
}

function vectorsOf(rated: JsonObject): string[] {
  return toObjects(rated.severity).flatMap(({ score }) => toText(score) ?? []);
}

/** Location in RustSec advisories. */
function cvssOf({ database_specific }: JsonObject): string[] {
  return [toText(toObject(database_specific).cvss) ?? []].flat();
}

function vectorOf(
  method: 'cvssV2' | 'cvssV3' | 'cvssV4',
  vectors: readonly string[],
  looksLike: RegExp,
): Ratings {
  const vector = vectors.find((text) => looksLike.test(text));
  return vector === undefined ? {} : { [method]: { vector } };
}

function severityOf(record: JsonObject, affected: readonly JsonObject[], isMalware: boolean): Ratings {
  if (isMalware) return { severity: 'CRITICAL' };
  const words = [
    toObject(record.database_specific).severity,
    ...vectorsOf(record),
    ...affected.flatMap(vectorsOf),
    ...affected.map(({ database_specific }) => toObject(database_specific).severity),
    ...affected.map(({ ecosystem_specific }) => toObject(ecosystem_specific).severity),
  ];
  const severity = words.map(toSeverity).find((word) => word !== undefined);
  return severity === undefined ? {} : { severity };
}
