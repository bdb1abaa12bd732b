import { describe, expect, test } from 'vitest';
import { logLevel } from './logging-levels.ts';
import { getProperty, propertyNames } from './properties.ts';
import type { ValueType } from './value-type.ts';
import {
  addressRanges,
  boolean,
  commaList,
  cron,
  directory,
  host,
  integer,
  isoDuration,
  oneOf,
  port,
  tokenList,
  url,
} from './value-types.ts';

const context = { cwd: '/srv', home: '/home/me' };
const http = url(['https', 'http'], 'https://example.com');

describe('values', () => {
  test.each<[ValueType<unknown>, string, unknown]>([
    [boolean, 'TRUE', true],
    [boolean, 'off', false],
    [boolean, ' 1 ', true],
    [port, ' 9000 ', 9000],
    [port, '0', 0],
    [integer(-5, 5), '-5', -5],
    [oneOf(['all', 'web']), 'WEB', 'web'],
    [host, '::1', '::1'],
    [host, '[::1]', '::1'],
    [host, 'proxy.example.com', 'proxy.example.com'],
    [http, 'https://example.com/a', 'https://example.com/a'],
    [commaList, ' Team A, Team B,, ', ['Team A', 'Team B']],
    [tokenList, 'GET POST,  PUT', ['GET', 'POST', 'PUT']],
    [addressRanges, '10.0.0.0/8, ::1 loopback', ['10.0.0.0/8', '::1', 'loopback']],
    [cron, ' */15  * * * * ', '*/15 * * * *'],
    [cron, '0 2 * * MON-FRI', '0 2 * * MON-FRI'],
    [cron, ' - ', '-'],
    [isoDuration, 'PT15M', 900_000],
    [directory, './data', '/srv/data'],
    [directory, '/var/lib/x', '/var/lib/x'],
    [directory, '~/.x', '/home/me/.x'],
    [directory, '~', '/home/me'],
    [logLevel, 'WARN', 'warn'],
    [logLevel, 'Warning', 'warn'],
    [logLevel, 'OFF', 'silent'],
    [logLevel, 'ALL', 'trace'],
  ])('%# $label reads %j', (type, raw, value) => {
    expect(type.parse(raw, context)).toEqual({ ok: true, value });
  });

  test.each<[ValueType<unknown>, string]>([
    [boolean, 'maybe'],
    [port, '65536'],
    [port, '-1'],
    [port, '80a'],
    [port, '1e3'],
    [port, '8080.5'],
    [integer(1, 5), '99999999999999999999'],
    [oneOf(['all', 'web']), 'both'],
    [host, 'http://proxy'],
    [host, 'proxy:80'],
    [http, 'ftp://example.com'],
    [http, 'example.com'],
    [addressRanges, '10.0.0.0/33'],
    [addressRanges, '10.0.0.0/8/8'],
    [addressRanges, 'proxy.example.com'],
    [cron, '60 * * * *'],
    [cron, '* * * *'],
    [cron, '0 * * * * *'],
    [cron, '2030-01-01T00:00:00'],
    [cron, '0 0 31 2 *'],
    [isoDuration, 'P1Y'],
    [isoDuration, '900000'],
    [logLevel, 'loud'],
    [logLevel, 'constructor'],
  ])('%# $label refuses %j', (type, raw) => {
    expect(type.parse(raw, context).ok).toBe(false);
  });

  test('lock durations are ISO 8601 durations, not milliseconds, and the refusal says how to write them', () => {
    expect(isoDuration.parse('900000', context)).toEqual({
      ok: false,
      why: 'durations are written in ISO 8601 form; 900000 milliseconds are PT15M',
    });
  });

  test.each(propertyNames)('%s has a default and an example that it accepts', (name) => {
    const { type, default: standard } = getProperty(name);
    expect(type.parse(type.example, context).ok).toBe(true);
    if (standard !== undefined && standard !== null)
      expect(type.parse(type.format(standard), context).ok).toBe(true);
  });
});
