import { describe, expect, it } from 'vitest';
import { matchDistro } from './match-distro.ts';

const words = (distro: string | null, ...versions: string[]) => ({ distro, versions });

describe('A package of a distribution', () => {
  it.each([
    ['deb', 'debian-12', 'debian-12', true],
    ['deb', 'debian-12', 'debian-12.7', true],
    ['deb', 'debian-12', 'bookworm', true],
    ['deb', 'debian-12', 'debian-bookworm', true],
    ['deb', 'debian-12', 'debian-11', false],
    ['deb', 'debian-12', 'ubuntu-12.04', false],
    ['deb', 'ubuntu-24.04', 'noble', true],
    ['deb', 'ubuntu-24.04', 'ubuntu-24.10', false],
    ['deb', 'debian-12', 'something', false],
    ['deb', 'something', 'something', true],
    ['deb', 'debian-12', null, true],
    ['deb', null, 'debian-12', true],
    ['apk', 'alpine-3.20', '3.20.3', true],
    ['apk', 'alpine-3.20', 'alpine-3.2', false],
    ['rpm', 'rhel-9', 'redhat-9.4', true],
    ['rpm', 'rhel-9', 'rocky-9.4', false],
    ['rpm', 'almalinux-9', 'almalinux-9.4', true],
    ['npm', 'debian-12', 'debian-11', true],
  ])('of type %s for %s is that of %s: %s', (type, affected, component, match) => {
    expect(matchDistro(type, words(affected), words(component))).toBe(match);
  });

  it('of Red Hat tells its release by its version where it does not say it', () => {
    expect(matchDistro('rpm', words('rhel-9'), words(null, '1.0-3.el8_4'))).toBe(false);
    expect(matchDistro('rpm', words(null, '1.0-4.el8'), words(null, '1.0-3.el9'))).toBe(false);
    expect(matchDistro('rpm', words(null, '1.0-4.module+el8.8.0+1'), words('rhel-8.6', '1.0'))).toBe(true);
    expect(matchDistro('rpm', words(null, '1.0-4'), words(null, '1.0-3.el9'))).toBe(true);
  });
});
