import { readFile, stat } from 'node:fs/promises';
import { toText } from '../../../platform/read-json.ts';
import type { MirrorSource } from '../mirror-source.ts';
import { READER_VERSION } from '../reader-version.ts';
import type { RunSession } from '../run-session.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';
import { toEuvdCatalogue } from './to-euvd-catalogue.ts';
import { type KevCatalogue, toKevCatalogue } from './to-kev-catalogue.ts';

/** The catalogues currently have about two megabytes. */
const MAX_BYTES = 64 * 1024 * 1024;
const PART = 'catalogue';
const NOT_MODIFIED = 304;

type ToCatalogue = (text: string) => KevCatalogue;

// Contract: "asserter = extension name".
export const kevSource: MirrorSource = {
  name: 'kev',
  displayName: 'CISA KEV',
  asserter: { name: 'cisa', displayName: 'CISA', source: 'NVD' },
  ...catalogueSource(toKevCatalogue),
};

export const euvdSource: MirrorSource = {
  name: 'euvd',
  displayName: 'ENISA EUVD',
  asserter: { name: 'enisa', displayName: 'ENISA', source: 'NVD' },
  ...catalogueSource(toEuvdCatalogue),
};

function catalogueSource(toCatalogue: ToCatalogue): Pick<MirrorSource, 'owns' | 'mirror' | 'readFile'> {
  return {
    owns: undefined,
    mirror: (session) => mirrorCatalogue(session, toCatalogue),
    readFile: async (session, { path }) => {
      if ((await stat(path)).size > MAX_BYTES) throw new UnreadableDataError('The catalogue is too large.');
      await record(session, toCatalogue(await readFile(path, 'utf8')), {});
    },
  };
}

async function mirrorCatalogue(session: RunSession, toCatalogue: ToCatalogue): Promise<void> {
  const { http, settings, signal } = session;
  const position = await session.findPosition(PART);
  const etag = position?.reader === READER_VERSION ? toText(position.etag) : undefined;
  const headers: Record<string, string> = etag ? { 'if-none-match': etag } : {};
  session.progress('downloading', 0);
  const answer = await http.readText({
    url: settings.url,
    maxBytes: MAX_BYTES,
    headers,
    signal,
    accepts: [NOT_MODIFIED],
  });
  if (answer.status === NOT_MODIFIED) return;
  await record(session, toCatalogue(answer.text), { etag: answer.headers.etag });
}

async function record(session: RunSession, catalogue: KevCatalogue, validators: object): Promise<void> {
  const value = { reader: READER_VERSION, ...validators };
  await session.recordKevAssertions(catalogue, { part: PART, value });
}
