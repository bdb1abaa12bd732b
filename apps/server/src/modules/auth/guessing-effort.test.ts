import { describe, expect, it } from 'vitest';
import { generatePassword } from './generate-password.ts';
import { guessingEffort } from './guessing-effort.ts';

/** What new passwords must reach. */
const ENOUGH = 9;

describe('how hard a password is to guess', () => {
  it.each([
    'password',
    'password1234',
    'passwordpassword',
    'Passw0rd-Passw0rd',
    'P@ssw0rd2024!',
    'Administrator',
    'administrator1',
    'tallyman-tallyman',
    'Tallyman2026!!',
    'dependency-track',
    'qwertyuiopas',
    'asdfghjkl123',
    '1qaz2wsx3edc',
    'Summer2024!!',
    'welcome12345',
    'iloveyou1234',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    '123456789012',
    'hunter2hunter2',
    'letmein letmein',
  ])('%s is easy', (password) => {
    expect(guessingEffort(password, [])).toBeLessThan(ENOUGH);
  });

  it.each([
    'correct horse battery staple',
    'a password for tests',
    'my own choice',
    'xK9#mQ2$vL5p',
    'k3m7p-xw2qa-9hdrt-vn4cz',
    'Regen am Donnerstag',
    'дождь в четверг',
  ])('%s is hard enough', (password) => {
    expect(guessingEffort(password, [])).toBeGreaterThanOrEqual(ENOUGH);
  });

  it('counts the own words of the user as known', () => {
    expect(guessingEffort('zebedee-2024', [])).toBeGreaterThanOrEqual(ENOUGH);
    expect(guessingEffort('zebedee-2024', ['Zebedee'])).toBeLessThan(ENOUGH);
  });

  it('lets every generated password pass', () => {
    const weak = Array.from({ length: 500 }, generatePassword).filter(
      (password) => guessingEffort(password, []) < ENOUGH,
    );
    expect(weak).toEqual([]);
  });

  it('looks at no more than the start of an endless password', () => {
    expect(guessingEffort('x9'.repeat(100_000), [])).toBeLessThan(ENOUGH);
  });
});
