import type { FindingIntegration } from '@tallyman/contract';
import type { Command } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { toTime } from '../integration/push-columns.ts';
import { type Column, print } from '../output.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { toListOutcome } from '../to-list-outcome.ts';

type ListOptions = ServerOptions & JsonOption;

export function registerIntegrationList(integration: Command): void {
  const command = integration
    .command('list')
    .description('Show the systems that findings are pushed to, and the latest push')
    .action(async (options: ListOptions) => list(options));
  addExamples(addServerOptions(command), 'tallyman integration list');
}

async function list(options: ListOptions): Promise<void> {
  const { findingIntegrationOperations } = await import('@tallyman/contract');
  const rows = await withSession(
    options,
    async (client) =>
      (await client.call(findingIntegrationOperations.listFindingIntegrations, {})).body.items,
  );
  await print(toListOutcome({ name: 'integrations', columns, rows }), options);
}

const columns: readonly Column<FindingIntegration>[] = [
  { title: 'NAME', value: ({ name }) => name },
  { title: 'PUSHED', value: describeSchedule },
  { title: 'PROJECTS', value: ({ projects }) => String(projects) },
  { title: 'URL', value: ({ url }) => url, shrinks: true },
  { title: 'LATEST PUSH', value: describeLatest, shrinks: true },
];

function describeSchedule({ enabled, cron, missing_settings }: FindingIntegration): string {
  if (!enabled) return 'no';
  return missing_settings.length > 0 ? `${cron}, missing: ${missing_settings.join(', ')}` : cron;
}

function describeLatest({ latest_push }: FindingIntegration): string {
  if (!latest_push) return '';
  const { created_at, status, failure_reason } = latest_push;
  const reason = failure_reason === undefined ? '' : `: ${failure_reason}`;
  return `${toTime(created_at)} ${status.toLowerCase()}${reason}`;
}
