import { codeOf } from '../support/authenticator-app.ts';
import { createSoftwareAuthenticator } from '../support/software-authenticator.ts';
import { STORY_PASSWORD, type StoryPlace } from './story-place.ts';

const ORIGIN = 'http://localhost:8080';
const PAGE = { Origin: ORIGIN };

/** A user adds an authenticator app and a security key, signs in with each, and loses them. */
export async function secondFactorStory({ call }: StoryPlace, username: string): Promise<void> {
  const password = STORY_PASSWORD;
  const begin = () => call('beginSignIn', { headers: PAGE, body: { username, password } });
  const { token } = await begin();
  const headers = { ...PAGE, Authorization: `Bearer ${token}` };

  const app = await call('startTotp', { headers, body: { name: 'Phone', password } });
  // The current code, so that the next one is still unused.
  const confirmation = { code: codeOf(app.secret, 0) };
  await call('confirmTotp', { headers, params: { uuid: app.uuid }, body: confirmation });

  const key = createSoftwareAuthenticator();
  const { challenge_id, options } = await call('startWebAuthn', { headers, body: { password } });
  const answer = JSON.parse(JSON.stringify(key.register(options, ORIGIN)));
  const added = await call('addWebAuthn', { headers, body: { challenge_id, name: 'Key', response: answer } });
  await call('renameSecondFactor', { headers, params: { uuid: added.uuid }, body: { name: 'Blue key' } });
  await call('listSecondFactors', { headers });

  const { second_factor: byCode } = await begin();
  await call('completeSignIn', { body: { challenge_id: byCode.challenge_id, code: codeOf(app.secret) } });
  const { second_factor: byKey } = await begin();
  const assertion = JSON.parse(JSON.stringify(key.sign(byKey.options, ORIGIN)));
  await call('completeSignIn', { body: { challenge_id: byKey.challenge_id, response: assertion } });
  const { second_factor: onPage } = await begin();
  await call('openBrowserSession', {
    headers: { ...PAGE, 'X-CSRF-Protection': '1', 'Sec-Fetch-Site': 'same-origin' },
    body: {
      ...{ username, password },
      key: {
        challengeId: onPage.challenge_id,
        response: JSON.parse(JSON.stringify(key.sign(onPage.options, ORIGIN))),
      },
    },
  });
  const { recovery_codes } = await call('renewRecoveryCodes', { headers, body: { password } });
  await call('signIn', { body: { username, password, totp: recovery_codes[0] } });

  await call('removeSecondFactor', { headers, params: { uuid: added.uuid }, body: { password } });
  await call('resetSecondFactors', { params: { username } });
}
