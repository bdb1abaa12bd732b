import type { KevEntry } from '../../vulnerabilities/record-kev-assertions.ts';
import { type JsonObject, toObject, toObjects, toText, toTime } from '../read-json.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';

/** The catalogue of CISA. An empty one is a refusal: it would take back everything that is known. */
export function toKevEntries(text: string): KevEntry[] {
  const entries = toObjects(toObject(parse(text)).vulnerabilities).flatMap(toEntry);
  if (entries.length === 0) throw new UnreadableDataError('The catalogue has no vulnerabilities.');
  return entries;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableDataError('The catalogue is not valid JSON.');
  }
}

function toEntry(entry: JsonObject): KevEntry[] {
  const vulnId = toText(entry.cveID)?.trim();
  if (vulnId === undefined) return [];
  return [
    {
      source: 'NVD',
      vulnId,
      published: toTime(entry.dateAdded),
      requiredAction: toText(entry.requiredAction),
      knownRansomware: toRansomware(toText(entry.knownRansomwareCampaignUse)),
      description: toText(entry.shortDescription),
    },
  ];
}

function toRansomware(use: string | undefined): boolean | undefined {
  if (use === undefined) return undefined;
  return use.trim().toLowerCase() === 'known';
}
