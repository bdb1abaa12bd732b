import type { Command } from 'commander';
import { registerAdminResetPassword } from './commands/admin-reset-password.ts';
import { registerConfigCheck } from './commands/config-check.ts';
import { registerMigrate } from './commands/migrate.ts';
import { registerServe } from './commands/serve.ts';

/** Commands that run or read the server in this process. */
export function registerLocalCommands(program: Command): void {
  registerServe(program);
  registerConfigCheck(program.command('config').description('Check configuration files'));
  registerAdminResetPassword(
    program.command('admin').description('Administer the service on its own machine'),
  );
  registerMigrate(program);
}
