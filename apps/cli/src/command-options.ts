import { type Command, InvalidArgumentError, Option } from 'commander';

export interface JsonOption {
  readonly json?: boolean;
}

export function addJsonOption(command: Command): Command {
  return command.option('--json', 'print one JSON document to stdout, for scripts');
}

export function addProfileOption(command: Command): Command {
  return command.addOption(new Option('--profile <name>', 'name of a saved server').env('TALLYMAN_PROFILE'));
}

/** Option for the server, without credentials. */
export function addUrlOption(command: Command): Command {
  const url = new Option('--url <url>', 'address of the server').env('TALLYMAN_URL');
  return addProfileOption(command.addOption(url));
}

/** Options for the server and the credentials, for commands that call it. */
export function addServerOptions(command: Command): Command {
  return addJsonOption(addSessionOptions(command));
}

/** The same without --json, for commands that write a document. */
export function addSessionOptions(command: Command): Command {
  const apiKey = new Option(
    '--api-key <key>',
    'API key; prefer the environment variable, because other users can see arguments',
  );
  return addUrlOption(command).addOption(apiKey.env('TALLYMAN_API_KEY'));
}

export function addExamples(command: Command, ...examples: string[]): Command {
  return command.addHelpText(
    'after',
    ['', 'Examples:', ...examples.map((example) => `  $ ${example}`)].join('\n'),
  );
}

/** Collects the values of a repeated option. */
export function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}

export function toLimit(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a number of 1 or more.');
}
