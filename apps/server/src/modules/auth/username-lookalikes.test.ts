import { describe, expect, it } from 'vitest';
import { findLookalikeProblem, toSkeleton } from './username-lookalikes.ts';

describe('a user name that looks like another one', () => {
  it.each([
    ['a Cyrillic a in a Latin word', '\u0430dmin'],
    ['a Greek omicron in a Latin word', 'r\u03bfot'],
    ['an Armenian letter in a Latin word', 'ada@example.c\u0585m'],
    ['Cyrillic and Greek in one word', '\u0430\u03bb'],
  ])('mixes scripts: %s', (_, name) => {
    expect(findLookalikeProblem(name)).toContain('must not mix letters');
  });

  it.each([
    ['full-width letters', '\uff41dmin'],
    ['mathematical letters', '\u{1d41a}dmin'],
    ['a ligature', '\ufb01nance'],
    ['a full-width digit', 'admin\uff11'],
    ['a superscript', 'admin\u00b2'],
  ])('holds variants of plain characters: %s', (_, name) => {
    expect(findLookalikeProblem(name)).toContain('must not contain variants');
  });

  it.each([
    'admin',
    'Ada Lovelace',
    'ada@example.org',
    'CN=Ada,OU=Büro',
    'u\u0308ber',
    'Ада',
    'ада@example.org',
    'Ада-QA',
    'Αδα',
    'عدى',
    'नमस्ते',
    '愛達',
    '山田タロウ',
    'すずきsan',
    '김철수',
    'ada 🧮',
    'user_1',
  ])('is not %s', (name) => {
    expect(findLookalikeProblem(name)).toBeUndefined();
  });

  it.each([
    ['\u0430\u0441\u0435', 'ace'],
    ['\u0410\u0421\u0415', 'ace'],
    ['\u03c1\u03bf\u03c1', 'pop'],
    ['adm\u0131n', 'admin'],
    ['ADMIN', 'admin'],
    ['\u0420\u043e\u043c\u0430\u043d', 'pomah'],
  ])('%s has the skeleton %s', (name, skeleton) => {
    expect(toSkeleton(name)).toBe(skeleton);
  });
});
