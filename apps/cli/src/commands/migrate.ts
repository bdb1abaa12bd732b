import type { MigrationReport } from '@tallyman/server/migrate-from-dependency-track';
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

const MIGRATED = `
Migrated so far:
  - vulnerability policies, each with its first condition only
  - component policies with conditions, tags and projects, and the licence groups they need
  - publishers and alerts; all alerts are switched off and must be reviewed by hand
Discarded: settings of the mail server, Jira and Kafka, and stored secrets.
Not yet: projects, components, findings, decisions and their history, violations, users, teams, API keys, repositories,
  licences, metrics, other settings. Policies and alerts that are limited to projects are left out until these projects
  exist with the same UUID, or the same name and version. Then run the migration again.

The source database is only read. Everything is written in one transaction, and a second run changes nothing. The service
must have been started once. It may be running, unless it uses the embedded database. A password that is not in the
address is read from PGPASSWORD.`;

export function registerMigrate(program: Command): void {
  const from = new Option(
    '--from <url>',
    'database of Dependency-Track v4 or v5: postgresql://… or jdbc:postgresql://…',
  );
  const command = program
    .command('migrate')
    .description('Migrate policies and alerts from a Dependency-Track database')
    .addOption(from.env('TALLYMAN_MIGRATE_FROM').makeOptionMandatory())
    .option('--dry-run', 'report what would be migrated, and write nothing')
    .option('--set <key=value>', 'set a property of the service; may be repeated', collect)
    .option('--config <file>', 'properties file of the service (default: ./tallyman.properties, if present)')
    .action(async (options: MigrateOptions) => {
      await print(describe(await migrate(options)), options);
    });
  addExamples(
    addJsonOption(command),
    'tallyman migrate --from postgresql://reader@db.example.org/dtrack --dry-run',
    'tallyman migrate --from jdbc:postgresql://db.example.org/dtrack?user=reader --config tallyman.properties',
  ).addHelpText('after', MIGRATED);
}

async function migrate({ from, dryRun = false, set = [], config }: MigrateOptions): Promise<MigrationReport> {
  const server = await import('@tallyman/server/migrate-from-dependency-track');
  const argv = [
    ...set.flatMap((setting) => ['--set', setting]),
    ...(config === undefined ? [] : ['--config', config]),
  ];
  try {
    return await server.migrateFromDependencyTrack({ argv, from, dryRun });
  } catch (error) {
    throw new CommandError(toExitCode(error), error instanceof Error ? error.message : String(error));
  }
}

function toExitCode(error: unknown): ExitCode {
  const { name, problem } = error as { name?: string; problem?: string };
  if (name === 'ConfigError') return EXIT.usage;
  if (name !== 'SourceDatabaseError') return EXIT.failed;
  return problem === 'unreachable' ? EXIT.unreachable : EXIT.usage;
}

type Item = MigrationReport['items'][number];

const COLUMNS: Column<Item>[] = [
  { title: 'KIND', value: ({ kind }) => kind },
  { title: 'NAME', value: ({ name }) => name, shrinks: true },
  { title: 'OUTCOME', value: ({ outcome }) => outcome },
];

function describe(report: MigrationReport): Outcome {
  const { from, dryRun, items, warnings } = report;
  const [head = '', ...rows] = renderTable(COLUMNS, items).split('\n');
  const lines = rows.flatMap((row, i) => [row, ...(items[i]?.notes ?? []).map(toLine)]);
  const table = items.length > 0 ? [head, ...lines, ''] : [];
  return {
    document: report,
    text: [...table, `${from.release} at ${printable(from.address)}: ${summarise(items)}`].join('\n'),
    notes: [
      ...warnings.map((warning) => `warning: ${warning}`),
      ...(items.some(({ kind, outcome }) => kind === 'alert' && outcome === 'migrated')
        ? ['All migrated alerts are switched off. Review them, then switch them on by hand.']
        : []),
      ...(dryRun ? ['This was a dry run: nothing was written.'] : []),
    ],
  };
}

function toLine(note: string): string {
  return `    ${printable(note).replaceAll(/\s+/g, ' ')}`;
}

const OUTCOMES: readonly Item['outcome'][] = ['migrated', 'already here', 'left out', 'discarded'];

function summarise(items: readonly Item[]): string {
  const counts = OUTCOMES.map((outcome) => {
    const count = items.filter((item) => item.outcome === outcome).length;
    return `${count} ${outcome}`;
  });
  return `${counts.join(', ')}.`;
}
