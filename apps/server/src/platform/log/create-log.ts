import { type Logger, pino } from 'pino';
import { textLines } from './text-lines.ts';

export type Log = Logger;
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

interface LogOptions {
  /** Level by logger name; `root` is the level of all the others. */
  readonly levels: Readonly<Record<string, LogLevel>>;
  readonly format?: 'json' | 'text';
  readonly destination?: NodeJS.WritableStream;
}

/** Members that never reach a log line, at the top of an entry or one level down. */
const SECRET_MEMBERS = [
  'password',
  'newPassword',
  'confirmPassword',
  'token',
  'authorization',
  'apiKey',
  'key',
  'secret',
];

export function createLog(options: LogOptions): Log {
  const destination = options.destination ?? process.stdout;
  return pino(
    {
      level: options.levels.root ?? 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_MEMBERS.flatMap((member) => [member, `*.${member}`]), censor: '[redacted]' },
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    options.format === 'text' ? textLines(destination) : destination,
  );
}

/** What helps to find a fault. Drivers hang whole connections on their errors: those stay out. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    name,
    message,
    stack,
    ...(code ? { code } : {}),
    ...(cause ? { cause: describeError(cause) } : {}),
  };
}

/** A named logger: it has the level configured for its name, or for the nearest dotted parent of it. */
export function loggerNamed(log: Log, name: string, levels: LogOptions['levels']): Log {
  const level = levelOf(name, levels);
  return log.child({ logger: name }, level ? { level } : {});
}

function levelOf(name: string, levels: LogOptions['levels']): LogLevel | undefined {
  for (let prefix = name; prefix; prefix = prefix.slice(0, Math.max(prefix.lastIndexOf('.'), 0))) {
    const level = levels[prefix];
    if (level) return level;
  }
  return undefined;
}
