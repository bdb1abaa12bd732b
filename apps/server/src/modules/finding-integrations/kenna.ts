import type { FindingIntegration } from './finding-integration.ts';
import { PushFailure, permanentFailure, refusedWithStatus } from './push-failure.ts';
import type { PushSession } from './push-session.ts';
import { writeKennaDocument } from './write-kenna-document.ts';

const DISPLAY_NAME = 'Kenna Security';
const CONNECTOR = 'kenna.connector.id';

export const kenna: FindingIntegration = {
  name: 'kenna',
  displayName: DISPLAY_NAME,
  scope: 'portfolio',
  settings: {
    enabled: 'kenna.enabled',
    url: 'kenna.api.url',
    secret: 'kenna.token',
    required: [CONNECTOR],
    optional: [],
  },
  projectProperty: 'kenna.asset.external_id',
  cron: 'svc.task.kenna-security-upload.cron',
  job: 'push-to-kenna',
  write: writeKennaDocument,
  send,
};

async function send(session: PushSession): Promise<void> {
  const connector = session.findSetting(CONNECTOR) ?? '';
  // It is a part of the path.
  if (!/^[\w-]+$/.test(connector)) throw permanentFailure(`${CONNECTOR} is not the id of a connector.`);
  const request = {
    path: `/connectors/${connector}/data_file`,
    headers: { 'x-risk-token': session.secret, accept: 'application/json' },
  };
  const part = { name: 'file', type: 'application/json' };
  const response = await session.sendDocument(request, { run: 'true' }, part);
  if (response.status !== 200) {
    throw refusedWithStatus(DISPLAY_NAME, `the upload to connector ${connector}`, response.status);
  }
  if (String(response.json().success) === 'true') return;
  throw new PushFailure(`${DISPLAY_NAME} did not report success.`, { isPermanent: false });
}
