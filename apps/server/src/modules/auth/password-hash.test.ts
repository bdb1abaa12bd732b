import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

describe('password hashes', () => {
  it('are argon2id with 19 MiB, two passes and one lane', async () => {
    expect(await hashPassword('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('are salted', async () => {
    expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'));
  });

  it('accept the password they were made of and no other', async () => {
    const hash = await hashPassword('correct horse');
    expect(await verifyPassword('correct horse', hash)).toBe(true);
    expect(await verifyPassword('correct horsE', hash)).toBe(false);
    expect(await verifyPassword('', hash)).toBe(false);
  });

  it.each([null, undefined, '', 'x', '$2a$14$abcdefghijklmnopqrstuv'])(
    'refuse everything when they are %s',
    async (hash) => {
      expect(await verifyPassword('', hash)).toBe(false);
      expect(await verifyPassword('correct horse', hash)).toBe(false);
    },
  );

  it('refuse a password that is longer than any can be', async () => {
    const tooLong = 'x'.repeat(2000);
    expect(await verifyPassword(tooLong, await hashPassword(tooLong))).toBe(false);
  });
});
