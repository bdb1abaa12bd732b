import type { LogLevel } from '../log/create-log.ts';
import { invalid, type ValueType, valid, valueType } from './value-type.ts';

export type LoggingLevels = Readonly<Record<string, LogLevel>>;

/** Includes the names of other logging systems. */
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

/** `root` is the default of all loggers. */
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
