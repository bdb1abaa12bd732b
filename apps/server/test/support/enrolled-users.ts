import { codeOf } from './authenticator-app.ts';
import type { TestService } from './test-service.ts';
import { createUser, signIn, USER_PASSWORD } from './test-users.ts';

const FACTORS = '/api/v2/users/self/second-factors';

interface EnrolledUser {
  readonly username: string;
  readonly token: string;
  readonly uuid: string;
  readonly secret: string;
  readonly recoveryCodes: string[];
}

/** A new user with an authenticator app. */
export async function createEnrolledUser(service: TestService): Promise<EnrolledUser> {
  const username = await createUser(service);
  return enrolTotp(service, username, (await signIn(service, username)).text);
}

/** Adds an authenticator app to a user. Confirms with the present code, so that the next one is still valid. */
async function enrolTotp(service: TestService, username: string, token: string): Promise<EnrolledUser> {
  const headers = { Origin: 'http://localhost:8080' };
  const post = (path: string, body: object) => service.request('POST', path, { token, body, headers });
  const begun = await post(`${FACTORS}/totp`, { name: 'Phone', password: USER_PASSWORD });
  if (begun.status !== 201) throw new Error(`The authenticator app was refused: ${begun.text}`);
  const { uuid, secret } = begun.body;
  const confirmed = await post(`${FACTORS}/totp/${uuid}/confirm`, { code: codeOf(secret, 0) });
  if (confirmed.status !== 200) throw new Error(`The code was refused: ${confirmed.text}`);
  return { username, token, uuid, secret, recoveryCodes: confirmed.body.recovery_codes };
}
