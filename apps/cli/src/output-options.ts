import { type Command, Option } from 'commander';
import { addSessionOptions, type JsonOption } from './command-options.ts';

const OUTPUT_FORMATS = ['table', 'json', 'csv', 'sarif', 'cyclonedx'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

export interface OutputOptions extends JsonOption {
  readonly output?: OutputFormat;
  readonly outputFile?: string;
}

/** Format and destination of the output. `--json` is short for `--output json`. */
export function addOutputOptions(command: Command, ...others: OutputFormat[]): Command {
  const formats = new Option('--output <format>', 'output format').choices(['table', 'json', ...others]);
  return addSessionOptions(command)
    .addOption(formats.conflicts('json'))
    .option('--json', 'same as --output json')
    .option('-o, --output-file <file>', 'write to this file instead of stdout');
}

export function isForMachines({ json, output = 'table' }: OutputOptions): boolean {
  return json === true || output !== 'table';
}
