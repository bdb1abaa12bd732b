import { type Command, Option } from 'commander';

/** Destination of an export. */
export interface FileOptions {
  readonly outputFile?: string;
  readonly output?: string;
}

export function addFileOptions(command: Command): Command {
  return (
    command
      .option('-o, --output-file <file>', 'write to this file instead of stdout')
      // The name in earlier releases; in lists and checks it is the format.
      .addOption(new Option('--output <file>').hideHelp().conflicts('outputFile'))
  );
}

export function fileOf({ outputFile, output }: FileOptions): string | undefined {
  return outputFile ?? output;
}
