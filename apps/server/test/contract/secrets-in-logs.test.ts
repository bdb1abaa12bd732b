import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestAnswer, type TestService } from '../support/test-service.ts';
import { createUser, newUser, signIn } from '../support/test-users.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ 'svc.auth.login.max-failures-per-user-and-address': '3' });
});

afterAll(() => service.close());

const PASSWORDS = ['password-number-one', 'password-number-two', 'password-number-three', 'short'];

describe('Tokens, keys and passwords', () => {
  it('appear neither in the log nor in the body of a refusal', async () => {
    const [good = '', other = '', wrong = '', short = ''] = PASSWORDS;
    const username = await createUser(service, { newPassword: good, confirmPassword: good });
    const token = (await signIn(service, username, good)).text;
    const { body: team } = await service.asAdmin('PUT', '/api/v1/team', { name: 'team of secrets' });
    const { body: issued } = await service.asAdmin('PUT', `/api/v1/team/${team.uuid}/key`);
    const forced = { username, password: good, newPassword: other, confirmPassword: wrong };
    const apiKey = issued.key as string;
    const answers: TestAnswer[] = [
      await signIn(service, username, wrong),
      await service.request('POST', '/api/v1/user/login', { body: { username: 5, password: wrong } }),
      await service.request('POST', '/api/v1/user/login', { body: `username=a&password=${wrong}` }),
      await service.request('POST', '/api/v1/user/forceChangePassword', { form: forced }),
      await service.asAdmin(
        'PUT',
        '/api/v1/user/managed',
        newUser(username, { newPassword: short, confirmPassword: short }),
      ),
      await service.asAdmin(
        'PUT',
        '/api/v1/user/managed',
        newUser('x', { newPassword: good, confirmPassword: other }),
      ),
      await service.request('GET', '/api/v1/team', { token }),
      await service.request('GET', '/api/v1/team', { apiKey }),
      await service.request('GET', '/api/v1/team', { token: `${token}x` }),
      await service.request('GET', '/api/v1/team', { apiKey: `${apiKey}x` }),
      await service.request('GET', `/api/v1/nothing/${apiKey}?token=${token}`),
      await service.asAdmin('DELETE', `/api/v1/team/key/${apiKey}/comment`),
    ];
    await service.asAdmin('POST', `/api/v1/team/key/${apiKey}/comment`, 'text');
    await service.asAdmin('DELETE', `/api/v1/team/key/${apiKey}`);
    answers.push(await service.asAdmin('DELETE', `/api/v1/team/key/${apiKey}`));
    for (let i = 0; i < 4; i++) answers.push(await signIn(service, username, wrong));

    expect(answers.every((answer) => answer.status >= 400 && answer.status < 500)).toBe(true);
    const secrets = [...PASSWORDS, token, service.adminToken, apiKey.split('_')[2] ?? ''];
    const written = service.log() + answers.map((answer) => answer.text).join();
    expect(service.log()).toContain(username.slice(0, 5));
    expect(secrets.filter((secret) => secret !== short && written.includes(secret))).toEqual([]);
    expect(written).not.toContain(`"${short}"`);
  });
});
