import { type Command, InvalidArgumentError, Option } from 'commander';

export interface JsonOption {
  readonly json?: boolean;
}

export function addJsonOption(command: Command): Command {
  return command.option('--json', 'print one JSON document to stdout, for scripts');
}

export function addProfileOption(command: Command): Command {
  return command.addOption(
    new Option('--profile <name>', 'which of the remembered servers').env('TALLYMAN_PROFILE'),
  );
}

/** Which server, without who. */
export function addUrlOption(command: Command): Command {
  const url = new Option('--url <url>', 'address of the server').env('TALLYMAN_URL');
  return addProfileOption(command.addOption(url));
}

/** Which server and who, for commands that call one. */
export function addServerOptions(command: Command): Command {
  return addJsonOption(addSessionOptions(command));
}

/** The same for commands whose output is a document of its own. */
export function addSessionOptions(command: Command): Command {
  const apiKey = new Option(
    '--api-key <key>',
    'use an API key; rather set the variable, others can see arguments',
  );
  return addUrlOption(command).addOption(apiKey.env('TALLYMAN_API_KEY'));
}

export function addExamples(command: Command, ...examples: string[]): Command {
  return command.addHelpText(
    'after',
    ['', 'Examples:', ...examples.map((example) => `  $ ${example}`)].join('\n'),
  );
}

/** For options that may be repeated. */
export function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}

export function toLimit(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a number from 1 on.');
}
