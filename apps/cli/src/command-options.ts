import { type Command, Option } from 'commander';

export interface JsonOption {
  readonly json?: boolean;
}

export function addJsonOption(command: Command): Command {
  return command.option('--json', 'print one JSON document to stdout, for scripts');
}

export function addUrlOption(command: Command): Command {
  return command.addOption(new Option('--url <url>', 'address of the server').env('TALLYMAN_URL'));
}

/** Where and who, for commands that talk to a server. */
export function addServerOptions(command: Command): Command {
  return addJsonOption(addSessionOptions(command));
}

/** The same for those whose output is a document of its own. */
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
