import { describe, expect, it } from 'vitest';
import { toPurlWithSource } from './to-purl-with-source.ts';

const propertiesOf = (source: Readonly<Record<string, string>>) =>
  Object.entries(source).map(([name, value]) => ({ name: `aquasecurity:trivy:Src${name}`, value }));

const DEB = 'pkg:deb/debian/libacme0@2.0.5-1?arch=amd64&distro=debian-12';
const RPM = 'pkg:rpm/centos/acme-libs@1.0.2k-16.el7?arch=x86_64&epoch=1';

describe('The source package that Trivy names in properties', () => {
  it.each([
    ['with its version', DEB, { Name: 'acme', Version: '2.0.5-1' }, 'upstream=acme%402.0.5-1'],
    [
      'with version and release',
      DEB,
      { Name: 'acme', Version: '2.0.5', Release: '1' },
      'upstream=acme%402.0.5-1',
    ],
    ['with its epoch', DEB, { Name: 'acme', Version: '2.0.5-1', Epoch: '1' }, 'upstream=acme%401:2.0.5-1'],
    ['without an epoch', DEB, { Name: 'acme', Version: '2-1', Epoch: '0' }, 'upstream=acme%402-1'],
    ['without a version', DEB, { Name: 'acme' }, 'upstream=acme'],
    [
      'as the name of a file, for RPM',
      RPM,
      { Name: 'acme', Version: '1.0.2k', Release: '16.el7', Epoch: '1' },
      'upstream=acme-1.0.2k-16.el7.src.rpm',
    ],
    ['of Alpine', 'pkg:apk/alpine/acme-libs@3-r1', { Name: 'acme', Version: '3-r1' }, 'upstream=acme%403-r1'],
    [
      'of another version than the package of the same name',
      DEB,
      { Name: 'libacme0', Version: '1:2.0.5-1' },
      'upstream=libacme0%401:2.0.5-1',
    ],
  ])('is the qualifier upstream, %s', (_, purl, source, qualifier) => {
    const separator = purl.includes('?') ? '&' : '?';
    expect(toPurlWithSource(purl, propertiesOf(source))).toBe(`${purl}${separator}${qualifier}`);
  });

  it.each([
    ['no property names it', DEB, {}],
    ['only its version is named', DEB, { Version: '1' }],
    ['it is blank', DEB, { Name: ' ' }],
    ['it is the package itself', DEB, { Name: 'libacme0', Version: '2.0.5-1' }],
    ['the URL names it', `${DEB}&upstream=other`, { Name: 'acme' }],
    ['the package is not of a distribution', 'pkg:npm/acme@1', { Name: 'other', Version: '1' }],
    ['the release is missing, which RPM needs', RPM, { Name: 'acme', Version: '1' }],
  ])('is not added if %s', (_, purl, source) => {
    expect(toPurlWithSource(purl, propertiesOf(source))).toBeNull();
    expect(toPurlWithSource(purl, undefined)).toBeNull();
  });
});
