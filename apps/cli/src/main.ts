import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { addExamples } from './command-options.ts';
import { registerAdminResetPassword } from './commands/admin-reset-password.ts';
import { registerAlertList } from './commands/alert-list.ts';
import { registerAlertTest } from './commands/alert-test.ts';
import { registerBomExport } from './commands/bom-export.ts';
import { registerBomUpload } from './commands/bom-upload.ts';
import { registerCheck } from './commands/check.ts';
import { registerConfigCheck } from './commands/config-check.ts';
import { registerFindingsDecide } from './commands/findings-decide.ts';
import { registerFindingsExplain } from './commands/findings-explain.ts';
import { registerFindingsExport } from './commands/findings-export.ts';
import { registerFindingsList } from './commands/findings-list.ts';
import { registerFindingsShow } from './commands/findings-show.ts';
import { registerLogin } from './commands/login.ts';
import { registerLogout } from './commands/logout.ts';
import { registerMigrate } from './commands/migrate.ts';
import { registerMirrorImport } from './commands/mirror-import.ts';
import { registerMirrorRun } from './commands/mirror-run.ts';
import { registerMirrorStatus } from './commands/mirror-status.ts';
import { registerNotificationTail } from './commands/notification-tail.ts';
import { registerPolicyApply } from './commands/policy-apply.ts';
import { registerPolicyList } from './commands/policy-list.ts';
import { registerPolicyTest } from './commands/policy-test.ts';
import { registerProfile } from './commands/profile.ts';
import { registerProjectClone } from './commands/project-clone.ts';
import { registerProjectCreate } from './commands/project-create.ts';
import { registerProjectDiff } from './commands/project-diff.ts';
import { registerProjectList } from './commands/project-list.ts';
import { registerProjectShow } from './commands/project-show.ts';
import { registerServe } from './commands/serve.ts';
import { registerVdrExport } from './commands/vdr-export.ts';
import { registerVexExport } from './commands/vex-export.ts';
import { registerVexImport } from './commands/vex-import.ts';
import { registerWhoami } from './commands/whoami.ts';
import { EXIT, EXIT_CODE_HELP } from './exit-codes.ts';
import { toFailure } from './failure.ts';
import { print } from './output.ts';
import { printNote } from './print-note.ts';

/** Runs the command that the arguments name and sets the exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  endQuietlyWithTheReader();
  // What fails outside of every promise, such as a stream, is reported like anything else.
  process.on('uncaughtException', (error) => void fail(error, argv).finally(() => process.exit()));
  try {
    await buildProgram().parseAsync(argv, { from: 'user' });
  } catch (error) {
    await fail(error, argv);
  }
}

function buildProgram(): Command {
  const program = new Command('tallyman')
    .description('Software-composition analysis: run the service, or work with one.')
    .version(packageJson.version, '--version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .exitOverride()
    // Otherwise --version behind a command would be ours, not the command's.
    .enablePositionalOptions()
    .showHelpAfterError('Run with --help to see how it is used.');
  registerServe(program);
  registerConfigCheck(program.command('config').description('Work with configuration files'));
  registerAdminResetPassword(
    program.command('admin').description('For the operator, on the machine of the service'),
  );
  registerMigrate(program);
  registerLogin(program);
  registerLogout(program);
  registerWhoami(program);
  registerProfile(program);
  const project = program.command('project').description('Work with projects');
  registerProjectList(project);
  registerProjectCreate(project);
  registerProjectShow(project);
  registerProjectClone(project);
  registerProjectDiff(project);
  const bom = program.command('bom').description('Work with bills of materials');
  registerBomUpload(bom);
  registerBomExport(bom);
  registerCheck(program);
  const findings = program.command('findings').description('Work with findings');
  registerFindingsList(findings);
  registerFindingsShow(findings);
  registerFindingsExplain(findings);
  registerFindingsDecide(findings);
  registerFindingsExport(findings);
  const vex = program.command('vex').description('Exchange decisions on findings (VEX)');
  registerVexImport(vex);
  registerVexExport(vex);
  registerVdrExport(program.command('vdr').description('Disclose vulnerabilities (VDR)'));
  const policy = program.command('policy').description('Work with vulnerability policies');
  registerPolicyList(policy);
  registerPolicyApply(policy);
  registerPolicyTest(policy);
  const mirror = program.command('mirror').description('Work with mirrors of vulnerability data');
  registerMirrorStatus(mirror);
  registerMirrorRun(mirror);
  registerMirrorImport(mirror);
  const alert = program.command('alert').description('Work with alerts');
  registerAlertList(alert);
  registerAlertTest(alert);
  registerNotificationTail(program.command('notification').description('Work with notifications'));
  addExamples(
    program,
    'tallyman serve',
    'tallyman login --url http://127.0.0.1:8080 --username admin',
    'tallyman project create "My service" --project-version 1.0.0 --tag backend',
    'tallyman bom upload bom.json --name "My service" --project-version 1.0.0 --auto-create',
    'tallyman check bom.json --fail-on high',
    'tallyman project list --json',
  );
  addDebugOption(program);
  return program.addHelpText('after', EXIT_CODE_HELP);
}

function addDebugOption(command: Command): void {
  if (command.commands.length === 0)
    command.option('--debug', 'show where an error comes from (or set TALLYMAN_DEBUG)');
  for (const each of command.commands) addDebugOption(each);
}

/** With --json stdout holds one document even then; people read stderr. */
async function fail(error: unknown, argv: readonly string[]): Promise<void> {
  const isUsage = error instanceof CommanderError;
  if (isUsage && error.exitCode === EXIT.ok) return;
  const failure = isUsage ? { exitCode: EXIT.usage, message: error.message } : toFailure(error);
  process.exitCode = failure.exitCode;
  // What is wrong with the usage has been printed where it was found.
  const notes = isUsage ? [] : [`error: ${failure.message}`];
  await print({ document: { error: failure }, text: '', notes }, { json: wantsJson(argv) });
  if (wantsDebug(argv)) printNote(inspect(error));
}

/** Also when the options could not be read. */
function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (arg, i) => arg === '--json' || arg === '--output=json' || (arg === 'json' && argv[i - 1] === '--output'),
  );
}

function wantsDebug(argv: readonly string[]): boolean {
  return argv.includes('--debug') || Boolean(process.env.TALLYMAN_DEBUG);
}

/** `tallyman … | head` closes the pipe early; that is no error. */
function endQuietlyWithTheReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}
