import { describe, expect, it } from 'vitest';
import { maskUnknownName, toLogName } from './sign-in-log.ts';

describe('user names in the log', () => {
  it('hold nothing that breaks a line or a terminal, and are not endless', () => {
    expect(toLogName('ada\n2026 admin signed in\u001b[31m\u202e\u2028')).toBe(
      'ada?2026 admin signed in?[31m??',
    );
    expect(toLogName('x'.repeat(1000))).toHaveLength(128);
  });

  it('are shortened if the user is unknown, because users type passwords there by mistake', () => {
    expect(maskUnknownName('my secret password')).toBe('my … (no such user, 18 characters)');
  });
});
