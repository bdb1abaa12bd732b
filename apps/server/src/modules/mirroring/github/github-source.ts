import { type JsonObject, toText } from '../../../platform/read-json.ts';
import { isIdentifier } from '../../vulnerabilities/is-identifier.ts';
import { type PreparedRecord, prepareRecord } from '../../vulnerabilities/prepare-record.ts';
import { mirrorAsserter } from '../../vulnerabilities/vulnerability-asserters.ts';
import type { MirrorSource } from '../mirror-source.ts';
import { describeIdFault, type UnreadableRecord } from '../read/unreadable-record.ts';
import { READER_VERSION } from '../reader-version.ts';
import type { ReadRecords, RunSession } from '../run-session.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';
import { hasGithubCredentials } from './authorize-github.ts';
import { fetchAdvisories } from './fetch-advisories.ts';
import { toGithubRecord } from './to-github-record.ts';

const PART = 'advisories';

export const githubSource: MirrorSource = {
  name: 'github',
  displayName: 'GitHub Advisory Database',
  asserter: mirrorAsserter('github', 'GitHub', 'GITHUB'),
  owns: 'GITHUB',
  mirror: mirrorGithub,
  // Files of GitHub advisories are imported through OSV.
  readFile: undefined,
};

/** Reads pages in the order of updates, so that after each page the position is known from which to resume. */
async function mirrorGithub(session: RunSession): Promise<void> {
  if (!hasGithubCredentials(session.settings)) {
    throw new UnreadableDataError(
      'GitHub needs a token or an App. Set svc.vuln-data-source.github.token or svc.vuln-data-source.github.app-…, or ' +
        'name secrets that contain the token or the private key.',
    );
  }
  const position = await session.findPosition(PART);
  const since = position?.reader === READER_VERSION ? toText(position.since) : undefined;
  let done = 0;
  for await (const { advisories, total } of fetchAdvisories(session, since)) {
    done += advisories.length;
    session.progress('reading', done, total);
    const { records, unreadable } = readPage(advisories, done - advisories.length);
    const latest = latestOf(records) ?? since;
    await session.recordRead(
      { records, unreadable },
      {
        part: PART,
        value: { reader: READER_VERSION, ...(latest === undefined ? {} : { since: latest }) },
      },
    );
  }
}

function readPage(advisories: readonly JsonObject[], before: number): ReadRecords {
  const records: PreparedRecord[] = [];
  const unreadable: UnreadableRecord[] = [];
  for (const [n, advisory] of advisories.entries()) {
    const record = toGithubRecord(advisory);
    if (record && isIdentifier(record.vulnId)) records.push(prepareRecord(record));
    else unreadable.push({ record: `number ${before + n + 1}`, reason: describeIdFault(record?.vulnId) });
  }
  return { records, unreadable };
}

function latestOf(records: readonly PreparedRecord[]): string | undefined {
  const times = records.flatMap(({ updated }) => updated ?? []);
  return times.length === 0 ? undefined : new Date(Math.max(...times)).toISOString();
}
