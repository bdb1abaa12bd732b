import { describe, expect, it } from 'vitest';
import { parsePackageUrl } from '../../../portfolio/identifiers/package-url.ts';
import { toTrivyBlobs } from './to-trivy-blob.ts';
import { toTrivyOs } from './to-trivy-os.ts';

const ALL = { scansLibraries: true, scansOs: true };
const component = (purl: string) => ({ id: 1, purl, coordinates: purl, cpe: null });

describe('toTrivyBlobs', () => {
  it.each([
    ['pkg:maven/g/a@1', 'jar', 'g:a'],
    ['pkg:npm/%40scope/a@1', 'node-pkg', '@scope/a'],
    ['pkg:golang/example.org/a/b@v1', 'gomod', 'example.org/a/b'],
    ['pkg:composer/v/a@1', 'composer', 'v/a'],
    ['pkg:pypi/a@1', 'python-pkg', 'a'],
    ['pkg:gem/a@1', 'gemspec', 'a'],
    ['pkg:cargo/a@1', 'cargo', 'a'],
    ['pkg:nuget/a@1', 'nuget', 'a'],
  ])('sends %s as %s %s', (purl, type, name) => {
    const [blob] = toTrivyBlobs([component(purl)], ALL);
    expect(blob?.applications).toMatchObject([{ type, packages: [{ name, identifier: { purl } }] }]);
  });

  it('sends equal packages once', () => {
    const [blob] = toTrivyBlobs([component('pkg:npm/a@1'), component('pkg:npm/a@1')], ALL);
    expect(blob?.applications?.[0]?.packages).toHaveLength(1);
  });

  it.each([
    ['a type that Trivy does not know', 'pkg:generic/a@1', ALL],
    ['a package without version', 'pkg:npm/a', ALL],
    ['a library if libraries are off', 'pkg:npm/a@1', { ...ALL, scansLibraries: false }],
    [
      'a package of a system if those are off',
      'pkg:deb/debian/a@1?distro=debian-12',
      { ...ALL, scansOs: false },
    ],
    ['a package of an unknown release', 'pkg:deb/debian/a@1', ALL],
  ])('does not send %s', (_, purl, scope) => {
    expect(toTrivyBlobs([component(purl)], scope)).toEqual([]);
  });

  it('sends packages of a system with source package and epoch, a blob for each release', () => {
    const blobs = toTrivyBlobs(
      [
        component('pkg:deb/debian/libcurl4@7.88.1-10?arch=amd64&distro=debian-12&upstream=curl'),
        component('pkg:rpm/redhat/openssl@3.0.7-27.el9?distro=rhel-9.4&epoch=1'),
      ],
      ALL,
    );
    expect(blobs).toMatchObject([
      {
        os: { family: 'debian', name: '12' },
        package_infos: [
          { packages: [{ name: 'libcurl4', arch: 'amd64', src_name: 'curl', src_version: '7.88.1-10' }] },
        ],
      },
      {
        os: { family: 'redhat', name: '9.4' },
        package_infos: [{ packages: [{ name: 'openssl', version: '3.0.7-27.el9', epoch: 1 }] }],
      },
    ]);
  });
});

describe('toTrivyOs', () => {
  it.each([
    ['pkg:apk/alpine/a@1?distro=alpine-3.18.4', { family: 'alpine', name: '3.18.4' }],
    ['pkg:apk/alpine/a@1?distro=3.18', { family: 'alpine', name: '3.18' }],
    ['pkg:deb/debian/a@1?distro=bookworm', { family: 'debian', name: '12' }],
    ['pkg:deb/ubuntu/a@1?distro=ubuntu-22.04', { family: 'ubuntu', name: '22.04' }],
    ['pkg:rpm/rocky/a@1?distro=rockylinux-9', { family: 'rocky', name: '9' }],
    ['pkg:deb/debian/a@1?distro=sid', undefined],
    ['pkg:deb/debian/a@1', undefined],
  ])('reads %s', (purl, os) => {
    const url = parsePackageUrl(purl);
    expect(url && toTrivyOs(url)).toEqual(os);
  });
});
