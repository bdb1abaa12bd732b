import { type Logger, pino } from 'pino';
import { textLines } from './text-lines.ts';

export type Log = Logger;
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

interface LogOptions {
  /** Level by logger name. `root` is the default. */
  readonly levels: Readonly<Record<string, LogLevel>>;
  readonly format?: 'json' | 'text';
  readonly destination?: NodeJS.WritableStream;
}

/** Members that are redacted, at the top of an entry and one level below. */
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

/** Without other members: drivers attach whole connections to their errors. */
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

/** A child logger with the level of its name, or of the nearest dotted parent. */
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
