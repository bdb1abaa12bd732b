import type { LogLevel } from '../log/create-log.ts';
import { invalid, type ValueType, valid, valueType } from './value-type.ts';

export type LoggingLevels = Readonly<Record<string, LogLevel>>;

/** The words of other logging systems are understood too. */
const LEVELS: Readonly<Record<string, LogLevel>> = {
  trace: 'trace',
  all: 'trace',
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  warning: 'warn',
  error: 'error',
  fatal: 'fatal',
  silent: 'silent',
  off: 'silent',
};

/** Loggers are called `root` (all of them), or by the name of a part of the service. */
export const DEFAULT_LOGGING_LEVELS: LoggingLevels = { root: 'info' };

export const logLevel: ValueType<LogLevel> = valueType<LogLevel>({
  label: '`trace`, `debug`, `info`, `warn`, `error`, `fatal`, `silent`',
  expected: 'one of trace, debug, info, warn, error, fatal, silent',
  example: 'debug',
  parse: (raw) => {
    const word = raw.trim().toLowerCase();
    const level = Object.hasOwn(LEVELS, word) ? LEVELS[word] : undefined;
    return level === undefined ? invalid() : valid(level);
  },
});
