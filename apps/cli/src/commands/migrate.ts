import type { TakeOver } from '@tallyman/server/take-over';
import { type Command, Option } from 'commander';
import { addExamples, addJsonOption, collect, type JsonOption } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { type Column, type Outcome, print, renderTable } from '../output.ts';
import { printable } from '../terminal-text.ts';

interface MigrateOptions extends JsonOption {
  readonly from: string;
  readonly dryRun?: boolean;
  readonly set?: readonly string[];
  readonly config?: string;
}

const TAKEN_OVER = `
Taken over so far:
  - vulnerability policies, of each only the first condition
  - component policies with conditions, tags and projects, and the licence groups they need
  - publishers and alerts; all alerts are switched off and must be reviewed by hand
Discarded: settings of mail server, Jira and Kafka, and stored secrets.
Not yet: projects, components, findings, decisions and their history, violations, users, teams, API keys, repositories,
  licences, metrics, other settings. Policies and alerts that are limited to projects follow once these are here, under
  the same UUID or the same name and version: run it again.

The old database is only read. All is written at once or nothing, and a second time changes nothing. The service must
have been started once; it may run meanwhile, unless it uses the embedded database. A password that is not in the
address is read from PGPASSWORD.`;

export function registerMigrate(program: Command): void {
  const from = new Option(
    '--from <url>',
    'database of Dependency-Track v4 or v5: postgresql://… or jdbc:postgresql://…',
  );
  const command = program
    .command('migrate')
    .description('Take over policies and alerts from a database of Dependency-Track')
    .addOption(from.env('TALLYMAN_MIGRATE_FROM').makeOptionMandatory())
    .option('--dry-run', 'report the same, and write nothing')
    .option('--set <key=value>', 'set a property of the service; may be repeated', collect)
    .option('--config <file>', 'properties file of the service (default: ./tallyman.properties, if present)')
    .action(async (options: MigrateOptions) => {
      await print(describe(await takeOver(options)), options);
    });
  addExamples(
    addJsonOption(command),
    'tallyman migrate --from postgresql://reader@db.example.org/dtrack --dry-run',
    'tallyman migrate --from jdbc:postgresql://db.example.org/dtrack?user=reader --config tallyman.properties',
  ).addHelpText('after', TAKEN_OVER);
}

async function takeOver({ from, dryRun = false, set = [], config }: MigrateOptions): Promise<TakeOver> {
  const server = await import('@tallyman/server/take-over');
  const argv = [
    ...set.flatMap((setting) => ['--set', setting]),
    ...(config === undefined ? [] : ['--config', config]),
  ];
  try {
    return await server.takeOver({ argv, from, dryRun });
  } catch (error) {
    throw new CommandError(toExitCode(error), error instanceof Error ? error.message : String(error));
  }
}

function toExitCode(error: unknown): ExitCode {
  const { name, problem } = error as { name?: string; problem?: string };
  if (name === 'ConfigError') return EXIT.usage;
  if (name !== 'OldDatabaseError') return EXIT.failed;
  return problem === 'unreachable' ? EXIT.unreachable : EXIT.usage;
}

type Item = TakeOver['items'][number];

const COLUMNS: Column<Item>[] = [
  { title: 'KIND', value: ({ kind }) => kind },
  { title: 'NAME', value: ({ name }) => name, shrinks: true },
  { title: 'OUTCOME', value: ({ outcome }) => outcome },
];

function describe(report: TakeOver): Outcome {
  const { from, dryRun, items, warnings } = report;
  const [head = '', ...rows] = renderTable(COLUMNS, items).split('\n');
  const lines = rows.flatMap((row, i) => [row, ...(items[i]?.notes ?? []).map(toLine)]);
  const table = items.length > 0 ? [head, ...lines, ''] : [];
  return {
    document: report,
    text: [...table, `${from.release} at ${printable(from.address)}: ${summarise(items)}`].join('\n'),
    notes: [
      ...warnings.map((warning) => `warning: ${warning}`),
      ...(items.some(({ kind, outcome }) => kind === 'alert' && outcome === 'taken over')
        ? ['All alerts that were taken over are switched off. Review them, then switch them on by hand.']
        : []),
      ...(dryRun ? ['This was a dry run: nothing was written.'] : []),
    ],
  };
}

function toLine(note: string): string {
  return `    ${printable(note).replaceAll(/\s+/g, ' ')}`;
}

const OUTCOMES: readonly Item['outcome'][] = ['taken over', 'already here', 'left out', 'discarded'];

function summarise(items: readonly Item[]): string {
  const counts = OUTCOMES.map((outcome) => {
    const count = items.filter((item) => item.outcome === outcome).length;
    return `${count} ${outcome}`;
  });
  return `${counts.join(', ')}.`;
}
