import { describe, expect, it } from 'vitest';
import type { Cpe } from './cpe.ts';
import { formatUri, isUri, parseUri } from './uri.ts';

const ANY: Cpe = {
  ...{ part: '*', vendor: '*', product: '*', version: '*', update: '*', edition: '*', language: '*' },
  ...{ swEdition: '*', targetSw: '*', targetHw: '*', other: '*' },
};

describe('The URI binding', () => {
  it.each([
    ['cpe:/', true],
    ['CPE:/a', true],
    ['cpe:', false],
    ['cpe:2.3:a', false],
    [' cpe:/a', false],
  ])('begins with cpe:/ in any case: %j, %s', (text, expected) => {
    expect(isUri(text)).toBe(expected);
  });

  it.each<[string, Partial<Cpe>]>([
    ['cpe:/', {}],
    ['cpe:/a', { part: 'a' }],
    ['cpe:/O:Acme', { part: 'o', vendor: 'acme' }],
    ['cpe:/h:-:b', { part: 'h', vendor: '-', product: 'b' }],
    ['cpe:/*', { part: '*' }],
    ['cpe:/-', { part: '-' }],
    [
      'cpe:/a:b:c:d:e:f:g',
      { part: 'a', vendor: 'b', product: 'c', version: 'd', update: 'e', edition: 'f', language: 'g' },
    ],
    [
      'cpe:/a:b:c:d:e:~f~g~h~i~j:k',
      {
        ...{ part: 'a', vendor: 'b', product: 'c', version: 'd', update: 'e', edition: 'f', language: 'k' },
        ...{ swEdition: 'g', targetSw: 'h', targetHw: 'i', other: 'j' },
      },
    ],
    ['cpe:/a:::::~~~~~j', { part: 'a', other: 'j' }],
    ['cpe:/a:::::~f', { part: 'a', edition: 'f' }],
    ['cpe:/a:b.c_d-e~', { part: 'a', vendor: 'b.c_d-e\\~' }],
    ['cpe:/a:%21%7e%2E%5F%2d%41%5c', { part: 'a', vendor: '\\!\\~._-A\\\\' }],
    ['cpe:/a:%01%01b%02', { part: 'a', vendor: '??b*' }],
  ])('%s is read', (uri, values) => {
    expect(parseUri(uri, false)).toEqual({ ...ANY, ...values });
  });

  it.each([
    ['cpe:/x', 'the part of a CPE name is a, o or h'],
    ['cpe:/aa', 'the part of a CPE name is a, o or h'],
    ['cpe:/?', 'the part of a CPE name is a, o or h'],
    ['cpe:/a:b:c:d:e:f:g:h', 'a CPE URI has at most 7 components'],
    ['cpe:/a:b c', 'a component of a CPE URI is not valid'],
    ['cpe:/a: b', 'a component of a CPE URI is not valid'],
    ['cpe:/a:b!', 'a component of a CPE URI is not valid'],
    ['cpe:/a:b%2', 'a component of a CPE URI is not valid'],
    ['cpe:/a:%zz', 'a component of a CPE URI is not valid'],
    ['cpe:/a:b%01c', 'a component of a CPE URI is not valid'],
    ['cpe:/a:b%02%02', 'a component of a CPE URI is not valid'],
    ['cpe:/a:%00', '%00 is not a character of a CPE name'],
    ['cpe:/a:%20', '%20 is not a character of a CPE name'],
    ['cpe:/a:%7f', '%7f is not a character of a CPE name'],
    ['cpe:/a:%e9', '%e9 is not a character of a CPE name'],
  ])('%s is refused: %s', (uri, message) => {
    expect(() => parseUri(uri, false)).toThrow(message);
  });

  it.each([
    ['b/c', 'b\\/c'],
    ['b\\/c', 'b\\/c'],
    ['b%', 'b\\%'],
    ['b%2', 'b\\%2'],
    ['b!%21', 'b\\!\\!'],
    ['b%01c', 'b\\?c'],
    ['%02b', '*b'],
  ])('is read leniently: the vendor %s becomes %s', (component, vendor) => {
    expect(parseUri(`cpe:/a:${component}`, true).vendor).toBe(vendor);
  });

  it.each<[Partial<Cpe>, string]>([
    [{}, 'cpe:/*'],
    [{ part: 'a' }, 'cpe:/a'],
    [{ part: 'a', version: '1' }, 'cpe:/a:::1'],
    [{ part: 'a', language: 'en' }, 'cpe:/a::::::en'],
    [{ part: 'a', vendor: '-', edition: 'x' }, 'cpe:/a:-::::x'],
    [{ part: 'a', edition: 'x', other: 'y' }, 'cpe:/a:::::~x~~~~y'],
    [{ part: 'a', swEdition: 'x' }, 'cpe:/a:::::~~x~~~'],
    [{ part: 'a', targetSw: 'x', targetHw: 'y' }, 'cpe:/a:::::~~~x~y~'],
    [{ part: 'a', vendor: '??b.c_d-e*' }, 'cpe:/a:%01%01b.c_d-e%02'],
    [{ part: 'a', vendor: '\\?\\*\\/\\~\\\\' }, 'cpe:/a:%3f%2a%2f%7e%5c'],
    [{ part: 'a', vendor: '\\a\\.' }, 'cpe:/a:a.'],
    [{ part: 'a', vendor: 'b\tc/' }, 'cpe:/a:b%09c%2f'],
  ])('%j is written as %s', (values, uri) => {
    expect(formatUri({ ...ANY, ...values })).toBe(uri);
  });
});
