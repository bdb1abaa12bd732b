import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../../server/test/support/temporary-directory.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { ADMIN_PASSWORD } from '../../server/test/support/test-template.ts';
import { type CliUser, createCliUser } from './run-cli.ts';

let service: TestService;
let user: CliUser;

beforeAll(async () => {
  service = await startTestService({ 'svc.auth.login.max-failures-per-user': '3' });
  user = await createCliUser();
});

afterAll(async () => {
  await user?.[Symbol.asyncDispose]();
  await service?.close();
});

const RESET = ['admin', 'reset-password'];
const ofService = () => ['--set', `svc.datasource.url=${service.url}`];

const signIn = async (password: string, url = service.baseUrl) => {
  const body = new URLSearchParams({ username: 'admin', password });
  const answer = await fetch(`${url}/api/v1/user/login`, { method: 'POST', body });
  return answer.status;
};

test('admin reset-password beside a running service ends sessions, lifts the lock-out and prints what it generated', async () => {
  expect((await service.asAdmin('GET', '/api/v1/user/self')).status).toBe(200);
  await expect.poll(() => signIn('wrong')).toBe(429);
  const { exitCode, document } = await user.runJson([...RESET, '--generate', ...ofService()]);
  expect(exitCode).toBe(0);
  expect(document).toEqual({ username: 'admin', suspended: false, generatedPassword: expect.any(String) });
  expect((await service.asAdmin('GET', '/api/v1/user/self')).status).toBe(401);
  expect(await signIn(document.generatedPassword)).toBe(200);
  expect(await signIn(ADMIN_PASSWORD)).toBe(401);
});

test('admin reset-password takes the password from stdin and never prints it', async () => {
  const stdin = 'a password nobody guesses\n';
  const { exitCode, stdout, stderr } = await user.run(
    [...RESET, 'admin', '--password-stdin', ...ofService()],
    {
      stdin,
    },
  );
  expect(exitCode).toBe(0);
  expect(stdout).toBe('The password of admin was changed. All sessions of admin have ended.\n');
  expect(stderr).toBe('');
  expect(await signIn(stdin.trim())).toBe(200);
});

test('admin reset-password refuses what breaks the rules, unknown users and a missing terminal', async () => {
  const short = await user.run([...RESET, '--password-stdin', ...ofService()], { stdin: 'x' });
  expect(short.exitCode).toBe(2);
  expect(short.stderr).toContain('The new password must have at least');
  const nobody = await user.run([...RESET, 'nobody', '--generate', ...ofService()]);
  expect([nobody.exitCode, nobody.stderr]).toEqual([2, 'error: There is no user named nobody.\n']);
  const silent = await user.run([...RESET, ...ofService()]);
  expect([silent.exitCode, silent.stderr]).toEqual([2, expect.stringContaining('--generate')]);
});

test('admin reset-password works on the embedded database while the service runs and after it stopped', async () => {
  const directory = temporaryDirectory();
  const settings = ['svc.http.port=0', 'svc.management.port=0', `svc.data.directory=${directory}`];
  const args = settings.flatMap((setting) => ['--set', setting]);
  const server = user.start(['serve', ...args]);
  onTestFinished(() => void server.kill('SIGKILL'));
  server.stderr.resume();
  const url = await readInterfaceUrl(server.stdout);
  const running = await user.runJson([...RESET, '--generate', ...args]);
  expect(await signIn(running.document.generatedPassword, url)).toBe(200);
  const exited = once(server, 'exit');
  server.kill('SIGINT');
  await exited;
  const stopped = await user.runJson([...RESET, '--generate', ...args]);
  expect(stopped).toMatchObject({ exitCode: 0, document: { generatedPassword: expect.any(String) } });
  expect(stopped.document.generatedPassword).not.toBe(running.document.generatedPassword);
});

/** Keeps on reading afterwards, so that the service never waits for a full pipe. */
function readInterfaceUrl(stdout: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    stdout.on('data', (chunk: Buffer) => {
      printed += chunk;
      const url = /Interface +(http:\S+)/.exec(printed)?.[1];
      if (url) resolve(url);
    });
    stdout.once('end', () => reject(new Error(`The service ended before it was ready:\n${printed}`)));
  });
}
