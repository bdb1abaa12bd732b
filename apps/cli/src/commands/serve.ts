import type { Command } from 'commander';
import { addExamples, collect } from '../command-options.ts';

interface ServeOptions {
  readonly set?: readonly string[];
  readonly config?: string;
}

export function registerServe(program: Command): void {
  const command = program
    .command('serve')
    .description('Run the service in this process')
    .option('--set <key=value>', 'set a property; overrides environment and file; may be repeated', collect)
    .option('--config <file>', 'properties file (default: ./tallyman.properties, if present)')
    .action(async (options: ServeOptions) => {
      const { runServer } = await import('@tallyman/server/serve');
      process.exitCode = await runServer(toArguments(options));
    });
  addExamples(
    command,
    'tallyman serve',
    'tallyman serve --set svc.http.port=8081 --set svc.data.directory=/var/lib/tallyman',
    'tallyman serve --config /etc/tallyman.properties',
  );
}

function toArguments({ set = [], config }: ServeOptions): string[] {
  return [
    ...set.flatMap((setting) => ['--set', setting]),
    ...(config === undefined ? [] : ['--config', config]),
  ];
}
