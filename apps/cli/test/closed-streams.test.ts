import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createCliUser } from './run-cli.ts';

test('a command that fails ends when nobody reads its error output', async () => {
  await using user = await createCliUser();
  const command = user.start(['whoami', '--url', 'http://127.0.0.1:1']);
  command.stdout.destroy();
  command.stderr.destroy();
  const [exitCode, signal] = await once(command, 'exit');
  expect({ exitCode: exitCode !== 0, signal }).toEqual({ exitCode: true, signal: null });
});
