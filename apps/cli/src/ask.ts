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

/** Asks on stderr, so that stdout holds nothing but the answer of the command. */
export function askLine(question: string, { input = process.stdin, output = process.stderr }: Asking = {}) {
  return ask(question, input, output);
}

/** What is typed is not shown. */
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
    // Ctrl-C and Ctrl-D close; after an answer the promise is settled already.
    terminal.once('close', () => reject(new CommandError(EXIT.usage, 'Cancelled.')));
  });
}

/** A secret piped in; the line break that editors and `echo` add is not part of it. */
export async function readSecretFromStdin(what = 'password'): Promise<string> {
  const secret = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (secret === '') throw new CommandError(EXIT.usage, `No ${what} came in on stdin.`);
  return secret;
}
