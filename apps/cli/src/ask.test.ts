import { PassThrough } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { expect, test } from 'vitest';
import { askLine, askSecret } from './ask.ts';

/** The two ends of a terminal: what is typed, and what is shown. */
function openTerminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = new PassThrough();
  return { input: input as unknown as ReadStream, output, type: (keys: string) => input.write(keys) };
}

test('a password is not shown while it is typed', async () => {
  const terminal = openTerminal();
  const secret = askSecret('Password: ', terminal);
  terminal.type('hunterx\u007f2\r');
  expect(await secret).toBe('hunter2');
  expect(terminal.output.read().toString()).toBe('Password: \n');
});

test('a line is shown while it is typed', async () => {
  const terminal = openTerminal();
  const line = askLine('User name: ', terminal);
  terminal.type('admin\r');
  expect(await line).toBe('admin');
  expect(terminal.output.read().toString()).toContain('admin');
});

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s cancels', async (_, key) => {
  const terminal = openTerminal();
  const secret = askSecret('Password: ', terminal);
  terminal.type(key);
  await expect(secret).rejects.toThrow('Cancelled.');
});
