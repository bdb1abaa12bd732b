import type { Command } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { EXIT } from '../exit-codes.ts';
import { describeRun, failureOf, followRun } from '../mirror/follow-run.ts';
import { print } from '../output.ts';
import { openProgressLine } from '../progress-line.ts';
import { type ServerOptions, withSession } from '../server-session.ts';

interface RunOptions extends ServerOptions, JsonOption {
  readonly wait: boolean;
}

export function registerMirrorRun(mirror: Command): void {
  const command = mirror
    .command('run')
    .description('Mirror a source of vulnerability data now')
    .argument('<source>', 'nvd, osv, github, epss or kev')
    .option('--no-wait', 'do not wait until it has ended')
    .action(async (source: string, options: RunOptions) => run(source, options));
  addExamples(addServerOptions(command), 'tallyman mirror run osv', 'tallyman mirror run nvd --no-wait');
}

async function run(name: string, options: RunOptions): Promise<void> {
  const { vulnDataSourceOperations } = await import('@tallyman/contract');
  using progress = openProgressLine();
  const ended = await withSession(options, async (client) => {
    const { body } = await client.call(vulnDataSourceOperations.startMirrorRun, { params: { name } });
    return options.wait ? followRun(client, body, progress) : body;
  });
  const failure = failureOf(ended);
  await print(
    { document: ended, text: describeRun(ended), notes: failure ? [`error: ${failure.message}`] : [] },
    options,
  );
  process.exitCode = failure?.exitCode ?? EXIT.ok;
}
