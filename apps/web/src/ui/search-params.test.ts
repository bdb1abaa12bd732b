import { expect, test } from 'vitest';
import {
  choiceParam,
  flagParam,
  listParam,
  numberParam,
  parseSearch,
  stringifySearch,
  textParam,
} from './search-params.ts';

test('parameters are unchanged after they are written to an address and read again', () => {
  const search = { q: 'a & b', sev: ['CRITICAL', 'HIGH'], kev: true, epss: 0.1, sort: undefined, none: '' };
  const text = stringifySearch(search);
  expect(text).toBe('?q=a+%26+b&sev=CRITICAL,HIGH&kev=true&epss=0.1');
  const read = parseSearch(text);
  expect(textParam(read.q)).toBe('a & b');
  expect(listParam(read.sev, ['LOW', 'HIGH', 'CRITICAL'])).toEqual(['HIGH', 'CRITICAL']);
  expect(flagParam(read.kev)).toBe(true);
  expect(numberParam(read.epss)).toBe(0.1);
});

test.each([
  ['a list', () => listParam('NONSENSE,', ['HIGH'])],
  ['a choice', () => choiceParam('nonsense', ['name'])],
  ['a flag', () => flagParam('yes')],
  ['a number', () => numberParam('many')],
  ['a text', () => textParam('  ')],
])('an invalid value of %s counts as absent', (_, read) => {
  expect(read()).toBeUndefined();
});

test('an address without parameters stays short', () => {
  expect(stringifySearch({ q: undefined, kev: undefined })).toBe('');
});
