import { toObject, toText } from '../../platform/read-json.ts';
import type { FindingIntegration } from './finding-integration.ts';
import { permanentFailure, refusedWithStatus } from './push-failure.ts';
import type { PushSession } from './push-session.ts';
import { writeProjectFpf } from './write-project-fpf.ts';

const DISPLAY_NAME = 'Fortify SSC';
const APPLICATION = 'fortify.ssc.applicationId';

export const fortifySsc: FindingIntegration = {
  name: 'fortify-ssc',
  displayName: DISPLAY_NAME,
  scope: 'project',
  settings: {
    enabled: 'fortify.ssc.enabled',
    url: 'fortify.ssc.url',
    secret: 'fortify.ssc.token',
    required: [],
    optional: [],
  },
  projectProperty: APPLICATION,
  cron: 'svc.task.fortify-ssc-upload.cron',
  job: 'push-to-fortify-ssc',
  write: writeProjectFpf,
  send,
};

async function send(session: PushSession): Promise<void> {
  const application = session.getProperty(APPLICATION);
  const token = await createFileToken(session);
  session.addSecret(token);
  const query = new URLSearchParams({ engineType: 'DEPENDENCY_TRACK', mat: token, entityId: application });
  const request = {
    path: `/upload/resultFileUpload.html?${query}`,
    headers: { accept: 'application/xml' },
  };
  const part = { name: 'files[]', type: 'application/octet-stream' };
  const { status } = await session.sendDocument(request, {}, part);
  if (status !== 200)
    throw refusedWithStatus(DISPLAY_NAME, `the upload to application ${application}`, status);
}

/** The token is valid for one upload. */
async function createFileToken(session: PushSession): Promise<string> {
  const response = await session.send({
    method: 'POST',
    path: '/api/v1/fileTokens',
    headers: {
      authorization: `FortifyToken ${Buffer.from(session.secret).toString('base64')}`,
      accept: 'application/json',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ fileTokenType: 'UPLOAD' }),
  });
  if (response.status !== 201) {
    throw refusedWithStatus(DISPLAY_NAME, 'the request for an upload token', response.status);
  }
  const token = toText(toObject(response.json().data).token);
  if (token === undefined)
    throw permanentFailure(`The response of ${DISPLAY_NAME} contains no upload token.`);
  return token;
}
