import { toObjects, toText } from '../../platform/read-json.ts';
import type { FindingIntegration } from './finding-integration.ts';
import { permanentFailure, refusedWithStatus } from './push-failure.ts';
import type { PushSession } from './push-session.ts';
import { isTestToReimport, toImportFields } from './to-import-fields.ts';
import { writeProjectFpf } from './write-project-fpf.ts';

const DISPLAY_NAME = 'DefectDojo';
const ENGAGEMENT = 'defectdojo.engagementId';
const GLOBAL_REIMPORT = 'defectdojo.reimport.enabled';

export const defectDojo: FindingIntegration = {
  name: 'defectdojo',
  displayName: DISPLAY_NAME,
  scope: 'project',
  settings: {
    enabled: 'defectdojo.enabled',
    url: 'defectdojo.url',
    secret: 'defectdojo.apiKey',
    required: [],
    optional: [GLOBAL_REIMPORT],
  },
  projectProperty: ENGAGEMENT,
  cron: 'svc.task.defect-dojo-upload.cron',
  job: 'push-to-defectdojo',
  write: writeProjectFpf,
  send,
};

async function send(session: PushSession): Promise<void> {
  const engagement = session.getProperty(ENGAGEMENT);
  const options = {
    engagement,
    now: session.now(),
    verified: session.findProperty('defectdojo.verified'),
    doNotReactivate: session.findProperty('defectdojo.doNotReactivate'),
    testTitle: session.findProperty('defectdojo.testTitle'),
    groupBy: session.findProperty('defectdojo.groupBy'),
  };
  const test = isReimport(session) ? await findTest(session, engagement, options.testTitle) : undefined;
  const fields = toImportFields(options, test);
  const path = test === undefined ? '/api/v2/import-scan/' : '/api/v2/reimport-scan/';
  const part = { name: 'file', type: 'application/octet-stream' };
  const { status } = await session.sendDocument({ path, headers: toHeaders(session) }, fields, part);
  if (status !== 201) throw refusedWithStatus(DISPLAY_NAME, `the upload to engagement ${engagement}`, status);
}

function toHeaders({ secret }: PushSession): Record<string, string> {
  return { authorization: `Token ${secret}`, accept: 'application/json' };
}

/** "Project or global setting." */
function isReimport(session: PushSession): boolean {
  const values = [session.findProperty('defectdojo.reimport'), session.findSetting(GLOBAL_REIMPORT)];
  return values.some((value) => value?.trim().toLowerCase() === 'true');
}

/** More pages mean that the server repeats itself. */
const MAX_PAGES = 1_000;

/** Returns the id of the first test that can be imported again, or undefined if there is none. */
async function findTest(
  session: PushSession,
  engagement: string,
  title: string | undefined,
): Promise<string | undefined> {
  let path: string | undefined = `/api/v2/tests/?limit=100&engagement=${encodeURIComponent(engagement)}`;
  for (let page = 0; path !== undefined && page < MAX_PAGES; page++) {
    const response = await session.send({ method: 'GET', path, headers: toHeaders(session) });
    if (response.status !== 200) {
      throw refusedWithStatus(
        DISPLAY_NAME,
        `the search for tests of engagement ${engagement}`,
        response.status,
      );
    }
    const { results, next } = response.json();
    const found = toObjects(results).find((test) => isTestToReimport(test, engagement, title));
    if (found) return String(found.id);
    path = toNextPage(session, toText(next));
  }
  return undefined;
}

/** The server names the next page with its whole address. It must not lead the API key to another server. */
function toNextPage({ url }: PushSession, next: string | undefined): string | undefined {
  if (next === undefined) return undefined;
  const address = URL.parse(next, url);
  if (address !== null && address.origin === URL.parse(url)?.origin) return address.href;
  throw permanentFailure(
    'DefectDojo continues its list of tests at another origin, which is not followed. ' +
      'Check defectdojo.url and how DefectDojo is told its own address.',
  );
}
