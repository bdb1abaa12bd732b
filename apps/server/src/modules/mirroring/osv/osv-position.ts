import type { Validators } from '../../../platform/outgoing-http/download.ts';
import { type JsonObject, toObject, toText, toTime } from '../../../platform/read-json.ts';
import { READER_VERSION } from '../reader-version.ts';

/** Position in an ecosystem. */
export interface OsvPosition {
  /** Everything modified before this time has been read. */
  readonly watermark: Date | undefined;
  /** Of the list of modified records. */
  readonly list: Validators;
  readonly archive: Validators & { readonly sha256?: string | undefined };
}

/** Returns undefined if it was never read, or read by another reader version. */
export function parsePosition(stored: JsonObject | undefined): OsvPosition | undefined {
  if (stored?.reader !== READER_VERSION) return undefined;
  const archive = toObject(stored.archive);
  return {
    watermark: toTime(stored.watermark),
    list: toValidators(toObject(stored.list)),
    archive: { ...toValidators(archive), sha256: toText(archive.sha256) },
  };
}

export function formatPosition({ watermark, list, archive }: OsvPosition): object {
  return { reader: READER_VERSION, watermark: watermark?.toISOString(), list, archive };
}

export function toValidators({ etag, lastModified }: JsonObject): Validators {
  return { etag: toText(etag), lastModified: toText(lastModified) };
}
