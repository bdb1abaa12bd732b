import { describe, expect, it } from 'vitest';
import {
  formatApiKey,
  hashApiKeySecret,
  listPublicIds,
  maskApiKey,
  newApiKey,
  parseApiKey,
} from './api-key-text.ts';

const id8 = 'Ab3dE6gH';
const id5 = 'a1B2c';
const secret32 = 'abcdefghijklmnopqrstuvwxyzABCDEF';
const secret27 = 'abcdefghijklmnopqrstuvwxyzA';

describe('API key text', () => {
  it('is tly_<8>_<32> with letters and digits', () => {
    expect(formatApiKey('tly_', newApiKey())).toMatch(/^tly_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}$/);
  });

  it('has one underscore after the prefix whether the configured prefix ends in one or not', () => {
    const key = { publicId: id8, secret: secret32 };
    expect(formatApiKey('acme', key)).toBe(`acme_${id8}_${secret32}`);
    expect(formatApiKey('acme_', key)).toBe(`acme_${id8}_${secret32}`);
  });

  it('is masked as prefix, public id and 32 stars', () => {
    expect(maskApiKey('tly_', id8)).toBe(`tly_${id8}${'*'.repeat(32)}`);
  });

  it('is never the same twice', () => {
    const keys = Array.from({ length: 100 }, () => newApiKey());
    expect(new Set(keys.map((key) => key.publicId)).size).toBe(100);
    expect(new Set(keys.map((key) => key.secret)).size).toBe(100);
  });

  it.each([
    ['our own', `tly_${id8}_${secret32}`, { publicId: id8, secret: secret32 }],
    ['a prefix that was configured once', `my-co_x_${id8}_${secret32}`, { publicId: id8, secret: secret32 }],
    ['without any prefix', `${id8}_${secret32}`, { publicId: id8, secret: secret32 }],
    ['imported', `odt_${id8}_${secret32}`, { publicId: id8, secret: secret32 }],
    ['imported, public id of 5', `odt_${id5}_${secret32}`, { publicId: id5, secret: secret32 }],
    [
      'imported, public id of 5 and secret of 27',
      `odt_${id5}_${secret27}`,
      { publicId: id5, secret: secret27 },
    ],
    ['legacy with prefix', `odt_${id5}${secret27}`, { publicId: id5, secret: secret27 }],
    ['legacy without prefix', `${id5}${secret27}`, { publicId: id5, secret: secret27 }],
  ])('is understood: %s', (_, text, parts) => {
    expect(parseApiKey(text)).toContainEqual(parts);
  });

  it.each([
    ['empty', ''],
    ['a prefix alone', 'tly_'],
    ['too short', `tly_${id8}_${secret27}`],
    ['too long', `tly_${id8}_${secret32}x`],
    ['foreign characters', `tly_${id8}_${secret32.replace('a', 'ä')}`],
    ['spaces', `tly_${id8}_${secret32} `],
    ['a session token', 'A'.repeat(43)],
    ['very long', 'a_'.repeat(100_000)],
  ])('is no key: %s', (_, text) => {
    expect(parseApiKey(text)).toEqual([]);
  });

  it('is hashed with SHA3-256, so that imported keys keep working', () => {
    expect(hashApiKeySecret('').toString('hex')).toBe(
      'a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a',
    );
  });

  it('names a key by its public id or by the whole key', () => {
    expect(listPublicIds(id8)).toEqual([id8]);
    expect(listPublicIds(`tly_${id8}_${secret32}`)).toContain(id8);
  });
});
