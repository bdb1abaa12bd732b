import { type JsonObject, toObject, toObjects, toText, toTime } from '../../../platform/read-json.ts';
import type { KevEntry } from '../../vulnerabilities/exploitation/record-kev-assertions.ts';
import { isIdentifier } from '../../vulnerabilities/is-identifier.ts';
import { describeIdFault, type UnreadableRecord } from '../read/unreadable-record.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';

export interface KevCatalogue {
  readonly entries: readonly KevEntry[];
  readonly unreadable: readonly UnreadableRecord[];
}

/** Parses the catalogue of CISA. Throws if it is empty, because an empty one would remove all assertions. */
export function toKevCatalogue(text: string): KevCatalogue {
  const entries: KevEntry[] = [];
  const unreadable: UnreadableRecord[] = [];
  for (const [n, element] of toObjects(toObject(parse(text)).vulnerabilities).entries()) {
    const vulnId = toText(element.cveID)?.trim();
    if (vulnId !== undefined && isIdentifier(vulnId)) entries.push(toEntry(vulnId, element));
    else unreadable.push({ record: `number ${n + 1}`, reason: describeIdFault(vulnId) });
  }
  if (entries.length === 0) throw new UnreadableDataError('The catalogue has no vulnerabilities.');
  return { entries, unreadable };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableDataError('The catalogue is not valid JSON.');
  }
}

function toEntry(vulnId: string, entry: JsonObject): KevEntry {
  return {
    source: 'NVD',
    vulnId,
    published: toTime(entry.dateAdded),
    requiredAction: toText(entry.requiredAction),
    knownRansomware: toRansomware(toText(entry.knownRansomwareCampaignUse)),
    description: toText(entry.shortDescription),
  };
}

function toRansomware(use: string | undefined): boolean | undefined {
  if (use === undefined) return undefined;
  return use.trim().toLowerCase() === 'known';
}
