import { HttpStatusError } from '../../../platform/outgoing-http/http-failure.ts';
import { mirrorAsserter } from '../../vulnerabilities/vulnerability-asserters.ts';
import type { MirrorSource } from '../mirror-source.ts';
import type { RunSession } from '../run-session.ts';
import { mirrorApi } from './mirror-api.ts';
import { mirrorFeeds } from './mirror-feeds.ts';
import { readNvdDocument } from './read-nvd-document.ts';

export const nvdSource: MirrorSource = {
  name: 'nvd',
  displayName: 'National Vulnerability Database',
  asserter: mirrorAsserter('nvd', 'NVD', 'NVD'),
  owns: 'NVD',
  mirror: async (session) => {
    const feeds = await findFeeds(session);
    if (feeds === undefined) await mirrorApi(session);
    else await mirrorFeeds(session, feeds);
  },
  readFile: async (session, { path }) => {
    await readNvdDocument(session, path, undefined);
  },
};

/**
 * Returns the address of the feeds, laid out as at NVD or all in one folder. Undefined if the address is that of the
 * API.
 */
async function findFeeds({ settings, http, signal }: RunSession): Promise<string | undefined> {
  const { url } = settings;
  if (/\/cves\/2\.0$/.test(url)) return undefined;
  for (const folder of [`${url}/json/cve/2.0`, url]) {
    try {
      await http.readText({ url: `${folder}/nvdcve-2.0-modified.meta`, maxBytes: 10_000, signal });
      return folder;
    } catch (error) {
      if (!(error instanceof HttpStatusError) || ![400, 403, 404, 405].includes(error.status)) throw error;
    }
  }
  return undefined;
}
