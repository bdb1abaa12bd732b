import type { Command } from 'commander';
import { addExamples } from '../command-options.ts';
import { print } from '../output.ts';
import { addOutputOptions, type OutputOptions } from '../output-options.ts';
import { toListOutcome } from '../to-list-outcome.ts';

const columns = [
  { title: 'PERMISSION', value: ([name]: readonly [string, string]) => name },
  { title: 'ALLOWS TO', value: ([, description]: readonly [string, string]) => description },
];

export function registerPermissionCommands(program: Command): void {
  const permission = program.command('permission').description('List permissions');
  const command = permission
    .command('list')
    .description('List permissions')
    .action(async (options: OutputOptions) => {
      const { PERMISSIONS } = await import('@tallyman/contract');
      await print(
        toListOutcome({ name: 'permissions', columns, rows: Object.entries(PERMISSIONS) }),
        options,
      );
    });
  addExamples(addOutputOptions(command, 'csv'), 'tallyman permission list');
}
