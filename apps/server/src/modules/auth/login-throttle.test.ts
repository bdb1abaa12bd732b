import { describe, expect, it } from 'vitest';
import { addressSubject, planBlockMs, planThrottle, userSubject } from './login-throttle.ts';

const WINDOW_MS = 300_000;

describe('login throttling', () => {
  it('leaves fewer failures than the limit alone', () => {
    expect(planBlockMs(9, 10, WINDOW_MS)).toBeUndefined();
  });

  it('blocks for half a minute at the limit, and twice as long with each failure after it', () => {
    expect([10, 11, 12, 13].map((failures) => planBlockMs(failures, 10, WINDOW_MS))).toEqual([
      30_000, 60_000, 120_000, 240_000,
    ]);
  });

  it('never blocks for longer than failures count', () => {
    expect(planBlockMs(14, 10, WINDOW_MS)).toBe(WINDOW_MS);
    expect(planBlockMs(1_000_000, 10, WINDOW_MS)).toBe(WINDOW_MS);
    expect(planBlockMs(10, 10, 1_000)).toBe(1_000);
  });

  const limits = { perAddress: 100, perUser: 50, perUserAndAddress: 10 };
  const attempt = { username: 'ada', address: '192.0.2.1' };

  it('blocks a strange address by its own failures, by those with this name from there, and by those of all', () => {
    const { blockedBy, counted } = planThrottle({ ...attempt, isKnownAddress: false }, limits);
    expect(blockedBy).toEqual(['address:192.0.2.1', `${userSubject('ada')}@192.0.2.1`, userSubject('ada')]);
    expect(counted.map(({ limit }) => limit)).toEqual([100, 10, 50]);
  });

  it('blocks an address that the user is known from only by failures with this name from there', () => {
    const { blockedBy, counted } = planThrottle({ ...attempt, isKnownAddress: true }, limits);
    expect(blockedBy).toEqual([`${userSubject('ada')}@192.0.2.1`]);
    expect(counted.map(({ limit }) => limit)).toEqual([100, 10]);
  });

  it('stores a hash of the user name, not the name', () => {
    expect(userSubject('my password by mistake')).not.toContain('password');
    expect(userSubject('ada')).not.toBe(userSubject('Ada'));
    expect(addressSubject('192.0.2.1')).not.toBe(userSubject('192.0.2.1'));
  });

  it.each([
    ['192.0.2.1', 'address:192.0.2.1'],
    ['::ffff:192.0.2.1', 'address:192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', 'address:2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::9', 'address:2001:db8:1:2::/64'],
    ['2001:db8::1', 'address:2001:db8:0:0::/64'],
    ['::1', 'address:0:0:0:0::/64'],
    ['fe80::1%eth0', 'address:fe80:0:0:0::/64'],
  ])('counts %s as %s', (address, subject) => {
    expect(addressSubject(address)).toBe(subject);
  });
});
