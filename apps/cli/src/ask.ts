import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './failure.ts';

interface Asking {
  readonly input?: NodeJS.ReadStream;
  readonly output?: NodeJS.WritableStream;
}

export function canAsk(): boolean {
  return process.stdin.isTTY === true;
}

/** Asks on stderr, so that stdout contains only the output of the command. */
export function askLine(question: string, { input = process.stdin, output = process.stderr }: Asking = {}) {
  return ask(question, input, output);
}

/** Does not echo the input. */
export async function askSecret(
  question: string,
  { input = process.stdin, output = process.stderr }: Asking = {},
) {
  output.write(question);
  try {
    return await ask('', input, new Writable({ write: (_chunk, _encoding, done) => done() }));
  } finally {
    output.write('\n');
  }
}

function ask(question: string, input: NodeJS.ReadStream, echo: NodeJS.WritableStream): Promise<string> {
  const terminal = createInterface({ input, output: echo, terminal: true });
  return new Promise<string>((resolve, reject) => {
    terminal.question(question, (answer) => {
      resolve(answer);
      terminal.close();
    });
    // Ctrl-C and Ctrl-D close. After an answer the promise is already settled.
    terminal.once('close', () => reject(new CommandError(EXIT.usage, 'Cancelled.')));
  });
}

/** Reads a secret from a pipe, without the line break that editors and `echo` add. */
export async function readSecretFromStdin(what = 'password'): Promise<string> {
  const secret = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (secret === '') throw new CommandError(EXIT.usage, `There was no ${what} on stdin.`);
  return secret;
}
