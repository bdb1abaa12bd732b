import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { ConfigCheck } from '@tallyman/server/config-check';
import type { Command } from 'commander';
import { addExamples, addJsonOption, type JsonOption } from '../command-options.ts';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { type Column, type Outcome, print, renderTable } from '../output.ts';
import { printable } from '../terminal-text.ts';

type ConfigChange = ConfigCheck['changes'][number];

interface CheckOptions extends JsonOption {
  readonly write?: string;
}

export function registerConfigCheck(config: Command): void {
  const command = config
    .command('check')
    .description('Check a configuration file and translate old names to current ones')
    .argument('<file>', 'properties file; - reads stdin')
    .option('--write <file>', 'write the translated configuration to a new file')
    .action(async (file: string, options: CheckOptions) => {
      const outcome = await check(file, options);
      await print(outcome, options);
      if (isRefused(outcome.document.changes)) process.exitCode = EXIT.usage;
    });
  addExamples(
    addJsonOption(command),
    'tallyman config check tallyman.properties',
    'tallyman config check old.properties --write tallyman.properties',
    'kubectl get configmap … -o jsonpath=… | tallyman config check -',
  ).addHelpText('after', '\nExit code 2: the service would not start with this file.');
}

interface CheckDocument {
  readonly file: string;
  readonly refused: boolean;
  readonly changes: readonly ConfigChange[];
  readonly written?: string;
}

async function check(
  file: string,
  { write }: CheckOptions,
): Promise<Outcome & { readonly document: CheckDocument }> {
  const { checkConfig } = await import('@tallyman/server/config-check');
  const name = file === '-' ? 'stdin' : file;
  const { changes, translated } = checkConfig(await read(file), name);
  if (write !== undefined) await writeNew(write, translated);
  const written = write === undefined ? {} : { written: write };
  return {
    document: { file: name, refused: isRefused(changes), changes, ...written },
    text: describe(name, changes),
    notes: write === undefined ? [] : [`The translated configuration is in ${write}.`],
  };
}

async function read(file: string): Promise<string> {
  try {
    const bytes = file === '-' ? await buffer(process.stdin) : await readFile(file);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new CommandError(EXIT.usage, `The file cannot be read: ${(error as Error).message}`);
  }
}

/** Never overwrites a file, and only the owner can read it, because it may contain passwords. */
async function writeNew(file: string, content: string): Promise<void> {
  await writeFile(file, content, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EEXIST' ? `${file} already exists. Choose a new file.` : error.message;
    throw new CommandError(EXIT.usage, `The translated configuration was not written: ${reason}`);
  });
}

const REFUSED: ReadonlySet<ConfigChange['severity']> = new Set(['refused', 'invalid']);

function isRefused(changes: readonly ConfigChange[]): boolean {
  return changes.some(({ severity }) => REFUSED.has(severity));
}

const COLUMNS: Column<ConfigChange>[] = [
  { title: 'LINE', value: ({ line }) => String(line) },
  { title: 'STATE', value: ({ severity }) => severity },
  { title: 'WRITTEN', value: ({ written }) => written },
  { title: 'BECOMES', value: ({ becomes }) => becomes },
];

/** Returns every line that needs attention with its reason, and a summary. */
function describe(name: string, changes: readonly ConfigChange[]): string {
  const noteworthy = changes.filter(({ severity }) => severity !== 'ok');
  const [head, ...rows] = renderTable(COLUMNS, noteworthy).split('\n');
  const withNotes = rows.flatMap((row, i) => [row, `      ${printable(noteworthy[i]?.note ?? '')}`]);
  const table = noteworthy.length > 0 ? [head, ...withNotes, ''] : [];
  return [...table, verdict(name, changes, noteworthy)].join('\n');
}

function verdict(
  name: string,
  changes: readonly ConfigChange[],
  noteworthy: readonly ConfigChange[],
): string {
  const fine = changes.length - noteworthy.length;
  const counts = `${name}: ${changes.length} settings, ${fine} fine, ${noteworthy.length} to check.`;
  return `${counts} The service ${isRefused(changes) ? 'would not start with it.' : 'starts with it.'}`;
}
