import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { addExamples } from './command-options.ts';
import { EXIT, EXIT_CODE_HELP } from './exit-codes.ts';
import { toFailure } from './failure.ts';
import { print } from './output.ts';
import { printNote } from './print-note.ts';
import { registerServiceCommands } from './service-commands.ts';

type RegisterCommands = (program: Command) => void;

/**
 * Runs the command that the arguments name and sets the exit code. Commands that need the server in this process are
 * registered by the caller: an installation of the command line alone has none.
 */
export async function main(argv: readonly string[], registerLocal?: RegisterCommands): Promise<void> {
  exitWhenReaderExits();
  // What fails outside of every promise, such as a stream, is reported like anything else.
  process.on('uncaughtException', (error) => void fail(error, argv).finally(() => process.exit()));
  try {
    await buildProgram(registerLocal).parseAsync(argv, { from: 'user' });
  } catch (error) {
    await fail(error, argv);
  }
}

function buildProgram(registerLocal: RegisterCommands | undefined): Command {
  const program = new Command('tallyman')
    .description('Software-composition analysis: run the service, or work with one.')
    .version(packageJson.version, '--version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .exitOverride()
    // Otherwise --version behind a command would be ours, not the command's.
    .enablePositionalOptions()
    .showHelpAfterError('Run with --help to see how it is used.');
  registerLocal?.(program);
  registerServiceCommands(program);
  addExamples(
    program,
    'tallyman login --url http://127.0.0.1:8080 --username admin',
    'tallyman bom upload bom.json --name "My service" --project-version 1.0.0 --auto-create',
    'tallyman check bom.json --fail-on high',
    'tallyman findings list --project "My service:1.0.0"',
    'tallyman findings decide CVE-2026-1 --project "My service:1.0.0" --state not-affected --dry-run',
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

/** `tallyman … | head` closes the pipe early; that is no error. Without a reader of stderr nothing can be reported. */
function exitWhenReaderExits(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      throw error;
    });
  }
}
