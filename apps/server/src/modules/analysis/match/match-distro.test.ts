import { describe, expect, it } from 'vitest';
import { boundTexts, matchDistro } from './match-distro.ts';

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
    ['rpm', 'almalinux-8', 'alma-8.5', true],
    ['rpm', 'rocky-9', 'rocky-linux-9', true],
    ['rpm', 'rhel-7', 'centos-7.6.1810', true],
    ['rpm', 'rhel-7', 'centos-8', false],
    ['rpm', 'amzn-2', 'amazon-2 (Karoo)', true],
    ['rpm', 'amzn-2', 'amzn-2023', false],
    ['rpm', 'amzn-1', 'amazon-AMI release 2018.03', true],
    ['rpm', 'amzn-1', 'amzn-2018.03', true],
    ['rpm', 'amzn-1', 'amazon-AMI release 2014.09', true],
    ['rpm', 'amzn-2', 'amazon-AMI release 2018.03', false],
    ['rpm', 'amzn-2023', 'amzn-2023.3.20240108', true],
    ['apk', 'alpine-edge', 'alpine-edge', true],
    ['apk', 'alpine-edge', 'edge', true],
    ['apk', 'alpine-edge', 'alpine-3.20_alpha20240329', true],
    ['apk', 'alpine-edge', 'alpine-3.20.1', false],
    ['apk', 'alpine-3.20', 'edge', false],
    ['rpm', 'opensuse-leap-15.5', 'opensuse.leap-15.5', true],
    ['rpm', 'opensuse-leap-15.5', 'opensuse-leap-15.4', false],
    ['rpm', 'opensuse-leap-15.5', 'opensuse-tumbleweed-20240607', false],
    ['rpm', 'opensuse-tumbleweed', 'opensuse-tumbleweed-20240607', true],
    ['rpm', 'sles-15.4', 'suse linux enterprise server-15.4', true],
    ['rpm', 'sles-15.0', 'sles-15', true],
    ['rpm', 'sles-15.4', 'sles-15.5', false],
    ['rpm', 'suse manager server 4.3', 'sles-15.4', false],
    ['rpm', 'azurelinux-2', 'mariner-2.0', true],
    ['deb', 'ubuntu-16.04', 'esm-infra/xenial', true],
    ['deb', 'ubuntu-fips-16.04', 'ubuntu-16.04', false],
    ['npm', 'debian-12', 'debian-11', true],
    ['rpm', 'sles-15.4', 'sles-15-sp4', true],
    ['rpm', 'sles-15.10', 'sles-15.1', false],
    ['rpm', '9', 'rocky-9', true],
    ['rpm', '9', 'rocky-8', false],
    ['rpm', '10', 'rhel-10', true],
    ['rpm', '9x', 'rhel-9', false],
    ['rpm', 'x9', 'rhel-9', false],
    ['apk', 'alpine-edge', 'alpine-3.20.10_alpha20240329', true],
    ['apk', ' 3.20 ', 'alpine-3.20', true],
    ['deb', ' Bookworm ', 'debian-12', true],
  ])('with type %s for %s is for the same release as %s: %s', (type, affected, component, match) => {
    expect(matchDistro(type, words(affected), words(component))).toBe(match);
  });

  it('has the release in its version if it is of Red Hat and the qualifier is missing', () => {
    expect(matchDistro('rpm', words('rhel-9'), words(null, '1.0-3.el8_4'))).toBe(false);
    expect(matchDistro('rpm', words(null, '1.0-4.el8'), words(null, '1.0-3.el9'))).toBe(false);
    expect(matchDistro('rpm', words(null, '1.0-4.module+el8.8.0+1'), words('rhel-8.6', '1.0'))).toBe(true);
    expect(matchDistro('rpm', words(null, '1.0-4'), words(null, '1.0-3.el9'))).toBe(true);
    expect(matchDistro('rpm', words(null, '1.0', '1.1-4.el8'), words(null, '1.0-3.el9'))).toBe(false);
    expect(matchDistro('rpm', words(null, '1.0-4.el10'), words(null, '1.0-3.el1'))).toBe(false);
    expect(matchDistro('deb', words(null, '1.0-4.el8'), words(null, '1.0-3.el9'))).toBe(true);
  });

  it('has the versions that its bounds name', () => {
    expect(boundTexts({})).toEqual([]);
    expect(boundTexts({ version: '1', versionStartIncluding: null, versionStartExcluding: '2' })).toEqual([
      '1',
      '2',
    ]);
    expect(
      boundTexts({ versionStartIncluding: '3', versionEndIncluding: '4', versionEndExcluding: '5' }),
    ).toEqual(['3', '4', '5']);
  });
});
