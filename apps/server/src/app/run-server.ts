import { flushCompileCache } from 'node:module';
import { ConfigError } from '../platform/config/config-error.ts';
import { type Config, loadConfig } from '../platform/config/load-config.ts';
import { StartError } from '../platform/errors.ts';
import { createLog, type Log } from '../platform/log/create-log.ts';
import { tolerateClosedOutput } from '../platform/log/tolerate-closed-output.ts';
import { explainStartFailure } from './explain-start-failure.ts';
import { firstSignInMessage, startMessage } from './start-message.ts';
import { initialiseOnly, type Service, startService } from './start-service.ts';
import { stopSignal } from './stop-signal.ts';

/** Exit codes: 0 stopped on request, 1 failed, 2 wrong configuration. */
export async function runServer(argv: readonly string[]): Promise<number> {
  tolerateClosedOutput(process.stdout, process.stderr);
  const config = readConfig(argv);
  if (!config) return 2;
  const log = createLog({ levels: config.value.loggingLevels, format: logFormat(config.value) });
  for (const warning of config.warnings) log.warn(warning);
  try {
    await (config.value['svc.init.and.exit']
      ? initialise(config.value, log)
      : serveUntilStopped(config.value, log));
    return 0;
  } catch (failure) {
    const error = explainStartFailure(failure, config.value);
    log.fatal(
      error instanceof StartError ? {} : { err: error },
      `Tallyman cannot run: ${(error as Error).message}`,
    );
    return 1;
  }
}

function readConfig(argv: readonly string[]): { value: Config; warnings: readonly string[] } | undefined {
  try {
    const { config, warnings } = loadConfig({ argv: [...argv], env: process.env, cwd: process.cwd() });
    return { value: config, warnings };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return undefined;
  }
}

function logFormat(config: Config): 'json' | 'text' {
  const format = config['svc.logging.format'];
  if (format !== 'auto') return format;
  return process.stdout.isTTY ? 'text' : 'json';
}

async function initialise(config: Config, log: Log): Promise<void> {
  await initialiseOnly({ config, log, onAdminPassword: showAdminPassword });
  log.info('The init tasks have completed');
}

function showAdminPassword(password: string): void {
  process.stdout.write(firstSignInMessage(password));
}

async function serveUntilStopped(config: Config, log: Log): Promise<void> {
  const stop = stopSignal();
  const onLost = (reason: string) => stop.fail(new Error(reason));
  const service = await startService({ config, log, onLost, onAdminPassword: showAdminPassword });
  try {
    process.stdout.write(startMessage(service));
    // Otherwise it is written at exit, which a killed process never reaches.
    flushCompileCache();
    await drainBefore(await stop.requested, service, log);
    log.info('Stopping: finishing running requests and jobs');
  } finally {
    await service.close();
  }
  log.info('Stopped');
}

/** Service managers send SIGTERM. Other signals, such as Ctrl-C, stop without draining. */
async function drainBefore(signal: NodeJS.Signals, service: Service, log: Log): Promise<void> {
  log.info({ signal }, 'Asked to stop');
  if (signal !== 'SIGTERM') return;
  log.info('This node is unready and continues to serve for svc.http.drain-ms. Signal again to stop at once');
  await service.drain();
}
