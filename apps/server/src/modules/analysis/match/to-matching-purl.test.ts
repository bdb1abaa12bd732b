import { compareKeys } from '@tallyman/versions';
import { describe, expect, it } from 'vitest';
import { toMatchingCpe } from './to-matching-cpe.ts';
import { toMatchingPurl } from './to-matching-purl.ts';

const keysOf = (purl: string, given_version = '') => toMatchingPurl({ purl, given_version });

describe('What matching knows about a package URL', () => {
  it('is its package, its version in the order of its type and generically, and its distribution', () => {
    expect(keysOf('pkg:deb/debian/busybox@1.37.0?arch=amd64&distro=debian-13')).toMatchObject({
      coordinates: 'pkg:deb/debian/busybox@1.37.0',
      package: 'pkg:deb/debian/busybox',
      purl_type: 'deb',
      version: '1.37.0',
      scheme: 'deb',
      distro: 'debian-13',
    });
  });

  it.each([
    ['pkg:deb/debian/a@1.0?epoch=2', '2:1.0'],
    ['pkg:rpm/redhat/a@1.0-1?epoch=2', '2:1.0-1'],
    ['pkg:rpm/redhat/a@2:1.0-1?epoch=2', '2:1.0-1'],
    ['pkg:npm/a@1.0?epoch=2', '1.0'],
  ])('of %s has the version %s', (purl, version) => {
    expect(keysOf(purl).version).toBe(version);
  });

  it('takes the version of the component where the URL has none, and none where there is none', () => {
    expect(keysOf('pkg:npm/a', '1.2.3').version).toBe('1.2.3');
    expect(keysOf('pkg:npm/a@2.0.0', '1.2.3').version).toBe('2.0.0');
    expect(keysOf('pkg:npm/a')).toMatchObject({ package: null, version: null, version_key: null });
  });

  it('compares generically what the type cannot read', () => {
    expect(keysOf('pkg:pypi/a@not-a-version').scheme).toBeNull();
    const [one, two] = ['1.0', '1.1'].map((version) => keysOf(`pkg:pypi/a@x${version}`).generic_key);
    expect(one && two && compareKeys(one, two)).toBe(-1);
  });
});

describe('What matching knows about a CPE name', () => {
  it('is its product in lower case, and a key where it has just one version', () => {
    const cpe = 'cpe:2.3:a:Acme:Rocket:1.0:*:*:*:*:*:*:*';
    expect(toMatchingCpe(cpe)).toMatchObject({ cpe, part: 'a', vendor: 'acme', product: 'rocket' });
    expect(toMatchingCpe(cpe).generic_key).not.toBeNull();
    expect(toMatchingCpe('cpe:/a:acme:rocket').generic_key).toBeNull();
  });

  it.each(['cpe:2.3:a:acme:*:1.0:*:*:*:*:*:*:*', 'cpe:2.3:a:acme:-:1.0:*:*:*:*:*:*:*', 'nonsense'])(
    'is nothing for %s',
    (cpe) => {
      expect(toMatchingCpe(cpe).product).toBeNull();
    },
  );
});
