import { compareKeys } from '@tallyman/versions';
import { describe, expect, it } from 'vitest';
import { toMatchingCpe } from './to-matching-cpe.ts';
import { toMatchingPurls } from './to-matching-purl.ts';

const keysOf = (purl: string, given_version = '') => toMatchingPurls({ purl, given_version })[0];

describe('The matching keys of a package URL', () => {
  it('are its package, its version in the order of its type and generically, and its distribution', () => {
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
    ['pkg:golang/stdlib@go1.22.3', '1.22.3'],
  ])('for %s have the version %s', (purl, version) => {
    expect(keysOf(purl).version).toBe(version);
  });

  it.each([
    ['pkg:apk/alpine/git@2.40.0-r0?distro=alpine-3.19', 'alpine-3.19'],
    [
      'pkg:apk/alpine/git@2.40.0-r0?distro=alpine-3.19&repository_url=https://dl-cdn.alpinelinux.org/alpine/edge/main',
      'alpine-edge',
    ],
    ['pkg:apk/alpine/git@2.40.0-r0?distro=alpine-3.19&repository_url=edge', 'alpine-edge'],
    [
      'pkg:apk/alpine/git@2.40.0-r0?distro=alpine-3.19&repository_url=https://dl-cdn.alpinelinux.org/alpine/v3.19/main',
      'alpine-3.19',
    ],
    ['pkg:deb/debian/git@2.40.0?distro=debian-12&repository_url=https://example.org/edge/', 'debian-12'],
  ])('for %s have the distribution %s', (purl, distro) => {
    expect(keysOf(purl).distro).toBe(distro);
  });

  it.each([
    ['pkg:golang/github.com/hashicorp/consul@v1.12.0#api', 'pkg:golang/github.com/hashicorp/consul/api'],
    ['pkg:golang/github.com/Go-Chi/chi@v5.0.7#v5', 'pkg:golang/github.com/go-chi/chi/v5'],
    ['pkg:golang/go.etcd.io/etcd@v3.4.0?type=package#auth', 'pkg:golang/go.etcd.io/etcd'],
    ['pkg:golang/std@1.22.3#net/http', 'pkg:golang/stdlib'],
  ])('for the Go module %s have the package %s', (purl, name) => {
    expect(keysOf(purl).package).toBe(name);
  });

  it('use the version of the component if the URL has none', () => {
    expect(keysOf('pkg:npm/a', '1.2.3').version).toBe('1.2.3');
    expect(keysOf('pkg:npm/a@2.0.0', '1.2.3').version).toBe('2.0.0');
    expect(keysOf('pkg:npm/a')).toMatchObject({ package: null, version: null, version_key: null });
  });

  it('are generic if the version cannot be parsed in the scheme of the type', () => {
    expect(keysOf('pkg:pypi/a@not-a-version').scheme).toBeNull();
    expect(keysOf('pkg:maven/g/a@LATEST').scheme).toBeNull();
    const [one, two] = ['1.0', '1.1'].map((version) => keysOf(`pkg:pypi/a@x${version}`).generic_key);
    expect(one && two && compareKeys(one, two)).toBe(-1);
  });
});

describe('A package of a distribution also has the keys of its source package', () => {
  it.each([
    ['pkg:deb/debian/libcurl4@7.88.1-10?upstream=curl', 'pkg:deb/debian/curl', '7.88.1-10'],
    ['pkg:deb/debian/libc6@2.36-9?upstream=glibc%402.36-8', 'pkg:deb/debian/glibc', '2.36-8'],
    ['pkg:apk/alpine/libcrypto3@3.1.4-r5?upstream=openssl', 'pkg:apk/alpine/openssl', '3.1.4-r5'],
    [
      'pkg:rpm/redhat/openssl-libs@3.0.7-24.el9?epoch=1&upstream=openssl-3.0.7-24.el9.src.rpm',
      'pkg:rpm/redhat/openssl',
      '1:3.0.7-24.el9',
    ],
  ])('%s: %s %s', (purl, name, version) => {
    const rows = toMatchingPurls({ purl, given_version: '' });
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({
      is_source: true,
      package: name,
      version,
      coordinates: rows[0].coordinates,
    });
  });

  it.each([
    'pkg:deb/debian/curl@7.88.1-10?upstream=curl',
    'pkg:rpm/redhat/bash@5.1-1.el9?upstream=bash',
    'pkg:npm/a@1.0.0?upstream=b',
    'pkg:deb/debian/curl@7.88.1-10?upstream=%401',
  ])('unless it is the same or not a source package: %s', (purl) => {
    expect(toMatchingPurls({ purl, given_version: '' })).toHaveLength(1);
  });
});

describe('The matching keys of a CPE name', () => {
  it('are its product in lower case, and a version key if it has a single version', () => {
    const cpe = 'cpe:2.3:a:Acme:Rocket:1.0:*:*:*:*:*:*:*';
    expect(toMatchingCpe(cpe)).toMatchObject({ cpe, part: 'a', vendor: 'acme', product: 'rocket' });
    expect(toMatchingCpe(cpe).generic_key).not.toBeNull();
    expect(toMatchingCpe('cpe:/a:acme:rocket').generic_key).toBeNull();
  });

  it.each(['cpe:2.3:a:acme:*:1.0:*:*:*:*:*:*:*', 'cpe:2.3:a:acme:-:1.0:*:*:*:*:*:*:*', 'nonsense'])(
    'are null for %s',
    (cpe) => {
      expect(toMatchingCpe(cpe).product).toBeNull();
    },
  );
});
