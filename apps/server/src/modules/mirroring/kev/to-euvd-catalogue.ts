import { type JsonObject, toObjects, toText, toTexts, toTime } from '../../../platform/read-json.ts';
import type { KevEntry } from '../../vulnerabilities/exploitation/record-kev-assertions.ts';
import { isIdentifier } from '../../vulnerabilities/is-identifier.ts';
import { describeIdFault, type UnreadableRecord } from '../read/unreadable-record.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';
import type { KevCatalogue } from './to-kev-catalogue.ts';

/** The dump also repeats the catalogue of CISA. Those entries are statements of CISA. */
const OWN_SOURCE = /^eu/i;

/**
 * Parses the dump of known exploited vulnerabilities of EUVD: a list of entries with `cveId`, `euvdId`, `dateAdded` and
 * `sources`. Throws if no entry is left, because an empty catalogue would remove all assertions.
 */
export function toEuvdCatalogue(text: string): KevCatalogue {
  const entries: KevEntry[] = [];
  const unreadable: UnreadableRecord[] = [];
  for (const [n, element] of toObjects(parse(text)).entries()) {
    if (!isOwn(element)) continue;
    const vulnId = toText(element.cveId)?.trim();
    const euvdId = toText(element.euvdId);
    if (vulnId !== undefined && isIdentifier(vulnId)) {
      entries.push({ source: 'NVD', vulnId, published: toTime(element.dateAdded), ...toNotes(euvdId) });
    } else unreadable.push({ record: euvdId ?? `number ${n + 1}`, reason: describeIdFault(vulnId) });
  }
  if (entries.length === 0) throw new UnreadableDataError('The catalogue has no vulnerabilities of EUVD.');
  return { entries, unreadable };
}

function isOwn({ sources }: JsonObject): boolean {
  return !Array.isArray(sources) || toTexts(sources).some((source) => OWN_SOURCE.test(source));
}

function toNotes(euvdId: string | undefined): Partial<KevEntry> {
  return euvdId === undefined ? {} : { description: `https://euvd.enisa.europa.eu/vulnerability/${euvdId}` };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableDataError('The catalogue is not valid JSON.');
  }
}
