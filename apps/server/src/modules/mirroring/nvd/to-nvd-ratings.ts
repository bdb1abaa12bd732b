import { type JsonObject, toObject, toObjects, toText } from '../../../platform/read-json.ts';
import type { Ratings } from '../../vulnerabilities/vulnerability-record.ts';

/** Returns one rating per method, preferring those of NVD. */
export function toNvdRatings(cve: JsonObject): Ratings {
  const metrics = toObject(cve.metrics);
  const v31 = toObjects(metrics.cvssMetricV31);
  return {
    ...rating('cvssV2', toObjects(metrics.cvssMetricV2)),
    ...rating('cvssV3', v31.length > 0 ? v31 : toObjects(metrics.cvssMetricV30)),
    ...rating('cvssV4', toObjects(metrics.cvssMetricV40)),
  };
}

function rating(method: 'cvssV2' | 'cvssV3' | 'cvssV4', metrics: readonly JsonObject[]): Ratings {
  const [best] = [...metrics].sort((a, b) => rankOf(a) - rankOf(b));
  if (best === undefined) return {};
  const { vectorString, baseScore } = toObject(best.cvssData);
  const vector = toText(vectorString);
  const score = typeof baseScore === 'number' ? baseScore : undefined;
  if (vector === undefined && score === undefined) return {};
  return { [method]: { ...(vector !== undefined && { vector }), ...(score !== undefined && { score }) } };
}

function rankOf({ source, type }: JsonObject): number {
  if (source === 'nvd@nist.gov') return 0;
  return type === 'Primary' ? 1 : 2;
}
