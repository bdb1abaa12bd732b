import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { addExamples } from './command-options.ts';
import { EXIT, EXIT_CODE_HELP } from './exit-codes.ts';
import { toFailure } from './failure.ts';
import { print } from './output.ts';
import { printNote } from './print-note.ts';
import { PRODUCT_VERSION } from './product-version.ts';
import { registerServiceCommands } from './service-commands.ts';

type RegisterCommands = (program: Command) => void;

/**
 * Runs a command and sets the exit code. The caller registers commands that need the server in this process, because
 * a stand-alone CLI does not contain the server.
 */
export async function main(argv: readonly string[], registerLocal?: RegisterCommands): Promise<void> {
  exitWhenReaderExits();
  // Reports errors outside of promises, such as those of streams, in the same way.
  process.on('uncaughtException', (error) => void fail(error, argv).finally(() => process.exit()));
  try {
    await buildProgram(registerLocal).parseAsync(argv, { from: 'user' });
  } catch (error) {
    await fail(error, argv);
  }
}

function buildProgram(registerLocal: RegisterCommands | undefined): Command {
  const program = new Command('tallyman')
    .description('Software-composition analysis: run the service or use one.')
    .version(PRODUCT_VERSION, '--version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .exitOverride()
    // Otherwise --version after a command would be handled by the program.
    .enablePositionalOptions()
    .showHelpAfterError('Run with --help for usage.');
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
    command.option('--debug', 'show the stack trace of an error (or set TALLYMAN_DEBUG)');
  for (const each of command.commands) addDebugOption(each);
}

/** With --json, stdout contains one document even for errors; people read stderr. */
async function fail(error: unknown, argv: readonly string[]): Promise<void> {
  const isUsage = error instanceof CommanderError;
  if (isUsage && error.exitCode === EXIT.ok) return;
  const failure = isUsage ? { exitCode: EXIT.usage, message: error.message } : toFailure(error);
  process.exitCode = failure.exitCode;
  // Usage errors have already been printed.
  const notes = isUsage ? [] : [`error: ${failure.message}`];
  await print({ document: { error: failure }, text: '', notes }, { json: wantsJson(argv) });
  if (wantsDebug(argv)) printNote(inspect(error));
}

/** Also works if the options could not be parsed. */
function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (arg, i) => arg === '--json' || arg === '--output=json' || (arg === 'json' && argv[i - 1] === '--output'),
  );
}

function wantsDebug(argv: readonly string[]): boolean {
  return argv.includes('--debug') || Boolean(process.env.TALLYMAN_DEBUG);
}

/** `tallyman … | head` closes the pipe early, which is not an error. Without a reader of stderr nothing can be reported. */
function exitWhenReaderExits(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      throw error;
    });
  }
}
