import { mirrorAsserter } from '../../vulnerabilities/vulnerability-asserters.ts';
import type { VulnerabilityRecord } from '../../vulnerabilities/vulnerability-record.ts';
import type { MirrorSource } from '../mirror-source.ts';
import { toText } from '../read-json.ts';
import { READER_VERSION } from '../reader-version.ts';
import type { RunSession } from '../run-session.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';
import { fetchAdvisories } from './fetch-advisories.ts';
import { toGithubRecord } from './to-github-record.ts';

const PART = 'advisories';

export const githubSource: MirrorSource = {
  name: 'github',
  displayName: 'GitHub Advisory Database',
  asserter: mirrorAsserter('github', 'GitHub', 'GITHUB'),
  owns: 'GITHUB',
  mirror: mirrorGithub,
  // Advisories of GitHub come as files with OSV.
  readFile: undefined,
};

/** In the order of their updates, so that each page says how far the next run, or this one after a crash, may skip. */
async function mirrorGithub(session: RunSession): Promise<void> {
  if (!session.settings.secret) {
    throw new UnreadableDataError('GitHub answers only with a token: set svc.vuln-data-source.github.token.');
  }
  const position = await session.findPosition(PART);
  const since = position?.reader === READER_VERSION ? toText(position.since) : undefined;
  let done = 0;
  for await (const { advisories, total } of fetchAdvisories(session, since)) {
    done += advisories.length;
    session.progress('reading', done, total);
    const records = advisories.map(toGithubRecord).filter((record) => record !== undefined);
    const latest = latestOf(records) ?? since;
    await session.recordVulnerabilities(records, {
      part: PART,
      value: { reader: READER_VERSION, ...(latest === undefined ? {} : { since: latest }) },
    });
  }
}

function latestOf(records: readonly VulnerabilityRecord[]): string | undefined {
  const times = records.flatMap(({ updated }) => updated?.getTime() ?? []);
  return times.length === 0 ? undefined : new Date(Math.max(...times)).toISOString();
}
