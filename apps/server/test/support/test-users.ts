import type { TestAnswer, TestService } from './test-service.ts';

export const USER_PASSWORD = 'a password for tests';

/** A managed user with a new name. */
export async function createUser(
  service: TestService,
  details: Record<string, unknown> = {},
): Promise<string> {
  const username = `user-${crypto.randomUUID()}`;
  const answer = await service.asAdmin('PUT', '/api/v1/user/managed', newUser(username, details));
  if (answer.status !== 201) throw new Error(`No user was made: ${answer.text}`);
  return username;
}

export function newUser(username: string, details: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    username,
    fullname: 'A Person',
    email: 'person@example.org',
    newPassword: USER_PASSWORD,
    confirmPassword: USER_PASSWORD,
    ...details,
  };
}

export function signIn(
  service: TestService,
  username: string,
  password = USER_PASSWORD,
  more: Record<string, string> = {},
): Promise<TestAnswer> {
  const headers = { Accept: 'text/plain, application/problem+json', ...more };
  return service.request('POST', '/api/v1/user/login', { form: { username, password }, headers });
}

/** Whether a session token is still valid. */
export async function isSignedIn(service: TestService, token: string): Promise<boolean> {
  return (await service.request('GET', '/api/v1/user/self', { token })).status === 200;
}
