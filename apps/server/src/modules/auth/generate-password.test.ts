import { describe, expect, it } from 'vitest';
import { generatePassword } from './generate-password.ts';

describe('a generated password', () => {
  it('has at least 20 characters that are not mistaken for each other', () => {
    expect(generatePassword()).toMatch(/^([abcdefghjkmnpqrstuvwxyz23456789]{5}-){3}[a-z2-9]{5}$/);
  });

  it('is never the same twice', () => {
    expect(new Set(Array.from({ length: 50 }, generatePassword)).size).toBe(50);
  });
});
