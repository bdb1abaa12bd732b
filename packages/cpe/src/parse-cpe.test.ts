import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCpe, arbitraryText } from '../test/arbitrary-cpe.ts';
import { any, CpeError } from './cpe.ts';
import { formatCpe } from './format-cpe.ts';
import { findCpe, parseCpe } from './parse-cpe.ts';

const uris: readonly [uri: string, formatted: string][] = [
  ['cpe:/a:apache:log4j:2.14.1', 'cpe:2.3:a:apache:log4j:2.14.1:*:*:*:*:*:*:*'],
  ['cpe:/a:vendor:product:-:beta', 'cpe:2.3:a:vendor:product:-:beta:*:*:*:*:*:*'],
  ['cpe:/a:oracle:connector%2fj:5.1.27', 'cpe:2.3:a:oracle:connector\\/j:5.1.27:*:*:*:*:*:*:*'],
  ['cpe:/a:hp:openview:7.%02:sp%01', 'cpe:2.3:a:hp:openview:7.*:sp?:*:*:*:*:*:*'],
  ['cpe:/a:hp:insight:7.4::~~online~win2003~x64~', 'cpe:2.3:a:hp:insight:7.4:*:*:*:online:win2003:x64:*'],
  ['cpe:/a:a:b:1:2:3:en-us', 'cpe:2.3:a:a:b:1:2:3:en-us:*:*:*:*'],
  ['cpe:/a', 'cpe:2.3:a:*:*:*:*:*:*:*:*:*:*'],
];

const refused = [
  '',
  'cpe',
  'cpe:2.3',
  'cpe:2.3:a:b',
  'cpe:2.3:x:b:c:1:*:*:*:*:*:*:*',
  'cpe:2.3:a:b:c:1:*:*:*:*:*:*:*:*',
  'cpe:2.3:a:b::1:*:*:*:*:*:*:*',
  'cpe:2.3:a:b:c/d:1:*:*:*:*:*:*:*',
  'cpe:2.3:a:b:c:1.*.2:*:*:*:*:*:*:*',
  'cpe:2.3:a:b:c:**:*:*:*:*:*:*:*',
  'cpe:2.3:a:b:c:1:*:*:*:*:*:*:\\',
  'cpe:/x:b:c',
  'cpe:/a:b:c:1:2:3:4:5',
  'cpe:/a:b:c%1:1',
  'cpe:/a:b:c%00:1',
  'cpe:/a:b:%02%02',
];

describe('parseCpe', () => {
  it.each(uris)('reads %s', (uri, formatted) => {
    expect(formatCpe(parseCpe(uri))).toBe(formatted);
  });

  it.each(refused)('refuses %j', (text) => {
    expect(() => parseCpe(text)).toThrow(CpeError);
    expect(() => parseCpe(text)).toThrow(expect.objectContaining({ name: 'CpeError' }));
  });

  it('reads names without backslashes leniently', () => {
    const cpe = parseCpe(" cpe:2.3:a:b:where's_it?_free:1+2*:*:*:*:*:*:*:* ", 'lenient');
    expect([cpe.product, cpe.version]).toEqual(["where\\'s_it\\?_free", '1\\+2*']);
    expect(parseCpe('CPE:/a:oracle:connector/j', 'lenient').product).toBe('connector\\/j');
  });

  it('reads the names that formatCpe writes', () => {
    fc.assert(
      fc.property(arbitraryCpe, (cpe) => {
        expect(parseCpe(formatCpe(cpe))).toEqual(cpe);
      }),
    );
  });

  it('reads the URIs that formatCpe writes, in lower case', () => {
    fc.assert(
      fc.property(arbitraryCpe, (cpe) => {
        const lower = Object.fromEntries(
          Object.entries(cpe).map(([name, value]) => [name, value.toLowerCase()]),
        );
        expect(parseCpe(formatCpe(cpe, 'uri'))).toEqual(lower);
      }),
    );
  });

  it('throws no other error, and findCpe throws none', () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const found = findCpe(text);
        if (found) expect(parseCpe(formatCpe(found))).toEqual(found);
        try {
          parseCpe(text);
        } catch (error) {
          expect(error).toBeInstanceOf(CpeError);
        }
      }),
    );
  });

  it('reads and refuses in linear time', () => {
    for (const pattern of ['?', '*', '\\', 'a', '%01', '%02', ':', '~', '.?', '#', '\\?']) {
      const long = pattern.repeat(65_536);
      for (const text of [
        `cpe:2.3:a:b:x${long}x:*:*:*:*:*:*:*:*`,
        `cpe:/a:b:x${long}x`,
        `cpe:/a:b:c:::~${long}`,
      ]) {
        const found = findCpe(text);
        expect(found === undefined || found.product !== any).toBe(true);
      }
    }
  });
});
