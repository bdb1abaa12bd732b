import type { Client } from '@tallyman/client';
import type { FindingPush } from '@tallyman/contract';
import type { Command } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { EXIT } from '../exit-codes.ts';
import { getProjectUuid } from '../get-project-by-reference.ts';
import { describeTarget, PUSH_COLUMNS } from '../integration/push-columns.ts';
import { print, renderTable } from '../output.ts';
import { openProgressLine } from '../progress-line.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { waitForWork } from '../wait-for-work.ts';

interface PushOptions extends ServerOptions, JsonOption {
  readonly project?: string;
  readonly wait: boolean;
}

export function registerIntegrationPush(integration: Command): void {
  const command = integration
    .command('push')
    .description('Push findings to a system now')
    .argument('<integration>', 'defectdojo, fortify-ssc or kenna')
    .option('--project <project>', 'only this project: UUID, name:version or name')
    .option('--no-wait', 'do not wait until it has ended')
    .action(async (name: string, options: PushOptions) => push(name, options));
  addExamples(
    addServerOptions(command),
    'tallyman integration push defectdojo --project shop:1.0',
    'tallyman integration push kenna --no-wait',
  );
}

async function push(name: string, options: PushOptions): Promise<void> {
  const { findingIntegrationOperations } = await import('@tallyman/contract');
  using progress = openProgressLine();
  const pushes = await withSession(options, async (client) => {
    const project = options.project === undefined ? undefined : await getProjectUuid(client, options.project);
    const { body: started } = await client.call(findingIntegrationOperations.startFindingPushes, {
      params: { name },
      body: project === undefined ? {} : { project },
    });
    if (options.wait) {
      await waitForWork(client, started.token, () => progress.show(`${name}: ${started.pushes} to push`));
    }
    return listPushes(client, name, started.token);
  });
  const failed = pushes.filter(({ status }) => status === 'FAILED');
  const notes = failed.map(
    (each) => `error: ${describeTarget(each)}: ${each.failure_reason ?? 'see the log of the service'}`,
  );
  await print({ document: { pushes }, text: renderTable(PUSH_COLUMNS, pushes), notes }, options);
  process.exitCode = failed.length > 0 ? EXIT.failed : EXIT.ok;
}

const PAGE_SIZE = 1_000;

async function listPushes(client: Client, name: string, token: string): Promise<FindingPush[]> {
  const { findingIntegrationOperations } = await import('@tallyman/contract');
  const pushes: FindingPush[] = [];
  let pageToken: string | undefined;
  do {
    const { body } = await client.call(findingIntegrationOperations.listFindingPushes, {
      params: { name },
      query: { token, limit: PAGE_SIZE, ...(pageToken !== undefined && { page_token: pageToken }) },
    });
    pushes.push(...body.items);
    pageToken = body.next_page_token;
  } while (pageToken !== undefined);
  return pushes;
}
