import { type Logger, pino } from 'pino';

export type Log = Logger;
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

export interface LogOptions {
  /** Level by logger name; `root` is the level of all others. */
  readonly levels: Readonly<Record<string, LogLevel>>;
  readonly destination?: NodeJS.WritableStream;
}

/** Members that never reach a log line, wherever they stand. */
const SECRET_MEMBERS = [
  'password',
  'newPassword',
  'confirmPassword',
  'token',
  'authorization',
  'headers.authorization',
  'headers["x-api-key"]',
  'headers.cookie',
  'key',
  'secret',
];

export function createLog(options: LogOptions): Log {
  const redacted = SECRET_MEMBERS.flatMap((member) => [member, member.startsWith('headers') ? `req.${member}` : `*.${member}`]);
  return pino(
    {
      level: options.levels.root ?? 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: redacted, censor: '[redacted]' },
      formatters: { level: (label) => ({ level: label }) },
    },
    options.destination ?? process.stdout,
  );
}

/** A named logger; its level is the one configured for its name, or the nearest dotted parent's. */
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
