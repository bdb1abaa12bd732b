import { toText } from '../../../platform/read-json.ts';
import type { MirrorSource } from '../mirror-source.ts';
import { READER_VERSION } from '../reader-version.ts';
import type { RunSession } from '../run-session.ts';

const PART = 'scores';

export const epssSource: MirrorSource = {
  name: 'epss',
  displayName: 'EPSS',
  asserter: { name: 'vuln-data-source:epss', displayName: 'EPSS', source: 'NVD' },
  owns: undefined,
  mirror: mirrorEpss,
  readFile: (session, { path }) => readScores(session, path, {}),
};

async function mirrorEpss(session: RunSession): Promise<void> {
  const { http, settings, downloads } = session;
  const position = await session.findPosition(PART);
  const isCurrent = position?.reader === READER_VERSION;
  const known = isCurrent ? { etag: toText(position.etag), lastModified: toText(position.lastModified) } : {};
  const url = /\.(csv|gz)$/.test(settings.url) ? settings.url : `${settings.url}/epss_scores-current.csv.gz`;
  const onProgress = (bytes: number, total?: number) => session.progress('downloading', bytes, total);
  const downloaded = await http.download({ url, ...downloads, known, onProgress });
  if (!downloaded) return;
  try {
    await readScores(session, downloaded.file.path, downloaded.validators);
  } finally {
    await downloaded.file.discard();
  }
}

async function readScores(session: RunSession, path: string, validators: object): Promise<void> {
  let done = 0;
  for await (const message of session.read({ kind: 'read-epss', path })) {
    if (!('scores' in message)) continue;
    done += message.scores.length + message.unreadable.length;
    session.progress('recording', done);
    await session.recordEpssScores(message);
  }
  await session.recordKnown(0, { part: PART, value: { reader: READER_VERSION, ...validators } });
}
