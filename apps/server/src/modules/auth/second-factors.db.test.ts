import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, fromBase32 } from '../../../test/support/authenticator-app.ts';
import { createEnrolledUser } from '../../../test/support/enrolled-users.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { signIn as signInByHttp, USER_PASSWORD } from '../../../test/support/test-users.ts';
import { createIdentitySources } from './identity-sources/identity-sources.ts';
import { resetPassword } from './reset-password.ts';
import { signIn } from './sign-in.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

it('the secret of an authenticator app is encrypted in the database', async () => {
  const { uuid, secret } = await createEnrolledUser(service);
  const row = await service.db
    .selectFrom('second_factor')
    .selectAll()
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  const stored = Buffer.concat([row.ciphertext ?? Buffer.alloc(0), row.nonce ?? Buffer.alloc(0)]);
  const bytes = fromBase32(secret);
  expect(stored.includes(bytes)).toBe(false);
  expect(stored.includes(bytes.toString('base64'))).toBe(false);
});

it('a sign-in with a code stores its address as known', async () => {
  const { username, secret } = await createEnrolledUser(service);
  const address = '198.51.100.20';
  const context = { ...service.context, sources: createIdentitySources(service.context) };
  await signIn(context, { username, password: USER_PASSWORD, code: codeOf(secret), address });
  const known = await service.db
    .selectFrom('known_sign_in_address')
    .innerJoin('app_user', 'app_user.id', 'known_sign_in_address.user_id')
    .select('network')
    .where('username', '=', username)
    .execute();
  expect(known.map(({ network }) => network)).toContain(address);
});

it('a password reset on the command line removes second factors', async () => {
  const { username } = await createEnrolledUser(service);
  expect((await signInByHttp(service, username)).status).toBe(401);
  const { generatedPassword = '' } = await resetPassword(service.context, username);
  expect((await signInByHttp(service, username, generatedPassword)).status).toBe(200);
});
