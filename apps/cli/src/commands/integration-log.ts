import type { FindingPushState } from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { addExamples, toLimit } from '../command-options.ts';
import { getProjectUuid } from '../get-project-by-reference.ts';
import { PUSH_COLUMNS } from '../integration/push-columns.ts';
import { print } from '../output.ts';
import { addOutputOptions, type OutputOptions } from '../output-options.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { toListOutcome } from '../to-list-outcome.ts';

interface LogOptions extends ServerOptions, OutputOptions {
  readonly project?: string;
  readonly status?: string;
  readonly limit: number;
}

const MAX_PUSHES = 1_000;

export function registerIntegrationLog(integration: Command): void {
  const command = integration
    .command('log')
    .description('List the pushes to a system, latest first')
    .argument('<integration>', 'defectdojo, fortify-ssc or kenna')
    .option('--project <project>', 'only of this project: UUID, name:version or name')
    .addOption(
      new Option('--status <status>', 'only with this status').choices([
        'pending',
        'running',
        'completed',
        'failed',
      ]),
    )
    .addOption(
      new Option('--limit <n>', `at most this many, up to ${MAX_PUSHES}`).default(50).argParser(toLimit),
    )
    .action(async (name: string, options: LogOptions) => show(name, options));
  addExamples(
    addOutputOptions(command, 'csv'),
    'tallyman integration log defectdojo',
    'tallyman integration log defectdojo --project shop:1.0 --json',
    'tallyman integration log kenna --status failed',
  );
}

async function show(name: string, options: LogOptions): Promise<void> {
  const { findingIntegrationOperations } = await import('@tallyman/contract');
  const rows = await withSession(options, async (client) => {
    const project = options.project === undefined ? undefined : await getProjectUuid(client, options.project);
    const query = {
      limit: Math.min(options.limit, MAX_PUSHES),
      ...(project !== undefined && { project }),
      ...(options.status !== undefined && { status: options.status.toUpperCase() as FindingPushState }),
    };
    const { body } = await client.call(findingIntegrationOperations.listFindingPushes, {
      params: { name },
      query,
    });
    return body.items;
  });
  await print(toListOutcome({ name: 'pushes', columns: PUSH_COLUMNS, rows }), options);
}
