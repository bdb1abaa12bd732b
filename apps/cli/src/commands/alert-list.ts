import type { RowOf } from '@tallyman/client';
import type { alertOperations } from '@tallyman/contract';
import type { Command } from 'commander';
import { addExamples } from '../command-options.ts';
import { type Column, type Outcome, print } from '../output.ts';
import { addOutputOptions, type OutputOptions } from '../output-options.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { toListOutcome } from '../to-list-outcome.ts';

interface ListOptions extends ServerOptions, OutputOptions {
  readonly search?: string;
}

type ListedAlert = RowOf<typeof alertOperations.listAlerts>;

export function registerAlertList(alert: Command): void {
  const command = alert
    .command('list')
    .description('List alerts')
    .option('--search <text>', 'only alerts with this text in their name or the name of their publisher')
    .action(async (options: ListOptions) => print(await list(options), options));
  addExamples(
    addOutputOptions(command, 'csv'),
    'tallyman alert list',
    'tallyman alert list --search slack --json',
  );
}

async function list(options: ListOptions): Promise<Outcome> {
  const { alertOperations } = await import('@tallyman/contract');
  const alerts = await withSession(options, async (client) => {
    const found: ListedAlert[] = [];
    const query = { searchText: options.search };
    for await (const { rows } of client.pages(alertOperations.listAlerts, { query, pageSize: 100 }))
      found.push(...rows);
    return found;
  });
  return toListOutcome({ name: 'alerts', columns: COLUMNS, rows: alerts });
}

const COLUMNS: readonly Column<ListedAlert>[] = [
  { title: 'NAME', value: ({ name }) => name, shrinks: true },
  { title: 'STATE', value: ({ enabled }) => (enabled ? 'enabled' : 'disabled') },
  { title: 'PUBLISHER', value: ({ publisher }) => publisher.name },
  { title: 'SCOPE', value: ({ scope }) => scope },
  { title: 'LEVEL', value: ({ notificationLevel }) => notificationLevel },
  { title: 'GROUPS', value: ({ notifyOn }) => notifyOn.join(', '), shrinks: true },
  { title: 'UUID', value: ({ uuid }) => uuid },
];
